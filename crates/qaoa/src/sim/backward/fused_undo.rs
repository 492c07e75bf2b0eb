//! The lowest qubits of a chunk of two states, undone before a phase and after it, and the phase
//! between: one walk (see `fused` and `adjoint`).
//!
//! ```text
//! for each R blocks of φ and of λ that differ in the lowest bits of their numbers (R = 4; or 1,
//!     and a walk for those bits):
//!     for the real parts, and for the imaginary parts, of both:
//!         load them; undo (before) the qubits of those bits and of the lanes, adding up ⟨λ|Y|φ⟩;
//!             store them
//!     for each block: load it; times phase, both; add up Im(λ* φ)·E, or keep Im(λ* φ) for each
//!         term's overlap; store it
//!     for the real parts, and for the imaginary parts: undo (after) the qubits of the lanes and of
//!         those bits, adding up ⟨λ|Y|φ⟩
//! ```
//!
//! Real and imaginary parts are undone one after the other, because both parts of four blocks of
//! two states are as many vectors as there are registers. Between the steps they go back to where
//! they came from: the first cache holds these few lines, and the compiler would put aside more
//! than that.
#![allow(
    clippy::needless_range_loop,
    clippy::manual_memcpy,
    reason = "loops over registers must not depend on closures being inlined"
)]

use crate::sim::backward::adjoint::Overlapped;
use crate::sim::backward::undo::{undo_quad, undo_rows};
use crate::sim::backward::undo_lanes::{LaneSums, undo_part};
use crate::sim::cost::diagonal::EnergySource;
use crate::sim::forward::fused::LowestQubits;
use crate::sim::forward::lanes::{LaneTurn, lane_pairs, turn_lanes};
use crate::sim::forward::rotation::{LoadedRotation, Rotation, written_out};
use crate::sim::instructions::{
    InstructionSet, Operation, has_many_registers, single_blocks_are_rare,
};
use crate::sim::phase::factors::{AnyFactors, ByLevel, Factors};
use crate::sim::phase::multiply::{
    ComplexVectors, add_to, lanes as vectors, load, load_part, store, store_part, times,
    with_vectors,
};
use crate::sim::phase::phases::PhaseFactors;
use crate::sim::phase::shuffles::{ShuffledFactors, are_shuffled};
use crate::sim::phase::split::FactorProduct;
use crate::sim::real::Real;
use crate::sim::vector::block::{LANES, REALS, total};
use crate::sim::vector::sums::SumLine;
use crate::sim::walk::place::BlockPlace;

/// Blocks of a tile, where one is in CPU registers at once.
const TILE: usize = 16;

/// Blocks that are in the first cache at once.
#[derive(Clone, Copy)]
struct FusedTile {
    /// A group has 2^`bits` blocks, 2^`bit` apart, which follow each other in the walk; neighbors
    /// need no groups.
    bits: usize,
    bit: usize,
    /// The first step of the walk, and the number of steps.
    begin: usize,
    steps: usize,
}

impl FusedTile {
    /// The block at a step of the walk. Where four blocks are taken at once, a tile is one group.
    #[inline(always)]
    fn block<const R: usize>(self, step: usize) -> usize {
        if const { R == 4 } {
            return (self.begin >> self.bits) + (step << self.bit);
        }
        let step = self.begin + step;
        let within = step & ((1 << self.bits) - 1);
        (step >> self.bits) + (within << self.bit)
    }
}

/// What is undone in a chunk.
pub(in crate::sim) struct FusedUndo<'a, T> {
    pub(in crate::sim) place: BlockPlace,
    /// The number of the chunk's first block in the piece.
    pub(in crate::sim) first: usize,
    pub(in crate::sim) state: &'a mut [T],
    pub(in crate::sim) image: &'a mut [T],
    pub(in crate::sim) lowest: LowestQubits,
    pub(in crate::sim) before: Option<Rotation>,
    pub(in crate::sim) phases: Option<PhaseFactors<'a, T>>,
    pub(in crate::sim) overlapped: Option<Overlapped<'a>>,
    pub(in crate::sim) after: Option<Rotation>,
    /// The factors, where they are rebuilt.
    pub(in crate::sim) rebuilt: FactorProduct<'a, T>,
    /// Im(λ* φ) of each amplitude of the piece, where terms are overlapped.
    pub(in crate::sim) overlaps: &'a mut [T],
}

