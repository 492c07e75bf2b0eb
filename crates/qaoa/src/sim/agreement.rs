//! Every kernel against the plain simulator: all cuts, instructions at hand, and precisions.

mod polynomials;
mod same_bits;

use super::{
    Diagonal, DiagonalObservable, Groups, LayersInGroups, Marks, ObservableWeights, QubitState,
    Real, gradient, gradient_of, reference,
};
use crate::sim::instructions::Instructions;
use crate::sim::walk::plan::PassPlan;
use num_complex::Complex64;
use polynomials::{Kind, terms};

/// Tile, column, buffer, and chunk of one state and of two: small ones give groups and odd edges.
const CUTS: [[usize; 5]; 9] = [
    [4, 1, 0, 4, 4],
    [4, 2, 8192, 4, 5],
    [5, 3, 600, 4, 4],
    [5, 7, 4096, 5, 4],
    [6, 4, 16384, 4, 6],
    [7, 11, 1 << 19, 6, 5],
    [7, 5, 8192, 6, 12],
    [4, 4, 600, 4, 7],
    [12, 12, 1 << 19, 10, 4],
];

fn plans() -> impl Iterator<Item = PassPlan> {
    CUTS.into_iter()
        .flat_map(|[tile, column, buffer, one, two]| {
            Instructions::all()
                .into_iter()
                .map(move |instructions| PassPlan {
                    tile,
                    column,
                    buffer,
                    chunk: [one, two],
                    parallel_from: 7,
                    least_task: 1 << 4,
                    instructions,
                })
        })
}

/// Stored costs, and the same rebuilt from their terms in each piece.
fn costs(n: usize) -> Vec<(Vec<(u64, f64)>, Diagonal)> {
    let kinds = [Kind::Few, Kind::Dense, Kind::Irregular];
    let cost = |kind: Kind| {
        let terms = terms(n, kind);
        let diagonal = Diagonal::from_terms(n, terms.iter().copied()).unwrap();
        (terms, diagonal)
    };
    let mut costs: Vec<_> = kinds.map(cost).into();
    let rebuilt = costs[2].1.clone().without_table();
    costs.push((costs[2].0.clone(), rebuilt));
    costs
}

fn room<T: Real>(n: usize, plan: &PassPlan) -> QubitState<T> {
    QubitState::room_with(n, plan.clone()).unwrap()
}

fn circuits_agree<T: Real>(largest: usize, tolerance: f64) {
    let (gammas, betas) = ([0.3, 0.7, -0.2], [-0.5, 1.2, 2.5]);
    let layers: Vec<_> = gammas.into_iter().zip(betas).collect();
    for n in 0..=largest {
        for (terms, cost) in costs(n) {
            let energies = reference::energies(n, &terms);
            for depth in 1..=3 {
                let expected = reference::state(n, &energies, &layers[..depth]);
                let value = reference::expectation(&expected, &energies);
                let derivatives = reference::gradient(n, &energies, &layers[..depth]);
                let scale =
                    tolerance * (1.0 + energies.iter().fold(0.0, |m: f64, e| m.max(e.abs())));
                for plan in plans() {
                    let (gammas, betas) = (&gammas[..depth], &betas[..depth]);
                    let mut state = room::<T>(n, &plan);
                    state.prepare(&cost, gammas, betas);
                    for (x, psi) in expected.iter().enumerate() {
                        let off = (state.amplitude(x) - psi).norm();
                        assert!(off < tolerance, "{n} qubits, {plan:?}, {x}: {off:e}");
                    }
                    assert!((state.expectation(&cost) - value).abs() < scale);
                    let found = state.value_of(&cost, gammas, betas);
                    assert!((found - value).abs() < scale, "{n}, {plan:?}: {found}");
                    let (mut image, mut by) = (room::<T>(n, &plan), [[0.0; 3]; 2]);
                    let [by_gamma, by_beta] = &mut by;
                    let (by_gamma, by_beta) = (&mut by_gamma[..depth], &mut by_beta[..depth]);
                    let states = [&mut state, &mut image];
                    let found = gradient(states, &cost, gammas, betas, by_gamma, by_beta);
                    assert!((found - value).abs() < scale, "{n}, {plan:?}: {found}");
                    for (k, expected) in derivatives.iter().enumerate() {
                        let off = (by_gamma[k] - expected.0).abs() / scale;
                        assert!(off < 100.0, "{n}, {plan:?}, gamma {k} of {depth}: {off}");
                        let off = (by_beta[k] - expected.1).abs() / scale;
                        assert!(off < 100.0, "{n}, {plan:?}, beta {k} of {depth}: {off}");
                    }
                }
            }
        }
    }
}

