//! One value of a puzzle file, with getters that check its type.

use super::{Document, Section, TextGrid};
use crate::error::{Error, Result};
use crate::grid::Cell;
use toml::Spanned;
use toml::de::{DeString, DeValue};

/// What stands behind a key, or one element of a list there.
///
/// ```
/// use ketboard_puzzles::Document;
///
/// let document = Document::parse("queens = ['r1c2', 'r3c1']", "mine.toml")?;
/// let queens = document.root().require("queens", "add `queens`")?;
/// let cells = queens.list("a list of cells")?;
/// assert_eq!((cells.len(), cells[1].text("a cell")?), (2, "r3c1"));
/// assert!(queens.boolean().is_err());
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DocumentValue<'a> {
    document: &'a Document<'a>,
    key: &'a str,
    line: usize,
    node: &'a Spanned<DeValue<'a>>,
}

impl<'a> DocumentValue<'a> {
    pub(super) fn new(
        document: &'a Document<'a>,
        key: &'a Spanned<DeString<'a>>,
        node: &'a Spanned<DeValue<'a>>,
    ) -> Self {
        Self {
            document,
            key: key.get_ref(),
            line: document.line(&key.span()),
            node,
        }
    }

    /// The document it stands in.
    pub(crate) fn document(&self) -> &'a Document<'a> {
        self.document
    }

    /// The key it stands behind.
    pub fn key(&self) -> &'a str {
        self.key
    }

    /// The 1-based line of its key; of a list's element, its own.
    pub(crate) fn line(&self) -> usize {
        self.line
    }

    /// An error at this line.
    pub fn wrong(&self, found: impl Into<String>, remedy: impl Into<String>) -> Error {
        self.document.error(Some(self.line), found, remedy)
    }

    /// The error that this value is not `expected`; shows the value where it is short.
    pub fn expected(&self, expected: &str) -> Error {
        let source = self.source();
        let found = if source.contains('\n') || source.chars().count() > 40 {
            format!("a longer {}", self.node.get_ref().type_str())
        } else {
            source.to_owned()
        };
        let key = self.key;
        self.wrong(
            format!("`{key}` is {found}"),
            format!("`{key}` is {expected}"),
        )
    }

    /// The value as an integer, which may be written with a point: `9.0`.
    pub fn integer(&self, expected: &str) -> Result<i64> {
        let node = self.node.get_ref();
        let integer = match (node.as_integer(), node.as_float()) {
            (Some(digits), _) => i64::from_str_radix(digits.as_str(), digits.radix()).ok(),
            (None, Some(float)) => {
                let (whole, rest) = float.as_str().split_once('.').unwrap_or(("", "-"));
                whole
                    .parse()
                    .ok()
                    .filter(|_| rest.bytes().all(|b| b == b'0'))
            }
            (None, None) => None,
        };
        integer.ok_or_else(|| self.expected(expected))
    }

    /// An integer in `range`.
    pub fn integer_in(&self, range: std::ops::RangeInclusive<i64>, expected: &str) -> Result<i64> {
        let value = self.integer(expected)?;
        if range.contains(&value) {
            Ok(value)
        } else {
            Err(self.expected(expected))
        }
    }

    /// A number in `range`, with a point or without.
    pub fn number_in(&self, range: std::ops::RangeInclusive<f64>, expected: &str) -> Result<f64> {
        let node = self.node.get_ref();
        let number = match (node.as_float(), self.integer(expected)) {
            (Some(float), _) => float.as_str().parse().ok(),
            (None, Ok(integer)) => Some(integer as f64),
            (None, Err(_)) => None,
        };
        number
            .filter(|number| range.contains(number))
            .ok_or_else(|| self.expected(expected))
    }

    /// The value as `true` or `false`.
    pub fn boolean(&self) -> Result<bool> {
        let value = self.node.get_ref().as_bool();
        value.ok_or_else(|| self.expected("true or false"))
    }

    /// The value as a string.
    pub fn text(&self, expected: &str) -> Result<&'a str> {
        let text = self.node.get_ref().as_str();
        text.ok_or_else(|| self.expected(expected))
    }

    /// The elements of a list.
    pub fn list(&self, expected: &str) -> Result<Vec<DocumentValue<'a>>> {
        let array = self.node.get_ref().as_array();
        let array = array.ok_or_else(|| self.expected(expected))?;
        let element = |node: &'a Spanned<DeValue<'a>>| Self {
            line: self.document.line(&node.span()),
            node,
            ..*self
        };
        Ok(array.iter().map(element).collect())
    }

    /// A list of exactly two integers in -100 to 100, such as an attacked offset `[1, -2]`.
    pub(crate) fn integer_pair(&self, expected: &str) -> Result<(i64, i64)> {
        let [first, second] = self.list(expected)?[..] else {
            return Err(self.expected(expected));
        };
        let small =
            |value: DocumentValue<'a>| value.integer_in(-100..=100, "an integer from -100 to 100");
        Ok((small(first)?, small(second)?))
    }

    /// The entries of the table `[key]`.
    pub fn section(&self) -> Result<Section<'a>> {
        Section::new(self.document, self.key, self.node)
            .ok_or_else(|| self.expected(&format!("a table; write [{}]", self.key)))
    }

    /// The tables `[[key]]`, in the order of the file.
    pub fn sections(&self) -> Result<Vec<Section<'a>>> {
        let expected = format!("a list of tables; write [[{}]]", self.key);
        let array = self.node.get_ref().as_array();
        let array = array.ok_or_else(|| self.expected(&expected))?;
        let sections = array
            .iter()
            .map(|node| Section::new(self.document, self.key, node));
        sections
            .collect::<Option<_>>()
            .ok_or_else(|| self.expected(&expected))
    }

    /// The cell that `text`, a part of this value, names.
    pub(crate) fn cell_in(&self, text: &str) -> Result<Cell> {
        text.parse().map_err(|_| {
            self.wrong(
                format!("`{}` holds {text:?}, which is no cell", self.key),
                "a cell is written r1c1 (row first, counted from 1)",
            )
        })
    }

    /// A grid of characters.
    pub(crate) fn grid(&self) -> Result<TextGrid<'a>> {
        TextGrid::read(*self)
    }

    /// The text of the value, as it stands in the file.
    pub(super) fn source(&self) -> &'a str {
        self.document.source(&self.node.span())
    }

    /// The line on which the value begins, from 1.
    pub(super) fn source_line(&self) -> usize {
        self.document.line(&self.node.span())
    }
}
