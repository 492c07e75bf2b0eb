//! `ketboard device`: what to expect of a puzzle's circuit on a quantum computer.

use super::activity;
use super::angles::AnglesFile;
use super::flags::in_reason;
use super::hardware::{GOALS, backend, pulses};
use super::number::{depths, named, within};
use super::options::{SearchOptions, TalkOptions, needs_standard_ansatz, show_progress};
use super::page::{PrintedPage, note, print_json};
use super::pictures::PictureOptions;
use super::registers::summary as space;
use super::stopping::{Stopping, stopped};
use super::subject::{opened, source, success_of_a_model};
use super::words::{plural, probability, seconds};
use crate::experiment::{device_report, peak, write_device};
use crate::files::{check_folder, check_target, fill_folder, write_output};
use crate::pipeline::{
    DevicePlan, DeviceRecord, Prediction, Problem, SearchPlan, density_time, find_angles, on_device,
};
use crate::settings::AnsatzKind;
use crate::{Error, Result};
use ketboard_circuits::{CompileGoal, CompileSettings, Device, FEWEST_TRAJECTORIES};
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
    /// The puzzle file, or a model in any format that `ketboard export` writes
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
        value_parser = named(&GOALS),
        value_name = "GOAL",
        default_value = "fidelity",
        hide_short_help = true
    )]
    optimize: CompileGoal,
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

/// What runs on a device: the problem, and its ansatz.
type Subject<'s> = (&'s Problem, &'s Ansatz);

