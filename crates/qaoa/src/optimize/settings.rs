//! How the angles of an ansatz are searched for: what is minimized, by which optimizer, from which
//! starts, and for how long.

use super::{Budget, Effort, OPTIMIZERS, Optimizer, Strategy};
use crate::ansatz::{Angles, Objective};
use crate::error::{Error, Result};

/// How the angles are searched for. The precision is that of the ansatz
/// ([`Ansatz::with_precision`](crate::Ansatz::with_precision)).
#[derive(Clone, Copy, Debug)]
pub struct SearchSettings {
    /// The last depth p; 0 gives no stage.
    pub depth: usize,
    /// How much the strategy `ladder` looks for other valleys.
    pub effort: Effort,
    /// Starts at each depth of every other strategy, at least 1 (0 means 1).
    pub starts: usize,
    /// Seed of the random perturbations, and of the shots of an objective.
    pub seed: u64,
    /// What optimizes each start.
    pub optimizer: &'static Optimizer,
    /// Steps of the optimizer from each start; 0 measures the start and nothing else.
    pub iterations: u64,
    /// The most evaluations from each start; the start is always measured (0 means 1).
    pub evaluations: u64,
    /// A search has converged when its values differ by less than this, ⟨C⟩ and CVaR in units of
    /// the spread σ(C), so that no constant or factor of the cost changes a search: what a step of
    /// `lbfgs` promises to gain, the standard deviation over the simplex of `nelder-mead`, ten
    /// steps in a row of `spsa`; `cobyla` goes down to a simplex of its square root.
    pub tolerance: f64,
    /// Where the starts of each depth begin.
    pub strategy: Strategy,
    /// The angles of depths 1, 2, … from which [`Strategy::Transfer`] begins: γ in units of
    /// [`Ansatz::gamma_unit`](crate::Ansatz::gamma_unit), β in radians under ΣX and else in units
    /// of the mixer. Deeper ones are interpolated from the last.
    pub transfer: &'static [Angles],
    /// What is minimized over the angles.
    pub objective: Objective,
    /// From how many shots the objective is estimated at each point; exactly where there is none.
    pub objective_shots: Option<u64>,
}

/// The least tolerance of [`Effort::Quick`].
const HASTY: f64 = 1e-5;

impl Default for SearchSettings {
    /// Depth 4, four starts a depth of up to 200 steps and 2000 evaluations, and seed 0.
    fn default() -> Self {
        Self {
            depth: 4,
            effort: Effort::Default,
            starts: 4,
            seed: 0,
            optimizer: &OPTIMIZERS[0],
            iterations: 200,
            evaluations: 2000,
            tolerance: 1e-7,
            strategy: Strategy::Ladder,
            transfer: &[],
            objective: Objective::Expectation,
            objective_shots: None,
        }
    }
}

impl SearchSettings {
    /// Succeeds if the settings go together. Fails if the optimizer asks for gradients, which shots
    /// do not have, or the strategy for angles to transfer that are not given.
    pub fn check(&self) -> Result<()> {
        if self.objective_shots.is_some() {
            self.check_without_gradient("with `objective_shots`", "a sample")?;
        }
        if self.strategy == Strategy::Transfer && self.transfer.is_empty() {
            let found = "transfer, without angles to begin from";
            let remedy =
                "give the angles of depths 1, 2, … that were learned on another cost, or use ramp";
            return Err(Error::setting("strategy", found, remedy));
        }
        Ok(())
    }

    pub(super) fn check_without_gradient(&self, place: &str, what: &str) -> Result<()> {
        if !self.optimizer.uses_gradient {
            return Ok(());
        }
        let name = self.optimizer.name;
        let found = format!("{name} {place}: it needs gradients, and {what} has none");
        let others = OPTIMIZERS.iter().filter(|o| !o.uses_gradient);
        let names: Vec<_> = others.map(|o| o.name).collect();
        let remedy = format!("use {}", names.join(" or "));
        Err(Error::setting("optimizer", found, remedy))
    }

    pub(super) fn budget(&self) -> Budget {
        Budget {
            iterations: self.iterations,
            evaluations: self.evaluations,
            tolerance: match self.effort {
                Effort::Quick => self.tolerance.max(HASTY),
                Effort::Default | Effort::Thorough => self.tolerance,
            },
            above: f64::INFINITY,
        }
    }

    /// How many starts a depth has, each of which reports
    /// [`Progress::ended`](super::Progress::ended). `ladder` has one more after a depth that left
    /// its smooth valley.
    pub fn starts_of_depth(&self, depth: usize) -> usize {
        match self.strategy {
            Strategy::Ladder => {
                let (sides, perturbations) = self.effort.beside(depth);
                1 + sides + perturbations
            }
            strategy => strategy.starts(self.starts, self.iterations),
        }
    }
}
