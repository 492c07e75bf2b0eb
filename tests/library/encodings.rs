//! Every encoding keeps the same boards: by enumeration, over shipped boards, boards made by hand
//! and random models, each with and without reduction.
//!
//! The judge is the rules and the penalties' formulas, written out here without the polynomials of
//! the library.

#![allow(clippy::unwrap_used, reason = "a test fails where it unwraps")]

#[path = "encodings/by_hand.rs"]
mod by_hand;
#[path = "encodings/cases.rs"]
mod cases;
#[path = "encodings/numbers.rs"]
mod numbers;
#[path = "encodings/sizes.rs"]
mod sizes;

use by_hand::{energy, no_better_than};
use cases::{Case, all_encodings, cases, random_cases, symbols_in_cells};
use ketboard_puzzles::{
    DistinctLines, EncodedCost, Encodings, Form, Kind, Reduction, Symbols, Var, Weights,
};
use ketboard_qaoa::Cost;
use std::collections::BTreeSet;

/// More than this is too long for a test.
const MOST_QUBITS: usize = 15;

fn unit(case: &Case, encodings: Encodings) -> EncodedCost {
    encodings
        .encode(&case.model, &case.reduction, &Weights::default())
        .unwrap()
}

fn diagonal(cost: &EncodedCost) -> Cost {
    Cost::from_terms(cost.polynomial.n(), cost.polynomial.masks()).unwrap()
}

fn bits(index: u64, n: usize) -> Vec<bool> {
    (0..n).map(|k| index >> k & 1 == 1).collect()
}

fn decoded(cost: &EncodedCost, index: u64) -> Vec<bool> {
    cost.layout.decode(|qubit| index >> qubit & 1 == 1)
}

/// The values of the reduced variables whose boards obey the rules that `encodings` carry.
fn obeying(case: &Case, encodings: Encodings) -> BTreeSet<Vec<bool>> {
    let n = case.reduction.qubits();
    let rules = case.model.constraints();
    let carried: Vec<_> = rules
        .iter()
        .filter(|c| encodings.energy_where_it_holds(&c.form).is_some())
        .collect();
    let all = (0..1_u64 << n).map(|z| bits(z, n));
    all.filter(|values| {
        let board = case.reduction.lift(values);
        carried.iter().all(|rule| rule.holds(&board))
    })
    .collect()
}

/// The lowest states decode to exactly the boards that obey the encoded rules, and all others lie 1
/// higher.
fn check_ground_states(case: &Case, encodings: Encodings) -> bool {
    let cost = unit(case, encodings);
    if cost.polynomial.n() > MOST_QUBITS {
        return false;
    }
    let lowest = cost.zero_violation_energy.unwrap();
    let diagonal = diagonal(&cost);
    let mut found = BTreeSet::new();
    for z in 0..1_u64 << cost.polynomial.n() {
        let energy = diagonal.energy(z as usize);
        if energy < lowest + 1.0 {
            assert_eq!(energy, lowest, "{} in {encodings} at {z:b}", case.name);
            found.insert(decoded(&cost, z));
        }
    }
    assert_eq!(
        found,
        obeying(case, encodings),
        "{} in {encodings}",
        case.name
    );
    true
}

#[test]
fn the_lowest_states_are_the_boards_that_obey_the_encoded_rules_in_every_encoding() {
    let mut checked = 0;
    for case in cases() {
        for encodings in all_encodings() {
            checked += usize::from(check_ground_states(&case, encodings));
        }
    }
    assert!(checked > 250, "only {checked} fit");
}

#[test]
fn the_same_holds_for_random_models_under_random_reductions() {
    let mut checked = 0;
    for case in random_cases(30) {
        for encodings in all_encodings() {
            checked += usize::from(check_ground_states(&case, encodings));
        }
    }
    assert!(checked > 500, "only {checked} fit");
}

#[test]
fn with_distinct_lines_encoded_the_lowest_states_are_the_solutions_themselves() {
    let mut told_apart = 0;
    for case in cases() {
        let matching = |form: &Form| matches!(form, Form::Matching(_));
        if case.model.constraints().iter().any(|c| matching(&c.form)) {
            continue;
        }
        let n = case.reduction.qubits();
        let solutions: BTreeSet<Vec<bool>> = (0..1_u64 << n)
            .map(|z| bits(z, n))
            .filter(|values| case.model.is_solved_by(&case.reduction.lift(values)))
            .collect();
        let with = |distinct_lines| {
            let encodings = Encodings {
                distinct_lines,
                ..Encodings::default()
            };
            obeying(&case, encodings)
        };
        assert_eq!(with(DistinctLines::Hobo), solutions, "{}", case.name);
        assert_eq!(with(DistinctLines::Qubo), solutions, "{}", case.name);
        told_apart += usize::from(with(DistinctLines::Filter) != solutions);
    }
    assert!(told_apart > 1, "no board needs the rule");
}

