//! What the page may ask.

use serde::Deserialize;

/// A question; its name stands under the key `do`.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Question {
    /// The version, the families with the sizes that are generated, and what words mean.
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
    /// The puzzle with at most so many variables left, 0 for as few as possible; by all deductions
    /// where no level of `rules` is named, and on plain qubits where no choice of `registers` is.
    Reduce {
        qubits: usize,
        #[serde(default)]
        rules: Option<String>,
        #[serde(default)]
        registers: Option<String>,
    },
    /// ⟨C⟩ and success after each layer.
    Layers { gammas: Vec<f64>, betas: Vec<f64> },
    /// The state at a moment of the circuit, counted in layers: 1.25 is halfway through the cost
    /// phase of the second.
    State {
        gammas: Vec<f64>,
        betas: Vec<f64>,
        at: f64,
    },
    /// Shots of the state at a moment.
    Measure {
        gammas: Vec<f64>,
        betas: Vec<f64>,
        at: f64,
        shots: u64,
        seed: u64,
    },
    /// The best angles of a depth, which goes on from what was found at the depth before it.
    Optimize { depth: usize, seed: u64 },
    /// ⟨C⟩ and success over (γ, β) at one layer.
    Landscape,
    /// What others reach: annealing at equal layers of the search so far, Grover search with up to
    /// so many iterations, a random guess.
    Baselines { depth: usize, seed: u64 },
    /// A text to take along: `toml`, `record`, or the name of a format of models or circuits.
    Take {
        format: String,
        #[serde(default)]
        gammas: Vec<f64>,
        #[serde(default)]
        betas: Vec<f64>,
    },
}
