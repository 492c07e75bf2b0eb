//! The ansatz: a cost, a mixer, and how their angles are shared.
//!
//! > |γ, β⟩ = e^{−iβ_p M} e^{−iγ_p C} ⋯ e^{−iβ_1 M} e^{−iγ_1 C} |s⟩
//!
//! | angles | γ of a layer | β of a layer | made by |
//! |---|---|---|---|
//! | standard | one | one | [`Ansatz::new`] |
//! | per group of terms | one for each group | one | [`Ansatz::with_groups`] |
//! | multi-angle | one for each term | one for each qubit | see below |
//!
//! Multi-angle QAOA (Herrman et al. 2022, Sci. Rep. 12, 6781, eq. 4) is [`Ansatz::with_groups`] of
//! single terms with [`Mixer::x_per_qubit`]. With equal angles each is the standard ansatz.

mod angles;
mod evaluator;
mod objective;
mod schedule;

pub use angles::{AngleShape, Angles};
pub use evaluator::Evaluator;
pub use objective::Objective;
pub(crate) use schedule::{in_shape, interpolate, interpolate_in, ramp_for, with_zero_layer_in};

use crate::cost::{Cost, without_constant};
use crate::error::{Error, Result};
use crate::mixer::{Mixer, beta_unit};
use crate::sim::memory::{Purpose, check_anywhere};
use crate::sim::{Circuit, Gates, Groups, LayerPhases, Mixing, Precision, Watch};
use crate::state::State;
use num_complex::Complex64;
use std::borrow::Cow;
use std::sync::Arc;

/// A circuit whose angles are open. It owns its cost and mixer; a clone shares their memory.
///
/// ```
/// use ketboard_qaoa::{Angles, Ansatz, Cost};
/// let cost = Cost::from_terms(3, [(0b011, 1.0), (0b110, 1.0), (0b010, -1.5)])?;
/// let ansatz = Ansatz::new(cost);
/// let angles = Angles::new(vec![0.4, 0.7], vec![-0.5, -0.2])?;
/// let (value, slope) = ansatz.gradient(&angles)?;
/// assert!((value - ansatz.state(&angles)?.expectation(ansatz.cost())).abs() < 1e-14);
/// assert_eq!(slope.depth(), 2);
/// # Ok::<(), ketboard_qaoa::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ansatz {
    cost: Cost,
    mixer: Mixer,
    mixing: Arc<Mixing>,
    /// The terms that have a γ of their own, over qubits.
    groups: Option<Arc<Groups>>,
    /// The constant that goes with each γ of a layer: of the cost, or of each group.
    constants: Vec<f64>,
    shape: AngleShape,
    precision: Precision,
    observable: Option<Cost>,
    solutions: Arc<Vec<u64>>,
}

impl Ansatz {
    /// The standard ansatz on a cost, in f64: one γ and one β a layer; ΣX on qubits, the complete
    /// graph of each qudit's levels, the Grover mixer on a histogram.
    pub fn new(cost: Cost) -> Self {
        let space = cost.diagonal.space();
        let mixer = match space.is_of_qubits() {
            _ if cost.diagonal.weights().is_some() => Mixer::grover(),
            true => Mixer::x(),
            false => Mixer::xy_complete(),
        };
        Self {
            constants: vec![cost.constant],
            mixing: Arc::new(mixer.on(space).expect("it mixes any qudit")),
            cost,
            mixer,
            groups: None,
            shape: AngleShape::STANDARD,
            precision: Precision::F64,
            observable: None,
            solutions: Arc::default(),
        }
    }

    /// The same with another mixer. Fails if the mixer does not fit the cost, or there are groups
    /// of terms and the mixer is not ΣX.
    pub fn with_mixer(mut self, mixer: Mixer) -> Result<Self> {
        let diagonal = &self.cost.diagonal;
        if diagonal.weights().is_some() && !mixer.is_whole() {
            return Err(self.unfit(&mixer, "of a histogram only the Grover mixer is known"));
        }
        if mixer.has_angle_per_qubit() && diagonal.terms().is_none() {
            let remedy = "one β for all serves qudits: make the cost from terms over qubits, or take another mixer";
            return Err(self.unfit(&mixer, remedy));
        }
        let mixing = mixer.on(diagonal.space())?;
        if self.groups.is_some() && mixing != Mixing::X {
            return Err(self.unfit(&mixer, "groups of terms need the mixer x"));
        }
        self.mixing = Arc::new(mixing);
        self.mixer = mixer;
        self.grouped()
    }

