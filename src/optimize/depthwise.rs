//! Angles depth by depth: the optimum of depth p − 1 is where depth p starts.
//!
//! At each depth 1 … p, from several starts, each optimized on its own and the best kept:
//! 1. the best angles of the depth before, interpolated (INTERP of Zhou et al. 2020), from depth 2 on;
//! 2. the linear ramp that fits the spread of C;
//! 3. random perturbations of the first of these, wide enough to reach other valleys (see [`perturbed`]).
//!
//! ⟨C⟩ never rises with depth (up to its own rounding): where all starts end higher than the depth before, its
//! angles and a last layer of zeros are taken. The numbers of a start follow from (seed, depth, start) alone, so
//! the stages are the same in any order and for any number of threads. Optimizers see γ in units of
//! [`Spread::gamma_unit`], so that a step of 0.1 means as much in γ as in β.

use super::scaled::Scaled;
use super::{Budget, Calls, Objective, Optimizer, Optimum, Stop, TracePoint, minimize};
use crate::error::Result;
use crate::qaoa::{AngleShape, Angles, Spread, interpolate, ramp_for, with_zero_layer};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

/// How far a random start is moved, in steps of the ramp. Up to half a step, random starts led back to the valley
/// of the interpolated one on every cost tried (couplings, one-hot groups, balanced rows; depths to 4); 1.5 finds
/// lower ones.
const WANDER: f64 = 1.5;

/// How the angles are searched for.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The last depth p; 0 gives no stage.
    pub depth: usize,
    /// How many angles a layer has.
    pub shape: AngleShape,
    /// Starts at each depth, at least 1 (0 means 1).
    pub starts: usize,
    /// Seed of the random perturbations.
    pub seed: u64,
    /// What optimizes each start.
    pub optimizer: &'static Optimizer,
    /// What each start may use.
    pub budget: Budget,
    /// How the starts of a depth run.
    pub order: Order,
    /// What the objective is asked for, where it has several precisions.
    pub precision: SearchPrecision,
}

/// In which precision an objective is made and refined ([`Objective::refine`]).
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

impl Default for Settings {
    /// Depth 4, four starts at each depth, seed 0, the first optimizer of the table.
    fn default() -> Self {
        Self {
            depth: 4,
            shape: AngleShape::default(),
            starts: 4,
            seed: 0,
            optimizer: &super::OPTIMIZERS[0],
            budget: Budget::default(),
            order: Order::InTurn,
            precision: SearchPrecision::F64,
        }
    }
}

/// How the starts of one depth run; the stages are the same either way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// One after the other, with one objective for all: for large states, which use all threads themselves.
    InTurn,
    /// Side by side on the threads of the current rayon pool, each start with an objective of its own.
    SideBySide,
}

/// What was reached at one depth.
#[derive(Clone, PartialEq, Debug)]
pub struct Stage {
    /// Number of layers.
    pub depth: usize,
    /// The best angles of this depth.
    pub angles: Angles,
    /// The value there as the search measured it: what it made small, and compares depths by.
    pub measured: f64,
    /// The value there, computed exactly: the same, unless it was measured by shots.
    pub objective: f64,
    /// ⟨C⟩ there: the same, unless something else was minimized.
    pub expectation: f64,
    /// Calls of the objective at this depth, all starts together.
    pub calls: Calls,
    /// Calls at this and all earlier depths: what it cost to get here.
    pub calls_so_far: Calls,
    /// Why the best start ended.
    pub stop: Stop,
    /// The trace of the best start; its points are angles in flat form, gammas first.
    pub trace: Vec<TracePoint>,
}

/// One start has ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// The depth it belongs to.
    pub depth: usize,
    /// Its number at this depth, from 0.
    pub start: usize,
    /// What it cost.
    pub calls: Calls,
    /// ⟨C⟩ that it reached.
    pub expectation: f64,
}

