//! A puzzle or model, and the same under its settings: reduced, encoded, on its registers, with all
//! its solutions.

use super::{Input, Registers, Truth, fit::check_encoding};
use crate::error::{Error, NoSolution, Result};
use crate::settings::Settings;
use ketboard_circuits::Judged;
use ketboard_puzzles::{
    Assignment, CellMark, DrawStyle, EncodedCost, Encodings, Kind, Limits, Model, ModelFile,
    Puzzle, Reduction, RuleSet, Var, Violation, Weights, reduce,
};
use ketboard_qaoa::{Cost, Precision, memory::Purpose};
use std::path::Path;

/// How long a board too large to run is searched for any solution at all.
const GLANCE: Limits<'static> = Limits {
    solutions: Some(1),
    nodes: Some(100_000),
    ask: None,
};

/// A reduced and encoded puzzle, and the boards that solve it; or a model with its
/// solutions ([`crate::Solve`]).
///
/// ```
/// use ketboard::{Angles, Options, Puzzle};
///
/// let puzzle = Puzzle::read("examples/puzzles/tango-4x4.toml")?;
/// let problem = puzzle.problem(&Options::default())?;
/// let layer = problem.at(&Angles::new(vec![0.2], vec![-0.4])?)?;
/// assert!(layer.success_probability > layer.random_success_probability);
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Problem {
    /// The puzzle as it was read; of a model one that has its variables and no rules.
    pub(crate) puzzle: Puzzle,
    /// The text that it was read from.
    pub(crate) input: Input,
    /// Its settings, with the reduction that is meant.
    pub(crate) settings: Settings,
    /// What the reduction made of its variables.
    pub(crate) reduction: Reduction,
    /// The weights of the penalty terms.
    pub(crate) weights: Weights,
    /// How rules become penalties and variables qubits.
    pub(crate) encodings: Encodings,
    /// The cost over the qubits that are left.
    pub(crate) cost: EncodedCost,
    /// The registers whose levels are the basis states; `None` where these are the values of all
    /// qubits.
    pub(crate) registers: Option<Registers>,
    /// Whether this is a model without rules: its solutions are the exact ground states. Of
    /// puzzles, and of models of constraints, they are what obeys all rules and has the best value.
    pub(crate) is_model: bool,
    /// The solutions, once they were looked for ([`Problem::solved`]).
    pub(crate) truth: Truth,
    /// What its states are held for: a search, unless set otherwise.
    pub(crate) purpose: Purpose,
}

/// A board: its givens, and in the other cells what `mark` says.
pub(crate) fn drawn(puzzle: &Puzzle, mark: impl Fn(Var) -> CellMark, style: DrawStyle) -> String {
    let mut marks: Vec<CellMark> = puzzle.model.variables().map(mark).collect();
    for (var, value) in puzzle.model.givens() {
        marks[var.index()] = CellMark::Given(*value);
    }
    puzzle.drawn(&marks, style)
}

impl Problem {
    /// The source reduced, encoded and put on its registers, as far as the settings say, ready to
    /// run: it fits into memory, and its solutions are known.
    ///
    /// # Errors
    /// As [`Self::new`] and [`Self::solved`].
    pub(crate) fn open(source: impl Into<Source>, settings: &Settings) -> Result<Self> {
        Self::new(source, settings)?.solved()
    }

