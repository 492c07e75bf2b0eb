//! Counting against listing, and against closed forms.

use super::*;
use crate::registers::{RegisterForm, RegisterMeaning};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

const PLENTY: u64 = 1 << 28;

const GO_ON: Ask<'static> = &|| ControlFlow::Continue(());

fn register(variables: Vec<usize>, levels: Vec<u128>) -> RegisterMeaning {
    RegisterMeaning {
        name: "here".into(),
        variables,
        levels,
        form: RegisterForm::Lines,
    }
}

/// n registers of d variables with exactly one 1.
fn one_hot(n: usize, d: usize) -> RegisterLayout {
    let row = |r: usize| {
        register(
            (r * d..r * d + d).collect(),
            (0..d).map(|k| 1 << k).collect(),
        )
    };
    RegisterLayout {
        registers: (0..n).map(row).collect(),
    }
}

/// Every state of the space, one after the other.
fn listed(cost: &Polynomial, layout: &RegisterLayout) -> BTreeMap<i64, u128> {
    let mut found = BTreeMap::new();
    for index in 0..layout.states() as u64 {
        let values = layout.assignment(index);
        let energy = cost.value(|k| values[k]);
        *found.entry((energy * 1e6).round() as i64).or_insert(0) += 1;
    }
    found
}

/// The mean of a function of the energy over all states.
fn mean(histogram: &Histogram, of: impl Fn(f64) -> f64) -> f64 {
    let total = histogram.states() as f64;
    let levels = histogram.levels.iter();
    levels
        .map(|(energy, states)| *states as f64 / total * of(*energy))
        .sum()
}

fn counted(histogram: &Histogram) -> BTreeMap<i64, u128> {
    let level = |(energy, states): &(f64, u128)| ((energy * 1e6).round() as i64, *states);
    histogram.levels.iter().map(level).collect()
}

#[test]
fn counting_is_listing_for_any_quadratic_cost_and_any_registers() {
    for seed in 0..60 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut registers = Vec::new();
        let mut n = 0;
        for _ in 0..rng.random_range(0..5) {
            let width = rng.random_range(1..5);
            let all = 0..1_u128 << width;
            let mut levels: Vec<u128> = match seed % 3 {
                0 => all.filter(|l| l.count_ones() == 1).collect(),
                1 => all.filter(|l| l.count_ones() == width / 2).collect(),
                _ => all.filter(|_| rng.random_bool(0.6)).collect(),
            };
            if levels.is_empty() {
                levels.push(0);
            }
            registers.push(register((n..n + width as usize).collect(), levels));
            n += width as usize;
        }
        let layout = RegisterLayout { registers };
        let step = [1.0, 0.25, 0.3, 0.07][seed as usize % 4];
        let mut cost = Polynomial::constant(n, 1.75);
        for u in 0..n {
            cost.add_term(&[u], step * f64::from(rng.random_range(-3..4)));
            for v in 0..u {
                if rng.random_bool(0.4) {
                    cost.add_term(&[u, v], step * f64::from(rng.random_range(-2..5)));
                }
            }
        }
        let histogram = Histogram::count(&cost, &layout, PLENTY, GO_ON).unwrap();
        assert_eq!(counted(&histogram), listed(&cost, &layout), "seed {seed}");
        assert_eq!(histogram.states(), layout.states());
        for (place, level) in histogram.levels.iter().enumerate() {
            assert_eq!(histogram.level_of(level.0), Some(place));
        }
    }
}

/// Σ_columns (1 − Σx)² with one piece in each of n rows.
fn columns_cost(n: usize) -> Polynomial {
    let mut cost = Polynomial::constant(n * n, 0.0);
    for column in 0..n {
        let mut miss = Polynomial::constant(n * n, 1.0);
        (0..n).for_each(|row| miss.add_term(&[row * n + column], -1.0));
        cost.add_scaled(&miss.times(&miss), 1.0);
    }
    cost
}

