//! Classical minimization of a function of a few real numbers: the angles of a QAOA circuit.
//!
//! An [`Optimizer`] is a line of [`OPTIMIZERS`]; [`minimize`] runs one from one start,
//! [`depth_by_depth`] runs it from several starts at every depth 1 … p. Counting, the trace and the
//! best point are kept by us and not by the optimizer: whatever it does, what is returned is the
//! lowest point that was measured.
//!
//! What is counted: an *evaluation* is a call of the [`Function`], of either kind.
//! [`Budget::evaluations`], [`TracePoint::evaluation`] and the `evaluations` of the JSON all mean
//! this; [`Calls`] tells the kinds apart. Where an optimizer asks again for its last or its best
//! point, nothing is called and nothing is counted.
//!
//! Nothing here knows what is minimized; nothing outside `optimize/lbfgs.rs` and
//! `optimize/nelder_mead.rs` names argmin, nothing outside `optimize/cobyla.rs` the crate of that
//! name.

mod asking;
mod cobyla;
mod depthwise;
mod fourier;
mod lbfgs;
mod line_search;
mod nelder_mead;
mod probe;
mod random;
mod restarts;
mod scaled;
mod search;
mod spsa;
mod stage;
mod starts;
mod strategy;
mod tqa;
mod transfer;

pub use asking::{Asking, Callback, Moment, Progress, go_on};
pub(crate) use depthwise::continue_depths;
#[cfg(test)]
pub(crate) use depthwise::depth_by_depth;
pub(crate) use depthwise::{Order, Task};
pub use depthwise::{SearchPrecision, SearchSettings};
pub use stage::Stage;
pub use strategy::Strategy;
pub use transfer::{AngleTable, Carried, Training};

use crate::error::{Error, Result};
use asking::AtStart;
use probe::Probe;

/// What is minimized. Its value depends on the point alone, not on earlier calls.
///
/// A value that is NaN or infinite is allowed: the point counts as worse than every other.
///
/// ```
/// use ketboard_qaoa::Function;
/// /// x²
/// struct Square;
/// impl Function for Square {
///     fn value(&mut self, x: &[f64]) -> f64 {
///         x[0] * x[0]
///     }
///     fn value_and_gradient(&mut self, x: &[f64], gradient: &mut [f64]) -> f64 {
///         gradient[0] = 2.0 * x[0];
///         self.value(x)
///     }
/// }
/// assert_eq!(Square.value_and_gradient(&[3.0], &mut [0.0]), 9.0);
/// assert!(!Square.refine()); // as exact as it gets
/// ```
pub trait Function {
    /// f(x).
    fn value(&mut self, x: &[f64]) -> f64;

    /// f(x), with ∂f/∂x_i written to `gradient[i]`; `gradient` has the length of `x`.
    fn value_and_gradient(&mut self, x: &[f64], gradient: &mut [f64]) -> f64;

    /// Goes over to more exact values, if the objective has any: a search of several parts
    /// ([`Ansatz::optimize`](crate::Ansatz::optimize)) then goes on from where it was. False where
    /// the values are as exact as they get.
    fn refine(&mut self) -> bool {
        false
    }

    /// Goes back to the values it began with.
    fn coarsen(&mut self) {}
}

