//! The loops that weigh amplitudes by the energies of their basis states: ⟨C⟩ = Σ E(x) |ψ_x|², and
//! λ = Wψ.
//!
//! Energies are counted in a scale, which is multiplied in at the end. Products are in the
//! precision of the state, sums in f64.
#![allow(
    clippy::needless_range_loop,
    reason = "loops over registers must not depend on closures being inlined"
)]

use crate::sim::instructions::{InstructionSet, Instructions, Operation};
use crate::sim::phases::{PhaseSource, PhaseWork, Phases};
use crate::sim::real::{Real, line};
use pulp::bytemuck::cast_slice;

/// Σ E(x) |ψ_x|² over whole lines.
pub(in crate::sim) fn observe<T: Real>(
    with: Instructions,
    parts: [&[T]; 2],
    phases: PhaseSource<'_, T>,
    scale: f64,
) -> f64 {
    scale * with.run(Observe { parts, phases })
}

struct Observe<'a, T> {
    parts: [&'a [T]; 2],
    phases: PhaseSource<'a, T>,
}

impl<T: Real> Operation for Observe<'_, T> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) -> f64 {
        let parts = self.parts;
        self.phases.with(0, Weighing { parts, simd })
    }
}

struct Weighing<'a, T, S> {
    parts: [&'a [T]; 2],
    simd: S,
}

impl<T: Real, S: InstructionSet> PhaseWork<T> for Weighing<'_, T, S> {
    type Output = f64;

    #[inline(always)]
    fn run<P: Phases<T>>(self, phases: P) -> f64 {
        let (simd, [re, im]) = (self.simd, self.parts);
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

/// λ = Wψ over whole lines, w from energies times a factor; returns Σ w |ψ|².
pub(in crate::sim) fn weigh<T: Real>(
    with: Instructions,
    [state, image]: [[&mut [T]; 2]; 2],
    phases: PhaseSource<'_, T>,
    from: usize,
    scale: f64,
) -> f64 {
    let scale = T::of(scale);
    with.run(Weigh {
        state: state.map(|part| &*part),
        image,
        phases,
        from,
        scale,
    })
}

struct Weigh<'a, T> {
    state: [&'a [T]; 2],
    image: [&'a mut [T]; 2],
    phases: PhaseSource<'a, T>,
    from: usize,
    scale: T,
}

impl<T: Real> Operation for Weigh<'_, T> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) -> f64 {
        let (phases, from) = (self.phases, self.from);
        phases.with(from, Imaging { weigh: self, simd })
    }
}

struct Imaging<'a, T, S> {
    weigh: Weigh<'a, T>,
    simd: S,
}

impl<T: Real, S: InstructionSet> PhaseWork<T> for Imaging<'_, T, S> {
    type Output = f64;

    #[inline(always)]
    fn run<P: Phases<T>>(self, phases: P) -> f64 {
        let (simd, of) = (self.simd, self.weigh);
        let scale = T::splat::<S>(simd, of.scale);
        let [re, im] = of.state.map(|part| T::lines::<S>(part));
        let [image_re, image_im] = of.image.map(|part| T::lines_mut::<S>(part));
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
