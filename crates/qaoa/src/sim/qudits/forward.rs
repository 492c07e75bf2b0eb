//! A circuit on qudits, pass by pass.
//!
//! Turns of different qudits commute and the phase is diagonal, so that passes walk to and fro
//! over the groups of qudits as they do for qubits (`sim::pass`): a layer costs one pass where
//! there are two groups. Where energies are rebuilt from tables, which is done in runs of memory
//! only, every layer begins at group 0 and costs a pass for each group. The mixing of the whole
//! space at once is in `grover`.

use super::cost::{QuditCost, QuditLevelIndex};
use super::mixing::Mixing;
use super::phases::{QuditPhases, find_energies, observe};
use super::round::LayerRotations;
use super::share::QuditLayers;
use super::space::QuditSpace;
use super::state::QuditState;
use super::sums::QuditPassSums;
use super::sweep::{QuditArrayUse, StateTile};
use super::turns::QuditRotations;
use crate::sim::real::Real;
use crate::sim::vector::state::{made, stops};
use crate::sim::walk::pass::{self, Pass};
use crate::sim::walk::watch::Watch;
use std::ops::{ControlFlow, Range};

/// The layers e^{−iβ_k H} e^{−iγ_k C}, H of each qudit by itself.
pub(in crate::sim) struct QuditCircuit<'a, T> {
    pub(super) cost: &'a QuditCost,
    pub(super) turner: &'a QuditRotations<T>,
    pub(super) gammas: &'a [f64],
    pub(super) betas: &'a [f64],
    /// Who is asked between its passes.
    pub(super) watch: Watch<'a>,
}

impl<T: Real> QuditState<T> {
    /// Makes the state that the layers e^{−iβ_k H} e^{−iγ_k C} make of the mixing's start, first
    /// layer first.
    ///
    /// # Panics
    /// If there are not as many γ as β, or the cost or the mixing is of another space, which
    /// `Mixing::check` tells.
    #[cfg(test)]
    pub(crate) fn prepare(
        &mut self,
        cost: &QuditCost,
        mixing: &Mixing,
        gammas: &[f64],
        betas: &[f64],
    ) {
        let _done = self.prepare_watched(cost, mixing, [gammas, betas], Watch::NONE);
    }

    /// [`QuditState::prepare`] under a watch: `Break` where it said stop, and what the memory
    /// holds then is no state.
    ///
    /// # Panics
    /// As [`QuditState::prepare`].
    pub(crate) fn prepare_watched(
        &mut self,
        cost: &QuditCost,
        mixing: &Mixing,
        angles: [&[f64]; 2],
        watch: Watch<'_>,
    ) -> ControlFlow<()> {
        made(self.run(&self.layers(cost, mixing, angles, watch), false))
    }

    /// ⟨C⟩ in the state of [`QuditState::prepare`], without making it: what the memory holds
    /// afterwards is no state.
    ///
    /// # Panics
    /// As [`QuditState::prepare`].
    #[cfg(test)]
    pub(crate) fn value_of(
        &mut self,
        cost: &QuditCost,
        mixing: &Mixing,
        gammas: &[f64],
        betas: &[f64],
    ) -> f64 {
        self.value_watched(cost, mixing, [gammas, betas], Watch::NONE)
    }

    /// [`QuditState::value_of`] under a watch: NaN where it said stop.
    ///
    /// # Panics
    /// As [`QuditState::prepare`].
    pub(crate) fn value_watched(
        &mut self,
        cost: &QuditCost,
        mixing: &Mixing,
        angles: [&[f64]; 2],
        watch: Watch<'_>,
    ) -> f64 {
        self.run(&self.layers(cost, mixing, angles, watch), true)
    }

