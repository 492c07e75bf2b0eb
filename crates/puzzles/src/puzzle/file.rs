//! Puzzle files: TOML whose every value remembers its line.
//!
//! A [`Document`] is one file; a [`Section`] is a table in it (the whole file, `[region_counts]`,
//! one `[[region]]`); a [`DocumentValue`] is what stands behind one key, with typed getters. Each
//! getter's error is one line: file, line, what was found, what would be right. Nothing here knows
//! a rule of a puzzle.

mod text_grid;
mod value;

pub(crate) use text_grid::{MAX_SIDE, TextGrid};
pub use value::DocumentValue;

use crate::error::{Error, Result};
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// A TOML file with the positions of everything in it.
///
/// ```
/// use ketboard_puzzles::Document;
///
/// let document = Document::parse("family = 'queens'\nsize = 'six'", "mine.toml")?;
/// let size = document.root().require("size", "add `size`")?;
/// let error = size.integer("a number of rows").unwrap_err();
/// assert_eq!(error.to_string(), "mine.toml:2: `size` is 'six'; `size` is a number of rows");
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Debug)]
pub struct Document<'a> {
    file: &'a str,
    text: &'a str,
    /// Where the lines after the first begin.
    breaks: Vec<usize>,
    table: DeTable<'a>,
}

/// A table of a [`Document`].
///
/// ```
/// use ketboard_puzzles::Document;
///
/// let document = Document::parse("[region_counts]\nA = 2\nB = 1", "mine.toml")?;
/// let counts = document.root().require("region_counts", "add [region_counts]")?.section()?;
/// assert_eq!(counts.require("A", "add `A`")?.integer("a count")?, 2);
/// assert!(counts.refuse_unknown(&["A", "C"]).is_err()); // B is no region of this board
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Section<'a> {
    document: &'a Document<'a>,
    name: &'a str,
    line: Option<usize>,
    table: &'a DeTable<'a>,
}

impl<'a> Document<'a> {
    /// The document in `text`; `file` is its name in messages.
    ///
    /// # Errors
    /// Text that is not TOML: the line and the parser's reason.
    pub fn parse(text: &'a str, file: &'a str) -> Result<Self> {
        let breaks: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
        let table = DeTable::parse(text).map_err(|error| {
            let line = error.span().map(|span| line_at(&breaks, span.start));
            let reason = error.message().replace('\n', " ");
            let remedy = "a line is `key = value`, `[table]` or `# comment` (toml.io)";
            Error::input(file, line, format!("invalid TOML: {reason}"), remedy)
        })?;
        Ok(Self {
            file,
            text,
            table: table.into_inner(),
            breaks,
        })
    }

    /// The file's name as the user wrote it.
    pub(crate) fn file(&self) -> &'a str {
        self.file
    }

    /// The keys outside all tables. A key missing there is reported at the line of `family`.
    pub fn root(&'a self) -> Section<'a> {
        let family = self.table.get_key_value("family");
        let line = family.map_or(1, |(key, _)| self.line(&key.span()));
        Section {
            document: self,
            name: "",
            line: Some(line),
            table: &self.table,
        }
    }

    /// An [`Error::Input`] of this file.
    pub fn error(
        &self,
        line: Option<usize>,
        found: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Error {
        Error::input(self.file, line, found, remedy)
    }

    fn line(&self, span: &Range<usize>) -> usize {
        line_at(&self.breaks, span.start)
    }

    fn source(&self, span: &Range<usize>) -> &'a str {
        self.text.get(span.clone()).unwrap_or("")
    }
}

impl<'a> Section<'a> {
    /// The document it stands in.
    pub(crate) fn document(&self) -> &'a Document<'a> {
        self.document
    }

    /// The value of `key`, if the section has it.
    pub fn get(&self, key: &str) -> Option<DocumentValue<'a>> {
        let (key, node) = self.table.get_key_value(key)?;
        Some(DocumentValue::new(self.document, key, node))
    }

    /// The value of `key`.
    ///
    /// # Errors
    /// A section without it, answered with `remedy`.
    pub fn require(&self, key: &str, remedy: &str) -> Result<DocumentValue<'a>> {
        self.get(key)
            .ok_or_else(|| self.wrong(format!("found no `{key}`{}", self.place()), remedy))
    }

    /// All values, sorted by key.
    pub fn values(&self) -> impl Iterator<Item = DocumentValue<'a>> + use<'a> {
        let document = self.document;
        self.table
            .iter()
            .map(move |(key, node)| DocumentValue::new(document, key, node))
    }

    /// Checks that every key is one of `known`.
    ///
    /// # Errors
    /// The first key that is not, with the nearest one that is.
    pub fn refuse_unknown(&self, known: &[&str]) -> Result<()> {
        let unknown = self.values().filter(|value| !known.contains(&value.key()));
        let Some(value) = unknown.min_by_key(DocumentValue::line) else {
            return Ok(());
        };
        let found = format!("unknown key `{}`{}", value.key(), self.place());
        let near = nearest(value.key(), known.iter().copied()).unwrap_or_default();
        Err(value.wrong(
            found,
            format!("did you mean `{near}`? known are {}", known.join(", ")),
        ))
    }

    /// An error at the section's line.
    pub fn wrong(&self, found: impl Into<String>, remedy: impl Into<String>) -> Error {
        self.document.error(self.line, found, remedy)
    }

    fn new(
        document: &'a Document<'a>,
        name: &'a str,
        node: &'a toml::Spanned<DeValue<'a>>,
    ) -> Option<Self> {
        let table = node.get_ref().as_table()?;
        Some(Self {
            document,
            name,
            line: Some(document.line(&node.span())),
            table,
        })
    }

    fn place(&self) -> String {
        if self.name.is_empty() {
            String::new()
        } else {
            format!(" in `{}`", self.name)
        }
    }
}

/// The candidate most like `word`, by Damerau–Levenshtein distance; case does not matter.
pub(crate) fn nearest<'c>(
    word: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<&'c str> {
    let word = word.to_lowercase();
    let distance = |known: &&str| strsim::damerau_levenshtein(&word, &known.to_lowercase());
    candidates.into_iter().min_by_key(distance)
}

/// The line of a byte of a text whose later lines begin at `breaks`, from 1.
fn line_at(breaks: &[usize], offset: usize) -> usize {
    1 + breaks.partition_point(|start| *start <= offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_pen_finds_its_key() {
        let known = ["family", "name", "regions", "row_counts", "col_counts"];
        for (word, expected) in [
            ("region", "regions"),
            ("Row_counts", "row_counts"),
            ("colcounts", "col_counts"),
            ("fmaily", "family"),
        ] {
            assert_eq!(nearest(word, known), Some(expected), "{word}");
        }
    }

    #[test]
    fn malformed_toml_names_the_line_and_the_reason_in_one_line() {
        for (text, line) in [
            ("a = 1\nb = \n", 2),
            ("a = 1\n\n[x\n", 3),
            ("a = 1\na = 2", 2),
        ] {
            let message = Document::parse(text, "f.toml").unwrap_err().to_string();
            let start = format!("f.toml:{line}: invalid TOML: ");
            assert!(message.starts_with(&start), "{message}");
            assert_eq!(message.lines().count(), 1, "{message}");
        }
    }
}
