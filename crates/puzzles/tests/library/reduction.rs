//! Every deduction keeps the set of solutions, on every board here, at every level, to every
//! target; judged by enumeration, which knows nothing of deductions.

#[path = "reduction/boards.rs"]
mod boards;
#[path = "reduction/slips.rs"]
mod slips;

use crate::model::{Assignment, Constraint, Kind, Model, Var};
use crate::reduce::{Contradiction, Effect, RULES, Reduced, Reduction, RuleSet, Step, reduce};
use boards::{Board, queens, queens_boards, random_models, sign, square, tango_boards};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;

const LEVELS: [RuleSet; 3] = [RuleSet::None, RuleSet::Paper, RuleSet::Full];
/// More qubits than this are not enumerated.
const ENUMERATED: usize = 11;

fn all_boards() -> Vec<Board> {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut boards = random_models(&mut rng, 800);
    boards.extend(queens_boards(&mut rng, 60));
    boards.extend(tango_boards(&mut rng, 60));
    boards
}

fn keeps(effect: Effect, x: &[bool]) -> bool {
    match effect {
        Effect::Fix { var, value } => x[var.index()] == value,
        Effect::Merge { var, into, negated } => (x[var.index()] != x[into.index()]) == negated,
    }
}

fn lifted_solutions(model: &Model, reduction: &Reduction) -> Vec<Assignment> {
    let boards = (0..1_u64 << reduction.qubits()).map(|index| reduction.lift_index(index));
    let mut found: Vec<_> = boards.filter(|board| model.is_solved_by(board)).collect();
    found.sort();
    found
}

#[test]
fn every_step_of_every_level_keeps_the_solutions() {
    for board in all_boards() {
        for level in LEVELS {
            let steps = match reduce(&board.model, level, None) {
                Ok(reduction) => reduction.steps.to_vec(),
                Err(contradiction) => {
                    assert!(
                        board.solutions.is_empty(),
                        "{}: {contradiction}",
                        board.name
                    );
                    contradiction.steps
                }
            };
            for step in steps {
                let kept = board.solutions.iter().all(|x| keeps(step.effect, x));
                assert!(kept, "{}: {}", board.name, step.describe(&board.model));
            }
        }
    }
}

#[test]
fn solutions_before_are_the_lift_of_solutions_after_for_every_target() {
    for Board {
        name,
        model,
        solutions,
    } in all_boards()
    {
        for (level, target) in LEVELS
            .iter()
            .flat_map(|&l| (0..=model.len()).map(move |t| (l, t)))
        {
            let Ok(reduction) = reduce(&model, level, Some(target)) else {
                assert!(solutions.is_empty(), "{name} at {level:?}, target {target}");
                continue;
            };
            for solution in &solutions {
                let bits = reduction
                    .project(solution)
                    .expect("no solution is excluded");
                assert_eq!(
                    &reduction.lift(&bits),
                    solution,
                    "{name} at {level:?}, target {target}"
                );
            }
            if reduction.qubits() <= ENUMERATED {
                assert_eq!(
                    lifted_solutions(&model, &reduction),
                    solutions,
                    "{name}, {level:?}, {target}"
                );
            }
        }
    }
}

#[test]
fn each_step_costs_one_qubit_and_a_target_within_reach_is_met_exactly() {
    for Board { name, model, .. } in all_boards() {
        for level in LEVELS {
            let Ok(furthest) = reduce(&model, level, None) else {
                continue;
            };
            let givens = furthest
                .steps
                .iter()
                .filter(|step| step.rule == "given")
                .count();
            for target in 0..=model.len() {
                let reduction = reduce(&model, level, Some(target)).unwrap();
                let reach = target.clamp(furthest.qubits(), model.len() - givens);
                assert_eq!(
                    reduction.qubits(),
                    reach,
                    "{name} at {level:?}, target {target}"
                );
                assert_eq!(
                    reduction.qubits() + reduction.steps.len(),
                    model.len(),
                    "{name}"
                );
                assert_eq!(
                    reduction.steps,
                    &furthest.steps[..reduction.steps.len()],
                    "{name}"
                );
            }
        }
    }
}

#[test]
fn qubits_are_numbered_by_the_first_variable_of_their_class() {
    for Board { name, model, .. } in all_boards() {
        let Ok(reduction) = reduce(&model, RuleSet::Full, None) else {
            continue;
        };
        let kept: Vec<Var> = (0..reduction.qubits())
            .map(|k| reduction.variables[k])
            .collect();
        assert!(kept.is_sorted(), "{name}: {kept:?}");
        for var in model.variables() {
            if let Reduced::Bit { qubit, negated } = reduction.value(var) {
                assert!(kept[qubit] <= var, "{name}: {var:?}");
                assert!(kept[qubit] != var || !negated, "{name}: {var:?}");
            }
        }
    }
}