#[test]
fn circuits_and_gradients_of_every_cut_and_instruction_set_agree_with_the_reference_in_f64() {
    circuits_agree::<f64>(9, 1e-12);
}

#[test]
fn circuits_and_gradients_of_every_cut_and_instruction_set_agree_with_the_reference_in_f32() {
    circuits_agree::<f32>(8, 2e-6);
}

/// How far two states are apart, and the values and derivatives of two layers on them.
fn apart<T: Real>(cost: &Diagonal, plans: [&PassPlan; 2]) -> (f64, [Vec<f64>; 2]) {
    let (gammas, betas) = ([0.03, 0.07], [-0.5, 0.4]);
    let run = |plan: &PassPlan| {
        let (mut state, mut image) = (room::<T>(cost.n(), plan), room::<T>(cost.n(), plan));
        let (mut by_gamma, mut by_beta) = ([0.0; 2], [0.0; 2]);
        let both = [&mut state, &mut image];
        let value = gradient(both, cost, &gammas, &betas, &mut by_gamma, &mut by_beta);
        let other = state.value_of(cost, &gammas, &betas);
        state.prepare(cost, &gammas, &betas);
        (state, [&[value, other], &by_gamma[..], &by_beta].concat())
    };
    let [(one, values), (other, expected)] = plans.map(run);
    let pairs = one.numbers().iter().zip(other.numbers());
    let squares = pairs.map(|(a, b)| (a.wide() - b.wide()).powi(2));
    (squares.sum::<f64>().sqrt(), [values, expected])
}

#[test]
fn larger_states_are_cut_so_that_they_say_what_one_tile_says() {
    for n in 13..=22 {
        let plan = PassPlan::of(n);
        let one_tile = PassPlan {
            tile: n,
            ..plan.clone()
        };
        let cost = Diagonal::from_terms(n, terms(n, Kind::Few)).unwrap();
        let largest = cost.min().abs().max(cost.max().abs());
        let close = |(off, [values, expected]): (f64, [Vec<f64>; 2]), tolerance: f64| {
            assert!(off < tolerance, "{n} qubits: {off:e}");
            for (value, expected) in values.iter().zip(&expected) {
                let off = (value - expected).abs() / largest.powi(2);
                assert!(off < tolerance, "{n} qubits: {value}, {expected}");
            }
        };
        close(apart::<f64>(&cost, [&plan, &one_tile]), 1e-13);
        close(apart::<f32>(&cost, [&plan, &one_tile]), 1e-6);
    }
}

/// A rotation of one qubit shows in its amplitudes: a phase on it, before and after.
#[test]
fn every_qubit_of_up_to_twelve_is_turned_where_it_stands() {
    for n in 1..=12 {
        for qubit in 0..n {
            let terms = [(1 << qubit, 1.3)];
            let cost = Diagonal::from_terms(n, terms).unwrap();
            let energies = reference::energies(n, &terms);
            let expected = reference::state(n, &energies, &[(0.7, 0.4), (1.1, -0.9)]);
            for plan in plans() {
                let mut state = room::<f64>(n, &plan);
                state.prepare(&cost, &[0.7, 1.1], &[0.4, -0.9]);
                let mut single = room::<f32>(n, &plan);
                single.prepare(&cost, &[0.7, 1.1], &[0.4, -0.9]);
                for (x, psi) in expected.iter().enumerate() {
                    let what = format!("qubit {qubit} of {n}, {plan:?}, state {x}");
                    assert!((state.amplitude(x) - psi).norm() < 1e-13, "{what}");
                    assert!((single.amplitude(x) - psi).norm() < 2e-6, "{what}");
                }
            }
        }
    }
}

