//! One pass over one state or two, in pieces that stay in the cache, by all threads.
//!
//! ```text
//! group 0:       for each tile: work on it in place
//! other groups:  for each narrow strip through all rows that differ in the group's levels:
//!                    gather it (and its numbers of levels) into buffers, work on them, write back
//! ```
//!
//! The sums of the pieces are added up in their order: the same bits for any number of threads. An
//! array may hold the share of one of several ranks, whole rows of the highest group: all other
//! groups are within it, and an `exchange` brings the strips of the highest together. The order of
//! the pieces is the same rank by rank.

use super::cut::Cut;
use super::diagonal::{BEYOND, LevelNumbers};
use super::exchange;
use super::piece::{Parts, Piece, Place, Room, chunks, part_of, parts_in};
use super::ranks::Team;
use super::real::{Real, line};
use super::sums::{Sums, total};
use crate::tasks::each;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard};

/// Into how many columns a pass over strips is cut, where they are many strips wide.
const COLUMNS: usize = 32;

/// Which of the states hold anything yet, whether what is done to them is kept, whether the numbers
/// of levels are needed, and whether anything is summed.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct Use<const M: usize> {
    pub(in crate::sim) read: [bool; M],
    pub(in crate::sim) write: bool,
    pub(in crate::sim) numbers: bool,
    pub(in crate::sim) sums: bool,
}

#[derive(Default, Debug)]
pub(in crate::sim) struct Workspace<T> {
    pub(in crate::sim) strips: Vec<T>,
    pub(in crate::sim) numbers: Vec<u8>,
    pub(in crate::sim) room: Room<T>,
}

#[derive(Default, Debug)]
pub(in crate::sim) struct Pool<W>(Mutex<Vec<W>>);

impl<W: Default> Pool<W> {
    fn free(&self) -> MutexGuard<'_, Vec<W>> {
        self.0.lock().expect("no thread panics with the lock")
    }
}

/// Bytes after which addresses share a place of the first cache.
const PAGE: usize = 4096;

/// What a pass works on: how the space is cut, the numbers of the cost's levels, room for threads,
/// who shares the arrays, and the first state of this rank.
#[derive(Clone, Copy)]
pub(in crate::sim) struct Ground<'a, T> {
    pub(in crate::sim) cut: &'a Cut,
    pub(in crate::sim) states: usize,
    pub(in crate::sim) numbers: LevelNumbers<'a>,
    pub(in crate::sim) pool: &'a Pool<Workspace<T>>,
    pub(in crate::sim) team: Option<&'a Team>,
    pub(in crate::sim) first: usize,
}

/// How the strips of a group are cut: rows of `stride` states are cut into strips of `width` within
/// a share of a tile.
#[derive(Clone, Copy)]
pub(in crate::sim) struct StripCut {
    pub(in crate::sim) stride: usize,
    pub(in crate::sim) width: usize,
    pub(in crate::sim) share: usize,
    tile: usize,
}

impl StripCut {
    pub(in crate::sim) fn shares(self) -> impl Iterator<Item = Range<usize>> {
        let Self { tile, share, .. } = self;
        let of_tile = move |first: usize| {
            let starts = (0..tile).step_by(share);
            starts.map(move |at| first + at..first + tile.min(at + share))
        };
        (0..self.stride).step_by(tile).flat_map(of_tile)
    }
}

/// `len` numbers of `room` that begin where a line of the cache does.
pub(in crate::sim) fn aligned<T: Real>(room: &mut Vec<T>, len: usize) -> &mut [T] {
    room.resize(room.len().max(len + line::<T>()), T::ZERO);
    let skipped = room.as_ptr().align_offset(64);
    &mut room[skipped..skipped + len]
}

