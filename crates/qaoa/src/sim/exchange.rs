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
//! the amplitudes, so that a rank keeps those of its own states alone.

use super::buffer::Buffer;
use super::piece::{Parts, Piece, Room};
use super::ranks::Team;
use super::real::Real;
use super::sums::{PieceSums, Sums};
use super::sweep::{Columns, Ground, StripCut, Use};
use crate::tasks::each;
use bytemuck::{Pod, cast_slice_mut};

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
        let most = team.piece / (ranks * rows * cut.width * size_of::<T>());
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
    fn columns<'a, T: Real, const M: usize>(
        &self,
        strips: &[Strip],
        rooms: &'a mut [Buffer<u64>],
        (levels, width): (&'a [u8], usize),
    ) -> Vec<Columns<'a, T, M>> {
        let empty = |strip: &Strip| Columns {
            first: strip.first,
            rows: std::array::from_fn(|_| std::array::from_fn(|_| Vec::new())),
            numbers: Vec::new(),
        };
        let mut columns: Vec<Columns<'a, T, M>> = strips.iter().map(empty).collect();
        for (k, room) in rooms.iter_mut().take(2 * M).enumerate() {
            let parts = numbers::<T>(room, self.room()).chunks_exact_mut(self.len);
            for (number, part) in parts.enumerate() {
                if let Some(strip) = strips.get(number % self.run) {
                    let rows = part.chunks_exact_mut(strip.width).take(self.rows);
                    columns[number % self.run].rows[k / 2][k % 2].extend(rows);
                }
            }
        }
        for (number, part) in levels.chunks_exact((self.len * width).max(1)).enumerate() {
            if let Some(strip) = strips.get(number % self.run) {
                let rows = part.chunks_exact(strip.width * width).take(self.rows);
                columns[number % self.run].numbers.extend(rows);
            }
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
    let width = match keep.numbers {
        true => ground.numbers.width,
        false => 0,
    };
    let mut rooms = team.rooms(2 * M + 2, len * size_of::<T>());
    let [packed, of_levels, rooms @ ..] = &mut rooms[..] else {
        unreachable!("as many rooms as were asked for")
    };
    let (mut parts, mut found) = (parts, Vec::new());
    for piece in 0..deal.each.div_ceil(deal.run) {
        for (k, (part, room)) in parts.iter().flatten().zip(&mut *rooms).enumerate() {
            if keep.read[k / 2] {
                let packed = numbers::<T>(packed, len);
                deal.pack((part, 1), place, piece, packed);
                team.exchange(packed, numbers::<T>(room, len));
            }
        }
        let levels = numbers::<u8>(of_levels, len * width);
        if width > 0 {
            let packed = numbers::<u8>(packed, len * width);
            let all = (ground.numbers.bytes, width);
            deal.pack(all, |state| state, piece, packed);
            team.exchange(packed, levels);
        }
        let strips = deal.of(team.rank(), piece);
        let columns = deal.columns::<T, M>(strips, rooms, (levels, width));
        found.extend(each(strips.iter().zip(columns), |(strip, columns)| {
            let mut sums = Sums::default();
            ground.pool.with(|scratch| {
                ground.each_strip(columns, deal.cut, keep, scratch, |piece, room| {
                    work(piece, room, &mut sums);
                });
            });
            (strip.list, sums)
        }));
        for (part, room) in parts.iter_mut().flatten().zip(&mut *rooms) {
            if keep.write {
                let packed = numbers::<T>(packed, len);
                team.exchange(numbers::<T>(room, len), packed);
                deal.unpack(part, place, piece, packed);
            }
        }
    }
    found
}

/// A room as numbers.
fn numbers<T: Pod>(room: &mut Buffer<u64>, len: usize) -> &mut [T] {
    &mut cast_slice_mut::<u64, T>(room)[..len]
}