    /// The same of any width, with nothing known of the solutions.
    ///
    /// # Errors
    /// [`Error::NoSolution`] where deduction finds that there is none; settings that make no sense
    /// together, or not for this source; terms of the cost that do not fit into memory.
    pub(crate) fn new(source: impl Into<Source>, settings: &Settings) -> Result<Self> {
        let Source {
            puzzle,
            energies,
            input,
        } = source.into();
        if let (Some(_), Some(option)) = (&energies, settings.first_for_rules()) {
            let found = format!("{} is a model, which states no rules", puzzle.file);
            return Err(Error::setting(option, found, "leave the option out"));
        }
        let (weights, encodings) = (settings.weights_of_kinds()?, settings.encodings());
        let settings = Settings {
            reduce: settings.meant()?.reduce,
            ..settings.clone()
        };
        let model = &puzzle.model;
        let reduction = if energies.is_some() {
            reduce(model, RuleSet::None, None)
        } else {
            settings.reduction_of(model)
        };
        let reduction = reduction.map_err(|found| NoSolution::by_deduction(&puzzle, &found))?;
        check_encoding(model, &reduction, encodings)?;
        let mut cost = encodings.encode(model, &reduction, &weights)?;
        if let Some(which) = &settings.drop_region {
            let less = model.without_region(&reduction, which)?;
            cost = encodings.encode(&less, &reduction, &weights)?;
        }
        if let Some(energies) = &energies {
            cost.polynomial = energies.polynomial.clone();
            cost.zero_violation_energy = energies.zero_violation_energy;
        }
        let mut problem = Self {
            puzzle,
            input,
            settings,
            reduction,
            weights,
            encodings,
            cost,
            registers: None,
            is_model: energies.is_some(),
            truth: Truth::unknown(),
            purpose: Purpose::Gradient,
        };
        problem.registers = Registers::of(&problem)?;
        Ok(problem)
    }

    /// The same with all its solutions, where it fits into memory.
    ///
    /// # Errors
    /// If it does not; [`Error::NoSolution`] where the exact solver finds none; as
    /// [`Self::truth`].
    pub(crate) fn solved(mut self) -> Result<Self> {
        let none = |puzzle: &Puzzle| Err(NoSolution::by_search(puzzle).into());
        if let Err(too_large) = self.check_memory(self.settings.precision) {
            let glance = self.puzzle.model.all_solutions(&GLANCE);
            return if glance.complete && glance.solutions.is_empty() {
                none(&self.puzzle)
            } else {
                Err(too_large)
            };
        }
        self.truth = self.truth(&Limits::default())?;
        if self.truth.complete && self.truth.boards.is_empty() {
            none(&self.puzzle)
        } else {
            Ok(self)
        }
    }

    /// Succeeds if there is something left to run; `what` says for what qubits are needed.
    ///
    /// # Errors
    /// Where the deductions alone solve the board, or a model has no variables.
    pub(crate) fn needs_qubits(&self, what: &str) -> Result<()> {
        let (found, remedy) = match (self.qubits(), self.is_model) {
            (0, false) => (
                format!("the reduction leaves no qubit, so there is no {what}"),
                "use the setting `reduce` paper, the setting `reduce` none or a larger setting `target_qubits`",
            ),
            (0, true) => (
                format!("a model without variables, so there is no {what}"),
                "give one with variables",
            ),
            _ => return Ok(()),
        };
        Err(Error::input(&self.puzzle.file, None, found, remedy))
    }

    /// [`Self::needs_qubits`], and more than one state.
    ///
    /// # Errors
    /// As there; where registers leave a single state.
    pub(crate) fn needs_states(&self, what: &str) -> Result<()> {
        self.needs_qubits(what)?;
        if self.states() > 1 {
            return Ok(());
        }
        let found = format!("the registers leave a single state, so there is no {what}");
        let remedy = "use the setting `registers` qubits with the setting `mixer` x, or the setting `reduce` none";
        Err(Error::input(&self.puzzle.file, None, found, remedy))
    }

    /// What the puzzle or model is called where files are: the stem of its own.
    pub(crate) fn stem(&self) -> String {
        let stem = Path::new(&self.puzzle.file).file_stem();
        let stem = stem.map(|stem| {
            stem.to_string_lossy()
                .replace("standard input", "standard-input")
        });
        stem.unwrap_or_else(|| self.puzzle.name.clone())
    }

