//! One QAOA layer, an evaluation, the gradient, the cost table and the memory, beside what this machine allows, measured in the same run.
//!
//! Cost: the random QUBO of seed 1, each pair coupled with probability 1/2 by 1, 2 or 3, fields −3 to 0. Two limits stand beside a layer: *two passes*
//! (the state read and written twice, at the bandwidth of an in-place pass over an array of the same size) and *arithmetic* (one
//! multiply-add for each number of the state and each qubit, at the rate of a loop that does nothing else). All times are the shortest of several
//! runs, so that a busy machine disturbs them least.
//!
//! `cargo bench --bench layer [-- n ...]`, by default n = 10, 12 … 20; 28 takes 10 GiB.

use ketboard::qaoa::{Angles, Evaluator};
use ketboard::sim::{Diagonal, Precision, Real};
use pulp::{Arch, Simd, WithSimd};
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

/// Seconds of the shortest of several calls.
fn shortest(calls: usize, mut call: impl FnMut()) -> f64 {
    let one = |_| {
        let start = Instant::now();
        call();
        start.elapsed().as_secs_f64()
    };
    (0..calls).map(one).fold(f64::INFINITY, f64::min)
}

/// Bytes per second, read plus write, of x ← a·x + b over `bytes`.
fn bandwidth(bytes: usize) -> f64 {
    let mut array = vec![1.0_f64; bytes / 8];
    let inner = ((1_usize << 26) / bytes).clamp(1, 4096);
    let part = (array.len() / rayon::current_num_threads()).clamp(1 << 9, 1 << 13);
    let seconds = shortest(7, || {
        for _ in 0..inner {
            array.par_chunks_mut(part).for_each(|part| {
                part.iter_mut().for_each(|x| *x = 0.999 * *x + 0.001);
            });
        }
    });
    (2 * bytes * inner) as f64 / seconds
}

/// Twelve independent chains of fused multiply-adds.
struct Chains(u64);

const CHAINS: usize = 12;

impl WithSimd for Chains {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> f64 {
        let (a, b) = (simd.splat_f64s(0.999), simd.splat_f64s(0.001));
        let start = std::hint::black_box([0.5; CHAINS]);
        let mut sums = start.map(|x| simd.splat_f64s(x));
        for _ in 0..self.0 {
            for sum in &mut sums {
                *sum = simd.mul_add_e_f64s(*sum, a, b);
            }
        }
        let total = sums.into_iter().map(|sum| simd.reduce_sum_f64s(sum));
        std::hint::black_box(total.sum::<f64>());
        (S::F64_LANES * CHAINS) as f64 * self.0 as f64
    }
}

/// Multiply-adds of f64 per second on all threads.
fn multiply_adds() -> f64 {
    let mut done = 0.0;
    let seconds = shortest(7, || {
        let all = (0..rayon::current_num_threads()).into_par_iter();
        done = all.map(|_| Arch::new().dispatch(Chains(1 << 18))).sum();
    });
    done / seconds
}

/// The process's resident bytes, where the system tells.
fn resident() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kibibytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(1024.0 * kibibytes)
}

fn row<T: Real>(n: usize, rate: f64) {
    let (name, factor) = match T::PRECISION {
        Precision::F64 => ("f64", 1.0),
        Precision::F32 => ("f32", 2.0),
    };
    let terms = random_qubo(n, 1);
    let before = resident();
    let make = || Diagonal::from_terms(n, terms.iter().copied()).expect("the register fits");
    let precompute = shortest(if n < 20 { 5 } else { 1 }, || drop(make()));
    let cost = make();
    let along = |k: usize| (k + 1) as f64 / LAYERS as f64;
    let angles = Angles {
        gammas: (0..LAYERS).map(|k| 0.1 * along(k)).collect(),
        betas: (0..LAYERS).map(|k| -0.6 + 0.5 * along(k)).collect(),
    };
    let bytes = || Some((resident()? - before?) / (n as f64).exp2());
    let mut evaluator = Evaluator::<T>::in_precision(&cost).expect("two states fit into memory");
    let calls = (1_usize << 24 >> n).clamp(3, 400);
    let value = shortest(calls, || {
        std::hint::black_box(evaluator.value(&angles));
    });
    let evaluation_bytes = bytes();
    let mut gradient = Angles::default();
    let both = shortest(calls, || {
        std::hint::black_box(evaluator.value_and_gradient(&angles, &mut gradient));
    });
    let gradient_bytes = bytes();
    let state = (16.0 / factor) * (n as f64).exp2();
    let layer = value / LAYERS as f64;
    let passes = 4.0 * state / bandwidth(state as usize);
    let arithmetic = 2.0 * (n as f64).exp2() * n as f64 / (rate * factor);
    let shown = |bytes: Option<f64>| match bytes {
        Some(bytes) if n >= 18 => format!("{bytes:5.1}"),
        _ => "    –".into(),
    };
    println!(
        "{n:3} {name} {:7} {:10.4} ms {:10.4} ms {:8.2} {:9.2} {:11.2} {:10.2} {} {}",
        rayon::current_num_threads(),
        1e3 * layer,
        1e3 * value,
        both / value,
        precompute / layer,
        layer / passes,
        layer / arithmetic,
        shown(evaluation_bytes),
        shown(gradient_bytes),
    );
}

fn main() {
    let asked: Vec<usize> = std::env::args().filter_map(|a| a.parse().ok()).collect();
    let sizes = if asked.is_empty() {
        (10..=20).step_by(2).collect()
    } else {
        asked
    };
    println!(
        "  n     threads         layer    evaluation  gradient precompute  ×two passes ×arithmetic   bytes/amplitude"
    );
    println!(
        "                                          (evaluations) (layers)                        value gradient"
    );
    for n in sizes {
        for threads in [1, 2] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            pool.build().expect("two threads").install(|| {
                let rate = multiply_adds();
                row::<f64>(n, rate);
                row::<f32>(n, rate);
            });
        }
    }
}
