//! The trajectories against the density matrix, and both against the circuit without noise.

use super::model::NoisyStep;
use super::samples::samples;
use super::*;
use crate::circuit::{Circuit, DenseMatrix, Gate, Op, apply_matrix};
use num_complex::Complex64;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::f64::consts::FRAC_PI_2;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Random gates of every kind on `qubits` qubits of a larger device, among them quarter turns;
/// measured in an order of its own.
fn random_circuit(qubits: usize, gates: usize, random: &mut ChaCha8Rng) -> Circuit {
    let mut list: Vec<Gate> = (0..qubits).map(|q| Gate::rx(q, 0.4 + q as f64)).collect();
    for _ in 0..gates {
        let a = random.random_range(0..qubits);
        let b = (a + random.random_range(1..qubits)) % qubits;
        let sample = &samples()[random.random_range(0..11)];
        let gate = match random.random_range(0..4) {
            0 => Gate::rz(a, FRAC_PI_2 * f64::from(random.random_range(0..4))),
            1 => Gate::new(Op::Sx, a),
            _ => sample.moved(|q| [a, b][q]),
        };
        list.push(gate);
    }
    let mut measured: Vec<usize> = (0..qubits).collect();
    measured.rotate_left(1);
    let mut circuit = Circuit::new(2 * qubits + 2);
    circuit.extend(list.iter().map(|gate| gate.moved(|q| 2 * q + 1)));
    circuit.measure(measured.into_iter().map(|q| 2 * q + 1).collect());
    circuit
}

/// The model in which nothing goes wrong.
pub(super) fn noiseless(qubits: usize) -> NoiseModel {
    let forever = (f64::INFINITY, f64::INFINITY);
    NoiseModel::uniform(qubits, (0.0, 0.0, 0.0), (0.0, 0.0), forever)
}

fn heavy_noise(qubits: usize) -> NoiseModel {
    NoiseModel::uniform(qubits, (2e-3, 2e-2, 0.03), (30.0, 90.0), (9e3, 12e3))
}

fn few(seed: u64) -> TrajectoryPlan {
    TrajectoryPlan {
        trajectories: 400,
        seed,
    }
}

fn is_odd(x: u64) -> bool {
    x.count_ones() % 2 == 1 && x & 1 == 0
}

#[test]
fn without_noise_every_outcome_has_its_ideal_probability() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    for _ in 0..12 {
        let circuit = random_circuit(4, 40, &mut random);
        let ideal = circuit.probabilities().unwrap();
        let noisy = NoisyCircuit::new(&circuit, &noiseless(circuit.qubits()));
        let exact = noisy.distribution(&|| Continue(())).unwrap();
        for (x, &probability) in ideal.iter().enumerate() {
            let found = noisy
                .trajectories(&|y| y == x as u64, &few(1), &|| Continue(()))
                .unwrap();
            assert_eq!((found.trajectories, found.untouched), (0, 1.0));
            assert!((found.success - probability).abs() < 1e-12);
            assert!((exact[x] - probability).abs() < 1e-12);
        }
    }
}