    /// Layers over this state.
    ///
    /// # Panics
    /// As [`QuditState::prepare`].
    pub(super) fn layers<'a>(
        &self,
        cost: &'a QuditCost,
        mixing: &'a Mixing,
        [gammas, betas]: [&'a [f64]; 2],
        watch: Watch<'a>,
    ) -> QuditLayers<'a> {
        self.assert_fits(cost);
        assert_eq!(gammas.len(), betas.len(), "one γ and one β for each layer");
        let fits = mixing.check(self.space());
        assert!(fits.is_ok(), "a mixing of another space");
        QuditLayers {
            cost,
            mixing,
            gammas,
            betas,
            watch,
        }
    }

    /// [`QuditState::run`] of the amplitudes at hand.
    pub(super) fn run_here(&mut self, layers: &QuditLayers<'_>, value: bool) -> f64 {
        match QuditRotations::new(layers.mixing, self.space()) {
            None => {
                let angles = [layers.gammas, layers.betas];
                T::run_grover(self, layers.cost, angles, layers.watch, value)
            }
            Some(turner) => T::run_qudits(self, &layers.turned_by(&turner), value),
        }
    }

    /// Runs a circuit of turns; returns ⟨C⟩ where only that is asked for, NaN where the watch said
    /// stop, else 0.
    pub(in crate::sim) fn run_each(&mut self, circuit: &QuditCircuit<'_, T>, value: bool) -> f64 {
        let mut table = std::mem::take(&mut self.table);
        let start = ProductStart::new(self.space(), self.cut().group(0), circuit.turner);
        let mut sums = QuditPassSums::default();
        let mut watched = circuit.watch.over(self.space().states());
        for pass in forward(self.cut().groups(), circuit.gammas.len(), circuit.cost) {
            if stops(self.team(), &mut watched) {
                sums.value = f64::NAN;
                break;
            }
            let observed = pass.last && value;
            let keep = QuditArrayUse {
                read: [!pass.first; 2],
                write: !observed,
                numbers: observed || pass.phase.is_some(),
                sums: observed,
            };
            let phases = pass.phase.map(|k| circuit.phases(k, 1.0, &mut table));
            let betas = [pass.before, pass.after].map(|k| k.map(|k| circuit.betas[k]));
            let turns =
                LayerRotations::new(self.space(), self.cut(), pass.group, circuit.turner, betas);
            let (ground, data) = self.ground(circuit.cost);
            sums = ground.sweep(pass.group, data, keep, |mut piece, room, sums| {
                if pass.first {
                    start.fill(ground.space, &mut piece);
                }
                if observed || phases.is_some_and(|phases| phases.of_energies()) {
                    find_energies(circuit.cost, &piece, &mut room.energies);
                }
                turns.apply(phases, &mut piece, room);
                if observed {
                    sums.value += observe(&room.energies, piece.arrays[0], piece.arrays[1]);
                }
            });
        }
        self.table = table;
        sums.value
    }
}

impl<'a> QuditLayers<'a> {
    /// The layers with what they do to each qudit.
    pub(super) fn turned_by<T>(&self, turner: &'a QuditRotations<T>) -> QuditCircuit<'a, T> {
        QuditCircuit {
            cost: self.cost,
            turner,
            gammas: self.gammas,
            betas: self.betas,
            watch: self.watch,
        }
    }
}

impl<T: Real> QuditCircuit<'_, T> {
    /// The phases of a layer (`sign` 1) or what undoes them (−1), with the factor that its turns
    /// leave out.
    pub(super) fn phases<'b>(
        &'b self,
        layer: usize,
        sign: f64,
        table: &'b mut super::phases::PhaseTable<T>,
    ) -> QuditPhases<'b, T> {
        let factor = self.turner.angle(self.betas[layer]);
        table.phases(self.cost, sign * self.gammas[layer], sign * factor)
    }
}

/// The passes of `layers` layers, in order.
fn forward(groups: usize, layers: usize, cost: &QuditCost) -> Vec<Pass> {
    if !matches!(cost.index(), QuditLevelIndex::Absent) || groups == 1 || layers == 0 {
        return pass::forward(groups, layers).collect();
    }
    let layer = |k: usize| {
        (0..groups).map(move |group| Pass {
            group,
            first: k == 0 && group == 0,
            before: (group > 0).then_some(k),
            phase: (group == 0).then_some(k),
            after: (group == 0).then_some(k),
            last: false,
        })
    };
    let end = Pass {
        group: 0,
        last: true,
        ..Pass::default()
    };
    (0..layers).flat_map(layer).chain([end]).collect()
}

/// The start ⊗φ_r: its factor of the qudits of group 0.
struct ProductStart<'a, T> {
    low: Vec<f64>,
    turner: &'a QuditRotations<T>,
    above: Range<usize>,
}

impl<'a, T: Real> ProductStart<'a, T> {
    fn new(space: &QuditSpace, tile: Range<usize>, turner: &'a QuditRotations<T>) -> Self {
        let with = |known: Vec<f64>, r: usize| {
            let levels = 0..space.dims()[r];
            let part = |level| {
                let amplitude = turner.start(r, level);
                known.iter().map(move |a| a * amplitude)
            };
            levels.flat_map(part).collect()
        };
        Self {
            above: tile.end..space.qudits(),
            low: tile.fold(vec![1.0], with),
            turner,
        }
    }

    fn fill(&self, space: &QuditSpace, piece: &mut StateTile<'_, T, 2>) {
        let factor = |r: usize| self.turner.start(r, space.level(piece.first, r));
        let above: f64 = self.above.clone().map(factor).product();
        let [re, im] = &mut piece.arrays;
        for (re, low) in re.iter_mut().zip(&self.low) {
            *re = T::of(above * low);
        }
        im.fill(T::ZERO);
    }
}
