//! A reduced puzzle with its circuit: the state after each layer, searches, a landscape, baselines,
//! and what is taken along.

use super::Question;
use super::moment::Bars;
use super::puzzle::Current;
use crate::error::{Error, Result};
use crate::experiment::{FigurePlan, angle_axes, figures, judged_board, landscape};
use crate::json::to_json;
use crate::lab::{Chain, RunSource};
use crate::options::Options;
use crate::page::board_after;
use crate::pipeline::{
    BasisStates, Input, LikelyBoard, NamedAnsatz, Problem, Source, Wanted, continue_angles,
    evaluate, first_layers, grover_at_depth, measure,
};
use crate::plots::{self, AxisOf, Heading, LandscapePlot, PictureLayout};
use crate::settings::AnsatzKind;
use ketboard_circuits::{CircuitExport, CircuitFormat};
use ketboard_puzzles::{Limits, ModelFile, ModelFormat};
use ketboard_qaoa::{Angles, Stage};
use serde_json::{Value, json};
use std::f64::consts::PI;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The most basis states that are simulated: 20 qubits, 33 MB for a gradient.
const MOST_STATES: u128 = 1 << 20;

/// The largest number of layers that the page may ask for.
const MOST_LAYERS: usize = 64;

/// A landscape has 31 × 31 points, fewer where these would take more states than this together.
const MAP_STATES: u128 = 1 << 25;
const MOST_POINTS: usize = 31;

/// Nothing here is stopped but with its worker.
const CONTINUE: ControlFlow<()> = ControlFlow::Continue(());

/// A problem that can be run, and what is kept of it between questions.
#[derive(Debug)]
pub(super) struct Ready {
    pub(super) chain: Chain,
    /// `None` where it has too many states.
    circuit: Option<RunningCircuit>,
}

#[derive(Debug)]
pub(super) struct RunningCircuit {
    pub(super) named: NamedAnsatz,
    pub(super) basis: BasisStates,
    pub(super) bars: Bars,
    /// The stages of the search with the seed of the chain, by depth.
    stages: Vec<Stage>,
}

impl Ready {
    /// The puzzle, reduced as the question says.
    ///
    /// # Errors
    /// If it has no solution, or there are no such settings.
    pub(super) fn of(current: &Current, asked: &Question) -> Result<Self> {
        let mut options = Options::default();
        for (name, value) in &asked.settings {
            let text = value.as_str().map(str::to_owned);
            options = options.set(name, &text.unwrap_or_else(|| value.to_string()))?;
        }
        let setting = options.settings;
        let source = RunSource {
            name: current.puzzle.name.clone(),
            file: current.puzzle.file.clone(),
            input: Input::Puzzle(current.text.clone()),
        };
        let stated = Source {
            input: source.input.clone(),
            ..current.puzzle.clone().into()
        };
        let mut problem = Problem::new(stated, &setting)?;
        let circuit = if (2..=MOST_STATES).contains(&problem.states()) {
            problem = problem.solved()?;
            let named = problem.ansatz_of(AnsatzKind::Standard, setting.precision)?;
            BasisStates::of(&problem).map(|basis| RunningCircuit {
                bars: Bars::of(&named.ansatz),
                named,
                basis,
                stages: Vec::new(),
            })
        } else {
            problem.truth = problem.truth(&Limits::default())?;
            None
        };
        let chain = Chain::new(source.into(), problem.into(), setting, Vec::new());
        Ok(Self { chain, circuit })
    }

    /// What the page shows of the reduced puzzle.
    pub(super) fn tell(&self) -> Value {
        let problem = &self.chain.problem;
        let (truth, terms) = (&problem.truth, problem.cost.polynomial.terms());
        let mut answer = json!({
            "qubits": problem.qubits(),
            // basis states, as a power of two
            "bits": problem.bits_of_space(),
            "after": board_after(problem),
            "variables": problem.reduction.qubits(),
            "reduction": problem.settings.reduction_in_words(),
            // whether there are few enough states to run a circuit
            "runs": self.circuit.is_some(),
            "solutions": truth.complete.then_some(truth.boards.len()),
            "best_value": truth.best,
            "random": truth.random_guess(),
            // terms of the cost that couple two qubits or more
            "couplings": terms.filter(|(of, _)| of.len() > 1).count(),
        });
        if let Some(RunningCircuit { named, basis, .. }) = &self.circuit {
            answer["mean"] = json!(named.ansatz.cost().mean());
            // the natural unit of γ, √n/σ(C), in radians
            answer["gamma_unit"] = json!(named.ansatz.gamma_unit());
            answer["cells"] = json!(basis.cells());
            answer["glyphs"] = json!(basis.glyphs().iter().collect::<String>());
        }
        answer
    }

