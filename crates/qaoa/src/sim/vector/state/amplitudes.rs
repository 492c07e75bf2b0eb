//! Amplitudes and probabilities of single basis states, or of all.

use super::QubitState;
use crate::sim::ranks::Request;
use crate::sim::real::Real;
use crate::tasks::each;
use num_complex::Complex64;
use std::borrow::Borrow;

/// Basis states whose probabilities are read by one task.
const RUN: usize = 1 << 12;

impl<T: Real> QubitState<T> {
    /// ψ_x of basis state `index` < 2ⁿ; qubit k is bit k.
    pub(crate) fn amplitude(&self, index: usize) -> Complex64 {
        as_psi(index, self.parts_of(index))
    }

    /// |ψ_x|² of basis state `index` < 2ⁿ.
    pub(crate) fn probability(&self, index: usize) -> f64 {
        square(self.parts_of(index))
    }

    fn parts_of(&self, index: usize) -> [f64; 2] {
        match self.shared {
            Some(_) => self.parts_of_each(&[index as u64])[0],
            None => self.parts_here(index),
        }
    }

    /// |ψ_x|² of all basis states: another 8 bytes for each.
    pub(crate) fn probabilities(&self) -> Vec<f64> {
        if let Some(shared) = &self.shared {
            let state = shared.name();
            let here = shared.team().share(1 << self.n);
            let of = |at| [square(self.parts_here(at))];
            return shared.of_all(Request::Probabilities { state }, here, of);
        }
        let mut probabilities = vec![0.0; 1 << self.n];
        let parts = probabilities.chunks_mut(RUN).enumerate();
        each(parts, |(k, part)| {
            for (x, probability) in (k * RUN..).zip(part) {
                *probability = self.probability(x);
            }
        });
        probabilities
    }

    /// ψ_x of all basis states: another 16 bytes for each.
    pub(crate) fn amplitudes(&self) -> Vec<Complex64> {
        if let Some(shared) = &self.shared {
            let state = shared.name();
            let here = shared.team().share(1 << self.n);
            let of = |at| self.parts_here(at);
            let parts = shared.of_all(Request::AllParts { state }, here, of);
            let each = parts.as_chunks().0.iter().enumerate();
            return each.map(|(x, parts)| as_psi(x, *parts)).collect();
        }
        let mut amplitudes = vec![Complex64::ZERO; 1 << self.n];
        let parts = amplitudes.chunks_mut(RUN).enumerate();
        each(parts, |(k, part)| {
            for (x, amplitude) in (k * RUN..).zip(part) {
                *amplitude = self.amplitude(x);
            }
        });
        amplitudes
    }

    /// Σ |ψ_x|² over the listed basis states.
    pub(crate) fn probability_of<I>(&self, indices: I) -> f64
    where
        I: IntoIterator,
        I::Item: Borrow<u64>,
    {
        if self.shared.is_some() {
            let indices: Vec<u64> = indices.into_iter().map(|x| *x.borrow()).collect();
            let parts = self.parts_of_each(&indices);
            return parts.into_iter().map(square).sum();
        }
        let of = |x: I::Item| usize::try_from(*x.borrow()).map_or(0.0, |x| self.probability(x));
        indices.into_iter().map(of).sum()
    }
}

/// |φ|² from the parts of φ.
fn square([re, im]: [f64; 2]) -> f64 {
    re * re + im * im
}

/// ψ_x from the parts of φ_x.
fn as_psi(index: usize, [re, im]: [f64; 2]) -> Complex64 {
    Complex64::new(re, im) * power_of_i(3 * index.count_ones())
}

/// i^k.
fn power_of_i(k: u32) -> Complex64 {
    match k % 4 {
        0 => Complex64::new(1.0, 0.0),
        1 => Complex64::new(0.0, 1.0),
        2 => Complex64::new(-1.0, 0.0),
        _ => Complex64::new(0.0, -1.0),
    }
}
