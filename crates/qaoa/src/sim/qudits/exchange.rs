//! The pass over the highest group of qudits, whose rows are spread over the ranks: as for qubits
//! (`walk::sweep::exchange`), the columns change hands a piece at a time, and go home.
//!
//! ```text
//! strips of the pass, in order:  rank 0's | rank 1's | …      as many for each, but for the last
//! a piece:                       the next few strips of each rank
//! packed for an all-to-all:      for each rank, for each of its strips: the rows at hand
//! ```
//!
//! A strip is the one of a single machine, and so are its sums. They differ in width, and the last
//! rank may have fewer of them: each has the room of the widest. The numbers of levels come with
//! the amplitudes, so that a rank keeps those of its own states alone.

use super::cost::QuditLevelIndex;
use super::lines::aligned;
use super::sums::{PieceSums, QuditPassSums};
use super::sweep::{Ground, QuditArrayUse, QuditWorkspace, Room, StateTile, TileLevels};
use crate::sim::ranks::Team;
use crate::sim::real::Real;
use crate::sim::vector::buffer::Buffer;
use crate::sim::walk::sweep::exchange::{numbers, to_and_fro};
use crate::tasks::each;
use pulp::bytemuck::Pod;

/// A strip through all rows of a group.
#[derive(Clone, Copy)]
struct Strip {
    /// The list of the pass that it is summed in.
    list: usize,
    first: usize,
    width: usize,
}

/// Which strips each rank works on, and which of them come at once.
struct Deal {
    strips: Vec<Strip>,
    ranks: usize,
    /// Strips of a rank, and of a piece.
    each: usize,
    run: usize,
    /// Rows at hand, and states from one to the next.
    rows: usize,
    stride: usize,
    /// Numbers of the rows at hand of a strip, at most.
    len: usize,
}

impl Deal {
    /// The strips of a piece that a rank works on.
    fn of(&self, rank: usize, piece: usize) -> &[Strip] {
        let end = self.strips.len().min((rank + 1) * self.each);
        let first = end.min(rank * self.each + piece * self.run);
        &self.strips[first..end.min(first + self.run)]
    }

    /// Numbers of a piece of an array.
    fn room(&self) -> usize {
        self.ranks * self.run * self.len
    }

    /// The rows at hand of a piece, those strips first that rank 0 works on.
    fn pack<N: Pod + Send + Sync>(
        &self,
        array: &[N],
        place: impl Fn(usize) -> usize + Sync,
        piece: usize,
        packed: &mut [N],
    ) {
        let parts = packed.chunks_exact_mut(self.len).enumerate();
        each(parts, |(number, part)| {
            let strips = self.of(number / self.run, piece);
            let Some(strip) = strips.get(number % self.run) else {
                return;
            };
            for (row, part) in part
                .chunks_exact_mut(strip.width)
                .take(self.rows)
                .enumerate()
            {
                let from = place(row * self.stride + strip.first);
                part.copy_from_slice(&array[from..][..strip.width]);
            }
        });
    }

    /// Writes them back to where they came from.
    fn unpack<N: Pod + Send + Sync>(
        &self,
        array: &mut [N],
        place: impl Fn(usize) -> usize + Sync,
        piece: usize,
        packed: &[N],
    ) {
        let rows = array.chunks_mut(place(self.stride)).enumerate();
        each(rows, |(row, numbers)| {
            for rank in 0..self.ranks {
                let parts = packed[rank * self.run * self.len..].chunks_exact(self.len);
                for (strip, part) in self.of(rank, piece).iter().zip(parts) {
                    let part = &part[row * strip.width..][..strip.width];
                    numbers[place(strip.first)..][..strip.width].copy_from_slice(part);
                }
            }
        });
    }

