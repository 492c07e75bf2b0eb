//! A reduced puzzle with its circuit: the state after each layer, searches, a landscape, baselines.

use super::pictures;
use super::puzzle::Current;
use super::question::{AnglesRequest, ReductionRequest, SearchRequest};
use crate::error::{Error, Result};
use crate::experiment::{AngleRange, landscape, small_board};
use crate::options::Options;
use crate::page::board_after;
use crate::pipeline::{
    AnsatzKind, BasisStates, Problem, Truth, annealing_at_equal_layers, continue_angles,
    first_layers, grover_at_depth, layers_of_calls,
};
use ketboard_puzzles::Limits;
use ketboard_qaoa::{Angles, Ansatz, Precision, Stage};
use serde::Serialize;
use std::f64::consts::FRAC_PI_2;
use std::ops::ControlFlow;

/// The most basis states that are simulated: 20 qubits, 33 MB for a gradient.
const MOST_STATES: u128 = 1 << 20;

/// The largest number of layers that the page may ask for.
pub(super) const MOST_LAYERS: usize = 64;

/// How many solutions are told.
const SOLUTIONS: usize = 12;

/// The number of runs of simulated annealing.
const RUNS: u64 = 100;

/// A problem that can be run, and what is kept of it between questions.
#[derive(Debug)]
pub(super) struct Ready {
    pub(super) problem: Problem,
    pub(super) truth: Truth,
    pub(super) options: Options,
    /// `None` where it has too many states.
    circuit: Option<RunningCircuit>,
}

#[derive(Debug)]
struct RunningCircuit {
    ansatz: Ansatz,
    basis: BasisStates,
    /// The stages of the search with this seed, by depth.
    stages: Vec<Stage>,
    seed: u64,
}

/// What the page is told of the reduced puzzle.
#[derive(Serialize, Debug)]
pub(super) struct ReductionAnswer {
    /// Qubits, auxiliaries included.
    qubits: usize,
    /// Basis states, as a power of two.
    bits: f64,
    /// The board: kind and text of each cell, as [`board_after`] says.
    after: Vec<Vec<(char, String)>>,
    /// Variables that are left.
    variables: usize,
    /// Whether there are few enough states to run a circuit.
    runs: bool,
    /// How many boards obey the rules; absent where they were not all listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<usize>,
    /// The first boards that obey the rules, one string a row.
    boards: Vec<Vec<String>>,
    /// The best value, where boards differ in value.
    #[serde(skip_serializing_if = "Option::is_none")]
    best_value: Option<f64>,
    /// The probability that a random guess is a solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    random: Option<f64>,
    /// The words for the qudits, where rules are kept by construction.
    #[serde(skip_serializing_if = "Option::is_none")]
    registers: Option<&'static str>,
    /// Terms of the cost that couple two qubits or more.
    couplings: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    energies: Option<EnergyRange>,
    /// The cells that marginals are of.
    cells: Vec<String>,
    /// The glyphs that marginals are of.
    glyphs: String,
}

#[derive(Serialize, Debug)]
struct EnergyRange {
    lowest: f64,
    highest: f64,
    mean: f64,
    /// The standard deviation σ(C) over all basis states.
    spread: f64,
    /// The natural unit of γ, √n/σ(C), in radians.
    gamma_unit: f64,
}

/// The state after each layer, and the board of one of them.
#[derive(Serialize, Debug)]
pub(super) struct LayersAnswer {
    /// From 0 layers to all.
    layers: Vec<LayerAnswer>,
    shown: usize,
    /// For each glyph, for each cell, the probability that the cell shows it.
    marginals: Vec<Vec<f64>>,
    rules: Vec<RuleAnswer>,
    likeliest: Vec<BoardAnswer>,
    /// The SVG of success after each layer; absent where success is not known or there is no layer.
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
}

#[derive(Serialize, Debug)]
struct LayerAnswer {
    expectation: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    success_probability: Option<f64>,
}

#[derive(Serialize, Debug)]
struct RuleAnswer {
    kind: String,
    /// The probability that all rules of the kind hold.
    kept: f64,
    count: usize,
}

#[derive(Serialize, Debug)]
struct BoardAnswer {
    board: Vec<String>,
    probability: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    solves: Option<bool>,
    /// What it breaks, in words: nothing for a solution.
    verdict: String,
    /// The cells that take part in a broken rule.
    broken: Vec<(usize, usize)>,
}

