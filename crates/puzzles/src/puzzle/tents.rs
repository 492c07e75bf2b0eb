//! Tents & Trees: a tent beside each tree, one to one, no two tents touching, counts of each row
//! and column.
//!
//! The source paper's model (§2.5, eq. 22) over the cells without a tree, x = 1 for a tent:
//!
//! - r_i tents in row i, c_j in column j (eq. 10, 11)
//! - 1 or 2 tents among the up to four cells beside a tree (eq. 15): three would touch
//! - x·y for each pair of cells that touch, diagonally or not, once
//! - 0 where no tree is beside the cell
//!
//! That admits boards on which two trees share their only tent while another has two. The game asks
//! for a matching: each tree has a tent of its own. It is stated here as a rule that has no
//! penalty: the ground states of the QUBO may break it, and the judge, the exact solver and the
//! reduction keep it. With `form = "matching"` the variables are the trees' directions instead, and
//! the QUBO carries the matching.

mod matching;

use super::board::{BoardVariables, GivenValue, enter_givens, read_placed, read_topology};
use super::counts::{CellCount, LineCounts, Total, check_counts, column_groups, row_groups};
use super::file::{Document, Section, TextGrid};
use super::queens::Attacks;
use super::{Family, Fixture, Key, Look, Puzzle, Shapes, Slot, key};
use crate::error::Result;
use crate::grid::{Cell, Grid};
use crate::model::{Constraint, Kind, Model, Var};
use matching::Directions;
use std::collections::BTreeSet;

/// Tents & Trees.
pub(crate) static FAMILY: Family = Family {
    name: "tents",
    about: "a tent beside each tree, one to one, no two tents touching; counts of rows and columns",
    also_called: &["tents-and-trees", "tents-&-trees"],
    keys: KEYS,
    parse: |document| TentsStatement::read(document)?.state(),
    sample: SAMPLE,
};

static KEYS: &[Key] = &[
    key("trees", "grid of T (tree), . (open) and # (missing)"),
    key("row_counts", "tents in each row, \"?\" where not shown"),
    key("col_counts", "tents in each column, \"?\" where not shown"),
    key("tents", "cells with a tent"),
    key("empty", "cells without one"),
    key(
        "form",
        "counts (if absent): a variable a cell, as in the paper; matching: one for each tree and direction",
    ),
];

const SAMPLE: &str = r#"family = "tents"
name = "Three trees"
trees = """
....
...T
T...
.T..
"""
row_counts = [1, 1, 0, 1]
col_counts = [1, 0, 1, 1]
"#;

const TREE: Fixture = Fixture {
    glyph: '♣',
    letter: 'T',
    word: "tree",
};

/// Which variables the model has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TentVariables {
    /// One for each cell; the matching is judged afterwards.
    Counts,
    /// One for each tree and direction.
    Matching,
}

/// A puzzle as its file states it.
#[derive(Debug)]
struct TentsStatement<'a> {
    root: Section<'a>,
    /// The cells that may hold a tent.
    board: BoardVariables,
    trees: Vec<Cell>,
    rows: Vec<CellCount>,
    cols: Vec<CellCount>,
    givens: Vec<GivenValue>,
    form: TentVariables,
}

impl<'a> TentsStatement<'a> {
    fn read(document: &'a Document<'a>) -> Result<Self> {
        let root = document.root();
        let remedy = "add `trees`, a grid of T (tree) and . (open)";
        let grid = root.require("trees", remedy)?.grid()?;
        let (trees, land) = read_trees(&grid)?;
        let board = BoardVariables::new(land, read_topology(&root)?);
        let rows = read_counts(&root, "row_counts", board.rows())?;
        let cols = read_counts(&root, "col_counts", board.cols())?;
        let rows = row_groups(&board, Kind::Row, &rows);
        let cols = column_groups(&board, Kind::Column, &cols);
        let of_trees = Total::known("trees", trees.len(), grid.value().line());
        let totals = [
            Total::of("rows", &rows),
            Total::of("columns", &cols),
            of_trees,
        ];
        check_counts(&root, &[rows.clone(), cols.clone()].concat(), &totals)?;
        Ok(Self {
            root,
            trees,
            rows,
            cols,
            givens: read_placed(&root, &board, "tents")?,
            form: read_form(&root)?,
            board,
        })
    }

