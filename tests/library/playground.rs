//! What the page in the browser is told, against what the commands compute.

use crate::{Angles, Options, Playground, Puzzle};
use ketboard_puzzles::{Family, RegisterChoice, RuleSet, reduce};
use serde_json::{Value, json};

/// The answer to a question that can be answered.
fn ask(playground: &mut Playground, question: Value) -> Value {
    let answer = answer(playground, &question);
    assert_eq!(answer["error"], Value::Null, "{question}");
    answer
}

fn answer(playground: &mut Playground, question: &Value) -> Value {
    serde_json::from_str(&playground.answer(&question.to_string())).unwrap()
}

/// A playground with a shipped puzzle, and the text of its file.
fn shipped(name: &str) -> (Playground, String) {
    let text = std::fs::read_to_string(format!("examples/puzzles/{name}.toml")).unwrap();
    let mut playground = Playground::default();
    ask(&mut playground, json!({"do": "read", "text": text}));
    (playground, text)
}

/// Ten boards, of every family that is shipped, and how many variables are left of each.
const BOARDS: [(&str, usize); 10] = [
    ("n-queens-4x4", 10),
    ("queens-5x5", 9),
    ("star-battle-5x5", 8),
    ("tents-4x4", 6),
    ("tango-4x4", 7),
    ("takuzu-4x4", 6),
    ("sudoku-4x4", 8),
    ("chess-max-4x4", 8),
    ("n-queens-squared-5x5", 8),
    ("queens-holes-5x5", 8),
];

#[test]
fn the_layers_of_ten_boards_are_those_that_evaluate_tells() {
    let angles = Angles::new(vec![0.2, 0.35, 0.5], vec![-0.6, -0.4, -0.2]).unwrap();
    for (name, qubits) in BOARDS {
        let (mut playground, text) = shipped(name);
        let reduced = ask(
            &mut playground,
            json!({"do": "reduce", "settings": {"target_qubits": qubits}}),
        );
        let asked = |what: &str, more: Value| {
            let mut asked = json!({"do": what, "gammas": angles.gammas, "betas": angles.betas});
            asked
                .as_object_mut()
                .unwrap()
                .extend(more.as_object().unwrap().clone());
            asked
        };
        let told = ask(&mut playground, asked("layers", json!({})));
        let options = Options::default().target_qubits(qubits);
        let problem = Puzzle::parse(&text).unwrap().problem(&options).unwrap();
        assert_eq!(reduced["qubits"], problem.qubits(), "{name}");
        assert_eq!(reduced["solutions"], problem.solutions().len(), "{name}");
        let run = problem.evaluate(&angles, &options).unwrap();
        let layers = told["layers"].as_array().unwrap();
        assert_eq!(layers.len(), run.layers().len(), "{name}");
        for (layer, metrics) in layers.iter().zip(run.layers()) {
            let expectation = layer["expectation"].as_f64().unwrap();
            let success = layer["success_probability"].as_f64().unwrap();
            let known = metrics.success_probability.unwrap();
            assert!((expectation - metrics.expectation).abs() < 1e-12, "{name}");
            assert!((success - known).abs() < 1e-12, "{name}");
        }
        let last = ask(&mut playground, asked("state", json!({"at": 3})));
        for key in ["expectation", "success_probability"] {
            let (here, there) = (
                last[key].as_f64().unwrap(),
                layers[3][key].as_f64().unwrap(),
            );
            assert!((here - there).abs() < 1e-12, "{name}: {key}");
        }
        let likeliest = last["likeliest"].as_array().unwrap();
        let solving = likeliest.iter().filter(|board| board["solves"] == true);
        let sum: f64 = solving
            .map(|board| board["probability"].as_f64().unwrap())
            .sum();
        assert!(sum <= run.success_probability().unwrap() + 1e-12, "{name}");
        for board in likeliest {
            let breaks = board["verdict"].as_str().unwrap().starts_with("breaks");
            assert!(!(breaks && board["solves"] == true), "{name}: {board}");
        }
    }
}

