//! Angles depth by depth.
//!
//! At each depth 1 … p, from several starts, each optimized on its own and the best kept. Where
//! they begin is the [`Strategy`]'s business; the default, `ladder`, takes
//! 1. the best angles of the depth before, interpolated (INTERP of Zhou et al. 2020), from depth 2
//!    on;
//! 2. the linear ramp that fits the spread of C;
//! 3. random perturbations of the first of these, wide enough to reach other valleys.
//!
//! Of strategies that build on the depth before, ⟨C⟩ never rises with depth (up to its own
//! rounding): where all starts end higher than the depth before, its angles and a last layer of
//! zeros are taken. The numbers of a start follow from (seed, depth, start) alone, so the stages
//! are the same in any order and for any number of threads; and a depth follows from the stage
//! before alone, so that a search can go on after stages of an earlier one ([`continue_depths`]). A
//! search that is told to stop ends with what the depth it was at has found so far, if anything
//! ([`Stage::stopped`]). Optimizers see γ in units of [`Spread::gamma_unit`], so that a step of 0.1
//! means as much in γ as in β.

#[cfg(test)]
use super::Callback;
use super::asking::{Asking, AtStart};
use super::random::optimizer_seed;
use super::scaled::Scaled;
use super::starts::{Coordinates, Starts, starts};
use super::{
    AngleTable, Budget, Calls, Function, Optimizer, Optimum, SearchStop, Stage, Strategy,
    TracePoint, minimize_at,
};
use crate::ansatz::{AngleShape, Angles, Objective, Spread, with_zero_layer_in};
use crate::error::{Error, Result};
use crate::tasks::each;
use std::ops::ControlFlow;

/// How the angles are searched for.
///
/// ```
/// use ketboard_qaoa::{Ansatz, Cost, SearchPrecision, SearchSettings, Strategy, go_on};
/// let ansatz = Ansatz::new(Cost::from_terms(3, [(0b011, 2.0), (0b100, -1.0), (0b110, 1.0)])?);
/// let settings = SearchSettings {
///     depth: 2,
///     starts: 3,
///     strategy: Strategy::parse("interp")?,
///     precision: SearchPrecision::Auto,
///     ..SearchSettings::default()
/// };
/// let stages = ansatz.optimize(&settings, &go_on)?;
/// assert!(stages[1].expectation <= stages[0].expectation); // a layer more is no worse
/// # Ok::<(), ketboard_qaoa::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SearchSettings {
    /// The last depth p; 0 gives no stage.
    pub depth: usize,
    /// Starts at each depth, at least 1 (0 means 1).
    pub starts: usize,
    /// Seed of the random perturbations, and of the shots of an objective.
    pub seed: u64,
    /// What optimizes each start.
    pub optimizer: &'static Optimizer,
    /// What each start may use.
    pub budget: Budget,
    /// What the objective is asked for, where it has several precisions.
    pub precision: SearchPrecision,
    /// Where the starts of each depth begin.
    pub strategy: Strategy,
    /// The puzzle's family, for [`Strategy::Transfer`]; `None` takes the angles over all families.
    pub family: Option<&'static str>,
    /// The table of [`Strategy::Transfer`]; `None` is the shipped one.
    pub table: Option<&'static AngleTable>,
    /// What is minimized.
    pub objective: Objective,
    /// From how many shots the objective is estimated at each point; exactly where there is none.
    pub objective_shots: Option<u64>,
}

impl SearchSettings {
    /// How many starts a depth has.
    pub(super) fn starts_of_a_depth(&self) -> usize {
        self.strategy.starts(self.starts, self.budget.iterations)
    }

    /// The table of [`Strategy::Transfer`].
    pub(super) fn table(&self) -> &'static AngleTable {
        self.table.unwrap_or_else(AngleTable::shipped)
    }
}

