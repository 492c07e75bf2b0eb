//! The generalized Takuzu/Tango problem: a grid of 0 and 1.
//!
//! Source: Mata Ali & Mencia, §3. Rules over the cells x ∈ {0, 1}:
//!
//! - as many ones as zeros in each line (eq. 40, 41), or a number of ones of its own (eq. 51, 52)
//! - one or two ones in each three cells in a row (eq. 38, 39), also diagonally (eq. 53, 54):
//!   [`windows`]
//! - equal and different pairs, at any distance (eq. 32–35, §3.3.5): [`CellPairs`]
//! - m_k ones in region k (eq. 55); no two equal rows, no two equal columns (eq. 36, 37)
//!
//! Only the windows of three wrap over joined edges (§3.3.4). A [`BinaryGridPreset`] (`tango`,
//! `takuzu`) says what holds where the file is silent, and how 0 and 1 look.

mod pairs;
mod windows;

use super::board::{BoardVariables, GivenValue, enter_givens, read_topology};
use super::counts::{CellCount, Count, LineCounts, Total, check_counts, column_groups, row_groups};
use super::file::{Document, Section, TextGrid};
use super::regions::{Regions, refuse_counts_alone};
use super::{Family, Look, Puzzle, Shapes};
use crate::error::Result;
use crate::grid::{Cell, Grid};
use crate::model::{Constraint, Form, Kind, Var};
use pairs::CellPairs;

/// What a family of binary grids adds to the general problem.
#[derive(Debug)]
pub(crate) struct BinaryGridPreset {
    pub(crate) family: &'static str,
    /// Whether lines must differ where the file does not say.
    pub(crate) lines: EqualLines,
    pub(crate) shapes: Shapes,
}

/// Whether two rows, or two columns, may be equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EqualLines {
    MayRepeat,
    Unique,
}

/// A statement of the generalized problem.
#[derive(Debug)]
pub(crate) struct BinaryGridStatement<'a> {
    root: Section<'a>,
    preset: &'static BinaryGridPreset,
    board: BoardVariables,
    rows: Vec<CellCount>,
    cols: Vec<CellCount>,
    regions: Vec<CellCount>,
    coloring: Option<Grid<Option<usize>>>,
    directions: &'static [(i64, i64)],
    pairs: CellPairs,
    lines: EqualLines,
    givens: Vec<GivenValue>,
}

impl<'a> BinaryGridStatement<'a> {
    /// The problem a file states.
    pub(crate) fn read(
        document: &'a Document<'a>,
        preset: &'static BinaryGridPreset,
    ) -> Result<Self> {
        let root = document.root();
        let grid = root
            .require("grid", "add `grid`, one line a row, of 0, 1 and .")?
            .grid()?;
        let board = BoardVariables::new(grid.present(), read_topology(&root)?);
        let givens = read_givens(&grid, &board)?;
        refuse_counts_alone(&root)?;
        let regions = Regions::read(&root, &board)?;
        let flag = |key| root.get(key).map(|value| value.boolean()).transpose();
        Ok(Self {
            root,
            preset,
            rows: read_rows(&root, &board, &grid)?,
            cols: read_columns(&root, &board, &grid)?,
            regions: read_region_groups(&root, &board, regions.as_ref())?,
            coloring: regions.map(|regions| regions.numbers().clone()),
            directions: match flag("diagonals")? {
                Some(true) => &windows::ALL,
                Some(false) | None => &windows::STRAIGHT,
            },
            pairs: CellPairs::read(&root, &board)?,
            lines: match flag("unique_lines")? {
                Some(true) => EqualLines::Unique,
                Some(false) => EqualLines::MayRepeat,
                None => preset.lines,
            },
            givens,
            board,
        })
    }

    /// The puzzle: the rules as a model.
    ///
    /// # Errors
    /// Counts that cannot add up.
    pub(crate) fn state(self) -> Result<Puzzle> {
        let mut totals = vec![
            Total::of("rows", &self.rows),
            Total::of("columns", &self.cols),
        ];
        if !self.regions.is_empty() {
            totals.push(Regions::total(&self.regions, &self.board));
        }
        let groups = [self.rows, self.cols, self.regions].concat();
        check_counts(&self.root, &groups, &totals)?;
        let mut model = self.board.model();
        let counts = groups.iter().filter_map(CellCount::constraint);
        let windows = windows::constraints(&self.board, self.directions);
        for constraint in counts.chain(windows).chain(self.pairs.constraints()) {
            model.add(constraint);
        }
        if self.lines == EqualLines::Unique {
            distinct_lines(&self.board)
                .into_iter()
                .for_each(|rule| model.add(rule));
        }
        let look = Look {
            regions: self.coloring,
            signs: self.pairs.signs(),
            ..Look::of(self.preset.shapes, self.board.topology())
        };
        let lines = enter_givens(&mut model, &self.givens);
        let slots = self.board.slots().clone();
        Puzzle::stated(self.preset.family, &self.root, slots, (model, lines), look)
    }
}