/// 20 circuits at 95 %: more than 4 misses are as likely as 1 in 400, and the seed is fixed; a
/// systematic error of one interval would miss half.
#[test]
fn the_mean_of_trajectories_lies_within_its_interval_of_the_density_matrix() {
    let mut random = ChaCha8Rng::seed_from_u64(6);
    let (mut misses, mut deviation, cases) = (0, 0.0, 20);
    for seed in 0..cases {
        let circuit = random_circuit(4, 40, &mut random);
        let noisy = NoisyCircuit::new(&circuit, &heavy_noise(circuit.qubits()));
        let distribution = noisy.distribution(&|| Continue(())).unwrap();
        assert!((distribution.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        let odd = distribution
            .iter()
            .enumerate()
            .filter(|(x, _)| is_odd(*x as u64));
        let exact: f64 = odd.map(|(_, p)| p).sum();
        let found = noisy
            .trajectories(&is_odd, &few(seed), &|| Continue(()))
            .unwrap();
        let off = (found.success - exact) / found.half_width;
        misses += usize::from(off.abs() > 1.0);
        deviation += off;
        assert!(off.abs() < 2.2, "seed {seed}: {found:?}, exact {exact}");
        assert!(found.half_width < 0.03, "{found:?}");
    }
    assert!(misses <= 4, "{misses} of {cases} outside");
    assert!(
        (deviation / cases as f64).abs() < 0.4,
        "biased by {deviation} in {cases}"
    );
}

/// One kind of noise at a time, strong: a wrong operator does not hide behind the others.
#[test]
fn every_kind_of_noise_alone_agrees_with_the_density_matrix() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let forever = f64::INFINITY;
    let kinds = [
        ((0.03, 0.0, 0.0), (0.0, 0.0), (forever, forever)),
        ((0.0, 0.06, 0.0), (0.0, 0.0), (forever, forever)),
        ((0.0, 0.0, 0.2), (0.0, 0.0), (forever, forever)),
        ((0.0, 0.0, 0.0), (50.0, 100.0), (forever, 2e3)),
        ((0.0, 0.0, 0.0), (50.0, 100.0), (2e3, 2e3)),
        ((0.0, 0.0, 0.0), (50.0, 100.0), (2e3, 1e3)),
        ((0.0, 0.0, 0.0), (50.0, 100.0), (2e3, 3.5e3)),
        ((0.0, 0.0, 0.0), (50.0, 100.0), (2e3, 4e3)),
    ];
    for (rates, times, relaxation) in kinds {
        let circuit = random_circuit(3, 24, &mut random);
        let model = NoiseModel::uniform(circuit.qubits(), rates, times, relaxation);
        let noisy = NoisyCircuit::new(&circuit, &model);
        let distribution = noisy.distribution(&|| Continue(())).unwrap();
        let plan = TrajectoryPlan {
            trajectories: 3000,
            seed: 11,
        };
        for (x, exact) in distribution.iter().enumerate() {
            let found = noisy
                .trajectories(&|y| y == x as u64, &plan, &|| Continue(()))
                .unwrap();
            let off = (found.success - exact).abs();
            let allowed = 1e-12 + 2.0 * found.half_width;
            assert!(
                off < allowed,
                "{rates:?} {times:?} {relaxation:?}: {off} > {allowed}"
            );
        }
    }
}

/// The same by plain quantum jumps on a dense state, gate by gate: slow, and nothing shared but the
/// circuit with its noise.
fn plain_jumps(noisy: &NoisyCircuit, succeeds: &dyn Fn(u64) -> bool, seed: u64) -> Vec<f64> {
    let success = super::channel::success_of_outcomes(&noisy.readout, succeeds);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let run = |_| {
        let mut state = vec![Complex64::ZERO; 1 << noisy.qubits];
        state[0] = Complex64::ONE;
        for step in &noisy.steps {
            jump(step, &mut state, &mut random);
        }
        let outcome = |x: usize| -> usize {
            let bits = noisy.measured.iter().enumerate();
            bits.map(|(i, &q)| (x >> q & 1) << i).sum()
        };
        let weights = state.iter().enumerate();
        weights
            .map(|(x, a)| a.norm_sqr() * success[outcome(x)])
            .sum()
    };
    (0..400).map(run).collect()
}

fn jump(step: &NoisyStep, state: &mut Vec<Complex64>, random: &mut ChaCha8Rng) {
    let mut act = |matrix: &DenseMatrix, on: &[usize]| {
        let mut image = state.clone();
        apply_matrix(matrix, on, state, &mut image);
        *state = image;
    };
    match step {
        NoisyStep::Gate(gate) => act(&gate.matrix(), &gate.qubits),
        NoisyStep::Depolarize(on, lambda) => {
            if random.random_bool(*lambda) {
                for &q in on {
                    let paulis = [Op::P(0.0), Op::X, Op::Y, Op::Z];
                    act(&paulis[random.random_range(0..4)].dense(), &[q]);
                }
            }
        }
        &NoisyStep::Relax(q, relaxation) => {
            let mut u: f64 = random.random();
            for kraus in relaxation.kraus() {
                let matrix: DenseMatrix = kraus.iter().map(|row| row.to_vec()).collect();
                let mut image = state.clone();
                apply_matrix(&matrix, &[q], state, &mut image);
                let weight: f64 = image.iter().map(Complex64::norm_sqr).sum();
                u -= weight;
                if u <= 0.0 {
                    image.iter_mut().for_each(|a| *a /= weight.sqrt());
                    *state = image;
                    return;
                }
            }
        }
    }
}

#[test]
fn trajectories_agree_with_plain_quantum_jumps_beyond_the_density_matrix() {
    let mut random = ChaCha8Rng::seed_from_u64(16);
    let circuit = random_circuit(13, 40, &mut random);
    let noisy = NoisyCircuit::new(&circuit, &heavy_noise(circuit.qubits()));
    let (plain, half_width) = super::channel::mean_of(&plain_jumps(&noisy, &is_odd, 4));
    let found = noisy
        .trajectories(&is_odd, &few(4), &|| Continue(()))
        .unwrap();
    let off = (found.success - plain).abs();
    let allowed = found.half_width + half_width;
    assert!(off < allowed, "{found:?} {plain:?}");
}

#[test]
fn the_same_seed_gives_the_same_bytes_for_any_number_of_threads() {
    let mut random = ChaCha8Rng::seed_from_u64(8);
    let circuit = random_circuit(4, 30, &mut random);
    let noisy = NoisyCircuit::new(&circuit, &heavy_noise(circuit.qubits()));
    let with = |threads: usize, seed: u64| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| {
            noisy
                .trajectories(&is_odd, &few(seed), &|| Continue(()))
                .unwrap()
        })
    };
    let one = with(1, 3);
    assert_eq!(one, with(2, 3));
    assert_eq!(one, with(7, 3));
    assert_ne!(one, with(1, 4));
}

