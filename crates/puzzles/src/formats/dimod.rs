//! The JSON of D-Wave's dimod: what `dimod.BinaryQuadraticModel.from_serializable(json.load(file))`
//! reads.
//!
//! Schema 3.0.0 of `BinaryQuadraticModel.to_serializable`, written with binary variables labeled 0
//! … n − 1 like the qubits. The cells and conventions lie under `info`, which dimod leaves to its
//! users.

use super::{card, need_quadratic};
use crate::encode::ModelFile;
use crate::error::Result;
use serde_json::{Map, Value, json};

pub(super) fn write(model: &ModelFile) -> Result<String> {
    let p = need_quadratic(model, "dimod")?;
    let quadratic: Vec<(usize, usize, f64)> = p.quadratic().collect();
    let info: Map<String, Value> = card::entries(model)
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect();
    let entries = [
        ("type", "BinaryQuadraticModel".into()),
        ("version", json!({"bqm_schema": "3.0.0"})),
        ("use_bytes", false.into()),
        ("index_type", "int32".into()),
        ("bias_type", "float64".into()),
        ("num_variables", p.n().into()),
        ("num_interactions", quadratic.len().into()),
        ("variable_labels", (0..p.n()).collect()),
        ("variable_type", "BINARY".into()),
        ("offset", p.offset().into()),
        ("info", info.into()),
        // Biases keep their point: NumPy takes the type of a list from its numbers.
        ("linear_biases", p.linear().into()),
        ("quadratic_biases", quadratic.iter().map(|q| q.2).collect()),
        ("quadratic_head", quadratic.iter().map(|q| q.0).collect()),
        ("quadratic_tail", quadratic.iter().map(|q| q.1).collect()),
    ];
    Ok(card::lines(&entries))
}
