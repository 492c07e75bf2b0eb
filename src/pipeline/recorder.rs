//! From what a search found at a depth to its record: the state is made once, and every number is
//! taken from it.

use super::record::{
    Baselines, Conventions, Found, Input, Layers, MeasuredRecord, Record, Wanted, chain_name,
};
use super::{
    BasisStates, LayerNumbers, LikelyBoard, Metrics, NamedAnsatz, Problem, annealing_beside,
    approximation_ratio, exact_search_nodes, grover_at_depth, layer_by_layer, measure,
    registers_record, shots_from_counts, shots_to_99, solving, success_from_counts,
};
use crate::error::Result;
use crate::settings::Settings;
use ketboard_circuits::{Counts, Judged};
use ketboard_qaoa::{Stage, State};
use std::sync::OnceLock;

/// What all records of a problem under one setting share.
pub(crate) struct Recorder<'c> {
    problem: &'c Problem,
    /// The ansatz, and the names of the terms that have angles of their own.
    named: &'c NamedAnsatz,
    setting: &'c Settings,
    /// What the puzzle or model is called.
    name: &'c str,
    /// What every basis state means, where they are few enough to be read.
    basis: OnceLock<Option<BasisStates>>,
    searched: OnceLock<Option<u64>>,
}

impl<'c> Recorder<'c> {
    pub(crate) fn new(
        problem: &'c Problem,
        named: &'c NamedAnsatz,
        (setting, name): (&'c Settings, &'c str),
    ) -> Self {
        Self {
            problem,
            named,
            setting,
            name,
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
        let (metrics, state) = measure(&self.named.ansatz, &self.problem.truth, &stage.angles)?;
        let sample = state.sample(self.setting.shots, self.setting.seed)?;
        let record = self.of_state(Some(stage), (metrics, &state), &sample, searched);
        drop(state); // the layers are states of their own
        let (basis, at) = (self.basis(), (&stage.angles, stage.depth));
        let basis = basis.filter(|_| wanted.layers);
        let states = |basis| layer_by_layer(&self.named.ansatz, basis, self.problem, at);
        let states = basis.map(states).transpose()?;
        let layers = basis
            .zip(states)
            .and_then(|(basis, states)| layers(basis, states));
        let baselines = self.baselines(&record, wanted);
        Ok(Record {
            layers,
            baselines,
            ..record
        })
    }

    /// The record of a state and its sample, without what takes a search of its own; `stage` is
    /// where its angles come from, if there are any.
    pub(super) fn of_state(
        &self,
        stage: Option<&Stage>,
        (metrics, state): (Metrics, &State),
        sample: &[(u64, u64)],
        searched: Option<u64>,
    ) -> Record {
        let (problem, ansatz) = (self.problem, &self.named.ansatz);
        let (truth, cost) = (&problem.truth, ansatz.cost());
        let rules = self
            .basis()
            .map(|basis| basis.rules_in(&state.probabilities()));
        let shots = metrics.success_probability.and_then(shots_to_99);
        let shots = shots.filter(|shots| shots.is_finite());
        let depth = stage.map_or(0, |stage| stage.depth);
        let angles = stage.map(|stage| stage.angles.clone()).unwrap_or_default();
        let differs = |one: &&Stage| one.measured.to_bits() != one.objective.to_bits();
        let model_hash = problem.cost.polynomial.hash();
        let input = Some(&problem.input).filter(|input| !input.is_unknown());
        let input = input.map_or(model_hash.clone(), Input::hash);
        let gap = cost.gap(cost.rounding());
        Record {
            found: Found::default(),
            run: format!("{}-p{depth}", chain_name(self.name, &input, self.setting)),
            name: self.name.to_owned(),
            family: problem.family_if_any().map(str::to_owned),
            depth,
            setting: self.setting.clone(),
            input: problem.input.clone(),
            qubits: problem.qubits(),
            states: cost.states() as u64,
            model_hash,
            solutions: truth.complete.then_some(truth.boards.len()),
            highest_energy: cost.max(),
            mean_energy: cost.mean(),
            standard_deviation: cost.standard_deviation(),
            gap,
            first_excited_states: gap
                .map(|gap| cost.ground_degeneracy(gap + cost.rounding()) - metrics.ground_states),
            gammas: angles.gammas,
            gamma_unit: ansatz.gamma_unit(),
            betas: angles.betas,
            groups: self.named.groups.clone(),
            evaluations: searched.map(|_| stage.map_or(0, |stage| stage.evaluations)),
            search_layers: searched,
            objective: stage.map(|stage| stage.objective),
            search_value: stage.filter(differs).map(|stage| stage.measured),
            approximation_ratio: approximation_ratio(cost, metrics.expectation),
            rules: rules.unwrap_or_default(),
            measured: self.measured(sample),
            shots_to_99: shots,
            layers_to_99: shots.map(|shots| shots * depth as f64),
            metrics,
            baselines: Baselines {
                grover: grover_at_depth(truth, depth),
                ..Baselines::default()
            },
            layers: None,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            conventions: Conventions::of(problem.registers.is_some()),
        }
    }

    fn basis(&self) -> Option<&BasisStates> {
        self.basis
            .get_or_init(|| BasisStates::of(self.problem))
            .as_ref()
    }

    fn measured(&self, sample: &[(u64, u64)]) -> Option<MeasuredRecord> {
        let (problem, shots) = (self.problem, self.setting.shots);
        let truth = &problem.truth;
        if problem.is_model && !truth.complete {
            return None;
        }
        let solves = |index: u64| {
            if truth.complete {
                truth.indices.contains(index)
            } else {
                problem.solves(&problem.lift_index(index))
            }
        };
        let model = &problem.puzzle.model;
        let obeys = |index: u64| model.violations(&problem.lift_index(index)).is_empty();
        let seen = |is_one: &dyn Fn(u64) -> bool| {
            let ones = sample.iter().filter(|(index, _)| is_one(*index));
            ones.map(|(_, times)| times).sum()
        };
        let hits = seen(&solves);
        let success = success_from_counts(hits, shots)?;
        Some(MeasuredRecord {
            shots,
            hits,
            obeying: model.has_objective().then(|| seen(&obeys)),
            success,
            shots_to_99: shots_from_counts(hits, shots),
        })
    }

    /// What others reach; annealing in the budget that is wanted.
    fn baselines(&self, record: &Record, wanted: &Wanted) -> Baselines {
        let (problem, lowest) = (self.problem, record.metrics.ground_energy);
        let annealed = || {
            let budget = (wanted.annealing, self.setting.seed);
            annealing_beside(problem, (record.search_layers, lowest), budget)
        };
        let search = || exact_search_nodes(problem, None);
        let nodes = || *self.searched.get_or_init(search);
        Baselines {
            annealing: wanted.baselines.then(annealed).flatten(),
            grover: record.baselines.grover,
            exact_search_nodes: wanted.baselines.then(nodes).flatten(),
        }
    }
}

impl Found {
    /// What a single run found, in its samples and among its likeliest boards.
    pub(super) fn of(
        problem: &Problem,
        metrics: &Metrics,
        (counts, judged): (&Counts, &[Judged]),
        likeliest: Option<Vec<LikelyBoard>>,
    ) -> Self {
        let (truth, puzzle) = (&problem.truth, &problem.puzzle);
        let board = solving(judged);
        let status = board.map_or("unsolved", |_| "solved");
        let agrees = metrics.energy_agrees_with_rules(truth);
        let known = problem.registers.as_ref();
        Self {
            status: Some(status.to_owned()),
            board: board.map(|board| puzzle.board(board)),
            value: board.and_then(|board| puzzle.model.value(board)),
            best_value: truth.best,
            registers: known.map(|_| registers_record(problem)["registers"].clone()),
            mixer: known.map(|known| known.mixer.name.to_owned()),
            zero_violation_energy: problem.cost.zero_violation_energy,
            lowest_energy_agrees_with_rules: agrees.filter(|_| !problem.is_model),
            counts: Some(problem.counts_json(counts)["counts"].clone()),
            likeliest,
            shots_dropped: problem.shots_dropped(judged),
            ..Self::default()
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
