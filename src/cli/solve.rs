//! `ketboard solve`: the main job, at angles that it searches for or at those that are given.

use super::activity;
use super::angles::GivenAngles;
use super::options::{DepthOption, RunOptions, TalkOptions, show_progress};
use super::outcome;
use super::page::{PrintedPage, note, print_json};
use super::pictures::PictureOptions;
use super::stopping::{Stopping, stopped};
use super::subject::{prepared, source};
use crate::Result;
use crate::experiment::{SolveRecord, draw_run};
use crate::files::{check_folder, fill_folder, write_output, write_whole};
use crate::pipeline::{Outcome, Problem, SearchPlan, evaluate, run as run_pipeline};
use ketboard_circuits::Bitstring;
use ketboard_qaoa::{Purpose, State};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

#[derive(clap::Args, Debug)]
#[command(
    after_long_help = "Exit status 1: the puzzle has no solution, or no sample solves it (try a larger --depth). 130: Ctrl-C stopped the \
                  search for angles, and the result is that of the angles found until there. At given angles: 0.\n\n\
                  Angles: numbers in radians, pi/2, -3pi/8, 0.25*pi; or a ramp 0..0.8:4, a straight line from 0 to 0.8 at the midpoints \
                  of 4 layers (0.1,0.3,0.5,0.7). With --ansatz per-rule or multi-angle the order is by group (or qubit), then by layer, \
                  as --json names the groups; a ramp serves every group. The terms of multi-angle are products of 0/1 variables."
)]
pub(crate) struct SolveArguments {
    /// A puzzle file, or a model in any format that `ketboard export` writes, whose solutions are
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
    #[command(flatten)]
    talk: TalkOptions,
}

/// Of a deep circuit so many layers are measured, as each is simulated from the start.
const SHOWN: usize = 100;

/// Runs `ketboard solve`: reduces, encodes, finds angles or takes them, samples, and checks the
/// boards; exit status 1 where no sample of a search obeys the rules.
pub(crate) fn run(arguments: &SolveArguments) -> Result<ExitCode> {
    arguments
        .pictures
        .check(arguments.out.is_some(), "give `out`, too")?;
    let start = Instant::now();
    let talk = &arguments.talk;
    talk.use_threads()?;
    let mut settings = arguments.settings.read()?;
    settings.ansatz = arguments.given.ansatz(settings.ansatz)?;
    let plan = settings.search(arguments.depth.depth)?;
    let is_given = arguments.given.is_some();
    let mut problem = prepared(&settings, source(&arguments.file)?)?;
    if is_given {
        problem.purpose = Purpose::Evaluation;
    }
    if is_given || problem.is_model() {
        problem.needs_qubits("circuit")?;
    }
    activity::doing("searching for all boards that obey the rules");
    let problem = problem.solved()?;
    let (outcome, norm) = if is_given {
        let (outcome, state) = arguments.at_given_angles(&problem, &plan)?;
        (outcome, Some(state.norm()))
    } else {
        (arguments.searched(&problem, &plan)?, None)
    };
    let seconds = start.elapsed().as_secs_f64();
    let is_timed = !arguments.no_times && !is_given;
    let record = outcome::record(&problem, &outcome, &plan)
        .with("wall_s", is_timed.then_some(seconds))
        .with("stopped", outcome.stopped.then_some(true))
        .with("n", norm.map(|_| problem.qubits()))
        .with("norm", norm);
    if let Some(folder) = &arguments.out {
        arguments.write_files(folder, &problem, &outcome, &record)?;
    }
    if talk.json {
        print_json(&record)?;
    } else if talk.quiet {
        in_short(&problem, &outcome, is_given).print()?;
    } else {
        outcome::page(&problem, &outcome, &plan).print()?;
    }
    if outcome.stopped {
        note(format_args!(
            "stopped at depth {} of {}; this is the result so far",
            outcome.stages.len(),
            plan.settings.depth
        ));
        return Ok(stopped());
    }
    let has_failed = !is_given && outcome.board().is_none();
    Ok(ExitCode::from(u8::from(has_failed)))
}

impl SolveArguments {
    /// The run at the angles that a search finds.
    fn searched(&self, problem: &Problem, plan: &SearchPlan) -> Result<Outcome> {
        if problem.is_model() {
            problem.needs_all_solutions()?;
        }
        if let Some(folder) = &self.out {
            check_folder(folder)?;
        }
        let bar = self.talk.progress_bar(problem.qubits(), plan);
        let stopping = Stopping::listen();
        let outcome = run_pipeline(problem, plan, &|progress| {
            show_progress(&bar, progress);
            stopping.answer()
        })?;
        bar.finish_and_clear();
        self.talk.note_idle_ranks();
        activity::doing("sampling and judging");
        Ok(outcome)
    }

    /// The run at given angles, layer by layer, with its last state.
    fn at_given_angles(&self, problem: &Problem, plan: &SearchPlan) -> Result<(Outcome, State)> {
        let (angles, depth) = self.given.angles(problem, plan.ansatz)?;
        activity::doing("running the circuit layer by layer");
        let step = depth.div_ceil(SHOWN).max(1);
        let found = evaluate(problem, plan, &angles, step)?;
        self.talk.note_idle_ranks();
        if let Some(path) = &self.probs {
            write_probabilities(path, problem, &found.1)?;
        }
        Ok(found)
    }

    /// Fills the folder of `--out`: the record, the counts, and the pictures of the run.
    fn write_files(
        &self,
        folder: &Path,
        problem: &Problem,
        outcome: &Outcome,
        record: &SolveRecord,
    ) -> Result<()> {
        let counts = problem.counts_json(&outcome.counts);
        let record = format!("{:#}\n", serde_json::json!(record));
        fill_folder(folder, |folder| {
            write_whole(&folder.join("result.json"), record.as_bytes())?;
            let counts = format!("{counts}\n");
            write_whole(&folder.join("counts.json"), counts.as_bytes())?;
            draw_run(problem, outcome, folder)?;
            self.pictures.apply(folder)
        })
        .map(drop)
    }
}

/// The board that was found, one row a line, of a model the values of its variables; at given
/// angles the success probability.
fn in_short(problem: &Problem, outcome: &Outcome, is_given: bool) -> PrintedPage {
    let mut page = PrintedPage::default();
    if is_given {
        let success = outcome.metrics.success_probability;
        page.line(success.map_or_else(|| "-".to_owned(), |p| p.to_string()));
    } else if let Some(board) = outcome.board() {
        page.drawing(problem.puzzle.board(board).join("\n"));
    }
    page
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
