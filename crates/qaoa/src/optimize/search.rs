//! The search for the angles of an ansatz: its objective as a function of flat angles, depth by
//! depth.
//!
//! From shots, the function at a point is the objective of a sample of the state there, whose seed
//! follows from the seed of the shots and the bits of the angles: it is noisy from point to point
//! and the same at the same point. The point with the lowest sample is kept, which is below the
//! truth on average, so its exact value is reported.

use super::asking::{Asking, Callback, Progress};
use super::depthwise::{Order, Task, continue_depths};
use super::{Function, SearchSettings, Stage};
use crate::ansatz::{AngleShape, Angles, Ansatz, Evaluator, Objective};
use crate::error::{Error, Result};
use crate::sim::{Purpose, Watch, memory};
use std::sync::{Mutex, PoisonError};

/// Up to this many basis states an evaluation gains little from threads: starts run side by side.
const SIDE_BY_SIDE: usize = 1 << 18;

impl Ansatz {
    /// The best angles found at every depth from 1 to that of `settings`; none where a single basis
    /// state is left.
    ///
    /// `callback` is asked before every evaluation, and within those of large states about every 50
    /// ms; after a `Break` the stages so far are returned, the last of them unfinished if it has
    /// measured anything ([`Stage::stopped`]).
    ///
    /// Fails if two states do not fit into memory, if the settings do not go together
    /// ([`SearchSettings::check`]), or if the success probability is asked for without a solution.
    pub fn optimize(
        &self,
        settings: &SearchSettings,
        callback: Callback<'_>,
    ) -> Result<Vec<Stage>> {
        self.continue_from(Vec::new(), settings, callback, &mut |_| Ok::<_, Error>(()))
    }

    /// [`Ansatz::optimize`] after the stages of depths 1, 2, … that are `known` ([`Stage::known`]):
    /// the angles that follow are the same, bit by bit, as without a break. All stages are
    /// returned; `finished` gets each new one at once, but not an unfinished one. Fails as
    /// [`Ansatz::optimize`] does, and where `finished` does.
    pub fn continue_from<E: From<Error>>(
        &self,
        known: Vec<Stage>,
        settings: &SearchSettings,
        callback: Callback<'_>,
        finished: &mut dyn FnMut(&Stage) -> std::result::Result<(), E>,
    ) -> std::result::Result<Vec<Stage>, E> {
        settings.check()?;
        if self.states() == 1 || settings.depth == 0 {
            return Ok(Vec::new());
        }
        self.check_search(settings)?;
        let apart = &self.apart();
        let order = match self.states() <= SIDE_BY_SIDE {
            true => Order::SideBySide,
            false => Order::InTurn,
        };
        let unit = self.beta_unit();
        let task = Task {
            settings: *settings,
            shape: self.shape(),
            gamma_unit: self.gamma_unit(),
            beta_unit: unit,
            value_unit: self.value_unit(settings.objective),
            lowest: settings.objective.lowest(apart.observable().min()),
            order,
        };
        let constant = settings.objective.plus(0.0, self.observable().constant);
        let told = |progress: &Progress| {
            let best = progress.best + constant;
            callback(&Progress { best, ..*progress })
        };
        let asking = Asking::new(&told);
        let between_layers = || asking.ask_between_layers();
        let search = AnsatzSearch {
            whole: self,
            apart,
            task: &task,
            asking: &asking,
            watch: match order {
                Order::SideBySide => Watch::NONE,
                Order::InTurn => Watch::new(&between_layers),
            },
        };
        let mut known_in_units = known.clone();
        if let Some(stage) = known_in_units.last_mut() {
            let with_gradient = settings.optimizer.uses_gradient;
            stage.measured = search.function().measured(&stage.angles, with_gradient);
            stage.angles.betas.iter_mut().for_each(|beta| *beta /= unit);
        }
        let measured = known
            .into_iter()
            .map(|stage| search.with_exact_numbers(stage));
        let mut stages: Vec<Stage> = measured.collect::<Result<_>>()?;
        let is_there = || self.check_search(settings);
        let found = continue_depths(
            (|| search.function(), &is_there),
            &task,
            known_in_units,
            &asking,
            &mut |stage| {
                let stage = search.with_exact_numbers(search.whole(stage.clone()))?;
                finished(&stage)?;
                stages.push(stage);
                Ok::<_, E>(())
            },
        )?;
        if let Some(unfinished) = found.into_iter().next_back().filter(|stage| stage.stopped) {
            stages.push(search.with_exact_numbers(search.whole(unfinished))?);
        }
        Ok(stages)
    }

