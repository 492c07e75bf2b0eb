//! What expressions promise: the algebra of their values, penalties that are 0 exactly where a
//! constraint holds, the family's QUBO in other words, mistakes that become errors, and the way
//! through QAOA to a board.

#![allow(clippy::unwrap_used, reason = "a test fails where it unwraps")]

use crate::{Options, Result, Run, Solve};
use ketboard_puzzles::{
    Expression, ModelFile, ModelFormat, Polynomial, Puzzle, Reduction, VariableArray,
    VariableSpace, Weights, encode,
};
use ketboard_qaoa::{Cost, Precision};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;

/// The energies of all assignments.
fn energies(space: &VariableSpace, cost: &Expression) -> Result<Cost> {
    let problem = space.model_file(cost)?.problem(&Options::default())?;
    problem.energies(Precision::F64)
}

/// A run of QAOA on an expression, and its sample of least energy.
fn solved(space: &VariableSpace, cost: &Expression, options: &Options) -> (Run, Vec<bool>, f64) {
    let run = space.model_file(cost).unwrap().solve(options).unwrap();
    let energies = run.samples().map(|(values, _)| {
        let energy = cost.value(&values).unwrap();
        (values, energy)
    });
    let best = energies.min_by(|a, b| a.1.total_cmp(&b.1));
    let (values, energy) = best.unwrap();
    (run, values, energy)
}

/// All assignments of `n` variables.
fn assignments(n: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1_usize << n).map(move |z| (0..n).map(|k| z >> k & 1 == 1).collect())
}

/// A random polynomial of degree at most 3 with quarters as coefficients.
fn random(x: &VariableArray<1>, rng: &mut ChaCha8Rng) -> Expression {
    let mut sum = Expression::from(f64::from(rng.random_range(-9..9)) / 4.0);
    for _ in 0..6 {
        let mut term = Expression::from(f64::from(rng.random_range(-9..9)) / 4.0);
        for _ in 0..rng.random_range(1..=3) {
            term *= x[[rng.random_range(0..x.shape()[0])]];
        }
        sum += term;
    }
    sum
}

/// Rows, columns and both kinds of diagonals of a board: one queen each, or at most one.
fn n_queens(n: usize, diagonal_weight: f64) -> (VariableSpace, VariableArray<2>, Expression) {
    let mut space = VariableSpace::new();
    let x = space.array("x", [n, n]).unwrap();
    let lines = x.rows().chain(x.columns());
    let mut cost: Expression = lines.map(|line| line.sum().equals(1)).sum();
    for line in x.diagonals().chain(x.anti_diagonals()) {
        cost += diagonal_weight * line.sum().between(0, 1, &mut space).unwrap();
    }
    (space, x, cost)
}

#[test]
fn the_value_of_a_sum_difference_or_product_is_that_of_the_values() {
    for seed in 0..20 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut space = VariableSpace::new();
        let x = space.array("x", [5]).unwrap();
        let [a, b] = [random(&x, &mut rng), random(&x, &mut rng)];
        let k = f64::from(rng.random_range(-9..9)) / 2.0;
        let v = x[[3]];
        let mut accumulated = a.clone();
        accumulated += &b;
        accumulated -= 2;
        accumulated *= v;
        for values in assignments(5) {
            let at = |e: &Expression| e.value(&values).unwrap();
            let [p, q] = [at(&a), at(&b)];
            let bit = f64::from(u8::from(values[v.index()]));
            let cases = [
                (&a + &b, p + q),
                (a.clone() + &b, p + q),
                (&a - b.clone(), p - q),
                (&a * &b, p * q),
                (-&a, -p),
                (a.square(), p * p),
                (k * &a + 1, k * p + 1.0),
                (3 - a.clone() * k, 3.0 - p * k),
                (v + &a, bit + p),
                (2 * v - v * &b, 2.0 * bit - bit * q),
                (1.5 - v, 1.5 - bit),
                (-v + 7_usize, 7.0 - bit),
                ([&a, &b, &a].into_iter().sum(), p + q + p),
                (accumulated.clone(), (p + q - 2.0) * bit),
                (a.equals(&b), (p - q) * (p - q)),
            ];
            for (number, (expression, expected)) in cases.iter().enumerate() {
                assert_eq!(at(expression), *expected, "seed {seed}, case {number}");
            }
        }
    }
}

