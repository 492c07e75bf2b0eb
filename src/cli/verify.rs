//! `ketboard verify`: records of a sweep, run again from what they hold and compared byte by byte,
//! else number by number.

use super::flags::in_reason;
use super::options::TalkOptions;
use super::page::{PrintedPage, note, print_json};
use super::stopping::{Stopping, stopped};
use super::words::plural;
use crate::Result;
use crate::lab::{Mistake, SweepEvent, TOLERANCE, Verification, WrongRecord, verify};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
#[command(
    after_long_help = "Each record is run again from its own input and setting alone. It comes out byte for byte; or, where another \
                  processor rounds otherwise, with the same numbers within 1e-9 (times their size, where that is above 1); or \
                  different. A search may go another way on another processor: its record is then different, and told to be right \
                  at its own angles. The lines are compared with plan.json, and summary.csv with the lines.\n\n\
                  Exit status 0: all come out, byte for byte or with the same numbers, and the files belong together; 1: not so."
)]
pub(crate) struct VerifyArguments {
    /// A folder that `ketboard sweep` filled
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    #[command(flatten)]
    talk: TalkOptions,
}

/// Runs `ketboard verify`: runs every record again and compares; exit status 1 where one differs.
pub(crate) fn run(arguments: &VerifyArguments) -> Result<ExitCode> {
    arguments.talk.use_threads()?;
    let bar = arguments
        .talk
        .bar("verify {bar:30} {pos}/{len}  {elapsed}, about {eta} left  {wide_msg}");
    let stopping = Stopping::listen();
    let found = verify(&arguments.folder, &|heard| {
        match heard {
            SweepEvent::Begins { units, .. } => bar.set_length(units),
            SweepEvent::Done { run } => {
                bar.inc(1);
                bar.set_message(run.to_owned());
            }
            SweepEvent::Searching { .. }
            | SweepEvent::Searched { .. }
            | SweepEvent::Mended { .. } => {}
        }
        stopping.answer()
    })?;
    bar.finish_and_clear();
    if arguments.talk.json {
        print_json(&as_json(&found))?;
    } else {
        page(&found, arguments.talk.quiet).print()?;
    }
    if found.stopped {
        note("stopped: the other records were not run again");
        return Ok(stopped());
    }
    Ok(ExitCode::from(u8::from(!found.holds())))
}

/// How many records that do not come out are told one by one.
const MOST_SHOWN: usize = 20;

/// What the command prints: what differs, line by line, and how many records come out as they were.
fn page(found: &Verification, quiet: bool) -> PrintedPage {
    let mut page = PrintedPage::default();
    for astray in &found.astray {
        page.line(format_args!("{}: {}", astray.file, astray.what));
    }
    for wrong in found.wrong.iter().take(MOST_SHOWN) {
        page.line(line(wrong));
    }
    let hidden = found.wrong.len().saturating_sub(MOST_SHOWN);
    if hidden > 0 {
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
    let records = plural(found.records as u64, "record");
    let different = found.checked - found.same - found.close;
    let verdict = match (found.close, different) {
        (0, 0) if found.stopped => "these come out byte for byte".to_owned(),
        (0, 0) => "all come out byte for byte".to_owned(),
        _ => format!(
            "{} byte for byte, {} with the same numbers within {TOLERANCE:e}, {different} different",
            found.same, found.close
        ),
    };
    page.line(format_args!(
        "{} of {records} run again: {verdict}",
        found.checked
    ));
    if found.close > 0 {
        let farthest = &found.farthest;
        page.line(format_args!(
            "largest differences of the same numbers: P(success) {:.1e}, ⟨C⟩ {:.1e}, angles {:.1e}",
            farthest.success_probability, farthest.expectation, farthest.angles
        ));
    }
    if !found.wrong.is_empty() {
        page.line("the records do not stand as they were made");
    } else if !found.holds() {
        page.line("the records stand as they were made, and the files beside them do not");
    }
    page
}

/// The line of a record that does not come out: where it stands, and what is wrong with it.
fn line(wrong: &WrongRecord) -> String {
    let run = wrong.run.as_deref().unwrap_or("no run");
    let what = match &wrong.what {
        Mistake::Differs(found) => {
            format!(
                "{} is {}, and comes out as {}",
                found.key, found.left, found.right
            )
        }
        Mistake::Parted(found) => format!(
            "{} is {}, and comes out as {}: the search parts ways here, and the record is right at its own angles",
            found.key, found.left, found.right
        ),
        Mistake::Other(reason) => in_reason(reason),
    };
    format!("line {}, {run}: {what}", wrong.line)
}

/// What `--json` prints: all that differs, with both values.
fn as_json(found: &Verification) -> Value {
    let wrong = found.wrong.iter().map(|wrong| {
        let mut json = json!({"line": wrong.line});
        if let Some(run) = &wrong.run {
            json["run"] = run.as_str().into();
        }
        match &wrong.what {
            Mistake::Differs(found) | Mistake::Parted(found) => {
                json["key"] = found.key.as_str().into();
                json["recorded"] = found.left.as_str().into();
                json["computed"] = found.right.as_str().into();
                if matches!(wrong.what, Mistake::Parted(_)) {
                    json["search_parted"] = true.into();
                }
            }
            Mistake::Other(reason) => json["reason"] = in_reason(reason).into(),
        }
        json
    });
    let wrong: Vec<Value> = wrong.collect();
    let astray = found.astray.iter();
    let files = astray.map(|astray| json!({"file": astray.file, "reason": astray.what}));
    let files: Vec<Value> = files.collect();
    let mut json = json!({
        "records": found.records,
        "checked": found.checked,
        "same": found.same,
        "close": found.close,
        "different": found.checked - found.same - found.close,
        "wrong": wrong,
        "missing": found.missing,
        "files": files,
        "instructions": found.instructions,
    });
    if !found.made_with.is_empty() {
        json["made_with"] = json!(found.made_with);
    }
    if found.close > 0 {
        json["largest_differences"] = json!({
            "success_probability": found.farthest.success_probability,
            "expectation": found.farthest.expectation,
            "angles": found.farthest.angles,
        });
    }
    json
}
