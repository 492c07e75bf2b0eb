//! `ketboard device`: what to expect on a quantum computer, depth by depth.

mod table;

use self::table::table;
use super::activity;
use super::angles::angles_for;
use super::hardware::{GoalName, backend, pulses};
use super::number::{depths, within};
use super::options::{SearchOptions, TalkOptions, needs_standard_ansatz, show_progress};
use super::page::{note, print_json};
use super::pictures::PictureOptions;
use super::stopping::{Stopping, stopped};
use super::subject::{opened, source};
use super::words::{plural, seconds};
use crate::experiment::{DeviceReport, write_device};
use crate::files::{check_folder, check_target, fill_folder, write_output};
use crate::pipeline::{
    DevicePlan, DeviceRecord, Prediction, Problem, SearchPlan, density_time, find_angles, on_device,
};
use crate::{Error, Result};
use indicatif::ProgressBar;
use ketboard_circuits::{CompileSettings, Device, FEWEST_TRAJECTORIES};
use ketboard_qaoa::{Angles, Ansatz};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
#[command(
    after_long_help = "The noise: depolarizing after every gate (from its error rate), relaxation (T1, T2) during gates and while qubits \
                  wait, readout errors; from the device's published calibration, qubit by qubit where it has that. Crosstalk, leakage and \
                  drift are not in it: take the prediction for an upper bound.\n\n\
                  Time to 99 %: how long until a solution was seen with that probability, shots times the time of a shot, from the first \
                  gate to the end of the readout. Resets, waits between shots and queues come on top. Its interval is that of the \
                  simulated success. In --json: seconds_per_shot, seconds_to_99 (without noise), estimated_seconds_to_99, \
                  noisy_seconds_to_99 and its interval, [low, null] where it is open above; absent where not computed.\n\n\
                  Trajectories of 12 to 16 qubits take about half a minute for the depths 1..6 on two cores; each qubit more doubles that \
                  (fewer trajectories are then run). --estimate needs none."
)]
pub(crate) struct DeviceArguments {
    /// The puzzle file, or a model in any format that `ketboard qubo` writes
    ///
    /// The solutions of a model are its exact ground states.
    file: PathBuf,
    /// The device: torino, fez, boston, miami, sherbrooke, forte, or a .json file of the day's
    /// calibration
    ///
    /// The file is IBM's backend properties, IonQ's characterization, or an object of qubits,
    /// couplings, errors, times and relaxation, which the Python package makes of what Qiskit and
    /// Amazon Braket say. Several files of one machine have a comma between them: IBM's
    /// configuration and properties, or any of these and {"times": …} of what it lacks. Placement
    /// and prediction use the rates of every single qubit and coupling where a file has them.
    #[arg(long, value_name = "NAME", visible_alias = "calibration")]
    backend: String,
    /// Depths p: 1..6 (both ends included), or a list such as 1,2,4 [default: 1..6]
    #[arg(
        long,
        value_name = "DEPTHS",
        allow_hyphen_values = true,
        conflicts_with = "angles"
    )]
    depths: Option<String>,
    /// Angles from any JSON with "gammas" and "betas", such as what solve --json wrote; only their
    /// depth is run [default: optimize now]
    #[arg(long, value_name = "RESULT.json", hide_short_help = true)]
    angles: Option<PathBuf>,
    /// What the compiler optimizes
    #[arg(
        long,
        value_enum,
        value_name = "GOAL",
        default_value = "fidelity",
        hide_short_help = true
    )]
    optimize: GoalName,
    /// Use gates of any angle where the device has them beside its basis: rx and rzz on IBM Heron
    #[arg(long, hide_short_help = true)]
    fractional: bool,
    /// Number of quantum trajectories; the interval shrinks as 1/√N
    /// [default: 1000, fewer beyond 16 qubits]
    #[arg(long, value_name = "N", value_parser = within::<FEWEST_TRAJECTORIES, 10_000_000>, allow_negative_numbers = true, conflicts_with_all = ["estimate", "exact"], hide_short_help = true)]
    trajectories: Option<usize>,
    /// Only the quick estimate F·ideal + (1 − F)·random, F the product of all fidelities
    #[arg(long, conflicts_with = "exact")]
    estimate: bool,
    /// The density matrix instead of trajectories: no interval; for at most 12 qubits; how long it
    /// takes is told where that is long
    #[arg(long, hide_short_help = true)]
    exact: bool,
    /// File for the native circuit and, with --exact, the probabilities of all outcomes under
    /// noise; of one depth
    #[arg(
        long,
        value_name = "OUT.json",
        help_heading = "Output",
        hide_short_help = true
    )]
    circuit: Option<PathBuf>,
    /// Folder for the records, a table, and a plot of success against depth
    ///
    /// The files are device.jsonl, device.csv and the plot with and without noise.
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: Option<PathBuf>,
    #[command(flatten)]
    settings: SearchOptions,
    #[command(flatten)]
    pictures: PictureOptions,
    #[command(flatten)]
    talk: TalkOptions,
}

