//! The object of `decode --json`: measured counts as boards that the rules judge, and how often
//! they solve the puzzle, beside what to expect.

use crate::error::Result;
use crate::json::extend;
use crate::pipeline::{Problem, solution_frequency};
use ketboard_circuits::{
    Bitstring, CountUnit, Counts, Device, Judged, MeasuredResults, SaidBy, Summary,
};
use ketboard_qaoa::Angles;
use serde_json::{Map, Value, json};
use std::ops::ControlFlow::Continue;

/// What was measured of a problem's circuit, and what the rules say of it.
#[derive(Debug)]
pub(crate) struct Decoded<'p> {
    problem: &'p Problem,
    measured: MeasuredResults,
    /// The probability that a bit was read wrongly, where that is undone.
    readout_error: Option<f64>,
    /// The outcomes, with such errors undone.
    pub counts: Counts<Bitstring>,
    /// Their boards, most frequent first.
    pub judged: Vec<Judged<Bitstring>>,
}

impl<'p> Decoded<'p> {
    /// # Errors
    /// If the shots are too few to undo readout errors of this rate.
    pub(crate) fn new(
        problem: &'p Problem,
        measured: MeasuredResults,
        readout_error: Option<f64>,
    ) -> Result<Self> {
        let counts = match readout_error {
            Some(rate) => measured.counts.mitigated(rate)?,
            None => measured.counts.clone(),
        };
        let board = |outcome: &Bitstring| problem.lift(outcome.bits());
        let judged = counts.judge(&problem.puzzle.model, board, problem.truth.best);
        Ok(Self {
            problem,
            measured,
            readout_error,
            counts,
            judged,
        })
    }

    /// The most frequent outcome that solves the puzzle.
    pub(crate) fn solution(&self) -> Option<&Judged<Bitstring>> {
        self.judged.iter().find(|judged| judged.solves())
    }

    /// All that is said of it. P(success) needs all solutions; `angles` are those of the circuit,
    /// and `device` is the one that ran it there.
    ///
    /// # Errors
    /// If the state does not fit into memory, or the circuit onto the device.
    pub(crate) fn record(&self, angles: Option<&Angles>, device: Option<Device>) -> Result<Value> {
        let (problem, puzzle) = (self.problem, &self.problem.puzzle);
        let (counts, measured) = (&self.counts, &self.measured);
        let summary = Summary::of(&self.judged, &puzzle.model);
        let weight = |of: f64| match counts.unit() {
            CountUnit::Shots => json!(of as u64),
            CountUnit::Probability => json!(of),
        };
        let boards = self.judged.iter().map(|judged| {
            let words = |violation| puzzle.model.describe(violation, &judged.assignment);
            json!({
                "board": puzzle.board(&judged.assignment),
                "count": weight(judged.weight),
                "bitstring": judged.outcome.to_string(),
                "obeys_rules": judged.obeys(),
                "broken_rules": judged.violations.iter().map(words).collect::<Vec<_>>(),
                "value": judged.value,
                "is_best": judged.value.map(|_| judged.solves()),
            })
        });
        let by_kind = summary.broken.iter();
        let by_kind = by_kind.map(|(kind, part)| (kind.name().to_owned(), json!(part)));
        let solution = self.solution();
        let best = problem.truth.best;
        let has_unencoded = !problem.judged_only().is_empty();
        let in_shots = measured.counts.unit() == CountUnit::Shots;
        let mut record = json!({
            "status": if solution.is_some() { "solved" } else { "unsolved" },
            "board": solution.map(|judged| puzzle.board(&judged.assignment)),
            "qubits": problem.qubits(),
            "shots": in_shots.then(|| measured.counts.total() as u64),
            "shots_that_obey": weight(summary.obeying),
            "shots_dropped": has_unencoded.then(|| weight(problem.dropped(&self.judged))),
            "fraction_that_breaks": by_kind.collect::<Map<String, Value>>(),
            "boards": boards.collect::<Value>(),
            "shots_in_space": problem.weight_in_space(counts).map(weight),
            "best_value": best,
            "shots_that_are_best": best.map(|_| weight(summary.solving)),
            "shape": measured.shape,
            "bit_order": measured.bit_order.name(),
            "mitigation": self.readout_error.map(|rate| json!({
                "readout_error": rate,
                "method": "inverse of independent readout errors, then the nearest distribution",
            })),
        });
        if problem.truth.complete {
            if let (Some(device), Some(angles)) = (device, angles) {
                extend(&mut record, self.under_noise(angles, device)?);
            }
            extend(&mut record, self.success(angles)?);
        }
        Ok(record)
    }

    /// What the noise of a device would leave of P(success).
    fn under_noise(&self, angles: &Angles, device: Device) -> Result<Value> {
        let source = device.source.clone();
        let found = self.problem.forecast(angles, device, 0, &|| Continue(()))?;
        Ok(json!({
            "calibration": source,
            "device": found.device,
            "estimated_fidelity": found.estimated_fidelity,
            "estimated_success_probability": found.estimated_success_probability,
            "noisy_success_probability": found.noisy_success_probability,
            "noisy_success_interval": found.noisy_success_interval,
            "trajectories": found.trajectories,
        }))
    }

    /// P(success) as it was measured, of the ideal circuit, and of a random guess.
    fn success(&self, angles: Option<&Angles>) -> Result<Value> {
        let (problem, counts) = (self.problem, &self.measured.counts);
        let (frequency, interval) = solution_frequency(problem, counts, self.readout_error)?;
        // where nobody said the order and the other one solves more, that is worth knowing
        let is_open = self.measured.said_by == SaidBy::Nobody && self.readout_error.is_none();
        let (turned, _) = solution_frequency(problem, &counts.turned(), None)?;
        let hint = format!(
            "read the other way round P(success) is {turned:.4}: if Qiskit printed these counts, say `bit_order` qubit0-right"
        );
        let ideal = angles.map(|angles| problem.at(angles)).transpose()?;
        Ok(json!({
            "hint": (is_open && turned > frequency).then_some(hint),
            "solution_frequency": frequency,
            "solution_frequency_interval": interval,
            "success_probability": ideal.and_then(|ideal| ideal.success_probability),
            "random_success_probability": problem.truth.random_guess(),
        }))
    }
}
