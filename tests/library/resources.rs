//! Every decomposition is the gate it stands for, every count is the one of its formula, and the
//! surface code is that of its source.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

#[path = "resources/formula.rs"]
mod formula;

use crate::pipeline::deletion_circuit;
use formula::GateCost;
use ketboard_circuits::{
    Assumptions, Circuit, Gate, GroverAmplitudes, GroverCircuit, LogicalCost, Op, PhysicalCost,
    SparseState,
};
use ketboard_puzzles::{Cell, Puzzle};
use ketboard_qaoa::Angles;
use num_complex::Complex64;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::collections::BTreeMap;
use std::f64::consts::FRAC_PI_4;

/// All operations, the turning ones at a generic angle and at every multiple of π/4 in two turns.
fn all_ops() -> Vec<Op> {
    let mut ops = vec![Op::H, Op::X, Op::Y, Op::Z, Op::S, Op::Sdg, Op::T, Op::Tdg];
    let angles = (-8..=8).map(|eighth| f64::from(eighth) * FRAC_PI_4);
    for angle in angles.chain([0.37, -2.2, FRAC_PI_4 / 2.0]) {
        ops.extend([Op::P(angle), Op::Rx(angle), Op::Ry(angle), Op::Rz(angle)]);
    }
    ops
}

/// The operation under so many controls, some of them on 0.
fn controlled(op: Op, controls: usize) -> Gate {
    (1..=controls).fold(Gate::new(op, 0), |gate, q| gate.when(q, q % 3 != 2))
}

/// Every basis state occurs, with a phase of its own.
fn spread(n: usize) -> Circuit {
    let mut circuit = Circuit::new(n);
    for q in 0..n {
        circuit.push(Gate::ry(q, 0.6 + 0.3 * q as f64));
        circuit.push(Gate::p(q, 0.2 + 0.5 * q as f64));
    }
    circuit
}

/// The two are the same up to a global phase, the second with its further qubits at 0.
fn assert_same(a: &Circuit, b: &Circuit, what: &str) {
    let (whole, parts) = (a.simulate().unwrap(), b.simulate().unwrap());
    let overlap: Complex64 = whole.iter().zip(&parts).map(|(a, b)| b.conj() * a).sum();
    assert!((overlap.norm() - 1.0).abs() < 1e-12, "{what}: {overlap}");
    for (x, amplitude) in parts.iter().enumerate() {
        let expected = whole.get(x).copied().unwrap_or_default();
        assert!(
            (amplitude * overlap - expected).norm() < 1e-12,
            "{what}, x = {x}"
        );
    }
}

fn counted(circuit: &Circuit) -> GateCost {
    let plain = circuit.clifford_t();
    let named = |names: &[&str]| {
        let gates = plain.gates().iter();
        gates
            .filter(|gate| names.contains(&gate.name().as_str()))
            .count()
    };
    GateCost {
        t_gates: named(&["t", "tdg"]),
        rotations: named(&["rz"]),
        clean_ancillas: plain.qubits() - circuit.qubits(),
    }
}

fn summed(circuit: &Circuit) -> GateCost {
    let costs = circuit.gates().iter().map(GateCost::of);
    costs.fold(GateCost::default(), |sum, cost| GateCost {
        t_gates: sum.t_gates + cost.t_gates,
        rotations: sum.rotations + cost.rotations,
        clean_ancillas: sum.clean_ancillas.max(cost.clean_ancillas),
    })
}

#[test]
fn every_gate_under_up_to_four_controls_is_kept() {
    for op in all_ops() {
        for controls in 0..=4 {
            let mut circuit = spread(controls + 1);
            circuit.push(controlled(op, controls));
            assert_same(
                &circuit,
                &circuit.clifford_t(),
                &format!("{op:?} under {controls}"),
            );
        }
    }
}

#[test]
fn many_controls_on_ones_and_zeros_are_kept() {
    for op in [Op::X, Op::Z, Op::H, Op::P(0.3), Op::Ry(1.1)] {
        let mut circuit = spread(7);
        circuit.push(controlled(op, 6));
        assert_same(&circuit, &circuit.clifford_t(), op.name());
    }
}

#[test]
fn the_counted_gates_are_those_of_the_formula() {
    for op in all_ops() {
        for controls in 0..=12 {
            let mut circuit = Circuit::new(controls + 1);
            circuit.push(controlled(op, controls));
            let found = counted(&circuit);
            assert_eq!(
                found,
                GateCost::of(&circuit.gates()[0]),
                "{op:?} under {controls}"
            );
        }
    }
    let t = |op, controls| GateCost::of(&controlled(op, controls)).t_gates;
    assert_eq!([2, 3, 4, 5].map(|k| t(Op::X, k)), [7, 15, 23, 31]);
    assert_eq!(
        [t(Op::H, 1), t(Op::S, 1), t(Op::P(FRAC_PI_4), 0)],
        [2, 3, 1]
    );
}

