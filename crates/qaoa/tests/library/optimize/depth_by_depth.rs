//! QAOA angles depth by depth, on costs of one, two and four qubits simulated by plain loops.

use crate::ansatz::{interpolate, ramp_for};
use crate::optimize::{Function, Order, Task};
use crate::tests::optimize::function::{Evaluations, ample, counted, depth_by_depth};
use crate::{
    Angles, Error, SearchSettings, Stage,
    search::{Effort, OPTIMIZERS, Optimizer, Progress, Strategy, go_on},
};
use num_complex::Complex64;
use std::ops::ControlFlow::Continue;
use std::sync::Mutex;

/// ⟨C⟩ after p layers on |+⟩ⁿ, by plain loops over the amplitudes, for a C given by its 2ⁿ values.
fn expectation(energies: &[f64], angles: &[f64]) -> f64 {
    let (gammas, betas) = angles.split_at(angles.len() / 2);
    let size = energies.len();
    let mut state = vec![Complex64::from((size as f64).sqrt().recip()); size];
    for (gamma, beta) in gammas.iter().zip(betas) {
        for (amp, energy) in state.iter_mut().zip(energies) {
            *amp *= Complex64::cis(-gamma * energy);
        }
        for qubit in 0..size.trailing_zeros() {
            let flipped: Vec<_> = (0..size).map(|x| state[x ^ 1 << qubit]).collect();
            for (amp, other) in state.iter_mut().zip(flipped) {
                *amp = beta.cos() * *amp - Complex64::i() * beta.sin() * other;
            }
        }
    }
    state
        .iter()
        .zip(energies)
        .map(|(amp, energy)| amp.norm_sqr() * energy)
        .sum()
}

/// √n/σ, the natural unit of γ.
fn gamma_unit(energies: &[f64]) -> f64 {
    let size = energies.len() as f64;
    let mean = energies.iter().sum::<f64>() / size;
    let variance = energies.iter().map(|e| (e - mean).powi(2)).sum::<f64>() / size;
    let unit = (f64::from(energies.len().trailing_zeros()) / variance).sqrt();
    if unit.is_finite() { unit } else { 1.0 }
}

fn settings(depth: usize, starts: usize) -> SearchSettings {
    SearchSettings {
        depth,
        starts,
        seed: 7,
        optimizer: &OPTIMIZERS[0],
        ..ample()
    }
}

/// How near an optimizer comes to a minimum.
fn nearness(tool: &Optimizer) -> f64 {
    if tool.name == "spsa" { 3e-2 } else { 1e-9 }
}

fn stages(energies: &[f64], settings: &SearchSettings) -> Vec<Stage> {
    let make = || counted(|angles: &[f64]| expectation(energies, angles));
    let task = Task::new(*settings, gamma_unit(energies));
    depth_by_depth(make, &task, &go_on).expect("the cost is finite")
}

/// Σ (1 + z z′)/2 over the edges of a ring of four: how many neighbors agree.
fn ring_of_four() -> Vec<f64> {
    let agree = |x: usize, k: usize| (x >> k & 1) == (x >> ((k + 1) % 4) & 1);
    (0..16)
        .map(|x| (0..4).filter(|&k| agree(x, k)).count() as f64)
        .collect()
}

/// (x₀ + x₁ + x₂ − 1)² + 2 x₀ x₃ + ½ x₃: no symmetry between the qubits but one.
fn lopsided() -> Vec<f64> {
    let bit = |x: usize, k: usize| (x >> k & 1) as f64;
    (0..16)
        .map(|x| {
            (bit(x, 0) + bit(x, 1) + bit(x, 2) - 1.0).powi(2) + (2.0 * bit(x, 0) + 0.5) * bit(x, 3)
        })
        .collect()
}

#[test]
fn one_qubit_is_solved_exactly_by_one_layer() {
    for tool in OPTIMIZERS {
        let settings = SearchSettings {
            optimizer: tool,
            ..settings(1, 1)
        };
        let stage = &stages(&[0.0, 1.0], &settings)[0];
        let near = nearness(tool);
        assert!(stage.expectation < near, "{}: {stage:?}", tool.name);
        let folded =
            (stage.angles.gammas[0].sin() * (2.0 * stage.angles.betas[0]).sin() + 1.0).abs();
        assert!(
            folded < 10.0 * near,
            "not at γ = π/2, β = −π/4 or an equal of it: {:?}",
            stage.angles
        );
    }
}

