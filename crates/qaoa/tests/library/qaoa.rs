//! The ansatz against dense matrix exponentials, closed forms, and differences.

use crate::sim::reference;
use crate::{Angles, Ansatz, Cost, Objective::Expectation};
use ndarray::Array2;
use num_complex::Complex64;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::f64::consts::PI;

/// A model with an offset, fields, couplings and cubic terms, and angles of p layers.
fn random_case(n: usize, p: usize, rng: &mut ChaCha8Rng) -> (Vec<(u64, f64)>, Angles) {
    let masks = (0..1_u64 << n).filter(|mask| mask.count_ones() <= 3);
    let terms: Vec<_> = masks
        .map(|mask| (mask, rng.random_range(-1.0..1.0)))
        .collect();
    let mut list = || (0..p).map(|_| rng.random_range(-2.0..2.0)).collect();
    let angles = Angles::new(list(), list()).expect("random angles are finite and paired");
    (terms, angles)
}

/// e^{−iθH} by a Taylor series of the matrix, scaled to norm ≤ 1/2 and squared back.
fn exponential(hermitian: &Array2<Complex64>, theta: f64) -> Array2<Complex64> {
    let size = hermitian.nrows() as f64 * hermitian.iter().map(|h| h.norm()).fold(0.0, f64::max);
    let squarings = (theta.abs() * size).log2().ceil().max(0.0) as i32 + 1;
    let step = hermitian * Complex64::new(0.0, -theta / 2.0_f64.powi(squarings));
    let mut term = Array2::eye(hermitian.nrows());
    let mut sum = term.clone();
    for k in 1..=20 {
        term = term.dot(&step) / Complex64::from(f64::from(k));
        sum += &term;
    }
    (0..squarings).fold(sum, |power, _| power.dot(&power))
}

/// ΣX as a matrix.
fn sum_x(n: usize) -> Array2<Complex64> {
    let entry = |(x, y): (usize, usize)| f64::from((x ^ y).count_ones() == 1);
    Array2::from_shape_fn((1 << n, 1 << n), |at| Complex64::from(entry(at)))
}

#[test]
fn states_agree_with_dense_matrix_exponentials() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for n in 1..=5 {
        for p in 1..=3 {
            let (terms, angles) = random_case(n, p, &mut rng);
            let energies = reference::energies(n, &terms)
                .into_iter()
                .map(Complex64::from);
            let cost = Array2::from_diag(&energies.collect::<ndarray::Array1<_>>());
            let mut expected =
                Array2::from_elem((1 << n, 1), Complex64::from(0.5_f64.powf(n as f64 / 2.0)));
            for (gamma, beta) in angles.layers() {
                let layer = exponential(&sum_x(n), beta).dot(&exponential(&cost, gamma));
                expected = layer.dot(&expected);
            }
            let ansatz = Ansatz::new(Cost::from_terms(n, terms).unwrap());
            let state = ansatz.state(&angles).unwrap();
            for (x, psi) in expected.iter().enumerate() {
                let difference = (state.amplitude(x) - psi).norm();
                assert!(
                    difference < 1e-12,
                    "n = {n}, p = {p}, state {x}: {difference:e}"
                );
            }
        }
    }
}

#[test]
fn values_and_gradients_agree_with_the_reference_and_with_central_differences() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for n in 0..=9 {
        let p = 1 + n % 3;
        let (terms, angles) = random_case(n, p, &mut rng);
        let ansatz = Ansatz::new(Cost::from_terms(n, terms.iter().copied()).unwrap());
        let energies = reference::energies(n, &terms);
        let layers: Vec<_> = angles.layers().collect();
        let expected = reference::expectation(&reference::state(n, &energies, &layers), &energies);
        let (value, gradient) = ansatz.gradient(&angles).unwrap();
        let mut evaluator = ansatz.evaluator().unwrap();
        for found in [
            value,
            ansatz.expectation(&angles).unwrap(),
            evaluator.value(Expectation, &angles),
        ] {
            assert!(
                (found - expected).abs() < 1e-12,
                "n = {n}: {found}, not {expected}"
            );
        }
        for (k, (gamma, beta)) in reference::gradient(n, &energies, &layers)
            .into_iter()
            .enumerate()
        {
            assert!(
                (gradient.gammas[k] - gamma).abs() < 1e-11,
                "n = {n}, gamma {k}"
            );
            assert!(
                (gradient.betas[k] - beta).abs() < 1e-11,
                "n = {n}, beta {k}"
            );
        }
        let (flat, step) = (angles.to_flat(), 1e-5);
        for (i, derivative) in gradient.to_flat().into_iter().enumerate() {
            let mut at = |shift: f64| {
                let mut moved = flat.clone();
                moved[i] += shift;
                evaluator.value(Expectation, &Angles::from_flat(&moved))
            };
            let difference = (at(step) - at(-step)) / (2.0 * step);
            assert!((derivative - difference).abs() < 1e-6, "n = {n}, angle {i}");
        }
    }
}

