//! The pass over the highest group of qubits, whose rows are spread over the ranks.
//!
//! Rank q holds the rows whose highest bits are q, all columns of them. To turn the highest qubits
//! it needs all rows, of its share of the columns. So the columns change hands a piece at a time:
//!
//! ```text
//! for each piece of the columns:
//!     pack this rank's rows, those columns first that rank 0 works on; all-to-all; all rows of
//!         this rank's columns of the piece have come
//!     work on them, as on the columns of a state
//!     all-to-all back; unpack
//! ```
//!
//! The state stays where it is, pieces are bounced through three buffers of [`Team::piece`] bytes,
//! and while one piece is worked on, the one before goes home and the next one comes. The highest
//! group is visited once in two layers, there and back, so that a rank sends (R − 1)/R of its share
//! once a layer. Nothing goes home from a pass that is not written back.
//!
//! A task of the pass is the same run of columns as on one machine. A piece takes some strips of
//! each task of this rank, and a task adds to its own sums from piece to piece: the same order, the
//! same bits.

use super::{ArrayUse, ColumnGroup, Held, PassSums, Workspace, Workspaces, groups};
use crate::sim::ranks::Team;
use crate::sim::real::Real;
use crate::sim::vector::block::{LANE_QUBITS, REALS};
use crate::sim::vector::buffer::Buffer;
use crate::sim::walk::place::BlockPlace;
use crate::sim::walk::plan::PassPlan;
use crate::sim::walk::pool::pairwise;
use crate::tasks::{both, each};
use pulp::bytemuck::{Pod, cast_slice_mut};
use std::ops::Range;

/// How the columns are cut; all lengths are in blocks.
struct ColumnCut {
    ranks: usize,
    rank: usize,
    /// Rows of the state that a rank holds.
    rows: usize,
    /// From row to row, and the columns of a row that one rank works on.
    stride: usize,
    share: usize,
    /// Columns of a strip, of a task, and of a task in one piece.
    width: usize,
    task: usize,
    run: usize,
}

impl ColumnCut {
    fn of<T: Real>(
        plan: &PassPlan,
        held: Held<'_>,
        qubits: &Range<usize>,
        arrays: usize,
        sums: bool,
    ) -> Self {
        let ranks = held.ranks();
        let stride = 1_usize << (qubits.start - LANE_QUBITS);
        let rows = 1_usize << qubits.len();
        let share = stride / ranks;
        let width = plan.width(rows, arrays, size_of::<T>()).min(share);
        let task = (share / width / held.tasks(plan, sums)).max(1) * width;
        let bytes = |run: usize| rows * (share / task) * run * REALS * size_of::<T>();
        let most = held.team.map_or(usize::MAX, Team::piece);
        let mut run = task;
        while run > width && bytes(run) > most {
            run /= 2;
        }
        Self {
            ranks,
            rank: held.team.map_or(0, Team::rank),
            rows: rows / ranks,
            stride,
            share,
            width,
            task,
            run,
        }
    }

    fn tasks(&self) -> usize {
        self.share / self.task
    }

    fn pieces(&self) -> usize {
        self.task / self.run
    }

    /// Columns of a piece that a rank works on.
    fn line(&self) -> usize {
        self.tasks() * self.run
    }

    /// Numbers of a piece of one array.
    fn len(&self) -> usize {
        self.ranks * self.rows * self.line() * REALS
    }

    /// Where a task's columns of a piece, those that rank `of` works on, stand in a row.
    fn at(&self, of: usize, task: usize, piece: usize) -> Range<usize> {
        let first = of * self.share + task * self.task + piece * self.run;
        first * REALS..(first + self.run) * REALS
    }

    /// This rank's rows of a piece, those columns first that rank 0 works on.
    fn pack<T: Real>(&self, array: &[T], piece: usize, packed: &mut [T]) {
        let run = self.run * REALS;
        let lines = packed.chunks_mut(self.line() * REALS).enumerate();
        each(lines, |(number, line)| {
            let (of, row) = (number / self.rows, number % self.rows);
            let row = &array[row * self.stride * REALS..][..self.stride * REALS];
            for (task, part) in line.chunks_exact_mut(run).enumerate() {
                part.copy_from_slice(&row[self.at(of, task, piece)]);
            }
        });
    }

    /// Writes them back to where they came from.
    fn unpack<T: Real>(&self, array: &mut [T], piece: usize, packed: &[T]) {
        let (run, line) = (self.run * REALS, self.line() * REALS);
        let rows = array.chunks_mut(self.stride * REALS).enumerate();
        each(rows, |(number, row)| {
            for of in 0..self.ranks {
                let line = &packed[(of * self.rows + number) * line..][..line];
                for (task, part) in line.chunks_exact(run).enumerate() {
                    row[self.at(of, task, piece)].copy_from_slice(part);
                }
            }
        });
    }

