//! A simulator of qudits so plain that it is unlikely to be wrong: the judge of the fast one.
//!
//! Energies are looked up table by table for each state, H of a qudit is a matrix, e^{−iβH} its
//! Taylor series, and every derivative a whole simulation. It is slow and is not meant for anything
//! but comparison.

use super::mixing::{Mixing, QuditMixing};
use super::space::Space;
use super::tables::Table;
use num_complex::Complex64;

/// A square matrix, row by row.
pub(crate) type Matrix = Vec<Vec<Complex64>>;

/// E of all states: the sum of each table's value.
pub(crate) fn energies(space: &Space, tables: &[Table]) -> Vec<f64> {
    let value = |levels: &[usize], (qudits, values): &Table| {
        let (mut at, mut stride) = (0, 1);
        for &r in qudits {
            at += levels[r] * stride;
            stride *= space.dims()[r];
        }
        values[at]
    };
    let energy = |x: usize| {
        let levels = space.levels(x);
        tables.iter().map(|table| value(&levels, table)).sum()
    };
    (0..space.states()).map(energy).collect()
}

/// The start: ⊗φ_r, uniform unless the mixing says otherwise.
pub(crate) fn start(space: &Space, mixing: &Mixing) -> Vec<Complex64> {
    let factor = |r: usize, level: usize| match mixing {
        Mixing::Each(list) => match &list[r] {
            QuditMixing::Toward(start) => start[level],
            QuditMixing::Complete | QuditMixing::Edges(_) => 1.0 / (space.dims()[r] as f64).sqrt(),
        },
        Mixing::X | Mixing::Grover => 1.0 / (space.dims()[r] as f64).sqrt(),
    };
    let amplitude = |x: usize| -> f64 {
        let factors = (0..space.qudits()).map(|r| factor(r, space.level(x, r)));
        factors.product()
    };
    (0..space.states())
        .map(|x| Complex64::from(amplitude(x)))
        .collect()
}

/// The Hamiltonians whose exponentials are applied one after another in a layer, each with the
/// qudit it acts on (none: the whole space).
pub(crate) fn hamiltonians(space: &Space, mixing: &Mixing) -> Vec<(Option<usize>, Matrix)> {
    let list = match mixing {
        Mixing::Each(list) => list.clone(),
        Mixing::X => vec![QuditMixing::Complete; space.qudits()],
        Mixing::Grover => {
            return vec![(None, projector(&vec![1.0; space.states()], 1.0, 0.0))];
        }
    };
    let mut all = Vec::new();
    for (r, (mixing, &d)) in list.into_iter().zip(space.dims()).enumerate() {
        match mixing {
            QuditMixing::Complete => all.push((Some(r), projector(&vec![1.0; d], d as f64, 1.0))),
            QuditMixing::Toward(start) => all.push((Some(r), projector(&start, d as f64, 1.0))),
            QuditMixing::Edges(edges) => {
                for [a, b] in edges {
                    let mut matrix = vec![vec![Complex64::ZERO; d]; d];
                    matrix[a][b] = Complex64::ONE;
                    matrix[b][a] = Complex64::ONE;
                    all.push((Some(r), matrix));
                }
            }
        }
    }
    all
}

/// `scale`·|φ⟩⟨φ|/⟨φ|φ⟩ − `shift`.
fn projector(phi: &[f64], scale: f64, shift: f64) -> Matrix {
    let squared: f64 = phi.iter().map(|a| a * a).sum();
    let entry = |i: usize, j: usize| {
        let diagonal = if i == j { shift } else { 0.0 };
        Complex64::from(scale * phi[i] * phi[j] / squared - diagonal)
    };
    (0..phi.len())
        .map(|i| (0..phi.len()).map(|j| entry(i, j)).collect())
        .collect()
}

/// A matrix over the levels of a qudit (none: over all states) times the state.
pub(crate) fn apply(
    space: &Space,
    qudit: Option<usize>,
    matrix: &Matrix,
    state: &[Complex64],
) -> Vec<Complex64> {
    let stride = qudit.map_or(1, |r| space.below(r));
    let level = |x: usize| qudit.map_or(x, |r| space.level(x, r));
    let amplitude = |x: usize| {
        let zero = x - level(x) * stride;
        let row = matrix[level(x)].iter().enumerate();
        row.map(|(l, entry)| entry * state[zero + l * stride]).sum()
    };
    (0..space.states()).map(amplitude).collect()
}

