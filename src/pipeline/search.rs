//! The search for the angles of a problem.

use super::Problem;
use crate::error::{Error, Result};
use crate::settings::{AngleTable, AnsatzKind, GivenAngles, RunStage, SETTINGS, Setting, Settings};
use ketboard_qaoa::{
    Ansatz, Objective, Precision, SearchSettings, Stage,
    search::{Callback, Progress, Strategy},
};

/// The fewest qubits of a puzzle from which the shipped table of angles was learned.
const SHIPPED_QUBITS: usize = 8;

/// How angles are found and the state is sampled.
#[derive(Clone, Debug, Default)]
pub(crate) struct SearchPlan {
    /// What is minimized and how, depth and seed included.
    pub settings: SearchSettings,
    /// The precision of states and searches.
    pub precision: Precision,
    /// Where [`Strategy::Transfer`](ketboard_qaoa::search::Strategy::Transfer) begins; `None` is
    /// the shipped table.
    pub table: Option<&'static AngleTable>,
    /// The angles, where there is nothing to search for.
    pub given: Option<GivenAngles>,
    /// Which terms and qubits have angles of their own, on plain qubits.
    pub ansatz: AnsatzKind,
    /// Number of samples.
    pub shots: u64,
    /// Seed of the samples.
    pub seed: u64,
}

impl SearchPlan {
    /// The plan for a puzzle of a family, or for a model of none: a search that transfers angles
    /// begins from those of the table.
    pub(crate) fn for_family(self, family: Option<&str>) -> Self {
        let table = self.table.unwrap_or_else(AngleTable::shipped);
        let settings = SearchSettings {
            transfer: table.of_family(family),
            ..self.settings
        };
        Self { settings, ..self }
    }

    /// What to say of angles that are transferred to more layers, or to fewer qubits, than those on
    /// which they were learned.
    pub(crate) fn caution(&self, problem: &Problem) -> Option<String> {
        let deepest = self.for_problem(problem).settings.transfer.len();
        let is_narrow = self.table.is_none() && problem.qubits() < SHIPPED_QUBITS;
        let is_far = is_narrow || self.settings.depth > deepest;
        (is_far && self.settings.strategy == Strategy::Transfer).then(|| {
            let shipped =
                format!("depth {deepest}, the shipped ones on {SHIPPED_QUBITS} qubits or more");
            format!("transferred angles may be far off here: they were learned up to {shipped}")
        })
    }

    /// The plan for a problem: that of its family, if it is of a puzzle.
    pub(crate) fn for_problem(&self, problem: &Problem) -> Self {
        self.clone().for_family(problem.family_if_any())
    }
}

impl Settings {
    /// How angles are found down to a depth, and how the final state is sampled.
    ///
    /// # Errors
    /// A table of angles beside a strategy that takes none; given angles beside a search.
    pub(crate) fn search(&self, depth: usize) -> Result<SearchPlan> {
        let table = self.transfer_table.as_ref().map(|table| table.table);
        if table.is_some() && self.strategy != Strategy::Transfer {
            let found = format!("given with `strategy` {}", self.strategy.name());
            let remedy = "give it with `strategy` transfer, which alone uses it";
            return Err(Error::setting("transfer_table", found, remedy));
        }
        let of_search = |one: &&Setting| {
            one.stage == RunStage::Search && !["angles", "objective"].contains(&one.name)
        };
        let mut of_search = SETTINGS.iter().filter(of_search);
        if self.angles.is_some()
            && let Some(one) = of_search.find(|one| one.is_changed(self))
        {
            let found = "given beside `angles`, where nothing is searched for";
            let remedy = "leave one of them out";
            return Err(Error::setting(one.option(), found, remedy));
        }
        let plan = SearchPlan {
            given: self.angles.clone(),
            settings: self.search_settings(depth),
            precision: self.precision,
            table,
            ansatz: self.ansatz,
            shots: self.shots,
            seed: self.seed,
        };
        Ok(plan.for_family(None))
    }
}

/// The best angles at every depth from 1 to the plan's ([`Ansatz::optimize`]).
///
/// # Errors
/// As [`Ansatz::optimize`]; if the success probability is asked for and the ansatz knows no
/// solution.
pub(crate) fn find_angles(
    ansatz: &Ansatz,
    plan: &SearchPlan,
    callback: Callback<'_>,
) -> Result<Vec<Stage>> {
    continue_angles(ansatz, plan, Vec::new(), callback, &mut |_| Ok(()))
}

/// [`find_angles`] after `known` stages ([`Ansatz::continue_from`]).
///
/// # Errors
/// As [`find_angles`], and those of `finished`, which end the search.
pub(crate) fn continue_angles(
    ansatz: &Ansatz,
    plan: &SearchPlan,
    known: Vec<Stage>,
    callback: Callback<'_>,
    finished: &mut dyn FnMut(&Stage) -> Result<()>,
) -> Result<Vec<Stage>> {
    plan.settings.check()?;
    let ansatz = ansatz.clone().with_precision(plan.precision);
    match &plan.given {
        Some(given) if ansatz.states() > 1 => {
            run_at(&ansatz, given, plan, known, callback, finished)
        }
        _ => ansatz.continue_from(known, &plan.settings, callback, finished),
    }
}

/// The stages at given angles, of those depths that have some: one call each. Where `callback` says
/// stop, the depth that runs is dropped.
fn run_at(
    ansatz: &Ansatz,
    given: &GivenAngles,
    plan: &SearchPlan,
    mut stages: Vec<Stage>,
    callback: Callback<'_>,
    finished: &mut dyn FnMut(&Stage) -> Result<()>,
) -> Result<Vec<Stage>> {
    let ask = || callback(&Progress::before(plan.settings.depth));
    let mut evaluator = ansatz.evaluator()?.with_stop(&ask);
    let known = stages.last().map_or(0, |stage| stage.depth);
    for depth in known + 1..=plan.settings.depth {
        let angles = match given.at(depth, ansatz.shape()) {
            Err(_) if depth < plan.settings.depth => continue,
            angles => angles?,
        };
        let value = evaluator.value(plan.settings.objective, &angles);
        let expectation = evaluator.value(Objective::Expectation, &angles);
        if ask().is_break() || expectation.is_nan() {
            break;
        }
        let mut stage = Stage::known(depth, angles, value, (1, depth as u64));
        stage.expectation = expectation;
        finished(&stage)?;
        stages.push(stage);
    }
    Ok(stages)
}

/// Whether these stages of a search are fewer than it was to find, or the last of them is
/// unfinished: the callback said stop.
pub(crate) fn is_cut_short(ansatz: &Ansatz, plan: &SearchPlan, stages: &[Stage]) -> bool {
    let found = stages.last().map_or(0, |stage| stage.depth);
    let is_short = ansatz.states() > 1 && found < plan.settings.depth;
    is_short || stages.last().is_some_and(|stage| stage.stopped)
}
