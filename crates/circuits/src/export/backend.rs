//! Where a circuit is to run: a device by our name or its vendor's, an ideal one, or a coupling map
//! from a file.
//!
//! Vendors' names: IBM's backends; IonQ's of API v0.4 (`simulator`, `qpu.forte-1`,
//! `qpu.forte-enterprise-1`); Amazon Braket's resource names (braket-sdk's list of devices). No
//! name is looked up anywhere.

use super::circuit_format::Service;
use crate::device::Device;
use crate::error::{Error, Result};

/// A device or a vendor's simulator, and what jobs call it.
///
/// ```
/// use ketboard_circuits::Backend;
///
/// let machine = Backend::named("ibm_torino")?.device.expect("a machine has couplings");
/// assert_eq!((machine.name.as_str(), machine.qubits), ("torino", 133));
/// assert!(Backend::named("simulator")?.device.is_none());
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Backend {
    /// The name by which it was chosen.
    pub name: String,
    /// The device; none for a simulator that runs anything.
    pub device: Option<Device>,
    jobs: Vec<(Service, String)>,
}

/// A backend that IonQ offers, by itself and on Braket. IBM's are the other shipped devices, with
/// `ibm_` before their names.
struct Offered {
    name: &'static str,
    device: Option<&'static str>,
    /// What jobs of IonQ and of Braket call it.
    ionq: &'static str,
    braket: &'static str,
}

static OFFERED: [Offered; 3] = [
    Offered {
        name: "forte",
        device: Some("forte"),
        ionq: "qpu.forte-1",
        braket: "arn:aws:braket:us-east-1::device/qpu/ionq/Forte-1",
    },
    Offered {
        name: "qpu.forte-enterprise-1",
        device: Some("forte"),
        ionq: "qpu.forte-enterprise-1",
        braket: "arn:aws:braket:us-east-1::device/qpu/ionq/Forte-Enterprise-1",
    },
    Offered {
        name: "simulator",
        device: None,
        ionq: "simulator",
        braket: "arn:aws:braket:::device/quantum-simulator/amazon/sv1",
    },
];

impl Backend {
    /// The backend of a name: one that a vendor offers, or an ideal device.
    ///
    /// # Errors
    /// If there is none of that name.
    pub fn named(name: &str) -> Result<Self> {
        let of_ibm = name.strip_prefix(IBM).filter(|rest| is_of_ibm(rest));
        let plain = of_ibm.unwrap_or(name);
        let device = match offered(name) {
            Some(offered) => offered.device.map(Device::named).transpose()?,
            None => Some(Device::named(plain)?),
        };
        let is_real = offered(name).is_some() || is_of_ibm(plain);
        Ok(Self {
            name: name.to_owned(),
            device,
            jobs: if is_real { jobs(plain) } else { Vec::new() },
        })
    }

    /// A device that was read from a file. Jobs call it as they call the offered backend of its
    /// name; else Braket by its ARN, and IBM by its own name.
    pub fn of_map(device: Device) -> Self {
        Self {
            name: device.name.clone(),
            jobs: jobs(&device.name),
            device: Some(device),
        }
    }

    /// What a job calls it.
    ///
    /// # Errors
    /// If the service does not have it.
    pub(crate) fn job_name(&self, service: Service) -> Result<&str> {
        let found = self.jobs.iter().find(|(of, _)| *of == service);
        found.map(|(_, name)| name.as_str()).ok_or_else(|| {
            let names: Vec<&str> = match service {
                Service::Ibm => Device::shipped().filter(|name| is_of_ibm(name)).collect(),
                _ => OFFERED.iter().map(|offered| offered.name).collect(),
            };
            let found = format!("{} is no backend of {service}", self.name);
            Error::setting("backend", found, format!("it has {}", names.join(", ")))
        })
    }
}

/// How the resource name of every machine on Braket begins.
pub(super) const ARN: &str = "arn:aws:braket:";

/// What IBM's names begin with.
const IBM: &str = "ibm_";

/// The backend that IonQ offers by a name, ours or a vendor's.
fn offered(name: &str) -> Option<&'static Offered> {
    let mut offered = OFFERED.iter();
    offered.find(|offered| [offered.name, offered.ionq, offered.braket].contains(&name))
}

/// Whether it is a shipped device of IBM's, by our name.
fn is_of_ibm(name: &str) -> bool {
    Device::shipped().any(|shipped| shipped == name) && offered(name).is_none()
}

/// What the jobs of each service that has a machine call it.
fn jobs(name: &str) -> Vec<(Service, String)> {
    match offered(name) {
        Some(offered) => vec![
            (Service::Ionq, offered.ionq.to_owned()),
            (Service::Braket, offered.braket.to_owned()),
        ],
        None if name.starts_with(ARN) => vec![(Service::Braket, name.to_owned())],
        None if is_of_ibm(name) => vec![(Service::Ibm, format!("{IBM}{name}"))],
        None => vec![(Service::Ibm, name.to_owned())],
    }
}
