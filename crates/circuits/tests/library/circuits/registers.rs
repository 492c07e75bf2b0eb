//! QAOA circuits on registers against their formula: every mixer, every kind of register, qubits in
//! any order.

use super::formula;
use super::read_qasm;
use crate::circuit::{Circuit, CostTerms, Gate, GateCount, Qudit, RegisterAnsatz, SparseState};
use crate::export::{CircuitExport, CircuitFormat, CircuitHeader};
use ketboard_qaoa::{Angles, mixers::MixerName};
use num_complex::Complex64;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// A register before its qubits are chosen.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    OneHot(usize),
    /// Qubits, and how many of their assignments, drawn at random.
    Lines(u32, usize),
    Plain,
    Warm,
}

impl Kind {
    fn width(self) -> usize {
        match self {
            Self::OneHot(d) => d,
            Self::Lines(w, _) => w as usize,
            Self::Plain | Self::Warm => 1,
        }
    }
}

/// Registers whose qubits lie among each other in a random order.
pub(crate) fn interleaved(kinds: &[Kind], rng: &mut ChaCha8Rng) -> (usize, Vec<Qudit>) {
    let n = kinds.iter().map(|kind| kind.width()).sum();
    let mut order = shuffled((0..n).collect(), rng).into_iter();
    let registers = kinds.iter().map(|&kind| {
        let qubits: Vec<usize> = order.by_ref().take(kind.width()).collect();
        match kind {
            Kind::OneHot(_) => Qudit::OneHot { qubits },
            Kind::Lines(w, d) => {
                let levels = shuffled((0..1_u64 << w).collect(), rng);
                let levels = levels[..d].to_vec();
                Qudit::Lines { qubits, levels }
            }
            Kind::Plain | Kind::Warm => Qudit::Qubit {
                qubit: qubits[0],
                warm: matches!(kind, Kind::Warm).then(|| rng.random_range(0.0..3.0)),
            },
        }
    });
    let registers = registers.collect();
    (n, registers)
}

fn shuffled<T>(mut list: Vec<T>, rng: &mut ChaCha8Rng) -> Vec<T> {
    for i in (1..list.len()).rev() {
        list.swap(i, rng.random_range(0..=i));
    }
    list
}

/// A constant, all fields, and random products of two to four qubits: nothing is symmetric.
pub(crate) fn random_terms(n: usize, rng: &mut ChaCha8Rng) -> CostTerms {
    let mut sets: Vec<Vec<usize>> = (0..n).map(|q| vec![q]).collect();
    sets.push(Vec::new());
    for _ in 0..2 * n {
        let size = rng.random_range(2..=4.min(n.max(2)));
        let mut set = shuffled((0..n).collect(), rng);
        set.truncate(size);
        set.sort_unstable();
        sets.push(set);
    }
    let coefficient = |set| (set, rng.random_range(-1.5..1.5));
    sets.into_iter().map(coefficient).collect()
}

pub(crate) fn random_angles(depth: usize, rng: &mut ChaCha8Rng) -> Angles {
    let angles = (0..2 * depth).map(|_| rng.random_range(-3.0..3.0));
    Angles::from_flat(&angles.collect::<Vec<_>>())
}

