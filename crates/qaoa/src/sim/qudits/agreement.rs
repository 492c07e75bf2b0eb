//! The engine on qudits agrees with its plain twin: in every way to cut a space, for every
//! mixing, for costs with and without numbers of levels.

mod memory;
mod whole_vectors;

use super::cut::{QuditGroups, TileLimits};
use super::layout::TileLayout;
use super::ring_edges;
use super::{
    CostTable, Mixing, QuditCost, QuditMixing, QuditSpace, QuditState, gradient, reference,
};
use crate::sim::Real;
use crate::sim::instructions::Instructions;
use crate::{Angles, Ansatz, Cost};
use num_complex::Complex64;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const SPACES: &[&[usize]] = &[
    &[],
    &[1],
    &[2],
    &[3],
    &[16],
    &[17],
    &[2, 3, 5],
    &[5, 1, 3, 2],
    &[2, 2, 2, 2, 2],
    &[4, 9, 2],
    &[3, 11, 4],
];

/// The usual cut, and some in which every group of qudits is a pass of its own.
const LIMITS: [TileLimits; 3] = [TileLimits::USUAL, limits(1, 1, 8), limits(6, 12, 64)];

const fn limits(tile: usize, rows: usize, strip: usize) -> TileLimits {
    TileLimits {
        run: tile,
        tile,
        rows,
        strip,
        parallel_from: 2,
    }
}

fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// Tables over all pairs and single qudits, and one over three; whole numbers if asked for by
/// the number of values.
fn tables(space: &QuditSpace, rng: &mut ChaCha8Rng, values: Option<u32>) -> Vec<CostTable> {
    let m = space.qudits();
    let mut sets: Vec<Vec<usize>> = (0..m).map(|r| vec![r]).collect();
    sets.extend((0..m).flat_map(|r| (0..r).map(move |q| vec![r, q])));
    if m > 2 {
        sets.push(vec![2, 0, 1]);
    }
    let mut table = |qudits: Vec<usize>| {
        let len = qudits.iter().map(|&r| space.dims()[r]).product();
        // energies of the size of a penalty, whatever the number of levels
        let scale = values.map_or(1.0, |most| 20.0 / f64::from(most));
        let value = |_| match values {
            Some(most) => f64::from(rng.random_range(0..most)) / 4.0 * scale,
            None => rng.random_range(-1.0..1.0),
        };
        CostTable {
            values: (0..len).map(value).collect(),
            qudits,
        }
    };
    sets.into_iter().map(&mut table).collect()
}

fn mixings(space: &QuditSpace, rng: &mut ChaCha8Rng) -> Vec<Mixing> {
    let mut start = |&d: &usize| {
        let raw: Vec<f64> = (0..d).map(|_| rng.random_range(0.1..1.0)).collect();
        let norm = raw.iter().map(|a| a * a).sum::<f64>().sqrt();
        raw.into_iter().map(|a| a / norm).collect::<Vec<f64>>()
    };
    let starts: Vec<_> = space.dims().iter().map(&mut start).collect();
    let mixed = starts.iter().enumerate().map(|(r, start)| match r % 3 {
        0 => QuditMixing::Edges(ring_edges(start.len())),
        1 => QuditMixing::Toward(start.clone()),
        _ => QuditMixing::Complete,
    });
    let star = |&d: &usize| QuditMixing::Edges((1..d).map(|l| [l, 0]).collect());
    vec![
        Mixing::Each(mixed.collect()),
        Mixing::Each(space.dims().iter().map(star).collect()),
        Mixing::complete(space),
        Mixing::ring(space),
        Mixing::toward(starts.clone()),
        Mixing::Grover,
    ]
}

fn layers(p: usize, rng: &mut ChaCha8Rng) -> (Vec<f64>, Vec<f64>) {
    let mut list = || {
        (0..p)
            .map(|_| rng.random_range(-1.5..1.5))
            .collect::<Vec<f64>>()
    };
    (list(), list())
}

