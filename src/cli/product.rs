//! A text that a command makes: to a file, to standard output, or inside a JSON object.

use super::options::TalkOptions;
use super::page::{PrintedPage, print_bytes, print_json};
use crate::Result;
use crate::files::write_output;
use ketboard_puzzles::{CellMark, Puzzle};
use serde_json::{Map, Value};
use std::path::Path;
use std::process::ExitCode;

/// A finished text and what is to be said of it.
#[derive(Debug)]
pub(crate) struct FinishedText {
    /// The text.
    pub(crate) text: Vec<u8>,
    /// What it is, in a few words: `13 qubits`.
    pub(crate) summary: String,
    /// What it is, for programs.
    pub(crate) about: Value,
}

impl FinishedText {
    /// Writes it to `output`; prints it where there is none, with `--json` as an object of JSON,
    /// unless it is one.
    ///
    /// # Errors
    /// If it cannot be written; then nothing is.
    pub(crate) fn deliver(mut self, output: Option<&Path>, talk: &TalkOptions) -> Result<ExitCode> {
        if let Some(path) = output {
            write_output(path, &self.text)?;
            self.about["file"] = path.display().to_string().into();
            return talk.tell(&self.about, None, |page| {
                page.line(format_args!("wrote {}: {}", path.display(), self.summary));
            });
        }
        let is_json = || serde_json::from_slice::<Map<String, Value>>(&self.text).is_ok();
        if !talk.json || is_json() {
            print_bytes(&self.text)?;
            return Ok(ExitCode::SUCCESS);
        }
        self.about["text"] = String::from_utf8_lossy(&self.text).into();
        print_json(&self.about)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Makes a puzzle file, and draws it where it went to a file.
///
/// # Errors
/// As [`FinishedText::deliver`].
pub(crate) fn deliver_puzzle(
    file: FinishedText,
    puzzle: &Puzzle,
    output: Option<&Path>,
    talk: &TalkOptions,
) -> Result<ExitCode> {
    file.deliver(output, talk)?;
    let mut page = PrintedPage::default();
    if output.is_some() && talk.prints() {
        page.board(puzzle, |_| CellMark::Open);
    }
    page.print()?;
    Ok(ExitCode::SUCCESS)
}