/// Registers for each mixer: every size alone, and mixed ones.
pub(crate) fn cases() -> Vec<(MixerName, Vec<Kind>)> {
    use Kind::{Lines, OneHot, Plain, Warm};
    let mut cases = Vec::new();
    for n in 1..=6 {
        cases.push((MixerName::X, vec![Plain; n]));
        cases.push((MixerName::WARM, vec![Warm; n]));
    }
    cases.push((
        MixerName::WARM,
        vec![Warm, Plain, Warm, Plain, Plain, Warm, Warm],
    ));
    for mixer in [
        MixerName::XY_RING,
        MixerName::XY_PATH,
        MixerName::XY_COMPLETE,
        MixerName::GROVER,
    ] {
        cases.extend((1..=6).map(|d| (mixer, vec![OneHot(d)])));
        cases.push((mixer, vec![OneHot(5), OneHot(1), OneHot(4), OneHot(2)]));
        cases.push((mixer, vec![Plain, OneHot(6), Warm, OneHot(4)]));
        cases.push((mixer, vec![Plain, Plain, Warm]));
    }
    for mixer in [MixerName::XY_COMPLETE, MixerName::GROVER] {
        let sizes = [
            (1, 1),
            (1, 2),
            (2, 3),
            (3, 1),
            (3, 5),
            (4, 7),
            (4, 16),
            (6, 14),
        ];
        cases.extend(sizes.map(|(w, d)| (mixer, vec![Lines(w, d)])));
        cases.push((mixer, vec![OneHot(4), Lines(4, 6), Plain, Warm, OneHot(3)]));
        cases.push((
            mixer,
            vec![Lines(3, 4), Lines(3, 1), OneHot(2), Lines(3, 6)],
        ));
    }
    cases
}

/// The amplitudes of all basis states are those of the formula: `inside` on the levels, `outside`
/// elsewhere is how near.
pub(crate) fn assert_is(
    amplitudes: &[Complex64],
    expected: &[(usize, Complex64)],
    [inside, outside]: [f64; 2],
    what: &str,
) {
    let mut legal = vec![false; amplitudes.len()];
    for &(x, amplitude) in expected {
        legal[x] = true;
        let off = (amplitudes[x] - amplitude).norm();
        assert!(off < inside, "{what}, x = {x}: {off}");
    }
    for (x, amplitude) in amplitudes.iter().enumerate() {
        assert!(
            legal[x] || amplitude.norm() < outside,
            "{what}, x = {x}: {amplitude}"
        );
    }
}

#[test]
fn every_mixer_on_every_kind_of_register_is_its_formula() {
    let mut rng = ChaCha8Rng::seed_from_u64(50);
    for (number, (mixer, kinds)) in cases().iter().enumerate() {
        let (n, registers) = interleaved(kinds, &mut rng);
        let ansatz = RegisterAnsatz::new(n, registers.clone(), *mixer).unwrap();
        let dims: Vec<usize> = registers.iter().map(Qudit::levels).collect();
        for depth in 0..=2 {
            let terms = random_terms(n, &mut rng);
            let angles = random_angles(depth, &mut rng);
            let what = format!("case {number}, {}, p = {depth}", mixer.name);
            let phase = formula::left_out(&ansatz, *mixer, &terms, &angles);
            let state = formula::on_levels(&registers, *mixer, &terms, &angles);
            let place = |s| formula::basis_state(&registers, &formula::levels(s, &dims));
            let amplitudes = state.iter().enumerate();
            let expected: Vec<_> = amplitudes.map(|(s, a)| (place(s), a / phase)).collect();

            let circuit = ansatz.circuit(&terms, &angles).unwrap();
            assert_is(
                &circuit.simulate().unwrap(),
                &expected,
                [1e-12, 1e-14],
                &what,
            );
            let decomposed = circuit.decomposed().simulate().unwrap();
            assert_is(&decomposed, &expected, [1e-12, 1e-13], &what);
            let sparse = SparseState::of(&circuit).unwrap();
            let mut vector = vec![Complex64::ZERO; 1 << n];
            for (x, a) in sparse.amplitudes() {
                vector[usize::try_from(x).unwrap()] = a;
            }
            assert_is(&vector, &expected, [1e-12, 1e-14], &what);
        }
    }
}

