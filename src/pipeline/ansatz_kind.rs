//! Ansätze on plain qubits by name: which terms of the cost, and which qubits of the mixer, have
//! angles of their own.
//!
//! | name | γ of a layer | β of a layer |
//! |---|---|---|
//! | `standard` | one | one |
//! | `per-rule` | one for each kind of rule (row, column, region, …) | one |
//! | `multi-angle` | one for each term of the polynomial | one for each qubit |
//!
//! `multi-angle` is that of Herrman et al. 2022, Sci. Rep. 12, 6781: its terms are the products of
//! 0/1 variables, as the polynomial lists them. The constant of C has no angle: it turns all phases
//! alike. With equal angles each of them is the standard ansatz.

use super::{Judge, PlainModel, Problem};
use crate::error::{Error, Result};
use ketboard_puzzles::Polynomial;
use ketboard_qaoa::{AngleShape, Ansatz, Cost, Mixer, Precision, Purpose};
use std::fmt;

/// An ansatz on plain qubits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum AnsatzKind {
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

    /// The shape of its angles for a cost in so many parts over so many qubits.
    pub(crate) fn shape(self, parts: usize, qubits: usize) -> AngleShape {
        match self {
            Self::Standard => AngleShape::STANDARD,
            Self::PerRule => AngleShape {
                groups: parts,
                mixers: 1,
            },
            Self::MultiAngle => AngleShape {
                groups: parts,
                mixers: qubits.max(1),
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
        let mut part = Polynomial::constant(polynomial.n(), 0.0);
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
            AnsatzKind::PerRule => Ok(Some(self.cost.parts())),
            AnsatzKind::MultiAngle => Ok(Some(single_terms(&self.cost.polynomial))),
        }
    }

    /// The ansatz that QAOA runs on: the standard one on registers under their mixer, or one of
    /// that kind on plain qubits.
    ///
    /// # Errors
    /// As [`Problem::ansatz_parts`]; if the states do not fit into memory, with the option that
    /// makes them fit.
    pub(crate) fn ansatz(&self, kind: AnsatzKind, precision: Precision) -> Result<NamedAnsatz> {
        if let Some(registers) = &self.registers {
            kind.check_on_registers()?;
            let ansatz = Ansatz::new(self.cost_on_registers(precision)?);
            let mixer = registers.mixer_of_levels();
            return Ok(NamedAnsatz {
                ansatz: ansatz.with_mixer(mixer)?.with_precision(precision),
                groups: None,
            });
        }
        NamedAnsatz::new(
            self.energies(precision)?,
            self.ansatz_parts(kind)?,
            kind,
            precision,
        )
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

    /// As [`Problem::ansatz`].
    ///
    /// # Errors
    /// As [`PlainModel::ansatz_parts`] and [`PlainModel::cost_in`].
    pub(crate) fn ansatz(&self, kind: AnsatzKind, precision: Precision) -> Result<NamedAnsatz> {
        let parts = self.ansatz_parts(kind)?;
        let cost = self.energies(Purpose::Gradient, precision)?;
        NamedAnsatz::new(cost, parts, kind, precision)
    }
}

/// An ansatz, and the names of the parts of its cost that have a γ of their own.
#[derive(Clone, Debug)]
pub(crate) struct NamedAnsatz {
    /// The ansatz.
    pub ansatz: Ansatz,
    /// The names, in the order of the series; `None` where one γ serves all.
    pub groups: Option<Vec<String>>,
}

impl NamedAnsatz {
    fn new(
        cost: Cost,
        parts: Option<NamedParts>,
        kind: AnsatzKind,
        precision: Precision,
    ) -> Result<Self> {
        let ansatz = Ansatz::new(cost).with_precision(precision);
        let Some(parts) = parts else {
            return Ok(Self {
                ansatz,
                groups: None,
            });
        };
        let each = parts.iter().map(|(_, part)| part.masks().collect());
        let terms: Vec<Vec<(u64, f64)>> = each.collect();
        let grouped = ansatz.with_groups(&terms)?;
        let ansatz = match kind {
            AnsatzKind::MultiAngle => grouped.with_mixer(Mixer::x_per_qubit())?,
            AnsatzKind::Standard | AnsatzKind::PerRule => grouped,
        };
        let names = parts.into_iter().map(|(name, _)| name).collect();
        Ok(Self {
            ansatz,
            groups: Some(names),
        })
    }
}
