//! e^{−iβX} on every qubit, as a real rotation with few multiplications.
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
//! 1. *Tangents.* The larger of c and s is taken out of all n qubits at once, t = s/c: φ₀' = φ₀ − t·φ₁, φ₁' = φ₁ + t·φ₀ (or with k = c/s where
//!    |c| < |s|: φ₀' = k·φ₀ − φ₁, φ₁' = k·φ₁ + φ₀). One multiply-add for each number instead of two; the factor cⁿ or sⁿ goes into the
//!    phases, which are a table anyway. As |t|, |k| ≤ 1, numbers grow by at most 2^{n/2} meanwhile and every step is a multiple of a
//!    rotation: nothing is lost in accuracy.
//! 2. *Two qubits at once.* With d = φ₀ − φ₃ and s = φ₁ + φ₂, two qubits of four numbers are
//!
//!    > φ₀' = φ₀ − t·s + t²·φ₃,  φ₁' = φ₁ + t·d − t²·φ₂,  φ₂' = φ₂ + t·d − t²·φ₁,  φ₃' = φ₃ + t·s + t²·φ₀
//!
//!    with 6 multiplications (fused or not) and 6 additions instead of 8 multiply-adds. Adders stand beside the multipliers, so the six are what
//!    counts; and the adjoint gradient needs d and s, too.
//! 3. *Four qubits at once*, sixteen vectors in registers (three and eight where there are only sixteen registers), so that the cache is read
//!    and written once for four qubits.
//! 4. *No complex numbers*: both parts turn alike, so a run of blocks is a run of plain numbers.
#![allow(
    clippy::needless_range_loop,
    reason = "loops over rows and lanes must not depend on closures being inlined"
)]

use super::block::REALS;
use super::real::Real;
use pulp::Simd;

/// The mixer e^{−iβΣX} on n qubits: a turn by at most an eighth, and the factor that was taken out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rotation {
    form: Form,
    /// tan β or cot β.
    ratio: f64,
    /// cosⁿ β or sinⁿ β.
    pub(super) factor: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// |cos β| ≥ |sin β|.
    Tangent,
    /// |cos β| < |sin β|.
    Cotangent,
}

impl Rotation {
    /// The mixer at `beta`, with t rounded to the precision of `T` before its length is taken: rounding may tilt a rotation, but
    /// does not stretch it.
    pub(super) fn new<T: Real>(n: usize, beta: f64) -> Self {
        let (sine, cosine) = beta.sin_cos();
        let (form, larger, ratio) = if cosine.abs() >= sine.abs() {
            (Form::Tangent, cosine, sine / cosine)
        } else {
            (Form::Cotangent, sine, cosine / sine)
        };
        let ratio = T::of(ratio).wide();
        let sign = if larger < 0.0 && n % 2 == 1 {
            -1.0
        } else {
            1.0
        };
        Self {
            form,
            ratio,
            factor: sign * (1.0 + ratio * ratio).powf(-0.5 * n as f64),
        }
    }

    /// The coefficients of a number and of its partner: φ₀' = a·φ₀ − b·φ₁, φ₁' = a·φ₁ + b·φ₀.
    pub(super) fn coefficients(self) -> [f64; 2] {
        match self.form {
            Form::Tangent => [1.0, self.ratio],
            Form::Cotangent => [self.ratio, 1.0],
        }
    }

    /// By how much the turn of `qubits` qubits lengthens a vector, squared: (1 + t²)^qubits.
    pub(super) fn gain(self, qubits: usize) -> f64 {
        let one = 1.0 + self.ratio * self.ratio;
        (0..qubits).fold(1.0, |gain, _| gain * one)
    }
}

/// A turn with its coefficients in registers.
pub(super) trait Turn<T: Real, S: Simd>: Copy {
    /// One qubit of two vectors.
    fn pair(self, simd: S, x: [T::Vector<S>; 2]) -> [T::Vector<S>; 2];
    /// Two qubits of four vectors, given d = x₀ − x₃ and s = x₁ + x₂.
    fn quad(
        self,
        simd: S,
        x: [T::Vector<S>; 4],
        d: T::Vector<S>,
        s: T::Vector<S>,
    ) -> [T::Vector<S>; 4];
    /// One qubit of a vector, given its numbers' partners and the coefficients of these: ∓[`Turn::other`].
    fn across(
        self,
        simd: S,
        x: T::Vector<S>,
        partner: T::Vector<S>,
        signed: T::Vector<S>,
    ) -> T::Vector<S>;
    /// The size of a partner's coefficient: t or 1.
    fn other(self, simd: S) -> T::Vector<S>;
}

