//! One layer of QAOA on devices, compiled here and by Qiskit: `cargo bench --bench compile`, with
//! the other side `KETBOARD_PYTHON=/path/to/python cargo bench --bench compile` (a Python that has
//! Qiskit).
//!
//! Models: 4×4 and 5×5 N queens with a qubit for each cell, and 12 qubits with 65 of the 66
//! couplings; p = 1. Two-qubit gates / their depth, counted in CX, and the time of one call.

use ketboard_circuits::{
    CompileGoal, CompileMethod, CompileSettings, Compiled, Device, Program, compile,
};
use ketboard_puzzles::{Ising, Puzzle, RuleSet, Weights, encode, reduce};
use ketboard_qaoa::Angles;
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Instant;

struct Model {
    name: &'static str,
    qubits: usize,
    terms: Vec<(Vec<usize>, f64)>,
}

const DEVICES: [&str; 3] = ["line", "torino", "sherbrooke"];

fn main() {
    let models = [queens("nqueens4", 4), queens("nqueens5", 5), dense12()];
    println!("| model | device | compiler | gates / depth | estimated fidelity | s |");
    println!("|---|---|---|---|---|---|");
    for model in &models {
        for name in DEVICES {
            ours(model, &device(name, model.qubits));
        }
    }
    match std::env::var_os("KETBOARD_PYTHON") {
        Some(python) => theirs(&models, &python),
        None => eprintln!("KETBOARD_PYTHON names no Python: without Qiskit's lines"),
    }
}

fn device(name: &str, qubits: usize) -> Device {
    let line = format!("line-{qubits}");
    Device::named(if name == "line" { &line } else { name }).expect("a known device")
}

fn queens(name: &'static str, size: usize) -> Model {
    let text = format!("family = 'n-queens'\nsize = {size}");
    let puzzle = Puzzle::parse(&text, name).expect("a sound board");
    let reduction = reduce(&puzzle.model, RuleSet::None, None).expect("nothing is deduced");
    let cost = encode(&puzzle.model, &reduction, &Weights::default());
    let ising = Ising::from(&cost.polynomial);
    Model {
        name,
        qubits: ising.n(),
        terms: ising.terms().map(|(set, c)| (set.to_vec(), c)).collect(),
    }
}

fn dense12() -> Model {
    let pairs = (0..12).flat_map(|a| (a + 1..12).map(move |b| (a, b)));
    let terms = pairs.filter(|pair| *pair != (3, 7));
    Model {
        name: "dense12",
        qubits: 12,
        terms: terms
            .map(|(a, b)| (vec![a, b], 0.3 + 0.01 * (a * b) as f64))
            .collect(),
    }
}

fn ours(model: &Model, device: &Device) {
    let angles = Angles::new(vec![0.3], vec![-0.2]).expect("one layer");
    let program = Program::qaoa(&model.terms, model.qubits, &angles);
    for goal in [
        CompileGoal::Gates,
        CompileGoal::Depth,
        CompileGoal::Fidelity,
    ] {
        line(model, device, &program, goal, None);
    }
    for method in [
        CompileMethod::SwapNetwork,
        CompileMethod::Mixed,
        CompileMethod::Direct,
    ] {
        line(model, device, &program, CompileGoal::Gates, Some(method));
    }
}

fn line(
    model: &Model,
    device: &Device,
    program: &Program,
    goal: CompileGoal,
    method: Option<CompileMethod>,
) {
    let settings = CompileSettings {
        goal,
        method,
        ..CompileSettings::default()
    };
    let start = Instant::now();
    let compiled: Compiled =
        compile(program, device, &settings, None).expect("the devices are large enough");
    let seconds = start.elapsed().as_secs_f64();
    let fidelity = compiled
        .chosen
        .estimated_fidelity
        .map_or("-".into(), |f| format!("{f:.3}"));
    let how = match method {
        None => format!("ketboard, {goal:?}: {:?}", compiled.chosen.method),
        Some(method) => format!("ketboard, {method:?} alone"),
    };
    println!(
        "| {} | {} | {how} | {} / {} | {fidelity} | {seconds:.2} |",
        model.name, device.name, compiled.chosen.two_qubit_gates, compiled.chosen.two_qubit_depth
    );
}

fn theirs(models: &[Model], python: &std::ffi::OsStr) {
    let job = json!({ "models": models.iter().map(as_json).collect::<Vec<_>>() });
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/compile_peers.py");
    let mut child = Command::new(python)
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("KETBOARD_PYTHON runs");
    let mut input = child.stdin.take().expect("a pipe was asked for");
    input
        .write_all(job.to_string().as_bytes())
        .expect("the script reads its input");
    drop(input);
    let output = child.wait_with_output().expect("the script ends");
    for row in String::from_utf8_lossy(&output.stdout).lines() {
        let row: Value = serde_json::from_str(row).expect("a row of JSON");
        let text = |k: usize| row[k].as_str().unwrap_or_default().trim().to_owned();
        println!(
            "| {} | {} | {} | {} / {} | - | {} |",
            text(0),
            text(1),
            text(2),
            row[3],
            row[4],
            row[5]
        );
    }
    assert!(output.status.success(), "{script} failed");
}

fn as_json(model: &Model) -> Value {
    let pairs = model.terms.iter().filter(|(set, _)| set.len() == 2);
    let pairs: Vec<Value> = pairs
        .map(|(set, c)| json!([set[0], set[1], 0.6 * c]))
        .collect();
    let devices = DEVICES.iter().map(|name| {
        let device = device(name, model.qubits);
        let couplings: Vec<_> = device.usable_couplings().collect();
        json!({ "name": device.name, "qubits": device.qubits, "couplings": couplings })
    });
    json!({ "name": model.name, "qubits": model.qubits, "pairs": pairs, "devices": devices.collect::<Vec<_>>() })
}
