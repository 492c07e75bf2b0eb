//! From the energies to a table of them: the number of each basis state's level.
//!
//! ```text
//! walk over all tiles: the lowest and the highest energy
//! whole numbers, and not more of them between these two than a quarter of the states:
//!     walk again: number = energy − lowest                        (numbers without a state remain)
//! whole numbers, and not many more of them than states; or energies numbered by their multiples of
//!     a few units (`several_units`):
//!     registers of one thread: walk again: number = the number that this energy was given where it
//!         came first
//!     up to 65536 of them: walk again: number = energy − lowest; then take out those without a
//!         state (`compacted`)
//!     more: walk again: mark the numbers that come; give up if they are more than 65536
//!         walk again: number = place among the marked
//! otherwise, up to 16 variables, nearly all energies different:
//!     number = the state itself
//! otherwise:
//!     walk over some: give up if more than 65536 are surely different
//!     walk again: list the energies that come; give up beyond 65536
//!     walk again: number = place in the list
//! ```
//!
//! Registers of at most eight variables have their own way (`small`). Energies are rebuilt a tile
//! at a time in every walk (see `rows`): that costs less than to keep them, and they never stand in
//! memory at once. Registers below 2¹⁵ states are walked by the calling thread alone.

#![allow(
    clippy::needless_range_loop,
    reason = "lane loops must not depend on closures being inlined"
)]

use super::block::LANES;
use super::listing::{Listing, SAMPLE, Sketch, mostly_differ};
use super::memory;
use super::numbers::{Marked, Number, Numbers, Seen, compacted};
use super::rows::{ROW, Row, Rows, Width};
use crate::error::Result;
use crate::tasks::each;
use pulp::{Simd, WithSimd};

/// The most levels that two bytes can number.
pub(super) const MAX_LEVELS: usize = 1 << 16;
/// Tasks of a walk at most.
pub(super) const TASKS: usize = 64;
/// Registers of fewer variables are walked by one thread.
pub(super) const PARALLEL_FROM: usize = 15;

impl<W: Width> Rows<W> {
    /// Calls `visit` with the first state and the energies of each tile, in order within each part
    /// of the walk; joins the parts in order.
    pub(super) fn walk<R: Send>(
        &self,
        start: impl Fn() -> R + Sync,
        visit: impl Fn(&mut R, usize, &[Row<W>]) + Sync,
        join: impl Fn(R, R) -> R,
    ) -> R {
        let (tasks, bits) = self.tasks();
        let task = |task: usize| {
            let (mut result, mut first) = (start(), (task << bits) * self.tile_len());
            self.for_each_tile(task << bits, bits, |rows| {
                visit(&mut result, first, rows);
                first += self.tile_len();
            });
            result
        };
        if tasks == 1 {
            return task(0);
        }
        let parts: Vec<R> = each(0..tasks, task);
        parts.into_iter().reduce(join).unwrap_or_else(start)
    }

    /// The same with a part of `numbers` for each tile; a register that does not fill a block
    /// leaves the rest of it as it is.
    fn walk_with<N: Number>(
        &self,
        numbers: &mut [[N; LANES]],
        visit: impl Fn(&[Row<W>], &mut [N]) + Sync,
    ) {
        let (tasks, bits) = self.tasks();
        let numbers = &mut numbers.as_flattened_mut()[..1 << self.n()];
        let task = |(task, numbers): (usize, &mut [N])| {
            let mut tiles = numbers.chunks_exact_mut(self.tile_len());
            self.for_each_tile(task << bits, bits, |rows| {
                visit(rows, tiles.next().expect("a task has a part for each tile"));
            });
        };
        if tasks == 1 {
            return task((0, numbers));
        }
        let parts = numbers.chunks_exact_mut(self.tile_len() << bits);
        each(parts.enumerate(), task);
    }

    /// The number of tasks of a walk, and the bits of the number of a task's tiles.
    fn tasks(&self) -> (usize, usize) {
        let most = if self.n() < PARALLEL_FROM { 1 } else { TASKS };
        let tasks = self.tiles().min(most);
        (tasks, (self.tiles() / tasks).trailing_zeros() as usize)
    }

    /// The lowest and the highest energy.
    pub(super) fn extremes(&self) -> (W, W) {
        let extremes = self.walk(
            || None,
            |extremes, _, rows| {
                let (lowest, highest) = extremes.get_or_insert((rows[0], rows[0]));
                self.instructions().run(Extend {
                    rows,
                    lowest,
                    highest,
                });
            },
            |a, b| {
                let (a, b) = a.zip(b)?;
                let lowest = std::array::from_fn(|l| lower(a.0[l], b.0[l]));
                Some((lowest, std::array::from_fn(|l| higher(a.1[l], b.1[l]))))
            },
        );
        let (lowest, highest) = extremes.expect("a register has a tile");
        let lowest = lowest.into_iter().reduce(lower);
        let highest = highest.into_iter().reduce(higher);
        lowest.zip(highest).expect("a row has lanes")
    }