#[test]
fn assignments_that_the_reduction_excludes_have_no_qubits() {
    for Board { name, model, .. } in all_boards().into_iter().take(200) {
        let Ok(reduction) = reduce(&model, RuleSet::Full, None) else {
            continue;
        };
        let every = boards::solutions(&model_without_rules(&model));
        let kept = every
            .iter()
            .filter(|x| reduction.project(x).is_some())
            .count();
        assert_eq!(kept, 1 << reduction.qubits(), "{name}");
    }
}

fn model_without_rules(model: &Model) -> Model {
    let mut free = Model::default();
    for name in model.names() {
        free.add_variable(name.as_str());
    }
    free
}

#[test]
fn the_reduced_model_has_the_same_solutions() {
    for Board {
        name,
        model,
        solutions,
    } in all_boards().into_iter().take(300)
    {
        for level in LEVELS {
            let Ok(reduction) = reduce(&model, level, None) else {
                continue;
            };
            let reduced = reduction.reduced_model(&model);
            assert_eq!(reduced.names(), model.names());
            assert_eq!(
                boards::solutions(&reduced),
                solutions,
                "{name} at {level:?}"
            );
            match reduce(&reduced, RuleSet::Paper, None) {
                Ok(again) => assert!(again.qubits() <= reduction.qubits(), "{name} at {level:?}"),
                Err(contradiction) => assert!(solutions.is_empty(), "{name}: {contradiction}"),
            }
        }
    }
}

#[test]
fn no_qubits_left_is_the_only_solution() {
    let mut solved = 0;
    for Board {
        name,
        model,
        solutions,
    } in all_boards()
    {
        let result = reduce(&model, RuleSet::Full, None);
        if let Some(reduction) = result.ok().filter(|found| found.qubits() == 0) {
            assert_eq!(solutions, [reduction.lift(&[])], "{name}");
            solved += 1;
        }
    }
    assert!(solved > 40, "{solved} boards solved");
}

#[test]
fn after_full_reduction_no_single_value_leads_the_simple_rules_to_a_contradiction() {
    for Board { name, model, .. } in all_boards() {
        let Ok(reduction) = reduce(&model, RuleSet::Full, None) else {
            continue;
        };
        let kept = (0..reduction.qubits()).map(|k| reduction.variables[k]);
        for (var, value) in kept.flat_map(|var| [(var, false), (var, true)]) {
            let mut assumed = reduction.reduced_model(&model);
            assumed.give(var, value);
            let result = reduce(&assumed, RuleSet::Paper, None);
            assert!(result.is_ok(), "{name}: {var:?} = {value}");
        }
    }
}

#[test]
fn every_rule_is_used_at_its_level_and_not_below() {
    let mut used = BTreeSet::new();
    for Board { name, model, .. } in all_boards() {
        for level in LEVELS {
            let steps = reduce(&model, level, None).map_or_else(|c| c.steps, |r| r.steps.to_vec());
            for step in steps {
                let rule = RULES.iter().find(|rule| rule.name == step.rule).unwrap();
                assert!(rule.level <= level, "{name}: {} at {level:?}", step.rule);
                used.insert(step.rule);
            }
        }
    }
    let all: BTreeSet<&str> = RULES.iter().map(|rule| rule.name).collect();
    assert_eq!(used, all);
}

/// Rules that use more constraints than the one that their steps name.
const WIDE: [&str; 2] = ["look-ahead", "seen by all candidates"];

/// The model with only those givens that the steps name, and only those constraints, unless a wide
/// rule is among them.
fn only_what_is_named(model: &Model, steps: &[&Step], constraint: Option<usize>) -> Model {
    let mut named = model_without_rules(model);
    for step in steps.iter().filter(|step| step.rule == "given") {
        if let Effect::Fix { var, value } = step.effect {
            named.give(var, value);
        }
    }
    let wide = steps.iter().any(|step| WIDE.contains(&step.rule));
    let rests = |index: usize| {
        constraint == Some(index) || steps.iter().any(|step| step.constraint == Some(index))
    };
    for (index, rule) in model.constraints().iter().enumerate() {
        if wide || rests(index) {
            named.add(rule.clone());
        }
    }
    named
}

#[test]
fn a_contradiction_follows_from_its_relevant_steps_alone() {
    let (mut found, mut shorter) = (0, 0);
    for Board { name, model, .. } in all_boards().into_iter().take(800) {
        for level in LEVELS {
            let Err(contradiction) = reduce(&model, level, None) else {
                continue;
            };
            found += 1;
            if contradiction.constraint.is_none() {
                continue;
            }
            let relevant = contradiction.relevant_steps();
            shorter += usize::from(relevant.len() < contradiction.steps.len());
            let named = only_what_is_named(&model, &relevant, contradiction.constraint);
            assert!(
                boards::solutions(&named).is_empty(),
                "{name} at {level:?}: {contradiction}"
            );
        }
    }
    assert!(
        found > 100 && shorter > 50,
        "{found} contradictions, {shorter} shortened"
    );
}