#[test]
fn a_power_of_a_variable_is_the_variable_and_what_cancels_is_gone() {
    let mut space = VariableSpace::new();
    let x = space.array("x", [2]).unwrap();
    let polynomial = |e: &Expression| space.polynomial(e).unwrap();
    let [a, b] = [x[[0]], x[[1]]];
    assert_eq!(polynomial(&(a * a)), polynomial(&a.into()));
    assert_eq!(polynomial(&(a * b * a * b)), polynomial(&(b * a)));
    assert_eq!(polynomial(&(x.sum() - b - a)), Polynomial::constant(2, 0.0));
    assert_eq!((a * b - b * a + 1).degree(), 0);
    let tenths = [0.1, 0.2].map(|tenth| tenth * a);
    assert_eq!(
        tenths
            .into_iter()
            .sum::<Expression>()
            .value(&[true])
            .unwrap(),
        0.1 + 0.2
    );
}

#[test]
fn an_array_knows_its_names_lines_and_sums() {
    let mut space = VariableSpace::new();
    let single = space.variable("y").unwrap();
    let x = space.array("x", [2, 3]).unwrap();
    let cube = space.array("cube", [2, 2, 2]).unwrap();
    let name = |v: ketboard_puzzles::Variable| space.names()[v.index()].as_str();
    let spelled = |line: VariableArray<1>| line.iter().map(name).collect::<Vec<_>>().join(" ");
    assert_eq!(
        [name(single), name(x[[1, 2]]), name(cube[[1, 0, 1]])],
        ["y", "x[1][2]", "cube[1][0][1]"]
    );
    assert_eq!(spelled(x.rows().nth(1).unwrap()), "x[1][0] x[1][1] x[1][2]");
    assert_eq!(spelled(x.columns().nth(2).unwrap()), "x[0][2] x[1][2]");
    let diagonals: Vec<_> = x.diagonals().map(spelled).collect();
    assert_eq!(
        diagonals,
        ["x[1][0]", "x[0][0] x[1][1]", "x[0][1] x[1][2]", "x[0][2]"]
    );
    let anti_diagonals: Vec<_> = x.anti_diagonals().map(spelled).collect();
    assert_eq!(
        anti_diagonals,
        ["x[0][0]", "x[0][1] x[1][0]", "x[0][2] x[1][1]", "x[1][2]"]
    );

    assert!(x.get([1, 2]) == Some(x[[1, 2]]) && x.get([0, 3]).is_none());
    assert!(x.rows().nth(2).is_none());
    let empty = VariableSpace::new().array("e", [0, 3]).unwrap();
    assert_eq!(
        [
            empty.diagonals().count(),
            empty.columns().count(),
            empty.rows().count()
        ],
        [0, 3, 0]
    );
}

#[test]
fn equals_is_the_squared_difference_and_zero_exactly_where_it_holds() {
    let mut space = VariableSpace::new();
    let x = space.array("x", [4]).unwrap();
    let weighted = 3 * x[[0]] - 2 * x[[1]] + x[[2]] * x[[3]];
    for k in -3..6 {
        let penalty = weighted.equals(k);
        for values in assignments(4) {
            let miss = weighted.value(&values).unwrap() - f64::from(k);
            assert_eq!(penalty.value(&values).unwrap(), miss * miss);
        }
    }
}

