//! QAOA on registers by its formula: the product state of all levels, mixers by the power series of
//! e^{−iβH}, no gate anywhere.

use crate::circuit::{Qudit, RegisterAnsatz};
use ketboard_qaoa::{Angles, mixers::MixerName};
use num_complex::Complex64;

type CostTerms = [(Vec<usize>, f64)];

/// The amplitudes over all levels of all registers, the first register fastest, without global
/// phases left out.
pub(crate) fn on_levels(
    registers: &[Qudit],
    mixer: MixerName,
    terms: &CostTerms,
    angles: &Angles,
) -> Vec<Complex64> {
    let dims: Vec<usize> = registers.iter().map(Qudit::levels).collect();
    let starts: Vec<Vec<f64>> = registers.iter().map(start).collect();
    let states: usize = dims.iter().product();
    let whole_start: Vec<f64> = (0..states)
        .map(|s| {
            levels(s, &dims)
                .iter()
                .zip(&starts)
                .map(|(&l, u)| u[l])
                .product()
        })
        .collect();
    let mut psi: Vec<Complex64> = whole_start.iter().map(|&a| a.into()).collect();
    for (gamma, beta) in angles.layers() {
        for (s, a) in psi.iter_mut().enumerate() {
            *a *= Complex64::cis(-gamma * energy(terms, basis_state(registers, &levels(s, &dims))));
        }
        if mixer == MixerName::GROVER {
            let overlap = |v: &[Complex64]| -> Complex64 {
                v.iter().zip(&whole_start).map(|(a, s)| a * s).sum()
            };
            psi = evolved(psi, beta, 1.0, |v| {
                let c = overlap(v);
                whole_start.iter().map(|s| c * s).collect()
            });
            continue;
        }
        for r in 0..dims.len() {
            for h in hamiltonians(&registers[r], mixer) {
                let size = 2.0 * dims[r] as f64;
                psi = evolved(psi, beta, size, |v| along(&h, v, &dims, r));
            }
        }
    }
    psi
}

/// The start of one register by level.
fn start(register: &Qudit) -> Vec<f64> {
    match register {
        Qudit::Qubit {
            warm: Some(theta), ..
        } => vec![(theta / 2.0).cos(), (theta / 2.0).sin()],
        Qudit::OneHot { .. } | Qudit::Lines { .. } | Qudit::Qubit { .. } => {
            let d = register.levels();
            vec![(d as f64).sqrt().recip(); d]
        }
    }
}

/// The matrices whose exponentials follow each other in a register's mixer.
fn hamiltonians(register: &Qudit, mixer: MixerName) -> Vec<Vec<Vec<f64>>> {
    let d = register.levels();
    let pairs = |edges: &[(usize, usize)]| {
        let mut h = vec![vec![0.0; d]; d];
        for &(i, j) in edges {
            h[i][j] += 1.0;
            h[j][i] += 1.0;
        }
        h
    };
    match register {
        Qudit::Qubit { warm: Some(_), .. } => {
            let phi = start(register);
            let entry = |i: usize, j: usize| 2.0 * phi[i] * phi[j] - f64::from(u8::from(i == j));
            vec![
                (0..2)
                    .map(|i| (0..2).map(|j| entry(i, j)).collect())
                    .collect(),
            ]
        }
        Qudit::OneHot { .. } if [MixerName::XY_RING, MixerName::XY_PATH].contains(&mixer) => {
            let even = (0..d).step_by(2).map(|i| (i, i + 1));
            let odd = (1..d).step_by(2).map(|i| (i, i + 1));
            let mut edges: Vec<_> = even.chain(odd).filter(|&(_, j)| j < d).collect();
            if d > 2 && mixer == MixerName::XY_RING {
                edges.push((d - 1, 0));
            }
            edges.iter().map(|&edge| pairs(&[edge])).collect()
        }
        Qudit::OneHot { .. } | Qudit::Lines { .. } | Qudit::Qubit { .. } => {
            let all = (0..d).flat_map(|j| (0..j).map(move |i| (i, j)));
            vec![pairs(&all.collect::<Vec<_>>())]
        }
    }
}

