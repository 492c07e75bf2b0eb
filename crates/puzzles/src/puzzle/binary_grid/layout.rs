//! A Tango or Takuzu puzzle on its way into a file: what a generator or an importer hands over.

use crate::grid::{Cell, Grid};
use crate::puzzle::Sign;
use crate::puzzle::text::{grid_text, quoted};

/// A puzzle of the plain rules, ready to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BinaryGridLayout {
    /// `tango` or `takuzu`.
    pub family: &'static str,
    /// The givens; `None` for an open cell.
    pub grid: Grid<Option<bool>>,
    /// Signs between cells.
    pub signs: Vec<(Cell, Cell, Sign)>,
    /// Whether no two rows and no two columns are equal; `None` as the family has it.
    pub unique_lines: Option<bool>,
}

impl BinaryGridLayout {
    /// The puzzle file; [`crate::puzzle::Puzzle::parse`] reads it back.
    pub(crate) fn to_toml(&self, name: &str) -> String {
        let symbol = |value: &Option<bool>| match value {
            None => '.',
            Some(false) => '0',
            Some(true) => '1',
        };
        let (family, name) = (self.family, quoted(name));
        let mut text = format!("family = \"{family}\"\nname = {name}\n");
        text += &grid_text("grid", &self.grid, symbol);
        let signs: Vec<String> = self.signs.iter().map(sign_text).collect();
        if !signs.is_empty() {
            text += &format!("signs = [{}]\n", signs.join(", "));
        }
        if let Some(unique_lines) = self.unique_lines {
            text += &format!("unique_lines = {unique_lines}\n");
        }
        text
    }
}

fn sign_text((a, b, sign): &(Cell, Cell, Sign)) -> String {
    let symbol = match sign {
        Sign::Equal => '=',
        Sign::Differ => 'x',
    };
    format!("\"{a} {symbol} {b}\"")
}