impl<T: Real> Ground<'_, T> {
    /// Calls `work` for every piece of some states, cut for `group`; returns the sums.
    pub(in crate::sim) fn sweep<const M: usize>(
        &self,
        group: usize,
        parts: Parts<'_, T, M>,
        keep: Use<M>,
        work: impl Fn(Piece<'_, T, M>, &mut Room<T>, &mut Sums) + Sync,
    ) -> Sums {
        if self.states == self.cut.tile {
            // one piece: nothing is cut
            let (mut sums, place) = (Sums::default(), Place::run(0, self.states));
            let numbers = self.numbers_of(keep.numbers, 0..parts[0][0].len());
            let piece = Piece {
                place,
                states: parts,
                numbers,
            };
            let mut scratch = self.pool.free().pop().unwrap_or_default();
            work(piece, &mut scratch.room, &mut sums);
            self.pool.free().push(scratch);
            return sums;
        }
        let Cut { tile, pitch, .. } = *self.cut;
        let lines = tile.next_multiple_of(line::<T>());
        let pieces = match self.team {
            _ if group == 0 => {
                let tiles = chunks(parts, pitch).enumerate();
                self.run(tiles, keep, work, |(number, states), scratch, work| {
                    let here = number * tile;
                    let piece = Piece {
                        place: Place::run(self.first + here, tile),
                        states: states.map(|state| state.map(|part| &mut part[..lines])),
                        numbers: self.numbers_of(keep.numbers, here..here + lines),
                    };
                    work(piece, &mut scratch.room);
                })
            }
            Some(team) if group + 1 == self.cut.groups() => {
                exchange::strips(self, team, group, parts, keep, work)
            }
            _ => self.strips(group, parts, keep, work),
        };
        match keep.sums {
            true => total(self.team, pieces),
            false => Sums::default(),
        }
    }

    /// The numbers of levels of some states, by their numbers on this rank.
    fn numbers_of(&self, wanted: bool, states: Range<usize>) -> LevelNumbers<'_> {
        match wanted {
            true => self.numbers.range(states),
            false => LevelNumbers::NONE,
        }
    }

    fn strips<const M: usize>(
        &self,
        group: usize,
        parts: Parts<'_, T, M>,
        keep: Use<M>,
        work: impl Fn(Piece<'_, T, M>, &mut Room<T>, &mut Sums) + Sync,
    ) -> Vec<Sums> {
        let [_, block] = self.cut.strides(group);
        let cut = self.strip_cut(group, 2 * M);
        let shares: Vec<_> = cut.shares().collect();
        let mut all = Vec::new();
        for (i, parts) in chunks(parts, self.cut.place(block)).enumerate() {
            let here = i * block;
            let numbers = self.numbers_of(keep.numbers, here..here + block);
            let first = [self.first + here, cut.stride];
            all.extend(columns(parts, numbers, first, &shares, |x| {
                self.cut.place(x)
            }));
        }
        self.columns(all, cut, keep, work)
    }

    /// Calls `work` for every strip of some columns; returns the sums of each.
    pub(in crate::sim) fn columns<const M: usize>(
        &self,
        columns: Vec<Columns<'_, T, M>>,
        cut: StripCut,
        keep: Use<M>,
        work: impl Fn(Piece<'_, T, M>, &mut Room<T>, &mut Sums) + Sync,
    ) -> Vec<Sums> {
        self.run(columns, keep, work, |columns, scratch, work| {
            self.each_strip(columns, cut, keep, scratch, work);
        })
    }

    pub(in crate::sim) fn strip_cut(&self, group: usize, arrays: usize) -> StripCut {
        let [stride, block] = self.cut.strides(group);
        let tile = self.cut.tile;
        let width = self.cut.width(group, arrays, line::<T>());
        let tiles = self.states / block * (stride / tile);
        let strips = (tile.div_ceil(width) * tiles).div_ceil(COLUMNS);
        StripCut {
            stride,
            width,
            share: (strips * width).min(tile),
            tile,
        }
    }

    /// Calls `work` with each strip of some columns, copied together, and writes it back.
    fn each_strip<const M: usize>(
        &self,
        mut columns: Columns<'_, T, M>,
        StripCut { stride, width, .. }: StripCut,
        keep: Use<M>,
        scratch: &mut Workspace<T>,
        work: &mut dyn FnMut(Piece<'_, T, M>, &mut Room<T>),
    ) {
        let rows = columns.rows[0][0].len();
        let share = columns.rows[0][0][0].len();
        let Workspace {
            strips,
            numbers,
            room,
        } = scratch;
        let mut buffers = buffers::<T, M>(strips, rows * width);
        for start in (0..share).step_by(width) {
            let strip = start..(start + width).min(share);
            let place = Place {
                first: columns.first + start,
                width: strip.len(),
                rows,
                stride,
            };
            let len = place.len().next_multiple_of(line::<T>());
            for m in (0..M).filter(|m| keep.read[*m]) {
                for (buffer, rows) in buffers[m].iter_mut().zip(&columns.rows[m]) {
                    for (part, row) in buffer.chunks_exact_mut(place.width).zip(rows) {
                        part.copy_from_slice(&row[strip.clone()]);
                    }
                    buffer[place.len()..len].fill(T::ZERO);
                }
            }
            let of_number = columns.numbers.first().map_or(0, |_| self.numbers.width);
            numbers.clear();
            for row in &columns.numbers {
                numbers.extend_from_slice(&row[strip.start * of_number..strip.end * of_number]);
            }
            numbers.resize(numbers.len() + BEYOND * of_number, 0);
            let piece = Piece {
                place,
                states: part_of(&mut buffers, 0..len),
                numbers: LevelNumbers {
                    bytes: numbers,
                    width: of_number,
                },
            };
            work(piece, room);
            if keep.write {
                for (buffer, rows) in buffers
                    .iter()
                    .flatten()
                    .zip(columns.rows.iter_mut().flatten())
                {
                    for (part, row) in buffer.chunks_exact(place.width).zip(rows) {
                        row[strip.clone()].copy_from_slice(part);
                    }
                }
            }
        }
    }

    /// Calls `visit` with each task, and with what does `work` on a piece; the sums of all pieces
    /// in order.
    fn run<Task: Send, const M: usize>(
        &self,
        tasks: impl IntoIterator<Item = Task>,
        keep: Use<M>,
        work: impl Fn(Piece<'_, T, M>, &mut Room<T>, &mut Sums) + Sync,
        visit: impl Fn(Task, &mut Workspace<T>, &mut dyn FnMut(Piece<'_, T, M>, &mut Room<T>)) + Sync,
    ) -> Vec<Sums> {
        let one = |task| {
            let mut all = Vec::new();
            let mut of_piece = |piece: Piece<'_, T, M>, room: &mut Room<T>| {
                let mut sums = Sums::default();
                work(piece, room, &mut sums);
                if keep.sums {
                    all.push(sums);
                }
            };
            let mut scratch = self.pool.free().pop().unwrap_or_default();
            visit(task, &mut scratch, &mut of_piece);
            self.pool.free().push(scratch);
            all
        };
        let found: Vec<_> = match self.states >= self.cut.limits.parallel_from {
            true => each(tasks, one),
            false => tasks.into_iter().map(one).collect(),
        };
        found.into_iter().flatten().collect()
    }
}

/// A buffer for each part of M states, as far apart as can be within a page: else their rows drive
/// each other out of the first cache.
pub(in crate::sim) fn buffers<T: Real, const M: usize>(
    room: &mut Vec<T>,
    len: usize,
) -> Parts<'_, T, M> {
    let pitch = len.next_multiple_of(PAGE / size_of::<T>()) + PAGE / size_of::<T>() / (2 * M);
    parts_in(aligned(room, 2 * M * pitch), pitch)
}

/// Neighboring strips of a pass: a piece of each row, and the numbers of its levels if needed.
pub(in crate::sim) struct Columns<'a, T, const M: usize> {
    pub(in crate::sim) first: usize,
    pub(in crate::sim) rows: [[Vec<&'a mut [T]>; 2]; M],
    pub(in crate::sim) numbers: Vec<&'a [u8]>,
}

/// The columns into which rows of `stride` states are cut, where the first row begins with state
/// `first`: the states of `cuts` of each row. State x of a row is at `place(x)` in it.
pub(in crate::sim) fn columns<'a, T, const M: usize>(
    parts: Parts<'a, T, M>,
    levels: LevelNumbers<'a>,
    [first, stride]: [usize; 2],
    cuts: &[Range<usize>],
    place: impl Fn(usize) -> usize,
) -> Vec<Columns<'a, T, M>> {
    let rows = parts[0][0].len() / place(stride);
    let empty = |cut: &Range<usize>| {
        let of_row = |row: usize| row * stride + cut.start..row * stride + cut.end;
        let numbers = (0..rows).map(|row| levels.range(of_row(row)).bytes);
        Columns {
            first: first + cut.start,
            rows: std::array::from_fn(|_| std::array::from_fn(|_| Vec::with_capacity(rows))),
            numbers: numbers.filter(|bytes| !bytes.is_empty()).collect(),
        }
    };
    let mut columns: Vec<Columns<'a, T, M>> = cuts.iter().map(empty).collect();
    for (k, part) in parts.into_iter().flatten().enumerate() {
        for mut row in part.chunks_exact_mut(place(stride)) {
            let mut at = 0;
            for (columns, cut) in columns.iter_mut().zip(cuts) {
                let (_, rest) = row.split_at_mut(place(cut.start) - at);
                let (piece, rest) = rest.split_at_mut(cut.len());
                columns.rows[k / 2][k % 2].push(piece);
                (row, at) = (rest, place(cut.start) + cut.len());
            }
        }
    }
    columns
}
