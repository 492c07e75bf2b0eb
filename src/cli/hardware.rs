//! Options that name the machine a circuit is to run on, and what follows from them.

use super::options::{named as one_of, within};
use crate::files::read_text;
use crate::{Error, Result};
use clap::Args;
use ketboard_circuits::{
    Backend, CircuitExport, CircuitFormat, CompileGoal, CompileMethod, CompileSettings, Compiled,
    Device, Program, Service, compile,
};
use serde_json::{Map, Value};
use std::path::Path;

/// Where a circuit is to run.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Hardware")]
pub(crate) struct HardwareOptions {
    /// The machine: torino, fez, boston, miami, sherbrooke (IBM), forte, simulator (IonQ, Braket),
    /// line-N, grid-RxC, heavy-hex-D, all-to-all-N, or a .json file
    ///
    /// The file holds a coupling map, such as [[0, 1], [1, 2]], perhaps with the figures of qubits
    /// and couplings, which the placement then uses. The Python package makes such files of what
    /// Qiskit and Amazon Braket say of a machine, examples/hardware/calibration.py of what IBM and
    /// IonQ say. Vendors' names (ibm_torino, qpu.forte-1) are taken, too. Without it, IonQ's native
    /// gates are those of Forte.
    #[arg(long, value_name = "NAME")]
    backend: Option<String>,
    /// What is best in placing and routing a circuit on the machine [default: fidelity]
    #[arg(long, value_parser = one_of(goals()), value_name = "GOAL", requires = "backend", hide_short_help = true)]
    optimize: Option<CompileGoal>,
    /// How the couplings of the model are brought together on the machine [default: auto]
    #[arg(long, value_parser = one_of(METHODS), value_name = "METHOD", requires = "backend", hide_short_help = true)]
    method: Option<MethodOrAll>,
    /// Use IBM's fractional gates: rx by any angle, rzz by 0 to π/2
    #[arg(long, hide_short_help = true)]
    fractional: bool,
    /// Write a job for the vendor's interface instead of the bare circuit
    ///
    /// It is the body of a request to IBM, IonQ or Braket.
    #[arg(long, requires = "backend", hide_short_help = true)]
    job: bool,
    /// Number of runs that the job asks for
    #[arg(long, value_name = "N", requires = "job", default_value = "1024", value_parser = within::<1, 10_000_000>, hide_short_help = true)]
    shots: usize,
    /// Options of IBM's sampler for the job: a .json file, or the JSON itself
    ///
    /// Such as {"dynamical_decoupling": {"enable": true, "sequence_type": "XY4"}, "twirling":
    /// {"enable_gates": true, "enable_measure": true}}. They are passed on as they are.
    #[arg(long, value_name = "JSON", requires = "job", hide_short_help = true)]
    job_options: Option<String>,
}