    fn check_search(&self, settings: &SearchSettings) -> Result<()> {
        self.check_memory(Purpose::TwoStates)?;
        if self.states() > SIDE_BY_SIDE {
            // a limit on the process shows only where memory is taken
            let _both = self.two_states()?;
        }
        if settings.objective == Objective::Success && self.solutions().iter().next().is_none() {
            return Err(Error::setting(
                "objective",
                "success, and no basis state is a solution".to_owned(),
                "it takes a puzzle of which the exact solver lists all boards; use expectation, cvar:0.1 or gibbs:1",
            ));
        }
        let stored = self.observable().diagonal.stores_levels();
        let lists = settings.objective.lists_energies() && !stored;
        match lists && settings.objective_shots.is_none() {
            true => {
                let ranks = self.cost().ranks();
                memory::check_lists(self.states(), ranks, self.precision())
            }
            false => Ok(()),
        }
    }
}

impl SearchSettings {
    /// The best angles found at every depth for a function of your own of the angles of the
    /// standard ansatz: what a device measures, or a noisy simulation. The optimizer must need no
    /// gradients; `gamma_unit` is the natural unit of γ ([`Ansatz::gamma_unit`]), and `callback` is
    /// asked before every evaluation.
    ///
    /// ```
    /// use ketboard_qaoa::{Angles, Ansatz, Cost, SearchSettings, search::{Optimizer, go_on}};
    /// let ansatz = Ansatz::new(Cost::from_terms(2, [(0b01, 1.0), (0b11, -2.0)])?);
    /// // half of the shots of this device are noise
    /// let mean = ansatz.cost().mean();
    /// let device = |angles: &Angles| match ansatz.expectation(angles) {
    ///     Ok(value) => 0.5 * value + 0.5 * mean,
    ///     Err(_) => f64::NAN, // worse than every other point
    /// };
    /// let optimizer = Optimizer::parse("cobyla")?;
    /// let settings = SearchSettings { depth: 2, optimizer, ..SearchSettings::default() };
    /// let stages = settings.minimize(device, ansatz.gamma_unit(), &go_on)?;
    /// assert!(stages[1].measured < mean - 0.1);
    /// # Ok::<(), ketboard_qaoa::Error>(())
    /// ```
    ///
    /// Fails if the optimizer needs gradients, the settings do not go together ([`Self::check`]),
    /// or no start of some depth meets a finite value.
    pub fn minimize(
        &self,
        value: impl FnMut(&Angles) -> f64 + Send,
        gamma_unit: f64,
        callback: Callback<'_>,
    ) -> Result<Vec<Stage>> {
        self.check_without_gradient("with a function of one's own", "such a function")?;
        self.check()?;
        let task = Task {
            settings: *self,
            shape: AngleShape::STANDARD,
            gamma_unit,
            beta_unit: 1.0,
            value_unit: 1.0,
            lowest: f64::NEG_INFINITY,
            order: Order::InTurn,
        };
        let value = Mutex::new(value);
        let make = || OfCaller(&value);
        let asking = Asking::new(callback);
        continue_depths((make, &|| Ok(())), &task, Vec::new(), &asking, &mut |_| {
            Ok::<_, Error>(())
        })
    }
}

struct OfCaller<'a, F>(&'a Mutex<F>);

impl<F: FnMut(&Angles) -> f64> Function for OfCaller<'_, F> {
    fn value(&mut self, x: &[f64]) -> f64 {
        let mut value = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (*value)(&Angles::from_flat(x))
    }

    fn value_and_gradient(&mut self, x: &[f64], gradient: &mut [f64]) -> f64 {
        gradient.fill(f64::NAN);
        self.value(x)
    }
}

#[derive(Clone, Copy)]
struct AnsatzSearch<'a> {
    whole: &'a Ansatz,
    /// The same apart from constants, of which the search sees the values.
    apart: &'a Ansatz,
    task: &'a Task,
    asking: &'a Asking<'a>,
    watch: Watch<'a>,
}

