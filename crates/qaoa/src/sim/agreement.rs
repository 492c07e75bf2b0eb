//! Every kernel against the plain simulator: all cuts, instructions at hand, and precisions.

mod polynomials;
mod qudits;
mod same_bits;

use super::reference;
use crate::sim::circuit::{Circuit, Gates, LayerPhases};
use crate::sim::cut::Limits;
use crate::sim::diagonal::Diagonal;
use crate::sim::instructions::Instructions;
use crate::sim::mixing::Mixing;
use crate::sim::watch::Watch;
use crate::{Angles, Ansatz, Cost, Mixer, Objective, Precision};
use num_complex::Complex64;
use polynomials::{Kind, terms};
use std::borrow::Cow;

/// Qubits of a tile, of a group of rows, and of a chunk, and states of a strip: small ones give
/// groups and odd edges.
const CUTS: [[usize; 4]; 9] = [
    [4, 1, 4, 8],
    [4, 2, 4, 256],
    [5, 3, 4, 16],
    [5, 7, 5, 128],
    [6, 4, 4, 512],
    [7, 11, 6, 1 << 12],
    [7, 5, 8, 256],
    [4, 4, 5, 16],
    [12, 12, 10, 1 << 12],
];

fn plans() -> impl Iterator<Item = Limits> {
    CUTS.into_iter().flat_map(|[tile, rows, chunk, strip]| {
        Instructions::all().into_iter().map(move |with| Limits {
            tile: [1 << tile; 2],
            rows: 1 << rows,
            strip,
            chunk: 1 << chunk,
            parallel_from: 1 << 7,
            instructions: Some(with),
            ..Limits::USUAL
        })
    })
}

/// The circuit of these angles over a cost.
fn circuit<'a>(
    cost: &'a Diagonal,
    mixing: &'a Mixing,
    gammas: &'a [f64],
    betas: &'a [f64],
) -> Circuit<'a> {
    let gates = Gates {
        mixing: Cow::Borrowed(mixing),
        phases: LayerPhases::Cost(Cow::Borrowed(gammas)),
        betas: Cow::Borrowed(betas),
    };
    Circuit {
        cost,
        gates,
        watch: Watch::NONE,
    }
}

fn cost(n: usize, kind: Kind) -> Cost {
    Cost::from_terms(n, terms(n, kind)).unwrap()
}

/// What an ansatz answers at some angles.
struct Answers {
    amplitudes: Vec<Complex64>,
    /// ⟨C⟩ alone, with the gradient, and of the state.
    values: [f64; 3],
    /// The derivatives by γ, then by β.
    slope: Vec<f64>,
}

impl Answers {
    /// Those of states that are cut so.
    fn of(ansatz: &Ansatz, objective: Objective, angles: &Angles, plan: &Limits) -> Self {
        plan.tested(|| {
            let mut evaluator = ansatz.evaluator().unwrap();
            let alone = evaluator.value(objective, angles);
            let mut slope = Angles::default();
            let value = evaluator.value_and_gradient(objective, angles, &mut slope);
            let state = evaluator.state(angles);
            Self {
                amplitudes: state.amplitudes(),
                values: [alone, value, state.expectation(ansatz.cost())],
                slope: slope.to_flat(),
            }
        })
    }

    fn bits(&self) -> Vec<u64> {
        let parts = self.amplitudes.iter().flat_map(|a| [a.re, a.im]);
        let all = parts.chain(self.values).chain(self.slope.iter().copied());
        all.map(f64::to_bits).collect()
    }
}

fn angles(gammas: &[f64], betas: &[f64]) -> Angles {
    Angles::new(gammas.to_vec(), betas.to_vec()).unwrap()
}

