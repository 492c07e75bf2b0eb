//! The engine on qudits agrees with its plain twin: in every way to cut a space, for every mixing and
//! all instructions, for costs with and without numbers of levels.

use super::circuit;
use crate::sim::amplitudes::Amplitudes;
use crate::sim::cut::{Cut, Limits};
use crate::sim::diagonal::{CostData, Diagonal};
use crate::sim::instructions::Instructions;
use crate::sim::mixing::{Mixing, QuditMixing, ring_edges};
use crate::sim::qudit_reference as reference;
use crate::sim::real::Precision;
use crate::sim::space::Space;
use crate::sim::tables::Table;
use crate::sim::vector::Question;
use crate::{Angles, Ansatz, Cost};
use num_complex::Complex64;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::borrow::Cow;

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

/// Spaces whose qudits are turned in whole lines, two at a time or alone, in batches that are full
/// or not.
const LARGER: &[&[usize]] = &[
    &[2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
    &[8, 8, 4, 5],
    &[6, 9, 7, 3],
    &[3, 1, 5, 11, 4],
    &[19, 9, 3],
    &[34, 9],
    &[130, 9],
];

/// The usual cut, and some in which every group of qudits is a pass of its own.
const LIMITS: [Limits; 3] = [Limits::USUAL, limits(1, 1, 8), limits(6, 12, 64)];

const fn limits(tile: usize, rows: usize, strip: usize) -> Limits {
    Limits {
        run: tile,
        tile: [if tile > 16 { tile } else { 16 }, tile],
        rows,
        strip,
        parallel_from: 2,
        ..Limits::USUAL
    }
}

fn with(limits: Limits, instructions: Instructions) -> Limits {
    Limits {
        instructions: Some(instructions),
        ..limits
    }
}

fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

fn space(dims: &[usize]) -> Space {
    Space::new(dims.to_vec()).unwrap()
}

/// Tables over all pairs and single qudits, and one over three; whole numbers if asked for by
/// the number of values.
fn tables(space: &Space, rng: &mut ChaCha8Rng, values: Option<u32>) -> Vec<Table> {
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
        (qudits, (0..len).map(value).collect())
    };
    sets.into_iter().map(&mut table).collect()
}

fn of_tables(space: &Space, tables: &[Table]) -> crate::Result<Diagonal> {
    Diagonal::new(CostData::Tables(space.dims().to_vec(), tables.to_vec()))
}

fn mixings(space: &Space, rng: &mut ChaCha8Rng) -> Vec<Mixing> {
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
    let lists: [Vec<QuditMixing>; 4] = [
        mixed.collect(),
        space.dims().iter().map(star).collect(),
        vec![QuditMixing::Complete; space.qudits()],
        starts.into_iter().map(QuditMixing::Toward).collect(),
    ];
    let each = lists
        .into_iter()
        .map(|list| Mixing::each(space, list).unwrap());
    each.chain([Mixing::Grover]).collect()
}

fn layers(p: usize, rng: &mut ChaCha8Rng) -> [Vec<f64>; 2] {
    let mut list = || (0..p).map(|_| rng.random_range(-1.5..1.5)).collect();
    [list(), list()]
}

/// A cost with one byte for each state, one with two, one of real values and one without numbers.
fn costs(space: &Space, seed: u64, limits: Limits) -> Vec<(Diagonal, Vec<Table>)> {
    let rng = &mut rng(seed);
    let lists = [Some(5), Some(60_000), None].map(|values| tables(space, rng, values));
    let [few, many, real] = lists;
    let make = |tables: &[Table]| limits.tested(|| of_tables(space, tables).unwrap());
    vec![
        (make(&few), few.clone()),
        (make(&many), many),
        (make(&real), real),
        (make(&few).without_table(), few),
    ]
}

/// What the engine answers: ⟨C⟩ alone and with the gradient, the derivatives, and the amplitudes.
#[derive(PartialEq)]
struct Found {
    values: [f64; 3],
    by: [Vec<f64>; 2],
    amplitudes: Vec<Complex64>,
}

