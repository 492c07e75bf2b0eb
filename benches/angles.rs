//! A layer, and the gradient in evaluations, of the ansätze with many angles beside the one with two.
//!
//! Cost: the random QUBO of seed 1. *Rules*: its terms in three groups with a γ each; *terms*: a γ for each; *qubits*: a β for each qubit instead of one for all. p = 4. Evaluations and
//! gradients are called in turn, and the shortest of each is taken.
//!
//! `cargo bench --bench angles [-- N ...]`, by default 4, 6 … 14 and 15 to 20.

#[path = "problem/mod.rs"]
mod problem;

use ketboard_qaoa::{
    Angles, Diagonal, Evaluator, Groups, MixerAngles, MultiAngle, Precision, Real,
};
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

fn one_angle<T: Real>(n: usize, cost: &Diagonal) -> [f64; 2] {
    let (angles, mut by) = (ramp(LAYERS), Angles::default());
    let mut evaluator = Evaluator::<T>::in_precision(cost).expect("two states fit into memory");
    time(n, |gradient| {
        black_box(if gradient {
            evaluator.value_and_gradient(&angles, &mut by)
        } else {
            evaluator.value(&angles)
        });
    })
}

fn many_angles<T: Real>(groups: &Groups, mixer: MixerAngles) -> [f64; 2] {
    let (one, mut by, shape) = (ramp(LAYERS), Angles::default(), mixer.shape(groups));
    let angles = Angles {
        gammas: one.gammas.repeat(shape.groups),
        betas: one.betas.repeat(shape.mixers),
    };
    let mut ansatz = MultiAngle::<T>::in_precision(groups, mixer).expect("two states fit");
    time(groups.cost().n(), |gradient| {
        black_box(if gradient {
            ansatz.value_and_gradient(&angles, &mut by)
        } else {
            ansatz.value(&angles)
        });
    })
}

fn row<T: Real>(n: usize) {
    let mut terms = random_qubo(n, 1);
    terms.retain(|(_, c)| *c != 0.0);
    let rules: Vec<Vec<_>> = terms
        .chunks(terms.len().div_ceil(3))
        .map(<[_]>::to_vec)
        .collect();
    let each: Vec<Vec<_>> = terms.iter().map(|term| vec![*term]).collect();
    let [rules, each] = [rules, each].map(|groups| Groups::new(n, &groups).expect("a small cost"));
    let times = [
        one_angle::<T>(n, rules.cost()),
        many_angles::<T>(&rules, MixerAngles::Shared),
        many_angles::<T>(&rules, MixerAngles::EachQubit),
        many_angles::<T>(&each, MixerAngles::Shared),
        many_angles::<T>(&each, MixerAngles::EachQubit),
    ];
    let name = match T::PRECISION {
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
            row::<f64>(n);
            row::<f32>(n);
        });
    }
}
