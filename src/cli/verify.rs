//! `ketboard verify`: the records of a folder, run again and compared.

use super::flags::in_reason;
use super::options::TalkOptions;
use super::page::{PrintedPage, note, print_json};
use super::stopping::{Stopping, stopped};
use super::words::plural;
use crate::Result;
use crate::lab::{SweepEvent, TOLERANCE, Verification, verify};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
#[command(
    after_long_help = "Each record is run again from its own input and setting alone. It comes out byte for byte; or, where another \
                  processor rounds otherwise, with the same numbers within 1e-9 (times their size, where that is above 1); or \
                  different. On another processor a search may end elsewhere; its numbers are then checked at its own angles. The \
                  lines are compared with plan.json, and summary.csv with the lines.\n\n\
                  Exit status 0: all come out, byte for byte or with the same numbers, and the files belong together; 1: not so."
)]
pub(crate) struct VerifyArguments {
    /// A folder that `ketboard sweep` filled
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    #[command(flatten)]
    talk: TalkOptions,
}

/// Runs `ketboard verify`; exit status 1 where a record does not come out.
pub(crate) fn run(arguments: &VerifyArguments) -> Result<ExitCode> {
    let talk = &arguments.talk;
    talk.use_threads()?;
    let bar = talk.bar("verify {bar:30} {pos}/{len}  {elapsed}, about {eta} left  {wide_msg}");
    let stopping = Stopping::listen();
    let mut found = verify(&arguments.folder, &|event| {
        match event {
            SweepEvent::Begins { units } => bar.set_length(units),
            SweepEvent::Done { run } => {
                bar.inc(1);
                bar.set_message(run.to_owned());
            }
            SweepEvent::Searched { .. } | SweepEvent::Mended { .. } => {}
        }
        stopping.answer()
    })?;
    bar.finish_and_clear();
    for wrong in &mut found.wrong {
        wrong.reason = in_reason(&wrong.reason);
    }
    if talk.json {
        print_json(&found)?;
    } else {
        page(&found, talk.quiet).print()?;
    }
    if found.stopped {
        note("stopped: the other records were not run again");
        return Ok(stopped());
    }
    Ok(ExitCode::from(u8::from(!found.holds())))
}

/// What was found, for people; of a quiet command what is wrong.
fn page(found: &Verification, quiet: bool) -> PrintedPage {
    /// Wrong records that are told.
    const MOST_SHOWN: usize = 20;
    let mut page = PrintedPage::default();
    for wrong in &found.files {
        page.line(format_args!("{}: {}", wrong.file, wrong.reason));
    }
    for wrong in found.wrong.iter().take(MOST_SHOWN) {
        let run = wrong.run.as_deref().unwrap_or("no run");
        let parted = match wrong.search_parted {
            true => ": the search ends elsewhere here, and the record is right at its own angles",
            false => "",
        };
        page.line(format_args!(
            "line {}, {run}: {}{parted}",
            wrong.line, wrong.reason
        ));
    }
    if found.wrong.len() > MOST_SHOWN {
        let hidden = found.wrong.len() - MOST_SHOWN;
        page.line(format_args!("and {hidden} more; --json lists all"));
    }
    if quiet {
        return page;
    }
    if !found.made_with.is_empty() && found.made_with != [&*found.instructions] {
        page.line(format_args!(
            "made with {}, run again with {}: other last digits are to be expected",
            found.made_with.join(" and "),
            found.instructions
        ));
    }
    let verdict = match (found.close, found.different) {
        (0, 0) => "identical".to_owned(),
        (close, different) => format!(
            "{} identical, {close} with the same numbers within {TOLERANCE:e}, {different} different",
            found.same
        ),
    };
    let records = plural(found.records as u64, "record");
    page.line(format_args!(
        "{} of {records} re-run: {verdict}",
        found.checked
    ));
    if let Some(farthest) = found.largest_difference {
        page.line(format_args!(
            "the same numbers are at most {farthest:.1e} apart"
        ));
    }
    if !found.wrong.is_empty() {
        page.line("records were changed, or come out otherwise here");
    } else if !found.holds() {
        page.line("the records are as they were made, and the files beside them are not");
    }
    page
}
