//! The numbers of states: rules, cells and boards against lifting and judging every basis state;
//! layers, extremes, baselines.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

#[path = "metrics/basis_states.rs"]
mod basis_states;
#[path = "metrics/layers.rs"]
mod layers;
#[path = "metrics/others.rs"]
mod others;

use crate::pipeline::{Problem, Truth};
use crate::settings::Settings;
use ketboard_puzzles::{Limits, Puzzle, RuleSet};
use num_complex::Complex64;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::path::{Path, PathBuf};

/// Amplitudes that no circuit made.
struct Vector {
    amplitudes: Vec<Complex64>,
}

impl Vector {
    fn probabilities(&self) -> Vec<f64> {
        let amplitudes = self.amplitudes.iter();
        amplitudes.map(|amplitude| amplitude.norm_sqr()).collect()
    }

    /// Random amplitudes of norm 1.
    fn random(states: usize, seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        // sums of uniform numbers: directions are nearly uniform, as of normal ones
        let mut number = || (0..12).map(|_| rng.random::<f64>() - 0.5).sum::<f64>();
        let amplitudes: Vec<_> = (0..states)
            .map(|_| Complex64::new(number(), number()))
            .collect();
        let norm = amplitudes.iter().map(|z| z.norm_sqr()).sum::<f64>().sqrt();
        Self {
            amplitudes: amplitudes.into_iter().map(|z| z / norm).collect(),
        }
    }
}

/// The shipped boards.
fn boards() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/puzzles");
    let files = std::fs::read_dir(folder).unwrap();
    let files = files.map(|entry| entry.unwrap().path());
    let mut boards: Vec<_> = files
        .filter(|file| file.extension().is_some_and(|e| e == "toml"))
        .collect();
    boards.sort();
    boards
}

/// A shipped board, reduced until `qubits` are left.
fn shipped(name: &str, qubits: usize) -> Problem {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/puzzles");
    reduced(Puzzle::read(&file.join(name)).unwrap(), qubits)
}

fn reduced(puzzle: Puzzle, qubits: usize) -> Problem {
    let plan = Settings {
        reduce: Some(RuleSet::Full),
        target_qubits: Some(qubits),
        ..Settings::default()
    };
    Problem::new(puzzle, &plan).unwrap()
}

fn truth(problem: &Problem) -> Truth {
    problem.truth(&Limits::NONE).unwrap()
}
