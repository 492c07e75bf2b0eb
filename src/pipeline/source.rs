//! What is to be solved, before any setting: a puzzle with its rules, or energies that state none.

use crate::error::Result;
use ketboard_puzzles::{Model, ModelFile, Puzzle};
use std::path::Path;

/// A puzzle, or a model without rules: QAOA runs on its energies, and only energies can judge it.
///
/// No rule says which states are right. The solutions of such a model are therefore its exact
/// ground states, which are known because the simulator holds the energies of all states; its
/// success probability is the probability of one of them.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// The puzzle; of a model one that has its variables and no rules.
    pub puzzle: Puzzle,
    /// The energies of a model, variable k being qubit k.
    pub energies: Option<ModelFile>,
}

impl Source {
    /// The puzzle or the model in the text of a file, by what the text looks like.
    ///
    /// # Errors
    /// If the text is not as its format must be.
    pub(crate) fn parse(text: &str, file: &str) -> Result<Self> {
        Ok(if ModelFile::looks_like(text) {
            Self::of_energies(ModelFile::parse(text, file)?, file)
        } else {
            Puzzle::parse(text, file)?.into()
        })
    }

    /// A model from a file of this name, whose stem is the name of the model.
    pub(crate) fn of_energies(energies: ModelFile, file: &str) -> Self {
        let mut model = Model::default();
        for name in energies.variable_names() {
            model.add_variable(name);
        }
        let stem = Path::new(file).file_stem();
        let name = stem.map_or(file.into(), |stem| stem.to_string_lossy());
        let mut puzzle = Puzzle::of_model(name, model);
        puzzle.file = file.to_owned();
        Self {
            puzzle,
            energies: Some(energies),
        }
    }
}

impl From<Puzzle> for Source {
    fn from(puzzle: Puzzle) -> Self {
        Self {
            puzzle,
            energies: None,
        }
    }
}
