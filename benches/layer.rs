//! One QAOA layer, and the gradient beside an evaluation, at several register sizes; beside them what the memory of this machine allows.
//!
//! Cost: the random QUBO of seed 1, each pair coupled with probability 1/2 by 1, 2 or 3, fields −3 to 0. A layer needs two passes
//! over the state (read and write, 32 bytes per amplitude each) and the roof is these bytes at the measured bandwidth of an in-place pass
//! over an array of the same size. Goal: below 10 ms per layer at n = 20 on two cores, gradient below 4 evaluations.
//!
//! `cargo bench --bench layer [-- n ...]`

use ketboard::qaoa::{Angles, Evaluator};
use ketboard::sim::Diagonal;
use rayon::prelude::*;
use std::time::Instant;

const LAYERS: usize = 4;

/// 64-bit splitmix: the same (n, seed) gives the same problem in any language.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// The high 32 bits, scaled to 0..m.
    fn below(&mut self, m: u64) -> f64 {
        (((self.next() >> 32) * m) >> 32) as f64
    }
}

fn random_qubo(n: usize, seed: u64) -> Vec<(u64, f64)> {
    let mut rng = SplitMix64(seed * 1_000_003 + n as u64);
    let mut terms: Vec<_> = (0..n).map(|i| (1 << i, -rng.below(4))).collect();
    for i in 0..n {
        for j in i + 1..n {
            let (coupled, strength) = (rng.below(2), 1.0 + rng.below(3));
            terms.push((1 << i | 1 << j, coupled * strength));
        }
    }
    terms
}

/// Seconds of the median of several calls.
fn median(calls: usize, mut call: impl FnMut()) -> f64 {
    let mut seconds: Vec<f64> = (0..calls)
        .map(|_| {
            let start = Instant::now();
            call();
            start.elapsed().as_secs_f64()
        })
        .collect();
    seconds.sort_by(f64::total_cmp);
    seconds[calls / 2]
}

/// Bytes per second, read plus write, of x ← a·x + b over `bytes`.
fn bandwidth(bytes: usize) -> f64 {
    let mut array = vec![1.0_f64; bytes / 8];
    let inner = ((1_usize << 26) / bytes).max(1);
    let seconds = median(7, || {
        for _ in 0..inner {
            array.par_chunks_mut(1 << 13).for_each(|part| {
                part.iter_mut().for_each(|x| *x = 0.999 * *x + 0.001);
            });
        }
    });
    (2 * bytes * inner) as f64 / seconds
}

fn main() {
    let asked: Vec<usize> = std::env::args().filter_map(|a| a.parse().ok()).collect();
    let sizes = if asked.is_empty() {
        vec![10, 16, 20, 22, 24]
    } else {
        asked
    };
    println!("{} threads", rayon::current_num_threads());
    println!("  n  cost table  levels     layer  gradient/evaluation  in place  two passes");
    for n in sizes {
        let terms = random_qubo(n, 1);
        let start = Instant::now();
        let cost = Diagonal::from_terms(n, terms).expect("the register fits into memory");
        let table = start.elapsed().as_secs_f64();
        let angles = Angles {
            gammas: (1..=LAYERS)
                .map(|k| 0.1 * k as f64 / LAYERS as f64)
                .collect(),
            betas: (1..=LAYERS)
                .map(|k| -0.6 + 0.5 * k as f64 / LAYERS as f64)
                .collect(),
        };
        let mut gradient = Angles::default();
        let mut evaluator = Evaluator::new(&cost).expect("two states fit into memory");
        evaluator.value_and_gradient(&angles, &mut gradient);
        let calls = if n < 20 { 101 } else { 7 };
        let value = median(calls, || {
            std::hint::black_box(evaluator.value(&angles));
        });
        let both = median(calls, || {
            std::hint::black_box(evaluator.value_and_gradient(&angles, &mut gradient));
        });
        let roof = bandwidth(16 << n);
        println!(
            "{n:3} {:8.1} ms {:7} {:6.3} ms {:20.2} {:4.0} GB/s {:8.3} ms",
            1e3 * table,
            cost.levels().map_or(0, <[f64]>::len),
            1e3 * value / LAYERS as f64,
            both / value,
            roof / 1e9,
            1e3 * 2.0 * (32_usize << n) as f64 / roof,
        );
    }
    println!(
        "goal: a layer of 20 qubits below 10 ms on two cores, the gradient below 4 evaluations"
    );
}
