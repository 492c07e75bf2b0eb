//! Files for other programs: models and circuits in the formats of their fields.
//!
//! Every format keeps the offset, the map from cells to qubits and the conventions
//! ([`crate::encode::CONVENTIONS`]): as values where it has a place for them, else as comments. Writers
//! write to what they are given; no file is opened here.

mod card;
mod circuit_format;
mod dimod;
mod ising;
mod json;
mod lp;
mod openqasm3;
mod qubo_file;

pub use circuit_format::{CIRCUIT_FORMATS, CircuitFormat, Header};

use crate::encode::ModelFile;
use crate::error::{Error, Result};
use std::io::Write;

/// A format in which a model can be written.
#[derive(Clone, Copy, Debug)]
pub struct ModelFormat {
    /// The name on the command line.
    pub name: &'static str,
    /// The usual ending of its files, without the dot.
    pub extension: &'static str,
    /// One line for the help.
    pub about: &'static str,
    /// Writes a model.
    ///
    /// # Errors
    /// If the format cannot carry the model, or the writing fails.
    pub write: fn(&ModelFile, &mut dyn Write) -> Result<()>,
}

/// All formats for models. Adding one: a file in `export/`, a line here.
pub static MODEL_FORMATS: &[ModelFormat] = &[
    json::FORMAT,
    dimod::FORMAT,
    qubo_file::FORMAT,
    lp::FORMAT,
    ising::FORMAT,
];

/// Writes the finished text.
fn put(text: &str, out: &mut dyn Write) -> Result<()> {
    out.write_all(text.as_bytes())
        .map_err(|source| Error::Write {
            path: "the output".into(),
            source,
        })
}

/// # Errors
/// If the model has a term that the quadratic `format` cannot hold.
fn need_quadratic(model: &ModelFile, format: &str) -> Result<()> {
    let degree = model.polynomial().degree();
    if degree <= 2 {
        return Ok(());
    }
    Err(Error::argument(
        "--format",
        format!("{format} holds products of two variables; this model has a product of {degree}"),
        "use --format json, which holds products of any number, or leave them out: --distinct-lines qubo or filter, --symbols one-hot",
    ))
}