#[test]
fn rooks_on_large_boards_have_n_factorial_boards_without_a_broken_column() {
    let mut factorial = 1;
    for n in 1..9 {
        factorial *= n as u128;
        let histogram = Histogram::count(&columns_cost(n), &one_hot(n, n), PLENTY, GO_ON).unwrap();
        assert_eq!(histogram.levels[0], (0.0, factorial));
        assert_eq!(histogram.states(), (n as u128).pow(n as u32));
        // one column twice: Σ(1 − k)² = 2, n(n − 1) ways to choose the columns, n!/2 boards each
        let second = histogram.levels.get(1).map(|level| level.1);
        let expected = (n > 1).then(|| n as u128 * (n as u128 - 1) * factorial / 2);
        assert_eq!(second, expected);
        // each pair of rows shares a column with probability 1/n: Σ(1 − k)² = 2 (pairs)
        let expected = (n as f64 - 1.0) * n as f64 / n as f64;
        assert!(
            (mean(&histogram, |energy| energy) - expected).abs() < 1e-9,
            "{n}"
        );
    }
}

#[test]
fn cells_alone_have_a_binomial_histogram() {
    let n = 120;
    let mut cost = Polynomial::constant(n, 0.0);
    (0..n).for_each(|k| cost.add_term(&[k], 0.1));
    let layout = RegisterLayout {
        registers: (0..n).map(|k| register(vec![k], vec![0, 1])).collect(),
    };
    let histogram = Histogram::count(&cost, &layout, PLENTY, GO_ON).unwrap();
    assert_eq!(histogram.states(), 1 << 120);
    let mut binomial = 1_u128;
    for k in 0..40 {
        assert_eq!(histogram.levels[k].1, binomial);
        binomial = binomial * (n - k) as u128 / (k as u128 + 1);
    }
    let average = mean(&histogram, |energy| energy);
    let variance = mean(&histogram, |energy| (energy - average).powi(2));
    assert!((variance - 0.01 * 30.0).abs() < 1e-9);
}

#[test]
fn a_count_that_is_stopped_says_so() {
    let asked = AtomicUsize::new(0);
    let after = |questions: usize| {
        asked.store(0, Ordering::Relaxed);
        let ask = || match asked.fetch_add(1, Ordering::Relaxed) {
            before if before + 1 < questions => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        };
        Histogram::count(&columns_cost(5), &one_hot(5, 5), PLENTY, &ask)
    };
    for questions in [1, 7] {
        assert!(matches!(after(questions), Err(Error::Stopped)));
        assert_eq!(asked.load(Ordering::Relaxed), questions, "asked once more");
    }
    assert_eq!(
        after(usize::MAX).unwrap(),
        Histogram::count(&columns_cost(5), &one_hot(5, 5), PLENTY, GO_ON).unwrap()
    );
}

#[test]
fn what_cannot_be_counted_is_refused_with_a_remedy() {
    let cost = columns_cost(9);
    let message = Histogram::count(&cost, &one_hot(9, 9), 1 << 16, GO_ON)
        .unwrap_err()
        .to_string();
    assert!(message.contains("different fields after"), "{message}");
    assert!(message.contains("`memory`"), "{message}");

    let mut cubic = Polynomial::constant(3, 0.0);
    cubic.add_term(&[0, 1, 2], 1.0);
    let message = Histogram::count(&cubic, &one_hot(1, 3), PLENTY, GO_ON)
        .unwrap_err()
        .to_string();
    assert!(message.contains("`distinct_lines` filter"), "{message}");

    let mut unlike = Polynomial::constant(3, 0.0);
    unlike.add_term(&[0], 1.0);
    unlike.add_term(&[1], std::f64::consts::PI);
    let message = Histogram::count(&unlike, &one_hot(1, 3), PLENTY, GO_ON)
        .unwrap_err()
        .to_string();
    assert!(message.starts_with("`weight`"), "{message}");

    let bits = RegisterLayout {
        registers: (0..128).map(|k| register(vec![k], vec![0, 1])).collect(),
    };
    let message = Histogram::count(&Polynomial::constant(128, 0.0), &bits, PLENTY, GO_ON)
        .unwrap_err()
        .to_string();
    assert!(message.contains("2^128"), "{message}");
}
