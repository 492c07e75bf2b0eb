//! Bodies of jobs, ready to be sent: what IBM's, IonQ's and Amazon Braket's interfaces take, for
//! one circuit or for several; and where a circuit is to run. Nothing secret is in them, and
//! nothing is sent.
//!
//! IBM: `POST /api/v1/jobs` (documentation, guide "Sampler with the REST API"): a sampler's
//! primitive blocs are [QASM, parameters, shots], one for each circuit, and its options are passed
//! on as they are. IonQ: `POST /v0.4/jobs`, whose schema is closed; several circuits are
//! `ionq.multi-circuit.v1`. Braket: CreateQuantumTask without the token and the bucket, which are
//! the user's own: `aws braket create-quantum-task --cli-input-json file://job.json
//! --output-s3-bucket B --output-s3-key-prefix P`; several circuits are a program set, whose shots
//! are those of all of them together.

use super::circuit_format::{CircuitExport, CircuitFormat, Service};
use super::ionq;
use crate::device::Device;
use crate::error::{Error, Result};
use serde_json::{Value, json};

impl CircuitFormat {
    /// The body of a job that runs each of the circuits `shots` times on a backend: one circuit, or
    /// the same problem at several sets of angles, of any depths. Results come in this order. Fails
    /// as [`Self::text`] does; if there is no circuit, no service takes the format, its service
    /// does not have the backend, or the options are those of another service.
    pub fn job(
        &self,
        exports: &[CircuitExport],
        backend: &Backend,
        shots: u64,
        options: Option<&Value>,
    ) -> Result<String> {
        let (service, name) = self.taken_by(backend)?;
        exports
            .iter()
            .try_for_each(|export| self.check_export(export))?;
        if options.is_some() && service != Service::Ibm {
            return Err(Error::setting(
                "job_options",
                format!("{service} has no options of IBM's sampler"),
                "leave `job_options` out, or use `to` ibm-isa",
            ));
        }
        match (service, exports) {
            (_, []) => Err(Error::setting(
                "angles",
                "no circuit for the job",
                "give at least one set of angles",
            )),
            (Service::Ibm, exports) => self.sampler_job(exports, name, shots, options),
            (Service::Ionq, exports) => self.ionq_job(exports, name, shots),
            (Service::Braket, exports) => self.quantum_task(exports, name, shots),
        }
    }

