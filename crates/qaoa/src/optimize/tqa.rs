//! The time step of Trotterized quantum annealing: Sack and Serbyn 2021 (Quantum 5, 491; arXiv
//! 2101.05742).
//!
//! Annealing from −ΣX to C in p steps of length Δt is the circuit of a ramp, with s from 0 to 1,
//!
//! γ = s Δt √n/σ(C), β = −(1 − s) Δt
//!
//! The paper writes s = i/p, i = 1 … p, for costs without weights, and its β turn the other way
//! (its mixer is −ΣX). Here γ is in the unit of the spread of C, and s is at the layers' midpoints,
//! (i − ½)/p, so that the total time stays pΔt and depth 1, where the paper's only β is 0 and every
//! Δt gives the same state, has a scan too. Δt is scanned, as there, since the best one changes
//! little with size and depth: fifteen values 0.1 apart, then eight around the lowest, 0.02 apart.

use super::Function;
use super::asking::AtStart;
use super::depthwise::Task;

/// The first scan: this many multiples of [`COARSE`].
const STEPS: usize = 15;
const COARSE: f64 = 0.1;
/// The second scan: this far apart, on either side of the lowest.
const FINE: f64 = 0.02;

/// The Δt of lowest value, and the evaluations that it took; [`COARSE`] · 8 where no value is
/// finite. Whoever is asked before each evaluation may end the scan.
pub(super) fn time_step(
    function: &mut dyn Function,
    at: AtStart<'_>,
    depth: usize,
    task: &Task,
) -> (f64, u64) {
    let mut evaluations = 0;
    let mut best = (COARSE * 8.0, f64::INFINITY);
    let mut measure = |step: f64, best: &mut (f64, f64)| {
        if at.ask(evaluations, best.1).is_break() {
            return;
        }
        evaluations += 1;
        let value = function.value(&task.ramp(depth, step).to_flat());
        if value.is_finite() && value < best.1 {
            *best = (step, value);
        }
    };
    for k in 1..=STEPS {
        measure(k as f64 * COARSE, &mut best);
    }
    let lowest = best.0;
    for k in 1..=4 {
        measure(lowest - f64::from(k) * FINE, &mut best);
        measure(lowest + f64::from(k) * FINE, &mut best);
    }
    (best.0, evaluations)
}

#[cfg(test)]
mod tests {
    use super::super::asking::{Asking, go_on};
    use super::super::settings::SearchSettings;
    use super::*;

    /// A function of the last β alone.
    struct OfStep(fn(f64) -> f64);

    impl Function for OfStep {
        fn value(&mut self, x: &[f64]) -> f64 {
            (self.0)(-2.0 * x[x.len() - 1]) // depth 1: β = −Δt/2
        }

        fn value_and_gradient(&mut self, x: &[f64], gradient: &mut [f64]) -> f64 {
            gradient.fill(0.0);
            self.value(x)
        }
    }

    #[test]
    fn the_scan_finds_the_lowest_step_to_a_hundredth_and_counts_its_evaluations() {
        let task = Task::new(SearchSettings::default(), 2.0);
        let asking = Asking::new(&go_on);
        let at = AtStart {
            asking: &asking,
            depth: 1,
            start: 0,
            before: 0,
            alone: true,
        };
        let of = |f| time_step(&mut OfStep(f), at, 1, &task);
        for (f, lowest) in [
            ((|t| (t - 0.737).powi(2)) as fn(f64) -> f64, 0.737),
            (|t| (t - 0.3).abs(), 0.3),
            (|t| t, 0.02),
            (|t| -t, 1.58),
            (|t| if t < 1.0 { f64::NAN } else { t }, 1.0),
        ] {
            let (step, evaluations) = of(f);
            assert!((step - lowest).abs() < 0.011, "{step} instead of {lowest}");
            assert_eq!(evaluations, 23);
        }
        assert_eq!(of(|_| f64::NAN).0, 0.8);
    }
}
