//! `ketboard solve`: the main job, at angles that it searches for or at those that are given.

use super::activity;
use super::angles::GivenAngles;
use super::options::{DepthOption, RunOptions, TalkOptions};
use super::page::note;
use super::pictures::PictureOptions;
use super::show::warning_if_any;
use super::stopping::stopped;
use super::subject::{prepared, source};
use crate::Result;
use crate::experiment::draw_run;
use crate::files::{check_folder, write_output, write_whole};
use crate::json::to_json;
use crate::pipeline::{Problem, evaluate, run as run_pipeline};
use ketboard_circuits::Bitstring;
use ketboard_qaoa::{State, memory::Purpose, search::Callback};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

#[derive(clap::Args, Debug)]
pub(crate) struct SolveArguments {
    /// A puzzle file, or a model as `ketboard export --to json` writes it, whose solutions are
    /// its exact ground states
    file: PathBuf,
    #[command(flatten)]
    given: GivenAngles,
    #[command(flatten)]
    settings: RunOptions,
    #[command(flatten)]
    depth: DepthOption,
    /// Also write result.json, counts.json, and pictures of the likeliest boards and the
    /// optimizer's trace
    #[arg(
        long,
        value_name = "DIR",
        help_heading = "Output",
        conflicts_with = "GivenAngles"
    )]
    out: Option<PathBuf>,
    /// Also write the probability of every basis state as JSON, at given angles
    #[arg(
        long,
        value_name = "OUT.json",
        help_heading = "Output",
        requires = "GivenAngles",
        hide_short_help = true
    )]
    probs: Option<PathBuf>,
    /// Leave the wall time out of the JSON, so that equal seeds give equal bytes
    #[arg(long, help_heading = "Output", hide_short_help = true)]
    no_times: bool,
    #[command(flatten)]
    pictures: PictureOptions,
}

/// Of a deep circuit so many layers are measured, as each is simulated from the start.
const SHOWN: usize = 100;

/// Runs `ketboard solve`: reduces, encodes, finds angles or takes them, samples, and checks the
/// boards; exit status 1 where no sample of a search obeys the rules.
pub(crate) fn run(arguments: &SolveArguments, talk: &TalkOptions) -> Result<ExitCode> {
    let (start, given) = (Instant::now(), &arguments.given);
    let settings = &arguments.settings.0;
    let plan = settings.search(arguments.depth.depth)?;
    let layout = arguments.pictures.layout();
    let mut problem = prepared(settings, source(&arguments.file)?)?;
    if given.is_some() {
        problem.purpose = Purpose::Evaluation;
    }
    if given.is_some() || problem.is_model {
        problem.needs_qubits("circuit")?;
    }
    activity::doing("searching for all boards that obey the rules");
    let problem = problem.solved()?;
    let mut outcome = if given.is_some() {
        let (angles, depth) = given.angles(&problem, plan.ansatz)?;
        activity::doing("running the circuit layer by layer");
        let step = depth.div_ceil(SHOWN).max(1);
        let (mut outcome, state) = evaluate(&problem, &plan, &angles, step)?;
        if let Some(path) = &arguments.probs {
            write_probabilities(path, &problem, &state)?;
        }
        let found = &mut outcome.record.found;
        (found.n, found.norm) = (Some(problem.qubits()), Some(state.norm()));
        outcome
    } else {
        if problem.is_model {
            problem.needs_all_solutions()?;
        }
        if let Some(folder) = &arguments.out {
            check_folder(folder)?;
        }
        let search = |callback: Callback<'_>| run_pipeline(&problem, &plan, callback);
        talk.search(&problem, &plan, search)?
    };
    talk.note_idle_ranks();
    let found = &mut outcome.record.found;
    found.warning = warning_if_any(&problem, outcome.rule_broken_at_lowest_energy);
    if !arguments.no_times && !given.is_some() {
        found.wall_s = Some(start.elapsed().as_secs_f64());
    }
    let record = to_json(&outcome.record);
    if let Some(folder) = &arguments.out {
        arguments.pictures.fill(folder, |folder| {
            let counts = problem.counts_json(&outcome.counts);
            let (result, counts) = (format!("{record:#}\n"), format!("{counts}\n"));
            write_whole(&folder.join("result.json"), result.as_bytes())?;
            write_whole(&folder.join("counts.json"), counts.as_bytes())?;
            draw_run(&problem, &outcome, folder, layout)
        })?;
    }
    let bare = if given.is_some() {
        let success = outcome.record.metrics.success_probability;
        Some(success.map_or("-".to_owned(), |p| p.to_string()))
    } else {
        outcome
            .record
            .found
            .board
            .as_ref()
            .map(|board| board.join("\n"))
    };
    talk.tell(&record, bare, |page| page.run(&problem, &outcome))?;
    if outcome.record.found.stopped.is_some() {
        let (done, depth) = (outcome.stages.len(), plan.settings.depth);
        note(format_args!(
            "stopped at depth {done} of {depth}; this is the result so far"
        ));
        return Ok(stopped());
    }
    let has_failed = !given.is_some() && outcome.board().is_none();
    Ok(ExitCode::from(u8::from(has_failed)))
}

/// Writes {bitstring: probability}, in which character k of the bitstring is qubit k.
fn write_probabilities(path: &Path, problem: &Problem, state: &State) -> Result<()> {
    /// Characters of a line beside its bits.
    const BESIDE_THE_BITS: usize = 40;
    let line = problem.qubits() + BESIDE_THE_BITS;
    state.check_list(8 + line)?;
    let mut text = String::with_capacity(state.states() * line);
    text.push('{');
    for (index, probability) in (0..).zip(state.probabilities()) {
        let separator = if index == 0 { "" } else { "," };
        let bits = Bitstring::from_iter(problem.bits(index));
        let value = serde_json::Value::from(probability);
        text.push_str(&format!("{separator}\n\"{bits}\": {value}"));
    }
    text.push_str("\n}\n");
    write_output(path, text.as_bytes())
}
