//! The board that a family states its rules on: cells, variables, topology, counts and givens.
//!
//! Missing cells are no variables at all, so a rule over a line or a window never sees them. Counts
//! are collected while the file is read, and checked against each other before they become rules.

use super::counts::{CellCount, Count, check};
use super::file::{DocumentValue, MAX_SIDE, Section, TextGrid};
use super::moves::{Moves, attacked_pairs};
use super::{Look, Puzzle, Shapes, Slot};
use crate::error::Result;
use crate::grid::{Cell, Grid, Topology};
use crate::model::{Constraint, Form, Kind, Model, Part, Var};
use std::collections::{BTreeMap, BTreeSet};

/// Cells, their variables in reading order, and the rules stated so far.
#[derive(Clone, Debug)]
pub(super) struct Board<'a> {
    pub(super) root: Section<'a>,
    pub(super) slots: Grid<Slot>,
    pub(super) model: Model,
    pub(super) look: Look,
    pub(super) counts: Vec<CellCount>,
    /// How many ones there are in all, where that is known, with what says so and its line.
    pub(super) total: Option<(&'static str, usize, usize)>,
    pub(super) given_lines: BTreeMap<Var, usize>,
}

impl<'a> Board<'a> {
    /// The board with the cells `present`, each of which is 0 or 1.
    pub(super) fn new(root: &Section<'a>, present: &Grid<bool>, shapes: Shapes) -> Result<Self> {
        let mut model = Model::default();
        let slots = present.map(|cell, is_cell| match is_cell {
            true => Slot::Bit(model.add_in_cell(cell, "")),
            false => Slot::Missing,
        });
        Ok(Self {
            root: *root,
            slots,
            model,
            look: Look::of(shapes, read_topology(root)?),
            counts: Vec::new(),
            total: None,
            given_lines: BTreeMap::new(),
        })
    }

    /// The puzzle with the rules stated so far.
    ///
    /// # Errors
    /// A name that is no text.
    pub(super) fn puzzle(self, family: &'static str) -> Result<Puzzle> {
        let file = self.root.document().file();
        let name = match self.root.get("name") {
            Some(name) => name.text("a text in quotes")?.to_owned(),
            None => {
                let path = std::path::Path::new(file);
                let stem = path.file_stem().unwrap_or(path.as_os_str());
                stem.to_string_lossy().into_owned()
            }
        };
        Ok(Puzzle {
            family,
            name,
            file: file.to_owned(),
            slots: self.slots,
            model: self.model,
            look: self.look,
            given_lines: self.given_lines,
        })
    }

    /// Rows and columns.
    pub(super) fn shape(&self) -> (usize, usize) {
        (self.slots.rows(), self.slots.cols())
    }

    /// The variable of a cell, or `None` where no cell is.
    pub(super) fn var(&self, cell: Cell) -> Option<Var> {
        match self.slots.get(cell)? {
            Slot::Bit(var) => Some(*var),
            Slot::Missing | Slot::Fixture(_) | Slot::Choice(_) => None,
        }
    }

    /// All cells with their variables, in reading order.
    pub(super) fn cells(&self) -> impl Iterator<Item = (Cell, Var)> {
        let slots = self.slots.iter();
        slots.filter_map(|(cell, _)| Some((cell, self.var(cell)?)))
    }

    /// The cells of each row, or of each column, in order.
    pub(super) fn lines(&self, part: Part) -> Vec<Vec<Var>> {
        let (rows, cols) = self.shape();
        let (lines, length) = match part {
            Part::Column => (cols, rows),
            _ => (rows, cols),
        };
        let cell = |line, place| match part {
            Part::Column => Cell::new(place, line),
            _ => Cell::new(line, place),
        };
        let line = |line| {
            (0..length)
                .filter_map(|k| self.var(cell(line, k)))
                .collect()
        };
        (0..lines).map(line).collect()
    }

    /// The place `(down, right)` steps away, whether a cell is there or not; `None` off the edge.
    pub(super) fn step(&self, from: Cell, by: (i64, i64)) -> Option<Cell> {
        self.look.topology.step(self.shape(), from, by)
    }

    /// The meaning of every cell of a grid of the same shape, `None` where no cell is; see
    /// [`TextGrid::on_board`].
    pub(super) fn read<T>(
        &self,
        grid: &TextGrid<'_>,
        symbols: &str,
        meaning: impl Fn(char) -> Option<T>,
    ) -> Result<Grid<Option<T>>> {
        let present = self.slots.map(|_, slot| *slot != Slot::Missing);
        grid.on_board(&present, symbols, meaning)
    }

    /// Gives a variable a value, as a line of the file says.
    pub(super) fn give(&mut self, var: Var, value: bool, line: usize) {
        self.model.give(var, value);
        self.given_lines.insert(var, line);
    }

