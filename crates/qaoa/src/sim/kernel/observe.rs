//! The loop that weighs amplitudes by the energies of their basis states: ⟨C⟩ = Σ E(x) |ψ_x|², and
//! λ = Cψ beside it where there are two states.
//!
//! Energies are counted in a scale. Products are in the precision of the state, sums in f64.

use super::phases::{PhaseSource, PhaseWork, Phases, WithPhases};
use crate::sim::instructions::{InstructionSet, Instructions, Operation};
use crate::sim::piece::{Parts, again, lines_in};
use crate::sim::real::{Real, line};
use bytemuck::cast_slice;

pub(in crate::sim) fn weigh<T: Real, const M: usize>(
    with: Instructions,
    states: &mut Parts<'_, T, M>,
    phases: PhaseSource<'_, T>,
    scale: f64,
) -> f64 {
    let (states, from) = (again(states), 0);
    let work = Weigh { states, scale };
    scale * WithPhases { phases, from, work }.run(with)
}

struct Weigh<'a, T, const M: usize> {
    states: Parts<'a, T, M>,
    scale: f64,
}

impl<T: Real, const M: usize> PhaseWork<T> for Weigh<'_, T, M> {
    type Output = f64;

    #[inline(always)]
    fn run<S: InstructionSet, P: Phases<T>>(self, simd: S, phases: P) -> f64 {
        let scale = T::splat::<S>(simd, T::of(self.scale));
        let parts = lines_in::<T, S, M>(self.states);
        let mut sums = [0.0; 16];
        for i in 0..parts[0][0].len() {
            let mut weighed = phases.energies(simd, i);
            for m in 0..weighed.as_ref().len() {
                let energy = weighed.as_ref()[m];
                let (re, im) = (parts[0][0][i].as_ref()[m], parts[0][1][i].as_ref()[m]);
                if M == 2 {
                    let weight = T::times(simd, energy, scale);
                    parts[M - 1][0][i].as_mut()[m] = T::times(simd, weight, re);
                    parts[M - 1][1][i].as_mut()[m] = T::times(simd, weight, im);
                }
                let square = T::mul_add(simd, im, im, T::times(simd, re, re));
                weighed.as_mut()[m] = T::times(simd, energy, square);
            }
            let numbers: &[T] = cast_slice(weighed.as_ref());
            for l in 0..line::<T>() {
                sums[l] += numbers[l].wide();
            }
        }
        sums.iter().sum()
    }
}
