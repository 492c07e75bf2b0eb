//! The exact state vector of a circuit, and what can be asked of it.

mod binomial;
mod sample;

pub use sample::sample_probabilities;

use crate::cost::{Cost, CostForm};
use crate::error::Result;
use crate::sim::cost::levels::LevelState;
use crate::sim::memory::check_states_bytes;
use crate::sim::qudits::QuditState;
use crate::sim::{Precision, QubitState, Real};
use num_complex::Complex64;

/// The amplitudes of all basis states, over qubits or qudits, in f64 or f32.
///
/// ```
/// use ketboard_qaoa::{Angles, Ansatz, Cost};
/// // one qubit of cost x: γ = π/2 and β = −π/4 lead from |+⟩ to the minimum |0⟩
/// let ansatz = Ansatz::new(Cost::from_terms(1, [(0b1, 1.0)])?);
/// let pi = std::f64::consts::PI;
/// let state = ansatz.state(&Angles::new(vec![pi / 2.0], vec![-pi / 4.0])?)?;
/// assert!((state.probability(0) - 1.0).abs() < 1e-15);
/// assert_eq!(state.sample(100, 7)?, [(0, 100)]);
/// # Ok::<(), ketboard_qaoa::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) amplitudes: StateForm,
    /// The phase that the cost's constant gives to all amplitudes, which they are stored without.
    pub(crate) phase: Complex64,
}

/// The engine's own forms of a state.
#[derive(Clone, Debug)]
pub(crate) enum StateForm {
    Qubits(QubitState<f64>),
    QubitsF32(QubitState<f32>),
    Qudits(QuditState<f64>),
    QuditsF32(QuditState<f32>),
    Levels(LevelState),
}

/// The same expression for each form of a state but that of a histogram.
macro_rules! of_vector {
    ($amplitudes:expr, $state:ident => $answer:expr, $levels:ident => $of_levels:expr) => {
        match $amplitudes {
            StateForm::Qubits($state) => $answer,
            StateForm::QubitsF32($state) => $answer,
            StateForm::Qudits($state) => $answer,
            StateForm::QuditsF32($state) => $answer,
            StateForm::Levels($levels) => $of_levels,
        }
    };
}

impl State {
    /// |+⟩ⁿ, the equal superposition of all basis states of `n` qubits, in f64.
    ///
    /// # Errors
    /// If 2ⁿ amplitudes do not fit into memory; nothing is allocated then.
    pub fn plus(n: usize) -> Result<Self> {
        let state = QubitState::plus(n)?;
        Ok(Self::of(StateForm::Qubits(state)))
    }

    fn of(amplitudes: StateForm) -> Self {
        let phase = Complex64::ONE;
        Self { amplitudes, phase }
    }

    /// Memory for a state over the basis states of a cost.
    ///
    /// # Errors
    /// If it does not fit into memory; nothing is allocated then.
    pub(crate) fn room(cost: &Cost, precision: Precision) -> Result<Self> {
        let amplitudes = match (&cost.form, precision) {
            (CostForm::Qubits(cost), Precision::F64) => {
                StateForm::Qubits(QubitState::room_of(cost, false)?)
            }
            (CostForm::Qubits(cost), Precision::F32) => {
                StateForm::QubitsF32(QubitState::room_of(cost, false)?)
            }
            (CostForm::Qudits(cost), Precision::F64) => {
                StateForm::Qudits(QuditState::room_of(cost)?)
            }
            (CostForm::Qudits(cost), Precision::F32) => {
                StateForm::QuditsF32(QuditState::room_of(cost)?)
            }
            (CostForm::Levels(_), _) => StateForm::Levels(LevelState::default()),
        };
        Ok(Self::of(amplitudes))
    }

    /// Memory for a state that is worked on together with another ([`QubitState::room_of`]).
    ///
    /// # Errors
    /// As [`State::room`].
    pub(crate) fn room_beside(cost: &Cost, precision: Precision) -> Result<Self> {
        let amplitudes = match (&cost.form, precision) {
            (CostForm::Qubits(cost), Precision::F64) => {
                StateForm::Qubits(QubitState::room_of(cost, true)?)
            }
            (CostForm::Qubits(cost), Precision::F32) => {
                StateForm::QubitsF32(QubitState::room_of(cost, true)?)
            }
            (CostForm::Qudits(_) | CostForm::Levels(_), _) => return Self::room(cost, precision),
        };
        Ok(Self::of(amplitudes))
    }