    /// The cell that `text` in `value` names, and its variable.
    ///
    /// # Errors
    /// No cell, a cell off the board, a cell that is missing or taken.
    pub(super) fn find(&self, value: &DocumentValue<'_>, text: &str) -> Result<(Cell, Var)> {
        let cell = value.cell_in(text)?;
        let (key, (rows, cols)) = (value.key(), self.shape());
        if self.slots.get(cell).is_none() {
            let found = format!("`{key}` names {cell}, which is off the board");
            return Err(value.wrong(found, format!("cells are r1c1 to r{rows}c{cols}")));
        }
        let var = self.var(cell).ok_or_else(|| {
            let found = format!("`{key}` names {cell}, a missing cell or one that is taken");
            value.wrong(found, "name a cell that the board has (not #)")
        })?;
        Ok((cell, var))
    }

    /// The cells of a list such as `["r1c3", "r2c2"]`, each with its variable and line.
    ///
    /// # Errors
    /// Whatever [`Self::find`] refuses, and a cell named twice.
    pub(super) fn find_list(&self, value: &DocumentValue<'_>) -> Result<Vec<(Cell, Var, usize)>> {
        let mut seen = BTreeSet::new();
        let mut list = Vec::new();
        for element in value.list("a list of cells such as [\"r1c3\", \"r2c2\"]")? {
            let (cell, var) = self.find(&element, element.text("a list of cells in quotes")?)?;
            if !seen.insert(cell) {
                let found = format!("`{}` names {cell} twice", value.key());
                return Err(element.wrong(found, "name each cell once"));
            }
            list.push((cell, var, element.line()));
        }
        Ok(list)
    }

    /// The cells of the list `pieces`, which hold a 1, and of the list `empty`, which hold a 0,
    /// with their lines.
    ///
    /// # Errors
    /// Whatever [`Self::find_list`] refuses, and a cell in both lists.
    pub(super) fn placed(&self, pieces: &str) -> Result<Vec<(Cell, bool, usize)>> {
        let list = |key| match self.root.get(key) {
            Some(list) => self.find_list(&list),
            None => Ok(Vec::new()),
        };
        let (ones, zeros) = (list(pieces)?, list("empty")?);
        let both = zeros.iter().find_map(|(cell, _, line)| {
            let one = ones.iter().find(|(one, ..)| one == cell)?;
            Some((*line, cell, one.2))
        });
        if let Some((line, cell, other)) = both {
            let found = format!("{cell} is in `empty`, and in `{pieces}` on line {other}");
            let remedy = "keep it in one of the two";
            return Err(self.root.document().error(Some(line), found, remedy));
        }
        let ones = ones.into_iter().map(|(cell, _, line)| (cell, true, line));
        let zeros = zeros.into_iter().map(|(cell, _, line)| (cell, false, line));
        Ok(ones.chain(zeros).collect())
    }

    /// Gives the cells of [`Self::placed`] their values.
    pub(super) fn place(&mut self, pieces: &str) -> Result<()> {
        for (cell, value, line) in self.placed(pieces)? {
            if let Some(var) = self.var(cell) {
                self.give(var, value, line);
            }
        }
        Ok(())
    }

    /// Counts each row and each column: as the lists at `keys` say, else as `implied` says of its
    /// number and cells. Counts may be hidden (`"?"`) where `hidden`.
    pub(super) fn count_lines(
        &mut self,
        kinds: [Kind; 2],
        keys: [&str; 2],
        hidden: bool,
        implied: impl Fn(Part, usize, &[Var]) -> Result<Count>,
    ) -> Result<()> {
        let parts = [
            (Part::Row, "row", "rows"),
            (Part::Column, "column", "columns"),
        ];
        for (((part, word, total), kind), key) in parts.into_iter().zip(kinds).zip(keys) {
            let lines = self.lines(part);
            let stated = Count::read_list(&self.root, key, lines.len(), hidden)?;
            for (index, vars) in lines.into_iter().enumerate() {
                let (count, line) = match &stated {
                    Some(stated) => (stated[index].0, Some(stated[index].1)),
                    None => (implied(part, index, &vars)?, None),
                };
                let name = format!("{word} {}", index + 1);
                self.counts.push(CellCount {
                    kind,
                    part,
                    name,
                    vars,
                    count,
                    line,
                    total,
                });
            }
        }
        Ok(())
    }