/// In which precision an objective is made and refined ([`Function::refine`]).
///
/// ```
/// use ketboard_qaoa::{SearchPrecision, SearchSettings};
/// assert_eq!(SearchSettings::default().precision, SearchPrecision::F64);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SearchPrecision {
    /// f64 throughout.
    #[default]
    F64,
    /// f32 throughout: half the memory.
    F32,
    /// Each start is searched in f32, then from there in f64; the rest is f64.
    Auto,
}

impl Default for SearchSettings {
    /// Depth 4, four starts at each depth, seed 0, the first optimizer of the table.
    fn default() -> Self {
        Self {
            depth: 4,
            starts: 4,
            seed: 0,
            optimizer: &super::OPTIMIZERS[0],
            budget: Budget::default(),
            precision: SearchPrecision::F64,
            strategy: Strategy::Ladder,
            family: None,
            table: None,
            objective: Objective::Expectation,
            objective_shots: None,
        }
    }
}

/// A search, as an ansatz asks for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task {
    /// What is searched for, and how.
    pub(crate) settings: SearchSettings,
    /// How many angles a layer has.
    pub(crate) shape: AngleShape,
    /// How the starts of a depth run.
    pub(crate) order: Order,
    /// What β is multiplied by before it is reported: a depth starts from the β of the one before
    /// as they were reported, so that a search which goes on from a record gives the same bytes.
    pub(crate) beta_unit: f64,
}

#[cfg(test)]
impl Task {
    /// A search of the standard ansatz, one start after the other.
    pub(crate) fn new(settings: SearchSettings) -> Self {
        Self {
            settings,
            shape: AngleShape::STANDARD,
            order: Order::InTurn,
            beta_unit: 1.0,
        }
    }
}

/// How the starts of one depth run; the stages are the same either way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// One after the other, with one objective for all: for large states, which use all threads
    /// themselves.
    InTurn,
    /// Side by side on the threads of the current rayon pool, each start with an objective of its
    /// own.
    SideBySide,
}

/// The best angles found at each depth 1 … of the task, for the ⟨C⟩ that `make` makes: a function
/// of 2p numbers in flat form, gammas first, for any p.
///
/// `make` is called once; or for each start, where they run side by side. `callback` is asked
/// before every evaluation and as each start ends. After a `Break` nothing more is measured: the
/// stages that are done are returned, and last the best point of the unfinished depth, if it has
/// measured any ([`Stage::stopped`]).
///
/// # Errors
/// If no start of some depth meets a finite value.
#[cfg(test)]
pub(crate) fn depth_by_depth<O: Function>(
    make: impl Fn() -> O + Sync,
    task: &Task,
    spread: Spread,
    callback: Callback<'_>,
) -> Result<Vec<Stage>> {
    continue_depths(
        make,
        task,
        spread,
        Vec::new(),
        &Asking::new(callback),
        &mut |_| Ok::<_, Error>(()),
    )
}

/// [`depth_by_depth`] after stages that are `known`, of which the last counts: the stages that
/// follow it are the same as those of a search without a break, but for their counts by kind of
/// call. All stages are returned; `finished` hears of each new one as soon as it is there, but not
/// of an unfinished one. Objectives may ask `asking` on their way ([`Asking::ask_between_layers`]),
/// and answer NaN where it says stop.
///
/// # Errors
/// As [`depth_by_depth`], and those of `finished`, which end the search.
pub(crate) fn continue_depths<O: Function, E: From<Error>>(
    make: impl Fn() -> O + Sync,
    task: &Task,
    spread: Spread,
    known: Vec<Stage>,
    asking: &Asking<'_>,
    finished: &mut dyn FnMut(&Stage) -> std::result::Result<(), E>,
) -> std::result::Result<Vec<Stage>, E> {
    let mut search = Search {
        shared: match task.order {
            Order::InTurn => Some(make()),
            Order::SideBySide => None,
        },
        make,
        task,
        spread,
        asking,
    };
    let mut stages = known;
    let mut before = stages.last().cloned();
    let first = before.as_ref().map_or(1, |stage| stage.depth + 1);
    for depth in first..=task.settings.depth {
        let Some(stage) = search.stage(depth, before.as_ref())? else {
            break;
        };
        if stage.stopped {
            stages.push(stage);
            break;
        }
        finished(&stage)?;
        before = Some(as_reported(&stage, task.beta_unit));
        stages.push(stage);
    }
    Ok(stages)
}