/// The probability in all bars of a histogram, by sectors of the phase.
fn sectors(state: &Value) -> Vec<Vec<f64>> {
    let bars = state["bars"].as_array().unwrap().iter();
    bars.map(|bar| serde_json::from_value(bar["sectors"].clone()).unwrap())
        .collect()
}

#[test]
fn a_cost_phase_turns_bars_by_their_energy_and_moves_no_probability() {
    for (name, qubits) in BOARDS {
        let (mut playground, _) = shipped(name);
        let reduced = ask(
            &mut playground,
            json!({"do": "reduce", "settings": {"target_qubits": qubits}}),
        );
        let mean = reduced["mean"].as_f64().unwrap();
        let mut at = |moment: f64, gamma: f64, beta: f64| {
            let state = json!({"do": "state", "gammas": [gamma], "betas": [beta], "at": moment});
            ask(&mut playground, state)
        };
        let start = at(0.0, 0.2, -0.5);
        for (bar, sectors) in start["bars"]
            .as_array()
            .unwrap()
            .iter()
            .zip(sectors(&start))
        {
            let random = bar["random"].as_f64().unwrap();
            assert!(
                (sectors[0] - random).abs() < 1e-12,
                "{name}: all phases are 0 at the start"
            );
        }
        let turned = at(0.5, 0.2, -0.5);
        for (bar, sectors) in turned["bars"]
            .as_array()
            .unwrap()
            .iter()
            .zip(sectors(&turned))
        {
            let [low, high] = ["low", "high"].map(|end| bar[end].as_f64().unwrap());
            let sum: f64 = sectors.iter().sum();
            assert!(
                (sum - bar["random"].as_f64().unwrap()).abs() < 1e-12,
                "{name}"
            );
            if low == high {
                let turns = -0.2 * (low - mean) / std::f64::consts::TAU + 1.0 / 24.0;
                let sector = ((turns - turns.floor()) * 12.0) as usize;
                let nearly = (turns * 12.0 - (turns * 12.0).round()).abs() < 1e-9;
                assert!(
                    nearly || (sectors[sector] - sum).abs() < 1e-12,
                    "{name}: {low}"
                );
            }
        }
        let mixed = at(1.0, 0.0, -0.5);
        for (a, b) in sectors(&start).iter().zip(sectors(&mixed)) {
            assert!(
                (a[0] - b[0]).abs() < 1e-9,
                "{name}: a mixer alone turns nothing"
            );
        }
    }
}

#[test]
fn shots_fall_on_the_bars_as_their_probabilities_say() {
    let (mut playground, _) = shipped("queens-5x5");
    ask(
        &mut playground,
        json!({"do": "reduce", "settings": {"target_qubits": 9}}),
    );
    let angles = json!({"gammas": [0.3, 0.5], "betas": [-0.5, -0.2], "at": 2.0});
    let with = |more: Value| {
        let mut question = angles.clone();
        question
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        question
    };
    let state = ask(&mut playground, with(json!({"do": "state"})));
    let shots = json!({"do": "measure", "shots": 20000, "seed": 3});
    let measured = ask(&mut playground, with(shots));
    let exact = sectors(&state)
        .into_iter()
        .map(|bar| bar.iter().sum::<f64>());
    let bars = measured["bars"].as_array().unwrap();
    let inside = exact.zip(bars).filter(|(p, bar)| {
        let [low, high] = ["low", "high"].map(|end| bar[end].as_f64().unwrap());
        (low..=high).contains(p)
    });
    // of the 95 % intervals a few may miss
    assert!(inside.count() + 5 >= bars.len(), "{measured}");
    let success = state["success_probability"].as_f64().unwrap();
    assert!((measured["success"]["value"].as_f64().unwrap() - success).abs() < 0.02);
    let one = ask(
        &mut playground,
        with(json!({"do": "measure", "shots": 1, "seed": 3})),
    );
    assert_eq!(one["hits"], u64::from(one["board"]["solves"] == true));
}

