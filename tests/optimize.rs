//! The optimizers on functions whose minima are known, and QAOA angles depth by depth on costs of up to four qubits.

use ketboard::optimize::{
    Budget, Calls, OPTIMIZERS, Objective, Optimum, Order, Settings, Stage, Stop, depth_by_depth,
    minimize, optimizer,
};
use ketboard::qaoa::{Angles, Spread};
use ketboard::{Error, Result};
use std::f64::consts::{FRAC_PI_2, PI};

const AMPLE: Budget = Budget {
    iterations: 5_000,
    evaluations: 20_000,
    tolerance: 1e-12,
};

/// A function as an objective: gradient by central differences, calls counted.
struct Measured<F> {
    f: F,
    calls: Calls,
}

fn measured<F: Fn(&[f64]) -> f64>(f: F) -> Measured<F> {
    let calls = Calls::default();
    Measured { f, calls }
}

impl<F: Fn(&[f64]) -> f64> Objective for Measured<F> {
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

fn quadratic(x: &[f64]) -> f64 {
    let term = |(i, x): (usize, &f64)| (i + 1) as f64 * (x - i as f64).powi(2);
    x.iter().enumerate().map(term).sum::<f64>() - 3.0
}

fn rosenbrock(x: &[f64]) -> f64 {
    x.windows(2)
        .map(|w| 100.0 * (w[1] - w[0] * w[0]).powi(2) + (1.0 - w[0]).powi(2))
        .sum()
}

/// ⟨C⟩ of the ring of disagrees at depth 1, per edge, for C = Σ z z′ (Farhi et al. 2014, section 4): at its lowest −1/2.
fn ring(x: &[f64]) -> f64 {
    0.5 * (4.0 * x[1]).sin() * (4.0 * x[0]).sin()
}

#[test]
fn every_optimizer_finds_known_minima() {
    type Case = (fn(&[f64]) -> f64, &'static [f64], f64, f64);
    let cases: [Case; 6] = [
        (quadratic, &[4.0], -3.0, 1e-9),
        (quadratic, &[5.0, -5.0, 5.0], -3.0, 1e-9),
        (quadratic, &[100.0, -100.0], -3.0, 1e-9),
        (rosenbrock, &[-1.2, 1.0], 0.0, 1e-8),
        (rosenbrock, &[-1.2, 1.0, -1.2, 1.0, -1.2, 1.0], 0.0, 4.0), // a local minimum near 3.97 exists
        (ring, &[0.1, -0.1], -0.5, 1e-9),
    ];
    for tool in OPTIMIZERS {
        for (k, (f, start, lowest, within)) in cases.into_iter().enumerate() {
            let found = minimize(tool, &mut measured(f), start, &AMPLE).unwrap();
            println!(
                "{} {k}: {} {:?} {:?} {:?}",
                tool.name, found.value, found.calls, found.stop, found.point
            );
            assert!(
                found.value - lowest < within,
                "{} on case {k}: {found:?}",
                tool.name
            );
        }
    }
}
