//! The energies of neighboring basis states from the terms of a cost: a tile of at most 2¹² at a
//! time, in rows of 32.
//!
//! > E(x) = Σ_{S ⊆ x} c_S, and an index x is a tile's number, a row's number in the tile and a
//! >   lane's number in the row, one after the other
//!
//! ```text
//! coefficients of tile 0: for each term S that needs none of the tile bits:
//!     add c_S to the lanes that hold S's lane bits, in the row that is S's row bits
//! from the highest tile bit down: the tiles with the bit take the coefficients of those without
//!     it, and the terms
//!     whose lowest tile bit it is and whose other tile bits are there
//! energies of a tile: for each row bit: rows with the bit += rows without it
//! ```
//!
//! Departures from adding the terms up state by state, and why:
//!
//! 1. *Lanes take whole terms, rows take sums.* A term is added to its lanes at once, one vector
//!    operation for each term and tile; only the row bits go through the transform between
//!    coefficients and values (see `terms`): half an addition for each of them and each row.
//! 2. *Tiles from tiles.* A term is looked at only where its lowest tile bit is set, not for every
//!    tile.
//! 3. *Narrow numbers.* Where the coefficients are whole numbers and their sums fit, all of it is
//!    in `i16` or `i32`: 32 or 16 in a register instead of 8. Sums on the way may wrap around; the
//!    energies themselves do not.
//!
//! Every sum runs over the terms in the same order wherever it is made, so energies do not depend
//! on how a walk is cut.

#![allow(
    clippy::needless_range_loop,
    reason = "loops over vectors must not depend on closures being inlined"
)]

use super::plan::Instructions;
use super::terms::Terms;
pub(super) use super::width::{ROW, Row, Width};
use pulp::{Simd, WithSimd};
use std::cmp::Reverse;

/// Bits of a state's number within its tile, at most.
const TILE_BITS: usize = 12;

/// A term, with its variables sorted by where their bits stand.
#[derive(Clone, Copy, Debug)]
struct Part<W> {
    lanes: usize,
    row: usize,
    tile: usize,
    c: W,
}

/// A cost cut into rows and tiles.
#[derive(Clone, Debug)]
pub(super) struct Rows<W> {
    n: usize,
    /// Those without tile bits first, the others by falling lowest tile bit.
    parts: Vec<Part<W>>,
    /// The energies of a register of one tile, which are kept.
    only: Option<Vec<Row<W>>>,
    instructions: Instructions,
}

impl<W: Width> Rows<W> {
    pub(super) fn of(terms: &Terms) -> Self {
        Self::with(terms, Instructions::best())
    }

    /// The same with loops compiled for other instructions.
    pub(super) fn with(terms: &Terms, instructions: Instructions) -> Self {
        let tile_bits = terms.n.min(TILE_BITS);
        let part = |&(mask, c): &(u64, f64)| {
            let mask = mask as usize;
            Part {
                lanes: mask % ROW,
                row: mask % (1 << tile_bits) / ROW,
                tile: mask >> tile_bits,
                c: W::of(c),
            }
        };
        let mut parts: Vec<_> = terms.list.iter().map(part).collect();
        if terms.n > tile_bits {
            parts.sort_by_key(|part| Reverse(part.tile.trailing_zeros()));
        }
        let mut rows = Self {
            n: terms.n,
            parts,
            only: None,
            instructions,
        };
        if rows.tiles() == 1 {
            rows.only = Some(rows.tile(0));
        }
        rows
    }

    /// Number of variables.
    pub(super) fn n(&self) -> usize {
        self.n
    }

    /// The instructions that loops over rows are to be compiled for.
    pub(super) fn instructions(&self) -> Instructions {
        self.instructions
    }

    /// The number of tiles.
    pub(super) fn tiles(&self) -> usize {
        1 << (self.n - self.tile_bits())
    }

    /// States in a tile.
    pub(super) fn tile_len(&self) -> usize {
        1 << self.tile_bits()
    }

    /// The energies of one tile.
    pub(super) fn tile(&self, tile: usize) -> Vec<Row<W>> {
        let mut rows = self.coefficients(tile);
        self.instructions.run(Sum { rows: &mut rows });
        rows
    }

