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
use super::diagonal::LevelNumbers;
use super::piece::{Parts, Piece, Room};
use super::ranks::Team;
use super::real::Real;
use super::sums::Sums;
use super::sweep::{Ground, StripCut, Use, columns};
use crate::tasks::each;
use bytemuck::{Pod, cast_slice_mut};
use std::ops::Range;

/// Which strips each rank works on, and which of them come at once.
struct Deal {
    /// The states that each strip has of a row.
    strips: Vec<Range<usize>>,
    ranks: usize,
    /// Strips of a rank, and of a piece.
    each: usize,
    run: usize,
    cut: StripCut,
    /// Rows at hand, and numbers of a row of a piece.
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

    /// The strips of a piece that a rank works on.
    fn of(&self, rank: usize, piece: usize) -> &[Range<usize>] {
        let end = self.strips.len().min((rank + 1) * self.each);
        let first = end.min(rank * self.each + piece * self.run);
        &self.strips[first..end.min(first + self.run)]
    }

    /// The same in a row of the piece.
    fn cuts(&self, rank: usize, piece: usize) -> impl Iterator<Item = Range<usize>> {
        let strips = self.of(rank, piece);
        let first = strips.first().map_or(0, |strip| strip.start);
        let strips = strips.iter();
        strips.map(move |strip| strip.start - first..strip.end - first)
    }

    /// Packs the rows of this rank in a piece, those first that rank 0 works on; of `width` numbers
    /// for each state.
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
            for (strip, to) in self.of(rank, piece).iter().zip(self.cuts(rank, piece)) {
                let from = place(row * self.cut.stride + strip.start) * width;
                let from = &array[from..][..strip.len() * width];
                part[to.start * width..to.end * width].copy_from_slice(from);
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
                let part = &packed[(rank * self.rows + row) * self.pitch..];
                for (strip, from) in self.of(rank, piece).iter().zip(self.cuts(rank, piece)) {
                    let to = &mut numbers[place(strip.start)..][..strip.len()];
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
    let mut rooms = team.rooms(2 * M + 2, len * size_of::<T>());
    let [packed, of_levels, rooms @ ..] = &mut rooms[..] else {
        unreachable!("as many rooms as were asked for")
    };
    let mut found = Vec::new();
    for piece in 0..deal.each.div_ceil(deal.run) {
        for (k, (part, room)) in parts.iter().flatten().zip(&mut *rooms).enumerate() {
            if keep.read[k / 2] {
                let packed = numbers::<T>(packed, len);
                deal.pack((part, 1), place, piece, packed);
                team.exchange(packed, numbers::<T>(room, len));
            }
        }
        let bytes = numbers::<u8>(of_levels, len * width);
        if width > 0 {
            let packed = numbers::<u8>(packed, len * width);
            let all = (ground.numbers.bytes, width);
            deal.pack(all, |state| state, piece, packed);
            team.exchange(packed, bytes);
        }
        if let Some(first) = deal.of(team.rank(), piece).first() {
            let mut rooms = rooms.iter_mut().map(|room| numbers::<T>(room, len));
            let mut next = || rooms.next().expect("a room for each part");
            let parts: Parts<'_, T, M> = std::array::from_fn(|_| [next(), next()]);
            let row = [first.start, deal.pitch];
            let cuts: Vec<_> = deal.cuts(team.rank(), piece).collect();
            let columns = columns(parts, LevelNumbers { bytes, width }, row, &cuts, |x| x);
            found.extend(ground.columns(columns, deal.cut, keep, &work));
        }
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