    /// ⟨C⟩ and success after each layer.
    ///
    /// # Errors
    /// If no circuit runs.
    pub(super) fn layers(&self, angles: &Angles) -> Result<Value> {
        let (ansatz, truth) = (&self.circuit()?.named.ansatz, &self.chain.problem.truth);
        let depth = angles.depth();
        let after = |layer| Ok(measure(ansatz, truth, &first_layers(angles, depth, layer))?.0);
        let layers: Vec<_> = (0..=depth).map(after).collect::<Result<_>>()?;
        Ok(json!({"layers": layers}))
    }

    /// A board with what it breaks, in words and by the cells that take part.
    pub(super) fn judged(&self, likely: &LikelyBoard) -> Value {
        let problem = &self.chain.problem;
        let (best, lifted) = (problem.truth.best, problem.lift_index(likely.index));
        let judged = judged_board(&problem.puzzle, best, likely, Some(&lifted));
        let mut answer = json!(likely);
        answer["verdict"] = judged.words.into();
        let broken = judged.cells.iter().filter(|(_, shown)| shown.is_broken);
        answer["broken"] = broken
            .map(|(cell, _)| json!([cell.row, cell.col]))
            .collect();
        answer
    }

    /// The best angles of a depth; those of the depths before it are searched first, unless they
    /// are known from a question before.
    ///
    /// # Errors
    /// If no circuit runs, or there are no layers or too many.
    pub(super) fn optimize(&mut self, depth: usize, seed: u64) -> Result<Value> {
        let Self { chain, circuit } = self;
        let circuit = circuit.as_mut().ok_or_else(too_large)?;
        let known = if chain.setting.seed == seed { depth } else { 0 };
        chain.setting.seed = seed;
        Arc::make_mut(&mut chain.problem).settings.seed = seed;
        circuit.stages.truncate(known);
        if circuit.stages.len() < depth {
            let plan = chain.setting.search(depth)?.for_problem(&chain.problem);
            let (ansatz, known) = (&circuit.named.ansatz, std::mem::take(&mut circuit.stages));
            circuit.stages = continue_angles(ansatz, &plan, known, &|_| CONTINUE, &mut |_| Ok(()))?;
        }
        let stage = circuit.stages.last().ok_or_else(|| {
            let found = "a depth of 0";
            Error::argument("depth", found, "give 1 or more layers")
        })?;
        let trace: Vec<f64> = stage.trace().map(|(_, value)| value).collect();
        let title = format!("The search at depth {depth}");
        let heading = Heading::new(title, "The best start is shown.");
        let lowest = circuit.named.ansatz.cost().min();
        let chart = plots::optimizer_trace(heading, &trace, &[], lowest);
        Ok(json!({
            "gammas": stage.angles.gammas,
            "betas": stage.angles.betas,
            "expectation": stage.expectation,
            // at this depth and all before it
            "evaluations": stage.evaluations,
            "trace": chart.drawn(PictureLayout::for_pages()).svg,
        }))
    }

