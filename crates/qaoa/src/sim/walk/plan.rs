//! How a state is cut into groups of qubits, and which instructions the loops are compiled for.
//!
//! A layer rotates every qubit, and a rotation of qubit q takes amplitudes in pairs 2^q apart. One
//! pass over memory rotates several qubits, if all amplitudes that they pair stay in a cache:
//!
//! - The qubits below `tile` pair amplitudes within a *tile* of 2^tile neighbors, which fits into
//!   the second-level cache.
//! - The qubits above are cut into groups of at most `column`. Such a group pairs 2^column rows far
//!   apart, so that a pass takes a narrow *strip* through all of them: in place where there are at
//!   most eight rows, else gathered into a buffer.
//!
//! So a layer over n qubits is 1 + ⌈(n − tile)/column⌉ passes ([`Plan::groups`]); a plan weighs
//! their number against what fits into the caches.

use crate::sim::vector::block::{LANE_QUBITS, REALS};
use pulp::{Simd, WithSimd};
use std::ops::Range;
use std::sync::OnceLock;

/// How a state is cut; the results depend on it only by rounding.
#[derive(Clone, Debug)]
pub(in crate::sim) struct PassPlan {
    /// Qubits of the group of tiles, at least those of a block.
    pub(in crate::sim) tile: usize,
    /// Qubits of each group of columns at most, at least 1. Columns of few ([`PassPlan::stands`])
    /// are worked on where they stand.
    pub(in crate::sim) column: usize,
    /// Bytes of a column buffer at most, where a strip is more than one block wide.
    pub(in crate::sim) buffer: usize,
    /// Qubits of a run of amplitudes that stays in the first cache, at least those of a block.
    pub(in crate::sim) chunk: usize,
    /// The cut where two states are walked over at once.
    pub(in crate::sim) back: Back,
    /// States of fewer qubits are worked on by the calling thread alone.
    pub(in crate::sim) parallel_from: usize,
    /// Amplitudes that a task has at least.
    pub(in crate::sim) least_task: usize,
    /// The instructions.
    pub(in crate::sim) instructions: Instructions,
}

/// What is cut otherwise for two states: numbers as in [`PassPlan`].
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct Back {
    pub(in crate::sim) tile: usize,
    pub(in crate::sim) column: usize,
    pub(in crate::sim) buffer: usize,
    pub(in crate::sim) chunk: usize,
}

/// Qubits of columns that are not gathered: two, four or eight rows.
const STANDING: usize = 3;

/// States of so few qubits are one tile.
pub(in crate::sim) const ONE_TILE: usize = 14;

/// Qubits of columns that are gathered, at most.
const GATHERED: usize = 12;

/// The cut of a state of so many qubits.
#[cfg(test)]
pub(in crate::sim) type TestedPlan = fn(usize) -> PassPlan;

#[cfg(test)]
thread_local! {
    /// The cut of states that a test makes, where it is another.
    pub(in crate::sim) static TESTED: std::cell::Cell<Option<TestedPlan>> = const { std::cell::Cell::new(None) };
}

impl PassPlan {
    /// The cut for `n` qubits, for a first-level cache of 32 KiB and a second-level cache of a
    /// mebibyte. Found by trial; numbers of qubits are even where they can be, those of columns
    /// before those of tiles, because qubits are turned in pairs. While a state is in the caches
    /// its columns stay where they stand, three qubits at most at a time, though that takes more
    /// passes from 19 qubits on; in memory it is passes that count.
    pub(in crate::sim) fn of(n: usize) -> Self {
        #[cfg(test)]
        if let Some(plan) = TESTED.get() {
            return plan(n);
        }
        Self::usual(n)
    }

