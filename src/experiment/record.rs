//! Records of a sweep: one JSON line per puzzle or model and depth, and a table of them.
//!
//! A record holds inputs, angles and every number, so that it can be plotted, compared and run again. Wall times are not in it: the
//! same inputs give the same bytes.

use super::{Run, label};
use crate::encode::{Encodings, Polynomial, model_hash};
use crate::error::Result;
use crate::files::write_whole;
use crate::optimize::Stage;
use crate::pipeline::{
    GroupedAnsatz, Objective, Outcome, PlainModel, Problem, Registers, SearchPlan, Truth,
    Variational, measure_in,
};
use crate::sim::{Precision, Purpose};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The numbers of one puzzle or model at one depth. A number that was not computed is absent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The stem of the file.
    pub name: String,
    /// The puzzle's family; absent for a model without rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// Qubits after the reduction.
    pub qubits: usize,
    /// How rules became penalties and variables qubits; absent where all of it is the source paper's way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    /// How registers were chosen; absent on plain qubits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub registers: Option<String>,
    /// The mixer on the registers; absent on plain qubits under ΣX.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mixer: Option<String>,
    /// Number of states of the registers; absent on plain qubits, where it is 2^qubits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub states: Option<u64>,
    /// QAOA layers p.
    pub depth: usize,
    /// The seed of the search.
    pub seed: u64,
    /// The optimizer's name.
    pub optimizer: String,
    /// Starts at each depth.
    pub starts: usize,
    /// What was minimized; absent where it is ⟨C⟩.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective: Option<String>,
    /// Its value, computed exactly; absent where it is ⟨C⟩.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective_value: Option<f64>,
    /// From how many shots it was estimated; absent where it was computed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective_shots: Option<u64>,
    /// Which terms and qubits have angles of their own; absent where one γ and one β serve all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ansatz: Option<String>,
    /// The parts of the cost that have a γ of their own; absent where there is one γ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub groups: Option<Vec<String>>,
    /// Angles of the cost layers; of several parts, part after part.
    pub gammas: Vec<f64>,
    /// Angles of the mixer layers; with one for each qubit, qubit after qubit.
    pub betas: Vec<f64>,
    /// ⟨C⟩, offset included.
    pub expectation: f64,
    /// Probability of all boards that obey the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub success_probability: Option<f64>,
    /// Probability of the states of lowest energy.
    pub ground_probability: f64,
    /// Probability that a uniformly random assignment of the qubits obeys the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub random_success_probability: Option<f64>,
    /// The lowest energy.
    pub ground_energy: f64,
    /// The mean energy over all basis states.
    pub mean_energy: f64,
    /// Calls of the simulator up to and including this depth.
    pub evaluations: u64,
    /// How many boards obey the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<usize>,
    /// SHA-256 of the model.
    pub model_hash: String,
    /// The program's version.
    pub version: String,
}

/// The records of a run at the depths asked for, ascending.
///
/// # Errors
/// If a state does not fit into memory.
pub fn records(
    problem: &Problem,
    truth: &Truth,
    outcome: &Outcome,
    plan: &SearchPlan,
    depths: &[usize],
) -> Result<Vec<Record>> {
    let subject = Subject {
        name: label(problem),
        family: Some(problem.puzzle.family.to_owned()),
        encoding: encoding(problem),
        polynomial: &problem.cost.polynomial,
        registers: problem.registers.as_ref(),
        groups: None,
        truth,
    };
    match problem.register_ansatz_in(plan.precision())? {
        Some(ansatz) => subject.records(&ansatz, &outcome.stages, plan, depths),
        None => match problem.grouped_ansatz(plan.ansatz, plan.precision())? {
            Some(ansatz) => subject
                .named(&ansatz)
                .records(&ansatz, &outcome.stages, plan, depths),
            None => {
                let diagonal = problem.diagonal_in(plan.precision())?;
                subject.records(&diagonal, &outcome.stages, plan, depths)
            }
        },
    }
}

/// The records of a model's run at the depths asked for, ascending: without what only rules can tell.
///
/// # Errors
/// If a state does not fit into memory.
pub fn model_records(
    model: &PlainModel,
    stages: &[Stage],
    plan: &SearchPlan,
    depths: &[usize],
) -> Result<Vec<Record>> {
    let subject = Subject {
        name: model.name(),
        family: None,
        encoding: None,
        polynomial: model.model.polynomial(),
        registers: None,
        groups: None,
        truth: &Truth::unknown(),
    };
    if let Some(ansatz) = model.grouped_ansatz(plan.ansatz, plan.precision())? {
        return subject
            .named(&ansatz)
            .records(&ansatz, stages, plan, depths);
    }
    let diagonal = model.diagonal_in(Purpose::Evaluation, plan.precision())?;
    subject.records(&diagonal, stages, plan, depths)
}

