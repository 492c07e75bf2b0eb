//! A puzzle with one solution on its way to a file, and how much of the solution it gives.
//!
//! Here, too: a random solution.

use super::{GenerateOptions, has_one_solution};
use crate::classical::{Limits, solutions_up_to};
use crate::encode::{Weights, encode};
use crate::error::{Error, Result};
use crate::grid::{Cell, Grid};
use crate::model::{Assignment, Form, Model, Var};
use crate::puzzle::{Puzzle, PuzzleText, Slot};
use crate::reduce::{Contradiction, Difficulty, Rating, reduce};
use crate::registers::{RegisterChoice, RegisterLayout};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use std::fmt;

/// A puzzle with one solution, before values are given for the sake of qubits.
pub(super) struct Draft {
    family: &'static str,
    /// The keys of the file, but for the givens.
    keys: PuzzleText,
    solution: Grid<char>,
    /// The puzzle without a given.
    pub(super) puzzle: Puzzle,
    /// The cells that are given in any case.
    shown: Vec<Cell>,
    /// What may be given besides.
    hints: Vec<Cell>,
}

/// What a board has of what may be asked for; what is not asked for is not measured.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Measured {
    difficulty: Option<Difficulty>,
    qubits: Option<usize>,
    states: Option<u64>,
    nodes: Option<u64>,
}

impl Draft {
    /// The puzzle of these keys and the solution that it is to have; every cell may be given but
    /// those that hold nothing (`#`). `None` where the keys are no puzzle.
    pub(super) fn new(
        family: &'static str,
        keys: PuzzleText,
        solution: Grid<char>,
    ) -> Option<Self> {
        let hints = solution.iter().filter(|(_, symbol)| **symbol != '#');
        let mut draft = Self {
            puzzle: Puzzle::of_model("draft", Model::default()),
            shown: Vec::new(),
            hints: hints.map(|(cell, _)| cell).collect(),
            family,
            keys,
            solution,
        };
        draft.puzzle = Puzzle::parse(&draft.text("draft", &[]), "draft").ok()?;
        Some(draft)
    }

    /// With all of `cells` shown, and then those taken away, in this order, without which the
    /// solution is still the only one.
    pub(super) fn dug(mut self, cells: Vec<Cell>) -> Self {
        self.shown.clone_from(&cells);
        for &cell in &cells {
            let before = self.shown.clone();
            self.shown.retain(|shown| *shown != cell);
            if !has_one_solution(&self.model(&[])) {
                self.shown = before;
            }
        }
        // in the order in which they were tried, where that is all of them
        let order = if cells.len() == self.hints.len() {
            cells
        } else {
            self.hints
        };
        let is_hidden = |cell: &Cell| !self.shown.contains(cell);
        self.hints = order.into_iter().filter(is_hidden).collect();
        self
    }

    /// The rules with what is shown, and these hints given.
    fn model(&self, hints: &[Cell]) -> Model {
        let mut model = self.puzzle.model.clone();
        for &cell in self.shown.iter().chain(hints) {
            let (var, value) = self.given(cell);
            model.give(var, value);
        }
        model
    }

    /// The variable that gives what the solution has in a cell, and its value.
    fn given(&self, cell: Cell) -> (Var, bool) {
        let symbol = self.solution[cell];
        match &self.puzzle.slots[cell] {
            Slot::Choice(choice) => {
                let one = choice.of.iter().find(|(known, _)| *known == symbol);
                (one.expect("the solution is of the board's symbols").1, true)
            }
            Slot::Bit(var) => (*var, symbol == '1'),
            Slot::Missing | Slot::Tree => unreachable!("no cell is there to be given"),
        }
    }

    /// The puzzle file, under a name, with these hints given.
    pub(super) fn text(&self, name: &str, hints: &[Cell]) -> String {
        let head = PuzzleText::new(self.family, name);
        let given = [&self.shown, hints].concat();
        let key = match self.family {
            "queens" | "n-queens" | "star-battle" => Some("queens"),
            "chess" => Some("placed"),
            "tents" => Some("tents"),
            _ => None,
        };
        match key {
            None => {
                let symbol = |cell, symbol: &char| match given.contains(&cell) {
                    true => *symbol,
                    false => '.',
                };
                let shown = self.solution.map(symbol);
                head.grid("grid", &shown).and(&self.keys).end()
            }
            Some(key) => {
                let cells = |empty: bool| {
                    let is_asked = |cell: &&Cell| (self.solution[**cell] == '0') == empty;
                    given.iter().filter(is_asked).collect::<BTreeSet<_>>()
                };
                let file = head.and(&self.keys).list(key, cells(false).iter());
                file.list("empty", cells(true).iter()).end()
            }
        }
    }

    /// Gives hints in random order as long as the board does not fall below what is wanted; returns
    /// them and what the board then is.
    pub(super) fn give(
        &self,
        options: &GenerateOptions,
        rng: &mut ChaCha8Rng,
    ) -> Result<(Vec<Cell>, Measured)> {
        let wanted = Measured::wanted(options);
        let mut order = self.hints.clone();
        order.shuffle(rng);
        // A piece decides more cells than an empty cell does: large steps first, small ones to hit
        // the number.
        order.sort_by_key(|cell| self.solution[*cell] == '0');
        let mut given = Vec::new();
        let mut measured = self.measured(&given, options)?;
        for hint in order {
            // With every cell given there is nothing to solve.
            let last = given.len() + 1 == self.hints.len();
            if measured.fits(wanted) || !measured.reaches(wanted) || last {
                break;
            }
            given.push(hint);
            match self.measured(&given, options)? {
                lower if lower.reaches(wanted) => measured = lower,
                _ => drop(given.pop()),
            }
        }
        Ok((given, measured))
    }

