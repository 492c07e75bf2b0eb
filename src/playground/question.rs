//! What the page may ask.

use serde::Deserialize;

/// A question; its name stands under the key `do`.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Question {
    /// The version, and the families with the sizes that are generated.
    About,
    /// The text of a puzzle file.
    Read { text: String },
    /// A puzzle as people share it, or the text of a puzzle file.
    Paste { text: String },
    /// A puzzle with one solution.
    Generate {
        family: String,
        size: usize,
        seed: u64,
    },
    /// A board of a family without givens.
    Blank { family: String, size: usize },
    /// The same puzzle with another given; `.` takes it away, and without a symbol it is the next one
    /// that the family takes there. The cell is row and column from 0.
    Edit {
        cell: [usize; 2],
        #[serde(default)]
        symbol: Option<char>,
    },
    /// The same puzzle with another sign between two cells: `=`, `x`, or `.` for none.
    Sign { cells: [[usize; 2]; 2], sign: char },
    /// The puzzle reduced to a number of qubits.
    Reduce(ReductionRequest),
    /// ⟨C⟩ and success after each layer.
    Layers(AnglesRequest),
    /// The state at a moment of the circuit.
    State(MomentRequest),
    /// Shots of the state at a moment.
    Measure(MeasureRequest),
    /// The best angles of the next depth.
    Optimize(SearchRequest),
    /// ⟨C⟩ and success over (γ, β) at one layer.
    Landscape,
    /// What others reach: annealing at equal layers of the search so far, Grover search with up to
    /// so many iterations, a random guess.
    Baselines { depth: usize, seed: u64 },
    /// A text to take along.
    Take(TextRequest),
}

/// How far the puzzle is reduced, and on what.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReductionRequest {
    /// The deductions stop as soon as at most so many variables are left; 0 for as few as possible.
    pub(super) qubits: usize,
    /// Which deductions may be made: `none`, `paper` or `full`; all of them without it.
    #[serde(default)]
    pub(super) rules: Option<String>,
    /// Which groups of rules become qudits: the name of a choice; plain qubits without it.
    #[serde(default)]
    pub(super) registers: Option<String>,
}

/// The angles of a circuit.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnglesRequest {
    pub(super) gammas: Vec<f64>,
    pub(super) betas: Vec<f64>,
}

/// A moment of a circuit, counted in layers: 1.25 is halfway through the cost phase of the second.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MomentRequest {
    pub(super) gammas: Vec<f64>,
    pub(super) betas: Vec<f64>,
    pub(super) at: f64,
}

/// Shots of the state at a moment.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MeasureRequest {
    pub(super) gammas: Vec<f64>,
    pub(super) betas: Vec<f64>,
    pub(super) at: f64,
    pub(super) shots: u64,
    pub(super) seed: u64,
}

/// A search for angles, depth by depth: depth p goes on from what was found at p − 1.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SearchRequest {
    pub(super) depth: usize,
    pub(super) seed: u64,
}

/// A text to take along.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TextRequest {
    /// `toml`, `record`, or the name of a format of models or circuits.
    pub(super) format: String,
    #[serde(default)]
    pub(super) gammas: Vec<f64>,
    #[serde(default)]
    pub(super) betas: Vec<f64>,
}
