//! The time step of Trotterized quantum annealing: Sack and Serbyn 2021 (Quantum 5, 491; arXiv
//! 2101.05742). Annealing from −ΣX to C in p steps of length Δt is the circuit of a ramp,
//!
//! > γ = s Δt √n/σ(C),  β = −(1 − s) Δt
//!
//! The paper writes s = i/p, i = 1 … p, for costs without weights and the mixer −ΣX. Here γ is in
//! the unit of the spread of C, and s is at the layers' midpoints, (i − ½)/p, so that the total
//! time stays pΔt and depth 1 has a scan too. Fifteen values of Δt 0.1 apart are tried, then eight
//! around the lowest, 0.02 apart.

use super::Function;
use super::depthwise::DepthSearch;

const STEPS: usize = 15;
const COARSE: f64 = 0.1;
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
