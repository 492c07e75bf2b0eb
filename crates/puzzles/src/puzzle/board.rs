//! The board that a family states its rules on: cells, variables, topology, counts and givens.
//!
//! Here, too: what a piece attacks.
//!
//! Missing cells are no variables at all, so a rule over a line or a window never sees them. Counts
//! are collected while the file is read, and checked against each other before they become rules.

use super::counts::{CellCount, Count, check};
use super::file::{DocumentValue, MAX_SIDE};
use super::{Look, Puzzle, Shapes, Slot};
use crate::error::Result;
use crate::grid::{Cell, Grid, Topology};
use crate::model::{Constraint, Form, Kind, Model, Part, Var};
use std::collections::{BTreeMap, BTreeSet};

/// Cells, their variables in reading order, and the rules stated so far.
#[derive(Clone, Debug)]
pub(super) struct Board<'a> {
    pub(super) root: DocumentValue<'a>,
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
    pub(super) fn new(
        root: &DocumentValue<'a>,
        present: &Grid<bool>,
        shapes: Shapes,
    ) -> Result<Self> {
        let mut model = Model::default();
        let slots = present.map(|cell, is_cell| match is_cell {
            true => Slot::Bit(model.add_in_cell(cell, "")),
            false => Slot::Missing,
        });
        let topology: Option<Topology> =
            root.optional("topology", "\"plane\", \"cylinder\" or \"torus\"")?;
        Ok(Self {
            root: *root,
            slots,
            model,
            look: Look::of(shapes, topology.unwrap_or_default()),
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
        let file = self.root.document.file;
        let path = std::path::Path::new(file);
        let stem = path.file_stem().unwrap_or(path.as_os_str());
        let name: Option<String> = self.root.optional("name", "a text in quotes")?;
        Ok(Puzzle {
            family,
            name: name.unwrap_or_else(|| stem.to_string_lossy().into_owned()),
            file: file.to_owned(),
            slots: self.slots,
            model: self.model,
            look: self.look,
            given_lines: self.given_lines,
        })
    }

    /// The variable of a cell that is 0 or 1, or `None` where no such cell is.
    pub(super) fn var(&self, cell: Cell) -> Option<Var> {
        self.slots.get(cell)?.bit()
    }

    /// Cells that are 0 or 1, with their variables, in reading order.
    pub(super) fn cells(&self) -> impl Iterator<Item = (Cell, Var)> {
        let slots = self.slots.iter();
        slots.filter_map(|(cell, _)| Some((cell, self.var(cell)?)))
    }

    /// The variables of each row, or of each column.
    pub(super) fn lines(&self, part: Part) -> Vec<Vec<Var>> {
        let (rows, cols) = self.slots.shape();
        let is_row = part == Part::Row;
        let mut lines = vec![Vec::new(); if is_row { rows } else { cols }];
        for (cell, var) in self.cells() {
            lines[if is_row { cell.row } else { cell.col }].push(var);
        }
        lines
    }

    /// The place `(down, right)` steps away, over joined edges.
    pub(super) fn step(&self, from: Cell, by: (i64, i64)) -> Option<Cell> {
        self.look.topology.step(self.slots.shape(), from, by)
    }

    /// Which cells there are.
    pub(super) fn present(&self) -> Grid<bool> {
        self.slots.map(|_, slot| *slot != Slot::Missing)
    }

    /// Gives a variable the value that the file states on a line.
    pub(super) fn give(&mut self, var: Var, value: bool, line: usize) {
        self.model.give(var, value);
        self.given_lines.insert(var, line);
    }

    /// The cell that `text`, a part of `value`, names.
    ///
    /// # Errors
    /// No cell, one off the board, a missing one, one that is taken.
    pub(super) fn find(&self, value: &DocumentValue<'_>, text: &str) -> Result<(Cell, Var)> {
        let cell = value.cell_in(text)?;
        let (key, (rows, cols)) = (value.key, self.slots.shape());
        let found = format!("`{key}` names {cell}, which is off the board");
        let remedy = format!("cells are r1c1 to r{rows}c{cols}");
        value.refuse_if(self.slots.get(cell).is_none(), &found, &remedy)?;
        let found = format!("`{key}` names {cell}, a missing cell or one that is taken");
        let taken = || value.wrong(found, "name a cell that the board has (not #)");
        Ok((cell, self.var(cell).ok_or_else(taken)?))
    }

    /// A list of cells, each once, with the lines on which they are.
    pub(super) fn find_list(&self, value: &DocumentValue<'_>) -> Result<Vec<(Cell, Var, usize)>> {
        let (mut seen, mut list) = (BTreeSet::new(), Vec::new());
        for element in value.list("a list of cells such as [\"r1c3\", \"r2c2\"]")? {
            let (cell, var) = self.find(&element, element.text("a list of cells in quotes")?)?;
            let found = format!("`{}` names {cell} twice", value.key);
            element.refuse_if(!seen.insert(cell), &found, "name each cell once")?;
            list.push((cell, var, element.line));
        }
        Ok(list)
    }

    /// The cells that the keys `pieces` and `empty` list, with their values and lines.
    ///
    /// # Errors
    /// A malformed list, a cell in both.
    pub(super) fn placed(&self, pieces: &str) -> Result<Vec<(Cell, bool, usize)>> {
        let mut placed: Vec<(Cell, bool, usize)> = Vec::new();
        for (key, is_one) in [(pieces, true), ("empty", false)] {
            let list = self.root.get(key).map(|list| self.find_list(&list));
            for (cell, _, line) in list.transpose()?.unwrap_or_default() {
                if let Some((_, _, other)) = placed.iter().find(|(known, ..)| *known == cell) {
                    let found = format!("{cell} is in `empty`, and in `{pieces}` on line {other}");
                    return Err(self.root.at(line).wrong(found, "keep it in one of the two"));
                }
                placed.push((cell, is_one, line));
            }
        }
        Ok(placed)
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
        for ((part, kind), key) in [Part::Row, Part::Column].into_iter().zip(kinds).zip(keys) {
            let lines = self.lines(part);
            let stated = Count::read_list(&self.root, key, lines.len(), hidden)?;
            for (index, vars) in lines.into_iter().enumerate() {
                let (count, line) = match &stated {
                    Some(stated) => (stated[index].0, Some(stated[index].1)),
                    None => (implied(part, index, &vars)?, None),
                };
                self.counts.push(CellCount {
                    kind,
                    part,
                    name: format!("{} {}", part.word(), index + 1),
                    vars,
                    count,
                    line,
                    adds_up: true,
                });
            }
        }
        Ok(())
    }

    /// Counts each region of the key `regions`, a grid of letters in which `.` is in none: as
    /// `[region_counts]` says, else `default`; a region without either is not counted. Regions may
    /// be a part of the board.
    ///
    /// # Errors
    /// A malformed grid, a count of a region that is not there, `[region_counts]` without
    /// `regions`.
    pub(super) fn count_regions(&mut self, default: Option<Count>) -> Result<()> {
        let stated = self.root.get("region_counts");
        let Some(value) = self.root.get("regions") else {
            let found = "`region_counts` without `regions`";
            let refused = |counts: DocumentValue<'_>| {
                Err(counts.wrong(found, "add `regions`, a grid of letters"))
            };
            return stated.map_or(Ok(()), refused);
        };
        let symbols = "a letter (its region), '.' (in none) or '#' (missing)";
        let letters = value
            .grid()?
            .on_board(&self.present(), symbols, |symbol| match symbol {
                '.' => Some(None),
                letter => letter.is_ascii_alphabetic().then_some(Some(letter)),
            })?;
        let letters = letters.map(|_, letter| letter.flatten());
        let names: BTreeSet<char> = letters.iter().filter_map(|(_, letter)| *letter).collect();
        let count = |entry: &DocumentValue<'_>| Ok((Count::read(entry)?, entry.line));
        let stated = read_by_letter(stated, "region", &names, count)?;
        for &region in &names {
            let usual = default.map(|count| (count, value.line));
            if let Some((count, line)) = stated.get(&region).copied().or(usual) {
                let inside = |(cell, _): &(Cell, Var)| letters[*cell] == Some(region);
                let name = format!("region {region}");
                let vars = self.cells().filter(inside).map(|(_, var)| var).collect();
                self.counts.push(CellCount {
                    kind: Kind::Region,
                    part: Part::Region,
                    name,
                    vars,
                    count,
                    line: Some(line),
                    adds_up: true,
                });
            }
        }
        let number = |letter: char| names.iter().position(|name| *name == letter);
        self.look.regions = Some(letters.map(|_, letter| letter.and_then(number)));
        Ok(())
    }

    /// States the counts, each as `rules` says.
    ///
    /// # Errors
    /// Counts that cannot add up.
    pub(super) fn state_counts(
        &mut self,
        rules: impl Fn(&CellCount) -> Vec<Constraint>,
    ) -> Result<()> {
        check(self)?;
        self.model.add_all(self.counts.iter().flat_map(rules));
        Ok(())
    }

    /// States that no piece attacks another, each with the moves of its cell: a rule for each pair
    /// of cells, once, or where `ordered` once for each direction in which it attacks.
    pub(super) fn forbid_attacks<'m>(
        &mut self,
        ordered: bool,
        moves: impl Fn(Cell) -> Option<&'m Moves>,
    ) {
        let shape = (self.slots.shape(), self.look.topology);
        for ([a, b], directions) in attacked_pairs(shape, moves) {
            if let (Some(first), Some(second)) = (self.var(a), self.var(b)) {
                let form = Form::not_both([first, second], if ordered { directions } else { 1 });
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
pub(super) fn read_present(root: &DocumentValue<'_>) -> Result<Grid<bool>> {
    let size = read_size(root, MAX_SIDE)?;
    let present = if let Some(value) = root.get("board") {
        let grid = value.grid()?;
        let open = |symbol| (symbol == '.').then_some(());
        grid.on_board(&grid.present(), "'.' or '#' (missing)", open)?;
        grid.present()
    } else if let Some(value) = root.get("regions") {
        value.grid()?.present()
    } else if let Some(size) = size {
        Grid::from_fn(size, size, |_| true)
    } else {
        let remedy = "add `size = 4`, `regions` or `board` (a grid of . and #)";
        return Err(root.wrong("found no board", remedy));
    };
    check_size(root, size, present.shape())?;
    let is_bare = present.iter().all(|(_, is_cell)| !is_cell);
    let remedy = "a cell is '.' or a region's letter";
    root.refuse_if(is_bare, "the board has no cell", remedy)?;
    Ok(present)
}

/// The key `size`, if the file has it: an integer from 1 to `most`.
pub(super) fn read_size(root: &DocumentValue<'_>, most: usize) -> Result<Option<usize>> {
    let expected = format!("an integer from 1 to {most}");
    let size = root.get("size");
    size.map(|value| value.within(1..=most, &expected))
        .transpose()
}

/// Refuses a `size` that is not that of the grid.
pub(super) fn check_size(
    root: &DocumentValue<'_>,
    size: Option<usize>,
    (rows, cols): (usize, usize),
) -> Result<()> {
    let Some((value, size)) = root.get("size").zip(size) else {
        return Ok(());
    };
    let found = format!("`size` is {size}, the grid has {rows} rows of {cols}");
    let remedy = "leave `size` out where a grid states it";
    value.refuse_if((rows, cols) != (size, size), &found, remedy)
}

/// The table `value`, whose keys are letters of the board: of a region, of a piece.
pub(super) fn read_by_letter<T>(
    value: Option<DocumentValue<'_>>,
    what: &str,
    letters: &BTreeSet<char>,
    read: impl Fn(&DocumentValue<'_>) -> Result<T>,
) -> Result<BTreeMap<char, T>> {
    let Some(value) = value else {
        return Ok(BTreeMap::new());
    };
    let entry = |entry: DocumentValue<'_>| {
        let letter = letters
            .iter()
            .find(|letter| letter.to_string() == entry.key);
        let letter = letter.ok_or_else(|| {
            let found = format!("`{}` names a {what} {}", value.key, entry.key);
            let letters: Vec<String> = letters.iter().map(char::to_string).collect();
            entry.wrong(found, format!("the {what}s are {}", letters.join(" ")))
        })?;
        Ok((*letter, read(&entry)?))
    };
    value.section()?.values().map(entry).collect()
}

// What a piece attacks: single steps, and lines to the edge or to a reach; and the pairs of cells
// that cannot both hold one.
//
// With D_ij the cells attacked from (i, j), the penalty is Σ x_ij·x_kl over pairs (eq. 3, 7, 12,
// 24 of the source paper). Pairs, and never "at most one piece in D_ij ∪ {(i, j)}" (§2.1): an
// empty cell may see a queen on each of its diagonals. Over joined edges steps and lines wrap
// (§2.3.5). A line is not blocked, as in the paper: it attacks the first piece in its way in any
// case. Missing cells do not block the view.

/// A step on the board: (down, right).
pub(super) type Offset = (i64, i64);

pub(super) const SIDES: &[Offset] = &[(-1, 0), (0, -1), (0, 1), (1, 0)];
pub(super) const DIAGONALS: &[Offset] = &[(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// The steps to the eight neighbors.
pub(super) fn around() -> Vec<Offset> {
    [SIDES, DIAGONALS].concat()
}

/// What a piece attacks: lines, by their step and how many steps they go; `usize::MAX` is to the
/// edge, and 1 a single cell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Moves(Vec<(Offset, usize)>);

impl Moves {
    /// Lines that go so far, and nothing else.
    pub(super) fn along(steps: &[Offset], reach: usize) -> Self {
        Self(steps.iter().map(|step| (*step, reach)).collect())
    }

    /// These and others.
    pub(super) fn and(&self, others: &Self) -> Self {
        Self([&self.0[..], &others.0].concat())
    }

    /// The eight neighbors: pieces that must not touch.
    pub(crate) fn touching() -> Self {
        Self::along(&around(), 1)
    }

    /// Whether they lead so far `(down, right)` on an endless board.
    pub(crate) fn lead(&self, step: Offset) -> bool {
        let most = step.0.abs().max(step.1.abs()) as usize;
        let leads = |&((a, b), reach): &(Offset, usize)| {
            (1..=reach.min(most) as i64).any(|times| (a * times, b * times) == step)
        };
        self.0.iter().any(leads)
    }

    /// The places attacked from `from`, which is never one of them, whether a cell is there or not.
    pub(crate) fn targets(&self, shape: BoardShape, from: Cell) -> BTreeSet<Cell> {
        let lines = self.0.iter();
        let line = |(step, reach): &(Offset, usize)| ray(shape, from, *step).take(*reach);
        lines.flat_map(line).collect()
    }
}

/// Rows and columns, and which edges are joined.
type BoardShape = ((usize, usize), Topology);

/// The places a line of equal steps passes until the edge, or until it returns to `from`.
pub(super) fn ray(
    (shape, topology): BoardShape,
    from: Cell,
    step: Offset,
) -> impl Iterator<Item = Cell> {
    let next = move |cell: &Cell| {
        topology
            .step(shape, *cell, step)
            .filter(|cell| *cell != from)
    };
    std::iter::successors(next(&from), next)
}

/// The pairs of places of which one attacks the other, in reading order, and whether in 1 or 2
/// directions.
pub(super) fn attacked_pairs<'m>(
    shape: BoardShape,
    moves: impl Fn(Cell) -> Option<&'m Moves>,
) -> BTreeMap<[Cell; 2], u32> {
    let mut pairs = BTreeMap::new();
    let (rows, cols) = shape.0;
    for from in (0..rows * cols).map(|k| Cell::new(k / cols, k % cols)) {
        let targets = moves(from).map(|moves| moves.targets(shape, from));
        for to in targets.into_iter().flatten() {
            *pairs.entry([from.min(to), from.max(to)]).or_default() += 1;
        }
    }
    pairs
}

/// The list of steps at `key`; empty where the section lacks it.
pub(super) fn read_offsets(root: &DocumentValue<'_>, key: &str) -> Result<Vec<Offset>> {
    let Some(value) = root.get(key) else {
        return Ok(Vec::new());
    };
    let expected = "a list of steps [down, right] from -100 to 100, such as [[1, 2], [2, 1]]";
    let steps: Vec<(i8, i8)> = value.read(expected)?;
    let found = format!("`{key}` holds [0, 0], a piece attacking itself");
    value.refuse_if(
        steps.contains(&(0, 0)),
        &found,
        "give a step to another cell",
    )?;
    let wide = |(down, right): (i8, i8)| (i64::from(down), i64::from(right));
    Ok(steps.into_iter().map(wide).collect())
}