/// A cost with one byte for each state, one with two, one with listed levels and one without
/// numbers.
fn costs(space: &QuditSpace, seed: u64, run: usize) -> Vec<(QuditCost, Vec<CostTable>)> {
    let rng = &mut rng(seed);
    let make = |tables: Vec<CostTable>| {
        let cost = QuditCost::with_runs(space.clone(), tables.clone(), run).unwrap();
        (cost, tables)
    };
    let few = make(tables(space, rng, Some(5)));
    let many = make(tables(space, rng, Some(60_000)));
    let real = make(tables(space, rng, None));
    let rebuilt = (few.0.clone().without_table(), few.1.clone());
    vec![few, many, real, rebuilt]
}

#[test]
fn energies_are_sums_of_tables_and_their_statistics_those_of_all_states() {
    for (seed, dims) in (0..).zip(SPACES) {
        let space = QuditSpace::new(dims.to_vec()).unwrap();
        for limits in LIMITS {
            for (cost, tables) in costs(&space, seed, limits.run) {
                let expected = reference::energies(&space, &tables);
                let states = expected.len() as f64;
                for (x, energy) in expected.iter().enumerate() {
                    assert!(
                        (cost.energy(x) - energy).abs() <= cost.rounding(),
                        "{dims:?} {x}"
                    );
                }
                let min = expected.iter().copied().fold(f64::INFINITY, f64::min);
                let max = expected.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let mean = expected.iter().sum::<f64>() / states;
                let squares = expected.iter().map(|e| (e - mean) * (e - mean));
                let deviation = (squares.sum::<f64>() / states).sqrt();
                let close = |a: f64, b: f64| (a - b).abs() <= 10.0 * cost.rounding();
                assert!(close(cost.min(), min) && close(cost.max(), max), "{dims:?}");
                assert!(close(cost.mean(), mean), "{dims:?}: {} {mean}", cost.mean());
                let off = cost.standard_deviation() - deviation;
                assert!(
                    off.abs() <= 1e-9 * max.abs().max(1.0),
                    "{dims:?}: off by {off}"
                );
                let low = |tolerance: f64| {
                    let ground = expected.iter().enumerate();
                    let ground = ground.filter(|(_, e)| **e <= min + tolerance);
                    ground.map(|(x, _)| x as u64).collect::<Vec<_>>()
                };
                for tolerance in [cost.rounding(), 0.6] {
                    assert_eq!(cost.ground_states(tolerance), low(tolerance), "{dims:?}");
                    let count = low(tolerance).len() as u64;
                    assert_eq!(cost.ground_degeneracy(tolerance), count);
                }
                if let Some(histogram) = cost.histogram() {
                    let counted: u64 = histogram.iter().map(|(_, count)| count).sum();
                    assert_eq!(counted, expected.len() as u64);
                    assert!(histogram.is_sorted_by(|a, b| a.0 < b.0));
                    for &(energy, count) in histogram {
                        let same = (0..expected.len()).filter(|&x| cost.energy(x) == energy);
                        assert_eq!(same.count() as u64, count, "{dims:?} at {energy}");
                    }
                }
            }
        }
    }
}

#[test]
fn states_and_gradients_are_those_of_the_reference_in_every_cut_and_mixing() {
    for (seed, dims) in (0..).zip(SPACES) {
        let space = QuditSpace::new(dims.to_vec()).unwrap();
        let rng = &mut rng(100 + seed);
        for (number, mixing) in mixings(&space, rng).iter().enumerate() {
            let p = 1 + number % 3;
            let (gammas, betas) = layers(p, rng);
            let pairs: Vec<_> = gammas.iter().copied().zip(betas.iter().copied()).collect();
            let pairs = &pairs[..];
            let costs = LIMITS.map(|limits| costs(&space, seed, limits.run));
            for (kind, (cost, _)) in costs[0].iter().enumerate() {
                let energies: Vec<f64> = (0..space.states()).map(|x| cost.energy(x)).collect();
                let expected = Expected {
                    state: reference::state(&space, &energies, mixing, pairs),
                    gradient: reference::gradient(&space, &energies, mixing, pairs),
                    energies,
                };
                for (costs, limits) in costs.iter().zip(LIMITS) {
                    let cut = (limits, Instructions::best());
                    expected.assert_found(&costs[kind].0, cut, mixing, [&gammas, &betas]);
                }
            }
        }
    }
}