#[test]
fn single_verbs_of_a_cut_state_agree_with_the_reference() {
    for n in 0..=9 {
        let terms = terms(n, Kind::Few);
        let cost = Diagonal::from_terms(n, terms.iter().copied()).unwrap();
        let energies = reference::energies(n, &terms);
        for plan in plans() {
            let mut state = room::<f64>(n, &plan);
            state.reset();
            let mut expected = reference::plus(n);
            state.phase(&cost, 0.3);
            reference::phase(&mut expected, &energies, 0.3);
            state.rotate_x(-0.5);
            reference::rotate_x(&mut expected, -0.5);
            state.layer(&cost, 0.7, 1.2);
            reference::phase(&mut expected, &energies, 0.7);
            reference::rotate_x(&mut expected, 1.2);
            for (x, psi) in expected.iter().enumerate() {
                let off = (state.amplitude(x) - psi).norm();
                assert!(off < 1e-13, "{n} qubits, {plan:?}, {x}: {off:e}");
            }
        }
    }
}

#[test]
fn a_cost_without_a_table_says_the_same_of_its_energies() {
    for n in [0, 1, 3, 9, 13] {
        let terms = terms(n, Kind::Irregular);
        let stored = Diagonal::from_terms(n, terms.iter().copied()).unwrap();
        let rebuilt = stored.clone().without_table();
        assert_eq!(rebuilt.levels(), None);
        for x in (0..1 << n).step_by(7) {
            assert_eq!(stored.energy(x), rebuilt.energy(x), "{n} qubits, {x}");
        }
        assert_eq!(stored.ground_states(0.5), rebuilt.ground_states(0.5));
        assert_eq!(
            stored.ground_degeneracy(0.5),
            rebuilt.ground_degeneracy(0.5)
        );
        let mut state = QubitState::plus(n).unwrap();
        state.layer(&stored, 0.3, -0.4);
        let low = [&stored, &rebuilt].map(|cost| {
            let level = stored.mean() - 0.1;
            state.probability_where_energy_at_most(cost, level)
        });
        assert!((low[0] - low[1]).abs() < 1e-14, "{n} qubits: {low:?}");
    }
}

/// Angles that differ from one another.
fn series(count: usize, first: f64, step: f64) -> Vec<f64> {
    (0..count).map(|k| first + step * k as f64).collect()
}

fn layers<'a>(depth: usize, gammas: &'a [f64], betas: &'a [f64]) -> LayersInGroups<'a> {
    LayersInGroups {
        depth,
        gammas,
        betas,
    }
}

/// A cost in three groups.
fn in_three(terms: &[(u64, f64)]) -> Vec<Vec<(u64, f64)>> {
    let groups = terms.chunks(terms.len().div_ceil(3));
    groups.map(<[_]>::to_vec).collect()
}

#[test]
fn layers_with_an_angle_for_each_group_or_qubit_agree_with_one_phase_for_each_and_with_differences()
{
    let depth = 2;
    for n in [1, 2, 4, 7, 9] {
        let all = terms(n, Kind::Irregular);
        let lists = in_three(&all);
        let groups = Groups::new(n, &lists).unwrap();
        let energies: Vec<_> = lists.iter().map(|l| reference::energies(n, l)).collect();
        let whole = reference::energies(n, &all);
        for mixers in [1, n] {
            let gammas = series(lists.len() * depth, 0.3, -0.07);
            let betas = series(mixers * depth, -0.5, 0.37);
            let mut expected = reference::plus(n);
            for k in 0..depth {
                for (g, energies) in energies.iter().enumerate() {
                    reference::phase(&mut expected, energies, gammas[g * depth + k]);
                }
                for qubit in 0..n {
                    let series = if mixers == n { qubit } else { 0 };
                    reference::rotate_qubit(&mut expected, qubit, betas[series * depth + k]);
                }
            }
            let value = reference::expectation(&expected, &whole);
            for plan in plans() {
                let mut state = room::<f64>(n, &plan);
                groups.prepare(&mut state, layers(depth, &gammas, &betas));
                for (x, psi) in expected.iter().enumerate() {
                    assert!((state.amplitude(x) - psi).norm() < 1e-12, "{n}, {plan:?}");
                }
                let mut image = room::<f64>(n, &plan);
                let mut by = [vec![0.0; gammas.len()], vec![0.0; betas.len()]];
                let [by_gamma, by_beta] = &mut by;
                let both = [&mut state, &mut image];
                let found =
                    groups.gradient(both, layers(depth, &gammas, &betas), [by_gamma, by_beta]);
                assert!((found - value).abs() < 1e-12, "{n}, {plan:?}");
                let step = 1e-5;
                let mut slope = |which: usize, i: usize| {
                    let mut at = |moved: f64| {
                        let mut angles = [gammas.clone(), betas.clone()];
                        angles[which][i] += moved;
                        groups.value(&mut state, layers(depth, &angles[0], &angles[1]))
                    };
                    (at(step) - at(-step)) / (2.0 * step)
                };
                for (which, by) in by.iter().enumerate() {
                    for (i, derivative) in by.iter().enumerate() {
                        let off = (slope(which, i) - derivative).abs();
                        assert!(off < 1e-7, "{n}, {plan:?}, angle {i} of {which}: {off:e}");
                    }
                }
            }
        }
    }
}

