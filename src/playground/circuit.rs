//! A reduced puzzle with its circuit: the state after each layer, searches, a landscape, baselines.

use super::moment::Bars;
use super::pictures;
use super::puzzle::Current;
use crate::error::{Error, Result};
use crate::experiment::{angle_range, judged_board, landscape};
use crate::options::Options;
use crate::page::board_after;
use crate::pipeline::{
    BasisStates, LikelyBoard, Problem, annealing_at_equal_layers, continue_angles, find_angles,
    first_layers, grover_at_depth,
};
use ketboard_puzzles::Limits;
use ketboard_qaoa::{Angles, Ansatz, Stage};
use serde_json::{Value, json};
use std::f64::consts::{FRAC_PI_2, PI, TAU};
use std::ops::ControlFlow;

/// The most basis states that are simulated: 20 qubits, 33 MB for a gradient.
const MOST_STATES: u128 = 1 << 20;

/// The largest number of layers that the page may ask for.
const MOST_LAYERS: usize = 64;

/// A landscape has 31 × 31 points, fewer where these would take more states than this together, and
/// none where a point has so many that the map would take more than a few seconds.
const MAP_STATES: u128 = 1 << 25;
const MOST_POINTS: usize = 31;
const MOST_MAPPED: u128 = 1 << 17;

/// How many solutions are told.
const SOLUTIONS: usize = 12;

/// The number of runs of simulated annealing.
const RUNS: u64 = 100;

/// A problem that can be run, and what is kept of it between questions.
#[derive(Debug)]
pub(super) struct Ready {
    pub(super) problem: Problem,
    pub(super) options: Options,
    /// `None` where it has too many states.
    circuit: Option<RunningCircuit>,
}

#[derive(Debug)]
pub(super) struct RunningCircuit {
    pub(super) ansatz: Ansatz,
    pub(super) basis: BasisStates,
    pub(super) bars: Bars,
    /// The stages of the search with this seed, by depth.
    stages: Vec<Stage>,
    seed: u64,
}

impl Ready {
    /// The puzzle reduced as wished.
    ///
    /// # Errors
    /// If it has no solution, or there are no such registers.
    pub(super) fn of(
        current: &Current,
        qubits: usize,
        [rules, registers]: [Option<String>; 2],
    ) -> Result<Self> {
        let mut options = Options::default().target_qubits(qubits);
        for (setting, value) in [("reduce", &rules), ("registers", &registers)] {
            if let Some(value) = value {
                options = options.set(setting, value)?;
            }
        }
        let mut problem = Problem::new(current.puzzle.clone(), &options.settings)?;
        let mut circuit = None;
        if (2..=MOST_STATES).contains(&problem.states()) {
            problem = problem.solved()?;
            if let Some(basis) = BasisStates::of(&problem) {
                let ansatz = problem.ansatz()?;
                circuit = Some(RunningCircuit {
                    bars: Bars::of(&ansatz),
                    ansatz,
                    basis,
                    stages: Vec::new(),
                    seed: 0,
                });
            }
        } else {
            problem.truth = problem.truth(&Limits::default())?;
        }
        Ok(Self {
            problem,
            options,
            circuit,
        })
    }

    /// What the page is told of the reduced puzzle.
    pub(super) fn tell(&self) -> Value {
        let problem = &self.problem;
        let (truth, circuit) = (&problem.truth, self.circuit.as_ref());
        let boards = truth.boards.iter().take(SOLUTIONS);
        let terms = problem.cost.polynomial.terms();
        let basis = circuit.map(|circuit| &circuit.basis);
        let energies = circuit.map(|circuit| {
            let cost = circuit.ansatz.cost();
            json!({
                "lowest": cost.min(),
                "highest": cost.max(),
                "mean": cost.mean(),
                // the standard deviation σ(C) over all basis states
                "spread": cost.standard_deviation(),
                // the natural unit of γ, √n/σ(C), in radians
                "gamma_unit": circuit.ansatz.gamma_unit(),
            })
        });
        json!({
            "qubits": problem.qubits(),
            // basis states, as a power of two
            "bits": problem.bits_of_space(),
            "after": board_after(problem),
            "variables": problem.reduction.qubits(),
            // whether there are few enough states to run a circuit
            "runs": circuit.is_some(),
            "solutions": truth.complete.then_some(truth.boards.len()),
            "boards": boards.map(|board| problem.puzzle.board(board)).collect::<Vec<_>>(),
            "best_value": truth.best,
            "random": truth.random_guess(),
            "registers": problem.registers.as_ref().map(|known| known.choice.name()),
            // terms of the cost that couple two qubits or more
            "couplings": terms.filter(|(of, _)| of.len() > 1).count(),
            "energies": energies,
            "cells": basis.map_or_else(Vec::new, |basis| basis.cells().to_vec()),
            "glyphs": basis.map_or_else(String::new, |basis| basis.glyphs().iter().collect()),
        })
    }