impl<'a> AnsatzSearch<'a> {
    fn function(self) -> OfAngles<'a> {
        let evaluator = self.apart.evaluator();
        let evaluator = evaluator.expect("its memory was checked before the search");
        OfAngles {
            search: self,
            evaluator: evaluator.under(self.watch),
            derivatives: Angles::default(),
        }
    }

    /// The stage with ⟨C⟩ and the exact value, where something else was measured.
    fn with_exact_numbers(&self, mut stage: Stage) -> Result<Stage> {
        let objective = self.task.settings.objective;
        let shots = self.task.settings.objective_shots.is_some();
        if shots || objective != Objective::Expectation {
            let mut evaluator = self.whole.evaluator()?;
            stage.expectation = evaluator.value(Objective::Expectation, &stage.angles);
            if shots {
                stage.objective = evaluator.value(objective, &stage.angles);
            }
        }
        Ok(stage)
    }

    /// The stage with β in radians and not in units of the mixer, and the constant in its values.
    fn whole(&self, mut stage: Stage) -> Stage {
        let (unit, shape) = (self.task.beta_unit, self.task.shape);
        let objective = self.task.settings.objective;
        let constant = self.whole.observable().constant;
        scale(&mut stage.angles.betas, unit);
        for point in &mut stage.trace {
            let gammas = shape.gammas(point.point.len());
            scale(&mut point.point[gammas..], unit);
            point.value = objective.plus(point.value, constant);
        }
        stage.measured = objective.plus(stage.measured, constant);
        stage.objective = objective.plus(stage.objective, constant);
        stage.expectation += constant;
        stage
    }
}

fn scale(betas: &mut [f64], unit: f64) {
    betas.iter_mut().for_each(|beta| *beta *= unit);
}

/// The objective as a function of flat angles, gammas first, betas in units of the mixer.
struct OfAngles<'a> {
    search: AnsatzSearch<'a>,
    evaluator: Evaluator<'a>,
    derivatives: Angles,
}

impl OfAngles<'_> {
    fn shape(&self) -> AngleShape {
        self.search.task.shape
    }

    fn angles(&self, x: &[f64]) -> Angles {
        let mut angles = Angles::from_flat_in(x, self.shape());
        scale(&mut angles.betas, self.search.task.beta_unit);
        angles
    }

    /// The value at some angles, to the bit as the search measures it.
    fn measured(&mut self, angles: &Angles, with_gradient: bool) -> f64 {
        let settings = &self.search.task.settings;
        let (objective, by) = (settings.objective, &mut self.derivatives);
        match settings.objective_shots {
            Some(shots) => self.value_of_sample(angles, shots),
            None if !with_gradient => self.evaluator.value(objective, angles),
            None => self.evaluator.value_and_gradient(objective, angles, by),
        }
    }

    fn value_of_sample(&mut self, angles: &Angles, shots: u64) -> f64 {
        let settings = &self.search.task.settings;
        let state = self.evaluator.state(angles);
        if self.search.asking.is_stopped() {
            return f64::NAN; // the state may have been left unfinished
        }
        let sample = state.sample(shots, seed_at(settings.seed, angles));
        let sample = sample.unwrap_or_default();
        let total: f64 = sample.iter().map(|(_, count)| *count as f64).sum();
        let observable = self.search.apart.observable();
        let energy = |&(x, count): &(u64, u64)| (observable.energy(x as usize), count as f64);
        let solutions = self.search.apart.solutions();
        let solved = || {
            let hits = sample
                .iter()
                .filter(|(x, _)| solutions.binary_search(x).is_ok());
            hits.map(|(_, count)| *count as f64).sum::<f64>() / total
        };
        let levels = || sample.iter().map(energy).collect();
        settings.objective.weighed(levels, solutions, solved).value
    }
}

impl Function for OfAngles<'_> {
    fn value(&mut self, x: &[f64]) -> f64 {
        self.measured(&self.angles(x), false)
    }

    fn value_and_gradient(&mut self, x: &[f64], gradient: &mut [f64]) -> f64 {
        let value = self.measured(&self.angles(x), true);
        let (gammas, betas) = gradient.split_at_mut(self.shape().gammas(x.len()));
        gammas.copy_from_slice(&self.derivatives.gammas);
        betas.copy_from_slice(&self.derivatives.betas);
        scale(betas, self.search.task.beta_unit);
        value
    }
}

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
