//! The Grover mixer over the whole space: e^{−iβ|s⟩⟨s|} = 1 + (e^{−iβ} − 1)|s⟩⟨s|, s the start.
//!
//! The start is uniform, or, where the basis states are levels of a histogram with n_k of N states
//! each, √(n_k/N): all states of equal cost keep one amplitude, so that N may be 10⁴⁰ (Bärtschi &
//! Eidenbenz, arXiv 2006.00354; Headley & Wilhelm, arXiv 2202.00648). ⟨s|ψ⟩ must be known before
//! any amplitude is changed, so a pass ends with the sum, and the next one adds what it asks for:
//!
//! ```text
//! for each layer:  ψ += what the layer before asks for ; times phase ; sum
//! at last:         ψ += what the last layer asks for
//! ```

use super::diagonal::Diagonal;
use super::mixing::rank_one;
use super::piece::Parts;
use super::real::Real;

/// The amplitudes of the start on a piece.
#[derive(Clone, Copy)]
pub(in crate::sim) enum Start<'a> {
    Uniform(f64),
    Weights(&'a [f64]),
}

impl<'a> Start<'a> {
    pub(in crate::sim) fn of(cost: &'a Diagonal) -> Self {
        match cost.weights() {
            Some(weights) => Self::Weights(weights),
            None => Self::Uniform((cost.space().states() as f64).sqrt().recip()),
        }
    }

    /// ψ += s·added.
    pub(in crate::sim) fn add<T: Real>(
        self,
        [re, im]: &mut [&mut [T]; 2],
        [a, b]: [f64; 2],
        states: usize,
    ) {
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

    /// ⟨s|ψ⟩ of a piece, of one part of ψ.
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

    /// Adds ⟨s|ψ⟩ of a piece of all states to the totals.
    pub(in crate::sim) fn sum_all<T: Real, const M: usize>(
        self,
        parts: &Parts<'_, T, M>,
        totals: &mut [f64; 4],
    ) {
        for (total, part) in totals.iter_mut().zip(parts.iter().flatten()) {
            *total += self.sum(part);
        }
    }
}

/// What a mixer asks to be added along the start, from ⟨s|ψ⟩.
pub(in crate::sim) fn asked_for(beta: f64, [re, im]: [f64; 2]) -> [f64; 2] {
    let [c, s] = rank_one(beta);
    [c * re - s * im, c * im + s * re]
}
