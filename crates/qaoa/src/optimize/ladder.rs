//! The strategy `ladder`: one valley is followed from depth to depth, and beside it others are
//! looked into that it forks from.
//!
//! The valley that begins at the ramp of depth 1 is followed with INTERP, its metric with it
//! ([`Metric::interpolated`]). It is the lowest of all in nine of ten cases, and smooth: γ rises, β
//! falls, over the layers. Where another one is lower, it differs in the first or in the last
//! layers alone, and in nearly the same way whatever the cost (`results/search`): [`SIDES`], found
//! on 151 generated problems. So these are measured with the smooth angles of this depth in all
//! other layers, the lowest of them are optimized, and each is given up as soon as the smooth
//! valley is out of its reach. No side leads to the next depth: a search that followed the lowest
//! point of each depth ended higher.
//!
//! γ → γ + period and β → β + π leave every value as it is, and so does (γ, β) → −(γ, β) where C is
//! real: of such images one stands here.

use super::depthwise::{DepthSearch, Start, StartRun};
use super::random::rng_for;
use super::starts::perturbed;
use super::{Budget, Function};
use crate::ansatz::{AngleShape, Angles, in_shape, interpolate_in, ramp_for};
use crate::error::{Error, Result};

/// How much `ladder` looks for.
///
/// ```
/// use ketboard_qaoa::Effort;
///
/// assert_eq!(Effort::parse("thorough")?, Effort::Thorough);
/// assert_eq!(Effort::default().name(), "default");
/// # Ok::<(), ketboard_qaoa::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Effort {
    /// The smooth valley alone, and not to its last digits.
    Quick,
    /// The smooth valley, and the three sides that begin lowest.
    #[default]
    Default,
    /// All sides, and random perturbations of the smooth valley, which are never given up.
    Thorough,
}

impl Effort {
    /// All efforts, the least first.
    pub const ALL: [Self; 3] = [Self::Quick, Self::Default, Self::Thorough];

    /// The effort of a name, one of [`Effort::ALL`].
    ///
    /// # Errors
    /// If no effort is called so.
    pub fn parse(name: &str) -> Result<Self> {
        let known = Self::ALL.into_iter().find(|effort| effort.name() == name);
        let refusal = || {
            Error::setting(
                "effort",
                format!("found '{name}'"),
                "use quick, default or thorough",
            )
        };
        known.ok_or_else(refusal)
    }

    /// The name, which [`Effort::parse`] reads.
    pub fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Default => "default",
            Self::Thorough => "thorough",
        }
    }

    /// Sides that are optimized, and perturbations.
    fn beside(self) -> (usize, usize) {
        match self {
            Self::Quick => (0, 0),
            Self::Default => (3, 0),
            Self::Thorough => (SIDES.len(), 6),
        }
    }

    /// How many starts a depth has.
    pub(super) fn starts(self, depth: usize) -> usize {
        let (sides, perturbations) = self.beside();
        1 + if depth > 1 { sides + perturbations } else { 0 }
    }
}

/// Layers that are not those of the smooth valley.
struct Side {
    /// Whether they are the last ones and not the first.
    at_end: bool,
    /// In units of [`Ansatz::gamma_unit`](crate::Ansatz::gamma_unit).
    gammas: &'static [f64],
    /// In units of the mixer.
    betas: &'static [f64],
}

/// Where other valleys were found.
static SIDES: [Side; 5] = [
    // the first layer climbs
    side(false, &[-0.4], &[0.25]),
    // β near π/2 turns all bits over: the first two layers treat odd and even products apart
    side(false, &[0.28, -0.2], &[-1.17, 0.45]),
    side(false, &[-0.3, 0.18], &[1.14, -0.65]),
    // the last layer climbs
    side(true, &[-1.2], &[0.22]),
    // the last two treat odd and even products apart
    side(true, &[0.65, -0.25], &[0.7, -0.95]),
];

const fn side(at_end: bool, gammas: &'static [f64], betas: &'static [f64]) -> Side {
    Side {
        at_end,
        gammas,
        betas,
    }
}

impl Side {
    /// The layers of a series of so many that it takes.
    fn place(&self, depth: usize) -> std::ops::Range<usize> {
        let own = self.gammas.len();
        let first = if self.at_end { depth - own } else { 0 };
        first..first + own
    }

    /// The side of the smooth valley, which is forgotten where it was left.
    fn of(&self, smooth: &Start, gamma_unit: f64, shape: AngleShape) -> Start {
        let mut point = smooth.point.clone();
        let depth = point.len() / shape.per_layer();
        let mut places = Vec::new();
        for series in 0..shape.per_layer() {
            let (angles, unit) = match series < shape.groups {
                true => (self.gammas, gamma_unit),
                false => (self.betas, 1.0),
            };
            for (layer, angle) in self.place(depth).zip(angles) {
                point[series * depth + layer] = angle * unit;
                places.push(series * depth + layer);
            }
        }
        let metric = smooth.metric.as_ref();
        Start {
            point,
            metric: metric.map(|metric| metric.forgetting(&places)),
        }
    }
}

impl<O: Function, M: Fn() -> O + Sync> DepthSearch<'_, M> {
    /// The runs of a depth, that of the smooth valley first.
    pub(super) fn climb(&mut self, depth: usize) -> Vec<StartRun> {
        let smooth = self.follow(depth);
        let value = smooth.optimum.as_ref().ok().map(|found| found.value);
        let mut runs = vec![smooth];
        if let (Some(value), Some(smooth), 2..) = (value, self.smooth.clone(), depth) {
            let (sides, moved) = self.beside(depth, &smooth);
            let (to_its_end, first) = (self.task.settings.budget(), 1 + sides.len());
            let budget = Budget {
                above: value,
                ..to_its_end
            };
            runs.extend(self.run_all(depth, 1, &sides, &budget));
            runs.extend(self.run_all(depth, first, &moved, &to_its_end));
        }
        runs
    }

    /// The run of the smooth valley at a depth, from where it was at the depth before.
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
        if let Ok(optimum) = &run.optimum {
            self.smooth = Some(Start {
                point: optimum.point.clone(),
                metric: optimum.metric.clone(),
            });
        }
        run
    }

    /// The starts beside the smooth valley: the sides that begin lowest, and perturbations.
    fn beside(&mut self, depth: usize, smooth: &Start) -> (Vec<Start>, Vec<Start>) {
        let task = self.task;
        let (wanted, perturbations) = task.settings.effort.beside();
        let of = |side: &Side| side.of(smooth, task.gamma_unit, task.shape);
        let mut sides: Vec<Start> = SIDES.iter().map(of).collect();
        if (1..sides.len()).contains(&wanted) {
            let points: Vec<_> = sides.iter().map(|side| side.point.clone()).collect();
            let mut ranked: Vec<_> = self.scan(depth, &points).into_iter().zip(sides).collect();
            ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
            sides = ranked.into_iter().map(|(_, side)| side).collect();
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
