//! The search for angles: the ansatz's expectation as the optimizer's objective, depth by depth.

use super::variational::{Evaluate, Variational};
use crate::error::Result;
use crate::optimize::{
    Objective, Order, Progress, SearchPrecision, Settings, Stage, continue_depths,
};
use crate::qaoa::Angles;
use crate::sim::{Precision, Purpose};

/// Up to this many basis states an evaluation gains little from being shared among threads, and its states are small: starts run side
/// by side instead.
const SIDE_BY_SIDE: usize = 1 << 18;

/// The precision of the values and the state that are reported; no other needs more memory.
fn last(precision: SearchPrecision) -> Precision {
    match precision {
        SearchPrecision::F64 | SearchPrecision::Auto => Precision::F64,
        SearchPrecision::F32 => Precision::F32,
    }
}

/// The precision a search begins in.
fn first(precision: SearchPrecision) -> Precision {
    match precision {
        SearchPrecision::F64 => Precision::F64,
        SearchPrecision::F32 | SearchPrecision::Auto => Precision::F32,
    }
}

/// How angles are found and the state is sampled.
#[derive(Clone, Copy, Debug)]
pub struct SearchPlan {
    /// The optimizer's settings, depth and seed included.
    pub settings: Settings,
    /// Number of samples.
    pub shots: u64,
    /// Seed of the samples.
    pub seed: u64,
}

impl SearchPlan {
    /// The precision of the final state and of all numbers that are reported.
    pub fn precision(&self) -> Precision {
        last(self.settings.precision)
    }

    /// The plan for a puzzle of a family, whose angles [`crate::optimize::Strategy::Transfer`] then takes.
    pub fn for_family(self, family: &'static str) -> Self {
        let settings = Settings {
            family: Some(family),
            ..self.settings
        };
        Self { settings, ..self }
    }
}

/// The best angles at every depth from 1 to the plan's; none where a single basis state is left.
///
/// The cost is over qubits ([`crate::sim::Diagonal`]) or over registers ([`super::RegisterAnsatz`]). The optimizer sees β in units of the mixer; what is
/// returned is in radians.
///
/// # Errors
/// If the evaluator's two states do not fit into memory.
pub fn find_angles(
    cost: &impl Variational,
    plan: &SearchPlan,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Vec<Stage>> {
    continue_angles(cost, plan, Vec::new(), progress, &mut |_| Ok(()))
}

/// [`find_angles`] after the stages of depths 1, 2, … that are `known` ([`Stage::known`], from the numbers that were reported): the angles that
/// follow are the same, bit by bit, as without a break. All stages are returned; `finished` hears of each new one as soon as it is there.
///
/// # Errors
/// As [`find_angles`], and those of `finished`, which end the search.
pub fn continue_angles(
    cost: &impl Variational,
    plan: &SearchPlan,
    known: Vec<Stage>,
    progress: &(dyn Fn(Progress) + Sync),
    finished: &mut dyn FnMut(&Stage) -> Result<()>,
) -> Result<Vec<Stage>> {
    if cost.states() == 1 || plan.settings.depth == 0 {
        return Ok(Vec::new());
    }
    cost.check_room(Purpose::TwoStates, plan.precision())?;
    let order = if cost.states() <= SIDE_BY_SIDE {
        Order::SideBySide
    } else {
        Order::InTurn
    };
    let unit = cost.beta_unit();
    let settings = Settings {
        order,
        beta_unit: unit,
        ..plan.settings
    };
    let make = || Expectation::new(cost, plan.settings.precision);
    let in_units = known.iter().cloned().map(|mut stage| {
        stage.angles.betas.iter_mut().for_each(|beta| *beta /= unit);
        stage
    });
    let in_radians = |mut stage: Stage| {
        scale(&mut stage.angles.betas, unit);
        for point in &mut stage.trace {
            let gammas = settings.shape.gammas(point.point.len());
            scale(&mut point.point[gammas..], unit);
        }
        stage
    };
    let stages = continue_depths(
        make,
        &settings,
        cost.spread(),
        in_units.collect(),
        progress,
        &mut |stage| finished(&in_radians(stage.clone())),
    )?;
    let new = stages.into_iter().skip(known.len()).map(in_radians);
    Ok(known.iter().cloned().chain(new).collect())
}

fn scale(betas: &mut [f64], unit: f64) {
    betas.iter_mut().for_each(|beta| *beta *= unit);
}

/// ⟨C⟩ of the ansatz as a function of the flat angles, gammas first, betas in units of the mixer.
struct Expectation<'a, C: Variational + 'a> {
    cost: &'a C,
    precision: SearchPrecision,
    unit: f64,
    evaluator: Option<InPrecision<'a, C>>,
    derivatives: Angles,
}

/// An evaluator in the precision of the moment.
enum InPrecision<'a, C: Variational + 'a> {
    F64(C::Evaluator<'a, f64>),
    F32(C::Evaluator<'a, f32>),
}

impl<'a, C: Variational> InPrecision<'a, C> {
    fn new(cost: &'a C, precision: Precision) -> Self {
        let checked = "its memory was checked before the search";
        match precision {
            Precision::F64 => Self::F64(cost.evaluator().expect(checked)),
            Precision::F32 => Self::F32(cost.evaluator().expect(checked)),
        }
    }

    fn precision(&self) -> Precision {
        match self {
            Self::F64(_) => Precision::F64,
            Self::F32(_) => Precision::F32,
        }
    }
}

impl<'a, C: Variational> Expectation<'a, C> {
    fn new(cost: &'a C, precision: SearchPrecision) -> Self {
        Self {
            cost,
            precision,
            unit: cost.beta_unit(),
            evaluator: Some(InPrecision::new(cost, first(precision))),
            derivatives: Angles::default(),
        }
    }

    /// Goes over to another precision; false where it is the one in use.
    fn go_over_to(&mut self, precision: Precision) -> bool {
        let changes = self.evaluator.as_ref().map(InPrecision::precision) != Some(precision);
        if changes {
            self.evaluator = None; // its memory is free before the next takes any
            self.evaluator = Some(InPrecision::new(self.cost, precision));
        }
        changes
    }

    fn angles(&self, x: &[f64]) -> Angles {
        let mut angles = Angles::from_flat(x);
        scale(&mut angles.betas, self.unit);
        angles
    }
}

/// Of the evaluator.
const ALWAYS: &str = "there is one but for the moment of going over";

impl<C: Variational> Objective for Expectation<'_, C> {
    fn value(&mut self, x: &[f64]) -> f64 {
        let angles = self.angles(x);
        match self.evaluator.as_mut().expect(ALWAYS) {
            InPrecision::F64(evaluator) => evaluator.value(&angles),
            InPrecision::F32(evaluator) => evaluator.value(&angles),
        }
    }

    fn value_and_gradient(&mut self, x: &[f64], gradient: &mut [f64]) -> f64 {
        let (angles, derivatives) = (self.angles(x), &mut self.derivatives);
        let value = match self.evaluator.as_mut().expect(ALWAYS) {
            InPrecision::F64(evaluator) => evaluator.value_and_gradient(&angles, derivatives),
            InPrecision::F32(evaluator) => evaluator.value_and_gradient(&angles, derivatives),
        };
        let (gammas, betas) = gradient.split_at_mut(x.len() / 2);
        gammas.copy_from_slice(&self.derivatives.gammas);
        betas.copy_from_slice(&self.derivatives.betas);
        scale(betas, self.unit);
        value
    }

    fn refine(&mut self) -> bool {
        self.go_over_to(last(self.precision))
    }

    fn coarsen(&mut self) {
        self.go_over_to(first(self.precision));
    }
}