/// Σ Im⟨λ|Y|φ⟩ of the turn before, Σ Im(λ* E φ), and Σ Im⟨λ|Y|φ⟩ of the turn after.
pub(in crate::sim) struct FusedOverlaps {
    pub(in crate::sim) before: f64,
    pub(in crate::sim) cost: f64,
    pub(in crate::sim) after: f64,
}

impl<T: Real> Operation for FusedUndo<'_, T> {
    type Output = FusedOverlaps;

    #[inline(always)]
    fn with_simd<S: InstructionSet>(mut self, simd: S) -> FusedOverlaps {
        let lowest = self.lowest;
        let (before, after) = (self.before, self.after);
        if lowest.by_numbers() {
            (self.before, self.after) = (None, None);
            let before = self.undo_few(before) + self.bits(simd, before);
            let cost = self.blocks(simd).cost;
            return FusedOverlaps {
                before,
                cost,
                after: self.undo_few(after) + self.bits(simd, after),
            };
        }
        if lowest.bits == 0 {
            return self.blocks(simd);
        }
        if const { has_many_registers::<S>() }
            && let Some(found) = self.four_blocks(simd)
        {
            return found;
        }
        let first = self.bits(simd, before);
        let found = self.blocks(simd);
        FusedOverlaps {
            before: first + found.before,
            cost: found.cost,
            after: found.after + self.bits(simd, after),
        }
    }
}

