//! The search for angles: a goal of the ansatz's state as the optimizer's function, depth by depth.
//!
//! From shots, the function at a point is the goal of a sample of the state there, whose seed follows from the plan's seed and the bits of the angles: it is noisy
//! from point to point and the same at the same point, so that a search can be repeated. The point with the lowest sample is kept, which lies below the
//! truth on average; what is reported of it is computed exactly.

use super::variational::{Distribution, Evaluate, Variational};
use super::{AnsatzKind, Objective, Problem, Truth};
use crate::error::{Error, Result};
use ketboard_circuits::draw_samples_from;
use ketboard_qaoa::{
    AngleShape, Angles, Asking, Callback, Goal, Marks, OPTIMIZERS, Objective as Function,
    Precision, Purpose, SearchPrecision, SearchSettings, Stage, StartOrder, Watch,
    check_list_memory, continue_depths,
};

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
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SearchPlan {
    /// The optimizer's settings, depth and seed included; the shape of the angles is that of the ansatz.
    pub settings: SearchSettings,
    /// What is minimized.
    pub objective: Objective,
    /// From how many shots it is estimated at each point; exactly where there is none.
    pub objective_shots: Option<u64>,
    /// Which terms and qubits have angles of their own, on plain qubits: for [`super::run`] and whoever makes a cost of a problem.
    pub ansatz: AnsatzKind,
    /// Number of samples.
    pub shots: u64,
    /// Seed of the samples.
    pub seed: u64,
}

impl SearchPlan {
    /// The precision of the final state and of all numbers that are reported.
    pub(crate) fn precision(&self) -> Precision {
        last(self.settings.precision)
    }

    /// Succeeds if the optimizer can work with what it is given.
    ///
    /// # Errors
    /// If the optimizer asks for gradients, which shots do not have.
    pub(crate) fn check_shots(&self) -> Result<()> {
        if self.objective_shots.is_none() || !self.settings.optimizer.uses_gradient {
            return Ok(());
        }
        let found = format!(
            "{} with `objective_shots`: it needs gradients, and a sample has none",
            self.settings.optimizer.name
        );
        let others = OPTIMIZERS.iter().filter(|o| !o.uses_gradient);
        let names: Vec<_> = others.map(|o| o.name).collect();
        Err(Error::setting(
            "optimizer",
            found,
            format!("use {}", names.join(" or ")),
        ))
    }

    /// The plan for a puzzle of a family, whose angles [`ketboard_qaoa::Strategy::Transfer`] then takes.
    pub(crate) fn for_family(self, family: &'static str) -> Self {
        let settings = SearchSettings {
            family: Some(family),
            ..self.settings
        };
        Self { settings, ..self }
    }

    /// The plan for a problem: that of its family, if it is of a puzzle.
    pub(crate) fn for_problem(self, problem: &Problem) -> Self {
        if problem.puzzle.has_board() {
            return self.for_family(problem.puzzle.family);
        }
        self
    }
}

/// [`find_angles_knowing`] where nothing is known of solutions.
///
/// # Errors
/// As there; and if the success probability is to be minimized.
pub(crate) fn find_angles(
    cost: &impl Variational,
    plan: &SearchPlan,
    callback: Callback<'_>,
) -> Result<Vec<Stage>> {
    find_angles_knowing(cost, &Truth::unknown(), plan, callback)
}

/// The best angles at every depth from 1 to the plan's; none where a single basis state is left.
///
/// The cost is over qubits ([`ketboard_qaoa::Diagonal`], [`super::GroupedAnsatz`]) or over registers ([`super::RegisterAnsatz`]). The optimizer sees β in units of the
/// mixer; what is returned is in radians. The truth is asked only for the objective `success`.
/// `callback` is asked before every evaluation, and within those of large states about every 50 ms;
/// after a `Break` the stages so far are returned, the last of them unfinished if it has measured
/// anything ([`Stage::stopped`]).
///
/// # Errors
/// If the evaluator's two states do not fit into memory; if shots are asked for and an optimizer that needs gradients; if the success probability is
/// asked for and the truth is not complete.
pub(crate) fn find_angles_knowing(
    cost: &impl Variational,
    truth: &Truth,
    plan: &SearchPlan,
    callback: Callback<'_>,
) -> Result<Vec<Stage>> {
    continue_angles(cost, truth, plan, Vec::new(), callback, &mut |_| Ok(()))
}

