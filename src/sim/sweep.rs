//! One pass over one or more state vectors, in pieces that stay in the cache, by all threads.
//!
//! A layer acts on every qubit, but a qubit far up in the index pairs amplitudes that are far apart. So a layer is done in few passes:
//!
//! 1. *tiles*: contiguous runs of 2^tile amplitudes; the qubits below `tile` are local to them;
//! 2. *columns*: for the next `column` qubits, all rows of a narrow strip, gathered into a buffer, worked on, and
//!    written back. One such pass is enough up to tile + column qubits; further ones follow above that.
//!
//! Gathering is a departure from working in place: rows are a power of two apart, and fall into the same few sets of the cache.
//! Safe Rust gives each task its own rows as slices; they are split for whole groups of strips, not for each strip, so
//! that the list of slices stays small beside the state.
//!
//! What the pieces return is summed pairwise in the order of the pieces, never in the order of completion: the sums are the
//! same bits for any number of threads.

use super::block::{Block, LANE_QUBITS};
use rayon::prelude::*;
use std::ops::Range;

/// How a register is cut; the results depend on it only by rounding.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// Qubits of a tile, at least 3.
    pub(super) tile: usize,
    /// Qubits of a column pass at most, at least 1.
    pub(super) column: usize,
    /// Bits of the number of blocks in a column buffer; more where the rows alone take more.
    pub(super) buffer: usize,
    /// Registers of fewer qubits are worked on by the calling thread alone.
    pub(super) parallel_from: usize,
}

impl Default for Plan {
    /// Tiles of 128 KiB and buffers of 64 to 256 KiB, for a second-level cache of half a mebibyte or more.
    fn default() -> Self {
        Self {
            tile: 13,
            column: 11,
            buffer: 9,
            parallel_from: 14,
        }
    }
}

impl Plan {
    /// The qubits of each column pass, lowest first.
    pub(super) fn column_passes(self, n: usize) -> impl Iterator<Item = Range<usize>> {
        let count = n.saturating_sub(self.tile).div_ceil(self.column);
        let end = move |pass: usize| match count {
            0 => self.tile,
            _ => self.tile + (n - self.tile) * pass / count,
        };
        (0..count).map(move |pass| end(pass)..end(pass + 1))
    }

    /// Blocks in a tile of a register of `blocks`.
    fn tile_blocks(self, blocks: usize) -> usize {
        blocks.min(1 << (self.tile - LANE_QUBITS))
    }
}

/// Where the blocks of a piece stand in the register.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    first: usize,
    width_bits: u32,
    stride: usize,
}

impl Place {
    fn tile(number: usize, blocks: usize) -> Self {
        Self {
            first: number * blocks,
            width_bits: blocks.trailing_zeros(),
            stride: blocks,
        }
    }

    /// The register's number of the piece's block `j`.
    #[inline(always)]
    pub(super) fn block(self, j: usize) -> usize {
        let row = j >> self.width_bits;
        self.first + row * self.stride + (j & self.width_mask())
    }

    /// Blocks in a row of the piece: the distance of partners across the lowest qubit of a column pass.
    pub(super) fn width(self) -> usize {
        1 << self.width_bits
    }

    #[inline(always)]
    fn width_mask(self) -> usize {
        (1 << self.width_bits) - 1
    }
}

/// What a piece adds up.
pub(super) type Sums = [f64; 2];

/// Calls `work` for every tile of `arrays`, which have equal lengths, and returns the sum of what it returns.
pub(super) fn tiles<const K: usize>(
    plan: Plan,
    arrays: [&mut [Block]; K],
    work: impl Fn(Place, [&mut [Block]; K]) -> Sums + Sync,
) -> Sums {
    let blocks = arrays[0].len();
    let tile = plan.tile_blocks(blocks);
    if tile == blocks {
        return work(Place::tile(0, tile), arrays);
    }
    let tasks = zip_chunks(arrays, tile).enumerate().collect();
    run(plan, blocks, tasks, |_: &mut [_; K], (i, parts)| {
        work(Place::tile(i, tile), parts)
    })
}