fn circuits_agree(precision: Precision, largest: usize, tolerance: f64) {
    let (gammas, betas) = ([0.3, 0.7, -0.2], [-0.5, 1.2, 2.5]);
    let layers: Vec<_> = gammas.into_iter().zip(betas).collect();
    for n in 0..=largest {
        for kind in [Kind::Few, Kind::Dense, Kind::Irregular] {
            let energies = reference::energies(n, &terms(n, kind));
            let ansatz = Ansatz::new(cost(n, kind)).with_precision(precision);
            for depth in 1..=3 {
                let expected = reference::state(n, &energies, &layers[..depth]);
                let value = reference::expectation(&expected, &energies);
                let slope = reference::gradient(n, &energies, &layers[..depth]);
                let slope = slope
                    .iter()
                    .map(|by| by.0)
                    .chain(slope.iter().map(|by| by.1));
                let scale =
                    tolerance * (1.0 + energies.iter().fold(0.0, |m: f64, e| m.max(e.abs())));
                let at = angles(&gammas[..depth], &betas[..depth]);
                for plan in plans() {
                    let found = Answers::of(&ansatz, Objective::Expectation, &at, &plan);
                    for (x, (amplitude, psi)) in found.amplitudes.iter().zip(&expected).enumerate()
                    {
                        let off = (amplitude - psi).norm();
                        assert!(off < tolerance, "{n} qubits, {plan:?}, {x}: {off:e}");
                    }
                    for found in found.values {
                        assert!((found - value).abs() < scale, "{n}, {plan:?}: {found}");
                    }
                    for (i, (found, expected)) in found.slope.iter().zip(slope.clone()).enumerate()
                    {
                        let off = (found - expected).abs() / scale;
                        assert!(off < 100.0, "{n}, {plan:?}, angle {i} of {depth}: {off}");
                    }
                }
            }
        }
    }
}

#[test]
fn circuits_and_gradients_of_every_cut_and_instruction_set_agree_with_the_reference_in_f64() {
    circuits_agree(Precision::F64, 9, 1e-12);
}

#[test]
fn circuits_and_gradients_of_every_cut_and_instruction_set_agree_with_the_reference_in_f32() {
    circuits_agree(Precision::F32, 8, 2e-6);
}

#[test]
fn larger_states_are_cut_so_that_they_say_what_one_tile_says() {
    let at = angles(&[0.03, 0.07], &[-0.5, 0.4]);
    for n in 13..=22 {
        let plan = Limits::USUAL;
        let one_tile = Limits {
            tile: [1 << n; 2],
            ..plan
        };
        let cost = cost(n, Kind::Few);
        let largest = cost.min().abs().max(cost.max().abs());
        for (precision, tolerance) in [(Precision::F64, 1e-13), (Precision::F32, 1e-6)] {
            let ansatz = Ansatz::new(cost.clone()).with_precision(precision);
            let [found, expected] = [&plan, &one_tile]
                .map(|plan| Answers::of(&ansatz, Objective::Expectation, &at, plan));
            let pairs = found.amplitudes.iter().zip(&expected.amplitudes);
            let off = pairs.map(|(a, b)| (a - b).norm_sqr()).sum::<f64>().sqrt();
            assert!(off < tolerance, "{n} qubits: {off:e}");
            let numbers = |of: &Answers| [&of.values[..], &of.slope].concat();
            for (value, expected) in numbers(&found).iter().zip(numbers(&expected)) {
                let off = (value - expected).abs() / largest.powi(2);
                assert!(off < tolerance, "{n} qubits: {value}, {expected}");
            }
        }
    }
}

/// A rotation of one qubit shows in its amplitudes: a phase on it, before and after.
#[test]
fn every_qubit_of_up_to_twelve_is_turned_where_it_stands() {
    let at = angles(&[0.7, 1.1], &[0.4, -0.9]);
    for n in 1..=12 {
        for qubit in 0..n {
            let terms = [(1 << qubit, 1.3)];
            let energies = reference::energies(n, &terms);
            let expected = reference::state(n, &energies, &[(0.7, 0.4), (1.1, -0.9)]);
            for (precision, tolerance) in [(Precision::F64, 1e-13), (Precision::F32, 2e-6)] {
                let ansatz = Ansatz::new(Cost::from_terms(n, terms).unwrap());
                let ansatz = ansatz.with_precision(precision);
                for plan in plans() {
                    let state = plan.tested(|| ansatz.state(&at).unwrap());
                    for (amplitude, psi) in state.amplitudes().iter().zip(&expected) {
                        let off = (amplitude - psi).norm();
                        assert!(off < tolerance, "qubit {qubit} of {n}, {plan:?}: {off:e}");
                    }
                }
            }
        }
    }
}