/// The best angles found at each depth 1 … `settings.depth`, for the ⟨C⟩ that `make` makes: a function of 2p
/// numbers in flat form, gammas first, for any p.
///
/// `make` is called once; or for each start, where they run side by side. `progress` hears of each start as it ends.
///
/// # Errors
/// If no start of some depth meets a finite value.
pub fn depth_by_depth<O: Objective>(
    make: impl Fn() -> O + Sync,
    settings: &Settings,
    spread: Spread,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Vec<Stage>> {
    let mut shared = match settings.order {
        Order::InTurn => Some(make()),
        Order::SideBySide => None,
    };
    let mut stages: Vec<Stage> = Vec::with_capacity(settings.depth);
    for depth in 1..=settings.depth {
        let before = stages.last();
        let starts = starts(depth, before, settings, spread);
        let run = |objective: &mut O, (number, start): (usize, &Angles)| {
            let run = optimize(objective, start, settings, spread);
            run.report(depth, number, progress);
            run
        };
        let runs = run_all(&starts, shared.as_mut(), &make, run);
        let mut stage = best_of(runs, depth, settings.shape)?;
        if let Some(before) = before {
            stage.calls_so_far += before.calls_so_far;
            if stage.measured > before.measured {
                let mut own = None;
                let objective = shared.as_mut().unwrap_or_else(|| own.insert(make()));
                fall_back(&mut stage, before, objective);
            }
        }
        stages.push(stage);
    }
    Ok(stages)
}

/// The runs of all starts, in their order: on the shared objective, or side by side on one for each.
fn run_all<O: Objective>(
    starts: &[Angles],
    shared: Option<&mut O>,
    make: &(impl Fn() -> O + Sync),
    run: impl Fn(&mut O, (usize, &Angles)) -> Run + Sync,
) -> Vec<Run> {
    let numbered = |k| (k, &starts[k]);
    match shared {
        Some(objective) => (0..starts.len())
            .map(|k| run(objective, numbered(k)))
            .collect(),
        None => (0..starts.len())
            .into_par_iter()
            .map(|k| run(&mut make(), numbered(k)))
            .collect(),
    }
}

/// Where the starts of a depth begin.
fn starts(
    depth: usize,
    before: Option<&Stage>,
    settings: &Settings,
    spread: Spread,
) -> Vec<Angles> {
    let ramp = ramp_for(depth, spread);
    let interpolated = before.map(|stage| interpolate(&stage.angles));
    let mut starts: Vec<_> = interpolated.into_iter().chain([ramp]).collect();
    let base = starts[0].clone();
    let numbers = starts.len()..settings.starts;
    starts.extend(numbers.map(|number| {
        let mut rng = rng_for(settings.seed, depth, number);
        perturbed(&base, spread, &mut rng)
    }));
    starts.truncate(settings.starts.max(1));
    starts
}

/// Angles moved at random: each γ by up to [`WANDER`]·Δγ of the ramp either way, each β by up to [`WANDER`]·Δβ.
fn perturbed(base: &Angles, spread: Spread, rng: &mut impl Rng) -> Angles {
    let half = ramp_for(1, spread); // its only layer has Δγ/2 and −Δβ/2
    let mut moved = |list: &[f64], half: f64| -> Vec<f64> {
        list.iter()
            .map(|angle| angle + 2.0 * half * WANDER * symmetric(rng))
            .collect()
    };
    Angles {
        gammas: moved(&base.gammas, half.gammas[0]),
        betas: moved(&base.betas, half.betas[0]),
    }
}

/// Uniform in [−1, 1).
fn symmetric(rng: &mut impl Rng) -> f64 {
    let unit = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
    2.0 * unit - 1.0
}

fn rng_for(seed: u64, depth: usize, start: usize) -> ChaCha8Rng {
    let mut key = [0; 32];
    for (bytes, number) in key
        .chunks_exact_mut(8)
        .zip([seed, depth as u64, start as u64])
    {
        bytes.copy_from_slice(&number.to_le_bytes());
    }
    ChaCha8Rng::from_seed(key)
}

/// What became of one start.
struct Run {
    calls: Calls,
    optimum: Result<Optimum>,
}

impl Run {
    fn report(&self, depth: usize, start: usize, progress: &dyn Fn(Progress)) {
        if let Ok(optimum) = &self.optimum {
            progress(Progress {
                depth,
                start,
                calls: self.calls,
                expectation: optimum.value,
            });
        }
    }
}

fn optimize(
    objective: &mut dyn Objective,
    start: &Angles,
    settings: &Settings,
    spread: Spread,
) -> Run {
    objective.coarsen();
    let mut scaled = Scaled::new(objective, spread);
    let start = scaled.coordinates(start.to_flat());
    let mut optimum = minimize(settings.optimizer, &mut scaled, &start, &settings.budget);
    while scaled.refine() {
        // a coarse search that met nothing finite says nothing about the exact one
        let from = optimum.map_or(start.clone(), |found| found.point);
        optimum = minimize(settings.optimizer, &mut scaled, &from, &settings.budget);
    }
    Run {
        calls: scaled.calls,
        optimum: optimum.map(|optimum| scaled.restore(optimum)),
    }
}

/// The lowest run, the first where several are equal; calls of all.
fn best_of(runs: Vec<Run>, depth: usize, shape: AngleShape) -> Result<Stage> {
    let mut calls = Calls::default();
    let mut optima = Vec::with_capacity(runs.len());
    for run in runs {
        calls += run.calls;
        optima.push(run.optimum);
    }
    let lowest = |best: Result<Optimum>, next: Result<Optimum>| match (best, next) {
        (Ok(best), Ok(next)) if next.value < best.value => Ok(next),
        (Err(_), Ok(next)) => Ok(next),
        (best, _) => best,
    };
    let optimum = optima
        .into_iter()
        .reduce(lowest)
        .expect("a depth has at least one start")?;
    Ok(Stage {
        depth,
        angles: Angles::from_flat_in(&optimum.point, shape),
        measured: optimum.value,
        objective: optimum.value,
        expectation: optimum.value,
        calls,
        calls_so_far: calls,
        stop: optimum.stop,
        trace: optimum.trace,
    })
}

/// Takes the angles of the depth before with a layer of zeros, if that is lower as measured.
fn fall_back(stage: &mut Stage, before: &Stage, objective: &mut dyn Objective) {
    let angles = with_zero_layer(&before.angles);
    let point = angles.to_flat();
    while objective.refine() {}
    let value = objective.value(&point);
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