struct Expected {
    energies: Vec<f64>,
    state: Vec<Complex64>,
    gradient: Vec<(f64, f64)>,
}

impl Expected {
    fn assert_found(
        &self,
        cost: &QuditCost,
        (limits, with): (TileLimits, Instructions),
        mixing: &Mixing,
        [gammas, betas]: [&[f64]; 2],
    ) {
        let space = cost.space();
        let what = format!("{:?} {mixing:?} {limits:?} {with:?}", space.dims());
        let room = || QuditState::<f64>::room_with(space, limits).unwrap();
        let scale = 1.0 + cost.max().abs().max(cost.min().abs());
        let mut state = room().compiled_for(with);
        let value = state.value_of(cost, mixing, gammas, betas);
        state.prepare(cost, mixing, gammas, betas);
        for (x, amplitude) in self.state.iter().enumerate() {
            let off = (state.amplitude(x) - amplitude).norm();
            assert!(off < 1e-12, "{what} at {x}: {off}");
        }
        let mean = reference::expectation(&self.state, &self.energies);
        for value in [value, state.expectation(cost)] {
            assert!(
                (value - mean).abs() < 1e-12 * scale,
                "{what}: {value} {mean}"
            );
        }
        let mut image = room().compiled_for(with);
        let mut found = [vec![0.0; gammas.len()], vec![0.0; gammas.len()]];
        let [by_gamma, by_beta] = &mut found;
        let states = [&mut state, &mut image];
        let by = [&mut by_gamma[..], &mut by_beta[..]];
        let value = gradient(states, cost, mixing, [gammas, betas], by);
        assert!((value - mean).abs() < 1e-12 * scale, "{what}");
        for (k, (by_gamma, by_beta)) in self.gradient.iter().enumerate() {
            let off = (found[0][k] - by_gamma).abs();
            assert!(off < 1e-12 * scale * scale, "{what} γ{k}: {off}");
            let off = (found[1][k] - by_beta).abs();
            assert!(off < 1e-12 * scale * 10.0, "{what} β{k}: {off}");
        }
    }
}

fn found<T: Real>(
    cost: &QuditCost,
    mixing: &Mixing,
    angles: [&[f64]; 2],
    limits: TileLimits,
) -> (f64, [Vec<f64>; 2], Vec<Complex64>) {
    let space = cost.space();
    let mut state = QuditState::<T>::room_with(space, limits).unwrap();
    let mut image = QuditState::<T>::room_with(space, limits).unwrap();
    let mut by = angles.map(|list| vec![0.0; list.len()]);
    let [by_gamma, by_beta] = by.each_mut().map(|list| &mut list[..]);
    let states = [&mut state, &mut image];
    let value = gradient(states, cost, mixing, angles, [by_gamma, by_beta]);
    let [gammas, betas] = angles;
    state.prepare(cost, mixing, gammas, betas);
    let amplitudes = (0..space.states()).map(|x| state.amplitude(x)).collect();
    (value, by, amplitudes)
}

