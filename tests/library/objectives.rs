//! Objectives and ansätze over the whole way: values and gradients against dense sums and
//! differences, on qubits, in groups and on registers, exactly and from shots.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use crate::pipeline::{Problem, SearchPlan, Truth, find_angles, run};
use crate::settings::Settings;
use crate::tests::ansatz_of;
use ketboard_puzzles::{Limits, Puzzle, RuleSet};
use ketboard_qaoa::{
    Angles, Ansatz, Cost, Mixer, Objective, Precision, SearchSettings, Stage,
    mixers::MixerName,
    search::{Optimizer, Strategy, go_on},
};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::path::PathBuf;

#[path = "objectives/ansatz.rs"]
mod ansatz;

/// Uniform in [−1, 1).
fn symmetric(rng: &mut ChaCha8Rng) -> f64 {
    2.0 * ((rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64) - 1.0
}

fn series(count: usize, rng: &mut ChaCha8Rng) -> Vec<f64> {
    (0..count).map(|_| symmetric(rng)).collect()
}

/// Fields and couplings of all qubits: multiples of a quarter, or numbers without a unit.
fn terms(n: usize, whole: bool, rng: &mut ChaCha8Rng) -> Vec<(u64, f64)> {
    let mut c = || {
        let c = symmetric(rng);
        if whole { (4.0 * c).round() / 4.0 } else { c }
    };
    let mut terms = vec![(0, c())];
    for i in 0..n {
        terms.push((1 << i, c()));
        terms.extend((i + 1..n).map(|j| (1 << i | 1 << j, c())));
    }
    terms
}

const OBJECTIVES: [Objective; 7] = [
    Objective::Expectation,
    Objective::Cvar(0.05),
    Objective::Cvar(0.37),
    Objective::Cvar(1.0),
    Objective::Gibbs(0.3),
    Objective::Gibbs(2.5),
    Objective::Success,
];

/// The states that succeed where no puzzle says which do.
fn every_third(states: usize) -> impl Iterator<Item = u64> {
    (0..states as u64).step_by(3)
}

/// The slow twin: a sum over all basis states, each with its own energy.
fn dense(
    objective: Objective,
    (energies, p): (&[f64], &[f64]),
    mut solutions: impl Iterator<Item = u64>,
) -> f64 {
    let list: Vec<(f64, f64)> = energies.iter().copied().zip(p.iter().copied()).collect();
    match objective {
        Objective::Expectation => list.iter().map(|(e, p)| e * p).sum(),
        Objective::Cvar(_) => objective.of_energies(&list).unwrap(),
        Objective::Gibbs(eta) => -list
            .iter()
            .map(|(e, p)| p * (-eta * e).exp())
            .sum::<f64>()
            .ln(),
        Objective::Success => -solutions.by_ref().map(|x| p[x as usize]).sum::<f64>(),
    }
}

/// Derivatives by steps in each angle, and the largest second difference: where a boundary of CVaR
/// lies between, there is no derivative to compare with.
fn slopes(angles: &Angles, mut at: impl FnMut(&Angles) -> f64) -> Vec<Option<f64>> {
    let flat = angles.to_flat();
    let gammas = angles.gammas.len();
    let mut slope = |i: usize, step: f64| {
        let mut moved = |by: f64| {
            let mut flat = flat.clone();
            flat[i] += by;
            let betas = flat.split_off(gammas);
            at(&Angles {
                gammas: flat,
                betas,
            })
        };
        (moved(step) - moved(-step)) / (2.0 * step)
    };
    let known = |i: usize| {
        let (near, far) = (slope(i, 1e-5), slope(i, 3e-5));
        ((near - far).abs() < 1e-5 * (1.0 + near.abs())).then_some(near)
    };
    (0..flat.len()).map(known).collect()
}

fn near(found: f64, expected: f64, by: f64, what: &str) {
    let off = (found - expected).abs();
    assert!(
        off < by * (1.0 + expected.abs()),
        "{what}: {found} and {expected}"
    );
}

/// The derivatives are the slopes of the function, where these are known.
fn close(found: &Angles, angles: &Angles, at: impl FnMut(&Angles) -> f64, what: &str) {
    let slopes = slopes(angles, at);
    let known = slopes.iter().filter(|slope| slope.is_some()).count();
    assert!(2 * known >= slopes.len(), "{what}: hardly a slope is known");
    for (i, (found, slope)) in found.to_flat().iter().zip(&slopes).enumerate() {
        if let Some(slope) = slope {
            let off = (found - slope).abs();
            assert!(
                off < 3e-5 * (1.0 + slope.abs()),
                "{what}, angle {i}: {found} and {slope}"
            );
        }
    }
}

#[test]
fn every_goal_on_qubits_is_the_dense_sum_and_its_gradient_the_slope() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for n in [1, 2, 3, 4, 5, 6, 7, 8, 11] {
        for whole in [true, false] {
            let cost = Cost::from_terms(n, terms(n, whole, &mut rng)).unwrap();
            let energies: Vec<f64> = (0..1 << n).map(|x| cost.energy(x)).collect();
            let angles = Angles::new(series(2, &mut rng), series(2, &mut rng)).unwrap();
            let ansatz = Ansatz::new(cost).with_solutions(every_third(1 << n));
            let p = ansatz.state(&angles).unwrap().probabilities();
            let coarse = ansatz.clone().with_precision(Precision::F32);
            let mut exact = ansatz.evaluator().unwrap();
            let mut single = coarse.evaluator().unwrap();
            for goal in OBJECTIVES {
                let what = format!("{n} qubits, {goal:?}");
                let expected = dense(goal, (&energies, &p), every_third(1 << n));
                let found = exact.value(goal, &angles);
                near(found, expected, 1e-10, &what);
                let (mut by, mut by_single) = (Angles::default(), Angles::default());
                let found = exact.value_and_gradient(goal, &angles, &mut by);
                near(found, expected, 1e-10, &what);
                close(&by, &angles, |angles| exact.value(goal, angles), &what);
                let found = single.value_and_gradient(goal, &angles, &mut by_single);
                near(found, expected, 1e-4, &what);
                let largest = by.to_flat().iter().fold(1.0, |m: f64, d| m.max(d.abs()));
                for (a, b) in by.to_flat().iter().zip(by_single.to_flat()) {
                    assert!(
                        (a - b).abs() < 2e-3 * largest,
                        "{what}: {a} in f64, {b} in f32"
                    );
                }
            }
        }
    }
}