/// Sums, weighted and nonlinear expressions of whole coefficients over four variables.
fn whole_expressions(x: &VariableArray<1>) -> Vec<Expression> {
    vec![
        x.sum(),
        3 - x.sum(),
        3 * x[[0]] - 2 * x[[1]] + x[[2]] + 5 * x[[3]],
        2 * x[[0]] * x[[1]] - x[[2]] * x[[3]] * x[[0]] + 1,
        Expression::from(2),
    ]
}

#[test]
fn between_is_zero_exactly_where_it_holds_for_the_best_auxiliaries_and_at_least_one_elsewhere() {
    for number in 0..5 {
        for (least, most) in (-4..10).flat_map(|l| (l..12).map(move |u| (l, u))) {
            let mut space = VariableSpace::new();
            let x = space.array("x", [4]).unwrap();
            let e = whole_expressions(&x)[number].clone();
            let penalty = e.between(least, most, &mut space).unwrap();
            let mut lowest = [f64::INFINITY; 16];
            for (z, values) in assignments(space.names().len()).enumerate() {
                let energy = penalty.value(&values).unwrap();
                lowest[z % 16] = energy.min(lowest[z % 16]);
            }
            for (values, lowest) in assignments(4).zip(lowest) {
                let value = e.value(&values).unwrap();
                let holds = (least as f64..=most as f64).contains(&value);
                let case = format!("{least} <= expression {number} = {value} <= {most}");
                assert_eq!(lowest == 0.0, holds, "{case}: {lowest}");
                assert!(holds || lowest >= 1.0, "{case}: {lowest}");
            }
        }
    }
}

#[test]
fn between_adds_one_auxiliary_less_than_a_binary_slack_and_none_for_two_values() {
    // lower and upper bound of a sum of 20 variables, with the auxiliaries that they cost
    let table = [
        (0, 1, 0),
        (4, 4, 0),
        (7, 8, 0),
        (3, 5, 1),
        (3, 6, 1),
        (3, 7, 2),
        (2, 9, 2),
        (2, 10, 3),
        (0, 20, 0),
        (-9, 99, 0),
        (-5, 1, 0),
        (19, 50, 0),
        (18, 50, 1),
        (30, 40, 0),
        (1, 20, 4),
    ];
    for (least, most, auxiliaries) in table {
        let mut space = VariableSpace::new();
        let x = space.array("x", [20]).unwrap();
        let penalty = x.sum().between(least, most, &mut space).unwrap();
        assert_eq!(space.auxiliaries().len(), auxiliaries, "{least} to {most}");
        assert!(penalty.degree() <= 2, "{least} to {most} is a QUBO");
        assert_eq!(space.polynomial(&penalty).unwrap().n(), 20 + auxiliaries);
    }
    let mut space = VariableSpace::new();
    let x = space.array("x", [20]).unwrap();
    let never = x.sum().between(30, 40, &mut space).unwrap();
    assert_eq!(never.value(&[true; 20]).unwrap(), 100.0);
}

#[test]
fn auxiliaries_are_told_apart_in_decoding() {
    let mut space = VariableSpace::new();
    let x = space.array("x", [4]).unwrap();
    let penalty = x.sum().between(0, 2, &mut space).unwrap();
    let y = space.variable("y").unwrap();
    assert_eq!(space.auxiliaries().collect::<Vec<_>>(), [4]);
    assert_eq!((space.names()[4].as_str(), y.index()), ("slack[0]", 5));
    let values = [true, false, true, false, true, true];
    assert_eq!((penalty + y).value(&values).unwrap(), 1.0);
    let decoded = space.decode(&values).unwrap();
    let expected = [
        ("x[0]", true),
        ("x[1]", false),
        ("x[2]", true),
        ("x[3]", false),
        ("y", true),
    ];
    assert_eq!(decoded, expected);
    assert!(space.decode(&values[1..]).is_err());
}

