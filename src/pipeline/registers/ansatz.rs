//! The ansatz on registers, as a search for angles sees it.
//!
//! The natural unit of β is 2/gap, with the gap between the two eigenvalues of the mixer: d for the complete graph of d levels (their mean over the
//! registers), 1 for a phase on one state; rings and single qubits keep the unit 1 of ΣX. That of γ is √m/σ(C) over m registers, as √n/σ(C) over n qubits:
//! one over what the change of one register costs.

use super::Registers;
use crate::error::Result;
use crate::pipeline::variational::{Distribution, Evaluate, Variational};
use ketboard_puzzles::RegisterForm;
use ketboard_qaoa::{
    Angles, Goal, Mixer, Precision, Purpose, QuditMixing, Real, RegisterCost, RegisterEvaluator,
    RegisterMixing, RegisterState, Spread, Watch, check_register_memory,
};

/// A cost on registers, and how they mix.
#[derive(Clone, Debug)]
pub(crate) struct RegisterAnsatz {
    cost: RegisterCost,
    mixing: QuditMixing,
    beta_unit: f64,
}

impl RegisterAnsatz {
    pub(super) fn new(cost: RegisterCost, registers: &Registers) -> Self {
        let mixing = mixing(registers, &cost);
        let open = cost.space().dims().iter().filter(|d| **d > 1);
        let (count, sum) = open.fold((0, 0), |(count, sum), d| (count + 1, sum + d));
        let beta_unit = match registers.mixer {
            Mixer::XyComplete if count > 0 => 2.0 * f64::from(count) / sum as f64,
            Mixer::Grover => 2.0,
            Mixer::X | Mixer::XyRing | Mixer::XyComplete | Mixer::Warm => 1.0,
        };
        Self {
            cost,
            mixing,
            beta_unit,
        }
    }

    /// The cost of every state of the space.
    pub(crate) fn cost(&self) -> &RegisterCost {
        &self.cost
    }
}

fn mixing(registers: &Registers, cost: &RegisterCost) -> QuditMixing {
    match registers.mixer {
        Mixer::X | Mixer::XyComplete => QuditMixing::complete(cost.space()),
        Mixer::XyRing => {
            let each = registers.layout.registers.iter();
            let of = |form| match form {
                RegisterForm::OneHot => RegisterMixing::Ring,
                RegisterForm::Qubit | RegisterForm::Lines => RegisterMixing::Complete,
            };
            QuditMixing::Each(each.map(|register| of(register.form)).collect())
        }
        Mixer::Grover => QuditMixing::Grover,
        Mixer::Warm => {
            let start = |one: &f64| vec![(1.0 - one).sqrt(), one.sqrt()];
            QuditMixing::toward(registers.start.iter().map(start).collect())
        }
    }
}

impl Variational for RegisterAnsatz {
    type State<T: Real> = RegisterState<T>;
    type Evaluator<'a, T: Real> = RegisterEvaluator<'a, T>;

    fn states(&self) -> usize {
        self.cost.space().states()
    }

    fn stores_levels(&self) -> bool {
        self.cost.histogram().is_some()
    }

    fn spread(&self) -> Spread {
        Spread {
            standard_deviation: self.cost.standard_deviation(),
            qubits: self.cost.space().dims().iter().filter(|d| **d > 1).count(),
        }
    }

    fn beta_unit(&self) -> f64 {
        self.beta_unit
    }

    fn energy_of(&self, index: u64) -> f64 {
        self.cost.energy(index as usize)
    }

    fn lowest(&self) -> f64 {
        self.cost.min()
    }

    fn highest(&self) -> f64 {
        self.cost.max()
    }

    fn mean_energy(&self) -> f64 {
        self.cost.mean()
    }

    fn tolerance(&self) -> f64 {
        self.cost.rounding()
    }

    fn ground_count(&self) -> u64 {
        self.cost.ground_degeneracy(self.cost.rounding())
    }

    fn check_room(&self, purpose: Purpose, precision: Precision) -> Result<()> {
        Ok(check_register_memory(
            self.cost.space().states(),
            purpose,
            precision,
        )?)
    }

    fn evaluator<'a, T: Real>(&'a self, watch: Watch<'a>) -> Result<RegisterEvaluator<'a, T>> {
        Ok(RegisterEvaluator::of_values(&self.cost, &self.mixing)?.watched_by(watch))
    }

    fn state<T: Real>(&self, angles: &Angles) -> Result<RegisterState<T>> {
        let angles = Angles::new(angles.gammas.clone(), angles.betas.clone())?;
        let mut state = RegisterState::room(self.cost.space())?;
        state.prepare(&self.cost, &self.mixing, &angles.gammas, &angles.betas);
        Ok(state)
    }

    fn expectation_in<T: Real>(&self, state: &RegisterState<T>) -> f64 {
        state.expectation(&self.cost)
    }

    fn ground_probability_in<T: Real>(&self, state: &RegisterState<T>) -> f64 {
        state.probability_where_energy_at_most(&self.cost, self.cost.min() + self.cost.rounding())
    }
}

impl<T: Real> Evaluate for RegisterEvaluator<'_, T> {
    type State = RegisterState<T>;

    fn value(&mut self, goal: &Goal, angles: &Angles) -> f64 {
        self.value_of(goal, angles)
    }

    fn value_and_gradient(&mut self, goal: &Goal, angles: &Angles, gradient: &mut Angles) -> f64 {
        self.value_and_gradient_of(goal, angles, gradient)
    }

    fn state(&mut self, angles: &Angles) -> &RegisterState<T> {
        self.state(angles)
    }
}

impl<T: Real> Distribution for RegisterState<T> {
    fn norm(&self) -> f64 {
        self.norm()
    }

    fn probability_of(&self, indices: impl Iterator<Item = u64>) -> f64 {
        self.probability_of(indices)
    }

    fn measured(&self, marks: &[f64]) -> Vec<(u64, u64)> {
        self.measured(marks)
    }

    fn likeliest(&self, k: usize) -> Vec<(u64, f64)> {
        self.likeliest(k)
    }
}
