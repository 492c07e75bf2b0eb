//! Shipped boards on devices: the compiled circuit is the ideal one, amplitude by amplitude, and
//! the counts that the compiler is known for hold.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use crate::pipeline::Problem;
use crate::settings::Settings;
use ketboard_circuits::{
    Circuit, CompileGoal, CompileMethod, CompileSettings, Compiled, Device, Program, SparseState,
    compile,
};
use ketboard_puzzles::{Ising, Puzzle, RuleSet};
use ketboard_qaoa::Angles;
use num_complex::Complex64;
use std::path::PathBuf;

type Terms = Vec<(Vec<usize>, f64)>;

fn model(puzzle: Puzzle, plan: &Settings) -> (usize, Terms) {
    let problem = Problem::new(puzzle, plan).unwrap();
    let ising = Ising::from(&problem.cost.polynomial);
    let terms = ising.terms().map(|(set, c)| (set.to_vec(), c));
    (ising.n(), terms.collect())
}

/// Every shipped board of 2 to 14 qubits after the default reduction.
fn boards() -> Vec<(String, usize, Terms)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples/puzzles");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "toml"))
        .collect();
    paths.sort();
    let mut boards = Vec::new();
    for path in paths {
        let (n, terms) = model(Puzzle::read(&path).unwrap(), &Settings::default());
        if (2..=14).contains(&n) {
            boards.push((
                path.file_stem().unwrap().to_string_lossy().into_owned(),
                n,
                terms,
            ));
        }
    }
    boards
}

/// N queens with every cell a qubit.
fn queens(size: usize) -> (usize, Terms) {
    let text = format!("family = 'n-queens'\nsize = {size}");
    let none = Settings {
        reduce: Some(RuleSet::None),
        target_qubits: None,
        ..Settings::default()
    };
    model(Puzzle::parse(&text, "queens.toml").unwrap(), &none)
}

/// Twelve qubits with 65 of the 66 couplings.
fn dense12() -> (usize, Terms) {
    let pairs = (0..12).flat_map(|a| (a + 1..12).map(move |b| vec![a, b]));
    let present = pairs.filter(|pair| *pair != [3, 7]);
    (
        12,
        present
            .map(|pair| {
                let c = 0.3 + 0.01 * (pair[0] * pair[1]) as f64;
                (pair, c)
            })
            .collect(),
    )
}

fn angles(p: usize) -> Angles {
    let list = |first: f64| (0..p).map(|k| first + 0.17 * k as f64).collect();
    Angles::new(list(0.31), list(-0.43)).unwrap()
}

/// The amplitudes of the outcomes, by the bits that are measured; every other qubit must end in
/// |0⟩.
fn outcomes(circuit: &Circuit) -> Vec<Complex64> {
    let measured = circuit.measured();
    let mut used: Vec<usize> = circuit
        .gates()
        .iter()
        .flat_map(|gate| gate.qubits.clone())
        .collect();
    used.extend(&measured);
    used.sort_unstable();
    used.dedup();
    let place = |q: usize| used.binary_search(&q).unwrap();
    let mut compact = Circuit::new(used.len());
    compact.extend(circuit.gates().iter().map(|gate| gate.moved(place)));
    let mut vector = vec![Complex64::ZERO; 1 << measured.len()];
    for (state, amplitude) in SparseState::of(&compact).unwrap().amplitudes() {
        let bits = measured.iter().enumerate();
        let index: usize = bits
            .map(|(i, &q)| ((state >> place(q) & 1) as usize) << i)
            .sum();
        let rest = measured.iter().fold(state, |s, &q| s & !(1 << place(q)));
        assert!(
            rest == 0 || amplitude.norm() < 1e-9,
            "a qubit beside the variables is left in |1⟩"
        );
        if rest == 0 {
            vector[index] += amplitude;
        }
    }
    vector
}

