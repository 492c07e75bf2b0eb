//! What a pass reads after the piece at hand: it is asked for little by little while that piece is
//! worked on.
//!
//! Much at once would be waited for: a processor keeps track of a few dozen lines that are on their
//! way.

use super::sweep::Numbers;
use crate::sim::prefetch::prefetch;

/// The piece that follows, of the same arrays.
#[derive(Clone, Copy)]
pub(super) enum Ahead<'a, T> {
    Nothing,
    /// A run of memory of each array.
    Runs(&'a [&'a mut [T]]),
    /// A part of each row of each array, and of the numbers of levels, whose rows stand `stride`
    /// apart.
    Strip {
        arrays: &'a [Vec<&'a mut [T]>],
        part: [usize; 2],
        numbers: Numbers<'a>,
        stride: usize,
    },
}

impl<T> Ahead<'_, T> {
    /// Asks for share `number` of `shares` of it.
    pub(super) fn fetch(self, number: usize, shares: usize) {
        let share = |len: usize| number * len / shares..(number + 1) * len / shares;
        match self {
            Self::Nothing => {}
            Self::Runs(runs) => runs.iter().for_each(|run| prefetch(&run[share(run.len())])),
            Self::Strip {
                arrays,
                part: [start, end],
                numbers,
                stride,
            } => {
                for row in share(arrays.first().map_or(0, Vec::len)) {
                    for rows in arrays {
                        prefetch(&rows[row][start..end]);
                    }
                    let run = row * stride..row * stride + end - start;
                    match numbers {
                        Numbers::Bytes(numbers) => prefetch(&numbers[run]),
                        Numbers::Words(numbers) => prefetch(&numbers[run]),
                        Numbers::Absent => {}
                    }
                }
            }
        }
    }
}
