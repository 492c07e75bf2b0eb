//! e^{−iβX} on every qubit, as a real rotation with one multiplication and one addition for each number.
//!
//! In φ (see [`crate::sim`]) a qubit's pair of amplitudes turns by c = cos β, s = sin β:
//!
//! > φ₀' = c·φ₀ − s·φ₁,  φ₁' = s·φ₀ + c·φ₁
//!
//! Written so, each number costs two multiplications and an addition. Departure: the larger of c and s is taken out of all n qubits
//! at once,
//!
//! > φ₀' = c·(φ₀ − t·φ₁),  φ₁' = c·(φ₁ + t·φ₀),  t = s/c   where |c| ≥ |s|
//! > φ₀' = s·(k·φ₀ − φ₁),  φ₁' = s·(k·φ₁ + φ₀),  k = c/s   elsewhere
//!
//! and the factor cⁿ or sⁿ goes into the phases, which are a table anyway. As |t|, |k| ≤ 1, the numbers between grow by at most 2^{n/2}
//! and each step is a multiple of a rotation, so nothing is lost in accuracy. No fused multiply-add is used: results do not
//! depend on the processor.
//!
//! [`turn_all`] takes three qubits at a time, eight blocks in registers, so that the cache is read and written once for three.
#![allow(
    clippy::needless_range_loop,
    reason = "lane loops must not depend on closures being inlined"
)]

use super::block::{Block, LANES, Lanes};

/// One real rotation up to its factor: what becomes of a number and its signed partner (−φ₁ beside φ₀, φ₀ beside φ₁).
pub(super) trait Turn: Copy + Send + Sync {
    /// The turned number.
    fn turn(self, own: f64, partner: f64) -> f64;
    /// By how much one turn lengthens a vector, squared: 1 + t².
    fn gain(self) -> f64;
}

/// The turn by t = tan β, |t| ≤ 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tangent(f64);

impl Turn for Tangent {
    #[inline(always)]
    fn turn(self, own: f64, partner: f64) -> f64 {
        own + self.0 * partner
    }

    fn gain(self) -> f64 {
        1.0 + self.0 * self.0
    }
}

/// The turn by k = cot β, |k| < 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cotangent(f64);

impl Turn for Cotangent {
    #[inline(always)]
    fn turn(self, own: f64, partner: f64) -> f64 {
        self.0 * own + partner
    }

    fn gain(self) -> f64 {
        1.0 + self.0 * self.0
    }
}

/// The mixer e^{−iβΣX} on n qubits: a turn and the factor that was taken out.
#[derive(Clone, Copy, Debug)]
pub(super) enum Rotation {
    /// |cos β| ≥ |sin β|.
    Tangent {
        /// tan β.
        turn: Tangent,
        /// cosⁿ β.
        factor: f64,
    },
    /// |cos β| < |sin β|.
    Cotangent {
        /// cot β.
        turn: Cotangent,
        /// sinⁿ β.
        factor: f64,
    },
}

impl Rotation {
    pub(super) fn new(n: usize, beta: f64) -> Self {
        let (sine, cosine) = beta.sin_cos();
        let power = |base: f64| (0..n).fold(1.0, |product, _| product * base);
        if cosine.abs() >= sine.abs() {
            Self::Tangent {
                turn: Tangent(sine / cosine),
                factor: power(cosine),
            }
        } else {
            Self::Cotangent {
                turn: Cotangent(cosine / sine),
                factor: power(sine),
            }
        }
    }

    /// cosⁿ β or sinⁿ β.
    pub(super) fn factor(self) -> f64 {
        match self {
            Self::Tangent { factor, .. } | Self::Cotangent { factor, .. } => factor,
        }
    }
}

/// Turns every bit of the index of `blocks` from that of `stride` upward.
#[inline(always)]
pub(super) fn turn_all(blocks: &mut [Block], mut stride: usize, turn: impl Turn) {
    while stride < blocks.len() {
        match blocks.len() / stride {
            2 => turn_bits::<2>(blocks, stride, turn),
            4 => turn_bits::<4>(blocks, stride, turn),
            _ => turn_bits::<8>(blocks, stride, turn),
        }
        stride *= 8;
    }
}

/// Turns the log₂ R bits from that of `stride` upward.
#[inline(always)]
fn turn_bits<const R: usize>(blocks: &mut [Block], stride: usize, turn: impl Turn) {
    for chunk in blocks.chunks_exact_mut(R * stride) {
        let rows = split_rows::<R>(chunk);
        turn_rows(rows, stride, turn);
    }
}

/// The R equal parts of a slice.
#[inline(always)]
pub(super) fn split_rows<const R: usize>(chunk: &mut [Block]) -> [&mut [Block]; R] {
    let mut rows = chunk.chunks_exact_mut(chunk.len() / R);
    std::array::from_fn(|_| rows.next().expect("a slice has R parts of an R-th"))
}

#[inline(always)]
fn turn_rows<const R: usize>(mut rows: [&mut [Block]; R], len: usize, turn: impl Turn) {
    for i in 0..len {
        let (re, im) = get(&rows, i);
        put(&mut rows, i, turned(re, turn), turned(im, turn));
    }
}

/// Real and imaginary parts of block `i` of each row.
#[inline(always)]
pub(super) fn get<const R: usize>(rows: &[&mut [Block]; R], i: usize) -> ([Lanes; R], [Lanes; R]) {
    let (mut re, mut im) = ([[0.0; LANES]; R], [[0.0; LANES]; R]);
    for r in 0..R {
        (re[r], im[r]) = (rows[r][i].re, rows[r][i].im);
    }
    (re, im)
}

/// Writes block `i` of each row.
#[inline(always)]
pub(super) fn put<const R: usize>(
    rows: &mut [&mut [Block]; R],
    i: usize,
    re: [Lanes; R],
    im: [Lanes; R],
) {
    for r in 0..R {
        rows[r][i] = Block {
            re: re[r],
            im: im[r],
        };
    }
}

/// R groups of lanes, turned in all log₂ R bits of their index.
#[inline(always)]
pub(super) fn turned<const R: usize>(mut v: [Lanes; R], turn: impl Turn) -> [Lanes; R] {
    for bit in 0..R.trailing_zeros() {
        for zero in 0..R {
            let one = zero | 1 << bit;
            if zero == one {
                continue;
            }
            for l in 0..LANES {
                let (a, b) = (v[zero][l], v[one][l]);
                v[zero][l] = turn.turn(a, -b);
                v[one][l] = turn.turn(b, a);
            }
        }
    }
    v
}
