//! One pass over one or more arrays of a space, in pieces that stay in the cache, by all threads.
//!
//! ```text
//! group 0:       for each run of neighboring states: work on it in place
//! other groups:  for each narrow strip through all rows that differ in the group's levels:
//!                    gather it (and its numbers of levels) into buffers, work on them, write them
//!                        back
//! ```
//!
//! Pieces are given out as at most [`TASKS`] lists, whatever the number of threads, and what the
//! lists add up is summed in their order: sums are the same bits for any number of threads.
//! (`sim::sweep` is the same for qubits, with blocks of a power of two.)
//!
//! An array may hold the share of one of several ranks, whole rows of the highest group: all other
//! groups lie within it, and the strips of the highest are brought together by an `exchange`. Lists
//! do not end where shares do. So each piece says to which list of the state it belongs, and all
//! ranks add up the pieces of all lists in their order: the same bits again.

use super::cost::QuditLevelIndex;
use super::cut::QuditGroups;
use super::factors::Looking;
use super::layout::TileLayout;
use super::lines::{aligned, line};
use super::space::QuditSpace;
use super::sums::{PieceSums, QuditPassSums, total};
use crate::sim::ranks::Team;
use crate::sim::real::Real;
use crate::sim::walk::pool::{self, Pool, zip_chunks};
use std::ops::Range;

/// Tasks of a pass at most.
const TASKS: usize = 64;
/// Tasks of a pass over strips at most.
const STRIP_TASKS: usize = 32;

/// A piece of K arrays: rows of `width` neighboring states each.
pub(super) struct StateTile<'a, T, const K: usize> {
    /// The first state.
    pub(super) first: usize,
    pub(super) width: usize,
    pub(super) arrays: [&'a mut [T]; K],
    pub(super) numbers: TileLevels<'a>,
}

/// The numbers of the levels of a piece.
#[derive(Clone, Copy, Debug)]
pub(super) enum TileLevels<'a> {
    Bytes(&'a [u8]),
    Words(&'a [u16]),
    Absent,
}

/// Which of the arrays hold anything yet, whether what is done to them is kept, whether numbers of
/// levels are asked for, and whether anything is summed.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuditArrayUse<const K: usize> {
    pub(super) read: [bool; K],
    pub(super) write: bool,
    pub(super) numbers: bool,
    pub(super) sums: bool,
}

/// Room for what a thread needs beside the state, taken once and used again.
#[derive(Debug)]
pub(super) struct QuditWorkspace<T> {
    pub(super) columns: Vec<T>,
    pub(super) bytes: Vec<u8>,
    pub(super) words: Vec<u16>,
    pub(super) room: Room<T>,
}

/// Room for the work on a piece.
#[derive(Debug)]
pub(super) struct Room<T> {
    /// Energies of a piece.
    pub(super) energies: Vec<f64>,
    /// A few neighboring runs, transposed.
    pub(super) batch: Vec<T>,
    /// Phases of a few states.
    pub(super) factors: Looking<T>,
    /// Sums over the levels of two qudits.
    pub(super) sums: Vec<T>,
}

impl<T> Default for QuditWorkspace<T> {
    fn default() -> Self {
        Self {
            columns: Vec::new(),
            bytes: Vec::new(),
            words: Vec::new(),
            room: Room {
                energies: Vec::new(),
                batch: Vec::new(),
                factors: Looking::default(),
                sums: Vec::new(),
            },
        }
    }
}

/// The scratch memory of a state.
pub(super) type QuditWorkspaces<T> = Pool<QuditWorkspace<T>>;

/// What a pass works on: a space, how it is cut, the cost's levels, room, who shares the arrays,
/// and the first state at hand.
#[derive(Clone, Copy)]
pub(super) struct Ground<'a, T> {
    pub(super) space: &'a QuditSpace,
    pub(super) cut: &'a QuditGroups,
    pub(super) layout: TileLayout,
    pub(super) index: &'a QuditLevelIndex,
    pub(super) pool: &'a QuditWorkspaces<T>,
    pub(super) team: Option<&'a Team>,
    pub(super) first: usize,
}

/// How the strips of a group are cut: rows of `stride` states are cut into strips of `width` within
/// a share of a tile, and a list takes so many shares.
#[derive(Clone, Copy)]
pub(super) struct StripCut {
    pub(super) stride: usize,
    pub(super) width: usize,
    pub(super) share: usize,
    pub(super) list: usize,
}