#[test]
fn the_ring_of_disagrees_is_three_quarters_solved_by_one_layer_and_solved_by_two() {
    for tool in OPTIMIZERS {
        let stages = stages(
            &ring_of_four(),
            &SearchSettings {
                optimizer: tool,
                ..settings(2, 2)
            },
        );
        let found: Vec<f64> = stages.iter().map(|stage| stage.expectation).collect();
        assert!(
            (found[0] - 1.0).abs() < nearness(tool) && found[1] < nearness(tool),
            "{}: {found:?}",
            tool.name
        );
    }
}

#[test]
fn a_stage_reports_the_expectation_of_its_angles() {
    for energies in [ring_of_four(), lopsided()] {
        for stage in stages(&energies, &settings(3, 3)) {
            assert_eq!(stage.angles.depth(), stage.depth);
            assert_eq!(
                stage.expectation,
                expectation(&energies, &stage.angles.to_flat())
            );
            let values = stage.trace().map(|(_, value)| value);
            assert_eq!(values.fold(f64::INFINITY, f64::min), stage.expectation);
            let (seen, _) = stage
                .trace()
                .find(|(_, value)| *value == stage.expectation)
                .unwrap();
            assert_eq!(seen, stage.angles);
        }
    }
}

#[test]
fn the_expectation_never_rises_with_depth_even_without_a_budget() {
    for tool in OPTIMIZERS {
        for evaluations in [1, 2, 3, 10, 1_000] {
            for energies in [ring_of_four(), lopsided(), vec![0.0, 1.0], vec![2.0; 4]] {
                let settings = SearchSettings {
                    evaluations,
                    optimizer: tool,
                    ..settings(6, 1)
                };
                let stages = stages(&energies, &settings);
                assert_eq!(stages.len(), 6);
                for pair in stages.windows(2) {
                    let rise = pair[1].expectation - pair[0].expectation;
                    assert!(
                        rise <= 1e-14,
                        "{} rises by {rise} at depth {}",
                        tool.name,
                        pair[1].depth
                    );
                }
            }
        }
    }
}

/// The points that a ladder measures at depths 1 and 2, and the stage of depth 1.
fn measured_by(effort: Effort, optimizer: &'static str) -> (Vec<Angles>, Stage) {
    let points = Mutex::new(Vec::new());
    let make = || {
        counted(|angles: &[f64]| {
            points.lock().unwrap().push(Angles::from_flat(angles));
            -(angles.len() as f64) // deeper is better: nothing to fall back to
        })
    };
    let settings = SearchSettings {
        evaluations: 1,
        optimizer: Optimizer::parse(optimizer).unwrap(),
        effort,
        ..settings(2, 1)
    };
    let task = Task::new(settings, gamma_unit(&lopsided()));
    let stage = depth_by_depth(make, &task, &go_on).unwrap().remove(0);
    (points.into_inner().unwrap(), stage)
}

#[test]
fn a_ladder_starts_from_the_ramp_then_from_the_depth_before_then_beside_it() {
    let distance = |a: &Angles, b: &Angles| {
        let pairs = a.to_flat().into_iter().zip(b.to_flat());
        pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    };
    let unit = gamma_unit(&lopsided());
    // beside the smooth valley: sides, then perturbations
    for (effort, sides) in [
        (Effort::Quick, 0),
        (Effort::Default, 4),
        (Effort::Thorough, 4 + 2),
    ] {
        let (points, first) = measured_by(effort, "nelder-mead");
        assert_eq!(points.len(), 2 + sides, "{effort:?}");
        assert!(distance(&points[0], &ramp_for(1, unit)) < 1e-15);
        assert!(distance(&points[1], &interpolate(&first.angles)) < 1e-15);
        for (k, point) in points[2..].iter().enumerate() {
            let shared = |a: &[f64], b: &[f64]| a.iter().zip(b).filter(|(a, b)| a == b).count();
            let kept = shared(&point.gammas, &points[1].gammas);
            let perturbed = effort == Effort::Thorough && k >= 4;
            assert!(if perturbed { kept == 0 } else { kept < 2 }, "{point:?}");
            let reach = 3.0 * unit; // no side is far away
            assert!(
                (0.1..reach).contains(&distance(point, &points[1])),
                "{point:?}"
            );
        }
    }
}

