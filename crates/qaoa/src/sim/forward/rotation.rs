//! e^{−iβX} on every qubit, as a real rotation, two qubits at a time.
//!
//! In φ (see [`crate::sim`]) a qubit's pair of numbers turns by c = cos β, s = sin β:
//!
//! > φ₀' = c·φ₀ − s·φ₁,  φ₁' = s·φ₀ + c·φ₁
//!
//! and what [`turn_bits`] does is
//!
//! ```text
//! for each qubit of a range: for each pair of numbers across it: turn the pair
//! ```
//!
//! Departures, and why:
//!
//! 1. *Two qubits at once.* The turns of two qubits leave φ₀ + φ₃ and φ₁ − φ₂ of four numbers as
//!    they are, and turn d = φ₀ − φ₃ and s = φ₁ + φ₂ by 2β. With t = tan β, m = sin β cos β and
//!
//!    > p = s + t·d,  q = d − t·s:  φ₀' = φ₀ − m·p,  φ₁' = φ₁ + m·q,  φ₂' = φ₂ + m·q,
//!    > φ₃' = φ₃ + m·p
//!
//!    these are five multiplications (fused or not) and four additions instead of eight
//!    multiplications and eight multiply-adds. Processors add beside multiplying, so the five are
//!    what counts; and the adjoint gradient needs d and s, too. Where cos β is small, t is large
//!    and m is small, but m·t ≤ 1: no digits are lost.
//! 2. *No complex numbers*: both parts turn alike, so a run of blocks is a run of plain numbers.
#![allow(
    clippy::needless_range_loop,
    reason = "loops over rows and lanes must not depend on closures being inlined"
)]

use crate::sim::instructions::InstructionSet;
use crate::sim::real::{Precision, Real};
use crate::sim::vector::block::REALS;

/// Does `$body` for each `$K` below 2, below 4, or below a constant `$count` that is at most 4,
/// written out: an array that is indexed in a loop does not always stay in registers.
macro_rules! written_out {
    (2, |$K:ident| $body:expr) => {
        $crate::sim::forward::rotation::written_out!([0 1] 2, $K, $body)
    };
    (4, |$K:ident| $body:expr) => {
        $crate::sim::forward::rotation::written_out!([0 1 2 3] 4, $K, $body)
    };
    ($count:ident of 4, |$K:ident| $body:expr) => {
        $crate::sim::forward::rotation::written_out!([0 1 2 3] $count, $K, $body)
    };
    ([$($number:literal)*] $count:expr, $K:ident, $body:expr) => {{
        $(
            if const { $count > $number } {
                const $K: usize = $number;
                $body
            }
        )*
    }};
}
pub(in crate::sim) use written_out;

/// The mixer e^{−iβX} on a qubit, its coefficients rounded to the precision of the state.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct Rotation {
    pub(in crate::sim) cosine: f64,
    pub(in crate::sim) sine: f64,
    /// t = tan β.
    tangent: f64,
    /// m = sin β cos β.
    mixed: f64,
}

/// How many neighbors of a rounded t are tried on either side; in f64, in which this is computed,
/// nothing can be said of them.
fn neighbors(precision: Precision) -> i32 {
    match precision {
        Precision::F32 => 2,
        Precision::F64 => 0,
    }
}

impl Rotation {
    /// That by no angle.
    pub(in crate::sim) const NONE: Self = Self {
        cosine: 1.0,
        sine: 0.0,
        tangent: 0.0,
        mixed: 0.0,
    };

