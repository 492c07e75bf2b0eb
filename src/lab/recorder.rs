//! From what a search found at a depth to its record: the state is made once, and every number is
//! taken from it.

use super::Conventions;
use super::chain::Chain;
use super::record::{Baselines, Layers, MeasuredRecord, Record, Searched, Wanted};
use crate::error::Result;
use crate::pipeline::{
    BasisStates, LayerNumbers, Metrics, NamedAnsatz, annealing_at_equal_layers,
    approximation_ratio, exact_search_nodes, grover_at_depth, layer_by_layer, measure,
    shots_from_counts, shots_to_99, success_from_counts,
};
use ketboard_qaoa::{Stage, State};
use std::sync::OnceLock;

/// Runs of annealing that tell how likely it succeeds.
const RUNS: u64 = 100;

/// What all records of a chain share.
pub(crate) struct Recorder<'c> {
    chain: &'c Chain,
    /// The ansatz, and the names of the terms that have angles of their own.
    named: &'c NamedAnsatz,
    /// What every basis state means, where they are few enough to be read.
    basis: OnceLock<Option<BasisStates>>,
    searched: OnceLock<Option<u64>>,
}

impl<'c> Recorder<'c> {
    pub(crate) fn new(chain: &'c Chain, named: &'c NamedAnsatz) -> Self {
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
    pub(crate) fn record(
        &self,
        stage: &Stage,
        searched: Option<u64>,
        wanted: &Wanted,
    ) -> Result<Record> {
        let (chain, problem) = (self.chain, &*self.chain.problem);
        let truth = &problem.truth;
        let (ansatz, cost) = (&self.named.ansatz, self.named.ansatz.cost());
        let (metrics, state) = measure(ansatz, truth, &stage.angles)?;
        let basis = self.basis.get_or_init(|| BasisStates::of(problem)).as_ref();
        let rules = basis.map(|basis| basis.rules_in(&state.probabilities()));
        let measured = self.measured(&state)?;
        drop(state); // the layers are states of their own
        let layers = match basis.filter(|_| wanted.layers) {
            Some(basis) => {
                let at = (&stage.angles, stage.depth);
                layers(basis, layer_by_layer(ansatz, basis, problem, at)?)
            }
            None => None,
        };
        let shots = metrics.success_probability.and_then(shots_to_99);
        let shots = shots.filter(|shots| shots.is_finite());
        let differs = stage.measured.to_bits() != stage.objective.to_bits();
        Ok(Record {
            run: chain.run_name(stage.depth),
            name: chain.source.name.clone(),
            family: problem.family_if_any().map(str::to_owned),
            depth: stage.depth,
            setting: chain.setting.clone(),
            input: chain.source.input.clone(),
            qubits: problem.qubits(),
            states: cost.states() as u64,
            model_hash: problem.cost.polynomial.hash(),
            solutions: truth.complete.then_some(truth.boards.len()),
            ground_energy: metrics.ground_energy,
            highest_energy: Some(cost.max()),
            mean_energy: cost.mean(),
            gammas: stage.angles.gammas.clone(),
            gamma_unit: Some(ansatz.gamma_unit()),
            betas: stage.angles.betas.clone(),
            groups: self.named.groups.clone(),
            evaluations: stage.evaluations,
            search_layers: searched,
            objective: stage.objective,
            search_value: differs.then_some(stage.measured),
            expectation: metrics.expectation,
            success_probability: metrics.success_probability,
            ground_probability: metrics.ground_probability,
            approximation_ratio: approximation_ratio(cost, metrics.expectation),
            rules: rules.unwrap_or_default(),
            measured,
            shots_to_99: shots,
            layers_to_99: shots.map(|shots| shots * stage.depth as f64),
            baselines: self.baselines(&metrics, searched, wanted),
            layers,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            conventions: Conventions::of(problem.registers.is_some()),
        })
    }

    fn measured(&self, state: &State) -> Result<Option<MeasuredRecord>> {
        let (problem, setting) = (&self.chain.problem, &self.chain.setting);
        let truth = &problem.truth;
        if problem.is_model && !truth.complete {
            return Ok(None);
        }
        let (shots, sample) = (setting.shots, state.sample(setting.shots, setting.seed)?);
        let solves = |index: u64| {
            if truth.complete {
                truth.indices.contains(index)
            } else {
                problem.solves(&problem.lift_index(index))
            }
        };
        let solved = sample.iter().filter(|(index, _)| solves(*index));
        let hits = solved.map(|(_, times)| times).sum();
        let measured = success_from_counts(hits, shots).map(|success| MeasuredRecord {
            shots,
            hits,
            success,
            shots_to_99: shots_from_counts(hits, shots),
        });
        Ok(measured)
    }

    /// What others reach; annealing at equal layers of a search that ran so many.
    fn baselines(&self, metrics: &Metrics, searched: Option<u64>, wanted: &Wanted) -> Baselines {
        let (problem, seed) = (&self.chain.problem, self.chain.setting.seed);
        let annealed = |layers| {
            annealing_at_equal_layers(problem, (layers, metrics.ground_energy), (RUNS, seed))
        };
        let search = || exact_search_nodes(problem, None);
        let nodes = || *self.searched.get_or_init(search);
        let nodes = wanted.baselines.then(nodes).flatten();
        Baselines {
            random_guess: metrics.random_success_probability,
            annealing: searched.filter(|_| wanted.baselines).and_then(annealed),
            grover: grover_at_depth(&problem.truth, wanted.depth),
            exact_search: nodes.map(|nodes| Searched { nodes }),
        }
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
