//! `ketboard device`: what to expect of a puzzle's circuit on a quantum computer.

use super::activity;
use super::angles::angles_of;
use super::flags::in_reason;
use super::hardware::{backend, goals};
use super::options::{Depths, SearchOptions, TalkOptions, depths, named, within};
use super::page::{PrintedPage, note};
use super::pictures::PictureOptions;
use super::stopping::{self, Stopping, stopped};
use super::subject::{opened, source};
use crate::experiment::{device_circuit, device_report, write_device};
use crate::files::{check_folder, check_target, write_output};
use crate::pipeline::{
    DevicePlan, DeviceRecord, Prediction, Problem, Record, evaluate, on_device, run_to,
};
use crate::{Error, Result};
use ketboard_circuits::{CompileGoal, TrajectoryPlan};
use ketboard_qaoa::search::Callback;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct DeviceArguments {
    /// The puzzle file, or a model as `ketboard export --to json` writes it
    ///
    /// The solutions of a model are its exact ground states.
    file: PathBuf,
    /// The device: torino, fez, boston, miami, sherbrooke, forte, or a .json file of the day's
    /// calibration
    ///
    /// The file is an object of qubits, couplings, errors, times and relaxation. The Python package
    /// makes it of what Qiskit and Amazon Braket say, examples/hardware/calibration.py of what IBM
    /// and IonQ say. Placement and prediction use the rates of every qubit and coupling where a
    /// file has them.
    #[arg(long, value_name = "NAME", visible_alias = "calibration")]
    backend: String,
    /// Depths p: 1..6 (both ends included), or a list such as 1,2,4
    #[arg(long, value_name = "DEPTHS", allow_hyphen_values = true, conflicts_with = "angles", default_value = "1..6", value_parser = depths)]
    depths: Depths,
    /// Angles from any JSON with "gammas" and "betas", such as what solve --json wrote; only their
    /// depth is run [default: optimize now]
    #[arg(long, value_name = "RESULT.json", hide_short_help = true)]
    angles: Option<PathBuf>,
    /// What the compiler optimizes
    #[arg(long, value_parser = named(goals()), value_name = "GOAL", default_value = "fidelity", hide_short_help = true)]
    optimize: CompileGoal,
    /// Use gates of any angle where the device has them beside its basis: rx and rzz on IBM Heron
    #[arg(long, hide_short_help = true)]
    fractional: bool,
    /// Number of quantum trajectories; the interval shrinks as 1/√N
    /// [default: 1000, fewer beyond 16 qubits]
    #[arg(long, value_name = "N", value_parser = within::<{ TrajectoryPlan::FEWEST }, 10_000_000>, conflicts_with_all = ["estimate", "exact"], hide_short_help = true)]
    trajectories: Option<usize>,
    /// Only the quick estimate F·ideal + (1 − F)·random, F the product of all fidelities
    #[arg(long, conflicts_with = "exact")]
    estimate: bool,
    /// The density matrix instead of trajectories: no interval; for at most 12 qubits
    #[arg(long, hide_short_help = true)]
    exact: bool,
    /// File for the native circuit of the largest depth and, with --exact, the probabilities of all
    /// outcomes under noise
    #[arg(long, value_name = "OUT.json", help_heading = "Output")]
    circuit: Option<PathBuf>,
    /// Folder for the records and a plot of success against depth
    ///
    /// The files are device.jsonl and the plot with and without noise.
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: Option<PathBuf>,
    #[command(flatten)]
    settings: SearchOptions,
    #[command(flatten)]
    pictures: PictureOptions,
}

