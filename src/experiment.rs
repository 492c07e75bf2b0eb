//! Experiments: success probability against depth over several puzzles and models, and the landscape at depth 1.
//!
//! An experiment makes records (plain numbers, one JSON line each) and pictures of them. It is the only part of the library
//! that writes files of results. A model without rules has no success probability: its records have none, and its
//! curve is that of the ground-state probability, in a picture of its own.

mod compare;
mod device;
mod grover;
mod landscape;
mod pictures;
mod record;
mod spectrum;

pub use compare::{ContestRecord, comparison_records, write_comparison};
pub use device::{DeviceRecord, Peak, device_record, peak, write_device};
pub use grover::{GroverRecord, grover_record, write_grover};
pub use landscape::{Axis, Landscape, landscape};
pub use pictures::{draw_landscape, draw_model_run, draw_run, draw_sweep, given_board, save_board};
pub use record::{Record, model_records, records, write_records};
pub use spectrum::{
    GroverMixerRecord, LevelRecord, SpectrumRecord, spectrum_record, write_spectrum,
};

use crate::optimize::Stage;
use crate::pipeline::{Outcome, PlainModel, Problem, Truth};

/// One curve of a sweep.
#[derive(Clone, Debug)]
pub enum Run {
    /// Of a puzzle.
    Puzzle(Box<PuzzleRun>),
    /// Of a model without rules.
    Model(Box<ModelRun>),
}

/// One puzzle's run with its records, one per depth.
#[derive(Clone, Debug)]
pub struct PuzzleRun {
    /// The puzzle, reduced and encoded.
    pub problem: Problem,
    /// All boards that obey the rules.
    pub truth: Truth,
    /// What QAOA found.
    pub outcome: Outcome,
    /// The numbers at each depth asked for.
    pub records: Vec<Record>,
}

/// One model's run with its records, one per depth.
#[derive(Clone, Debug)]
pub struct ModelRun {
    /// The model as it stands in its file.
    pub model: PlainModel,
    /// One stage per depth, 1 to p.
    pub stages: Vec<Stage>,
    /// The numbers at each depth asked for.
    pub records: Vec<Record>,
    /// The probability that a uniformly random assignment has the lowest energy.
    pub random_ground_probability: f64,
}

impl Run {
    /// The name for legends and file names: the stem of the file.
    pub fn label(&self) -> String {
        match self {
            Self::Puzzle(run) => label(&run.problem),
            Self::Model(run) => run.model.name(),
        }
    }

    /// The numbers at each depth asked for.
    pub fn records(&self) -> &[Record] {
        match self {
            Self::Puzzle(run) => &run.records,
            Self::Model(run) => &run.records,
        }
    }

    /// Number of qubits.
    pub fn qubits(&self) -> usize {
        match self {
            Self::Puzzle(run) => run.problem.qubits(),
            Self::Model(run) => run.model.qubits(),
        }
    }

    /// The energy of what breaks no rule, where it is a constant and known.
    pub fn zero_violation_energy(&self) -> Option<f64> {
        match self {
            Self::Puzzle(run) => run.problem.cost.zero_violation_energy,
            Self::Model(run) => run.model.model.zero_violation_energy(),
        }
    }
}

fn label(problem: &Problem) -> String {
    let stem = std::path::Path::new(&problem.puzzle.file).file_stem();
    stem.map_or_else(
        || problem.puzzle.name.clone(),
        |stem| stem.to_string_lossy().into_owned(),
    )
}
