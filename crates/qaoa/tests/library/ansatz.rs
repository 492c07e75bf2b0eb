//! Every cost, mixer, sharing of angles and objective: the state, its values and its gradients
//! agree with one another.

use crate::sim::Watch;
use crate::{Angles, Ansatz, Cost, Mixer, Objective, Precision};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Queens in rows of unequal length: 1 for each pair in one column, and a little for each place.
fn queens() -> Cost {
    let dims = vec![4, 5, 3, 6];
    let mut tables = Vec::new();
    for b in 0..4 {
        for a in 0..b {
            let pairs = (0..dims[b]).flat_map(|y| (0..dims[a]).map(move |x| (x, y)));
            let values = pairs.map(|(x, y)| f64::from(u8::from(x == y))).collect();
            tables.push((vec![a, b], values));
        }
    }
    Cost::from_tables(dims, 0.25, tables).unwrap()
}

fn terms() -> Vec<(u64, f64)> {
    let fields = (0..5).map(|k| (1 << k, k as f64 - 1.5));
    let couplings = (1..5).map(|k| (0b11 << (k - 1), 1.25));
    fields
        .chain(couplings)
        .chain([(0, 0.5), (0b10101, -2.0)])
        .collect()
}

fn qubits() -> Cost {
    Cost::from_terms(5, terms()).unwrap()
}

fn histogram() -> Cost {
    Cost::from_histogram([(0.0, 3.0), (1.0, 40.0), (2.5, 17.0), (4.0, 1.0)]).unwrap()
}

/// An ansatz of every kind, with a name.
fn every_ansatz() -> Vec<(String, Ansatz)> {
    let graph = Mixer::xy_graph([[0, 1], [2, 1], [0, 2]]);
    let product = || {
        let graph = Mixer::xy_graph([[3, 0], [0, 2]]);
        let mixers = vec![Mixer::x(), graph, Mixer::xy_ring(), Mixer::xy_complete()];
        Mixer::product(mixers)
    };
    let starts = [4_u8, 5, 3, 6].map(|d| {
        let squares: Vec<f64> = (1..=d).map(f64::from).collect();
        let sum: f64 = squares.iter().sum();
        squares
            .iter()
            .map(|s| (s / sum).sqrt())
            .collect::<Vec<f64>>()
    });
    let on_qudits = [
        Mixer::x(),
        Mixer::xy_complete(),
        Mixer::xy_ring(),
        Mixer::xy_path(),
        graph,
        product(),
        Mixer::warm_start(starts.to_vec()),
        Mixer::grover(),
    ];
    let warm = Mixer::warm_start(vec![vec![0.6, 0.8]; 5]);
    let on_qubits = [
        Mixer::x(),
        Mixer::x_per_qubit(),
        Mixer::grover(),
        warm,
        Mixer::xy_ring(),
    ];
    let all = on_qudits.map(|mixer| (queens(), mixer)).into_iter();
    let all = all.chain(on_qubits.map(|mixer| (qubits(), mixer)));
    let all = all.chain([(histogram(), Mixer::grover())]);
    let plain = all.map(|(cost, mixer)| {
        let name = format!("{} over {:?}", mixer.name(), cost.dims());
        (name, Ansatz::new(cost).with_mixer(mixer).unwrap())
    });
    let groups: Vec<Vec<(u64, f64)>> = terms().chunks(4).map(<[_]>::to_vec).collect();
    let grouped = Ansatz::new(qubits()).with_groups(&groups).unwrap();
    let per_qubit = grouped.clone().with_mixer(Mixer::x_per_qubit()).unwrap();
    let grouped = [
        ("groups".to_owned(), grouped),
        ("multi-angle".to_owned(), per_qubit),
    ];
    plain.chain(grouped).collect()
}

fn angles(ansatz: &Ansatz, depth: usize) -> Angles {
    let (shape, wave) = (ansatz.shape(), |k: usize| (1.3 * k as f64 + 0.4).sin());
    let gammas = (0..depth * shape.groups).map(|k| 0.7 * wave(k)).collect();
    let betas = (0..depth * shape.mixers)
        .map(|k| 0.9 * wave(k + 3))
        .collect();
    Angles::new_in(gammas, betas, shape).unwrap()
}

const OBJECTIVES: [Objective; 4] = [
    Objective::Expectation,
    Objective::Cvar(0.35),
    Objective::Gibbs(0.8),
    Objective::Success,
];

