//! Bodies of jobs, ready to be sent: what IBM's, IonQ's and Amazon Braket's interfaces take.
//! Nothing secret is in them, and nothing is sent.
//!
//! IBM: `POST /api/v1/jobs` (documentation, guide "Sampler with the REST API"): a sampler's
//! primitive blocs are [QASM, parameters, shots]. IonQ: `POST /v0.4/jobs`, whose schema is closed.
//! Braket: CreateQuantumTask without the token and the bucket, which are the user's own: `aws
//! braket create-quantum-task --cli-input-json file://job.json --output-s3-bucket B
//! --output-s3-key-prefix P`.

use super::backend::Backend;
use super::circuit_format::{CircuitFormat, Export, Service};
use super::{braket, ionq, openqasm3};
use crate::error::{Error, Result};
use serde_json::{Value, json};

/// The most bytes that IonQ takes.
const IONQ_BYTES: usize = 10_000_000;

impl CircuitFormat {
    /// The body of a job that runs the circuit on a backend so many times.
    ///
    /// # Errors
    /// As [`Self::text`]; if no service takes the format, its service does not have the backend, or
    /// the body is too large for it.
    pub fn job(&self, export: &Export, backend: &Backend, shots: u64) -> Result<String> {
        let (service, name) = self.taken_by(backend)?;
        let text = self.text(export)?;
        match service {
            Service::Ibm => Ok(sampler(&text, name, shots)),
            Service::Ionq => self.ionq_job(export, text, name, shots),
            Service::Braket => Ok(self.quantum_task(export, &text, name, shots)),
        }
    }

    /// The service that takes the format, and what its jobs call the backend.
    ///
    /// # Errors
    /// If no service takes the format, its service does not have the backend, or the backend does
    /// not run native gates.
    pub fn taken_by<'a>(&self, backend: &'a Backend) -> Result<(Service, &'a str)> {
        let Some(service) = self.service else {
            return Err(Error::setting(
                "job",
                format!("{} is not what a service takes", self.name),
                "use `to` ibm-isa, ionq-qasm3, ionq, ionq-native, braket or braket-native",
            ));
        };
        let name = backend.job_name(service)?;
        if self.name == braket::NATIVE.name && backend.device.is_none() {
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

    fn ionq_job(&self, export: &Export, text: String, name: &str, shots: u64) -> Result<String> {
        let mut body = if self.name == openqasm3::IONQ.name {
            json!({
                "type": "ionq.qasm3.v1",
                "name": ionq::name(export.header, export.circuit),
                "metadata": ionq::metadata(export.header, export.circuit),
                "input": {"data": text},
            })
        } else {
            serde_json::from_str(&text).expect("the format is JSON")
        };
        let keys = ["type", "name", "metadata", "input"];
        let mut entries: Vec<(&str, Value)> = keys.map(|key| (key, body[key].take())).to_vec();
        entries.insert(1, ("backend", name.into()));
        entries.insert(2, ("shots", shots.into()));
        let body = object(&entries);
        if body.len() > IONQ_BYTES {
            return Err(Error::setting(
                "job",
                format!("a body of {} bytes", body.len()),
                format!("IonQ takes at most {IONQ_BYTES}: reduce more, or less `depth`"),
            ));
        }
        Ok(body)
    }

    fn quantum_task(&self, export: &Export, text: &str, arn: &str, shots: u64) -> String {
        let action = json!({
            "braketSchemaHeader": {"name": "braket.ir.openqasm.program", "version": "1"},
            "source": text,
        });
        let mut entries = vec![
            ("deviceArn", Value::from(arn)),
            ("shots", shots.into()),
            ("action", action.to_string().into()),
        ];
        if self.name == braket::NATIVE.name {
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
        object(&entries)
    }
}

/// IBM's sampler, version 2.
fn sampler(text: &str, backend: &str, shots: u64) -> String {
    let params = json!({"pubs": [[text, null, shots]], "version": 2});
    object(&[
        ("program_id", "sampler".into()),
        ("backend", backend.into()),
        ("params", params),
    ])
}

/// A JSON object with one line for each key.
fn object(entries: &[(&str, Value)]) -> String {
    let entry = |(key, value): &(&str, Value)| format!("  \"{key}\": {value}");
    let lines: Vec<String> = entries.iter().map(entry).collect();
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}
