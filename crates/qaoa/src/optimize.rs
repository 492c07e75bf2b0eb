//! Classical minimization of a function of a few real numbers: the angles of a QAOA circuit.
//!
//! An [`Optimizer`] is a line of [`OPTIMIZERS`]. It runs from several starts at every depth 1 … p
//! ([`Ansatz::optimize`](crate::Ansatz::optimize)). Whatever it does, the lowest measured point is
//! returned. An *evaluation* is a call of the function, with or without its gradient; where an
//! optimizer asks again for its last or its best point, nothing is called and nothing is counted.

pub(crate) mod asking;
mod cobyla;
mod coordinates;
mod depthwise;
mod fourier;
mod ladder;
mod metric;
mod nelder_mead;
mod probe;
mod quasi_newton;
mod random;
mod restarts;
mod search;
mod settings;
mod spsa;
mod stage;
mod starts;
mod strategy;
mod tqa;

pub use asking::{Callback, Progress, go_on};
#[cfg(test)]
pub(crate) use depthwise::{Order, Task, continue_depths};
pub use ladder::Effort;
pub use settings::SearchSettings;
pub use stage::Stage;
pub use strategy::Strategy;

use crate::error::{Error, Result};
use asking::AtStart;
use metric::Metric;
use probe::Probe;

/// What is minimized. Its value depends on the point alone, not on earlier calls; a point whose
/// value is NaN or infinite counts as worse than every other.
pub(crate) trait Function {
    fn value(&mut self, x: &[f64]) -> f64;

    /// The value f(x), with ∂f/∂x_i written to `gradient[i]`; `gradient` has the length of `x`.
    fn value_and_gradient(&mut self, x: &[f64], gradient: &mut [f64]) -> f64;

    /// The unit in which optimizers see values.
    fn unit(&self) -> f64 {
        1.0
    }
}

/// A way to minimize, as the user chooses it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Optimizer {
    /// The name of the optimizer in settings and records.
    pub name: &'static str,
    /// The line about it in the help.
    pub about: &'static str,
    /// Whether each evaluation is of the value with its gradient, or of the value alone.
    pub uses_gradient: bool,
    /// The probe, the start, the budget (of at least one iteration) and a seed.
    search: fn(&mut Probe<'_>, &[f64], &Budget, u64) -> SearchStop,
}

/// All optimizers, the default first. A new one is a file in `optimize/` and a line here.
pub static OPTIMIZERS: &[Optimizer] = &[
    Optimizer {
        name: "lbfgs",
        about: "quasi-Newton steps from the exact gradient",
        uses_gradient: true,
        search: quasi_newton::search,
    },
    Optimizer {
        name: "nelder-mead",
        about: "a moving simplex, without gradients",
        uses_gradient: false,
        search: nelder_mead::search,
    },
    Optimizer {
        name: "cobyla",
        about: "linear models on a simplex, without gradients",
        uses_gradient: false,
        search: cobyla::search,
    },
    Optimizer {
        name: "spsa",
        about: "steps from two values in a random direction, for values that scatter",
        uses_gradient: false,
        search: spsa::search,
    },
];

impl Optimizer {
    /// The optimizer that is called `name`, a line of [`OPTIMIZERS`]. Fails if there is none, with
    /// the names there are.
    pub fn parse(name: &str) -> Result<&'static Self> {
        OPTIMIZERS.iter().find(|o| o.name == name).ok_or_else(|| {
            let names: Vec<_> = OPTIMIZERS.iter().map(|o| o.name).collect();
            Error::setting(
                "optimizer",
                format!("found '{name}'"),
                format!("use {}", names.join(", ")),
            )
        })
    }
}

/// How long the search from one start may take; it ends at whatever is reached first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Budget {
    pub(crate) iterations: u64,
    pub(crate) evaluations: u64,
    pub(crate) tolerance: f64,
    /// The value that is to be beaten: where that is out of sight, a search with gradients ends.
    pub(crate) above: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SearchStop {
    /// The values changed by less than the tolerance.
    Converged,
    Iterations,
    Evaluations,
    /// The search found no way down from the best point: mostly converged to the last digit.
    Stuck,
    /// The value to beat was out of sight.
    GivenUp,
    Asked,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TracePoint {
    pub(crate) point: Vec<f64>,
    /// The value there, always finite: other evaluations are counted, but leave no point.
    pub(crate) value: f64,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Optimum {
    pub(crate) point: Vec<f64>,
    /// The value there, as measured: finite, and never above that at the start.
    pub(crate) value: f64,
    pub(crate) evaluations: u64,
    pub(crate) stop: SearchStop,
    pub(crate) trace: Vec<TracePoint>,
    metric: Option<Metric>,
}

/// The lowest point that `optimizer` sees from `start`. Always ends, even without a limit in its
/// budget; the same input gives the same output. Random numbers come from `seed`. Before each
/// evaluation the callback of `at` is asked; after a `Break` the lowest point so far is returned,
/// with [`SearchStop::Asked`].
///
/// Fails if a coordinate of `start` is not finite, or no finite value was found at all; with
/// [`Error::Stopped`] where the first answer is `Break`.
pub(crate) fn minimize(
    at: Option<AtStart<'_>>,
    optimizer: &Optimizer,
    function: &mut dyn Function,
    (start, metric, seed): (&[f64], Option<Metric>, u64),
    budget: &Budget,
) -> Result<Optimum> {
    if let Some((i, &value)) = start.iter().enumerate().find(|(_, x)| !x.is_finite()) {
        let what = format!("coordinate {} of the optimizer's start", i + 1);
        return Err(Error::NotFinite { what, value });
    }
    let mut probe = Probe::new(function, budget.evaluations.max(1));
    probe.at = at;
    probe.metric = metric;
    let stop = if start.is_empty() {
        probe.value(start);
        probe.refused.unwrap_or(SearchStop::Converged)
    } else if budget.iterations == 0 {
        probe.ask(start, optimizer.uses_gradient);
        probe.refused.unwrap_or(SearchStop::Iterations)
    } else {
        (optimizer.search)(&mut probe, start, budget, seed)
    };
    probe.into_optimum(stop)
}
