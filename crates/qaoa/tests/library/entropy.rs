//! The entropy of states that it is known of, of random ones, and of the ansatz.

use crate::entropy::{MOST_LEVELS_OF_HALF, entropy_of_halves};
use crate::{Angles, Ansatz, Cost, Precision};
use num_complex::Complex64;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Amplitudes that no circuit made.
struct Vector {
    dims: Vec<usize>,
    amplitudes: Vec<Complex64>,
}

impl Vector {
    /// Random amplitudes over `dims`.
    fn random(dims: Vec<usize>, seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        // sums of uniform numbers: directions are nearly uniform, as of normal ones
        let mut number = || (0..12).map(|_| rng.random::<f64>() - 0.5).sum::<f64>();
        let states = dims.iter().product();
        let amplitude = |_| Complex64::new(number(), number());
        let amplitudes = (0..states).map(amplitude).collect();
        Self { dims, amplitudes }
    }
}

fn entropy(vector: &Vector) -> f64 {
    entropy_of_halves(vector.dims.clone(), |x| vector.amplitudes[x]).unwrap()
}

fn of_qubits(n: usize, ones: &[(usize, f64)]) -> Vector {
    let mut amplitudes = vec![Complex64::ZERO; 1 << n];
    for &(index, value) in ones {
        amplitudes[index] = value.into();
    }
    Vector {
        dims: vec![2; n],
        amplitudes,
    }
}

/// A state with qubit k rotated about an axis of its own.
fn rotated(mut vector: Vector, k: usize) -> Vector {
    let (sin, cos) = (0.3 + 0.4 * k as f64).sin_cos();
    let phase = Complex64::from_polar(1.0, 0.7 * k as f64 - 0.2);
    for x in (0..vector.amplitudes.len()).filter(|x| x >> k & 1 == 0) {
        let [a, b] = [x, x | 1 << k].map(|x| vector.amplitudes[x]);
        vector.amplitudes[x] = cos * a - sin * phase.conj() * b;
        vector.amplitudes[x | 1 << k] = sin * phase * a + cos * b;
    }
    vector
}

#[test]
fn known_states_have_their_entropy_in_bits() {
    let half = 0.5_f64.sqrt();
    let bell = of_qubits(2, &[(0b00, half), (0b11, half)]);
    assert!((entropy(&bell) - 1.0).abs() < 1e-12);
    for n in 2..=9 {
        let ghz = of_qubits(n, &[(0, half), ((1 << n) - 1, half)]);
        assert!((entropy(&ghz) - 1.0).abs() < 1e-12, "{n}");
        assert!(entropy(&of_qubits(n, &[(3 % n, 1.0)])) < 1e-12, "{n}");
    }
    for n in [0, 1] {
        assert_eq!(entropy(&of_qubits(n, &[(0, 1.0)])), 0.0);
    }
}

#[test]
fn the_entropy_is_that_of_the_schmidt_numbers_whatever_rotates_each_qubit() {
    let parts = [0.4_f64, 0.3, 0.2, 0.1];
    let expected: f64 = parts.iter().map(|p| -p * p.log2()).sum();
    // state k of the two lower qubits beside state 3 − k of the two upper ones
    let places = parts
        .iter()
        .enumerate()
        .map(|(k, p)| (k | (3 - k) << 2, p.sqrt()));
    let mut vector = of_qubits(4, &places.collect::<Vec<_>>());
    for k in 0..4 {
        vector = rotated(vector, k);
        assert!((entropy(&vector) - expected).abs() < 1e-12, "{k}");
    }
    let mut across = rotated(of_qubits(4, &[(0, 0.6), (0b1001, 0.8)]), 2);
    across = rotated(across, 0);
    let expected = -0.36 * 0.36_f64.log2() - 0.64 * 0.64_f64.log2();
    assert!((entropy(&across) - expected).abs() < 1e-12);
}

#[test]
fn both_halves_have_the_same_entropy_and_that_of_a_random_state_is_pages() {
    for (n, seed) in [(4, 1), (6, 2), (8, 3), (10, 4)] {
        let vector = Vector::random(vec![2; n], seed);
        let half = 1 << (n / 2);
        let swap = |x: usize| vector.amplitudes[x / half + x % half * half];
        let swapped = Vector {
            dims: vector.dims.clone(),
            amplitudes: (0..half * half).map(swap).collect(),
        };
        let here = entropy(&vector);
        assert!((entropy(&swapped) - here).abs() < 1e-11, "{n}");
        // Page: Σ_{k = m + 1}^{m²} 1/k − (m − 1)/2m nats for two halves of m levels
        let m = half as f64;
        let sum: f64 = (half + 1..=half * half).map(|k| 1.0 / k as f64).sum();
        let page = (sum - (m - 1.0) / (2.0 * m)) / std::f64::consts::LN_2;
        assert!((here - page).abs() < 1.5 / m, "{n}: {here}, Page {page}");
    }
}

#[test]
fn qudits_are_halved_as_qudits() {
    let mut amplitudes = vec![Complex64::ZERO; 3 * 4];
    (0..3).for_each(|k| amplitudes[k + 3 * k] = (1.0_f64 / 3.0).sqrt().into());
    // qudits of one level are none
    let dims = vec![1, 1, 3, 1, 4];
    let pair = Vector { dims, amplitudes };
    assert!((entropy(&pair) - 3.0_f64.log2()).abs() < 1e-12);
    let amplitudes = [0.6, 0.0, 0.0, 0.0, 0.8, 0.0].map(Complex64::from).to_vec();
    let unequal = Vector {
        dims: vec![3, 2],
        amplitudes,
    };
    let expected = -0.36 * 0.36_f64.log2() - 0.64 * 0.64_f64.log2();
    assert!((entropy(&unequal) - expected).abs() < 1e-12);
}

#[test]
fn the_ansatz_begins_without_entanglement_and_a_layer_makes_some() {
    let cost = Cost::from_terms(4, [(0b0101, 1.0), (0b1010, -2.0), (1, 0.5)]).unwrap();
    let at = |gammas: Vec<f64>, betas| {
        let angles = Angles::new(gammas, betas).unwrap();
        let ansatz = Ansatz::new(cost.clone());
        let fine = ansatz.state(&angles).unwrap();
        let coarse = ansatz
            .with_precision(Precision::F32)
            .state(&angles)
            .unwrap();
        let [fine, coarse] = [fine, coarse].map(|state| state.entanglement_entropy());
        assert!((fine.unwrap() - coarse.unwrap()).abs() < 1e-4);
        fine.unwrap()
    };
    assert!(at(vec![], vec![]) < 1e-12);
    assert!(at(vec![0.4], vec![-0.3]) > 0.01);
}

#[test]
fn wide_halves_are_left_out() {
    let half = MOST_LEVELS_OF_HALF.ilog2() as usize;
    let wide = Vector {
        dims: vec![2; 2 * half + 2],
        amplitudes: Vec::new(),
    };
    let entropy = entropy_of_halves(wide.dims, |x| wide.amplitudes[x]);
    assert_eq!(entropy, None);
}