#[test]
fn trajectories_that_are_stopped_give_the_estimate_of_those_that_were_run() {
    let mut random = ChaCha8Rng::seed_from_u64(8);
    let circuit = random_circuit(4, 30, &mut random);
    let noisy = NoisyCircuit::new(&circuit, &heavy_noise(circuit.qubits()));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let stopped_after = |count: usize| {
        let run = AtomicUsize::new(1);
        let ask = || match run.fetch_add(1, Ordering::SeqCst) {
            run if run < count => Continue(()),
            _ => Break(()),
        };
        noisy.trajectories(&is_odd, &few(3), &ask)
    };
    pool.unwrap().install(|| {
        let shorter = TrajectoryPlan {
            trajectories: 40,
            ..few(3)
        };
        let expected = noisy
            .trajectories(&is_odd, &shorter, &|| Continue(()))
            .unwrap();
        assert_eq!(stopped_after(40).unwrap(), expected);
        let too_few = stopped_after(TrajectoryPlan::FEWEST - 1);
        assert!(matches!(
            too_few,
            Err(crate::Error::Engine(ketboard_qaoa::Error::Stopped))
        ));
    });
    let density = noisy.distribution(&|| Break(()));
    assert!(matches!(
        density,
        Err(crate::Error::Engine(ketboard_qaoa::Error::Stopped))
    ));
}

#[test]
fn a_wide_register_and_too_few_trajectories_are_refused() {
    let mut circuit = Circuit::new(70);
    circuit.extend((0..70).map(|q| Gate::new(Op::Sx, q)));
    let noisy = NoisyCircuit::new(&circuit, &heavy_noise(70));
    let error = noisy
        .trajectories(&is_odd, &few(0), &|| Continue(()))
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("70 qubits need") && error.contains("`estimate`"),
        "{error}"
    );
    let plan = TrajectoryPlan {
        trajectories: 9,
        seed: 0,
    };
    let error = noisy
        .trajectories(&is_odd, &plan, &|| Continue(()))
        .unwrap_err()
        .to_string();
    assert!(error.contains("`trajectories`: found 9"), "{error}");
}
