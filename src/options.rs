//! Everything that a run of QAOA on a puzzle can be told, in one builder.
//!
//! The defaults are those of the program: the paper's reduction, going on to 16 qubits where it
//! leaves more; the paper's encodings and weights; plain qubits under ΣX; four starts a depth, each
//! optimized by L-BFGS from the exact gradient.

use crate::pipeline::{
    AnsatzKind, Guess, Problem, ReductionPlan, RegisterPlan, SearchPlan, Unprepared,
};
use crate::{Error, Result};
use ketboard_puzzles::{
    DistinctLines, Encodings, Kind, Puzzle, RegisterChoice, RuleSet, Symbols, TwoValued, Weights,
};
use ketboard_qaoa::{MixerName, Objective, Progress, SearchPrecision, Strategy, optimizer};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Samples of the final state, unless told otherwise.
const SHOTS: u64 = 1024;

/// How a puzzle is reduced, encoded and run.
///
/// ```
/// use ketboard::{Options, Puzzle};
///
/// let options = Options::default().depth(2).seed(7).target_qubits(5);
/// let run = Puzzle::read("examples/puzzles/tango-4x4.toml")?.solve(&options)?;
/// assert_eq!((run.depth(), run.problem().qubits()), (2, 5));
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    pub(crate) reduction: ReductionPlan,
    pub(crate) weights: Weights,
    pub(crate) drop_region: Option<String>,
    pub(crate) encodings: Encodings,
    pub(crate) registers: RegisterPlan,
    pub(crate) search: SearchPlan,
    listener: Listener,
}

/// What hears of the search and answers whether it goes on.
type Answer = dyn Fn(&Progress) -> ControlFlow<()> + Send + Sync;

/// What hears of the search, if anything does.
#[derive(Clone, Default)]
struct Listener(Option<Arc<Answer>>);

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "listens" } else { "none" })
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            reduction: ReductionPlan::default(),
            weights: Weights::default(),
            drop_region: None,
            encodings: Encodings::default(),
            registers: RegisterPlan::default(),
            search: SearchPlan {
                shots: SHOTS,
                ..SearchPlan::default()
            },
            listener: Listener::default(),
        }
    }
}

impl Options {
    /// The number of layers p; 4 by default. At 0 the start state is sampled.
    pub fn depth(mut self, layers: usize) -> Self {
        self.search.settings.depth = layers;
        self
    }

    /// The seed of everything random: perturbed starts, optimizers that draw, the samples. The same
    /// seed gives the same run, for any number of threads.
    pub fn seed(mut self, seed: u64) -> Self {
        self.search.seed = seed;
        self.search.settings.seed = seed;
        self
    }

    /// The number of samples that are drawn from the final state and checked against the rules;
    /// 1024 by default.
    pub fn shots(mut self, shots: u64) -> Self {
        self.search.shots = shots;
        self
    }

    /// The number of starting points at each depth, at least 1.
    pub fn starts(mut self, starts: usize) -> Self {
        self.search.settings.starts = starts;
        self
    }

    /// The most steps of the optimizer from each start.
    pub fn iterations(mut self, steps: u64) -> Self {
        self.search.settings.budget.iterations = steps;
        self
    }

    /// Where the search for the angles of each depth starts.
    pub fn strategy(mut self, strategy: Strategy) -> Self {
        self.search.settings.strategy = strategy;
        self
    }

    /// The classical optimizer of a name: `lbfgs`, `nelder-mead`, `cobyla` or `spsa`.
    ///
    /// # Errors
    /// If no optimizer is called so.
    pub fn optimizer(mut self, name: &str) -> Result<Self> {
        self.search.settings.optimizer = optimizer(name)?;
        Ok(self)
    }

    /// What the optimizer minimizes; ⟨C⟩ by default.
    pub fn objective(mut self, objective: Objective) -> Self {
        self.search.settings.objective = objective;
        self
    }

    /// The number of shots from which the objective is estimated at each point, as on hardware.
    /// Without it the objective is exact. It needs an optimizer without gradients.
    pub fn objective_shots(mut self, shots: u64) -> Self {
        self.search.settings.objective_shots = Some(shots);
        self
    }

    /// Which terms of the cost and which qubits have angles of their own.
    pub fn ansatz(mut self, ansatz: AnsatzKind) -> Self {
        self.search.ansatz = ansatz;
        self
    }

    /// The precision of the amplitudes.
    pub fn precision(mut self, precision: SearchPrecision) -> Self {
        self.search.settings.precision = precision;
        self
    }

    /// Which deductions reduce the puzzle before it is encoded.
    pub fn reduce(mut self, rules: RuleSet) -> Self {
        self.reduction.level = Some(rules);
        self
    }