    /// The number of levels of each qudit, 2 of a qubit, the fastest digit of the index first.
    pub fn dims(&self) -> Vec<usize> {
        fn of_qubits<T: Real>(state: &QubitState<T>) -> Vec<usize> {
            vec![2; state.n()]
        }
        match &self.amplitudes {
            StateForm::Qubits(state) => of_qubits(state),
            StateForm::QubitsF32(state) => of_qubits(state),
            StateForm::Qudits(state) => state.space().dims().to_vec(),
            StateForm::QuditsF32(state) => state.space().dims().to_vec(),
            StateForm::Levels(state) => vec![state.amplitudes().len()],
        }
    }

    /// The number of basis states.
    pub fn states(&self) -> usize {
        match &self.amplitudes {
            StateForm::Qubits(state) => 1 << state.n(),
            StateForm::QubitsF32(state) => 1 << state.n(),
            StateForm::Qudits(state) => state.space().states(),
            StateForm::QuditsF32(state) => state.space().states(),
            StateForm::Levels(state) => state.amplitudes().len(),
        }
    }

    /// The number of processes that share the state ([`Cost::ranks`]).
    pub fn ranks(&self) -> usize {
        of_vector!(&self.amplitudes, state => state.team().map_or(1, |team| team.size()), _levels => 1)
    }

    /// Succeeds if a list of `bytes` for each basis state fits into the memory of this process:
    /// 8 for [`State::probabilities`], 16 for [`State::amplitudes`].
    ///
    /// # Errors
    /// [`Error::States`](crate::Error::States) if not.
    pub fn check_list(&self, bytes: usize) -> Result<()> {
        check_states_bytes(self.states(), bytes as u128)
    }

    /// The precision of the amplitudes.
    pub fn precision(&self) -> Precision {
        of_vector!(&self.amplitudes, state => state.precision(), _levels => Precision::F64)
    }