    pub(in crate::sim) fn usual(n: usize) -> Self {
        let (tile, column, buffer) = match n {
            0..=ONE_TILE => (ONE_TILE, GATHERED, 1 << 16),
            15 => (13, STANDING, 1 << 16),
            16 | 17 => (14, STANDING, 1 << 16),
            18..=21 => (15, STANDING, 1 << 16),
            _ => (14, GATHERED, 1 << 18),
        };
        let (back_tile, back_chunk) = match n {
            0..=ONE_TILE => (ONE_TILE, ONE_TILE),
            18..=20 => (14, 10),
            _ => (tile, 10),
        };
        let back = Back {
            tile: back_tile,
            column,
            buffer,
            chunk: back_chunk,
        };
        Self {
            tile,
            column,
            buffer,
            chunk: 10,
            back,
            parallel_from: 15,
            least_task: 1 << 12,
            instructions: Instructions::best(),
        }
    }

    /// The cut for walks over two states.
    pub(in crate::sim) fn way_back(&self) -> Self {
        let back = self.back;
        Self {
            tile: back.tile,
            column: back.column,
            buffer: back.buffer,
            chunk: back.chunk,
            ..self.clone()
        }
    }

    /// Whether another plan has the same groups of `n` qubits.
    pub(in crate::sim) fn agrees_with(&self, other: &Self, n: usize) -> bool {
        let groups = self.groups(n);
        groups == other.groups(n) && (0..groups).all(|g| self.group(n, g) == other.group(n, g))
    }

    /// Whether the groups of columns are worked on where they stand: rows are few enough for the
    /// ways of the cache, and not gathered.
    pub(in crate::sim) fn stands(&self) -> bool {
        self.column <= STANDING
    }

    /// Number of groups of a state of `n` qubits.
    pub(in crate::sim) fn groups(&self, n: usize) -> usize {
        1 + n.saturating_sub(self.tile).div_ceil(self.column)
    }

    /// The qubits of a group: the tiles' first, then the columns' from low to high.
    pub(in crate::sim) fn group(&self, n: usize, group: usize) -> Range<usize> {
        let columns = self.groups(n) - 1;
        let end = |group: usize| match columns {
            0 => n,
            _ => self.tile + (n - self.tile) * group / columns,
        };
        if group == 0 {
            0..self.tile.min(n)
        } else {
            end(group - 1)..end(group)
        }
    }

    /// Blocks in a row of a strip through `rows` rows of `arrays` arrays.
    pub(in crate::sim) fn width(&self, rows: usize, arrays: usize, bytes: usize) -> usize {
        let widest = self.buffer / (rows * arrays * REALS * bytes);
        widest.max(1).next_power_of_two().min(1 << 6)
    }

    /// Bits of a block's number within a run that stays in the first cache.
    pub(in crate::sim) fn chunk_bits(&self) -> usize {
        self.chunk.saturating_sub(LANE_QUBITS)
    }
}

/// Which instructions the loops are compiled for. All give the same bits, but for WebAssembly's,
/// which round a product before they add to it.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) enum Instructions {
    /// Vectors of 64 bytes.
    #[cfg(all(target_arch = "x86_64", not(fuzzing)))]
    Avx512(pulp::x86::V4),
    /// Vectors of 32 bytes.
    #[cfg(all(target_arch = "x86_64", not(fuzzing)))]
    Avx2(pulp::x86::V3),
    /// Vectors of 16 bytes.
    #[cfg(all(target_arch = "aarch64", not(fuzzing)))]
    Neon(pulp::aarch64::Neon),
    /// Vectors of 16 bytes in a browser.
    #[cfg(target_family = "wasm")]
    Wasm(pulp::wasm::Simd128),
    /// Plain Rust, as on every other processor: vectors of 32 bytes are arrays.
    Portable,
    /// Plain Rust in the vectors of NEON, which this machine may not have.
    #[cfg(test)]
    Narrow,
    /// Plain Rust in the vectors of AVX-512, which this machine may not have.
    #[cfg(test)]
    Wide,
}

/// The variable of the environment that forces a set of instructions, and its one value.
const FORCED: [&str; 2] = ["KETBOARD_INSTRUCTIONS", "portable"];

