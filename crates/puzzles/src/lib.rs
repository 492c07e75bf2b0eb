//! Logic puzzles as constraints over binary variables: from a puzzle file to a QUBO, and back to a
//! board.
//!
//! A [`Puzzle`] is read, imported or generated; its rules are a [`Model`] of [`Constraint`]s.
//! [`reduce`] makes deductions from the initial conditions, one variable at a time, and knows the
//! way back. [`encode`] writes what is left as a polynomial of 0/1 variables, penalty by penalty;
//! [`Model::all_solutions`] finds every board that obeys the rules, and shares no code with either.
//!
//! ```
//! use ketboard_puzzles::{Ising, Limits, Puzzle, RuleSet, Weights, encode, reduce};
//!
//! let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 6\nqueens = ['r1c2']", "six queens")?;
//! let reduction = reduce(&puzzle.model, RuleSet::Paper, None).expect("it has a solution");
//! let cost = encode(&puzzle.model, &reduction, &Weights::default());
//! let solutions = puzzle.model.all_solutions(&Limits::default()).solutions;
//! assert!(cost.layout.qubits() < puzzle.model.len() && solutions.len() == 1);
//! // what a quantum computer is given: h and J of the same cost
//! assert_eq!(Ising::from(&cost.polynomial).n(), cost.layout.qubits());
//! # Ok::<(), ketboard_puzzles::Error>(())
//! ```
//!
//! | for | see |
//! |---|---|
//! | the families of puzzles and their keys | [`Family::ALL`] |
//! | texts as people share them | [`ImportOptions::import`], [`Importer::ALL`] |
//! | puzzles with exactly one solution | [`GenerateOptions::generate`], [`Maker::ALL`] |
//! | other ways to encode a rule | [`Encodings`], [`Encodings::encode`] |
//! | groups of rules that become qudits | [`RegisterLayout::choose`], [`RegisterTables::of`] |
//! | a model of your own, by rules | [`Model`], [`Constraint`], [`Kind::named`] |
//! | a model of your own, by energies | [`VariableSpace`], [`Expression`] |
//! | files of models | [`ModelFormat::ALL`], [`ModelFile`] |
//! | a heuristic for boards of any size | [`AnnealSettings::anneal`] |
//!
//! This crate knows no amplitude, and prints nothing.
#![cfg_attr(
    test,
    allow(
        clippy::disallowed_methods,
        reason = "tests compare with the system's functions"
    )
)]

mod ask;
mod classical;
mod draw;
mod encode;
mod error;
mod expression;
mod formats;
mod generate;
mod grid;
mod histogram;
mod import;
mod model;
mod puzzle;
mod reduce;
mod registers;

pub use ask::Ask;
pub use classical::{AnnealSettings, AnnealedBits, Enumeration, Limits};
pub use draw::{CellMark, DrawStyle};
pub use encode::{
    DistinctLines, EncodedCost, Encodings, Ising, ModelFile, Polynomial, QubitLayout, Reading,
    Symbols, TwoValued, Weights, encode,
};
pub use error::{Error, Result};
pub use expression::{Expression, Variable, VariableArray, VariableSpace};
pub use formats::ModelFormat;
pub use generate::{GenerateOptions, Maker};
pub use grid::{Cell, Grid, Topology};
pub use histogram::Histogram;
pub use import::{ImportOptions, Imported, Importer};
pub use model::{Assignment, Constraint, Form, Kind, Model, Sum, Var, Violation};
pub use puzzle::{Choice, Document, DocumentValue, Family, Look, Puzzle, Shapes, Sign, Slot};
pub use reduce::{
    Contradiction, Difficulty, Effect, Rating, Reduced, Reduction, RuleSet, Step, reduce,
};
pub use registers::{
    AnnealedLevels, RegisterChoice, RegisterForm, RegisterLayout, RegisterMeaning, RegisterTables,
    RulePlaces,
};

/// The README's example, compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct PuzzlesReadmeDoctests;

#[cfg(test)]
#[path = "../tests/library/tests.rs"]
mod tests;