fn found(
    cost: &Diagonal,
    mixing: &Mixing,
    [gammas, betas]: &[Vec<f64>; 2],
    (limits, precision): (Limits, Precision),
) -> Found {
    let space = cost.space();
    let room = || Amplitudes::of_space(space, precision, None, false).unwrap();
    let [mut state, mut image] = limits.tested(|| [room(), room()]);
    let circuit = circuit(cost, mixing, gammas, betas);
    let alone = state.run(&circuit, true);
    assert_eq!(state.run(&circuit, false), 0.0);
    let (value, derivatives) = state.undo(&mut image, &circuit, None);
    let mut by = [vec![0.0; gammas.len()], vec![0.0; betas.len()]];
    for of in derivatives {
        (by[0][of.layer], by[1][of.layer]) = (of.gamma, of.beta);
    }
    assert_eq!(state.run(&circuit, false), 0.0);
    let phase = betas.iter().sum::<f64>() * mixing.phases_left_out(space) as f64;
    let amplitudes = state.ask_pairs(Question::Amplitudes, None).into_iter();
    Found {
        values: [
            alone,
            value,
            state.ask(Question::Expectation(None), Some(cost))[0],
        ],
        by,
        amplitudes: amplitudes
            .map(|[re, im]| Complex64::new(re, im) * Complex64::cis(phase))
            .collect(),
    }
}

