//! A text that a command makes: to a file, to standard output, or inside a JSON object.

use super::options::TalkOptions;
use super::page::{PrintedPage, print_bytes, print_json};
use crate::Result;
use crate::files::write_output;
use serde_json::{Map, Value};
use std::path::Path;

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
    /// Writes it to `output`, or prints it where there is none.
    ///
    /// # Errors
    /// If it cannot be written; then nothing is.
    pub(crate) fn deliver(self, output: Option<&Path>, talk: &TalkOptions) -> Result<()> {
        let Some(path) = output else {
            return self.print(talk);
        };
        write_output(path, &self.text)?;
        if talk.json {
            print_json(&self.object("file", path.display().to_string()))
        } else if talk.quiet {
            Ok(())
        } else {
            let mut page = PrintedPage::default();
            page.line(format_args!("wrote {}: {}", path.display(), self.summary));
            page.print()
        }
    }

    /// Prints the text; with `--json` as an object of JSON, unless it is one.
    fn print(self, talk: &TalkOptions) -> Result<()> {
        let is_json = || serde_json::from_slice::<Map<String, Value>>(&self.text).is_ok();
        if !talk.json || is_json() {
            return print_bytes(&self.text);
        }
        let text = String::from_utf8_lossy(&self.text).into_owned();
        print_json(&self.object("text", text))
    }

    /// What is to be said of the text, with one more key.
    fn object(mut self, key: &str, value: String) -> Value {
        self.about[key] = value.into();
        self.about
    }
}