#[test]
fn nothing_but_clifford_gates_t_and_rz_is_left() {
    let mut circuit = Circuit::new(5);
    circuit.extend((0..=4).flat_map(|k| all_ops().into_iter().map(move |op| controlled(op, k))));
    for gate in circuit.clifford_t().gates() {
        let name = gate.name();
        let known = ["h", "x", "y", "z", "s", "sdg", "t", "tdg", "cx", "rz"];
        assert!(known.contains(&name.as_str()), "{name}");
        assert!(gate.values.iter().all(|value| *value), "{gate:?}");
    }
}

fn figure_3() -> Puzzle {
    let text = "family = \"sudoku\"\ngrid = \"\"\"\n.4..\n...3\n2...\n..1.\n\"\"\"\n";
    Puzzle::parse(text, "figure 3").unwrap()
}

/// QAOA, Grover's search and deletion.
fn real_circuits() -> Vec<Circuit> {
    let terms = [
        (vec![0, 1], 0.5),
        (vec![1, 2], -1.0),
        (vec![0], 0.25),
        (vec![0, 2, 3], 1.5),
    ];
    vec![
        Circuit::qaoa(&terms, 4, &Angles::ramp(3, 1.0, -1.0)),
        GroverCircuit::queens(4).unwrap().with_iterations(2),
        GroverCircuit::marked(5, &[3, 17]).with_iterations(4),
        deletion_circuit(&figure_3(), Some(Cell::new(0, 0))).unwrap(),
        deletion_circuit(&figure_3(), None).unwrap(),
    ]
}

#[test]
fn the_counts_of_a_circuit_are_the_sums_of_its_gates() {
    for circuit in real_circuits() {
        let cost = LogicalCost::of(&circuit, 1e-3);
        let sum = summed(&circuit);
        assert_eq!((cost.t_gates, cost.rotations), (sum.t_gates, sum.rotations));
        assert_eq!(cost.clean_ancillas, sum.clean_ancillas);
        assert_eq!(
            cost.t_count,
            sum.t_gates + sum.rotations * cost.t_per_rotation
        );
        assert_eq!(
            cost.decomposed.values().sum::<usize>(),
            circuit.clifford_t().gates().len()
        );
        assert_eq!(cost.gates, circuit.gate_counts());
        assert_eq!(cost.two_qubit_gates, cost.decomposed["cx"]);
    }
}

#[test]
fn small_circuits_are_kept_as_a_whole() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for round in 0..20 {
        let mut circuit = spread(5);
        for _ in 0..12 {
            let ops = all_ops();
            let target = rng.random_range(0..5);
            let mut gate = Gate::new(ops[rng.random_range(0..ops.len())], target);
            for q in (0..5).filter(|q| *q != target) {
                if rng.random_bool(0.5) {
                    gate = gate.when(q, rng.random_bool(0.6));
                }
            }
            circuit.push(gate);
        }
        assert_same(&circuit, &circuit.clifford_t(), &format!("round {round}"));
        assert_eq!(counted(&circuit), summed(&circuit), "round {round}");
    }
    let cell = &real_circuits()[3];
    assert_same(cell, &cell.clifford_t(), "a cell's deletion");
}

#[test]
fn t_depth_is_the_longest_chain_of_t_gates() {
    for circuit in real_circuits().into_iter().take(4) {
        let cost = LogicalCost::of(&circuit, 1e-3);
        let plain = circuit.clifford_t();
        // For each qubit the longest chain that ends there, gate by gate.
        let mut chains: BTreeMap<usize, [usize; 3]> = BTreeMap::new();
        for gate in plain.gates() {
            let t = match gate.op.name() {
                "t" | "tdg" => 1,
                "rz" => cost.t_per_rotation,
                _ => 0,
            };
            let steps = [1, usize::from(!gate.values.is_empty()), t];
            let before = gate.qubits.iter().filter_map(|q| chains.get(q).copied());
            let longest = before.fold([0; 3], |a, b| [0, 1, 2].map(|i| a[i].max(b[i])));
            let after = [0, 1, 2].map(|i| longest[i] + steps[i]);
            chains.extend(gate.qubits.iter().map(|&q| (q, after)));
        }
        let most = |i: usize| chains.values().map(|chain| chain[i]).max().unwrap();
        assert_eq!(
            [cost.depth, cost.two_qubit_depth, cost.t_depth],
            [0, 1, 2].map(most)
        );
        assert!(cost.t_depth <= cost.t_count);
    }
}