#[test]
fn a_blank_board_of_every_family_that_is_generated_has_no_givens() {
    for maker in ketboard_puzzles::Maker::ALL {
        let size = maker.sizes().find(|size| *size >= 4).unwrap();
        let mut playground = Playground::default();
        let blank = json!({"do": "blank", "family": maker.family, "size": size});
        let puzzle = ask(&mut playground, blank);
        let given = puzzle["board"]["given"].as_array().unwrap();
        let is_given = given.iter().any(|row| row.as_str().unwrap().contains('x'));
        assert!(!is_given || maker.family == "tents", "{}", maker.family);
    }
}

#[test]
fn a_search_depth_by_depth_is_the_search_of_solve() {
    let (mut playground, text) = shipped("tango-4x4");
    ask(
        &mut playground,
        json!({"do": "reduce", "settings": {"target_qubits": 7}}),
    );
    let options = Options::default().target_qubits(7).depth(3).seed(5);
    let run = Puzzle::parse(&text).unwrap().solve(&options).unwrap();
    for stage in run.stages() {
        let asked = json!({"do": "optimize", "depth": stage.depth, "seed": 5});
        let found = ask(&mut playground, asked);
        assert_eq!(found["gammas"], json!(stage.angles.gammas));
        assert_eq!(found["expectation"], json!(stage.expectation));
        assert_eq!(found["evaluations"], stage.evaluations);
    }
    let again = ask(
        &mut playground,
        json!({"do": "optimize", "depth": 1, "seed": 5}),
    );
    assert_eq!(again["gammas"], json!(run.stages()[0].angles.gammas));
    let other = ask(
        &mut playground,
        json!({"do": "optimize", "depth": 3, "seed": 6}),
    );
    assert_eq!(other["gammas"].as_array().unwrap().len(), 3);
    let beside = ask(&mut playground, json!({"do": "baselines", "depth": 3}));
    assert!(beside["curve"].as_str().unwrap().contains("data-frames"));
    assert!(
        beside["annealing"]["success"]["value"].is_number(),
        "{beside}"
    );
}

#[test]
fn each_step_of_the_story_leaves_one_variable_fewer() {
    for (name, _) in BOARDS {
        let (mut playground, text) = shipped(name);
        let told = ask(&mut playground, json!({"do": "read", "text": text}));
        let puzzle = Puzzle::parse(&text).unwrap();
        let (open, least) = (
            told["open"].as_u64().unwrap(),
            told["least"].as_u64().unwrap(),
        );
        let steps = told["steps"].as_array().unwrap();
        for target in least..=open {
            let reduced = reduce(&puzzle.model, RuleSet::Full, Some(target as usize)).unwrap();
            assert_eq!(reduced.qubits() as u64, target, "{name}");
            let made = reduced.steps.len();
            assert_eq!(made as u64 + target - least, steps.len() as u64, "{name}");
            let last = reduced
                .steps
                .last()
                .map(|step| step.describe(&puzzle.model));
            let words = made
                .checked_sub(1)
                .map(|k| steps[k]["words"].as_str().unwrap());
            assert_eq!(last.as_deref(), words, "{name}");
        }
    }
}

#[test]
fn deductions_and_qudits_are_those_of_the_names() {
    let (mut playground, text) = shipped("n-queens-5x5");
    for (rules, registers) in [("none", "rows"), ("paper", "qubits"), ("full", "auto")] {
        let settings = json!({"reduce": rules, "registers": registers});
        let told = ask(
            &mut playground,
            json!({"do": "reduce", "settings": settings}),
        );
        let level = [RuleSet::None, RuleSet::Paper, RuleSet::Full]
            .into_iter()
            .find(|level| level.name() == rules);
        let choice = RegisterChoice::from_name(registers).unwrap();
        let options = Options::default()
            .set("reduce", level.unwrap().name())
            .unwrap();
        let options = options.set("registers", choice.name()).unwrap();
        let problem = Puzzle::parse(&text).unwrap().problem(&options).unwrap();
        assert_eq!(told["qubits"], problem.qubits(), "{rules} {registers}");
        assert_eq!(told["runs"], problem.states() <= 1 << 20);
    }
    for (key, name) in [
        ("reduce", "some"),
        ("registers", "circles"),
        ("mixers", "x"),
    ] {
        let told = answer(
            &mut playground,
            &json!({"do": "reduce", "settings": {key: name}}),
        );
        let error = told["error"].as_str().unwrap();
        assert!(
            error.contains("give ") || error.contains("known are"),
            "{told}"
        );
    }
}

