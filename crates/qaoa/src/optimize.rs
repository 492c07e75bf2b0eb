//! Classical minimization of a function of a few real numbers: the angles of a QAOA circuit.
//!
//! An [`Optimizer`] is a line of [`OPTIMIZERS`]. It runs from several starts at every depth 1 … p
//! ([`Ansatz::optimize`](crate::Ansatz::optimize)). Counting, the trace and the best point are kept
//! by us and not by the optimizer: whatever it does, what is returned is the lowest point that was
//! measured.
//!
//! What is counted: an *evaluation* is a call of the function, with or without its gradient.
//! [`SearchSettings::evaluations`], [`Progress::evaluations`], [`Stage::evaluations`] and the
//! `evaluations` of the JSON all mean this. Where an optimizer asks again for its last or its best
//! point, nothing is called and nothing is counted.
//!
//! Nothing here knows what is minimized; nothing outside `optimize/nelder_mead.rs`
//! names argmin, nothing outside `optimize/cobyla.rs` the crate of that
//! name.

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

/// What is minimized. Its value depends on the point alone, not on earlier calls.
///
/// A value that is NaN or infinite is allowed: the point counts as worse than every other.
pub(crate) trait Function {
    /// The value f(x), NaN or infinite where there is none.
    fn value(&mut self, x: &[f64]) -> f64;

    /// The value f(x), with ∂f/∂x_i written to `gradient[i]`; `gradient` has the length of `x`.
    fn value_and_gradient(&mut self, x: &[f64], gradient: &mut [f64]) -> f64;

    /// What optimizers are to see values in.
    fn unit(&self) -> f64 {
        1.0
    }
}

/// A way to minimize, as the user chooses it.
///
/// ```
/// use ketboard_qaoa::search::{OPTIMIZERS, Optimizer};
///
/// assert!(Optimizer::parse("lbfgs")?.uses_gradient);
/// assert!(!Optimizer::parse("cobyla")?.uses_gradient);
/// assert_eq!(OPTIMIZERS[0].name, "lbfgs"); // the default
/// # Ok::<(), ketboard_qaoa::Error>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Optimizer {
    /// The name of the optimizer in settings and records.
    pub name: &'static str,
    /// One line for the help.
    pub about: &'static str,
    /// Whether each evaluation is of the value with its gradient, or of the value alone.
    pub uses_gradient: bool,
    /// The probe, the start, the budget (of at least one iteration) and a seed.
    search: fn(&mut Probe<'_>, &[f64], &Budget, u64) -> SearchStop,
}

/// All optimizers, the default first. Adding one: a file in `optimize/`, a line here.
///
/// ```
/// let names: Vec<_> = ketboard_qaoa::search::OPTIMIZERS.iter().map(|one| one.name).collect();
/// assert_eq!(names, ["lbfgs", "nelder-mead", "cobyla", "spsa"]);
/// ```
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
    /// The optimizer that is called `name`, a line of [`OPTIMIZERS`].
    ///
    /// # Errors
    /// If no optimizer is called so; the message lists those that there are.
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
    /// [`SearchSettings::iterations`].
    pub(crate) iterations: u64,
    /// [`SearchSettings::evaluations`].
    pub(crate) evaluations: u64,
    /// [`SearchSettings::tolerance`].
    pub(crate) tolerance: f64,
    /// The value that is to be beaten: where that is out of sight, a search with gradients ends.
    pub(crate) above: f64,
}

/// Why the search from a start ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SearchStop {
    /// The values changed by less than the tolerance.
    Converged,
    /// The iterations were used up.
    Iterations,
    /// The evaluations were used up.
    Evaluations,
    /// The search found no way down from the best point: mostly converged to the last digit.
    Stuck,
    /// The value to beat was out of sight.
    GivenUp,
    /// The callback said stop.
    Asked,
}

/// One measured point of a search.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TracePoint {
    /// The coordinates of the point.
    pub(crate) point: Vec<f64>,
    /// The value there, always finite: evaluations without a finite value are counted, but leave no
    /// point.
    pub(crate) value: f64,
}

/// What the search from one start found.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Optimum {
    /// The lowest point that was measured.
    pub(crate) point: Vec<f64>,
    /// The value there, as measured: finite, and never above that at the start.
    pub(crate) value: f64,
    /// The number of evaluations.
    pub(crate) evaluations: u64,
    /// Why the search ended.
    pub(crate) stop: SearchStop,
    /// Every measured point, in order.
    pub(crate) trace: Vec<TracePoint>,
    /// What was learned of the second derivatives, by an optimizer that uses gradients.
    metric: Option<Metric>,
}

/// The lowest point that `optimizer` sees from `start`. Always ends, even without a limit in its
/// budget; the same input gives the same output. Optimizers that draw random numbers draw them from
/// `seed`. Whoever asks `at` is asked before each evaluation; after a `Break` nothing is measured,
/// and the lowest point so far is returned, with [`SearchStop::Asked`].
///
/// # Errors
/// If a coordinate of `start` is not finite, or no finite value was found at all;
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