#[test]
fn rotations_share_their_error_and_cost_three_bits_of_it_each() {
    let rotated = |n: usize| {
        let mut circuit = Circuit::new(n);
        circuit.extend((0..n).map(|q| Gate::rz(q, 0.3)));
        LogicalCost::of(&circuit, 1.0 / 1024.0)
    };
    assert_eq!((rotated(1).t_per_rotation, rotated(1).t_count), (30, 30));
    assert_eq!((rotated(4).t_per_rotation, rotated(4).t_count), (36, 144));
    assert_eq!(rotated(4).t_depth, 36);
    let none = LogicalCost::of(&Circuit::new(3), 1e-3);
    assert_eq!((none.t_per_rotation, none.t_count, none.depth), (0, 0, 0));
}

/// Gidney's AND of qubits 0 and 1 in qubit 2 (arXiv 1709.06648, figure 2): 4 T.
fn measured_and() -> Vec<Gate> {
    let on = Gate::new;
    vec![
        Gate::h(2),
        on(Op::T, 2),
        Gate::cx(0, 2),
        Gate::cx(1, 2),
        Gate::cx(2, 0),
        Gate::cx(2, 1),
        on(Op::Tdg, 0),
        on(Op::Tdg, 1),
        on(Op::T, 2),
        Gate::cx(2, 0),
        Gate::cx(2, 1),
        Gate::h(2),
        on(Op::S, 2),
    ]
}

#[test]
fn an_and_of_four_t_is_undone_by_a_measurement_whatever_its_outcome() {
    let is_t = |gate: &&Gate| matches!(gate.op, Op::T | Op::Tdg);
    assert_eq!(measured_and().iter().filter(is_t).count(), 4);
    let before: Vec<Gate> = spread(2).gates().to_vec();
    let back = before.iter().rev().map(|gate| match gate.op {
        Op::Ry(theta) => Gate::ry(gate.target(), -theta),
        Op::P(phi) => Gate::p(gate.target(), -phi),
        other => panic!("{other:?} is no gate of the start"),
    });
    let back: Vec<Gate> = back.collect();
    for outcome in [false, true] {
        let mut state = SparseState::new(3).unwrap();
        state.apply(&before).unwrap();
        state.apply(&measured_and()).unwrap();
        let wrong = |x: u128| (x >> 2 == 1) != (x & 3 == 3);
        assert!(state.probability(wrong) < 1e-20);
        state.apply(&[Gate::h(2)]).unwrap();
        let half = state.project(2, outcome).unwrap();
        assert!((half - 0.5).abs() < 1e-12);
        if outcome {
            state.apply(&[Gate::z(1).when(0, true)]).unwrap();
        }
        state.apply(&back).unwrap();
        assert!((state.probability(|x| x & 3 == 0) - 1.0).abs() < 1e-12);
    }
}

#[test]
fn measured_ands_halve_the_t_gates_of_many_controls() {
    for op in all_ops() {
        for k in 0..6 {
            let mut circuit = Circuit::new(k + 1);
            circuit.push(controlled(op, k));
            let cost = LogicalCost::of(&circuit, 1e-3);
            let measured = cost.measured_ands;
            let one = GateCost::of(&controlled(op, k.min(1)));
            let ands = k.saturating_sub(1);
            assert_eq!(measured.t_gates, 4 * ands + one.t_gates, "{op:?} under {k}");
            assert_eq!(
                (measured.clean_ancillas, measured.measurements),
                (ands, ands)
            );
            assert!(measured.t_gates <= cost.t_gates, "{op:?} under {k}");
        }
    }
    for circuit in real_circuits() {
        let cost = LogicalCost::of(&circuit, 1e-3);
        let measured = cost.measured_ands;
        let ands = |gate: &Gate| gate.values.len().saturating_sub(1);
        let t_gates = circuit.gates().iter().map(|gate| match ands(gate) {
            0 => GateCost::of(gate).t_gates,
            ands => 4 * ands + GateCost::of(&Gate::new(gate.op, 0).when(1, true)).t_gates,
        });
        assert_eq!(measured.t_gates, t_gates.sum::<usize>());
        assert_eq!(
            measured.measurements,
            circuit.gates().iter().map(ands).sum::<usize>()
        );
        assert_eq!(
            cost.t_count - cost.t_gates,
            measured.t_count - measured.t_gates
        );
    }
}

