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
//! ([`Stage::stopped`]). Optimizers see γ in its natural unit, so that a step of 0.1 means as much
//! in γ as in β.

#[cfg(test)]
use super::Callback;
use super::asking::{Asking, AtStart};
use super::coordinates::{Coordinates, InCoordinates};
use super::random::optimizer_seed;
use super::settings::SearchSettings;
use super::starts::{Starts, starts};
use super::{Function, Optimum, SearchStop, Stage, TracePoint, minimize};
use crate::ansatz::{AngleShape, Angles, in_shape, with_zero_layer_in};
use crate::error::{Error, Result};
use crate::tasks::each;
use std::ops::ControlFlow;

/// A search, as an ansatz asks for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task {
    /// What is searched for, and how.
    pub(crate) settings: SearchSettings,
    /// How many angles a layer has.
    pub(crate) shape: AngleShape,
    /// The natural unit of γ, in which optimizers see it.
    pub(crate) gamma_unit: f64,
    /// What β is multiplied by before it is reported: a depth starts from the β of the one before
    /// as they were reported, so that a search which goes on from a record gives the same bytes.
    pub(crate) beta_unit: f64,
    /// What the values are counted in where a search asks whether it gains anything.
    pub(crate) value_unit: f64,
    /// How the starts of a depth run.
    pub(crate) order: Order,
}

impl Task {
    /// A search of the standard ansatz, one start after the other.
    #[cfg(test)]
    pub(crate) fn new(settings: SearchSettings, gamma_unit: f64) -> Self {
        Self {
            settings,
            shape: AngleShape::STANDARD,
            gamma_unit,
            beta_unit: 1.0,
            value_unit: 1.0,
            order: Order::InTurn,
        }
    }

    /// The linear ramp of `depth` layers and a time step Δt, for every series of γ and of β.
    pub(super) fn ramp(&self, depth: usize, step: f64) -> Angles {
        in_shape(
            &Angles::ramp(depth, step * self.gamma_unit, step),
            self.shape,
        )
    }
}

/// How the starts of one depth run; the stages are the same either way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// One after the other, with one function for all: for large states, which use all threads
    /// themselves.
    InTurn,
    /// Side by side on the threads of the current rayon pool, each start with a function of its
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
    callback: Callback<'_>,
) -> Result<Vec<Stage>> {
    let asking = Asking::new(callback);
    let make: (_, &dyn Fn() -> Result<()>) = (make, &|| Ok(()));
    continue_depths(make, task, Vec::new(), &asking, &mut |_| Ok::<_, Error>(()))
}

