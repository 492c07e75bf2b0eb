//! A layer, an evaluation, the gradient, the cost table, a million samples and the memory, beside
//! what this machine allows, measured in the same run.
//!
//! Cost: the random QUBO of seed 1, each pair coupled with probability 1/2 by 1, 2 or 3, fields −3
//! to 0. Per row and number of threads:
//!
//! - *layer*: an evaluation (`Evaluator::value`, p = 4) divided by its layers; so the table of
//!   phases, the start and ⟨C⟩ are in it.
//! - *gradient*: `Evaluator::value_and_gradient`, in evaluations. The two are called in turn, so
//!   that both meet the same clock and the same neighbors.
//! - *cost table* (`Cost::from_terms`) and *10⁶ shots* (`State::sample` of a state that is there),
//!   in layers.
//! - *two passes*: the state read and written twice, at the bandwidth of an in-place pass over an
//!   array of the state's size, which for a small state is that of a cache; and, from n = 21 on, at
//!   the bandwidth of memory, which stands above the table.
//! - *arithmetic*: one multiply-add for each number of the state and each qubit, at the rate of a
//!   loop that does nothing else. *Limit* is the slower of it and two passes at the state's size. A
//!   number below 1 is possible: a layer is less than two passes, and some multiply-adds are saved.
//! - *bytes per amplitude*: what the process has grown by after evaluations, and (in parentheses)
//!   after gradients, the cost's table included.
//!
//! All times are the shortest of several runs, so that a busy machine disturbs them least.
//!
//! `cargo bench --bench layer [-- N ... | --to N]`: these n, or 10, 12 … N, by default 20.
//! `--to 28` takes 13 GiB and about ten minutes. To set other simulators beside it, let a script
//! time them on a model file and `ketboard bench FILE --json` on the same one.

use ketboard_qaoa::{Angles, Ansatz, Cost, Objective, Precision};
use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;
use std::time::Instant;

const LAYERS: usize = 4;
const SHOTS: u64 = 1_000_000;

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

/// Each pair coupled with probability 1/2 by 1, 2 or 3, fields −3 to 0.
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

/// A ramp of so many layers.
fn ramp(layers: usize) -> Angles {
    let along = |k: usize| (k + 1) as f64 / layers as f64;
    Angles {
        gammas: (0..layers).map(|k| 0.1 * along(k)).collect(),
        betas: (0..layers).map(|k| -0.6 + 0.5 * along(k)).collect(),
    }
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

/// Does `work` with one thread, and with two.
fn on_one_and_two_threads(mut work: impl FnMut() + Send) {
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().expect("two threads").install(&mut work);
    }
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

/// A number of bytes from a file in which Linux tells them, where it does.
fn told(file: &str, name: &str) -> Option<f64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    let kibibytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(1024.0 * kibibytes)
}

/// The process's resident bytes.
fn resident() -> Option<f64> {
    told("/proc/self/status", "VmRSS:")
}

/// The length of an array that no cache holds: a gibibyte, or a quarter of it where memory is
/// scarce.
fn large_array() -> usize {
    match told("/proc/meminfo", "MemAvailable:") {
        Some(free) if free > 3e9 => 1 << 30,
        _ => 1 << 28,
    }
}

/// What the machine allows: multiply-adds of f64 per second, and bytes per second over an array
/// that no cache holds.
#[derive(Clone, Copy)]
struct Machine {
    multiply_adds: f64,
    memory: f64,
}

/// Times in seconds, and bytes for each amplitude.
struct Times {
    layer: f64,
    evaluation: f64,
    gradient: f64,
    precompute: f64,
    sampling: f64,
    evaluation_bytes: Option<f64>,
    gradient_bytes: Option<f64>,
}

