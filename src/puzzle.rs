//! A puzzle, from its file to a run: the way in for whoever uses the library.

use crate::{Options, Problem, Result, Run};
use ketboard_puzzles::{GenerateOptions, ImportOptions, generate, import};
use std::ops::Deref;
use std::path::Path;

/// A puzzle with its rules, read, pasted or generated. It is a [`ketboard_puzzles::Puzzle`] that
/// can be solved.
///
/// ```
/// use ketboard::{Options, Puzzle};
///
/// let run = Puzzle::read("examples/puzzles/tango-4x4.toml")?.solve(&Options::default().depth(3))?;
/// assert!(run.success_probability() > run.metrics().random_success_probability);
/// assert_eq!(run.board().expect("a sample solves it"), ["1100", "0011", "1001", "0110"]);
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzle(ketboard_puzzles::Puzzle);

impl Puzzle {
    /// The puzzle in a file.
    ///
    /// # Errors
    /// If the file cannot be read, or is no puzzle file: the line, what was found there, and what
    /// would be right.
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        Ok(Self(ketboard_puzzles::Puzzle::read(path.as_ref())?))
    }

    /// The puzzle in the text of a puzzle file.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn parse(text: &str) -> Result<Self> {
        Ok(Self(ketboard_puzzles::Puzzle::parse(text, "the puzzle")?))
    }

    /// The puzzle in a text as people share it: a link, an ID, a grid of symbols or digits.
    ///
    /// # Errors
    /// If the text can be read in no format, or in several: which, and what is missing.
    pub fn paste(text: &str) -> Result<Self> {
        let imported = import(text, "the text", &ImportOptions::default())?;
        Ok(Self(imported.puzzle))
    }

    /// A puzzle of a family with exactly one solution, made from a seed.
    ///
    /// # Errors
    /// If no puzzle of the family is made, or none of this size.
    pub fn generate(family: &str, size: usize, seed: u64) -> Result<Self> {
        let wish = GenerateOptions {
            size,
            seed,
            ..GenerateOptions::default()
        };
        Self::parse(&generate(family, &wish)?)
    }

    /// The board with its givens as an SVG picture.
    ///
    /// ```
    /// use ketboard::Puzzle;
    ///
    /// let picture = Puzzle::read("examples/puzzles/tango-4x4.toml")?.svg()?;
    /// assert!(picture.starts_with("<svg"));
    /// # Ok::<(), ketboard::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the puzzle has no board that could be drawn.
    pub fn svg(&self) -> Result<String> {
        crate::experiment::board_picture(&self.0)
    }

    /// The puzzle reduced and encoded, with all its solutions.
    ///
    /// # Errors
    /// If the puzzle has no solution ([`crate::Error::NoSolution`]), its states do not fit into
    /// memory, or the options make no sense together or for this puzzle.
    pub fn problem(&self, options: &Options) -> Result<Problem> {
        Problem::new(self.0.clone(), options)
    }

    /// The whole run: reduce, encode, optimize the angles depth by depth, sample, decode, check
    /// against the rules.
    ///
    /// # Errors
    /// As [`Self::problem`].
    pub fn solve(&self, options: &Options) -> Result<Run> {
        self.problem(options)?.solve(options)
    }
}

/// Cells, rules and looks are those of the puzzle inside.
impl Deref for Puzzle {
    type Target = ketboard_puzzles::Puzzle;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl From<ketboard_puzzles::Puzzle> for Puzzle {
    fn from(puzzle: ketboard_puzzles::Puzzle) -> Self {
        Self(puzzle)
    }
}
