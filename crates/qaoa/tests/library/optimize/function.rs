//! Functions as objectives, with their calls counted.

use crate::{Budget, Calls, Function};

/// A budget that a small function never uses up.
pub(crate) const AMPLE: Budget = Budget {
    iterations: 5_000,
    evaluations: 20_000,
    tolerance: 1e-12,
};

/// A function as an objective: gradient by central differences, calls counted.
pub(crate) struct Measured<F> {
    f: F,
    pub(crate) calls: Calls,
}

pub(crate) fn measured<F: Fn(&[f64]) -> f64>(f: F) -> Measured<F> {
    let calls = Calls::default();
    Measured { f, calls }
}

impl<F: Fn(&[f64]) -> f64> Function for Measured<F> {
    fn value(&mut self, x: &[f64]) -> f64 {
        self.calls.values += 1;
        (self.f)(x)
    }

    fn value_and_gradient(&mut self, x: &[f64], gradient: &mut [f64]) -> f64 {
        self.calls.gradients += 1;
        for i in 0..x.len() {
            let at = |h: f64| {
                let mut moved = x.to_vec();
                moved[i] += h;
                (self.f)(&moved)
            };
            let h = 1e-3;
            gradient[i] = (8.0 * (at(h) - at(-h)) - (at(2.0 * h) - at(-2.0 * h))) / (12.0 * h);
        }
        (self.f)(x)
    }
}