/// What the compiler can optimize.
pub(crate) fn goals() -> [(&'static str, CompileGoal); 3] {
    use CompileGoal::{Depth, Fidelity, Gates};
    [Fidelity, Gates, Depth].map(|goal| (goal.name(), goal))
}

/// One method, or nothing where all are tried.
type MethodOrAll = Option<CompileMethod>;

/// How the compiler can bring the phases of a layer about.
const METHODS: [(&str, MethodOrAll); 4] = [
    ("auto", None),
    ("swap-network", Some(CompileMethod::SwapNetwork)),
    ("mixed", Some(CompileMethod::Mixed)),
    ("direct", Some(CompileMethod::Direct)),
];

/// The machine that was asked for, and what it gets.
#[derive(Debug)]
pub(crate) struct Hardware {
    backend: Option<Backend>,
    /// How its compiler works.
    pub(crate) settings: CompileSettings,
    is_routed: bool,
    /// The shots and the options of a job, where one is to be written.
    pub(crate) job: Option<(u64, Option<Value>)>,
}

impl HardwareOptions {
    /// The machine, where it goes with the format.
    ///
    /// # Errors
    /// If there is none of that name, or an option does nothing or asks for what the format cannot
    /// say.
    pub(crate) fn chosen(&self, format: &CircuitFormat, seed: u64) -> Result<Hardware> {
        let backend = self.backend.as_deref().map(named).transpose()?;
        let has_device = backend.as_ref().is_some_and(|b| b.device.is_some());
        let is_ibm = format.service == Some(Service::Ibm);
        let is_routed = has_device && (format.service.is_none() || format.is_native());
        let (goal, method) = (self.optimize.unwrap_or_default(), self.method.flatten());
        let idle = [
            (self.fractional && !is_ibm, "fractional"),
            (self.job_options.is_some() && !is_ibm, "job_options"),
            (backend.is_some() && format.name == "qasm3-param", "backend"),
            (!is_routed && goal != CompileGoal::Fidelity, "optimize"),
            (!is_routed && method.is_some(), "method"),
        ];
        if let Some((_, option)) = idle.into_iter().find(|(is_idle, _)| *is_idle) {
            let found = format!("it has no meaning for {} here", format.name);
            let remedy = "leave it out, or use --to ibm-isa with a machine of IBM";
            return Err(Error::setting(option, found, remedy));
        }
        if let (Some(backend), true) = (&backend, self.job) {
            format.taken_by(backend)?;
        }
        let options = self
            .job_options
            .as_deref()
            .map(sampler_options)
            .transpose()?;
        Ok(Hardware {
            backend,
            settings: CompileSettings {
                goal,
                method,
                fractional: self.fractional,
                seed,
            },
            is_routed,
            job: self.job.then_some((self.shots as u64, options)),
        })
    }
}

/// The options in a file, or in the text itself.
///
/// # Errors
/// If they are no JSON object.
fn sampler_options(given: &str) -> Result<Value> {
    let (text, place) = if given.trim_start().starts_with('{') {
        (given.to_owned(), "--job-options")
    } else {
        (read_text(Path::new(given))?, given)
    };
    let options: std::result::Result<Map<String, Value>, _> = serde_json::from_str(&text);
    options.map(Value::from).map_err(|error| {
        let remedy = "give a JSON object with options of IBM's sampler";
        Error::input(place, Some(error.line()), error.to_string(), remedy)
    })
}

/// The backend of a name, or of the machine in a file.
///
/// # Errors
/// If there is none of that name, or the file holds no machine.
pub(crate) fn named(name: &str) -> Result<Backend> {
    if Path::new(name).extension().is_some_and(|e| e == "json") {
        let device = Device::from_json(&read_text(Path::new(name))?, name)?;
        return Ok(Backend::of_map(device));
    }
    Ok(Backend::named(name)?)
}

impl Hardware {
    /// The device, unless the machine runs anything.
    pub(crate) fn device(&self) -> Option<&Device> {
        self.backend.as_ref()?.device.as_ref()
    }

    /// The program placed, routed and ordered for the machine, where its vendor does not do that.
    pub(crate) fn compiled(&self, program: &Program) -> Result<Option<Compiled>> {
        let device = self.device().filter(|_| self.is_routed);
        let compiled = device.map(|device| compile(program, device, &self.settings, None));
        Ok(compiled.transpose()?)
    }

    /// The machine's name, where one was asked for.
    pub(crate) fn name(&self) -> Option<&str> {
        self.backend.as_ref().map(|backend| backend.name.as_str())
    }

    /// The text of the file: the circuit, or the job that runs the circuits.
    pub(crate) fn text(
        &self,
        format: &CircuitFormat,
        exports: &[CircuitExport<'_>],
    ) -> Result<String> {
        Ok(match (&self.backend, &self.job) {
            (Some(backend), Some((shots, options))) => {
                format.job(exports, backend, *shots, options.as_ref())?
            }
            _ => format.text(&exports[0])?,
        })
    }
}

/// A device with a calibration, by its name or from a file.
pub(crate) fn backend(name: &str) -> Result<Device> {
    named(name)?.device.ok_or_else(|| {
        let remedy =
            "choose a device with a calibration: torino, fez, boston, miami, sherbrooke, forte";
        Error::argument("--backend", format!("{name} has no noise"), remedy)
    })
}