    /// Where a strip stands: in this rank's columns, row after row as a table holds them, and in
    /// the state.
    fn place(&self, task: usize, piece: usize, at: usize) -> BlockPlace {
        let first = task * self.task + piece * self.run + at;
        let of_table = BlockPlace::strip(first, self.width, self.share);
        of_table.in_state(self.rank * self.share + first, self.stride)
    }

    /// All rows of a piece, cut into this rank's tasks.
    fn groups<'a, T, const K: usize>(&self, rooms: [&'a mut [T]; K]) -> Vec<ColumnGroup<'a, T, K>> {
        groups(0, rooms, self.line(), self.run)
    }
}

/// [`super::columns`] where the rows are spread over ranks.
pub(super) fn columns<T: Real, const K: usize>(
    plan: &PassPlan,
    held: Held<'_>,
    qubits: Range<usize>,
    arrays: [&mut [T]; K],
    keep: ArrayUse<K>,
    pool: &Workspaces<T>,
    work: impl Fn(BlockPlace, [&mut [T]; K], &mut Workspace<T>, &mut PassSums) + Sync,
) -> PassSums {
    let Some(team) = held.team else {
        return PassSums::default();
    };
    let cut = ColumnCut::of::<T>(plan, held, &qubits, K, keep.sums);
    let mut rooms = team.rooms(2 * K + 1, cut.len() * size_of::<T>());
    let mut room = || rooms.pop().expect("as many rooms as were asked for");
    let packed = room();
    let now: [Buffer<u64>; K] = std::array::from_fn(|_| room());
    let other: [Buffer<u64>; K] = std::array::from_fn(|_| room());
    let mut sums = vec![PassSums::default(); cut.tasks()];

    let come = |piece, (arrays, packed): &mut (_, Buffer<u64>), to: &mut [Buffer<u64>; K]| {
        let arrays: &mut [&mut [T]; K] = arrays;
        for k in (0..K).filter(|k| keep.read[*k]) {
            let packed = numbers::<T>(packed, cut.len());
            cut.pack(arrays[k], piece, packed);
            team.exchange(packed, numbers::<T>(&mut to[k], cut.len()));
        }
    };
    let go = |piece, (arrays, packed): &mut (_, Buffer<u64>), from: &mut [Buffer<u64>; K]| {
        let arrays: &mut [&mut [T]; K] = arrays;
        for k in 0..K {
            let packed = numbers::<T>(packed, cut.len());
            team.exchange(numbers::<T>(&mut from[k], cut.len()), packed);
            cut.unpack(arrays[k], piece, packed);
        }
    };
    let compute = |piece, rooms: &mut [Buffer<u64>; K]| {
        let groups = cut.groups(rooms.each_mut().map(|room| numbers::<T>(room, cut.len())));
        each(
            groups.into_iter().zip(&mut sums).enumerate(),
            |(task, (group, sums))| {
                pool.with(|scratch| {
                    group.for_each_strip(cut.width, keep, scratch, |at, parts, scratch| {
                        work(cut.place(task, piece, at), parts, scratch, sums);
                    });
                });
            },
        );
    };
    let pieces = (cut.pieces(), keep.write);
    let ((_, packed), [now, other]) =
        to_and_fro(pieces, (arrays, packed), [now, other], come, go, compute);
    team.give_back(now.into_iter().chain(other).chain([packed]));
    pairwise(&sums, PassSums::plus)
}

/// Works on pieces of what ranks hold: while `compute` has one in a room, the one before goes home
/// from the other room, where something is written, and the next one comes into it.
pub(in crate::sim) fn to_and_fro<A: Send, R: Send>(
    (pieces, write): (usize, bool),
    mut of: A,
    [mut now, mut other]: [R; 2],
    come: impl Fn(usize, &mut A, &mut R) + Sync,
    go: impl Fn(usize, &mut A, &mut R) + Sync,
    mut compute: impl FnMut(usize, &mut R) + Send,
) -> (A, [R; 2]) {
    come(0, &mut of, &mut now);
    for piece in 0..pieces {
        let exchange = || {
            if write && piece > 0 {
                go(piece - 1, &mut of, &mut other);
            }
            if piece + 1 < pieces {
                come(piece + 1, &mut of, &mut other);
            }
        };
        both(exchange, || compute(piece, &mut now));
        std::mem::swap(&mut now, &mut other);
    }
    if write {
        go(pieces - 1, &mut of, &mut other);
    }
    (of, [now, other])
}

/// A room as numbers.
pub(in crate::sim) fn numbers<T: Pod>(room: &mut Buffer<u64>, len: usize) -> &mut [T] {
    &mut cast_slice_mut::<u64, T>(room)[..len]
}
