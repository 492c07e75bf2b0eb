//! What a layer does to each qudit, in numbers.
//!
//! > e^{−iβ(d|φ⟩⟨φ| − 1)} = e^{iβ} (1 + (e^{−iβd} − 1)|φ⟩⟨φ|)
//!
//! The factors e^{iβ} of all qudits are one, which is multiplied to the phases of the layer.

use super::mixing::{Mixing, QuditMixing};
use super::space::QuditSpace;
use crate::sim::real::Real;

/// A mixing of each qudit by itself, as the kernels read it.
#[derive(Clone, Debug)]
pub(super) struct QuditRotations<T> {
    qudits: Vec<(usize, RotationKind<T>)>,
}

#[derive(Clone, Debug)]
enum RotationKind<T> {
    Complete,
    /// A start of norm 1.
    Toward(Vec<T>),
    Edges(Vec<[usize; 2]>),
}

/// What a layer does to a qudit.
#[derive(Clone, Copy, Debug)]
pub(super) enum QuditRotation<'a, T> {
    /// Nothing.
    Still,
    /// ψ_l += c Σψ.
    Uniform { d: usize, c: [T; 2] },
    /// ψ_l += c φ_l Σφψ.
    Toward { start: &'a [T], c: [T; 2] },
    /// Gates with cos β, sin β.
    Edges {
        d: usize,
        edges: &'a [[usize; 2]],
        cosine: T,
        sine: T,
    },
}

impl<T> QuditRotation<'_, T> {
    /// What Im(s'* s) of a fiber counts for in a derivative by β.
    pub(super) fn weight(&self) -> f64 {
        match self {
            Self::Still | Self::Uniform { .. } | Self::Edges { .. } => 1.0,
            Self::Toward { start, .. } => start.len() as f64,
        }
    }
}

impl<T: Real> QuditRotations<T> {
    /// None where the mixing is the whole space's.
    pub(super) fn new(mixing: &Mixing, space: &QuditSpace) -> Option<Self> {
        let Mixing::Each(list) = mixing else {
            return None;
        };
        let kind = |(mixing, &d): (&QuditMixing, &usize)| match mixing {
            QuditMixing::Complete => (d, RotationKind::Complete),
            QuditMixing::Edges(edges) => (d, RotationKind::Edges(edges.clone())),
            QuditMixing::Toward(start) => (d, RotationKind::Toward(normal(start))),
        };
        let qudits = list.iter().zip(space.dims()).map(kind).collect();
        Some(Self { qudits })
    }

    /// What e^{−iβH} does to a qudit, but for the factor.
    pub(super) fn turn(&self, qudit: usize, beta: f64) -> QuditRotation<'_, T> {
        let (d, kind) = &self.qudits[qudit];
        let (d, levels) = (*d, *d as f64);
        if d == 1 {
            return QuditRotation::Still;
        }
        match kind {
            RotationKind::Complete => QuditRotation::Uniform {
                d,
                c: rank_one(beta * levels).map(|part| T::of(part / levels)),
            },
            RotationKind::Toward(start) => QuditRotation::Toward {
                start,
                c: rank_one(beta * levels).map(T::of),
            },
            RotationKind::Edges(edges) => QuditRotation::Edges {
                d,
                edges,
                cosine: T::of(libm::cos(beta)),
                sine: T::of(libm::sin(beta)),
            },
        }
    }

    /// The angle of the factor that the turns of a layer leave out.
    pub(super) fn angle(&self, beta: f64) -> f64 {
        let counts = |(d, kind): &&(usize, RotationKind<T>)| match kind {
            RotationKind::Complete | RotationKind::Toward(_) => *d > 1,
            RotationKind::Edges(_) => false,
        };
        beta * self.qudits.iter().filter(counts).count() as f64
    }

    /// The amplitude of a level in the start of a qudit.
    pub(super) fn start(&self, qudit: usize, level: usize) -> f64 {
        match &self.qudits[qudit] {
            (d, RotationKind::Complete | RotationKind::Edges(_)) => (*d as f64).sqrt().recip(),
            (_, RotationKind::Toward(start)) => start[level].wide(),
        }
    }
}

/// e^{−iθ} − 1 = −2 sin²(θ/2) − i sin θ.
pub(super) fn rank_one(theta: f64) -> [f64; 2] {
    let half = libm::sin(theta / 2.0);
    [-2.0 * half * half, -libm::sin(theta)]
}

fn normal<T: Real>(start: &[f64]) -> Vec<T> {
    let norm = start.iter().map(|a| a * a).sum::<f64>().sqrt();
    start.iter().map(|a| T::of(a / norm)).collect()
}
