//! A puzzle, from its file to a run: the way in for users of the library.

use crate::experiment::{angle_axes, landscape};
use crate::files::read_text;
use crate::json::to_json;
use crate::pipeline::{ComparisonPlan, Input, Source, compare, drawn};
use crate::{Error, Options, Problem, Result, Run};
use ketboard_puzzles::{CellMark, DrawStyle, GenerateOptions, ImportOptions, Limits, ModelFile};
use ketboard_qaoa::search::Progress;
use serde_json::Value;
use std::fmt;
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
#[derive(Clone, Debug)]
pub struct Puzzle {
    inner: ketboard_puzzles::Puzzle,
    text: String,
}

impl Puzzle {
    /// The puzzle in a file.
    ///
    /// # Errors
    /// If the file cannot be read, or is no puzzle file: the line, what was found there, and what
    /// would be right.
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        Self::parse_as(&read_text(path)?, &path.display().to_string())
    }

    /// The puzzle in the text of a puzzle file.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn parse(text: &str) -> Result<Self> {
        Self::parse_as(text, "the puzzle")
    }

    /// The same; `file` is the text's name in messages, and names a puzzle that has no name.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn parse_as(text: &str, file: &str) -> Result<Self> {
        Ok(Self {
            inner: ketboard_puzzles::Puzzle::parse(text, file)?,
            text: text.to_owned(),
        })
    }

    /// The puzzle in a text as people share it: a link, an ID, a grid of symbols or digits.
    ///
    /// # Errors
    /// If the text can be read in no format, or in several: which, and what is missing.
    pub fn paste(text: &str) -> Result<Self> {
        let imported = ImportOptions::default().import(text, "the text")?;
        Ok(Self {
            inner: imported.puzzle,
            text: imported.toml,
        })
    }

    /// A puzzle of a family with exactly one solution, made from a seed.
    ///
    /// # Errors
    /// If no puzzle of the family is made, or none of this size.
    pub fn generate(family: &str, size: usize, seed: u64) -> Result<Self> {
        let options = GenerateOptions {
            size,
            seed,
            ..GenerateOptions::default()
        };
        Self::parse(&options.generate(family, None)?)
    }

    /// The puzzle file that states it, to be saved.
    ///
    /// ```
    /// use ketboard::Puzzle;
    ///
    /// let puzzle = Puzzle::generate("tango", 4, 1)?;
    /// assert_eq!(Puzzle::parse(puzzle.text())?, puzzle);
    /// # Ok::<(), ketboard::Error>(())
    /// ```
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The boards that obey the rules and have the best value, one string a row, by the exact
    /// solver: of puzzles of any width.
    ///
    /// # Errors
    /// If there are too many to list them all.
    pub fn solutions(&self) -> Result<Vec<Vec<String>>> {
        let found = self.inner.model.best_solutions(&Limits::default());
        if !found.complete {
            let found = format!("more than {} boards", found.solutions.len());
            let remedy = "give more cells in the puzzle file";
            return Err(Error::argument("solutions", found, remedy));
        }
        let boards = self.inner.different_boards(found.solutions).into_iter();
        Ok(boards.map(|board| self.inner.board(&board)).collect())
    }

    /// The reduction as sentences, one a step: which rule decided or merged which cells.
    ///
    /// # Errors
    /// If the puzzle has no solution ([`crate::Error::NoSolution`]), or the options make no sense
    /// together or for this puzzle.
    pub fn steps(&self, options: &Options) -> Result<Vec<String>> {
        Ok(Problem::new(self.inner.clone(), &options.settings)?.steps())
    }

    /// The cost that is left after the reduction, of any width, with how each cell is read off its
    /// variables. Where the options name no reduction it is that of the paper alone.
    ///
    /// # Errors
    /// If the puzzle has no solution ([`crate::Error::NoSolution`]), or the options make no sense
    /// together or for this puzzle.
    pub fn model(&self, options: &Options) -> Result<ModelFile> {
        let settings = options.settings.by_the_paper_alone();
        let problem = Problem::new(self.inner.clone(), &settings)?;
        let model = &problem.puzzle.model;
        Ok(ModelFile::new(model, &problem.reduction, &problem.cost))
    }

    /// The board with its givens as an SVG picture.
    ///
    /// ```
    /// use ketboard::Puzzle;
    ///
    /// let picture = Puzzle::read("examples/puzzles/tango-4x4.toml")?.svg();
    /// assert!(picture.starts_with("<svg"));
    /// # Ok::<(), ketboard::Error>(())
    /// ```
    pub fn svg(&self) -> String {
        crate::experiment::board_picture(&self.inner)
    }

    /// The puzzle reduced and encoded, with all its solutions.
    ///
    /// # Errors
    /// If the puzzle has no solution ([`crate::Error::NoSolution`]), its states do not fit into
    /// memory, or the options make no sense together or for this puzzle.
    pub fn problem(&self, options: &Options) -> Result<Problem> {
        let source = Source {
            input: Input::Puzzle(self.text.clone()),
            ..self.inner.clone().into()
        };
        Problem::open(source, &options.settings)
    }

    /// The whole run: reduce, encode, optimize the angles depth by depth, sample, decode, check
    /// against the rules.
    ///
    /// # Errors
    /// As [`Self::problem`].
    pub fn solve(&self, options: &Options) -> Result<Run> {
        self.problem(options)?.solve(options)
    }

    /// Random guess, QAOA at each depth, Grover search, annealing and exact search side by side:
    /// the object of the program's `compare --json`.
    ///
    /// ```
    /// use ketboard::{Options, Puzzle};
    ///
    /// let (puzzle, options) = (Puzzle::generate("tango", 4, 1)?, Options::default().depth(1));
    /// assert_eq!(puzzle.compare(&options)?["algorithms"][1]["algorithm"], "QAOA");
    /// assert_eq!(puzzle.landscape(5, [Some(0.5), None], &options)?["gammas"][4], 0.5);
    /// assert_eq!(puzzle.anneal(None, &options)?["status"], "solved");
    /// # Ok::<(), ketboard::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Self::problem`]; where the listener said stop.
    pub fn compare(&self, options: &Options) -> Result<Value> {
        let problem = self.problem(options)?;
        let hear = |progress: &Progress| options.hear(progress);
        let ask = || hear(&Progress::before(0));
        let plan = ComparisonPlan::default();
        let found = compare(&problem, &options.search()?, &plan, &hear, &ask)?;
        if found.record.found.stopped.is_some() {
            return Err(Error::STOPPED);
        }
        Ok(to_json(&found))
    }

    /// ⟨C⟩ and success probability at depth 1 on a grid of so many points on each axis, and the
    /// path of a search on it: the object of the program's `landscape --json`. γ runs from 0 to
    /// `ends[0]`, by default 4/σ(C), and β from −`ends[1]` to `ends[1]`, by default π/2.
    ///
    /// # Errors
    /// As [`Self::problem`]; if there are fewer than 2 points or more than 1000, or an axis ends
    /// where it begins; where the listener said stop.
    pub fn landscape(
        &self,
        points: usize,
        ends: [Option<f64>; 2],
        options: &Options,
    ) -> Result<Value> {
        let problem = self.problem(options)?;
        problem.needs_states("angle to vary")?;
        let ansatz = problem.ansatz()?;
        let axes = angle_axes(&ansatz, points, ends)?;
        let plan = options.settings.search(1)?;
        let ask = |_| options.hear(&Progress::before(1));
        let found = landscape(&problem, &ansatz, axes, &plan, &ask)?;
        Ok(to_json(&found))
    }

    /// Annealing of the reduced puzzle, of any width, until it finds a solution or an energy of at
    /// most `target_energy`: the object of the program's `classical --method anneal --json`. Where
    /// the options name no reduction it is that of the paper alone.
    ///
    /// # Errors
    /// As [`Self::model`]; where the listener said stop.
    pub fn anneal(&self, target_energy: Option<f64>, options: &Options) -> Result<Value> {
        let settings = options.settings.by_the_paper_alone();
        let problem = Problem::new(self.inner.clone(), &settings)?;
        let ask = || options.hear(&Progress::before(0));
        let (record, _, is_stopped) = problem.anneal(settings.seed, target_energy, &ask);
        if is_stopped {
            return Err(Error::STOPPED);
        }
        Ok(to_json(&record))
    }
}

/// Cells, rules and looks are those of the puzzle inside.
impl Deref for Puzzle {
    type Target = ketboard_puzzles::Puzzle;

    fn deref(&self) -> &Self::Target {
        &self.inner
    }
}

impl fmt::Display for Puzzle {
    /// The board with its givens.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&drawn(self, |_| CellMark::Open, DrawStyle::Plain))
    }
}

/// Puzzles are equal whose boards and rules are, whatever file they came from.
impl PartialEq for Puzzle {
    fn eq(&self, other: &Self) -> bool {
        let (one, other) = (&self.inner, &other.inner);
        let same_board = one.slots == other.slots && one.look == other.look;
        let same_name = one.family == other.family && one.name == other.name;
        same_board && same_name && one.model == other.model
    }
}