/// The amplitudes, ⟨C⟩ and all derivatives of two layers of a cost in three groups.
fn with_many_angles<T: Real>(
    groups: &Groups,
    mixers: usize,
    plan: &PassPlan,
) -> (Vec<Complex64>, Vec<f64>) {
    let (n, depth) = (groups.cost().n(), 2);
    let gammas = series(groups.len() * depth, 0.3, -0.07);
    let betas = series(mixers * depth, -0.5, 0.37);
    let (mut state, mut image) = (room::<T>(n, plan), room::<T>(n, plan));
    groups.prepare(&mut state, layers(depth, &gammas, &betas));
    let amplitudes = (0..1 << n).map(|x| state.amplitude(x)).collect();
    let mut by = [vec![0.0; gammas.len()], vec![0.0; betas.len()]];
    let [by_gamma, by_beta] = &mut by;
    let both = [&mut state, &mut image];
    let value = groups.gradient(both, layers(depth, &gammas, &betas), [by_gamma, by_beta]);
    (amplitudes, [vec![value], by.concat()].concat())
}

#[test]
fn layers_with_many_angles_are_the_same_in_both_precisions() {
    for n in [2, 3, 4, 7, 9, 10] {
        let all = terms(n, Kind::Irregular);
        let lists = in_three(&all);
        let groups = Groups::new(n, &lists).unwrap();
        let cost = groups.cost();
        let largest = cost.min().abs().max(cost.max().abs()).max(1.0);
        for mixers in [1, n] {
            for plan in plans() {
                let (double, numbers) = with_many_angles::<f64>(&groups, mixers, &plan);
                let (single, rounded) = with_many_angles::<f32>(&groups, mixers, &plan);
                let squares = double.iter().zip(&single).map(|(a, b)| (a - b).norm_sqr());
                let off = squares.sum::<f64>().sqrt();
                assert!(off < 1e-6, "{n}, {mixers} angles, {plan:?}: {off:e}");
                for (i, (number, rounded)) in numbers.iter().zip(&rounded).enumerate() {
                    let off = (number - rounded).abs() / largest.powi(2);
                    assert!(off < 2e-6, "{n}, {mixers}, {plan:?}, number {i}: {off:e}");
                }
            }
        }
    }
}

/// Other values of a state than ⟨C⟩.
fn weigh<'a, T: Real>(
    state: &QubitState<T>,
    cost: &Diagonal,
    marks: Option<&'a Marks>,
) -> DiagonalObservable<'a> {
    if let Some(marks) = marks {
        return DiagonalObservable {
            value: -state.probability_of(marks.iter()),
            scale: 1.0,
            weights: ObservableWeights::Marked(marks),
        };
    }
    let levels = state.levels(cost);
    let weight = |energy: f64| (energy * 1.7).sin();
    let terms = levels.iter().map(|(energy, p)| weight(*energy) * p);
    DiagonalObservable {
        value: terms.sum(),
        scale: 4.0,
        weights: ObservableWeights::Levels(levels.iter().map(|(e, _)| weight(*e) / 4.0).collect()),
    }
}

