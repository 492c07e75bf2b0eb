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
//! reduction keep it.
//!
//! With `form = "matching"` the variables are the trees' directions instead, and the QUBO carries
//! the matching: `r2c4=up` is 1 where the tent of the tree at r2c4 is in the cell above it.
//! Exactly one direction for each tree; not both of two directions that lead to the same cell, or
//! to cells that touch; the counts of rows and columns over the directions that lead there. Then
//! every tree has a tent of its own and no tent is left over. A board with two pairings has two
//! assignments.

use super::board::{Board, Moves, SIDES, attacked_pairs};
use super::counts::{CellCount, Count};
use super::{Choice, DocumentValue, Family, Shapes, Slot};
use crate::error::Result;
use crate::grid::Cell;
use crate::model::{Constraint, Kind, Model, Var};
use std::collections::{BTreeMap, BTreeSet};

/// Tents & Trees.
pub(super) static FAMILY: Family = Family {
    name: "tents",
    about: "a tent beside each tree, one to one, no two tents touching; counts of rows and columns",
    also_called: &["tents-and-trees", "tents-&-trees"],
    keys: "trees row_counts col_counts tents empty form",
    parse,
    sample: r#"family = "tents"
name = "Three trees"
trees = """
....
...T
T...
.T..
"""
row_counts = [1, 1, 0, 1]
col_counts = [1, 0, 1, 1]
"#,
};

/// The directions in which a tent may be beside its tree, in the order of the variables.
const DIRECTIONS: [&str; 4] = ["up", "left", "right", "down"];

fn parse<'a>(root: &DocumentValue<'a>) -> Result<Board<'a>> {
    let remedy = "add `trees`, a grid of T (tree) and . (open)";
    let grid = root.require("trees", remedy)?.grid()?;
    let symbols = "'T' (tree), '.' (open) or '#' (missing)";
    let is_tree = grid.on_board(&grid.present(), symbols, |symbol| match symbol {
        'T' | '🌲' | '🌳' => Some(true),
        '.' => Some(false),
        _ => None,
    })?;
    let trees = is_tree.iter().filter(|(_, tree)| **tree == Some(true));
    let trees: Vec<Cell> = trees.map(|(cell, _)| cell).collect();
    let remedy = "write T where a tree is";
    grid.value
        .refuse_if(trees.is_empty(), "`trees` has no tree", remedy)?;
    let land = is_tree.map(|_, tree| *tree == Some(false));
    let mut board = Board::new(root, &land, Shapes::Tents)?;
    for &tree in &trees {
        board.slots[tree] = Slot::Tree;
    }
    let keys = ["row_counts", "col_counts"];
    for (key, lines) in keys.into_iter().zip([land.rows(), land.cols()]) {
        root.require(key, &format!("add `{key}`, a list of {lines} counts"))?;
    }
    let implied = |_, _, _: &[Var]| Ok(Count::HIDDEN);
    board.count_lines([Kind::Row, Kind::Column], keys, true, implied)?;
    board.total = Some(("trees", trees.len(), grid.value.line));
    if root.is_second("form", ["counts", "matching"])? {
        state_directions(&mut board, &trees)?;
    } else {
        board.place("tents")?;
        board.state_counts(CellCount::rules)?;
        state_trees(&mut board, &trees);
        let moves = Moves::touching();
        board.forbid_attacks(false, |_| Some(&moves));
    }
    Ok(board)
}

/// 1 or 2 tents beside each tree, none beside no tree, and the matching.
fn state_trees(board: &mut Board<'_>, trees: &[Cell]) {
    let beside = |tree: &Cell| -> Vec<Var> {
        let cells = SIDES.iter().filter_map(|step| board.step(*tree, *step));
        let vars: BTreeSet<Var> = cells.filter_map(|cell| board.var(cell)).collect();
        vars.into_iter().collect()
    };
    let beside: Vec<Vec<Var>> = trees.iter().map(beside).collect();
    let near: BTreeSet<Var> = beside.iter().flatten().copied().collect();
    let far = board.cells().filter(|(_, var)| !near.contains(var));
    let bare = far.map(|(cell, var)| {
        Constraint::exactly(Kind::Tree, format!("{cell}, beside no tree,"), 0, vec![var])
    });
    let trees = trees.iter().zip(&beside).map(|(tree, vars)| {
        Constraint::one_of_two(Kind::Tree, format!("tree {tree}"), 1, vars.clone())
    });
    let name = "the pairing of trees and tents";
    let matching = Constraint::matching(Kind::Matching, name, beside.clone());
    let rules: Vec<Constraint> = bare.chain(trees).chain([matching]).collect();
    board.model.add_all(rules);
}

