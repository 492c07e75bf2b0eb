//! The loops that weigh amplitudes by the energies of their basis states: ⟨C⟩ = Σ E(x) |ψ_x|², and
//! λ = Wψ.
//!
//! Energies are counted in a scale, which is multiplied in at the end. Products are in the
//! precision of the state, sums in f64.

use super::phases::{PhaseSource, PhaseWork, Phases};
use crate::sim::instructions::{InstructionSet, Instructions};
use crate::sim::real::{Real, line};
use bytemuck::cast_slice;

/// Σ E(x) |ψ_x|² over whole lines.
pub(in crate::sim) fn observe<T: Real>(
    with: Instructions,
    state: &[&mut [T]; 2],
    phases: PhaseSource<'_, T>,
    scale: f64,
) -> f64 {
    let parts = state.each_ref().map(|part| &**part);
    scale * phases.run(with, 0, Observe { parts })
}

struct Observe<'a, T> {
    parts: [&'a [T]; 2],
}

impl<T: Real> PhaseWork<T> for Observe<'_, T> {
    type Output = f64;

    #[inline(always)]
    fn run<S: InstructionSet, P: Phases<T>>(self, simd: S, phases: P) -> f64 {
        let [re, im] = self.parts;
        let lines = T::lines::<S>(re).iter().zip(T::lines::<S>(im)).enumerate();
        let mut sums = [0.0; 16];
        for (i, (re, im)) in lines {
            let mut weighed = phases.energies(simd, i);
            for m in 0..weighed.as_ref().len() {
                let (re, im) = (re.as_ref()[m], im.as_ref()[m]);
                let weight = T::mul_add(simd, im, im, T::times(simd, re, re));
                let energy = &mut weighed.as_mut()[m];
                *energy = T::times(simd, *energy, weight);
            }
            let numbers: &[T] = cast_slice(weighed.as_ref());
            for l in 0..line::<T>() {
                sums[l] += numbers[l].wide();
            }
        }
        sums.iter().sum()
    }
}

/// λ = Wψ over whole lines of ψ and λ, w from energies times a factor; returns Σ w |ψ|².
pub(in crate::sim) fn weigh<T: Real>(
    with: Instructions,
    states: &mut [[&mut [T]; 2]],
    phases: PhaseSource<'_, T>,
    scale: f64,
) -> f64 {
    let [state, image] = states else { return 0.0 };
    let weigh = Weigh {
        state: state.each_ref().map(|part| &**part),
        image: image.each_mut().map(|part| &mut **part),
        scale: T::of(scale),
    };
    phases.run(with, 0, weigh)
}

struct Weigh<'a, T> {
    state: [&'a [T]; 2],
    image: [&'a mut [T]; 2],
    scale: T,
}

impl<T: Real> PhaseWork<T> for Weigh<'_, T> {
    type Output = f64;

    #[inline(always)]
    fn run<S: InstructionSet, P: Phases<T>>(self, simd: S, phases: P) -> f64 {
        let scale = T::splat::<S>(simd, self.scale);
        let [re, im] = self.state.map(|part| T::lines::<S>(part));
        let [image_re, image_im] = self.image.map(|part| T::lines_mut::<S>(part));
        let mut sums = [0.0; 16];
        for (i, (re, im)) in re.iter().zip(im).enumerate() {
            let mut weighed = phases.energies(simd, i);
            for m in 0..weighed.as_ref().len() {
                let (re, im) = (re.as_ref()[m], im.as_ref()[m]);
                let weight = T::times(simd, weighed.as_ref()[m], scale);
                let (of_re, of_im) = (T::times(simd, weight, re), T::times(simd, weight, im));
                (image_re[i].as_mut()[m], image_im[i].as_mut()[m]) = (of_re, of_im);
                weighed.as_mut()[m] = T::mul_add(simd, im, of_im, T::times(simd, re, of_re));
            }
            let numbers: &[T] = cast_slice(weighed.as_ref());
            for l in 0..line::<T>() {
                sums[l] += numbers[l].wide();
            }
        }
        sums.iter().sum()
    }
}