#[test]
fn the_gradient_of_a_cost_with_more_levels_than_the_table_holds_agrees_with_the_reference() {
    let (n, p) = (17, 2);
    let (terms, angles) = random_case(n, p, &mut ChaCha8Rng::seed_from_u64(8));
    let ansatz = Ansatz::new(Cost::from_terms(n, terms.iter().copied()).unwrap());
    assert_eq!(
        ansatz.cost().energy_levels(),
        None,
        "the energies themselves are stored"
    );
    let layers: Vec<_> = angles.layers().collect();
    let expected = reference::gradient(n, &reference::energies(n, &terms), &layers);
    let (_, found) = ansatz.gradient(&angles).unwrap();
    for (k, (gamma, beta)) in expected.into_iter().enumerate() {
        assert!(
            (found.gammas[k] - gamma).abs() < 1e-9,
            "γ{k}: {} and {gamma}",
            found.gammas[k]
        );
        assert!(
            (found.betas[k] - beta).abs() < 1e-9,
            "β{k}: {} and {beta}",
            found.betas[k]
        );
    }
}

#[test]
fn an_evaluator_forgets_what_it_computed_before() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let (terms, angles) = random_case(6, 2, &mut rng);
    let (_, others) = random_case(6, 4, &mut rng);
    let ansatz = Ansatz::new(Cost::from_terms(6, terms).unwrap());
    let (value, gradient) = ansatz.gradient(&angles).unwrap();
    let mut evaluator = ansatz.evaluator().unwrap();
    let mut again = Angles::default();
    evaluator.value_and_gradient(Expectation, &others, &mut again);
    evaluator.value(Expectation, &others);
    assert_eq!(
        evaluator.value_and_gradient(Expectation, &angles, &mut again),
        value
    );
    assert_eq!(again, gradient);
}

#[test]
fn no_layers_are_a_random_guess() {
    let ansatz = Ansatz::new(Cost::from_terms(3, [(0, 1.0), (1, 4.0), (0b110, -2.0)]).unwrap());
    let (value, gradient) = ansatz.gradient(&Angles::default()).unwrap();
    assert!((value - ansatz.cost().mean()).abs() < 1e-14, "{value}");
    assert_eq!(gradient, Angles::default());
}

#[test]
fn one_qubit_by_hand() {
    // C = z = 1 - 2x turns |+> about z; the rotation about x brings the y component to z: <C> = sin
    // 2β sin 2γ.
    let ansatz = Ansatz::new(Cost::from_terms(1, [(0, 1.0), (1, -2.0)]).unwrap());
    for (gamma, beta) in [(0.3_f64, 0.2_f64), (-1.1, 0.7), (0.5, -2.0)] {
        let angles = Angles::new(vec![gamma], vec![beta]).unwrap();
        let (value, gradient) = ansatz.gradient(&angles).unwrap();
        let (g, b) = (2.0 * gamma, 2.0 * beta);
        assert!(
            (value - b.sin() * g.sin()).abs() < 1e-14,
            "{gamma}, {beta}: {value}"
        );
        assert!((gradient.gammas[0] - 2.0 * b.sin() * g.cos()).abs() < 1e-14);
        assert!((gradient.betas[0] - 2.0 * b.cos() * g.sin()).abs() < 1e-14);
    }
}

/// C = Σ over the edges of a ring of [both ends equal]: 0 is a perfect cut of an even ring.
fn ring_of_disagrees(n: usize) -> Cost {
    let edges = (0..n).flat_map(|i| {
        let (a, b) = (1_u64 << i, 1_u64 << ((i + 1) % n));
        [(0, 1.0), (a, -1.0), (b, -1.0), (a | b, 2.0)]
    });
    Cost::from_terms(n, edges).expect("a small ring fits into memory")
}