#[test]
fn a_cost_of_more_levels_than_are_stored_has_the_same_goals() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let n = 17;
    let chain = (0..n).map(|i| (1 << i, 1.0 + symmetric(&mut rng)));
    let cost = Cost::from_terms(n, chain.collect::<Vec<_>>()).unwrap();
    assert!(
        cost.energy_levels().is_none(),
        "the test is of a cost without a table"
    );
    let energies: Vec<f64> = {
        let single: Vec<f64> = (0..n).map(|i| cost.energy(1 << i)).collect();
        let of = |x: usize| (0..n).filter(|i| x >> i & 1 == 1).map(|i| single[i]).sum();
        (0..1 << n).map(of).collect()
    };
    let angles = Angles::new(vec![0.4], vec![-0.3]).unwrap();
    let ansatz = Ansatz::new(cost);
    let p = ansatz.state(&angles).unwrap().probabilities();
    let mut evaluator = ansatz.evaluator().unwrap();
    for goal in [Objective::Cvar(0.1), Objective::Gibbs(0.8)] {
        let expected = dense(goal, (&energies, &p), every_third(0));
        let mut by = Angles::default();
        let found = evaluator.value_and_gradient(goal, &angles, &mut by);
        assert!(
            (found - expected).abs() < 1e-9,
            "{goal:?}: {found} and {expected}"
        );
        // the boundary of CVaR goes from level to level within any step: slopes are as fine as the
        // levels
        for (i, by) in by.to_flat().iter().enumerate() {
            let mut moved = |step: f64| {
                let mut flat = angles.to_flat();
                flat[i] += step;
                evaluator.value(goal, &Angles::from_flat(&flat))
            };
            let slope = (moved(1e-4) - moved(-1e-4)) / 2e-4;
            let off = (slope - by).abs();
            assert!(
                off < 5e-3 * (1.0 + slope.abs()),
                "{goal:?}: {by} and {slope}"
            );
        }
    }
}

