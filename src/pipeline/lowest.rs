//! The same pipeline for a model of one's own: expression → polynomial → diagonal → angles →
//! samples, judged by their energies.
//!
//! An expression states no rules beside its penalties, so a sample is judged by its energy: the
//! energy is computed again from the expression's terms, and the lowest one of all assignments is
//! known exactly, because the simulator holds them all.

use super::{Problem, SearchPlan, Source, find_angles};
use crate::error::Result;
use crate::settings::{AnsatzKind, Settings};
use ketboard_circuits::Counts;
use ketboard_puzzles::{Expression, VariableSpace};
use ketboard_qaoa::{Stage, search::Callback};

/// What QAOA found for an expression.
///
/// ```
/// use ketboard::puzzles::VariableSpace;
/// use ketboard::{Options, minimize};
/// let mut space = VariableSpace::new();
/// let x = space.array("x", [3])?;
/// let found = minimize(&space, &x.sum().equals(2), &Options::default().depth(2))?;
/// assert!(found.is_ground() && found.ground_energy == 0.0);
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Lowest {
    /// One stage per depth, 1 to p; empty where the space has no variable.
    pub stages: Vec<Stage>,
    /// The different samples, lowest energy first, then most frequent first, then by basis index.
    pub samples: Vec<Sample>,
    /// The lowest energy of all assignments.
    pub ground_energy: f64,
    /// The probability of the assignments that have it, in the final state.
    pub ground_probability: f64,
    /// How far rounding may take two energies of the same level apart.
    rounding: f64,
}

/// One sampled assignment with its energy.
///
/// ```
/// use ketboard::puzzles::VariableSpace;
/// use ketboard::{Options, minimize};
/// let mut space = VariableSpace::new();
/// let x = space.array("x", [3])?;
/// let found = minimize(&space, &x.sum().equals(2), &Options::default().depth(2))?;
/// let best = &found.samples[0];
/// assert_eq!(best.values.iter().filter(|x| **x).count(), 2);
/// assert!(best.energy == 0.0 && best.shots > 0);
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Sample {
    /// The value of every variable by its index, auxiliaries included.
    pub values: Vec<bool>,
    /// The value of the expression there.
    pub energy: f64,
    /// How often it was seen.
    pub shots: u64,
}

impl Lowest {
    /// The sample of lowest energy; none where no shot was asked for.
    pub(crate) fn best(&self) -> Option<&Sample> {
        self.samples.first()
    }

    /// Whether no assignment has a lower energy than the best sample.
    pub fn is_ground(&self) -> bool {
        self.best()
            .is_some_and(|best| best.energy <= self.ground_energy + self.rounding)
    }
}

/// The energies of all assignments of `space`, as the simulator takes them: variable i is qubit i.
///
/// # Errors
/// As [`minimize`].
#[cfg(test)]
pub(crate) fn energies(space: &VariableSpace, cost: &Expression) -> Result<ketboard_qaoa::Cost> {
    problem(space, cost)?.energies(ketboard_qaoa::Precision::F64)
}

fn problem(space: &VariableSpace, cost: &Expression) -> Result<Problem> {
    let source = Source::of_energies(space.model_file(cost)?, "the model");
    Problem::new(source, &Settings::default())
}

/// Runs QAOA on an expression, to be minimized: angles, state, samples, energies.
///
/// # Errors
/// If the expression carries a mistake or belongs to another space, or its energies and two states
/// do not fit into memory.
pub(crate) fn minimize(
    space: &VariableSpace,
    cost: &Expression,
    plan: &SearchPlan,
    callback: Callback<'_>,
) -> Result<Lowest> {
    let problem = problem(space, cost)?;
    let ansatz = problem
        .ansatz_of(AnsatzKind::Standard, plan.precision)?
        .ansatz;
    let stages = find_angles(&ansatz, plan, callback)?;
    let last = stages.last();
    let angles = last.map(|stage| stage.angles.clone()).unwrap_or_default();
    let (state, energies) = (ansatz.state(&angles)?, ansatz.cost());
    let counts = Counts::from_shots(problem.qubits(), state.sample(plan.shots, plan.seed)?);
    let sample = |(index, weight): (&u64, f64)| {
        let values = problem.bits(*index);
        Ok(Sample {
            energy: cost.value(&values)?,
            values,
            shots: weight as u64,
        })
    };
    let mut samples: Vec<Sample> = counts.iter().map(sample).collect::<Result<_>>()?;
    // stable: ties stay in the order of their indices
    samples.sort_by(|a, b| a.energy.total_cmp(&b.energy).then(b.shots.cmp(&a.shots)));
    Ok(Lowest {
        stages,
        samples,
        ground_energy: energies.min(),
        ground_probability: state.ground_probability(energies, energies.rounding()),
        // samples are judged by energies that are summed with the constant
        rounding: energies.rounding() + 8.0 * f64::EPSILON * energies.mean().abs(),
    })
}