    /// Σ (E − mean)² over all states.
    pub(super) fn squares(&self, mean: f64) -> f64 {
        // a register that does not fill a row stands in it several times
        let copies = (ROW / self.tile_len()).max(1) as f64;
        let sum = self.walk(
            || 0.0,
            |sum, _, rows| *sum += self.instructions().run(Squares { rows, mean }),
            |a, b| a + b,
        );
        sum / copies
    }

    /// The distances of all energies, which are whole numbers, from the lowest one.
    pub(super) fn distances<N: Number>(&self, lowest: W) -> Numbers<N> {
        let mut index = Numbers::zeros(self.n());
        self.walk_with(&mut index, |rows, numbers| {
            self.instructions().run(Distances {
                rows,
                lowest,
                numbers,
            });
        });
        index
    }

    /// Each state's energy's number among those that occur, and these as distances from `lowest`,
    /// if two bytes can number them. Energies are whole, and all distances are below `count`.
    pub(super) fn numbered(
        &self,
        lowest: W,
        count: usize,
    ) -> Result<Option<(Numbers<u16>, Vec<usize>)>> {
        memory::check_bytes(self.n(), 3)?;
        if self.n() < PARALLEL_FROM {
            return Ok(Some(self.numbered_in_turn(lowest, count)));
        }
        if count <= MAX_LEVELS {
            return Ok(Some(compacted(self.distances(lowest), count)));
        }
        let seen = Seen::new(count);
        let mark = |(): &mut (), _, rows: &[Row<W>]| {
            for energy in rows.as_flattened() {
                seen.mark(energy.distance(lowest));
            }
        };
        self.walk(|| (), mark, |(), ()| ());
        let marked = seen.marked();
        if marked.len() > MAX_LEVELS {
            return Ok(None);
        }
        let mut index = Numbers::zeros(self.n());
        let name = |rows: &[Row<W>], numbers: &mut [u16]| {
            self.instructions().run(Places {
                rows,
                lowest,
                marked: &marked,
                numbers,
            });
        };
        self.walk_with(&mut index, name);
        Ok(Some((index, marked.ascending())))
    }

    /// The same in one walk, for registers of one thread: numbers by first states.
    fn numbered_in_turn(&self, lowest: W, count: usize) -> (Numbers<u16>, Vec<usize>) {
        let (mut names, mut left) = (vec![0_u16; count], Vec::with_capacity(1 << 7));
        let mut index = Numbers::zeros(self.n());
        let states = &mut index.as_flattened_mut()[..1 << self.n()];
        let mut tiles = states.chunks_exact_mut(self.tile_len());
        self.for_each_tile(0, self.tiles().trailing_zeros() as usize, |rows| {
            let numbers = tiles.next().expect("there is a part for each tile");
            number(
                rows.as_flattened(),
                lowest,
                (&mut names, &mut left),
                numbers,
            );
        });
        (index, left)
    }

    /// The energies of all states.
    pub(super) fn energies(&self) -> Vec<f64> {
        let mut energies = Vec::with_capacity(1 << self.n());
        self.for_each_tile(0, self.tiles().trailing_zeros() as usize, |rows| {
            let tile = rows.as_flattened()[..self.tile_len()].iter();
            energies.extend(tile.map(|energy| energy.wide()));
        });
        energies
    }

    /// Whether most of the first states have energies of their own.
    pub(super) fn mostly_differ(&self) -> bool {
        let mut differ = false;
        self.for_each_tile(0, 0, |rows| {
            let energies = rows.as_flattened().iter().take(SAMPLE);
            differ = mostly_differ(energies.map(|energy| energy.wide()));
        });
        differ
    }

    /// Whether the first 2¹⁸ states alone surely have more energies than two bytes can number.
    fn surely_too_many(&self) -> bool {
        let (mut sketch, tiles) = (Sketch::new(), self.tiles().min(1 << 6));
        self.for_each_tile(0, tiles.trailing_zeros() as usize, |rows| {
            if sketch.at_least() <= MAX_LEVELS {
                let energies = rows.as_flattened().iter();
                energies.for_each(|energy| sketch.take(energy.wide()));
            }
        });
        sketch.at_least() > MAX_LEVELS
    }

