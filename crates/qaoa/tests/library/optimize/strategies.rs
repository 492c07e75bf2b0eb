//! Every strategy on costs simulated by plain loops, in every shape.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use crate::ansatz::{in_shape, interpolate, interpolate_in, ramp_for};
use crate::optimize::asking::Asking;
use crate::optimize::{Function, Order, Task, continue_depths};
use crate::tests::optimize::function::{counted, depth_by_depth};
use crate::{
    Angles, SearchSettings, Stage,
    angles::AngleShape,
    search::{Optimizer, Progress, Strategy, go_on},
};
use num_complex::Complex64;
use std::ops::ControlFlow::Continue;

/// Two groups of terms over three qubits: (x₀ + x₁ − 1)² and 2 x₁ x₂ + ½ x₂.
fn parts() -> [Vec<f64>; 2] {
    let bit = |x: usize, k: usize| (x >> k & 1) as f64;
    let first = |x| (bit(x, 0) + bit(x, 1) - 1.0).powi(2);
    let second = |x| (2.0 * bit(x, 1) + 0.5) * bit(x, 2);
    [(0..8).map(first).collect(), (0..8).map(second).collect()]
}

/// √3/0.95.
const GAMMA_UNIT: f64 = 1.823_211_375_7;

/// Angles that served elsewhere, of the first three depths.
fn transfer() -> &'static [Angles] {
    Vec::leak((1..=3).map(|depth| Angles::ramp(depth, 0.6, 0.5)).collect())
}

/// ⟨C⟩ with an angle for each group and each qubit, or one for all, by plain loops.
fn expectation(shape: AngleShape, flat: &[f64]) -> f64 {
    let parts = parts();
    let angles = Angles::from_flat_in(flat, shape);
    let depth = angles.depth_in(shape);
    let mut state = [Complex64::from(8_f64.sqrt().recip()); 8];
    for layer in 0..depth {
        let gamma = |part: usize| angles.gammas[(part % shape.groups) * depth + layer];
        for (x, amp) in state.iter_mut().enumerate() {
            *amp *= Complex64::cis(-gamma(0) * parts[0][x] - gamma(1) * parts[1][x]);
        }
        for qubit in 0..3 {
            let beta = angles.betas[(qubit % shape.mixers) * depth + layer];
            let flipped: Vec<_> = (0..8).map(|x| state[x ^ 1 << qubit]).collect();
            for (amp, other) in state.iter_mut().zip(flipped) {
                *amp = beta.cos() * *amp - Complex64::i() * beta.sin() * other;
            }
        }
    }
    let energy = |x: usize| parts[0][x] + parts[1][x];
    (0..8).map(|x| state[x].norm_sqr() * energy(x)).sum()
}

const SHAPES: [AngleShape; 3] = [
    AngleShape::STANDARD,
    AngleShape {
        groups: 2,
        mixers: 1,
    },
    AngleShape {
        groups: 2,
        mixers: 3,
    },
];

fn strategies() -> impl Iterator<Item = Strategy> {
    let of_terms = [1, 2].map(|q| Strategy::Fourier { terms: Some(q) });
    Strategy::ALL.into_iter().chain(of_terms)
}

fn task(strategy: Strategy, shape: AngleShape, iterations: u64) -> Task {
    let settings = SearchSettings {
        depth: 4,
        starts: 3,
        seed: 11,
        strategy,
        iterations,
        transfer: transfer(),
        ..SearchSettings::default()
    };
    Task {
        shape,
        ..Task::new(settings, GAMMA_UNIT)
    }
}

fn stages(task: &Task) -> Vec<Stage> {
    let make = || counted(|flat: &[f64]| expectation(task.shape, flat));
    depth_by_depth(make, task, &go_on).unwrap()
}

