//! The table of the cost (`Cost::from_terms`, dropped again) of costs of many kinds, in layers of
//! their own (f64, p = 4).
//!
//! Kinds: *whole* numbers 1 to 3, *cubic* ones, whole numbers of *twenty* bits, *real* numbers,
//! *few* (1 and √2), *two* units (1 to 4 of 1 or of √2), *wide* (up to 4000 of these), *mixed* (a +
//! b√2), *three* units (1, √2, √3). Fields of all variables, half of all pairs; cubic costs also a
//! quarter of all triples. The shortest of several calls.
//!
//! `cargo bench --bench tables [-- N ...]`, by default 2 to 18.

#[path = "problem/mod.rs"]
mod problem;

use ketboard_qaoa::{Ansatz, Cost, Objective};
use problem::{SplitMix64, on_one_and_two_threads, ramp, shortest, sizes_or};
use std::f64::consts::SQRT_2;
use std::hint::black_box;

const LAYERS: usize = 4;

const KINDS: [&str; 9] = [
    "whole", "cubic", "twenty", "real", "few", "two", "wide", "mixed", "three",
];

/// A coefficient of a kind.
fn coefficient(kind: &str, rng: &mut SplitMix64) -> f64 {
    match kind {
        "real" => rng.real(),
        "twenty" => rng.below(1 << 20) - (1 << 19) as f64,
        "few" => [1.0, SQRT_2][rng.below(2) as usize],
        "two" => (1.0 + rng.below(4)) * [1.0, SQRT_2][rng.below(2) as usize],
        "wide" => (1.0 + rng.below(4000)) * [1.0, SQRT_2][rng.below(2) as usize],
        "mixed" => rng.below(4) + (1.0 + rng.below(4)) * SQRT_2,
        "three" => (1.0 + rng.below(4)) * [1.0, SQRT_2, 3.0_f64.sqrt()][rng.below(3) as usize],
        _ => 1.0 + rng.below(3),
    }
}

fn terms(kind: &str, n: usize) -> Vec<(u64, f64)> {
    let mut rng = SplitMix64(1_000_003 + n as u64);
    let mut terms = Vec::new();
    for i in 0..n {
        terms.push((1 << i, -coefficient(kind, &mut rng)));
    }
    for i in 0..n {
        for j in i + 1..n {
            if rng.below(2) == 0.0 {
                terms.push((1 << i | 1 << j, coefficient(kind, &mut rng)));
            }
            for k in j + 1..n {
                if kind == "cubic" && rng.below(4) == 0.0 {
                    terms.push((1 << i | 1 << j | 1 << k, coefficient(kind, &mut rng)));
                }
            }
        }
    }
    terms
}

/// Microseconds of the table, and how many layers that is.
fn time(kind: &str, n: usize) -> [f64; 2] {
    let (terms, calls) = (terms(kind, n), (1_usize << 24 >> n).clamp(4, 3000));
    let make = || Cost::from_terms(n, terms.iter().copied()).expect("a small register");
    let ansatz = Ansatz::new(make());
    let mut evaluator = ansatz.evaluator().expect("a state fits into memory");
    let (angles, mut best) = (ramp(LAYERS), [f64::INFINITY; 2]);
    for _ in 0..calls {
        best[0] = best[0].min(shortest(1, || drop(black_box(make()))));
        best[1] = best[1].min(shortest(1, || {
            black_box(evaluator.value(Objective::Expectation, &angles));
        }));
    }
    [1e6 * best[0], best[0] / best[1] * LAYERS as f64]
}

fn main() {
    println!("µs | layers\n\n| n | threads | {} |", KINDS.join(" | "));
    println!("|{}", "---|".repeat(2 + KINDS.len()));
    for n in sizes_or(2..=18) {
        on_one_and_two_threads(|| {
            print!("| {n} | {} |", rayon::current_num_threads());
            for kind in KINDS {
                let [time, layers] = time(kind, n);
                print!(" {time:.2} \\| {layers:.2} |");
            }
            println!();
        });
    }
}
