//! Lines of the cache and the vectors in them: where rows begin, and which fibers of a piece are
//! meant.

use crate::sim::instructions::InstructionSet;
use crate::sim::real::{Real, lane_count};
pub(super) use crate::sim::vector::sums::line;

/// `len` numbers of `room` that begin where a line of the cache does: vectors that do not take
/// twice the time.
pub(super) fn aligned<T: Real>(room: &mut Vec<T>, len: usize) -> &mut [T] {
    room.resize(room.len().max(len + line::<T>()), T::ZERO);
    let skipped = room.as_ptr().align_offset(64);
    &mut room[skipped..skipped + len]
}

/// Of every `width` neighboring fibers those from number `from` to number `to`, where there are so
/// many.
#[derive(Clone, Copy)]
pub(super) struct Fibers {
    pub(super) width: usize,
    pub(super) from: usize,
    pub(super) to: usize,
}

impl Fibers {
    pub(super) const ALL: Self = Self {
        width: usize::MAX,
        from: 0,
        to: usize::MAX,
    };

    /// Where each run of them begins and ends among `inner` fibers.
    #[inline(always)]
    pub(super) fn runs(self, inner: usize) -> impl Iterator<Item = [usize; 2]> {
        let width = self.width.min(inner);
        let to = self.to.min(width);
        let run = move |start: usize| [start + self.from, start + to];
        (0..inner / width).map(move |number| run(number * width))
    }
}

/// The G vectors at a place.
#[inline(always)]
pub(super) fn vectors<T: Real, S: InstructionSet, const G: usize>(
    data: &[T],
    at: usize,
) -> &[T::Vector<S>; G] {
    let part = &data[at..at + G * lane_count::<T, S>()];
    let vectors = T::vectors::<S>(part).first_chunk();
    vectors.expect("the part has so many vectors")
}

/// The G vectors at a place, to be changed.
#[inline(always)]
pub(super) fn vectors_mut<T: Real, S: InstructionSet, const G: usize>(
    data: &mut [T],
    at: usize,
) -> &mut [T::Vector<S>; G] {
    let part = &mut data[at..at + G * lane_count::<T, S>()];
    let vectors = T::vectors_mut::<S>(part).first_chunk_mut();
    vectors.expect("the part has so many vectors")
}

/// The W numbers at a place.
#[inline(always)]
pub(super) fn row<T, const W: usize>(data: &[T], at: usize) -> &[T; W] {
    data[at..].first_chunk().expect("rows lie within the piece")
}

/// The W numbers at a place, to be changed.
#[inline(always)]
pub(super) fn row_mut<T, const W: usize>(data: &mut [T], at: usize) -> &mut [T; W] {
    data[at..]
        .first_chunk_mut()
        .expect("rows lie within the piece")
}
