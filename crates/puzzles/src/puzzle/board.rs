//! The cells of a board under construction: where they are, how the edges join, which variable each
//! is.
//!
//! Missing cells are no variables at all, so a rule over a line or a window never sees them.

use super::Slot;
use super::file::{DocumentValue, MAX_SIDE, Section};
use crate::error::Result;
use crate::grid::{Cell, Grid, Topology};
use crate::model::{Model, Var};
use std::collections::{BTreeMap, BTreeSet};

/// Cells, their variables in reading order, and the topology.
#[derive(Clone, Debug)]
pub(crate) struct BoardVariables {
    slots: Grid<Slot>,
    present: Grid<bool>,
    topology: Topology,
}

/// A value that the file gives, and the line that says so.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GivenValue {
    pub(crate) var: Var,
    pub(crate) value: bool,
    pub(crate) line: usize,
}

impl BoardVariables {
    /// The board with the cells `present`.
    pub(crate) fn new(present: Grid<bool>, topology: Topology) -> Self {
        let mut next = 0;
        let slots = present.map(|_, is_cell| {
            if !is_cell {
                return Slot::Missing;
            }
            next += 1;
            Slot::Bit(Var(next - 1))
        });
        Self {
            slots,
            present,
            topology,
        }
    }

    /// The model that has the variables `r1c1`, `r1c2`, … and no rules yet.
    pub(crate) fn model(&self) -> Model {
        let mut model = Model::default();
        for (cell, _) in self.cells() {
            model.add_variable(cell.to_string());
        }
        model
    }

    pub(crate) fn slots(&self) -> &Grid<Slot> {
        &self.slots
    }

    pub(crate) fn present(&self) -> &Grid<bool> {
        &self.present
    }

    pub(crate) fn topology(&self) -> Topology {
        self.topology
    }

    pub(crate) fn rows(&self) -> usize {
        self.slots.rows()
    }

    pub(crate) fn cols(&self) -> usize {
        self.slots.cols()
    }

    /// The variable of a cell, or `None` where no cell is.
    pub(crate) fn var(&self, cell: Cell) -> Option<Var> {
        match self.slots.get(cell)? {
            Slot::Missing | Slot::Fixture(_) | Slot::Choice(_) => None,
            Slot::Bit(var) => Some(*var),
        }
    }

    /// All cells with their variables, in reading order.
    pub(crate) fn cells(&self) -> impl Iterator<Item = (Cell, Var)> {
        let slots = self.slots.iter();
        slots.filter_map(|(cell, _)| Some((cell, self.var(cell)?)))
    }

    /// The variables of a row, left to right.
    pub(crate) fn row(&self, row: usize) -> Vec<Var> {
        let cells = (0..self.cols()).map(|col| Cell::new(row, col));
        cells.filter_map(|cell| self.var(cell)).collect()
    }

    /// The variables of a column, top to bottom.
    pub(crate) fn column(&self, col: usize) -> Vec<Var> {
        let cells = (0..self.rows()).map(|row| Cell::new(row, col));
        cells.filter_map(|cell| self.var(cell)).collect()
    }

    /// The place `(down, right)` steps away, whether a cell is there or not; `None` off the edge.
    pub(crate) fn step(&self, from: Cell, by: (i64, i64)) -> Option<Cell> {
        self.topology.step((self.rows(), self.cols()), from, by)
    }

    /// The cell that `text` in `value` names, and its variable.
    ///
    /// # Errors
    /// No cell, a cell off the board, a cell that is missing or taken.
    pub(crate) fn find(&self, value: &DocumentValue<'_>, text: &str) -> Result<(Cell, Var)> {
        let cell = value.cell_in(text)?;
        let (key, rows, cols) = (value.key(), self.rows(), self.cols());
        if !self.slots.contains(cell) {
            let found = format!("`{key}` names {cell}, which is off the board");
            return Err(value.wrong(found, format!("cells are r1c1 to r{rows}c{cols}")));
        }
        let var = self.var(cell).ok_or_else(|| {
            let found = format!("`{key}` names {cell}, a missing cell or one that is taken");
            value.wrong(found, "name a cell that the board has (not #)")
        })?;
        Ok((cell, var))
    }

    /// The cells of a list such as `["r1c3", "r2c2"]`, each with its line.
    ///
    /// # Errors
    /// Whatever [`Self::find`] refuses, and a cell named twice.
    pub(crate) fn find_list(&self, value: &DocumentValue<'_>) -> Result<Vec<(Var, usize)>> {
        let mut seen = BTreeSet::new();
        let mut list = Vec::new();
        for element in value.list("a list of cells such as [\"r1c3\", \"r2c2\"]")? {
            let (cell, var) = self.find(&element, element.text("a list of cells in quotes")?)?;
            if !seen.insert(cell) {
                let found = format!("`{}` names {cell} twice", value.key());
                return Err(element.wrong(found, "name each cell once"));
            }
            list.push((var, element.line()));
        }
        Ok(list)
    }
}