fn assert_coupled(compiled: &Compiled, device: &Device, what: &str) {
    let coupled = |a, b| {
        [(a, b), (b, a)]
            .iter()
            .any(|pair| device.couplings.contains(pair))
    };
    for gate in compiled
        .circuit
        .gates()
        .iter()
        .filter(|gate| !gate.values.is_empty())
    {
        let on = &gate.qubits;
        assert!(on.len() == 2 && coupled(on[0], on[1]), "{what}: {gate:?}");
    }
}

#[test]
fn every_shipped_board_of_up_to_14_qubits_compiles_to_its_own_circuit() {
    let methods = [
        CompileMethod::SwapNetwork,
        CompileMethod::Mixed,
        CompileMethod::Direct,
    ];
    let goals = [
        CompileGoal::Gates,
        CompileGoal::Fidelity,
        CompileGoal::Depth,
        CompileGoal::Fidelity,
    ];
    let devices = [
        "torino",
        "line",
        "sherbrooke",
        "heavy-hex-5",
        "forte",
        "grid-4x4",
        "fez",
    ];
    let boards = boards();
    assert!(boards.len() > 20, "{}", boards.len());
    for (k, (name, n, terms)) in boards.iter().enumerate() {
        for p in 1..=2 {
            let device = match devices[(k + 3 * p) % devices.len()] {
                "line" => format!("line-{n}"),
                other => other.to_owned(),
            };
            let device = Device::named(&device).unwrap();
            let settings = CompileSettings {
                goal: goals[(k + p) % goals.len()],
                method: Some(methods[(k + p) % methods.len()]),
                seed: k as u64,
                ..CompileSettings::default()
            };
            let program = Program::qaoa(terms, *n, &angles(p));
            let compiled = compile(&program, &device, &settings, None).unwrap();
            let what = format!("{name}, p = {p}, {} {settings:?}", device.name);
            assert_coupled(&compiled, &device, &what);
            let ideal = outcomes(&Circuit::qaoa(terms, *n, &angles(p)));
            let pairs = outcomes(&compiled.circuit).into_iter().zip(ideal);
            let overlap: Complex64 = pairs.map(|(a, b)| a.conj() * b).sum();
            assert!(
                (overlap.norm() - 1.0).abs() < 1e-9,
                "{what}: {}",
                overlap.norm()
            );
        }
    }
}

/// Gates and depth of one layer.
fn cost(
    (n, terms): &(usize, Terms),
    device: &str,
    goal: CompileGoal,
    method: CompileMethod,
) -> (usize, usize) {
    let program = Program::qaoa(terms, *n, &angles(1));
    let device = if device == "line" {
        format!("line-{n}")
    } else {
        device.to_owned()
    };
    let settings = CompileSettings {
        goal,
        method: Some(method),
        ..CompileSettings::default()
    };
    let compiled = compile(&program, &Device::named(&device).unwrap(), &settings, None).unwrap();
    (
        compiled.chosen.two_qubit_gates,
        compiled.chosen.two_qubit_depth,
    )
}

#[test]
fn a_layer_of_the_known_models_costs_no_more_than_it_did() {
    let models = [
        (queens(4), 76, 172, 37),
        (queens(5), 160, 470, 64),
        (dense12(), 65, 110, 33),
    ];
    for (model, couplings, gates, depth) in models {
        let pairs = model.1.iter().filter(|(set, _)| set.len() == 2).count();
        assert_eq!(pairs, couplings);
        for device in ["line", "torino"] {
            let parity = cost(&model, device, CompileGoal::Gates, CompileMethod::Mixed);
            assert!(
                parity.0 <= gates,
                "{couplings} couplings on {device}: {parity:?}"
            );
            let network = cost(
                &model,
                device,
                CompileGoal::Depth,
                CompileMethod::SwapNetwork,
            );
            assert!(
                network.1 <= depth,
                "{couplings} couplings on {device}: {network:?}"
            );
        }
    }
}

#[test]
fn four_queens_take_fewer_gates_by_direct_routing_on_heavy_hex_than_two_for_each_coupling_and_a_hundred()
 {
    let (gates, _) = cost(
        &queens(4),
        "torino",
        CompileGoal::Gates,
        CompileMethod::Direct,
    );
    assert!(gates <= 2 * 76 + 100, "{gates}");
}
