//! Puzzle files: TOML whose every value remembers its line.
//!
//! A [`Document`] is one file; a [`DocumentValue`] is the whole of it, or what is under one
//! key: a table with keys of its own (`[region_counts]`, one `[[region]]`), or a value with typed
//! getters. Each getter's error is one line: file, line, what was found, what would be right.
//! Nothing here knows a rule of a puzzle.

mod text_grid;

pub(crate) use text_grid::{MAX_SIDE, TextGrid};

use crate::error::{Error, Result};
use crate::grid::Cell;
use serde::Deserialize;
use serde::de::IntoDeserializer;
use std::ops::RangeInclusive;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

/// A TOML file with the positions of everything in it.
///
/// ```
/// use ketboard_puzzles::Document;
///
/// let document = Document::parse("family = 'queens'\nsize = 'six'", "mine.toml")?;
/// let size = document.root().require("size", "add `size`")?;
/// let error = size.read::<u32>("a number of rows").unwrap_err();
/// assert_eq!(error.to_string(), "mine.toml:2: `size` is 'six'; `size` is a number of rows");
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Debug)]
pub struct Document<'a> {
    pub(crate) file: &'a str,
    text: &'a str,
    /// Where the lines after the first begin.
    breaks: Vec<usize>,
    root: Spanned<DeValue<'a>>,
}