    fn measured(&self, given: &[Cell], options: &GenerateOptions) -> Result<Measured> {
        let model = self.model(given);
        let reduction = consistent(reduce(&model, options.level, None))?;
        let qubits = options.qubits.map(|_| reduction.qubits());
        // What follows is slower: not where the qubits alone say no.
        let is_asked = qubits >= options.qubits;
        let states = options.states.filter(|_| is_asked).map(|_| {
            let layout = encode(&model, &reduction, &Weights::default()).layout;
            let auto = RegisterChoice::Auto;
            let registers = RegisterLayout::choose(&model, &reduction, &layout, auto)?;
            Ok(u64::try_from(registers.states()).unwrap_or(u64::MAX))
        });
        let nodes = options.nodes.filter(|_| is_asked).map(|_| {
            let reduced = reduction.reduced_model(&model);
            reduced.best_solutions(&Limits::default()).nodes
        });
        let rates = options.difficulty.filter(|_| is_asked);
        let rating = rates.map(|_| consistent(Rating::of(&model))).transpose()?;
        Ok(Measured {
            difficulty: rating.map(|rating| rating.difficulty),
            qubits,
            states: states.transpose()?,
            nodes,
        })
    }
}

/// What a puzzle that is known to have a solution gives; a contradiction is an error.
pub(super) fn consistent<T>(found: std::result::Result<T, Contradiction>) -> Result<T> {
    found.map_err(|contradiction| Error::NoSolution {
        file: "draft".into(),
        reason: contradiction.to_string(),
    })
}

impl Measured {
    /// What is wanted.
    pub(super) fn wanted(options: &GenerateOptions) -> Self {
        Self {
            difficulty: options.difficulty,
            qubits: options.qubits,
            states: options.states,
            nodes: options.nodes,
        }
    }

    /// Whether it is as wanted.
    pub(super) fn fits(self, wanted: Self) -> bool {
        let most = wanted.states.map(|states| states.saturating_mul(2));
        let is_equal = (self.difficulty, self.qubits) == (wanted.difficulty, wanted.qubits);
        is_equal && self.reaches(wanted) && most.is_none_or(|most| self.states < Some(most))
    }

    /// Whether it is as wanted or above, where hints may still bring it down.
    fn reaches(self, wanted: Self) -> bool {
        self.difficulty >= wanted.difficulty
            && self.qubits >= wanted.qubits
            && self.states >= wanted.states
            && self.nodes >= wanted.nodes
    }

    /// What it says, in words, by the setting that asks for it.
    pub(super) fn parts(self) -> Vec<(&'static str, String)> {
        let difficulty = self.difficulty;
        let parts = [
            (
                "qubits",
                self.qubits.map(|qubits| format!("{qubits} qubits")),
            ),
            (
                "states",
                self.states.map(|states| format!("{states} states")),
            ),
            ("nodes", self.nodes.map(|nodes| format!("{nodes} nodes"))),
            (
                "difficulty",
                difficulty.map(|one| format!("difficulty {}", one.name())),
            ),
        ];
        parts
            .into_iter()
            .filter_map(|(name, words)| Some((name, words?)))
            .collect()
    }

    /// A number that differs where its words do (FNV-1a).
    pub(super) fn stream(self) -> u64 {
        let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        self.to_string().bytes().fold(0xcbf2_9ce4_8422_2325, hash)
    }
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.parts().into_iter().map(|part| part.1).collect();
        f.write_str(&words.join(" and "))
    }
}

// A random solution: the exact solver's first one of a model whose rules, and the variables of
// each, are in random order. Every solution can come up; they are not equally likely.

/// Values that the exact solver may assume for one solution.
const NODES: u64 = 20_000;

/// `None` where there is no solution, or none is found in good time.
pub(super) fn random_solution(model: &Model, rng: &mut ChaCha8Rng) -> Option<Assignment> {
    let shuffled = model.with_rules(|rules| {
        rules.shuffle(rng);
        for rule in rules {
            if let Form::Sum(sum) = &mut rule.form {
                sum.literals.shuffle(rng);
            }
        }
    });
    solutions_up_to(&shuffled, 1, Some(NODES)).pop()
}

/// The board of a random solution of the puzzle in a file.
pub(super) fn random_board(file: PuzzleText, rng: &mut ChaCha8Rng) -> Option<Grid<char>> {
    let puzzle = Puzzle::parse(&file.end(), "draft").ok()?;
    let rows = puzzle.board(&random_solution(&puzzle.model, rng)?);
    let symbol = |cell: Cell| char::from(rows[cell.row].as_bytes()[cell.col]);
    Some(puzzle.slots.map(|cell, _| symbol(cell)))
}

/// The cells whose variables are 1.
pub(super) fn cells_of(model: &Model, solution: &[bool]) -> Vec<Cell> {
    let ones = model.variables().filter(|var| solution[var.index()]);
    ones.filter_map(|var| model.cell(var)).collect()
}

/// The cells of a board that hold a 1.
pub(super) fn ones(board: &Grid<char>) -> Vec<Cell> {
    let ones = board.iter().filter(|(_, symbol)| **symbol == '1');
    ones.map(|(cell, _)| cell).collect()
}