impl<T: Real> Ground<'_, T> {
    /// Calls `work` for every piece of `arrays`, cut for `group`; returns the sums.
    pub(super) fn sweep<const K: usize>(
        &self,
        group: usize,
        arrays: [&mut [T]; K],
        keep: QuditArrayUse<K>,
        work: impl Fn(StateTile<'_, T, K>, &mut Room<T>, &mut QuditPassSums) + Sync,
    ) -> QuditPassSums {
        let pieces = match self.team {
            _ if group == 0 => self.tiles(arrays, keep, work),
            Some(team) if group + 1 == self.cut.groups() => {
                self.exchanged(team, group, arrays, keep, work)
            }
            _ => self.columns(group, arrays, keep, work),
        };
        match keep.sums {
            true => total(self.team, pieces),
            false => QuditPassSums::default(),
        }
    }

    fn tiles<const K: usize>(
        &self,
        arrays: [&mut [T]; K],
        keep: QuditArrayUse<K>,
        work: impl Fn(StateTile<'_, T, K>, &mut Room<T>, &mut QuditPassSums) + Sync,
    ) -> Vec<PieceSums> {
        let TileLayout { tile, pitch, .. } = self.layout;
        let list = (self.space.states() / tile).div_ceil(TASKS);
        let each = (arrays[0].len() / pitch).div_ceil(TASKS);
        let tasks = zip_chunks(arrays, each * pitch).enumerate().collect();
        self.run(tasks, |(task, parts): (usize, _), scratch, pieces| {
            for (i, arrays) in zip_chunks(parts, pitch).enumerate() {
                let here = (task * each + i) * tile;
                let piece = StateTile {
                    first: self.first + here,
                    width: tile,
                    arrays: arrays.map(|array| &mut array[..tile]),
                    numbers: self.numbers(keep.numbers, here..here + tile),
                };
                let mut sums = QuditPassSums::default();
                work(piece, &mut scratch.room, &mut sums);
                if keep.sums {
                    pieces.push(((self.first + here) / tile / list, sums));
                }
            }
        })
    }

    /// The numbers of levels of some states, by their numbers at hand.
    fn numbers(&self, wanted: bool, states: Range<usize>) -> TileLevels<'_> {
        match self.index {
            QuditLevelIndex::Bytes(all) if wanted => TileLevels::Bytes(&all[states]),
            QuditLevelIndex::Words(all) if wanted => TileLevels::Words(&all[states]),
            QuditLevelIndex::Bytes(_) | QuditLevelIndex::Words(_) | QuditLevelIndex::Absent => {
                TileLevels::Absent
            }
        }
    }

    fn columns<const K: usize>(
        &self,
        group: usize,
        arrays: [&mut [T]; K],
        keep: QuditArrayUse<K>,
        work: impl Fn(StateTile<'_, T, K>, &mut Room<T>, &mut QuditPassSums) + Sync,
    ) -> Vec<PieceSums> {
        let block = self.space.below(self.cut.group(group).end);
        let cut = self.strip_cut(group, K);
        let mut groups = Vec::new();
        for (i, parts) in zip_chunks(arrays, self.layout.place(block)).enumerate() {
            groups.extend(split(self.layout, i * block, parts, cut.stride, cut.share));
        }
        let tiles = self.layout.tile.div_ceil(cut.share) * (cut.stride / self.layout.tile);
        let first = self.first / block * tiles;
        let each = groups.len().div_ceil(STRIP_TASKS);
        let mut tasks: Vec<Vec<_>> = Vec::with_capacity(TASKS);
        let mut groups = (first..).zip(groups).peekable();
        while groups.peek().is_some() {
            tasks.push(groups.by_ref().take(each).collect());
        }
        self.run(tasks, |groups, scratch, pieces| {
            for (number, group) in groups {
                self.strips(group, cut, keep, scratch, |piece, room| {
                    let mut sums = QuditPassSums::default();
                    work(piece, room, &mut sums);
                    if keep.sums {
                        pieces.push((number / cut.list, sums));
                    }
                });
            }
        })
    }

    /// How the strips of a group are cut for so many arrays.
    pub(super) fn strip_cut(&self, group: usize, arrays: usize) -> StripCut {
        let qudits = self.cut.group(group);
        let stride = self.space.below(qudits.start);
        let block = self.space.below(qudits.end);
        let tile = self.layout.tile;
        let width = self
            .cut
            .width(block / stride, arrays, line::<T>())
            .min(tile);
        let tiles = self.space.states() / block * (stride / tile);
        let strips = (tile.div_ceil(width) * tiles).div_ceil(STRIP_TASKS);
        let share = (strips * width).min(tile);
        StripCut {
            stride,
            width,
            share,
            list: (tiles * tile.div_ceil(share)).div_ceil(STRIP_TASKS),
        }
    }

    fn strips<const K: usize>(
        &self,
        mut group: QuditColumns<'_, T, K>,
        StripCut { stride, width, .. }: StripCut,
        keep: QuditArrayUse<K>,
        scratch: &mut QuditWorkspace<T>,
        mut work: impl FnMut(StateTile<'_, T, K>, &mut Room<T>),
    ) {
        let count = group.rows[0].len();
        let QuditWorkspace {
            columns,
            bytes,
            words,
            room,
        } = scratch;
        let share = group.rows[0][0].len();
        let mut parts = aligned(columns, K * count * width).chunks_exact_mut(count * width);
        let mut columns: [&mut [T]; K] =
            std::array::from_fn(|_| parts.next().expect("there is room for every array"));
        for start in (0..share).step_by(width) {
            let strip = start..(start + width).min(share);
            for ((column, rows), _) in columns
                .iter_mut()
                .zip(&group.rows)
                .zip(keep.read)
                .filter(|(_, read)| *read)
            {
                for (part, row) in column.chunks_exact_mut(strip.len()).zip(rows) {
                    part.copy_from_slice(&row[strip.clone()]);
                }
            }
            let first = group.first + start;
            let rows = (0..count).map(|row| first + row * stride);
            let numbers = match self.index {
                QuditLevelIndex::Bytes(all) if keep.numbers => {
                    TileLevels::Bytes(gather(all, rows, strip.len(), bytes))
                }
                QuditLevelIndex::Words(all) if keep.numbers => {
                    TileLevels::Words(gather(all, rows, strip.len(), words))
                }
                QuditLevelIndex::Bytes(_) | QuditLevelIndex::Words(_) | QuditLevelIndex::Absent => {
                    TileLevels::Absent
                }
            };
            let len = count * strip.len();
            let piece = StateTile {
                first: self.first + first,
                width: strip.len(),
                arrays: columns.each_mut().map(|column| &mut column[..len]),
                numbers,
            };
            work(piece, room);
            if keep.write {
                for (column, rows) in columns.iter().zip(&mut group.rows) {
                    for (part, row) in column.chunks_exact(strip.len()).zip(rows) {
                        row[strip.clone()].copy_from_slice(part);
                    }
                }
            }
        }
    }

    fn run<Task: Send>(
        &self,
        tasks: Vec<Task>,
        work: impl Fn(Task, &mut QuditWorkspace<T>, &mut Vec<PieceSums>) + Sync,
    ) -> Vec<PieceSums> {
        let side_by_side = self.space.states() >= self.cut.limits.parallel_from;
        pool::run(self.pool, side_by_side, tasks, work).concat()
    }
}

fn gather<'a, N: Copy>(
    all: &[N],
    rows: impl Iterator<Item = usize>,
    width: usize,
    room: &'a mut Vec<N>,
) -> &'a [N] {
    room.clear();
    for row in rows {
        room.extend_from_slice(&all[row..row + width]);
    }
    room
}

