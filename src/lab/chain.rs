//! A chain: one puzzle under one setting, depth after depth. It is what runs at a time; each depth
//! that is wanted makes a record.

use super::forecast::SIDE_BY_SIDE;
use super::plan::RunSource;
use crate::error::Result;
use crate::pipeline::{
    BasisStates, NamedAnsatz, Problem, Record, Recorder, Wanted, chain_name, continue_angles,
};
use crate::settings::Settings;
use ketboard_qaoa::{
    Angles, Objective, Stage,
    memory::{self, Purpose},
    search::Callback,
};
use std::sync::Arc;
use std::time::Instant;

/// Bytes of a cost for each basis state, where its energies are stored.
const COST: u128 = 2;

/// Bytes of a probability.
const PROBABILITY: u128 = 8;

/// One puzzle under one setting.
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    /// Where the puzzle or model came from.
    pub source: Arc<RunSource>,
    /// What runs, with its solutions.
    pub problem: Arc<Problem>,
    /// The setting under which it runs.
    pub setting: Settings,
    /// What is recorded at which depth, ascending.
    wanted: Vec<Wanted>,
    /// The first part of the names of its runs.
    name: String,
}

impl Chain {
    pub(crate) fn new(
        source: Arc<RunSource>,
        problem: Arc<Problem>,
        setting: Settings,
        wanted: Vec<Wanted>,
    ) -> Self {
        Self {
            name: chain_name(&source.name, &source.input.hash(), &setting),
            source,
            problem,
            setting,
            wanted,
        }
    }

    /// The chain of a record's puzzle or model under its setting.
    ///
    /// # Errors
    /// As [`Problem::open`].
    pub(super) fn of(record: &Record, wanted: Vec<Wanted>) -> Result<Self> {
        let source = RunSource::of(record);
        let problem = Problem::open(source.parse()?, &record.setting)?.into();
        let setting = record.setting.clone();
        Ok(Self::new(source.into(), problem, setting, wanted))
    }

    /// The name of the run at a depth: the puzzle's, the first digits of the hash of input and
    /// setting, the depth.
    pub(crate) fn run_name(&self, depth: usize) -> String {
        format!("{}-p{depth}", self.name)
    }

    /// The depths that are recorded, ascending.
    pub(crate) fn depths(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.wanted.iter().map(|wanted| wanted.depth)
    }

    /// The depths that are still to be searched, where `is_done` knows the names of runs.
    pub(super) fn depths_left(
        &self,
        is_done: impl Fn(&str) -> bool,
    ) -> std::ops::RangeInclusive<usize> {
        let known = self
            .depths()
            .take_while(|depth| is_done(&self.run_name(*depth)));
        known.last().unwrap_or(0) + 1..=self.depths().next_back().unwrap_or(0)
    }

    /// Succeeds if the setting makes sense for the search on this puzzle or model, and the memory
    /// for it and for its records is there.
    ///
    /// # Errors
    /// If not, and what would.
    pub(super) fn check(&self) -> Result<()> {
        let problem = &self.problem;
        problem.needs_states("angle to search for")?;
        let plan = self.setting.search(1)?;
        plan.settings.check()?;
        problem.ansatz_parts(plan.ansatz)?;
        if let Some(given) = &plan.given {
            let shape = problem.angle_shape(plan.ansatz)?;
            self.depths()
                .try_for_each(|depth| given.at(depth, shape).map(drop))?;
        }
        if plan.settings.objective == Objective::Success {
            problem.needs_all_solutions()?;
        }
        self.check_memory()
    }

