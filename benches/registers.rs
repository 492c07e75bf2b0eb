//! QAOA on registers: a layer, an evaluation and the gradient of five layers, the cost's table and
//! the memory, beside what this machine allows.
//!
//! Spaces: rows of a queens board with one queen each (8 levels a row, one row a register), and
//! regions of unequal sizes. Cost: 1 for two queens of one column or diagonal. Beside a layer
//! stands the time of *two passes*: the state read and written twice, at the bandwidth of an
//! in-place pass over an array of its size, which a cache may hold, and at that of the main memory,
//! measured on a gibibyte; both in the same run and by as many threads. All times are the shortest
//! of several runs, evaluations and gradients in turn, so that a busy machine disturbs them least
//! and both alike.
//!
//! `cargo bench --bench registers [-- rows ...]`, by default 6 and 7 rows and the regions; 8 rows
//! take 0.6 GiB.

use ketboard_qaoa::{Angles, Ansatz, Cost, CostTable, Mixer, Objective, Precision};
use rayon::prelude::*;
use std::time::Instant;

const LAYERS: usize = 5;

/// A queen in each row, in one of `dims[row]` columns from the left.
fn queens(dims: &[usize]) -> Cost {
    let mut tables = Vec::new();
    for b in 0..dims.len() {
        for a in 0..b {
            let attack = |x: usize, y: usize| x == y || x.abs_diff(y) == b - a;
            let rows = (0..dims[b]).flat_map(|y| (0..dims[a]).map(move |x| (x, y)));
            let values = rows.map(|(x, y)| f64::from(u8::from(attack(x, y))));
            tables.push(CostTable {
                qudits: vec![a, b],
                values: values.collect(),
            });
        }
    }
    Cost::from_tables(dims.to_vec(), 0.0, tables).expect("the cost fits")
}

/// Seconds of a call.
fn seconds(call: impl FnOnce()) -> f64 {
    let start = Instant::now();
    call();
    start.elapsed().as_secs_f64()
}

/// Seconds of the shortest of several calls.
fn shortest(calls: usize, mut call: impl FnMut()) -> f64 {
    let times = (0..calls).map(|_| seconds(&mut call));
    times.fold(f64::INFINITY, f64::min)
}

/// Bytes per second, read plus write, of x ← a·x + b over `bytes`.
fn bandwidth(bytes: usize) -> f64 {
    let mut array = vec![1.0_f64; bytes / 8];
    let inner = ((1_usize << 26) / bytes).clamp(1, 4096);
    let seconds = shortest(7, || {
        for _ in 0..inner {
            array.par_chunks_mut(1 << 13).for_each(|part| {
                part.iter_mut().for_each(|x| *x = 0.999 * *x + 0.001);
            });
        }
    });
    (2 * bytes * inner) as f64 / seconds
}

/// The process's resident bytes, where the system tells.
fn resident() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kibibytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(1024.0 * kibibytes)
}

fn row(dims: &[usize], mixer: Mixer, precision: Precision, memory: f64) {
    let (name, bytes_of_a_number) = match precision {
        Precision::F64 => ("f64", 8.0),
        Precision::F32 => ("f32", 4.0),
    };
    let mixer_name = mixer.name();
    let before = resident();
    let precompute = shortest(2, || drop(queens(dims)));
    let cost = queens(dims);
    let states = cost.states() as f64;
    let calls = ((1 << 24) / cost.states()).clamp(3, 50);
    let ansatz = Ansatz::new(cost)
        .with_mixer(mixer)
        .expect("it mixes qudits");
    let ansatz = ansatz.with_precision(precision);
    let along = |k: usize| (k + 1) as f64 / LAYERS as f64;
    let angles = Angles {
        gammas: (0..LAYERS).map(|k| 0.5 * along(k)).collect(),
        betas: (0..LAYERS).map(|k| -0.2 + 0.15 * along(k)).collect(),
    };
    let bytes = || Some((resident()? - before?) / states);
    let mut evaluator = ansatz.evaluator().expect("two states fit into memory");
    std::hint::black_box(evaluator.value(Objective::Expectation, &angles));
    let evaluation_bytes = bytes();
    let mut gradient = Angles::default();
    let [mut value, mut both] = [f64::INFINITY; 2];
    for _ in 0..calls {
        value = value.min(seconds(|| {
            std::hint::black_box(evaluator.value(Objective::Expectation, &angles));
        }));
        both = both.min(seconds(|| {
            std::hint::black_box(evaluator.value_and_gradient(
                Objective::Expectation,
                &angles,
                &mut gradient,
            ));
        }));
    }
    let gradient_bytes = bytes();
    let state = states * 2.0 * bytes_of_a_number;
    let layer = value / LAYERS as f64;
    let passes = 4.0 * state / bandwidth(state as usize);
    let far_passes = 4.0 * state / memory;
    let shown = |bytes: Option<f64>| bytes.map_or("–".into(), |bytes| format!("{bytes:.1}"));
    println!(
        "{states:10} {mixer_name:11} {name} {:7} {:9.2} ms {:9.2} ms {:9.2} ms {:11.2} {:11.2} {:8.2} {:>10} {:>8}",
        rayon::current_num_threads(),
        1e3 * layer,
        1e3 * value,
        1e3 * both,
        layer / passes,
        layer / far_passes,
        precompute / layer,
        shown(evaluation_bytes),
        shown(gradient_bytes),
    );
}

fn main() {
    let asked: Vec<usize> = std::env::args().filter_map(|a| a.parse().ok()).collect();
    let rows = if asked.is_empty() { vec![6, 7] } else { asked };
    let mut spaces: Vec<Vec<usize>> = rows.into_iter().map(|rows| vec![8; rows]).collect();
    spaces.push(vec![6, 9, 7, 8, 5, 10, 11]);
    println!(
        "    states mixer           threads        layer  5 layers    gradient  ×two passes  ×in memory    table    bytes/state"
    );
    println!(
        "                                                                                         (layers)   value gradient"
    );
    let pools = [1, 2].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().expect("two threads");
        let memory = pool.install(|| bandwidth(1 << 30));
        println!("main memory, {threads} threads: {:.1} GB/s", 1e-9 * memory);
        (pool, memory)
    });
    for dims in spaces {
        println!("{dims:?}");
        for (pool, memory) in &pools {
            pool.install(|| {
                row(&dims, Mixer::xy_complete(), Precision::F64, *memory);
                row(&dims, Mixer::xy_ring(), Precision::F64, *memory);
                row(&dims, Mixer::grover(), Precision::F64, *memory);
                row(&dims, Mixer::xy_complete(), Precision::F32, *memory);
            });
        }
    }
}