fn weighed_gradients_agree<T: Real>(tolerance: f64) {
    let (gammas, betas) = ([0.3, 0.7], [-0.5, 1.2]);
    for n in [0, 1, 3, 5, 8] {
        let marks = Marks::new(1 << n, (0..1 << n).step_by(3));
        for (terms, cost) in costs(n) {
            let energies = reference::energies(n, &terms);
            for marks in [None, Some(&marks)] {
                let weights: Vec<f64> = match marks {
                    None => energies.iter().map(|energy| (energy * 1.7).sin()).collect(),
                    Some(_) => (0..1 << n)
                        .map(|x: usize| if x.is_multiple_of(3) { -1.0 } else { 0.0 })
                        .collect(),
                };
                let at = |angles: [f64; 4]| {
                    let [a, b, c, d] = angles;
                    let psi = reference::state(n, &energies, &[(a, c), (b, d)]);
                    reference::expectation(&psi, &weights)
                };
                let angles = [gammas[0], gammas[1], betas[0], betas[1]];
                for plan in plans() {
                    let mut states = [room::<T>(n, &plan), room::<T>(n, &plan)];
                    let mut by = [[0.0; 2]; 2];
                    let [by_gamma, by_beta] = &mut by;
                    let found = gradient_of(
                        states.each_mut(),
                        &cost,
                        [&gammas, &betas],
                        |state| weigh(state, &cost, marks),
                        [by_gamma, by_beta],
                    );
                    assert!((found - at(angles)).abs() < tolerance, "{n}, {plan:?}");
                    for (i, derivative) in by.as_flattened().iter().enumerate() {
                        let moved = |step: f64| {
                            let mut moved = angles;
                            moved[i] += step;
                            at(moved)
                        };
                        let slope = (moved(1e-5) - moved(-1e-5)) / 2e-5;
                        let bound = 100.0 * tolerance * (1.0 + cost.max().abs());
                        let off = (slope - derivative).abs();
                        assert!(off < bound, "{n}, {plan:?}, angle {i}: {off:e}");
                    }
                }
            }
        }
    }
}

#[test]
fn gradients_of_weighed_levels_and_of_marked_states_agree_with_differences() {
    weighed_gradients_agree::<f64>(1e-10);
    weighed_gradients_agree::<f32>(2e-5);
}

#[test]
fn a_weighed_value_of_groups_has_the_gradient_of_one_group_where_angles_are_equal() {
    for n in [2, 5, 8] {
        let list = terms(n, Kind::Dense);
        let single: Vec<_> = list.iter().map(|&term| vec![term]).collect();
        let groups = Groups::new(n, &single).unwrap();
        let (gammas, betas) = ([0.3, 0.7], [-0.5, 1.2]);
        let repeated = |angles: [f64; 2], times: usize| angles.repeat(times);
        let marks = Marks::new(1 << n, (0..1 << n).step_by(3));
        for (plan, marks) in plans().flat_map(|plan| [(plan.clone(), None), (plan, Some(&marks))]) {
            let mut states = [room::<f64>(n, &plan), room::<f64>(n, &plan)];
            let mut expected = [[0.0; 2]; 2];
            let [by_gamma, by_beta] = &mut expected;
            let value = gradient_of(
                states.each_mut(),
                groups.cost(),
                [&gammas, &betas],
                |state| weigh(state, groups.cost(), marks),
                [by_gamma, by_beta],
            );
            for mixers in [1, n] {
                let many = [repeated(gammas, single.len()), repeated(betas, mixers)];
                let layers = layers(2, &many[0], &many[1]);
                let mut by = [vec![0.0; many[0].len()], vec![0.0; many[1].len()]];
                let [by_gamma, by_beta] = &mut by;
                let found = groups.gradient_of(
                    states.each_mut(),
                    layers,
                    |state| weigh(state, groups.cost(), marks),
                    [by_gamma, by_beta],
                );
                assert!((found - value).abs() < 1e-12, "{n}, {plan:?}");
                for (by, expected) in by.iter().zip(expected) {
                    for (k, expected) in expected.iter().enumerate() {
                        let sum: f64 = by.iter().skip(k).step_by(2).sum();
                        assert!((sum - expected).abs() < 1e-9, "{n}, {plan:?}, layer {k}");
                    }
                }
            }
        }
    }
}