    /// The reduction stops as soon as at most this many qubits are left; without [`Self::reduce`]
    /// it uses all rules.
    pub fn target_qubits(mut self, qubits: usize) -> Self {
        self.reduction.target_qubits = Some(qubits);
        self
    }

    /// The weight of the penalties of one kind of rule; each kind weighs 1 by default.
    ///
    /// # Errors
    /// If the weight is not a positive finite number.
    pub fn weight(mut self, kind: Kind, weight: f64) -> Result<Self> {
        self.weights.set(kind, weight)?;
        Ok(self)
    }

    /// Leaves out the penalty of one region, which the other rules imply: its letter, or `auto`.
    pub fn drop_region(mut self, which: impl Into<String>) -> Self {
        self.drop_region = Some(which.into());
        self
    }

    /// How cells with one symbol of several become qubits.
    pub fn symbols(mut self, symbols: Symbols) -> Self {
        self.encodings.symbols = symbols;
        self
    }

    /// How the rule that lines differ enters the cost.
    pub fn distinct_lines(mut self, way: DistinctLines) -> Self {
        self.encodings.distinct_lines = way;
        self
    }

    /// How a count that may be one of two values enters the cost.
    pub fn counts(mut self, way: TwoValued) -> Self {
        self.encodings.counts = way;
        self
    }

    /// Which groups of rules become qudits, whose states keep these rules; plain qubits by default.
    pub fn registers(mut self, choice: RegisterChoice) -> Self {
        self.registers.choice = Some(choice);
        self
    }

    /// The mixer; ΣX on qubits and the complete graph on qudits by default.
    pub fn mixer(mut self, mixer: MixerName) -> Self {
        self.registers.mixer = Some(mixer);
        self
    }

    /// The board that the warm-start mixer begins at, one string a row, `.` for a cell that is not
    /// guessed. Without it the guess comes from a short annealing.
    pub fn warm_start(mut self, rows: Vec<String>) -> Self {
        let file = "the warm start".to_owned();
        self.registers.warm.guess = Guess::Board { file, rows };
        self
    }

    /// How far the warm-start mixer stays away from its guess: the probability of the other value
    /// in each qubit, above 0, at most ½.
    pub fn warm_epsilon(mut self, epsilon: f64) -> Self {
        self.registers.warm.epsilon = epsilon;
        self
    }

    /// A listener that hears of the search and can stop it.
    ///
    /// It is asked at every evaluation, and between the layers of evaluations that take long; where
    /// it answers [`ControlFlow::Break`], the run ends with the best angles found so far.
    pub fn progress(
        mut self,
        listener: impl Fn(&Progress) -> ControlFlow<()> + Send + Sync + 'static,
    ) -> Self {
        self.listener = Listener(Some(Arc::new(listener)));
        self
    }

    /// The listener's answer.
    pub(crate) fn hear(&self, progress: &Progress) -> ControlFlow<()> {
        let listener = self.listener.0.as_ref();
        listener.map_or(ControlFlow::Continue(()), |listener| listener(progress))
    }

    /// The first of the options for the rules of a puzzle that was given, which a model without
    /// rules cannot take.
    pub(crate) fn first_for_rules(&self) -> Option<&'static str> {
        let given = [
            ("reduce", self.reduction.level.is_some()),
            ("target_qubits", self.reduction.target_qubits.is_some()),
            ("weight", self.weights != Weights::default()),
            ("drop_region", self.drop_region.is_some()),
            ("encodings", self.encodings != Encodings::default()),
            ("registers", self.registers != RegisterPlan::default()),
        ];
        let mut given = given.into_iter();
        given.find(|(_, is)| *is).map(|(option, _)| option)
    }

    /// The puzzle reduced, encoded and put on its qudits, as far as these options say.
    ///
    /// # Errors
    /// If the puzzle has no solution, or the options make no sense together or for this puzzle.
    pub(crate) fn problem_of(&self, puzzle: Puzzle) -> Result<Problem> {
        let mut registers = self.registers.clone();
        if let Guess::Annealed { seed } = &mut registers.warm.guess {
            *seed = self.search.seed;
        }
        let mut reduction = self.reduction;
        if registers.keeps_rules()? && reduction == ReductionPlan::default() {
            // A space of qudits is small: it needs no further deduction.
            reduction.level = Some(RuleSet::Paper);
        }
        let file = puzzle.file.clone();
        let unprepared = |why| match why {
            Unprepared::NoSolution(contradiction) => Error::NoSolution {
                file,
                reason: contradiction.to_string(),
            },
            Unprepared::TooLarge(error) => error,
        };
        let problem = Problem::new(puzzle, &reduction, self.weights.clone());
        let problem = problem.map_err(unprepared)?.encoded_as(self.encodings)?;
        let problem = match &self.drop_region {
            Some(which) => problem.without_region(which)?,
            None => problem,
        };
        problem.on_registers(&registers)
    }
}
