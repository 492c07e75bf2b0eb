//! A chain: one puzzle under one setting, depth after depth. It is what runs at a time; each depth that is wanted makes a record.

use super::contents::Wanted;
use super::record::{Baselines, Record};
use super::subject::{Subject, SubjectKind};
use super::{Input, Setting, plan};
use crate::encode::{CONVENTIONS, model_hash};
use crate::error::Result;
use crate::optimize::{Progress, Stage};
use crate::pipeline::{Distribution, SearchPlan, Truth, Variational, find_angles, measure_in};
use crate::qaoa::Angles;
use crate::sim::{Precision, Purpose};
use sha2::{Digest, Sha256};
use std::sync::Arc;
use std::time::Instant;

/// One puzzle under one setting.
#[derive(Clone, Debug)]
pub struct Chain {
    /// What runs.
    pub subject: Arc<Subject>,
    /// How.
    pub setting: Setting,
    /// What is recorded at which depth, ascending.
    pub(super) wanted: Vec<Wanted>,
    /// The first part of the names of its runs.
    name: String,
}

/// A run that has just ended.
#[derive(Debug)]
pub(super) struct Finished {
    pub(super) record: Record,
    /// Wall time since the run before.
    pub(super) seconds: f64,
    /// The values that the best start met, for each depth since the run before.
    pub(super) traces: Vec<(usize, Vec<f64>)>,
}

impl Chain {
    pub(super) fn new(subject: Arc<Subject>, setting: Setting, wanted: Vec<Wanted>) -> Self {
        let name = format!("{}-{}", subject.name, digest(&subject.input, &setting));
        Self {
            subject,
            setting,
            wanted,
            name,
        }
    }

    /// The name of the run at a depth: the puzzle's, the first digits of the hash of input and setting, the depth.
    pub fn run_name(&self, depth: usize) -> String {
        format!("{}-p{depth}", self.name)
    }

    /// The depths that are recorded, ascending.
    pub fn depths(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.wanted.iter().map(|wanted| wanted.depth)
    }

    /// Runs the depths that `known` does not hold, and hands over each as it is done.
    ///
    /// # Errors
    /// If the state does not fit into memory, no search meets a finite value, or `each` fails.
    pub(super) fn run(
        &self,
        known: &[Record],
        progress: &(dyn Fn(Progress) + Sync),
        each: &mut dyn FnMut(Finished) -> Result<()>,
    ) -> Result<()> {
        let deepest = self.depths().next_back().unwrap_or(0);
        let plan = self.setting.search(deepest)?;
        match &self.subject.kind {
            SubjectKind::Puzzle(puzzle) => {
                let (problem, truth) = &**puzzle;
                match problem.register_ansatz_in(plan.precision())? {
                    Some(ansatz) => self.run_on(&ansatz, truth, (&plan, known), progress, each),
                    None => {
                        let diagonal = problem.diagonal_in(plan.precision())?;
                        self.run_on(&diagonal, truth, (&plan, known), progress, each)
                    }
                }
            }
            SubjectKind::Model(model) => {
                let diagonal = model.diagonal_in(Purpose::Gradient, plan.precision())?;
                self.run_on(&diagonal, &Truth::unknown(), (&plan, known), progress, each)
            }
        }
    }

    fn run_on(
        &self,
        cost: &impl Variational,
        truth: &Truth,
        (plan, known): (&SearchPlan, &[Record]),
        progress: &(dyn Fn(Progress) + Sync),
        each: &mut dyn FnMut(Finished) -> Result<()>,
    ) -> Result<()> {
        let start = Instant::now();
        let stages = find_angles(cost, plan, progress)?;
        let is_known = |depth: usize| known.iter().any(|record| record.depth == depth);
        let mut traces = Vec::new();
        for stage in &stages {
            traces.push((stage.depth, stage.trace.iter().map(|point| point.value).collect()));
            let wanted = self.wanted.iter().find(|wanted| wanted.depth == stage.depth);
            if let Some(wanted) = wanted.filter(|wanted| !is_known(wanted.depth)) {
                let record = match plan.precision() {
                    Precision::F64 => self.record::<f64, _>(cost, truth, stage, wanted)?,
                    Precision::F32 => self.record::<f32, _>(cost, truth, stage, wanted)?,
                };
                each(Finished {
                    record,
                    seconds: start.elapsed().as_secs_f64(),
                    traces: std::mem::take(&mut traces),
                })?;
            }
        }
        Ok(())
    }