    /// ⟨C⟩ and success after each layer.
    ///
    /// # Errors
    /// If the angles are not two per layer or not finite, or there are too many.
    pub(super) fn layers(&self, angles: &Angles) -> Result<Value> {
        let (circuit, truth) = (self.circuit()?, &self.problem.truth);
        let depth = angles.depth();
        let mut evaluator = circuit.ansatz.evaluator()?;
        let after = |layer| {
            let state = evaluator.state(&first_layers(angles, depth, layer));
            let solved = state.probability_of(truth.indices.iter());
            json!({
                "expectation": state.expectation(circuit.ansatz.cost()),
                "success_probability": truth.complete.then_some(solved),
            })
        };
        Ok(json!({"layers": (0..=depth).map(after).collect::<Vec<_>>()}))
    }

    /// A board with what it breaks, in words and by the cells that take part.
    pub(super) fn judged(&self, likely: &LikelyBoard) -> Value {
        let problem = &self.problem;
        let (best, lifted) = (problem.truth.best, problem.lift_index(likely.index));
        let judged = judged_board(&problem.puzzle, best, likely, Some(&lifted));
        let mut told = json!(likely);
        told["verdict"] = judged.words.into();
        told["broken"] = json!(judged.broken);
        told
    }

    /// The best angles of a depth; those of the depths before it are searched first, unless they
    /// are known from a question before.
    ///
    /// # Errors
    /// If there are too many layers.
    pub(super) fn optimize(&mut self, depth: usize, seed: u64) -> Result<Value> {
        check_depth(depth)?;
        if depth == 0 {
            let found = "a depth of 0";
            return Err(Error::argument("depth", found, "give 1 or more layers"));
        }
        let options = self.options.clone().depth(depth).seed(seed);
        let plan = options.search()?.for_problem(&self.problem);
        let circuit = self.circuit.as_mut().ok_or_else(too_large)?;
        if circuit.seed != seed {
            (circuit.seed, circuit.stages) = (seed, Vec::new());
        }
        circuit.stages.truncate(depth);
        if circuit.stages.len() < depth {
            let known = std::mem::take(&mut circuit.stages);
            let (ansatz, go_on) = (&circuit.ansatz, |_: &_| ControlFlow::Continue(()));
            circuit.stages = continue_angles(ansatz, &plan, known, &go_on, &mut |_| Ok(()))?;
        }
        let stage = circuit.stages.last().expect("a depth of 1 or more");
        let trace: Vec<f64> = stage.trace().map(|(_, value)| value).collect();
        Ok(json!({
            "depth": stage.depth,
            "gammas": stage.angles.gammas,
            "betas": stage.angles.betas,
            "expectation": stage.expectation,
            // at this depth and all before it
            "evaluations": stage.evaluations,
            "trace": pictures::trace(stage.depth, &trace, circuit.ansatz.cost().min())?,
        }))
    }

