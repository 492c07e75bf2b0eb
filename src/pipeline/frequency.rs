//! What a machine's shots show: how often they solve the puzzle, what that is to be held against,
//! and the boards among them.

use super::Problem;
use crate::error::Result;
use ketboard_circuits::{Bitstring, CountUnit, Counts, Judged, wilson};
use ketboard_puzzles::Puzzle;
use ketboard_qaoa::Angles;
use serde::Serialize;
use std::collections::BTreeMap;

/// The share of the shots that solve the puzzle, beside what to expect. A number that was not
/// computed is `None`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Frequency {
    /// The share of the shots, after mitigation if there was any.
    #[serde(rename = "solution_frequency")]
    pub measured: f64,
    /// Its 95 % confidence interval: Wilson's for shots, wider where readout errors were undone;
    /// `None` for a file of probabilities, which does not say from how many shots.
    #[serde(rename = "solution_frequency_interval")]
    pub interval: Option<(f64, f64)>,
    /// The success probability of the ideal state at the given angles.
    #[serde(rename = "success_probability")]
    pub ideal: Option<f64>,
    /// The probability that a uniformly random basis state, of the qubits or of the registers,
    /// solves the puzzle.
    #[serde(rename = "random_success_probability")]
    pub random: f64,
}

/// P(success) as it was measured in `counts`; `readout_error` is the rate of the flips that are
/// undone first, `angles` those of the circuit.
///
/// What solves the puzzle is read off `truth`, so `None` is the answer where that is not complete.
///
/// # Errors
/// As [`Counts::mitigated_frequency`]; if the ideal state does not fit into memory.
pub(crate) fn solution_frequency(
    problem: &Problem,
    (counts, readout_error): (&Counts<Bitstring>, Option<f64>),
    angles: Option<&Angles>,
) -> Result<Option<Frequency>> {
    let truth = &problem.truth;
    if !truth.complete {
        return Ok(None);
    }
    let solves = |outcome: &Bitstring| problem.solves(&problem.lift(outcome.bits()));
    let (measured, interval) = match readout_error {
        Some(rate) => counts.mitigated_frequency(rate, solves)?,
        None => {
            let solving = counts.iter().filter(|(x, _)| solves(x));
            let measured = solving.fold(0.0, |sum, (_, weight)| sum + weight) / counts.total();
            let shots = counts.total();
            let of_shots = || wilson((measured * shots).round() as u64, shots as u64);
            (measured, (counts.unit() == CountUnit::Shots).then(of_shots))
        }
    };
    let ideal = match angles {
        Some(angles) => problem.at(angles)?.success_probability,
        None => None,
    };
    Ok(Some(Frequency {
        measured,
        interval,
        ideal,
        random: truth.indices.fraction(),
    }))
}

/// The sampled boards that obey all rules, each with the weight of all outcomes that show it: those
/// of the best value first, then the most frequent; ties stay in the order of `judged`.
pub(crate) fn boards_that_obey<'j, X>(
    puzzle: &Puzzle,
    judged: &'j [Judged<X>],
) -> Vec<(&'j Judged<X>, f64)> {
    let mut weights = BTreeMap::new();
    let obeying = judged.iter().filter(|outcome| outcome.obeys());
    for (place, outcome) in obeying.enumerate() {
        let board = puzzle.board(&outcome.assignment);
        let entry = weights.entry(board);
        let (_, _, weight) = entry.or_insert((place, outcome, 0.0));
        *weight += outcome.weight;
    }
    let mut boards: Vec<_> = weights.into_values().collect();
    let rank = |judged: &Judged<X>| !judged.solves();
    boards.sort_by(|a, b| {
        let order = rank(a.1).cmp(&rank(b.1));
        order.then(b.2.total_cmp(&a.2)).then(a.0.cmp(&b.0))
    });
    let board = |(_, board, weight)| (board, weight);
    boards.into_iter().map(board).collect()
}
