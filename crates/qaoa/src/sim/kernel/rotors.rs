//! e^{−iθ} of many angles at once.
//!
//! > Re = cos θ,  Im = −sin θ, both by the polynomials of `sine`

use crate::sim::instructions::{InstructionSet, Instructions, Operation};
use crate::sim::real::Real;
use crate::sim::sine::sin_cos;

/// Angles beyond this lose digits in the reduction; they are left to the standard library.
const FAR: f64 = 1e6;

/// Writes e^{−iθ} of some angles: real parts, imaginary parts. Angles and parts are lengthened to
/// whole lines.
pub(in crate::sim) fn rotors<T: Real>(
    with: Instructions,
    angles: &mut Vec<f64>,
    parts: [&mut Vec<T>; 2],
) {
    angles.resize(angles.len().next_multiple_of(16), 0.0);
    let [re, im] = parts.map(|part| {
        part.resize(angles.len(), T::ZERO);
        &mut part[..]
    });
    Rotors { angles, re, im }.run(with);
}

struct Rotors<'a, T> {
    angles: &'a [f64],
    re: &'a mut [T],
    im: &'a mut [T],
}

impl<T: Real> Operation for Rotors<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) {
        let parts = self.re.chunks_exact_mut(8).zip(self.im.chunks_exact_mut(8));
        for (angles, (re, im)) in self.angles.chunks_exact(8).zip(parts) {
            let angles_of = f64::vectors::<S>(angles);
            let mut largest = simd.splat_f64s(0.0);
            for angle in angles_of {
                largest = simd.max_f64s(largest, simd.abs_f64s(*angle));
            }
            let far = simd.greater_than_f64s(largest, simd.splat_f64s(FAR));
            if simd.first_true_m64s(far) < S::F64_LANES {
                far_rotors(angles, re, im);
                continue;
            }
            let (mut cosines, mut sines) = ([0.0; 8], [0.0; 8]);
            let of = f64::vectors_mut::<S>(&mut cosines).iter_mut();
            for ((c, s), angle) in of.zip(f64::vectors_mut::<S>(&mut sines)).zip(angles_of) {
                [*s, *c] = sin_cos(simd, *angle);
            }
            for l in 0..8 {
                (re[l], im[l]) = (T::of(cosines[l]), T::of(-sines[l]));
            }
        }
    }
}

#[cold]
#[inline(never)]
fn far_rotors<T: Real>(angles: &[f64], re: &mut [T], im: &mut [T]) {
    for l in 0..8 {
        let (sine, cosine) = libm::sincos(angles[l]);
        (re[l], im[l]) = (T::of(cosine), T::of(-sine));
    }
}
