//! Where a circuit is to run: a device by our name or its vendor's, an ideal one, or a coupling map
//! from a file.
//!
//! Vendors' names: IBM's backends; IonQ's of API v0.4 (`simulator`, `qpu.forte-1`,
//! `qpu.forte-enterprise-1`); Amazon Braket's resource names (braket-sdk's list of devices). No
//! name is looked up anywhere.

use super::braket;
use super::circuit_format::Service;
use crate::device::{self, Device};
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

/// A backend that vendors offer.
struct Offered {
    names: &'static [&'static str],
    device: Option<&'static str>,
    jobs: &'static [(Service, &'static str)],
}

static OFFERED: &[Offered] = &[
    Offered {
        names: &["torino", "ibm_torino"],
        device: Some("torino"),
        jobs: &[(Service::Ibm, "ibm_torino")],
    },
    Offered {
        names: &["fez", "ibm_fez"],
        device: Some("fez"),
        jobs: &[(Service::Ibm, "ibm_fez")],
    },
    Offered {
        names: &["boston", "ibm_boston"],
        device: Some("boston"),
        jobs: &[(Service::Ibm, "ibm_boston")],
    },
    Offered {
        names: &["miami", "ibm_miami"],
        device: Some("miami"),
        jobs: &[(Service::Ibm, "ibm_miami")],
    },
    Offered {
        names: &["sherbrooke", "ibm_sherbrooke"],
        device: Some("sherbrooke"),
        jobs: &[(Service::Ibm, "ibm_sherbrooke")],
    },
    Offered {
        names: &["forte", "qpu.forte-1"],
        device: Some("forte"),
        jobs: &[
            (Service::Ionq, "qpu.forte-1"),
            (
                Service::Braket,
                "arn:aws:braket:us-east-1::device/qpu/ionq/Forte-1",
            ),
        ],
    },
    Offered {
        names: &["qpu.forte-enterprise-1"],
        device: Some("forte"),
        jobs: &[
            (Service::Ionq, "qpu.forte-enterprise-1"),
            (
                Service::Braket,
                "arn:aws:braket:us-east-1::device/qpu/ionq/Forte-Enterprise-1",
            ),
        ],
    },
    Offered {
        names: &["simulator"],
        device: None,
        jobs: &[
            (Service::Ionq, "simulator"),
            (
                Service::Braket,
                "arn:aws:braket:::device/quantum-simulator/amazon/sv1",
            ),
        ],
    },
];

impl Backend {
    /// The backend of a name: one that a vendor offers, or an ideal device.
    ///
    /// # Errors
    /// If there is none of that name.
    pub fn named(name: &str) -> Result<Self> {
        let offered = OFFERED.iter().find(|offered| offered.names.contains(&name));
        let (device, jobs) = match offered {
            Some(offered) => {
                let device = offered.device.map(device::find).transpose()?;
                let jobs = offered.jobs.iter();
                (device, jobs.map(|(s, n)| (*s, (*n).to_owned())).collect())
            }
            None => (Some(device::find(name).map_err(|_| unfit(name))?), vec![]),
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
            let mut names = offered
                .names
                .iter()
                .chain(offered.jobs.iter().map(|(_, job)| job));
            names.any(|known| *known == name)
        };
        let jobs = match OFFERED.iter().find(is_it) {
            Some(offered) => {
                let jobs = offered.jobs.iter();
                jobs.map(|(s, n)| (*s, (*n).to_owned())).collect()
            }
            None if name.starts_with(braket::ARN) => {
                vec![(Service::Braket, name.to_owned())]
            }
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
            let offered = OFFERED
                .iter()
                .filter(|o| o.jobs.iter().any(|j| j.0 == service));
            let names: Vec<&str> = offered.map(|o| o.names[0]).collect();
            let found = format!("{} is no backend of {}", self.name, service.name());
            Error::setting("backend", found, format!("it has {}", names.join(", ")))
        })
    }
}

/// Why there is no such backend: its family has no such size, or the name is unknown.
fn unfit(name: &str) -> Error {
    match device::sizes(name) {
        Some(sizes) => Error::setting("backend", format!("found {name:?}"), sizes),
        None => unknown(name),
    }
}

fn unknown(name: &str) -> Error {
    let mut names: Vec<&str> = OFFERED.iter().map(|offered| offered.names[0]).collect();
    for ideal in device::names() {
        if !names.contains(&ideal) {
            names.push(ideal);
        }
    }
    let known = names.join(", ");
    let remedy = format!("known are {known}; or a coupling map in a .json file");
    Error::setting("backend", format!("found {name:?}"), remedy)
}

impl Service {
    /// The vendor's name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Ibm => "IBM",
            Self::Ionq => "IonQ",
            Self::Braket => "Amazon Braket",
        }
    }
}
