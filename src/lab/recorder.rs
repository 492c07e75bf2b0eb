//! From what a search found at a depth to its record: the state is made once, and every number is
//! taken from it.

use super::Conventions;
use super::chain::Chain;
use super::contents::Wanted;
use super::record::{Baselines, Layers, MeasuredRecord, Record, Searched};
use crate::error::Result;
use crate::pipeline::{
    BasisStates, Judge, LayerNumbers, Metrics, NamedAnsatz, Problem, annealing_at_equal_layers,
    approximation_ratio, exact_search_nodes, grover_at_depth, layer_by_layer, measure,
    shots_from_counts, shots_to_99, success_from_counts,
};
use ketboard_puzzles::model_hash;
use ketboard_qaoa::{Stage, State};
use std::sync::OnceLock;

/// Runs of annealing that tell how likely it succeeds.
const RUNS: u64 = 100;

/// What all records of a chain share.
pub(super) struct Recorder<'c> {
    chain: &'c Chain,
    /// The ansatz, and the names of the terms that have angles of their own.
    named: &'c NamedAnsatz,
    /// What every basis state means, where they are few enough to be read.
    basis: OnceLock<Option<BasisStates>>,
    searched: OnceLock<Option<u64>>,
}

impl<'c> Recorder<'c> {
    pub(super) fn new(chain: &'c Chain, named: &'c NamedAnsatz) -> Self {
        Self {
            chain,
            named,
            basis: OnceLock::new(),
            searched: OnceLock::new(),
        }
    }

    /// The record of a depth, up to which the search ran so many layers.
    ///
    /// # Errors
    /// If the state does not fit into memory.
    pub(super) fn record(
        &self,
        stage: &Stage,
        searched: Option<u64>,
        wanted: &Wanted,
    ) -> Result<Record> {
        let (ansatz, subject) = (&self.named.ansatz, &self.chain.subject);
        let problem = &subject.problem;
        let truth = &problem.truth;
        let (metrics, state) = measure(ansatz, truth, &stage.angles)?;
        let mut record = self.plain(stage, &metrics);
        record.search_layers = searched;
        let puzzle = &problem.puzzle;
        record.family = puzzle.has_board().then(|| puzzle.family.to_owned());
        record.solutions = truth.complete.then_some(truth.boards.len());
        let shots = metrics.success_probability.and_then(shots_to_99);
        record.shots_to_99 = shots.filter(|shots| shots.is_finite());
        record.layers_to_99 = record.shots_to_99.map(|shots| shots * stage.depth as f64);
        record.measured = self.measured(&state, problem)?;
        let budget = searched.map(|layers| (layers, record.ground_energy));
        record.baselines = self.baselines(problem, budget, wanted);
        record.baselines.random_guess = metrics.random_success_probability;
        if let Some(basis) = self.basis.get_or_init(|| BasisStates::of(problem)) {
            record.rules = basis.rules_in(&state.probabilities());
            if wanted.layers {
                drop(state); // the layers are states of their own
                let at = (&stage.angles, stage.depth);
                let states = layer_by_layer(ansatz, basis, problem, at)?;
                record.layers = layers(basis, states);
            }
        }
        Ok(record)
    }

    /// What puzzles and models have in common.
    fn plain(&self, stage: &Stage, metrics: &Metrics) -> Record {
        let (ansatz, cost) = (&self.named.ansatz, self.named.ansatz.cost());
        let (chain, subject) = (self.chain, &*self.chain.subject);
        let differs = stage.measured.to_bits() != stage.objective.to_bits();
        Record {
            run: chain.run_name(stage.depth),
            name: subject.name.clone(),
            family: None,
            depth: stage.depth,
            setting: chain.setting.clone(),
            input: subject.input.clone(),
            qubits: subject.problem.qubits(),
            states: cost.states() as u64,
            model_hash: model_hash(&subject.problem.cost.polynomial),
            solutions: None,
            ground_energy: metrics.ground_energy,
            highest_energy: Some(cost.max()),
            mean_energy: cost.mean(),
            gammas: stage.angles.gammas.clone(),
            gamma_unit: Some(ansatz.gamma_unit()),
            betas: stage.angles.betas.clone(),
            groups: self.named.groups.clone(),
            evaluations: stage.evaluations,
            search_layers: None,
            objective: stage.objective,
            search_value: differs.then_some(stage.measured),
            expectation: metrics.expectation,
            success_probability: metrics.success_probability,
            ground_probability: metrics.ground_probability,
            approximation_ratio: approximation_ratio(cost, metrics.expectation),
            rules: Vec::new(),
            measured: None,
            shots_to_99: None,
            layers_to_99: None,
            baselines: Baselines::default(),
            layers: None,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            conventions: Conventions::of(self.chain.subject.problem.registers.is_some()),
        }
    }

    fn measured(&self, state: &State, problem: &Problem) -> Result<Option<MeasuredRecord>> {
        let truth = &problem.truth;
        if problem.judge == Judge::Energy && !truth.complete {
            return Ok(None);
        }
        let setting = &self.chain.setting;
        let sample = state.sample(setting.shots, setting.seed)?;
        let solves = |index: u64| match truth.complete {
            true => truth.indices.contains(index),
            false => problem.solves(&problem.lift_index(index)),
        };
        let solved = sample.iter().filter(|(index, _)| solves(*index));
        let hits: u64 = solved.map(|(_, times)| times).sum();
        let shots = setting.shots;
        Ok(
            success_from_counts(hits, shots).map(|success| MeasuredRecord {
                shots,
                hits,
                success,
                shots_to_99: shots_from_counts(hits, shots),
            }),
        )
    }

    fn baselines(
        &self,
        problem: &Problem,
        budget: Option<(u64, f64)>,
        wanted: &Wanted,
    ) -> Baselines {
        let mut baselines = Baselines {
            grover: grover_at_depth(&problem.truth, wanted.depth),
            ..Baselines::default()
        };
        if wanted.baselines {
            let runs = (RUNS, self.chain.setting.seed);
            let annealed = |budget| annealing_at_equal_layers(problem, budget, runs);
            baselines.annealing = budget.and_then(annealed);
            let nodes = *self.searched.get_or_init(|| exact_search_nodes(problem));
            baselines.exact_search = nodes.map(|nodes| Searched { nodes });
        }
        baselines
    }
}

/// The layers; `None` where nobody knows which boards are best.
fn layers(basis: &BasisStates, states: Vec<LayerNumbers>) -> Option<Layers> {
    let known = |state: &LayerNumbers| state.likeliest.iter().all(|board| board.solves.is_some());
    states.iter().all(known).then(|| Layers {
        cells: basis.cells().to_vec(),
        glyphs: basis.glyphs().iter().map(char::to_string).collect(),
        states,
    })
}