    fn unfit(&self, mixer: &Mixer, remedy: &str) -> Error {
        Error::argument("mixer", format!("{} on this ansatz", mixer.name()), remedy)
    }

    /// The same with a γ for each of these groups of terms in every layer, over qubits. The groups
    /// add up to the cost, but for its constant, which may be in none: no measurement sees it.
    /// Fails if the cost is not over qubits, the mixer is not ΣX, or the groups do not add up to
    /// the cost.
    pub fn with_groups(mut self, groups: &[Vec<(u64, f64)>]) -> Result<Self> {
        if self.cost.diagonal.terms().is_none() || *self.mixing != Mixing::X {
            return Err(Error::argument(
                "groups",
                "a cost that is not made of terms over qubits, or another mixer".to_owned(),
                "make it with Cost::from_terms, under the mixer x",
            ));
        }
        let apart = groups
            .iter()
            .map(|group| without_constant(group.iter().copied()));
        let (constants, groups): (_, Vec<_>) = apart.unzip();
        self.groups = Some(Arc::new(Groups::of(&self.cost.diagonal, &groups)?));
        self.constants = constants;
        self.grouped()
    }

    fn grouped(mut self) -> Result<Self> {
        let each = self.mixer.has_angle_per_qubit();
        let diagonal = &self.cost.diagonal;
        if let (true, None, Some(terms)) = (each, &self.groups, diagonal.terms()) {
            self.groups = Some(Arc::new(Groups::of(diagonal, &[terms.to_vec()])?));
        }
        self.shape = AngleShape {
            groups: self.groups.as_ref().map_or(1, |groups| groups.len()),
            mixers: if each {
                diagonal.space().qudits().max(1)
            } else {
                1
            },
        };
        Ok(self)
    }

    /// The same with amplitudes of another precision.
    pub fn with_precision(self, precision: Precision) -> Self {
        Self { precision, ..self }
    }

    /// The same, of which another diagonal observable is measured and minimized in the place of its
    /// cost: the phases stay those of the cost. Fails if it is over other basis states than the
    /// cost, or made in another way.
    pub fn with_observable(mut self, observable: Cost) -> Result<Self> {
        self.cost.check_same_states(&observable, "observable")?;
        self.observable = Some(observable);
        Ok(self)
    }

    /// The same with the basis states that [`Objective::Success`] is the probability of.
    pub fn with_solutions(mut self, solutions: impl IntoIterator<Item = u64>) -> Self {
        let states = self.cost.states() as u64;
        let mut list: Vec<u64> = solutions.into_iter().filter(|x| *x < states).collect();
        list.sort_unstable();
        list.dedup();
        self.solutions = Arc::new(list);
        self
    }

    /// The cost C of the ansatz.
    pub fn cost(&self) -> &Cost {
        &self.cost
    }

    /// The mixer M of the ansatz.
    pub fn mixer(&self) -> &Mixer {
        &self.mixer
    }

    /// How many angles a layer has.
    pub fn shape(&self) -> AngleShape {
        self.shape
    }

    /// The precision of the amplitudes.
    pub fn precision(&self) -> Precision {
        self.precision
    }

    /// The number of basis states.
    pub fn states(&self) -> usize {
        self.cost.states()
    }

    /// The natural unit of γ, √n/σ(C), in radians per unit of C; 1 where C is constant and γ does
    /// nothing. n is the number of qubits, or of qudits of more than one level.
    pub fn gamma_unit(&self) -> f64 {
        let unit = (self.cost.parts() as f64).sqrt() / self.cost.standard_deviation();
        if unit.is_finite() && unit > 0.0 {
            unit
        } else {
            1.0
        }
    }

    /// The natural unit of β: 2/gap for a mixer whose eigenvalues differ by a gap, so 1 for ΣX.
    pub(crate) fn beta_unit(&self) -> f64 {
        beta_unit(&self.mixing, self.cost.diagonal.space())
    }

    /// The same with no constant in any energy, so that nothing in a search depends on it.
    pub(crate) fn apart(&self) -> Self {
        Self {
            cost: self.cost.apart(),
            observable: self.observable.as_ref().map(Cost::apart),
            constants: vec![0.0; self.constants.len()],
            ..self.clone()
        }
    }