/// The stage with the β that a reader of its report gets.
fn as_reported(stage: &Stage, beta_unit: f64) -> Stage {
    let mut stage = stage.clone();
    let betas = stage.angles.betas.iter_mut();
    betas.for_each(|beta| *beta = *beta * beta_unit / beta_unit);
    stage
}

/// What stays the same from depth to depth.
struct Search<'a, O, M> {
    make: M,
    /// The objective of all starts, where they run in turn.
    shared: Option<O>,
    task: &'a Task,
    spread: Spread,
    asking: &'a Asking<'a>,
}

impl<'a, O: Function, M: Fn() -> O + Sync> Search<'a, O, M> {
    /// The stage of a depth; `None` where it was stopped before anything was measured.
    fn stage(&mut self, depth: usize, before: Option<&Stage>) -> Result<Option<Stage>> {
        let (task, spread) = (self.task, self.spread);
        let at = self.at(depth, 0);
        let begin = starts(depth, before, (task, spread, at), &mut |measure| {
            self.with_objective(|objective| {
                objective.coarsen();
                measure(objective);
            });
        });
        let runs = self.run_all(depth, &begin);
        let Some(mut stage) = best_of(runs, depth, task.shape)? else {
            return Ok(None);
        };
        stage.calls += begin.calls;
        stage.calls_so_far += begin.calls;
        if let Some(before) = before {
            stage.calls_so_far += before.calls_so_far;
            let rises = task.settings.strategy.climbs() && stage.measured > before.measured;
            if rises && !stage.stopped {
                let shape = task.shape;
                self.with_objective(|objective| {
                    fall_back(&mut stage, before, (objective, at), shape);
                });
            }
        }
        Ok(Some(stage))
    }

    /// A start that asks.
    fn at(&self, depth: usize, start: usize) -> AtStart<'a> {
        AtStart {
            asking: self.asking,
            depth,
            start,
            before: Calls::default(),
            alone: self.shared.is_some(),
        }
    }

    /// What `ask` makes of the shared objective, or of one of its own.
    fn with_objective<R>(&mut self, ask: impl FnOnce(&mut O) -> R) -> R {
        match &mut self.shared {
            Some(objective) => ask(objective),
            None => ask(&mut (self.make)()),
        }
    }

    /// The runs of all starts, in their order: on the shared objective, or side by side on one for
    /// each.
    fn run_all(&mut self, depth: usize, begin: &Starts) -> Vec<Run> {
        let (task, spread, first) = (self.task, self.spread, self.at(depth, 0));
        let run = |objective: &mut O, number: usize| {
            let at = AtStart {
                start: number,
                ..first
            };
            let seed = optimizer_seed(task.settings.seed, depth, number);
            let start = (&begin.coordinates, begin.points[number].clone());
            optimize(objective, start, (task, seed), spread, at)
        };
        let numbers = 0..begin.points.len();
        match &mut self.shared {
            Some(objective) => numbers.map(|k| run(objective, k)).collect(),
            None => {
                let make = &self.make;
                each(numbers, |k| run(&mut make(), k))
            }
        }
    }
}

/// What became of one start.
struct Run {
    calls: Calls,
    optimum: Result<Optimum>,
}

