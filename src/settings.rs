//! The settings of a run: everything that, beside the puzzle and the depth, decides what it does.
//!
//! [`SETTINGS`] is their one table: a name, the values that are allowed, a help text, and how a
//! value is read and written. The options of the commands, the keys of plans, the fields of
//! records, the labels of figures and the reference in the docs are made from it. So a new setting
//! is a field of [`Settings`] with its default, a row of the table, and the place that uses it.

mod labels;
mod plans;
mod setting;
mod table;
mod value;
mod values;
mod written;

pub(crate) use labels::differences;
pub(crate) use setting::{Setting, Stage};
pub(crate) use table::{RULES, SETTINGS, setting};
pub(crate) use values::{Allowed, Refusal, ValueName};

use crate::pipeline::AnsatzKind;
use ketboard_puzzles::{Encodings, Kind, RegisterChoice, RuleSet};
use ketboard_qaoa::{
    AngleTable, MixerName, OPTIMIZERS, Objective, Optimizer, SearchPrecision, SearchSettings,
    Strategy,
};
use std::collections::BTreeMap;

/// What is set for a run. Two runs of one puzzle, depth and settings give the same bytes.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// Which rules may reduce the board; where none are named, the automatic reduction.
    pub reduce: Option<RuleSet>,
    /// The reduction stops as soon as at most so many qubits remain.
    pub target_qubits: Option<usize>,
    /// The weights of kinds of penalty terms, each as `kind=λ`. Which kinds there are depends on
    /// the encodings, so they are read when the puzzle is encoded.
    pub weights: Vec<String>,
    /// The weights of kinds that a model of one's own has named, which no text could name.
    pub own_weights: BTreeMap<Kind, f64>,
    /// The region whose penalty is left out.
    pub drop_region: Option<String>,
    /// How rules become penalties, and variables qubits.
    pub encodings: Encodings,
    /// How registers are chosen.
    pub registers: Option<RegisterChoice>,
    /// What mixes the states.
    pub mixer: Option<MixerName>,
    /// The board that the mixer `warm` begins with; where there is none, it is annealed.
    pub warm_start: Option<BoardText>,
    /// How far the mixer `warm` stays away from its guess; 0.25 where nothing is said.
    pub warm_epsilon: Option<f64>,
    /// Which terms and qubits have angles of their own.
    pub ansatz: AnsatzKind,
    /// What is minimized.
    pub objective: Objective,
    /// From how many shots the objective is estimated; where none are named, it is exact.
    pub objective_shots: Option<u64>,
    /// What minimizes it.
    pub optimizer: &'static Optimizer,
    /// Where searches start.
    pub strategy: Strategy,
    /// A table of angles for the strategy `transfer`, in place of the one of the program.
    pub transfer_table: Option<TransferTable>,
    /// Starts at each depth.
    pub starts: usize,
    /// The most iterations from one start.
    pub iterations: u64,
    /// The precision of the amplitudes.
    pub precision: SearchPrecision,
    /// How many shots are drawn from the final state.
    pub shots: u64,
    /// The seed of everything random.
    pub seed: u64,
}

impl Default for Settings {
    /// What is meant where nothing is said.
    fn default() -> Self {
        Self {
            reduce: None,
            target_qubits: None,
            weights: Vec::new(),
            own_weights: BTreeMap::new(),
            drop_region: None,
            encodings: Encodings::default(),
            registers: None,
            mixer: None,
            warm_start: None,
            warm_epsilon: None,
            ansatz: AnsatzKind::Standard,
            objective: Objective::Expectation,
            objective_shots: None,
            optimizer: &OPTIMIZERS[0],
            strategy: Strategy::Ladder,
            transfer_table: None,
            starts: SearchSettings::default().starts,
            iterations: 200,
            precision: SearchPrecision::F64,
            shots: 1024,
            seed: 0,
        }
    }
}

/// Settings are equal where all of their values are written alike.
impl PartialEq for Settings {
    fn eq(&self, other: &Self) -> bool {
        let same = |setting: &Setting| setting.get(self) == setting.get(other);
        self.own_weights == other.own_weights && SETTINGS.iter().all(same)
    }
}

/// A board as it is written, and where: in a file, or a plan.
#[derive(Clone, Debug)]
pub(crate) struct BoardText {
    /// What the place is called in messages.
    pub file: String,
    /// One line a row.
    pub text: String,
}

/// A table of angles, and the text from which it was read. Tables are kept until the program ends,
/// each once.
#[derive(Clone, Debug)]
pub(crate) struct TransferTable {
    text: String,
    table: &'static AngleTable,
}
