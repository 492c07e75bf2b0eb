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
use super::depthwise::DepthSearch;

/// The first scan: this many multiples of [`COARSE`].
const STEPS: usize = 15;
const COARSE: f64 = 0.1;
/// The second scan: this far apart, on either side of the lowest.
const FINE: f64 = 0.02;

impl<O: Function, M: Fn() -> O + Sync> DepthSearch<'_, M> {
    /// The Δt of lowest value; [`COARSE`] · 8 where no value is finite.
    pub(super) fn time_step(&mut self, depth: usize) -> f64 {
        let coarse = (1..=STEPS).map(|k| k as f64 * COARSE).collect();
        let lowest = self.lowest_step(depth, coarse, (COARSE * 8.0, f64::INFINITY));
        let on_both_sides = |k| [-1.0, 1.0].map(|sign| lowest.0 + sign * f64::from(k) * FINE);
        let fine = (1..=4).flat_map(on_both_sides).collect();
        self.lowest_step(depth, fine, lowest).0
    }

    fn lowest_step(&mut self, depth: usize, steps: Vec<f64>, best: (f64, f64)) -> (f64, f64) {
        let ramp = |step: &f64| self.task.ramp(depth, *step).to_flat();
        let points: Vec<_> = steps.iter().map(ramp).collect();
        let measured = steps.into_iter().zip(self.scan(depth, &points));
        measured.fold(best, |best, one| if one.1 < best.1 { one } else { best })
    }
}

#[cfg(test)]
mod tests {
    use super::super::depthwise::Task;
    use super::*;
    use crate::tests::optimize::function::depth_by_depth;
    use crate::{SearchSettings, Strategy, go_on};

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
        let settings = SearchSettings {
            depth: 1,
            iterations: 0,
            strategy: Strategy::Tqa,
            ..SearchSettings::default()
        };
        let task = Task::new(settings, 2.0);
        for (f, lowest) in [
            ((|t| (t - 0.737).powi(2)) as fn(f64) -> f64, 0.737),
            (|t| (t - 0.3).abs(), 0.3),
            (|t| t, 0.02),
            (|t| -t, 1.58),
            (|t| if t < 1.0 { f64::NAN } else { t }, 1.0),
        ] {
            let stage = &depth_by_depth(|| OfStep(f), &task, &go_on).unwrap()[0];
            let step = -2.0 * stage.angles.betas[0];
            assert!((step - lowest).abs() < 0.011, "{step} instead of {lowest}");
            assert_eq!(stage.evaluations, 23 + 1);
        }
    }
}
