//! The numbers that an optimizer changes, and a function of flat angles as a function of them.
//!
//! They are the angles themselves, or the amplitudes of waves over the layers (`fourier`): of γ in
//! [`Ansatz::gamma_unit`](crate::Ansatz::gamma_unit), of β in radians or in the unit of the mixer.
//! So a first step, or the edge of a simplex, means as much in γ as in β, whatever the scale of C.

use super::asking::AtStart;
use super::fourier::Waves;
use super::{Function, Optimum};
use crate::ansatz::AngleShape;

/// A function of flat angles in coordinates of one size, with its evaluations counted.
pub(super) struct InCoordinates<'a> {
    pub(super) function: &'a mut dyn Function,
    pub(super) waves: Option<Waves>,
    pub(super) gamma_unit: f64,
    pub(super) value_unit: f64,
    pub(super) shape: AngleShape,
    pub(super) at: AtStart<'a>,
    pub(super) evaluations: u64,
}

impl InCoordinates<'_> {
    pub(super) fn scaled(&self, mut point: Vec<f64>) -> Vec<f64> {
        self.scale_gammas(&mut point, 1.0 / self.gamma_unit);
        point
    }

    fn angles(&self, mut x: Vec<f64>) -> Vec<f64> {
        self.scale_gammas(&mut x, self.gamma_unit);
        match self.waves {
            Some(waves) => waves.angles(&x),
            None => x,
        }
    }

    /// An optimum found in these coordinates, as flat angles.
    pub(super) fn restore(&self, mut optimum: Optimum) -> Optimum {
        let points = optimum.trace.iter_mut().map(|t| &mut t.point);
        points
            .chain([&mut optimum.point])
            .for_each(|point| *point = self.angles(std::mem::take(point)));
        optimum
    }

    fn scale_gammas(&self, point: &mut [f64], factor: f64) {
        let gammas = self.shape.gammas(point.len());
        point[..gammas]
            .iter_mut()
            .for_each(|gamma| *gamma *= factor);
    }

    fn count(&mut self, value: f64) -> f64 {
        let stopped = value.is_nan() && self.at.asking.is_stopped();
        self.evaluations += u64::from(!stopped);
        value
    }
}

impl Function for InCoordinates<'_> {
    fn value(&mut self, x: &[f64]) -> f64 {
        let angles = self.angles(x.to_vec());
        let value = self.function.value(&angles);
        self.count(value)
    }

    fn value_and_gradient(&mut self, x: &[f64], gradient: &mut [f64]) -> f64 {
        let angles = self.angles(x.to_vec());
        let mut by_angle = vec![0.0; angles.len()];
        let value = self.function.value_and_gradient(&angles, &mut by_angle);
        let by = self.waves.map(|waves| waves.transposed(&by_angle));
        gradient.copy_from_slice(&by.unwrap_or(by_angle));
        self.scale_gammas(gradient, self.gamma_unit); // ∂f/∂x = ∂f/∂γ · unit
        self.count(value)
    }

    fn unit(&self) -> f64 {
        self.value_unit
    }
}

#[cfg(test)]
mod tests {
    use super::super::asking::{Asking, go_on};
    use super::*;

    /// f = Σ_j (j + 1) sin(x_j) of flat angles.
    struct Wavy;

    impl Function for Wavy {
        fn value(&mut self, x: &[f64]) -> f64 {
            let term = |(j, x): (usize, &f64)| (j + 1) as f64 * x.sin();
            x.iter().enumerate().map(term).sum()
        }

        fn value_and_gradient(&mut self, x: &[f64], gradient: &mut [f64]) -> f64 {
            for (j, x) in x.iter().enumerate() {
                gradient[j] = (j + 1) as f64 * x.cos();
            }
            self.value(x)
        }
    }

    const SHAPE: AngleShape = AngleShape {
        groups: 2,
        mixers: 1,
    };

    #[test]
    fn the_gradient_in_every_kind_of_coordinates_agrees_with_differences() {
        let waves = [(1, 1), (4, 2), (5, 5)].map(|(depth, terms)| Waves {
            depth,
            terms,
            shape: SHAPE,
        });
        let asking = Asking::new(&go_on);
        for waves in [None].into_iter().chain(waves.map(Some)) {
            let numbers = waves.map_or(6, |waves| 3 * waves.terms);
            let mut scaled = InCoordinates {
                function: &mut Wavy,
                waves,
                gamma_unit: 4.0,
                value_unit: 1.0,
                shape: SHAPE,
                at: AtStart {
                    asking: &asking,
                    depth: 1,
                    start: 0,
                },
                evaluations: 0,
            };
            let point: Vec<f64> = (0..numbers).map(|k| 0.3 * (k as f64).cos()).collect();
            let x = scaled.scaled(point.clone());
            let gammas = 2 * numbers / 3;
            assert!(
                x[..gammas].iter().zip(&point).all(|(x, y)| 4.0 * x == *y),
                "γ is in its unit"
            );
            assert_eq!(x[gammas..], point[gammas..], "β is as it was");
            let mut gradient = vec![0.0; numbers];
            let value = scaled.value_and_gradient(&x, &mut gradient);
            assert_eq!(value, scaled.value(&x));
            assert_eq!(scaled.evaluations, 2);
            for k in 0..numbers {
                let mut at = |h: f64| {
                    let mut moved = x.clone();
                    moved[k] += h;
                    scaled.value(&moved)
                };
                let difference = (at(1e-5) - at(-1e-5)) / 2e-5;
                assert!((gradient[k] - difference).abs() < 1e-7, "{waves:?}, {k}");
            }
        }
    }
}
