//! `ketboard bench`: times of this machine for a model.

use super::angles::GivenAngles;
use super::options::{DEEPEST, TalkOptions, named, within};
use super::page::PrintedPage;
use crate::Result;
use crate::files::{read_text, shown_name};
use crate::pipeline::{Problem, Source};
use crate::settings::{AnsatzKind, Settings};
use ketboard_puzzles::ModelFile;
use ketboard_qaoa::{Angles, Ansatz, Objective, Precision, memory::Purpose, ranks};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

#[derive(clap::Args, Debug)]
pub(crate) struct BenchArguments {
    /// The model, as `ketboard export --to json` writes it
    model: PathBuf,
    /// Number of layers of the ramp that is timed where no angles are given
    #[arg(long = "layers", value_name = "P", default_value = "10", value_parser = within::<1, DEEPEST>)]
    depth: usize,
    #[command(flatten)]
    given: GivenAngles,
    /// Number of timings whose median is given; more are steadier
    #[arg(long, value_name = "N", default_value = "5", value_parser = within::<1, 1000>)]
    runs: usize,
    /// Precision of the amplitudes: f64, or f32 (half the memory)
    #[arg(long, default_value = "f64", hide_short_help = true, value_parser = named(PRECISIONS))]
    precision: Precision,
}

/// The precisions by their names.
const PRECISIONS: [(&str, Precision); 2] = [("f64", Precision::F64), ("f32", Precision::F32)];

/// Short evaluations are repeated until a sample lasts this long.
const SAMPLE: Duration = Duration::from_millis(200);

/// Runs `ketboard bench`: times an evaluation, one without layers, and a gradient.
pub(crate) fn run(arguments: &BenchArguments, talk: &TalkOptions) -> Result<ExitCode> {
    let runs = arguments.runs;
    let name = shown_name(&arguments.model);
    let model = ModelFile::parse(&read_text(&arguments.model)?, &name)?;
    let mut problem = Problem::new(Source::of_energies(model, &name), &Settings::default())?;
    problem.purpose = Purpose::Evaluation;
    // the time of a layer does not depend on the angles
    let angles = if arguments.given.is_some() {
        arguments.given.angles(&problem, AnsatzKind::Standard)?.0
    } else {
        Angles::ramp(arguments.depth, 0.08, 0.6)
    };
    // three medians: of an evaluation, of none of its layers, of a gradient
    let bar = talk.bar("timings", 3 * runs);
    let row = measure(&problem, &angles, (runs, arguments.precision), &|| {
        bar.inc(1)
    })?;
    bar.finish_and_clear();
    let mut page = PrintedPage::default();
    page.whole(&row);
    talk.tell(&row, Some(page.text()), |out| out.drawing(page.text()))
}

/// The times in seconds and the bytes for each amplitude, under the names of `bench --json`. Times
/// are medians over `runs` samples; `sampled` is called after each sample.
///
/// # Errors
/// If the state does not fit into memory.
fn measure(
    problem: &Problem,
    angles: &Angles,
    (runs, precision): (usize, Precision),
    sampled: &dyn Fn(),
) -> Result<Value> {
    let base = resident_peak();
    let start = Instant::now();
    let cost = problem.energies(precision)?;
    let precompute = start.elapsed().as_secs_f64();
    let ranks = cost.ranks();
    let states = (cost.states() / ranks) as f64;
    let per_amplitude = |peak: Option<f64>| Some((peak? - base?) / states);

    forget_peak();
    let ansatz = Ansatz::new(cost).with_precision(precision);
    ansatz.check_memory(Purpose::TwoStates)?;
    let mut evaluator = ansatz.evaluator()?;
    let before = ranks::exchanged_bytes();
    let expectation = evaluator.value(Objective::Expectation, angles);
    let sent = ranks::exchanged_bytes() - before;
    let objective = median(runs, sampled, || {
        evaluator.value(Objective::Expectation, angles)
    });
    let zero_layers = median(runs, sampled, || {
        evaluator.value(Objective::Expectation, &Angles::default())
    });
    let bytes = per_amplitude(resident_peak());
    let mut derivatives = Angles::default();
    let gradient = median(runs, sampled, || {
        evaluator.value_and_gradient(Objective::Expectation, angles, &mut derivatives)
    });
    let gradient_bytes = per_amplitude(resident_peak());

    let shared = (ranks > 1).then_some(ranks as f64);
    let depth = angles.depth();
    let layers = depth.max(1) as f64;
    Ok(json!({
        "n": problem.qubits(),
        "p": depth,
        "precision": if precision == Precision::F64 { "f64" } else { "f32" },
        "threads": rayon::current_num_threads(),
        "precompute_s": precompute,
        "zero_layers_s": zero_layers,
        "objective_s": objective,
        "per_layer_s": (objective - zero_layers) / layers,
        "gradient_s": gradient,
        "expectation": expectation,
        "ranks": shared,
        "sent_bytes_per_layer": shared.map(|_| sent as f64 / layers),
        "bytes_per_amp": bytes,
        "gradient_bytes_per_amp": gradient_bytes,
    }))
}

/// The median duration of one call over `runs` samples, each long enough to be measured; `sampled`
/// hears of each.
fn median(runs: usize, sampled: &dyn Fn(), mut call: impl FnMut() -> f64) -> f64 {
    let start = Instant::now();
    std::hint::black_box(call());
    let once = start.elapsed().max(Duration::from_nanos(1));
    let repeats = (SAMPLE.as_secs_f64() / once.as_secs_f64())
        .ceil()
        .clamp(1.0, 1e7) as u32;
    let samples = (0..runs).map(|_| {
        let start = Instant::now();
        for _ in 0..repeats {
            std::hint::black_box(call());
        }
        let sample = start.elapsed().as_secs_f64() / f64::from(repeats);
        sampled();
        sample
    });
    ketboard_circuits::quantile(samples, 0.5).expect("there is a run at least")
}

/// The process's peak resident memory in bytes, where the system says it.
fn resident_peak() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kibibytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes * 1024.0)
}

/// Lets the peak start anew from what is resident now; where the system refuses, the peak stays an
/// upper bound.
fn forget_peak() {
    let _refused = std::fs::write("/proc/self/clear_refs", "5").is_err();
}