/// t and t².
pub(super) struct Tangent<T: Real, S: Simd> {
    t: T::Vector<S>,
    square: T::Vector<S>,
}

/// k and k².
pub(super) struct Cotangent<T: Real, S: Simd> {
    k: T::Vector<S>,
    square: T::Vector<S>,
}

impl<T: Real, S: Simd> Clone for Tangent<T, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Real, S: Simd> Copy for Tangent<T, S> {}

impl<T: Real, S: Simd> Clone for Cotangent<T, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Real, S: Simd> Copy for Cotangent<T, S> {}

impl<T: Real, S: Simd> Turn<T, S> for Tangent<T, S> {
    #[inline(always)]
    fn pair(self, simd: S, x: [T::Vector<S>; 2]) -> [T::Vector<S>; 2] {
        [
            T::sub_mul(simd, self.t, x[1], x[0]),
            T::mul_add(simd, self.t, x[0], x[1]),
        ]
    }

    #[inline(always)]
    fn quad(
        self,
        simd: S,
        x: [T::Vector<S>; 4],
        d: T::Vector<S>,
        s: T::Vector<S>,
    ) -> [T::Vector<S>; 4] {
        let (td, ts) = (T::mul(simd, self.t, d), T::mul(simd, self.t, s));
        [
            T::mul_add(simd, self.square, x[3], T::sub(simd, x[0], ts)),
            T::sub_mul(simd, self.square, x[2], T::add(simd, x[1], td)),
            T::sub_mul(simd, self.square, x[1], T::add(simd, x[2], td)),
            T::mul_add(simd, self.square, x[0], T::add(simd, x[3], ts)),
        ]
    }

    #[inline(always)]
    fn across(
        self,
        simd: S,
        x: T::Vector<S>,
        partner: T::Vector<S>,
        signed: T::Vector<S>,
    ) -> T::Vector<S> {
        T::mul_add(simd, signed, partner, x)
    }

    #[inline(always)]
    fn other(self, _: S) -> T::Vector<S> {
        self.t
    }
}

impl<T: Real, S: Simd> Turn<T, S> for Cotangent<T, S> {
    #[inline(always)]
    fn pair(self, simd: S, x: [T::Vector<S>; 2]) -> [T::Vector<S>; 2] {
        [
            T::sub(simd, T::mul(simd, self.k, x[0]), x[1]),
            T::mul_add(simd, self.k, x[1], x[0]),
        ]
    }

    #[inline(always)]
    fn quad(
        self,
        simd: S,
        x: [T::Vector<S>; 4],
        d: T::Vector<S>,
        s: T::Vector<S>,
    ) -> [T::Vector<S>; 4] {
        let (kd, ks) = (T::mul(simd, self.k, d), T::mul(simd, self.k, s));
        [
            T::mul_add(simd, self.square, x[0], T::sub(simd, x[3], ks)),
            T::mul_add(simd, self.square, x[1], T::sub(simd, kd, x[2])),
            T::mul_add(simd, self.square, x[2], T::sub(simd, kd, x[1])),
            T::mul_add(simd, self.square, x[3], T::add(simd, x[0], ks)),
        ]
    }

    #[inline(always)]
    fn across(
        self,
        simd: S,
        x: T::Vector<S>,
        partner: T::Vector<S>,
        signed: T::Vector<S>,
    ) -> T::Vector<S> {
        T::mul_add(simd, self.k, x, T::mul(simd, signed, partner))
    }

    #[inline(always)]
    fn other(self, simd: S) -> T::Vector<S> {
        T::splat(simd, T::of(1.0))
    }
}

/// Calls `$call` with the turn of a [`Rotation`] in registers as `$turn`.
macro_rules! with_turn {
    ($rotation:expr, $simd:expr, |$turn:ident| $call:expr) => {
        match $rotation.splat($simd) {
            $crate::sim::rotation::Splat::Tangent($turn) => $call,
            $crate::sim::rotation::Splat::Cotangent($turn) => $call,
        }
    };
}
pub(super) use with_turn;

/// Either form, in registers.
pub(super) enum Splat<T: Real, S: Simd> {
    Tangent(Tangent<T, S>),
    Cotangent(Cotangent<T, S>),
}

