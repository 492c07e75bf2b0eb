//! One pass over one state or two, in pieces that stay in the cache, by all threads.
//!
//! ```text
//! group 0:       for each tile: work on it in place
//! other groups:  for each narrow strip through all rows that differ in the group's levels:
//!                    gather it (and its numbers of levels) into buffers, work on them, write back
//! ```
//!
//! Pieces are given out as at most [`TASKS`] lists, whatever the number of threads, and what the
//! lists add up is summed in their order: sums are the same bits for any number of threads.
//!
//! An array may hold the share of one of several ranks, whole rows of the highest group: all other
//! groups lie within it, and the strips of the highest are brought together by an `exchange`. Lists
//! do not end where shares do. So each piece says to which list of the state it belongs, and all
//! ranks add up the pieces of all lists in their order: the same bits again.

use super::cut::Cut;
use super::diagonal::{BEYOND, LevelNumbers};
use super::exchange;
use super::piece::{Parts, Piece, Place, Room, chunks, part_of, parts_in};
use super::ranks::Team;
use super::real::{Real, line};
use super::sums::{PieceSums, Sums, total};
use crate::tasks::each;
use std::ops::Range;
use std::sync::Mutex;

/// Tasks of a pass at most.
const TASKS: usize = 64;
/// Tasks of a pass over strips at most.
const STRIP_TASKS: usize = 32;

/// Which of the states hold anything yet, whether what is done to them is kept, whether the numbers
/// of levels are needed, and whether anything is summed.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct Use<const M: usize> {
    pub(in crate::sim) read: [bool; M],
    pub(in crate::sim) write: bool,
    pub(in crate::sim) numbers: bool,
    pub(in crate::sim) sums: bool,
}

/// The scratch memory of a thread.
#[derive(Default, Debug)]
pub(in crate::sim) struct Workspace<T> {
    pub(in crate::sim) strips: Vec<T>,
    /// Numbers of the levels of a strip.
    pub(in crate::sim) numbers: Vec<u8>,
    pub(in crate::sim) room: Room<T>,
}

/// The scratch memory of a state that no thread is using.
#[derive(Default, Debug)]
pub(in crate::sim) struct Pool<W>(Mutex<Vec<W>>);

impl<W: Default> Pool<W> {
    /// Lends memory to some work.
    pub(in crate::sim) fn with<R>(&self, work: impl FnOnce(&mut W) -> R) -> R {
        let free = self.0.lock().expect("no thread panics with the lock").pop();
        let mut scratch = free.unwrap_or_default();
        let result = work(&mut scratch);
        let mut free = self.0.lock().expect("no thread panics with the lock");
        free.push(scratch);
        result
    }
}

impl<W: Default> Clone for Pool<W> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// Bytes after which addresses share a place of the first cache.
const PAGE: usize = 4096;

