//! Penalty advice: the gap table against a direct evaluation of every state, bounds known by hand,
//! and what happens on either side of an advised weight.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use crate::pipeline::{Advice, MOST_ADVISED_QUBITS, Problem, SafeWeight, SearchPlan, run};
use crate::settings::Settings;
use ketboard_puzzles::{
    Constraint, Encodings, Form, Kind, Model, Puzzle, Reduction, RuleSet, Var, Weights, encode,
    reduce,
};
use ketboard_qaoa::{SearchSettings, search::go_on};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;

/// The most pieces of these values on a graph, no two of them joined; pairs are counted once.
fn pieces(values: &[f64], edges: &[(usize, usize)]) -> Model {
    let mut model = Model::default();
    for (k, value) in values.iter().enumerate() {
        let var = model.add_variable(format!("r1c{}", k + 1));
        model.add_objective(var, -value);
    }
    for &(a, b) in edges {
        model.add(Constraint::not_both(
            Kind::Diagonal,
            "pair",
            [Var(a), Var(b)],
        ));
    }
    model
}

fn random_model(rng: &mut ChaCha8Rng) -> Model {
    let n = rng.random_range(3..=8);
    let mut model = Model::default();
    for k in 0..n {
        let var = model.add_variable(format!("r1c{}", k + 1));
        if rng.random_bool(0.7) {
            model.add_objective(var, f64::from(rng.random_range(-12..=12)) / 4.0);
        }
    }
    for _ in 0..rng.random_range(1..=5) {
        let mut vars: Vec<Var> = model.variables().collect();
        while vars.len() > 2 && rng.random_bool(0.6) {
            vars.remove(rng.random_range(0..vars.len()));
        }
        let pair = [vars[0], vars[1]];
        let lines = Form::Distinct([vec![vars[0], vars[1]], vec![vars[1], vars[0]]]);
        let of = |kind, form| Constraint::new(kind, "rule", form);
        model.add(match rng.random_range(0..6) {
            0 => Constraint::exactly(Kind::Row, "rule", 1, vars),
            1 => Constraint::one_of_two(Kind::Region, "rule", 1, vars),
            2 => Constraint::not_both(Kind::Diagonal, "rule", pair),
            3 => of(Kind::Sign, Form::equal(pair)),
            4 => of(Kind::Row, Form::differ(pair)),
            _ => of(Kind::Distinct, lines),
        });
    }
    model
}

fn whole(model: &Model) -> Reduction {
    Reduction::givens_only(model)
}

fn boards(reduction: &Reduction) -> impl Iterator<Item = Vec<bool>> {
    (0..1_u64 << reduction.qubits()).map(|index| reduction.lift_index(index))
}

fn is_encoded(rule: &Constraint) -> bool {
    Encodings::default()
        .energy_where_it_holds(&rule.form)
        .is_some()
}

fn broken(model: &Model, board: &[bool], which: impl Fn(&Constraint) -> bool) -> usize {
    let rules = model.constraints().iter().filter(|rule| which(rule));
    rules.filter(|rule| !rule.holds(board)).count()
}

/// The slow twin of the energy: every penalty by itself, then its weight.
fn energy(model: &Model, weights: &Weights, board: &[bool]) -> f64 {
    let mut free = Model::default();
    for name in model.names() {
        free.add_variable(name.clone());
    }
    let all = Reduction::givens_only(&free);
    let objective: f64 = model
        .objective()
        .iter()
        .filter(|(var, _)| board[var.index()])
        .map(|(_, weight)| weight)
        .sum();
    let cost = |rule: &Constraint| {
        let mut alone = free.clone();
        alone.add(rule.clone());
        encode(&alone, &all, weights).polynomial.value(|k| board[k])
    };
    objective + model.constraints().iter().map(cost).sum::<f64>()
}

/// Whether every state of lowest energy obeys the encoded rules.
fn ground_states_obey(model: &Model, reduction: &Reduction, weights: &Weights) -> bool {
    let cost = encode(model, reduction, weights);
    let energies: Vec<f64> = (0..1_u64 << reduction.qubits())
        .map(|index| cost.polynomial.value(|k| index >> k & 1 == 1))
        .collect();
    let lowest = energies.iter().copied().fold(f64::INFINITY, f64::min);
    let states = energies.iter().zip(boards(reduction));
    let mut ground = states.filter(|(e, _)| **e <= lowest + 1e-12 * (1.0 + lowest.abs()));
    ground.all(|(_, board)| broken(model, &board, is_encoded) == 0)
}

fn safe(advice: &Advice, kind: Kind) -> Option<SafeWeight> {
    let found = advice.kinds.iter().find(|of| of.kind == kind);
    found.unwrap().safe
}

