//! How qudits mix: the Hamiltonian H of e^{−iβH}, and the start, which is its top state.
//!
//! | mixing | of | e^{−iβH} | start |
//! |---|---|---|---|
//! | X | qubits | ΣX, or Σ β_q X_q with an angle for each | u |
//! | complete | a qudit | H = d\|u⟩⟨u\| − 1, u uniform | u |
//! | toward φ | a qudit | H = d\|φ⟩⟨φ\| − 1 | φ |
//! | edges | a qudit | e^{−iβ(\|a⟩⟨b\| + \|b⟩⟨a\|)} for each edge (a, b) in turn | u |
//! | Grover | all qudits | H = \|s⟩⟨s\|, s uniform | s |
//!
//! On one-hot qubits the complete graph is Σ_{i<j} ½(XX + YY), an edge of the ring is ½(XX + YY),
//! and a qubit (d = 2) has H = X in both. A qudit of one level is left alone. (Hadfield et al.,
//! arXiv 1709.03489; Bärtschi & Eidenbenz, arXiv 2006.00354; Egger, Mareček & Woerner, arXiv
//! 2009.10095.)

use super::kernel::fiber::QuditTurn;
use super::real::Real;
use super::space::Space;
use crate::error::{Error, Result};

#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub(crate) enum QuditMixing {
    /// All pairs of levels at once, from the uniform start.
    Complete,
    /// The same with another start: a real vector φ ≥ 0 of norm 1.
    Toward(Vec<f64>),
    /// Gates on these edges between levels, in order, from the uniform start.
    Edges(Vec<[usize; 2]>),
}

#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub(crate) enum Mixing {
    /// X on each qubit, with one angle or with one for each.
    X,
    Each(Vec<QuditMixing>),
    /// A phase on the uniform state of the whole space.
    Grover,
}

/// The norm of a start may be off by this; it is made 1.
const OFF: f64 = 1e-6;

impl Mixing {
    /// Each qudit of a space by itself; qubits that all mix by X are mixed together. Fails if there
    /// is not one for each qudit, or a start is not a real vector ≥ 0 of norm 1 with a number for
    /// each level.
    pub(crate) fn each(space: &Space, mut list: Vec<QuditMixing>) -> Result<Self> {
        if list.len() != space.qudits() {
            return Err(Error::argument(
                "mixing",
                format!("{} for {} qudits", list.len(), space.qudits()),
                "say for each qudit how it mixes",
            ));
        }
        for (r, (mixing, &d)) in list.iter_mut().zip(space.dims()).enumerate() {
            match mixing {
                QuditMixing::Toward(start) => {
                    let norm = check_start(r, d, start)?;
                    start.iter_mut().for_each(|a| *a /= norm);
                }
                QuditMixing::Edges(edges) => check_edges(r, d, edges)?,
                QuditMixing::Complete => {}
            }
        }
        let is_x = |one: &QuditMixing| match one {
            QuditMixing::Complete => true,
            QuditMixing::Toward(_) => false,
            QuditMixing::Edges(edges) => matches!(edges[..], [[0, 1] | [1, 0]]),
        };
        Ok(match space.is_of_qubits() && list.iter().all(is_x) {
            true => Self::X,
            false => Self::Each(list),
        })
    }

    /// How many qudits have their −1 left out: each gives all amplitudes the phase e^{iβ}.
    pub(crate) fn phases_left_out(&self, space: &Space) -> usize {
        let Self::Each(list) = self else { return 0 };
        let counts =
            |(one, d): &(&QuditMixing, &usize)| **d > 1 && !matches!(one, QuditMixing::Edges(_));
        list.iter().zip(space.dims()).filter(counts).count()
    }
}

impl QuditMixing {
    /// What e^{−iβH} does to a qudit of d levels; none to one of a single level.
    ///
    /// > e^{−iβ(d|φ⟩⟨φ| − 1)} = e^{iβ} (1 + (e^{−iβd} − 1)|φ⟩⟨φ|)
    ///
    /// The factors e^{iβ} of all qudits are left out ([`Mixing::phases_left_out`]).
    pub(in crate::sim) fn turn<T: Real>(&self, d: usize, beta: f64) -> Option<QuditTurn<'_, T>> {
        let levels = d as f64;
        let turn = match self {
            Self::Complete => QuditTurn::Uniform {
                d,
                c: rank_one(beta * levels).map(|part| T::of(part / levels)),
            },
            Self::Toward(start) => QuditTurn::Toward {
                start,
                c: rank_one(beta * levels).map(T::of),
            },
            Self::Edges(edges) => QuditTurn::Edges {
                d,
                edges,
                gate: [libm::cos(beta), libm::sin(beta)].map(T::of),
            },
        };
        (d > 1).then_some(turn)
    }

    pub(in crate::sim) fn start<T: Real>(&self, d: usize, level: usize) -> f64 {
        match self {
            Self::Complete | Self::Edges(_) => (d as f64).sqrt().recip(),
            Self::Toward(start) => T::of(start[level]).wide(),
        }
    }
}