impl Instructions {
    /// The best that the processor has, unless the environment forces the portable ones. What is
    /// fuzzed reads text: there the loops are compiled once, not for every processor.
    pub(in crate::sim) fn best() -> Self {
        static BEST: OnceLock<Instructions> = OnceLock::new();
        let [variable, portable] = FORCED;
        *BEST.get_or_init(|| match std::env::var(variable) {
            Ok(value) if value == portable => Self::Portable,
            Ok(_) | Err(_) => Self::native().unwrap_or(Self::Portable),
        })
    }

    /// The best that the processor has, where it has any.
    fn native() -> Option<Self> {
        #[cfg(all(target_arch = "x86_64", not(fuzzing)))]
        return pulp::x86::V4::try_new()
            .map(Self::Avx512)
            .or_else(|| pulp::x86::V3::try_new().map(Self::Avx2));
        #[cfg(all(target_arch = "aarch64", not(fuzzing)))]
        return pulp::aarch64::Neon::try_new().map(Self::Neon);
        #[cfg(target_family = "wasm")]
        return pulp::wasm::Simd128::try_new().map(Self::Wasm);
        #[allow(unreachable_code, reason = "on other processors")]
        None
    }

    /// What people call them.
    pub(in crate::sim) fn name(self) -> &'static str {
        match self {
            #[cfg(all(target_arch = "x86_64", not(fuzzing)))]
            Self::Avx512(_) => "AVX-512",
            #[cfg(all(target_arch = "x86_64", not(fuzzing)))]
            Self::Avx2(_) => "AVX2+FMA",
            #[cfg(all(target_arch = "aarch64", not(fuzzing)))]
            Self::Neon(_) => "NEON",
            #[cfg(target_family = "wasm")]
            Self::Wasm(_) => "WebAssembly SIMD",
            Self::Portable => "portable",
            #[cfg(test)]
            Self::Narrow => "portable, 16 bytes",
            #[cfg(test)]
            Self::Wide => "portable, 64 bytes",
        }
    }

    /// Whether numbers are picked out of vectors faster than out of memory (`shuffles`).
    pub(in crate::sim) fn shuffle(self) -> bool {
        #[cfg(all(target_arch = "x86_64", not(fuzzing)))]
        return matches!(self, Self::Avx512(_));
        #[allow(unreachable_code, reason = "on other processors")]
        false
    }

    /// All sets of instructions that this machine has, and the widths of those that it has not.
    #[cfg(test)]
    pub(in crate::sim) fn all() -> Vec<Self> {
        let mut all = vec![Self::Portable, Self::Narrow, Self::Wide];
        #[cfg(target_arch = "x86_64")]
        all.extend(pulp::x86::V3::try_new().map(Self::Avx2));
        all.extend(Self::native());
        all.dedup_by_key(|with| with.name());
        all
    }

    /// Runs an operation compiled for these instructions.
    pub(in crate::sim) fn run<W: WithSimd>(self, operation: W) -> W::Output {
        match self {
            #[cfg(all(target_arch = "x86_64", not(fuzzing)))]
            Self::Avx512(simd) => Simd::vectorize(simd, operation),
            #[cfg(all(target_arch = "x86_64", not(fuzzing)))]
            Self::Avx2(simd) => Simd::vectorize(simd, operation),
            #[cfg(all(target_arch = "aarch64", not(fuzzing)))]
            Self::Neon(simd) => Simd::vectorize(simd, operation),
            #[cfg(target_family = "wasm")]
            Self::Wasm(simd) => Simd::vectorize(simd, operation),
            Self::Portable => Simd::vectorize(pulp::Scalar256b, operation),
            #[cfg(test)]
            Self::Narrow => Simd::vectorize(pulp::Scalar128b, operation),
            #[cfg(test)]
            Self::Wide => Simd::vectorize(pulp::Scalar512b, operation),
        }
    }
}

/// Whether there are 32 registers for vectors, and not 16: with AVX-512 and with NEON, and so where
/// their vectors are arrays.
#[inline(always)]
pub(in crate::sim) fn has_many_registers<S: Simd>() -> bool {
    size_of::<S::f64s>() != size_of::<[f64; 4]>()
}