#[test]
fn groups_and_qubits_with_angles_of_their_own_have_exact_gradients_of_every_goal() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for n in [1, 3, 6] {
        let list: Vec<_> = terms(n, true, &mut rng).into_iter().skip(1).collect();
        let lists: Vec<Vec<_>> = list.chunks(2).map(<[_]>::to_vec).collect();
        let cost = Cost::from_terms(n, list.clone()).unwrap();
        let grouped = Ansatz::new(cost).with_groups(&lists).unwrap();
        let grouped = grouped.with_solutions(every_third(1 << n));
        for mixer in [Mixer::x(), Mixer::x_per_qubit()] {
            let ansatz = grouped.clone().with_mixer(mixer).unwrap();
            let mut evaluator = ansatz.evaluator().unwrap();
            let shape = ansatz.shape();
            let (gammas, betas) = (
                series(2 * shape.groups, &mut rng),
                series(2 * shape.mixers, &mut rng),
            );
            let angles = Angles::new_in(gammas, betas, shape).unwrap();
            let energies: Vec<f64> = (0..1 << n).map(|x| ansatz.cost().energy(x)).collect();
            let p = evaluator.state(&angles).probabilities();
            for goal in OBJECTIVES {
                let what = format!("{n} qubits, {:?}, {goal:?}", ansatz.mixer());
                let mut by = Angles::default();
                let found = evaluator.value_and_gradient(goal, &angles, &mut by);
                near(
                    found,
                    dense(goal, (&energies, &p), every_third(1 << n)),
                    1e-10,
                    &what,
                );
                close(&by, &angles, |angles| evaluator.value(goal, angles), &what);
            }
        }
    }
}

fn shipped(name: &str) -> Puzzle {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples/puzzles");
    Puzzle::read(&folder.join(name)).unwrap()
}

fn prepared(puzzle: Puzzle, qubits: usize) -> (Problem, Truth) {
    let reduction = Settings {
        reduce: Some(RuleSet::Paper),
        target_qubits: Some(qubits),
        ..Settings::default()
    };
    let problem = Problem::new(puzzle, &reduction).unwrap();
    let problem = crate::tests::knowing(problem, &Limits::default());
    let truth = problem.truth.clone();
    (problem, truth)
}

fn four_queens() -> Puzzle {
    Puzzle::parse("family = 'n-queens'\nsize = 4", "test.toml").unwrap()
}

#[test]
fn registers_have_exact_gradients_of_every_goal_under_every_mixer() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for mixer in [
        MixerName::XY_COMPLETE,
        MixerName::XY_RING,
        MixerName::GROVER,
    ] {
        let (problem, truth) = prepared(four_queens(), 16);
        let problem = crate::tests::on_registers(&problem, None, Some(mixer)).unwrap();
        let truth = Truth {
            indices: problem.truth(&Limits::default()).unwrap().indices,
            ..truth
        };
        let ansatz = crate::tests::ansatz_of(&problem);
        let states = ansatz.states();
        let angles = Angles::new(series(2, &mut rng), series(2, &mut rng)).unwrap();
        let ansatz = ansatz.with_solutions(truth.indices.iter());
        let energies: Vec<f64> = (0..states).map(|x| ansatz.cost().energy(x)).collect();
        let p = ansatz.state(&angles).unwrap().probabilities();
        let mut evaluator = ansatz.evaluator().unwrap();
        for goal in [
            Objective::Expectation,
            Objective::Cvar(0.2),
            Objective::Gibbs(0.7),
            Objective::Success,
        ] {
            let what = format!("{mixer:?}, {goal:?}");
            let mut by = Angles::default();
            let found = evaluator.value_and_gradient(goal, &angles, &mut by);
            near(
                found,
                dense(goal, (&energies, &p), truth.indices.iter()),
                1e-10,
                &what,
            );
            close(&by, &angles, |angles| evaluator.value(goal, angles), &what);
        }
    }
}

fn plan(objective: Objective) -> SearchPlan {
    SearchPlan {
        settings: SearchSettings {
            depth: 2,
            starts: 2,
            seed: 5,
            iterations: 30,
            objective,
            ..SearchSettings::default()
        },
        shots: 1,
        seed: 5,
        ..SearchPlan::default()
    }
}

