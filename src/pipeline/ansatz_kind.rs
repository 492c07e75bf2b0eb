//! Ansätze on plain qubits by name: which terms of the cost, and which qubits of the mixer, have angles of their own.
//!
//! | name | γ of a layer | β of a layer |
//! |---|---|---|
//! | `standard` | one | one |
//! | `per-rule` | one for each kind of rule (row, column, region, …) | one |
//! | `multi-angle` | one for each term of the polynomial (Herrman et al. 2022, Sci. Rep. 12, 6781) | one for each qubit |
//!
//! The terms of `multi-angle` are the products of 0/1 variables, as the polynomial lists them. The constant of C has no angle: it turns all phases
//! alike. With equal angles each of them is the standard ansatz.

use super::variational::{Evaluate, Variational};
use super::{Judge, PlainModel, Problem};
use crate::error::{Error, Result};
use ketboard_puzzles::{Polynomial, cost_parts};
use ketboard_qaoa::{
    AngleShape, Angles, Diagonal, Goal, Groups, MixerAngles, MultiAngle, Precision, Purpose, Real,
    Spread, State, Watch,
};
use std::fmt;

/// An ansatz on plain qubits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AnsatzKind {
    /// One γ and one β in each layer.
    #[default]
    Standard,
    /// A γ for each kind of rule.
    PerRule,
    /// A γ for each term and a β for each qubit.
    MultiAngle,
}

impl AnsatzKind {
    /// All of them, in the order of the help text.
    pub(crate) const ALL: [Self; 3] = [Self::Standard, Self::PerRule, Self::MultiAngle];

    /// The name on the command line and in records.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::PerRule => "per-rule",
            Self::MultiAngle => "multi-angle",
        }
    }

    /// The ansatz of a name.
    ///
    /// # Errors
    /// If there is none.
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let found = Self::ALL.into_iter().find(|kind| kind.name() == text);
        found.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            Error::setting("ansatz", format!("found '{text}'"), format!("use {names}"))
        })
    }

    fn mixer(self) -> MixerAngles {
        match self {
            Self::Standard | Self::PerRule => MixerAngles::Shared,
            Self::MultiAngle => MixerAngles::EachQubit,
        }
    }

    /// The shape of its angles for a cost in so many parts over so many qubits.
    pub(crate) fn shape(self, parts: usize, qubits: usize) -> AngleShape {
        match self {
            Self::Standard => AngleShape::STANDARD,
            Self::PerRule | Self::MultiAngle => AngleShape {
                groups: parts,
                mixers: match self.mixer() {
                    MixerAngles::Shared => 1,
                    MixerAngles::EachQubit => qubits.max(1),
                },
            },
        }
    }

    /// Succeeds for the standard ansatz.
    ///
    /// # Errors
    /// Where registers have one mixer and one cost for all of their levels.
    pub(super) fn check_on_registers(self) -> Result<()> {
        if self == Self::Standard {
            return Ok(());
        }
        let found = format!("{self} on registers");
        let remedy = "registers hold their rules in tables and by construction, with one angle for all: leave out `registers` and `mixer`";
        Err(Error::setting("ansatz", found, remedy))
    }
}

impl fmt::Display for AnsatzKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Parts of a cost with an angle of their own, by name.
pub(crate) type NamedParts = Vec<(String, Polynomial)>;

/// The terms of a polynomial but for its constant, each a part of its own: `x0`, `x1*x4`.
fn single_terms(polynomial: &Polynomial) -> NamedParts {
    let terms = polynomial
        .terms()
        .filter(|(variables, _)| !variables.is_empty());
    let part = |(variables, c): (&[usize], f64)| {
        let names: Vec<String> = variables.iter().map(|k| format!("x{k}")).collect();
        let mut part = Polynomial::zero(polynomial.n());
        part.add_term(variables, c);
        (names.join("*"), part)
    };
    terms.map(part).collect()
}

/// A model has no rule whose terms could have an angle of their own.
fn no_rules(file: &str) -> Error {
    let found = format!("per-rule, and {file} is a model without rules");
    let remedy = "use `ansatz` multi-angle, or the puzzle that the model was made of";
    Error::setting("ansatz", found, remedy)
}

impl Problem {
    /// The parts of the cost that have an angle of their own; `None` for the standard ansatz.
    ///
    /// # Errors
    /// If the problem is on registers, or as [`parts`].
    pub(crate) fn ansatz_parts(&self, kind: AnsatzKind) -> Result<Option<NamedParts>> {
        if self.registers.is_some() {
            kind.check_on_registers()?;
        }
        match kind {
            AnsatzKind::Standard => Ok(None),
            AnsatzKind::PerRule if self.judge == Judge::Energy => Err(no_rules(&self.puzzle.file)),
            AnsatzKind::PerRule => {
                let (model, reduction) = (&self.puzzle.model, &self.reduction);
                let parts =
                    cost_parts(&self.cost, model, reduction, &self.weights, self.encodings)?;
                Ok(Some(parts))
            }
            AnsatzKind::MultiAngle => Ok(Some(single_terms(&self.cost.polynomial))),
        }
    }

