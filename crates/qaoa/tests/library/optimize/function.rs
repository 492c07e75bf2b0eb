//! Functions to be minimized, with their evaluations counted.

use crate::optimize::asking::{Asking, AtStart};
use crate::optimize::{Budget, Function, Optimum, Order, Task, continue_depths, minimize};
use crate::{
    Error, Result, SearchSettings, Stage,
    angles::AngleShape,
    search::{Callback, Optimizer},
};

/// A budget that a small function never uses up.
pub(crate) const AMPLE: Budget = Budget {
    iterations: 5_000,
    evaluations: 20_000,
    tolerance: 1e-12,
    above: f64::INFINITY,
};

/// Settings with that budget.
pub(crate) fn ample() -> SearchSettings {
    let Budget {
        iterations,
        evaluations,
        tolerance,
        ..
    } = AMPLE;
    SearchSettings {
        iterations,
        evaluations,
        tolerance,
        ..SearchSettings::default()
    }
}

/// How often a function was evaluated, by kind.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Evaluations {
    pub(crate) values: u64,
    pub(crate) gradients: u64,
}

impl Evaluations {
    pub(crate) fn all(self) -> u64 {
        self.values + self.gradients
    }
}

/// A function to be minimized: gradient by central differences, evaluations counted.
pub(crate) struct Counted<F> {
    f: F,
    pub(crate) evaluations: Evaluations,
}

pub(crate) fn counted<F: Fn(&[f64]) -> f64>(f: F) -> Counted<F> {
    let evaluations = Evaluations::default();
    Counted { f, evaluations }
}

impl<F: Fn(&[f64]) -> f64> Function for Counted<F> {
    fn value(&mut self, x: &[f64]) -> f64 {
        self.evaluations.values += 1;
        (self.f)(x)
    }

    fn value_and_gradient(&mut self, x: &[f64], gradient: &mut [f64]) -> f64 {
        self.evaluations.gradients += 1;
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

/// The search of an optimizer from one start, of which a callback hears.
pub(crate) fn minimize_heard(
    optimizer: &Optimizer,
    function: &mut dyn Function,
    from: (&[f64], u64),
    budget: &Budget,
    callback: Callback<'_>,
) -> Result<Optimum> {
    let asking = Asking::new(callback);
    let at = AtStart {
        asking: &asking,
        depth: 0,
        start: 0,
    };
    let (start, seed) = from;
    minimize(Some(at), optimizer, function, (start, None, seed), budget)
}

impl Task {
    /// A search of the standard ansatz, one start after the other.
    pub(crate) fn new(settings: SearchSettings, gamma_unit: f64) -> Self {
        Self {
            settings,
            shape: AngleShape::STANDARD,
            gamma_unit,
            beta_unit: 1.0,
            value_unit: 1.0,
            lowest: f64::NEG_INFINITY,
            order: Order::InTurn,
        }
    }
}

/// The stages of a search without a break.
pub(crate) fn depth_by_depth<O: Function>(
    make: impl Fn() -> O + Sync,
    task: &Task,
    callback: Callback<'_>,
) -> Result<Vec<Stage>> {
    let asking = Asking::new(callback);
    let make: (_, &dyn Fn() -> Result<()>) = (make, &|| Ok(()));
    continue_depths(make, task, Vec::new(), &asking, &mut |_| Ok::<_, Error>(()))
}
