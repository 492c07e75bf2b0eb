//! The same bits on every processor: states, values and derivatives with every set of instructions
//! at hand, and in vectors of every width, compared byte by byte.

use super::*;

/// The first place at which two lists differ.
fn difference(found: &[u64], expected: &[u64]) -> Option<usize> {
    found.iter().zip(expected).position(|(a, b)| a != b)
}

fn assert_same(what: &str, plan: &Limits, found: impl Fn(&Limits) -> Vec<u64>) {
    let of = |instructions: Instructions| {
        found(&Limits {
            instructions: Some(instructions),
            ..*plan
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
fn cuts() -> impl Iterator<Item = Limits> {
    plans().step_by(Instructions::all().len())
}

/// Everything that an ansatz answers about three layers, or about its own.
fn bits(ansatz: &Ansatz, at: &Angles, precision: Precision, plan: &Limits) -> Vec<u64> {
    let ansatz = ansatz.clone().with_precision(precision);
    Answers::of(&ansatz, Objective::Expectation, at, plan).bits()
}

#[test]
fn layers_and_gradients_have_the_same_bits_with_all_instructions_in_every_cut() {
    let at = angles(&[0.3, 0.7, -0.2], &[-0.5, 1.2, 2.5]);
    for n in [0, 1, 4, 5, 6, 8, 10] {
        for kind in [Kind::Few, Kind::Dense, Kind::Irregular] {
            let ansatz = Ansatz::new(cost(n, kind));
            for (number, plan) in cuts().enumerate() {
                let what = format!("{n}, {kind:?}");
                assert_same(&what, &plan, |plan| {
                    bits(&ansatz, &at, Precision::F64, plan)
                });
                if number % 2 == 0 {
                    assert_same(&what, &plan, |plan| {
                        bits(&ansatz, &at, Precision::F32, plan)
                    });
                }
            }
        }
    }
}

#[test]
fn layers_and_gradients_have_the_same_bits_as_states_are_usually_cut() {
    let at = angles(&[0.3, 0.7, -0.2], &[-0.5, 1.2, 2.5]);
    for n in [11, 13, 14, 15, 16, 18] {
        let plan = Limits::USUAL;
        let kinds: &[Kind] = if n < 14 {
            &[Kind::Few, Kind::Dense, Kind::Irregular]
        } else {
            &[Kind::Few]
        };
        for &kind in kinds {
            let ansatz = Ansatz::new(cost(n, kind));
            for precision in [Precision::F64, Precision::F32] {
                let what = format!("{n}, {kind:?}");
                assert_same(&what, &plan, |plan| bits(&ansatz, &at, precision, plan));
            }
        }
    }
}

#[test]
fn layers_with_an_angle_for_each_group_or_qubit_have_the_same_bits_with_all_instructions() {
    for n in [1, 4, 7, 10] {
        let all = terms(n, Kind::Irregular);
        for mixers in [1, n] {
            let (ansatz, at) = with_many_angles(n, &all, &in_three(&all), mixers);
            for plan in cuts() {
                for precision in [Precision::F64, Precision::F32] {
                    let what = format!("{n}, {mixers} series");
                    assert_same(&what, &plan, |plan| bits(&ansatz, &at, precision, plan));
                }
            }
        }
    }
}
