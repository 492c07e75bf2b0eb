//! Angles as sums of waves over the layers: FOURIER of Zhou et al. 2020 (PRX 10, 021067), equation
//! 8.
//!
//! > γ_i = Σ_k u_k sin[(k − ½)(i − ½) π/p],  β_i = Σ_k v_k cos[(k − ½)(i − ½) π/p],
//! > i = 1 … p,  k = 1 … q
//!
//! The search sees (u, v), with gradients by the chain rule. Depth p starts from the (u, v) of
//! depth p − 1 with zeros behind. The columns of both matrices are orthogonal, of length² p/2 for q
//! ≤ p, so that amplitudes follow from angles, u_k = (2/p) Σ_i sin[…] γ_i: exactly for q = p, as
//! the nearest ones for less. Further starts are the paper's perturbations, u + α r with r_k normal
//! of variance u_k², α = 0.6 (appendix B). Of its two chains only that of the best angles is kept.

use super::random::normal;
use crate::ansatz::AngleShape;
use rand::Rng;
use std::f64::consts::PI;

const ALPHA: f64 = 0.6;

/// q waves over p layers, for each series of a shape.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Waves {
    pub(super) depth: usize,
    pub(super) terms: usize,
    pub(super) shape: AngleShape,
}

impl Waves {
    /// Entry (i, k) of the matrix of a series, k and i from 0: a sine for γ, a cosine for β.
    fn entry(&self, series: usize, i: usize, k: usize) -> f64 {
        let (i, k) = (i as f64 + 0.5, k as f64 + 0.5);
        let (sine, cosine) = libm::sincos(k * i * PI / self.depth as f64);
        if series < self.shape.groups {
            sine
        } else {
            cosine
        }
    }

    /// Flat angles of amplitudes: all u, then all v, series by series.
    pub(super) fn angles(&self, amplitudes: &[f64]) -> Vec<f64> {
        let series = amplitudes.chunks_exact(self.terms).enumerate();
        let of = |(s, u): (usize, &[f64])| -> Vec<f64> {
            let layer = |i| (0..self.terms).map(|k| u[k] * self.entry(s, i, k)).sum();
            (0..self.depth).map(layer).collect()
        };
        series.flat_map(of).collect()
    }

    /// The transposed matrices times flat numbers: derivatives by amplitudes from those by angles.
    pub(super) fn transposed(&self, flat: &[f64]) -> Vec<f64> {
        let series = flat.chunks_exact(self.depth).enumerate();
        let of = |(s, g): (usize, &[f64])| -> Vec<f64> {
            let term = |k| (0..self.depth).map(|i| g[i] * self.entry(s, i, k)).sum();
            (0..self.terms).map(term).collect()
        };
        series.flat_map(of).collect()
    }

    /// The amplitudes whose angles are nearest to `flat`.
    pub(super) fn amplitudes(&self, flat: &[f64]) -> Vec<f64> {
        let scale = 2.0 / self.depth as f64;
        let sums = self.transposed(flat);
        sums.into_iter().map(|sum| scale * sum).collect()
    }

    pub(super) fn extended(&self, before: &Self, amplitudes: &[f64]) -> Vec<f64> {
        let series = amplitudes.chunks_exact(before.terms);
        let zeros = self.terms - before.terms;
        series
            .flat_map(|u| u.iter().copied().chain(std::iter::repeat_n(0.0, zeros)))
            .collect()
    }
}

/// Amplitudes moved at random, each by α times itself times a normal number.
pub(super) fn perturbed(amplitudes: &[f64], rng: &mut impl Rng) -> Vec<f64> {
    let moved = |u: &f64| u + ALPHA * u.abs() * normal(rng);
    amplitudes.iter().map(moved).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_abs_diff_eq;

    const SHAPE: AngleShape = AngleShape {
        groups: 2,
        mixers: 1,
    };

    fn waves(depth: usize, terms: usize) -> Waves {
        let shape = SHAPE;
        Waves {
            depth,
            terms,
            shape,
        }
    }

    #[test]
    fn the_formula_worked_by_hand() {
        // p = 2, q = 2: angles (k − ½)(i − ½) π/2 are π/8, 3π/8; 3π/8, 9π/8
        let (s1, s3, s9) = (
            (PI / 8.0).sin(),
            (3.0 * PI / 8.0).sin(),
            (9.0 * PI / 8.0).sin(),
        );
        let (c1, c3, c9) = (
            (PI / 8.0).cos(),
            (3.0 * PI / 8.0).cos(),
            (9.0 * PI / 8.0).cos(),
        );
        let [a, b, c, d, e, f] = [0.7, -0.2, 0.1, 0.4, -0.5, 0.3];
        let expected = [
            a * s1 + b * s3,
            a * s3 + b * s9,
            c * s1 + d * s3,
            c * s3 + d * s9,
            e * c1 + f * c3,
            e * c3 + f * c9,
        ];
        let found = waves(2, 2).angles(&[a, b, c, d, e, f]);
        for (x, y) in found.iter().zip(expected) {
            assert_abs_diff_eq!(*x, y, epsilon = 1e-15);
        }
    }

    #[test]
    fn amplitudes_and_angles_are_there_and_back_and_with_fewer_terms_the_nearest() {
        for depth in 1..=9 {
            for terms in 1..=depth {
                let waves = waves(depth, terms);
                let u: Vec<f64> = (0..3 * terms).map(|k| ((k * k + 1) as f64).sin()).collect();
                let angles = waves.angles(&u);
                let back = waves.amplitudes(&angles);
                for (x, y) in back.iter().zip(&u) {
                    assert_abs_diff_eq!(*x, *y, epsilon = 1e-13);
                }
                // what no wave can say is orthogonal to all of them
                let other: Vec<f64> = (0..3 * depth).map(|k| ((3 * k + 2) as f64).cos()).collect();
                let near = waves.angles(&waves.amplitudes(&other));
                let rest: Vec<f64> = other.iter().zip(near).map(|(a, b)| a - b).collect();
                for x in waves.transposed(&rest) {
                    assert_abs_diff_eq!(x, 0.0, epsilon = 1e-12);
                }
            }
        }
    }

    #[test]
    fn a_deeper_circuit_keeps_its_amplitudes_and_adds_zeros() {
        let before = waves(2, 2);
        let u = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        assert_eq!(
            waves(3, 3).extended(&before, &u),
            [1.0, 2.0, 0.0, 3.0, 4.0, 0.0, 5.0, 6.0, 0.0]
        );
        assert_eq!(waves(3, 2).extended(&before, &u), u);
    }
}
