//! Costs and states over qubits against the plain simulator.

use crate::memory::{Purpose, check};
use crate::sim::reference;
use crate::{Angles, Ansatz, Cost, Error, Objective, Precision, State};
use num_complex::Complex64;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

/// A model with an offset, fields, couplings and cubic terms; `unit` = 0.5 makes it dyadic.
fn random_terms(n: usize, unit: f64, rng: &mut impl Rng) -> Vec<(u64, f64)> {
    let mut terms = vec![(0, unit * 3.0)];
    let mut add = |mask: u64, chance: f64| {
        if rng.random::<f64>() < chance {
            terms.push((mask, unit * f64::from(rng.random_range(-6..=6))));
        }
    };
    for i in 0..n {
        add(1 << i, 0.9);
        for j in 0..i {
            add(1 << i | 1 << j, 0.5);
            for k in 0..j {
                add(1 << i | 1 << j | 1 << k, 0.1);
            }
        }
    }
    terms
}

/// Random models over n = 0..=14 qubits, dyadic, not dyadic, and with a level for each state.
fn models() -> impl Iterator<Item = (usize, Vec<(u64, f64)>)> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    (0..=14).flat_map(move |n| {
        let spread: Vec<_> = (0..n).map(|i| (1 << i, rng.random::<f64>())).collect();
        [
            random_terms(n, 0.5, &mut rng),
            random_terms(n, 0.1, &mut rng),
            spread,
        ]
        .map(|terms| (n, terms))
    })
}

fn assert_equal(state: &State, expected: &[Complex64], what: &str) {
    for (x, psi) in expected.iter().enumerate() {
        let difference = (state.amplitude(x) - psi).norm();
        assert!(
            difference < 1e-12,
            "{what}: amplitude {x} is off by {difference:e}"
        );
        assert!(
            (state.probability(x) - psi.norm_sqr()).abs() < 1e-12,
            "{what}, {x}"
        );
    }
}

#[test]
fn energies_are_the_sums_of_the_terms_within_the_state() {
    for (n, terms) in models() {
        let diagonal = Cost::from_terms(n, terms.iter().copied()).unwrap();
        let energies = reference::energies(n, &terms);
        for (x, energy) in energies.iter().enumerate() {
            let difference = diagonal.energy(x) - energy;
            assert!(
                difference.abs() < 1e-12,
                "{n} qubits, state {x}: {difference:e}"
            );
        }
    }
}

#[test]
fn dyadic_energies_are_exact_and_their_levels_sorted_and_distinct() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for n in 0..=14 {
        let terms = random_terms(n, 0.25, &mut rng);
        let diagonal = Cost::from_terms(n, terms.iter().copied()).unwrap();
        let mut energies = reference::energies(n, &terms);
        for (x, energy) in energies.iter().enumerate() {
            assert_eq!(diagonal.energy(x), *energy, "{n} qubits, state {x}");
        }
        energies.sort_by(f64::total_cmp);
        energies.dedup();
        if let Some(levels) = diagonal.energy_levels() {
            assert_eq!(levels, energies, "{n} qubits");
        } else {
            assert!(n < 4, "{n} qubits");
        }
    }
}

#[test]
fn energies_that_are_equal_without_rounding_lie_within_it_and_others_do_not() {
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    for n in [1, 6, 13] {
        let whole = random_terms(n, 1.0, &mut rng);
        let exact = Cost::from_terms(n, whole.iter().copied()).unwrap();
        for scale in [0.1, 1.1e-12, 7.3e5, 3.7e12] {
            let scaled = whole.iter().map(|&(mask, c)| (mask, c * scale));
            let rounded = Cost::from_terms(n, scaled).unwrap();
            let mut level = (f64::NEG_INFINITY, f64::NEG_INFINITY);
            for (energy, found) in sorted_pairs(&exact, &rounded) {
                let apart = found - level.1 > rounded.rounding();
                assert_eq!(apart, energy != level.0, "n = {n}, scale {scale}");
                if apart {
                    level = (energy, found);
                }
            }
        }
    }
}

/// (exact, rounded) energy of every basis state, ascending.
fn sorted_pairs(exact: &Cost, rounded: &Cost) -> Vec<(f64, f64)> {
    let states = 0..exact.states();
    let mut pairs: Vec<_> = states
        .map(|x| (exact.energy(x), rounded.energy(x)))
        .collect();
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    pairs
}