    /// The rows of each strip of this rank in the rooms of a piece, rank by rank.
    fn by_strip<'a, T, const K: usize>(
        &self,
        rooms: [&'a mut [T]; K],
    ) -> Vec<[Vec<&'a mut [T]>; K]> {
        let none = |_| std::array::from_fn(|_| Vec::with_capacity(self.ranks));
        let mut strips: Vec<[Vec<_>; K]> = (0..self.run).map(none).collect();
        for (k, room) in rooms.into_iter().enumerate() {
            for (number, part) in room.chunks_exact_mut(self.len).enumerate() {
                strips[number % self.run][k].push(part);
            }
        }
        strips
    }

    /// Calls `work` with strip number `at` of a piece, whose rows have come rank by rank.
    fn with_strip<T: Real, const K: usize>(
        &self,
        strip: &Strip,
        (at, levels): (usize, TileLevels<'_>),
        mut parts: [Vec<&mut [T]>; K],
        keep: QuditArrayUse<K>,
        scratch: &mut QuditWorkspace<T>,
        work: impl FnOnce(StateTile<'_, T, K>, &mut Room<T>),
    ) {
        let size = self.rows * strip.width;
        let whole = self.ranks * size;
        let mut columns = aligned(&mut scratch.columns, K * whole).chunks_exact_mut(whole);
        let mut columns: [&mut [T]; K] =
            std::array::from_fn(|_| columns.next().expect("there is room for every array"));
        for k in (0..K).filter(|k| keep.read[*k]) {
            for (column, part) in columns[k].chunks_exact_mut(size).zip(&parts[k]) {
                column.copy_from_slice(&part[..size]);
            }
        }
        let numbers = match levels {
            TileLevels::Bytes(all) => {
                TileLevels::Bytes(self.joined(all, at, size, &mut scratch.bytes))
            }
            TileLevels::Words(all) => {
                TileLevels::Words(self.joined(all, at, size, &mut scratch.words))
            }
            TileLevels::Absent => TileLevels::Absent,
        };
        let piece = StateTile {
            first: strip.first,
            width: strip.width,
            arrays: columns.each_mut().map(|column| &mut **column),
            numbers,
        };
        work(piece, &mut scratch.room);
        for (parts, column) in parts.iter_mut().zip(columns).filter(|_| keep.write) {
            for (part, column) in parts.iter_mut().zip(column.chunks_exact(size)) {
                part[..size].copy_from_slice(column);
            }
        }
    }

    /// The numbers of levels of a strip.
    fn joined<'a, N: Copy>(
        &self,
        all: &[N],
        at: usize,
        size: usize,
        room: &'a mut Vec<N>,
    ) -> &'a [N] {
        room.clear();
        for part in all.chunks_exact(self.len).skip(at).step_by(self.run) {
            room.extend_from_slice(&part[..size]);
        }
        room
    }
}

/// What has come: a piece of each array, and the numbers of its levels.
type Come<const K: usize> = ([Buffer<u64>; K], Option<Buffer<u64>>);

