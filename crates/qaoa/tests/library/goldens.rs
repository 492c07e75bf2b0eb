//! Numbers that stay: value, gradient, norm and likeliest states of circuits at given angles, for
//! every kind of cost, mixer and precision, as they were when `goldens.json` was written. What is
//! inside may change; these are held to 10⁻¹² in f64 and 10⁻⁵ in f32, of the largest in a list and
//! of the largest energy.
//!
//! `KETBOARD_UPDATE_GOLDENS=1 cargo test -p ketboard-qaoa --lib goldens` writes the file anew.

use crate::{Angles, Ansatz, Cost, Mixer, Objective, Precision};
use serde::{Deserialize, Serialize};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/library/goldens.json");

/// What a circuit answers.
#[derive(Serialize, Deserialize)]
struct Golden {
    case: String,
    value: f64,
    by_gamma: Vec<f64>,
    by_beta: Vec<f64>,
    norm: f64,
    likeliest: Vec<(u64, f64)>,
}

/// An ansatz, what is asked of it, and at how many layers.
struct Case {
    name: String,
    ansatz: Ansatz,
    objective: Objective,
    depth: usize,
}

#[derive(Clone, Copy, Debug)]
enum Coefficients {
    /// Halves: few energies, on a grid.
    Halves,
    /// Whole numbers of many energies.
    Whole,
    /// Roots: no two energies are equal.
    Roots,
    /// Halves, with products of three variables.
    Cubic,
}

/// An offset, fields, and about half of the pairs.
fn terms(n: usize, kind: Coefficients) -> Vec<(u64, f64)> {
    let coefficient = |i: usize, j: usize| match kind {
        Coefficients::Halves | Coefficients::Cubic => ((5 * i + 3 * j) % 7) as f64 / 2.0 - 1.5,
        Coefficients::Whole => ((37 * i * i + 11 * j) % 211) as f64 - 100.0,
        Coefficients::Roots => (1.0 + i as f64 + 2.0 * j as f64).sqrt() - 2.5,
    };
    let mut terms = vec![(0, 0.75)];
    for i in 0..n {
        terms.push((1 << i, coefficient(i, i)));
        terms.extend(
            (i + 1..n)
                .step_by(2)
                .map(|j| (1 << i | 1 << j, coefficient(i, j))),
        );
        if matches!(kind, Coefficients::Cubic) && i + 2 < n {
            terms.push((0b111 << i, 1.5));
        }
    }
    terms
}

/// A table over each qudit and each pair of neighbors.
fn tables(dims: &[usize], kind: Coefficients) -> Cost {
    let value = |x: usize| match kind {
        Coefficients::Halves | Coefficients::Cubic => (x * x % 5) as f64 / 2.0,
        Coefficients::Whole => (x * x * 31 % 1009) as f64,
        Coefficients::Roots => (1.0 + (x * 7 % 13) as f64).sqrt(),
    };
    let table = |qudits: Vec<usize>| {
        let levels: usize = qudits.iter().map(|&r| dims[r]).product();
        let shift = qudits[0] + 1;
        (qudits, (0..levels).map(|x| value(x + shift)).collect())
    };
    let single = (0..dims.len()).map(|r| vec![r]);
    let pairs = (1..dims.len()).map(|r| vec![r - 1, r]);
    let list = single.chain(pairs).map(table).collect();
    Cost::from_tables(dims.to_vec(), -2.25, list).unwrap()
}