/// A computation of n qubits and so many T gates.
fn computation(qubits: usize, t_count: usize) -> LogicalCost {
    LogicalCost {
        qubits,
        t_count,
        t_gates: t_count,
        ..LogicalCost::of(&Circuit::new(qubits), 1e-3)
    }
}

#[test]
fn the_example_of_the_game_of_surface_codes_comes_out() {
    // 100 qubits, 10^8 T gates, p = 10^-4, 1 µs: "in 4 hours using 55,000 qubits", with 1 % for
    // tiles and 1 % for states.
    let assumptions = Assumptions {
        physical_error: 1e-4,
        cycle_time: 1e-6,
        budget: 0.03,
    };
    let cost = PhysicalCost::of(&computation(100, 100_000_000), &assumptions).unwrap();
    assert_eq!(
        (cost.distance, cost.tiles, cost.factory),
        (13, 164, Some("15-to-1"))
    );
    assert_eq!(cost.physical_qubits, 55_432);
    assert!(
        (cost.runtime / 3600.0 - 4.0).abs() < 0.1,
        "{}",
        cost.runtime
    );
}

#[test]
fn a_longer_or_noisier_computation_needs_a_larger_code_and_a_better_factory() {
    let at = |t_count: usize, physical_error: f64| {
        let assumptions = Assumptions {
            physical_error,
            ..Assumptions::default()
        };
        PhysicalCost::of(&computation(20, t_count), &assumptions).unwrap()
    };
    let mut before: Option<PhysicalCost> = None;
    for t_count in [1, 1000, 100_000, 10_000_000, 1_000_000_000] {
        let cost = at(t_count, 1e-3);
        assert!(cost.failure <= 2.0 * 1e-3 / 3.0, "{cost:?}");
        if let Some(before) = before {
            assert!(cost.distance >= before.distance && cost.tiles >= before.tiles);
            assert!(cost.runtime > before.runtime);
        }
        assert!(at(t_count, 1e-4).physical_qubits < cost.physical_qubits);
        before = Some(cost);
    }
    let factories = [1000, 1_000_000, 100_000_000].map(|t| at(t, 1e-3).factory.unwrap());
    assert_eq!(factories, ["15-to-1", "116-to-12", "225-to-1"]);
    let clifford = PhysicalCost::of(&computation(10, 0), &Assumptions::default()).unwrap();
    assert_eq!((clifford.factory, clifford.tiles), (None, 18));
}

#[test]
fn assumptions_out_of_range_are_refused() {
    let good = Assumptions::default();
    for (wrong, name) in [
        (
            Assumptions {
                physical_error: 0.01,
                ..good
            },
            "`physical_error`",
        ),
        (
            Assumptions {
                physical_error: 0.0,
                ..good
            },
            "`physical_error`",
        ),
        (
            Assumptions {
                physical_error: f64::NAN,
                ..good
            },
            "`physical_error`",
        ),
        (
            Assumptions {
                cycle_time: 0.0,
                ..good
            },
            "`cycle_time`",
        ),
        (
            Assumptions {
                budget: 1.0,
                ..good
            },
            "`budget`",
        ),
        (
            Assumptions {
                physical_error: 0.0099,
                ..good
            },
            "does not keep to",
        ),
    ] {
        let error = PhysicalCost::of(&computation(5, 1000), &wrong)
            .unwrap_err()
            .to_string();
        assert!(error.contains(name), "{error}");
    }
}

#[test]
fn the_search_of_four_and_five_queens_costs_what_the_documentation_says() {
    for (n, found, row) in [
        (4, 2.0, "| 4 | 8 | 25 (9) | 6 | 4096 | 0 | 4096 |"),
        (5, 10.0, "| 5 | 13 | 39 (14) | 11 | 12994 | 535 | 46164 |"),
    ] {
        let iterations = GroverAmplitudes::best_iterations(found, f64::from(n).powi(n));
        let search = GroverCircuit::queens(n as usize).unwrap();
        let cost = LogicalCost::of(&search.with_iterations(iterations), 1.0 / 3000.0);
        let expected = format!(
            "| {n} | {iterations} | {} ({}) | {} | {} | {} | {} |",
            cost.qubits,
            cost.ancillas,
            cost.clean_ancillas,
            cost.t_gates,
            cost.rotations,
            cost.t_count
        );
        assert_eq!(row, expected);
        let document = include_str!("../../crates/circuits/src/resources.rs");
        assert!(document.contains(row), "the documentation lacks {row}");
        let machine = PhysicalCost::of(&cost, &Assumptions::default()).unwrap();
        let expected = if n == 4 { 53_802 } else { 129_076 };
        assert_eq!(machine.physical_qubits, expected);
    }
}