/// The best angles of a depth.
#[derive(Serialize, Debug)]
pub(super) struct SearchAnswer {
    depth: usize,
    gammas: Vec<f64>,
    betas: Vec<f64>,
    expectation: f64,
    /// Calls of the simulator at this depth and all before it.
    evaluations: u64,
    /// The SVG of ⟨C⟩ at each step of the best start.
    trace: String,
    /// The SVG of success at all depths searched so far; absent where there is no curve.
    #[serde(skip_serializing_if = "Option::is_none")]
    curve: Option<String>,
}

#[derive(Serialize, Debug)]
pub(super) struct MapAnswer {
    pub(super) gammas: Vec<f64>,
    pub(super) betas: Vec<f64>,
    /// One row per β, one column per γ.
    pub(super) expectations: Vec<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    success: Option<Vec<Vec<f64>>>,
    pub(super) path: Vec<(f64, f64)>,
    /// The SVG of the expectations.
    picture: String,
}

/// What others reach on the same problem; what was not computed is absent.
#[derive(Serialize, Debug)]
pub(super) struct BaselinesAnswer {
    #[serde(skip_serializing_if = "Option::is_none")]
    random: Option<f64>,
    /// With 0, 1, …, as many iterations as layers.
    #[serde(skip_serializing_if = "Option::is_none")]
    grover: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    annealing: Option<AnnealingAnswer>,
    /// The SVG of success at all depths searched so far beside these; absent where there is no
    /// curve.
    #[serde(skip_serializing_if = "Option::is_none")]
    curve: Option<String>,
}

#[derive(Serialize, Debug)]
pub(super) struct AnnealingAnswer {
    pub(super) success: f64,
    pub(super) low: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) high: Option<f64>,
    /// Proposed moves of a run, on average.
    moves: f64,
    runs: u64,
}

impl Ready {
    /// The puzzle reduced as wished.
    ///
    /// # Errors
    /// If it has no solution, or there are no such registers.
    pub(super) fn of(current: &Current, wish: ReductionRequest) -> Result<Self> {
        let mut options = Options::default().target_qubits(wish.qubits);
        for (setting, value) in [("reduce", &wish.rules), ("registers", &wish.registers)] {
            if let Some(value) = value {
                options = options.set(setting, value)?;
            }
        }
        let problem = options.problem_of(current.puzzle.clone())?;
        let truth = problem.truth(&Limits::default())?;
        if truth.complete && truth.boards.is_empty() {
            return Err(Error::NoSolution {
                file: problem.puzzle.file.clone(),
                reason: "the exact search finds no board that obeys the rules".into(),
            });
        }
        let circuit = match problem.states() {
            2..=MOST_STATES => RunningCircuit::of(&problem, &truth)?,
            _ => None,
        };
        Ok(Self {
            problem,
            truth,
            options,
            circuit,
        })
    }

    pub(super) fn tell(&self) -> ReductionAnswer {
        let Self { problem, truth, .. } = self;
        let known = truth.complete.then_some(truth.boards.len());
        let basis = self.circuit.as_ref().map(|circuit| &circuit.basis);
        let boards = truth.boards.iter().take(SOLUTIONS);
        let polynomial = &problem.cost.polynomial;
        ReductionAnswer {
            qubits: problem.qubits(),
            bits: problem.bits_of_space(),
            after: board_after(problem),
            variables: problem.reduction.qubits(),
            runs: self.circuit.is_some(),
            solutions: known,
            boards: boards.map(|board| problem.puzzle.board(board)).collect(),
            best_value: truth.best,
            random: truth.complete.then(|| truth.indices.fraction()),
            registers: problem.registers.as_ref().map(|known| known.choice.name()),
            couplings: polynomial.terms().filter(|(of, _)| of.len() > 1).count(),
            energies: self.circuit.as_ref().map(|circuit| circuit.energies()),
            cells: basis.map_or_else(Vec::new, |basis| basis.cells().to_vec()),
            glyphs: basis.map_or_else(String::new, |basis| basis.glyphs().iter().collect()),
        }
    }