    /// Calls `visit` with the energies of the 2^`bits` tiles from tile `first` on, which is a
    /// multiple of that number, in order.
    pub(super) fn for_each_tile(
        &self,
        first: usize,
        bits: usize,
        mut visit: impl FnMut(&[Row<W>]),
    ) {
        if let Some(rows) = &self.only {
            return visit(rows);
        }
        let mut rows = self.coefficients(first);
        let mut room = vec![[W::default(); ROW]; bits * rows.len()];
        let (_, lower) = split(&self.parts, bits);
        self.descend((first, bits), lower, &mut rows, &mut room, &mut visit);
    }

    /// The same for tiles whose lowest `bits` bits of the number are still to be chosen, from the
    /// coefficients where they are 0.
    fn descend(
        &self,
        (tile, bits): (usize, usize),
        parts: &[Part<W>],
        rows: &mut [Row<W>],
        room: &mut [Row<W>],
        visit: &mut impl FnMut(&[Row<W>]),
    ) {
        if bits == 0 {
            self.instructions.run(Sum { rows: &mut *rows });
            return visit(rows);
        }
        let (with, room) = room.split_at_mut(rows.len());
        with.copy_from_slice(rows);
        let one = tile | 1 << (bits - 1);
        let (here, lower) = split(parts, bits - 1);
        self.add(here, one, with);
        self.descend((tile, bits - 1), lower, rows, room, visit);
        self.descend((one, bits - 1), lower, with, room, visit);
    }

    /// The coefficients of a tile.
    fn coefficients(&self, tile: usize) -> Vec<Row<W>> {
        let mut rows = vec![[W::default(); ROW]; self.tile_len().div_ceil(ROW)];
        self.add(&self.parts, tile, &mut rows);
        rows
    }

    fn add(&self, parts: &[Part<W>], tile: usize, rows: &mut [Row<W>]) {
        self.instructions.run(Add { parts, tile, rows });
    }

    fn tile_bits(&self) -> usize {
        self.n.min(TILE_BITS)
    }
}

/// Parts without tile bits below bit `bit`, and the others.
fn split<W>(parts: &[Part<W>], bit: usize) -> (&[Part<W>], &[Part<W>]) {
    let high = |part: &Part<W>| part.tile.trailing_zeros() as usize >= bit;
    parts.split_at(parts.partition_point(high))
}

/// Adds the terms whose tile bits `tile` has.
struct Add<'a, W> {
    parts: &'a [Part<W>],
    tile: usize,
    rows: &'a mut [Row<W>],
}

impl<W: Width> WithSimd for Add<'_, W> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        for part in self.parts {
            if part.tile & !self.tile == 0 {
                let c = W::splat(simd, part.c);
                let holding = W::vectors::<S>(&W::HOLDING[part.lanes]);
                let sums = W::vectors_mut::<S>(&mut self.rows[part.row]);
                for v in 0..sums.len() {
                    sums[v] = W::add(simd, sums[v], W::and(simd, c, holding[v]));
                }
            }
        }
    }
}

/// Energies from coefficients.
struct Sum<'a, W> {
    rows: &'a mut [Row<W>],
}

impl<W: Width> WithSimd for Sum<'_, W> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let bits = self.rows.len().trailing_zeros() as usize;
        let energies = W::vectors_mut::<S>(self.rows.as_flattened_mut());
        let row = energies.len() >> bits;
        for bit in (1..bits).step_by(2) {
            for four in energies.chunks_exact_mut((2 * row) << bit) {
                sum_two_bits::<W, S>(simd, four);
            }
        }
        if bits % 2 == 1 {
            let (without, with) = energies.split_at_mut(energies.len() / 2);
            for v in 0..with.len() {
                with[v] = W::add(simd, with[v], without[v]);
            }
        }
    }
}

/// The transform over the two highest bits at once: each vector is read and written once for both.
#[inline(always)]
fn sum_two_bits<W: Width, S: Simd>(simd: S, energies: &mut [W::Vector<S>]) {
    let quarter = energies.len() / 4;
    let (low, high) = energies.split_at_mut(2 * quarter);
    let (zero, one) = low.split_at_mut(quarter);
    let (two, three) = high.split_at_mut(quarter);
    for v in 0..quarter {
        let lower = W::add(simd, one[v], zero[v]);
        let upper = W::add(simd, three[v], two[v]);
        one[v] = lower;
        two[v] = W::add(simd, two[v], zero[v]);
        three[v] = W::add(simd, upper, lower);
    }
}
