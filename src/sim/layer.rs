//! One layer e^{−iβΣX} e^{−iγC}: a pass over tiles (phases and low qubits), then column passes (the other qubits).
//!
//! The expectation of the last layer is taken from the pieces of the last pass while they are in the cache.

use super::block::{Block, LANE_QUBITS};
use super::diagonal::{Diagonal, Phases};
use super::kernel;
use super::rotation::{Rotation, Turn};
use super::sweep::{Place, Plan, Sums, columns, tiles};

/// Phases, a turn of every qubit, and the cost to be observed on the way out.
#[derive(Clone, Copy)]
pub(super) struct Layer<'a> {
    /// The phases, with the factor of the rotation that follows in them.
    pub(super) phases: Phases<'a>,
    /// The cost whose expectation is asked for.
    pub(super) observed: Option<&'a Diagonal>,
}

impl Layer<'_> {
    /// Applies the layer; returns the expectation asked for, or 0.
    pub(super) fn apply(self, n: usize, plan: Plan, blocks: &mut [Block], with: Rotation) -> f64 {
        match with {
            Rotation::Tangent { turn, .. } => self.apply_turn(n, plan, blocks, turn),
            Rotation::Cotangent { turn, .. } => self.apply_turn(n, plan, blocks, turn),
        }
    }

    fn apply_turn(self, n: usize, plan: Plan, blocks: &mut [Block], turn: impl Turn) -> f64 {
        let last = plan.column_passes(n).count();
        let mut sums = tiles(plan, [&mut *blocks], |place, [tile]| {
            kernel::phase_and_turn(place, tile, n.min(LANE_QUBITS), self.phases, turn);
            self.observe(place, tile, last == 0)
        });
        for (pass, qubits) in plan.column_passes(n).enumerate() {
            sums = columns(plan, [&mut *blocks], qubits, |place, [buffer]| {
                kernel::turn(place, buffer, turn);
                self.observe(place, buffer, pass + 1 == last)
            });
        }
        sums[0]
    }

    fn observe(self, place: Place, blocks: &[Block], is_last: bool) -> Sums {
        match self.observed {
            Some(diagonal) if is_last => [kernel::observe(place, blocks, diagonal), 0.0],
            Some(_) | None => Sums::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Diagonal, State, reference, sweep::Plan};

    /// Cuts so small that few qubits take several column passes, of unequal sizes, on several threads.
    const CUTS: [(usize, usize, usize); 6] = [
        (3, 1, 0),
        (3, 2, 4),
        (3, 3, 3),
        (4, 2, 2),
        (5, 4, 6),
        (6, 11, 9),
    ];

    #[test]
    fn layers_cut_into_tiles_and_columns_agree_with_the_reference() {
        for n in 0..=10 {
            let terms: Vec<_> = (0..n)
                .map(|i| (0b101 << i & ((1 << n) - 1), 0.3 + i as f64))
                .collect();
            let diagonal = Diagonal::from_terms(n, terms.iter().copied()).unwrap();
            let energies = reference::energies(n, &terms);
            let layers = [(0.3, -0.5), (0.7, 1.2)];
            let expected = reference::state(n, &energies, &layers);
            let value = reference::expectation(&expected, &energies);
            for (tile, column, buffer) in CUTS {
                let plan = Plan {
                    tile,
                    column,
                    buffer,
                    parallel_from: 7,
                };
                let mut state = State::plus_with(n, plan);
                state.phase(&diagonal, layers[0].0);
                state.rotate_x(layers[0].1);
                let found = state.last_layer(&diagonal, layers[1].0, layers[1].1);
                assert!(
                    (found - value).abs() < 1e-12,
                    "{n} qubits, {plan:?}: {found}, not {value}"
                );
                assert!(
                    (state.expectation(&diagonal) - value).abs() < 1e-12,
                    "{n} qubits, {plan:?}"
                );
                for (x, psi) in expected.iter().enumerate() {
                    let difference = (state.amplitude(x) - psi).norm();
                    assert!(
                        difference < 1e-12,
                        "{n} qubits, {plan:?}, state {x}: {difference:e}"
                    );
                }
            }
        }
    }
}