/// Real amplitudes of norm 1, all different.
fn start(d: usize) -> Vec<f64> {
    let raw: Vec<f64> = (0..d).map(|k| 1.0 + 0.3 * k as f64).collect();
    let norm = raw.iter().map(|a| a * a).sum::<f64>().sqrt();
    raw.into_iter().map(|a| a / norm).collect()
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |name: String, ansatz: Ansatz, depth: usize, objective: Objective| {
        let solutions = (0..ansatz.states() as u64).step_by(7);
        let ansatz = ansatz.with_solutions(solutions);
        cases.push(Case {
            name: format!("{name}, {:?}, p = {depth}, {objective}", ansatz.precision()),
            ansatz,
            objective,
            depth,
        });
    };
    let precisions = [Precision::F64, Precision::F32];
    let qubits = |n, kind| Cost::from_terms(n, terms(n, kind)).unwrap();
    use Coefficients::{Cubic, Halves, Roots, Whole};
    for (n, kind, depth) in [
        (1, Halves, 2),
        (3, Halves, 1),
        (6, Halves, 3),
        (10, Halves, 2),
        (14, Halves, 2),
        (16, Halves, 2),
        (19, Halves, 1),
        (22, Halves, 2),
        (12, Whole, 2),
        (16, Whole, 1),
        (3, Roots, 2),
        (7, Roots, 2),
        (17, Roots, 2),
        (9, Cubic, 2),
    ] {
        for precision in precisions {
            let ansatz = Ansatz::new(qubits(n, kind)).with_precision(precision);
            add(
                format!("{n} qubits, {kind:?}"),
                ansatz,
                depth,
                Objective::Expectation,
            );
        }
    }
    for (n, depth, of) in [(5, 2, 3), (11, 2, 3), (16, 1, 3), (3, 2, 1), (9, 1, 1)] {
        for precision in precisions {
            // groups of a third of the terms with one β, or of single terms with one for each qubit
            let all = terms(n, Roots);
            let len = if of == 1 { 1 } else { all.len().div_ceil(of) };
            let groups: Vec<_> = all.chunks(len).map(<[_]>::to_vec).collect();
            let mut ansatz = Ansatz::new(qubits(n, Roots)).with_precision(precision);
            if of == 1 {
                ansatz = ansatz.with_mixer(Mixer::x_per_qubit()).unwrap();
            }
            let ansatz = ansatz.with_groups(&groups).unwrap();
            let name = format!("{n} qubits in groups of {len}");
            add(name, ansatz, depth, Objective::Expectation);
        }
    }
    let each = Ansatz::new(qubits(16, Halves)).with_mixer(Mixer::x_per_qubit());
    add(
        "16 qubits, a β each".into(),
        each.unwrap(),
        1,
        Objective::Expectation,
    );
    let qudits: [(&[usize], Coefficients, Mixer); 13] = [
        (&[2, 3, 5], Halves, Mixer::xy_complete()),
        (&[8, 8, 8], Halves, Mixer::xy_complete()),
        (&[9, 9, 9, 9], Whole, Mixer::xy_complete()),
        (&[3; 9], Halves, Mixer::xy_complete()),
        (&[17, 1, 6, 2], Roots, Mixer::xy_complete()),
        (&[40, 41, 43], Roots, Mixer::xy_complete()),
        (&[4, 5, 4], Halves, Mixer::xy_ring()),
        (&[5, 6, 7], Roots, Mixer::xy_path()),
        (
            &[4, 4, 4],
            Halves,
            Mixer::xy_graph([[0, 2], [1, 3], [2, 3]]),
        ),
        (&[6, 7, 5], Halves, Mixer::grover()),
        (&[2; 8], Cubic, Mixer::grover()),
        (
            &[2, 3, 4],
            Whole,
            Mixer::warm_start([2, 3, 4].map(start).into()),
        ),
        (
            &[2, 4, 5],
            Halves,
            Mixer::product(vec![Mixer::x(), Mixer::xy_ring(), Mixer::xy_path()]),
        ),
    ];
    for (k, (dims, kind, mixer)) in qudits.into_iter().enumerate() {
        for precision in &precisions[..1 + k % 2] {
            let (cost, name) = (tables(dims, kind), mixer.name());
            let ansatz = Ansatz::new(cost).with_mixer(mixer.clone()).unwrap();
            let ansatz = ansatz.with_precision(*precision);
            let name = format!("qudits of {dims:?}, {kind:?}, {name}");
            add(name, ansatz, 1 + k % 3, Objective::Expectation);
        }
    }
    let warm = Mixer::warm_start(vec![start(2); 6]);
    let warm = Ansatz::new(qubits(6, Halves)).with_mixer(warm).unwrap();
    add("6 qubits, warm".into(), warm, 2, Objective::Expectation);
    let levels = (0..12).map(|k| (f64::from(k) * 1.25 - 3.0, f64::from(1 + k * k)));
    let histogram = Ansatz::new(Cost::from_histogram(levels).unwrap());
    add("12 levels".into(), histogram, 3, Objective::Expectation);
    let objectives = [
        Objective::Cvar(0.3),
        Objective::Gibbs(0.7),
        Objective::Success,
    ];
    for objective in objectives {
        let of_qubits = Ansatz::new(qubits(9, Halves));
        add("9 qubits, Halves".into(), of_qubits, 2, objective);
        let of_qudits = Ansatz::new(tables(&[3, 4, 5], Roots));
        add("qudits of [3, 4, 5]".into(), of_qudits, 2, objective);
    }
    let observed = Ansatz::new(qubits(8, Halves)).with_observable(qubits(8, Roots));
    add(
        "8 qubits, observed".into(),
        observed.unwrap(),
        2,
        Objective::Expectation,
    );
    cases
}