    /// The distinct energies, and each state's number among them, if two bytes can number them.
    pub(super) fn listed(&self) -> Option<(Numbers<u16>, Vec<f64>)> {
        if 1 << self.n() > MAX_LEVELS && self.surely_too_many() {
            return None;
        }
        let listing = Listing::of(1 << self.n());
        let add = |(): &mut (), _, rows: &[Row<W>]| {
            if !listing.is_full() {
                let energies = rows.as_flattened().iter();
                energies.for_each(|energy| listing.add(energy.wide()));
            }
        };
        self.walk(|| (), add, |(), ()| ());
        let listed = listing.numbered()?;
        let mut index = Numbers::zeros(self.n());
        let name = |rows: &[Row<W>], numbers: &mut [u16]| {
            for (number, energy) in numbers.iter_mut().zip(rows.as_flattened()) {
                *number = listed.number(energy.wide());
            }
        };
        self.walk_with(&mut index, name);
        Some((index, listed.energies))
    }
}

/// Writes the number of each energy: its name less 1, or the next if it has none yet.
#[inline(never)]
fn number<W: Width>(
    energies: &[W],
    lowest: W,
    (names, left): (&mut [u16], &mut Vec<usize>),
    numbers: &mut [u16],
) {
    for (number, energy) in numbers.iter_mut().zip(energies) {
        let distance = energy.distance(lowest);
        let mut name = names[distance];
        if name == 0 {
            left.push(distance);
            name = left.len() as u16;
            names[distance] = name;
        }
        *number = name - 1;
    }
}

/// Takes the energies of a tile into extremes, lane by lane.
struct Extend<'a, W> {
    rows: &'a [Row<W>],
    lowest: &'a mut Row<W>,
    highest: &'a mut Row<W>,
}

impl<W: Width> WithSimd for Extend<'_, W> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let lowest = W::vectors_mut::<S>(self.lowest);
        let highest = W::vectors_mut::<S>(self.highest);
        for v in 0..lowest.len() {
            let (mut low, mut high) = (lowest[v], highest[v]);
            for row in self.rows {
                let energies = W::vectors::<S>(row)[v];
                low = W::min(simd, low, energies);
                high = W::max(simd, high, energies);
            }
            (lowest[v], highest[v]) = (low, high);
        }
    }
}

fn lower<W: Width>(a: W, b: W) -> W {
    if b < a { b } else { a }
}

fn higher<W: Width>(a: W, b: W) -> W {
    if b > a { b } else { a }
}

/// Adds up (E − mean)² over a tile.
struct Squares<'a, W> {
    rows: &'a [Row<W>],
    mean: f64,
}

impl<W: Width> WithSimd for Squares<'_, W> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> f64 {
        let mut sums = [0.0; ROW];
        let mean = simd.splat_f64s(self.mean);
        for row in self.rows {
            let wide = widened(*row);
            let (energies, _) = S::as_simd_f64s(&wide);
            let (sums, _) = S::as_mut_simd_f64s(&mut sums);
            for v in 0..energies.len() {
                let off = simd.sub_f64s(energies[v], mean);
                sums[v] = simd.mul_add_f64s(off, off, sums[v]);
            }
        }
        let (halves, _) = sums.as_chunks::<LANES>();
        halves.iter().map(super::block::total).sum()
    }
}

#[inline(always)]
fn widened<W: Width>(row: Row<W>) -> Row<f64> {
    let mut wide = [0.0; ROW];
    for l in 0..ROW {
        wide[l] = row[l].wide();
    }
    wide
}

/// Writes the numbers of a tile.
struct Distances<'a, W, N> {
    rows: &'a [Row<W>],
    lowest: W,
    numbers: &'a mut [N],
}

impl<W: Width, N: Number> WithSimd for Distances<'_, W, N> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let (whole, few) = self.numbers.as_chunks_mut::<ROW>();
        for (i, numbers) in whole.iter_mut().enumerate() {
            let (row, mut found) = (self.rows[i], [N::default(); ROW]);
            for l in 0..ROW {
                found[l] = N::low(row[l].above(self.lowest));
            }
            *numbers = found;
        }
        for (number, energy) in few.iter_mut().zip(&self.rows[0]) {
            *number = N::low(energy.above(self.lowest));
        }
    }
}

/// Writes the places of a tile's energies among those that occur; compiled for the processor,
/// because some of them count bits at once.
struct Places<'a, W> {
    rows: &'a [Row<W>],
    lowest: W,
    marked: &'a Marked,
    numbers: &'a mut [u16],
}

impl<W: Width> WithSimd for Places<'_, W> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        for (number, energy) in self.numbers.iter_mut().zip(self.rows.as_flattened()) {
            *number = self.marked.place(energy.distance(self.lowest)) as u16;
        }
    }
}