#[test]
fn n_queens_in_expressions_is_the_qubo_of_the_family() {
    // Twice the pairs of a diagonal is its `between`: the family (eq. 3) counts each pair once.
    let (space, _, cost) = n_queens(4, 0.5);
    let text = "family = \"n-queens\"\nname = \"Four queens\"\nsize = 4\n";
    let model = Puzzle::parse(text, "four.toml").unwrap().model;
    let family = encode(&model, &Reduction::givens_only(&model), &Weights::default());
    let own = space.polynomial(&cost).unwrap();
    assert_eq!(own, family.polynomial, "coefficient by coefficient");
    for values in assignments(16) {
        assert_eq!(
            cost.value(&values).unwrap(),
            family.polynomial.value(|k| values[k])
        );
    }
}

#[test]
fn mistakes_are_carried_through_operators_and_reported_where_the_expression_is_used() {
    let [mut here, mut there] = [VariableSpace::new(), VariableSpace::new()];
    let a = here.array("x", [3]).unwrap();
    let b = there.array("x", [3]).unwrap();
    let one = a.sum().equals(1);
    let cases = [
        (a[[0]] + b[[1]], "two spaces"),
        ((a[[0]] * b[[0]] - 1).equals(&one), "two spaces"),
        (b.sum(), "another space"),
        (a.sum() * f64::NAN, "finite"),
        ((a.sum() + f64::INFINITY) * 0.5, "finite"),
        ((a.sum() * 1e200).square(), "finite"),
        (a.sum() + i64::MAX, "NaN"),
    ];
    for (number, (expression, expected)) in cases.iter().enumerate() {
        let errors = [
            here.polynomial(expression)
                .err()
                .map(|error| error.to_string()),
            expression
                .between(0, 2, &mut here)
                .err()
                .map(|error| error.to_string()),
            energies(&here, expression)
                .err()
                .map(|error| error.to_string()),
        ];
        for message in errors {
            let message = message.unwrap();
            assert!(message.contains(expected), "case {number}: {message}");
        }
    }
    assert_eq!(here.names().len(), 3, "no auxiliary was left behind");
    assert!(cases[0].0.value(&[true; 3]).is_err() && one.value(&[true; 2]).is_err());
}

#[test]
fn bounds_and_names_that_cannot_be_are_refused_with_the_remedy() {
    let mut space = VariableSpace::new();
    let x = space.array("x", [3]).unwrap();
    let mut between = |e: Expression, l, u| e.between(l, u, &mut space).unwrap_err().to_string();
    assert!(between(x.sum(), 2, 1).contains("2 to 1"));
    assert!(between(x.sum() * 0.5, 0, 1).contains("whole"));
    assert!(between(x.sum() + 0.25, 0, 1).contains("whole"));
    assert!(between(x.sum() * 1e300, 0, 1).contains("exact"));
    assert!(between(x.sum(), i64::MAX, i64::MAX).contains("exact"));
    assert!(x.sum().between(i64::MIN, i64::MAX, &mut space).is_ok());
    for name in ["", "x", "slack", "x[0]", "1x", "a b"] {
        assert!(space.array(name, [1]).is_err(), "{name:?}");
    }
    assert!(space.array("y", [usize::MAX, 2]).is_err() && space.array("y", [70_000]).is_err());
    assert_eq!(space.names().len(), 3);
    let big = space.array("y", [200]).unwrap();
    let message = energies(&space, &big.sum()).unwrap_err().to_string();
    assert!(message.contains("give a model of at most"), "{message}");
}

#[test]
fn qaoa_samples_a_board_of_four_queens_with_energy_zero() {
    let (space, x, cost) = n_queens(4, 1.0);
    assert_eq!(energies(&space, &cost).unwrap().ground_states(0.0).len(), 2);
    let options = Options::default().depth(3).shots(2000).seed(1);
    let (run, best, energy) = solved(&space, &cost, &options);
    assert!(run.is_solved() && energy == 0.0, "{best:?}");
    assert_eq!(run.samples().map(|(_, shots)| shots).sum::<u64>(), 2000);
    let lowest = run.metrics().ground_probability;
    assert!(lowest > 10.0 * 2.0 / 65536.0, "{lowest}");
    assert_is_a_queens_board(&x, &best);
    let (again, ..) = solved(&space, &cost, &options);
    assert_eq!(again.record(), run.record(), "the same seed gives the same");
}

