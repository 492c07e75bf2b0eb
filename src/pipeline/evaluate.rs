//! QAOA at given angles: where a run takes its angles from, and the numbers after each layer.

use super::metrics::first_layers;
use super::{Metrics, Truth, measure};
use crate::error::Result;
use ketboard_qaoa::{Angles, Ansatz, Callback, Stage};

/// Where the angles of a run come from.
pub(super) enum AngleSource<'a> {
    /// A search, which the callback may stop.
    Search(Callback<'a>),
    /// Whoever asks for the run, and for the numbers after each so many layers.
    Given(&'a Angles, usize),
}

/// The numbers of the states after 0, s, 2s, …, p layers of the circuit at `angles`, where s is
/// `step`. Each of them is simulated from the start.
///
/// # Errors
/// If a state does not fit into memory, or the angles do not fit the ansatz.
pub(super) fn layer_metrics(
    ansatz: &Ansatz,
    truth: &Truth,
    angles: &Angles,
    step: usize,
) -> Result<Vec<Metrics>> {
    let shape = ansatz.shape();
    let (gammas, betas) = (angles.gammas.clone(), angles.betas.clone());
    let angles = &Angles::new_in(gammas, betas, shape)?;
    let depth = angles.depth_in(shape);
    let after = |layers| {
        let cut = first_layers(angles, depth, layers);
        Ok(measure(ansatz, truth, &cut)?.0)
    };
    let before = (0..depth).step_by(step);
    before.chain([depth]).map(after).collect()
}

/// The one stage of a run at given angles: nothing was searched, so it took no evaluation. None
/// where the circuit has no layer.
pub(super) fn stages(ansatz: &Ansatz, angles: &Angles, layers: &[Metrics]) -> Vec<Stage> {
    let depth = angles.depth_in(ansatz.shape());
    let last = layers.last().filter(|_| depth > 0);
    let stage = |metrics: &Metrics| Stage::known(depth, angles.clone(), metrics.expectation, 0);
    last.map(stage).into_iter().collect()
}