/// e^{−iθ} − 1 = −2 sin²(θ/2) − i sin θ.
pub(in crate::sim) fn rank_one(theta: f64) -> [f64; 2] {
    let half = libm::sin(theta / 2.0);
    [-2.0 * half * half, -libm::sin(theta)]
}

/// The edges of a path of `d` levels in the order of their gates: (0,1), (2,3), …, then (1,2),
/// (3,4), ….
pub(crate) fn path_edges(d: usize) -> Vec<[usize; 2]> {
    let from = |first: usize| (first..d.saturating_sub(1)).step_by(2).map(|a| [a, a + 1]);
    from(0).chain(from(1)).collect()
}

/// Those of a ring: of a path, then (d−1,0) where d > 2.
pub(crate) fn ring_edges(d: usize) -> Vec<[usize; 2]> {
    let closing = (d > 2).then(|| [d - 1, 0]);
    path_edges(d).into_iter().chain(closing).collect()
}

fn check_edges(qudit: usize, d: usize, edges: &[[usize; 2]]) -> Result<()> {
    let wrong = edges.iter().find(|[a, b]| a == b || *a.max(b) >= d);
    let Some(&[a, b]) = wrong else {
        return Ok(());
    };
    Err(Error::argument(
        format!("the mixer's graph on qudit {qudit}"),
        format!("an edge from level {a} to level {b}"),
        format!("join two different levels below {d}"),
    ))
}

/// The norm of a start, where it is one but for rounding.
fn check_start(qudit: usize, d: usize, start: &[f64]) -> Result<f64> {
    let norm = start.iter().map(|a| a * a).sum::<f64>().sqrt();
    let found = if start.len() != d {
        format!("{} numbers for {d} levels", start.len())
    } else if start.iter().any(|a| a.is_nan() || *a < 0.0) {
        "a number below 0".into()
    } else if (norm - 1.0).abs() <= OFF {
        return Ok(norm);
    } else {
        format!("a norm of {norm}")
    };
    Err(Error::argument(
        format!("the start of qudit {qudit}"),
        found,
        "give each level a real amplitude of at least 0, with squares that sum to 1",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_edges_of_a_ring_come_in_two_rounds_and_the_last_alone() {
        let none: [[usize; 2]; 0] = [];
        assert_eq!(ring_edges(0), none);
        assert_eq!(ring_edges(1), none);
        assert_eq!(ring_edges(2), [[0, 1]]);
        assert_eq!(ring_edges(3), [[0, 1], [1, 2], [2, 0]]);
        assert_eq!(ring_edges(4), [[0, 1], [2, 3], [1, 2], [3, 0]]);
        assert_eq!(ring_edges(5), [[0, 1], [2, 3], [1, 2], [3, 4], [4, 0]]);
    }

    #[test]
    fn a_mixing_that_does_not_fit_its_space_is_refused_with_the_reason() {
        let space = Space::new(vec![2, 3]).unwrap();
        for (starts, expected) in [
            (vec![vec![1.0, 0.0]], "1 for 2 qudits"),
            (
                vec![vec![1.0, 0.0], vec![1.0]],
                "qudit 1: 1 numbers for 3 levels",
            ),
            (
                vec![vec![1.1, 0.0], vec![1.0, 0.0, 0.0]],
                "qudit 0: a norm of 1.1",
            ),
            (
                vec![vec![-1.0, 0.0], vec![1.0, 0.0, 0.0]],
                "a number below 0",
            ),
            (
                vec![vec![f64::NAN, 0.0], vec![1.0, 0.0, 0.0]],
                "a number below 0",
            ),
        ] {
            let list = starts.into_iter().map(QuditMixing::Toward).collect();
            let text = Mixing::each(&space, list).unwrap_err().to_string();
            assert!(text.contains(expected), "{text}");
        }
        let toward = vec![vec![0.6, 0.8], vec![0.0, 0.0, 1.0]].into_iter();
        Mixing::each(&space, toward.map(QuditMixing::Toward).collect()).unwrap();
    }
}
