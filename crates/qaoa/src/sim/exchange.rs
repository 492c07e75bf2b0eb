//! The pass over the highest group of qudits, whose rows are spread over the ranks.
//!
//! Rank q holds whole rows of the highest group. To turn its qudits it needs all rows, of its share
//! of the columns. So strips change hands a few at a time, and go home:
//!
//! ```text
//! strips of the pass, in order:  rank 0's | rank 1's | …      as many for each, but for the last
//! a piece:                       the next few strips of each rank
//! packed for an all-to-all:      for each rank, the rows of this rank, in its strips
//! ```
//!
//! The strips and their sums are those of a single machine. Each has the room of the widest; the
//! last rank may have fewer. The numbers of levels come with the amplitudes.

use super::diagonal::LevelNumbers;
use super::piece::{Parts, Piece, Room, again, parts_in};
use super::ranks::Team;
use super::real::Real;
use super::sums::Sums;
use super::sweep::{Ground, StripCut, Use, columns};
use crate::tasks::each;
use bytemuck::{Pod, cast_slice_mut};
use std::ops::Range;
use std::sync::PoisonError;

/// Which strips each rank works on, and which of them come at once.
struct Deal {
    /// The states that each strip has of a row.
    strips: Vec<Range<usize>>,
    ranks: usize,
    /// Strips of a rank, and of a piece.
    each: usize,
    run: usize,
    cut: StripCut,
    /// Rows of this rank, and numbers of a row of a piece.
    rows: usize,
    pitch: usize,
}

impl Deal {
    fn new<T: Real>(ground: &Ground<'_, T>, team: &Team, group: usize, arrays: usize) -> Self {
        let cut = ground.strip_cut(group, arrays);
        let strips = cut.shares().flat_map(|share| {
            let starts = share.clone().step_by(cut.width);
            starts.map(move |first| first..share.end.min(first + cut.width))
        });
        let (strips, ranks): (Vec<_>, _) = (strips.collect(), team.size());
        let each = strips.len().div_ceil(ranks);
        let rows = ground.states / cut.stride / ranks;
        let most = team.piece / (ranks * rows * cut.width * size_of::<T>());
        let run = most.clamp(1, each);
        Self {
            strips,
            ranks,
            each,
            run,
            cut,
            rows,
            pitch: run * cut.width,
        }
    }

    /// The strips of a piece that a rank works on: the first state of each, and its place in a row.
    fn of(&self, rank: usize, piece: usize) -> impl Iterator<Item = (usize, Range<usize>)> {
        let end = self.strips.len().min((rank + 1) * self.each);
        let first = end.min(rank * self.each + piece * self.run);
        let strips = &self.strips[first..end.min(first + self.run)];
        let of_strip = |strip: &Range<usize>| {
            let at = strip.start - strips[0].start;
            (strip.start, at..at + strip.len())
        };
        strips.iter().map(of_strip)
    }

    /// Packs the rows of this rank in a piece, of `width` numbers for each state, by rank.
    fn pack<N: Pod + Send + Sync>(
        &self,
        (array, width): (&[N], usize),
        place: impl Fn(usize) -> usize + Sync,
        piece: usize,
        packed: &mut [N],
    ) {
        let rows = packed.chunks_exact_mut(self.pitch * width).enumerate();
        each(rows, |(number, part)| {
            let (rank, row) = (number / self.rows, number % self.rows);
            for (first, to) in self.of(rank, piece) {
                let from = &array[place(row * self.cut.stride + first) * width..];
                let to = &mut part[to.start * width..to.end * width];
                to.copy_from_slice(&from[..to.len()]);
            }
        });
    }

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
                let part = &packed[(rank * self.rows + row) * self.pitch..];
                for (first, from) in self.of(rank, piece) {
                    let to = &mut numbers[place(first)..][..from.len()];
                    to.copy_from_slice(&part[from]);
                }
            }
        });
    }
}

/// [`Ground::sweep`] of the highest group where its rows are spread over ranks.
pub(in crate::sim) fn strips<T: Real, const M: usize>(
    ground: &Ground<'_, T>,
    team: &Team,
    group: usize,
    mut parts: Parts<'_, T, M>,
    keep: Use<M>,
    work: impl Fn(Piece<'_, T, M>, &mut Room<T>, &mut Sums) + Sync,
) -> Vec<Sums> {
    let deal = Deal::new(ground, team, group, 2 * M);
    let len = deal.ranks * deal.rows * deal.pitch;
    let place = |state| ground.cut.place(state);
    let width = if keep.numbers {
        ground.numbers.width
    } else {
        0
    };
    let words = (len * size_of::<T>()).div_ceil(size_of::<u64>());
    let mut rooms = team.rooms.lock().unwrap_or_else(PoisonError::into_inner);
    let enough = rooms.len().max((2 * M + 2) * words);
    rooms.resize(enough, 0);
    let rooms: &mut [T] = cast_slice_mut(&mut rooms);
    let (packed, rooms) = rooms.split_at_mut(len);
    let (bytes, rooms) = rooms.split_at_mut(len);
    let bytes = &mut cast_slice_mut(bytes)[..len * width];
    let mut rooms: Parts<'_, T, M> = parts_in(rooms, len);
    let mut found = Vec::new();
    for piece in 0..deal.each.div_ceil(deal.run) {
        for m in (0..M).filter(|m| keep.read[*m]) {
            for (part, room) in parts[m].iter().zip(&mut rooms[m]) {
                deal.pack((part, 1), place, piece, packed);
                team.exchange(packed, room);
            }
        }
        if width > 0 {
            let packed = &mut cast_slice_mut(packed)[..len * width];
            let all = (ground.numbers.bytes, width);
            deal.pack(all, |state| state, piece, packed);
            team.exchange(packed, bytes);
        }
        let (firsts, cuts): (Vec<_>, Vec<_>) = deal.of(team.rank(), piece).unzip();
        let row = [firsts.first().copied().unwrap_or(0), deal.pitch];
        let levels = LevelNumbers { bytes, width };
        let columns = columns(again(&mut rooms), levels, row, &cuts, |x| x);
        found.extend(ground.columns(columns, deal.cut, keep, &work));
        if keep.write {
            for (part, room) in parts.iter_mut().flatten().zip(rooms.iter().flatten()) {
                team.exchange(room, packed);
                deal.unpack(part, place, piece, packed);
            }
        }
    }
    found
}