#[test]
fn mixers_and_encodings_are_those_of_solve() {
    let angles = Angles::new(vec![0.2, 0.4], vec![-0.6, -0.3]).unwrap();
    for (name, setting, value) in [
        ("queens-5x5", "mixer", "xy-ring"),
        ("queens-5x5", "mixer", "grover"),
        ("sudoku-4x4", "symbols", "binary"),
        ("takuzu-4x4", "distinct_lines", "hobo"),
    ] {
        let (mut playground, text) = shipped(name);
        let settings = json!({"target_qubits": 9, setting: value});
        ask(
            &mut playground,
            json!({"do": "reduce", "settings": settings}),
        );
        let asked = json!({"do": "state", "gammas": angles.gammas, "betas": angles.betas, "at": 2});
        let state = ask(&mut playground, asked);
        let options = Options::default().target_qubits(9);
        let options = options.set(setting, value).unwrap();
        let problem = Puzzle::parse(&text).unwrap().problem(&options).unwrap();
        let run = problem.evaluate(&angles, &options).unwrap();
        assert_eq!(
            state["success_probability"],
            json!(run.success_probability()),
            "{value}"
        );
        assert_eq!(state["expectation"], json!(run.expectation()), "{value}");
    }
}

#[test]
fn every_family_is_read_reduced_run_and_taken_along() {
    for family in Family::ALL {
        let mut playground = Playground::default();
        let told = ask(
            &mut playground,
            json!({"do": "read", "text": family.sample}),
        );
        let least = told["least"].as_u64().unwrap();
        let open = told["open"].as_u64().unwrap();
        let target = (least + 3).min(open).min(10);
        let reduced = ask(
            &mut playground,
            json!({"do": "reduce", "settings": {"target_qubits": target}}),
        );
        if reduced["runs"] == false {
            continue;
        }
        let one = json!({"do": "state", "gammas": [0.3], "betas": [-0.4], "at": 0.75});
        let state = ask(&mut playground, one);
        let sum: f64 = sectors(&state).iter().flatten().sum();
        assert!((sum - 1.0).abs() < 1e-12, "{}", family.name);
        let map = ask(&mut playground, json!({"do": "landscape"}));
        let (gammas, betas) = (
            map["gammas"].as_array().unwrap(),
            map["betas"].as_array().unwrap(),
        );
        let inside = |value: &Value, axis: &[Value]| {
            let (low, high) = (
                axis[0].as_f64().unwrap(),
                axis[axis.len() - 1].as_f64().unwrap(),
            );
            (low..=high).contains(&value.as_f64().unwrap())
        };
        let end = map["path"].as_array().unwrap().last().unwrap();
        assert!(
            inside(&end[0], gammas) && inside(&end[1], betas),
            "{}: {end}",
            family.name
        );
        assert!(map["picture"].as_str().unwrap().contains("data-frames"));
        let baselines = json!({"do": "baselines", "depth": 2});
        let baselines = ask(&mut playground, baselines);
        let none = ask(&mut playground, json!({"do": "baselines", "depth": 0}));
        let [random, none] = [&reduced["random"], &none["grover"]].map(|p| p.as_f64().unwrap());
        assert!(
            (random - none).abs() < 1e-12,
            "no iteration is a random guess"
        );
        assert!(baselines["grover"].as_f64() > Some(0.0), "{}", family.name);
        for format in ["record", "json", "qasm3"] {
            let wish = json!({"do": "take", "format": format, "gammas": [0.3], "betas": [-0.4]});
            let taken = ask(&mut playground, wish);
            assert!(!taken["text"].as_str().unwrap().is_empty(), "{format}");
        }
    }
}