impl<T: Real> Ground<'_, T> {
    fn deal(&self, team: &Team, group: usize, arrays: usize) -> Deal {
        let cut = self.strip_cut(group, arrays);
        let tile = self.layout.tile;
        let mut strips = Vec::new();
        let shares = (0..cut.stride).step_by(tile).flat_map(|first| {
            let starts = (0..tile).step_by(cut.share);
            starts.map(move |start| first + start..first + tile.min(start + cut.share))
        });
        for (number, share) in shares.enumerate() {
            strips.extend(share.clone().step_by(cut.width).map(|first| Strip {
                list: number / cut.list,
                first,
                width: cut.width.min(share.end - first),
            }));
        }
        let (ranks, states) = (team.size(), self.space.states());
        let each = strips.len().div_ceil(ranks);
        let rows = states / cut.stride / ranks;
        // a piece of qubits is of real and imaginary parts
        let most = team.piece() / 2 / (ranks * rows * cut.width * size_of::<T>());
        Deal {
            strips,
            ranks,
            each,
            run: most.clamp(1, each),
            rows,
            stride: cut.stride,
            len: rows * cut.width,
        }
    }

    /// [`Ground::sweep`] of the highest group.
    pub(super) fn exchanged<const K: usize>(
        &self,
        team: &Team,
        group: usize,
        arrays: [&mut [T]; K],
        keep: QuditArrayUse<K>,
        work: impl Fn(StateTile<'_, T, K>, &mut Room<T>, &mut QuditPassSums) + Sync,
    ) -> Vec<PieceSums> {
        let deal = self.deal(team, group, K);
        let len = deal.room();
        let place = |state| self.layout.place(state);
        let with_levels = keep.numbers && !matches!(self.index, QuditLevelIndex::Absent);
        let count = 2 * (K + usize::from(with_levels)) + 1;
        let mut rooms = team.rooms(count, len * size_of::<T>());
        let mut room = || rooms.pop().expect("as many rooms as were asked for");
        let packed = room();
        let both: [Come<K>; 2] = std::array::from_fn(|_| {
            let levels = with_levels.then(&mut room);
            (std::array::from_fn(|_| room()), levels)
        });
        let mut found = Vec::new();

        let come = |piece, (arrays, packed): &mut (_, Buffer<u64>), (to, levels): &mut Come<K>| {
            let arrays: &mut [&mut [T]; K] = arrays;
            for k in (0..K).filter(|k| keep.read[*k]) {
                let packed = numbers::<T>(packed, len);
                deal.pack(arrays[k], place, piece, packed);
                team.exchange(packed, numbers::<T>(&mut to[k], len));
            }
            match (levels, self.index) {
                (Some(to), QuditLevelIndex::Bytes(all)) => {
                    let packed = numbers::<u8>(packed, len);
                    deal.pack(all, |state| state, piece, packed);
                    team.exchange(packed, numbers::<u8>(to, len));
                }
                (Some(to), QuditLevelIndex::Words(all)) => {
                    let packed = numbers::<u16>(packed, len);
                    deal.pack(all, |state| state, piece, packed);
                    team.exchange(packed, numbers::<u16>(to, len));
                }
                _ => {}
            }
        };
        let go = |piece, (arrays, packed): &mut (_, Buffer<u64>), (from, _): &mut Come<K>| {
            let arrays: &mut [&mut [T]; K] = arrays;
            for k in 0..K {
                let packed = numbers::<T>(packed, len);
                team.exchange(numbers::<T>(&mut from[k], len), packed);
                deal.unpack(arrays[k], place, piece, packed);
            }
        };
        let compute = |piece, (rooms, levels): &mut Come<K>| {
            let strips = deal.of(team.rank(), piece);
            let levels = match (levels, self.index) {
                (Some(room), QuditLevelIndex::Bytes(_)) => TileLevels::Bytes(numbers(room, len)),
                (Some(room), QuditLevelIndex::Words(_)) => TileLevels::Words(numbers(room, len)),
                _ => TileLevels::Absent,
            };
            let rooms = rooms.each_mut().map(|room| numbers::<T>(room, len));
            let tasks = strips.iter().zip(deal.by_strip(rooms)).enumerate();
            found.extend(each(tasks, |(at, (strip, parts))| {
                let mut sums = QuditPassSums::default();
                self.pool.with(|scratch| {
                    deal.with_strip(strip, (at, levels), parts, keep, scratch, |piece, room| {
                        work(piece, room, &mut sums);
                    });
                });
                (strip.list, sums)
            }));
        };
        let pieces = (deal.each.div_ceil(deal.run), keep.write);
        let ((_, packed), both) = to_and_fro(pieces, (arrays, packed), both, come, go, compute);
        let rooms = both
            .into_iter()
            .flat_map(|(rooms, levels)| rooms.into_iter().chain(levels));
        team.give_back(rooms.chain([packed]));
        found
    }
}
