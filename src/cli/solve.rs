//! `ketboard solve`: the main job.

use super::common::{
    ModelOptions, NoSolution, SearchOptions, TalkOptions, print_json, show_progress,
};
use super::outcome;
use ketboard::Result;
use ketboard::classical::Limits;
use ketboard::experiment::draw_run;
use ketboard::files::{make_folder, write_whole};
use ketboard::pipeline::{Outcome, Problem, Truth, run as run_pipeline};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// The puzzle file
    file: PathBuf,
    #[command(flatten)]
    model: ModelOptions,
    #[command(flatten)]
    search: SearchOptions,
    /// Also write result.json, counts.json, and pictures of the likeliest boards and the optimizer's trace
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Leave the wall time out of the JSON, so that equal seeds give equal bytes
    #[arg(long, help_heading = "Output")]
    no_times: bool,
    #[command(flatten)]
    talk: TalkOptions,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let start = Instant::now();
    arguments.talk.use_threads()?;
    let plan = arguments.search.plan(arguments.search.depth)?;
    let problem = match arguments.model.prepare(&arguments.file)? {
        Ok(problem) => problem,
        Err(no_solution) => return Ok(no_solution.report(&arguments.talk)),
    };
    let truth = problem.truth(&Limits::default())?;
    if truth.complete && truth.boards.is_empty() {
        return Ok(NoSolution::from_search(&arguments.file).report(&arguments.talk));
    }
    if let Some(folder) = &arguments.out {
        make_folder(folder)?;
    }
    let bar = arguments.talk.progress_bar(
        (plan.settings.depth * plan.settings.starts) as u64,
        "angles",
    );
    let outcome = run_pipeline(&problem, &truth, &plan, &|progress| {
        show_progress(&bar, &progress)
    })?;
    bar.finish_and_clear();

    let mut json = outcome::as_json(&problem, &truth, &outcome, arguments.search.seed);
    if !arguments.no_times {
        json["wall_s"] = start.elapsed().as_secs_f64().into();
    }
    write_files(arguments, &problem, &truth, &outcome, &json)?;
    if arguments.talk.json {
        print_json(&json);
    } else if arguments.talk.quiet {
        for row in outcome
            .board()
            .map(|board| problem.puzzle.board(board))
            .unwrap_or_default()
        {
            println!("{row}");
        }
    } else {
        outcome::print(&problem, &truth, &outcome, &arguments.model.plan());
    }
    Ok(ExitCode::from(u8::from(outcome.board().is_none())))
}

fn write_files(
    arguments: &Arguments,
    problem: &Problem,
    truth: &Truth,
    outcome: &Outcome,
    json: &serde_json::Value,
) -> Result<()> {
    let Some(folder) = &arguments.out else {
        return Ok(());
    };
    write_whole(
        &folder.join("result.json"),
        format!("{json:#}\n").as_bytes(),
    )?;
    write_whole(
        &folder.join("counts.json"),
        format!("{}\n", outcome.counts.to_json()).as_bytes(),
    )?;
    draw_run(problem, truth, outcome, folder)?;
    Ok(())
}
