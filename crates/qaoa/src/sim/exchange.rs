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
use super::piece::{Parts, Piece, Room};
use super::ranks::Team;
use super::real::Real;
use super::sums::{PieceSums, Sums};
use super::sweep::{Columns, Ground, StripCut, Use};
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
    /// Rows at hand.
    rows: usize,
    cut: StripCut,
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
        let most = team.piece / 2 / (ranks * rows * cut.width * size_of::<T>());
        Self {
            strips,
            ranks,
            each,
            run: most.clamp(1, each),
            rows,
            cut,
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

    /// The rows at hand of a piece, those strips first that rank 0 works on; of `width` numbers for
    /// each state.
    fn pack<N: Pod + Send + Sync>(
        &self,
        (array, width): (&[N], usize),
        place: impl Fn(usize) -> usize + Sync,
        piece: usize,
        packed: &mut [N],
    ) {
        let parts = packed.chunks_exact_mut(self.len * width).enumerate();
        each(parts, |(number, part)| {
            let strips = self.of(number / self.run, piece);
            let Some(strip) = strips.get(number % self.run) else {
                return;
            };
            let size = strip.width * width;
            let rows = part.chunks_exact_mut(size).take(self.rows);
            for (row, part) in rows.enumerate() {
                let from = place(row * self.cut.stride + strip.first) * width;
                part.copy_from_slice(&array[from..][..size]);
            }
        });
    }

    /// Writes them back to where they came from.
    fn unpack<T: Real>(
        &self,
        array: &mut [T],
        place: impl Fn(usize) -> usize + Sync,
        piece: usize,
        packed: &[T],
    ) {
        let rows = array.chunks_mut(place(self.cut.stride)).enumerate();
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

    /// Each strip of this rank in the rooms of a piece, where its rows have come rank by rank.
    fn columns<'a, T, const M: usize>(
        &self,
        strips: &[Strip],
        rooms: Parts<'a, T, M>,
        (levels, width): (&'a [u8], usize),
    ) -> Vec<Columns<'a, T, M>> {
        let empty = |strip: &Strip| Columns {
            first: strip.first,
            rows: std::array::from_fn(|_| std::array::from_fn(|_| Vec::new())),
            numbers: Vec::new(),
        };
        let mut columns: Vec<Columns<'a, T, M>> = strips.iter().map(empty).collect();
        for (m, state) in rooms.into_iter().enumerate() {
            for (k, room) in state.into_iter().enumerate() {
                for (number, part) in room.chunks_exact_mut(self.len).enumerate() {
                    let Some(columns) = columns.get_mut(number % self.run) else {
                        continue;
                    };
                    let rows = part.chunks_exact_mut(strips[number % self.run].width);
                    columns.rows[m][k].extend(rows.take(self.rows));
                }
            }
        }
        for (number, part) in levels.chunks_exact((self.len * width).max(1)).enumerate() {
            let Some(columns) = columns.get_mut(number % self.run) else {
                continue;
            };
            let rows = part.chunks_exact(strips[number % self.run].width * width);
            columns.numbers.extend(rows.take(self.rows));
        }
        columns
    }
}

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
    let width = if keep.numbers {
        ground.numbers.width
    } else {
        0
    };
    let with_levels = width > 0;
    let count = 2 * (2 * M + usize::from(with_levels)) + 1;
    let mut rooms = team.rooms(count, len * size_of::<T>());
    let mut rooms = rooms.iter_mut();
    let mut room = || rooms.next().expect("as many rooms as were asked for");
    let packed = room();
    // what comes: a piece of each part of M states, and the numbers of its levels
    let two = std::array::from_fn(|_| {
        let levels = with_levels.then(&mut room);
        let rooms: [[_; 2]; M] = std::array::from_fn(|_| [room(), room()]);
        (rooms, levels)
    });
    let mut found = Vec::new();

    let pieces = deal.each.div_ceil(deal.run);
    to_and_fro(
        (pieces, keep.write),
        (parts, packed),
        two,
        |piece, (parts, packed), (to, levels)| {
            for m in (0..M).filter(|m| keep.read[*m]) {
                for (part, to) in parts[m].iter().zip(&mut to[m]) {
                    let packed = numbers::<T>(packed, len);
                    deal.pack((part, 1), place, piece, packed);
                    team.exchange(packed, numbers::<T>(to, len));
                }
            }
            if let Some(to) = levels {
                let packed = numbers::<u8>(packed, len * width);
                let all = (ground.numbers.bytes, width);
                deal.pack(all, |state| state, piece, packed);
                team.exchange(packed, numbers::<u8>(to, len * width));
            }
        },
        |piece, (parts, packed), (from, _)| {
            for (part, from) in parts.iter_mut().flatten().zip(from.iter_mut().flatten()) {
                let packed = numbers::<T>(packed, len);
                team.exchange(numbers::<T>(from, len), packed);
                deal.unpack(part, place, piece, packed);
            }
        },
        |piece, (rooms, levels)| {
            let strips = deal.of(team.rank(), piece);
            let levels = levels
                .as_mut()
                .map_or(&[][..], |room| numbers(room, len * width));
            let rooms = rooms
                .each_mut()
                .map(|state| state.each_mut().map(|room| numbers::<T>(room, len)));
            let columns = deal.columns(strips, rooms, (levels, width));
            found.extend(each(strips.iter().zip(columns), |(strip, columns)| {
                let mut sums = Sums::default();
                ground.pool.with(|scratch| {
                    ground.each_strip(columns, deal.cut, keep, scratch, |piece, room| {
                        work(piece, room, &mut sums);
                    });
                });
                (strip.list, sums)
            }));
        },
    );
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
) {
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
}

/// A room as numbers.
fn numbers<T: Pod>(room: &mut Buffer<u64>, len: usize) -> &mut [T] {
    &mut cast_slice_mut::<u64, T>(room)[..len]
}