    /// The ansatz of that kind on plain qubits; `None` for the standard one, which [`Problem::diagonal_in`] serves.
    ///
    /// # Errors
    /// As [`Problem::ansatz_parts`] and [`Problem::diagonal_in`].
    pub(crate) fn grouped_ansatz(
        &self,
        kind: AnsatzKind,
        precision: Precision,
    ) -> Result<Option<GroupedAnsatz>> {
        let Some(parts) = self.ansatz_parts(kind)? else {
            return Ok(None);
        };
        GroupedAnsatz::new(self.diagonal_in(precision)?, parts, kind).map(Some)
    }
}

impl PlainModel {
    /// As [`Problem::ansatz_parts`].
    ///
    /// # Errors
    /// If a part for each kind of rule is asked for: a model has no rules.
    pub(crate) fn ansatz_parts(&self, kind: AnsatzKind) -> Result<Option<NamedParts>> {
        match kind {
            AnsatzKind::Standard => Ok(None),
            AnsatzKind::MultiAngle => Ok(Some(single_terms(self.model.polynomial()))),
            AnsatzKind::PerRule => Err(no_rules(&self.file)),
        }
    }

    /// As [`Problem::grouped_ansatz`].
    ///
    /// # Errors
    /// As [`PlainModel::ansatz_parts`] and [`PlainModel::diagonal_in`].
    pub(crate) fn grouped_ansatz(
        &self,
        kind: AnsatzKind,
        precision: Precision,
    ) -> Result<Option<GroupedAnsatz>> {
        let Some(parts) = self.ansatz_parts(kind)? else {
            return Ok(None);
        };
        let diagonal = self.diagonal_in(Purpose::Gradient, precision)?;
        GroupedAnsatz::new(diagonal, parts, kind).map(Some)
    }
}

/// A cost whose parts have angles of their own, as a search sees it.
#[derive(Clone, Debug)]
pub(crate) struct GroupedAnsatz {
    groups: Groups,
    names: Vec<String>,
    mixer: MixerAngles,
}

impl GroupedAnsatz {
    fn new(cost: Diagonal, parts: NamedParts, kind: AnsatzKind) -> Result<Self> {
        let masks: Vec<_> = parts
            .iter()
            .map(|(_, part)| part.masks().collect())
            .collect();
        Ok(Self {
            groups: Groups::of(cost, &masks)?,
            names: parts.into_iter().map(|(name, _)| name).collect(),
            mixer: kind.mixer(),
        })
    }

    /// The names of the parts that have a γ of their own, in the order of the series.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// The cost.
    pub(crate) fn cost(&self) -> &Diagonal {
        self.groups.cost()
    }
}

impl Variational for GroupedAnsatz {
    type State<T: Real> = State<T>;
    type Evaluator<'a, T: Real> = MultiAngle<'a, T>;

    fn states(&self) -> usize {
        self.cost().states()
    }

    fn shape(&self) -> AngleShape {
        self.mixer.shape(&self.groups)
    }

    fn spread(&self) -> Spread {
        self.cost().spread()
    }

    fn beta_unit(&self) -> f64 {
        self.cost().beta_unit()
    }

    fn energy_of(&self, index: u64) -> f64 {
        self.cost().energy_of(index)
    }

    fn highest(&self) -> f64 {
        self.cost().highest()
    }

    fn lowest(&self) -> f64 {
        self.cost().lowest()
    }

    fn mean_energy(&self) -> f64 {
        self.cost().mean_energy()
    }

    fn tolerance(&self) -> f64 {
        self.cost().tolerance()
    }

    fn ground_count(&self) -> u64 {
        self.cost().ground_count()
    }

    fn stores_levels(&self) -> bool {
        self.cost().stores_levels()
    }

    fn check_room(&self, purpose: Purpose, precision: Precision) -> Result<()> {
        self.cost().check_room(purpose, precision)
    }

    fn evaluator<'a, T: Real>(&'a self, watch: Watch<'a>) -> Result<MultiAngle<'a, T>> {
        Ok(MultiAngle::of_values(&self.groups, self.mixer)?.watched_by(watch))
    }

    fn state<T: Real>(&self, angles: &Angles) -> Result<State<T>> {
        let (gammas, betas) = (angles.gammas.clone(), angles.betas.clone());
        let angles = Angles::new_in(gammas, betas, self.shape())?;
        let mut evaluator = MultiAngle::<T>::of_values(&self.groups, self.mixer)?;
        evaluator.state(&angles);
        Ok(evaluator.into_state())
    }

    fn expectation_in<T: Real>(&self, state: &State<T>) -> f64 {
        self.cost().expectation_in(state)
    }

    fn ground_probability_in<T: Real>(&self, state: &State<T>) -> f64 {
        self.cost().ground_probability_in(state)
    }
}

impl<T: Real> Evaluate for MultiAngle<'_, T> {
    type State = State<T>;

    fn value(&mut self, goal: &Goal, angles: &Angles) -> f64 {
        self.value_of(goal, angles)
    }

    fn value_and_gradient(&mut self, goal: &Goal, angles: &Angles, gradient: &mut Angles) -> f64 {
        self.value_and_gradient_of(goal, angles, gradient)
    }

    fn state(&mut self, angles: &Angles) -> &State<T> {
        self.state(angles)
    }
}