    /// The phase of all amplitudes that constants give, e^{−i Σ γ c}, and that the mixer leaves
    /// out.
    pub(crate) fn phase_left_out(&self, angles: &Angles) -> Complex64 {
        let depth = angles.depth_in(self.shape).max(1);
        let series = angles.gammas.chunks(depth).zip(&self.constants);
        let angle = series.map(|(gammas, c)| gammas.iter().sum::<f64>() * c);
        let count = self.mixing.phases_left_out(self.cost.diagonal.space());
        let of_mixer = angles.betas.iter().sum::<f64>() * count as f64;
        let (sine, cosine) = libm::sincos(angle.sum::<f64>() - of_mixer);
        Complex64::new(cosine, -sine)
    }

    /// The unit in which a search sees the values of an objective: the spread of the energies that
    /// are measured, 1 of what has no unit. So a common factor of all energies changes nothing.
    pub(crate) fn value_unit(&self, objective: Objective) -> f64 {
        let spread = self.observable().standard_deviation();
        match objective.is_energy() && spread.is_normal() {
            true => spread,
            false => 1.0,
        }
    }

    pub(crate) fn observable(&self) -> &Cost {
        self.observable.as_ref().unwrap_or(&self.cost)
    }

    /// The basis states of [`Ansatz::with_solutions`], ascending.
    pub fn solutions(&self) -> &[u64] {
        &self.solutions
    }

    /// Succeeds if the states that `purpose` needs fit into memory.
    pub fn check_memory(&self, purpose: Purpose) -> Result<()> {
        let space = self.cost.diagonal.space();
        check_anywhere(space, purpose.bytes(self.precision))
    }

    fn circuit<'a>(&'a self, angles: &'a Angles, watch: Watch<'a>) -> Circuit<'a> {
        let (gammas, betas) = (&angles.gammas, &angles.betas);
        let phases = match &self.groups {
            None => LayerPhases::Cost(Cow::Borrowed(gammas)),
            Some(groups) => {
                LayerPhases::Polynomials(groups.polynomials(gammas, angles.depth_in(self.shape)))
            }
        };
        let gates = Gates {
            mixing: Cow::Borrowed(&self.mixing),
            phases,
            betas: Cow::Borrowed(betas),
        };
        Circuit {
            cost: &self.cost.diagonal,
            gates,
            watch,
        }
    }

    pub(crate) fn two_states(&self) -> Result<[State; 2]> {
        let state = State::room(&self.cost, self.precision, false)?;
        let adjoint = State::room(&self.cost, self.precision, true)?;
        Ok([state, adjoint])
    }

    fn checked(&self, angles: &Angles) -> Result<()> {
        Angles::new_in(angles.gammas.clone(), angles.betas.clone(), self.shape).map(drop)
    }

    /// The state |γ, β⟩. Fails if the angles are not finite or not of [`Ansatz::shape`], or the
    /// state does not fit into memory.
    pub fn state(&self, angles: &Angles) -> Result<State> {
        self.checked(angles)?;
        Ok(self.evaluator()?.into_state(angles))
    }

    /// ⟨C⟩ in the state |γ, β⟩, or the expectation of the observable. Fails as [`Ansatz::state`]
    /// does.
    pub fn expectation(&self, angles: &Angles) -> Result<f64> {
        self.checked(angles)?;
        Ok(self.evaluator()?.value(Objective::Expectation, angles))
    }

    /// ⟨C⟩ and its derivative by each angle, in the place of that angle. The adjoint method takes
    /// about three evaluations, however many angles. Fails as [`Ansatz::state`] does, for two
    /// states.
    pub fn gradient(&self, angles: &Angles) -> Result<(f64, Angles)> {
        self.checked(angles)?;
        self.check_memory(Purpose::TwoStates)?;
        let mut slope = Angles::default();
        let mut evaluator = self.evaluator()?;
        let value = evaluator.value_and_gradient(Objective::Expectation, angles, &mut slope);
        Ok((value, slope))
    }

    /// An evaluator, which takes its memory once for many evaluations. Fails if one state does not
    /// fit; a second one is taken with the first gradient.
    pub fn evaluator(&self) -> Result<Evaluator<'_>> {
        Evaluator::new(self, Watch::NONE)
    }
}
