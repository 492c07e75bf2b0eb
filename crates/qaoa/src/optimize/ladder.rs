//! The strategy `ladder`: one valley is followed from depth to depth, and beside it others that
//! fork from it are looked into.
//!
//! The valley that begins at the ramp of depth 1 is followed with INTERP, its metric with it
//! ([`Metric::interpolated`]). It is the lowest of all in nine of ten cases, and smooth: γ rises, β
//! falls, over the layers. Where another one is lower, it differs in the first or in the last
//! layers alone, in nearly the same way whatever the cost (`results/search`): [`SIDES`], found on
//! generated problems. These are put into the smooth angles of this depth and optimized, unless the
//! smooth valley is nearly at the lowest energy. Valleys fork early, so fewer sides are tried
//! beyond depth [`FORKS`]. One side is left out on purpose, γ of opposite signs with β = −π/2,
//! −π/4: it averages out all even products, which lowers ⟨C⟩ on some boards and makes their
//! solutions less likely than a random guess.
//!
//! γ → γ + period, β → β + π and, where C is real, (γ, β) → −(γ, β) leave every value as it is: of
//! such images one is listed here.

use super::depthwise::{DepthSearch, Start, StartRun};
use super::random::rng_for;
use super::starts::perturbed;
use super::{Budget, Function, Optimum, Stage};
use crate::ansatz::{AngleShape, Angles, in_shape, interpolate_in, ramp_for};
use crate::error::{Error, Result};

/// How much `ladder` looks for other valleys.
///
/// ```
/// use ketboard_qaoa::search::Effort;
///
/// assert_eq!(Effort::parse("thorough")?, Effort::Thorough);
/// assert_eq!(Effort::default().name(), "default");
/// # Ok::<(), ketboard_qaoa::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Effort {
    /// The smooth valley, not to its last digits, and at every fourth depth three sides.
    Quick,
    /// The smooth valley and the four sides of it that begin lowest, beyond depth 4 two.
    #[default]
    Default,
    /// All sides at every depth and two perturbations of the smooth valley; none is given up.
    Thorough,
}

impl Effort {
    /// All efforts, the least first.
    pub const ALL: [Self; 3] = [Self::Quick, Self::Default, Self::Thorough];

    /// The effort of a name, one of [`Effort::ALL`]. Fails if no effort is called so.
    pub fn parse(name: &str) -> Result<Self> {
        let known = Self::ALL.into_iter().find(|effort| effort.name() == name);
        known.ok_or_else(|| {
            let found = format!("found '{name}'");
            Error::setting("effort", found, "use quick, default or thorough")
        })
    }

    /// The name, which [`Effort::parse`] reads.
    pub fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Default => "default",
            Self::Thorough => "thorough",
        }
    }

    /// The number of sides that are optimized at a depth, and of perturbations.
    pub(super) fn beside(self, depth: usize) -> (usize, usize) {
        match self {
            _ if depth < 2 => (0, 0),
            Self::Quick if depth.is_multiple_of(FORKS) => (3, 0),
            Self::Quick => (0, 0),
            Self::Default if depth > FORKS => (2, 0),
            Self::Default => (4, 0),
            Self::Thorough => (SIDES.len(), 2),
        }
    }
}

/// By how much the lowest point of a depth is below the smooth valley where it is in another one.
const APART: f64 = 1e-6;

/// The search looks beside the valley only where its value is more than this above the lowest
/// energy, in units of the value: nearer to it, no look found anything lower that counts.
const WORTH: f64 = 0.02;

/// The last depth at which four sides are optimized by default. A quick search looks beside the
/// smooth valley at its multiples alone.
const FORKS: usize = 4;

/// Layers that are not those of the smooth valley: whether they are the last ones and not the
/// first, and (γ, β) of each in natural units.
type Side<'a> = (bool, &'a [(f64, f64)]);

static SIDES: [Side<'static>; 5] = [
    // β near π/2 turns all bits over: the first two treat odd and even products apart
    (false, &[(-0.3, 1.14), (0.18, -0.65)]),
    // so do the last two; under the Grover mixer the lowest valley at depth 2 of most boards
    (true, &[(0.65, 0.7), (-0.25, -0.95)]),
    // the first layer climbs
    (false, &[(-0.4, 0.25)]),
    // the first two climb
    (false, &[(-0.3, 0.5), (-0.75, 0.2)]),
    // under the Grover mixer the lowest valley from depth 4 on
    (true, &[(0.95, 0.68), (-0.31, 1.02), (-0.24, 1.46)]),
];