fn optimize(
    objective: &mut dyn Function,
    (coordinates, start): (&Coordinates, Vec<f64>),
    (task, seed): (&Task, u64),
    spread: Spread,
    at: AtStart<'_>,
) -> Run {
    objective.coarsen();
    let SearchSettings {
        optimizer, budget, ..
    } = &task.settings;
    let mut run = coordinates.on(objective, |objective| {
        let mut scaled = Scaled::new(objective, spread, task.shape, at);
        let start = scaled.coordinates(start);
        let from = (&start[..], seed);
        let mut optimum = minimize_at(Some(at), optimizer, &mut scaled, from, budget);
        while !at.is_stopped() && scaled.refine() {
            // a coarse search that met nothing finite says nothing about the exact one
            let coarse = optimum.ok();
            let from = coarse.as_ref().map_or(&start, |found| &found.point);
            let at = AtStart {
                before: scaled.calls,
                ..at
            };
            optimum = minimize_at(Some(at), optimizer, &mut scaled, (from, seed), budget);
            if let (Err(Error::Stopped), Some(coarse)) = (&optimum, coarse) {
                optimum = Ok(Optimum {
                    stop: SearchStop::Asked,
                    ..coarse
                });
            }
        }
        Run {
            calls: scaled.calls,
            optimum: optimum.map(|optimum| scaled.restore(optimum)),
        }
    });
    if let Ok(optimum) = &mut run.optimum {
        let at = AtStart {
            before: run.calls,
            ..at
        };
        at.end(optimum.value);
        let points = optimum.trace.iter_mut().map(|t| &mut t.point);
        points
            .chain([&mut optimum.point])
            .for_each(|point| *point = coordinates.angles(std::mem::take(point)));
    }
    run
}

/// The lowest run, the first where several are equal; calls of all. `None` where runs were stopped
/// and none has measured anything.
fn best_of(runs: Vec<Run>, depth: usize, shape: AngleShape) -> Result<Option<Stage>> {
    let mut calls = Calls::default();
    let mut optima = Vec::with_capacity(runs.len());
    for run in runs {
        calls += run.calls;
        optima.push(run.optimum);
    }
    let stopped = optima.iter().any(|optimum| match optimum {
        Ok(optimum) => optimum.stop == SearchStop::Asked,
        Err(error) => matches!(error, Error::Stopped),
    });
    let lowest = |best: Result<Optimum>, next: Result<Optimum>| match (best, next) {
        (Ok(best), Ok(next)) if next.value < best.value => Ok(next),
        (Err(_), Ok(next)) => Ok(next),
        (best, _) => best,
    };
    let optimum = optima
        .into_iter()
        .reduce(lowest)
        .expect("a depth has at least one start");
    let optimum = match optimum {
        Err(_) if stopped => return Ok(None),
        optimum => optimum?,
    };
    Ok(Some(Stage {
        depth,
        angles: Angles::from_flat_in(&optimum.point, shape),
        measured: optimum.value,
        objective: optimum.value,
        expectation: optimum.value,
        calls,
        calls_so_far: calls,
        stop: optimum.stop,
        stopped,
        trace: optimum.trace,
    }))
}

/// Takes the angles of the depth before with a layer of zeros, if that is lower as measured.
fn fall_back(
    stage: &mut Stage,
    before: &Stage,
    (objective, at): (&mut dyn Function, AtStart<'_>),
    shape: AngleShape,
) {
    let angles = with_zero_layer_in(&before.angles, shape);
    let point = angles.to_flat();
    while objective.refine() {}
    let asked = at.ask(stage.calls, stage.measured);
    let value = match asked {
        ControlFlow::Continue(()) => objective.value(&point),
        ControlFlow::Break(()) => f64::NAN,
    };
    if value.is_nan() && at.is_stopped() {
        stage.stopped = true;
        return;
    }
    let call = Calls {
        values: 1,
        gradients: 0,
    };
    stage.calls += call;
    stage.calls_so_far += call;
    if value < stage.measured {
        stage.angles = angles;
        (stage.measured, stage.objective, stage.expectation) = (value, value, value);
        stage.stop = before.stop;
        stage.trace = vec![TracePoint {
            evaluation: 1,
            point,
            value,
            best: value,
        }];
    }
}
