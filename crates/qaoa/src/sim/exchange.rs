//! The pass over the highest group of qudits, whose rows are spread over the ranks.
//!
//! Rank q holds whole rows of the highest group. To turn its qudits it needs all rows, of its share
//! of the columns. So strips change hands a few at a time, and go home:
//!
//! ```text
//! strips of the pass, in order:  rank 0's | rank 1's | …      as many for each, but for the last
//! a piece:                       the next few strips of each rank
//! packed for an all-to-all:      for each rank, for each of its strips: the rows at hand
//! ```
//!
//! A strip is the one of a single machine, and so are its sums. They differ in width, and the last
//! rank may have fewer of them: each has the room of the widest. The numbers of levels come with
//! the amplitudes, so that a rank keeps those of its own states alone. While one piece is worked
//! on, the one before goes home and the next one comes.

use super::buffer::Buffer;
use super::diagonal::{BEYOND, LevelNumbers};
use super::piece::{Parts, Piece, Place, Room};
use super::ranks::Team;
use super::real::{Real, line};
use super::sums::{PieceSums, Sums};
use super::sweep::{Ground, Use, Workspace, buffers};
use crate::tasks::{both, each};
use pulp::bytemuck::{Pod, cast_slice_mut};

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
    fn new<T: Real>(ground: &Ground<'_, T>, team: &Team, group: usize, arrays: usize) -> Self {
        let cut = ground.strip_cut(group, arrays);
        let tile = ground.cut.tile;
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
        let ranks = team.size();
        let each = strips.len().div_ceil(ranks);
        let rows = ground.states / cut.stride / ranks;
        // a pass over two states takes twice the rooms
        let most = team.piece() / 2 / (ranks * rows * cut.width * size_of::<T>());
        Self {
            strips,
            ranks,
            each,
            run: most.clamp(1, each),
            rows,
            stride: cut.stride,
            len: rows * cut.width,
        }
    }

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
            let rows = part.chunks_exact_mut(strip.width).take(self.rows);
            for (row, part) in rows.enumerate() {
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
    fn by_strip<'a, T, const M: usize>(
        &self,
        rooms: Parts<'a, T, M>,
    ) -> Vec<[[Vec<&'a mut [T]>; 2]; M]> {
        let none = |_| std::array::from_fn(|_| std::array::from_fn(|_| Vec::new()));
        let mut strips: Vec<[[Vec<_>; 2]; M]> = (0..self.run).map(none).collect();
        for (m, state) in rooms.into_iter().enumerate() {
            for (k, room) in state.into_iter().enumerate() {
                for (number, part) in room.chunks_exact_mut(self.len).enumerate() {
                    strips[number % self.run][m][k].push(part);
                }
            }
        }
        strips
    }

    /// Calls `work` with strip number `at` of a piece, whose rows have come rank by rank.
    fn with_strip<T: Real, const M: usize>(
        &self,
        strip: &Strip,
        (at, levels): (usize, LevelNumbers<'_>),
        mut parts: [[Vec<&mut [T]>; 2]; M],
        keep: Use<M>,
        scratch: &mut Workspace<T>,
        work: impl FnOnce(Piece<'_, T, M>, &mut Room<T>),
    ) {
        let size = self.rows * strip.width;
        let whole = self.ranks * size;
        let mut columns = buffers::<T, M>(&mut scratch.strips, whole);
        let len = whole.next_multiple_of(line::<T>());
        for m in (0..M).filter(|m| keep.read[*m]) {
            for (column, parts) in columns[m].iter_mut().zip(&parts[m]) {
                for (column, part) in column.chunks_exact_mut(size).zip(parts) {
                    column.copy_from_slice(&part[..size]);
                }
                column[whole..len].fill(T::ZERO);
            }
        }
        let numbers = match levels {
            LevelNumbers::Bytes(all) => {
                LevelNumbers::Bytes(self.joined(all, at, size, &mut scratch.bytes))
            }
            LevelNumbers::Words(all) => {
                LevelNumbers::Words(self.joined(all, at, size, &mut scratch.words))
            }
            LevelNumbers::Absent => LevelNumbers::Absent,
        };
        let place = Place {
            first: strip.first,
            width: strip.width,
            rows: self.ranks * self.rows,
            stride: self.stride,
        };
        let states = columns
            .each_mut()
            .map(|state| state.each_mut().map(|column| &mut column[..len]));
        work(
            Piece {
                place,
                states,
                numbers,
            },
            &mut scratch.room,
        );
        if keep.write {
            for (parts, columns) in parts.iter_mut().zip(columns) {
                for (parts, column) in parts.iter_mut().zip(columns) {
                    for (part, column) in parts.iter_mut().zip(column.chunks_exact(size)) {
                        part[..size].copy_from_slice(column);
                    }
                }
            }
        }
    }

    /// The numbers of levels of a strip.
    fn joined<'a, N: Copy + Default>(
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
        room.extend([N::default(); BEYOND]);
        room
    }
}

/// What has come: a piece of each part of M states, and the numbers of its levels.
type Come<const M: usize> = ([[Buffer<u64>; 2]; M], Option<Buffer<u64>>);

/// [`Ground::sweep`] of the highest group where its rows are spread over ranks.
pub(in crate::sim) fn strips<T: Real, const M: usize>(
    ground: &Ground<'_, T>,
    team: &Team,
    group: usize,
    parts: Parts<'_, T, M>,
    keep: Use<M>,
    work: impl Fn(Piece<'_, T, M>, &mut Room<T>, &mut Sums) + Sync,
) -> Vec<PieceSums> {
    let deal = Deal::new(ground, team, group, 2 * M);
    let len = deal.room();
    let place = |state| ground.cut.place(state);
    let with_levels = keep.numbers && !matches!(ground.numbers, LevelNumbers::Absent);
    let count = 2 * (2 * M + usize::from(with_levels)) + 1;
    let mut rooms = team.rooms(count, len * size_of::<T>());
    let mut room = || rooms.pop().expect("as many rooms as were asked for");
    let packed = room();
    let two: [Come<M>; 2] = std::array::from_fn(|_| {
        let levels = with_levels.then(&mut room);
        (std::array::from_fn(|_| [room(), room()]), levels)
    });
    let mut found = Vec::new();

    let come = |piece, (parts, packed): &mut (Parts<'_, T, M>, _), (to, levels): &mut Come<M>| {
        for m in (0..M).filter(|m| keep.read[*m]) {
            for (part, to) in parts[m].iter().zip(&mut to[m]) {
                let packed = numbers::<T>(packed, len);
                deal.pack(part, place, piece, packed);
                team.exchange(packed, numbers::<T>(to, len));
            }
        }
        match (levels, ground.numbers) {
            (Some(to), LevelNumbers::Bytes(all)) => {
                let packed = numbers::<u8>(packed, len);
                deal.pack(all, |state| state, piece, packed);
                team.exchange(packed, numbers::<u8>(to, len));
            }
            (Some(to), LevelNumbers::Words(all)) => {
                let packed = numbers::<u16>(packed, len);
                deal.pack(all, |state| state, piece, packed);
                team.exchange(packed, numbers::<u16>(to, len));
            }
            _ => {}
        }
    };
    let go = |piece, (parts, packed): &mut (Parts<'_, T, M>, _), (from, _): &mut Come<M>| {
        for (part, from) in parts.iter_mut().flatten().zip(from.iter_mut().flatten()) {
            let packed = numbers::<T>(packed, len);
            team.exchange(numbers::<T>(from, len), packed);
            deal.unpack(part, place, piece, packed);
        }
    };
    let compute = |piece, (rooms, levels): &mut Come<M>| {
        let strips = deal.of(team.rank(), piece);
        let levels = match (levels, ground.numbers) {
            (Some(room), LevelNumbers::Bytes(_)) => LevelNumbers::Bytes(numbers(room, len)),
            (Some(room), LevelNumbers::Words(_)) => LevelNumbers::Words(numbers(room, len)),
            _ => LevelNumbers::Absent,
        };
        let rooms = rooms
            .each_mut()
            .map(|state| state.each_mut().map(|room| numbers::<T>(room, len)));
        let tasks = strips.iter().zip(deal.by_strip(rooms)).enumerate();
        found.extend(each(tasks, |(at, (strip, parts))| {
            let mut sums = Sums::default();
            ground.pool.with(|scratch| {
                deal.with_strip(strip, (at, levels), parts, keep, scratch, |piece, room| {
                    work(piece, room, &mut sums);
                });
            });
            (strip.list, sums)
        }));
    };
    let pieces = deal.each.div_ceil(deal.run);
    let ((_, packed), two) = to_and_fro(
        (pieces, keep.write),
        (parts, packed),
        two,
        come,
        go,
        compute,
    );
    let rooms = two
        .into_iter()
        .flat_map(|(rooms, levels)| rooms.into_iter().flatten().chain(levels));
    team.give_back(rooms.chain([packed]));
    found
}

/// Works on pieces of what ranks hold: while `compute` has one in a room, the one before goes home
/// from the other room, where something is written, and the next one comes into it.
fn to_and_fro<A: Send, R: Send>(
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
fn numbers<T: Pod>(room: &mut Buffer<u64>, len: usize) -> &mut [T] {
    &mut cast_slice_mut::<u64, T>(room)[..len]
}
