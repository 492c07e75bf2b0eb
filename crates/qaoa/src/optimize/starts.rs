//! The starts of one depth: points in the coordinates of the search.

use super::depthwise::{DepthSearch, Task};
use super::fourier::{Waves, perturbed as perturbed_waves};
use super::random::{rng_for, symmetric, unit};
use super::{Function, Stage, Strategy};
use crate::ansatz::{AngleShape, Angles, in_shape, interpolate, interpolate_in, ramp_for};
use rand::Rng;

/// How far a random start is moved, in steps of the ramp. Up to half a step led back to the valley
/// of the interpolated one on every cost tried (to depth 4); 1.5 finds lower ones.
const WANDER: f64 = 1.5;

impl<O: Function, M: Fn() -> O + Sync> DepthSearch<'_, M> {
    /// The starts of `depth`, after the stage `before` it; sets what their coordinates mean.
    pub(super) fn starts(&mut self, depth: usize, before: Option<&Stage>) -> Vec<Vec<f64>> {
        let (task, shape) = (self.task, self.task.shape);
        let ramp = || in_shape(&ramp_for(depth, task.gamma_unit), shape);
        let first = match task.settings.strategy {
            Strategy::Ladder | Strategy::Ramp => ramp(),
            Strategy::Interp => {
                before.map_or_else(ramp, |stage| interpolate_in(&stage.angles, shape))
            }
            Strategy::Tqa => task.ramp(depth, self.time_step(depth)),
            Strategy::Transfer => transferred(depth, task),
            Strategy::MultiStart => return at_random(depth, task),
            Strategy::Fourier { terms } => {
                let (coordinates, points) = waves(depth, terms, before, &ramp(), task);
                self.waves = Some(coordinates);
                return points;
            }
        };
        let moved = (1..task.settings.starts_of_depth(depth)).map(|number| {
            let mut rng = rng_for(task.settings.seed, depth, number);
            perturbed(&first, task.gamma_unit, &mut rng)
        });
        let all = std::iter::once(first.clone()).chain(moved);
        all.map(|angles| angles.to_flat()).collect()
    }
}

/// Angles moved at random: γ by up to [`WANDER`]·Δγ of the ramp either way, β by [`WANDER`]·Δβ.
pub(super) fn perturbed(base: &Angles, gamma_unit: f64, rng: &mut impl Rng) -> Angles {
    let half = ramp_for(1, gamma_unit); // its only layer has Δγ/2 and −Δβ/2
    let mut moved = |list: &[f64], half: f64| -> Vec<f64> {
        list.iter()
            .map(|angle| angle + 2.0 * half * WANDER * symmetric(rng))
            .collect()
    };
    Angles {
        gammas: moved(&base.gammas, half.gammas[0]),
        betas: moved(&base.betas, half.betas[0]),
    }
}

/// Random angles up to twice the steps of the ramp: γ in [0, 2Δγ), β in (−2Δβ, 0] = (−π/2, 0].
fn at_random(depth: usize, task: &Task) -> Vec<Vec<f64>> {
    let half = ramp_for(1, task.gamma_unit);
    let AngleShape { groups, mixers } = task.shape;
    let point = |number| -> Vec<f64> {
        let mut rng = rng_for(task.settings.seed, depth, number);
        let gammas = std::iter::repeat_n(4.0 * half.gammas[0], groups * depth);
        let edges = gammas.chain(std::iter::repeat_n(4.0 * half.betas[0], mixers * depth));
        edges.map(|edge| edge * unit(&mut rng)).collect()
    };
    let numbers = 0..task.settings.starts_of_depth(depth);
    numbers.map(point).collect()
}

fn transferred(depth: usize, task: &Task) -> Angles {
    let known = task.settings.transfer;
    let nearest = known[depth.clamp(1, known.len()) - 1].clone();
    let mut angles = (nearest.depth()..depth).fold(nearest, |angles, _| interpolate(&angles));
    let gammas = angles.gammas.iter_mut();
    gammas.for_each(|gamma| *gamma *= task.gamma_unit);
    in_shape(&angles, task.shape)
}

/// The waves of the depth before (at depth 1 of the ramp), and perturbed amplitudes.
fn waves(
    depth: usize,
    terms: Option<usize>,
    before: Option<&Stage>,
    ramp: &Angles,
    task: &Task,
) -> (Waves, Vec<Vec<f64>>) {
    let of_depth = |depth| Waves {
        depth,
        terms: terms.map_or(depth, |terms| terms.min(depth)),
        shape: task.shape,
    };
    let waves = of_depth(depth);
    let first = match before {
        None => waves.amplitudes(&ramp.to_flat()),
        Some(stage) => {
            let earlier = of_depth(stage.depth);
            waves.extended(&earlier, &earlier.amplitudes(&stage.angles.to_flat()))
        }
    };
    let moved = |number| {
        let mut rng = rng_for(task.settings.seed, depth, number);
        perturbed_waves(&first, &mut rng)
    };
    let moved = (1..task.settings.starts_of_depth(depth)).map(moved);
    (waves, std::iter::once(first.clone()).chain(moved).collect())
}