fn measure(n: usize, precision: Precision) -> Times {
    let terms = random_qubo(n, 1);
    let before = resident();
    let make = || Cost::from_terms(n, terms.iter().copied()).expect("the register fits");
    let precompute = shortest(if n < 22 { 5 } else { 1 }, || drop(make()));
    let ansatz = Ansatz::new(make()).with_precision(precision);
    let angles = ramp(LAYERS);
    let bytes = || Some((resident()? - before?) / libm::exp2(n as f64));
    let mut evaluator = ansatz.evaluator().expect("two states fit into memory");
    let calls = (1_usize << 24 >> n).clamp(if n < 26 { 3 } else { 2 }, 400);
    std::hint::black_box(evaluator.value(Objective::Expectation, &angles));
    let evaluation_bytes = bytes();
    let mut gradient = Angles::default();
    let (mut evaluation, mut both) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..calls {
        evaluation = evaluation.min(shortest(1, || {
            std::hint::black_box(evaluator.value(Objective::Expectation, &angles));
        }));
        both = both.min(shortest(1, || {
            std::hint::black_box(evaluator.value_and_gradient(
                Objective::Expectation,
                &angles,
                &mut gradient,
            ));
        }));
    }
    let gradient_bytes = bytes();
    let state = evaluator.state(&angles);
    let sampling = shortest(calls.min(3), || {
        let counts = state.sample(SHOTS, 1);
        std::hint::black_box(counts.expect("a state of norm 1"));
    });
    Times {
        layer: evaluation / LAYERS as f64,
        evaluation,
        gradient: both,
        precompute,
        sampling,
        evaluation_bytes,
        gradient_bytes,
    }
}

fn row(n: usize, precision: Precision, machine: Machine) {
    let (name, factor) = match precision {
        Precision::F64 => ("f64", 1.0),
        Precision::F32 => ("f32", 2.0),
    };
    let states = libm::exp2(n as f64);
    let state = 16.0 / factor * states;
    let times = measure(n, precision);
    let (rate, cached) = (machine.multiply_adds * factor, bandwidth(state as usize));
    let passes = 4.0 * state / cached;
    let arithmetic = 2.0 * states * n as f64 / rate;
    let through_memory = match n {
        ..21 => "–".into(),
        _ => format!("{:.2}", times.layer * machine.memory / (4.0 * state)),
    };
    let shown = |bytes: Option<f64>| match bytes {
        Some(bytes) if n >= 18 => format!("{bytes:.1}"),
        _ => "–".into(),
    };
    println!(
        "| {n} | {name} | {} | {:.4} ms | {:.3} ms | {:.2} | {:.2} | {:.2} | {:.2} | {through_memory} | {:.2} | {:.2} | {:.1} GB/s | {:.1} G/s | {} ({}) |",
        rayon::current_num_threads(),
        1e3 * times.layer,
        1e3 * times.evaluation,
        times.gradient / times.evaluation,
        times.precompute / times.layer,
        times.sampling / times.layer,
        times.layer / passes,
        times.layer / arithmetic,
        times.layer / passes.max(arithmetic),
        1e-9 * cached,
        1e-9 * rate,
        shown(times.evaluation_bytes),
        shown(times.gradient_bytes),
    );
}

/// The sizes asked for: all numbers, or those up to the number after `--to`.
fn sizes() -> Vec<usize> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let asked: Vec<usize> = arguments.iter().filter_map(|a| a.parse().ok()).collect();
    match (arguments.iter().any(|a| a == "--to"), asked) {
        (true, asked) => {
            let largest = asked.first().copied().unwrap_or(20);
            (10..=largest).step_by(2).collect()
        }
        (false, asked) if asked.is_empty() => (10..=20).step_by(2).collect(),
        (false, asked) => asked,
    }
}

fn main() {
    let (bytes, mut memory) = (large_array(), Vec::new());
    on_one_and_two_threads(|| memory.push(bandwidth(bytes)));
    println!(
        "Memory, an array of {} MiB: {:.1} GB/s on one thread, {:.1} on two\n",
        bytes >> 20,
        1e-9 * memory[0],
        1e-9 * memory[1]
    );
    println!(
        "| n | precision | threads | layer | evaluation, p = {LAYERS} | gradient (evaluations) | cost table (layers) | 10⁶ shots (layers) | × two passes | × two passes of memory | × arithmetic | × limit | bandwidth | multiply-adds | bytes per amplitude (with gradient) |"
    );
    println!("|{}", "---|".repeat(15));
    for n in sizes() {
        on_one_and_two_threads(|| {
            let machine = Machine {
                multiply_adds: multiply_adds(),
                memory: memory[rayon::current_num_threads() - 1],
            };
            row(n, Precision::F64, machine);
            row(n, Precision::F32, machine);
        });
    }
}
