//! A puzzle under a setting, ready to run: reduced, encoded, with all its solutions; or a model,
//! which states no rules and whose solutions are its exact ground states.

use super::{Input, RunSource};
use crate::error::{Error, Result};
use crate::pipeline::{AnsatzKind, Judge, PlainModel, Problem, Truth};
use crate::settings::Settings;
use ketboard_puzzles::{Contradiction, Limits, Polynomial, Puzzle, all_solutions, read_model};
use ketboard_qaoa::{Precision, Purpose};

/// What a chain of runs is about.
#[derive(Clone, Debug)]
pub(crate) struct RunSubject {
    /// The name that records and pictures carry.
    pub name: String,
    /// What it was made of.
    pub input: Input,
    /// What runs, and its solutions.
    ready: Box<(Problem, Truth)>,
    precision: Precision,
}

/// A puzzle without a solution.
#[derive(Clone, Debug)]
pub struct Unsolvable {
    /// The puzzle as it was stated.
    pub puzzle: Box<Puzzle>,
    /// What deduction found; `None` where it took the exact solver.
    pub contradiction: Option<Box<Contradiction>>,
}

impl From<Unsolvable> for Error {
    fn from(found: Unsolvable) -> Self {
        let search = "an exact search over the rules finds none".to_owned();
        Self::NoSolution {
            file: found.puzzle.file,
            reason: found
                .contradiction
                .map_or(search, |known| known.to_string()),
        }
    }
}

/// How long a board too large to run is searched for any solution at all.
const GLANCE: Limits<'static> = Limits {
    solutions: Some(1),
    nodes: Some(100_000),
    ask: None,
};

/// A source that was parsed, before any setting.
#[derive(Clone, Debug)]
pub(super) enum ParsedSource {
    Puzzle(Box<Puzzle>),
    Model(PlainModel),
}

impl ParsedSource {
    /// # Errors
    /// A text that is no puzzle, or no model.
    pub(super) fn parse(source: &RunSource) -> Result<Self> {
        match &source.input {
            Input::Puzzle(text) => Ok(Self::Puzzle(Box::new(Puzzle::parse(text, &source.file)?))),
            Input::Model(text) => Ok(Self::Model(PlainModel {
                file: source.file.clone(),
                model: read_model(text, &source.file)?,
            })),
        }
    }
}

impl RunSubject {
    /// The puzzle or model of a source under a setting.
    ///
    /// # Errors
    /// A source that is neither puzzle nor model; a setting that makes no sense for it; nothing
    /// left to run; too large for the memory there is.
    pub(crate) fn prepare(
        source: &RunSource,
        setting: &Settings,
    ) -> Result<std::result::Result<Self, Unsolvable>> {
        Self::of_stated(&ParsedSource::parse(source)?, source, setting)
    }

    pub(super) fn of_stated(
        stated: &ParsedSource,
        source: &RunSource,
        setting: &Settings,
    ) -> Result<std::result::Result<Self, Unsolvable>> {
        let precision = setting.precision;
        let ready = match stated {
            ParsedSource::Model(model) => {
                check_model(model, setting, precision)?;
                let problem = model.problem();
                let truth = problem.truth(&Limits::default())?;
                (problem, truth)
            }
            ParsedSource::Puzzle(puzzle) => match ready(puzzle, setting, precision)? {
                Ok(ready) => ready,
                Err(unsolvable) => return Ok(Err(unsolvable)),
            },
        };
        Ok(Ok(Self {
            name: source.name.clone(),
            input: source.input.clone(),
            ready: Box::new(ready),
            precision,
        }))
    }

    /// What runs, whether it is of a puzzle or of a model.
    pub(crate) fn problem(&self) -> &Problem {
        &self.ready.0
    }

    /// The solutions, found by the exact solver.
    pub(crate) fn truth(&self) -> &Truth {
        &self.ready.1
    }

    /// The number of qubits n, auxiliaries included.
    pub(crate) fn qubits(&self) -> usize {
        self.polynomial().n()
    }

    /// The energies, as terms over the qubits.
    pub(crate) fn polynomial(&self) -> &Polynomial {
        &self.problem().cost.polynomial
    }

    /// The number of basis states: 2ⁿ, or the product of the qudits' dimensions.
    pub(crate) fn states(&self) -> u128 {
        self.problem().states()
    }
}

impl RunSubject {
    /// An encoded rule that a state of lowest energy breaks though the puzzle has a solution, as an
    /// index into the model's constraints: the sign of a weight that is too small.
    ///
    /// # Errors
    /// If the energies do not fit into memory.
    pub(crate) fn rule_broken_at_lowest_energy(&self) -> Result<Option<usize>> {
        let (problem, truth) = &*self.ready;
        if problem.judge == Judge::Energy {
            return Ok(None);
        }
        let ansatz = problem.ansatz(AnsatzKind::Standard, self.precision)?.ansatz;
        Ok(problem.broken_rule(truth, ansatz.cost()))
    }
}

fn check_model(model: &PlainModel, setting: &Settings, precision: Precision) -> Result<()> {
    if let Some(option) = setting.first_for_rules() {
        let found = format!("{} is a model, which states no rules", model.file);
        return Err(Error::setting(option, found, "leave the option out"));
    }
    if model.qubits() == 0 {
        let found = "a model without variables, so there is no depth to sweep";
        return Err(Error::input(
            &model.file,
            None,
            found,
            "give one with variables",
        ));
    }
    model.check_memory(Purpose::Gradient, precision)
}

fn ready(
    puzzle: &Puzzle,
    setting: &Settings,
    precision: Precision,
) -> Result<std::result::Result<(Problem, Truth), Unsolvable>> {
    let unsolvable = |contradiction| {
        Ok(Err(Unsolvable {
            puzzle: Box::new(puzzle.clone()),
            contradiction,
        }))
    };
    let problem = match setting.problem(puzzle.clone()) {
        Ok(Ok(problem)) => problem,
        Ok(Err(contradiction)) => return unsolvable(Some(contradiction)),
        Err(Error::NoSolution { .. }) => return unsolvable(None),
        Err(other) => return Err(other),
    };
    if let Err(too_large) = problem.check_memory(precision) {
        let glance = all_solutions(&problem.puzzle.model, &GLANCE);
        if glance.complete && glance.solutions.is_empty() {
            return unsolvable(None);
        }
        return Err(too_large);
    }
    let truth = problem.truth(&Limits::default())?;
    if truth.complete && truth.boards.is_empty() {
        return unsolvable(None);
    }
    if problem.qubits() == 0 {
        let found = "the reduction leaves no qubit, so there is no depth to sweep";
        let remedy = "use the setting `reduce` paper, the setting `reduce` none or a larger setting `target_qubits`";
        return Err(Error::input(&puzzle.file, None, found, remedy));
    }
    Ok(Ok((problem, truth)))
}
