//! The search for angles: the ansatz's expectation as the optimizer's objective, depth by depth.

use crate::error::Result;
use crate::optimize::{
    Objective, Order, Progress, SearchPrecision, Settings, Stage, depth_by_depth,
};
use crate::qaoa::{Angles, Evaluator, Spread};
use crate::sim::{Diagonal, Precision, Purpose, check_memory_in};

/// Up to this many qubits an evaluation gains little from being shared among threads, and its states are small: starts run side
/// by side instead.
const SIDE_BY_SIDE: usize = 18;

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
}

/// The best angles at every depth from 1 to the plan's; none where no qubit is left.
///
/// # Errors
/// If the evaluator's two states do not fit into memory.
pub fn find_angles(
    diagonal: &Diagonal,
    plan: &SearchPlan,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Vec<Stage>> {
    if diagonal.n() == 0 || plan.settings.depth == 0 {
        return Ok(Vec::new());
    }
    check_memory_in(diagonal.n(), Purpose::TwoStates, plan.precision())?;
    let order = if diagonal.n() <= SIDE_BY_SIDE {
        Order::SideBySide
    } else {
        Order::InTurn
    };
    let settings = Settings {
        order,
        ..plan.settings
    };
    let spread = Spread {
        standard_deviation: diagonal.standard_deviation(),
        qubits: diagonal.n(),
    };
    let make = || Expectation::new(diagonal, plan.settings.precision);
    depth_by_depth(make, &settings, spread, progress)
}

/// ⟨C⟩ of the ansatz as a function of the flat angles, gammas first.
struct Expectation<'a> {
    diagonal: &'a Diagonal,
    precision: SearchPrecision,
    evaluator: Option<InPrecision<'a>>,
    derivatives: Angles,
}

/// An evaluator in the precision of the moment.
enum InPrecision<'a> {
    F64(Evaluator<'a>),
    F32(Evaluator<'a, f32>),
}

impl<'a> InPrecision<'a> {
    fn new(diagonal: &'a Diagonal, precision: Precision) -> Self {
        let checked = "its memory was checked before the search";
        match precision {
            Precision::F64 => Self::F64(Evaluator::new(diagonal).expect(checked)),
            Precision::F32 => Self::F32(Evaluator::in_precision(diagonal).expect(checked)),
        }
    }

    fn precision(&self) -> Precision {
        match self {
            Self::F64(_) => Precision::F64,
            Self::F32(_) => Precision::F32,
        }
    }
}

impl<'a> Expectation<'a> {
    fn new(diagonal: &'a Diagonal, precision: SearchPrecision) -> Self {
        Self {
            diagonal,
            precision,
            evaluator: Some(InPrecision::new(diagonal, first(precision))),
            derivatives: Angles::default(),
        }
    }

    /// Goes over to another precision; false where it is the one in use.
    fn go_over_to(&mut self, precision: Precision) -> bool {
        let changes = self.evaluator.as_ref().map(InPrecision::precision) != Some(precision);
        if changes {
            self.evaluator = None; // its memory is free before the next takes any
            self.evaluator = Some(InPrecision::new(self.diagonal, precision));
        }
        changes
    }
}

/// Of the evaluator.
const ALWAYS: &str = "there is one but for the moment of going over";

impl Objective for Expectation<'_> {
    fn value(&mut self, x: &[f64]) -> f64 {
        let angles = Angles::from_flat(x);
        match self.evaluator.as_mut().expect(ALWAYS) {
            InPrecision::F64(evaluator) => evaluator.value(&angles),
            InPrecision::F32(evaluator) => evaluator.value(&angles),
        }
    }

    fn value_and_gradient(&mut self, x: &[f64], gradient: &mut [f64]) -> f64 {
        let (angles, derivatives) = (Angles::from_flat(x), &mut self.derivatives);
        let value = match self.evaluator.as_mut().expect(ALWAYS) {
            InPrecision::F64(evaluator) => evaluator.value_and_gradient(&angles, derivatives),
            InPrecision::F32(evaluator) => evaluator.value_and_gradient(&angles, derivatives),
        };
        let (gammas, betas) = gradient.split_at_mut(x.len() / 2);
        gammas.copy_from_slice(&self.derivatives.gammas);
        betas.copy_from_slice(&self.derivatives.betas);
        value
    }

    fn refine(&mut self) -> bool {
        self.go_over_to(last(self.precision))
    }

    fn coarsen(&mut self) {
        self.go_over_to(first(self.precision));
    }
}