/// A table, what is under a key, or one element of a list there.
///
/// ```
/// use ketboard_puzzles::Document;
///
/// let document = Document::parse("[region_counts]\nA = 2\nB = [1, 2]", "mine.toml")?;
/// let counts = document.root().require("region_counts", "add [region_counts]")?.section()?;
/// assert_eq!(counts.require("A", "add `A`")?.read::<u32>("a count")?, 2);
/// assert_eq!(counts.require("B", "add `B`")?.list("a pair")?.len(), 2);
/// assert!(counts.refuse_unknown(&["A", "C"]).is_err()); // B is no region of this board
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DocumentValue<'a> {
    pub(crate) document: &'a Document<'a>,
    /// The key it is under; nothing for the whole file.
    pub key: &'a str,
    /// The 1-based line of its key; of a list's element, its own.
    pub(crate) line: usize,
    node: &'a Spanned<DeValue<'a>>,
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
        let root = Spanned::new(table.span(), DeValue::Table(table.into_inner()));
        Ok(Self {
            file,
            text,
            breaks,
            root,
        })
    }

    /// The whole file as a table; its errors point to the key `family`, or to line 1.
    pub fn root(&'a self) -> DocumentValue<'a> {
        let root = DocumentValue {
            document: self,
            key: "",
            line: 1,
            node: &self.root,
        };
        root.at(root.get("family").map_or(1, |family| family.line))
    }

    /// An error of this file.
    pub fn error(
        &self,
        line: Option<usize>,
        found: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Error {
        Error::input(self.file, line, found, remedy)
    }
}

impl<'a> DocumentValue<'a> {
    /// The same with errors that point to another line.
    pub(crate) fn at(self, line: usize) -> Self {
        Self { line, ..self }
    }

    /// What is under a key of this table.
    pub fn get(&self, key: &str) -> Option<Self> {
        let table = self.node.get_ref().as_table()?;
        Some(self.entry(table.get_key_value(key)?))
    }

    /// What is under a key of this table, or an error with the remedy.
    pub fn require(&self, key: &str, remedy: &str) -> Result<Self> {
        let missing = || self.wrong(format!("found no `{key}`{}", self.place()), remedy);
        self.get(key).ok_or_else(missing)
    }

    /// What is under the keys of this table, in the order of the keys.
    pub fn values(&self) -> impl Iterator<Item = Self> + use<'a> {
        let (table, own) = (self.node.get_ref().as_table(), *self);
        table
            .into_iter()
            .flatten()
            .map(move |entry| own.entry(entry))
    }

    fn entry(self, (key, node): (&'a Spanned<DeString<'a>>, &'a Spanned<DeValue<'a>>)) -> Self {
        let line = line_at(&self.document.breaks, key.span().start);
        let key = key.get_ref();
        Self {
            key,
            line,
            node,
            ..self
        }
    }

    /// Refuses keys that are not `known`: the first one in the file, with the nearest known key.
    pub fn refuse_unknown(&self, known: &[&str]) -> Result<()> {
        let unknown = self.values().filter(|value| !known.contains(&value.key));
        let Some(value) = unknown.min_by_key(|value| value.line) else {
            return Ok(());
        };
        let found = format!("unknown key `{}`{}", value.key, self.place());
        let near = nearest(value.key, known.iter().copied()).unwrap_or_default();
        let remedy = format!("did you mean `{near}`? known are {}", known.join(", "));
        Err(value.wrong(found, remedy))
    }

    /// An error at this line.
    pub fn wrong(&self, found: impl Into<String>, remedy: impl Into<String>) -> Error {
        self.document.error(Some(self.line), found, remedy)
    }

    /// An error at this line where something `is_wrong`.
    pub(crate) fn refuse_if(&self, is_wrong: bool, found: &str, remedy: &str) -> Result<()> {
        match is_wrong {
            true => Err(self.wrong(found, remedy)),
            false => Ok(()),
        }
    }

    /// The error that this value is not `expected`; shows the value where it is short.
    pub fn expected(&self, expected: &str) -> Error {
        let (key, source) = (self.key, self.source());
        let found = match source.contains('\n') || source.chars().count() > 40 {
            true => format!("a longer {}", self.node.get_ref().type_str()),
            false => source.to_owned(),
        };
        let found = format!("`{key}` is {found}");
        self.wrong(found, format!("`{key}` is {expected}"))
    }

    /// The value as serde reads it; an error points to the line of what is wrong inside.
    pub fn read<T: Deserialize<'a>>(&self, expected: &str) -> Result<T> {
        T::deserialize(self.node.clone().into_deserializer()).map_err(|error| {
            let inside = error.span().filter(|span| *span != self.node.span());
            let Some(span) = inside else {
                return self.expected(expected);
            };
            let here = self.at(line_at(&self.document.breaks, span.start));
            let found = match error.message() {
                // what it says is of Rust's types
                message if message.starts_with("invalid") => {
                    let value = self.document.text.get(span).unwrap_or_default();
                    format!("`{}` has {value}", self.key)
                }
                message => format!("`{}`: {message}", self.key),
            };
            here.wrong(
                found.replace('\n', " "),
                format!("`{}` is {expected}", self.key),
            )
        })
    }

    /// What serde reads behind a key of this table, if the table has it.
    pub fn optional<T: Deserialize<'a>>(&self, key: &str, expected: &str) -> Result<Option<T>> {
        self.get(key).map(|value| value.read(expected)).transpose()
    }

    /// A number in `range`.
    pub fn within<T: Deserialize<'a> + PartialOrd>(
        &self,
        range: RangeInclusive<T>,
        expected: &str,
    ) -> Result<T> {
        let number = self.read(expected).ok();
        let inside = number.filter(|number| range.contains(number));
        inside.ok_or_else(|| self.expected(expected))
    }

    /// Whether the word behind a key of this table is the second of two; not so without the key.
    pub fn is_second(&self, key: &str, words: [&str; 2]) -> Result<bool> {
        let Some(value) = self.get(key) else {
            return Ok(false);
        };
        let expected = format!("{:?} or {:?}", words[0], words[1]);
        let word = value.text(&expected)?;
        let place = words.iter().position(|known| *known == word);
        Ok(place.ok_or_else(|| value.expected(&expected))? == 1)
    }

    /// The value as a string.
    pub fn text(&self, expected: &str) -> Result<&'a str> {
        let text = self.node.get_ref().as_str();
        text.ok_or_else(|| self.expected(expected))
    }

    /// The elements of a list.
    pub fn list(&self, expected: &str) -> Result<Vec<Self>> {
        let array = self.node.get_ref().as_array();
        let array = array.ok_or_else(|| self.expected(expected))?.iter();
        let element = |node| Self { node, ..*self };
        Ok(array
            .map(|node| element(node).at(element(node).source_line()))
            .collect())
    }

    /// The table of the name `[key]`.
    pub fn section(&self) -> Result<Self> {
        match self.node.get_ref().is_table() {
            true => Ok(*self),
            false => Err(self.expected(&format!("a table; write [{}]", self.key))),
        }
    }

    /// The tables `[[key]]`, in the order of the file.
    pub fn sections(&self) -> Result<Vec<Self>> {
        let expected = format!("a list of tables; write [[{}]]", self.key);
        let sections = self.list(&expected)?;
        match sections.iter().all(|each| each.node.get_ref().is_table()) {
            true => Ok(sections),
            false => Err(self.expected(&expected)),
        }
    }

    /// The cell that `text`, a part of this value, names.
    pub(crate) fn cell_in(&self, text: &str) -> Result<Cell> {
        text.parse().map_err(|_| {
            let found = format!("`{}` holds {text:?}, which is no cell", self.key);
            self.wrong(found, "a cell is written r1c1 (row first, counted from 1)")
        })
    }

    /// A grid of characters.
    pub(crate) fn grid(&self) -> Result<TextGrid<'a>> {
        TextGrid::read(*self)
    }

    /// The text of the value, as it is in the file.
    pub(super) fn source(&self) -> &'a str {
        self.document.text.get(self.node.span()).unwrap_or("")
    }

    /// The line on which the value begins, from 1.
    pub(super) fn source_line(&self) -> usize {
        line_at(&self.document.breaks, self.node.span().start)
    }

    /// Where a key of this table is missing or unknown, for messages.
    fn place(&self) -> String {
        match self.key {
            "" => String::new(),
            key => format!(" in `{key}`"),
        }
    }
}

/// The candidate that takes the fewest edits to write.
pub(crate) fn nearest<'c>(
    word: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<&'c str> {
    let word = word.to_lowercase();
    let distance = |known: &&str| strsim::damerau_levenshtein(&word, &known.to_lowercase());
    candidates.into_iter().min_by_key(distance)
}

/// The line of a byte, from 1.
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
