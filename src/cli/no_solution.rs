//! A puzzle without a solution, as commands report it: the JSON status if asked for, the reason and
//! its steps on standard error.

use super::page::{complain, note, print_json};
use crate::Result;
use crate::error::NoSolution;
use serde::Serialize;
use std::sync::OnceLock;

/// Whether the command at hand prints JSON, and whether it is quiet.
static TALK: OnceLock<(bool, bool)> = OnceLock::new();

/// What `--json` prints of a puzzle that has no solution.
#[derive(Serialize)]
struct NoSolutionRecord<'f> {
    status: &'static str,
    solutions: usize,
    #[serde(flatten)]
    found: &'f NoSolution,
    version: &'static str,
}

/// Remembers how the command talks.
pub(crate) fn talk(json: bool, quiet: bool) {
    TALK.get_or_init(|| (json, quiet));
}

/// Reports it.
///
/// # Errors
/// If standard output cannot be written.
pub(crate) fn report(found: &NoSolution) -> Result<()> {
    if TALK.get().is_some_and(|(json, _)| *json) {
        print_json(&NoSolutionRecord {
            status: "no_solution",
            solutions: 0,
            found,
            version: env!("CARGO_PKG_VERSION"),
        })?;
    }
    explain(found);
    Ok(())
}

/// The reason and, unless quiet, the steps on standard error.
pub(crate) fn explain(found: &NoSolution) {
    complain(found);
    if !TALK.get().is_some_and(|(_, quiet)| *quiet) {
        for step in &found.steps {
            note(format_args!("  {step}"));
        }
    }
}
