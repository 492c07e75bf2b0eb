//! Tents & Trees with the matching exact: each tree picks the direction in which its tent stands.
//!
//! The variable `r2c4=up` is 1 where the tent of the tree at r2c4 stands in the cell above it.
//! Exactly one direction for each tree; not both of two directions that lead to the same cell, or
//! to cells that touch; the counts of rows and columns over the directions that lead there. Then
//! every tree has a tent of its own and no tent is left over, so that nothing is left to be judged
//! afterwards. A board with two pairings has two assignments.

use super::TentsStatement;
use crate::grid::{Cell, Grid};
use crate::model::{Constraint, Kind, Model, Var};
use crate::puzzle::board::GivenValue;
use crate::puzzle::counts::CellCount;
use crate::puzzle::queens::Attacks;
use crate::puzzle::{Choice, Slot};
use std::collections::{BTreeMap, BTreeSet};

const DIRECTIONS: [(&str, (i64, i64)); 4] = [
    ("up", (-1, 0)),
    ("left", (0, -1)),
    ("right", (0, 1)),
    ("down", (1, 0)),
];

/// The directions in which trees have a cell, in the order of the variables.
#[derive(Debug)]
pub(super) struct Directions<'p> {
    problem: &'p TentsStatement<'p>,
    all: Vec<Direction>,
}

#[derive(Debug)]
struct Direction {
    tree: Cell,
    word: &'static str,
    /// The variable that the board has for the cell it leads to.
    to: Var,
}

impl<'p> Directions<'p> {
    /// Those of a puzzle's trees. Where edges are joined on a narrow board two directions may lead
    /// to one cell: the first stays.
    pub(super) fn of(problem: &'p TentsStatement<'p>) -> Self {
        let board = &problem.board;
        let mut all = Vec::new();
        for &tree in &problem.trees {
            let mut reached = BTreeSet::new();
            for (word, step) in DIRECTIONS {
                let to = board.step(tree, step).and_then(|cell| board.var(cell));
                if let Some(to) = to.filter(|to| reached.insert(*to)) {
                    all.push(Direction { tree, word, to });
                }
            }
        }
        Self { problem, all }
    }

    /// The variables and rules; the givens are for [`Self::give`].
    pub(super) fn model(&self) -> Model {
        let mut model = Model::default();
        for direction in &self.all {
            model.add_variable(format!("{}={}", direction.tree, direction.word));
        }
        let lines = self.problem.rows.iter().chain(&self.problem.cols);
        let counts = lines.filter_map(|line| self.count(line));
        let trees = self.problem.trees.iter().map(|tree| {
            let name = format!("tree {tree}");
            Constraint::exactly(Kind::Tree, name, 1, self.those(|d| d.tree == *tree))
        });
        let rules = counts
            .chain(trees)
            .chain(self.shared())
            .chain(self.touching());
        rules.for_each(|rule| model.add(rule));
        model
    }

    /// Enters the givens: an empty cell clears the directions that lead there, a tent asks for one
    /// of them. Returns the line of each.
    pub(super) fn give(&self, model: &mut Model) -> BTreeMap<Var, usize> {
        let mut lines = BTreeMap::new();
        for given in &self.problem.givens {
            let ways = self.to(given.var);
            lines.extend(ways.iter().map(|var| (*var, given.line)));
            match &ways[..] {
                [only] if given.value => model.give(*only, true),
                _ if given.value => {
                    let name = format!("the tent given at {}", self.cell(given.var));
                    model.add(Constraint::exactly(Kind::Tree, name, 1, ways));
                }
                _ => ways.iter().for_each(|var| model.give(*var, false)),
            }
        }
        lines
    }

    /// What the cells show: a tent where a direction leads there.
    pub(super) fn slots(&self) -> Grid<Slot> {
        let given = |var: Var| self.problem.givens.iter().find(|given| given.var == var);
        let digit = |given: &GivenValue| if given.value { '1' } else { '0' };
        self.problem.slots().map(|_, slot| match slot {
            Slot::Missing | Slot::Fixture(_) | Slot::Choice(_) => slot.clone(),
            Slot::Bit(var) => Slot::Choice(Choice {
                of: self.to(*var).into_iter().map(|way| ('1', way)).collect(),
                none: '0',
                several: '1',
                given: given(*var).map(digit),
            }),
        })
    }

    /// The count of a row or column, over the directions that lead into it.
    fn count(&self, line: &CellCount) -> Option<Constraint> {
        let vars = line.vars.iter().flat_map(|cell| self.to(*cell)).collect();
        let line = CellCount {
            vars,
            ..line.clone()
        };
        line.constraint()
    }

    /// Not two trees with the same tent.
    fn shared(&self) -> Vec<Constraint> {
        let cells = self.problem.board.cells();
        let rules = cells.flat_map(|(cell, var)| {
            let ways = self.to(var);
            self.apart(Kind::Tree, &format!("the tent at {cell}"), (&ways, &ways))
        });
        rules.collect()
    }

    /// Not two tents that touch.
    fn touching(&self) -> Vec<Constraint> {
        let pairs = Attacks::touching().constraints(&self.problem.board);
        let rules = pairs.iter().flat_map(|rule| {
            let cells = rule.vars();
            let ways = (self.to(cells[0]), self.to(cells[1]));
            self.apart(rule.kind, &rule.name, (&ways.0, &ways.1))
        });
        rules.collect()
    }

    /// Not both of one direction of each list, once for each pair of different trees: one tree has
    /// one direction anyway.
    fn apart(&self, kind: Kind, name: &str, (a, b): (&[Var], &[Var])) -> Vec<Constraint> {
        let tree = |var: Var| self.all[var.index()].tree;
        let pairs = a.iter().flat_map(|a| b.iter().map(move |b| [*a, *b]));
        let mut pairs: Vec<[Var; 2]> = pairs
            .filter(|[a, b]| tree(*a) != tree(*b))
            .map(|[a, b]| [a.min(b), a.max(b)])
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        let rule = |pair: [Var; 2]| {
            let [a, b] = pair.map(tree);
            Constraint::not_both(kind, format!("{name} of trees {a} and {b}"), pair)
        };
        pairs.into_iter().map(rule).collect()
    }

    /// The directions that lead to a cell, given by its variable on the board.
    fn to(&self, cell: Var) -> Vec<Var> {
        self.those(|direction| direction.to == cell)
    }

    fn those(&self, is: impl Fn(&Direction) -> bool) -> Vec<Var> {
        let all = (0..).map(Var).zip(&self.all);
        all.filter(|(_, direction)| is(direction))
            .map(|(var, _)| var)
            .collect()
    }

    fn cell(&self, var: Var) -> String {
        let mut cells = self.problem.board.cells();
        let cell = cells.find(|(_, other)| *other == var);
        cell.map_or_else(String::new, |(cell, _)| cell.to_string())
    }
}