/// A way to minimize, as the user chooses it.
///
/// ```
/// use ketboard_qaoa::{OPTIMIZERS, optimizer};
///
/// assert!(optimizer("lbfgs")?.uses_gradient && !optimizer("cobyla")?.uses_gradient);
/// assert_eq!(OPTIMIZERS[0].name, "lbfgs"); // the default
/// # Ok::<(), ketboard_qaoa::Error>(())
/// ```
#[derive(Debug)]
pub struct Optimizer {
    /// Its name on the command line.
    pub name: &'static str,
    /// One line for the help.
    pub about: &'static str,
    /// Whether it calls [`Function::value_and_gradient`] (and nothing else), or [`Function::value`]
    /// alone.
    pub uses_gradient: bool,
    /// The probe, the start, the budget (of at least one iteration) and a seed.
    search: fn(&mut Probe<'_>, &[f64], &Budget, u64) -> SearchStop,
}

/// All optimizers, the default first. Adding one: a file in `optimize/`, a line here.
///
/// ```
/// let names: Vec<_> = ketboard_qaoa::OPTIMIZERS.iter().map(|one| one.name).collect();
/// assert_eq!(names, ["lbfgs", "nelder-mead", "cobyla", "spsa"]);
/// ```
pub static OPTIMIZERS: &[Optimizer] = &[
    Optimizer {
        name: "lbfgs",
        about: "quasi-Newton steps from the exact gradient",
        uses_gradient: true,
        search: lbfgs::search,
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

/// The optimizer of a name.
///
/// # Errors
/// If no optimizer is called so.
pub fn optimizer(name: &str) -> Result<&'static Optimizer> {
    OPTIMIZERS.iter().find(|o| o.name == name).ok_or_else(|| {
        let names: Vec<_> = OPTIMIZERS.iter().map(|o| o.name).collect();
        Error::setting(
            "optimizer",
            format!("found '{name}'"),
            format!("use {}", names.join(", ")),
        )
    })
}

/// How long one [`minimize`] may take; it ends at whatever is reached first.
///
/// ```
/// use ketboard_qaoa::{Budget, SearchStop, go_on, minimize, optimizer};
/// # struct Bowl;
/// # impl ketboard_qaoa::Function for Bowl {
/// #     fn value(&mut self, x: &[f64]) -> f64 { (x[0] - 3.0).powi(2) }
/// #     fn value_and_gradient(&mut self, x: &[f64], gradient: &mut [f64]) -> f64 {
/// #         gradient[0] = 2.0 * (x[0] - 3.0);
/// #         self.value(x)
/// #     }
/// # }
/// let budget = Budget { iterations: 0, ..Budget::default() };
/// let found = minimize(optimizer("lbfgs")?, &mut Bowl, &[0.0], &budget, 0, &go_on)?;
/// assert_eq!((found.value, found.stop), (9.0, SearchStop::Iterations)); // the start alone
/// # Ok::<(), ketboard_qaoa::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Budget {
    /// Steps of the optimizer; without any the start is measured and nothing else.
    pub iterations: u64,
    /// Calls of the objective, of either kind: never exceeded, except that the start is always
    /// measured (0 means 1).
    pub evaluations: u64,
    /// A search has converged when its values differ by less than this, in units of the value: two
    /// steps of `lbfgs` in a row (or its gradient's length), the standard deviation over the
    /// simplex of `nelder-mead`, ten steps in a row of `spsa`; `cobyla` goes down to a simplex of
    /// its square root.
    pub tolerance: f64,
}

impl Default for Budget {
    /// Up to 200 steps and 2000 calls, to a hundred-millionth of the unit of the value.
    fn default() -> Self {
        Self {
            iterations: 200,
            evaluations: 2000,
            tolerance: 1e-8,
        }
    }
}

/// How often the objective was called.
///
/// ```
/// use ketboard_qaoa::Calls;
/// let calls = Calls { values: 3, gradients: 4 };
/// assert_eq!(calls.evaluations(), 7);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Calls {
    /// Calls of [`Function::value`].
    pub values: u64,
    /// Calls of [`Function::value_and_gradient`].
    pub gradients: u64,
}

impl Calls {
    /// All calls: the `evaluations` of the JSON.
    pub fn evaluations(&self) -> u64 {
        self.values + self.gradients
    }
}

impl std::ops::AddAssign for Calls {
    fn add_assign(&mut self, other: Self) {
        self.values += other.values;
        self.gradients += other.gradients;
    }
}

/// Why a search ended.
///
/// ```
/// use ketboard_qaoa::{Budget, SearchStop, minimize, optimizer};
/// use std::ops::ControlFlow;
/// use std::sync::atomic::{AtomicU64, Ordering};
/// # struct Bowl;
/// # impl ketboard_qaoa::Function for Bowl {
/// #     fn value(&mut self, x: &[f64]) -> f64 { (x[0] - 3.0).powi(2) }
/// #     fn value_and_gradient(&mut self, x: &[f64], gradient: &mut [f64]) -> f64 {
/// #         gradient[0] = 2.0 * (x[0] - 3.0);
/// #         self.value(x)
/// #     }
/// # }
/// let asked = AtomicU64::new(0);
/// let twice = |_: &_| match asked.fetch_add(1, Ordering::Relaxed) {
///     0 | 1 => ControlFlow::Continue(()),
///     _ => ControlFlow::Break(()),
/// };
/// let simplex = optimizer("nelder-mead")?;
/// let found = minimize(simplex, &mut Bowl, &[0.0], &Budget::default(), 0, &twice)?;
/// assert_eq!((found.stop, found.calls.values), (SearchStop::Asked, 2));
/// # Ok::<(), ketboard_qaoa::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchStop {
    /// The values changed by less than the tolerance.
    Converged,
    /// The iterations were used up.
    Iterations,
    /// The evaluations were used up.
    Evaluations,
    /// The search found no way down from the best point: mostly converged to the last digit.
    Stuck,
    /// The callback said stop.
    Asked,
}

/// One measured point of a search.
///
/// ```
/// use ketboard_qaoa::{Budget, go_on, minimize, optimizer};
/// # struct Bowl;
/// # impl ketboard_qaoa::Function for Bowl {
/// #     fn value(&mut self, x: &[f64]) -> f64 { (x[0] - 3.0).powi(2) }
/// #     fn value_and_gradient(&mut self, x: &[f64], gradient: &mut [f64]) -> f64 {
/// #         gradient[0] = 2.0 * (x[0] - 3.0);
/// #         self.value(x)
/// #     }
/// # }
/// let simplex = optimizer("nelder-mead")?;
/// let found = minimize(simplex, &mut Bowl, &[0.0], &Budget::default(), 0, &go_on)?;
/// assert_eq!((found.trace[0].evaluation, found.trace[0].value), (1, 9.0));
/// assert!(found.trace.is_sorted_by(|a, b| a.best >= b.best));
/// # Ok::<(), ketboard_qaoa::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct TracePoint {
    /// Which call of the objective it was, from 1.
    pub evaluation: u64,
    /// Where.
    pub point: Vec<f64>,
    /// f there, always finite: calls without a finite value are counted, but leave no point.
    pub value: f64,
    /// The lowest value so far.
    pub best: f64,
}

