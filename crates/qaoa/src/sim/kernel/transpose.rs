//! Runs of numbers turned over: `to`[l·q + m] = `from`[m·p + l], p and q the pitches.
//!
//! Squares of eight by eight are read row by row and written row by row; what is left over at the
//! edges is moved number by number.

use crate::sim::instructions::{InstructionSet, Operation};
use crate::sim::real::Real;

/// Runs, and numbers of each, of a square.
const W: usize = 8;

const WITHIN: &str = "squares lie within the piece";

/// Turns `runs` runs of `run` numbers over.
pub(in crate::sim) struct Transpose<'a, T> {
    pub(in crate::sim) from: &'a [T],
    pub(in crate::sim) run: usize,
    pub(in crate::sim) runs: usize,
    /// How far apart runs are in `from`, and rows in `to`.
    pub(in crate::sim) pitches: [usize; 2],
    pub(in crate::sim) to: &'a mut [T],
}

impl<T: Real> Operation for Transpose<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, _: S) {
        let Self {
            from,
            run,
            runs,
            pitches: [pitch, to_pitch],
            to,
        } = self;
        let (square_runs, square_run) = (runs / W * W, run / W * W);
        for m in (0..square_runs).step_by(W) {
            for l in (0..square_run).step_by(W) {
                let mut square = [[T::ZERO; W]; W];
                for i in 0..W {
                    square[i] = *from[(m + i) * pitch + l..].first_chunk().expect(WITHIN);
                }
                for j in 0..W {
                    let to: &mut [T; W] = to[(l + j) * to_pitch + m..]
                        .first_chunk_mut()
                        .expect(WITHIN);
                    for i in 0..W {
                        to[i] = square[i][j];
                    }
                }
            }
            for l in square_run..run {
                let to: &mut [T; W] = to[l * to_pitch + m..].first_chunk_mut().expect(WITHIN);
                for i in 0..W {
                    to[i] = from[(m + i) * pitch + l];
                }
            }
        }
        for m in square_runs..runs {
            for l in 0..run {
                to[l * to_pitch + m] = from[m * pitch + l];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::instructions::Instructions;

    fn check<T: Real>(with: Instructions) {
        for run in (1..40).chain([64, 81, 100]) {
            for runs in [1, 7, 8, 9, 15, 16, 17, 31, 64, 130] {
                let pitches = [run + 3, runs + 5];
                let from: Vec<T> = (0..runs * pitches[0]).map(|k| T::of(k as f64)).collect();
                let mut to = vec![T::of(-1.0); run * pitches[1]];
                Transpose {
                    from: &from,
                    run,
                    runs,
                    pitches,
                    to: &mut to,
                }
                .run(with);
                for (place, number) in to.iter().enumerate() {
                    let (l, m) = (place / pitches[1], place % pitches[1]);
                    let expected = if m < runs {
                        from[m * pitches[0] + l].wide()
                    } else {
                        -1.0
                    };
                    assert_eq!(number.wide(), expected, "{run}×{runs}: {l}, {m}");
                }
            }
        }
    }

    #[test]
    fn every_number_finds_its_place_whatever_the_edges() {
        for with in Instructions::all() {
            check::<f64>(with);
            check::<f32>(with);
        }
    }
}