/// Runs `ketboard device`: the circuit at each depth, compiled for the device and under its noise.
pub(crate) fn run(arguments: &DeviceArguments, talk: &TalkOptions) -> Result<ExitCode> {
    let (settings, wanted) = (&arguments.settings.0, &arguments.depths);
    let plan = arguments.plan(settings.seed)?;
    let search = settings.search(wanted.iter().copied().max().unwrap_or(1))?;
    let problem = opened(settings, source(&arguments.file)?)?;
    problem.needs_qubits("circuit")?;
    plan.check(&problem)?;
    arguments.out.as_deref().map_or(Ok(()), check_folder)?;
    arguments.circuit.as_deref().map_or(Ok(()), check_target)?;
    let runs = match &arguments.angles {
        Some(path) => {
            let angles = angles_of(path, &problem, search.ansatz)?;
            vec![
                evaluate(&problem, &search, &angles, angles.depth())?
                    .0
                    .record,
            ]
        }
        None => {
            let find = |callback: Callback<'_>| run_to(&problem, &search, wanted, callback);
            talk.search(&problem, &search, find)?
        }
    };
    let records = simulate(&problem, runs, &plan, talk)?;
    let is_stopped = stopping::is_asked();
    let Some(last) = records.last() else {
        return Err(Error::STOPPED);
    };
    let folder = arguments.out.as_ref().filter(|_| !is_stopped);
    if let Some(folder) = folder {
        let layout = arguments.pictures.layout();
        let write = |folder: &Path| write_device(&problem, &plan, &records, folder, layout);
        arguments.pictures.fill(folder, write)?;
    }
    if let Some(path) = arguments.circuit.as_ref().filter(|_| !is_stopped) {
        write_output(path, device_circuit(last).as_bytes())?;
    }
    let report = device_report(&plan.device, &records);
    let mut table = PrintedPage::default();
    table.records(&report["records"], COLUMNS);
    talk.tell(&report, Some(table.text()), |page| {
        page.problem(&problem);
        page.facts(&report, "device about source");
        page.line("");
        page.drawing(table.text());
        page.line("\nestimate: F·ideal + (1 − F)·random, F the fidelity");
        if let Some(reason) = &last.not_simulated {
            page.line(format_args!("not simulated: {}", in_reason(reason)));
        }
        page.facts(&report["records"][0], OF_ALL);
        page.facts(&report, "peak_depth peak_rivals");
        if let Some(folder) = folder {
            let folder = folder.display();
            page.line(format_args!("wrote device.jsonl and the plot to {folder}"));
        }
    })?;
    if is_stopped {
        note("stopped: depths that were not simulated are left out, and no file is written");
        return Ok(stopped());
    }
    Ok(ExitCode::SUCCESS)
}

/// The columns of the table. The last ones are times to see a solution with 99 %.
const COLUMNS: &str = "depth two_qubit_gates two_qubit_depth duration_us estimated_fidelity success_probability estimated_success_probability noisy_success_probability seconds_to_99 estimated_seconds_to_99 noisy_seconds_to_99";

/// What is the same at all depths.
const OF_ALL: &str = "random_success_probability random_bits_success_probability trajectories";

impl DeviceArguments {
    /// The device, how circuits are compiled for it, and how its noise is found.
    fn plan(&self, seed: u64) -> Result<DevicePlan> {
        let mut plan = DevicePlan::usual(backend(&self.backend)?, seed);
        (plan.compile.goal, plan.compile.fractional) = (self.optimize, self.fractional);
        plan.prediction = match (self.estimate, self.exact) {
            (true, _) => Prediction::Estimate,
            (_, true) => Prediction::Density,
            (false, false) => Prediction::Trajectories(self.trajectories),
        };
        Ok(plan)
    }
}

/// The circuit of each run, under noise, until it is stopped.
fn simulate(
    problem: &Problem,
    runs: Vec<Record>,
    plan: &DevicePlan,
    talk: &TalkOptions,
) -> Result<Vec<DeviceRecord>> {
    let (bar, stopping) = (talk.bar("noise", 0), Stopping::listen());
    let mut found = Vec::new();
    for run in runs {
        bar.reset();
        bar.set_message(format!("p = {}", run.depth));
        let step = |steps: usize| {
            if steps > 0 {
                bar.set_length(steps as u64);
                bar.inc(1);
            }
            stopping.answer()
        };
        match on_device(problem, run, plan, &step) {
            Err(error) if error.is_stop() => break,
            other => found.push(other?),
        }
    }
    bar.finish_and_clear();
    activity::doing("writing");
    Ok(found)
}