impl Rotation {
    #[inline(always)]
    pub(super) fn splat<T: Real, S: Simd>(self, simd: S) -> Splat<T, S> {
        let ratio = T::splat(simd, T::of(self.ratio));
        let square = T::splat(simd, T::of(self.ratio * self.ratio));
        match self.form {
            Form::Tangent => Splat::Tangent(Tangent { t: ratio, square }),
            Form::Cotangent => Splat::Cotangent(Cotangent { k: ratio, square }),
        }
    }
}

/// Bytes after which lines fall into the same set of the first cache. Of rows so far apart it holds eight or twelve, not sixteen: they would be gone
/// before they are written back.
const WAY: usize = 4096;

/// Turns the bits `from..to` of the number of a block within `data`.
#[inline(always)]
pub(super) fn turn_bits<T: Real, S: Simd>(
    simd: S,
    data: &mut [T],
    from: usize,
    to: usize,
    turn: impl Turn<T, S>,
) {
    let mut bit = from;
    while bit < to {
        let left = to - bit;
        let stride = REALS << bit;
        let far = stride * size_of::<T>() > WAY;
        let most = if S::REGISTER_COUNT >= 32 && !far {
            4
        } else {
            3
        };
        let taken = if left > most && left < 2 * most {
            left.div_ceil(2)
        } else {
            left.min(most)
        };
        match taken {
            1 => turn_rows::<T, S, 2>(simd, data, stride, turn),
            2 => turn_rows::<T, S, 4>(simd, data, stride, turn),
            3 => turn_rows::<T, S, 8>(simd, data, stride, turn),
            _ => turn_rows::<T, S, 16>(simd, data, stride, turn),
        }
        bit += taken;
    }
}

/// Turns log₂ R qubits, `stride` numbers and its multiples apart.
#[inline(always)]
fn turn_rows<T: Real, S: Simd, const R: usize>(
    simd: S,
    data: &mut [T],
    stride: usize,
    turn: impl Turn<T, S>,
) {
    for chunk in data.chunks_exact_mut(R * stride) {
        let mut rows = split_rows::<T, S, R>(chunk);
        let len = rows[0].len();
        for row in &mut rows {
            *row = &mut std::mem::take(row)[..len];
        }
        for i in 0..len {
            let mut v = [rows[0][i]; R];
            for r in 1..R {
                v[r] = rows[r][i];
            }
            turned::<T, S, R>(simd, &mut v, turn);
            for r in 0..R {
                rows[r][i] = v[r];
            }
        }
    }
}

/// The R equal parts of a run of numbers, as vectors.
#[inline(always)]
pub(super) fn split_rows<T: Real, S: Simd, const R: usize>(
    chunk: &mut [T],
) -> [&mut [T::Vector<S>]; R] {
    let mut rows = chunk.chunks_exact_mut(chunk.len() / R);
    std::array::from_fn(|_| {
        T::vectors_mut::<S>(rows.next().expect("a slice has R parts of an R-th"))
    })
}

/// R vectors, turned in all log₂ R bits of their index.
#[inline(always)]
pub(super) fn turned<T: Real, S: Simd, const R: usize>(
    simd: S,
    v: &mut [T::Vector<S>; R],
    turn: impl Turn<T, S>,
) {
    match R {
        1 => {}
        2 => {
            [v[0], v[1]] = turn.pair(simd, [v[0], v[1]]);
        }
        4 => quad_at(simd, v, 0, 1, turn),
        8 => {
            for i in 0..2 {
                quad_at(simd, v, 4 * i, 1, turn);
            }
            for i in 0..4 {
                [v[i], v[i + 4]] = turn.pair(simd, [v[i], v[i + 4]]);
            }
        }
        _ => {
            for i in 0..4 {
                quad_at(simd, v, 4 * i, 1, turn);
            }
            for i in 0..4 {
                quad_at(simd, v, i, 4, turn);
            }
        }
    }
}

#[inline(always)]
fn quad_at<T: Real, S: Simd, const R: usize>(
    simd: S,
    v: &mut [T::Vector<S>; R],
    first: usize,
    step: usize,
    turn: impl Turn<T, S>,
) {
    let x = [
        v[first],
        v[first + step],
        v[first + 2 * step],
        v[first + 3 * step],
    ];
    let (d, s) = (T::sub(simd, x[0], x[3]), T::add(simd, x[1], x[2]));
    let y = turn.quad(simd, x, d, s);
    for i in 0..4 {
        v[first + i * step] = y[i];
    }
}
