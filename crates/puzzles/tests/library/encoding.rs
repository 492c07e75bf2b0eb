//! What the encoding promises of any model, by enumeration: penalties, offsets, weights, and QUBO =
//! Ising.
//!
//! The judge is arithmetic on whole boards, written out here without the polynomials of the
//! library.

#![allow(clippy::unwrap_used, reason = "a test fails where it unwraps")]

use crate::tests::enumerated;

use crate::encode::{self, Encodings, Ising, Polynomial, Weights};
use crate::model::{Constraint, Form, Kind, Model, Var};
use crate::reduce::{Reduced, Reduction};
use enumerated::{cells, energies, energy, unit};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The unit penalty of a form at a board, straight from its formula.
fn penalty_by_hand(form: &Form, board: &[bool]) -> f64 {
    let x = |var: &Var| f64::from(u8::from(board[var.index()]));
    let sum = |literals: &[(Var, bool)]| -> f64 {
        let literal = |(var, negated): &(Var, bool)| if *negated { 1.0 - x(var) } else { x(var) };
        literals.iter().map(literal).sum()
    };
    match form {
        Form::Sum(stated) => match (stated.product, sum(&stated.literals)) {
            (None, ones) => (f64::from(stated.least + stated.most) / 2.0 - ones).powi(2),
            // of a pair: its product, and that of its negations where one of the two must be 1
            (Some(times), 0.0) => f64::from(times * stated.least),
            (Some(_), 1.0) => 0.0,
            (Some(times), _) => f64::from(times),
        },
        Form::Distinct(_) | Form::Matching(_) => 0.0,
    }
}

fn energy_by_hand(model: &Model, weights: &Weights, board: &[bool]) -> f64 {
    let penalties = model.constraints().iter();
    let penalties = penalties.map(|c| weights.of(c.kind) * penalty_by_hand(&c.form, board));
    let objective = model
        .objective()
        .iter()
        .filter(|(var, _)| board[var.index()]);
    penalties.sum::<f64>() + objective.map(|(_, weight)| weight).sum::<f64>()
}

/// Every form over variables 0 … 5, with every count that can and some that cannot be met.
fn all_forms() -> Vec<Form> {
    let pair = [Var(0), Var(1)];
    let mut forms = vec![Form::equal(pair), Form::differ(pair)];
    forms.extend((1..=3).map(|times| Form::not_both(pair, times)));
    for (arity, count, or_one_more) in
        (0..=5).flat_map(|a| (0..=a + 1).flat_map(move |q| [(a, q, false), (a, q, true)]))
    {
        let vars: Vec<Var> = (0..arity as usize).map(Var).collect();
        forms.push(Form::sum(&vars, count, count + u32::from(or_one_more)));
    }
    forms
}

#[test]
fn a_penalty_is_minimal_exactly_where_its_rule_holds_and_breaking_it_costs_at_least_one() {
    let mut model = Model::default();
    cells(&mut model, 1, 5);
    let reduction = Reduction::givens_only(&model);
    for form in all_forms() {
        let at_best = Encodings::default().energy_where_it_holds(&form).unwrap();
        let rule = Constraint::new(Kind::Row, "", form);
        let mut alone = model.clone();
        alone.add(rule.clone());
        let penalty = encode::encode(&alone, &reduction, &Weights::default()).polynomial;
        for z in 0..32 {
            let board = reduction.lift_index(z);
            let found = energy(&penalty, z);
            assert_eq!(
                found,
                penalty_by_hand(&rule.form, &board),
                "{rule:?} at {z:05b}"
            );
            if rule.holds(&board) {
                assert_eq!(found, at_best, "{rule:?} at {z:05b}");
            } else {
                assert!(found >= at_best + 1.0, "{rule:?} at {z:05b}: {found}");
            }
        }
    }
}

/// A model of `n` variables with every kind and form, and an objective where `objective`.
fn random_model(n: u32, objective: bool, rng: &mut ChaCha8Rng) -> Model {
    let mut model = Model::default();
    let x: Vec<Var> = (0..n)
        .map(|i| model.add_variable(format!("r1c{}", i + 1)))
        .collect();
    for _ in 0..12 {
        let pair = [
            x[rng.random_range(0..x.len())],
            x[rng.random_range(0..x.len())],
        ];
        let vars: Vec<Var> = x.iter().copied().filter(|_| rng.random()).collect();
        let form = match rng.random_range(0..6) {
            0 => Form::equal(pair),
            1 => Form::differ(pair),
            2 => Form::not_both(pair, rng.random_range(1..3)),
            3 => Form::Distinct([vec![pair[0]], vec![pair[1]]]),
            4 => Form::Matching(vec![vars, pair.to_vec()]),
            _ => {
                let count = rng.random_range(0..4);
                Form::sum(&vars, count, count + u32::from(rng.random::<bool>()))
            }
        };
        let kind = Kind::ALL[rng.random_range(0..Kind::ALL.len())];
        model.add(Constraint::new(kind, "", form));
    }
    for &var in x.iter().filter(|_| objective) {
        model.add_objective(var, f64::from(rng.random_range(-8..8)) / 4.0);
    }
    model
}

/// Constants, qubits and negations at random; two variables may share a qubit.
fn random_reduction(n: usize, qubits: usize, rng: &mut ChaCha8Rng) -> Reduction {
    let mut values: Vec<Reduced> = (0..n)
        .map(|_| match rng.random_range(0..qubits + 1) {
            0 => Reduced::Const(rng.random()),
            k => Reduced::Bit {
                qubit: k - 1,
                negated: rng.random(),
            },
        })
        .collect();
    for (qubit, value) in values.iter_mut().take(qubits).enumerate() {
        *value = Reduced::Bit {
            qubit,
            negated: false,
        };
    }
    Reduction {
        values,
        variables: (0..qubits).map(Var).collect(),
        steps: Vec::new(),
    }
}

