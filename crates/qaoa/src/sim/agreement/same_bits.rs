//! The same bits on every processor: states, values and derivatives with every set of instructions
//! at hand, and in vectors of every width, compared byte by byte.

use super::*;

/// Everything that is computed for a cost: amplitudes, values, and derivatives by angles of the
/// layers.
fn shared<T: Real>(cost: &Diagonal, plan: &PassPlan) -> Vec<u64> {
    let (gammas, betas) = ([0.3, 0.7, -0.2], [-0.5, 1.2, 2.5]);
    let (mut state, mut image) = (room::<T>(cost.n(), plan), room::<T>(cost.n(), plan));
    state.prepare(cost, &gammas, &betas);
    let mut found: Vec<f64> = state.numbers().iter().map(|x| x.wide()).collect();
    found.push(state.expectation(cost));
    found.push(state.value_of(cost, &gammas, &betas));
    let (mut by_gamma, mut by_beta) = ([0.0; 3], [0.0; 3]);
    let both = [&mut state, &mut image];
    let value = gradient(both, cost, &gammas, &betas, &mut by_gamma, &mut by_beta);
    found.push(value);
    found.extend(by_gamma.iter().chain(&by_beta));
    found.extend([cost.mean(), cost.standard_deviation()]);
    found.into_iter().map(f64::to_bits).collect()
}

/// The same where each group of terms, and each qubit or none, has angles of its own.
fn in_groups<T: Real>(groups: &Groups, [gammas, betas]: [&[f64]; 2], plan: &PassPlan) -> Vec<u64> {
    let n = groups.cost().n();
    let (mut state, mut image) = (room::<T>(n, plan), room::<T>(n, plan));
    let angles = layers(2, gammas, betas);
    groups.prepare(&mut state, angles);
    let mut found: Vec<f64> = state.numbers().iter().map(|x| x.wide()).collect();
    let mut by = [vec![0.0; gammas.len()], vec![0.0; betas.len()]];
    let [by_gamma, by_beta] = &mut by;
    found.push(groups.gradient([&mut state, &mut image], angles, [by_gamma, by_beta]));
    found.extend(by.concat());
    found.into_iter().map(f64::to_bits).collect()
}

/// The first place at which two lists differ.
fn difference(found: &[u64], expected: &[u64]) -> Option<usize> {
    found.iter().zip(expected).position(|(a, b)| a != b)
}

fn assert_same(what: &str, plan: &PassPlan, found: impl Fn(&PassPlan) -> Vec<u64>) {
    let of = |instructions: Instructions| {
        found(&PassPlan {
            instructions,
            ..plan.clone()
        })
    };
    let expected = of(Instructions::Portable);
    let others = Instructions::all().into_iter();
    for with in others.filter(|with| !matches!(with, Instructions::Portable)) {
        let place = difference(&of(with), &expected);
        let last = expected.len();
        assert_eq!(place, None, "{what}, {}, of {last}: {plan:?}", with.name());
    }
}

/// Every cut once, with some instructions.
fn cuts() -> impl Iterator<Item = PassPlan> {
    plans().step_by(Instructions::all().len())
}

#[test]
fn layers_and_gradients_have_the_same_bits_with_all_instructions_in_every_cut() {
    for n in [0, 1, 4, 5, 6, 8, 10] {
        for (kind, (_, cost)) in costs(n).iter().enumerate() {
            for (number, plan) in cuts().enumerate() {
                assert_same(&format!("f64, {n}, cost {kind}"), &plan, |plan| {
                    shared::<f64>(cost, plan)
                });
                if number % 2 == 1 {
                    continue;
                }
                assert_same(&format!("f32, {n}, cost {kind}"), &plan, |plan| {
                    shared::<f32>(cost, plan)
                });
            }
        }
    }
}

#[test]
fn layers_and_gradients_have_the_same_bits_as_states_are_usually_cut() {
    for n in [11, 13, 14, 15, 16, 18] {
        let plan = PassPlan::of(n);
        let kinds: &[Kind] = if n < 14 {
            &[Kind::Few, Kind::Dense, Kind::Irregular]
        } else {
            &[Kind::Few]
        };
        for &kind in kinds {
            let cost = Diagonal::from_terms(n, terms(n, kind)).unwrap();
            let what = format!("{n}, {kind:?}");
            assert_same(&what, &plan, |plan| shared::<f64>(&cost, plan));
            assert_same(&what, &plan, |plan| shared::<f32>(&cost, plan));
        }
    }
}

#[test]
fn layers_with_an_angle_for_each_group_or_qubit_have_the_same_bits_with_all_instructions() {
    for n in [1, 4, 7, 10] {
        let lists = in_three(&terms(n, Kind::Irregular));
        let groups = Groups::new(n, &lists).unwrap();
        for mixers in [1, n] {
            let gammas = series(lists.len() * 2, 0.3, -0.07);
            let betas = series(mixers * 2, -0.5, 0.37);
            let angles = [&gammas[..], &betas];
            for plan in cuts() {
                let what = format!("{n}, {mixers} series");
                assert_same(&what, &plan, |plan| in_groups::<f64>(&groups, angles, plan));
                assert_same(&what, &plan, |plan| in_groups::<f32>(&groups, angles, plan));
            }
        }
    }
}