#[test]
fn a_cost_on_levels_has_the_same_energies_and_no_product_inside_a_one_hot_register() {
    let mut rng = ChaCha8Rng::seed_from_u64(51);
    let kinds = [
        Kind::OneHot(3),
        Kind::Lines(2, 3),
        Kind::OneHot(2),
        Kind::Plain,
        Kind::OneHot(1),
    ];
    for _ in 0..20 {
        let (n, registers) = interleaved(&kinds, &mut rng);
        let ansatz = RegisterAnsatz::new(n, registers.clone(), MixerName::GROVER).unwrap();
        let terms = random_terms(n, &mut rng);
        let cost = ansatz.cost(&terms).unwrap();
        let dims: Vec<usize> = registers.iter().map(Qudit::levels).collect();
        for s in 0..dims.iter().product() {
            let levels = formula::levels(s, &dims);
            let x = formula::basis_state(&registers, &levels);
            let off = formula::energy(&cost, x) - formula::energy(&terms, x);
            assert!(off.abs() < 1e-12, "{off}");
        }
        for (set, _) in &cost {
            assert!(set.windows(2).all(|pair| pair[0] < pair[1]), "{set:?}");
            for register in &registers {
                let inside = set.iter().filter(|q| register.qubits().contains(q)).count();
                let most = if matches!(register, Qudit::OneHot { .. }) {
                    1
                } else {
                    2
                };
                assert!(inside <= most, "{set:?} {register:?}");
            }
        }
    }
}

#[test]
fn the_penalty_that_keeps_one_of_a_register_costs_no_gate() {
    // w (1 − Σx)² over five qubits, w no binary fraction;
    let (d, w) = (5_usize, 0.7);
    // Σx = (d − Σz)/2, so 1 − Σx = a + Σz/2 with a = 1 − d/2, and its square a² + aΣz + d/4 + ½Σ z
    // z
    let a = 1.0 - d as f64 / 2.0;
    let mut penalty: CostTerms = vec![(vec![], w * (a * a + d as f64 / 4.0))];
    penalty.extend((0..d).map(|q| (vec![q], w * a)));
    let pairs = (0..d).flat_map(|j| (0..j).map(move |i| vec![i, j]));
    penalty.extend(pairs.map(|pair| (pair, w / 2.0)));
    for x in 0..1_usize << d {
        let expected = w * (1.0 - f64::from(x.count_ones())).powi(2);
        assert!(
            (formula::energy(&penalty, x) - expected).abs() < 1e-12,
            "{x}"
        );
    }
    let qubits = (0..d).collect();
    let registers = vec![Qudit::OneHot { qubits }];
    let ansatz = RegisterAnsatz::new(d, registers, MixerName::XY_COMPLETE).unwrap();
    let cost = ansatz.cost(&penalty).unwrap();
    assert!(cost.iter().all(|(set, _)| set.is_empty()), "{cost:?}");
}

#[test]
fn what_all_products_of_a_register_share_costs_no_gate() {
    let [first, second] = [vec![0, 3, 4], vec![1, 2, 5, 6]];
    let one_hot = |qubits: &[usize]| Qudit::OneHot {
        qubits: qubits.to_vec(),
    };
    let registers = vec![one_hot(&first), one_hot(&second)];
    let ansatz = RegisterAnsatz::new(7, registers, MixerName::XY_RING).unwrap();
    let pairs = first
        .iter()
        .flat_map(|&i| second.iter().map(move |&j| [i, j]));
    let couplings = pairs.map(|[i, j]| (vec![i.min(j), i.max(j)], 0.3));
    let mut terms: CostTerms = couplings.collect();
    let constant_alone = ansatz.cost(&terms).unwrap();
    assert_eq!(constant_alone.len(), 1);
    assert!((constant_alone[0].1 - 0.3 * 1.0 * 2.0).abs() < 1e-14);
    // one coupling that is not as the others is all that is left of twelve
    terms[4].1 = 0.8;
    let one_left = ansatz.cost(&terms).unwrap();
    let couplings = one_left.iter().filter(|(set, _)| set.len() == 2);
    assert_eq!(
        couplings.map(|(set, _)| set).collect::<Vec<_>>(),
        [&terms[4].0]
    );
}