#[test]
fn a_side_that_is_lower_is_what_a_depth_reports_and_the_next_depth_goes_on_from_both() {
    // odd and even products of different signs fork at depth 2 (results/search)
    let sign = |x: usize, k: usize| if x >> k & 1 == 1 { -1.0 } else { 1.0 };
    let energies: Vec<f64> = (0..16)
        .map(|x| {
            let fields: f64 = (0..4).map(|k| sign(x, k)).sum();
            let couplings: f64 = (0..4).map(|k| sign(x, k) * sign(x, (k + 1) % 4)).sum();
            1.5 * fields + couplings
        })
        .collect();
    let with = |effort| {
        let settings = SearchSettings {
            effort,
            ..settings(4, 1)
        };
        stages(&energies, &settings)
    };
    let (quick, default, thorough) = (
        with(Effort::Quick),
        with(Effort::Default),
        with(Effort::Thorough),
    );
    for (quick, (default, thorough)) in quick.iter().zip(default.iter().zip(&thorough)) {
        let near = 1e-4;
        assert!(
            default.expectation < quick.expectation + near,
            "{default:?}"
        );
        assert!(
            thorough.expectation < default.expectation + near,
            "{thorough:?}"
        );
        assert!(quick.evaluations <= default.evaluations);
        assert!(default.evaluations <= thorough.evaluations);
    }
    let gained = quick[1].expectation - default[1].expectation;
    assert!(gained > 0.01, "{gained}");
    let deepest = settings(6, 1);
    let ended = Mutex::new([0; 7]);
    let hear = |progress: &Progress| {
        ended.lock().unwrap()[progress.depth] += usize::from(progress.ended);
        Continue(())
    };
    let make = || counted(|angles: &[f64]| expectation(&energies, angles));
    let task = Task::new(deepest, gamma_unit(&energies));
    depth_by_depth(make, &task, &hear).unwrap();
    let starts = |depth| deepest.starts_of_depth(depth);
    assert_eq!(
        [1, 2, 4, 5].map(starts),
        [1, 5, 5, 3],
        "the smooth valley and its sides"
    );
    let ended = ended.into_inner().unwrap();
    assert_eq!(
        ended[1..=3],
        [1, 5, 5 + 1],
        "the lowest point of depth 2 is followed"
    );
}

#[test]
fn more_starts_never_do_worse() {
    let energies = lopsided();
    let at = |starts| {
        let settings = SearchSettings {
            strategy: Strategy::Interp,
            ..settings(1, starts)
        };
        stages(&energies, &settings)[0].expectation
    };
    for starts in 1..6 {
        assert!(at(starts + 1) <= at(starts));
    }
}

#[test]
fn evaluations_add_up_over_starts_and_depths() {
    let energies = lopsided();
    for tool in OPTIMIZERS {
        for (evaluations, starts) in [(1, 1), (2, 4), (60, 4)] {
            let total = Mutex::new(Evaluations::default());
            let heard = Mutex::new(Vec::new());
            let make = || Shared {
                energies: &energies,
                total: &total,
            };
            let settings = SearchSettings {
                optimizer: tool,
                evaluations,
                strategy: Strategy::Interp,
                ..settings(3, starts)
            };
            let progress = |p: &Progress| {
                // one more start tells of the angles of the depth before, where these are kept
                if p.ended && p.start < starts {
                    heard.lock().unwrap().push((p.depth, p.start));
                }
                Continue(())
            };
            let task = Task::new(settings, gamma_unit(&energies));
            let stages = depth_by_depth(make, &task, &progress).unwrap();
            assert!(stages.is_sorted_by(|a, b| a.evaluations < b.evaluations));
            let kinds = *total.lock().unwrap();
            assert_eq!(stages[2].evaluations, kinds.all());
            let mut before = 0;
            let own = stages.iter().map(|stage| {
                let calls = stage.evaluations - std::mem::replace(&mut before, stage.evaluations);
                calls * stage.depth as u64
            });
            // there, and back with two states, where there is a gradient
            let each = if tool.uses_gradient { 3 } else { 1 };
            assert_eq!(stages[2].layers, each * own.sum::<u64>());
            let expected: Vec<_> = (1..=3)
                .flat_map(|d| (0..starts).map(move |s| (d, s)))
                .collect();
            assert_eq!(*heard.lock().unwrap(), expected);
        }
    }
}