#[test]
fn every_value_is_that_of_the_state_and_every_gradient_that_of_central_differences() {
    for (name, ansatz) in every_ansatz() {
        let ansatz = ansatz.with_solutions([0, 3]);
        let at = angles(&ansatz, 2);
        let state = ansatz.state(&at).unwrap();
        assert!((state.norm() - 1.0).abs() < 1e-13, "{name}");
        let value = ansatz.expectation(&at).unwrap();
        assert!(
            (value - state.expectation(ansatz.cost())).abs() < 1e-12,
            "{name}"
        );
        let mut evaluator = ansatz.evaluator().unwrap();
        for objective in OBJECTIVES {
            let value = evaluator.value(objective, &at);
            let mut slope = Angles::default();
            let again = evaluator.value_and_gradient(objective, &at, &mut slope);
            assert!(
                (value - again).abs() < 1e-12,
                "{name}, {objective}: {value} {again}"
            );
            let (flat, step) = (at.to_flat(), 1e-5);
            for (i, derivative) in slope.to_flat().into_iter().enumerate() {
                let mut moved = |by: f64| {
                    let mut flat = flat.clone();
                    flat[i] += by;
                    let angles = Angles::from_flat_in(&flat, ansatz.shape());
                    evaluator.value(objective, &angles)
                };
                let expected = (moved(step) - moved(-step)) / (2.0 * step);
                let off = (derivative - expected).abs();
                assert!(
                    off < 1e-7,
                    "{name}, {objective}, angle {i}: {derivative} {expected}"
                );
            }
        }
        let success = evaluator.value(Objective::Success, &at);
        assert!((success + state.probability(0) + state.probability(3)).abs() < 1e-13);
    }
}

#[test]
fn another_observable_is_measured_and_differentiated_in_the_place_of_the_cost() {
    for (name, ansatz) in every_ansatz() {
        let states = ansatz.states();
        let observable = match ansatz.cost().dims()[..] {
            [2, ..] if !name.starts_with(['g', 'w']) || name == "groups" => {
                Cost::from_terms(5, [(0b1, 2.0), (0b110, -1.0)])
            }
            [levels] => Cost::from_histogram((0..levels).map(|k| ((k * k) as f64, 1.0))),
            _ => Cost::from_values(
                ansatz.cost().dims(),
                (0..states).map(|x| (x % 7) as f64).collect(),
            ),
        };
        let Ok(watched) = ansatz.clone().with_observable(observable.unwrap()) else {
            assert!(name.starts_with("xy-ring over [2"), "{name}");
            continue;
        };
        let at = angles(&watched, 2);
        let observable = watched.observable().clone();
        let expected = ansatz.state(&at).unwrap().expectation(&observable);
        let here = watched.gradient(&at).unwrap();
        assert!((here.0 - expected).abs() < 1e-12, "{name}");
        let (flat, step) = (at.to_flat(), 1e-5);
        for (i, derivative) in here.1.to_flat().into_iter().enumerate() {
            let moved = |by: f64| {
                let mut flat = flat.clone();
                flat[i] += by;
                let angles = Angles::from_flat_in(&flat, ansatz.shape());
                watched.expectation(&angles).unwrap()
            };
            let difference = (moved(step) - moved(-step)) / (2.0 * step);
            assert!((derivative - difference).abs() < 1e-7, "{name}, angle {i}");
        }
    }
    let other = Ansatz::new(qubits()).with_observable(queens());
    assert!(
        other
            .unwrap_err()
            .to_string()
            .contains("same qubits or qudits")
    );
}

#[test]
fn f32_is_f64_to_its_digits() {
    for (name, ansatz) in every_ansatz() {
        let at = angles(&ansatz, 3);
        let exact = ansatz.gradient(&at).unwrap();
        let coarse = ansatz.with_precision(Precision::F32).gradient(&at).unwrap();
        assert!((exact.0 - coarse.0).abs() < 1e-4, "{name}");
        for (a, b) in exact.1.to_flat().iter().zip(coarse.1.to_flat()) {
            assert!((a - b).abs() < 1e-3, "{name}: {a} {b}");
        }
    }
}

#[test]
fn qubits_and_the_same_cost_as_tables_make_the_same_state() {
    let cost = qubits();
    let values = (0..32).map(|x| cost.energy(x)).collect();
    let qudits = Ansatz::new(Cost::from_values(vec![2; 5], values).unwrap());
    let qubits = Ansatz::new(cost);
    let at = angles(&qubits, 3);
    let [a, b] = [&qubits, &qudits].map(|ansatz| ansatz.state(&at).unwrap());
    // the complete graph leaves out no phase, ΣX none: amplitudes are equal
    for x in 0..32 {
        assert!((a.amplitude(x) - b.amplitude(x)).norm() < 1e-12, "{x}");
    }
}