/// What a pass works on: how the space is cut, the numbers of the cost's levels, room for threads,
/// who shares the arrays, and the first state at hand.
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
/// a share of a tile, and a list takes so many shares.
#[derive(Clone, Copy)]
pub(in crate::sim) struct StripCut {
    pub(in crate::sim) stride: usize,
    pub(in crate::sim) width: usize,
    pub(in crate::sim) share: usize,
    pub(in crate::sim) list: usize,
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
            self.pool
                .with(|scratch| work(piece, &mut scratch.room, &mut sums));
            return sums;
        }
        let pieces = match self.team {
            _ if group == 0 => self.tiles(parts, keep, work),
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

    fn tiles<const M: usize>(
        &self,
        parts: Parts<'_, T, M>,
        keep: Use<M>,
        work: impl Fn(Piece<'_, T, M>, &mut Room<T>, &mut Sums) + Sync,
    ) -> Vec<PieceSums> {
        let Cut { tile, pitch, .. } = *self.cut;
        let list = (self.states / tile).div_ceil(TASKS);
        let each = (parts[0][0].len() / pitch).div_ceil(TASKS);
        let tasks = chunks(parts, each * pitch).enumerate().collect();
        let lines = tile.next_multiple_of(line::<T>());
        self.run(tasks, |(task, parts): (usize, _), scratch, pieces| {
            for (i, states) in chunks(parts, pitch).enumerate() {
                let here = (task * each + i) * tile;
                let piece = Piece {
                    place: Place::run(self.first + here, tile),
                    states: states.map(|state| state.map(|part| &mut part[..lines])),
                    numbers: self.numbers_of(keep.numbers, here..here + lines),
                };
                let mut sums = Sums::default();
                work(piece, &mut scratch.room, &mut sums);
                if keep.sums {
                    pieces.push(((self.first + here) / tile / list, sums));
                }
            }
        })
    }

    /// The numbers of levels of some states, by their numbers at hand.
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
    ) -> Vec<PieceSums> {
        let [_, block] = self.cut.strides(group);
        let cut = self.strip_cut(group, 2 * M);
        let mut groups = Vec::new();
        for (i, parts) in chunks(parts, self.cut.place(block)).enumerate() {
            groups.extend(self.columns(i * block, parts, cut, keep.numbers));
        }
        let tiles = self.cut.tile.div_ceil(cut.share) * (cut.stride / self.cut.tile);
        let first = self.first / block * tiles;
        let each = groups.len().div_ceil(STRIP_TASKS);
        let mut tasks: Vec<Vec<_>> = Vec::with_capacity(TASKS);
        let mut groups = (first..).zip(groups).peekable();
        while groups.peek().is_some() {
            tasks.push(groups.by_ref().take(each).collect());
        }
        self.run(tasks, |groups, scratch, pieces| {
            for (number, group) in groups {
                self.each_strip(group, cut, keep, scratch, |piece, room| {
                    let mut sums = Sums::default();
                    work(piece, room, &mut sums);
                    if keep.sums {
                        pieces.push((number / cut.list, sums));
                    }
                });
            }
        })
    }

    /// How the strips of a group are cut for so many arrays.
    pub(in crate::sim) fn strip_cut(&self, group: usize, arrays: usize) -> StripCut {
        let [stride, block] = self.cut.strides(group);
        let tile = self.cut.tile;
        let width = self.cut.width(group, arrays, line::<T>());
        let tiles = self.states / block * (stride / tile);
        let strips = (tile.div_ceil(width) * tiles).div_ceil(STRIP_TASKS);
        let share = (strips * width).min(tile);
        StripCut {
            stride,
            width,
            share,
            list: (tiles * tile.div_ceil(share)).div_ceil(STRIP_TASKS),
        }
    }

    /// Calls `work` with each strip of some columns, gathered, and writes it back.
    pub(in crate::sim) fn each_strip<const M: usize>(
        &self,
        mut columns: Columns<'_, T, M>,
        StripCut { stride, width, .. }: StripCut,
        keep: Use<M>,
        scratch: &mut Workspace<T>,
        mut work: impl FnMut(Piece<'_, T, M>, &mut Room<T>),
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

    /// The columns of a block whose rows are `stride` states long, in shares of a tile of each row.
    fn columns<'b, const M: usize>(
        &'b self,
        block: usize,
        parts: Parts<'b, T, M>,
        StripCut { stride, share, .. }: StripCut,
        with_numbers: bool,
    ) -> Vec<Columns<'b, T, M>> {
        let cut = self.cut;
        let rows = parts[0][0].len() / cut.place(stride);
        let (tiles, shares) = (stride / cut.tile, cut.tile.div_ceil(share));
        let empty = |i| {
            let at = i % shares * share;
            let first = block + i / shares * cut.tile + at;
            let len = share.min(cut.tile - at);
            let numbers = (0..rows).filter(|_| with_numbers).map(|row| {
                let from = first + row * stride;
                self.numbers.range(from..from + len).bytes
            });
            Columns {
                first: self.first + first,
                rows: std::array::from_fn(|_| std::array::from_fn(|_| Vec::with_capacity(rows))),
                numbers: numbers.collect(),
            }
        };
        let mut columns: Vec<Columns<'b, T, M>> = (0..tiles * shares).map(empty).collect();
        for (m, state) in parts.into_iter().enumerate() {
            for (k, part) in state.into_iter().enumerate() {
                for row in part.chunks_exact_mut(cut.place(stride)) {
                    let tiles = row.chunks_exact_mut(cut.pitch);
                    let pieces = tiles.flat_map(|tile| tile[..cut.tile].chunks_mut(share));
                    for (columns, piece) in columns.iter_mut().zip(pieces) {
                        columns.rows[m][k].push(piece);
                    }
                }
            }
        }
        columns
    }

    fn run<Task: Send>(
        &self,
        tasks: Vec<Task>,
        work: impl Fn(Task, &mut Workspace<T>, &mut Vec<PieceSums>) + Sync,
    ) -> Vec<PieceSums> {
        let one = |task| {
            let mut pieces = Vec::new();
            self.pool.with(|scratch| work(task, scratch, &mut pieces));
            pieces
        };
        match self.states >= self.cut.limits.parallel_from {
            true => each(tasks, one).concat(),
            false => tasks.into_iter().flat_map(one).collect(),
        }
    }
}

/// A buffer for each part of M states, of so many numbers, all at different places of a page, as
/// far apart as can be: else their rows drive each other out of the first cache.
pub(in crate::sim) fn buffers<T: Real, const M: usize>(
    room: &mut Vec<T>,
    len: usize,
) -> Parts<'_, T, M> {
    let pitch = len.next_multiple_of(PAGE / size_of::<T>()) + PAGE / size_of::<T>() / (2 * M);
    parts_in(aligned(room, 2 * M * pitch), pitch)
}

/// Neighboring strips of a pass: a piece of each row of each part, and the numbers of its levels
/// where they are needed.
pub(in crate::sim) struct Columns<'a, T, const M: usize> {
    pub(in crate::sim) first: usize,
    pub(in crate::sim) rows: [[Vec<&'a mut [T]>; 2]; M],
    pub(in crate::sim) numbers: Vec<&'a [u8]>,
}