/// A function that counts into a place outside of it.
struct Shared<'a> {
    energies: &'a [f64],
    total: &'a Mutex<Evaluations>,
}

impl Function for Shared<'_> {
    fn value(&mut self, x: &[f64]) -> f64 {
        self.total
            .lock()
            .expect("no test panics while counting")
            .values += 1;
        expectation(self.energies, x)
    }

    fn value_and_gradient(&mut self, x: &[f64], gradient: &mut [f64]) -> f64 {
        self.total
            .lock()
            .expect("no test panics while counting")
            .gradients += 1;
        counted(|angles: &[f64]| expectation(self.energies, angles)).value_and_gradient(x, gradient)
    }
}

#[test]
fn the_same_seed_gives_the_same_stages_in_any_order_and_on_any_number_of_threads() {
    let energies = lopsided();
    for strategy in [Strategy::Ladder, Strategy::Interp] {
        let with = |seed| SearchSettings {
            seed,
            strategy,
            effort: Effort::Thorough,
            ..settings(3, 5)
        };
        let in_turn = stages(&energies, &with(7));
        for threads in [1, 2, 4] {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            let task = Task {
                order: Order::SideBySide,
                ..Task::new(with(7), gamma_unit(&energies))
            };
            let make = || counted(|x: &[f64]| expectation(&energies, x));
            let run = || depth_by_depth(make, &task, &go_on).unwrap();
            assert_eq!(pool.install(run), in_turn, "{threads} threads");
        }
        let other = stages(&energies, &with(8));
        assert_ne!(
            other[2].evaluations, in_turn[2].evaluations,
            "the seed does nothing"
        );
    }
}

#[test]
fn the_stages_of_a_scaled_cost_are_the_same_circuits() {
    let energies = lopsided();
    let scaled: Vec<f64> = energies.iter().map(|e| 256.0 * e).collect();
    let tool = Optimizer::parse("nelder-mead").unwrap();
    let settings = SearchSettings {
        evaluations: 40,
        optimizer: tool,
        ..settings(3, 3)
    };
    for (a, b) in stages(&energies, &settings)
        .iter()
        .zip(stages(&scaled, &settings))
    {
        let back: Vec<f64> = b.angles.gammas.iter().map(|g| g * 256.0).collect();
        assert_eq!(a.angles.gammas, back);
        assert_eq!(a.angles.betas, b.angles.betas);
    }
}

#[test]
fn a_cost_without_finite_values_is_an_error_and_depth_zero_is_nothing() {
    let make = || counted(|_: &[f64]| f64::NAN);
    let result = depth_by_depth(make, &Task::new(settings(2, 3), 1.0), &go_on);
    assert!(matches!(result, Err(Error::NotFinite { .. })));
    assert_eq!(stages(&lopsided(), &settings(0, 3)), []);
}

#[test]
fn a_function_of_the_callers_own_is_searched_as_the_ansatz_is_and_without_gradients_alone() {
    let energies = ring_of_four();
    for tool in OPTIMIZERS {
        let settings = SearchSettings {
            optimizer: tool,
            ..settings(2, 2)
        };
        let own = |angles: &Angles| expectation(&energies, &angles.to_flat());
        let found = settings.minimize(own, gamma_unit(&energies), &go_on);
        if tool.uses_gradient {
            let refusal = found.unwrap_err().to_string();
            assert!(refusal.contains("use nelder-mead or"), "{refusal}");
        } else {
            assert_eq!(
                found.unwrap(),
                stages(&energies, &settings),
                "{}",
                tool.name
            );
        }
    }
}