/// [`find_angles_knowing`] after the stages of depths 1, 2, … that are `known` ([`Stage::known`], from the numbers that were reported): the angles that
/// follow are the same, bit by bit, as without a break. All stages are returned; `finished` hears
/// of each new one as soon as it is there, but not of an unfinished one.
///
/// # Errors
/// As [`find_angles_knowing`], and those of `finished`, which end the search.
pub(crate) fn continue_angles(
    cost: &impl Variational,
    truth: &Truth,
    plan: &SearchPlan,
    known: Vec<Stage>,
    callback: Callback<'_>,
    finished: &mut dyn FnMut(&Stage) -> Result<()>,
) -> Result<Vec<Stage>> {
    plan.check_shots()?;
    if cost.states() == 1 || plan.settings.depth == 0 {
        return Ok(Vec::new());
    }
    cost.check_room(Purpose::TwoStates, plan.precision())?;
    let goal = plan.objective.goal(truth, cost.states())?;
    let lists = matches!(goal, Goal::Cvar(_) | Goal::Gibbs(_)) && !cost.stores_levels();
    if lists && plan.objective_shots.is_none() {
        check_list_memory(cost.states(), plan.precision())?;
    }
    let order = if cost.states() <= SIDE_BY_SIDE {
        StartOrder::SideBySide
    } else {
        StartOrder::InTurn
    };
    let unit = cost.beta_unit();
    let settings = SearchSettings {
        order,
        shape: cost.shape(),
        beta_unit: unit,
        ..plan.settings
    };
    let shots = plan.objective_shots.map(|shots| (shots, plan.seed));
    let asking = Asking::new(callback);
    let between_layers = || asking.ask_between_layers();
    let watch = match order {
        StartOrder::SideBySide => Watch::NONE,
        StartOrder::InTurn => Watch::new(&between_layers),
    };
    let stop = Stop {
        asking: &asking,
        watch,
    };
    let make = || OfAngles::new(cost, &goal, (shots, plan.settings.precision), stop);
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
    let exact = |stage: Stage| with_exact_numbers(cost, &goal, plan, stage);
    let known_in_units: Vec<Stage> = in_units.collect();
    let mut stages: Vec<Stage> = known.into_iter().map(exact).collect::<Result<_>>()?;
    let found = continue_depths(
        make,
        &settings,
        cost.spread(),
        known_in_units,
        &asking,
        &mut |stage| {
            let stage = exact(in_radians(stage.clone()))?;
            finished(&stage)?;
            stages.push(stage);
            Ok::<_, Error>(())
        },
    )?;
    if let Some(unfinished) = found.into_iter().next_back().filter(|stage| stage.stopped) {
        stages.push(exact(in_radians(unfinished))?);
    }
    Ok(stages)
}

/// Whether these stages of a search are fewer than it was to find, or the last of them is
/// unfinished: the callback said stop.
pub(crate) fn is_cut_short(cost: &impl Variational, plan: &SearchPlan, stages: &[Stage]) -> bool {
    let depth = if cost.states() == 1 {
        0
    } else {
        plan.settings.depth
    };
    stages.len() < depth || stages.last().is_some_and(|stage| stage.stopped)
}

/// The stage with ⟨C⟩ where something else was minimized, and with the exact value of what was
/// estimated, or was still measured in f32.
fn with_exact_numbers<C: Variational>(
    cost: &C,
    goal: &Goal,
    plan: &SearchPlan,
    mut stage: Stage,
) -> Result<Stage> {
    let coarse = stage.stopped && plan.settings.precision == SearchPrecision::Auto;
    let shots = plan.objective_shots.is_some() || coarse;
    if shots || *goal != Goal::Expectation {
        let mut evaluator = InPrecision::new(cost, plan.precision(), Watch::NONE)?;
        stage.expectation = evaluator.value(&Goal::Expectation, &stage.angles);
        if shots {
            stage.objective = evaluator.value(goal, &stage.angles);
        }
    }
    Ok(stage)
}

fn scale(betas: &mut [f64], unit: f64) {
    betas.iter_mut().for_each(|beta| *beta *= unit);
}

/// A goal of the ansatz as a function of the flat angles, gammas first, betas in units of the mixer.
struct OfAngles<'a, C: Variational + 'a> {
    cost: &'a C,
    goal: &'a Goal,
    /// How many, and their seed.
    shots: Option<(u64, u64)>,
    precision: SearchPrecision,
    stop: Stop<'a>,
    shape: AngleShape,
    unit: f64,
    evaluator: Option<InPrecision<'a, C>>,
    derivatives: Angles,
}

/// Who is asked on the way, and between the layers of an evaluation.
#[derive(Clone, Copy)]
struct Stop<'a> {
    asking: &'a Asking<'a>,
    watch: Watch<'a>,
}

