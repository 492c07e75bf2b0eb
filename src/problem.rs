//! The calls of the library on a puzzle or model that is ready to run.

use crate::pipeline::{
    self, DevicePlan, DeviceRecord, GroverMethod, GroverOutcome, GroverPlan, Metrics, Problem,
    grover_circuit, measure, on_device, search_by_grover,
};
use crate::settings::AnsatzKind;
use crate::{Error, Options, Result, Run};
use ketboard_circuits::{Circuit, Device, Program};
use ketboard_puzzles::{AnnealSettings, Ask, Assignment, Limits, Polynomial};
use ketboard_qaoa::{Angles, Ansatz, search::Progress};
use serde_json::{Value, json};
use std::ops::ControlFlow;

impl Problem {
    /// The names of the variables of the puzzle or model, as [`Run::values`] lists their values.
    pub fn variables(&self) -> &[String] {
        self.puzzle.model.names()
    }

    /// The number of qubits that are left after the reduction, auxiliaries included.
    pub fn qubits(&self) -> usize {
        self.cost.layout.qubits()
    }

    /// The reduction as sentences, one a step: which rule decided or merged which cells.
    pub fn steps(&self) -> Vec<String> {
        let steps = self.reduction.steps.iter();
        steps
            .map(|step| step.describe(&self.puzzle.model))
            .collect()
    }

    /// The boards that obey the rules and have the best value, one string a row; they come from the
    /// exact solver, never from energies. A model has no board but one row with the
    /// values of its variables; where it states no rules, these are its exact ground states.
    pub fn solutions(&self) -> Vec<Vec<String>> {
        let boards = self.truth.boards.iter();
        boards.map(|board| self.puzzle.board(board)).collect()
    }

    /// The cost C as a polynomial of 0/1 variables: the QUBO, where no product has more than two of
    /// them.
    pub fn polynomial(&self) -> &Polynomial {
        &self.cost.polynomial
    }

    /// The standard ansatz on these qubits or qudits, with its cost and mixer, for the engine;
    /// where the solutions are known they are those of [`ketboard_qaoa::Objective::Success`].
    ///
    /// # Errors
    /// If the cost and two states do not fit into memory.
    pub fn ansatz(&self) -> Result<Ansatz> {
        let named = self.ansatz_of(AnsatzKind::Standard, self.settings.precision)?;
        Ok(named.ansatz)
    }

