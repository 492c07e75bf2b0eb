//! The ansatz of a problem, by its kind: parts of the cost that have angles of their
//! own, and on registers the mixer of their levels.

use super::Problem;
use crate::error::{Error, Result};
use crate::settings::AnsatzKind;
use ketboard_puzzles::Polynomial;
use ketboard_qaoa::{Ansatz, Mixer, Precision, angles::AngleShape};

/// Parts of a cost with an angle of their own, by name.
pub(crate) type NamedParts = Vec<(String, Polynomial)>;

/// An ansatz, and the names of the parts of its cost that have a γ of their own.
#[derive(Clone, Debug)]
pub(crate) struct NamedAnsatz {
    /// The ansatz.
    pub ansatz: Ansatz,
    /// The names, in the order of the series; `None` where one γ serves all.
    pub groups: Option<Vec<String>>,
}

/// The terms of a polynomial but for its constant, each a part of its own: `x0`, `x1*x4`.
fn single_terms(polynomial: &Polynomial) -> NamedParts {
    let terms = polynomial.terms();
    let terms = terms.filter(|(variables, _)| !variables.is_empty());
    let part = |(variables, c): (&[usize], f64)| {
        let names: Vec<String> = variables.iter().map(|k| format!("x{k}")).collect();
        let mut part = Polynomial::constant(polynomial.n(), 0.0);
        part.add_term(variables, c);
        (names.join("*"), part)
    };
    terms.map(part).collect()
}

impl Problem {
    /// How many series of angles an ansatz of this kind has.
    ///
    /// # Errors
    /// As [`Self::ansatz_parts`].
    pub(crate) fn angle_shape(&self, kind: AnsatzKind) -> Result<AngleShape> {
        let parts = self.ansatz_parts(kind)?.map_or(0, |parts| parts.len());
        Ok(kind.shape(parts, self.qubits()))
    }

    /// The parts of the cost that have an angle of their own; `None` for the standard ansatz.
    ///
    /// # Errors
    /// If the problem is on registers, which have one mixer and one cost for all of their levels,
    /// or is a model, which has no rule whose terms could have an angle of their own.
    pub(crate) fn ansatz_parts(&self, kind: AnsatzKind) -> Result<Option<NamedParts>> {
        if kind == AnsatzKind::Standard {
            return Ok(None);
        }
        if self.registers.is_some() {
            let found = format!("{kind} on registers");
            let remedy = "registers hold their rules in tables and by construction, with one angle for all: leave out `registers` and `mixer`";
            return Err(Error::setting("ansatz", found, remedy));
        }
        if kind == AnsatzKind::MultiAngle {
            return Ok(Some(single_terms(&self.cost.polynomial)));
        }
        if self.is_model {
            let file = &self.puzzle.file;
            let found = format!("per-rule, and {file} is a model without rules");
            let remedy = "use `ansatz` multi-angle, or the puzzle that the model was made of";
            return Err(Error::setting("ansatz", found, remedy));
        }
        Ok(Some(self.cost.parts()))
    }

    /// The ansatz that QAOA runs on: the standard one on registers under their mixer, or one of
    /// that kind on plain qubits; with the solutions, where all are known.
    ///
    /// # Errors
    /// As [`Problem::ansatz_parts`]; if the states do not fit into memory, with the option that
    /// makes them fit.
    pub(crate) fn ansatz_of(&self, kind: AnsatzKind, precision: Precision) -> Result<NamedAnsatz> {
        let parts = self.ansatz_parts(kind)?;
        let ansatz = match &self.registers {
            Some(registers) => Ansatz::new(self.cost_on_registers(precision)?)
                .with_mixer(registers.mixer_of_levels())?,
            None => Ansatz::new(self.energies(precision)?),
        };
        let solutions = self.truth.complete.then(|| self.truth.indices.iter());
        let mut ansatz = ansatz
            .with_precision(precision)
            .with_solutions(solutions.into_iter().flatten());
        let Some(parts) = parts else {
            let groups = None;
            return Ok(NamedAnsatz { ansatz, groups });
        };
        let each = parts.iter().map(|(_, part)| part.masks().collect());
        ansatz = ansatz.with_groups(&each.collect::<Vec<Vec<(u64, f64)>>>())?;
        if kind == AnsatzKind::MultiAngle {
            ansatz = ansatz.with_mixer(Mixer::x_per_qubit())?;
        }
        let groups = Some(parts.into_iter().map(|(name, _)| name).collect());
        Ok(NamedAnsatz { ansatz, groups })
    }
}