/// e^{−iβH} by squaring: the Taylor series of a small part of the exponent, squared again and
/// again.
pub(crate) fn exponential(matrix: &Matrix, beta: f64) -> Matrix {
    let d = matrix.len();
    let largest = matrix
        .iter()
        .map(|row| row.iter().map(|h| h.norm()).sum::<f64>());
    let size = largest.fold(0.0, f64::max) * beta.abs();
    let halvings = size.max(1.0).log2().ceil() as i32 + 4;
    let factor = Complex64::new(0.0, -beta * 0.5_f64.powi(halvings));
    let step: Matrix = matrix
        .iter()
        .map(|row| row.iter().map(|h| h * factor).collect())
        .collect();
    let one = |i: usize, j: usize| Complex64::from(f64::from(u8::from(i == j)));
    let identity: Matrix = (0..d)
        .map(|i| (0..d).map(|j| one(i, j)).collect())
        .collect();
    let (mut sum, mut term) = (identity.clone(), identity);
    for k in 1..16 {
        term = product(&term, &step);
        for (row, other) in term.iter_mut().zip(sum.iter_mut()) {
            for (t, s) in row.iter_mut().zip(other) {
                *t /= f64::from(k);
                *s += *t;
            }
        }
    }
    (0..halvings).fold(sum, |matrix, _| product(&matrix, &matrix))
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let d = a.len();
    let entry = |i: usize, j: usize| (0..d).map(|k| a[i][k] * b[k][j]).sum();
    (0..d)
        .map(|i| (0..d).map(|j| entry(i, j)).collect())
        .collect()
}

/// e^{−iγC}: amplitude x times e^{−iγE(x)}.
pub(crate) fn phase(state: &mut [Complex64], energies: &[f64], gamma: f64) {
    for (amplitude, energy) in state.iter_mut().zip(energies) {
        *amplitude *= Complex64::cis(-gamma * energy);
    }
}

/// The state of the layers (γ, β), first layer first.
pub(crate) fn state(
    space: &Space,
    energies: &[f64],
    mixing: &Mixing,
    layers: &[(f64, f64)],
) -> Vec<Complex64> {
    let with = |&(gamma, beta): &(f64, f64)| (gamma, turns(space, mixing, beta));
    let layers: Vec<_> = layers.iter().map(with).collect();
    simulate(space, energies, start(space, mixing), &layers, None)
}

/// What an exponential of a layer is differentiated by.
#[derive(Clone, Copy, PartialEq)]
enum BlockPlace {
    Phase(usize),
    Turn(usize, usize),
}

/// The exponentials of a layer: the qudit each acts on, its Hamiltonian, and e^{−iβH}.
type LayerRotations = Vec<(Option<usize>, Matrix, Matrix)>;

fn turns(space: &Space, mixing: &Mixing, beta: f64) -> LayerRotations {
    let all = hamiltonians(space, mixing).into_iter();
    let with = |(qudit, h): (Option<usize>, Matrix)| {
        let exponential = exponential(&h, beta);
        (qudit, h, exponential)
    };
    all.map(with).collect()
}

/// The state, or what the product rule makes of it at one place: there −iC or −iH stands behind the
/// exponential.
fn simulate(
    space: &Space,
    energies: &[f64],
    start: Vec<Complex64>,
    layers: &[(f64, LayerRotations)],
    place: Option<BlockPlace>,
) -> Vec<Complex64> {
    let minus_i = Complex64::new(0.0, -1.0);
    let mut state = start;
    for (k, (gamma, turns)) in layers.iter().enumerate() {
        phase(&mut state, energies, *gamma);
        if place == Some(BlockPlace::Phase(k)) {
            let factors = energies.iter().map(|e| minus_i * e);
            state.iter_mut().zip(factors).for_each(|(a, f)| *a *= f);
        }
        for (i, (qudit, h, exponential)) in turns.iter().enumerate() {
            state = apply(space, *qudit, exponential, &state);
            if place == Some(BlockPlace::Turn(k, i)) {
                state = apply(space, *qudit, h, &state);
                state.iter_mut().for_each(|a| *a *= minus_i);
            }
        }
    }
    state
}

/// ⟨C⟩ = Σ E |ψ|².
pub(crate) fn expectation(state: &[Complex64], energies: &[f64]) -> f64 {
    state
        .iter()
        .zip(energies)
        .map(|(a, e)| a.norm_sqr() * e)
        .sum()
}

/// The derivatives of ⟨C⟩ by each (γ, β), from the product rule: 2 Re⟨ψ|C|∂ψ⟩, with one simulation
/// for each exponential.
pub(crate) fn gradient(
    space: &Space,
    energies: &[f64],
    mixing: &Mixing,
    layers: &[(f64, f64)],
) -> Vec<(f64, f64)> {
    let with = |&(gamma, beta): &(f64, f64)| (gamma, turns(space, mixing, beta));
    let layers: Vec<_> = layers.iter().map(with).collect();
    let run = |place| simulate(space, energies, start(space, mixing), &layers, place);
    let last = run(None);
    let at = |place: BlockPlace| -> f64 {
        let changed = run(Some(place));
        let pairs = last.iter().zip(&changed).zip(energies);
        2.0 * pairs.map(|((a, d), e)| (a.conj() * d).re * e).sum::<f64>()
    };
    let derivatives = |k: usize| {
        let by_beta = (0..layers[k].1.len())
            .map(|i| at(BlockPlace::Turn(k, i)))
            .sum();
        (at(BlockPlace::Phase(k)), by_beta)
    };
    (0..layers.len()).map(derivatives).collect()
}