    /// ⟨C⟩ and success over a grid at depth 1, as fine as there is time for, which shows the whole
    /// path of a search.
    ///
    /// # Errors
    /// If no circuit runs, or it would take too long.
    pub(super) fn landscape(&self) -> Result<Value> {
        let (circuit, problem) = (self.circuit()?, &self.problem);
        if problem.states() > MOST_MAPPED {
            let found = format!("{} states at each of its points", problem.states());
            let remedy = format!(
                "a landscape is drawn of at most {MOST_MAPPED}: move the slider of variables down to 17 qubits or fewer, or use `ketboard landscape`"
            );
            return Err(Error::argument("landscape", found, remedy));
        }
        let plan = self.options.clone().depth(1).search()?;
        let go_on = |_: &_| ControlFlow::Continue(());
        let stages = find_angles(&circuit.ansatz, &plan, &go_on)?;
        let path = stages.first().into_iter().flat_map(|stage| stage.trace());
        let mut path: Vec<_> = path.map(|(at, _)| (at.gammas[0], at.betas[0])).collect();
        fold(&mut path, circuit, problem.registers.is_none());
        let spread = circuit.ansatz.cost().standard_deviation();
        let seen = |ends: [f64; 2], values: &dyn Fn(&(f64, f64)) -> f64| {
            let room = ends[1] - ends[0];
            let least = path.iter().map(values).fold(ends[0], f64::min);
            let most = path.iter().map(values).fold(ends[1], f64::max);
            [least.max(ends[0] - room), most.min(ends[1] + room)]
        };
        let [g0, g1] = seen([0.0, 4.0 / spread.max(1e-9)], &|at| at.0);
        let [b0, b1] = seen([-FRAC_PI_2, FRAC_PI_2], &|at| at.1);
        let points = (MAP_STATES / problem.states().max(1)).isqrt() as usize;
        let points = points.min(MOST_POINTS);
        let gammas = angle_range("gammas", g0, g1, points)?;
        let betas = angle_range("betas", b0, b1, points)?;
        let go_on = |_| ControlFlow::Continue(());
        let mut found = landscape(problem, &circuit.ansatz, [gammas, betas], &plan, &go_on)?;
        found.path = path;
        let mut told = json!(found);
        told["picture"] = pictures::landscape(&found)?.into();
        Ok(told)
    }

    /// What Grover search with as many iterations as layers, and annealing at equal layers of the
    /// search for the angles so far, reach.
    ///
    /// # Errors
    /// If no circuit runs.
    pub(super) fn baselines(&self, depth: usize, seed: u64) -> Result<Value> {
        let (circuit, problem) = (self.circuit()?, &self.problem);
        check_depth(depth)?;
        let layers = circuit.stages.last().map_or(0, |stage| stage.layers);
        let budget = (layers, circuit.ansatz.cost().min());
        let annealed = annealing_at_equal_layers(problem, budget, (RUNS, seed));
        let curve = circuit.curve(problem)?;
        Ok(json!({
            "curve": pictures::by_depth(problem, &curve, annealed.map(|found| found.success))?,
            "grover": grover_at_depth(&problem.truth, depth),
            "annealing": annealed,
        }))
    }

    pub(super) fn circuit(&self) -> Result<&RunningCircuit> {
        self.circuit.as_ref().ok_or_else(too_large)
    }
}

impl RunningCircuit {
    /// Depth and success probability of each stage of the search; none where not all solutions are
    /// known.
    fn curve(&self, problem: &Problem) -> Result<Vec<(usize, f64)>> {
        let mut evaluator = self.ansatz.evaluator()?;
        let success = |stage: &Stage| {
            let state = evaluator.state(&stage.angles);
            let solved = state.probability_of(problem.truth.indices.iter());
            (stage.depth, solved)
        };
        let stages = self.stages.iter().filter(|_| problem.truth.complete);
        Ok(stages.map(success).collect())
    }
}

/// Moves a path so that its end lies where the landscape begins, 0 ≤ γ and |β| ≤ π/2: no value
/// changes with (γ, β) → −(γ, β), with γ + 2π where energies differ by whole numbers, and with β + π
/// on plain qubits.
fn fold(path: &mut [(f64, f64)], circuit: &RunningCircuit, on_qubits: bool) {
    let Some(&(gamma, beta)) = path.last() else {
        return;
    };
    let cost = circuit.ansatz.cost();
    let whole = |level: &f64| ((level - cost.min()) - (level - cost.min()).round()).abs() < 1e-9;
    let is_whole = cost
        .energy_levels()
        .is_some_and(|levels| levels.iter().all(whole));
    let turns = if is_whole { (gamma / TAU).round() } else { 0.0 };
    let sign = if gamma - TAU * turns < 0.0 { -1.0 } else { 1.0 };
    let halves = if on_qubits { (beta / PI).round() } else { 0.0 };
    for (gamma, beta) in path {
        *gamma = sign * (*gamma - TAU * turns);
        *beta = sign * (*beta - PI * halves);
    }
}

/// Angles as they are asked.
///
/// # Errors
/// If they are not two per layer or not finite, or there are too many.
pub(super) fn angles(gammas: Vec<f64>, betas: Vec<f64>) -> Result<Angles> {
    check_depth(gammas.len())?;
    Ok(Angles::new(gammas, betas)?)
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