/// Number of states and lowest energy by the number of broken rules.
type Table = BTreeMap<usize, (u64, f64)>;

fn enter(table: &mut Table, rules: usize, energy: f64) {
    let row = table.entry(rules).or_insert((0, f64::INFINITY));
    *row = (row.0 + 1, row.1.min(energy));
}

fn assert_table(found: &[crate::pipeline::Broken], expected: &Table, what: &str) {
    let found: Vec<_> = found
        .iter()
        .map(|row| (row.rules, row.states))
        .zip(found)
        .collect();
    let keys: Vec<_> = expected
        .iter()
        .map(|(rules, row)| (*rules, row.0))
        .collect();
    assert_eq!(
        found.iter().map(|row| row.0).collect::<Vec<_>>(),
        keys,
        "{what}"
    );
    for ((rules, _), row) in found {
        let wanted = expected[&rules].1;
        assert!(
            (row.lowest_energy - wanted).abs() < 1e-9,
            "{what}: {row:?}, {wanted}"
        );
    }
}

#[test]
fn the_gap_table_is_that_of_a_direct_evaluation_of_every_state() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for case in 0..60 {
        let model = random_model(&mut rng);
        let weights = Weights::from_pairs([(Kind::Row, 0.75), (Kind::Diagonal, 2.5)]).unwrap();
        let reduction = reduce(&model, RuleSet::Full, Some(6)).unwrap_or_else(|_| whole(&model));
        let advice = advise(&model, &reduction, &weights).unwrap();
        let (mut all, mut apart) = (Table::new(), Table::new());
        let mut kinds = BTreeMap::<Kind, Table>::new();
        for board in boards(&reduction) {
            let energy = energy(&model, &weights, &board);
            let k = broken(&model, &board, is_encoded);
            enter(&mut all, k, energy);
            if k == 0 {
                let others = broken(&model, &board, |rule| !is_encoded(rule));
                enter(&mut apart, others, energy);
            }
            for of in &advice.kinds {
                let k = broken(&model, &board, |rule| {
                    rule.kind == of.kind && is_encoded(rule)
                });
                enter(kinds.entry(of.kind).or_default(), k, energy);
            }
        }
        assert_table(&advice.broken, &all, &format!("case {case}"));
        assert_table(
            &advice.unencoded_broken,
            &apart,
            &format!("case {case}, unencoded"),
        );
        for of in &advice.kinds {
            assert_table(
                &of.broken,
                &kinds[&of.kind],
                &format!("case {case}, {}", of.kind),
            );
            let rules = model.constraints().iter();
            let rules = rules.filter(|rule| rule.kind == of.kind && is_encoded(rule));
            assert_eq!((of.rules, of.weight), (rules.count(), weights.of(of.kind)));
        }
        let obeys = ground_states_obey(&model, &reduction, &weights);
        let feasible = all.contains_key(&0);
        assert_eq!(advice.too_small, feasible && !obeys, "case {case}");
        assert_eq!(advice.lowest_energy_that_obeys.is_some(), feasible);
    }
}

#[test]
fn a_weight_above_the_bound_is_right_and_one_below_it_is_wrong() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut seen = BTreeMap::new();
    for case in 0..200 {
        let model = random_model(&mut rng);
        let reduction = whole(&model);
        let weights = Weights::from_pairs([(Kind::Row, 1.5), (Kind::Sign, 0.5)]).unwrap();
        let advice = advise(&model, &reduction, &weights).unwrap();
        for of in &advice.kinds {
            let obey_at = |weight: f64| {
                let mut changed = weights.clone();
                changed.set(of.kind, weight).unwrap();
                ground_states_obey(&model, &reduction, &changed)
            };
            let without = || {
                let mut rest = Model::default();
                for name in model.names() {
                    rest.add_variable(name);
                }
                model
                    .objective()
                    .iter()
                    .for_each(|&(var, w)| rest.add_objective(var, w));
                let others = model
                    .constraints()
                    .iter()
                    .filter(|rule| rule.kind != of.kind);
                others.for_each(|rule| rest.add(rule.clone()));
                let cost = encode(&rest, &reduction, &weights);
                let energies = boards(&reduction).map(|b| cost.polynomial.value(|k| b[k]));
                let energies: Vec<f64> = energies.collect();
                let lowest = energies.iter().copied().fold(f64::INFINITY, f64::min);
                let mut ground = energies.iter().zip(boards(&reduction));
                ground.all(|(e, b)| *e > lowest + 1e-12 || broken(&model, &b, is_encoded) == 0)
            };
            let what = format!("case {case}, {}: {:?}", of.kind, of.safe);
            let name = match of.safe {
                None => {
                    assert!(!boards(&reduction).any(|b| broken(&model, &b, is_encoded) == 0));
                    "infeasible"
                }
                Some(SafeWeight::Above(bound)) => {
                    assert!(bound > 0.0 && obey_at(bound * 1.000001), "{what}");
                    assert!(!obey_at(bound) && !obey_at(bound * 0.999999), "{what}");
                    "above"
                }
                Some(SafeWeight::Any) => {
                    assert!(obey_at(0.001) && obey_at(1000.0) && !without(), "{what}");
                    "any"
                }
                Some(SafeWeight::NotNeeded) => {
                    assert!(obey_at(0.001) && obey_at(1000.0) && without(), "{what}");
                    "not needed"
                }
                Some(SafeWeight::OthersTooSmall) => {
                    assert!([0.001, 1.0, 1000.0].iter().all(|&w| !obey_at(w)), "{what}");
                    "others"
                }
            };
            *seen.entry(name).or_insert(0) += 1;
        }
    }
    let counts: Vec<_> = seen.values().collect();
    assert!(
        seen.len() == 5 && counts.iter().all(|&&n| n >= 5),
        "{seen:?}"
    );
}

