//! The state vector over a space, and what can be asked of it. Amplitudes are all in this process,
//! or the share of a rank: then all ranks call the same verbs and get the same answers.

use super::buffer::Buffer;
use super::cut::{Cut, Limits};
use super::diagonal::Diagonal;
use super::kernel::phases::PhaseTable;
use super::memory::{Size, available};
use super::outcomes::measured;
use super::piece::Place;
use super::ranks::{Shared, Team};
use super::real::{Precision, Real};
use super::space::Space;
use super::sums::Sections;
use super::sweep::{Ground, Pool, Workspace};
use crate::error::Result;
use crate::tasks::each;
use bytemuck::Pod;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// The amplitudes of all states of a space in the precision of `T`, or a share of them.
#[derive(Debug)]
pub(crate) struct Vector<T: Real> {
    space: Arc<Space>,
    pub(in crate::sim) cut: Cut,
    /// Real parts, and imaginary parts.
    data: [Buffer<T>; 2],
    pub(in crate::sim) table: PhaseTable<T>,
    pool: Pool<Workspace<T>>,
    pub(in crate::sim) shared: Option<Shared>,
}

/// What is asked of a state. The answer is a list of numbers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Question<'a> {
    /// √Σ|ψ|².
    Norm,
    /// ⟨C⟩, or the probability of the states with E ≤ a number.
    Expectation(Option<f64>),
    /// Energy and probability of each level of the cost in turn, or of each basis state.
    Levels,
    /// Where ascending quantiles fall: basis states, and on each how many do, in turn.
    Measured(Cow<'a, [f64]>),
    /// The `k` likeliest basis states and their probabilities, in turn.
    Likeliest(usize),
    /// Real and imaginary parts of some basis states, in turn.
    Parts(Cow<'a, [u64]>),
    /// Those of all basis states, on rank 0.
    Amplitudes,
    /// |ψ|² of all basis states, on rank 0.
    Probabilities,
}

/// Parts of a walk over all states at most.
const PARTS: usize = 64;
/// States of a part at least.
const RUN: usize = 1 << 14;

impl<T: Real> Vector<T> {
    /// Memory for a state of a cost's space, or for this rank's share of it: all amplitudes are 0.
    /// `beside` another one that is worked on together with it: arrays of a power two of bytes that
    /// begin alike compete for the same places of the cache. Fails if the amplitudes do not fit.
    pub(in crate::sim) fn room(
        space: &Space,
        team: Option<&Arc<Team>>,
        beside: bool,
    ) -> Result<Self> {
        let states = space.states();
        let bytes = T::PRECISION.bytes_per_amplitude();
        if team.is_none() {
            Size::of(space).check(bytes)?;
        }
        let cut = Cut::new::<T>(space, Limits::of(team.map(Arc::as_ref)));
        let len = cut.len(states / team.map_or(1, |team| team.size()));
        let room = |lines| {
            Buffer::zeros(lines, len).map_err(|_| Size::of(space).refusal(bytes, available()))
        };
        // a quarter of a page apart, so that rows a power of two apart share no place of the first
        // cache
        let lines = if beside { [18, 54] } else { [0, 36] };
        Ok(Self {
            space: Arc::new(space.clone()),
            data: [room(lines[0])?, room(lines[1])?],
            cut,
            table: PhaseTable::default(),
            pool: Pool::default(),
            shared: team.map(Shared::new),
        })
    }

    pub(crate) fn space(&self) -> &Space {
        &self.space
    }

    pub(crate) fn precision(&self) -> Precision {
        T::PRECISION
    }

    pub(in crate::sim) fn team(&self) -> Option<&Team> {
        self.shared.as_ref().map(|shared| &*shared.team)
    }

    pub(in crate::sim) fn here(&self) -> Range<usize> {
        let states = self.space.states();
        self.team().map_or(0..states, |team| team.share(states))
    }

    pub(in crate::sim) fn parts(&mut self) -> [&mut [T]; 2] {
        self.data.each_mut().map(|part| &mut **part)
    }

    pub(in crate::sim) fn ground<'a>(
        &'a mut self,
        cost: &'a Diagonal,
    ) -> (Ground<'a, T>, [&'a mut [T]; 2]) {
        let first = self.here().start;
        let ground = Ground {
            cut: &self.cut,
            states: self.space.states(),
            numbers: cost.numbers(),
            pool: &self.pool,
            team: self.shared.as_ref().map(|shared| &*shared.team),
            first,
        };
        (ground, self.data.each_mut().map(|part| &mut **part))
    }

    /// The answer to a question, by the energies of a cost where it is about them.
    pub(in crate::sim) fn answer(
        &self,
        question: &Question<'_>,
        cost: Option<&Diagonal>,
    ) -> Vec<f64> {
        let cost = || {
            let cost = cost.expect("a question about energies comes with a cost");
            assert_eq!(&*self.space, cost.space(), "the space of the state");
            cost
        };
        match question {
            Question::Norm => vec![self.norm()],
            Question::Expectation(most) => vec![self.expectation(cost(), *most)],
            Question::Levels => self.levels(cost()).into_flattened(),
            Question::Measured(quantiles) => {
                let (states, first) = (self.space.states(), self.here().start);
                let weight = |x: usize| self.weight_here(x - first);
                let states = [states, self.cut.shares()];
                measured(self.team(), states, weight, quantiles).into_flattened()
            }
            Question::Likeliest(k) => self.likeliest(*k).into_flattened(),
            Question::Parts(indices) => self.parts_of_each(indices).into_flattened(),
            Question::Amplitudes => self.of_all(|at| self.parts_here(at)).into_flattened(),
            Question::Probabilities => self.probabilities(),
        }
    }

    /// ψ of a basis state of this rank, by its number there.
    pub(in crate::sim) fn parts_here(&self, at: usize) -> [f64; 2] {
        let ([re, im], place) = (&self.data, self.cut.place(at));
        [re[place].wide(), im[place].wide()]
    }

    pub(in crate::sim) fn weight_here(&self, at: usize) -> f64 {
        let [re, im] = self.parts_here(at);
        re * re + im * im
    }

    pub(in crate::sim) fn parts_of_each(&self, indices: &[u64]) -> Vec<[f64; 2]> {
        let here = self.here();
        let Some(team) = self.team() else {
            return indices
                .iter()
                .map(|x| self.parts_here(*x as usize))
                .collect();
        };
        let own = indices
            .iter()
            .map(|x| *x as usize)
            .filter(|x| here.contains(x));
        let parts = own.map(|x| self.parts_here(x - here.start));
        let found = team.join(&parts.collect::<Vec<_>>());
        // they have come rank by rank, and so by index
        let mut order: Vec<usize> = (0..indices.len()).collect();
        order.sort_by_key(|k| indices[*k] as usize / here.len());
        let mut parts = vec![[0.0; 2]; indices.len()];
        for (k, found) in order.into_iter().zip(found) {
            parts[k] = found;
        }
        parts
    }

    fn probabilities(&self) -> Vec<f64> {
        self.of_all(|at| self.weight_here(at))
    }

    /// What `of` makes of all states, on rank 0.
    fn of_all<N: Pod + Send>(&self, of: impl Fn(usize) -> N + Sync) -> Vec<N> {
        let count = self.here().len();
        if let Some(team) = self.team() {
            return team.bring(count, |range| range.map(&of).collect());
        }
        let mut all = vec![N::zeroed(); count];
        each(all.chunks_mut(RUN).enumerate(), |(k, part)| {
            for (x, found) in (k * RUN..).zip(part) {
                *found = of(x);
            }
        });
        all
    }

    /// The sum of what `of` makes of the energies (none without a cost) and parts of each tile.
    fn sum(&self, cost: Option<&Diagonal>, of: impl Fn(&[f64], [&[T]; 2]) -> f64 + Sync) -> f64 {
        let (tile, first) = (self.cut.tile, self.here().start);
        let parts = self.sections(tile).each(self.team(), |section| {
            let (mut sum, mut energies) = (0.0, Vec::new());
            for at in section.step_by(tile) {
                let here = at - first..at - first + tile;
                if let Some(cost) = cost {
                    energies_of(cost, (at, tile), here.clone(), &mut energies);
                }
                let place = self.cut.place(here.start);
                let parts = self.data.each_ref().map(|part| &part[place..place + tile]);
                sum += of(&energies, parts);
            }
            vec![sum]
        });
        parts.iter().flatten().sum()
    }

    fn sections(&self, unit: usize) -> Sections {
        Sections::new(self.space.states(), self.cut.shares(), PARTS, unit)
    }

    fn norm(&self) -> f64 {
        let square = self.sum(None, |_, [re, im]| squares(re) + squares(im));
        square.sqrt()
    }

    /// ⟨C⟩ = Σ E |ψ|², or the sum over the states with E ≤ `most` of |ψ|² alone.
    fn expectation(&self, cost: &Diagonal, most: Option<f64>) -> f64 {
        self.sum(Some(cost), |energies, [re, im]| {
            let states = energies.iter().zip(re.iter().zip(im));
            in_lanes(states.map(|(energy, (re, im))| {
                let (re, im) = (re.wide(), im.wide());
                let counts = match most {
                    None => *energy,
                    Some(most) => f64::from(u8::from(*energy <= most)),
                };
                counts * (re * re + im * im)
            }))
        })
    }

    /// The energy and Σ|ψ|² of each level of the cost; of each basis state where the cost does not
    /// store its levels.
    fn levels(&self, cost: &Diagonal) -> Vec<[f64; 2]> {
        let levels = cost.entries.len();
        if !cost.stores_levels() {
            let probabilities = self.probabilities();
            // the list is rank 0's alone
            let energies = match probabilities.is_empty() {
                true => Vec::new(),
                false => cost.energies(),
            };
            let pairs = energies.into_iter().zip(probabilities);
            return pairs.map(|(energy, p)| [energy, p]).collect();
        }
        let first = self.here().start;
        let parts = self.sections(RUN).each(self.team(), |section| {
            let mut sums = vec![0.0; levels];
            for at in section.start - first..section.end - first {
                sums[cost.numbers().number(at)] += self.weight_here(at);
            }
            sums
        });
        let mut sums = vec![0.0; levels];
        for part in parts {
            sums.iter_mut().zip(part).for_each(|(sum, p)| *sum += p);
        }
        let pairs = cost.entries.iter().zip(sums);
        pairs.map(|(energy, sum)| [*energy, sum]).collect()
    }
}

/// Writes the energies of some states by their numbers on this rank.
pub(in crate::sim) fn energies_of(
    cost: &Diagonal,
    (first, len): (usize, usize),
    here: Range<usize>,
    energies: &mut Vec<f64>,
) {
    energies.clear();
    if cost.stores_levels() {
        let entry = |at| cost.entries[cost.numbers().number(at)];
        energies.extend(here.map(entry));
    } else {
        cost.fill(Place::run(first, len), energies);
        let all = energies.iter_mut();
        all.for_each(|energy| *energy *= cost.unit);
    }
}

/// The sum of some numbers, eight sums side by side.
fn in_lanes(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut sums = [0.0; 8];
    for (k, number) in numbers.enumerate() {
        sums[k % 8] += number;
    }
    sums.iter().sum()
}

fn squares<T: Real>(part: &[T]) -> f64 {
    in_lanes(part.iter().map(|x| x.wide() * x.wide()))
}
