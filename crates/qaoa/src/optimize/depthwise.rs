//! Angles depth by depth: at each depth 1 … p several starts ([`Strategy`]) are optimized, and the
//! best is kept.
//!
//! Of strategies that build on the depth before, ⟨C⟩ never rises with depth (up to its own
//! rounding): where all starts end higher, the angles of the depth before and a last layer of zeros
//! are taken. The numbers of a start follow from (seed, depth, start), and a depth from the stage
//! before, so that the stages are the same for any number of threads, and a search can go on after
//! stages of an earlier one ([`continue_depths`]); of `ladder` the smooth valley is then walked
//! again.

use super::asking::{Asking, AtStart};
use super::coordinates::InCoordinates;
use super::fourier::Waves;
use super::metric::Metric;
use super::random::optimizer_seed;
use super::settings::SearchSettings;
use super::{Budget, Function, Optimum, SearchStop, Stage, Strategy, minimize};
use crate::ansatz::{AngleShape, Angles, in_shape, with_zero_layer_in};
use crate::error::{Error, Result};
use crate::tasks::each;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Task {
    pub(crate) settings: SearchSettings,
    pub(crate) shape: AngleShape,
    pub(crate) gamma_unit: f64,
    /// What β is multiplied by before it is reported. A depth starts from the β of the one before
    /// as they were reported, so that a search that goes on from a record gives the same bytes.
    pub(crate) beta_unit: f64,
    /// The unit of the values where a search asks whether it gains anything.
    pub(crate) value_unit: f64,
    /// What no value is below, −∞ where that is not known.
    pub(crate) lowest: f64,
    pub(crate) order: Order,
}

impl Task {
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
    /// One after the other: for large states, which use all threads themselves.
    InTurn,
    /// Side by side on the threads of the current rayon pool.
    SideBySide,
}

