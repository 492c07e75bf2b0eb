//! The watched function: it counts calls, keeps the best point and the trace, and refuses what must
//! not go on. Optimizers measure through it alone.
//!
//! - A value that is not finite becomes [`WALL`], with gradient 0; a gradient's entry that is not
//!   finite becomes 0.
//! - A point equal to the last or to the best one is answered from memory, which costs nothing.
//! - A point with a coordinate that is not finite gets no answer (`None`).
//! - Nothing is answered after a stop, and a call that is stopped on its way is forgotten; nor once
//!   the budget is used up, or a search in n dimensions has asked [`PATIENCE`]·(n + 1) times
//!   without a new best point: it might go round in the last digit forever.

use super::asking::AtStart;
use super::metric::Metric;
use super::{Function, Optimum, SearchStop, TracePoint};
use crate::error::{Error, Result};

/// Stands for values that are NaN or infinite: finite, since argmin compares and subtracts.
pub(super) const WALL: f64 = 1e300;

/// How long a search may go without a new best point, in questions per vertex of a simplex.
const PATIENCE: usize = 200;

pub(super) struct Probe<'a> {
    objective: &'a mut dyn Function,
    /// The callback that is asked before each call, if there is one.
    pub(super) at: Option<AtStart<'a>>,
    /// What a search begins to know of the second derivatives, and in the end knows.
    pub(super) metric: Option<Metric>,
    /// The unit of the answers, so that the first steps and the tolerance of an optimizer do not
    /// depend on the scale of the function. What is kept is in the function's own unit.
    pub(super) unit: f64,
    limit: u64,
    evaluations: u64,
    trace: Vec<TracePoint>,
    last: Option<MeasuredPoint>,
    pub(super) best: Option<MeasuredPoint>,
    asked_since_best: usize,
    pub(super) refused: Option<SearchStop>,
}

#[derive(Clone)]
pub(super) struct MeasuredPoint {
    pub(super) point: Vec<f64>,
    pub(super) value: f64,
    gradient: Option<Vec<f64>>,
}

impl<'a> Probe<'a> {
    pub(super) fn new(objective: &'a mut dyn Function, limit: u64) -> Self {
        Self {
            at: None,
            metric: None,
            unit: objective.unit(),
            objective,
            limit,
            evaluations: 0,
            trace: Vec::new(),
            last: None,
            best: None,
            asked_since_best: 0,
            refused: None,
        }
    }

    pub(super) fn value(&mut self, x: &[f64]) -> Option<f64> {
        self.ask(x, false).map(|(value, _)| value)
    }

    pub(super) fn value_and_gradient(&mut self, x: &[f64]) -> Option<(f64, Vec<f64>)> {
        self.ask(x, true)
    }

    /// The value in units, a wall as it is, and the gradient where it is asked for.
    pub(super) fn ask(&mut self, x: &[f64], with_gradient: bool) -> Option<(f64, Vec<f64>)> {
        self.admits_question(x)?;
        let enough = |m: &&MeasuredPoint| m.gradient.is_some() || !with_gradient;
        let remembered = [&self.last, &self.best].into_iter().flatten();
        let known = remembered.filter(|m| m.point == x).find(enough).cloned();
        let measured = match known {
            Some(known) => known,
            None => self.call(x, with_gradient)?,
        };
        let is_wall = measured.value >= WALL;
        let value = if is_wall {
            WALL
        } else {
            measured.value / self.unit
        };
        Some((value, measured.gradient.unwrap_or_default()))
    }

    fn call(&mut self, x: &[f64], with_gradient: bool) -> Option<MeasuredPoint> {
        if !self.admits_call() {
            return None;
        }
        let mut gradient = with_gradient.then(|| vec![0.0; x.len()]);
        let value = match &mut gradient {
            Some(gradient) => self.objective.value_and_gradient(x, gradient),
            None => self.objective.value(x),
        };
        self.counts(value)?;
        self.evaluations += 1;
        for slope in gradient.iter_mut().flatten() {
            *slope /= self.unit;
            if !value.is_finite() || !slope.is_finite() {
                *slope = 0.0;
            }
        }
        Some(self.record(x, value, gradient))
    }

    /// What the search found. Fails if no value was finite, or none was measured before a stop.
    pub(super) fn into_optimum(self, stop: SearchStop) -> Result<Optimum> {
        if self.best.is_none() && stop == SearchStop::Asked {
            return Err(Error::Stopped);
        }
        let best = self.best.ok_or_else(|| Error::NotFinite {
            what: "the value of the objective, at the start and wherever the optimizer went,"
                .into(),
            value: f64::NAN,
        })?;
        Ok(Optimum {
            point: best.point,
            value: best.value,
            evaluations: self.evaluations,
            stop,
            trace: self.trace,
            metric: self.metric,
        })
    }

