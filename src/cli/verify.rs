//! `ketboard verify`: the records of a folder, run again and compared.

use super::facts::list;
use super::flags::in_reason;
use super::options::TalkOptions;
use super::page::{PrintedPage, note};
use super::stopping::stopped;
use crate::Result;
use crate::lab::{RunListener, verify};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct VerifyArguments {
    /// A folder that `ketboard sweep` filled
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Runs `ketboard verify`; exit status 1 where a record does not come out.
pub(crate) fn run(arguments: &VerifyArguments, talk: &TalkOptions) -> Result<ExitCode> {
    let again = |listener: RunListener<'_>| verify(&arguments.folder, listener);
    let mut found = talk.watch("verify", 1, again)?;
    for wrong in &mut found.wrong {
        wrong.reason = in_reason(&wrong.reason);
    }
    let record = json!(found);
    let mut wrong = PrintedPage::default();
    wrong.wrong(&record);
    let bare = Some(wrong.text()).filter(|wrong| !wrong.is_empty());
    talk.tell(&record, bare, |page| {
        page.facts(&record, FACTS);
        page.wrong(&record);
    })?;
    if found.stopped {
        note("stopped: the other records were not run again");
        return Ok(stopped());
    }
    Ok(ExitCode::from(u8::from(!found.holds)))
}

/// What is printed of all records.
const FACTS: &str = "records checked same close different largest_difference";

impl PrintedPage {
    /// Adds the records that are not as they were made.
    fn wrong(&mut self, record: &Value) {
        /// Wrong records that are printed.
        const MOST_SHOWN: usize = 20;
        let wrong = list(record, "wrong");
        for one in wrong.iter().take(MOST_SHOWN) {
            let differs = match one["search_differs"].as_bool() {
                Some(true) => {
                    ": the search ends elsewhere here, and the record is right at its own angles"
                }
                _ => "",
            };
            let run = one["run"].as_str();
            let run = run.map_or(String::new(), |run| format!(", {run}"));
            let reason = one["reason"].as_str().unwrap_or_default();
            self.line(format_args!("line {}{run}: {reason}{differs}", one["line"]));
        }
        self.more(wrong.len().saturating_sub(MOST_SHOWN));
    }
}