/// Adds up what `work` returns for every tile of a vector that stays as it is.
pub(super) fn sum_tiles(
    plan: Plan,
    blocks: &[Block],
    work: impl Fn(Place, &[Block]) -> f64 + Sync,
) -> f64 {
    let tile = plan.tile_blocks(blocks.len());
    if tile == blocks.len() {
        return work(Place::tile(0, tile), blocks);
    }
    let parts = blocks.par_chunks_exact(tile).enumerate();
    let parts: Vec<Sums> = parts
        .map(|(i, part)| [work(Place::tile(i, tile), part), 0.0])
        .collect();
    pairwise(&parts)[0]
}

/// Calls `work` for buffers that hold, of each of `arrays`, all amplitudes that differ in `qubits` alone (for
/// [`Place::width`] neighboring blocks), writes the buffers back, and returns the sum of what it returns.
pub(super) fn columns<const K: usize>(
    plan: Plan,
    arrays: [&mut [Block]; K],
    qubits: Range<usize>,
    work: impl Fn(Place, [&mut [Block]; K]) -> Sums + Sync,
) -> Sums {
    let blocks = arrays[0].len();
    let stride = 1_usize << (qubits.start - LANE_QUBITS);
    let rows = 1_usize << qubits.len();
    let width = ((1_usize << plan.buffer) / rows).clamp(stride.min(2), stride);
    let group = (stride / GROUPS).max(width);
    let mut tasks = Vec::with_capacity(blocks / (rows * group));
    for (i, parts) in zip_chunks(arrays, rows * stride).enumerate() {
        tasks.extend(groups(i * rows * stride, parts, stride, group));
    }
    run(plan, blocks, tasks, |buffers, group| {
        let first = group.first;
        let place = |offset| Place {
            first: first + offset,
            width_bits: width.trailing_zeros(),
            stride,
        };
        group.for_each_strip(width, buffers, |offset, parts| work(place(offset), parts))
    })
}

/// Groups of strips per column pass: enough for the threads to share evenly.
const GROUPS: usize = 64;

/// Neighboring strips of a column pass: `rows[k]` holds a piece of each row of array k.
struct Group<'a, const K: usize> {
    first: usize,
    rows: [Vec<&'a mut [Block]>; K],
}

impl<const K: usize> Group<'_, K> {
    fn for_each_strip(
        mut self,
        width: usize,
        buffers: &mut [Vec<Block>; K],
        work: impl Fn(usize, [&mut [Block]; K]) -> Sums,
    ) -> Sums {
        let mut sums = Sums::default();
        for offset in (0..self.rows[0][0].len()).step_by(width) {
            let strip = offset..offset + width;
            for (buffer, rows) in buffers.iter_mut().zip(&self.rows) {
                buffer.clear();
                for row in rows {
                    buffer.extend_from_slice(&row[strip.clone()]);
                }
            }
            sums = plus(
                sums,
                work(offset, buffers.each_mut().map(Vec::as_mut_slice)),
            );
            for (buffer, rows) in buffers.iter().zip(&mut self.rows) {
                for (row, part) in rows.iter_mut().zip(buffer.chunks_exact(width)) {
                    row[strip.clone()].copy_from_slice(part);
                }
            }
        }
        sums
    }
}

fn groups<const K: usize>(
    first: usize,
    arrays: [&mut [Block]; K],
    stride: usize,
    group: usize,
) -> Vec<Group<'_, K>> {
    let rows = arrays[0].len() / stride;
    let empty = |i| Group {
        first: first + i * group,
        rows: std::array::from_fn(|_| Vec::with_capacity(rows)),
    };
    let mut groups: Vec<_> = (0..stride / group).map(empty).collect();
    for (k, array) in arrays.into_iter().enumerate() {
        for row in array.chunks_exact_mut(stride) {
            for (group, piece) in groups.iter_mut().zip(row.chunks_exact_mut(group)) {
                group.rows[k].push(piece);
            }
        }
    }
    groups
}

