//! What the page in the browser is told, against what the commands compute.

use crate::{Angles, Options, Playground, Puzzle};
use ketboard_puzzles::{FAMILIES, RegisterChoice, RuleSet, reduce};
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
        let reduced = ask(&mut playground, json!({"do": "reduce", "qubits": qubits}));
        let asked =
            json!({"do": "layers", "gammas": angles.gammas, "betas": angles.betas, "shown": 3});
        let told = ask(&mut playground, asked);
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
        let sum: f64 = told["likeliest"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|board| board["solves"] == true)
            .map(|board| board["probability"].as_f64().unwrap())
            .sum();
        assert!(sum <= run.success_probability().unwrap() + 1e-12, "{name}");
        for board in told["likeliest"].as_array().unwrap() {
            let breaks = board["verdict"].as_str().unwrap().starts_with("breaks");
            assert_eq!(
                breaks,
                !board["broken"].as_array().unwrap().is_empty() || breaks
            );
            assert!(!(breaks && board["solves"] == true), "{name}: {board}");
        }
    }
}

#[test]
fn a_search_depth_by_depth_is_the_search_of_solve() {
    let (mut playground, text) = shipped("tango-4x4");
    ask(&mut playground, json!({"do": "reduce", "qubits": 7}));
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
    assert_eq!(other["depth"], 3);
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
            let made = reduced.steps().len();
            assert_eq!(made as u64 + target - least, steps.len() as u64, "{name}");
            let last = reduced
                .steps()
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
        let wish = json!({"do": "reduce", "qubits": 0, "rules": rules, "registers": registers});
        let told = ask(&mut playground, wish);
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
    for (key, name) in [("rules", "some"), ("registers", "circles")] {
        let told = answer(
            &mut playground,
            &json!({"do": "reduce", "qubits": 0, key: name}),
        );
        assert!(told["error"].as_str().unwrap().contains("give "), "{told}");
    }
}

#[test]
fn every_family_is_read_reduced_run_and_taken_along() {
    for family in FAMILIES {
        let mut playground = Playground::default();
        let told = ask(
            &mut playground,
            json!({"do": "paste", "text": family.sample}),
        );
        let least = told["least"].as_u64().unwrap();
        let open = told["open"].as_u64().unwrap();
        let target = (least + 3).min(open).min(10);
        let reduced = ask(&mut playground, json!({"do": "reduce", "qubits": target}));
        if reduced["runs"] == false {
            continue;
        }
        let one = json!({"do": "layers", "gammas": [0.3], "betas": [-0.4], "shown": 9});
        assert_eq!(ask(&mut playground, one)["shown"], 1, "{}", family.name);
        let map = ask(&mut playground, json!({"do": "landscape", "points": 5}));
        assert_eq!(map["expectations"].as_array().unwrap().len(), 5);
        assert!(map["picture"].as_str().unwrap().contains("data-frames"));
        let baselines = json!({"do": "baselines", "depth": 2, "seed": 1});
        let baselines = ask(&mut playground, baselines);
        assert_eq!(baselines["grover"].as_array().unwrap().len(), 3);
        let [random, none] =
            [&baselines["random"], &baselines["grover"][0]].map(|p| p.as_f64().unwrap());
        assert!(
            (random - none).abs() < 1e-12,
            "no iteration is a random guess"
        );
        for format in ["toml", "record", "json", "qubo", "lp", "qasm3", "qasm2"] {
            let wish = json!({"do": "take", "format": format, "gammas": [0.3], "betas": [-0.4]});
            let taken = ask(&mut playground, wish);
            assert!(!taken["text"].as_str().unwrap().is_empty(), "{format}");
        }
    }
}

#[test]
fn the_record_is_that_of_evaluate_but_for_the_names_of_files() {
    let (mut playground, text) = shipped("queens-5x5");
    ask(&mut playground, json!({"do": "reduce", "qubits": 6}));
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
    assert_eq!(record["layers"].as_array().unwrap().len(), 2);
    assert_eq!(record["shots"], 1024);
    assert_eq!(record["gammas"], json!([0.3]));
}

#[test]
fn what_cannot_be_answered_is_said_and_changes_nothing() {
    let (mut playground, text) = shipped("tango-4x4");
    ask(&mut playground, json!({"do": "reduce", "qubits": 6}));
    for (question, words) in [
        (json!({"do": "dance"}), "names a question"),
        (json!({"do": "read", "text": "family = 'tango'"}), "grid"),
        (
            json!({"do": "paste", "text": "<script>"}),
            "the pasted text",
        ),
        (
            json!({"do": "generate", "family": "tango", "size": 5, "seed": 1}),
            "even",
        ),
        (
            json!({"do": "layers", "gammas": [0.1, 0.2], "betas": [0.1], "shown": 0}),
            "betas",
        ),
        (
            json!({"do": "layers", "gammas": vec![0.1; 65], "betas": vec![0.1; 65], "shown": 0}),
            "64",
        ),
        (
            json!({"do": "optimize", "depth": 0, "seed": 0}),
            "1 or more",
        ),
        (json!({"do": "landscape", "points": 1}), "points"),
        (json!({"do": "take", "format": "ionq"}), "qasm3"),
        (
            json!({"do": "edit", "cell": [0, 0], "symbol": "7"}),
            "give one of",
        ),
    ] {
        let told = answer(&mut playground, &question);
        let error = told["error"]
            .as_str()
            .unwrap_or_else(|| panic!("{question}: {told}"));
        assert!(error.contains(words), "{question}: {error}");
        let still = json!({"do": "take", "format": "toml"});
        assert_eq!(ask(&mut playground, still)["text"], text);
    }
    let mut empty = Playground::default();
    for question in [
        json!({"do": "reduce", "qubits": 3}),
        json!({"do": "edit", "cell": [0, 0], "symbol": "1"}),
        json!({"do": "layers", "gammas": [], "betas": [], "shown": 0}),
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
    let reduced = answer(&mut playground, &json!({"do": "reduce", "qubits": 4}));
    assert!(
        reduced["error"].as_str().unwrap().contains("no solution"),
        "{reduced}"
    );
}
