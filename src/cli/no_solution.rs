//! A puzzle without a solution, as commands report it: the JSON status if asked for, the reason and
//! its steps on standard error.

use super::options::TalkOptions;
use super::page::{complain, note, print_json};
use crate::error::NoSolution;
use crate::json::extend;
use serde_json::json;

/// Reports it: the object where JSON is asked for, the reason, and its steps unless quiet.
pub(crate) fn report(found: &NoSolution, talk: &TalkOptions) {
    if talk.json {
        let mut record = json!({"status": "no_solution", "solutions": 0});
        extend(&mut record, found);
        record["version"] = env!("CARGO_PKG_VERSION").into();
        // the exit status tells the same where nobody reads it
        print_json(&record).ok();
    }
    explain(found, talk);
}

/// The reason and, unless quiet, the steps on standard error.
pub(crate) fn explain(found: &NoSolution, talk: &TalkOptions) {
    complain(found);
    for step in found.steps.iter().filter(|_| !talk.quiet) {
        note(format_args!("  {step}"));
    }
}