/// Neighboring strips of a column pass: `rows[k]` holds a piece of each row of array k. The first
/// state is counted from the first at hand.
struct QuditColumns<'a, T, const K: usize> {
    first: usize,
    rows: [Vec<&'a mut [T]>; K],
}

/// The strips of a block whose rows are `stride` states long, in shares of a tile of each row.
fn split<T, const K: usize>(
    layout: TileLayout,
    first: usize,
    arrays: [&mut [T]; K],
    stride: usize,
    share: usize,
) -> Vec<QuditColumns<'_, T, K>> {
    let (rows, tiles) = (arrays[0].len() / layout.place(stride), stride / layout.tile);
    let shares = layout.tile.div_ceil(share);
    let empty = |i| QuditColumns {
        first: first + i / shares * layout.tile + i % shares * share,
        rows: std::array::from_fn(|_| Vec::with_capacity(rows)),
    };
    let mut groups: Vec<_> = (0..tiles * shares).map(empty).collect();
    for (k, array) in arrays.into_iter().enumerate() {
        for row in array.chunks_exact_mut(layout.place(stride)) {
            let tiles = row.chunks_exact_mut(layout.pitch);
            let pieces = tiles.flat_map(|tile| tile[..layout.tile].chunks_mut(share));
            for (group, piece) in groups.iter_mut().zip(pieces) {
                group.rows[k].push(piece);
            }
        }
    }
    groups
}
