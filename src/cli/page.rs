//! What goes to standard output and standard error, and what happens where nobody reads it.
//!
//! A reader that has seen enough (`ketboard show F | head -1`) is no error; a full disk is one.

use super::activity;
use super::options::TalkOptions;
use crate::error::NoSolution;
use crate::files::write_output;
use crate::json::{extend, to_json};
use crate::{Error, Result};
use ketboard_puzzles::{CellMark, Puzzle};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::fmt::{Display, Write as _};
use std::io::{self, ErrorKind, Write as _};
use std::path::Path;
use std::process::ExitCode;

/// Columns that a line of a long list may take.
const WIDTH: usize = 100;

/// Text for standard output, line by line and printed at once.
#[derive(Debug, Default)]
pub(crate) struct PrintedPage(String);

impl PrintedPage {
    /// Adds a line; line breaks at its ends are blank lines. It may hold names from a file: their
    /// control characters are written out, so that they change no terminal and make no lines.
    pub(crate) fn line(&mut self, line: impl Display) {
        let line = line.to_string();
        let (begin, text) = line.split_at(line.len() - line.trim_start_matches('\n').len());
        let (text, end) = text.split_at(text.trim_end_matches('\n').len());
        self.drawing(format_args!("{begin}{}{end}", escaped(text)));
    }

    /// Adds `Qubits: x0 = r1c1, x1 = r1c2` over as many lines as it takes, those after the first
    /// indented; nothing where the list is empty.
    pub(crate) fn listed(&mut self, title: &str, items: &[Value]) {
        let mut line = title.to_owned();
        let mut items = items.iter().filter_map(Value::as_str).peekable();
        while let Some(item) = items.next() {
            let comma = if items.peek().is_some() { "," } else { "" };
            if line.chars().count() + item.chars().count() + 2 > WIDTH {
                self.line(std::mem::replace(&mut line, " ".to_owned()));
            }
            line += &format!(" {item}{comma}");
        }
        if line != title {
            self.line(line);
        }
    }

    /// Adds rows in columns below their heads: the first to the left, the others to the right.
    pub(crate) fn table(&mut self, heads: Vec<String>, rows: impl Iterator<Item = Vec<String>>) {
        let rows: Vec<Vec<String>> = std::iter::once(heads).chain(rows).collect();
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
        let widths: Vec<usize> = (0..rows[0].len()).filter_map(width).collect();
        for row in &rows {
            let mut line = format!("{:width$}", row[0], width = widths[0]);
            for (cell, width) in row.iter().zip(&widths).skip(1) {
                line += &format!("  {cell:>width$}");
            }
            self.line(line.trim_end());
        }
    }

    /// The page so far.
    pub(crate) fn text(&self) -> String {
        self.0.trim_end().to_owned()
    }

    /// Adds what the program has drawn: colors and line breaks are its own.
    pub(crate) fn drawing(&mut self, drawing: impl Display) {
        writeln!(self.0, "{drawing}").expect("a string takes any text");
    }

    /// Prints the page; colors only where they are shown.
    ///
    /// # Errors
    /// If standard output cannot be written.
    pub(crate) fn print(self) -> Result<()> {
        activity::rest();
        let mut out = anstream::stdout().lock();
        finished(out.write_all(self.0.as_bytes()).and_then(|()| out.flush()))
    }
}

/// Prints one JSON object on one line; a number that was not computed is absent in it.
///
/// # Errors
/// As [`PrintedPage::print`].
pub(crate) fn print_json(value: &impl Serialize) -> Result<()> {
    print_bytes(format!("{}\n", to_json(value)).as_bytes())
}

/// Prints a file's content as it is.
///
/// # Errors
/// As [`PrintedPage::print`].
fn print_bytes(bytes: &[u8]) -> Result<()> {
    activity::rest();
    let mut out = io::stdout().lock();
    finished(out.write_all(bytes).and_then(|()| out.flush()))
}

/// Says on standard error what went wrong.
pub(crate) fn complain(message: impl Display) {
    let style = anstyle::AnsiColor::Red.on_default().bold();
    say(format_args!(
        "{style}error:{style:#} {}",
        in_one_line(&message.to_string())
    ));
}

/// Prints the help that was asked for, or what clap says of a wrong command line; as long as what
/// was given has no control characters, in color.
pub(crate) fn bad_usage(error: &clap::Error) -> ExitCode {
    let text = error.render().to_string();
    let lines: Vec<String> = text.lines().map(in_one_line).collect();
    if lines.join("\n") == text.trim_end() {
        // As for a page: a reader that has seen enough is no error.
        error.print().ok();
    } else {
        lines.iter().for_each(say);
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// Says a line on standard error.
pub(crate) fn note(line: impl Display) {
    say(in_one_line(&line.to_string()));
}

/// What was found, once what does not count of it was said on standard error.
pub(crate) fn said<T>((found, notes): (T, Vec<String>)) -> T {
    notes.iter().for_each(note);
    found
}

/// Writes a line to standard error beside whatever the terminal shows.
fn say(line: impl Display) {
    // Where not even standard error can be written, the exit status still says it.
    activity::beside(|| {
        writeln!(anstream::stderr(), "{line}").ok();
    });
}

/// A text with its line breaks and other control characters written out.
fn escaped(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') {
            line.extend(c.escape_default())
        } else {
            line.push(c)
        }
    }
    line
}

/// A message as one line, its middle left out where it is long: what a user gave may be shown
/// again.
fn in_one_line(text: &str) -> String {
    let line = escaped(text);
    let length = line.chars().count();
    if length <= LONGEST {
        return line;
    }
    let mut kept = line.chars();
    let begin: String = kept.by_ref().take(LONGEST * 2 / 3).collect();
    let end: String = kept.skip(length - LONGEST).collect();
    format!("{begin} … {end}")
}

/// Characters of a message that are shown: more than any list of names has.
const LONGEST: usize = 1500;

/// What has become of a text for standard output. A reader that has gone, such as `head`, is no
/// error.
fn finished(written: io::Result<()>) -> Result<()> {
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Error::write("standard output", error))
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Reports it: the object where JSON is asked for, the reason, and its steps unless quiet.
pub(crate) fn report_no_solution(found: &NoSolution, talk: &TalkOptions) {
    if talk.json {
        let mut record = json!({"status": "no_solution", "solutions": 0});
        extend(&mut record, found);
        record["version"] = env!("CARGO_PKG_VERSION").into();
        // the exit status says the same where nobody reads it
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
        talk.tell(&self.about, None, |_| ())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_is_broken_between_items() {
        let items: Vec<Value> = (0..40).map(|k| format!("x{k} = r1c{k}").into()).collect();
        let mut page = PrintedPage::default();
        page.listed("Qubits:", &items);
        let lines: Vec<&str> = page.0.lines().collect();
        assert!(lines.len() > 3);
        assert!(lines.iter().all(|line| line.chars().count() <= WIDTH));
        let again = lines.join("\n").replace("\n ", "");
        let items: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
        assert_eq!(again, format!("Qubits: {}", items.join(", ")));
    }
}
