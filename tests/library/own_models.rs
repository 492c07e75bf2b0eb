//! Models of one's own through the facade: judged by their rules, or by exact ground states where
//! they state none.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use crate::{Error, Options, Solve};
use ketboard_puzzles::{
    Constraint, Form, Kind, Limits, Model, Polynomial, RuleSet, Var, VariableSpace,
};

/// A model of `n` variables `v0`, `v1`, ….
fn variables(n: usize) -> (Model, Vec<Var>) {
    let mut model = Model::default();
    let vars = (0..n)
        .map(|k| model.add_variable(format!("v{k}")))
        .collect();
    (model, vars)
}

#[test]
fn every_form_of_rule_runs_and_is_judged_by_the_rules() {
    let kind = Kind::named("own");
    let (mut model, v) = variables(6);
    model.add(Constraint::exactly(kind, "two of four", 2, v[..4].to_vec()));
    model.add(Constraint::one_of_two(
        kind,
        "one or two",
        1,
        v[2..].to_vec(),
    ));
    model.add(Constraint::not_both(kind, "not both", [v[0], v[5]]));
    model.add(Constraint::new(
        kind,
        "nor these",
        Form::not_both([v[1], v[5]], 2),
    ));
    model.add(Constraint::equal(kind, "alike", [v[0], v[4]]));
    model.add(Constraint::differ(kind, "apart", [v[1], v[3]]));
    model.add(Constraint::distinct(
        Kind::Distinct,
        "lines",
        [vec![v[0], v[1]], vec![v[2], v[3]]],
    ));
    model.add(Constraint::matching(
        Kind::Matching,
        "pairs",
        vec![vec![v[0], v[1]], vec![v[2], v[3]]],
    ));
    let truth = model.all_solutions(&Limits::default()).solutions;
    assert!(!truth.is_empty());
    for level in [RuleSet::None, RuleSet::Full] {
        let run = model
            .solve(
                &Options::default()
                    .depth(2)
                    .set("reduce", level.name())
                    .unwrap(),
            )
            .unwrap();
        let values = run.values().unwrap().to_vec();
        assert!(
            truth.contains(&values) && model.is_solved_by(&values),
            "{values:?}"
        );
        assert_eq!(run.problem().solutions().len(), truth.len());
        assert_eq!(run.problem().variables()[5], "v5");
        let shown = run.to_string();
        assert!(
            shown.contains(&format!("v0 = {}, v1 = ", u8::from(values[0]))),
            "{shown}"
        );
        assert!(!shown.contains("ground states"), "{shown}");
    }
}

#[test]
fn a_kind_of_ones_own_has_its_own_weight() {
    let (mut model, v) = variables(2);
    model.add(Constraint::equal(
        Kind::named("wish"),
        "alike",
        [v[0], v[1]],
    ));
    model.add(Constraint::exactly(Kind::Row, "row", 1, v.clone()));
    let options = Options::default().set("reduce", "none").unwrap();
    let energies = |weight: f64| {
        let options = options.clone().weight(Kind::named("wish"), weight).unwrap();
        let cost = model.problem(&options);
        // the rules contradict each other, so that there is no problem to run
        assert!(matches!(cost, Err(Error::NoSolution { .. })), "{cost:?}");
    };
    energies(2.0);
    let (mut model, v) = variables(2);
    model.add(Constraint::equal(
        Kind::named("wish"),
        "alike",
        [v[0], v[1]],
    ));
    let cost = |weight: f64| {
        let options = options.clone().weight(Kind::named("wish"), weight).unwrap();
        let problem = model.problem(&options).unwrap();
        problem.polynomial().value(|k| k == 0)
    };
    assert_eq!((cost(1.0), cost(3.5)), (1.0, 3.5));
}

#[test]
fn among_boards_that_obey_the_rules_the_objective_decides() {
    let (mut model, v) = variables(3);
    model.add(Constraint::exactly(
        Kind::named("size"),
        "one",
        1,
        v.clone(),
    ));
    for (var, weight) in v.iter().zip([3.0, -2.0, 1.0]) {
        model.add_objective(*var, weight);
    }
    let options = Options::default().weight(Kind::named("size"), 6.0).unwrap();
    let run = model.solve(&options).unwrap();
    assert_eq!(run.values(), Some(&[false, true, false][..]));
    assert_eq!(run.problem().solutions(), [["010"]]);
}

#[test]
fn energies_are_solved_by_their_exact_ground_states() {
    let mut cost = Polynomial::constant(3, 1.0);
    cost.add_term(&[0, 1, 2], -1.0);
    cost.add_term(&[0], 0.25);
    let run = cost.solve(&Options::default().depth(2).seed(3)).unwrap();
    let ground = |index: u64| cost.value(|k| index >> k & 1 == 1);
    let lowest = (0..8).map(ground).fold(f64::INFINITY, f64::min);
    assert_eq!(run.metrics().ground_energy, lowest);
    assert_eq!(run.problem().solutions(), [["111"]]);
    assert_eq!(run.values(), Some(&[true; 3][..]));
    let success = run.success_probability().unwrap();
    assert!((success - run.metrics().ground_probability).abs() < 1e-12);
    assert_eq!(run.metrics().random_success_probability, Some(0.125));
    let shown = run.to_string();
    assert!(shown.starts_with("x0 = 1, x1 = 1, x2 = 1\n"), "{shown}");
    assert!(
        shown.ends_with("(success: one of the exact ground states)"),
        "{shown}"
    );
}

#[test]
fn names_of_an_expression_are_those_of_the_run() {
    let mut space = VariableSpace::new();
    let x = space.array("x", [2]).unwrap();
    let file = space.model_file(&x.sum().equals(1)).unwrap();
    let run = file.solve(&Options::default().depth(1)).unwrap();
    assert_eq!(run.problem().variables(), ["x[0]", "x[1]"]);
    assert_eq!(run.problem().solutions().len(), 2);
    assert!(run.is_solved());
}

#[test]
fn what_a_model_cannot_take_is_refused() {
    let mut cost = Polynomial::constant(2, 0.0);
    cost.add_term(&[0, 1], 1.0);
    let options = Options::default();
    for (options, name) in [
        (options.clone().set("reduce", "full").unwrap(), "reduce"),
        (options.clone().target_qubits(1), "target_qubits"),
        (options.clone().weight(Kind::Row, 2.0).unwrap(), "weight"),
        (
            options.clone().set("drop_region", "A").unwrap(),
            "drop_region",
        ),
    ] {
        let error = cost.solve(&options).unwrap_err().to_string();
        assert!(
            error.contains(name) && error.contains("states no rules"),
            "{error}"
        );
    }
    let (mut model, v) = variables(2);
    model.add(Constraint::equal(Kind::Row, "far", [v[0], Var(9)]));
    let error = model.solve(&options).unwrap_err().to_string();
    assert!(
        error.contains("Var(9) in a model of 2 variables"),
        "{error}"
    );
    let wide = Polynomial::constant(60, 0.0);
    let error = wide.solve(&options).unwrap_err().to_string();
    assert!(error.contains("give a model of at most"), "{error}");
}