/// The 0 and 1 of the grid, or the suns and moons of a printed or pasted board.
fn read_givens(grid: &TextGrid<'_>, board: &BoardVariables) -> Result<Vec<GivenValue>> {
    let symbols = "0, 1, '.' (open) or '#' (missing)";
    let values = grid.on_board(board.present(), symbols, |symbol| match symbol {
        '.' => Some(None),
        '0' | '○' | '☀' | '☼' | '🌞' => Some(Some(false)),
        '1' | '☾' | '☽' | '🌙' => Some(Some(true)),
        _ => None,
    })?;
    let given = |(cell, var): (Cell, Var)| {
        let value = values[cell].flatten()?;
        let line = grid.line(cell.row);
        Some(GivenValue { var, value, line })
    };
    Ok(board.cells().filter_map(given).collect())
}

/// The ones of each row: `row_ones`, else half its cells.
fn read_rows(
    root: &Section<'_>,
    board: &BoardVariables,
    grid: &TextGrid<'_>,
) -> Result<Vec<CellCount>> {
    let stated = LineCounts::read(root, "row_ones", board.rows())?;
    let half = |row| {
        half_of(board.row(row).len(), || {
            let found = format!("row {} has an odd number of cells", row + 1);
            let remedy = odd_remedy(root, "row_ones");
            root.document().error(Some(grid.line(row)), found, remedy)
        })
    };
    let counts = match stated {
        Some(counts) => counts,
        None => LineCounts::implied((0..board.rows()).map(half).collect::<Result<_>>()?),
    };
    Ok(row_groups(board, Kind::Balance, &counts))
}

/// The ones of each column: `col_ones`, else half its cells.
fn read_columns(
    root: &Section<'_>,
    board: &BoardVariables,
    grid: &TextGrid<'_>,
) -> Result<Vec<CellCount>> {
    let stated = LineCounts::read(root, "col_ones", board.cols())?;
    let half = |col| {
        half_of(board.column(col).len(), || {
            let found = format!("column {} has an odd number of cells", col + 1);
            grid.value().wrong(found, odd_remedy(root, "col_ones"))
        })
    };
    let counts = match stated {
        Some(counts) => counts,
        None => LineCounts::implied((0..board.cols()).map(half).collect::<Result<_>>()?),
    };
    Ok(column_groups(board, Kind::Balance, &counts))
}

/// Half of so many cells, as a count; an error where they are odd.
fn half_of(cells: usize, odd: impl FnOnce() -> crate::Error) -> Result<Count> {
    if cells % 2 == 1 {
        return Err(odd());
    }
    let half = u32::try_from(cells / 2).expect("a line has at most 100 cells");
    Ok(Count::exactly(half))
}

fn odd_remedy(root: &Section<'_>, key: &str) -> String {
    let even = "as many 0 as 1 need an even number";
    if Family::of(root.document()).is_ok_and(|family| family.knows(key)) {
        format!("{even}, or give `{key}`")
    } else {
        even.to_owned()
    }
}

/// The regions that have a count.
fn read_region_groups(
    root: &Section<'_>,
    board: &BoardVariables,
    regions: Option<&Regions<'_>>,
) -> Result<Vec<CellCount>> {
    let Some(regions) = regions else {
        return Ok(Vec::new());
    };
    let groups = regions.groups(root, board, None)?;
    if groups.is_empty() {
        let found = "`regions` without counts";
        let remedy = "add [region_counts] with the ones in a region, such as A = 2";
        return Err(regions.value().wrong(found, remedy));
    }
    Ok(groups)
}

/// No two equal rows, no two equal columns; lines with a missing cell are not compared.
fn distinct_lines(board: &BoardVariables) -> Vec<Constraint> {
    let whole = |line: &(usize, Vec<Var>), length: usize| line.1.len() == length;
    let rows = (0..board.rows()).map(|row| (row + 1, board.row(row)));
    let rows: Vec<_> = rows.filter(|line| whole(line, board.cols())).collect();
    let cols = (0..board.cols()).map(|col| (col + 1, board.column(col)));
    let cols: Vec<_> = cols.filter(|line| whole(line, board.rows())).collect();
    [
        distinct_pairs("rows", &rows),
        distinct_pairs("columns", &cols),
    ]
    .concat()
}

/// A rule for each two lines that must differ.
fn distinct_pairs(what: &str, lines: &[(usize, Vec<Var>)]) -> Vec<Constraint> {
    let pairs = lines.iter().enumerate().flat_map(|(index, first)| {
        let later = lines[index + 1..].iter();
        later.map(move |second| (first, second))
    });
    pairs
        .map(|(first, second)| Constraint {
            kind: Kind::Distinct,
            name: format!("{what} {} and {}", first.0, second.0),
            form: Form::Distinct([first.1.clone(), second.1.clone()]),
        })
        .collect()
}