    fn record<T: crate::sim::Real, C: Variational>(
        &self,
        cost: &C,
        truth: &Truth,
        stage: &Stage,
        _wanted: &Wanted,
    ) -> Result<Record> {
        let (metrics, _) = measure_in::<T, C>(cost, truth, &stage.angles)?;
        let subject = &*self.subject;
        Ok(Record {
            run: self.run_name(stage.depth),
            name: subject.name.clone(),
            family: match &subject.kind {
                SubjectKind::Puzzle(puzzle) => Some(puzzle.0.puzzle.family.to_owned()),
                SubjectKind::Model(_) => None,
            },
            depth: stage.depth,
            setting: self.setting.clone(),
            input: subject.input.clone(),
            qubits: subject.qubits(),
            states: cost.states() as u64,
            model_hash: model_hash(subject.polynomial()),
            solutions: truth.complete.then_some(truth.boards.len()),
            ground_energy: metrics.ground_energy,
            highest_energy: None,
            mean_energy: cost.mean_energy(),
            gammas: stage.angles.gammas.clone(),
            betas: stage.angles.betas.clone(),
            groups: None,
            evaluations: stage.calls_so_far.evaluations(),
            objective: metrics.expectation,
            expectation: metrics.expectation,
            success_probability: metrics.success_probability,
            ground_probability: metrics.ground_probability,
            approximation_ratio: None,
            rules: Vec::new(),
            measured: None,
            shots_to_99: None,
            layers_to_99: None,
            entanglement_entropy: None,
            baselines: Baselines {
                random_guess: match &subject.kind {
                    SubjectKind::Puzzle(_) => metrics.random_success_probability,
                    SubjectKind::Model(_) => {
                        Some(metrics.ground_states as f64 / cost.states() as f64)
                    }
                },
                ..Baselines::default()
            },
            layers: None,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            conventions: conventions(subject),
        })
    }
}

impl Chain {
    /// The `k` likeliest basis states at the angles of one of its records, likeliest first.
    ///
    /// # Errors
    /// If the state does not fit into memory.
    pub fn likeliest(&self, record: &Record, k: usize) -> Result<Vec<(u64, f64)>> {
        fn of<C: Variational>(
            cost: &C,
            (precision, angles, k): (Precision, &Angles, usize),
        ) -> Result<Vec<(u64, f64)>> {
            Ok(match precision {
                Precision::F64 => cost.state::<f64>(angles)?.likeliest(k),
                Precision::F32 => cost.state::<f32>(angles)?.likeliest(k),
            })
        }
        let precision = self.setting.precision()?;
        let angles = Angles::new(record.gammas.clone(), record.betas.clone())?;
        let wanted = (precision, &angles, k);
        match &self.subject.kind {
            SubjectKind::Puzzle(puzzle) => match puzzle.0.register_ansatz_in(precision)? {
                Some(ansatz) => of(&ansatz, wanted),
                None => of(&puzzle.0.diagonal_in(precision)?, wanted),
            },
            SubjectKind::Model(model) => {
                of(&model.diagonal_in(Purpose::Evaluation, precision)?, wanted)
            }
        }
    }
}

/// The first digits of the hash of what a chain depends on.
fn digest(input: &Input, setting: &Setting) -> String {
    let mut hasher = Sha256::new();
    let setting = serde_json::to_vec(setting).expect("a setting holds texts and finite numbers");
    hasher.update(plan::sha256_of(input));
    hasher.update(setting);
    plan::digits_of(&hasher.finalize()[..4])
}

/// The signs and orders that all numbers of a record follow, in short.
fn conventions(subject: &Subject) -> String {
    let on_registers = match &subject.kind {
        SubjectKind::Puzzle(puzzle) => puzzle.0.registers.is_some(),
        SubjectKind::Model(_) => false,
    };
    if on_registers {
        return "state: that which the mixer begins with, on registers; layer: e^{-i gamma C} first, then the mixer at \
                beta; C is minimized"
            .to_owned();
    }
    let card = CONVENTIONS.iter().take(4);
    let lines: Vec<String> = card.map(|(name, meaning)| format!("{name}: {meaning}")).collect();
    lines.join("; ")
}