#[test]
fn bounds_known_by_hand_come_out() {
    let triangle = [(0, 1), (0, 2), (1, 2)];
    for (values, edges, bound) in [
        // A pair in conflict: the cheaper piece is what one gains.
        (vec![3.0, 5.0], vec![(0, 1)], 3.0),
        // All against all: λ above the largest weight, no less.
        (vec![2.0; 3], triangle.to_vec(), 2.0),
        // A path: the middle piece costs two conflicts.
        (vec![2.0; 3], vec![(0, 1), (1, 2)], 1.0),
        // A middle piece worth more than its neighbors together is placed; each neighbor then adds
        // its own conflict.
        (vec![1.0, 9.0, 2.0], vec![(0, 1), (1, 2)], 2.0),
    ] {
        let model = pieces(&values, &edges);
        let advice = advise(&model, &whole(&model), &Weights::default()).unwrap();
        let expected = SafeWeight::Above(bound);
        assert_eq!(safe(&advice, Kind::Diagonal), Some(expected), "{values:?}");
        assert_eq!(advice.too_small, bound >= 1.0, "{values:?}");
    }
    // Exactly one of two pieces worth 3 and 2: both break the rule once and are worth 2 more.
    let mut one = pieces(&[3.0, 2.0], &[]);
    one.add(Constraint::exactly(
        Kind::Row,
        "row",
        1,
        vec![Var(0), Var(1)],
    ));
    let advice = advise(&one, &whole(&one), &Weights::default()).unwrap();
    assert_eq!(safe(&advice, Kind::Row), Some(SafeWeight::Above(2.0)));
    assert_eq!(
        (
            advice.lowest_energy_that_obeys,
            advice.lowest_energy_that_breaks,
            advice.gap
        ),
        (Some(-3.0), Some(-4.0), Some(-1.0))
    );
}

#[test]
fn no_bound_exceeds_the_largest_weight_of_a_piece() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    for _ in 0..40 {
        let n = rng.random_range(2..=8);
        let values: Vec<f64> = (0..n).map(|_| f64::from(rng.random_range(1..=9))).collect();
        let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
        let mut edges: Vec<_> = pairs.filter(|_| rng.random_bool(0.5)).collect();
        edges.push((0, 1));
        edges.sort_unstable();
        edges.dedup();
        let model = pieces(&values, &edges);
        let advice = advise(&model, &whole(&model), &Weights::default()).unwrap();
        let Some(SafeWeight::Above(bound)) = safe(&advice, Kind::Diagonal) else {
            panic!("without a penalty all pieces are placed: {advice:?}");
        };
        let largest = values.iter().copied().fold(0.0, f64::max);
        assert!(bound <= largest, "{bound} for {values:?}, {edges:?}");
    }
}

/// The advice on a model over the qubits of a reduction.
fn advise(model: &Model, reduction: &Reduction, weights: &Weights) -> crate::Result<Advice> {
    let bare = Puzzle::of_model("model", Model::default());
    let mut problem = Problem::new(bare, &Settings::default()).unwrap();
    problem.cost = encode(model, reduction, weights);
    (problem.reduction, problem.weights) = (reduction.clone(), weights.clone());
    problem.puzzle = Puzzle::of_model("model", model.clone());
    problem.advice()
}

fn problem(file: &str, level: RuleSet, target: Option<usize>) -> Problem {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/puzzles/");
    let puzzle = Puzzle::read(format!("{folder}{file}").as_ref()).unwrap();
    let plan = Settings {
        reduce: Some(level),
        target_qubits: target,
        ..Settings::default()
    };
    Problem::new(puzzle, &plan).unwrap()
}