/// The best angles found at each depth 1 … of the task, for the function of 2p flat angles, gammas
/// first, that `make` makes anew for each start.
///
/// It goes on after the last of the `known` stages: the stages that follow are those of a search
/// without a break. All stages are returned; `finished` gets each new one at once, but not an
/// unfinished one, and has the memory of the functions meanwhile; `is_there` says whether it is
/// there again.
///
/// After a `Break` of `asking` nothing more is measured, and the last stage is the best point of
/// the unfinished depth, if any ([`Stage::stopped`]). Functions may ask on their way
/// ([`Asking::ask_between_layers`]), and answer NaN after a `Break`.
///
/// Fails if no start of some depth meets a finite value, or `is_there` or `finished` does.
pub(crate) fn continue_depths<O: Function, E: From<Error>>(
    (make, is_there): (impl Fn() -> O + Sync, &dyn Fn() -> Result<()>),
    task: &Task,
    known: Vec<Stage>,
    asking: &Asking<'_>,
    finished: &mut dyn FnMut(&Stage) -> std::result::Result<(), E>,
) -> std::result::Result<Vec<Stage>, E> {
    let mut search = DepthSearch {
        make,
        task,
        asking,
        smooth: None,
        waves: None,
        scanned: 0,
    };
    let mut stages = known;
    let mut before = stages.last().cloned();
    let first = before.as_ref().map_or(1, |stage| stage.depth + 1);
    let is_ladder = task.settings.strategy == Strategy::Ladder;
    for depth in (1..first).filter(|_| is_ladder && first <= task.settings.depth) {
        let walked = search.follow(depth).optimum;
        if !walked.is_ok_and(|found| found.stop != SearchStop::Asked) {
            return Ok(stages);
        }
    }
    for depth in first..=task.settings.depth {
        is_there()?;
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

/// The stage with the β of its report: the unit is multiplied in and divided out, which may round.
fn as_reported(stage: &Stage, beta_unit: f64) -> Stage {
    let mut stage = stage.clone();
    let betas = stage.angles.betas.iter_mut();
    betas.for_each(|beta| *beta = *beta * beta_unit / beta_unit);
    stage
}

pub(super) struct DepthSearch<'a, M> {
    make: M,
    pub(super) task: &'a Task,
    asking: &'a Asking<'a>,
    /// The smooth valley of `ladder` at the depth before.
    pub(super) smooth: Option<Optimum>,
    /// What the coordinates of the starts of this depth are, where they are not the angles.
    pub(super) waves: Option<Waves>,
    /// Evaluations of this depth that belong to no start.
    scanned: u64,
}

#[derive(Clone, Debug)]
pub(super) struct Start {
    pub(super) point: Vec<f64>,
    pub(super) metric: Option<Metric>,
}

impl Start {
    pub(super) fn at(point: Vec<f64>) -> Self {
        let metric = None;
        Self { point, metric }
    }
}

impl<'a, O: Function, M: Fn() -> O + Sync> DepthSearch<'a, M> {
    /// The stage of a depth; `None` where it was stopped before anything was measured.
    fn stage(&mut self, depth: usize, before: Option<&Stage>) -> Result<Option<Stage>> {
        let (task, budget) = (self.task, self.task.settings.budget());
        self.scanned = 0;
        let mut runs = if task.settings.strategy == Strategy::Ladder {
            self.climb(depth, before)
        } else {
            let points = self.starts(depth, before).into_iter();
            let starts: Vec<_> = points.map(Start::at).collect();
            self.run_all(depth, 0, &starts, &budget)
        };
        let found = runs.iter().filter_map(|run| run.optimum.as_ref().ok());
        let lowest = found
            .map(|optimum| optimum.value)
            .fold(f64::INFINITY, f64::min);
        let goes_down = |before: &&Stage| lowest > before.measured && !self.asking.is_stopped();
        let rises_from = before
            .filter(|_| task.settings.strategy.climbs())
            .filter(goes_down);
        if let Some(before) = rises_from {
            self.waves = None;
            let same = with_zero_layer_in(&before.angles, task.shape).to_flat();
            let alone = Budget {
                iterations: 0,
                ..budget
            };
            runs.extend(self.run_all(depth, runs.len(), &[Start::at(same)], &alone));
        }
        let mut stage = best_of(runs, depth, task.shape)?;
        if let Some(stage) = &mut stage {
            let with_gradient = u64::from(task.settings.optimizer.uses_gradient);
            // a gradient takes two states more, on the way back
            let of_runs = (1 + 2 * with_gradient) * stage.evaluations;
            let earlier = before.map_or((0, 0), |before| (before.evaluations, before.layers));
            stage.evaluations += self.scanned + earlier.0;
            stage.layers = (of_runs + self.scanned) * depth as u64 + earlier.1;
            stage.converged |= rises_from.is_some_and(|before| before.converged);
        }
        Ok(stage)
    }

    /// The values at some points, infinite where they are not finite or the search was stopped.
    pub(super) fn scan(&mut self, depth: usize, points: &[Vec<f64>]) -> Vec<f64> {
        let (at, mut scanned) = (self.at(depth, 0), self.scanned);
        let (mut function, mut values) = ((self.make)(), Vec::new());
        for point in points {
            let lowest = values.iter().copied().fold(f64::INFINITY, f64::min);
            if at.ask(scanned, lowest).is_break() {
                break;
            }
            let value = function.value(point);
            scanned += u64::from(!(value.is_nan() && self.asking.is_stopped()));
            let finite = value.is_finite();
            values.push(if finite { value } else { f64::INFINITY });
        }
        self.scanned = scanned;
        values.resize(points.len(), f64::INFINITY);
        values
    }

    fn at(&self, depth: usize, start: usize) -> AtStart<'a> {
        AtStart {
            asking: self.asking,
            depth,
            start,
        }
    }

    /// The runs of all starts in their order, side by side or in turn; the first is number `first`.
    pub(super) fn run_all(
        &mut self,
        depth: usize,
        first: usize,
        starts: &[Start],
        budget: &Budget,
    ) -> Vec<StartRun> {
        let (task, waves, numbers) = (self.task, self.waves, 0..starts.len());
        let run = |number: usize| {
            let at = self.at(depth, first + number);
            let seed = optimizer_seed(task.settings.seed, depth, at.start);
            let mut function = InCoordinates {
                function: &mut (self.make)(),
                waves,
                gamma_unit: task.gamma_unit,
                value_unit: task.value_unit,
                shape: task.shape,
                at,
                evaluations: 0,
            };
            let Start { point, metric } = starts[number].clone();
            let from = (&*function.scaled(point), metric, seed);
            let optimizer = task.settings.optimizer;
            let optimum = minimize(Some(at), optimizer, &mut function, from, budget);
            let evaluations = function.evaluations;
            if let Ok(optimum) = &optimum {
                at.end(evaluations, optimum.value);
            }
            StartRun {
                evaluations,
                optimum: optimum.map(|optimum| function.restore(optimum)),
            }
        };
        match task.order {
            Order::InTurn => numbers.map(run).collect(),
            Order::SideBySide => each(numbers, run),
        }
    }
}

pub(super) struct StartRun {
    evaluations: u64,
    pub(super) optimum: Result<Optimum>,
}

/// The lowest run, the first where several are equal; `None` where none has measured anything.
fn best_of(runs: Vec<StartRun>, depth: usize, shape: AngleShape) -> Result<Option<Stage>> {
    let evaluations = runs.iter().map(|run| run.evaluations).sum();
    let stopped = runs.iter().any(|run| match &run.optimum {
        Ok(optimum) => optimum.stop == SearchStop::Asked,
        Err(error) => matches!(error, Error::Stopped),
    });
    let lowest = |best: Result<Optimum>, next: Result<Optimum>| match (best, next) {
        (Ok(best), Ok(next)) if next.value < best.value => Ok(next),
        (Err(_), Ok(next)) => Ok(next),
        (best, _) => best,
    };
    let optima = runs.into_iter().map(|run| run.optimum);
    let optimum = optima.reduce(lowest);
    let optimum = optimum.expect("a depth has at least one start");
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
        layers: 0,
        converged: matches!(optimum.stop, SearchStop::Converged | SearchStop::Stuck),
        stopped,
        shape,
        trace: optimum.trace,
    }))
}