/// The cells of the list `pieces`, which hold a 1, and of the list `empty`, which hold a 0.
///
/// # Errors
/// Whatever [`BoardVariables::find_list`] refuses, and a cell in both lists.
pub(crate) fn read_placed(
    root: &Section<'_>,
    board: &BoardVariables,
    pieces: &str,
) -> Result<Vec<GivenValue>> {
    let mut givens: Vec<GivenValue> = Vec::new();
    for (key, value) in [(pieces, true), ("empty", false)] {
        let Some(list) = root.get(key) else {
            continue;
        };
        for (var, line) in board.find_list(&list)? {
            if let Some(earlier) = givens.iter().find(|given| given.var == var) {
                let name = board.cells().find(|(_, other)| *other == var);
                let cell = name.map_or(String::new(), |(cell, _)| cell.to_string());
                let other = earlier.line;
                let found = format!("{cell} is in `empty`, and in `{pieces}` on line {other}");
                let remedy = "keep it in one of the two";
                return Err(root.document().error(Some(line), found, remedy));
            }
            givens.push(GivenValue { var, value, line });
        }
    }
    Ok(givens)
}

/// Enters the givens into the model; returns the line of each.
pub(crate) fn enter_givens(model: &mut Model, givens: &[GivenValue]) -> BTreeMap<Var, usize> {
    for given in givens {
        model.give(given.var, given.value);
    }
    givens.iter().map(|given| (given.var, given.line)).collect()
}

/// The keys `board`, `regions` and `size` of a family tell which cells there are; the first one
/// given decides, and the others are checked against it where they are read.
///
/// # Errors
/// None of the three, or a size that is no number from 1 to 100.
pub(crate) fn read_present(root: &Section<'_>) -> Result<Grid<bool>> {
    let size = root
        .get("size")
        .map(|value| read_size(&value).map(|size| (size, value)));
    let size = size.transpose()?;
    let present = if let Some(value) = root.get("board") {
        let grid = value.grid()?;
        let board = grid.present();
        grid.on_board(&board, "'.' or '#' (missing)", |symbol| {
            (symbol == '.').then_some(())
        })?;
        board
    } else if let Some(value) = root.get("regions") {
        value.grid()?.present()
    } else if let Some((size, _)) = size {
        Grid::from_fn(size, size, |_| true)
    } else {
        let remedy = "add `size = 4`, `regions` or `board` (a grid of . and #)";
        return Err(root.wrong("found no board", remedy));
    };
    let (rows, cols) = (present.rows(), present.cols());
    match size {
        Some((size, value)) if (rows, cols) != (size, size) => Err(value.wrong(
            format!("`size` is {size}, the grid has {rows} rows of {cols}"),
            "leave `size` out where a grid tells it",
        )),
        _ if present.iter().all(|(_, is_cell)| !is_cell) => Err(root.wrong(
            "the board has no cell",
            "a cell is '.' or a region's letter",
        )),
        _ => Ok(present),
    }
}

fn read_size(value: &DocumentValue<'_>) -> Result<usize> {
    let expected = format!("an integer from 1 to {MAX_SIDE}");
    let size = value.integer_in(1..=MAX_SIDE as i64, &expected)?;
    Ok(usize::try_from(size).expect("1 to 100 fits"))
}

/// The key `topology` of every family.
pub(crate) fn read_topology(root: &Section<'_>) -> Result<Topology> {
    let Some(value) = root.get("topology") else {
        return Ok(Topology::Plane);
    };
    let expected = "\"plane\", \"cylinder\" (columns wrap) or \"torus\"";
    match value.text(expected)? {
        "plane" => Ok(Topology::Plane),
        "cylinder" => Ok(Topology::Cylinder),
        "torus" => Ok(Topology::Torus),
        _ => Err(value.expected(expected)),
    }
}

/// The key `name` of every family; without it, the file's own name.
pub(crate) fn read_name(root: &Section<'_>) -> Result<String> {
    let stem = || {
        let path = std::path::Path::new(root.document().file());
        let stem = path.file_stem().unwrap_or(path.as_os_str());
        stem.to_string_lossy().into_owned()
    };
    let name = root.get("name").map(|value| value.text("a text in quotes"));
    Ok(name.transpose()?.map_or_else(stem, str::to_owned))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_stand_in_reading_order_and_skip_the_holes() {
        let hole = Cell::new(0, 1);
        let board = BoardVariables::new(Grid::from_fn(2, 2, |cell| cell != hole), Topology::Plane);
        assert_eq!(board.model().names(), ["r1c1", "r2c1", "r2c2"]);
        assert_eq!((board.var(hole), board.column(1)), (None, vec![Var(2)]));
    }
}