#[test]
fn pure_penalties_are_right_at_any_weight_and_have_a_gap_of_at_least_one() {
    for file in [
        "queens-5x5.toml",
        "tango-4x4.toml",
        "takuzu-4x4.toml",
        "tents-4x4.toml",
        "n-queens-4x4.toml",
    ] {
        let problem = problem(file, RuleSet::Full, Some(16));
        let advice = problem.advice().unwrap();
        assert!(advice.gap.unwrap() >= 1.0, "{file}: {advice:?}");
        assert_eq!(
            advice.lowest_energy_that_obeys,
            problem.cost.zero_violation_energy
        );
        let states: u64 = advice.broken.iter().map(|row| row.states).sum();
        assert_eq!(states, 1 << problem.qubits(), "{file}");
        for of in &advice.kinds {
            let harmless = [SafeWeight::Any, SafeWeight::NotNeeded].map(Some);
            assert!(
                harmless.contains(&of.safe),
                "{file}, {}: {:?}",
                of.kind,
                of.safe
            );
        }
        let diagonal = problem.energies(ketboard_qaoa::Precision::F64).unwrap();
        assert_eq!(
            problem.rule_broken_at_lowest_energy(&diagonal),
            None,
            "{file}"
        );
    }
}

#[test]
fn states_that_break_only_rules_without_a_penalty_stand_apart() {
    let advice = problem("tents-unmatched.toml", RuleSet::Paper, None)
        .advice()
        .unwrap();
    let [none, some] = advice.unencoded_broken[..] else {
        panic!("the board has a ground state that is no solution: {advice:?}");
    };
    assert_eq!((none.rules, some.rules), (0, 1));
    assert_eq!(none.lowest_energy, some.lowest_energy);
    assert_eq!(none.states + some.states, advice.broken[0].states);
}

#[test]
fn a_weight_that_is_too_small_is_told_by_the_rule_that_breaks_and_a_board_without_solution_by_none()
{
    let mut puzzle = Puzzle::parse("family = 'n-queens'\nsize = 4\n", "four.toml").unwrap();
    for var in puzzle.model.variables() {
        puzzle.model.add_objective(var, -9.0);
    }
    let plan = Settings {
        reduce: Some(RuleSet::None),
        target_qubits: None,
        ..Settings::default()
    };
    let problem = Problem::open(puzzle.clone(), &plan).unwrap();
    let diagonal = problem.energies(ketboard_qaoa::Precision::F64).unwrap();
    let rule = problem.rule_broken_at_lowest_energy(&diagonal).unwrap();
    let ground = diagonal.ground_states(diagonal.rounding());
    let rule = &puzzle.model.constraints()[rule];
    assert!(
        ground
            .iter()
            .any(|x| !rule.holds(&problem.reduction.lift_index(*x)))
    );
    assert!(problem.advice().unwrap().too_small);

    let mut one = Puzzle::parse("family = 'n-queens'\nsize = 1\n", "one.toml").unwrap();
    one.model.add_objective(Var(0), 9.0);
    let problem = Problem::open(one, &plan).unwrap();
    let settings = SearchSettings {
        depth: 1,
        starts: 1,
        ..SearchSettings::default()
    };
    let search = SearchPlan {
        settings,
        shots: 1,
        seed: 1,
        ..SearchPlan::default()
    };
    let outcome = run(&problem, &search, &go_on).unwrap();
    let rule = outcome.rule_broken_at_lowest_energy.unwrap();
    assert_eq!(problem.puzzle.model.constraints()[rule].name, "row 1");

    let none = Puzzle::parse("family = 'n-queens'\nsize = 3\n", "three.toml").unwrap();
    let problem = Problem::new(none, &plan).unwrap();
    let advice = problem.advice().unwrap();
    assert_eq!((advice.lowest_energy_that_obeys, advice.gap), (None, None));
    assert!(!advice.too_small && advice.kinds.iter().all(|of| of.safe.is_none()));
    assert_eq!(
        problem.rule_broken_at_lowest_energy(
            &problem.energies(ketboard_qaoa::Precision::F64).unwrap()
        ),
        None
    );
}

#[test]
fn too_many_states_are_refused_with_the_remedy() {
    let model = pieces(&[1.0; MOST_ADVISED_QUBITS + 1], &[(0, 1)]);
    let error = advise(&model, &whole(&model), &Weights::default()).unwrap_err();
    let words = error.to_string();
    assert!(
        words.contains("25 qubits") && words.contains("`target_qubits` 24"),
        "{words}"
    );
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let problem = problem("n-queens-4x4.toml", RuleSet::None, None);
    let of = |threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| format!("{:?}", problem.advice().unwrap()))
    };
    assert_eq!(of(1), of(3));
}