/// Runs `ketboard device`: the circuit at each depth, compiled for the device and under its noise.
pub(crate) fn run(arguments: &DeviceArguments) -> Result<ExitCode> {
    /// The depths where none are asked for.
    const DEPTHS: &str = "1..6";
    let (out, talk) = (&arguments.out, &arguments.talk);
    arguments.pictures.check(out.is_some(), "give `out`, too")?;
    talk.use_threads()?;
    let settings = arguments.settings.read()?;
    needs_standard_ansatz(&settings, "device")?;
    let plan = arguments.plan(settings.seed)?;
    let depths = depths(arguments.depths.as_deref().unwrap_or(DEPTHS))?;
    let search = settings.search(depths.iter().copied().max().unwrap_or(1))?;
    let problem = opened(&settings, source(&arguments.file)?)?;
    problem.needs_qubits("circuit")?;
    plan.check(&problem)?;
    out.as_ref().map_or(Ok(()), |folder| check_folder(folder))?;
    arguments
        .circuit
        .as_ref()
        .map_or(Ok(()), |path| check_target(path))?;
    let ansatz = problem.ansatz()?;
    let subject = (&problem, &ansatz);
    let stopping = Stopping::listen();
    let angles = arguments.angles(subject, &depths, &search, &stopping)?;
    if arguments.circuit.is_some() && angles.len() != 1 && stopping.answer().is_continue() {
        let found = format!("{} are asked for", plural(angles.len() as u64, "depth"));
        let remedy = "ask for one depth, such as --depths 2";
        return Err(Error::argument("--circuit", found, remedy));
    }
    let records = arguments.simulate(subject, &angles, &plan, &stopping)?;
    let is_stopped = stopping.answer().is_break();
    drop(stopping);
    if is_stopped && records.is_empty() {
        return Err(Error::STOPPED);
    }
    let folder = out.as_ref().filter(|_| !is_stopped);
    if let Some(folder) = folder {
        fill_folder(folder, |folder| {
            write_device(&problem, &plan, &records, folder)?;
            arguments.pictures.apply(folder)
        })?;
    }
    if let (Some(path), [found], false) = (&arguments.circuit, &records[..], is_stopped) {
        let text = circuit_json(found, &plan.device).to_string() + "\n";
        write_output(path, text.as_bytes())?;
    }
    if talk.json {
        print_json(&device_report(&plan.device, &records))?;
    } else {
        let mut page = PrintedPage::default();
        if !talk.quiet {
            add_subject(&mut page, &problem, &plan.device);
        }
        page.table(!talk.quiet, &HEADS, records.iter().map(row));
        if !talk.quiet {
            add_times(&mut page, &records);
            let mut left_out = records.iter().map(|one| one.not_simulated.as_deref());
            let left_out = left_out.find_map(|reason| reason);
            arguments.add_remarks(&mut page, &records, left_out);
        }
        if let Some(folder) = folder.filter(|_| !talk.quiet) {
            page.line(format_args!(
                "wrote device.jsonl, device.csv, device.svg and device.png to {}",
                folder.display()
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

impl DeviceArguments {
    /// The device, how circuits are compiled for it, and how its noise is found.
    fn plan(&self, seed: u64) -> Result<DevicePlan> {
        Ok(DevicePlan {
            device: backend(&self.backend)?,
            compile: CompileSettings {
                goal: self.optimize,
                method: None,
                pulses: pulses(self.fractional),
                seed,
            },
            prediction: match (self.estimate, self.exact) {
                (true, _) => Prediction::Estimate,
                (_, true) => Prediction::Density,
                (false, false) => Prediction::Trajectories {
                    trajectories: self.trajectories,
                    seed,
                },
            },
        })
    }

    /// The angles of the file, or of each depth by a search.
    fn angles(
        &self,
        (problem, ansatz): Subject<'_>,
        depths: &[usize],
        search: &SearchPlan,
        stopping: &Stopping,
    ) -> Result<Vec<Angles>> {
        if let Some(path) = &self.angles {
            let angles = AnglesFile::read(path)?.on(problem, AnsatzKind::Standard)?;
            return Ok(vec![angles]);
        }
        let plan = search.for_problem(problem);
        let bar = self.talk.progress_bar(problem.qubits(), &plan);
        let stages = find_angles(ansatz, &plan, &|progress| {
            show_progress(&bar, progress);
            stopping.answer()
        })?;
        bar.finish_and_clear();
        activity::doing("compiling the circuit");
        let wanted = stages.into_iter();
        let wanted = wanted.filter(|stage| depths.contains(&stage.depth));
        Ok(wanted.map(|stage| stage.angles).collect())
    }

    /// The circuit at each of the angles, under noise, until it is stopped.
    fn simulate(
        &self,
        subject: Subject<'_>,
        angles: &[Angles],
        plan: &DevicePlan,
        stopping: &Stopping,
    ) -> Result<Vec<DeviceRecord>> {
        /// Seconds after which a density matrix is said to take long.
        const LONG: f64 = 10.0;
        if self.exact && !self.talk.quiet {
            let time = density_time(subject.0, angles, plan)?;
            if time > LONG {
                let time = seconds(time);
                note(format_args!(
                    "density matrix: about {time} on a quiet machine; without --exact, trajectories take seconds"
                ));
            }
        }
        let what = if self.exact {
            "density matrix"
        } else {
            "trajectories"
        };
        let template = "{prefix} {bar:30} {pos}/{len}  {elapsed}, {eta} left  {wide_msg}";
        let bar = self.talk.bar(template).with_prefix(what);
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

    /// Adds what the columns are, and the best depth.
    fn add_remarks(
        &self,
        page: &mut PrintedPage,
        records: &[DeviceRecord],
        left_out: Option<&str>,
    ) {
        let Some((first, best)) = records.first().zip(peak(records)) else {
            return;
        };
        let random = probability(first.random_success_probability);
        let bits = first
            .random_bits_success_probability
            .map_or(String::new(), |bits| {
                let bits = probability(bits);
                format!(
                    " in the space of the registers; {bits} of random bits, which noise tends to"
                )
            });
        page.line(format_args!("\nrandom guess: {random}{bits}"));
        let estimate = "estimate: F·ideal + (1 − F)·random, F the fidelity";
        page.line(match (left_out, first.trajectories) {
            (Some(reason), _) => format!("{estimate}; not simulated: {}", in_reason(reason)),
            (None, Some(0)) => "with noise: no noise strikes this circuit".to_owned(),
            (None, Some(count)) => format!("with noise: {count} trajectories, 95 % interval"),
            (None, None) if self.exact => "with noise: density matrix, exact".to_owned(),
            (None, None) => format!("{estimate}; leave --estimate out to simulate"),
        });
        if records.len() < 2 {
            return;
        }
        let rivals: Vec<String> = best.rivals.iter().map(ToString::to_string).collect();
        let rivals = match rivals.join(", ") {
            none if none.is_empty() => none,
            list => format!(" (the intervals of p = {list} overlap with it)"),
        };
        page.line(format_args!(
            "best on the device: p = {}{rivals}",
            best.depth
        ));
        if records.iter().all(|record| record.depth <= best.depth) {
            page.line(format_args!(
                "p = {} was the largest depth tested",
                best.depth
            ));
        }
    }
}

/// Adds the device and what runs on it.
fn add_subject(page: &mut PrintedPage, problem: &Problem, device: &Device) {
    let of = plural(device.qubits as u64, "qubit");
    let (name, about, qubits) = (&device.name, &device.about, problem.qubits());
    page.line(format_args!(
        "{name} ({about}, {of}); the model has {qubits}"
    ));
    page.line(format_args!("calibration: {}", device.source));
    if let Some(success) = success_of_a_model(problem) {
        page.line(success);
    }
    if let Some(known) = &problem.registers {
        page.line(format_args!("Registers: {}", space(problem, known)));
    }
    page.line("");
}

/// The columns of the table.
const HEADS: [&str; 8] = [
    "p",
    "2q gates",
    "2q depth",
    "duration",
    "fidelity",
    "ideal",
    "estimate",
    "with noise",
];

fn row(record: &DeviceRecord) -> Vec<String> {
    let interval = record.noisy_success_interval;
    let simulated = record.noisy_success_probability.zip(interval);
    let with_noise = match simulated {
        None => "not simulated".to_owned(),
        Some((value, (low, high))) if low == high => probability(value),
        Some((value, (low, high))) => {
            let [value, low, high] = [value, low, high].map(probability);
            format!("{value} ({low} to {high})")
        }
    };
    vec![
        record.depth.to_string(),
        record.two_qubit_gates.to_string(),
        record.two_qubit_depth.to_string(),
        seconds(record.duration_us * 1e-6),
        probability(record.estimated_fidelity),
        probability(record.success_probability),
        probability(record.estimated_success_probability),
        with_noise,
    ]
}

/// Adds how long it takes until a solution was seen, where the device's times are known.
fn add_times(page: &mut PrintedPage, records: &[DeviceRecord]) {
    let time = |time: Option<f64>| time.map_or_else(|| "never".to_owned(), seconds);
    let with_noise = |record: &DeviceRecord| {
        let interval = record.noisy_seconds_to_99_interval;
        match record.noisy_seconds_to_99.zip(interval) {
            None if record.noisy_success_probability.is_none() => "not simulated".to_owned(),
            None => "never".to_owned(),
            Some((value, (low, Some(high)))) if low == high => seconds(value),
            Some((value, (low, Some(high)))) => {
                format!("{} ({} to {})", seconds(value), seconds(low), seconds(high))
            }
            Some((value, (low, None))) => format!("{} ({} or more)", seconds(value), seconds(low)),
        }
    };
    let rows = records.iter().filter_map(|record| {
        Some(vec![
            record.depth.to_string(),
            seconds(record.seconds_per_shot?),
            time(record.seconds_to_99),
            time(record.estimated_seconds_to_99),
            with_noise(record),
        ])
    });
    let rows: Vec<Vec<String>> = rows.collect();
    if !rows.is_empty() {
        page.line(
            "\ntime until a solution was seen with 99 %, readout included, resets and queues not:",
        );
        page.table(
            true,
            &["p", "a shot", "ideal", "estimate", "with noise"],
            rows,
        );
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