/// `h` applied to register r.
fn along(h: &[Vec<f64>], v: &[Complex64], dims: &[usize], r: usize) -> Vec<Complex64> {
    let stride: usize = dims[..r].iter().product();
    let row = |s: usize| {
        let level = s / stride % dims[r];
        let first = s - level * stride;
        (0..dims[r])
            .map(|j| v[first + j * stride] * h[level][j])
            .sum()
    };
    (0..v.len()).map(row).collect()
}

/// e^{−iβH} v for an H of norm at most `size`: steps of a power series each.
fn evolved(
    mut v: Vec<Complex64>,
    beta: f64,
    size: f64,
    h: impl Fn(&[Complex64]) -> Vec<Complex64>,
) -> Vec<Complex64> {
    let steps = (beta.abs() * size).ceil().max(1.0);
    for _ in 0..steps as usize {
        let mut power = v.clone();
        for k in 1..25 {
            let factor = Complex64::new(0.0, -beta / steps / f64::from(k));
            power = h(&power).iter().map(|a| a * factor).collect();
            v.iter_mut().zip(&power).for_each(|(a, p)| *a += p);
        }
    }
    v
}

/// The level of each register, the first fastest.
pub(crate) fn levels(mut state: usize, dims: &[usize]) -> Vec<usize> {
    let mut digit = |d: &usize| {
        let level = state % d;
        state /= d;
        level
    };
    dims.iter().map(&mut digit).collect()
}

/// The qubits of a register that are 1 at a level.
fn ones(register: &Qudit, level: usize) -> Vec<usize> {
    match register {
        Qudit::OneHot { qubits } => vec![qubits[level]],
        Qudit::Lines { qubits, levels } => {
            let is_one = |i: usize| levels[level] >> i & 1 == 1;
            let places = qubits.iter().enumerate().filter(|(i, _)| is_one(*i));
            places.map(|(_, &q)| q).collect()
        }
        Qudit::Qubit { qubit, .. } => (0..level).map(|_| *qubit).collect(),
    }
}

/// The basis index of all qubits.
pub(crate) fn basis_state(registers: &[Qudit], levels: &[usize]) -> usize {
    let ones = registers.iter().zip(levels).map(|(r, &l)| ones(r, l));
    ones.flatten().map(|q| 1 << q).sum()
}

/// Σ c Π z at a basis state.
pub(crate) fn energy(terms: &CostTerms, state: usize) -> f64 {
    let spin = |q: &usize| 1.0 - 2.0 * (state >> q & 1) as f64;
    let products = terms
        .iter()
        .map(|(set, c)| c * set.iter().map(spin).product::<f64>());
    products.sum()
}

/// The phase that circuits leave out: e^{iβ} for each complete mixer but a qubit's, e^{−iγ const}
/// of the cost on the levels.
pub(crate) fn left_out(
    ansatz: &RegisterAnsatz,
    mixer: MixerName,
    terms: &CostTerms,
    angles: &Angles,
) -> Complex64 {
    let cost = ansatz.cost(terms).unwrap();
    let constant: f64 = cost.iter().filter(|t| t.0.is_empty()).map(|t| t.1).sum();
    let rank_one = |r: &&Qudit| !matches!(r, Qudit::Qubit { .. }) && r.levels() > 1;
    let complete = match mixer == MixerName::XY_COMPLETE {
        true => ansatz.registers().iter().filter(rank_one).count(),
        false => 0,
    };
    let (gammas, betas) = (angles.gammas.iter(), angles.betas.iter());
    let phase = complete as f64 * betas.sum::<f64>() - constant * gammas.sum::<f64>();
    // the Grover mixer of a single state is a phase alone
    let single = mixer == MixerName::GROVER && ansatz.registers().iter().all(|r| r.levels() == 1);
    let single: f64 = if single {
        angles.betas.iter().sum()
    } else {
        0.0
    };
    Complex64::cis(phase - single)
}
