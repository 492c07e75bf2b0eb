//! The engine on registers agrees with its plain twin: in every way to cut a space, for every mixing, for costs with and without numbers of levels.

use super::cut::Limits;
use super::{
    Mixing, RegisterCost, RegisterMixing, RegisterState, Space, Table, gradient, reference,
};
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

/// The usual cut, and some in which every group of registers is a pass of its own.
const LIMITS: [Limits; 3] = [Limits::USUAL, limits(1, 1, 8), limits(6, 12, 64)];

const fn limits(tile: usize, rows: usize, strip: usize) -> Limits {
    Limits {
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

/// Tables over all pairs and single registers, and one over three; whole numbers if asked for by the number of values.
fn tables(space: &Space, rng: &mut ChaCha8Rng, values: Option<u32>) -> Vec<Table> {
    let m = space.registers();
    let mut sets: Vec<Vec<usize>> = (0..m).map(|r| vec![r]).collect();
    sets.extend((0..m).flat_map(|r| (0..r).map(move |q| vec![r, q])));
    if m > 2 {
        sets.push(vec![2, 0, 1]);
    }
    let mut table = |registers: Vec<usize>| {
        let len = registers.iter().map(|&r| space.dims()[r]).product();
        // energies of the size of a penalty, whatever the number of levels
        let scale = values.map_or(1.0, |most| 20.0 / f64::from(most));
        let value = |_| match values {
            Some(most) => f64::from(rng.random_range(0..most)) / 4.0 * scale,
            None => rng.random_range(-1.0..1.0),
        };
        Table {
            values: (0..len).map(value).collect(),
            registers,
        }
    };
    sets.into_iter().map(&mut table).collect()
}

fn mixings(space: &Space, rng: &mut ChaCha8Rng) -> Vec<Mixing> {
    let mut start = |&d: &usize| {
        let raw: Vec<f64> = (0..d).map(|_| rng.random_range(0.1..1.0)).collect();
        let norm = raw.iter().map(|a| a * a).sum::<f64>().sqrt();
        raw.into_iter().map(|a| a / norm).collect::<Vec<f64>>()
    };
    let starts: Vec<_> = space.dims().iter().map(&mut start).collect();
    let mixed = starts.iter().enumerate().map(|(r, start)| match r % 3 {
        0 => RegisterMixing::Ring,
        1 => RegisterMixing::Toward(start.clone()),
        _ => RegisterMixing::Complete,
    });
    vec![
        Mixing::Each(mixed.collect()),
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

/// A cost with one byte for each state, one with two, one with listed levels and one without numbers.
fn costs(space: &Space, seed: u64, run: usize) -> Vec<(RegisterCost, Vec<Table>)> {
    let rng = &mut rng(seed);
    let make = |tables: Vec<Table>| {
        let cost = RegisterCost::with_runs(space.clone(), 0.75, tables.clone(), run).unwrap();
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
        let space = Space::new(dims.to_vec()).unwrap();
        for limits in LIMITS {
            for (cost, tables) in costs(&space, seed, limits.run) {
                let expected = reference::energies(&space, 0.75, &tables);
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
        let space = Space::new(dims.to_vec()).unwrap();
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
                    expected.assert_found(&costs[kind].0, limits, mixing, [&gammas, &betas]);
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
        cost: &RegisterCost,
        limits: Limits,
        mixing: &Mixing,
        [gammas, betas]: [&[f64]; 2],
    ) {
        let space = cost.space();
        let what = format!("{:?} {mixing:?} {limits:?}", space.dims());
        let scale = 1.0 + cost.max().abs().max(cost.min().abs());
        let mut state = RegisterState::<f64>::room_with(space, limits).unwrap();
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
        let mut image = RegisterState::room_with(space, limits).unwrap();
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
