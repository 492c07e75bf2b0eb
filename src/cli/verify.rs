//! `ketboard verify`: the records of a folder, run again and compared.

use super::flags::in_reason;
use super::options::TalkOptions;
use super::page::{PrintedPage, note};
use super::stopping::{Stopping, stopped};
use crate::Result;
use crate::lab::{SweepEvent, verify};
use serde_json::{Value, json};
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
}

/// Runs `ketboard verify`; exit status 1 where a record does not come out.
pub(crate) fn run(arguments: &VerifyArguments, talk: &TalkOptions) -> Result<ExitCode> {
    let bar = talk.bar("verify", 0);
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
    let reasons = found
        .wrong
        .iter_mut()
        .filter_map(|wrong| wrong.reason.as_mut());
    reasons.for_each(|reason| *reason = in_reason(reason));
    let record = json!(found);
    let mut wrong = PrintedPage::default();
    wrong.wrong(&record);
    talk.tell(
        &record,
        Some(wrong.text()).filter(|wrong| !wrong.is_empty()),
        |page| {
            page.facts(&record, &FACTS);
            page.facts(&record["largest_differences"], &DIFFERENCES);
            if !found.made_with.is_empty() && found.made_with != [&*found.instructions] {
                page.facts(
                    &record,
                    &[
                        ("made with", "made_with"),
                        ("run again with", "instructions"),
                    ],
                );
                page.line("Other last digits are to be expected.");
            }
            page.wrong(&record);
        },
    )?;
    if found.stopped {
        note("stopped: the other records were not run again");
        return Ok(stopped());
    }
    Ok(ExitCode::from(u8::from(!found.holds())))
}

/// What is told of all records.
const FACTS: [(&str, &str); 5] = [
    ("records", "records"),
    ("run again", "checked"),
    ("identical", "same"),
    ("the same within 1e-9", "close"),
    ("different", "different"),
];

/// How far apart the numbers of records are that are the same within that.
const DIFFERENCES: [(&str, &str); 3] = [
    ("largest in P(success)", "success_probability"),
    ("in ⟨C⟩", "expectation"),
    ("in angles", "angles"),
];

impl PrintedPage {
    /// Adds the files and records that are not as they were made.
    fn wrong(&mut self, record: &Value) {
        /// Wrong records that are told.
        const MOST_SHOWN: usize = 20;
        let list = |key: &str| record[key].as_array().map_or(&[][..], Vec::as_slice);
        self.records(list("files"), &[("file", "file"), ("is wrong", "reason")]);
        let wrong = list("wrong");
        for one in wrong.iter().take(MOST_SHOWN) {
            let run = one["run"].as_str().unwrap_or("no run");
            self.line(format_args!("line {}, {run}:", one["line"]));
            self.facts(
                one,
                &[
                    ("  is wrong", "reason"),
                    ("  number", "key"),
                    ("  recorded", "recorded"),
                    ("  computed", "computed"),
                    ("  the search parted", "search_parted"),
                ],
            );
        }
        if wrong.len() > MOST_SHOWN {
            let hidden = wrong.len() - MOST_SHOWN;
            self.line(format_args!("and {hidden} more; --json lists all"));
        }
    }
}
