//! Boards whose every cell may hold one piece, of a type of its own: the Coloured Chess Piece
//! Problem and the Max Chess Pieces Problem of the source paper (§2.6).
//!
//! x = 1 puts the cell's piece there; C(P)_ij are the cells that a piece of type P attacks from (i,
//! j), see [`Moves`].
//!
//! - no piece attacks another: λ Σ_ij Σ_(l,m) ∈ C x_ij·x_lm (eq. 24). The sum runs over ordered
//!   pairs: a mutual attack counts 2, a one-way attack 1.
//! - `goal = "regions"`: exactly one piece, or as many as `[region_counts]` says, in each region
//!   (eq. 23), so (1 − Σx)²; λ = 1
//! - `goal = "max"`: the boards of the largest Σ w x, w the weight of the piece's type (eq. 26),
//!   over *all* cells: the paper's sums leave out the last row and column. Placed pieces count.
//!
//! λ must be large enough that no attack pays (eq. 27). Where the file says nothing it is the least
//! safe weight ([`Model::least_safe_weight`]) plus 1, so that a board with an attack lies at least
//! 1 above one that is as good without it.
//!
//! A slider is not blocked, as in the paper: it attacks the first piece in its way in any case, so
//! the boards without an attack are the same. Missing cells do not block the view.

mod moves;

pub(crate) use moves::chess_piece_attacks;

use super::board::{BoardVariables, GivenValue, enter_givens, read_placed, read_topology};
use super::counts::{CellCount, Count, check_counts};
use super::file::{Document, DocumentValue, Section};
use super::regions::{Regions, refuse_counts_alone};
use super::{Family, Key, Look, Puzzle, Shapes, key};
use crate::error::Result;
use crate::grid::Grid;
use crate::model::{Constraint, Form, Kind, Model, Var};
use moves::Moves;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Chess pieces.
pub(crate) static FAMILY: Family = Family {
    name: "chess",
    about: "a piece type for each cell, none attacking another: one piece a region, or the largest sum of weights",
    also_called: &["chess-pieces", "pieces"],
    keys: KEYS,
    parse: |document| ChessStatement::read(document)?.state(),
    sample: SAMPLE,
};

static KEYS: &[Key] = &[
    key(
        "pieces",
        "the piece each cell may hold: grid of K Q R B N P, letters of [moves], # (missing)",
    ),
    key(
        "goal",
        "regions (one piece in each) or max (the largest sum of weights)",
    ),
    key("regions", "grid of letters, . for a cell in no region"),
    key(
        "region_counts",
        "pieces in a region by its letter; 1 where it is not named",
    ),
    key("weights", "worth of a piece by its letter; 1 if absent"),
    key(
        "lambda",
        "weight of an attack with goal max; safe if absent",
    ),
    key(
        "moves",
        "pieces of one's own: A = { leaps = [[1, 2]], rays = [[1, 1]], reach = 3, symmetric = true }",
    ),
    key("placed", "cells with their piece"),
    key("empty", "cells without one"),
];

const SAMPLE: &str = r#"family = "chess"
name = "Four pieces"
goal = "regions"
pieces = """
NQKR
RBPN
BNQK
PRNB
"""
regions = """
AABB
ACBB
CCDD
CDDD
"""
"#;

/// What is wanted of the boards without an attack.
#[derive(Debug)]
enum ChessGoal {
    /// So many pieces in each region, which the grid numbers.
    Regions(Vec<CellCount>, Grid<Option<usize>>),
    /// The largest sum of weights; λ where the file states it.
    Max {
        weights: BTreeMap<char, f64>,
        lambda: Option<f64>,
    },
}

/// A puzzle as its file states it.
struct ChessStatement<'a> {
    root: Section<'a>,
    board: BoardVariables,
    pieces: Grid<Option<char>>,
    moves: BTreeMap<char, Moves>,
    goal: ChessGoal,
    givens: Vec<GivenValue>,
}

impl<'a> ChessStatement<'a> {
    fn read(document: &'a Document<'a>) -> Result<Self> {
        let root = document.root();
        let remedy = "add `pieces`, a grid with the piece that each cell may hold";
        let grid = root.require("pieces", remedy)?.grid()?;
        let moves = Moves::read_all(&root)?;
        let symbols = moves.keys().map(char::to_string).collect::<Vec<_>>();
        let symbols = format!("one of {}, or # (missing)", symbols.join(" "));
        let known = |symbol| moves.contains_key(&symbol).then_some(symbol);
        let pieces = grid.on_board(&grid.present(), &symbols, known)?;
        if pieces.iter().all(|(_, piece)| piece.is_none()) {
            let remedy = "write the letter of a piece where a cell is";
            return Err(grid.value().wrong("`pieces` has no cell", remedy));
        }
        let board = BoardVariables::new(grid.present(), read_topology(&root)?);
        Ok(Self {
            root,
            goal: ChessGoal::read(&root, &board, &pieces)?,
            givens: read_placed(&root, &board, "placed")?,
            board,
            pieces,
            moves,
        })
    }