/// What a search found.
///
/// ```
/// use ketboard_qaoa::{Budget, go_on, minimize, optimizer};
/// # struct Bowl;
/// # impl ketboard_qaoa::Function for Bowl {
/// #     fn value(&mut self, x: &[f64]) -> f64 { (x[0] - 3.0).powi(2) }
/// #     fn value_and_gradient(&mut self, x: &[f64], gradient: &mut [f64]) -> f64 {
/// #         gradient[0] = 2.0 * (x[0] - 3.0);
/// #         self.value(x)
/// #     }
/// # }
/// let found = minimize(optimizer("lbfgs")?, &mut Bowl, &[0.0], &Budget::default(), 0, &go_on)?;
/// assert!((found.point[0] - 3.0).abs() < 1e-6 && found.value < 1e-9);
/// # Ok::<(), ketboard_qaoa::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Optimum {
    /// The lowest point that was measured.
    pub point: Vec<f64>,
    /// f there, as measured: finite, and never above f at the start.
    pub value: f64,
    /// How often the objective was called.
    pub calls: Calls,
    /// Why the search ended.
    pub stop: SearchStop,
    /// Every measured point, in order.
    pub trace: Vec<TracePoint>,
}

/// The lowest point that `optimizer` sees from `start`. Always ends, even without a limit in its
/// budget; the same input gives the same output. Optimizers that draw random numbers draw them from
/// `seed`.
///
/// ```
/// use ketboard_qaoa::{Budget, Function, OPTIMIZERS, go_on, minimize};
///
/// /// (x − 2)² + 1
/// struct Parabola;
/// impl Function for Parabola {
///     fn value(&mut self, x: &[f64]) -> f64 {
///         (x[0] - 2.0).powi(2) + 1.0
///     }
///     fn value_and_gradient(&mut self, x: &[f64], gradient: &mut [f64]) -> f64 {
///         gradient[0] = 2.0 * (x[0] - 2.0);
///         self.value(x)
///     }
/// }
///
/// let budget = Budget { iterations: 100, evaluations: 500, tolerance: 1e-10 };
/// for optimizer in OPTIMIZERS {
///     let found = minimize(optimizer, &mut Parabola, &[0.0], &budget, 7, &go_on)?;
///     assert!(found.value < 1.5, "from 5 to {}", found.value); // the lowest value is 1
/// }
/// # Ok::<(), ketboard_qaoa::Error>(())
/// ```
///
/// `callback` is asked before each evaluation, and told of depth 0 and start 0. After a `Break`
/// nothing is measured, and the lowest point so far is returned, with [`SearchStop::Asked`].
///
/// # Errors
/// If a coordinate of `start` is not finite, or no finite value was found at all;
/// [`Error::Stopped`] where the first answer of `callback` is `Break`.
pub fn minimize(
    optimizer: &Optimizer,
    objective: &mut dyn Function,
    start: &[f64],
    budget: &Budget,
    seed: u64,
    callback: Callback<'_>,
) -> Result<Optimum> {
    let asking = Asking::new(callback);
    let at = AtStart {
        asking: &asking,
        depth: 0,
        start: 0,
        before: Calls::default(),
        alone: true,
    };
    minimize_at(Some(at), optimizer, objective, (start, seed), budget)
}

fn minimize_at(
    at: Option<AtStart<'_>>,
    optimizer: &Optimizer,
    objective: &mut dyn Function,
    (start, seed): (&[f64], u64),
    budget: &Budget,
) -> Result<Optimum> {
    if let Some((i, &value)) = start.iter().enumerate().find(|(_, x)| !x.is_finite()) {
        let what = format!("coordinate {} of the optimizer's start", i + 1);
        return Err(Error::NotFinite { what, value });
    }
    let mut probe = Probe::new(objective, budget.evaluations.max(1));
    probe.at = at;
    let stop = if start.is_empty() {
        probe.value(start);
        probe.refused().unwrap_or(SearchStop::Converged)
    } else if budget.iterations == 0 {
        measure_alone(&mut probe, start, optimizer.uses_gradient)
    } else {
        (optimizer.search)(&mut probe, start, budget, seed)
    };
    probe.into_optimum(stop)
}

/// Measures the start in the optimizer's way, and ends.
fn measure_alone(probe: &mut Probe<'_>, start: &[f64], uses_gradient: bool) -> SearchStop {
    if uses_gradient {
        probe.value_and_gradient(start);
    } else {
        probe.value(start);
    }
    probe.refused().unwrap_or(SearchStop::Iterations)
}
