//! The search for angles: the ansatz's expectation as the optimizer's objective, depth by depth.

use crate::error::Result;
use crate::optimize::{Objective, Order, Progress, Settings, Stage, depth_by_depth};
use crate::qaoa::{Angles, Evaluator, Spread};
use crate::sim::Diagonal;

/// Up to this many qubits an evaluation gains little from being shared among threads, and its states are small: starts run side
/// by side instead.
const SIDE_BY_SIDE: usize = 18;

/// How angles are found and the state is sampled.
#[derive(Clone, Copy, Debug)]
pub struct SearchPlan {
    /// The optimizer's settings, depth and seed included.
    pub settings: Settings,
    /// Number of samples.
    pub shots: u64,
    /// Seed of the samples.
    pub seed: u64,
}

/// The best angles at every depth from 1 to the plan's; none where no qubit is left.
///
/// # Errors
/// If the evaluator's two states do not fit into memory.
pub fn find_angles(
    diagonal: &Diagonal,
    plan: &SearchPlan,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Vec<Stage>> {
    if diagonal.n() == 0 || plan.settings.depth == 0 {
        return Ok(Vec::new());
    }
    crate::sim::check_memory(diagonal.n(), crate::sim::Purpose::Gradient)?;
    let order = if diagonal.n() <= SIDE_BY_SIDE {
        Order::SideBySide
    } else {
        Order::InTurn
    };
    let settings = Settings {
        order,
        ..plan.settings
    };
    let spread = Spread {
        standard_deviation: diagonal.standard_deviation(),
        qubits: diagonal.n(),
    };
    depth_by_depth(|| Expectation::new(diagonal), &settings, spread, progress)
}

/// ⟨C⟩ of the ansatz as a function of the flat angles, gammas first.
struct Expectation<'a> {
    evaluator: Evaluator<'a>,
    derivatives: Angles,
}

impl<'a> Expectation<'a> {
    fn new(diagonal: &'a Diagonal) -> Self {
        let evaluator = Evaluator::new(diagonal).expect("its memory was checked before the search");
        Self {
            evaluator,
            derivatives: Angles::default(),
        }
    }
}

impl Objective for Expectation<'_> {
    fn value(&mut self, x: &[f64]) -> f64 {
        self.evaluator.value(&Angles::from_flat(x))
    }

    fn value_and_gradient(&mut self, x: &[f64], gradient: &mut [f64]) -> f64 {
        let value = self
            .evaluator
            .value_and_gradient(&Angles::from_flat(x), &mut self.derivatives);
        let (gammas, betas) = gradient.split_at_mut(x.len() / 2);
        gammas.copy_from_slice(&self.derivatives.gammas);
        betas.copy_from_slice(&self.derivatives.betas);
        value
    }
}