    /// The service that takes the format, and what its jobs call the backend. Fails if no service
    /// takes the format, its service does not have the backend, or the backend does not run native
    /// gates.
    pub fn taken_by<'a>(&self, backend: &'a Backend) -> Result<(Service, &'a str)> {
        let Some(service) = self.service else {
            return Err(Error::setting(
                "job",
                format!("{} is not what a service takes", self.name),
                "use `to` ibm-isa, ionq-qasm3, ionq, ionq-native, braket or braket-native",
            ));
        };
        let name = backend.job_name(service)?;
        if service == Service::Braket && self.is_native() && backend.device.is_none() {
            return Err(Error::setting(
                "backend",
                format!(
                    "{} takes no verbatim gates, which are those of one machine",
                    backend.name
                ),
                "use `backend` forte, or `to` braket, which the simulator runs",
            ));
        }
        Ok((service, name))
    }

    /// IBM's sampler, version 2.
    fn sampler_job(
        &self,
        exports: &[CircuitExport],
        backend: &str,
        shots: u64,
        options: Option<&Value>,
    ) -> Result<String> {
        let bloc = |export: &CircuitExport| Ok(json!([self.text(export)?, null, shots]));
        let blocs: Vec<Value> = exports.iter().map(bloc).collect::<Result<_>>()?;
        let mut params = json!({"pubs": blocs, "version": 2});
        if let Some(options) = options {
            params["options"] = options.clone();
        }
        Ok(object(&[
            ("program_id", "sampler".into()),
            ("backend", backend.into()),
            ("params", params),
        ]))
    }

    /// IonQ's job of one circuit or of several; OpenQASM is taken one at a time.
    fn ionq_job(&self, exports: &[CircuitExport], backend: &str, shots: u64) -> Result<String> {
        let first = &exports[0];
        let mut metadata = ionq::metadata(first.header, first.circuit);
        let (kind, input) = match (exports, self.extension()) {
            ([export], "qasm") => ("ionq.qasm3.v1", json!({"data": self.text(export)?})),
            (_, "qasm") => {
                let found = format!("{} is taken one circuit at a time", self.name);
                let remedy = "use `to` ionq or ionq-native for several sets of angles";
                return Err(Error::setting("to", found, remedy));
            }
            ([export], _) => ("ionq.circuit.v1", ionq::input(self, export)?),
            (several, _) => {
                // each circuit has its own angles, so no field of the job holds them
                metadata.retain(|name, _| !["gamma", "beta"].iter().any(|of| name.starts_with(of)));
                let (mut circuits, mut qubits, mut gateset) = (vec![], 0, Value::Null);
                for (k, export) in (1..).zip(several) {
                    let mut input = ionq::input(self, export)?;
                    let depth = export.header.angles.depth_in(export.header.shape);
                    qubits = qubits.max(input["qubits"].as_u64().unwrap_or(0));
                    gateset = input["gateset"].take();
                    circuits.push(json!({
                        "name": format!("set {k} of {}, depth {depth}", several.len()),
                        "qubits": input["qubits"],
                        "circuit": input["circuit"].take(),
                    }));
                }
                let input = json!({"gateset": gateset, "qubits": qubits, "circuits": circuits});
                ("ionq.multi-circuit.v1", input)
            }
        };
        Ok(object(&[
            ("type", kind.into()),
            ("backend", backend.into()),
            ("shots", shots.into()),
            ("name", ionq::name(first.header, first.circuit).into()),
            ("metadata", metadata.into()),
            ("input", input),
        ]))
    }

    fn quantum_task(&self, exports: &[CircuitExport], arn: &str, shots: u64) -> Result<String> {
        let program = |export: &CircuitExport| -> Result<Value> {
            Ok(json!({
                "braketSchemaHeader": {"name": "braket.ir.openqasm.program", "version": "1"},
                "source": self.text(export)?,
            }))
        };
        let action = match exports {
            [export] => program(export)?,
            several => json!({
                "braketSchemaHeader": {"name": "braket.ir.openqasm.program_set", "version": "1"},
                "programs": several.iter().map(program).collect::<Result<Vec<_>>>()?,
            }),
        };
        let mut entries = vec![
            ("deviceArn", Value::from(arn)),
            ("shots", shots.saturating_mul(exports.len() as u64).into()),
            ("action", action.to_string().into()),
        ];
        if let ([export], true) = (exports, self.is_native()) {
            let parameters = json!({
                "braketSchemaHeader": {"name": "braket.device_schema.ionq.ionq_device_parameters", "version": "1"},
                "paradigmParameters": {
                    "braketSchemaHeader": {"name": "braket.device_schema.gate_model_parameters", "version": "1"},
                    "qubitCount": export.circuit.qubits(),
                    "disableQubitRewiring": true,
                },
            });
            entries.push(("deviceParameters", parameters.to_string().into()));
        }
        Ok(object(&entries))
    }
}

/// A JSON object with one line for each key.
fn object(entries: &[(&str, Value)]) -> String {
    let entry = |(key, value): &(&str, Value)| format!("  \"{key}\": {value}");
    let lines: Vec<String> = entries.iter().map(entry).collect();
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}

// Where a circuit is to run: a device by our name or its vendor's, an ideal one, or a coupling map
// from a file.
//
// Vendors' names: IBM's backends; IonQ's of API v0.4 (`simulator`, `qpu.forte-1`,
// `qpu.forte-enterprise-1`); Amazon Braket's resource names (braket-sdk's list of devices). No
// name is looked up anywhere.

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

/// A backend that IonQ offers, by itself and on Braket.
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
    /// The backend of a name: one that a vendor offers, or an ideal device. Fails if there is none
    /// of that name.
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

    /// What a job calls it; fails if the service does not have it.
    fn job_name(&self, service: Service) -> Result<&str> {
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

pub(super) const ARN: &str = "arn:aws:braket:";

const IBM: &str = "ibm_";

/// The backend that IonQ offers by a name, ours or a vendor's.
fn offered(name: &str) -> Option<&'static Offered> {
    let mut offered = OFFERED.iter();
    offered.find(|offered| [offered.name, offered.ionq, offered.braket].contains(&name))
}

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
