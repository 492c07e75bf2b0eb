//! Ansätze with angles for kinds of rules, terms and qubits: they add up to the standard one, reach
//! lower, and are the circuits that are exported.

use crate::pipeline::{Problem, SearchPlan, run};
use crate::settings::AnsatzKind;
use crate::tests::objectives::{four_queens, plan, prepared, series, shipped};
use ketboard_puzzles::{RuleSet, Symbols};
use ketboard_qaoa::{Angles, Ansatz, Objective, Precision, mixers::MixerName, search::go_on};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Problems of several kinds of rules, with domain walls, an objective and a region left out among
/// them.
fn various() -> Vec<Problem> {
    let mut problems = vec![
        prepared(four_queens(), 9).0,
        prepared(shipped("tango-4x4.toml"), 8).0,
        prepared(shipped("queens-4x4.toml"), 8).0,
    ];
    let walls = prepared(four_queens(), 16)
        .0
        .with(|settings| settings.symbols = Symbols::DomainWall);
    problems.push(walls.unwrap());
    let whole = prepared(shipped("queens-4x4.toml"), 9).0.with(|settings| {
        (settings.reduce, settings.target_qubits) = (Some(RuleSet::None), None);
        settings.weights = vec!["region=1.5".to_owned()];
        settings.drop_region = Some("auto".to_owned());
    });
    problems.push(whole.unwrap());
    problems
}

#[test]
fn the_parts_of_a_cost_add_up_to_it_and_equal_angles_are_the_standard_ansatz() {
    for problem in various() {
        let cost = problem.energies(ketboard_qaoa::Precision::F64).unwrap();
        if problem.qubits() > 12 {
            let parts = problem.ansatz_parts(AnsatzKind::PerRule).unwrap().unwrap();
            let mut rest = problem.cost.polynomial.clone();
            parts
                .iter()
                .flat_map(|(_, part)| part.terms())
                .for_each(|(variables, c)| rest.add_term(variables, -c));
            let mut left = rest.terms().filter(|(variables, _)| !variables.is_empty());
            assert!(
                left.all(|(_, c)| c.abs() < 1e-12),
                "{}",
                problem.puzzle.file
            );
            continue;
        }
        let standard = Angles::new(vec![0.3, 0.5], vec![-0.4, -0.2]).unwrap();
        let expected = Ansatz::new(cost.clone())
            .state(&standard)
            .unwrap()
            .probabilities();
        for kind in [AnsatzKind::PerRule, AnsatzKind::MultiAngle] {
            let named = problem.ansatz_of(kind, Precision::F64).unwrap();
            let (ansatz, groups) = (named.ansatz, named.groups.unwrap());
            let shape = ansatz.shape();
            assert_eq!(shape, kind.shape(groups.len(), problem.qubits()));
            let gammas = standard.gammas.repeat(shape.groups);
            let betas = standard.betas.repeat(shape.mixers);
            let angles = Angles::new_in(gammas, betas, shape).unwrap();
            let found = ansatz.state(&angles).unwrap().probabilities();
            for (found, expected) in found.iter().zip(&expected) {
                assert!(
                    (found - expected).abs() < 1e-12,
                    "{kind}, {}",
                    problem.puzzle.file
                );
            }
        }
        let standard = problem.ansatz_of(AnsatzKind::Standard, Precision::F64);
        assert_eq!(standard.unwrap().groups, None);
    }
}

#[test]
fn a_circuit_with_angles_of_its_own_for_each_part_makes_the_state_of_the_simulator() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let (problem, _) = prepared(shipped("tango-4x4.toml"), 8);
    for kind in [AnsatzKind::PerRule, AnsatzKind::MultiAngle] {
        let ansatz = problem.ansatz_of(kind, Precision::F64).unwrap().ansatz;
        let shape = ansatz.shape();
        let (gammas, betas) = (
            series(2 * shape.groups, &mut rng),
            series(2 * shape.mixers, &mut rng),
        );
        let angles = Angles::new_in(gammas, betas, shape).unwrap();
        let expected = ansatz.state(&angles).unwrap();
        let gates = problem.ansatz_circuit_of(kind).unwrap();
        for circuit in [
            gates.circuit(&angles),
            gates.program(&angles).circuit().unwrap(),
        ] {
            let state = circuit.simulate().unwrap();
            for (x, amplitude) in state.iter().enumerate() {
                let off = (amplitude.norm_sqr() - expected.probability(x)).abs();
                assert!(off < 1e-12, "{kind}, state {x}: {off:e}");
            }
        }
    }
}

#[test]
fn more_angles_reach_lower_than_the_standard_ansatz() {
    let (problem, _truth) = prepared(shipped("tango-4x4.toml"), 8);
    let reached = |ansatz| {
        let mut plan = SearchPlan {
            ansatz,
            ..plan(Objective::Expectation)
        };
        plan.settings.depth = 1;
        plan.settings.iterations = 100;
        let outcome = run(&problem, &plan, &go_on).unwrap();
        (outcome.record.metrics.expectation, outcome.record.groups)
    };
    let (standard, none) = reached(AnsatzKind::Standard);
    let (per_rule, kinds) = reached(AnsatzKind::PerRule);
    let (multi_angle, terms) = reached(AnsatzKind::MultiAngle);
    assert_eq!(none, None);
    assert!(kinds.unwrap().contains(&"balance".to_owned()));
    assert!(terms.unwrap().contains(&"x0".to_owned()));
    assert!(per_rule < standard + 1e-6, "{per_rule} and {standard}");
    assert!(
        multi_angle < standard - 1e-3,
        "{multi_angle} and {standard}"
    );
}

#[test]
fn parts_with_angles_are_refused_where_there_are_none() {
    let (problem, _truth) = prepared(four_queens(), 16);
    let problem = crate::tests::on_registers(&problem, None, Some(MixerName::XY_COMPLETE)).unwrap();
    let plan = SearchPlan {
        ansatz: AnsatzKind::PerRule,
        ..plan(Objective::Expectation)
    };
    let refused = run(&problem, &plan, &go_on).unwrap_err().to_string();
    assert!(refused.contains("per-rule on registers"), "{refused}");
}
