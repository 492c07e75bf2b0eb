//! Puzzle files on their way out: what generators and importers write.

use super::Sign;
use crate::grid::{Cell, Grid};
use std::fmt::Display;

/// A puzzle file, or some of its keys; [`super::Puzzle::parse`] reads it back.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct PuzzleText(String);

impl PuzzleText {
    pub(crate) fn new(family: &str, name: &str) -> Self {
        let name = toml::Value::String(name.to_owned());
        Self(format!("family = \"{family}\"\nname = {name}\n"))
    }

    pub(crate) fn value(mut self, key: &str, value: impl Display) -> Self {
        self.0 += &format!("{key} = {value}\n");
        self
    }

    pub(crate) fn grid(self, key: &str, grid: &Grid<char>) -> Self {
        let rows: String = grid.lines().map(|row| row + "\n").collect();
        self.value(key, format_args!("\"\"\"\n{rows}\"\"\""))
    }

    /// With a list of texts; without the key where there is none.
    pub(crate) fn list(self, key: &str, texts: impl Iterator<Item = impl Display>) -> Self {
        let texts: Vec<String> = texts.map(|text| format!("\"{text}\"")).collect();
        match texts.is_empty() {
            true => self,
            false => self.value(key, format_args!("[{}]", texts.join(", "))),
        }
    }

    /// With a count a line of the board, `"?"` where it is not shown.
    pub(crate) fn counts(self, key: &str, counts: &[Option<usize>]) -> Self {
        let shown = |count: &Option<usize>| count.map_or("\"?\"".to_owned(), |n| n.to_string());
        let counts: Vec<String> = counts.iter().map(shown).collect();
        self.value(key, format_args!("[{}]", counts.join(", ")))
    }

    pub(crate) fn signs(self, signs: &[(Cell, Cell, Sign)]) -> Self {
        let text = |(a, b, sign): &(Cell, Cell, Sign)| match sign {
            Sign::Equal => format!("{a} = {b}"),
            Sign::Differ => format!("{a} x {b}"),
        };
        self.list("signs", signs.iter().map(text))
    }

    /// With the keys of another one after its own.
    pub(crate) fn and(mut self, more: &Self) -> Self {
        self.0 += &more.0;
        self
    }

    pub(crate) fn end(self) -> String {
        self.0
    }
}