    /// The rotation by β.
    ///
    /// It is of length 1 only where m(1 + t²) = t, which rounded numbers miss; what they miss adds
    /// up over qubits and layers, always with the same sign. So of a few neighbors of t that one is
    /// taken with which the rounded m comes closest, unless it tilts the rotation by more than
    /// that.
    pub(in crate::sim) fn new<T: Real>(beta: f64) -> Self {
        let (sine, cosine) = libm::sincos(beta);
        let exact = sine / cosine;
        let most = neighbors(T::PRECISION);
        if most == 0 {
            return Self {
                cosine,
                sine,
                tangent: exact,
                mixed: exact / (1.0 + exact * exact),
            };
        }
        let rounded = |x: f64| T::of(x).wide();
        let ulp = (rounded(exact) * T::EPSILON).abs();
        let tried = (-most..=most).map(|k| {
            let tangent = rounded(rounded(exact) + f64::from(k) * ulp);
            let mixed = rounded(tangent / (1.0 + tangent * tangent));
            let stretch = 4.0 * mixed * (mixed * (1.0 + tangent * tangent) - tangent);
            let tilt = (tangent - exact) / (1.0 + exact * exact);
            (stretch.abs() + tilt.abs(), tangent, mixed)
        });
        let best = tried.min_by(|a, b| a.0.total_cmp(&b.0));
        let (_, tangent, mixed) = best.unwrap_or((0.0, exact, sine * cosine));
        Self {
            cosine,
            sine,
            tangent,
            mixed,
        }
    }
}

/// A rotation with its coefficients in CPU registers.
pub(in crate::sim) struct LoadedRotation<T: Real, S: InstructionSet> {
    cosine: T::Vector<S>,
    sine: T::Vector<S>,
    /// t = tan β.
    pub(in crate::sim) tangent: T::Vector<S>,
    /// m = sin β cos β.
    pub(in crate::sim) mixed: T::Vector<S>,
}

impl<T: Real, S: InstructionSet> Clone for LoadedRotation<T, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Real, S: InstructionSet> Copy for LoadedRotation<T, S> {}

impl<T: Real, S: InstructionSet> LoadedRotation<T, S> {
    #[inline(always)]
    pub(in crate::sim) fn of(simd: S, rotation: Rotation) -> Self {
        let Rotation { tangent, mixed, .. } = rotation;
        Self {
            cosine: T::splat(simd, T::of(rotation.cosine)),
            sine: T::splat(simd, T::of(rotation.sine)),
            tangent: T::splat(simd, T::of(tangent)),
            mixed: T::splat(simd, T::of(mixed)),
        }
    }

    /// One qubit of two vectors.
    #[inline(always)]
    pub(in crate::sim) fn pair(self, simd: S, x: [T::Vector<S>; 2]) -> [T::Vector<S>; 2] {
        let own = [
            T::mul(simd, self.cosine, x[0]),
            T::mul(simd, self.cosine, x[1]),
        ];
        [
            T::sub_mul(simd, self.sine, x[1], own[0]),
            T::mul_add(simd, self.sine, x[0], own[1]),
        ]
    }

    /// Two qubits of four vectors, given d = x₀ − x₃ and s = x₁ + x₂.
    #[inline(always)]
    pub(in crate::sim) fn quad(
        self,
        simd: S,
        x: [T::Vector<S>; 4],
        d: T::Vector<S>,
        s: T::Vector<S>,
    ) -> [T::Vector<S>; 4] {
        let p = T::mul(simd, self.mixed, T::mul_add(simd, self.tangent, d, s));
        let q = T::sub_mul(simd, self.tangent, s, d);
        [
            T::sub(simd, x[0], p),
            T::mul_add(simd, self.mixed, q, x[1]),
            T::mul_add(simd, self.mixed, q, x[2]),
            T::add(simd, x[3], p),
        ]
    }

    /// The same for two qubits of a block, rounded as `lanes` rounds it within a vector.
    #[inline(always)]
    pub(in crate::sim) fn quad_of_block(
        self,
        simd: S,
        x: [T::Vector<S>; 4],
        d: T::Vector<S>,
        s: T::Vector<S>,
    ) -> [T::Vector<S>; 4] {
        let p = T::mul_add(simd, self.tangent, d, s);
        let q = T::sub_mul(simd, self.tangent, s, d);
        [
            T::sub_mul(simd, self.mixed, p, x[0]),
            T::mul_add(simd, self.mixed, q, x[1]),
            T::mul_add(simd, self.mixed, q, x[2]),
            T::mul_add(simd, self.mixed, p, x[3]),
        ]
    }
}