    /// The amplitude ψ_x of basis state `index`; qubit k is bit k.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn amplitude(&self, index: usize) -> Complex64 {
        let stored = of_vector!(&self.amplitudes, state => state.amplitude(index), levels => levels.amplitudes()[index]);
        stored * self.phase
    }

    /// The probability |ψ_x|² of basis state `index`.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn probability(&self, index: usize) -> f64 {
        of_vector!(
            &self.amplitudes,
            state => state.probability(index),
            levels => levels.amplitudes()[index].norm_sqr()
        )
    }

    /// The probabilities |ψ_x|² of all basis states, by index: another 8 bytes for each.
    pub fn probabilities(&self) -> Vec<f64> {
        of_vector!(
            &self.amplitudes,
            state => state.probabilities(),
            levels => levels.amplitudes().iter().map(|b| b.norm_sqr()).collect()
        )
    }

    /// The amplitudes ψ_x of all basis states, by index: another 16 bytes for each.
    ///
    /// ```
    /// use ketboard_qaoa::State;
    /// let amplitudes = State::plus(2)?.amplitudes();
    /// assert!(amplitudes.iter().all(|a| (a.re - 0.5).abs() < 1e-15 && a.im == 0.0));
    /// # Ok::<(), ketboard_qaoa::Error>(())
    /// ```
    pub fn amplitudes(&self) -> Vec<Complex64> {
        let mut all = of_vector!(&self.amplitudes, state => state.amplitudes(), levels => levels.amplitudes().to_vec());
        all.iter_mut()
            .for_each(|amplitude| *amplitude *= self.phase);
        all
    }

    /// The norm √Σ|ψ_x|², which is 1 but for rounding.
    pub fn norm(&self) -> f64 {
        of_vector!(
            &self.amplitudes,
            state => state.norm(),
            levels => levels.amplitudes().iter().map(|b| b.norm_sqr()).sum::<f64>().sqrt()
        )
    }

    /// The expectation ⟨C⟩ = Σ E(x) |ψ_x|², summed in f64 in a fixed order.
    ///
    /// # Panics
    /// If the cost is over other basis states, as all methods that take a cost.
    pub fn expectation(&self, cost: &Cost) -> f64 {
        self.expectation_apart(cost) + cost.constant
    }

    /// ⟨C⟩ without the constant of C.
    pub(crate) fn expectation_apart(&self, cost: &Cost) -> f64 {
        match (&self.amplitudes, &cost.form) {
            (StateForm::Qubits(state), CostForm::Qubits(cost)) => state.expectation(cost),
            (StateForm::QubitsF32(state), CostForm::Qubits(cost)) => state.expectation(cost),
            (StateForm::Qudits(state), CostForm::Qudits(cost)) => state.expectation(cost),
            (StateForm::QuditsF32(state), CostForm::Qudits(cost)) => state.expectation(cost),
            (StateForm::Levels(state), CostForm::Levels(cost)) => {
                state.expectation(cost.energies())
            }
            (_, _) => panic!("{OTHER}"),
        }
    }

    /// The probability Σ |ψ_x|² of the listed basis states together.
    pub fn probability_of(&self, indices: impl IntoIterator<Item = u64>) -> f64 {
        of_vector!(
            &self.amplitudes,
            state => state.probability_of(indices),
            levels => {
                let each = indices.into_iter().map(|x| levels.amplitudes().get(x as usize));
                each.map(|b| b.map_or(0.0, |b| b.norm_sqr())).sum()
            }
        )
    }

    /// The probability Σ |ψ_x|² of the basis states with E(x) ≤ min + `tolerance`, as
    /// [`Cost::ground_states`] lists them.
    ///
    /// # Panics
    /// As [`State::expectation`].
    pub fn ground_probability(&self, cost: &Cost, tolerance: f64) -> f64 {
        let energy = cost.min_apart() + tolerance;
        match (&self.amplitudes, &cost.form) {
            (StateForm::Qubits(state), CostForm::Qubits(cost)) => {
                state.probability_where_energy_at_most(cost, energy)
            }
            (StateForm::QubitsF32(state), CostForm::Qubits(cost)) => {
                state.probability_where_energy_at_most(cost, energy)
            }
            (StateForm::Qudits(state), CostForm::Qudits(cost)) => {
                state.probability_where_energy_at_most(cost, energy)
            }
            (StateForm::QuditsF32(state), CostForm::Qudits(cost)) => {
                state.probability_where_energy_at_most(cost, energy)
            }
            (StateForm::Levels(state), CostForm::Levels(cost)) => {
                let low = |e: &f64| f64::from(u8::from(*e <= energy));
                let low: Vec<f64> = cost.energies().iter().map(low).collect();
                state.expectation(&low)
            }
            (_, _) => panic!("{OTHER}"),
        }
    }

    /// (energy, probability) of each level of the cost, without its constant; of each basis state
    /// where the cost has more than 65536 levels.
    pub(crate) fn levels(&self, cost: &Cost) -> Vec<(f64, f64)> {
        match (&self.amplitudes, &cost.form) {
            (StateForm::Qubits(state), CostForm::Qubits(cost)) => state.levels(cost),
            (StateForm::QubitsF32(state), CostForm::Qubits(cost)) => state.levels(cost),
            (StateForm::Qudits(state), CostForm::Qudits(cost)) => state.levels(cost),
            (StateForm::QuditsF32(state), CostForm::Qudits(cost)) => state.levels(cost),
            (StateForm::Levels(_), CostForm::Levels(cost)) => {
                let energies = cost.energies().iter().copied();
                energies.zip(self.probabilities()).collect()
            }
            (_, _) => panic!("{OTHER}"),
        }
    }

    /// The `k` likeliest basis states with their probabilities, likeliest first, equal ones by
    /// index.
    pub fn likeliest(&self, k: usize) -> Vec<(u64, f64)> {
        of_vector!(
            &self.amplitudes,
            state => state.likeliest(k),
            _levels => {
                let mut all: Vec<(u64, f64)> = (0..).zip(self.probabilities()).collect();
                all.sort_by(|a, b| b.1.total_cmp(&a.1));
                all.truncate(k);
                all
            }
        )
    }
}

/// Why a call that mixes basis states panics.
const OTHER: &str = "the state and the cost are over different basis states";