#[test]
fn a_constraint_with_auxiliaries_goes_through_qaoa_like_any_other() {
    let mut space = VariableSpace::new();
    let x = space.array("x", [5]).unwrap();
    // The cheapest two to four of five, where the third brings a gain.
    let cost = 10 * x.sum().between(2, 4, &mut space).unwrap() + x.sum() - 3 * x[[2]];
    let options = Options::default().shots(500).seed(3);
    let (run, best, energy) = solved(&space, &cost, &options);
    assert_eq!(space.names().len(), 6);
    assert_eq!((run.metrics().ground_energy, energy), (-1.0, -1.0));
    assert!(run.is_solved() && best[2], "{best:?}");
    assert_eq!(best[..5].iter().filter(|v| **v).count(), 2);
}

fn assert_is_a_queens_board(x: &VariableArray<2>, values: &[bool]) {
    let [n, _] = x.shape();
    let squares = (0..n).flat_map(|r| (0..n).map(move |c| (r, c)));
    let queens: Vec<_> = squares
        .filter(|&(r, c)| values[x[[r, c]].index()])
        .collect();
    let lines: [BTreeSet<usize>; 4] = [
        queens.iter().map(|q| q.0).collect(),
        queens.iter().map(|q| q.1).collect(),
        queens.iter().map(|q| q.0 + q.1).collect(),
        queens.iter().map(|q| n + q.0 - q.1).collect(),
    ];
    assert_eq!(queens.len(), n);
    assert!(lines.iter().all(|line| line.len() == n), "{queens:?}");
}

#[test]
fn eight_queens_reach_the_target_energy_zero() {
    let (space, x, cost) = n_queens(8, 1.0);
    let polynomial = space.polynomial(&cost).unwrap();
    assert_eq!((polynomial.n(), polynomial.degree()), (64, 2));
    let settings = ketboard_puzzles::AnnealSettings {
        target_energy: Some(0.0),
        ..ketboard_puzzles::AnnealSettings::default()
    };
    let found = settings.anneal(space.names().len(), polynomial.terms());
    assert!(found.reached_target, "one of 92 boards");
    assert_eq!(cost.value(&found.bits).unwrap(), 0.0);
    assert_is_a_queens_board(&x, &found.bits);
}

#[test]
fn an_expression_is_written_in_every_model_format_with_the_names_of_its_variables() {
    let mut space = VariableSpace::new();
    let x = space.array("x", [2, 3]).unwrap();
    let cost = x.sum().between(1, 4, &mut space).unwrap() + 0.25 * x[[1, 2]] - 3.5;
    let model = space.model_file(&cost).unwrap();
    let text_in = |format: &ModelFormat| (format.write)(&model).unwrap();
    for format in ModelFormat::ALL {
        let text = text_in(format);
        for name in space.names() {
            assert!(text.contains(name.as_str()), "{}: no {name}", format.name);
        }
    }
    let json = ModelFormat::ALL.iter().find(|format| format.name == "json");
    let read = ModelFile::parse(&text_in(json.unwrap()), "x.json").unwrap();
    assert_eq!(read, model);
    for values in assignments(space.names().len()) {
        let energy = read.polynomial.value(|k| values[k]);
        assert_eq!(energy, cost.value(&values).unwrap());
    }
    let names: Vec<_> = read
        .cells
        .iter()
        .map(|(name, qubit)| format!("{name} {qubit}"))
        .collect();
    assert_eq!(names[5..7], ["x[1][2] x5", "slack[0] x6"]);
}