    /// The numbers after each layer.
    ///
    /// # Errors
    /// If the angles are not two per layer or not finite, or there are too many.
    pub(super) fn layers(&self, at: &AnglesRequest) -> Result<LayersAnswer> {
        let circuit = self.circuit()?;
        let angles = angles(&at.gammas, &at.betas)?;
        let (depth, known) = (angles.depth(), (&self.problem, &self.truth));
        let shown = at.shown.min(depth);
        let mut evaluator = circuit.ansatz.evaluator()?;
        let mut layers = Vec::with_capacity(depth + 1);
        let mut detail = None;
        for layer in 0..=depth {
            let state = evaluator.state(&first_layers(&angles, depth, layer));
            layers.push(LayerAnswer {
                expectation: state.expectation(circuit.ansatz.cost()),
                success_probability: self
                    .truth
                    .complete
                    .then(|| state.probability_of(self.truth.indices.iter())),
            });
            if layer == shown {
                detail = Some(circuit.basis.layer(&circuit.ansatz, known, state));
            }
        }
        let detail = detail.expect("the layer that is shown is one of them");
        let rules = detail.rules.iter().filter(|rule| rule.count > 0);
        let success = layers.iter().map(|layer| layer.success_probability);
        let success: Option<Vec<f64>> = success.collect();
        let success: Vec<(usize, f64)> = success.into_iter().flatten().enumerate().collect();
        Ok(LayersAnswer {
            picture: pictures::by_layer(known, &success)?,
            layers,
            shown,
            marginals: detail.marginals,
            rules: rules
                .map(|rule| RuleAnswer {
                    kind: rule.kind.to_string(),
                    kept: rule.kept,
                    count: rule.count,
                })
                .collect(),
            likeliest: detail
                .likeliest
                .into_iter()
                .map(|likely| {
                    let lifted = self.problem.lift_index(likely.index);
                    let judged = small_board(
                        &self.problem.puzzle,
                        self.truth.best,
                        &lifted,
                        likely.probability,
                    );
                    BoardAnswer {
                        board: likely.board,
                        probability: likely.probability,
                        solves: likely.solves,
                        verdict: judged.words,
                        broken: judged.broken,
                    }
                })
                .collect(),
        })
    }

    /// The best angles of a depth; those of the depths before it are searched first, unless they
    /// are known from a question before.
    ///
    /// # Errors
    /// If there are too many layers.
    pub(super) fn optimize(&mut self, search: &SearchRequest) -> Result<SearchAnswer> {
        check_depth(search.depth)?;
        if search.depth == 0 {
            let found = "a depth of 0";
            return Err(Error::argument("depth", found, "give 1 or more layers"));
        }
        let options = self.options.clone().depth(search.depth).seed(search.seed);
        let plan = options.search()?.for_problem(&self.problem);
        let Self { truth, circuit, .. } = self;
        let circuit = circuit.as_mut().ok_or_else(too_large)?;
        if circuit.seed != search.seed {
            (circuit.seed, circuit.stages) = (search.seed, Vec::new());
        }
        circuit.stages.truncate(search.depth);
        if circuit.stages.len() < search.depth {
            let known = std::mem::take(&mut circuit.stages);
            let go_on = |_: &_| ControlFlow::Continue(());
            circuit.stages = continue_angles(
                &circuit.ansatz,
                truth,
                &plan,
                known,
                &go_on,
                &mut |_| Ok(()),
            )?;
        }
        let curve = pictures::by_depth((&self.problem, truth), &circuit.curve(truth)?, None)?;
        let stage = circuit.stages.last().expect("a depth of 1 or more");
        let trace: Vec<f64> = stage.trace().map(|(_, value)| value).collect();
        Ok(SearchAnswer {
            curve,
            depth: stage.depth,
            gammas: stage.angles.gammas.clone(),
            betas: stage.angles.betas.clone(),
            expectation: stage.expectation,
            evaluations: stage.evaluations,
            trace: pictures::trace(stage.depth, &trace, circuit.ansatz.cost().min())?,
        })
    }

