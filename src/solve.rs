//! Your own models, straight into a run: by rules, or by energies alone.

use crate::pipeline::Source;
use crate::{Options, Problem, Result, Run};
use ketboard_puzzles::{Model, ModelFile, Polynomial, Puzzle};

/// What a model is called that has no name of its own.
const UNNAMED: &str = "the model";

/// A model that runs as a puzzle does: a [`Model`] of constraints, a [`Polynomial`] (a QUBO, or a
/// HOBO where products are higher), or a [`ModelFile`], which is a polynomial whose variables have
/// names.
///
/// A model of constraints goes through the same stages as a puzzle, and a sample solves it that
/// obeys its rules and has its best value:
///
/// ```
/// use ketboard::puzzles::{Constraint, Kind, Model};
/// use ketboard::{Options, Solve};
///
/// let mut paint = Model::default(); // two colors for the corners of a square
/// let corners = ["a", "b", "c", "d"].map(|corner| paint.add_variable(corner));
/// for k in 0..4 {
///     let side = [corners[k], corners[(k + 1) % 4]];
///     paint.add(Constraint::differ(Kind::named("side"), format!("side {k}"), side));
/// }
/// let run = paint.solve(&Options::default().depth(2))?;
/// let corner = run.values().expect("a sample solves it");
/// assert!(corner[0] != corner[1] && corner[0] == corner[2]);
/// # Ok::<(), ketboard::Error>(())
/// ```
///
/// Energies state no rules. What solves them is one of their exact ground states, and the success
/// probability is that of these:
///
/// ```
/// use ketboard::puzzles::VariableSpace;
/// use ketboard::{Options, Solve};
///
/// let mut space = VariableSpace::new();
/// let x = space.array("x", [3])?;
/// let cost = x.sum().equals(2);
/// let run = space.model_file(&cost)?.solve(&Options::default().depth(2))?;
/// assert_eq!(run.problem().solutions(), [["110"], ["101"], ["011"]]);
/// assert!(run.is_solved() && run.success_probability() > Some(0.375));
/// # Ok::<(), ketboard::Error>(())
/// ```
pub trait Solve {
    /// The model made ready, with all its solutions.
    ///
    /// # Errors
    /// If the model makes no sense, has no solution ([`crate::Error::NoSolution`]) or does not fit
    /// into memory, or the options make no sense for it: energies have no rules that could be
    /// reduced, weighed or encoded.
    fn problem(&self, options: &Options) -> Result<Problem>;

    /// The whole run: optimize the angles depth by depth, sample, check.
    ///
    /// # Errors
    /// As [`Self::problem`].
    fn solve(&self, options: &Options) -> Result<Run> {
        self.problem(options)?.solve(options)
    }
}

impl Solve for Model {
    fn problem(&self, options: &Options) -> Result<Problem> {
        self.check()?;
        Problem::open(Puzzle::of_model(UNNAMED, self.clone()), &options.settings)
    }
}

impl Solve for ModelFile {
    fn problem(&self, options: &Options) -> Result<Problem> {
        let source = Source::of_energies(self.clone(), UNNAMED);
        Problem::open(source, &options.settings)
    }
}

impl Solve for Polynomial {
    fn problem(&self, options: &Options) -> Result<Problem> {
        ModelFile::from(self.clone()).problem(options)
    }
}