#[test]
fn every_strategy_gives_finite_angles_in_every_shape_and_reports_what_they_are_worth() {
    for strategy in strategies() {
        for shape in SHAPES {
            for stage in stages(&task(strategy, shape, 8)) {
                let what = format!("{} at depth {} in {shape:?}", strategy.name(), stage.depth);
                let flat = stage.angles.to_flat();
                assert_eq!(flat.len(), stage.depth * shape.per_layer(), "{what}");
                assert!(flat.iter().all(|angle| angle.is_finite()), "{what}");
                assert_eq!(stage.expectation, expectation(shape, &flat), "{what}");
                assert!(
                    stage.expectation < 1.0,
                    "{what}: the mean is 1.5, the best 0"
                );
            }
        }
    }
}

#[test]
fn a_search_that_goes_on_after_a_break_gives_the_same_bytes() {
    let told = |stage: &Stage| {
        let paid = (stage.evaluations, stage.layers);
        (stage.depth, stage.angles.clone(), stage.expectation, paid)
    };
    for (strategy, shape) in strategies().flat_map(|s| SHAPES.map(|shape| (s, shape))) {
        for beta_unit in [1.0, 0.7] {
            let task = Task {
                beta_unit,
                ..task(strategy, shape, 3)
            };
            let whole = stages(&task);
            for done in 0..=4 {
                let known = whole[..done].iter().map(|stage| {
                    let mut angles = stage.angles.clone();
                    let reported = angles.betas.iter_mut();
                    reported.for_each(|beta| *beta = *beta * beta_unit / beta_unit);
                    let paid = (stage.evaluations, stage.layers);
                    Stage::known(stage.depth, angles, stage.expectation, paid)
                });
                let make = || counted(|flat: &[f64]| expectation(shape, flat));
                let mut heard = Vec::new();
                let again = continue_depths(
                    (make, &|| Ok(())),
                    &task,
                    known.collect(),
                    &Asking::new(&go_on),
                    &mut |stage| {
                        heard.push(stage.depth);
                        Ok::<_, crate::Error>(())
                    },
                );
                let again = again.unwrap();
                let [a, b] =
                    [&again, &whole].map(|s| s[done..].iter().map(told).collect::<Vec<_>>());
                assert_eq!(a, b, "{} after depth {done}", strategy.name());
                assert_eq!(heard, (done + 1..=4).collect::<Vec<_>>());
            }
        }
    }
}

#[test]
fn a_listener_that_fails_ends_the_search() {
    let make = || counted(|flat: &[f64]| expectation(AngleShape::STANDARD, flat));
    let task = task(Strategy::Ladder, AngleShape::STANDARD, 2);
    let mut heard = 0;
    let full = |heard: &mut usize| {
        *heard += 1;
        Strategy::parse("a full disk").map(drop)
    };
    let asking = Asking::new(&go_on);
    let result = continue_depths((make, &|| Ok(())), &task, vec![], &asking, &mut |_| {
        full(&mut heard)
    });
    assert!(result.unwrap_err().to_string().contains("a full disk"));
    assert_eq!(heard, 1);
}

#[test]
fn the_same_seed_gives_the_same_bytes_on_any_number_of_threads_and_another_seed_others() {
    for name in ["lbfgs", "spsa"] {
        for strategy in strategies() {
            let mut task = task(strategy, SHAPES[1], 4);
            task.settings.optimizer = Optimizer::parse(name).unwrap();
            task.settings.depth = 3;
            let in_turn = stages(&task);
            for threads in [1, 3] {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
                let side_by_side = Task {
                    order: Order::SideBySide,
                    ..task
                };
                let run = || stages(&side_by_side);
                assert_eq!(
                    pool.build().unwrap().install(run),
                    in_turn,
                    "{}",
                    strategy.name()
                );
            }
            let ends = |seed| {
                let mut other = task;
                other.settings.seed = seed;
                ends(&other)
            };
            if strategy == Strategy::Ladder && name == "lbfgs" {
                assert_eq!(ends(11), ends(12), "nothing random at this effort");
                continue;
            }
            assert_ne!(
                ends(11),
                ends(12),
                "{} with {name}: the seed does nothing",
                strategy.name()
            );
        }
    }
}