/// The depths where none are asked for.
const DEPTHS: &str = "1..6";

/// Seconds of a simulation from which on it is announced.
const LONG: f64 = 10.0;

/// Runs `ketboard device`: success on a device, depth by depth, without and with its noise.
pub(crate) fn run(arguments: &DeviceArguments) -> Result<ExitCode> {
    arguments
        .pictures
        .check(arguments.out.is_some(), "give `out`, too")?;
    let talk = &arguments.talk;
    talk.use_threads()?;
    let settings = arguments.settings.read()?;
    needs_standard_ansatz(&settings, "device")?;
    let plan = arguments.plan(settings.seed)?;
    let depths = depths(arguments.depths.as_deref().unwrap_or(DEPTHS))?;
    let search = settings.search(depths.iter().copied().max().unwrap_or(1))?;
    let problem = opened(&settings, source(&arguments.file)?)?;
    problem.needs_qubits("circuit")?;
    plan.check(&problem)?;
    if let Some(folder) = &arguments.out {
        check_folder(folder)?;
    }
    if let Some(path) = &arguments.circuit {
        check_target(path)?;
    }
    let ansatz = problem.ansatz()?;
    arguments.predict((&problem, &ansatz), &depths, &search, &plan)
}

impl DeviceArguments {
    /// Finds the angles of each depth, compiles and simulates the circuits, and tells success with
    /// and without noise.
    fn predict(
        &self,
        subject: (&Problem, &Ansatz),
        depths: &[usize],
        search: &SearchPlan,
        plan: &DevicePlan,
    ) -> Result<ExitCode> {
        let (problem, _) = subject;
        let stopping = Stopping::listen();
        let angles = self.angles(subject, depths, search, &stopping)?;
        if stopping.answer().is_continue() {
            self.check_circuit(angles.len())?;
        }
        let records = self.simulate(subject, &angles, plan, &stopping)?;
        let is_stopped = stopping.answer().is_break();
        drop(stopping);
        if is_stopped && records.is_empty() {
            return Err(Error::STOPPED);
        }
        if let Some(folder) = self.out.as_ref().filter(|_| !is_stopped) {
            fill_folder(folder, |folder| {
                write_device(problem, plan, &records, folder)?;
                self.pictures.apply(folder)
            })?;
        }
        if let (Some(path), [found], false) = (&self.circuit, &records[..], is_stopped) {
            let text = circuit_json(found, &plan.device).to_string() + "\n";
            write_output(path, text.as_bytes())?;
        }
        if self.talk.json {
            print_json(&DeviceReport::new(&plan.device, records))?;
        } else {
            let mut page = table(self, (problem, plan), &records);
            let written = self
                .out
                .as_ref()
                .filter(|_| !is_stopped && self.talk.speaks());
            if let Some(folder) = written {
                let folder = folder.display();
                page.line(format_args!(
                    "wrote device.jsonl, device.csv, device.svg and device.png to {folder}"
                ));
            }
            page.print()?;
        }
        if is_stopped {
            note("stopped: depths that were not simulated are left out, and no file is written");
            return Ok(stopped());
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The device, how circuits are placed on it, and how its noise is predicted.
    ///
    /// # Errors
    /// If the device is unknown, or its file cannot be read.
    fn plan(&self, seed: u64) -> Result<DevicePlan> {
        let prediction = match (self.estimate, self.exact) {
            (true, _) => Prediction::Estimate,
            (_, true) => Prediction::Density,
            (false, false) => Prediction::Trajectories {
                trajectories: self.trajectories,
                seed,
            },
        };
        Ok(DevicePlan {
            device: backend(&self.backend)?,
            compile: CompileSettings {
                goal: self.optimize.into(),
                method: None,
                pulses: pulses(self.fractional),
                seed,
            },
            prediction,
        })
    }

    /// The angles of each depth that is asked for.
    fn angles(
        &self,
        (problem, ansatz): (&Problem, &Ansatz),
        depths: &[usize],
        search: &SearchPlan,
        stopping: &Stopping,
    ) -> Result<Vec<Angles>> {
        if let Some(path) = &self.angles {
            return Ok(vec![angles_for(path, problem)?]);
        }
        let plan = search.for_problem(problem);
        let bar = self.talk.progress_bar(problem.qubits(), &plan);
        let stages = find_angles(ansatz, &plan, &|progress| {
            show_progress(&bar, progress);
            stopping.answer()
        })?;
        bar.finish_and_clear();
        activity::doing("compiling the circuit");
        let wanted = stages
            .into_iter()
            .filter(|stage| depths.contains(&stage.depth));
        Ok(wanted.map(|stage| stage.angles).collect())
    }

    /// Succeeds where `--circuit` has one circuit to write.
    ///
    /// # Errors
    /// If several depths are asked for: one file holds one circuit.
    fn check_circuit(&self, depths: usize) -> Result<()> {
        match (&self.circuit, depths) {
            (None, _) | (Some(_), 1) => Ok(()),
            (Some(_), depths) => Err(Error::argument(
                "--circuit",
                format!("{} are asked for", plural(depths as u64, "depth")),
                "ask for one depth, such as --depths 2",
            )),
        }
    }

    /// Each depth on the device, under a progress bar. Ctrl-C leaves the depths that are done.
    ///
    /// # Errors
    /// If a circuit does not fit on the device, or a state into memory.
    fn simulate(
        &self,
        subject: (&Problem, &Ansatz),
        angles: &[Angles],
        plan: &DevicePlan,
        stopping: &Stopping,
    ) -> Result<Vec<DeviceRecord>> {
        self.tell_time(subject, angles, plan)?;
        let bar = self.bar();
        let mut found = Vec::new();
        for angles in angles {
            bar.set_position(0);
            bar.set_message(format!("p = {}", angles.depth()));
            let step = |steps: usize| {
                if steps > 0 {
                    bar.set_length(steps as u64);
                    bar.inc(1);
                }
                stopping.answer()
            };
            if stopping.answer().is_break() {
                break;
            }
            match on_device(subject.0, subject.1, angles, plan, &step) {
                Err(error) if error.is_stop() => break,
                other => found.push(other?),
            }
        }
        bar.finish_and_clear();
        activity::doing("writing");
        Ok(found)
    }

    /// Says on standard error how long a density matrix will take, where that is long.
    fn tell_time(
        &self,
        subject: (&Problem, &Ansatz),
        angles: &[Angles],
        plan: &DevicePlan,
    ) -> Result<()> {
        if !self.exact || self.talk.quiet {
            return Ok(());
        }
        let time = density_time(subject.0, angles, plan)?;
        if time > LONG {
            let time = seconds(time);
            note(format_args!(
                "density matrix: about {time} on a quiet machine; without --exact, trajectories take seconds"
            ));
        }
        Ok(())
    }

    /// The bar over the trajectories of one depth, or over the operations on its density matrix.
    fn bar(&self) -> ProgressBar {
        let what = if self.exact {
            "density matrix"
        } else {
            "trajectories"
        };
        let template = "{prefix} {bar:30} {pos}/{len}  {elapsed}, {eta} left  {wide_msg}";
        self.talk.bar(template).with_prefix(what)
    }
}

/// Gates in order, [name, qubits, angles] with qubits of the device; what is measured; and the
/// outcomes' probabilities.
fn circuit_json(found: &DeviceRecord, device: &Device) -> Value {
    let Some(native) = &found.native else {
        return Value::Null;
    };
    let gates = native.gates().iter();
    let gates: Vec<_> = gates
        .map(|gate| json!([gate.name(), gate.qubits, gate.op.angles()]))
        .collect();
    let mut value = json!({
        "device": device.name,
        "qubits": native.qubits(),
        "gates": gates,
        "measured": native.measured(),
        "duration_us": found.duration_us,
    });
    if let Some(distribution) = &found.distribution {
        value["probabilities"] = json!(distribution);
    }
    value
}