impl Case {
    /// Angles that mix well and all differ: γ in its natural unit.
    fn angles(&self) -> Angles {
        let (shape, unit) = (self.ansatz.shape(), self.ansatz.gamma_unit());
        let series = |count: usize, first: f64, step: f64| {
            (0..count)
                .map(|k| first + step * (k % 16) as f64)
                .collect::<Vec<_>>()
        };
        let gammas = series(self.depth * shape.groups, 0.3, 0.05);
        let gammas = gammas.into_iter().map(|gamma| gamma * unit).collect();
        let betas = series(self.depth * shape.mixers, -0.6, 0.07);
        Angles::new_in(gammas, betas, shape).unwrap()
    }

    fn golden(&self) -> Golden {
        let (angles, mut slope) = (self.angles(), Angles::default());
        let mut evaluator = self.ansatz.evaluator().unwrap();
        let value = evaluator.value_and_gradient(self.objective, &angles, &mut slope);
        let alone = evaluator.value(self.objective, &angles);
        self.assert_close("value without gradient", &[alone], &[value]);
        let state = evaluator.state(&angles);
        let rounded = |x: f64| match self.ansatz.precision() {
            Precision::F64 => x,
            Precision::F32 => format!("{x:.7e}").parse().unwrap(),
        };
        let all = |list: Vec<f64>| list.into_iter().map(rounded).collect();
        let likeliest = state.likeliest(10).into_iter();
        Golden {
            case: self.name.clone(),
            value: rounded(value),
            by_gamma: all(slope.gammas),
            by_beta: all(slope.betas),
            norm: rounded(state.norm()),
            likeliest: likeliest.map(|(x, p)| (x, rounded(p))).collect(),
        }
    }

    fn assert_close(&self, what: &str, found: &[f64], expected: &[f64]) {
        let tolerance = match self.ansatz.precision() {
            Precision::F64 => 1e-12,
            Precision::F32 => 1e-5,
        };
        assert_eq!(found.len(), expected.len(), "{}: {what}", self.name);
        let cost = self.ansatz.cost();
        let size = 1.0 + cost.max().abs().max(cost.min().abs());
        let largest = expected.iter().fold(size, |most, x| most.max(x.abs()));
        for (k, (a, b)) in found.iter().zip(expected).enumerate() {
            let off = (a - b).abs();
            assert!(
                off <= tolerance * largest,
                "{}: {what} {k} is {a}, not {b}",
                self.name
            );
        }
    }

    fn assert_stays(&self, expected: &Golden) {
        let found = self.golden();
        assert_eq!(found.case, expected.case);
        self.assert_close("value", &[found.value], &[expected.value]);
        self.assert_close("γ", &found.by_gamma, &expected.by_gamma);
        self.assert_close("β", &found.by_beta, &expected.by_beta);
        self.assert_close("norm", &[found.norm], &[expected.norm]);
        // states of one probability come in any order, and the last of the list may be another of them
        let probabilities = |list: &[(u64, f64)]| list.iter().map(|(_, p)| *p).collect::<Vec<_>>();
        let wanted = probabilities(&expected.likeliest);
        self.assert_close("likeliest", &probabilities(&found.likeliest), &wanted);
        let state = self.ansatz.state(&self.angles()).unwrap();
        let states = expected.likeliest.iter().map(|(x, _)| *x as usize);
        let there: Vec<f64> = states.map(|x| state.probability(x)).collect();
        self.assert_close("probability of state", &there, &wanted);
    }
}

#[test]
fn every_kind_of_circuit_keeps_its_numbers() {
    let cases = cases();
    if std::env::var_os("KETBOARD_UPDATE_GOLDENS").is_some() {
        let line = |case: &Case| serde_json::to_string(&case.golden()).unwrap();
        let lines: Vec<_> = cases.iter().map(line).collect();
        std::fs::write(FILE, format!("[\n{}\n]\n", lines.join(",\n"))).unwrap();
    }
    let text = std::fs::read_to_string(FILE).unwrap();
    let goldens: Vec<Golden> = serde_json::from_str(&text).unwrap();
    assert_eq!(goldens.len(), cases.len());
    for (case, golden) in cases.iter().zip(&goldens) {
        case.assert_stays(golden);
    }
}
