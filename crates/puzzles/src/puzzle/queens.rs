//! The generalized queens problem, and its preset of the same name.
//!
//! Source: Mata Ali & Mencia, §2. Rules, each a group of constraints over the cells x ∈ {0, 1}:
//!
//! - r_i ones in row i, c_j in column j (eq. 10, 11), q_k in region k (eq. 13); each count q or q +
//!   1 (eq. 15)
//! - no two queens of which one attacks the other (eq. 3, 7, 12): pairs, see [`Attacks`], or lines,
//!   see [`Forms`]
//!
//! [`QueensStatement`] is the general statement; a [`QueensPreset`] (`queens` here, `n-queens` and
//! `star-battle` in files of their own) says what holds where the file is silent. Regions may
//! overlap (`[[region]]`); holes are no variables.

mod attacks;
mod forms;

pub(crate) use attacks::{Attacks, Offset, ray, read_offsets};

use super::board::{
    BoardVariables, GivenValue, enter_givens, read_placed, read_present, read_topology,
};
use super::counts::{CellCount, Count, LineCounts, Total, check_counts, column_groups, row_groups};
use super::file::{Document, Section};
use super::regions::{Regions, refuse_counts_alone};
use super::{Family, Key, Look, Puzzle, Shapes, key};
use crate::error::Result;
use crate::grid::Grid;
use crate::model::{Kind, Var};
use forms::Forms;

/// Queens with regions where only adjacent diagonals attack.
pub(crate) static FAMILY: Family = Family {
    name: "queens",
    about: "one queen in each row, column and region, no two touching",
    also_called: &["linkedin-queens", "queens-game"],
    keys: KEYS,
    parse: |document| QueensStatement::read(document, &PRESET)?.state(),
    sample: SAMPLE,
};

static PRESET: QueensPreset = QueensPreset::queens("queens", 1);

const SAMPLE: &str = r#"family = "queens"
name = "Four regions"
regions = """
AABB
ACBB
CCCB
DDDD
"""
"#;

/// The keys of the generalized problem.
pub(crate) static KEYS: &[Key] = &[
    key("size", "rows and columns of a square board"),
    key("board", "the cells: grid of . and # (missing)"),
    key("regions", "grid of letters, . for a cell in no region"),
    key(
        "region_counts",
        "queens in a region by its letter; 1 where it is not named",
    ),
    key("region", "a region that may overlap others: cells, count"),
    key("row_counts", "queens in each row; 1 if absent"),
    key("col_counts", "queens in each column; 1 if absent"),
    key(
        "diagonals",
        "none, adjacent, all, a reach, or a grid of digits with the reach of each cell",
    ),
    key("attacks", "further attacked offsets [down, right]"),
    key(
        "rays",
        "further attacked directions [down, right], repeated to the edge",
    ),
    key(
        "diagonal_form",
        "whole diagonals as pairs, or as lines of 0 or 1; the same boards, other energies",
    ),
    key(
        "soft_form",
        "counts [0, 1] as a fraction, or as pairs; the same boards, other energies",
    ),
    key("queens", "cells with a queen"),
    key("empty", "cells without one"),
];

/// What holds where the file does not say otherwise.
#[derive(Debug)]
pub(crate) struct QueensPreset {
    pub(crate) family: &'static str,
    /// Ones in each row, column and region.
    pub(crate) each: u32,
    pub(crate) attacks: Attacks,
    pub(crate) shapes: Shapes,
}

impl QueensPreset {
    /// One queen in each line and region, and diagonals that reach so far.
    pub(crate) const fn queens(family: &'static str, reach: usize) -> Self {
        Self {
            family,
            each: 1,
            attacks: Attacks::along_diagonals(reach),
            shapes: Shapes::Queens,
        }
    }
}

/// A statement of the generalized problem.
#[derive(Debug)]
pub(crate) struct QueensStatement<'a> {
    root: Section<'a>,
    preset: &'a QueensPreset,
    board: BoardVariables,
    rows: Vec<CellCount>,
    cols: Vec<CellCount>,
    regions: Vec<CellCount>,
    overlapping: Vec<CellCount>,
    coloring: Option<Grid<Option<usize>>>,
    attacks: Attacks,
    forms: Forms,
    givens: Vec<GivenValue>,
}

