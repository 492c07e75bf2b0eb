//! e^{−iγE}, and what else is done to each amplitude by its energy.
//!
//! Costs of at most 65536 levels have one phase for each level and layer; others have their energies rebuilt in each piece.

use super::cost::RegisterCost;
use super::sweep::{Numbers, Piece, Room};
use crate::sim::real::Real;
use pulp::{Arch, Simd, WithSimd};

/// e^{i(factor − γE)} for each level, or what it takes to compute it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Phases<'a, T> {
    Table(&'a [[T; 2]]),
    Rebuilt { gamma: f64, factor: f64 },
}

/// Room for the phases of a layer.
#[derive(Clone, Debug)]
pub(super) struct PhaseTable<T>(Vec<[T; 2]>);

impl<T> Default for PhaseTable<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Real> PhaseTable<T> {
    /// The phases of a layer, times e^{i·factor}.
    pub(super) fn phases(&mut self, cost: &RegisterCost, gamma: f64, factor: f64) -> Phases<'_, T> {
        let entries = cost.entries();
        if entries.is_empty() {
            return Phases::Rebuilt { gamma, factor };
        }
        self.0.clear();
        self.0
            .extend(entries.iter().map(|energy| phase(gamma, factor, *energy)));
        // a byte has 256 values: with as many entries no number is out of range
        self.0.resize(entries.len().max(1 << 8), [T::ZERO; 2]);
        Phases::Table(&self.0)
    }
}

#[inline(always)]
fn phase<T: Real>(gamma: f64, factor: f64, energy: f64) -> [T; 2] {
    let (sine, cosine) = (factor - gamma * energy).sin_cos();
    [T::of(cosine), T::of(sine)]
}

/// The energies of a piece, where the cost keeps no numbers of levels: then the piece is a run of whole tiles.
pub(super) fn rebuild<T, const K: usize>(
    cost: &RegisterCost,
    piece: &Piece<'_, T, K>,
    room: &mut Room,
) {
    if matches!(piece.numbers, Numbers::Absent) {
        cost.rebuild(piece.first, piece.width, &mut room.energies);
    }
}

/// Multiplies the phases to K/2 states.
pub(super) fn multiply<T: Real, const K: usize>(
    phases: Phases<'_, T>,
    piece: &mut Piece<'_, T, K>,
    energies: &[f64],
) {
    let numbers = piece.numbers;
    for [re, im] in piece.arrays.as_chunks_mut::<2>().0 {
        match (phases, numbers) {
            (Phases::Table(table), Numbers::Bytes(numbers)) => {
                Arch::new().dispatch(Multiply {
                    table,
                    numbers,
                    re,
                    im,
                });
            }
            (Phases::Table(table), Numbers::Words(numbers)) => {
                Arch::new().dispatch(Multiply {
                    table,
                    numbers,
                    re,
                    im,
                });
            }
            (Phases::Rebuilt { gamma, factor }, _) => {
                for ((re, im), &energy) in re.iter_mut().zip(im.iter_mut()).zip(energies) {
                    let [c, s]: [T; 2] = phase(gamma, factor, energy);
                    let (a, b) = (*re, *im);
                    *re = a.times(c).plus(b.times(s).negative());
                    *im = a.times(s).plus(b.times(c));
                }
            }
            (Phases::Table(_), Numbers::Absent) => unreachable!("a cost with a table has numbers"),
        }
    }
}

const LANES: usize = 16;

struct Multiply<'a, T, N> {
    table: &'a [[T; 2]],
    numbers: &'a [N],
    re: &'a mut [T],
    im: &'a mut [T],
}

impl<T: Real, N: Copy + Into<u64>> WithSimd for Multiply<'_, T, N> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self {
            table,
            numbers,
            re,
            im,
        } = self;
        let (re, last_re) = re.as_chunks_mut::<LANES>();
        let (im, last_im) = im.as_chunks_mut::<LANES>();
        let (numbers, last) = numbers.as_chunks::<LANES>();
        for ((re, im), numbers) in re.iter_mut().zip(im).zip(numbers) {
            times::<T, N, S, LANES>(table, numbers, re, im);
        }
        for ((re, im), number) in last_re.iter_mut().zip(last_im).zip(last) {
            times::<T, N, S, 1>(
                table,
                &[*number],
                std::array::from_mut(re),
                std::array::from_mut(im),
            );
        }
    }
}

#[inline(always)]
fn times<T: Real, N: Copy + Into<u64>, S: Simd, const W: usize>(
    table: &[[T; 2]],
    numbers: &[N; W],
    re: &mut [T; W],
    im: &mut [T; W],
) {
    // looked up first and multiplied then: a loop that does both at once is compiled to single numbers
    let (mut c, mut s) = ([T::ZERO; W], [T::ZERO; W]);
    for w in 0..W {
        [c[w], s[w]] = table[numbers[w].into() as usize];
    }
    for w in 0..W {
        let (a, b) = (re[w], im[w]);
        re[w] = T::fused::<S>(a, c[w], b.times(s[w]).negative());
        im[w] = T::fused::<S>(a, s[w], b.times(c[w]));
    }
}

/// Calls `each` with the energy of each amplitude, and its place in the piece, in order.
#[inline(always)]
pub(super) fn with_energies(
    cost: &RegisterCost,
    numbers: Numbers<'_>,
    rebuilt: &[f64],
    mut each: impl FnMut(usize, f64),
) {
    let entries = cost.entries();
    match numbers {
        Numbers::Bytes(numbers) => {
            for (x, number) in numbers.iter().enumerate() {
                each(x, entries[usize::from(*number)]);
            }
        }
        Numbers::Words(numbers) => {
            for (x, number) in numbers.iter().enumerate() {
                each(x, entries[usize::from(*number)]);
            }
        }
        Numbers::Absent => {
            for (x, energy) in rebuilt.iter().enumerate() {
                each(x, *energy);
            }
        }
    }
}

/// Σ E |ψ|².
pub(super) fn observe<T: Real>(
    cost: &RegisterCost,
    numbers: Numbers<'_>,
    rebuilt: &[f64],
    re: &[T],
    im: &[T],
) -> f64 {
    let mut sums = [0.0; 8];
    with_energies(cost, numbers, rebuilt, |x, energy| {
        let (a, b) = (re[x].wide(), im[x].wide());
        sums[x % 8] += energy * (a * a + b * b);
    });
    sums.iter().sum()
}
