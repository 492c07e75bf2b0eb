//! The Grover mixer over the whole space: e^{−iβ|s⟩⟨s|} = 1 + (e^{−iβ} − 1)|s⟩⟨s|, s the start.
//!
//! The start is uniform, or, where the basis states are levels of a histogram with n_k of N states
//! each, √(n_k/N): all states of equal cost keep one amplitude, so that N may be 10⁴⁰ (Bärtschi &
//! Eidenbenz, arXiv 2006.00354; Headley & Wilhelm, arXiv 2202.00648).
//!
//! ⟨s|ψ⟩ must be known before any amplitude is changed. So a pass ends with the sum, and what it
//! asks to be added is added by the next one:
//!
//! ```text
//! for each layer:  ψ += what the layer before asks for ; times phase ; sum
//! at last:         ψ += what the last layer asks for
//! ```

use super::circuit::{Circuit, Derivative, ImageStart, stops};
use super::kernel::line::{self, Lines, Overlapped};
use super::kernel::observe::{observe, weigh};
use super::mixing::rank_one;
use super::phases::{PhaseSource, scale_of};
use super::piece::{Parts, Piece, Room, again};
use super::real::Real;
use super::sums::Sums;
use super::sweep::Use;
use super::vector::Vector;

/// The amplitudes of the start on a piece.
#[derive(Clone, Copy)]
enum Start<'a> {
    Uniform(f64),
    Weights(&'a [f64]),
}

impl<'a> Start<'a> {
    fn of(circuit: &Circuit<'a>, states: usize) -> Self {
        match circuit.cost.weights() {
            Some(weights) => Self::Weights(weights),
            None => Self::Uniform((states as f64).sqrt().recip()),
        }
    }

    /// ψ += s·added.
    fn add<T: Real>(self, [re, im]: &mut [&mut [T]; 2], [a, b]: [f64; 2], states: usize) {
        match self {
            Self::Uniform(s) => {
                let (a, b) = (T::of(s * a), T::of(s * b));
                re[..states].iter_mut().for_each(|x| *x += a);
                im[..states].iter_mut().for_each(|x| *x += b);
            }
            Self::Weights(weights) => {
                for ((re, im), s) in re.iter_mut().zip(im.iter_mut()).zip(weights) {
                    (*re, *im) = (T::of(re.wide() + s * a), T::of(im.wide() + s * b));
                }
            }
        }
    }

    /// Adds ⟨s|ψ⟩ of a piece.
    fn sum<T: Real>(self, part: &[T]) -> f64 {
        match self {
            Self::Uniform(s) => {
                let mut sums = [0.0; 8];
                for chunk in part.chunks(8) {
                    for (sum, number) in sums.iter_mut().zip(chunk) {
                        *sum += number.wide();
                    }
                }
                s * sums.iter().sum::<f64>()
            }
            Self::Weights(weights) => {
                let pairs = part.iter().zip(weights);
                pairs.map(|(number, s)| s * number.wide()).sum()
            }
        }
    }

    fn sum_all<T: Real, const M: usize>(self, parts: &Parts<'_, T, M>, totals: &mut [f64; 4]) {
        for (total, part) in totals.iter_mut().zip(parts.iter().flatten()) {
            *total += self.sum(part);
        }
    }
}

/// What a mixer asks to be added along the start, from ⟨s|ψ⟩.
fn asked_for(beta: f64, [re, im]: [f64; 2]) -> [f64; 2] {
    let [c, s] = rank_one(beta);
    [c * re - s * im, c * im + s * re]
}