#[test]
fn statistics_of_a_cost_are_those_of_its_energies() {
    for (n, terms) in models() {
        let diagonal = Cost::from_terms(n, terms.iter().copied()).unwrap();
        let energies: Vec<f64> = (0..1 << n).map(|x| diagonal.energy(x)).collect();
        let count = energies.len() as f64;
        let mean = energies.iter().sum::<f64>() / count;
        let variance = energies.iter().map(|e| (e - mean).powi(2)).sum::<f64>() / count;
        let min = energies.iter().copied().fold(f64::INFINITY, f64::min);
        let max = energies.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        assert_eq!(
            (diagonal.states(), diagonal.min(), diagonal.max()),
            (1 << n, min, max)
        );
        assert!((diagonal.mean() - mean).abs() < 1e-11, "{n} qubits");
        assert!((diagonal.standard_deviation() - variance.sqrt()).abs() < 1e-11);
        for tolerance in [0.0, 1.0] {
            let ground = diagonal.ground_states(tolerance);
            for (x, energy) in energies.iter().enumerate() {
                let above = energy - min - tolerance;
                let low = ground.contains(&(x as u64));
                assert!(above.abs() < 1e-11 || low == (above < 0.0), "{n}: {x}");
            }
            assert_eq!(diagonal.ground_degeneracy(tolerance), ground.len() as u64);
        }
    }
}

/// The state of some layers, and what the reference says of it.
fn assert_state(n: usize, terms: &[(u64, f64)], layers: &[(f64, f64)], what: &str) {
    let ansatz = Ansatz::new(Cost::from_terms(n, terms.iter().copied()).unwrap());
    let (gammas, betas) = layers.iter().copied().unzip();
    let state = ansatz.state(&Angles::new(gammas, betas).unwrap()).unwrap();
    let energies = reference::energies(n, terms);
    let expected = reference::state(n, &energies, layers);
    assert_equal(&state, &expected, what);
    assert!((state.norm() - 1.0).abs() < 1e-13, "{what}");
    let value = reference::expectation(&expected, &energies);
    let found = state.expectation(ansatz.cost());
    assert!(
        (found - value).abs() < 1e-12 * (1.0 + value.abs()),
        "{what}"
    );
}

#[test]
fn states_of_any_layers_agree_with_the_reference() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for (n, terms) in models() {
        let layers: [[f64; 2]; 4] =
            std::array::from_fn(|_| std::array::from_fn(|_| rng.random_range(-3.0..3.0)));
        let layers = layers.map(|[gamma, beta]| (gamma, beta));
        for depth in 0..=4 {
            assert_state(
                n,
                &terms,
                &layers[..depth],
                &format!("{n} qubits, {depth} layers"),
            );
        }
    }
}

#[test]
fn rotations_are_right_at_the_quarter_turns_where_their_form_changes() {
    for n in [1, 2, 3, 5] {
        for eighth in -9_i32..=9 {
            for nudge in [-1e-9, 0.0, 1e-9] {
                let beta = f64::from(eighth) * FRAC_PI_4 + nudge;
                let terms = [(1, 0.3), (1 << n >> 1, 0.4)];
                assert_state(n, &terms, &[(1.0, beta)], &format!("beta {beta}"));
            }
        }
    }
}

#[test]
fn more_than_65536_levels_are_not_stored_and_simulated_alike() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let n = 17;
    let terms: Vec<_> = (0..n).map(|i| (1 << i, rng.random::<f64>())).collect();
    let diagonal = Cost::from_terms(n, terms.iter().copied()).unwrap();
    assert_eq!(diagonal.energy_levels(), None);
    assert_eq!(diagonal.ground_states(0.0), [0]);
    assert_state(n, &terms, &[(0.7, -0.4)], "17 qubits");
}

#[test]
fn exactly_65536_levels_still_fit_the_table() {
    let terms = (0..16).map(|i| (1 << i, f64::from(1 << i)));
    let diagonal = Cost::from_terms(18, terms).unwrap();
    assert_eq!(
        diagonal.energy_levels().map(|levels| levels.len()),
        Some(1 << 16)
    );
    assert!((0..1 << 18).all(|x| diagonal.energy(x) == (x % (1 << 16)) as f64));
}

fn one_layer(cost: &Cost, gamma: f64, beta: f64) -> State {
    let angles = Angles::new(vec![gamma], vec![beta]).unwrap();
    Ansatz::new(cost.clone()).state(&angles).unwrap()
}