/// The arrays cut alike: chunk i of each of them.
fn zip_chunks<const K: usize>(
    arrays: [&mut [Block]; K],
    len: usize,
) -> impl Iterator<Item = [&mut [Block]; K]> {
    let count = arrays[0].len() / len;
    let mut chunks = arrays.map(|array| array.chunks_exact_mut(len));
    let mut next = move || {
        chunks
            .each_mut()
            .map(|c| c.next().expect("the arrays have equal lengths"))
    };
    (0..count).map(move |_| next())
}

fn run<T: Send, const K: usize>(
    plan: Plan,
    blocks: usize,
    tasks: Vec<T>,
    work: impl Fn(&mut [Vec<Block>; K], T) -> Sums + Sync,
) -> Sums {
    let buffers = || std::array::from_fn(|_| Vec::new());
    let parts: Vec<Sums> = if blocks >> (plan.parallel_from - LANE_QUBITS) == 0 {
        let mut buffers = buffers();
        tasks.into_iter().map(|t| work(&mut buffers, t)).collect()
    } else {
        tasks
            .into_par_iter()
            .map_init(buffers, |buffers, t| work(buffers, t))
            .collect()
    };
    pairwise(&parts)
}

fn plus(a: Sums, b: Sums) -> Sums {
    [a[0] + b[0], a[1] + b[1]]
}

/// The sum of many parts, halved until two are left: an error of log₂ of their number.
pub(super) fn pairwise(parts: &[Sums]) -> Sums {
    match parts {
        [] => Sums::default(),
        [part] => *part,
        _ => {
            let (left, right) = parts.split_at(parts.len() / 2);
            plus(pairwise(left), pairwise(right))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counting(n: usize) -> Vec<Block> {
        let mut blocks = vec![Block::ZERO; 1 << (n - LANE_QUBITS)];
        for (i, block) in blocks.iter_mut().enumerate() {
            block.re[0] = i as f64;
        }
        blocks
    }

    const SMALL: Plan = Plan {
        tile: 4,
        column: 2,
        buffer: 3,
        parallel_from: 7,
    };

    #[test]
    fn column_passes_cover_the_qubits_above_the_tile_once_each() {
        for n in 0..12 {
            let qubits: Vec<_> = SMALL.column_passes(n).flatten().collect();
            assert_eq!(qubits, (4..n).collect::<Vec<_>>(), "{n} qubits");
            assert!(SMALL.column_passes(n).all(|pass| pass.len() <= 2));
        }
    }

    #[test]
    fn every_piece_knows_the_place_of_its_blocks_and_every_block_is_visited_once() {
        for n in 4..10 {
            let visit = |place: Place, [a, b]: [&mut [Block]; 2]| {
                for (j, (a, b)) in a.iter_mut().zip(b.iter_mut()).enumerate() {
                    assert_eq!(a.re[0], place.block(j) as f64, "{place:?}");
                    assert_eq!(b.re[0], place.block(j) as f64, "{place:?}");
                    a.im[0] += 1.0;
                }
                [a.len() as f64, 0.0]
            };
            let (mut a, mut b) = (counting(n), counting(n));
            let mut passes = 1.0;
            assert_eq!(tiles(SMALL, [&mut a, &mut b], visit)[0], a.len() as f64);
            for qubits in SMALL.column_passes(n) {
                passes += 1.0;
                let visited = columns(SMALL, [&mut a, &mut b], qubits, visit);
                assert_eq!(visited[0], a.len() as f64);
            }
            assert!(a.iter().all(|block| block.im[0] == passes), "{n} qubits");
        }
    }

    #[test]
    fn a_column_buffer_holds_amplitudes_that_differ_in_its_qubits_alone() {
        let mut a = counting(9);
        columns(SMALL, [&mut a], 6..8, |place, [buffer]| {
            for (j, block) in buffer.iter().enumerate() {
                let others = !(0b11 << (6 - LANE_QUBITS));
                let (x, y) = (
                    block.re[0] as usize,
                    buffer[j % place.width()].re[0] as usize,
                );
                assert_eq!(x & others, y & others, "{place:?}");
            }
            [0.0; 2]
        });
    }
}
