//! Options that name the machine a circuit is to run on, and what follows from them.

use super::number::within;
use clap::Args;
use ketboard::device::Device;
use ketboard::export::{Backend, CircuitFormat, Export, Service};
use ketboard::files::read_text;
use ketboard::native::Pulses;
use ketboard::{Error, Result};
use std::path::Path;

/// Where a circuit is to run.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Hardware")]
pub(crate) struct HardwareOptions {
    /// The machine: torino, fez, sherbrooke (IBM), forte, simulator (IonQ, Braket), line-N, grid-RxC, heavy-hex-D, all-to-all-N, or a .json file
    ///
    /// The file holds a coupling map, such as [[0, 1], [1, 2]]. Vendors' names (ibm_torino, qpu.forte-1) are taken, too. Without it, IonQ's native
    /// gates are those of Forte.
    #[arg(long, value_name = "NAME")]
    backend: Option<String>,
    /// Use IBM's fractional gates: rx by any angle, rzz by 0 to π/2
    #[arg(long)]
    fractional: bool,
    /// Write the body of a job for IBM's, IonQ's or Braket's interface instead of the bare circuit
    #[arg(long, requires = "backend")]
    job: bool,
    /// Number of runs that the job asks for [default: 1024]
    #[arg(long, value_name = "N", requires = "job", value_parser = within::<1, 10_000_000>, allow_negative_numbers = true)]
    shots: Option<usize>,
}

/// Runs of a job unless told otherwise.
const SHOTS: usize = 1024;

/// The machine that was asked for, and what it gets.
#[derive(Debug)]
pub(crate) struct Hardware {
    backend: Option<Backend>,
    pulses: Pulses,
    job: Option<u64>,
}

impl HardwareOptions {
    /// The machine, where it goes with the format.
    ///
    /// # Errors
    /// If there is none of that name, or an option does nothing or asks for what the format cannot say.
    pub(crate) fn chosen(&self, format: &CircuitFormat) -> Result<Hardware> {
        if self.fractional && format.service != Some(Service::Ibm) {
            let found = format!("{} does not write IBM's gates", format.name);
            return Err(Error::argument("--fractional", found, "use --to ibm-isa"));
        }
        let backend = self.backend.as_deref().map(named).transpose()?;
        if let (Some(backend), "qasm3-param") = (&backend, format.name) {
            return Err(Error::argument(
                "--backend",
                format!(
                    "qasm3-param leaves angles open, a circuit for {} does not",
                    backend.name
                ),
                "leave --backend out, or use --to qasm3 or ibm-isa",
            ));
        }
        Ok(Hardware {
            backend,
            pulses: if self.fractional {
                Pulses::Fractional
            } else {
                Pulses::Standard
            },
            job: self.job.then_some(self.shots.unwrap_or(SHOTS) as u64),
        })
    }
}

/// The backend of a name, or of a coupling map in a file.
fn named(name: &str) -> Result<Backend> {
    if Path::new(name).extension().is_some_and(|e| e == "json") {
        let device = Device::from_json(&read_text(Path::new(name))?, name)?;
        return Ok(Backend::of_map(device));
    }
    Backend::named(name)
}

impl Hardware {
    /// The device, unless the machine runs anything.
    pub(crate) fn device(&self) -> Option<&Device> {
        self.backend.as_ref()?.device.as_ref()
    }

    /// The text of the file: the circuit, or the job that runs it.
    pub(crate) fn text(&self, format: &CircuitFormat, export: &Export) -> Result<String> {
        let export = Export {
            device: self.device(),
            pulses: self.pulses,
            ..*export
        };
        match (&self.backend, self.job) {
            (Some(backend), Some(shots)) => format.job(&export, backend, shots),
            _ => format.text(&export),
        }
    }
}