#[test]
fn derivatives_are_limits_of_differences() {
    let space = QuditSpace::new(vec![3, 4, 2, 5]).unwrap();
    let rng = &mut rng(7);
    let cost = costs(&space, 7, 6).remove(2).0;
    for mixing in mixings(&space, rng) {
        let (gammas, betas) = layers(2, rng);
        let (_, by, _) = found::<f64>(&cost, &mixing, [&gammas, &betas], LIMITS[2]);
        let mut state = QuditState::<f64>::room(&space).unwrap();
        let step = 1e-5;
        for k in 0..4 {
            let mut at = |off: f64| {
                let (mut gammas, mut betas) = (gammas.clone(), betas.clone());
                *gammas.iter_mut().chain(&mut betas).nth(k).unwrap() += off;
                state.value_of(&cost, &mixing, &gammas, &betas)
            };
            let difference = (at(step) - at(-step)) / (2.0 * step);
            let off = by.concat()[k] - difference;
            assert!(off.abs() < 1e-7, "{mixing:?} angle {k}: off by {off}");
        }
    }
}

#[test]
fn qudits_of_two_levels_on_the_complete_graph_are_the_plain_engine() {
    for n in [1, 3, 8, 13] {
        let rng = &mut rng(n as u64);
        let (mut terms, mut tables) = (Vec::new(), Vec::new());
        for b in 0..n {
            for a in 0..=b {
                let c = f64::from(rng.random_range(-8..9)) * 0.7;
                terms.push((1 << a | 1 << b, c));
                let both = if a == b {
                    vec![0.0, c]
                } else {
                    vec![0.0, 0.0, 0.0, c]
                };
                let mut qudits = vec![a, b];
                qudits.dedup();
                tables.push(CostTable {
                    qudits,
                    values: both,
                });
            }
        }
        let diagonal = Cost::from_terms(n, terms).unwrap();
        let space = QuditSpace::new(vec![2; n]).unwrap();
        let cost = QuditCost::from_tables(space, tables).unwrap();
        for x in 0..1 << n {
            assert_eq!(
                cost.energy(x).to_bits(),
                diagonal.energy(x).to_bits(),
                "{n}: {x}"
            );
        }
        let (gammas, betas) = layers(3, rng);
        let angles = Angles::new(gammas.clone(), betas.clone()).unwrap();
        let plain = Ansatz::new(diagonal).state(&angles).unwrap();
        let mut state = QuditState::<f64>::room(cost.space()).unwrap();
        for mixing in [Mixing::complete(cost.space()), Mixing::ring(cost.space())] {
            state.prepare(&cost, &mixing, &gammas, &betas);
            for x in 0..1 << n {
                let off = (state.amplitude(x) - plain.amplitude(x)).norm();
                assert!(off < 1e-12, "{n} qubits, {x}: off by {off}");
            }
        }
    }
}

#[test]
fn the_same_bits_come_out_for_any_number_of_threads() {
    let space = QuditSpace::new(vec![6, 7, 5, 3, 8, 9]).unwrap();
    let cost = &costs(&space, 11, 64).remove(1).0;
    for mixing in mixings(&space, &mut rng(11)) {
        let run = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            let angles: [&[f64]; 2] = [&[0.4, -0.3], &[-0.5, 0.2]];
            let limits = TileLimits {
                tile: 300,
                rows: 30,
                ..limits(64, 30, 512)
            };
            pool.build()
                .unwrap()
                .install(|| found::<f64>(cost, &mixing, angles, limits))
        };
        let one = run(1);
        assert!(one == run(2) && one == run(5), "{mixing:?}");
    }
}

#[test]
fn a_state_in_single_precision_is_within_its_bound() {
    let space = QuditSpace::new(vec![5, 3, 8, 4, 6]).unwrap();
    let cost = &costs(&space, 3, 16).remove(0).0;
    let size = cost.max().abs().max(cost.min().abs());
    for mixing in mixings(&space, &mut rng(3)) {
        for p in [1, 5, 20] {
            let (gammas, betas) = layers(p, &mut rng(p as u64));
            let (value, by, right) = found::<f64>(cost, &mixing, [&gammas, &betas], LIMITS[2]);
            let single = found::<f32>(cost, &mixing, [&gammas, &betas], LIMITS[2]);
            let off = right.iter().zip(&single.2).map(|(a, b)| (a - b).norm_sqr());
            let (off, root) = (off.sum::<f64>().sqrt(), (p as f64).sqrt());
            assert!(off < 1e-6 * root, "{mixing:?} p = {p}: off by {off}");
            let off = (value - single.0).abs() / size;
            assert!(off < 1e-6 * root, "{mixing:?} p = {p}: ⟨C⟩ off by {off}");
            let pairs = by.concat().into_iter().zip(single.1.concat());
            let off = pairs
                .clone()
                .map(|(a, b)| (a - b).abs())
                .fold(0.0, f64::max);
            let bound = 2e-6 * root * size * size;
            assert!(off < bound, "{mixing:?} p = {p}: derivative off by {off}");
        }
    }
}

