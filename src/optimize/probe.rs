//! The watched objective: counts calls, keeps the best point and the trace, and refuses what must not go on.
//!
//! Optimizers measure through it and through nothing else, so that what they may do is decided here:
//! - a value that is not finite becomes [`WALL`], with gradient 0; a gradient's entry that is not finite becomes 0;
//! - a point equal to the last or to the best one is answered from memory, which costs nothing;
//! - a point with a coordinate that is not finite is not measured: no answer (`None`);
//! - nothing is answered any more once the budget is used up, or once a search has asked for known points [`PATIENCE`] times in
//!   a row: it stands still, and would do so forever.

use super::{Calls, Objective, Optimum, Stop, TracePoint};
use crate::error::{Error, Result};

/// Stands for values that are NaN or infinite: worse than any other, yet finite, since argmin compares and subtracts.
pub(super) const WALL: f64 = 1e300;

/// How many answers from memory in a row are too many: the optimizers ask at most 3 times for a point that they move on from.
const PATIENCE: u32 = 32;

/// An objective with its memory.
pub(super) struct Probe<'a> {
    objective: &'a mut dyn Objective,
    limit: u64,
    calls: Calls,
    trace: Vec<TracePoint>,
    last: Option<Measured>,
    best: Option<Measured>,
    repeats: u32,
    refused: Option<Stop>,
}

/// A point with what is known of it.
#[derive(Clone)]
pub(super) struct Measured {
    pub(super) point: Vec<f64>,
    pub(super) value: f64,
    gradient: Option<Vec<f64>>,
}

impl<'a> Probe<'a> {
    /// A probe that answers `limit` calls.
    pub(super) fn new(objective: &'a mut dyn Objective, limit: u64) -> Self {
        Self {
            objective,
            limit,
            calls: Calls::default(),
            trace: Vec::new(),
            last: None,
            best: None,
            repeats: 0,
            refused: None,
        }
    }

    /// f(x), or `None` where the search must end.
    pub(super) fn value(&mut self, x: &[f64]) -> Option<f64> {
        if let Some(known) = self.recall(x, |_| true) {
            return self.admits_known().then_some(known.value);
        }
        self.admits(x).then(|| {
            self.calls.values += 1;
            let value = self.objective.value(x);
            self.record(x, value, None)
        })
    }

    /// f(x) and its gradient, or `None` where the search must end.
    pub(super) fn value_and_gradient(&mut self, x: &[f64]) -> Option<(f64, Vec<f64>)> {
        if let Some(known) = self.recall(x, |m| m.gradient.is_some()) {
            return known
                .gradient
                .filter(|_| self.admits_known())
                .map(|gradient| (known.value, gradient));
        }
        self.admits(x).then(|| {
            self.calls.gradients += 1;
            let mut gradient = vec![0.0; x.len()];
            let value = self.objective.value_and_gradient(x, &mut gradient);
            let is_wall = !value.is_finite();
            gradient
                .iter_mut()
                .filter(|g| is_wall || !g.is_finite())
                .for_each(|g| *g = 0.0);
            let value = self.record(x, value, Some(gradient.clone()));
            (value, gradient)
        })
    }

    /// The lowest point so far, if any value was finite.
    pub(super) fn best(&self) -> Option<&Measured> {
        self.best.as_ref()
    }

    /// Why nothing is answered any more, if that is so.
    pub(super) fn refused(&self) -> Option<Stop> {
        self.refused
    }

    /// What the search found.
    ///
    /// # Errors
    /// If no value was finite.
    pub(super) fn into_optimum(self, stop: Stop) -> Result<Optimum> {
        let best = self.best.ok_or_else(|| Error::NotFinite {
            what: "the value of the objective, at the start and wherever the optimizer went,"
                .into(),
            value: f64::NAN,
        })?;
        Ok(Optimum {
            point: best.point,
            value: best.value,
            calls: self.calls,
            stop,
            trace: self.trace,
        })
    }

    fn recall(&self, x: &[f64], enough: impl Fn(&Measured) -> bool) -> Option<Measured> {
        [&self.last, &self.best]
            .into_iter()
            .flatten()
            .find(|m| m.point == x && enough(m))
            .cloned()
    }

    fn admits_known(&mut self) -> bool {
        self.repeats += 1;
        if self.repeats > PATIENCE {
            self.refused.get_or_insert(Stop::Stuck);
        }
        self.refused.is_none()
    }

    fn admits(&mut self, x: &[f64]) -> bool {
        self.repeats = 0;
        if self.calls.evaluations() >= self.limit {
            self.refused.get_or_insert(Stop::Evaluations);
        }
        self.refused.is_none() && x.iter().all(|x| x.is_finite())
    }

    fn record(&mut self, x: &[f64], value: f64, gradient: Option<Vec<f64>>) -> f64 {
        let measured = Measured {
            point: x.to_vec(),
            value: if value.is_finite() { value } else { WALL },
            gradient,
        };
        if value.is_finite() {
            let lowest = self.best.as_ref().map_or(f64::INFINITY, |best| best.value);
            if value < lowest {
                self.best = Some(measured.clone());
            }
            self.trace.push(TracePoint {
                evaluation: self.calls.evaluations(),
                point: x.to_vec(),
                value,
                best: value.min(lowest),
            });
        }
        let value = measured.value;
        self.last = Some(measured);
        value
    }
}