/// Angles that differ from one another.
fn series(count: usize, first: f64, step: f64) -> Vec<f64> {
    (0..count).map(|k| first + step * k as f64).collect()
}

/// A cost in three groups.
fn in_three(terms: &[(u64, f64)]) -> Vec<Vec<(u64, f64)>> {
    let groups = terms.chunks(terms.len().div_ceil(3));
    groups.map(<[_]>::to_vec).collect()
}

/// The ansatz with a γ for each of these groups, and a β for each qubit or one for all; and two
/// layers of angles.
fn with_many_angles(
    n: usize,
    all: &[(u64, f64)],
    groups: &[Vec<(u64, f64)>],
    mixers: usize,
) -> (Ansatz, Angles) {
    let mut ansatz = Ansatz::new(Cost::from_terms(n, all.iter().copied()).unwrap());
    if mixers == n {
        ansatz = ansatz.with_mixer(Mixer::x_per_qubit()).unwrap();
    }
    let ansatz = ansatz.with_groups(groups).unwrap();
    let gammas = series(groups.len() * 2, 0.3, -0.07);
    let betas = series(mixers * 2, -0.5, 0.37);
    let angles = Angles::new_in(gammas, betas, ansatz.shape()).unwrap();
    (ansatz, angles)
}

#[test]
fn layers_with_an_angle_for_each_group_or_qubit_agree_with_one_phase_for_each_and_with_differences()
{
    let depth = 2;
    for n in [1, 2, 4, 7, 9] {
        let all = terms(n, Kind::Irregular);
        let lists = in_three(&all);
        let energies: Vec<_> = lists.iter().map(|l| reference::energies(n, l)).collect();
        let whole = reference::energies(n, &all);
        for mixers in [1, n] {
            let (ansatz, at) = with_many_angles(n, &all, &lists, mixers);
            let mut expected = reference::plus(n);
            for k in 0..depth {
                for (g, energies) in energies.iter().enumerate() {
                    reference::phase(&mut expected, energies, at.gammas[g * depth + k]);
                }
                for qubit in 0..n {
                    let series = if mixers == n { qubit } else { 0 };
                    reference::rotate_qubit(&mut expected, qubit, at.betas[series * depth + k]);
                }
            }
            let value = reference::expectation(&expected, &whole);
            for plan in plans() {
                let found = Answers::of(&ansatz, Objective::Expectation, &at, &plan);
                for (amplitude, psi) in found.amplitudes.iter().zip(&expected) {
                    assert!((amplitude - psi).norm() < 1e-12, "{n}, {plan:?}");
                }
                assert!((found.values[1] - value).abs() < 1e-12, "{n}, {plan:?}");
                let mut evaluator = plan.tested(|| ansatz.evaluator().unwrap());
                for (i, derivative) in found.slope.iter().enumerate() {
                    let mut moved = |step: f64| {
                        let mut flat = at.to_flat();
                        flat[i] += step;
                        let moved = Angles::from_flat_in(&flat, ansatz.shape());
                        evaluator.value(Objective::Expectation, &moved)
                    };
                    let off = (moved(1e-5) - moved(-1e-5)) / 2e-5 - derivative;
                    assert!(off.abs() < 1e-7, "{n}, {plan:?}, angle {i}: {off:e}");
                }
            }
        }
    }
}

#[test]
fn layers_with_many_angles_are_the_same_in_both_precisions() {
    for n in [2, 3, 4, 7, 9, 10] {
        let all = terms(n, Kind::Irregular);
        for mixers in [1, n] {
            let (double, at) = with_many_angles(n, &all, &in_three(&all), mixers);
            let single = double.clone().with_precision(Precision::F32);
            let largest = double
                .cost()
                .min()
                .abs()
                .max(double.cost().max().abs())
                .max(1.0);
            for plan in plans() {
                let [exact, rounded] = [&double, &single]
                    .map(|ansatz| Answers::of(ansatz, Objective::Expectation, &at, &plan));
                let pairs = exact.amplitudes.iter().zip(&rounded.amplitudes);
                let off = pairs.map(|(a, b)| (a - b).norm_sqr()).sum::<f64>().sqrt();
                assert!(off < 1e-6, "{n}, {mixers} angles, {plan:?}: {off:e}");
                for (i, (number, rounded)) in exact.slope.iter().zip(&rounded.slope).enumerate() {
                    let off = (number - rounded).abs() / largest.powi(2);
                    assert!(off < 2e-6, "{n}, {mixers}, {plan:?}, number {i}: {off:e}");
                }
            }
        }
    }
}