/// [`depth_by_depth`] after stages that are `known`, of which the last counts: the stages that
/// follow it are the same as those of a search without a break. All stages are returned; `finished`
/// hears of each new one as soon as it is there, but not of an unfinished one, and has the memory
/// of the functions meanwhile; `is_there` says whether it is there again. Functions may ask
/// `asking` on their way ([`Asking::ask_between_layers`]), and answer NaN where it says stop.
///
/// # Errors
/// As [`depth_by_depth`], and those of `is_there` and `finished`, which end the search.
pub(crate) fn continue_depths<O: Function, E: From<Error>>(
    (make, is_there): (impl Fn() -> O + Sync, &dyn Fn() -> Result<()>),
    task: &Task,
    known: Vec<Stage>,
    asking: &Asking<'_>,
    finished: &mut dyn FnMut(&Stage) -> std::result::Result<(), E>,
) -> std::result::Result<Vec<Stage>, E> {
    let mut search = DepthSearch {
        shared: None,
        make,
        task,
        asking,
    };
    let mut stages = known;
    let mut before = stages.last().cloned();
    let first = before.as_ref().map_or(1, |stage| stage.depth + 1);
    for depth in first..=task.settings.depth {
        is_there()?;
        if let Order::InTurn = task.order {
            search.shared = Some((search.make)());
        }
        let found = search.stage(depth, before.as_ref());
        search.shared = None;
        let Some(stage) = found? else {
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

/// The stage with the β that a reader of its report gets: the unit is multiplied in and divided out
/// again, which may round.
fn as_reported(stage: &Stage, beta_unit: f64) -> Stage {
    let mut stage = stage.clone();
    let betas = stage.angles.betas.iter_mut();
    betas.for_each(|beta| *beta = *beta * beta_unit / beta_unit);
    stage
}

/// What stays the same from depth to depth.
struct DepthSearch<'a, O, M> {
    make: M,
    /// The function of all starts, where they run in turn.
    shared: Option<O>,
    task: &'a Task,
    asking: &'a Asking<'a>,
}

impl<'a, O: Function, M: Fn() -> O + Sync> DepthSearch<'a, O, M> {
    /// The stage of a depth; `None` where it was stopped before anything was measured.
    fn stage(&mut self, depth: usize, before: Option<&Stage>) -> Result<Option<Stage>> {
        let task = self.task;
        let at = self.at(depth, 0);
        let begin = starts(depth, before, task, at, &mut |measure| {
            self.with_function(|function| measure(function));
        });
        let runs = self.run_all(depth, &begin);
        let Some(mut stage) = best_of(runs, depth, task.shape)? else {
            return Ok(None);
        };
        stage.evaluations += begin.evaluations;
        if let Some(before) = before {
            let rises = task.settings.strategy.climbs() && stage.measured > before.measured;
            if rises && !stage.stopped {
                let with_gradient = task.settings.optimizer.uses_gradient;
                self.with_function(|function| {
                    fall_back(&mut stage, before, (function, with_gradient), at);
                });
            }
            stage.evaluations += before.evaluations;
        }
        Ok(Some(stage))
    }

    /// How a start of this depth asks.
    fn at(&self, depth: usize, start: usize) -> AtStart<'a> {
        AtStart {
            asking: self.asking,
            depth,
            start,
            before: 0,
            alone: self.shared.is_some(),
        }
    }

    /// What `ask` makes of the shared function, or of one of its own.
    fn with_function<R>(&mut self, ask: impl FnOnce(&mut O) -> R) -> R {
        match &mut self.shared {
            Some(function) => ask(function),
            None => ask(&mut (self.make)()),
        }
    }

    /// The runs of all starts, in their order: on the shared function, or side by side on one for
    /// each.
    fn run_all(&mut self, depth: usize, begin: &Starts) -> Vec<StartRun> {
        let (task, first) = (self.task, self.at(depth, 0));
        let run = |function: &mut O, number: usize| {
            let at = AtStart {
                start: number,
                ..first
            };
            run_from(
                begin.points[number].clone(),
                begin.coordinates,
                function,
                task,
                at,
            )
        };
        let numbers = 0..begin.points.len();
        match &mut self.shared {
            Some(function) => numbers.map(|k| run(function, k)).collect(),
            None => {
                let make = &self.make;
                each(numbers, |k| run(&mut make(), k))
            }
        }
    }
}

/// What became of one start.
struct StartRun {
    evaluations: u64,
    optimum: Result<Optimum>,
}

fn run_from(
    point: Vec<f64>,
    coordinates: Coordinates,
    function: &mut dyn Function,
    task: &Task,
    at: AtStart<'_>,
) -> StartRun {
    let (optimizer, budget) = (task.settings.optimizer, task.settings.budget());
    let seed = optimizer_seed(task.settings.seed, at.depth, at.start);
    let mut function = InCoordinates {
        function,
        coordinates,
        gamma_unit: task.gamma_unit,
        value_unit: task.value_unit,
        shape: task.shape,
        at,
        evaluations: 0,
    };
    let start = function.scaled(point);
    let optimum = minimize(Some(at), optimizer, &mut function, (&start, seed), &budget);
    let run = StartRun {
        evaluations: function.evaluations,
        optimum: optimum.map(|optimum| function.restore(optimum)),
    };
    if let Ok(optimum) = &run.optimum {
        let at = AtStart {
            before: run.evaluations,
            ..at
        };
        at.end(optimum.value);
    }
    run
}

/// The lowest run, the first where several are equal; evaluations of all. `None` where runs were
/// stopped and none has measured anything.
fn best_of(runs: Vec<StartRun>, depth: usize, shape: AngleShape) -> Result<Option<Stage>> {
    let mut evaluations = 0;
    let mut optima = Vec::with_capacity(runs.len());
    for run in runs {
        evaluations += run.evaluations;
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
        evaluations,
        converged: matches!(optimum.stop, SearchStop::Converged | SearchStop::Stuck),
        stopped,
        shape,
        trace: optimum.trace,
    }))
}

/// Takes the angles of the depth before with a layer of zeros, if that is lower as measured.
fn fall_back(
    stage: &mut Stage,
    before: &Stage,
    (function, with_gradient): (&mut dyn Function, bool),
    at: AtStart<'_>,
) {
    let angles = with_zero_layer_in(&before.angles, stage.shape);
    let point = angles.to_flat();
    let asked = at.ask(stage.evaluations, stage.measured);
    let value = match asked {
        ControlFlow::Continue(()) if with_gradient => {
            function.value_and_gradient(&point, &mut vec![0.0; point.len()])
        }
        ControlFlow::Continue(()) => function.value(&point),
        ControlFlow::Break(()) => f64::NAN,
    };
    if value.is_nan() && at.is_stopped() {
        stage.stopped = true;
        return;
    }
    stage.evaluations += 1;
    if value < stage.measured {
        stage.angles = angles;
        (stage.measured, stage.objective, stage.expectation) = (value, value, value);
        stage.converged = before.converged;
        stage.trace = vec![TracePoint { point, value }];
    }
}