/// Plain descent along the gradient from a linear ramp.
fn descend(ansatz: &Ansatz, mut angles: Angles, steps: usize, rate: f64) -> f64 {
    let mut evaluator = ansatz.evaluator().expect("a small state fits into memory");
    let mut gradient = Angles::default();
    let mut value = f64::INFINITY;
    for _ in 0..steps {
        value = evaluator.value_and_gradient(Expectation, &angles, &mut gradient);
        for k in 0..angles.depth() {
            angles.gammas[k] -= rate * gradient.gammas[k];
            angles.betas[k] -= rate * gradient.betas[k];
        }
    }
    value
}

#[test]
fn a_ring_of_disagrees_is_cut_to_three_quarters_by_one_layer_and_five_sixths_by_two() {
    let (n, ansatz) = (8, Ansatz::new(ring_of_disagrees(8)));
    let one = Angles::new(vec![PI / 4.0], vec![-PI / 8.0]).unwrap();
    let uncut = ansatz.expectation(&one).unwrap() / n as f64;
    assert!((uncut - 0.25).abs() < 1e-14, "{uncut}");
    let ramp = Angles::new(vec![0.4, 0.8], vec![-0.6, -0.3]).unwrap();
    let two = descend(&ansatz, ramp, 400, 0.03) / n as f64;
    assert!((two - 1.0 / 6.0).abs() < 1e-9, "{two}");
}

#[test]
fn a_long_ramp_finds_the_one_solution_and_with_the_wrong_mixer_sign_loses_it() {
    // E(x) = number of bits in which x differs from a solution, made rugged by a coupling along the
    // chain.
    let (n, solution) = (9, 0b1_0110_1001_u64);
    let fields = (0..n).flat_map(|i| match solution >> i & 1 {
        1 => [(0, 1.0), (1_u64 << i, -1.0)],
        _ => [(0, 0.0), (1_u64 << i, 1.0)],
    });
    let couplings = (1..n).map(|i| {
        let equal = (solution >> i ^ solution >> (i - 1)) & 1 == 0;
        (0b11 << (i - 1), if equal { -0.25 } else { 0.25 })
    });
    let ansatz = Ansatz::new(Cost::from_terms(n, fields.chain(couplings)).unwrap());
    assert_eq!(ansatz.cost().ground_states(0.0), [solution]);
    let ramp = |p: usize, sign: f64| {
        let fraction = |k: usize| (k as f64 + 0.5) / p as f64;
        let gammas = (0..p).map(|k| 0.8 * fraction(k)).collect();
        let betas = (0..p).map(|k| sign * 0.8 * (1.0 - fraction(k))).collect();
        let state = ansatz.state(&Angles::new(gammas, betas).unwrap());
        state.unwrap().probability(solution as usize)
    };
    let (short, long, wrong) = (ramp(5, -1.0), ramp(100, -1.0), ramp(100, 1.0));
    assert!(short < long && long > 0.99, "{short}, then {long}");
    assert!(wrong < 1e-6, "{wrong}");
}

#[test]
fn angles_that_are_not_finite_or_not_paired_are_refused() {
    let ansatz = Ansatz::new(Cost::from_terms(2, [(1, 1.0)]).unwrap());
    for (gammas, betas) in [(vec![f64::NAN], vec![0.1]), (vec![0.1, 0.2], vec![0.1])] {
        let angles = Angles { gammas, betas };
        assert!(ansatz.state(&angles).is_err());
        assert!(ansatz.expectation(&angles).is_err());
        assert!(ansatz.gradient(&angles).is_err());
    }
}

#[test]
fn gradients_are_the_same_bits_on_one_and_on_two_threads() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let terms: Vec<_> = (0..15_u64)
        .flat_map(|i| (0..i).map(move |j| 1 << i | 1 << j))
        .map(|mask| (mask, rng.random_range(-1.0..1.0)))
        .collect();
    let angles = Angles::new(vec![0.1, 0.3], vec![-0.5, -0.2]).unwrap();
    let gradient = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| {
            let ansatz = Ansatz::new(Cost::from_terms(15, terms.iter().copied()).unwrap());
            let (value, gradient) = ansatz.gradient(&angles).unwrap();
            let flat = gradient.to_flat();
            (
                value.to_bits(),
                flat.into_iter().map(f64::to_bits).collect::<Vec<_>>(),
            )
        })
    };
    assert_eq!(gradient(1), gradient(2));
}
