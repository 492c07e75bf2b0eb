//! A layer, and the gradient in evaluations, of the ansätze with many angles beside the one with
//! two.
//!
//! Cost: the random QUBO of seed 1. *Rules*: its terms in three groups with a γ each; *terms*: a γ
//! for each; *qubits*: a β for each qubit instead of one for all. p = 4. Evaluations and gradients
//! are called in turn, and the shortest of each is taken.
//!
//! `cargo bench --bench angles [-- N ...]`, by default 4, 6 … 14 and 15 to 20.

#[path = "problem/mod.rs"]
mod problem;

use ketboard_qaoa::{Angles, Ansatz, Cost, Mixer, Objective, Precision};
use problem::{on_one_and_two_threads, ramp, random_qubo, shortest, sizes_or};
use std::hint::black_box;

const LAYERS: usize = 4;

/// Seconds of an evaluation and of a gradient.
fn time(n: usize, mut evaluate: impl FnMut(bool)) -> [f64; 2] {
    let calls = (1_usize << 23 >> n).clamp(5, 500);
    let mut best = [f64::INFINITY; 2];
    for _ in 0..calls {
        for (best, gradient) in best.iter_mut().zip([false, true]) {
            *best = best.min(shortest(1, || evaluate(gradient)));
        }
    }
    best
}

/// Times of an ansatz at the same ramp for all series of its angles.
fn times(n: usize, ansatz: &Ansatz) -> [f64; 2] {
    let (one, mut by, shape) = (ramp(LAYERS), Angles::default(), ansatz.shape());
    let angles = Angles {
        gammas: one.gammas.repeat(shape.groups),
        betas: one.betas.repeat(shape.mixers),
    };
    let mut evaluator = ansatz.evaluator().expect("two states fit into memory");
    let goal = Objective::Expectation;
    time(n, |gradient| {
        black_box(if gradient {
            evaluator.value_and_gradient(goal, &angles, &mut by)
        } else {
            evaluator.value(goal, &angles)
        });
    })
}

fn row(n: usize, precision: Precision) {
    let mut terms = random_qubo(n, 1);
    terms.retain(|(_, c)| *c != 0.0);
    let rules: Vec<Vec<_>> = terms
        .chunks(terms.len().div_ceil(3))
        .map(<[_]>::to_vec)
        .collect();
    let each: Vec<Vec<_>> = terms.iter().map(|term| vec![*term]).collect();
    let cost = Cost::from_terms(n, terms).expect("a small cost");
    let one = Ansatz::new(cost).with_precision(precision);
    let grouped = |groups: &[Vec<(u64, f64)>], mixer: Mixer| {
        let grouped = one.clone().with_groups(groups);
        let mixed = grouped.and_then(|ansatz| ansatz.with_mixer(mixer));
        times(n, &mixed.expect("groups of its own terms"))
    };
    let times = [
        times(n, &one),
        grouped(&rules, Mixer::x()),
        grouped(&rules, Mixer::x_per_qubit()),
        grouped(&each, Mixer::x()),
        grouped(&each, Mixer::x_per_qubit()),
    ];
    let name = match precision {
        Precision::F64 => "f64",
        Precision::F32 => "f32",
    };
    print!("| {n} | {name} | {} |", rayon::current_num_threads());
    for [evaluation, gradient] in times {
        let layer = 1e6 * evaluation / LAYERS as f64;
        print!(" {layer:.2} | {:.2} |", gradient / evaluation);
    }
    println!();
}

fn main() {
    println!("µs a layer | gradient in evaluations, p = {LAYERS}\n");
    println!(
        "| n | precision | threads | one γ | | rules | | rules, qubits | | terms | | terms, qubits | |"
    );
    println!("|{}", "---|".repeat(13));
    for n in sizes_or([4, 6, 8, 10, 12, 14, 15, 16, 17, 18, 19, 20]) {
        on_one_and_two_threads(|| {
            row(n, Precision::F64);
            row(n, Precision::F32);
        });
    }
}