#[test]
fn the_norm_stays_one_over_many_layers() {
    let space = QuditSpace::new(vec![7, 3, 16, 5]).unwrap();
    let cost = &costs(&space, 5, 64).remove(0).0;
    for mixing in mixings(&space, &mut rng(5)) {
        let (gammas, betas) = layers(200, &mut rng(6));
        let mut state = QuditState::<f64>::room(&space).unwrap();
        state.prepare(cost, &mixing, &gammas, &betas);
        let off = (state.norm() - 1.0).abs();
        assert!(off < 1e-12, "{mixing:?}: off by {off}");
    }
}

#[test]
fn measurements_and_likeliest_states_follow_the_probabilities() {
    let space = QuditSpace::new(vec![7, 11, 13]).unwrap();
    let cost = &costs(&space, 9, 64).remove(0).0;
    let mut state = QuditState::<f64>::room(&space).unwrap();
    let mixing = Mixing::complete(&space);
    state.prepare(cost, &mixing, &[0.7], &[-0.4]);
    let weights = state.probabilities();
    let marks: Vec<f64> = (0..500).map(|k| (f64::from(k) + 0.5) / 500.0).collect();
    let mut expected = vec![0; weights.len()];
    for mark in &marks {
        let mut cumulative = 0.0;
        let reached = |weight: &f64| {
            cumulative += weight;
            cumulative > *mark
        };
        expected[weights.iter().position(reached).unwrap()] += 1;
    }
    let found = state.measured(&marks);
    assert!(found.is_sorted_by(|a, b| a.0 < b.0));
    let mut counts = vec![0; weights.len()];
    found
        .iter()
        .for_each(|&(x, count)| counts[x as usize] = count);
    assert_eq!(counts, expected);
    let mut order: Vec<u64> = (0..weights.len() as u64).collect();
    order.sort_by(|&a, &b| {
        weights[b as usize]
            .total_cmp(&weights[a as usize])
            .then(a.cmp(&b))
    });
    let likeliest: Vec<u64> = state.likeliest(40).iter().map(|(x, _)| *x).collect();
    assert_eq!(likeliest, order[..40]);
    let low = cost.min() + 0.6;
    let ground = cost.ground_states(0.6);
    let sum = state.probability_of(&ground);
    assert!((state.probability_where_energy_at_most(cost, low) - sum).abs() < 1e-13);
    assert!(sum > 0.0 && sum < 1.0);
}

#[test]
fn a_cost_whose_tables_do_not_fit_the_space_is_refused_with_the_reason() {
    let space = QuditSpace::new(vec![2, 3]).unwrap();
    for (qudits, values, expected) in [
        (vec![0, 2], vec![0.0; 6], "qudit 2"),
        (vec![1, 1], vec![0.0; 9], "qudit 1 twice"),
        (vec![0, 1], vec![0.0; 5], "5 values"),
        (vec![0], vec![0.0, f64::NAN], "NaN"),
        (vec![0], vec![0.0, f64::INFINITY], "inf"),
    ] {
        let table = CostTable { qudits, values };
        let refused = QuditCost::from_tables(space.clone(), vec![table]);
        let text = refused.unwrap_err().to_string();
        assert!(text.contains(expected), "{text}");
    }
}