    fn admits_question(&mut self, x: &[f64]) -> Option<()> {
        self.asked_since_best += 1;
        if self.asked_since_best > PATIENCE * (x.len() + 1) {
            self.refused.get_or_insert(SearchStop::Stuck);
        }
        (self.refused.is_none() && x.iter().all(|x| x.is_finite())).then_some(())
    }

    fn admits_call(&mut self) -> bool {
        if self.evaluations >= self.limit {
            self.refused.get_or_insert(SearchStop::Evaluations);
        }
        if self.refused.is_none()
            && let Some(at) = self.at
        {
            let lowest = self.best.as_ref().map_or(f64::INFINITY, |best| best.value);
            if at.ask(self.evaluations, lowest).is_break() {
                self.refused = Some(SearchStop::Asked);
            }
        }
        self.refused.is_none()
    }

    fn counts(&mut self, value: f64) -> Option<()> {
        let stopped = value.is_nan() && self.at.is_some_and(|at| at.asking.is_stopped());
        if stopped {
            self.refused.get_or_insert(SearchStop::Asked);
        }
        (!stopped).then_some(())
    }

    fn record(&mut self, x: &[f64], value: f64, gradient: Option<Vec<f64>>) -> MeasuredPoint {
        let measured = MeasuredPoint {
            point: x.to_vec(),
            value: if value.is_finite() { value } else { WALL },
            gradient,
        };
        if value.is_finite() {
            let lowest = self.best.as_ref().map_or(f64::INFINITY, |best| best.value);
            if value < lowest {
                self.best = Some(measured.clone());
                self.asked_since_best = 0;
            }
            self.trace.push(TracePoint {
                point: x.to_vec(),
                value,
            });
        }
        self.last = Some(measured.clone());
        measured
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1/x − 3 with a hole: NaN below 0, and a gradient that is never finite below 1.
    struct Holed;

    impl Function for Holed {
        fn value(&mut self, x: &[f64]) -> f64 {
            if x[0] < 0.0 {
                f64::NAN
            } else {
                x[0].recip() - 3.0
            }
        }

        fn value_and_gradient(&mut self, x: &[f64], gradient: &mut [f64]) -> f64 {
            gradient[0] = if x[0] < 1.0 { f64::NAN } else { -x[0].powi(-2) };
            gradient[1] = 5.0;
            self.value(x)
        }
    }

    #[test]
    fn walls_are_flat_and_no_answer_is_ever_infinite() {
        let mut holed = Holed;
        let mut probe = Probe::new(&mut holed, 100);
        assert_eq!(probe.value(&[-1.0, 0.0]), Some(WALL));
        assert_eq!(
            probe.value_and_gradient(&[-1.0, 0.0]),
            Some((WALL, vec![0.0; 2]))
        );
        assert_eq!(probe.value(&[0.0, 0.0]), Some(WALL), "1/0");
        assert_eq!(
            probe.value_and_gradient(&[0.5, 0.0]),
            Some((-1.0, vec![0.0, 5.0]))
        );
        assert_eq!(
            probe.value_and_gradient(&[2.0, 0.0]),
            Some((-2.5, vec![-0.25, 5.0]))
        );
        assert_eq!(probe.best.as_ref().unwrap().value, -2.5);
    }

    #[test]
    fn a_point_that_is_not_finite_is_never_measured() {
        let mut holed = Holed;
        let mut probe = Probe::new(&mut holed, 100);
        for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(probe.value(&[1.0, x]), None);
            assert_eq!(probe.value_and_gradient(&[x, 1.0]), None);
        }
        assert_eq!((probe.evaluations, probe.refused), (0, None));
        assert!(
            probe.value(&[1.0, 1.0]).is_some(),
            "the search may go on elsewhere"
        );
    }

    #[test]
    fn the_last_and_the_best_point_are_answered_without_a_call() {
        let mut holed = Holed;
        let mut probe = Probe::new(&mut holed, 100);
        for x in [4.0, 2.0, 3.0, 3.0, 4.0] {
            probe.value_and_gradient(&[x, 0.0]).unwrap();
            assert_eq!(probe.value(&[4.0, 0.0]), Some(-2.75));
        }
        assert_eq!(probe.evaluations, 3);
        probe.value(&[5.0, 0.0]).unwrap();
        probe.value_and_gradient(&[5.0, 0.0]).unwrap();
        assert_eq!(probe.evaluations, 5, "the gradient was not known");
    }

    #[test]
    fn a_search_that_stands_still_is_refused_for_good() {
        let mut holed = Holed;
        let mut probe = Probe::new(&mut holed, u64::MAX);
        let answers = (0..10_000).take_while(|_| probe.value(&[1.0, 1.0]).is_some());
        assert_eq!(answers.count(), PATIENCE * 3 + 1);
        assert_eq!(probe.value(&[9.0, 9.0]), None);
        assert_eq!(probe.refused, Some(SearchStop::Stuck));
    }
}