/// The start on a side of the smooth valley, which is forgotten where it is left.
fn on_side(
    smooth: &Optimum,
    (at_end, layers): Side<'_>,
    gamma_unit: f64,
    shape: AngleShape,
) -> Start {
    let mut point = smooth.point.clone();
    let depth = point.len() / shape.per_layer();
    let first = if at_end { depth - layers.len() } else { 0 };
    let mut places = Vec::new();
    for series in 0..shape.per_layer() {
        for (layer, (gamma, beta)) in (first..).zip(layers) {
            let is_gamma = series < shape.groups;
            let place = series * depth + layer;
            point[place] = if is_gamma { gamma * gamma_unit } else { *beta };
            places.push(place);
        }
    }
    let metric = smooth.metric.as_ref();
    Start {
        point,
        metric: metric.map(|metric| metric.forgetting(&places)),
    }
}

impl<O: Function, M: Fn() -> O + Sync> DepthSearch<'_, M> {
    pub(super) fn climb(&mut self, depth: usize, before: Option<&Stage>) -> Vec<StartRun> {
        let task = self.task;
        let smooth_before = self
            .smooth
            .as_ref()
            .map_or(f64::INFINITY, |found| found.value);
        let lower = before.filter(|stage| stage.measured < smooth_before - APART * task.value_unit);
        let deeper = |stage: &Stage| interpolate_in(&stage.angles, task.shape).to_flat();
        let lower = lower.map(|stage| Start::at(deeper(stage)));
        let mut runs = vec![self.follow(depth)];
        let thorough = task.settings.effort == Effort::Thorough;
        let worth = if thorough {
            0.0
        } else {
            WORTH * task.value_unit
        };
        let is_worth = |smooth: &Optimum| depth > 1 && smooth.value > task.lowest + worth;
        if let Some(smooth) = runs[0].optimum.as_ref().ok().cloned().filter(is_worth) {
            let (sides, moved) = self.beside(depth, &smooth);
            let beside: Vec<Start> = lower.into_iter().chain(sides).collect();
            let to_its_end = task.settings.budget();
            let above = smooth.value;
            let given_up = Budget {
                above,
                ..to_its_end
            };
            let budget = if thorough { to_its_end } else { given_up };
            runs.extend(self.run_all(depth, 1, &beside, &budget));
            runs.extend(self.run_all(depth, 1 + beside.len(), &moved, &to_its_end));
        }
        runs
    }

    pub(super) fn follow(&mut self, depth: usize) -> StartRun {
        let (task, shape) = (self.task, self.task.shape);
        let start = match &self.smooth {
            None => Start::at(in_shape(&ramp_for(depth, task.gamma_unit), shape).to_flat()),
            Some(before) => {
                let angles = Angles::from_flat_in(&before.point, shape);
                let metric = before.metric.as_ref();
                Start {
                    point: interpolate_in(&angles, shape).to_flat(),
                    metric: metric.map(|metric| metric.interpolated(shape)),
                }
            }
        };
        let budget = task.settings.budget();
        let run = self.run_all(depth, 0, &[start], &budget).remove(0);
        self.smooth = run.optimum.as_ref().ok().cloned().or(self.smooth.take());
        run
    }

    /// The starts beside the smooth valley: the sides that begin lowest, and perturbations.
    fn beside(&mut self, depth: usize, smooth: &Optimum) -> (Vec<Start>, Vec<Start>) {
        let task = self.task;
        let (wanted, perturbations) = task.settings.effort.beside(depth);
        let on = |side: Side<'_>| on_side(smooth, side, task.gamma_unit, task.shape);
        let fitting = SIDES.iter().filter(|(_, layers)| layers.len() <= depth);
        let mut sides: Vec<Start> = fitting.map(|side| on(*side)).collect();
        if (1..sides.len()).contains(&wanted) {
            let points: Vec<_> = sides.iter().map(|start| start.point.clone()).collect();
            let mut ranked: Vec<_> = self.scan(depth, &points).into_iter().zip(sides).collect();
            ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
            sides = ranked.into_iter().map(|(_, start)| start).collect();
        }
        sides.truncate(wanted);
        let angles = Angles::from_flat_in(&smooth.point, task.shape);
        let moved = (0..perturbations).map(|number| {
            let mut rng = rng_for(task.settings.seed, depth, number);
            Start::at(perturbed(&angles, task.gamma_unit, &mut rng).to_flat())
        });
        (sides, moved.collect())
    }
}