impl<T: Real> FusedUndo<'_, T> {
    /// Undoes the bits of the blocks' numbers in a walk of their own.
    #[inline(always)]
    fn bits<S: InstructionSet>(&mut self, simd: S, rotation: Option<Rotation>) -> f64 {
        let Some(rotation) = rotation else { return 0.0 };
        if self.lowest.bits == 0 {
            return 0.0;
        }
        let turn = LoadedRotation::of(simd, rotation);
        let both = [&mut *self.state, &mut *self.image];
        undo_rows::<T, S, 4>(simd, both, REALS << self.lowest.bit, turn)
    }

    /// The usual costs, whose energies are on a grid, four blocks at a time: for where there are
    /// CPU registers for it.
    #[inline(always)]
    fn four_blocks<S: InstructionSet>(&mut self, simd: S) -> Option<FusedOverlaps> {
        let Some(Overlapped::Cost(energies)) = self.overlapped else {
            return None;
        };
        match (self.phases, energies) {
            (Some(PhaseFactors::Shuffled(index, short)), EnergySource::ByteGrid(numbers, grid))
                if const { are_shuffled::<T, S>() } =>
            {
                let energies = Some(EnergySource::ByteGrid(numbers, grid));
                let factors = ShuffledFactors::new(index, short, self.place)?;
                Some(self.by_four(simd, factors, energies))
            }
            (Some(PhaseFactors::Bytes(index, table)), EnergySource::ByteGrid(numbers, grid)) => {
                let energies = Some(EnergySource::ByteGrid(numbers, grid));
                let factors = ByLevel::new(index, table, self.place);
                Some(self.by_four(simd, factors, energies))
            }
            (Some(PhaseFactors::Words(index, table)), EnergySource::WordGrid(numbers, grid)) => {
                let energies = Some(EnergySource::WordGrid(numbers, grid));
                let factors = ByLevel::new(index, table, self.place);
                Some(self.by_four(simd, factors, energies))
            }
            _ => None,
        }
    }

    #[inline(always)]
    fn by_four<S: InstructionSet>(
        &mut self,
        simd: S,
        factors: impl Factors<T>,
        energies: Option<EnergySource<'_>>,
    ) -> FusedOverlaps {
        const R: usize = 4;
        with_vectors!(T, S, R, self.walk(simd, factors, energies))
    }

    /// Any cost, block by block: where that is the usual way, a loop for each table of factors, and
    /// one for all else.
    #[inline(always)]
    fn blocks<S: InstructionSet>(&mut self, simd: S) -> FusedOverlaps {
        const R: usize = 1;
        let energies = match self.overlapped {
            Some(Overlapped::Cost(energies)) => Some(energies),
            Some(Overlapped::Terms(_) | Overlapped::Energies(_)) | None => None,
        };
        match self.phases {
            Some(PhaseFactors::Bytes(index, table)) if const { !single_blocks_are_rare::<S>() } => {
                let factors = ByLevel::new(index, table, self.place);
                with_vectors!(T, S, R, self.walk(simd, factors, energies))
            }
            Some(PhaseFactors::Words(index, table)) if const { !single_blocks_are_rare::<S>() } => {
                let factors = ByLevel::new(index, table, self.place);
                with_vectors!(T, S, R, self.walk(simd, factors, energies))
            }
            phases => {
                let factors = AnyFactors {
                    phases,
                    place: self.place,
                    rebuilt: self.rebuilt,
                };
                with_vectors!(T, S, R, self.walk(simd, factors, energies))
            }
        }
    }

    #[inline(always)]
    fn walk<S: InstructionSet, const N: usize, const R: usize>(
        &mut self,
        simd: S,
        factors: impl Factors<T>,
        energies: Option<EnergySource<'_>>,
    ) -> FusedOverlaps {
        let before = LaneTurn::<T, S>::maybe(simd, self.before);
        let after = LaneTurn::<T, S>::maybe(simd, self.after);
        let (mut first, mut second) = (LaneSums::zero(simd), LaneSums::zero(simd));
        let mut sum = [T::splat(simd, T::ZERO); N];
        // the order of blocks does not depend on how many are in CPU registers at once
        let [bits, bit] = match self.lowest {
            LowestQubits { bits: 0, .. } | LowestQubits { bit: 0, .. } => [0, 0],
            LowestQubits { bits, bit, .. } => [bits, bit],
        };
        let lanes = self.lowest.lanes;
        let (states, _) = self.state.as_chunks_mut::<REALS>();
        let (images, _) = self.image.as_chunks_mut::<REALS>();
        let (overlaps, _) = self.overlaps.as_chunks_mut::<LANES>();
        let span = if bit == 0 {
            states.len()
        } else {
            1 << (bits + bit)
        };
        let images = images.chunks_exact_mut(span);
        for (number, (states, images)) in states.chunks_exact_mut(span).zip(images).enumerate() {
            let mut begin = 0;
            while begin < span {
                // the compiler writes out a loop over four blocks, if it knows that they are four
                let steps = if const { R == 4 } {
                    R
                } else {
                    TILE.min(span - begin)
                };
                let tile = FusedTile {
                    bits,
                    bit,
                    begin,
                    steps,
                };
                if let Some(turn) = &before {
                    let both = [&mut *states, &mut *images];
                    undo_lowest::<T, S, N, R, true>(simd, both, tile, lanes, turn, &mut first);
                }
                for step in 0..steps {
                    let at = tile.block::<R>(step);
                    let block = self.first + number * span + at;
                    let factors = factors.block::<S, N>(simd, block);
                    if factors.is_none() && energies.is_none() {
                        continue;
                    }
                    let mut p = load::<T, S, N>(&states[at]);
                    let mut l = load::<T, S, N>(&images[at]);
                    if let Some(factors) = &factors {
                        p = times::<T, S, N>(simd, p, factors);
                        l = times::<T, S, N>(simd, l, factors);
                        store::<T, S, N>(p, &mut states[at]);
                        store::<T, S, N>(l, &mut images[at]);
                    }
                    let overlap = overlap::<T, S, N>(simd, &p, &l);
                    if let Some(energies) = &energies {
                        let numbers = energies.numbers(self.place.block(block), None);
                        let numbers = vectors::<T, S, N>(&numbers);
                        for m in 0..N {
                            sum[m] = T::mul_add(simd, numbers[m], overlap[m], sum[m]);
                        }
                    } else {
                        let stored = T::vectors_mut::<S>(&mut overlaps[block]);
                        for m in 0..N {
                            stored[m] = overlap[m];
                        }
                    }
                }
                if let Some(turn) = &after {
                    let both = [&mut *states, &mut *images];
                    undo_lowest::<T, S, N, R, false>(simd, both, tile, lanes, turn, &mut second);
                }
                begin += steps;
            }
        }
        let mut sums = [0.0; LANES];
        add_to::<T, S, N>(&mut sums, &sum);
        FusedOverlaps {
            before: first.total(simd),
            cost: energies.map_or(0.0, |energies| energies.unit()) * total(&sums),
            after: second.total(simd),
        }
    }

    /// A state that does not fill a block.
    fn undo_few(&mut self, rotation: Option<Rotation>) -> f64 {
        let Some(rotation) = rotation else { return 0.0 };
        let mut sum = 0.0;
        for qubit in 0..self.lowest.qubits {
            let parts = self.state.chunks_exact_mut(LANES);
            for (phi, lambda) in parts.zip(self.image.chunks_exact_mut(LANES)) {
                sum += undo_qubit([phi, lambda], qubit, self.lowest.qubits, rotation);
            }
        }
        sum
    }
}