    /// ⟨C⟩ over a grid at depth 1, as fine as there is time for, with the path of a search.
    ///
    /// # Errors
    /// If no circuit runs.
    pub(super) fn landscape(&self) -> Result<Value> {
        let (ansatz, problem) = (&self.circuit()?.named.ansatz, &self.chain.problem);
        let points = ((MAP_STATES / problem.states()).isqrt() as usize).min(MOST_POINTS);
        // ΣX has a period of π, others of up to 2π
        let axes = angle_axes(
            ansatz,
            points,
            [None, problem.registers.as_ref().map(|_| PI)],
        )?;
        let plan = self.chain.setting.search(1)?;
        let map = landscape(problem, ansatz, axes, &plan, &|_| CONTINUE)?;
        let mut answer = json!(map);
        let plot = LandscapePlot {
            heading: Heading::new(
                "Landscape at p = 1",
                "The path is that of the first start that led as low as any.",
            ),
            color: AxisOf::expectation(),
            gammas: map.gammas,
            betas: map.betas,
            values: map.expectations,
            path: map.path,
        };
        let drawn = plots::landscape(&plot, PictureLayout::for_pages());
        answer["picture"] = drawn.svg.into();
        Ok(answer)
    }

    /// What Grover search with as many iterations as layers, and annealing at equal layers of the
    /// search for the angles so far, reach; with the figure of the search over its depths, from the
    /// records that a sweep would keep.
    ///
    /// # Errors
    /// If no circuit runs.
    pub(super) fn baselines(&self, depth: usize) -> Result<Value> {
        let (circuit, chain) = (self.circuit()?, &self.chain);
        let recorder = chain.recorder(&circuit.named);
        let record = |stage: &Stage| {
            let wanted = Wanted {
                depth: stage.depth,
                baselines: stage.depth == circuit.stages.len(),
                ..Wanted::default()
            };
            recorder.record(stage, Some(stage.layers), &wanted)
        };
        let records: Vec<_> = circuit.stages.iter().map(record).collect::<Result<_>>()?;
        let plan = FigurePlan {
            only: vec!["success".to_owned()],
            layout: PictureLayout::for_pages(),
            ..FigurePlan::default()
        };
        let drawn = match records.len() {
            0 | 1 => Vec::new(),
            _ => figures(&Vec::from_iter(&records), &plan)?.pictures,
        };
        let last = records.last();
        Ok(json!({
            "curve": drawn.first().map(|(_, drawn)| &drawn.svg),
            "grover": grover_at_depth(&chain.problem.truth, depth),
            "annealing": last.and_then(|record| record.baselines.annealing),
        }))
    }

    /// The model as `qubo --format json` writes it, what `evaluate --json` writes at these angles,
    /// or the circuit at them.
    ///
    /// # Errors
    /// If there is no such format, or no circuit.
    pub(super) fn take(&self, angles: &Angles, format: &str) -> Result<Value> {
        let problem = &self.chain.problem;
        let model = ModelFile::new(&problem.puzzle.model, &problem.reduction, &problem.cost);
        let text = match format {
            "json" => (ModelFormat::ALL[0].write)(&model)?,
            "record" => {
                let plan = self.chain.setting.search(angles.depth())?;
                let (found, _) = evaluate(problem, &plan, angles, 1)?;
                format!("{:#}\n", to_json(&found.record))
            }
            "qasm3" => {
                let mut header = problem.circuit_header(&model);
                header.angles = angles.clone();
                let circuit = problem.ansatz_circuit()?.circuit(angles);
                let export = CircuitExport::new(&circuit, &header);
                CircuitFormat::named(format)?.text(&export)?
            }
            _ => {
                let (found, remedy) = (format!("found {format:?}"), "use json, qasm3 or record");
                return Err(Error::argument("format", found, remedy));
            }
        };
        Ok(json!({"text": text}))
    }

    pub(super) fn circuit(&self) -> Result<&RunningCircuit> {
        self.circuit.as_ref().ok_or_else(too_large)
    }
}

/// Angles as they are asked.
///
/// # Errors
/// If they are not two per layer or not finite, or there are more layers than the page may ask for.
pub(super) fn angles(asked: &Question) -> Result<Angles> {
    let depth = asked.depth.max(asked.gammas.len());
    if depth > MOST_LAYERS {
        let remedy = format!("give at most {MOST_LAYERS}");
        return Err(Error::argument("depth", format!("{depth} layers"), remedy));
    }
    Ok(Angles::new(asked.gammas.clone(), asked.betas.clone())?)
}

fn too_large() -> Error {
    let remedy = "ask for a number of qubits from 1 to 20";
    Error::argument("qubits", "no state that this page can hold", remedy)
}
