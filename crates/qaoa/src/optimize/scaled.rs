//! An objective of flat angles (or of amplitudes of angles) in coordinates of one size, with its
//! calls counted.
//!
//! γ is measured in [`Spread::gamma_unit`], β in radians: the first steps of an optimizer, and the
//! edges of a simplex, then mean as much in one as in the other, whatever the scale of C.

use super::asking::AtStart;
use super::{Calls, Function, Optimum};
use crate::ansatz::{AngleShape, Spread};

/// The objective in coordinates in which γ and β are of one size: γ in units of
/// [`Spread::gamma_unit`].
pub(super) struct Scaled<'a> {
    objective: &'a mut dyn Function,
    unit: f64,
    shape: AngleShape,
    /// Calls so far, but for one that was stopped on its way.
    pub(super) calls: Calls,
    at: AtStart<'a>,
    flat: Vec<f64>,
}

impl<'a> Scaled<'a> {
    /// `objective`, a function of flat angles, in scaled coordinates.
    pub(super) fn new(
        objective: &'a mut dyn Function,
        spread: Spread,
        shape: AngleShape,
        at: AtStart<'a>,
    ) -> Self {
        Self {
            objective,
            unit: spread.gamma_unit(),
            shape,
            calls: Calls::default(),
            at,
            flat: Vec::new(),
        }
    }

    /// The coordinates of flat angles.
    pub(super) fn coordinates(&self, mut flat: Vec<f64>) -> Vec<f64> {
        scale_gammas(&mut flat, 1.0 / self.unit, self.shape);
        flat
    }

    /// An optimum found in these coordinates, as flat angles.
    pub(super) fn restore(&self, mut optimum: Optimum) -> Optimum {
        let points = optimum.trace.iter_mut().map(|t| &mut t.point);
        points
            .chain([&mut optimum.point])
            .for_each(|point| scale_gammas(point, self.unit, self.shape));
        optimum
    }

    fn counted(&self, value: f64) -> u64 {
        u64::from(!(value.is_nan() && self.at.is_stopped()))
    }

    fn measure_at(&mut self, x: &[f64]) {
        self.flat.clear();
        self.flat.extend_from_slice(x);
        scale_gammas(&mut self.flat, self.unit, self.shape);
    }
}

impl Function for Scaled<'_> {
    fn value(&mut self, x: &[f64]) -> f64 {
        self.measure_at(x);
        let value = self.objective.value(&self.flat);
        self.calls.values += self.counted(value);
        value
    }

    fn value_and_gradient(&mut self, x: &[f64], gradient: &mut [f64]) -> f64 {
        self.measure_at(x);
        let value = self.objective.value_and_gradient(&self.flat, gradient);
        self.calls.gradients += self.counted(value);
        scale_gammas(gradient, self.unit, self.shape); // ∂f/∂x = ∂f/∂γ · unit
        value
    }

    fn refine(&mut self) -> bool {
        self.objective.refine()
    }

    fn coarsen(&mut self) {
        self.objective.coarsen();
    }
}

fn scale_gammas(flat: &mut [f64], factor: f64, shape: AngleShape) {
    let gammas = shape.gammas(flat.len());
    flat[..gammas].iter_mut().for_each(|gamma| *gamma *= factor);
}

#[cfg(test)]
mod tests {
    use super::super::{Asking, go_on};
    use super::*;

    /// 3 γ₁ + 5 γ₂ − 7 β₁ β₂ in flat form.
    struct Plane;

    impl Function for Plane {
        fn value(&mut self, x: &[f64]) -> f64 {
            3.0 * x[0] + 5.0 * x[1] - 7.0 * x[2] * x[3]
        }

        fn value_and_gradient(&mut self, x: &[f64], gradient: &mut [f64]) -> f64 {
            gradient.copy_from_slice(&[3.0, 5.0, -7.0 * x[3], -7.0 * x[2]]);
            self.value(x)
        }
    }

    #[test]
    fn only_gammas_are_scaled_and_the_gradient_follows() {
        let spread = Spread {
            standard_deviation: 0.5,
            qubits: 4,
        };
        let mut plane = Plane;
        let asking = Asking::new(&go_on);
        let at = AtStart {
            asking: &asking,
            depth: 2,
            start: 0,
            before: Calls::default(),
            alone: true,
        };
        let mut scaled = Scaled::new(&mut plane, spread, AngleShape::STANDARD, at); // a unit of γ is √4 / 0.5 = 4
        let x = scaled.coordinates(vec![8.0, -4.0, 0.5, 0.25]);
        assert_eq!(x, [2.0, -1.0, 0.5, 0.25]);
        let mut gradient = vec![0.0; 4];
        let value = scaled.value_and_gradient(&x, &mut gradient);
        assert_eq!((value, scaled.value(&x)), (3.125, 3.125)); // 24 − 20 − 7/8
        assert_eq!(gradient, [12.0, 20.0, -1.75, -3.5]);
        assert_eq!(
            scaled.calls,
            Calls {
                values: 1,
                gradients: 1
            }
        );
    }
}
