//! Starting angles: the linear ramp, scaled to the cost, and the step from depth p to depth p + 1.
//!
//! The ramp of depth p at the layers' midpoints t_k = (k + ½)/p, k = 0 … p−1, is annealing in p
//! steps (Sack and Serbyn 2021, Quantum 5, 491); to minimize, γ > 0 and β < 0:
//!
//! > γ_k = Δγ t_k,  β_k = −Δβ (1 − t_k),  Δγ = √n / (√2 σ),  Δβ = π/4
//!
//! σ is the standard deviation of C over all 2ⁿ basis states. For C = Σ J_ij z_i z_j, σ²/n is half
//! the mean of Σ_j J_ij², so √n/σ is one over the field that a qubit feels: the scale of γ for
//! weighted problems (Sureshbabu et al. 2024, Quantum 8, 1231). The ramp of depth 1 is the optimum
//! of the Sherrington-Kirkpatrick model at infinite size, γ = ½ and |β| = π/8 where σ = √(n/2)
//! (Farhi et al. 2022, Quantum 6, 759). For other costs it is a place to start from.

use super::{AngleShape, Angles};
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_4};

/// Δγ of [`ramp_for`], in units of [`Ansatz::gamma_unit`](super::Ansatz::gamma_unit).
const RAMP_GAMMA: f64 = FRAC_1_SQRT_2;
/// Δβ of [`ramp_for`], in radians.
const RAMP_BETA: f64 = FRAC_PI_4;

impl Angles {
    /// The linear ramp of `depth` layers: γ rises toward `delta_gamma`, and β goes from
    /// −`delta_beta` toward 0, both in radians and taken at the layers' midpoints.
    pub fn ramp(depth: usize, delta_gamma: f64, delta_beta: f64) -> Self {
        let midpoints = || (0..depth).map(|k| (k as f64 + 0.5) / depth as f64);
        Self {
            gammas: midpoints().map(|t| delta_gamma * t).collect(),
            betas: midpoints().map(|t| -delta_beta * (1.0 - t)).collect(),
        }
    }
}

pub(crate) fn ramp_for(depth: usize, gamma_unit: f64) -> Angles {
    Angles::ramp(depth, RAMP_GAMMA * gamma_unit, RAMP_BETA)
}

/// Angles of depth p + 1 on the curve of the given p: INTERP of Zhou et al. 2020 (PRX 10, 021067,
/// appendix B), for the γ and for the β; no layer becomes one layer of angles 0.
///
/// > u′_i = (i−1)/p u_{i−1} + (p−i+1)/p u_i,  i = 1 … p+1,  u_0 = u_{p+1} = 0
pub(crate) fn interpolate(angles: &Angles) -> Angles {
    interpolate_in(angles, AngleShape::STANDARD)
}

pub(crate) fn interpolate_in(angles: &Angles, shape: AngleShape) -> Angles {
    series_by_series(angles, shape, interpolate_list)
}

fn series_by_series(angles: &Angles, shape: AngleShape, f: impl Fn(&[f64]) -> Vec<f64>) -> Angles {
    let depth = angles.depth_in(shape);
    let each = |list: &[f64], series: usize| {
        let one = |k: usize| f(&list[k * depth..(k + 1) * depth]);
        (0..series).flat_map(one).collect()
    };
    Angles {
        gammas: each(&angles.gammas, shape.groups),
        betas: each(&angles.betas, shape.mixers),
    }
}

/// The angles of the standard ansatz in another shape: the same state.
pub(crate) fn in_shape(angles: &Angles, shape: AngleShape) -> Angles {
    Angles {
        gammas: angles.gammas.repeat(shape.groups),
        betas: angles.betas.repeat(shape.mixers),
    }
}

fn interpolate_list(u: &[f64]) -> Vec<f64> {
    let p = u.len();
    let at = |i: usize| if (1..=p).contains(&i) { u[i - 1] } else { 0.0 };
    let share = |part: usize| part as f64 / p.max(1) as f64;
    (1..=p + 1)
        .map(|i| share(i - 1) * at(i - 1) + share(p + 1 - i) * at(i))
        .collect()
}

/// The same state one layer deeper: a last layer with γ = β = 0 is the identity.
#[cfg(test)]
pub(crate) fn with_zero_layer(angles: &Angles) -> Angles {
    with_zero_layer_in(angles, AngleShape::STANDARD)
}

