//! Where a circuit is to run: a device by our name or its vendor's, an ideal one, or a coupling map
//! from a file.
//!
//! Vendors' names: IBM's backends; IonQ's of API v0.4 (`simulator`, `qpu.forte-1`,
//! `qpu.forte-enterprise-1`); Amazon Braket's resource names (braket-sdk's list of devices). No
//! name is looked up anywhere.

use super::circuit_format::Service;
use crate::device::{self, Device, SHIPPED};
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
    /// As it was asked for.
    pub name: String,
    /// The device; none for a simulator that runs anything.
    pub device: Option<Device>,
    jobs: Vec<(Service, String)>,
}

/// A backend that IonQ offers, by itself and on Braket. IBM's are the other shipped devices, with
/// `ibm_` before their names.
struct Offered {
    names: &'static [&'static str],
    device: Option<&'static str>,
    /// What jobs of IonQ and of Braket call it.
    ionq: &'static str,
    braket: &'static str,
}

static OFFERED: [Offered; 3] = [
    Offered {
        names: &["forte", "qpu.forte-1"],
        device: Some("forte"),
        ionq: "qpu.forte-1",
        braket: "arn:aws:braket:us-east-1::device/qpu/ionq/Forte-1",
    },
    Offered {
        names: &["qpu.forte-enterprise-1"],
        device: Some("forte"),
        ionq: "qpu.forte-enterprise-1",
        braket: "arn:aws:braket:us-east-1::device/qpu/ionq/Forte-Enterprise-1",
    },
    Offered {
        names: &["simulator"],
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
        let offered = OFFERED.iter().find(|offered| offered.names.contains(&name));
        let of_ibm = name.strip_prefix(IBM).filter(|rest| is_of_ibm(rest));
        let plain = of_ibm.unwrap_or(name);
        let (device, jobs) = match offered {
            Some(offered) => (
                offered.device.map(device::find).transpose()?,
                offered.jobs(),
            ),
            None => {
                let device = device::find(plain).map_err(|_| unfit(name))?;
                let job = is_of_ibm(plain).then(|| (Service::Ibm, format!("{IBM}{plain}")));
                (Some(device), job.into_iter().collect())
            }
        };
        Ok(Self {
            name: name.to_owned(),
            device,
            jobs,
        })
    }

    /// A device that was read from a file. Jobs call it as they call the offered backend of its
    /// name; else Braket by its ARN, and IBM by its own name.
    pub fn of_map(device: Device) -> Self {
        let name = device.name.as_str();
        let is_it = |offered: &&Offered| {
            offered.names.contains(&name) || [offered.ionq, offered.braket].contains(&name)
        };
        let jobs = match OFFERED.iter().find(is_it) {
            Some(offered) => offered.jobs(),
            None if name.starts_with(ARN) => vec![(Service::Braket, name.to_owned())],
            None if is_of_ibm(name) => vec![(Service::Ibm, format!("{IBM}{name}"))],
            None => vec![(Service::Ibm, name.to_owned())],
        };
        Self {
            name: name.to_owned(),
            jobs,
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
            let of_ibm = SHIPPED.iter().map(|(name, _)| *name);
            let names: Vec<&str> = match service {
                Service::Ibm => of_ibm.filter(|name| is_of_ibm(name)).collect(),
                _ => OFFERED.iter().map(|offered| offered.names[0]).collect(),
            };
            let found = format!("{} is no backend of {}", self.name, service.name());
            Error::setting("backend", found, format!("it has {}", names.join(", ")))
        })
    }
}

/// Why there is no such backend: its family has no such size, or the name is unknown.
fn unfit(name: &str) -> Error {
    let remedy = device::sizes(name).unwrap_or_else(|| {
        let mut names = device::names();
        let offered = OFFERED.iter().map(|offered| offered.names[0]);
        names.extend(offered.filter(|name| !device::names().contains(name)));
        let known = names.join(", ");
        format!("known are {known}; or a coupling map in a .json file")
    });
    Error::setting("backend", format!("found {name:?}"), remedy)
}

/// How the resource name of every machine on Braket begins.
pub(super) const ARN: &str = "arn:aws:braket:";

/// What IBM's names begin with.
const IBM: &str = "ibm_";

/// Whether it is a shipped device of IBM's, by our name.
fn is_of_ibm(name: &str) -> bool {
    let is_offered = || OFFERED.iter().any(|offered| offered.names.contains(&name));
    SHIPPED.iter().any(|(shipped, _)| *shipped == name) && !is_offered()
}

impl Offered {
    fn jobs(&self) -> Vec<(Service, String)> {
        let names = [(Service::Ionq, self.ionq), (Service::Braket, self.braket)];
        names
            .map(|(service, name)| (service, name.to_owned()))
            .to_vec()
    }
}