    fn state(self) -> Result<Puzzle> {
        let (slots, model, given_lines) = match self.form {
            TentVariables::Counts => {
                let mut model = self.model();
                let lines = enter_givens(&mut model, &self.givens);
                (self.slots(), model, lines)
            }
            TentVariables::Matching => {
                let directions = Directions::of(&self);
                let mut model = directions.model();
                let lines = directions.give(&mut model);
                (directions.slots(), model, lines)
            }
        };
        let look = Look::of(Shapes::Tents, self.board.topology());
        Puzzle::stated("tents", &self.root, slots, (model, given_lines), look)
    }

    /// The variables and rules of the paper's form.
    fn model(&self) -> Model {
        let mut model = self.board.model();
        let counts = self.rows.iter().chain(&self.cols);
        let touching = Attacks::touching().constraints(&self.board);
        let rules = counts
            .filter_map(CellCount::constraint)
            .chain(self.tree_rules())
            .chain(touching);
        rules.for_each(|rule| model.add(rule));
        model
    }

    /// 1 or 2 tents beside each tree, none beside no tree, and the matching.
    fn tree_rules(&self) -> Vec<Constraint> {
        let beside: Vec<Vec<Var>> = self.trees.iter().map(|tree| self.beside(*tree)).collect();
        let near: BTreeSet<Var> = beside.iter().flatten().copied().collect();
        let far = self.board.cells().filter(|(_, var)| !near.contains(var));
        let bare = far.map(|(cell, var)| {
            Constraint::exactly(Kind::Tree, format!("{cell}, beside no tree,"), 0, vec![var])
        });
        let trees = self.trees.iter().zip(&beside).map(|(tree, vars)| {
            Constraint::one_of_two(Kind::Tree, format!("tree {tree}"), 1, vars.clone())
        });
        let matching = Constraint::matching(
            Kind::Matching,
            "the pairing of trees and tents",
            beside.clone(),
        );
        bare.chain(trees).chain([matching]).collect()
    }

    /// The cells that share a side with a tree.
    fn beside(&self, tree: Cell) -> Vec<Var> {
        let steps = [(-1, 0), (0, -1), (0, 1), (1, 0)];
        let cells = steps.iter().filter_map(|step| self.board.step(tree, *step));
        let vars: BTreeSet<Var> = cells.filter_map(|cell| self.board.var(cell)).collect();
        vars.into_iter().collect()
    }

    fn slots(&self) -> Grid<Slot> {
        self.board.slots().map(|cell, slot| {
            if self.trees.contains(&cell) {
                Slot::Fixture(TREE)
            } else {
                slot.clone()
            }
        })
    }
}

/// The trees, and which cells may hold a tent.
fn read_trees(grid: &TextGrid<'_>) -> Result<(Vec<Cell>, Grid<bool>)> {
    let symbols = "'T' (tree), '.' (open) or '#' (missing)";
    let is_tree = grid.on_board(&grid.present(), symbols, |symbol| match symbol {
        'T' | '🌲' | '🌳' => Some(true),
        '.' => Some(false),
        _ => None,
    })?;
    let trees = is_tree.iter().filter(|(_, tree)| **tree == Some(true));
    let trees: Vec<Cell> = trees.map(|(cell, _)| cell).collect();
    if trees.is_empty() {
        let remedy = "write T where a tree stands";
        return Err(grid.value().wrong("`trees` has no tree", remedy));
    }
    Ok((trees, is_tree.map(|_, tree| *tree == Some(false))))
}

/// The key `form`.
fn read_form(root: &Section<'_>) -> Result<TentVariables> {
    let Some(value) = root.get("form") else {
        return Ok(TentVariables::Counts);
    };
    let expected = "\"counts\" or \"matching\"";
    match value.text(expected)? {
        "counts" => Ok(TentVariables::Counts),
        "matching" => Ok(TentVariables::Matching),
        _ => Err(value.expected(expected)),
    }
}

/// The counts at `key`, which must be there.
fn read_counts(root: &Section<'_>, key: &str, lines: usize) -> Result<LineCounts> {
    root.require(key, &format!("add `{key}`, a list of {lines} counts"))?;
    let counts = LineCounts::read_shown_or_hidden(root, key, lines)?;
    Ok(counts.expect("the key was just found"))
}