#[test]
fn a_cost_of_as_many_terms_as_states_is_the_cost_of_its_values() {
    for n in [1, 3, 6, 9, 13, 15] {
        let weight = |mask: u64| {
            let size = f64::from(1 << mask.count_ones());
            (((mask * 29 + 7) % 101) as f64 * 0.013 - 0.6) / size
        };
        let terms = (0..1 << n).map(|mask| (mask, weight(mask)));
        let cost = Cost::from_terms(n, terms).unwrap();
        let values = cost.energies();
        for (x, energy) in values.iter().enumerate().step_by(37) {
            let within = (0..=x as u64).filter(|mask| mask & !(x as u64) == 0);
            let sum: f64 = within.map(weight).sum();
            assert!((energy - sum).abs() < 1e-12, "n = {n}, state {x}");
        }
        let qudits = Ansatz::new(Cost::from_values(vec![2; n], values).unwrap());
        let at = Angles::new(vec![0.3, 0.5], vec![-0.4, -0.2]).unwrap();
        for precision in [Precision::F64, Precision::F32] {
            let qubits = Ansatz::new(cost.clone()).with_precision(precision);
            let [a, b] = [&qubits, &qudits].map(|ansatz| ansatz.gradient(&at).unwrap());
            let close = if precision == Precision::F64 {
                1e-11
            } else {
                1e-4
            };
            assert!((a.0 - b.0).abs() < close, "n = {n}");
            for (a, b) in a.1.to_flat().into_iter().zip(b.1.to_flat()) {
                assert!((a - b).abs() < 10.0 * close, "n = {n}: {a} {b}");
            }
        }
    }
}

#[test]
fn a_histogram_gives_what_the_whole_state_gives() {
    let cost = queens();
    let mut counts = BTreeMap::new();
    for x in 0..cost.states() {
        *counts.entry((cost.energy(x) * 4.0) as i64).or_insert(0.0) += 1.0;
    }
    let levels = counts
        .iter()
        .map(|(&energy, &count)| (energy as f64 / 4.0, count));
    let short = Ansatz::new(Cost::from_histogram(levels).unwrap());
    let whole = Ansatz::new(cost).with_mixer(Mixer::grover()).unwrap();
    let at = Angles::new(vec![0.4, -1.1, 2.0], vec![-0.7, 1.9, 0.3]).unwrap();
    let (a, b) = (short.gradient(&at).unwrap(), whole.gradient(&at).unwrap());
    assert!((a.0 - b.0).abs() < 1e-12);
    for (a, b) in a.1.to_flat().into_iter().zip(b.1.to_flat()) {
        assert!((a - b).abs() < 1e-12, "{a} {b}");
    }
    let [few, all] = [&short, &whole].map(|ansatz| ansatz.state(&at).unwrap());
    for level in 0..short.states() {
        let energy = short.cost().energy(level);
        let same = (0..whole.states()).filter(|&x| whole.cost().energy(x) == energy);
        let sum = all.probability_of(same.map(|x| x as u64));
        assert!(
            (few.probability(level) - sum).abs() < 1e-13,
            "level {level}"
        );
    }
    let [spread, expected] = [&short, &whole].map(|ansatz| ansatz.cost().standard_deviation());
    assert!((spread - expected).abs() < 1e-12);
}

#[test]
fn grover_search_finds_one_state_among_ten_to_the_forty() {
    // phases of π are Grover's: sin²((2k + 1)θ) after k iterations, sin θ = 10⁻²⁰
    let ansatz = Ansatz::new(Cost::from_histogram([(0.0, 1.0), (1.0, 1e40)]).unwrap());
    let (k, pi) = (1000, std::f64::consts::PI);
    let angles = Angles::new(vec![pi; k], vec![pi; k]).unwrap();
    let found = ansatz.state(&angles).unwrap().probability(0);
    let expected = (f64::from(2 * k as u32 + 1) * 1e-20).powi(2);
    assert!((found / expected - 1.0).abs() < 1e-9, "{found} {expected}");
}

#[test]
fn a_histogram_without_a_state_or_with_wrong_numbers_is_refused() {
    for levels in [vec![], vec![(1.0, 0.0)], vec![(1.0, 2.0), (0.0, -1.0)]] {
        assert!(Cost::from_histogram(levels).is_err());
    }
    for wrong in [(f64::NAN, 1.0), (0.0, f64::INFINITY), (0.0, f64::NAN)] {
        let text = Cost::from_histogram([(0.0, 1.0), wrong]).unwrap_err();
        assert!(text.to_string().contains("finite"), "{text}");
    }
}

