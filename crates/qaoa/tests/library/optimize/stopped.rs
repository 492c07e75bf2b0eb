//! Searches whose callback says stop: what was measured until there is what they return.

use crate::optimize::{Order, Task, continue_depths, depth_by_depth};
use crate::tests::optimize::function::{AMPLE, measured};
use crate::{
    Asking, Budget, Calls, Error, Function, Moment, OPTIMIZERS, Progress, SearchSettings,
    SearchStop, Spread, Stage, Strategy, go_on, minimize,
};
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::{AtomicU64, Ordering};

const SPREAD: Spread = Spread {
    standard_deviation: 1.0,
    qubits: 4,
};

/// A bowl with ripples.
fn wavy(x: &[f64]) -> f64 {
    let term = |(i, x): (usize, &f64)| (x - 0.3 * i as f64).powi(2) + 0.1 * (5.0 * x).sin();
    x.iter().enumerate().map(term).sum()
}

/// A callback that allows so many evaluations, and how often it has been asked about one.
struct Allowance {
    evaluations: u64,
    asked: AtomicU64,
}

impl Allowance {
    fn of(evaluations: u64) -> Self {
        let asked = AtomicU64::new(0);
        Self { evaluations, asked }
    }

    fn answer(&self, progress: &Progress) -> ControlFlow<()> {
        if progress.moment != Moment::Evaluation {
            return Continue(());
        }
        match self.asked.fetch_add(1, Ordering::SeqCst) {
            asked if asked < self.evaluations => Continue(()),
            _ => Break(()),
        }
    }
}

#[test]
fn a_search_that_is_stopped_after_k_evaluations_returns_the_best_of_those_k() {
    let (start, budget) = ([0.9, -0.4, 1.3], Budget::default());
    for tool in OPTIMIZERS {
        let whole = minimize(tool, &mut measured(wavy), &start, &budget, 5, &go_on).unwrap();
        for k in (1..whole.trace.len() as u64).step_by(7) {
            let (allowance, mut objective) = (Allowance::of(k), measured(wavy));
            let callback = |progress: &Progress| allowance.answer(progress);
            let cut = minimize(tool, &mut objective, &start, &budget, 5, &callback);
            let cut = cut.unwrap();
            assert_eq!(cut.trace, whole.trace[..k as usize], "{}", tool.name);
            let lowest = cut.trace.iter().map(|point| point.value);
            assert_eq!(cut.value, lowest.fold(f64::INFINITY, f64::min));
            assert_eq!((cut.stop, cut.calls), (SearchStop::Asked, objective.calls));
            assert_eq!(objective.calls.evaluations(), k, "{}", tool.name);
            assert_eq!(allowance.asked.into_inner(), k + 1, "asked no more");
        }
        let mut objective = measured(wavy);
        let never = minimize(tool, &mut objective, &start, &budget, 5, &|_| Break(()));
        assert!(matches!(never, Err(Error::Stopped)), "{}", tool.name);
        assert_eq!(objective.calls, Calls::default());
    }
}

fn task(strategy: Strategy, order: Order) -> Task {
    let settings = SearchSettings {
        depth: 3,
        starts: 3,
        budget: Budget {
            evaluations: 12,
            ..AMPLE
        },
        strategy,
        ..SearchSettings::default()
    };
    Task {
        order,
        ..Task::new(settings)
    }
}

/// What a stage says, but for its counts.
fn told(stage: &Stage) -> (usize, Vec<f64>, f64) {
    (stage.depth, stage.angles.to_flat(), stage.measured)
}

#[test]
fn a_search_by_depths_that_is_stopped_returns_what_is_done_and_the_best_of_the_rest() {
    for strategy in Strategy::ALL {
        for order in [Order::InTurn, Order::SideBySide] {
            let task = task(strategy, order);
            let calls = AtomicU64::new(0);
            let make = || {
                measured(|x: &[f64]| {
                    calls.fetch_add(1, Ordering::SeqCst);
                    wavy(x)
                })
            };
            let whole = depth_by_depth(make, &task, SPREAD, &go_on).unwrap();
            let all = whole[2].calls_so_far.evaluations();
            for k in (0..all).step_by(5) {
                let (allowance, mut heard) = (Allowance::of(k), Vec::new());
                let callback = |progress: &Progress| allowance.answer(progress);
                let found = continue_depths(
                    make,
                    &task,
                    SPREAD,
                    Vec::new(),
                    &Asking::new(&callback),
                    &mut |stage| {
                        heard.push(told(stage));
                        Ok::<_, Error>(())
                    },
                );
                let found = found.unwrap();
                let done = heard.len();
                assert!(found.len() <= done + 1 && done < 3, "{strategy:?}, {k}");
                let expected: Vec<_> = whole[..done].iter().map(told).collect();
                assert_eq!(heard, expected, "{strategy:?}, {order:?}, {k}");
                assert!(found[..done].iter().all(|stage| !stage.stopped));
                if let Some(unfinished) = found.get(done) {
                    assert!(unfinished.stopped && unfinished.depth == done + 1);
                    assert_eq!(unfinished.calls_so_far.evaluations(), k, "{strategy:?}");
                    let lowest = unfinished.trace.iter().map(|point| point.value);
                    assert_eq!(unfinished.measured, lowest.fold(f64::INFINITY, f64::min));
                }
            }
        }
    }
}

/// An objective that is slow enough to be asked about on its way, and obeys.
struct Slow<'a>(&'a Asking<'a>);

impl Function for Slow<'_> {
    fn value(&mut self, x: &[f64]) -> f64 {
        match self.0.ask_between_layers() {
            Continue(()) => wavy(x),
            Break(()) => f64::NAN,
        }
    }

    fn value_and_gradient(&mut self, x: &[f64], gradient: &mut [f64]) -> f64 {
        measured(wavy).value_and_gradient(x, gradient);
        self.value(x)
    }
}

#[test]
fn an_evaluation_that_is_stopped_on_its_way_does_not_count() {
    for strategy in [Strategy::Ladder, Strategy::Tqa] {
        let task = task(strategy, Order::InTurn);
        let layers = AtomicU64::new(0);
        let callback = |progress: &Progress| match progress.moment {
            Moment::Layer if layers.fetch_add(1, Ordering::SeqCst) == 25 => Break(()),
            Moment::Layer | Moment::Evaluation | Moment::End => Continue(()),
        };
        let asking = Asking::new(&callback);
        let make = || Slow(&asking);
        let found = continue_depths(make, &task, SPREAD, Vec::new(), &asking, &mut |_| {
            Ok::<_, Error>(())
        });
        let found = found.unwrap();
        let last = found.last().unwrap();
        assert!(last.stopped && asking.is_stopped());
        assert_eq!(last.calls_so_far.evaluations(), 25, "{strategy:?}");
        assert!(last.measured.is_finite());
    }
}
