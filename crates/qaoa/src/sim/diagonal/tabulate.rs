//! Walks over the energies of all states: what they are between, how many there are, and the number
//! of each state's level. Parts of a walk run side by side and are put together in order.

use super::{BEYOND, Diagonal, EnergySource};
use crate::error::Result;
use crate::sim::cut::{Cut, Limits};
use crate::sim::instructions::{InstructionSet, Instructions, Operation};
use crate::sim::memory::Size;
use crate::sim::piece::Place;
use crate::sim::sums::Sections;
use crate::tasks::each;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

/// Parts of a walk over all states at most.
const PARTS: usize = 64;
/// Spaces of fewer states are walked over by the calling thread alone.
const ALONE: usize = 1 << 15;

impl Diagonal {
    /// States whose energies are made at once.
    pub(super) fn tile_len(&self) -> usize {
        match &self.source {
            EnergySource::Terms(terms) => 1 << terms.n.min(Limits::USUAL.run.ilog2() as usize),
            EnergySource::Tables(tiles) => tiles.len(),
        }
    }

    /// How many of so many states are walked over one after the other.
    fn part_of(&self, states: usize) -> usize {
        let len = self.tile_len();
        match states < ALONE {
            true => states,
            false => (states / len).div_ceil(PARTS) * len,
        }
    }

    /// Calls `visit` with the first state and the energies, in units, of each tile of some states;
    /// returns what each part of the walk found, in order.
    pub(super) fn walk<R: Default + Send>(
        &self,
        states: Range<usize>,
        visit: impl Fn(&mut R, usize, &[f64]) + Sync,
    ) -> Vec<R> {
        let (len, count) = (self.tile_len(), states.len());
        let part = self.part_of(count);
        let walk = |first: usize| {
            let (mut found, mut energies) = (R::default(), Vec::new());
            for tile in (first..states.end.min(first + part)).step_by(len) {
                self.fill(Place::run(tile, len), &mut energies);
                visit(&mut found, tile, &energies);
            }
            found
        };
        each(states.clone().step_by(part), walk)
    }

    /// The lowest and the highest energy, and Σ (E − mean)², in units.
    pub(super) fn extent(&self, mean: f64) -> [f64; 3] {
        let (states, len) = (self.space.states(), self.tile_len());
        let limits = Limits::of(self.team().map(Arc::as_ref));
        let shares = Cut::new::<f64>(&self.space, limits).shares();
        let most = if states < ALONE { 1 } else { PARTS };
        let (with, sections) = (
            Instructions::best(),
            Sections::new(states, shares, most, len),
        );
        let parts = sections.each(self.team().map(Arc::as_ref), |section| {
            let (mut sum, mut energies) = (NONE, Vec::new());
            for tile in section.step_by(len) {
                self.fill(Place::run(tile, len), &mut energies);
                let energies = &energies[..];
                let [min, max, squares] = ExtentOf { energies, mean }.run(with);
                sum = [sum[0].min(min), sum[1].max(max), sum[2] + squares];
            }
            sum.to_vec()
        });
        parts.iter().fold(NONE, |[min, max, squares], part| {
            [min.min(part[0]), max.max(part[1]), squares + part[2]]
        })
    }

    pub(super) fn tabulate(&mut self, number: impl Fn(f64) -> u16 + Sync) -> Result<()> {
        self.numbers = match self.entries.len() <= 1 << 8 {
            true => self.numbered::<1>(number),
            false => {
                if self.shared.is_none() {
                    Size::States(self.space.states()).check(2)?;
                }
                self.numbered::<2>(number)
            }
        };
        self.width = self.numbers.len() / (self.here().len() + BEYOND);
        Ok(())
    }

    /// The number of the level of each state of this rank, in so many bytes.
    fn numbered<const WIDTH: usize>(&self, number: impl Fn(f64) -> u16 + Sync) -> Vec<u8> {
        let (here, len) = (self.here(), self.tile_len());
        let mut numbers = vec![0; (here.len() + BEYOND) * WIDTH];
        let part = self.part_of(here.len());
        let fill = |(task, part_of): (usize, &mut [u8])| {
            let mut energies = Vec::new();
            for (i, numbers) in part_of.chunks_mut(len * WIDTH).enumerate() {
                let first = here.start + task * part + i * len;
                self.fill(Place::run(first, len), &mut energies);
                for (place, energy) in numbers.as_chunks_mut::<WIDTH>().0.iter_mut().zip(&energies)
                {
                    place.copy_from_slice(&number(*energy).to_le_bytes()[..WIDTH]);
                }
            }
        };
        let all = &mut numbers[..here.len() * WIDTH];
        let parts = all.chunks_mut(part.max(1) * WIDTH).enumerate();
        each(parts, fill);
        numbers
    }

    /// The bits of the distinct energies of some states, in units; of more than `most` only some.
    pub(super) fn seen(&self, states: Range<usize>, most: usize) -> HashSet<u64> {
        let parts = self.walk(states, |seen: &mut HashSet<u64>, _, energies| {
            if seen.len() <= most {
                // −0 becomes 0
                seen.extend(energies.iter().map(|energy| (energy + 0.0).to_bits()));
            }
        });
        parts.into_iter().flatten().collect()
    }

    /// The distinct energies, ascending and in units, if there are not more than `most`.
    pub(super) fn distinct_energies(&self, most: usize) -> Option<Vec<f64>> {
        let mut all = self.seen(self.here(), most);
        if let Some(team) = self.team() {
            let own: Vec<u64> = all.into_iter().take(most + 1).collect();
            all = team.join(&own).into_iter().collect();
        }
        if all.len() > most {
            return None;
        }
        let mut levels: Vec<f64> = all.into_iter().map(f64::from_bits).collect();
        levels.sort_by(f64::total_cmp);
        Some(levels)
    }
}

/// [`Diagonal::extent`] of no state.
const NONE: [f64; 3] = [f64::INFINITY, f64::NEG_INFINITY, 0.0];

struct ExtentOf<'a> {
    energies: &'a [f64],
    mean: f64,
}

impl Operation for ExtentOf<'_> {
    type Output = [f64; 3];

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, _: S) -> [f64; 3] {
        let (mut min, mut max, mut squares) = ([NONE[0]; 8], [NONE[1]; 8], [0.0; 8]);
        for energies in self.energies.chunks(8) {
            for (l, &e) in energies.iter().enumerate() {
                min[l] = if e < min[l] { e } else { min[l] };
                max[l] = if e > max[l] { e } else { max[l] };
                squares[l] += (e - self.mean) * (e - self.mean);
            }
        }
        [
            min.into_iter().fold(NONE[0], f64::min),
            max.into_iter().fold(NONE[1], f64::max),
            squares.iter().sum(),
        ]
    }
}