    fn state(self) -> Result<Puzzle> {
        let mut model = self.board.model();
        if let ChessGoal::Regions(groups, _) = &self.goal {
            let rules = groups.iter().filter_map(CellCount::constraint);
            rules.for_each(|rule| model.add(rule));
        }
        self.attacks().for_each(|rule| model.add(rule));
        let given_lines = enter_givens(&mut model, &self.givens);
        if let ChessGoal::Max { weights, lambda } = &self.goal {
            self.maximize(&mut model, weights, *lambda);
        }
        let regions = match self.goal {
            ChessGoal::Regions(_, regions) => Some(regions),
            ChessGoal::Max { .. } => None,
        };
        let look = Look {
            regions,
            pieces: Some(self.pieces),
            ..Look::of(Shapes::Pieces, self.board.topology())
        };
        let slots = self.board.slots().clone();
        Puzzle::stated("chess", &self.root, slots, (model, given_lines), look)
    }

    /// One rule for each pair of cells of which one attacks the other, counted as often as there
    /// are directions (eq. 24).
    fn attacks(&self) -> impl Iterator<Item = Constraint> {
        let mut directions: BTreeMap<[Var; 2], u32> = BTreeMap::new();
        for (cell, var) in self.board.cells() {
            let moves = self.pieces[cell].map(|piece| &self.moves[&piece]);
            let targets = moves.map(|moves| moves.targets(&self.board, cell));
            for other in targets
                .into_iter()
                .flatten()
                .filter_map(|target| self.board.var(target))
            {
                *directions
                    .entry([var.min(other), var.max(other)])
                    .or_default() += 1;
            }
        }
        let cells: Vec<_> = self.board.cells().map(|(cell, _)| cell).collect();
        directions.into_iter().map(move |(pair, times)| Constraint {
            kind: Kind::Diagonal,
            name: format!("{} and {}", cells[pair[0].index()], cells[pair[1].index()]),
            form: Form::NotBoth { pair, times },
        })
    }

    fn maximize(&self, model: &mut Model, weights: &BTreeMap<char, f64>, lambda: Option<f64>) {
        for (cell, var) in self.board.cells() {
            let worth = self.pieces[cell].and_then(|piece| weights.get(&piece));
            model.add_objective(var, -worth.copied().unwrap_or(1.0));
        }
        let safe = || Some(model.least_safe_weight(Kind::Diagonal)? + 1.0);
        if let Some(lambda) = lambda.or_else(safe) {
            model.weigh(Kind::Diagonal, lambda);
        }
    }
}

impl ChessGoal {
    fn read(
        root: &Section<'_>,
        board: &BoardVariables,
        pieces: &Grid<Option<char>>,
    ) -> Result<Self> {
        let expected = "\"regions\" (one piece in each) or \"max\" (the largest sum of weights)";
        let value = root.require("goal", &format!("add `goal`, {expected}"))?;
        match value.text(expected)? {
            "regions" => Self::regions(root, board),
            "max" => Self::max(root, pieces),
            _ => Err(value.expected(expected)),
        }
    }

    fn regions(root: &Section<'_>, board: &BoardVariables) -> Result<Self> {
        for key in ["weights", "lambda"] {
            let remedy = "leave it out, or ask for goal = \"max\"; the setting `weight` weighs any kind of rule";
            refuse(root, key, "regions", remedy)?;
        }
        refuse_counts_alone(root)?;
        let remedy = "goal = \"regions\" needs `regions`, a grid of letters";
        root.require("regions", remedy)?;
        let regions = Regions::read(root, board)?.expect("the key was just found");
        let groups = regions.groups(root, board, Some(Count::exactly(1)))?;
        check_counts(root, &groups, &[])?;
        Ok(Self::Regions(groups, regions.numbers().clone()))
    }

    fn max(root: &Section<'_>, pieces: &Grid<Option<char>>) -> Result<Self> {
        for key in ["regions", "region_counts"] {
            let remedy = "leave it out, or ask for goal = \"regions\"";
            refuse(root, key, "max", remedy)?;
        }
        let lambda = root.get("lambda").map(|value| read_weight(&value));
        Ok(Self::Max {
            weights: read_weights(root, pieces)?,
            lambda: lambda.transpose()?,
        })
    }
}

/// An error if the file has `key`, which means nothing with this goal.
fn refuse(root: &Section<'_>, key: &str, goal: &str, remedy: &str) -> Result<()> {
    let found = format!("`{key}` does nothing with goal = \"{goal}\"");
    root.get(key)
        .map_or(Ok(()), |value| Err(value.wrong(found, remedy)))
}

/// The table `[weights]`: for some of the board's pieces what one is worth.
fn read_weights(root: &Section<'_>, pieces: &Grid<Option<char>>) -> Result<BTreeMap<char, f64>> {
    let Some(value) = root.get("weights") else {
        return Ok(BTreeMap::new());
    };
    let mut letters: Vec<char> = pieces.iter().filter_map(|(_, piece)| *piece).collect();
    letters.sort_unstable();
    letters.dedup();
    let read = |value: DocumentValue<'_>| {
        let letter = letters
            .iter()
            .find(|letter| letter.to_string() == value.key());
        let letter = letter.ok_or_else(|| {
            let found = format!("`weights` names a piece {}", value.key());
            let list: Vec<String> = letters.iter().map(char::to_string).collect();
            value.wrong(found, format!("the pieces are {}", list.join(" ")))
        })?;
        Ok((*letter, read_weight(&value)?))
    };
    value.section()?.values().map(read).collect()
}

/// Weights that an `f64` holds beside each other.
const WEIGHTS: RangeInclusive<f64> = 1e-6..=1e6;

fn read_weight(value: &DocumentValue<'_>) -> Result<f64> {
    value.number_in(WEIGHTS, "a number from 0.000001 to 1000000")
}