    /// Counts each region of the key `regions`, a grid of letters in which `.` is in none: as
    /// `[region_counts]` says, else `default`; a region without either is not counted. Regions may
    /// be a part of the board. Returns the grid's value, if the file has it.
    ///
    /// # Errors
    /// A malformed grid, a count of a region that is not there, `[region_counts]` without
    /// `regions`.
    pub(super) fn count_regions(
        &mut self,
        default: Option<Count>,
    ) -> Result<Option<DocumentValue<'a>>> {
        let stated = self.root.get("region_counts");
        let Some(value) = self.root.get("regions") else {
            let Some(counts) = stated else {
                return Ok(None);
            };
            let found = "`region_counts` without `regions`";
            return Err(counts.wrong(found, "add `regions`, a grid of letters"));
        };
        let symbols = "a letter (its region), '.' (in none) or '#' (missing)";
        let letters = self.read(&value.grid()?, symbols, |symbol| match symbol {
            '.' => Some(None),
            letter => letter.is_ascii_alphabetic().then_some(Some(letter)),
        })?;
        let letters = letters.map(|_, letter| letter.flatten());
        let names: BTreeSet<char> = letters.iter().filter_map(|(_, letter)| *letter).collect();
        let names: Vec<char> = names.into_iter().collect();
        let number = |letter: char| names.iter().position(|name| *name == letter);
        let mut counts = vec![default.map(|count| (count, value.line())); names.len()];
        let entries = stated.map(|counts| counts.section()).transpose()?;
        for entry in entries.iter().flat_map(Section::values) {
            let place = names
                .iter()
                .position(|name| name.to_string() == entry.key());
            let place = place.ok_or_else(|| {
                let found = format!("`region_counts` names a region {}", entry.key());
                let names: Vec<String> = names.iter().map(char::to_string).collect();
                entry.wrong(found, format!("the regions are {}", names.join(" ")))
            })?;
            counts[place] = Some((Count::read(&entry)?, entry.line()));
        }
        let of_region = |region: char| {
            let inside = |cell: &Cell| letters[*cell] == Some(region);
            let cells = self.cells().filter(|(cell, _)| inside(cell));
            cells.map(|(_, var)| var).collect()
        };
        let groups = names.iter().zip(counts).filter_map(|(region, count)| {
            let (count, line) = count?;
            Some(CellCount {
                kind: Kind::Region,
                part: Part::Region,
                name: format!("region {region}"),
                vars: of_region(*region),
                count,
                line: Some(line),
                total: "regions",
            })
        });
        let groups: Vec<CellCount> = groups.collect();
        self.counts.extend(groups);
        self.look.regions = Some(letters.map(|_, letter| letter.and_then(number)));
        Ok(Some(value))
    }

    /// States the counts, each as `rules` says.
    ///
    /// # Errors
    /// Counts that cannot add up.
    pub(super) fn state_counts(
        &mut self,
        rules: impl Fn(&CellCount) -> Vec<Constraint>,
    ) -> Result<()> {
        let cells = self.cells().count();
        check(&self.root, &self.counts, cells, self.total)?;
        let rules: Vec<Constraint> = self.counts.iter().flat_map(rules).collect();
        rules.into_iter().for_each(|rule| self.model.add(rule));
        Ok(())
    }

    /// States that no piece attacks another, each with the moves of its cell: a rule for each pair
    /// of cells, once, or where `ordered` once for each direction in which it attacks.
    pub(super) fn forbid_attacks<'m>(
        &mut self,
        ordered: bool,
        moves: impl Fn(Cell) -> Option<&'m Moves>,
    ) {
        let shape = (self.shape(), self.look.topology);
        for ([a, b], directions) in attacked_pairs(shape, moves) {
            if let (Some(first), Some(second)) = (self.var(a), self.var(b)) {
                let times = if ordered { directions } else { 1 };
                let form = Form::not_both([first, second], times);
                let name = format!("{a} and {b}");
                self.model.add(Constraint::new(Kind::Diagonal, name, form));
            }
        }
    }
}

/// The keys `board`, `regions` and `size` of a family tell which cells there are; the first one
/// given decides, and the others are checked against it where they are read.
///
/// # Errors
/// None of the three, or a size that is no number from 1 to 100.
pub(super) fn read_present(root: &Section<'_>) -> Result<Grid<bool>> {
    let size = match root.get("size") {
        Some(value) => Some((read_size(&value, MAX_SIDE)?, value)),
        None => None,
    };
    let present = if let Some(value) = root.get("board") {
        let grid = value.grid()?;
        let board = grid.present();
        let open = |symbol| (symbol == '.').then_some(());
        grid.on_board(&board, "'.' or '#' (missing)", open)?;
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
        Some((size, value)) if (rows, cols) != (size, size) => {
            let found = format!("`size` is {size}, the grid has {rows} rows of {cols}");
            Err(value.wrong(found, "leave `size` out where a grid tells it"))
        }
        _ if present.iter().all(|(_, is_cell)| !is_cell) => {
            let remedy = "a cell is '.' or a region's letter";
            Err(root.wrong("the board has no cell", remedy))
        }
        _ => Ok(present),
    }
}

/// The key `size`: an integer from 1 to `most`.
pub(super) fn read_size(value: &DocumentValue<'_>, most: usize) -> Result<usize> {
    let expected = format!("an integer from 1 to {most}");
    let size = value.integer_in(1..=most as i64, &expected)?;
    Ok(usize::try_from(size).expect("it is at least 1"))
}

/// The key `topology` of every family.
pub(super) fn read_topology(root: &Section<'_>) -> Result<Topology> {
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

/// One of the values that a key may have, the first where the file lacks it.
pub(super) fn read_choice(
    root: &Section<'_>,
    key: &str,
    choices: [&'static str; 2],
) -> Result<&'static str> {
    let Some(value) = root.get(key) else {
        return Ok(choices[0]);
    };
    let expected = format!("{:?} or {:?}", choices[0], choices[1]);
    let text = value.text(&expected)?;
    let chosen = choices.into_iter().find(|choice| *choice == text);
    chosen.ok_or_else(|| value.expected(&expected))
}
