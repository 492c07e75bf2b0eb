//! Evaluations that are stopped between two passes: no value, no trace of it, and as many questions
//! as passes.

use crate::pipeline::{Evaluate, SearchPlan, Variational, find_angles, is_cut_short};
use ketboard_qaoa::{
    Angles, Diagonal, Evaluator, Goal, Groups, MixerAngles, Moment, MultiAngle, QuditMixing,
    QuditSpace, QuditTable, Real, RegisterCost, RegisterEvaluator, SearchSettings, StartOrder,
    Strategy, Watch,
};
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::{AtomicUsize, Ordering};

const DEPTH: usize = 3;

/// A callback that says stop when it is asked for the k-th time, from 0.
struct At {
    k: usize,
    asked: AtomicUsize,
}

impl At {
    fn question(k: usize) -> Self {
        let asked = AtomicUsize::new(0);
        Self { k, asked }
    }

    fn answer(&self) -> ControlFlow<()> {
        match self.asked.fetch_add(1, Ordering::SeqCst) {
            asked if asked == self.k => Break(()),
            _ => Continue(()),
        }
    }

    fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }
}

/// A cost with fields and couplings of a few levels.
fn terms(n: usize) -> Vec<(u64, f64)> {
    let fields = (0..n).map(|k| (1 << k, (k % 3) as f64 - 1.0));
    let couplings = (1..n).map(|k| (0b11 << (k - 1), 1.0));
    fields.chain(couplings).collect()
}

/// Some angles, different from layer to layer.
fn series(count: usize, step: f64) -> Vec<f64> {
    (0..count)
        .map(|k| (step * (k as f64 + 1.0)).sin())
        .collect()
}

/// What an evaluator of its own says of a goal: the value, and with the derivatives.
fn answers<E: Evaluate>(mut evaluator: E, goal: &Goal, angles: &Angles) -> (f64, f64, Angles) {
    let mut by = Angles::default();
    let value = evaluator.value(goal, angles);
    let again = evaluator.value_and_gradient(goal, angles, &mut by);
    (value, again, by)
}

/// The passes of a value and of a gradient; evaluations are stopped at each of them.
fn passes<T: Real, C: Variational>(cost: &C, goal: &Goal, angles: &Angles) -> [usize; 2] {
    let expected = answers(cost.evaluator::<T>(Watch::NONE).unwrap(), goal, angles);
    let never = At::question(usize::MAX);
    let ask = || never.answer();
    let watch = Watch::new(&ask).at_every_pass();
    let mut evaluator = cost.evaluator::<T>(watch).unwrap();
    assert_eq!(evaluator.value(goal, angles), expected.0, "{goal:?}");
    let of_value = never.asked();
    let mut by = Angles::default();
    assert_eq!(
        evaluator.value_and_gradient(goal, angles, &mut by),
        expected.1
    );
    assert_eq!(by, expected.2, "{goal:?}");
    let of_gradient = never.asked() - of_value;
    for k in 0..of_value {
        let at = At::question(k);
        let ask = || at.answer();
        let watch = Watch::new(&ask).at_every_pass();
        let mut evaluator = cost.evaluator::<T>(watch).unwrap();
        assert!(evaluator.value(goal, angles).is_nan(), "{goal:?}, {k}");
        assert_eq!(at.asked(), k + 1, "no pass after the answer");
        assert_eq!(
            evaluator.value(goal, angles),
            expected.0,
            "the memory serves again"
        );
    }
    for k in 0..of_gradient {
        let at = At::question(k);
        let ask = || at.answer();
        let watch = Watch::new(&ask).at_every_pass();
        let mut evaluator = cost.evaluator::<T>(watch).unwrap();
        let value = evaluator.value_and_gradient(goal, angles, &mut by);
        assert!(value.is_nan() && at.asked() == k + 1, "{goal:?}, {k}");
        let again = evaluator.value_and_gradient(goal, angles, &mut by);
        assert_eq!(
            (again, &by),
            (expected.1, &expected.2),
            "the memory serves again"
        );
    }
    [of_value, of_gradient]
}

#[test]
fn an_evaluation_on_qubits_stops_at_any_pass_and_leaves_nothing_behind() {
    let angles = Angles::new(series(DEPTH, 0.7), series(DEPTH, 0.4)).unwrap();
    for n in [3, 16] {
        let cost = Diagonal::from_terms(n, terms(n)).unwrap();
        for goal in [Goal::Expectation, Goal::Cvar(0.3)] {
            let wide = passes::<f64, _>(&cost, &goal, &angles);
            let narrow = passes::<f32, _>(&cost, &goal, &angles);
            assert_eq!(wide, narrow, "{n}, {goal:?}");
            assert!(wide[0] > DEPTH / 2, "a pass is of two layers at most");
            assert!(wide[1] > wide[0], "there and back");
        }
    }
}

