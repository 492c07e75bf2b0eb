//! Which temperature each sweep has: falling geometrically, from limits that the coefficients set.
//!
//! T_k = hot (cold/hot)^{k/(K−1)} for k = 0 … K−1. Hot, about the largest change of a single flip,
//! accepts nearly everything; cold, a fifth of the smallest coefficient, accepts one in 150 flips
//! that cost that much.

use super::landscape::AnnealCost;

/// A coefficient smaller than this part of the largest one is left over from rounding and sets no
/// temperature.
const ROUNDING: f64 = 1e-13;

pub(crate) struct CoolingSchedule {
    hot: f64,
    cold: f64,
    sweeps: u64,
}

impl CoolingSchedule {
    pub(super) fn new(landscape: &AnnealCost, sweeps: u64) -> Self {
        let changes = (0..landscape.n()).map(|i| landscape.largest_change(i));
        let hot = changes.fold(0.0, f64::max);
        Self::between(hot, landscape.coefficients(), sweeps)
    }

    /// From the largest change to a fifth of the smallest of some sizes.
    pub(crate) fn between(hot: f64, sizes: impl Iterator<Item = f64>, sweeps: u64) -> Self {
        let sizes = sizes.map(f64::abs).filter(|&size| size > ROUNDING * hot);
        Self {
            hot,
            cold: sizes.fold(hot, f64::min) / 5.0,
            sweeps,
        }
    }

    /// The temperatures, one a sweep; all 0 where no flip changes the energy.
    pub(crate) fn temperatures(&self) -> impl Iterator<Item = f64> + use<> {
        let (hot, sweeps) = (self.hot, self.sweeps);
        let ratio = if hot > 0.0 { self.cold / hot } else { 1.0 };
        let last = sweeps.saturating_sub(1).max(1) as f64;
        (0..sweeps).map(move |k| hot * libm::pow(ratio, k as f64 / last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temperatures_fall_from_the_largest_change_to_below_the_smallest() {
        let terms = [(vec![], 9.0), (vec![0], -2.0), (vec![0, 1], 0.5)];
        let schedule = CoolingSchedule::new(&AnnealCost::new(2, terms), 5);
        let temperatures: Vec<f64> = schedule.temperatures().collect();
        assert_eq!((temperatures.len(), temperatures[0]), (5, 2.0));
        assert!((temperatures[4] - 0.1).abs() < 1e-12, "{temperatures:?}");
        assert!(temperatures.is_sorted_by(|a, b| a > b), "{temperatures:?}");
    }

    #[test]
    fn what_rounding_left_over_does_not_make_it_colder() {
        let terms = [(vec![0], 1.0), (vec![1], 0.1 + 0.2 - 0.3)];
        let schedule = CoolingSchedule::new(&AnnealCost::new(2, terms), 2);
        let coldest = schedule.temperatures().last().unwrap();
        assert!((coldest - 0.2).abs() < 1e-12, "{coldest}");
    }

    #[test]
    fn a_flat_landscape_has_temperature_0() {
        let schedule = CoolingSchedule::new(&AnnealCost::new(3, [(vec![], 4.0)]), 3);
        assert!(schedule.temperatures().eq([0.0; 3]));
    }
}