#[test]
fn the_record_is_that_of_evaluate_but_for_the_names_of_files() {
    let (mut playground, text) = shipped("queens-5x5");
    let wish = json!({"do": "reduce", "settings": {"target_qubits": 6}});
    ask(&mut playground, wish);
    ask(
        &mut playground,
        json!({"do": "optimize", "depth": 1, "seed": 5}),
    );
    let wish = json!({"do": "take", "format": "record", "gammas": [0.3], "betas": [-0.4]});
    let taken = ask(&mut playground, wish);
    let record: Value = serde_json::from_str(taken["text"].as_str().unwrap()).unwrap();
    let options = Options::default().target_qubits(6);
    let problem = Puzzle::parse(&text).unwrap().problem(&options).unwrap();
    let angles = Angles::new(vec![0.3], vec![-0.4]).unwrap();
    let run = problem.evaluate(&angles, &options).unwrap();
    assert_eq!(
        record["success_probability"],
        json!(run.success_probability())
    );
    assert_eq!(record["after_layers"].as_array().unwrap().len(), 2);
    assert_eq!(record["measured"]["shots"], 1024);
    assert_eq!(record["gammas"], json!([0.3]));
    assert_eq!(record["setting"]["seed"], 5);
    assert_eq!(record["input"]["puzzle"], text);
}

#[test]
fn what_cannot_be_answered_is_said_and_changes_nothing() {
    let (mut playground, _) = shipped("tango-4x4");
    ask(
        &mut playground,
        json!({"do": "reduce", "settings": {"target_qubits": 6}}),
    );
    let taken = json!({"do": "take", "format": "qasm3", "gammas": [0.3], "betas": [-0.4]});
    let before = ask(&mut playground, taken.clone());
    for (question, words) in [
        (json!({"do": "dance"}), "names a question"),
        (json!({"do": "read", "text": "family = 'tango'"}), "grid"),
        (json!({"do": "read", "text": "<script>"}), "the pasted text"),
        (
            json!({"do": "generate", "family": "tango", "size": 5, "seed": 1}),
            "even",
        ),
        (
            json!({"do": "read", "text": "family = 'n-queens'\nsize = 40"}),
            "at most 1000",
        ),
        (
            json!({"do": "layers", "gammas": [0.1, 0.2], "betas": [0.1]}),
            "betas",
        ),
        (
            json!({"do": "layers", "gammas": vec![0.1; 65], "betas": vec![0.1; 65]}),
            "64",
        ),
        (
            json!({"do": "optimize", "depth": 0, "seed": 0}),
            "1 or more",
        ),
        (
            json!({"do": "state", "gammas": [0.1], "betas": [0.1], "at": 1.5}),
            "from 0 to 1",
        ),
        (json!({"do": "take", "format": "ionq"}), "qasm3"),
        (
            json!({"do": "edit", "cells": [[0, 0]], "symbol": "7"}),
            "give one of",
        ),
    ] {
        let told = answer(&mut playground, &question);
        let error = told["error"]
            .as_str()
            .unwrap_or_else(|| panic!("{question}: {told}"));
        assert!(error.contains(words), "{question}: {error}");
        assert_eq!(ask(&mut playground, taken.clone()), before, "{question}");
    }
    let mut empty = Playground::default();
    for question in [
        json!({"do": "reduce", "settings": {"target_qubits": 3}}),
        json!({"do": "edit", "cells": [[0, 0]], "symbol": "1"}),
        json!({"do": "layers", "gammas": [], "betas": []}),
    ] {
        let told = answer(&mut empty, &question);
        assert!(told["error"].as_str().is_some(), "{question}: {told}");
    }
}

#[test]
fn a_puzzle_without_a_solution_says_why_and_shows_its_deductions() {
    let mut playground = Playground::default();
    let text = "family = 'n-queens'\nsize = 4\nqueens = ['r1c1']";
    let told = ask(&mut playground, json!({"do": "read", "text": text}));
    assert!(told["contradiction"].is_string(), "{told}");
    let reduced = answer(
        &mut playground,
        &json!({"do": "reduce", "settings": {"target_qubits": 4}}),
    );
    assert!(
        reduced["error"].as_str().unwrap().contains("no solution"),
        "{reduced}"
    );
}