#[test]
fn a_step_follows_from_what_it_names_and_from_what_that_rests_on() {
    for Board { name, model, .. } in all_boards().into_iter().take(800) {
        let Ok(reduction) = reduce(&model, RuleSet::Full, None) else {
            continue;
        };
        for (index, step) in reduction.steps.iter().enumerate() {
            if step.rule == "given" {
                continue;
            }
            let cause = Contradiction {
                steps: reduction.steps[..index].to_vec(),
                constraint: step.constraint,
                because: step.because.clone(),
                reason: String::new(),
            };
            let mut rests_on = cause.relevant_steps();
            rests_on.push(step);
            let named = only_what_is_named(&model, &rests_on, step.constraint);
            let follows = boards::solutions(&named)
                .iter()
                .all(|x| keeps(step.effect, x));
            assert!(follows, "{name}: {}", step.describe(&model));
        }
    }
}

#[test]
fn two_givens_that_differ_are_a_contradiction() {
    let (mut model, cells) = square(2);
    model.give(cells[0][1], true);
    model.give(cells[0][1], false);
    let contradiction = reduce(&model, RuleSet::None, None).unwrap_err();
    assert_eq!(contradiction.to_string(), "r1c2 is given as 0 and as 1");
}

#[test]
fn a_ring_of_signs_with_an_odd_number_of_crosses_is_a_contradiction() {
    for crosses in 0..8_u8 {
        let (mut model, cells) = square(2);
        let ring = [
            (cells[0][0], cells[0][1]),
            (cells[0][1], cells[1][1]),
            (cells[1][1], cells[0][0]),
        ];
        for (k, (a, b)) in ring.into_iter().enumerate() {
            model.add(sign(&model, [a, b], crosses >> k & 1 == 1));
        }
        let result = reduce(&model, RuleSet::Paper, None);
        if crosses.count_ones() % 2 == 0 {
            assert_eq!(result.unwrap().qubits(), 2, "{crosses:b}");
        } else {
            let contradiction = result.unwrap_err();
            assert_eq!(contradiction.relevant_steps().len(), 2, "{contradiction}");
        }
    }
}

#[test]
fn a_line_that_cannot_have_its_count_is_a_contradiction_from_the_start() {
    let (mut model, cells) = square(2);
    model.add(Constraint::exactly(Kind::Row, "row 1", 3, cells[0].clone()));
    let contradiction = reduce(&model, RuleSet::None, Some(4)).unwrap_err();
    let expected = "row 1 must have exactly 3 of r1c1 r1c2; at most 2 can be 1";
    assert_eq!(contradiction.to_string(), expected);
}

#[test]
fn the_paper_level_clears_what_a_placed_queen_takes_and_nothing_else() {
    let one_region = vec![vec![0, 0, 0, 0], vec![1, 1, 1, 1], vec![2; 4], vec![3; 4]];
    let (mut model, cells) = queens(&one_region, 1);
    model.give(cells[1][1], true);
    let reduction = reduce(&model, RuleSet::Paper, None).unwrap();
    let open: Vec<&str> = (0..reduction.qubits())
        .map(|k| model.name(reduction.variables[k]))
        .collect();
    assert_eq!(open, ["r1c4", "r3c4", "r4c1", "r4c3", "r4c4"]);
}

#[test]
fn steps_are_told_in_words() {
    let (mut model, cells) = square(3);
    model.give(cells[0][0], true);
    model.add(Constraint::exactly(Kind::Row, "row 1", 1, cells[0].clone()));
    model.add(sign(&model, [cells[1][0], cells[1][1]], true));
    model.add(Constraint::not_both(
        Kind::Diagonal,
        "r1c1 and r2c2",
        [cells[0][0], cells[1][1]],
    ));
    model.add(Constraint::exactly(
        Kind::Balance,
        "row 3",
        2,
        cells[2].clone(),
    ));
    model.add(sign(&model, [cells[2][0], cells[2][1]], false));
    let reduction = reduce(&model, RuleSet::Full, None).unwrap();
    let told: Vec<String> = reduction
        .steps
        .iter()
        .map(|step| step.describe(&model))
        .collect();
    let expected = [
        "r1c1 = 1: given",
        "r1c2 = 0: row 1 already has its 1 (r1c1)",
        "r1c3 = 0: row 1 already has its 1 (r1c1)",
        "r2c2 = 0: attacked by r1c1 (r1c1 and r2c2)",
        "r2c1 = 1: r2c1 x r2c2, and r2c2 is known",
        "r3c2 = r3c1: tied by r3c1 = r3c2",
        "r3c1 = 1: row 3 could not keep its count otherwise (r3c1 and r3c2)",
        "r3c3 = 0: row 3 already has its 2 ones (r3c1 and r3c2)",
    ];
    assert_eq!(told, expected);
}
