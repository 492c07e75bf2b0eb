//! The energies of a cost as a pass over the state reads them: from a table, or rebuilt from the
//! terms in each piece.

#![allow(
    clippy::needless_range_loop,
    reason = "lane loops must not depend on closures being inlined"
)]

use crate::error::Result;
use crate::sim::cost::numbers::{LevelNumbers, in_bytes};
use crate::sim::cost::terms::TermList;
use crate::sim::instructions::Instructions;
use crate::sim::real::Real;
use crate::sim::vector::block::{LANES, Lanes};
use crate::sim::walk::place::BlockPlace;

/// The number of each basis state's level.
#[derive(Clone, Debug)]
pub(in crate::sim) enum LevelIndex {
    Bytes(LevelNumbers<u8>),
    Words(LevelNumbers<u16>),
    Absent,
}

impl LevelIndex {
    /// Numbers of `levels` levels, in a byte each where that is enough.
    ///
    /// # Errors
    /// If there is no room for the bytes.
    pub(in crate::sim) fn narrow(
        n: usize,
        numbers: LevelNumbers<u16>,
        levels: usize,
    ) -> Result<Self> {
        if levels <= 1 << 8 {
            in_bytes(n, &numbers).map(Self::Bytes)
        } else {
            Ok(Self::Words(numbers))
        }
    }
}

/// Energies in units: level k is (first + k)·unit.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct EnergyGrid {
    pub(in crate::sim) first: f64,
    pub(in crate::sim) unit: f64,
}

impl EnergyGrid {
    #[inline(always)]
    pub(in crate::sim) fn energy(self, number: f64) -> f64 {
        (self.first + number) * self.unit
    }
}

/// Where the energies of a pass come from.
#[derive(Clone, Copy)]
pub(in crate::sim) enum EnergySource<'a> {
    ByteGrid(&'a [[u8; LANES]], EnergyGrid),
    WordGrid(&'a [[u16; LANES]], EnergyGrid),
    Bytes(&'a [[u8; LANES]], &'a [f64]),
    Words(&'a [[u16; LANES]], &'a [f64]),
    /// From the terms, in each piece.
    Rebuilt(&'a TermList),
}

impl<'a> EnergySource<'a> {
    /// E(x) of a piece's states where they are rebuilt, perhaps in `room`; none where there is a
    /// table.
    pub(in crate::sim) fn rebuilt<'r>(
        &self,
        place: BlockPlace,
        blocks: usize,
        with: Instructions,
        room: &'r mut Vec<f64>,
    ) -> &'r [f64]
    where
        'a: 'r,
    {
        match self {
            Self::Rebuilt(terms) => terms.energies(place, blocks, with, room),
            Self::ByteGrid(..) | Self::WordGrid(..) | Self::Bytes(..) | Self::Words(..) => &[],
        }
    }

    /// E(x) of the states of block `number`, which are `rebuilt` where there is no table.
    pub(in crate::sim) fn block(&self, number: usize, rebuilt: Option<&Lanes<f64>>) -> Lanes<f64> {
        match self {
            Self::ByteGrid(index, grid) => index[number].map(|k| grid.energy(f64::from(k))),
            Self::WordGrid(index, grid) => index[number].map(|k| grid.energy(f64::from(k))),
            Self::Bytes(..) | Self::Words(..) | Self::Rebuilt(_) => self.numbers(number, rebuilt),
        }
    }

    /// The same in units of [`EnergySource::unit`], in the precision of `T`.
    #[inline(always)]
    pub(in crate::sim) fn numbers<T: Real>(
        &self,
        number: usize,
        rebuilt: Option<&Lanes<f64>>,
    ) -> Lanes<T> {
        let mut numbers = [T::ZERO; LANES];
        match self {
            Self::ByteGrid(index, grid) => {
                let first = T::of(grid.first);
                for l in 0..LANES {
                    numbers[l] = T::whole(u16::from(index[number][l])).plus(first);
                }
            }
            Self::WordGrid(index, grid) => {
                let first = T::of(grid.first);
                for l in 0..LANES {
                    numbers[l] = T::whole(index[number][l]).plus(first);
                }
            }
            Self::Bytes(index, levels) => {
                for l in 0..LANES {
                    numbers[l] = T::of(levels[usize::from(index[number][l])]);
                }
            }
            Self::Words(index, levels) => {
                for l in 0..LANES {
                    numbers[l] = T::of(levels[usize::from(index[number][l])]);
                }
            }
            Self::Rebuilt(_) => {
                for l in 0..LANES {
                    numbers[l] = T::of(rebuilt.map_or(0.0, |energies| energies[l]));
                }
            }
        }
        numbers
    }

    /// What the numbers are multiples of.
    pub(in crate::sim) fn unit(&self) -> f64 {
        match self {
            Self::ByteGrid(_, grid) | Self::WordGrid(_, grid) => grid.unit,
            Self::Bytes(..) | Self::Words(..) | Self::Rebuilt(_) => 1.0,
        }
    }
}