#[test]
fn minimized_over_its_auxiliaries_the_energy_is_the_plain_penalty_of_the_board() {
    for case in cases().into_iter().chain(random_cases(12)) {
        for encodings in all_encodings() {
            let cost = unit(&case, encodings);
            if cost.polynomial.n() > MOST_QUBITS {
                continue;
            }
            let diagonal = diagonal(&cost);
            let coded = cost.layout.coded().len();
            let mut least = vec![f64::INFINITY; 1 << coded];
            for z in 0..1_usize << cost.polynomial.n() {
                let code = z & (least.len() - 1);
                least[code] = least[code].min(diagonal.energy(z));
            }
            for (code, &found) in least.iter().enumerate() {
                let values = decoded(&cost, code as u64);
                let spelled = cost.layout.code(&values);
                if spelled != Some(bits(code as u64, coded)) {
                    continue; // no symbol: the walls and codes are tested below
                }
                let board = case.reduction.lift(&values);
                let wanted = energy(&case.model, encodings, &board);
                let place = format!("{} in {encodings} at {code:b}", case.name);
                if no_better_than(&case.model, encodings, &board) {
                    assert!(found >= wanted, "{place}: {found} and {wanted}");
                } else {
                    assert_eq!(found, wanted, "{place}");
                }
            }
        }
    }
}

#[test]
fn a_state_that_is_no_symbol_is_refused_by_the_judge_and_lies_above_every_board() {
    let mut met = 0;
    for case in cases().into_iter().chain(random_cases(20)) {
        for symbols in [Symbols::DomainWall, Symbols::Binary] {
            for distinct_lines in DistinctLines::ALL {
                let encodings = Encodings {
                    symbols,
                    distinct_lines,
                    ..Encodings::default()
                };
                let cost = unit(&case, encodings);
                let n = cost.layout.qubits();
                if n > MOST_QUBITS {
                    continue;
                }
                let diagonal = diagonal(&cost);
                let coded = cost.layout.coded().len();
                for z in 0..1_u64 << n {
                    let values = decoded(&cost, z);
                    if cost.layout.code(&values) == Some(bits(z, coded)) {
                        continue;
                    }
                    met += 1;
                    let board = case.reduction.lift(&values);
                    assert!(!case.model.is_solved_by(&board), "{} at {z:b}", case.name);
                    let above = diagonal.energy(z as usize) - cost.zero_violation_energy.unwrap();
                    assert!(above >= 1.0, "{} at {z:b}: {above}", case.name);
                }
            }
        }
    }
    assert!(met > 1000, "only {met} states without a symbol");
}

#[test]
fn a_wall_too_many_costs_at_least_the_weight_of_its_group_whatever_the_weights() {
    let kinds = Kind::ALL.into_iter().filter(|kind| kind.has_penalty());
    let pairs = kinds.enumerate().map(|(k, kind)| (kind, 0.5 + k as f64));
    let weights = Weights::from_pairs(pairs).unwrap();
    let encodings = Encodings {
        symbols: Symbols::DomainWall,
        ..Encodings::default()
    };
    let mut met = 0;
    for case in cases().into_iter().chain(random_cases(20)) {
        let (model, reduction) = (&case.model, &case.reduction);
        let cost = encodings.encode(model, reduction, &weights).unwrap();
        let diagonal = diagonal(&cost);
        let lowest = cost.zero_violation_energy.unwrap();
        for z in 0..1_u64 << cost.layout.qubits() {
            let values = decoded(&cost, z);
            if cost.layout.code(&values) != Some(bits(z, cost.layout.qubits())) {
                met += 1;
                let above = diagonal.energy(z as usize) - lowest;
                assert!(above >= 0.5 - 1e-9, "{} at {z:b}: {above}", case.name);
            }
        }
    }
    assert!(met > 1000, "only {met} walls too many");
}

#[test]
fn an_objective_does_not_pay_for_a_wall_too_many() {
    let mut model = symbols_in_cells(4);
    for (var, weight) in [
        (1, -3.0),
        (2, 5.0),
        (5, -2.0),
        (6, 2.5),
        (9, 4.0),
        (10, -7.0),
    ] {
        model.add_objective(Var(var), weight);
    }
    let best = -3.0 - 2.0 - 7.0;
    let reduction = Reduction::givens_only(&model);
    let encodings = Encodings {
        symbols: Symbols::DomainWall,
        ..Encodings::default()
    };
    let cost = encodings
        .encode(&model, &reduction, &Weights::default())
        .unwrap();
    assert_eq!(cost.zero_violation_energy, None);
    let diagonal = diagonal(&cost);
    let symbol = |z: &u64| cost.layout.code(&decoded(&cost, *z)) == Some(bits(*z, 9));
    assert_eq!((0..512).filter(symbol).count(), 64);
    for z in (0..512).filter(|z| !symbol(z)) {
        let energy = diagonal.energy(z as usize);
        assert!(energy >= best + 1.0, "{z:b}: {energy}");
    }
}

#[test]
fn every_board_with_one_symbol_in_each_group_has_a_code_that_decodes_to_it() {
    for case in cases() {
        for symbols in Symbols::ALL {
            let encodings = Encodings {
                symbols,
                ..Encodings::default()
            };
            let layout = unit(&case, encodings).layout;
            let n = case.reduction.qubits();
            assert_eq!((layout.variables(), layout.auxiliaries().len()), (n, 0));
            let mut codes = BTreeSet::new();
            for z in 0..1_u64 << n {
                let values = bits(z, n);
                if let Some(code) = layout.code(&values) {
                    assert_eq!(layout.decode(|k| code[k]), values, "{}", case.name);
                    assert!(codes.insert(code), "{}: two boards, one code", case.name);
                } else {
                    let board = case.reduction.lift(&values);
                    assert!(!case.model.is_solved_by(&board), "{} at {z:b}", case.name);
                }
            }
        }
    }
}