/// An evaluator in the precision of the moment.
enum InPrecision<'a, C: Variational + 'a> {
    F64(C::Evaluator<'a, f64>),
    F32(C::Evaluator<'a, f32>),
}

impl<'a, C: Variational> InPrecision<'a, C> {
    fn new(cost: &'a C, precision: Precision, watch: Watch<'a>) -> Result<Self> {
        Ok(match precision {
            Precision::F64 => Self::F64(cost.evaluator(watch)?),
            Precision::F32 => Self::F32(cost.evaluator(watch)?),
        })
    }

    fn precision(&self) -> Precision {
        match self {
            Self::F64(_) => Precision::F64,
            Self::F32(_) => Precision::F32,
        }
    }

    fn value(&mut self, goal: &Goal, angles: &Angles) -> f64 {
        match self {
            Self::F64(evaluator) => evaluator.value(goal, angles),
            Self::F32(evaluator) => evaluator.value(goal, angles),
        }
    }

    fn value_and_gradient(&mut self, goal: &Goal, angles: &Angles, by: &mut Angles) -> f64 {
        match self {
            Self::F64(evaluator) => evaluator.value_and_gradient(goal, angles, by),
            Self::F32(evaluator) => evaluator.value_and_gradient(goal, angles, by),
        }
    }

    /// (basis state, how often) of a sample.
    fn sample(&mut self, angles: &Angles, shots: u64, seed: u64) -> Vec<(u64, f64)> {
        match self {
            Self::F64(evaluator) => sample(evaluator.state(angles), shots, seed),
            Self::F32(evaluator) => sample(evaluator.state(angles), shots, seed),
        }
    }
}

/// A sample of a state; nothing where its norm is not finite.
fn sample(state: &impl Distribution, shots: u64, seed: u64) -> Vec<(u64, f64)> {
    let total = state.norm().powi(2);
    let counts = draw_samples_from(
        u64::BITS as usize,
        total,
        |marks| state.measured(marks),
        shots,
        seed,
    );
    counts.map_or_else(
        |_| Vec::new(),
        |counts| counts.iter().map(|(x, n)| (*x, n)).collect(),
    )
}

/// A seed for a point: the same for the same bits of the seed and of all angles.
fn seed_at(seed: u64, angles: &Angles) -> u64 {
    let numbers = angles.gammas.iter().chain(&angles.betas);
    numbers.fold(mixed(seed), |seed, angle| mixed(seed ^ angle.to_bits()))
}

/// A number of which every bit depends on every bit of `x` (splitmix64; Steele, Lea & Flood 2014).
fn mixed(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// A goal of a sample; NaN of an empty one.
fn goal_of_sample(goal: &Goal, cost: &impl Variational, sample: &[(u64, f64)]) -> f64 {
    let total: f64 = sample.iter().map(|(_, count)| count).sum();
    let energies = sample.iter().map(|&(x, count)| (cost.energy_of(x), count));
    let marked = |marks: &Marks| {
        let hits = sample.iter().filter(|(x, _)| marks.contains(*x as usize));
        hits.map(|(_, count)| count).sum::<f64>() / total
    };
    goal.value(|| energies.collect(), marked)
}

impl<'a, C: Variational> OfAngles<'a, C> {
    fn new(
        cost: &'a C,
        goal: &'a Goal,
        (shots, precision): (Option<(u64, u64)>, SearchPrecision),
        stop: Stop<'a>,
    ) -> Self {
        Self {
            cost,
            goal,
            shots,
            precision,
            stop,
            shape: cost.shape(),
            unit: cost.beta_unit(),
            evaluator: Some(InPrecision::new(cost, first(precision), stop.watch).expect(CHECKED)),
            derivatives: Angles::default(),
        }
    }

    /// Goes over to another precision; false where it is the one in use.
    fn go_over_to(&mut self, precision: Precision) -> bool {
        let changes = self.evaluator.as_ref().map(InPrecision::precision) != Some(precision);
        if changes {
            self.evaluator = None; // its memory is free before the next takes any
            let room = InPrecision::new(self.cost, precision, self.stop.watch);
            self.evaluator = Some(room.expect(CHECKED));
        }
        changes
    }

    fn angles(&self, x: &[f64]) -> Angles {
        let mut angles = Angles::from_flat_in(x, self.shape);
        scale(&mut angles.betas, self.unit);
        angles
    }
}

/// Of the evaluator's memory.
const CHECKED: &str = "its memory was checked before the search";
/// Of the evaluator.
const ALWAYS: &str = "there is one but for the moment of going over";

impl<C: Variational> Function for OfAngles<'_, C> {
    fn value(&mut self, x: &[f64]) -> f64 {
        let angles = self.angles(x);
        let evaluator = self.evaluator.as_mut().expect(ALWAYS);
        let Some((shots, seed)) = self.shots else {
            return evaluator.value(self.goal, &angles);
        };
        let sample = evaluator.sample(&angles, shots, seed_at(seed, &angles));
        if self.stop.asking.is_stopped() {
            return f64::NAN; // the state may have been left unfinished
        }
        goal_of_sample(self.goal, self.cost, &sample)
    }

    fn value_and_gradient(&mut self, x: &[f64], gradient: &mut [f64]) -> f64 {
        let (angles, derivatives) = (self.angles(x), &mut self.derivatives);
        let evaluator = self.evaluator.as_mut().expect(ALWAYS);
        let value = evaluator.value_and_gradient(self.goal, &angles, derivatives);
        let (gammas, betas) = gradient.split_at_mut(self.shape.gammas(x.len()));
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