impl<'a> QueensStatement<'a> {
    /// The problem a file states.
    pub(crate) fn read(document: &'a Document<'a>, preset: &'a QueensPreset) -> Result<Self> {
        let root = document.root();
        let board = BoardVariables::new(read_present(&root)?, read_topology(&root)?);
        refuse_counts_alone(&root)?;
        let (rows, cols) = read_lines(&root, &board, preset.each)?;
        let regions = Regions::read(&root, &board)?;
        let each = Some(Count::exactly(preset.each));
        let groups = regions
            .as_ref()
            .map(|regions| regions.groups(&root, &board, each));
        let attacks = Attacks::read(&root, &board, &preset.attacks)?;
        Ok(Self {
            root,
            preset,
            rows,
            cols,
            regions: groups.transpose()?.unwrap_or_default(),
            overlapping: read_overlapping(&root, &board)?,
            coloring: regions.map(|regions| regions.numbers().clone()),
            forms: Forms::read(&root, &attacks)?,
            attacks,
            givens: read_placed(&root, &board, "queens")?,
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
        if self.coloring.is_some() {
            totals.push(Regions::total(&self.regions, &self.board));
        }
        let groups = [self.rows, self.cols, self.regions, self.overlapping].concat();
        check_counts(&self.root, &groups, &totals)?;
        let mut model = self.board.model();
        let counts = groups.iter().flat_map(|group| self.forms.count(group));
        for constraint in counts.chain(self.forms.attacks(&self.attacks, &self.board)) {
            model.add(constraint);
        }
        let look = Look {
            regions: self.coloring,
            ..Look::of(self.preset.shapes, self.board.topology())
        };
        let lines = enter_givens(&mut model, &self.givens);
        let slots = self.board.slots().clone();
        Puzzle::stated(self.preset.family, &self.root, slots, (model, lines), look)
    }
}

/// The counts of rows and columns: those of the file, else `each` in a line that has a cell.
fn read_lines(
    root: &Section<'_>,
    board: &BoardVariables,
    each: u32,
) -> Result<(Vec<CellCount>, Vec<CellCount>)> {
    let rows = LineCounts::read(root, "row_counts", board.rows())?;
    let cols = LineCounts::read(root, "col_counts", board.cols())?;
    let row_lines: Vec<Vec<Var>> = (0..board.rows()).map(|row| board.row(row)).collect();
    let col_lines: Vec<Vec<Var>> = (0..board.cols()).map(|col| board.column(col)).collect();
    let used = |lines: &[Vec<Var>]| lines.iter().filter(|line| !line.is_empty()).count();
    let (height, width) = (used(&row_lines), used(&col_lines));
    if rows.is_none() && cols.is_none() && height != width {
        let found = format!("the board has {height} rows and {width} columns with cells");
        let remedy = "as many ones in each line cannot be: add `row_counts` and `col_counts`";
        return Err(root.wrong(found, remedy));
    }
    let alike = |lines: &[Vec<Var>]| {
        let counts = lines
            .iter()
            .map(|line| Count::exactly(if line.is_empty() { 0 } else { each }));
        LineCounts::implied(counts.collect())
    };
    let rows = rows.unwrap_or_else(|| alike(&row_lines));
    let cols = cols.unwrap_or_else(|| alike(&col_lines));
    Ok((
        row_groups(board, Kind::Row, &rows),
        column_groups(board, Kind::Column, &cols),
    ))
}

/// The regions that may overlap: `[[region]]` with `cells` and `count` (1 if absent).
fn read_overlapping(root: &Section<'_>, board: &BoardVariables) -> Result<Vec<CellCount>> {
    let Some(value) = root.get("region") else {
        return Ok(Vec::new());
    };
    let sections = value.sections()?;
    let read = |(index, section): (usize, &Section<'_>)| {
        section.refuse_unknown(&["cells", "count"])?;
        let cells = section.require("cells", "add cells = [\"r1c1\", \"r1c2\"]")?;
        let count = section
            .get("count")
            .map(|value| (Count::read(&value), value.line()));
        let (count, line) = count.unwrap_or((Ok(Count::exactly(1)), cells.line()));
        Ok(CellCount {
            kind: Kind::Region,
            name: format!("region {}", index + 1),
            vars: board
                .find_list(&cells)?
                .into_iter()
                .map(|(var, _)| var)
                .collect(),
            count: count?,
            line: Some(line),
        })
    };
    sections.iter().enumerate().map(read).collect()
}