#[test]
fn probabilities_are_summed_listed_and_ranked() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for n in [0, 1, 2, 5, 10] {
        let terms = random_terms(n, 0.5, &mut rng);
        let diagonal = Cost::from_terms(n, terms).unwrap();
        let state = one_layer(&diagonal, 0.4, -0.3);
        let all = state.probabilities();
        assert!((all.iter().sum::<f64>() - 1.0).abs() < 1e-13);
        let ground = diagonal.ground_states(0.0);
        let listed = state.probability_of(ground);
        let low = state.ground_probability(&diagonal, 0.0);
        assert!((listed - low).abs() < 1e-14, "{listed} and {low}");
        let mut ranked: Vec<(u64, f64)> = (0..).zip(all).collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        for k in [0, 1, 3, ranked.len(), ranked.len() + 5] {
            assert_eq!(
                state.likeliest(k),
                ranked[..k.min(ranked.len())],
                "{k} of {n} qubits"
            );
        }
    }
}

#[test]
fn equal_probabilities_are_ranked_by_index() {
    let likeliest = Ansatz::new(Cost::from_terms(4, []).unwrap())
        .state(&Angles::default())
        .unwrap()
        .likeliest(3);
    assert_eq!(likeliest.iter().map(|l| l.0).collect::<Vec<_>>(), [0, 1, 2]);
}

#[test]
fn a_state_of_no_qubits_has_one_amplitude_and_the_offset_for_energy() {
    let diagonal = Cost::from_terms(0, [(0, 2.5), (0, -1.0)]).unwrap();
    assert_eq!((diagonal.energy(0), diagonal.mean()), (1.5, 1.5));
    assert_eq!(
        (diagonal.standard_deviation(), diagonal.ground_states(0.0)),
        (0.0, vec![0])
    );
    let state = one_layer(&diagonal, 0.3, 0.9);
    assert!((state.amplitude(0) - Complex64::cis(-0.45)).norm() < 1e-15);
    assert_eq!(state.likeliest(2).len(), 1);
    assert!((state.expectation(&diagonal) - 1.5).abs() < 1e-15);
}

#[test]
fn forty_qubits_are_refused_with_the_need_the_supply_and_the_remedy() {
    for n in [40, 64, 100, 5000] {
        let refusals = [
            check(n, Purpose::State, Precision::F64),
            Cost::from_terms(n, [(1, 1.0)]).map(drop),
            check(n, Purpose::Gradient, Precision::F64),
        ];
        for refusal in refusals {
            let error = refusal.unwrap_err();
            assert!(matches!(error, Error::Memory { .. }), "{n} qubits: {error}");
            let text = error.to_string();
            assert!(text.starts_with(&format!("{n} qubits need")), "{text}");
            assert!(text.contains("`target_qubits`"), "{text}");
        }
    }
}

#[test]
fn terms_that_are_not_finite_or_name_absent_qubits_are_refused() {
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let error = Cost::from_terms(2, [(1, 1.0), (2, value)]).unwrap_err();
        assert!(matches!(error, Error::NotFinite { .. }), "{error}");
    }
    let overflow = Cost::from_terms(2, [(1, f64::MAX), (2, f64::MAX)]).unwrap_err();
    assert!(matches!(overflow, Error::NotFinite { .. }), "{overflow}");
    let absent = Cost::from_terms(2, [(0b100, 1.0)]).unwrap_err();
    assert!(absent.to_string().contains("qubit 2 of 2"), "{absent}");
}

/// What `work` gives with so many threads.
fn with_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    pool.build().unwrap().install(work)
}

#[test]
fn one_and_two_threads_give_the_same_bits() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let terms = random_terms(15, 0.1, &mut rng);
    let bits = |threads: usize| {
        with_threads(threads, || {
            let cost = Cost::from_terms(15, terms.iter().copied()).unwrap();
            let state = one_layer(&cost, 0.4, -0.3);
            let sums = [
                state.norm(),
                state.expectation(&cost),
                state.ground_probability(&cost, cost.mean() - cost.min()),
                cost.standard_deviation(),
            ];
            (sums.map(f64::to_bits), state.likeliest(1 << 15))
        })
    };
    assert_eq!(bits(1), bits(2));
    assert_eq!(bits(1), bits(3));
}

/// Angles of p layers that mix well: γ rises, |β| falls.
fn ramp(p: usize) -> Angles {
    let along = |k: usize| (k as f64 + 0.5) / p as f64;
    let gammas = (0..p).map(|k| 0.3 + 0.5 * along(k)).collect();
    let betas = (0..p).map(|k| -0.9 * (1.0 - along(k)) - 0.01).collect();
    Angles::new(gammas, betas).unwrap()
}