/// Turns the bits `from..to` of the number of a block within `data`.
#[inline(always)]
pub(in crate::sim) fn turn_bits<T: Real, S: InstructionSet>(
    simd: S,
    data: &mut [T],
    from: usize,
    to: usize,
    turn: LoadedRotation<T, S>,
) {
    for bit in (from..to).step_by(2) {
        let stride = REALS << bit;
        match to - bit {
            1 => turn_rows::<T, S, 2>(simd, data, stride, turn),
            _ => turn_rows::<T, S, 4>(simd, data, stride, turn),
        }
    }
}

/// Turns one or two qubits, `stride` numbers and its multiples apart, by R = 2 or 4 rows.
#[inline(always)]
fn turn_rows<T: Real, S: InstructionSet, const R: usize>(
    simd: S,
    data: &mut [T],
    stride: usize,
    turn: LoadedRotation<T, S>,
) {
    for chunk in data.chunks_exact_mut(R * stride) {
        let rows = split_rows::<T, S, R>(chunk);
        for i in 0..rows[0].len() {
            if const { R == 2 } {
                [rows[0][i], rows[1][i]] = turn.pair(simd, [rows[0][i], rows[1][i]]);
            } else {
                let mut x = [rows[0][i]; 4];
                written_out!(4, |K| x[K] = rows[K % R][i]);
                let (d, s) = (T::sub(simd, x[0], x[3]), T::add(simd, x[1], x[2]));
                x = turn.quad(simd, x, d, s);
                written_out!(4, |K| rows[K % R][i] = x[K]);
            }
        }
    }
}

/// The R equal parts of a run of numbers, as vectors.
#[inline(always)]
pub(in crate::sim) fn split_rows<T: Real, S: InstructionSet, const R: usize>(
    chunk: &mut [T],
) -> [&mut [T::Vector<S>]; R] {
    let vectors = T::vectors_mut::<S>(chunk);
    let len = vectors.len() / R;
    let mut rest = vectors;
    let mut rows: [&mut [T::Vector<S>]; R] = std::array::from_fn(|_| [].as_mut_slice());
    for r in 0..R {
        let (row, others) = std::mem::take(&mut rest).split_at_mut(len);
        (rows[r], rest) = (row, others);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By how much the length of (d, s) changes, for exact t and m of a rotation.
    fn stretch(rotation: Rotation) -> f64 {
        let Rotation { tangent, mixed, .. } = rotation;
        (4.0 * mixed * (mixed * (1.0 + tangent * tangent) - tangent)).abs()
    }

    /// The mean over many angles, in units of the precision's ε.
    fn mean_stretch<T: Real>(of: impl Fn(f64) -> Rotation) -> f64 {
        let angles = (-4000..=4000).map(|k| f64::from(k) * 1e-3);
        let sum: f64 = angles.map(|beta| stretch(of(beta))).sum();
        sum / 8001.0 / T::EPSILON
    }

    fn angles_are_kept<T: Real>() {
        for k in -4000..=4000 {
            let beta = f64::from(k) * 1e-3;
            let (rotation, exact) = (Rotation::new::<T>(beta), beta.tan());
            let tilt = (rotation.tangent - exact).abs() / (1.0 + exact * exact);
            assert!(tilt < 2.0 * T::EPSILON, "{beta}: {tilt:e}");
            assert!(stretch(rotation) < 3.0 * T::EPSILON, "{beta}");
        }
    }

    #[test]
    fn rounded_rotations_keep_their_angle_and_nearly_their_length() {
        angles_are_kept::<f64>();
        angles_are_kept::<f32>();
    }

    #[test]
    fn in_f32_lengths_are_missed_by_half_of_what_the_nearest_coefficients_would_miss() {
        let nearest = |beta: f64| {
            let (sine, cosine) = beta.sin_cos();
            let rounded = |x: f64| f64::from(x as f32);
            Rotation {
                cosine,
                sine,
                tangent: rounded(sine / cosine),
                mixed: rounded(sine * cosine),
            }
        };
        let [chosen, plain] = [
            mean_stretch::<f32>(Rotation::new::<f32>),
            mean_stretch::<f32>(nearest),
        ];
        assert!(chosen < 0.6 * plain, "{chosen} and {plain}");
    }
}
