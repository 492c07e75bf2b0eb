//! What a search for angles reached at one depth: the best angles, what they are worth, and what it
//! cost to find them.

use super::{Calls, SearchStop, TracePoint};
use crate::ansatz::Angles;

/// What was reached at one depth.
///
/// ```
/// use ketboard_qaoa::{Ansatz, Cost, SearchSettings, go_on};
///
/// let ansatz = Ansatz::new(Cost::from_terms(3, [(0b011, 1.0), (0b110, -2.0), (0b001, -0.5)])?);
/// let settings = SearchSettings { depth: 2, ..SearchSettings::default() };
/// let stages = ansatz.optimize(&settings, &go_on)?;
/// assert!(stages[1].objective <= stages[0].objective + 1e-9);
/// assert!(stages[1].calls_so_far.evaluations() > stages[0].calls_so_far.evaluations());
/// # Ok::<(), ketboard_qaoa::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Stage {
    /// Number of layers.
    pub depth: usize,
    /// The best angles of this depth.
    pub angles: Angles,
    /// The value there as the search measured it: what it made small, and compares depths by.
    pub measured: f64,
    /// The value there, computed exactly: the same, unless it was measured by shots.
    pub objective: f64,
    /// ⟨C⟩ there: the same, unless something else was minimized.
    pub expectation: f64,
    /// Calls of the objective at this depth, all starts together.
    pub calls: Calls,
    /// Calls at this and all earlier depths: what it cost to get here.
    pub calls_so_far: Calls,
    /// Why the best start ended.
    pub stop: SearchStop,
    /// Whether the callback ended this depth before all was done: it is the last stage then, of
    /// what was measured until there.
    pub stopped: bool,
    /// The trace of the best start; its points are angles in flat form, gammas first.
    pub trace: Vec<TracePoint>,
}

impl Stage {
    /// A stage of an earlier search, for [`Ansatz::continue_from`](crate::Ansatz::continue_from):
    /// what its record knows. Of its calls only the number is known (counted as values), of its
    /// search nothing.
    pub fn known(depth: usize, angles: Angles, measured: f64, evaluations: u64) -> Self {
        Self {
            depth,
            angles,
            measured,
            objective: measured,
            expectation: measured,
            calls: Calls::default(),
            calls_so_far: Calls {
                values: evaluations,
                gradients: 0,
            },
            stop: SearchStop::Converged,
            stopped: false,
            trace: Vec::new(),
        }
    }
}