#[test]
fn energies_are_sums_of_tables_and_their_statistics_those_of_all_states() {
    for (seed, dims) in (0..).zip(SPACES) {
        let space = space(dims);
        for limits in LIMITS {
            for (cost, tables) in costs(&space, seed, limits) {
                let expected = reference::energies(&space, &tables);
                let states = expected.len() as f64;
                let listed = cost.energies();
                for (x, energy) in expected.iter().enumerate() {
                    let off = (cost.energy(x) - energy).abs();
                    assert!(off <= cost.rounding, "{dims:?} {x}");
                    assert_eq!(cost.energy(x), listed[x], "{dims:?} {x}");
                }
                let min = expected.iter().copied().fold(f64::INFINITY, f64::min);
                let max = expected.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let mean = expected.iter().sum::<f64>() / states;
                let squares = expected.iter().map(|e| (e - mean) * (e - mean));
                let deviation = (squares.sum::<f64>() / states).sqrt();
                let close = |a: f64, b: f64| (a - b).abs() <= 10.0 * cost.rounding;
                assert!(close(cost.min, min) && close(cost.max, max), "{dims:?}");
                assert!(close(cost.mean, mean), "{dims:?}: {} {mean}", cost.mean);
                let off = cost.standard_deviation - deviation;
                let bound = 1e-9 * max.abs().max(1.0);
                assert!(off.abs() <= bound, "{dims:?}: off by {off}");
                for tolerance in [cost.rounding, 0.6] {
                    let low = (0..).zip(&expected).filter(|(_, e)| **e <= min + tolerance);
                    let low: Vec<u64> = low.map(|(x, _)| x).collect();
                    assert_eq!(cost.ground_states(tolerance), low, "{dims:?}");
                    assert_eq!(cost.ground_degeneracy(tolerance), low.len() as u64);
                }
                if let Some(levels) = cost.levels() {
                    assert!(levels.is_sorted_by(|a, b| a < b));
                    assert!(
                        listed.iter().all(|energy| levels.contains(energy)),
                        "{dims:?}"
                    );
                    assert!(
                        levels.iter().all(|level| listed.contains(level)),
                        "{dims:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn states_and_gradients_are_those_of_the_reference_in_every_cut_and_mixing() {
    for (seed, dims) in (0..).zip(SPACES) {
        let space = space(dims);
        let rng = &mut rng(100 + seed);
        for (number, mixing) in mixings(&space, rng).iter().enumerate() {
            let angles = layers(1 + number % 3, rng);
            let pairs: Vec<_> = angles[0]
                .iter()
                .copied()
                .zip(angles[1].iter().copied())
                .collect();
            let costs = LIMITS.map(|limits| costs(&space, seed, limits));
            for kind in 0..costs[0].len() {
                let energies = costs[0][kind].0.energies();
                let state = reference::state(&space, &energies, mixing, &pairs);
                let gradient = reference::gradient(&space, &energies, mixing, &pairs);
                let mean = reference::expectation(&state, &energies);
                for (costs, limits) in costs.iter().zip(LIMITS) {
                    let cost = &costs[kind].0;
                    let what = format!("{dims:?} {mixing:?} {limits:?}, cost {kind}");
                    let scale = 1.0 + cost.max.abs().max(cost.min.abs());
                    let found = found(cost, mixing, &angles, (limits, Precision::F64));
                    for (x, (a, b)) in state.iter().zip(&found.amplitudes).enumerate() {
                        assert!((a - b).norm() < 1e-12, "{what} at {x}: {a} {b}");
                    }
                    for value in found.values {
                        assert!(
                            (value - mean).abs() < 1e-12 * scale,
                            "{what}: {value} {mean}"
                        );
                    }
                    for (k, (by_gamma, by_beta)) in gradient.iter().enumerate() {
                        let off = (found.by[0][k] - by_gamma).abs();
                        assert!(off < 1e-12 * scale * scale, "{what} γ{k}: {off}");
                        let off = (found.by[1][k] - by_beta).abs();
                        assert!(off < 1e-12 * scale * 10.0, "{what} β{k}: {off}");
                    }
                }
            }
        }
    }
}

#[test]
fn whole_lines_and_what_they_leave_over_agree_with_the_reference_and_have_the_same_bits() {
    for (seed, dims) in (50..).zip(LARGER) {
        let space = space(dims);
        let rng = &mut rng(seed);
        let angles = layers(2, rng);
        let pairs: Vec<_> = angles[0]
            .iter()
            .copied()
            .zip(angles[1].iter().copied())
            .collect();
        let cuts = [Limits::USUAL, limits(72, 16, 512), limits(9, 600, 512)];
        let costs = cuts.map(|limits| costs(&space, seed, limits));
        // the matrix of the Grover mixer would be too large
        for (kind, mixing) in mixings(&space, rng).iter().take(4).enumerate() {
            let energies = costs[0][kind].0.energies();
            let state = reference::state(&space, &energies, mixing, &pairs);
            // the exponential of a large matrix misses length 1 by 1e-11
            let norm: f64 = state.iter().map(|a| a.norm_sqr()).sum();
            let mean = reference::expectation(&state, &energies) / norm;
            for (costs, limits) in costs.iter().zip(cuts) {
                let cost = &costs[kind].0;
                let size = 1.0 + cost.max.abs().max(cost.min.abs());
                for precision in [Precision::F64, Precision::F32] {
                    let of = |instructions| {
                        let limits = with(limits, instructions);
                        found(cost, mixing, &angles, (limits, precision))
                    };
                    let what = format!("{dims:?} {mixing:?} {limits:?} {precision:?}");
                    let portable = of(Instructions::Portable);
                    let tolerance = match precision {
                        Precision::F64 => 1e-12,
                        Precision::F32 => 2e-6,
                    };
                    for (x, (a, b)) in state.iter().zip(&portable.amplitudes).enumerate() {
                        assert!((a - b).norm() < tolerance, "{what} at {x}: {a} {b}");
                    }
                    let off = (portable.values[0] - mean).abs();
                    assert!(off < tolerance * size, "{what}: {off}");
                    for instructions in Instructions::all() {
                        assert!(of(instructions) == portable, "{what}: {instructions:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn tiles_with_gaps_between_them_hold_the_same_state_as_one_piece_of_memory() {
    for dims in [vec![64, 64, 3, 3], vec![9, 500, 2, 3, 2]] {
        let space = space(&dims);
        let limits = limits(4608, 3, 512);
        let cut = Cut::new::<f32>(&space, limits);
        assert!(
            cut.groups() > 2 && cut.pitch > cut.tile,
            "no gap in {dims:?}"
        );
        let cost = costs(&space, 3, limits).remove(0).0;
        let size = 1.0 + cost.max.abs().max(cost.min.abs());
        let mixing = Mixing::each(&space, vec![QuditMixing::Complete; dims.len()]).unwrap();
        let angles = [vec![0.3, -0.7], vec![0.4, 0.1]];
        for (precision, bound) in [(Precision::F64, 1e-12), (Precision::F32, 3e-6)] {
            let of = |limits| found(&cost, &mixing, &angles, (limits, precision));
            let (gaps, whole) = (of(limits), of(Limits::USUAL));
            for (a, b) in gaps.amplitudes.iter().zip(&whole.amplitudes) {
                assert!((a - b).norm() <= bound, "{dims:?}: {a} {b}");
            }
            for (a, b) in gaps.by.iter().flatten().zip(whole.by.iter().flatten()) {
                assert!((a - b).abs() <= bound * size * size, "{dims:?}: {a} {b}");
            }
        }
    }
}

#[test]
fn derivatives_are_limits_of_differences() {
    let space = space(&[3, 4, 2, 5]);
    let rng = &mut rng(7);
    let cost = costs(&space, 7, LIMITS[2]).remove(2).0;
    for mixing in mixings(&space, rng) {
        let angles = layers(2, rng);
        let of = |angles: &_| found(&cost, &mixing, angles, (LIMITS[2], Precision::F64));
        let by = of(&angles).by;
        for k in 0..4 {
            let at = |off: f64| {
                let mut moved = angles.clone();
                moved[k / 2][k % 2] += off;
                of(&moved).values[0]
            };
            let difference = (at(1e-5) - at(-1e-5)) / 2e-5;
            let off = by[k / 2][k % 2] - difference;
            assert!(off.abs() < 1e-7, "{mixing:?} angle {k}: off by {off}");
        }
    }
}

#[test]
fn a_cost_of_terms_and_one_of_tables_over_qubits_are_the_same() {
    for n in [1, 3, 8, 13] {
        let rng = &mut rng(n as u64);
        let (mut terms, mut tables) = (Vec::new(), Vec::new());
        for b in 0..n {
            for a in 0..=b {
                let c = f64::from(rng.random_range(-8..9)) * 0.7;
                terms.push((1 << a | 1 << b, c));
                tables.push(match a == b {
                    true => (vec![a], vec![0.0, c]),
                    false => (vec![a, b], vec![0.0, 0.0, 0.0, c]),
                });
            }
        }
        let of_terms = Cost::from_terms(n, terms).unwrap();
        let of_tables = Cost::from_tables(vec![2; n], 0.0, tables).unwrap();
        let [gammas, betas] = layers(3, rng);
        let angles = Angles::new(gammas, betas).unwrap();
        let [a, b] = [of_terms, of_tables].map(|cost| Ansatz::new(cost).state(&angles).unwrap());
        for (x, (a, b)) in a.amplitudes().iter().zip(b.amplitudes()).enumerate() {
            assert!((a - b).norm() < 1e-12, "{n} qubits, {x}: {a} {b}");
        }
    }
}

#[test]
fn the_same_bits_come_out_for_any_number_of_threads() {
    let space = space(&[6, 7, 5, 3, 8, 9]);
    let limits = limits(300, 30, 512);
    let cost = &costs(&space, 11, limits).remove(1).0;
    for mixing in mixings(&space, &mut rng(11)) {
        let run = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            let angles = [vec![0.4, -0.3], vec![-0.5, 0.2]];
            let of = || found(cost, &mixing, &angles, (limits, Precision::F64));
            pool.build().unwrap().install(of)
        };
        let one = run(1);
        assert!(one == run(2) && one == run(5), "{mixing:?}");
    }
}

#[test]
fn a_state_in_single_precision_is_within_its_bound_and_the_norm_stays_one() {
    let space = space(&[5, 3, 8, 4, 6]);
    let cost = &costs(&space, 3, LIMITS[2]).remove(0).0;
    let size = cost.max.abs().max(cost.min.abs());
    for mixing in mixings(&space, &mut rng(3)) {
        for p in [1, 5, 20, 200] {
            let angles = layers(p, &mut rng(p as u64));
            let of = |precision| found(cost, &mixing, &angles, (LIMITS[2], precision));
            let (double, single) = (of(Precision::F64), of(Precision::F32));
            let norm = double.amplitudes.iter().map(|a| a.norm_sqr()).sum::<f64>();
            assert!((norm - 1.0).abs() < 2e-12, "{mixing:?} p = {p}: {norm}");
            let root = (p as f64).sqrt();
            let pairs = double.amplitudes.iter().zip(&single.amplitudes);
            let off = pairs.map(|(a, b)| (a - b).norm_sqr()).sum::<f64>().sqrt();
            assert!(off < 1e-6 * root, "{mixing:?} p = {p}: off by {off}");
            let off = (double.values[0] - single.values[0]).abs() / size;
            assert!(off < 1e-6 * root, "{mixing:?} p = {p}: ⟨C⟩ off by {off}");
            let pairs = double.by.iter().flatten().zip(single.by.iter().flatten());
            let off = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            let bound = 2e-6 * root * size * size;
            assert!(off < bound, "{mixing:?} p = {p}: derivative off by {off}");
        }
    }
}

#[test]
fn measurements_and_likeliest_states_follow_the_probabilities() {
    let space = space(&[7, 11, 13]);
    let cost = &costs(&space, 9, Limits::USUAL).remove(0).0;
    let mut state = Amplitudes::of_space(&space, Precision::F64, None, false).unwrap();
    let mixing = Mixing::each(&space, vec![QuditMixing::Complete; 3]).unwrap();
    assert_eq!(
        state.run(&circuit(cost, &mixing, &[0.7], &[-0.4]), false),
        0.0
    );
    let weights = state.ask(Question::Probabilities, None);
    let quantiles: Vec<f64> = (0..500).map(|k| (f64::from(k) + 0.5) / 500.0).collect();
    let mut expected = vec![0; weights.len()];
    for quantile in &quantiles {
        let mut cumulative = 0.0;
        let reached = |weight: &f64| {
            cumulative += weight;
            cumulative > *quantile
        };
        expected[weights.iter().position(reached).unwrap()] += 1;
    }
    let found = state.ask_pairs(Question::Measured(Cow::Borrowed(&quantiles)), None);
    assert!(found.is_sorted_by(|a, b| a[0] < b[0]));
    let mut counts = vec![0; weights.len()];
    for [x, count] in found {
        counts[x as usize] = count as u64;
    }
    assert_eq!(counts, expected);
    let mut order: Vec<u64> = (0..weights.len() as u64).collect();
    let weight = |x: u64| weights[x as usize];
    order.sort_by(|&a, &b| weight(b).total_cmp(&weight(a)).then(a.cmp(&b)));
    let likeliest: Vec<u64> = state
        .ask_pairs(Question::Likeliest(40), None)
        .iter()
        .map(|pair| pair[0] as u64)
        .collect();
    assert_eq!(likeliest, order[..40]);
    let ground = cost.ground_states(0.6);
    let parts = state.ask_pairs(Question::Parts(Cow::Borrowed(&ground)), None);
    let sum: f64 = parts.into_iter().map(|[re, im]| re * re + im * im).sum();
    let found = state.ask(Question::Expectation(Some(cost.min + 0.6)), Some(cost))[0];
    assert!((found - sum).abs() < 1e-13 && sum > 0.0 && sum < 1.0);
}
