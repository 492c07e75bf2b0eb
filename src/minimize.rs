//! QAOA on a cost of one's own: variables and sums in, the samples with the lowest energies out.

use crate::pipeline::{self, Lowest};
use crate::{Options, Result};
use ketboard_puzzles::{Expression, VariableSpace};
use std::fmt;

/// The samples of QAOA on an expression that is to be minimized, lowest energy first. Variable i is
/// qubit i.
///
/// ```
/// use ketboard::puzzles::{Expression, VariableSpace};
/// use ketboard::{Options, minimize};
///
/// let mut space = VariableSpace::new();
/// let x = space.array("x", [3, 3])?;
/// let lines = x.rows().chain(x.columns());
/// let cost: Expression = lines.map(|line| line.sum().equals(1)).sum();
/// let found = minimize(&space, &cost, &Options::default().depth(3))?;
/// assert!(found.is_ground() && found.samples[0].energy == 0.0);
/// # Ok::<(), ketboard::Error>(())
/// ```
///
/// # Errors
/// If the expression carries a mistake or belongs to another space, or its energies and two states
/// do not fit into memory.
pub fn minimize(space: &VariableSpace, cost: &Expression, options: &Options) -> Result<Lowest> {
    pipeline::minimize(space, cost, &options.search()?, &|progress| {
        options.hear(progress)
    })
}

impl fmt::Display for Lowest {
    /// The lowest energy of a sample beside the lowest of all, and the probability of the latter.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(best) = self.best() {
            write!(f, "lowest sample {}, ", best.energy)?;
        }
        let (energy, probability) = (self.ground_energy, self.ground_probability);
        write!(f, "lowest energy {energy} with P = {probability:.4}")
    }
}