/// What all records of a run share.
struct Subject<'a> {
    name: String,
    family: Option<String>,
    encoding: Option<String>,
    polynomial: &'a Polynomial,
    registers: Option<&'a Registers>,
    groups: Option<&'a [String]>,
    truth: &'a Truth,
}

impl<'a> Subject<'a> {
    /// The same with the names of the parts that have angles of their own.
    fn named(self, ansatz: &'a GroupedAnsatz) -> Self {
        Self {
            groups: Some(ansatz.names()),
            ..self
        }
    }

    fn records(
        &self,
        cost: &impl Variational,
        stages: &[Stage],
        plan: &SearchPlan,
        depths: &[usize],
    ) -> Result<Vec<Record>> {
        let wanted = stages.iter().filter(|stage| depths.contains(&stage.depth));
        wanted.map(|stage| self.record(cost, stage, plan)).collect()
    }

    fn record(&self, cost: &impl Variational, stage: &Stage, plan: &SearchPlan) -> Result<Record> {
        let truth = self.truth;
        let metrics = match plan.precision() {
            Precision::F64 => measure_in::<f64, _>(cost, truth, &stage.angles)?.0,
            Precision::F32 => measure_in::<f32, _>(cost, truth, &stage.angles)?.0,
        };
        let other = plan.objective != Objective::Expectation;
        Ok(Record {
            name: self.name.clone(),
            family: self.family.clone(),
            encoding: self.encoding.clone(),
            qubits: self.polynomial.n(),
            registers: self.registers.map(|known| known.choice.name().to_owned()),
            mixer: self.registers.map(|known| known.mixer.name().to_owned()),
            states: self.registers.map(|_| cost.states() as u64),
            depth: stage.depth,
            seed: plan.seed,
            optimizer: plan.settings.optimizer.name.to_owned(),
            starts: plan.settings.starts,
            objective: other.then(|| plan.objective.name()),
            objective_value: other.then_some(stage.objective),
            objective_shots: plan.objective_shots,
            ansatz: self.groups.map(|_| plan.ansatz.name().to_owned()),
            groups: self.groups.map(<[String]>::to_vec),
            gammas: stage.angles.gammas.clone(),
            betas: stage.angles.betas.clone(),
            expectation: metrics.expectation,
            success_probability: metrics.success_probability,
            ground_probability: metrics.ground_probability,
            random_success_probability: metrics.random_success_probability,
            ground_energy: metrics.ground_energy,
            mean_energy: cost.mean_energy(),
            evaluations: stage.calls_so_far.evaluations(),
            solutions: truth.complete.then_some(truth.boards.len()),
            model_hash: model_hash(self.polynomial),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        })
    }
}

fn encoding(problem: &Problem) -> Option<String> {
    let paper = problem.encodings == Encodings::default();
    (!paper).then(|| problem.encodings.to_string())
}

/// Writes `records.jsonl` and `summary.csv` into `folder`.
///
/// # Errors
/// If a file cannot be written; then it is not there.
pub fn write_records(runs: &[Run], folder: &Path) -> Result<()> {
    let records = || runs.iter().flat_map(Run::records);
    let lines: String = records()
        .map(|record| {
            serde_json::to_string(record).expect("a record holds only finite numbers") + "\n"
        })
        .collect();
    write_whole(&folder.join("records.jsonl"), lines.as_bytes())?;
    let table: String = records().map(|record| row(record) + "\n").collect();
    write_whole(
        &folder.join("summary.csv"),
        format!("{HEADER}\n{table}").as_bytes(),
    )
}

const HEADER: &str = "name,family,qubits,depth,expectation,success_probability,ground_probability,\
                      random_success_probability,evaluations";

fn row(record: &Record) -> String {
    let known = |number: Option<f64>| number.map_or_else(String::new, |value| value.to_string());
    [
        format!("\"{}\"", record.name.replace('"', "\"\"")),
        record.family.clone().unwrap_or_default(),
        record.qubits.to_string(),
        record.depth.to_string(),
        record.expectation.to_string(),
        known(record.success_probability),
        record.ground_probability.to_string(),
        known(record.random_success_probability),
        record.evaluations.to_string(),
    ]
    .join(",")
}