/// What every start reached.
fn ends(task: &Task) -> Vec<f64> {
    let heard = std::sync::Mutex::new(Vec::new());
    let make = || counted(|flat: &[f64]| expectation(task.shape, flat));
    let hear = |progress: &Progress| {
        if progress.ended {
            heard.lock().unwrap().push(progress.best);
        }
        Continue(())
    };
    depth_by_depth(make, task, &hear).unwrap();
    heard.into_inner().unwrap()
}

#[test]
fn strategies_that_climb_never_rise_with_depth_however_small_the_budget() {
    for strategy in strategies().filter(|s| s.climbs()) {
        for (shape, iterations) in SHAPES.into_iter().flat_map(|s| [0, 1, 5].map(|i| (s, i))) {
            for pair in stages(&task(strategy, shape, iterations)).windows(2) {
                let rise = pair[1].expectation - pair[0].expectation;
                assert!(rise <= 1e-14, "{} rises by {rise}", strategy.name());
            }
        }
    }
}

/// The starts of depth 3 after depth 2, as the objective sees them.
fn begun(strategy: Strategy, shape: AngleShape) -> (Angles, Vec<Angles>) {
    let mut task = task(strategy, shape, 1);
    task.settings.depth = 3;
    task.settings.optimizer = Optimizer::parse("nelder-mead").unwrap();
    task.settings.evaluations = 1;
    let seen = std::sync::Mutex::new(Vec::new());
    let make = || {
        counted(|flat: &[f64]| {
            seen.lock().unwrap().push(flat.to_vec());
            -(flat.len() as f64) // deeper is better: nothing to fall back to
        })
    };
    let stages = depth_by_depth(make, &task, &go_on).unwrap();
    let all = seen.into_inner().unwrap();
    let last = all
        .iter()
        .filter(|flat| flat.len() == 3 * shape.per_layer());
    let last: Vec<_> = last.map(|flat| Angles::from_flat_in(flat, shape)).collect();
    let starts = last[last.len() - 3..].to_vec();
    (stages[1].angles.clone(), starts)
}