#[test]
fn gates_are_counted_as_the_documentation_says() {
    let count = |one_qubit, two_qubit| GateCount {
        one_qubit,
        two_qubit,
    };
    for d in 1..=9_usize {
        let qubits: Vec<usize> = (0..d).rev().collect();
        let counts = |mixer| {
            let registers = vec![Qudit::OneHot {
                qubits: qubits.clone(),
            }];
            RegisterAnsatz::new(d, registers, mixer).unwrap().counts()
        };
        let complete = counts(MixerName::XY_COMPLETE);
        let prepare = match d {
            1 => count(1, 0),
            _ => count(4 * d - 6, 2 * d - 3),
        };
        assert_eq!(complete[0], prepare, "d = {d}");
        let phase = usize::from(d > 1);
        let mixer = count(8 * (d - 1) + phase, 4 * (d - 1));
        assert_eq!(complete[1], mixer, "d = {d}");
        assert_eq!(counts(MixerName::GROVER)[1], mixer, "d = {d}");
        let edges = [0, 0, 1].get(d).copied().unwrap_or(d);
        let ring = count(6 * edges, 2 * edges);
        assert_eq!(counts(MixerName::XY_RING)[1], ring, "d = {d}");
        let path = count(6 * (d - 1), 2 * (d - 1));
        assert_eq!(counts(MixerName::XY_PATH)[1], path, "d = {d}");
    }
    for (mixer, warm, gates) in [
        (MixerName::X, None, 1),
        (MixerName::WARM, None, 1),
        (MixerName::WARM, Some(0.3), 3),
        (MixerName::XY_RING, Some(0.3), 3),
    ] {
        let registers = vec![Qudit::Qubit { qubit: 0, warm }];
        let counts = RegisterAnsatz::new(1, registers, mixer).unwrap().counts();
        assert_eq!(counts, [count(1, 0), count(gates, 0)]);
    }
}

#[test]
fn lines_and_the_grover_mixer_take_their_starts_twice_and_a_phase() {
    let mut rng = ChaCha8Rng::seed_from_u64(52);
    let kinds = [
        Kind::OneHot(3),
        Kind::Lines(4, 6),
        Kind::Plain,
        Kind::OneHot(1),
    ];
    let (n, registers) = interleaved(&kinds, &mut rng);
    let counts = |mixer| {
        RegisterAnsatz::new(n, registers.clone(), mixer)
            .unwrap()
            .counts()
    };
    let phase = |others: usize| {
        let mut circuit = Circuit::new(n);
        circuit.push(Gate::p(others, 0.2).when_all(0..others));
        circuit.decomposed().two_qubit_gates()
    };
    let [starts, mixer] = counts(MixerName::XY_COMPLETE).map(|piece| piece.two_qubit);
    let lines = starts - 3; // 2d − 3 of the one-hot register
    assert_eq!(mixer, 8 + 2 * lines + phase(3));
    let [prepare, grover] = counts(MixerName::GROVER).map(|piece| piece.two_qubit);
    assert_eq!(prepare, starts);
    // the one-hot's first qubit, four of the line, the plain qubit; spreading knows nothing of its
    // state, and takes a CX more than the start of the one-hot
    assert_eq!(grover, 2 * (starts + 1) + phase(5));
}