    /// Bytes that its runs need at once, at most, on so many threads: the cost and what every basis
    /// state means, beside the states of a search, or those that a record is made of.
    pub(super) fn bytes(&self, threads: usize) -> u128 {
        let problem = &self.problem;
        let states = problem.states();
        let state = Purpose::State.bytes(self.setting.precision);
        let (kept, making) = BasisStates::bytes(problem);
        // small states are searched from several starts at once, each with a gradient
        let searches = if states <= SIDE_BY_SIDE {
            self.setting.starts_of_depth(2).min(threads) as u128
        } else {
            1
        };
        // a record has the probabilities beside the state, and sums them where boards are shared
        let list = if kept > 0 { PROBABILITY } else { 0 };
        let sums = if making > 0 { PROBABILITY } else { 0 };
        let record = state + making.max(list + sums);
        // what is freed the system may not have back at once: a list of probabilities, at most
        let each = COST + kept + list + record.max(2 * state * searches);
        states.saturating_mul(each)
    }

    /// Succeeds if the memory for its runs is there.
    ///
    /// # Errors
    /// If not: how much they need, and what would fit.
    fn check_memory(&self) -> Result<()> {
        let (needed, available) = (self.bytes(1), memory::available());
        // of more states a record reads none, and the search alone was checked before
        let reads = BasisStates::bytes(&self.problem).0 > 0;
        if !reads || needed <= u128::from(available) {
            return Ok(());
        }
        let problem = &self.problem;
        Err(problem.too_large([needed / problem.states(), needed], available))
    }

    /// Runs the depths after the `known` records of its first depths, and hands over each as it is
    /// done. Where `callback` says stop, the depth that runs is dropped and no more are handed
    /// over.
    ///
    /// # Errors
    /// If the state does not fit into memory, no search meets a finite value, or `each` fails.
    pub(super) fn run(
        &self,
        known: &[Record],
        callback: Callback<'_>,
        each: &mut dyn FnMut(Record, f64) -> Result<()>,
    ) -> Result<()> {
        let deepest = self.depths().next_back().unwrap_or(0);
        let plan = self.setting.search(deepest)?;
        let plan = plan.for_problem(&self.problem);
        let named = &self.ansatz()?;
        let recorder = self.recorder(named);
        let mut start = Instant::now();
        let known = known.iter().map(stage_of).collect();
        let mut finished = |stage: &Stage| {
            let wanted = self
                .wanted
                .iter()
                .find(|wanted| wanted.depth == stage.depth);
            let Some(wanted) = wanted else {
                return Ok(());
            };
            let record = recorder.record(stage, Some(stage.layers), wanted)?;
            let seconds = start.elapsed().as_secs_f64();
            start = Instant::now();
            each(record, seconds)
        };
        continue_angles(&named.ansatz, &plan, known, callback, &mut finished).map(drop)
    }

    /// What makes the records of its ansatz.
    pub(crate) fn recorder<'c>(&'c self, named: &'c NamedAnsatz) -> Recorder<'c> {
        Recorder::new(&self.problem, named, (&self.setting, &self.source.name))
    }

    /// The ansatz of this puzzle or model under this setting.
    fn ansatz(&self) -> Result<NamedAnsatz> {
        let (kind, precision) = (self.setting.ansatz, self.setting.precision);
        self.problem.ansatz_of(kind, precision)
    }

    /// The record at the angles of a `record` of this chain, without a search: what the search
    /// alone knows is taken over.
    ///
    /// # Errors
    /// If the state does not fit into memory.
    pub(super) fn at_angles_of(&self, record: &Record, wanted: &Wanted) -> Result<Record> {
        let stage = stage_of(record);
        let named = self.ansatz()?;
        let recorder = self.recorder(&named);
        let mut again = recorder.record(&stage, record.search_layers, wanted)?;
        again.objective = record.objective;
        again.search_value = record.search_value;
        Ok(again)
    }
}

/// What a record knows of the search that made it.
fn stage_of(record: &Record) -> Stage {
    let angles = Angles {
        gammas: record.gammas.clone(),
        betas: record.betas.clone(),
    };
    let measured = record.search_value.or(record.objective);
    let [calls, layers] = [record.evaluations, record.search_layers].map(Option::unwrap_or_default);
    let measured = measured.unwrap_or(f64::NAN);
    Stage::known(record.depth, angles, measured, (calls, layers))
}