#[test]
fn a_mixer_that_does_not_fit_is_refused_with_the_reason() {
    let outside = Mixer::xy_graph([[0, 5]]);
    let table = [
        (queens(), outside, "join two different levels below 4"),
        (
            queens(),
            Mixer::xy_graph([[1, 1]]),
            "from level 1 to level 1",
        ),
        (queens(), Mixer::x_per_qubit(), "one β for all"),
        (
            queens(),
            Mixer::product(vec![Mixer::x()]),
            "none for qudit 1",
        ),
        (
            queens(),
            Mixer::product(vec![Mixer::grover(); 4]),
            "qudit 0 alone",
        ),
        (
            queens(),
            Mixer::warm_start(vec![vec![1.0]; 4]),
            "1 numbers for 4 levels",
        ),
        (histogram(), Mixer::x(), "only the Grover mixer"),
    ];
    for (cost, mixer, expected) in table {
        let text = Ansatz::new(cost).with_mixer(mixer).unwrap_err().to_string();
        assert!(text.contains(expected), "{text}");
    }
    let grouped = Ansatz::new(queens()).with_groups(&[]);
    assert!(grouped.unwrap_err().to_string().contains("from_terms"));
}

#[test]
fn an_evaluation_stops_at_any_pass_and_its_memory_serves_again() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    for (name, ansatz) in every_ansatz() {
        if ansatz.mixer().is_whole() && ansatz.cost().dims().len() == 1 {
            continue; // a histogram is not watched
        }
        let at = angles(&ansatz, 3);
        let mut whole = Angles::default();
        let expected =
            ansatz
                .evaluator()
                .unwrap()
                .value_and_gradient(Objective::Cvar(0.4), &at, &mut whole);
        let mut k = 0;
        loop {
            let asked = AtomicUsize::new(0);
            let ask = || match asked.fetch_add(1, Ordering::SeqCst) {
                asked if asked == k => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            };
            let watch = Watch::new(&ask).of_any_state();
            let mut evaluator = ansatz.evaluator().unwrap().under(watch);
            let mut slope = Angles::default();
            let mut evaluate =
                || evaluator.value_and_gradient(Objective::Cvar(0.4), &at, &mut slope);
            let value = evaluate();
            if asked.load(Ordering::SeqCst) <= k {
                assert_eq!(value, expected, "{name}: nobody said stop");
                break;
            }
            assert!(value.is_nan(), "{name}, pass {k}");
            assert_eq!(
                asked.load(Ordering::SeqCst),
                k + 1,
                "no pass after the answer"
            );
            assert_eq!((evaluate(), &slope), (expected, &whole), "{name}, pass {k}");
            k += 1;
        }
        assert!(
            k > 3,
            "{name}: a pass is of two layers at most, there and back"
        );
    }
}

#[test]
fn a_sample_counts_as_looking_each_quantile_up_in_the_cumulative_sum() {
    let terms = (0..16_u64).map(|mask| (mask, ((mask * 7 % 11) as f64) - 5.0));
    let qubits = Cost::from_terms(4, terms).unwrap();
    let values = (0..16).map(|x| qubits.energy(x)).collect();
    let qudits = Cost::from_values(vec![4, 2, 2], values).unwrap();
    let levels = (0..16).map(|x| (qubits.energy(x), 1.0 + f64::from(x as u8 % 3)));
    let levels = Cost::from_histogram(levels).unwrap();
    let angles = Angles::new(vec![0.3, 0.7], vec![-0.8, -0.2]).unwrap();
    for cost in [qubits, qudits, levels] {
        let state = Ansatz::new(cost).state(&angles).unwrap();
        let p = state.probabilities();
        for seed in 0..20 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut expected = BTreeMap::new();
            let total: f64 = p.iter().sum();
            for _ in 0..300 {
                let quantile = ((rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64) * total;
                let below = |x: &usize| p[..=*x].iter().sum::<f64>() > quantile;
                let x = (0..p.len()).find(below).unwrap() as u64;
                *expected.entry(x).or_insert(0) += 1;
            }
            let expected: Vec<(u64, u64)> = expected.into_iter().collect();
            assert_eq!(state.sample(300, seed).unwrap(), expected, "seed {seed}");
        }
    }
}

#[test]
fn a_cost_whose_tables_do_not_fit_the_space_is_refused_with_the_reason() {
    for (qudits, values, expected) in [
        (vec![0, 2], vec![0.0; 6], "qudit 2"),
        (vec![1, 1], vec![0.0; 9], "qudit 1 twice"),
        (vec![0, 1], vec![0.0; 5], "5 values"),
        (vec![0], vec![0.0, f64::NAN], "NaN"),
        (vec![0], vec![0.0, f64::INFINITY], "inf"),
    ] {
        let text = Cost::from_tables(vec![2, 3], 0.0, vec![(qudits, values)])
            .unwrap_err()
            .to_string();
        assert!(text.contains(expected), "{text}");
    }
}