#[test]
fn gradients_of_other_objectives_agree_with_differences_in_every_cut() {
    let at = angles(&[0.3, 0.7], &[-0.5, 1.2]);
    let objectives = [
        Objective::Cvar(0.4),
        Objective::Gibbs(0.3),
        Objective::Success,
    ];
    for n in [0, 1, 3, 5, 8] {
        for kind in [Kind::Few, Kind::Dense, Kind::Irregular] {
            let exact = Ansatz::new(cost(n, kind)).with_solutions((0..1 << n).step_by(3));
            for objective in objectives {
                let mut evaluator = exact.evaluator().unwrap();
                let mut moved = |i: usize, step: f64| {
                    let mut flat = at.to_flat();
                    flat[i] += step;
                    evaluator.value(objective, &Angles::from_flat(&flat))
                };
                let slopes: Vec<f64> = (0..4)
                    .map(|i| (moved(i, 1e-6) - moved(i, -1e-6)) / 2e-6)
                    .collect();
                let value = moved(0, 0.0);
                for (precision, tolerance) in [(Precision::F64, 1e-10), (Precision::F32, 2e-5)] {
                    let ansatz = exact.clone().with_precision(precision);
                    let size = 1.0 + ansatz.cost().max().abs().max(ansatz.cost().min().abs());
                    for plan in plans() {
                        let found = Answers::of(&ansatz, objective, &at, &plan);
                        let what = format!("{n}, {kind:?}, {objective}, {plan:?}");
                        assert!((found.values[1] - value).abs() < tolerance * size, "{what}");
                        for (i, (slope, found)) in slopes.iter().zip(&found.slope).enumerate() {
                            let off = (slope - found).abs();
                            let most = (1e3 * tolerance + 1e-6) * size * size;
                            assert!(off < most, "{what}, angle {i}: {off:e}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn a_weighed_value_of_groups_has_the_gradient_of_one_group_where_angles_are_equal() {
    let at = angles(&[0.3, 0.7], &[-0.5, 1.2]);
    for n in [2, 5, 8] {
        let all = terms(n, Kind::Dense);
        let single: Vec<_> = all.iter().map(|&term| vec![term]).collect();
        let solutions = || (0..1 << n).step_by(3);
        let plain = Ansatz::new(cost(n, Kind::Dense)).with_solutions(solutions());
        for mixers in [1, n] {
            let (many, _) = with_many_angles(n, &all, &single, mixers);
            let many = many.with_solutions(solutions());
            let shape = many.shape();
            let repeated = [
                at.gammas.repeat(shape.groups),
                at.betas.repeat(shape.mixers),
            ];
            let [gammas, betas] = repeated;
            let equal = Angles::new_in(gammas, betas, shape).unwrap();
            for objective in [Objective::Cvar(0.4), Objective::Success] {
                for plan in plans() {
                    let expected = Answers::of(&plain, objective, &at, &plan);
                    let found = Answers::of(&many, objective, &equal, &plan);
                    let off = (found.values[1] - expected.values[1]).abs();
                    assert!(off < 1e-11, "{n}, {plan:?}: {off:e}");
                    let (by_gamma, by_beta) = found.slope.split_at(2 * shape.groups);
                    for (k, expected) in expected.slope.iter().enumerate() {
                        let by = if k < 2 { by_gamma } else { by_beta };
                        let sum: f64 = by.iter().skip(k % 2).step_by(2).sum();
                        assert!((sum - expected).abs() < 1e-9, "{n}, {plan:?}, angle {k}");
                    }
                }
            }
        }
    }
}
