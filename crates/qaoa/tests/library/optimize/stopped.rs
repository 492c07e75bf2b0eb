//! Searches whose callback says stop: what was measured until there is what they return.

use crate::ansatz::Angles;
use crate::optimize::asking::Asking;
use crate::optimize::{Budget, Function, Order, SearchStop, Task, continue_depths};
use crate::tests::optimize::function::{ample, counted, depth_by_depth, minimize_heard};
use crate::{
    Error, SearchSettings, Stage,
    search::{OPTIMIZERS, Progress, Strategy, go_on},
};
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

const GAMMA_UNIT: f64 = 2.0;

/// Angles that served elsewhere.
fn transfer() -> &'static [Angles] {
    Vec::leak(vec![Angles::ramp(1, 0.4, 0.5), Angles::ramp(2, 0.5, 0.5)])
}

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
        if progress.ended {
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
    let start: &[f64] = &[0.9, -0.4, 1.3];
    let budget = Budget {
        iterations: 200,
        evaluations: 2000,
        tolerance: 1e-8,
        above: f64::INFINITY,
    };
    for tool in OPTIMIZERS {
        let whole = minimize_heard(tool, &mut counted(wavy), (start, 5), &budget, &go_on).unwrap();
        for k in (1..whole.trace.len() as u64).step_by(7) {
            let (allowance, mut function) = (Allowance::of(k), counted(wavy));
            let callback = |progress: &Progress| allowance.answer(progress);
            let cut = minimize_heard(tool, &mut function, (start, 5), &budget, &callback);
            let cut = cut.unwrap();
            assert_eq!(cut.trace, whole.trace[..k as usize], "{}", tool.name);
            let lowest = cut.trace.iter().map(|point| point.value);
            assert_eq!(cut.value, lowest.fold(f64::INFINITY, f64::min));
            assert_eq!((cut.stop, cut.evaluations), (SearchStop::Asked, k));
            assert_eq!(function.evaluations.all(), k, "{}", tool.name);
            assert_eq!(allowance.asked.into_inner(), k + 1, "asked no more");
        }
        let mut function = counted(wavy);
        let never = minimize_heard(tool, &mut function, (start, 5), &budget, &|_| Break(()));
        assert!(matches!(never, Err(Error::Stopped)), "{}", tool.name);
        assert_eq!(function.evaluations.all(), 0);
    }
}

fn task(strategy: Strategy, order: Order) -> Task {
    let settings = SearchSettings {
        depth: 3,
        starts: 3,
        evaluations: 12,
        strategy,
        transfer: transfer(),
        ..ample()
    };
    Task {
        order,
        ..Task::new(settings, GAMMA_UNIT)
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
            let evaluated = AtomicU64::new(0);
            let make = || {
                counted(|x: &[f64]| {
                    evaluated.fetch_add(1, Ordering::SeqCst);
                    wavy(x)
                })
            };
            let whole = depth_by_depth(make, &task, &go_on).unwrap();
            let all = whole[2].evaluations;
            for k in (0..all).step_by(5) {
                let (allowance, mut heard) = (Allowance::of(k), Vec::new());
                let callback = |progress: &Progress| allowance.answer(progress);
                let found = continue_depths(
                    (make, &|| Ok(())),
                    &task,
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
                    assert_eq!(unfinished.evaluations, k, "{strategy:?}");
                    let lowest = unfinished.trace().map(|(_, value)| value);
                    assert_eq!(unfinished.measured, lowest.fold(f64::INFINITY, f64::min));
                }
            }
        }
    }
}

/// A function that is slow enough to be asked about on its way, and obeys.
struct Slow<'a>(&'a Asking<'a>);

impl Function for Slow<'_> {
    fn value(&mut self, x: &[f64]) -> f64 {
        match self.0.ask_between_layers() {
            Continue(()) => wavy(x),
            Break(()) => f64::NAN,
        }
    }

    fn value_and_gradient(&mut self, x: &[f64], gradient: &mut [f64]) -> f64 {
        counted(wavy).value_and_gradient(x, gradient);
        self.value(x)
    }
}

#[test]
fn an_evaluation_that_is_stopped_on_its_way_does_not_count() {
    for strategy in [Strategy::Ladder, Strategy::Tqa] {
        let task = task(strategy, Order::InTurn);
        let layers = AtomicU64::new(0);
        let told = Mutex::new(None);
        let callback = |progress: &Progress| {
            // what is told before an evaluation is told again between its layers
            let again = told.lock().unwrap().replace(*progress) == Some(*progress);
            match again && layers.fetch_add(1, Ordering::SeqCst) == 25 {
                true => Break(()),
                false => Continue(()),
            }
        };
        let asking = Asking::new(&callback);
        let make = || Slow(&asking);
        let found = continue_depths((make, &|| Ok(())), &task, Vec::new(), &asking, &mut |_| {
            Ok::<_, Error>(())
        });
        let found = found.unwrap();
        let last = found.last().unwrap();
        assert!(last.stopped && asking.is_stopped());
        assert_eq!(last.evaluations, 25, "{strategy:?}");
        assert!(last.measured.is_finite());
    }
}