/// Variables and rules of the directions in place of those of the cells.
fn state_directions(board: &mut Board<'_>, trees: &[Cell]) -> Result<()> {
    let mut model = Model::default();
    let mut own = vec![Vec::new(); trees.len()];
    let mut tree_of = Vec::new();
    let mut to: BTreeMap<Cell, Vec<Var>> = BTreeMap::new();
    for (&tree, own) in trees.iter().zip(&mut own) {
        // On a narrow board with joined edges two directions may lead to one cell: the first stays.
        let mut reached = BTreeSet::new();
        for (word, step) in DIRECTIONS.iter().zip(SIDES) {
            if let Some(cell) = board.step(tree, *step)
                && board.var(cell).is_some()
                && reached.insert(cell)
            {
                let way = model.add_in_cell(tree, &format!("={word}"));
                to.entry(cell).or_default().push(way);
                own.push(way);
                tree_of.push(tree);
            }
        }
    }
    let cells: Vec<Cell> = board.cells().map(|(cell, _)| cell).collect();
    let ways = |cell: Cell| to.get(&cell).cloned().unwrap_or_default();
    board.model = model;
    board.state_counts(|group| {
        let ways = group.vars.iter().flat_map(|var| ways(cells[var.index()]));
        let vars = ways.collect();
        let group = group.clone();
        CellCount { vars, ..group }.rules()
    })?;
    for (tree, own) in trees.iter().zip(own) {
        let rule = Constraint::exactly(Kind::Tree, format!("tree {tree}"), 1, own);
        board.model.add(rule);
    }
    // Not both of one direction of each cell, once for each pair of different trees: one tree has
    // one direction anyway.
    let shape = (board.slots.shape(), board.look.topology);
    let mut keep_apart = |kind, what: String, cells: [Cell; 2]| {
        let [first, second] = cells.map(ways);
        let mut pairs = BTreeSet::new();
        for a in &first {
            pairs.extend(second.iter().map(|b| [*a.min(b), *a.max(b)]));
        }
        for pair in pairs {
            let [a, b] = pair.map(|var| tree_of[var.index()]);
            if a != b {
                let name = format!("{what} of trees {a} and {b}");
                board.model.add(Constraint::not_both(kind, name, pair));
            }
        }
    };
    for cell in &cells {
        keep_apart(Kind::Tree, format!("the tent at {cell}"), [*cell; 2]);
    }
    let touching = Moves::touching();
    for [a, b] in attacked_pairs(shape, |_| Some(&touching)).into_keys() {
        keep_apart(Kind::Diagonal, format!("{a} and {b}"), [a, b]);
    }
    // An empty cell clears the directions that lead there, a tent asks for one of them.
    let placed = board.placed("tents")?;
    for &(cell, value, line) in &placed {
        let ways = ways(cell);
        board
            .given_lines
            .extend(ways.iter().map(|var| (*var, line)));
        match &ways[..] {
            [only] if value => board.model.give(*only, true),
            _ if value => {
                let name = format!("the tent given at {cell}");
                board
                    .model
                    .add(Constraint::exactly(Kind::Tree, name, 1, ways));
            }
            _ => ways.iter().for_each(|var| board.model.give(*var, false)),
        }
    }
    for cell in cells {
        let given = placed.iter().find(|(other, ..)| *other == cell);
        board.slots[cell] = Slot::Choice(Choice {
            of: ways(cell).into_iter().map(|way| ('1', way)).collect(),
            none: '0',
            several: '1',
            given: given.map(|(_, value, _)| if *value { '1' } else { '0' }),
        });
    }
    Ok(())
}