    /// The family of a puzzle; none for a model.
    pub(crate) fn family_if_any(&self) -> Option<&'static str> {
        self.puzzle.has_board().then_some(self.puzzle.family)
    }

    /// The assignment of the whole board of these values of the qubits.
    pub(crate) fn lift(&self, bits: &[bool]) -> Assignment {
        let variables = self.cost.layout.decode(|qubit| bits[qubit]);
        self.reduction.lift(&variables)
    }

    /// [`Self::lift`] of the basis state `index`: qubit k is bit k of the index, or a level of each
    /// register a digit of it.
    pub(crate) fn lift_index(&self, index: u64) -> Assignment {
        self.lift(&self.bits(index))
    }

    /// The basis index of a board with all auxiliaries 0, or `None` where it has no basis state:
    /// it; for at most 64 qubits, or 2^64 states of registers.
    pub(crate) fn project_index(&self, board: &[bool]) -> Option<u64> {
        let variables = self.reduction.project(board)?;
        let code = self.cost.layout.code(&variables)?;
        if let Some(registers) = &self.registers {
            let auxiliaries = self.cost.layout.auxiliaries().map(|_| false);
            let values: Vec<bool> = code.into_iter().chain(auxiliaries).collect();
            return registers.layout.index(&values);
        }
        let bits = code.iter().enumerate();
        Some(bits.map(|(k, &bit)| u64::from(bit) << k).sum())
    }

    /// The energies of all values of the qubits, beside states of `precision`.
    ///
    /// # Errors
    /// If they and the state do not fit into memory, with the option that makes them fit.
    pub(crate) fn energies(&self, precision: Precision) -> Result<Cost> {
        self.check_memory(precision)?;
        let terms = self.cost.polynomial.masks();
        Ok(Cost::from_terms(self.qubits(), terms)?)
    }

    /// A kind of rules whose weight is so small that a broken rule may pay, and the weight that it
    /// would have to exceed (eq. 27 of the source paper).
    pub(crate) fn weight_too_small(&self) -> Option<(Kind, f64)> {
        let model = &self.puzzle.model;
        let weights = self.weights.or_those_of(model);
        model.kinds().into_iter().find_map(|kind| {
            let safe = model.least_safe_weight(kind)?;
            (weights.of(kind) <= safe).then_some((kind, safe))
        })
    }

    /// The samples that break only rules that the cost does not carry, where there are such rules.
    pub(crate) fn shots_dropped(&self, judged: &[Judged]) -> Option<u64> {
        let judged_only = !self.judged_only().is_empty();
        judged_only.then(|| self.dropped(judged) as u64)
    }

    /// The weight of the outcomes that break nothing but rules without a penalty: low in energy,
    /// dropped by the judge.
    pub(crate) fn dropped<X>(&self, judged: &[Judged<X>]) -> f64 {
        let unencoded = |violation: &Violation| match violation {
            Violation::Given(_) => false,
            Violation::Constraint(index) => self.judged_only().contains(index),
        };
        let dropped = judged
            .iter()
            .filter(|outcome| !outcome.obeys() && outcome.violations.iter().all(unencoded));
        dropped.fold(0.0, |sum, outcome| sum + outcome.weight)
    }
}

/// A puzzle, or a model without rules: QAOA runs on its energies, and only energies can judge it.
///
/// No rule says which states are right. The solutions of such a model are therefore its exact
/// ground states, which are known because the simulator holds the energies of all states; its
/// success probability is the probability of one of them.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// The puzzle; of a model one that has its variables and no rules.
    pub puzzle: Puzzle,
    /// The energies of a model, variable k being qubit k.
    pub energies: Option<ModelFile>,
    /// The text that states it.
    pub input: Input,
}

impl Source {
    /// The puzzle or the model in the text of a file, by what the text looks like.
    ///
    /// # Errors
    /// If the text is not as its format must be.
    pub(crate) fn parse(text: &str, file: &str) -> Result<Self> {
        let input = Input::of(text.to_owned());
        let source = match &input {
            Input::Model(text) => Self::of_energies(ModelFile::parse(text, file)?, file),
            Input::Puzzle(text) => Puzzle::parse(text, file)?.into(),
        };
        Ok(Self { input, ..source })
    }

    /// A model from a file of this name, whose stem is the name of the model.
    pub(crate) fn of_energies(energies: ModelFile, file: &str) -> Self {
        let mut model = Model::default();
        for name in energies.variable_names() {
            model.add_variable(name);
        }
        let stem = Path::new(file).file_stem();
        let name = stem.map_or(file.into(), |stem| stem.to_string_lossy());
        let mut puzzle = Puzzle::of_model(name, model);
        puzzle.file = file.to_owned();
        Self {
            puzzle,
            energies: Some(energies),
            input: Input::default(),
        }
    }
}

impl From<Puzzle> for Source {
    fn from(puzzle: Puzzle) -> Self {
        Self {
            puzzle,
            energies: None,
            input: Input::default(),
        }
    }
}