/// Undoes one qubit of the `qubits` in a part of a block of both states, number by number; returns
/// Im⟨λ|Y|φ⟩.
pub(in crate::sim) fn undo_qubit<T: Real>(
    [phi, lambda]: [&mut [T]; 2],
    qubit: usize,
    qubits: usize,
    rotation: Rotation,
) -> f64 {
    let overlap = |(zero, one): (usize, usize)| {
        lambda[one].wide() * phi[zero].wide() - lambda[zero].wide() * phi[one].wide()
    };
    let sum = lane_pairs(qubit, qubits).map(overlap).sum();
    turn_lanes(phi, qubit, qubits, rotation);
    turn_lanes(lambda, qubit, qubits, rotation);
    sum
}

/// Im(λ* φ).
#[inline(always)]
fn overlap<T: Real, S: InstructionSet, const N: usize>(
    simd: S,
    phi: &ComplexVectors<T, S, N>,
    lambda: &ComplexVectors<T, S, N>,
) -> [T::Vector<S>; N] {
    let mut overlap = phi[0];
    for m in 0..N {
        let crossed = T::mul(simd, lambda[0][m], phi[1][m]);
        overlap[m] = T::sub_mul(simd, lambda[1][m], phi[0][m], crossed);
    }
    overlap
}

/// Undoes the blocks of a tile of both states: their lanes, if asked to, and if R = 4 are taken at
/// once the bits of their index, before the lanes or after them.
#[inline(always)]
fn undo_lowest<T: Real, S: InstructionSet, const N: usize, const R: usize, const BEFORE: bool>(
    simd: S,
    [states, images]: [&mut [[T; REALS]]; 2],
    tile: FusedTile,
    lanes: bool,
    turn: &LaneTurn<T, S>,
    sums: &mut LaneSums<T, S>,
) {
    if R == 1 && !lanes {
        return;
    }
    written_out!(2, |PART| {
        let mut of_part = sums.parts[PART];
        for step in (0..tile.steps).step_by(R) {
            let i = tile.block::<R>(step);
            let mut p = [[turn.turn.mixed; N]; R];
            let mut l = p;
            written_out!(R of 4, |K| {
                p[K % R] = load_part::<T, S, N>(&states[i + (K << tile.bit)], PART);
                l[K % R] = load_part::<T, S, N>(&images[i + (K << tile.bit)], PART);
            });
            if const { R == 4 && BEFORE } {
                undo_index(simd, [&mut p, &mut l], turn, &mut sums.among);
            }
            if lanes {
                written_out!(R of 4, |K| {
                    undo_part(simd, [&mut p[K % R], &mut l[K % R]], turn, &mut of_part);
                });
            }
            if const { R == 4 && !BEFORE } {
                undo_index(simd, [&mut p, &mut l], turn, &mut sums.among);
            }
            written_out!(R of 4, |K| {
                store_part::<T, S, N>(p[K % R], &mut states[i + (K << tile.bit)], PART);
                store_part::<T, S, N>(l[K % R], &mut images[i + (K << tile.bit)], PART);
            });
        }
        sums.parts[PART] = of_part;
    });
}

/// Undoes the bits of the index of four blocks of both states.
#[inline(always)]
fn undo_index<T: Real, S: InstructionSet, const N: usize, const R: usize>(
    simd: S,
    [p, l]: [&mut [[T::Vector<S>; N]; R]; 2],
    turn: &LaneTurn<T, S>,
    sums: &mut SumLine<T, S>,
) {
    for m in 0..N {
        let (mut phi, mut lambda) = ([p[0][m]; 4], [l[0][m]; 4]);
        written_out!(4, |K| (phi[K], lambda[K]) = (p[K % R][m], l[K % R][m]));
        let both = [&mut phi, &mut lambda];
        undo_quad(simd, both, 0, 1, turn.turn, sums);
        sums.advance();
        written_out!(4, |K| (p[K % R][m], l[K % R][m]) = (phi[K], lambda[K]));
    }
}