#[test]
fn an_evaluation_with_angles_in_groups_stops_at_any_pass() {
    let lists: Vec<_> = terms(4).chunks(3).map(<[_]>::to_vec).collect();
    let groups = Groups::new(4, &lists).unwrap();
    let shape = MixerAngles::EachQubit.shape(&groups);
    let count = [shape.groups, shape.mixers].map(|series| DEPTH * series);
    let angles = Angles::new_in(series(count[0], 0.7), series(count[1], 0.4), shape).unwrap();
    for goal in [Goal::Expectation, Goal::Gibbs(0.5)] {
        fn make<'a>(groups: &'a Groups, watch: Watch<'a>) -> MultiAngle<'a, f64> {
            let evaluator = MultiAngle::new(groups, MixerAngles::EachQubit).unwrap();
            evaluator.watched_by(watch)
        }
        let expected = answers(make(&groups, Watch::NONE), &goal, &angles);
        for k in 0..2 * DEPTH {
            let at = At::question(k);
            let ask = || at.answer();
            let mut evaluator = make(&groups, Watch::new(&ask).at_every_pass());
            let mut by = Angles::default();
            let value = evaluator.value_and_gradient_of(&goal, &angles, &mut by);
            assert!(value.is_nan() && at.asked() == k + 1, "{goal:?}, {k}");
            assert_eq!(
                answers(evaluator, &goal, &angles),
                expected,
                "{goal:?}, {k}"
            );
        }
    }
}

#[test]
fn an_evaluation_on_registers_stops_at_any_pass() {
    let space = QuditSpace::new(vec![3, 4, 2]).unwrap();
    let values = (0..12).map(|k| f64::from(k % 5)).collect();
    let table = QuditTable {
        registers: vec![0, 1],
        values,
    };
    let cost = RegisterCost::from_tables(space, 0.5, vec![table]).unwrap();
    let angles = Angles::new(series(DEPTH, 0.7), series(DEPTH, 0.4)).unwrap();
    for mixing in [QuditMixing::complete(cost.space()), QuditMixing::Grover] {
        for goal in [Goal::Expectation, Goal::Cvar(0.4)] {
            fn make<'a>(
                cost: &'a RegisterCost,
                mixing: &'a QuditMixing,
                watch: Watch<'a>,
            ) -> RegisterEvaluator<'a, f64> {
                let evaluator = RegisterEvaluator::new(cost, mixing).unwrap();
                evaluator.watched_by(watch)
            }
            let expected = answers(make(&cost, &mixing, Watch::NONE), &goal, &angles);
            for k in 0..2 * DEPTH {
                let at = At::question(k);
                let ask = || at.answer();
                let mut evaluator = make(&cost, &mixing, Watch::new(&ask).at_every_pass());
                let mut by = Angles::default();
                let value = evaluator.value_and_gradient_of(&goal, &angles, &mut by);
                assert!(value.is_nan() && at.asked() == k + 1, "{goal:?}, {k}");
                assert_eq!(
                    answers(evaluator, &goal, &angles),
                    expected,
                    "{goal:?}, {k}"
                );
            }
        }
    }
}

#[test]
fn a_search_over_a_large_state_is_asked_between_layers_and_stops_there() {
    let n = 22;
    let cost = Diagonal::from_terms(n, terms(n)).unwrap();
    let mut plan = SearchPlan {
        settings: SearchSettings {
            depth: 5,
            starts: 1,
            order: StartOrder::InTurn,
            strategy: Strategy::Ramp,
            ..SearchSettings::default()
        },
        ..SearchPlan::default()
    };
    plan.settings.budget.evaluations = 2;
    let (begun, between) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let stages = find_angles(&cost, &plan, &|progress| {
        match progress.moment {
            Moment::Evaluation => begun.fetch_add(1, Ordering::SeqCst),
            Moment::Layer if begun.load(Ordering::SeqCst) > 1 => {
                between.fetch_add(1, Ordering::SeqCst);
                return Break(());
            }
            Moment::Layer | Moment::End => 0,
        };
        Continue(())
    });
    let stages = stages.unwrap();
    assert_eq!(between.into_inner(), 1, "asked no more after the answer");
    assert!(is_cut_short(&cost, &plan, &stages));
    let finished = stages.last().map(|stage| stage.calls_so_far.evaluations());
    let begun = begun.into_inner() as u64;
    assert_eq!(
        finished.map(|finished| finished + 1),
        Some(begun),
        "the stopped one does not count"
    );
    let best = stages.last().unwrap();
    let measured = Evaluator::new(&cost).unwrap().value(&best.angles);
    assert!((measured - best.measured).abs() < 1e-9);
}