    /// The family of the puzzle.
    pub fn family(&self) -> &'static str {
        self.puzzle.family
    }

    /// The value of every qubit in a basis state of the ansatz, whatever its qudits.
    ///
    /// # Errors
    /// If there is no such state.
    pub fn bits_of(&self, state: u64) -> Result<Vec<bool>> {
        if u128::from(state) >= self.states() {
            let found = format!("state {state} of {}", self.states());
            return Err(Error::argument("state", found, "number them from 0"));
        }
        Ok(self.bits(state))
    }

    /// The numbers of the state |γ, β⟩ of the standard ansatz on these qubits or qudits.
    ///
    /// # Errors
    /// If the angles are not finite or not two per layer.
    pub fn at(&self, angles: &Angles) -> Result<Metrics> {
        Ok(measure(&self.ansatz()?, &self.truth, angles)?.0)
    }

    /// Grover search for the boards that obey the rules.
    ///
    /// # Errors
    /// If the method does not suit the puzzle, or its state does not fit into memory.
    pub fn search_by_grover(&self, plan: &GroverPlan) -> Result<GroverOutcome> {
        search_by_grover(self, plan)
    }

    /// The circuit of Grover search with some iterations; with the best number of them where none
    /// is given.
    ///
    /// # Errors
    /// As [`Self::search_by_grover`].
    pub fn grover_circuit(
        &self,
        method: GroverMethod,
        iterations: Option<usize>,
    ) -> Result<Circuit> {
        Ok(grover_circuit(self, method, iterations)?.0)
    }

    /// The run at these angles, without a search: sample, decode, check against the rules. Of the
    /// options the ansatz, the samples and their seed count. The angles of an ansatz with several
    /// series are given series after series, all layers each.
    ///
    /// ```
    /// use ketboard::{Angles, Options, Puzzle};
    ///
    /// let options = Options::default();
    /// let problem = Puzzle::read("examples/puzzles/tango-4x4.toml")?.problem(&options)?;
    /// let run = problem.evaluate(&Angles::new(vec![0.2, 0.4], vec![-0.5, -0.2])?, &options)?;
    /// let after = run.layers();
    /// assert_eq!((run.depth(), after.len()), (2, 3));
    /// assert_eq!(run.success_probability(), after[2].success_probability);
    /// # Ok::<(), ketboard::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the angles do not fit the ansatz or are not finite, or the ansatz does not go with the
    /// problem.
    pub fn evaluate(mut self, angles: &Angles, options: &Options) -> Result<Run> {
        let plan = options.search()?;
        self.settings = self.settings.searched_as(&options.settings);
        let (outcome, _) = pipeline::evaluate(&self, &plan, angles, 1)?;
        Ok(Run {
            problem: self,
            outcome,
        })
    }

    /// The run: optimize the angles depth by depth, sample, decode, check against the rules. Of the
    /// options, those that made this problem have no further effect.
    ///
    /// # Errors
    /// If the options make no sense together or for this problem.
    pub fn solve(mut self, options: &Options) -> Result<Run> {
        let hear = |progress: &Progress| options.hear(progress);
        let plan = options.search()?;
        self.settings = self.settings.searched_as(&options.settings);
        let outcome = pipeline::run(&self, &plan, &hear)?;
        Ok(Run {
            problem: self,
            outcome,
        })
    }

    /// The circuit of the standard ansatz at any angles; qubit k holds variable k.
    ///
    /// ```
    /// use ketboard::{Angles, Options, Puzzle};
    ///
    /// let puzzle = Puzzle::read("examples/puzzles/tango-4x4.toml")?;
    /// let problem = puzzle.problem(&Options::default())?;
    /// let circuit = problem.circuit()?(&Angles::new(vec![0.2], vec![-0.4])?);
    /// assert_eq!(circuit.qubits(), problem.qubits());
    /// # Ok::<(), ketboard::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the cost has too many products for a circuit, or a register has none.
    pub fn circuit(&self) -> Result<impl Fn(&Angles) -> Circuit + Send + Sync + use<>> {
        let gates = self.ansatz_circuit()?;
        Ok(move |angles: &Angles| gates.circuit(angles))
    }

    /// The same as a program, which [`ketboard_circuits::compile`] places on a device.
    ///
    /// # Errors
    /// As [`Self::circuit`].
    pub fn program(&self) -> Result<impl Fn(&Angles) -> Program + Send + Sync + use<>> {
        let gates = self.ansatz_circuit()?;
        Ok(move |angles: &Angles| gates.program(angles))
    }

    /// What to expect of the ansatz at these angles on a device: compiled, in the device's gates,
    /// under the noise of its calibration, by quantum trajectories of this seed. `listener` is
    /// asked after each of them.
    ///
    /// # Errors
    /// If the device is too small or has no calibration, the angles are not two per layer, or not
    /// all solutions are known; an error where the listener said stop too early.
    pub fn forecast(
        &self,
        angles: &Angles,
        device: Device,
        seed: u64,
        listener: &(dyn Fn() -> ControlFlow<()> + Sync),
    ) -> Result<DeviceRecord> {
        self.needs_qubits("circuit")?;
        let plan = DevicePlan::usual(device, seed);
        let mut problem = self.clone();
        problem.settings.ansatz = AnsatzKind::Standard; // the one whose circuit is known
        let search = problem.settings.search(1)?;
        let (run, _) = pipeline::evaluate(&problem, &search, angles, angles.depth())?;
        on_device(&problem, run.record, &plan, &|_| listener())
    }

    /// The board of measured values of the qubits, one string a row; bit k is that of
    /// qubit k, whatever the registers.
    ///
    /// # Errors
    /// If there are not as many bits as qubits.
    pub fn board_of(&self, bits: &[bool]) -> Result<Vec<String>> {
        Ok(self.puzzle.board(&self.lifted(bits)?))
    }

    /// Whether measured values of the qubits show a solution, by the rules.
    ///
    /// # Errors
    /// As [`Self::board_of`].
    pub fn is_solved_by(&self, bits: &[bool]) -> Result<bool> {
        let board = self.lifted(bits)?;
        Ok(self.solves(&board))
    }

    /// Annealing until a solution is found, or the energy that is asked for: the object of the
    /// program's `classical --json`, the board if it solves the puzzle, and whether `ask` said
    /// stop.
    pub(crate) fn anneal(
        &self,
        seed: u64,
        target_energy: Option<f64>,
        ask: Ask<'_>,
    ) -> (Value, Option<Assignment>, bool) {
        let (model, cost) = (&self.puzzle.model, &self.cost);
        let best = self.best_board();
        let energy = |board: &Assignment| {
            let bits = self.reduction.project(board)?;
            Some(cost.polynomial.value(|k| bits[k]))
        };
        let of_a_solution = cost.zero_violation_energy;
        let of_a_solution = of_a_solution.or(best.as_ref().and_then(energy));
        let settings = AnnealSettings {
            seed,
            target_energy: target_energy.or(of_a_solution),
            wanted: Some(&|bits: &[bool]| model.is_solved_by(&self.lift(bits))),
            ask: Some(ask),
            ..AnnealSettings::default()
        };
        let found = settings.anneal(cost.polynomial.n(), cost.polynomial.terms());
        let board = self.lift(&found.bits);
        let best = best.and_then(|board| model.value(&board));
        let is_enough = target_energy.is_some() && found.reached_target;
        let solves = model.is_solved_by(&board) && (model.is_best(&board, best) || is_enough);
        let rows = self.puzzle.board(&board);
        let broken = model.violations(&board);
        let broken: Vec<String> = broken.iter().map(|v| model.describe(v, &board)).collect();
        let record = json!({
            "status": if solves { "solved" } else { "unsolved" },
            "board": solves.then_some(&rows),
            "best_board": (!solves).then_some(&rows),
            "broken_rules": (!solves).then_some(broken),
            "value": model.value(&board),
            "best_value": best,
            "target_energy": settings.target_energy,
            "energy": found.energy,
            "reached_target": found.reached_target,
            "qubits": self.qubits(),
            "restarts": found.restarts_run,
            "sweeps": found.sweeps,
            "flips": found.flips,
            "seed": seed,
        });
        (record, solves.then_some(board), found.interrupted)
    }

    /// A board of the best value, where the exact solver finds one quickly.
    fn best_board(&self) -> Option<Assignment> {
        /// How long it looks.
        const GLANCE: Limits<'static> = Limits {
            solutions: None,
            nodes: Some(200_000),
            ask: None,
        };
        let model = &self.puzzle.model;
        let mut found = model
            .has_objective()
            .then(|| model.best_solutions(&GLANCE))?;
        found.solutions.pop().filter(|_| found.complete)
    }

    fn lifted(&self, bits: &[bool]) -> Result<Assignment> {
        if bits.len() != self.qubits() {
            let found = format!("{} for {} qubits", bits.len(), self.qubits());
            return Err(Error::argument("bits", found, "give one for each qubit"));
        }
        Ok(self.lift(bits))
    }
}