pub(crate) fn with_zero_layer_in(angles: &Angles, shape: AngleShape) -> Angles {
    series_by_series(angles, shape, |list| {
        list.iter().copied().chain([0.0]).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::super::Ansatz;
    use super::*;
    use crate::cost::Cost;
    use approx::assert_abs_diff_eq;

    #[test]
    fn a_ramp_raises_gamma_and_takes_beta_from_below_to_zero() {
        for depth in 1..=9 {
            let ramp = Angles::ramp(depth, 0.7, 0.5);
            assert_eq!(ramp.depth(), depth);
            assert!(
                ramp.gammas.is_sorted() && ramp.betas.is_sorted(),
                "{ramp:?}"
            );
            assert!(ramp.gammas.iter().all(|&g| 0.0 < g && g < 0.7), "{ramp:?}");
            assert!(ramp.betas.iter().all(|&b| -0.5 < b && b < 0.0), "{ramp:?}");
            let middle = ramp.gammas.iter().sum::<f64>() / depth as f64;
            assert_abs_diff_eq!(middle, 0.35, epsilon = 1e-15);
        }
    }

    #[test]
    fn the_ramp_of_depth_one_is_the_optimum_of_the_sherrington_kirkpatrick_model() {
        for qubits in [8, 32, 1000] {
            let standard_deviation = (f64::from(qubits) / 2.0).sqrt();
            let ramp = ramp_for(1, f64::from(qubits).sqrt() / standard_deviation);
            assert_abs_diff_eq!(ramp.gammas[0], 0.5, epsilon = 1e-12);
            assert_abs_diff_eq!(ramp.betas[0], -std::f64::consts::FRAC_PI_8, epsilon = 1e-12);
        }
    }

    #[test]
    fn the_ramp_is_the_same_circuit_when_the_cost_is_scaled() {
        let of = |factor: f64| {
            let terms = [(0b1, 1.5), (0b110, -0.5), (0b11000, 1.0)];
            let terms = terms.map(|(mask, c)| (mask, factor * c));
            let ansatz = Ansatz::new(Cost::from_terms(5, terms).unwrap());
            ramp_for(3, ansatz.gamma_unit())
        };
        for factor in [0.25, 2.0, 1024.0] {
            let (plain, scaled) = (of(1.0), of(factor));
            for (a, b) in plain.gammas.iter().zip(&scaled.gammas) {
                assert_abs_diff_eq!(*a, b * factor, epsilon = 1e-14);
            }
            assert_eq!(plain.betas, scaled.betas);
        }
    }

    #[test]
    fn a_constant_cost_and_no_qubits_still_have_finite_angles() {
        for (n, terms) in [(4, vec![]), (0, vec![]), (3, vec![(0, 2.5)])] {
            let unit = Ansatz::new(Cost::from_terms(n, terms).unwrap()).gamma_unit();
            let ramp = ramp_for(2, unit);
            assert!(ramp.to_flat().iter().all(|a| a.is_finite()), "{ramp:?}");
        }
        assert_eq!(Angles::ramp(0, 1.0, 1.0), Angles::default());
    }

    #[test]
    fn interpolation_agrees_with_the_rule_worked_by_hand() {
        let table: [(&[f64], &[f64]); 4] = [
            (&[], &[0.0]),
            (&[3.0], &[3.0, 3.0]),
            (&[2.0, 6.0], &[2.0, 4.0, 6.0]), // u1, u1/2 + u2/2, u2
            (&[3.0, 6.0, 12.0], &[3.0, 5.0, 8.0, 12.0]), // u1, u1/3 + 2u2/3, 2u2/3 + u3/3, u3
        ];
        for (before, after) in table {
            let angles = Angles {
                gammas: before.to_vec(),
                betas: before.iter().map(|u| -u).collect(),
            };
            let next = interpolate(&angles);
            for (k, &expected) in after.iter().enumerate() {
                assert_abs_diff_eq!(next.gammas[k], expected, epsilon = 1e-14);
                assert_abs_diff_eq!(next.betas[k], -expected, epsilon = 1e-14);
            }
            assert_eq!(next.depth(), before.len() + 1);
        }
    }

    #[test]
    fn every_series_of_a_shape_goes_its_own_way() {
        let shape = AngleShape {
            groups: 2,
            mixers: 3,
        };
        let series: [&[f64]; 5] = [
            &[1.0, 3.0],
            &[-2.0, 5.0],
            &[0.5, 0.25],
            &[7.0, 7.0],
            &[0.0, 4.0],
        ];
        let of = |f: &dyn Fn(&Angles) -> Angles| -> Vec<f64> {
            let one = |s: &&[f64]| {
                let angles = Angles {
                    gammas: s.to_vec(),
                    betas: s.to_vec(),
                };
                f(&angles).gammas
            };
            series.iter().flat_map(one).collect()
        };
        let all = Angles::from_flat_in(&series.concat(), shape);
        assert_eq!(interpolate_in(&all, shape).to_flat(), of(&interpolate));
        assert_eq!(
            with_zero_layer_in(&all, shape).to_flat(),
            of(&with_zero_layer)
        );
        assert_eq!(interpolate_in(&all, shape).depth_in(shape), 3);
    }

    #[test]
    fn no_layer_becomes_one_layer_of_zeros_in_every_shape() {
        let shape = AngleShape {
            groups: 3,
            mixers: 2,
        };
        let one = interpolate_in(&Angles::default(), shape);
        assert_eq!((one.gammas, one.betas), (vec![0.0; 3], vec![0.0; 2]));
    }
}
