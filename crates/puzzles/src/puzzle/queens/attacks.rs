//! Which cells a queen attacks, and the pairs of cells that cannot both hold one.
//!
//! With D_ij the cells attacked from (i, j), the penalty is Σ x_ij·x_kl over pairs (eq. 3, 7, 12 of
//! the source paper). Pairs, and never "at most one queen in D_ij ∪ {(i, j)}" (§2.1): an empty cell
//! may see a queen on each of its diagonals. With one reach for all cells each pair counts once
//! (eq. 3, 7). With a reach d_ij per cell the sum runs over ordered pairs (eq. 12): a mutual attack
//! counts 2, a one-way attack 1. Over joined edges the diagonals wrap (§2.3.5). Missing cells do
//! not block the view.

use crate::error::Result;
use crate::grid::{Cell, Grid};
use crate::model::{Constraint, Form, Kind, Var};
use crate::puzzle::board::BoardVariables;
use crate::puzzle::file::{DocumentValue, Section, TextGrid};
use std::collections::{BTreeMap, BTreeSet};

/// A step on the board: (down, right).
pub(crate) type Offset = (i64, i64);

pub(super) const DIAGONALS: [Offset; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
const SIDES: [Offset; 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

/// How far the diagonals of a cell reach; `usize::MAX` is to the edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// The same for all cells.
    Uniform(usize),
    /// Its own for each cell: d_ij.
    PerCell(Grid<usize>),
}

/// All that a queen attacks beside its row, column and region.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Attacks {
    pub(crate) reach: Reach,
    /// Single cells, such as a knight's.
    pub(crate) offsets: Vec<Offset>,
    /// Lines to the edge, by their step; a step of more than one cell skips cells.
    pub(crate) rays: Vec<Offset>,
}

impl Attacks {
    /// Diagonals that reach so far, and nothing else.
    pub(crate) const fn along_diagonals(reach: usize) -> Self {
        Self {
            reach: Reach::Uniform(reach),
            offsets: Vec::new(),
            rays: Vec::new(),
        }
    }

    /// The eight neighbors: pieces that must not touch.
    pub(crate) fn touching() -> Self {
        Self {
            offsets: SIDES.to_vec(),
            ..Self::along_diagonals(1)
        }
    }

    /// The keys `diagonals`, `attacks` and `rays`; without the first, the diagonals of `preset`,
    /// and its offsets and rays in any case.
    pub(crate) fn read(root: &Section<'_>, board: &BoardVariables, preset: &Self) -> Result<Self> {
        let stated = root
            .get("diagonals")
            .map(|value| Reach::read(&value, board));
        Ok(Self {
            reach: stated.transpose()?.unwrap_or_else(|| preset.reach.clone()),
            offsets: [preset.offsets.clone(), read_offsets(root, "attacks")?].concat(),
            rays: [preset.rays.clone(), read_offsets(root, "rays")?].concat(),
        })
    }

    /// One rule for each pair of cells of which one attacks the other.
    pub(crate) fn constraints(&self, board: &BoardVariables) -> Vec<Constraint> {
        let mut attacks: BTreeMap<[Var; 2], u32> = BTreeMap::new();
        for (cell, var) in board.cells() {
            for target in self.targets(board, cell) {
                let Some(other) = board.var(target) else {
                    continue;
                };
                *attacks.entry([var.min(other), var.max(other)]).or_default() += 1;
            }
        }
        let names: Vec<Cell> = board.cells().map(|(cell, _)| cell).collect();
        let rule = |(pair, directions): ([Var; 2], u32)| Constraint {
            kind: Kind::Diagonal,
            name: format!("{} and {}", names[pair[0].index()], names[pair[1].index()]),
            form: Form::NotBoth {
                pair,
                times: self.times(directions),
            },
        };
        attacks.into_iter().map(rule).collect()
    }

    /// How often a pair with attacks in 1 or 2 `directions` counts.
    fn times(&self, directions: u32) -> u32 {
        match self.reach {
            Reach::Uniform(_) => 1,
            Reach::PerCell(_) => directions,
        }
    }

    /// D_ij: the places attacked from `from`, which is never one of them.
    fn targets(&self, board: &BoardVariables, from: Cell) -> BTreeSet<Cell> {
        let reach = match &self.reach {
            Reach::Uniform(reach) => *reach,
            Reach::PerCell(reaches) => reaches[from],
        };
        let diagonals = DIAGONALS
            .iter()
            .flat_map(|step| ray(board, from, *step).take(reach));
        let offsets = self
            .offsets
            .iter()
            .filter_map(|step| ray(board, from, *step).next());
        let rays = self.rays.iter().flat_map(|step| ray(board, from, *step));
        diagonals.chain(offsets).chain(rays).collect()
    }
}

/// The places a line of equal steps passes until the edge, or until it returns to `from`.
pub(crate) fn ray(board: &BoardVariables, from: Cell, step: Offset) -> impl Iterator<Item = Cell> {
    let next = move |cell: &Cell| board.step(*cell, step).filter(|cell| *cell != from);
    std::iter::successors(next(&from), next)
}

impl Reach {
    const EXPECTED: &'static str =
        "\"none\", \"adjacent\", \"all\", a reach from 0, or a grid of digits";

    fn read(value: &DocumentValue<'_>, board: &BoardVariables) -> Result<Self> {
        if let Ok(reach) = value.integer(Self::EXPECTED) {
            let reach = usize::try_from(reach).map_err(|_| value.expected(Self::EXPECTED))?;
            return Ok(Self::Uniform(reach));
        }
        match value.text(Self::EXPECTED)?.trim() {
            "none" => Ok(Self::Uniform(0)),
            "adjacent" => Ok(Self::Uniform(1)),
            "all" => Ok(Self::Uniform(usize::MAX)),
            text if text.lines().count() < board.rows() && text.contains(char::is_alphabetic) => {
                Err(value.expected(Self::EXPECTED))
            }
            _ => Self::per_cell(&value.grid()?, board),
        }
    }

    fn per_cell(grid: &TextGrid<'_>, board: &BoardVariables) -> Result<Self> {
        let reaches = grid.on_board(board.present(), "a digit or '#' (missing)", |symbol| {
            symbol.to_digit(10).map(|digit| digit as usize)
        })?;
        Ok(Self::PerCell(reaches.map(|_, reach| reach.unwrap_or(0))))
    }
}

/// The list of steps at `key`; empty where the section lacks it.
pub(crate) fn read_offsets(root: &Section<'_>, key: &str) -> Result<Vec<Offset>> {
    let expected = "a list of steps [down, right] such as [[1, 2], [2, 1]]";
    let Some(value) = root.get(key) else {
        return Ok(Vec::new());
    };
    let mut offsets = Vec::new();
    for element in value.list(expected)? {
        let offset = element.integer_pair(expected)?;
        if offset == (0, 0) {
            let found = format!("`{key}` holds [0, 0], a piece attacking itself");
            return Err(element.wrong(found, "give a step to another cell"));
        }
        offsets.push(offset);
    }
    Ok(offsets)
}
