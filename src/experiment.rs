//! Experiments: success probability against depth over several puzzles, and the landscape at depth 1.
//!
//! An experiment makes records (plain numbers, one JSON line each) and pictures of them. It is the only part of the library
//! that writes files of results.

mod grover;
mod landscape;
mod pictures;
mod record;

pub use grover::{GroverRecord, grover_record, write_grover};
pub use landscape::{Axis, Landscape, landscape};
pub use pictures::{draw_landscape, draw_run, draw_sweep, save_board};
pub use record::{Record, records, write_records};

use crate::pipeline::{Outcome, Problem, Truth};

/// One puzzle's run with its records, one per depth.
#[derive(Clone, Debug)]
pub struct Run {
    /// The puzzle, reduced and encoded.
    pub problem: Problem,
    /// All boards that obey the rules.
    pub truth: Truth,
    /// What QAOA found.
    pub outcome: Outcome,
    /// The numbers at each depth asked for.
    pub records: Vec<Record>,
}

impl Run {
    /// The puzzle's name for legends and file names: the stem of its file.
    pub fn label(&self) -> String {
        label(&self.problem)
    }
}

fn label(problem: &Problem) -> String {
    let stem = std::path::Path::new(&problem.puzzle.file).file_stem();
    stem.map_or_else(
        || problem.puzzle.name.clone(),
        |stem| stem.to_string_lossy().into_owned(),
    )
}