#[test]
fn the_norm_drifts_by_less_than_1e_12_in_200_layers() {
    let mut rng = ChaCha8Rng::seed_from_u64(20);
    for n in [3, 9, 12, 15] {
        let cost = Cost::from_terms(n, random_terms(n, 0.5, &mut rng)).unwrap();
        let state = Ansatz::new(cost).state(&ramp(200)).unwrap();
        let drift = (state.norm() - 1.0).abs();
        assert!(drift < 1e-12, "{n} qubits: {drift:e}");
    }
}

#[test]
fn single_precision_stays_within_its_documented_bounds() {
    let mut rng = ChaCha8Rng::seed_from_u64(21);
    for n in [4, 10, 14] {
        for p in [1, 10, 100] {
            let cost = Cost::from_terms(n, random_terms(n, 0.5, &mut rng)).unwrap();
            let spread = cost.standard_deviation();
            let double = Ansatz::new(cost);
            let single = double.clone().with_precision(Precision::F32);
            let [exact, rounded] = [&double, &single].map(|ansatz| {
                let here = ansatz.gradient(&ramp(p)).unwrap();
                (ansatz.state(&ramp(p)).unwrap(), here)
            });
            let differences = (0..1 << n).map(|x| exact.0.amplitude(x) - rounded.0.amplitude(x));
            let distance = differences.map(|d| d.norm_sqr()).sum::<f64>().sqrt();
            let layers = (p as f64).sqrt();
            assert!(distance < 4e-7 * layers, "n = {n}, p = {p}: {distance:e}");
            let off = (exact.1.0 - rounded.1.0).abs() / spread;
            assert!(off < 4e-7 * layers, "n = {n}, p = {p}: {off:e}");
            let (exact, rounded) = (exact.1.1, rounded.1.1);
            for (exact, rounded) in [(exact.gammas, rounded.gammas), (exact.betas, rounded.betas)] {
                let largest = exact.iter().fold(0.0, |m: f64, d| m.max(d.abs()));
                for (a, b) in exact.iter().zip(&rounded) {
                    let off = (a - b).abs() / (largest + spread);
                    assert!(off < 2e-6 * layers, "n = {n}, p = {p}: {off:e}");
                }
            }
        }
    }
}

#[test]
fn values_and_gradients_of_both_precisions_are_the_same_bits_for_any_number_of_threads() {
    let mut rng = ChaCha8Rng::seed_from_u64(22);
    let few = Cost::from_terms(17, random_terms(17, 0.5, &mut rng)).unwrap();
    let fields = (0..17).map(|i| (1 << i, rng.random::<f64>()));
    let irregular = Cost::from_terms(17, fields).unwrap();
    for cost in [few, irregular] {
        for precision in [Precision::F64, Precision::F32] {
            let ansatz = Ansatz::new(cost.clone()).with_precision(precision);
            let bits = |threads: usize| {
                with_threads(threads, || {
                    let mut evaluator = ansatz.evaluator().unwrap();
                    let mut slope = Angles::default();
                    let objective = Objective::Expectation;
                    let mut found = vec![evaluator.value(objective, &ramp(3))];
                    found.push(evaluator.value_and_gradient(objective, &ramp(3), &mut slope));
                    found.extend(slope.to_flat());
                    found.into_iter().map(f64::to_bits).collect::<Vec<_>>()
                })
            };
            assert!(bits(1) == bits(2) && bits(1) == bits(3), "{precision:?}");
        }
    }
}

#[test]
fn coefficients_in_units_of_a_fraction_give_one_level_for_each_exact_energy() {
    let mut rng = ChaCha8Rng::seed_from_u64(23);
    for unit in [0.1, 1.0 / 3.0, 7.3e5, 2.5e-9] {
        let whole = random_terms(9, 1.0, &mut rng);
        let exact = Cost::from_terms(9, whole.iter().copied()).unwrap();
        let scaled = whole.iter().map(|&(mask, c)| (mask, c * unit));
        let scaled = Cost::from_terms(9, scaled).unwrap();
        let count = |cost: &Cost| cost.energy_levels().map(|levels| levels.len());
        assert_eq!(count(&scaled), count(&exact), "unit {unit}");
    }
}

#[test]
fn no_shot_falls_on_an_impossible_state_and_none_is_lost() {
    // a quarter turn of one qubit and phases that lead the others nowhere: half of all states are
    // impossible
    let cost = Cost::from_terms(12, [(1, 1.0)]).unwrap();
    let state = one_layer(&cost, FRAC_PI_2, -FRAC_PI_4);
    let found = state.sample(10_001, 3).unwrap();
    assert_eq!(found.iter().map(|f| f.1).sum::<u64>(), 10_001);
    for (x, _) in found {
        assert!(state.probability(x as usize) > 1e-9, "{x}");
    }
}
