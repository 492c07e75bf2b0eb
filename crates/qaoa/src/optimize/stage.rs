//! What a search for angles reached at one depth: the angles, their value, and the evaluations
//! spent.

use super::TracePoint;
use crate::ansatz::{AngleShape, Angles};

/// What a search reached at one depth.
///
/// ```
/// use ketboard_qaoa::{Ansatz, Cost, SearchSettings, search::go_on};
///
/// let ansatz = Ansatz::new(Cost::from_terms(3, [(0b011, 1.0), (0b110, -2.0), (0b001, -0.5)])?);
/// let settings = SearchSettings { depth: 2, ..SearchSettings::default() };
/// let stages = ansatz.optimize(&settings, &go_on)?;
/// assert!(stages[1].objective <= stages[0].objective + 1e-9);
/// assert!(stages[1].evaluations > stages[0].evaluations);
/// let lowest = stages[1].trace().map(|(_, value)| value).fold(f64::INFINITY, f64::min);
/// assert_eq!(lowest, stages[1].measured);
/// # Ok::<(), ketboard_qaoa::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Stage {
    /// The number of layers p.
    pub depth: usize,
    /// The best angles of this depth, in radians.
    pub angles: Angles,
    /// The value there as the search measured it: what it minimized, and compares depths by.
    pub measured: f64,
    /// The value there, computed exactly: the same, unless it was measured by shots.
    pub objective: f64,
    /// ⟨C⟩ there: the same, unless something else was minimized.
    pub expectation: f64,
    /// Evaluations at this and all earlier depths, all starts together: what it cost to get here.
    pub evaluations: u64,
    /// The layers of these evaluations together; a gradient counts three times its own.
    pub layers: u64,
    /// Whether the best start came to rest: no step led lower by more than the tolerance.
    pub converged: bool,
    /// Whether the callback ended this depth before all was done; it is the last stage then.
    pub stopped: bool,
    pub(super) shape: AngleShape,
    pub(super) trace: Vec<TracePoint>,
}

impl Stage {
    /// A stage of an earlier search, for [`Ansatz::continue_from`](crate::Ansatz::continue_from),
    /// from the numbers of its record. Nothing is known of its trace.
    pub fn known(
        depth: usize,
        angles: Angles,
        measured: f64,
        (evaluations, layers): (u64, u64),
    ) -> Self {
        Self {
            depth,
            angles,
            measured,
            objective: measured,
            expectation: measured,
            evaluations,
            layers,
            converged: true,
            stopped: false,
            shape: AngleShape::STANDARD,
            trace: Vec::new(),
        }
    }

    /// The points that the best start measured, in order: the angles and the finite value there.
    pub fn trace(&self) -> impl ExactSizeIterator<Item = (Angles, f64)> {
        let angles = |point: &TracePoint| Angles::from_flat_in(&point.point, self.shape);
        self.trace
            .iter()
            .map(move |point| (angles(point), point.value))
    }
}