#[test]
fn every_objective_falls_with_depth_and_is_reported_exactly_with_the_mean_beside_it() {
    let (problem, truth) = prepared(shipped("tango-4x4.toml"), 8);
    let ansatz = ansatz_of(&problem);
    let objectives = [
        Objective::Expectation,
        Objective::Cvar(0.3),
        Objective::Gibbs(1.0),
        Objective::Success,
    ];
    let ends: Vec<Stage> = objectives
        .iter()
        .map(|objective| {
            let stages = find_angles(&ansatz, &plan(*objective), &go_on).unwrap();
            assert!(
                stages.is_sorted_by(|a, b| a.objective >= b.objective - 1e-9),
                "{objective}"
            );
            stages.last().unwrap().clone()
        })
        .collect();
    let marked = ansatz.clone().with_solutions(truth.indices.iter());
    let mut evaluator = marked.evaluator().unwrap();
    for (objective, own) in objectives.into_iter().zip(&ends) {
        let value = evaluator.value(objective, &own.angles);
        assert!((value - own.objective).abs() < 1e-9, "{objective}");
        let mean = evaluator.value(Objective::Expectation, &own.angles);
        assert!((mean - own.expectation).abs() < 1e-9, "{objective}");
    }
    assert!(ends[3].objective < -1.0 / 256.0, "no likelier than a guess");
    let unknown = ansatz.with_solutions([]);
    let refused = find_angles(&unknown, &plan(Objective::Success), &go_on).unwrap_err();
    assert!(
        refused.to_string().contains("no basis state is a solution"),
        "{refused}"
    );
}

/// The lowest ⟨C⟩ of this board lies in a valley where the board is never measured; the lowest
/// tenth of the energies does not lead there.
#[test]
fn the_lowest_part_of_the_energies_finds_the_board_where_the_mean_hides_it() {
    let problem = Problem::new(shipped("tango-4x4.toml"), &Settings::default()).unwrap();
    let problem = crate::tests::knowing(problem, &Limits::default());
    let _truth = problem.truth.clone();
    let success = |objective| {
        let settings = SearchSettings {
            depth: 3,
            strategy: Strategy::Ramp,
            starts: 8,
            seed: 7,
            objective,
            ..SearchSettings::default()
        };
        let plan = SearchPlan {
            settings,
            seed: 7,
            ..plan(objective)
        };
        let outcome = run(&problem, &plan, &go_on).unwrap();
        outcome.record.metrics.success_probability.unwrap()
    };
    let (mean, lowest) = (
        success(Objective::Expectation),
        success(Objective::Cvar(0.2)),
    );
    assert!(mean < 1e-6 && lowest > 0.1, "{mean} and {lowest}");
}

#[test]
fn shots_estimate_what_is_computed_and_depend_on_the_point_alone() {
    let (problem, _) = prepared(shipped("tango-4x4.toml"), 8);
    let ansatz = ansatz_of(&problem);
    for objective in [Objective::Cvar(0.3), Objective::Success] {
        let from = |shots, seed| SearchPlan {
            settings: SearchSettings {
                depth: 1,
                optimizer: Optimizer::parse("nelder-mead").unwrap(),
                objective_shots: Some(shots),
                seed,
                ..plan(objective).settings
            },
            ..plan(objective)
        };
        let stage = |plan: SearchPlan| {
            let stages = find_angles(&ansatz, &plan, &go_on).unwrap();
            stages.last().unwrap().clone()
        };
        let rough = stage(from(20, 1));
        assert_eq!(rough, stage(from(20, 1)));
        let other = stage(from(20, 2));
        assert!(rough.trace().ne(other.trace()));
        assert_ne!(rough.measured, rough.objective);
        let fine = stage(from(50_000, 1));
        let off = (fine.measured - fine.objective).abs();
        assert!(off < 0.1, "{objective}: {off}");
    }
    let mut gradients = plan(Objective::Expectation);
    gradients.settings.objective_shots = Some(100);
    let refused = find_angles(&ansatz, &gradients, &go_on)
        .unwrap_err()
        .to_string();
    assert!(
        refused.contains("lbfgs") && refused.contains("nelder-mead"),
        "{refused}"
    );
}

#[test]
fn counts_and_probabilities_have_the_same_values() {
    let counts = [(0.0, 100.0), (2.0, 800.0), (5.0, 100.0)];
    let probabilities = counts.map(|(energy, count)| (energy, count / 1000.0));
    let objectives = [0.05, 0.1, 0.5, 0.95, 1.0].map(Objective::Cvar);
    for objective in objectives
        .into_iter()
        .chain([Objective::Expectation, Objective::Gibbs(0.5)])
    {
        let [a, b] = [&counts, &probabilities].map(|list| objective.of_energies(list).unwrap());
        assert!((a - b).abs() < 1e-14, "{objective}: {a} and {b}");
    }
    assert_eq!(Objective::Success.of_energies(&counts), None);
}