/// [`super::circuit::run`] with this mixer.
pub(in crate::sim) fn run<T: Real>(
    vector: &mut Vector<T>,
    circuit: &Circuit<'_>,
    value: bool,
) -> f64 {
    let (cost, states, depth) = (circuit.cost, vector.space().states(), circuit.depth());
    let (start, with) = (Start::of(circuit, states), vector.cut().instructions);
    let mut table = std::mem::take(vector.table());
    table.take_energies(cost);
    let mut sums = Sums::default();
    let mut watched = circuit.watch.over(states);
    for pass in 0..=depth {
        if stops(vector, &mut watched) {
            sums.value = f64::NAN;
            break;
        }
        let layer = (pass < depth).then_some(pass);
        let observed = layer.is_none() && value;
        let added = (pass > 0)
            .then(|| asked_for(circuit.betas[pass - 1], [sums.totals[0], sums.totals[1]]));
        circuit.make_table(&mut table, layer, 1.0, with);
        let keep = Use {
            read: [pass > 0],
            write: !observed,
            numbers: layer.is_some() || observed,
            sums: layer.is_some() || observed,
        };
        let (ground, parts) = vector.ground(cost);
        sums = ground.sweep(
            0,
            [parts],
            keep,
            |mut piece: Piece<'_, T, 1>, room, sums| {
                let len = piece.place.len();
                if pass == 0 {
                    piece.states[0]
                        .iter_mut()
                        .for_each(|part| part.fill(T::ZERO));
                    start.add(&mut piece.states[0], [1.0, 0.0], len);
                }
                if let Some(added) = added {
                    start.add(&mut piece.states[0], added, len);
                }
                let Room {
                    energies, product, ..
                } = room;
                let of = (layer, 1.0);
                let phases =
                    circuit.phases(of, observed, &piece, &table, (energies, product), with);
                if layer.is_some() {
                    multiply(
                        with,
                        again(&mut piece.states),
                        phases,
                        Overlapped::Nothing,
                        sums,
                    );
                    start.sum_all(&piece.states, &mut sums.totals);
                }
                if observed {
                    let [re, im] = &piece.states[0];
                    sums.value += observe(with, [re, im], phases, scale_of(cost));
                }
            },
        );
    }
    *vector.table() = table;
    sums.value
}

fn multiply<T: Real, const M: usize>(
    with: super::instructions::Instructions,
    parts: Parts<'_, T, M>,
    phases: PhaseSource<'_, T>,
    overlapped: Overlapped<'_, T>,
    sums: &mut Sums,
) {
    let lines = Lines {
        parts,
        turns: [None, None],
        phases,
        from: 0,
        transposed: None,
        overlapped,
    };
    line::work(with, lines, sums);
}

/// [`super::circuit::undo`] with this mixer.
pub(in crate::sim) fn undo<T: Real>(
    [vector, image]: [&mut Vector<T>; 2],
    circuit: &Circuit<'_>,
    begin: ImageStart,
) -> (f64, Vec<Derivative>) {
    let (cost, states, depth) = (circuit.cost, vector.space().states(), circuit.depth());
    let (start, with) = (Start::of(circuit, states), vector.cut().instructions);
    let mut table = std::mem::take(vector.table());
    table.take_energies(cost);
    let (mut value, mut totals, mut found) = (0.0, [0.0; 4], Vec::with_capacity(depth));
    // pass k undoes layer k, whose sums the pass before has made
    let mut watched = circuit.watch.over(states);
    for pass in (0..=depth).rev() {
        if stops(vector, &mut watched) {
            value = f64::NAN;
            break;
        }
        let layer = (pass < depth).then_some(pass);
        let added = layer.map(|k| {
            let [a, b, c, d] = totals;
            [[a, b], [c, d]].map(|sum| asked_for(-circuit.betas[k], sum))
        });
        let beta = 2.0 * (totals[2] * totals[1] - totals[3] * totals[0]);
        let of_cost = layer.is_none() && begin == ImageStart::Cost;
        circuit.make_table(&mut table, layer, -1.0, with);
        let keep = Use {
            read: [true, !of_cost],
            write: pass > 0,
            numbers: true,
            sums: true,
        };
        let (ground, parts) = vector.ground(cost);
        let parts = [parts, image.parts()];
        let sums = ground.sweep(0, parts, keep, |mut piece: Piece<'_, T, 2>, room, sums| {
            let Room {
                energies, product, ..
            } = room;
            let of = (layer, -1.0);
            let phases = circuit.phases(of, true, &piece, &table, (energies, product), with);
            if of_cost {
                sums.value += weigh(with, again(&mut piece.states), phases, 0, scale_of(cost));
            }
            if let Some(added) = added {
                for (state, added) in piece.states.iter_mut().zip(added) {
                    start.add(state, added, piece.place.len());
                }
                multiply(
                    with,
                    again(&mut piece.states),
                    phases,
                    Overlapped::Cost,
                    sums,
                );
            }
            start.sum_all(&piece.states, &mut sums.totals);
        });
        value += sums.value;
        totals = sums.totals;
        if let Some(layer) = layer {
            found.push(Derivative {
                layer,
                beta,
                qubits: Vec::new(),
                gamma: 2.0 * scale_of(cost) * sums.cost,
                terms: Vec::new(),
            });
        }
    }
    *vector.table() = table;
    (value, found)
}