#[test]
fn an_exported_circuit_on_registers_is_the_same_up_to_a_global_phase() {
    let mut rng = ChaCha8Rng::seed_from_u64(53);
    for (number, (mixer, kinds)) in cases().iter().enumerate() {
        let (n, registers) = interleaved(kinds, &mut rng);
        let terms = random_terms(n, &mut rng);
        let angles = random_angles(1, &mut rng);
        let circuit = RegisterAnsatz::new(n, registers, *mixer).unwrap();
        let circuit = circuit.circuit(&terms, &angles).unwrap();
        let header = CircuitHeader {
            title: Some("registers".into()),
            ..CircuitHeader::default()
        };
        let export = CircuitExport::new(&circuit, &header);
        let text = CircuitFormat::ALL[0].text(&export).unwrap();
        let read = read_qasm::read(&text).unwrap();
        let (read, whole) = (
            read.circuit.simulate().unwrap(),
            circuit.simulate().unwrap(),
        );
        let overlap: Complex64 = read.iter().zip(&whole).map(|(a, b)| a.conj() * b).sum();
        assert!((overlap.norm() - 1.0).abs() < 1e-12, "case {number}");
        for (a, b) in read.iter().zip(&whole) {
            assert!((a * overlap - b).norm() < 1e-12, "case {number}");
        }
    }
}

#[test]
fn registers_that_are_none_and_mixers_that_leave_them_are_refused() {
    let one_hot = |qubits: &[usize]| Qudit::OneHot {
        qubits: qubits.to_vec(),
    };
    let lines = |qubits: &[usize], levels: &[u64]| Qudit::Lines {
        qubits: qubits.to_vec(),
        levels: levels.to_vec(),
    };
    let qubit = |qubit, warm| Qudit::Qubit { qubit, warm };
    let many: Vec<u64> = (0..2000).collect();
    let wide: Vec<usize> = (0..11).collect();
    let refused = [
        (
            2,
            vec![one_hot(&[0])],
            MixerName::GROVER,
            "qubit 1 is in 0 registers",
        ),
        (
            2,
            vec![one_hot(&[0, 1]), qubit(1, None)],
            MixerName::GROVER,
            "qubit 1 is in 2 registers",
        ),
        (
            2,
            vec![one_hot(&[0, 1, 0])],
            MixerName::GROVER,
            "qubit 0 is in 2 registers",
        ),
        (2, vec![one_hot(&[0, 2])], MixerName::GROVER, "qubit 2 of 2"),
        (
            0,
            vec![one_hot(&[])],
            MixerName::GROVER,
            "at least one level",
        ),
        (
            1,
            vec![lines(&[0], &[])],
            MixerName::GROVER,
            "at least one level",
        ),
        (
            2,
            vec![lines(&[0, 1], &[1, 4])],
            MixerName::GROVER,
            "level 0b100 on 2 qubits",
        ),
        (
            2,
            vec![lines(&[0, 1], &[1, 2, 1])],
            MixerName::GROVER,
            "level 0b1 is there twice",
        ),
        (
            11,
            vec![lines(&wide, &many)],
            MixerName::GROVER,
            "a register of 2000 lines",
        ),
        (1, vec![qubit(0, Some(-0.1))], MixerName::WARM, "RY(-0.1)"),
        (
            1,
            vec![qubit(0, Some(f64::NAN))],
            MixerName::WARM,
            "RY(NaN)",
        ),
        (
            1,
            vec![qubit(0, Some(0.1))],
            MixerName::X,
            "mixer x on a warm qubit",
        ),
        (2, vec![one_hot(&[0, 1])], MixerName::X, "use xy-complete"),
        (
            2,
            vec![one_hot(&[0, 1])],
            MixerName::WARM,
            "mixer warm on a one-hot register",
        ),
        (
            2,
            vec![lines(&[0, 1], &[1, 2])],
            MixerName::XY_RING,
            "no local circuit",
        ),
        (
            2,
            vec![lines(&[0, 1], &[1, 2])],
            MixerName::X,
            "mixer x on a register of lines",
        ),
    ];
    for (n, registers, mixer, said) in refused {
        let error = RegisterAnsatz::new(n, registers, mixer)
            .unwrap_err()
            .to_string();
        assert!(error.contains(said), "{error}");
    }
    let ansatz = RegisterAnsatz::new(1, vec![qubit(0, None)], MixerName::X).unwrap();
    for set in [vec![1], vec![0, 0]] {
        assert!(ansatz.cost(&[(set, 1.0)]).is_err());
    }
}