    /// ⟨C⟩ and success over a grid at depth 1.
    ///
    /// # Errors
    /// If there are too few or too many points.
    pub(super) fn landscape(&self, points: usize) -> Result<MapAnswer> {
        let circuit = self.circuit()?;
        let spread = circuit.ansatz.cost().standard_deviation();
        let gammas = AngleRange::new("gammas", 0.0, 4.0 / spread.max(1e-9), points)?;
        let betas = AngleRange::new("betas", -FRAC_PI_2, FRAC_PI_2, points)?;
        let plan = self.options.clone().depth(1).search()?;
        let go_on = |_| ControlFlow::Continue(());
        let found = landscape(&circuit.ansatz, &self.truth, gammas, betas, &plan, &go_on)?;
        let mut map = MapAnswer {
            gammas: found.gammas,
            betas: found.betas,
            expectations: found.expectations,
            success: found.success,
            path: found.path,
            picture: String::new(),
        };
        map.picture = pictures::landscape(&map)?;
        Ok(map)
    }

    /// What a random guess, Grover search with as many iterations as layers, and annealing at equal
    /// layers of the search for the angles so far reach.
    ///
    /// # Errors
    /// If no circuit runs.
    pub(super) fn baselines(&self, depth: usize, seed: u64) -> Result<BaselinesAnswer> {
        let circuit = self.circuit()?;
        check_depth(depth)?;
        let calls = circuit
            .stages
            .iter()
            .map(|stage| (stage.depth, stage.evaluations));
        let budget = (layers_of_calls(calls), circuit.ansatz.cost().min());
        let runs = (RUNS, seed);
        let annealed = annealing_at_equal_layers(&self.problem, &self.truth, budget, runs);
        let annealing = annealed.map(|annealed| AnnealingAnswer {
            success: annealed.success.value,
            low: annealed.success.low,
            high: annealed.success.high,
            moves: annealed.flips,
            runs: annealed.runs,
        });
        let known = (&self.problem, &self.truth);
        Ok(BaselinesAnswer {
            curve: pictures::by_depth(known, &circuit.curve(&self.truth)?, annealing.as_ref())?,
            random: self.truth.complete.then(|| self.truth.indices.fraction()),
            grover: (0..=depth)
                .map(|p| grover_at_depth(&self.truth, p))
                .collect(),
            annealing,
        })
    }

    fn circuit(&self) -> Result<&RunningCircuit> {
        self.circuit.as_ref().ok_or_else(too_large)
    }
}

impl RunningCircuit {
    /// The circuit of a problem; `None` where its states cannot be read one by one.
    fn of(problem: &Problem, truth: &Truth) -> Result<Option<Self>> {
        let Some(basis) = BasisStates::of(problem, truth) else {
            return Ok(None);
        };
        let ansatz = problem.ansatz(AnsatzKind::Standard, Precision::F64)?.ansatz;
        Ok(Some(Self {
            ansatz,
            basis,
            stages: Vec::new(),
            seed: 0,
        }))
    }

    /// Depth and success probability of each stage of the search; none where not all solutions are
    /// known.
    fn curve(&self, truth: &Truth) -> Result<Vec<(usize, f64)>> {
        if !truth.complete {
            return Ok(Vec::new());
        }
        let mut evaluator = self.ansatz.evaluator()?;
        let success = |stage: &Stage| {
            let state = evaluator.state(&stage.angles);
            (stage.depth, state.probability_of(truth.indices.iter()))
        };
        Ok(self.stages.iter().map(success).collect())
    }

    fn energies(&self) -> EnergyRange {
        let cost = self.ansatz.cost();
        EnergyRange {
            lowest: cost.min(),
            highest: cost.max(),
            mean: cost.mean(),
            spread: cost.standard_deviation(),
            gamma_unit: self.ansatz.gamma_unit(),
        }
    }
}

/// Angles as they are asked.
///
/// # Errors
/// If they are not two per layer or not finite, or there are too many.
pub(super) fn angles(gammas: &[f64], betas: &[f64]) -> Result<Angles> {
    check_depth(gammas.len())?;
    Ok(Angles::new(gammas.to_vec(), betas.to_vec())?)
}

fn check_depth(depth: usize) -> Result<()> {
    if depth <= MOST_LAYERS {
        return Ok(());
    }
    let remedy = format!("give at most {MOST_LAYERS}");
    Err(Error::argument("depth", format!("{depth} layers"), remedy))
}

fn too_large() -> Error {
    let remedy = "ask for a number of qubits from 1 to 20";
    Error::argument("qubits", "no state that this page can hold", remedy)
}