fn dyadic_weights(rng: &mut ChaCha8Rng) -> Weights {
    let weighed = Kind::ALL.into_iter().filter(|kind| kind.has_penalty());
    let pairs = weighed.map(|kind| (kind, f64::from(rng.random_range(1..32)) / 8.0));
    Weights::from_pairs(pairs).unwrap()
}

#[test]
fn the_energy_of_a_state_is_the_energy_of_the_whole_board_it_stands_for() {
    for seed in 0..60 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = random_model(9, seed % 2 == 0, &mut rng);
        let weights = dyadic_weights(&mut rng);
        let full = encode::encode(&model, &Reduction::givens_only(&model), &weights);
        for qubits in [0, 1, 4, 7, 9] {
            let reduction = random_reduction(9, qubits, &mut rng);
            let cost = encode::encode(&model, &reduction, &weights);
            for z in 0..1 << qubits {
                let board = reduction.lift_index(z);
                let found = energy(&cost.polynomial, z);
                assert_eq!(
                    found,
                    full.polynomial.value(|k| board[k]),
                    "seed {seed}, {z:b}"
                );
                let by_hand = energy_by_hand(&model, &weights, &board);
                assert_eq!(found, by_hand, "seed {seed}, {z:b}");
            }
            assert_eq!(
                cost.zero_violation_energy, full.zero_violation_energy,
                "seed {seed}"
            );
        }
    }
}

#[test]
fn a_rule_without_a_free_variable_keeps_its_energy() {
    let mut model = Model::default();
    let x = cells(&mut model, 1, 2)[0].clone();
    x.iter().for_each(|&var| model.give(var, true));
    model.add(Constraint::exactly(Kind::Row, "row 1", 0, x));
    let cost = unit(&model, &Reduction::givens_only(&model));
    assert_eq!((cost.polynomial.n(), cost.polynomial.offset()), (0, 4.0));
    assert_eq!(cost.zero_violation_energy, Some(0.0));
}

#[test]
fn each_weight_scales_its_own_kind_and_nothing_else() {
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    for kind in Kind::ALL.into_iter().filter(|kind| kind.has_penalty()) {
        let mut model = random_model(6, true, &mut rng);
        let vars: Vec<Var> = model.variables().collect();
        model.add(Constraint::one_of_two(kind, "one at least", 2, vars));
        let reduction = Reduction::givens_only(&model);
        let weights = Weights::from_pairs([(kind, 2.5)]).unwrap();
        let once = unit(&model, &reduction).polynomial;
        let scaled = encode::encode(&model, &reduction, &weights).polynomial;
        assert_ne!(once, scaled, "{kind}");
        for z in 0..64 {
            let board = reduction.lift_index(z);
            let own = model.constraints().iter().filter(|c| c.kind == kind);
            let own: f64 = own.map(|c| penalty_by_hand(&c.form, &board)).sum();
            assert_eq!(
                energy(&scaled, z),
                energy(&once, z) + 1.5 * own,
                "{kind} at {z:b}"
            );
        }
    }
}

#[test]
fn rules_without_a_penalty_are_listed_and_only_they() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..20 {
        let model = random_model(5, false, &mut rng);
        let cost = unit(&model, &Reduction::givens_only(&model));
        for (index, constraint) in model.constraints().iter().enumerate() {
            let bare = matches!(constraint.form, Form::Distinct(_) | Form::Matching(_));
            assert_eq!(cost.unencoded.contains(&index), bare, "{constraint:?}");
        }
    }
}

fn random_polynomial(n: usize, degree: usize, unit: f64, rng: &mut ChaCha8Rng) -> Polynomial {
    let mut p = Polynomial::constant(n, 0.0);
    for size in 0..=degree {
        for _ in 0..2 * n {
            let set: Vec<usize> = (0..size).map(|_| rng.random_range(0..n)).collect();
            p.add_term(&set, unit * f64::from(rng.random_range(-99..=99)));
        }
    }
    p
}

#[test]
fn qubo_and_ising_have_the_same_energy_at_every_basis_state() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for (degree, n) in (1..=4).flat_map(|degree| (1..=8).map(move |n| (degree, n))) {
        let exact = random_polynomial(n, degree, 0.25, &mut rng);
        let rounded = random_polynomial(n, degree, 0.1, &mut rng);
        for (p, tolerance) in [(exact, 0.0), (rounded, 1e-11)] {
            let ising = Ising::from(&p);
            let all = energies(&p);
            for (z, by_mask) in all.iter().enumerate() {
                let at = |k: usize| z >> k & 1 == 1;
                let gap = (ising.value(at) - p.value(at)).abs();
                assert!(gap <= tolerance, "degree {degree}, {z:b}: {gap}");
                assert_eq!(p.value(at), *by_mask, "degree {degree}, {z:b}");
            }
            let mean = all.iter().sum::<f64>() / all.len() as f64;
            assert!(
                (ising.products.offset() - mean).abs() <= tolerance,
                "the constant is the mean"
            );
            let sorted = |spins: &[usize]| spins.windows(2).all(|pair| pair[0] < pair[1]);
            assert!(
                ising.terms().all(|(spins, c)| sorted(spins) && c != 0.0),
                "{ising:?}"
            );
        }
    }
}
