//! `ketboard solve`: the main job.

use super::activity;
use super::options::{DepthOption, RunOptions, TalkOptions, show_progress};
use super::outcome;
use super::page::{PrintedPage, note, print_json};
use super::pictures::PictureOptions;
use super::stopping::{Stopping, stopped};
use super::subject::{opened, source};
use crate::Result;
use crate::experiment::{SolveRecord, draw_run};
use crate::files::{check_folder, fill_folder, write_whole};
use crate::pipeline::{Judge, Outcome, Problem, run as run_pipeline};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

#[derive(clap::Args, Debug)]
#[command(
    after_long_help = "Exit status 1: the puzzle has no solution, or no sample solves it (try a larger --depth). 130: Ctrl-C stopped the \
                  search for angles, and the result is that of the angles found until there. At angles of your own: ketboard evaluate."
)]
pub(crate) struct SolveArguments {
    /// The puzzle file, or a model in any format that `ketboard qubo` writes, whose solutions are
    /// its exact ground states
    file: PathBuf,
    #[command(flatten)]
    settings: RunOptions,
    #[command(flatten)]
    depth: DepthOption,
    /// Also write result.json, counts.json, and pictures of the likeliest boards and the
    /// optimizer's trace
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Leave the wall time out of the JSON, so that equal seeds give equal bytes
    #[arg(long, help_heading = "Output", hide_short_help = true)]
    no_times: bool,
    #[command(flatten)]
    pictures: PictureOptions,
    #[command(flatten)]
    talk: TalkOptions,
}

/// Runs `ketboard solve`: reduces, encodes, finds angles, samples, and checks the boards; exit
/// status 1 where no sample obeys the rules.
pub(crate) fn run(arguments: &SolveArguments) -> Result<ExitCode> {
    arguments
        .pictures
        .check(arguments.out.is_some(), "give `out`, too")?;
    let start = Instant::now();
    let talk = &arguments.talk;
    talk.use_threads()?;
    let settings = arguments.settings.read()?;
    let plan = settings.search(arguments.depth.depth)?;
    let problem = opened(&settings, source(&arguments.file)?)?;
    if problem.judge == Judge::Energy {
        problem.needs_qubits("circuit")?;
        problem.needs_all_solutions()?;
    }
    if let Some(folder) = &arguments.out {
        check_folder(folder)?;
    }
    let bar = talk.progress_bar(problem.qubits(), &plan);
    let stopping = Stopping::listen();
    let outcome = run_pipeline(&problem, &plan, &|progress| {
        show_progress(&bar, progress);
        stopping.answer()
    })?;
    bar.finish_and_clear();
    talk.note_idle_ranks();
    activity::doing("sampling and judging");
    drop(stopping);

    let record = SolveRecord {
        wall_s: (!arguments.no_times).then(|| start.elapsed().as_secs_f64()),
        stopped: outcome.stopped.then_some(true),
        ..outcome::record(&problem, &outcome, &plan)
    };
    if let Some(folder) = &arguments.out {
        write_files((folder, &arguments.pictures), &problem, &outcome, &record)?;
    }
    if talk.json {
        print_json(&record)?;
    } else if talk.quiet {
        bare_board(&problem, &outcome).print()?;
    } else {
        outcome::page(&problem, &outcome, &plan).print()?;
    }
    if outcome.stopped {
        note(format_args!(
            "stopped at depth {} of {}: this is what was found until there",
            outcome.stages.len(),
            plan.settings.depth
        ));
        return Ok(stopped());
    }
    Ok(ExitCode::from(u8::from(outcome.board().is_none())))
}

/// The board that was found, one row a line; of a model the values of its variables.
fn bare_board(problem: &Problem, outcome: &Outcome) -> PrintedPage {
    let mut page = PrintedPage::default();
    for row in outcome
        .board()
        .into_iter()
        .flat_map(|board| problem.puzzle.board(board))
    {
        page.line(row);
    }
    page
}

/// Fills the folder of `--out`: the record, the counts, and the pictures of the run.
fn write_files(
    (folder, pictures): (&Path, &PictureOptions),
    problem: &Problem,
    outcome: &Outcome,
    record: &SolveRecord,
) -> Result<()> {
    let counts = problem.counts_json(&outcome.counts);
    fill_folder(folder, |folder| {
        write_whole(
            &folder.join("result.json"),
            format!("{:#}\n", serde_json::json!(record)).as_bytes(),
        )?;
        write_whole(
            &folder.join("counts.json"),
            format!("{counts}\n").as_bytes(),
        )?;
        draw_run(problem, outcome, folder)?;
        pictures.apply(folder)
    })
    .map(drop)
}
