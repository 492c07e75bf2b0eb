//! A Tents & Trees puzzle on its way into a file: what a generator hands over.

use crate::grid::{Cell, Grid};
use crate::puzzle::text::{cell_list, grid_text, quoted};

/// A puzzle, ready to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TentsLayout {
    /// Where trees stand.
    pub trees: Grid<bool>,
    /// Tents in each row; `None` where the puzzle does not show it.
    pub row_counts: Vec<Option<usize>>,
    /// Tents in each column, likewise.
    pub col_counts: Vec<Option<usize>>,
    /// Cells with a tent from the start.
    pub tents: Vec<Cell>,
    /// Cells known to be empty from the start.
    pub empty: Vec<Cell>,
}

impl TentsLayout {
    /// The puzzle file; [`crate::puzzle::Puzzle::parse`] reads it back.
    pub(crate) fn to_toml(&self, name: &str) -> String {
        let mut text = format!("family = \"tents\"\nname = {}\n", quoted(name));
        text += &grid_text("trees", &self.trees, |tree| if *tree { 'T' } else { '.' });
        let shown = |count: &Option<usize>| match count {
            Some(count) => count.to_string(),
            None => "\"?\"".to_owned(),
        };
        for (key, counts) in [
            ("row_counts", &self.row_counts),
            ("col_counts", &self.col_counts),
        ] {
            let counts: Vec<String> = counts.iter().map(shown).collect();
            text += &format!("{key} = [{}]\n", counts.join(", "));
        }
        for (key, cells) in [("tents", &self.tents), ("empty", &self.empty)] {
            if !cells.is_empty() {
                text += &cell_list(key, cells);
            }
        }
        text
    }
}