fn apart(a: &Angles, b: &Angles) -> f64 {
    let pairs = a.to_flat().into_iter().zip(b.to_flat());
    pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

#[test]
fn each_strategy_starts_where_it_says() {
    for shape in SHAPES {
        let ramp = in_shape(&ramp_for(3, GAMMA_UNIT), shape);
        let (before, starts) = begun(Strategy::Interp, shape);
        assert!(apart(&starts[0], &interpolate_in(&before, shape)) < 1e-14);
        assert!(apart(&begun(Strategy::Ramp, shape).1[0], &ramp) < 1e-14);
        for start in begun(Strategy::MultiStart, shape).1 {
            let [gamma, beta] = [2_f64.sqrt() * GAMMA_UNIT, std::f64::consts::FRAC_PI_2];
            assert!(
                start.gammas.iter().all(|g| (0.0..gamma).contains(g)),
                "{start:?}"
            );
            assert!(
                start.betas.iter().all(|b| (-beta..=0.0).contains(b)),
                "{start:?}"
            );
        }
        let mut carried = Angles::ramp(3, 0.6, 0.5);
        carried.gammas.iter_mut().for_each(|g| *g *= GAMMA_UNIT);
        let (_, starts) = begun(Strategy::Transfer, shape);
        assert!(apart(&starts[0], &in_shape(&carried, shape)) < 1e-14);
        let (_, starts) = begun(Strategy::Tqa, shape);
        let step = -starts[0].betas[2] * 6.0; // β₃ = −(1 − 5/6) Δt
        let tqa = Angles::ramp(3, step * GAMMA_UNIT, step);
        assert!(apart(&starts[0], &in_shape(&tqa, shape)) < 1e-14);
    }
}

#[test]
fn fourier_continues_the_waves_of_the_depth_before() {
    let wave = |u: &[f64], depth: usize, f: fn(f64) -> f64| -> Vec<f64> {
        let at = |i: usize, k: usize| {
            f((k as f64 + 0.5) * (i as f64 + 0.5) * std::f64::consts::PI / depth as f64)
        };
        (0..depth)
            .map(|i| u.iter().enumerate().map(|(k, u)| u * at(i, k)).sum())
            .collect()
    };
    let (before, starts) = begun(Strategy::Fourier { terms: None }, AngleShape::STANDARD);
    // u by Cramer's rule from the two angles of each kind
    let solve = |angles: &[f64], f: fn(f64) -> f64| {
        let (a, b) = (wave(&[1.0, 0.0], 2, f), wave(&[0.0, 1.0], 2, f));
        let det = a[0] * b[1] - a[1] * b[0];
        [
            (angles[0] * b[1] - angles[1] * b[0]) / det,
            (a[0] * angles[1] - a[1] * angles[0]) / det,
        ]
    };
    let expected = Angles {
        gammas: wave(&solve(&before.gammas, f64::sin), 3, f64::sin),
        betas: wave(&solve(&before.betas, f64::cos), 3, f64::cos),
    };
    assert!(
        apart(&starts[0], &expected) < 1e-13,
        "{starts:?} instead of {expected:?}"
    );
    assert!(apart(&starts[1], &expected) > 1e-3 && apart(&starts[2], &starts[1]) > 1e-3);
}

#[test]
fn angles_deeper_than_those_that_are_known_are_interpolated_from_the_deepest() {
    let task = task(Strategy::Transfer, AngleShape::STANDARD, 0);
    let last = &stages(&task)[3];
    let mut carried = interpolate(&Angles::ramp(3, 0.6, 0.5));
    carried.gammas.iter_mut().for_each(|g| *g *= GAMMA_UNIT);
    assert!(
        apart(&last.angles, &carried) < 1e-14,
        "one start, not optimized"
    );
}

#[test]
fn settings_that_do_not_go_together_are_refused_with_the_reason() {
    for (settings, expected) in [
        (
            SearchSettings {
                objective_shots: Some(100),
                ..SearchSettings::default()
            },
            "`optimizer`: lbfgs with `objective_shots`: it needs gradients, and a sample has none; use nelder-mead or cobyla or spsa",
        ),
        (
            SearchSettings {
                strategy: Strategy::Transfer,
                ..SearchSettings::default()
            },
            "`strategy`: transfer, without angles to begin from; give the angles of depths 1, 2, … that were learned on another cost, or use ramp",
        ),
    ] {
        assert_eq!(settings.check().unwrap_err().to_string(), expected);
    }
    SearchSettings::default().check().unwrap();
}

/// A function of the last β alone.
struct OfStep(fn(f64) -> f64);

impl Function for OfStep {
    fn value(&mut self, x: &[f64]) -> f64 {
        (self.0)(-2.0 * x[x.len() - 1]) // depth 1: β = −Δt/2
    }

    fn value_and_gradient(&mut self, x: &[f64], gradient: &mut [f64]) -> f64 {
        gradient.fill(0.0);
        self.value(x)
    }
}

#[test]
fn the_scan_of_tqa_finds_the_lowest_step_to_a_hundredth_and_counts_its_evaluations() {
    let settings = SearchSettings {
        depth: 1,
        iterations: 0,
        strategy: Strategy::Tqa,
        ..SearchSettings::default()
    };
    let task = Task::new(settings, 2.0);
    for (f, lowest) in [
        ((|t| (t - 0.737).powi(2)) as fn(f64) -> f64, 0.737),
        (|t| (t - 0.3).abs(), 0.3),
        (|t| t, 0.02),
        (|t| -t, 1.58),
        (|t| if t < 1.0 { f64::NAN } else { t }, 1.0),
    ] {
        let stage = &depth_by_depth(|| OfStep(f), &task, &go_on).unwrap()[0];
        let step = -2.0 * stage.angles.betas[0];
        assert!((step - lowest).abs() < 0.011, "{step} instead of {lowest}");
        assert_eq!(stage.evaluations, 23 + 1);
    }
}
