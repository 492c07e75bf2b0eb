//! The state vector over a space, and what can be asked of it.

use super::cost::{QuditCost, QuditLevelIndex};
use super::cut::{QuditGroups, TileLimits};
use super::layout::TileLayout;
use super::phases::PhaseTable;
use super::space::QuditSpace;
use super::sweep::{Ground, QuditWorkspaces};
use crate::error::Result;
use crate::sim::memory::{self, Purpose};
use crate::sim::real::{Precision, Real};
use crate::sim::vector::buffer::Buffer;
use crate::tasks::each;
use num_complex::Complex64;
use std::borrow::Borrow;

/// The amplitudes of all states of a space in the precision of `T`: [`f64`], unless another is
/// named.
#[derive(Clone, Debug)]
pub(crate) struct QuditState<T: Real = f64> {
    space: QuditSpace,
    cut: QuditGroups,
    layout: TileLayout,
    /// Real parts, and imaginary parts.
    data: [Buffer<T>; 2],
    pub(super) table: PhaseTable<T>,
    pool: QuditWorkspaces<T>,
}

/// Parts of a walk over all states at most.
const PARTS: usize = 1024;

impl<T: Real> QuditState<T> {
    /// Memory for a state to be made: all amplitudes are 0.
    ///
    /// # Errors
    /// If its amplitudes do not fit into memory; nothing is allocated then.
    pub(crate) fn room(space: &QuditSpace) -> Result<Self> {
        Self::room_with(space, TileLimits::USUAL)
    }

    pub(super) fn room_with(space: &QuditSpace, limits: TileLimits) -> Result<Self> {
        let states = space.states();
        memory::check_qudits(states, Purpose::State, T::PRECISION)?;
        let cut = QuditGroups::new(space, limits);
        let layout = TileLayout::new::<T>(space, &cut);
        let room = |lines| {
            Buffer::zeros_after(lines, layout.len())
                .map_err(|_| memory::refusal_of_states(states, Purpose::State, T::PRECISION))
        };
        Ok(Self {
            space: space.clone(),
            cut,
            layout,
            // an odd number of lines apart, so that rows a power of two apart share no place of the
            // first cache
            data: [room(0)?, room(33)?],
            table: PhaseTable::default(),
            pool: QuditWorkspaces::default(),
        })
    }

    /// The space.
    pub(crate) fn space(&self) -> &QuditSpace {
        &self.space
    }

    /// The precision of the amplitudes.
    pub(crate) fn precision(&self) -> Precision {
        T::PRECISION
    }

    /// ψ of basis state `index`.
    pub(crate) fn amplitude(&self, index: usize) -> Complex64 {
        let ([re, im], place) = (&self.data, self.layout.place(index));
        Complex64::new(re[place].wide(), im[place].wide())
    }

    /// |ψ|² of basis state `index`.
    pub(crate) fn probability(&self, index: usize) -> f64 {
        self.amplitude(index).norm_sqr()
    }

    /// |ψ|² of all basis states: another 8 bytes for each.
    pub(crate) fn probabilities(&self) -> Vec<f64> {
        let (len, states) = (self.part(), self.space.states());
        let mut probabilities = vec![0.0; states];
        each(probabilities.chunks_mut(len).enumerate(), |(k, part)| {
            for (x, probability) in (k * len..).zip(part) {
                *probability = self.probability(x);
            }
        });
        probabilities
    }

    /// ψ of all basis states: another 16 bytes for each.
    pub(crate) fn amplitudes(&self) -> Vec<Complex64> {
        let (len, states) = (self.part(), self.space.states());
        let mut amplitudes = vec![Complex64::ZERO; states];
        each(amplitudes.chunks_mut(len).enumerate(), |(k, part)| {
            for (x, amplitude) in (k * len..).zip(part) {
                *amplitude = self.amplitude(x);
            }
        });
        amplitudes
    }

    /// √Σ|ψ|²: 1 but for rounding.
    pub(crate) fn norm(&self) -> f64 {
        let sums = self.parts(|first, weights| {
            let _anywhere: usize = first;
            weights.sum::<f64>()
        });
        sums.iter().sum::<f64>().sqrt()
    }

    /// ⟨C⟩ = Σ E |ψ|².
    ///
    /// # Panics
    /// If the cost is over another space, as all verbs that take a cost.
    pub(crate) fn expectation(&self, cost: &QuditCost) -> f64 {
        self.sum(cost, |energy, weight| energy * weight)
    }

    /// Σ |ψ|² over the listed basis states.
    pub(crate) fn probability_of<I>(&self, indices: I) -> f64
    where
        I: IntoIterator,
        I::Item: Borrow<u64>,
    {
        let of = |x: I::Item| usize::try_from(*x.borrow()).map_or(0.0, |x| self.probability(x));
        indices.into_iter().map(of).sum()
    }

    /// Σ |ψ|² over the basis states with E ≤ `energy`.
    pub(crate) fn probability_where_energy_at_most(&self, cost: &QuditCost, energy: f64) -> f64 {
        let low = |e: f64, weight: f64| if e <= energy { weight } else { 0.0 };
        self.sum(cost, low)
    }

    /// Σ f(E, |ψ|²) in a fixed order.
    fn sum(&self, cost: &QuditCost, f: impl Fn(f64, f64) -> f64 + Sync) -> f64 {
        self.assert_fits(cost);
        let parts = cost.walk(
            || 0.0,
            |sum, x, energy| *sum += f(energy, self.probability(x)),
        );
        parts.iter().sum()
    }

    /// What `f` makes of each part of the state, in order, from its first basis state and its
    /// probabilities.
    pub(super) fn parts<R: Send>(
        &self,
        f: impl Fn(usize, &mut dyn Iterator<Item = f64>) -> R + Sync,
    ) -> Vec<R> {
        let len = self.part();
        let part = |number: usize| {
            let first = number * len;
            let end = (first + len).min(self.space.states());
            f(first, &mut (first..end).map(|x| self.probability(x)))
        };
        each(0..self.space.states().div_ceil(len), part)
    }

    /// Basis states in a part.
    pub(super) fn part(&self) -> usize {
        self.space.states().div_ceil(PARTS).max(64)
    }

    /// The ground of a pass and the amplitudes, as they stand in memory.
    pub(super) fn ground<'a>(
        &'a mut self,
        cost: &'a QuditCost,
    ) -> (Ground<'a, T>, [&'a mut [T]; 2]) {
        let index: &QuditLevelIndex = cost.index();
        let ground = Ground {
            space: &self.space,
            cut: &self.cut,
            layout: self.layout,
            index,
            pool: &self.pool,
        };
        (ground, self.data.each_mut().map(|part| &mut **part))
    }

    pub(super) fn cut(&self) -> &QuditGroups {
        &self.cut
    }

    /// The same state worked on with other instructions.
    #[cfg(test)]
    pub(super) fn compiled_for(self, instructions: crate::sim::instructions::Instructions) -> Self {
        let cut = self.cut.clone().compiled_for(instructions);
        Self { cut, ..self }
    }

    pub(super) fn assert_fits(&self, cost: &QuditCost) {
        assert_eq!(
            &self.space,
            cost.space(),
            "spaces of the state and of the cost"
        );
    }
}
