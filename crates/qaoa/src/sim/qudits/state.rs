//! The state vector over a space, and what can be asked of it.

use super::cost::QuditCost;
use super::cut::{QuditGroups, TileLimits};
use super::layout::TileLayout;
use super::phases::PhaseTable;
use super::space::QuditSpace;
use super::sweep::{Ground, QuditWorkspaces};
use crate::error::Result;
use crate::sim::memory::{self, Purpose};
use crate::sim::ranks::{Request, Shared, in_parts, to_words};
use crate::sim::real::{Precision, Real};
use crate::sim::vector::buffer::Buffer;
use crate::tasks::each;
use num_complex::Complex64;
use std::borrow::Borrow;
use std::ops::Range;
use std::sync::Arc;

/// The amplitudes of all states of a space in the precision of `T`: [`f64`], unless another is
/// named. They are all at hand, or a share of them ([`crate::sim::ranks`]).
#[derive(Clone, Debug)]
pub(crate) struct QuditState<T: Real = f64> {
    space: QuditSpace,
    cut: QuditGroups,
    layout: TileLayout,
    /// Real parts, and imaginary parts.
    data: [Buffer<T>; 2],
    pub(super) table: PhaseTable<T>,
    pool: QuditWorkspaces<T>,
    pub(super) shared: Option<Shared>,
}

/// Parts of a walk over all states at most.
const PARTS: usize = 1024;

impl<T: Real> QuditState<T> {
    /// Memory for a state to be made: all amplitudes are 0.
    ///
    /// # Errors
    /// If its amplitudes do not fit into memory; nothing is allocated then.
    pub(crate) fn room(space: &QuditSpace) -> Result<Self> {
        Self::room_with(space, TileLimits::of_process())
    }

    pub(super) fn room_with(space: &QuditSpace, limits: TileLimits) -> Result<Self> {
        let states = space.states();
        memory::check_qudits(states, Purpose::State, T::PRECISION)?;
        Self::allocated(space, limits, None)
    }

    /// Memory for a state, or for this rank's share of it.
    pub(super) fn allocated(
        space: &QuditSpace,
        limits: TileLimits,
        shared: Option<Shared>,
    ) -> Result<Self> {
        let states = space.states();
        let cut = QuditGroups::new(space, limits);
        let shares = shared.as_ref().map_or(1, |shared| shared.team().size());
        let layout = TileLayout::new::<T>(space, &cut).share(shares);
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
            shared,
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
        let [re, im] = match self.shared {
            Some(_) => self.parts_of_each(&[index as u64])[0],
            None => self.parts_here(index),
        };
        Complex64::new(re, im)
    }

    /// |ψ|² of basis state `index`.
    pub(crate) fn probability(&self, index: usize) -> f64 {
        self.amplitude(index).norm_sqr()
    }

    /// The parts of ψ of some basis states of a state that is shared.
    pub(in crate::sim) fn parts_of_each(&self, indices: &[u64]) -> Vec<[f64; 2]> {
        let of =
            |shared: &Shared| shared.parts_of_each(indices, self.here(), |at| self.parts_here(at));
        self.shared.as_ref().map_or_else(Vec::new, of)
    }

    /// ψ of a basis state at hand, by its number there.
    fn parts_here(&self, at: usize) -> [f64; 2] {
        let ([re, im], place) = (&self.data, self.layout.place(at));
        [re[place].wide(), im[place].wide()]
    }

    /// |ψ|² of the same.
    pub(super) fn weight_here(&self, at: usize) -> f64 {
        square(self.parts_here(at))
    }

    /// The states at hand.
    pub(super) fn here(&self) -> Range<usize> {
        let states = self.space.states();
        self.team().map_or(0..states, |team| team.share(states))
    }

    /// |ψ|² of all basis states: another 8 bytes for each.
    pub(crate) fn probabilities(&self) -> Vec<f64> {
        if let Some(shared) = &self.shared {
            let state = shared.name();
            let of = |at| [self.weight_here(at)];
            return shared.of_all(Request::Probabilities { state }, self.here(), of);
        }
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
        if let Some(shared) = &self.shared {
            let state = shared.name();
            let of = |at| self.parts_here(at);
            let parts = shared.of_all(Request::AllParts { state }, self.here(), of);
            let parts = parts.as_chunks().0.iter();
            return parts.map(|[re, im]| Complex64::new(*re, *im)).collect();
        }
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
        let sums = || self.sums_of_parts().iter().sum::<f64>().sqrt();
        self.lead(|state| Request::Norm { state }, Vec::new, sums)
    }

    /// Σ|ψ|² over each part of the state, in order.
    pub(super) fn sums_of_parts(&self) -> Vec<f64> {
        let first = self.here().start;
        let (states, len) = (self.space.states(), self.part());
        let sums = in_parts(
            self.team().map(Arc::as_ref),
            states,
            len,
            &[0.0],
            |sum, of| {
                let mut so_far = sum[0];
                of.for_each(|x| so_far += self.weight_here(x - first));
                sum[0] = so_far;
            },
        );
        sums.concat()
    }

    /// ⟨C⟩ = Σ E |ψ|².
    ///
    /// # Panics
    /// If the cost is over another space, as all verbs that take a cost.
    pub(crate) fn expectation(&self, cost: &QuditCost) -> f64 {
        let name = cost.name();
        self.lead(
            |state| Request::Expectation { state, cost: name },
            Vec::new,
            || self.sum(cost, |energy, weight| energy * weight),
        )
    }

    /// Σ |ψ|² over the listed basis states.
    pub(crate) fn probability_of<I>(&self, indices: I) -> f64
    where
        I: IntoIterator,
        I::Item: Borrow<u64>,
    {
        if self.shared.is_some() {
            let indices: Vec<u64> = indices.into_iter().map(|x| *x.borrow()).collect();
            return self.parts_of_each(&indices).into_iter().map(square).sum();
        }
        let of = |x: I::Item| usize::try_from(*x.borrow()).map_or(0.0, |x| self.probability(x));
        indices.into_iter().map(of).sum()
    }

    /// Σ |ψ|² over the basis states with E ≤ `energy`.
    pub(crate) fn probability_where_energy_at_most(&self, cost: &QuditCost, energy: f64) -> f64 {
        let low = |e: f64, weight: f64| if e <= energy { weight } else { 0.0 };
        let name = cost.name();
        self.lead(
            |state| Request::UpTo { state, cost: name },
            || to_words(&[energy]),
            || self.sum(cost, low),
        )
    }

    /// Σ f(E, |ψ|²) in a fixed order.
    fn sum(&self, cost: &QuditCost, f: impl Fn(f64, f64) -> f64 + Sync) -> f64 {
        self.assert_fits(cost);
        let first = self.here().start;
        cost.sum(|x, energy| f(energy, self.weight_here(x - first)))
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
        let ground = Ground {
            space: &self.space,
            cut: &self.cut,
            layout: self.layout,
            index: cost.index(),
            pool: &self.pool,
            team: self.shared.as_ref().map(|shared| &**shared.team()),
            first: self.here().start,
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
        let shared = [self.shared.is_some(), cost.share().is_some()];
        assert_eq!(shared[0], shared[1], "ranks of the state and of the cost");
    }
}

/// |ψ|² from the parts of ψ.
fn square([re, im]: [f64; 2]) -> f64 {
    re * re + im * im
}
