//! A model without rules, read from a file: QAOA runs on its energies, and only energies can judge it.
//!
//! There is no success probability for such a model: which states are right, nobody said. What is known exactly is the
//! probability of the states of lowest energy, because the simulator holds them all.

use crate::error::{Error, Result};
use ketboard_puzzles::ModelFile;
use ketboard_qaoa::{Cost, Precision, Purpose, check_memory_in, memory_needed_in};
use std::path::Path;

/// A model and the file it came from.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PlainModel {
    /// The file as the user wrote it.
    pub file: String,
    /// The energies, with names of variables where the file has them.
    pub model: ModelFile,
}

impl PlainModel {
    /// The stem of the file, for legends and file names.
    pub(crate) fn name(&self) -> String {
        let stem = Path::new(&self.file).file_stem();
        stem.map_or_else(
            || self.file.clone(),
            |stem| stem.to_string_lossy().into_owned(),
        )
    }

    /// Number of variables.
    pub(crate) fn qubits(&self) -> usize {
        self.model.polynomial().n()
    }

    /// [`Self::check_memory`] for states of `precision`.
    ///
    /// # Errors
    /// As [`Self::check_memory`].
    pub(crate) fn check_memory_in(&self, purpose: Purpose, precision: Precision) -> Result<()> {
        let of_puzzle = !self.model.cells().is_empty();
        check_memory_in(self.qubits(), purpose, precision)
            .map_err(|error| for_a_model(error.into(), (purpose, precision), of_puzzle))
    }

    /// The energies of all basis states, where a state of `precision` for `purpose` fits beside them.
    ///
    /// # Errors
    /// As [`Self::check_memory_in`].
    pub(crate) fn cost_in(&self, purpose: Purpose, precision: Precision) -> Result<Cost> {
        self.check_memory_in(purpose, precision)?;
        let terms = self.model.polynomial().masks();
        Ok(Cost::from_terms(self.qubits(), terms)?)
    }
}

/// The remedy of a model that does not fit: the options of a puzzle belong to the command that
/// wrote it, and a model of no puzzle has none.
fn for_a_model(error: Error, (purpose, precision): (Purpose, Precision), of_puzzle: bool) -> Error {
    let Error::Memory {
        qubits,
        needed,
        available,
        remedy,
    } = error
    else {
        return error;
    };
    let fits = |n: &usize| memory_needed_in(*n, purpose, precision) <= u128::from(available);
    let most = (0..qubits).rfind(fits).unwrap_or(0);
    let remedy = match of_puzzle {
        true => format!("write a smaller model: with `reduce` full, {remedy}"),
        false => format!(
            "give a model of at most {most} variables: fix some of them, and write it without these"
        ),
    };
    Error::Memory {
        qubits,
        needed,
        available,
        remedy,
    }
}
