//! The JSON of D-Wave's dimod: what `dimod.BinaryQuadraticModel.from_serializable(json.load(file))`
//! reads.
//!
//! Schema 3.0.0 of `BinaryQuadraticModel.to_serializable`, written with binary variables labeled 0
//! … n − 1 like the qubits. The cells and conventions lie under `info`, which dimod leaves to its
//! users. Read are binary variables and spins with any labels; a spin s is 2x − 1, as in dimod's
//! own `change_vartype`.

use super::source::named_model;
use super::{ModelFormat, card, need_quadratic};
use crate::encode::{ModelFile, Notes, from_json, products};
use crate::error::{Error, Result};
use serde::Deserialize;
use serde_json::{Map, Value, json};

pub(super) const FORMAT: ModelFormat = ModelFormat {
    name: "dimod",
    extension: "json",
    about: "D-Wave's dimod: BinaryQuadraticModel.from_serializable",
    write,
    recognizes,
    read: Some(read),
};

fn write(model: &ModelFile) -> Result<String> {
    need_quadratic(model, FORMAT.name)?;
    let p = model.polynomial();
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
    Ok(card::object(&entries))
}

/// Also where it is cut off, so that this is what is said of it.
fn recognizes(text: &str) -> bool {
    let keys = ["\"linear_biases\"", "\"bqm_schema\""];
    text.trim_start().starts_with('{') && keys.iter().any(|key| text.contains(key))
}

/// What dimod writes, as far as it says something about energies.
#[derive(Deserialize)]
struct SerializedModel {
    version: Map<String, Value>,
    variable_labels: Vec<Value>,
    variable_type: VariableType,
    offset: f64,
    #[serde(default)]
    info: Notes,
    linear_biases: Vec<f64>,
    quadratic_biases: Vec<f64>,
    quadratic_head: Vec<usize>,
    quadratic_tail: Vec<usize>,
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "UPPERCASE")]
enum VariableType {
    Binary,
    Spin,
}

fn read(text: &str, file: &str) -> Result<ModelFile> {
    let remedy = "give what json.dump(bqm.to_serializable()) writes for a BinaryQuadraticModel, schema 3, without bytes";
    let model: SerializedModel = from_json(text, file, remedy)?;
    let schema = model.version.get("bqm_schema").and_then(Value::as_str);
    if !schema.is_some_and(|schema| schema.starts_with("3.")) {
        let found = format!("version is {}", Value::from(model.version));
        return Err(Error::input(file, None, found, remedy));
    }
    let n = model.variable_labels.len();
    let pairs = model.quadratic_biases.len();
    for (key, found, wanted) in [
        ("linear_biases", model.linear_biases.len(), n),
        ("quadratic_head", model.quadratic_head.len(), pairs),
        ("quadratic_tail", model.quadratic_tail.len(), pairs),
    ] {
        if found != wanted {
            let (found, remedy) = (
                format!("{key} has {found} numbers"),
                format!("{wanted} belong there"),
            );
            return Err(Error::input(file, None, found, remedy));
        }
    }
    // dimod's spin is +1 where the bit is 1, this program's z is −1 there.
    let spins = model.variable_type == VariableType::Spin;
    let turned = |bias: f64| if spins { -bias } else { bias };
    let linear = model.linear_biases.into_iter().enumerate();
    let places = model.quadratic_head.into_iter().zip(model.quadratic_tail);
    let pairs = places.map(|(head, tail)| vec![head, tail]);
    let mut terms = vec![(Vec::new(), model.offset)];
    terms.extend(linear.map(|(k, bias)| (vec![k], turned(bias))));
    terms.extend(products(
        n,
        "quadratic",
        pairs.zip(model.quadratic_biases),
        file,
    )?);
    let names = model.variable_labels.iter().map(label).collect();
    named_model(names, terms, spins, model.info, file)
}

/// A label as the name of a cell: a text as it is, anything else as JSON.
fn label(value: &Value) -> String {
    match (value.as_str(), value.as_f64()) {
        (Some(text), _) => text.to_owned(),
        (None, Some(float)) => card::number(float).to_string(),
        (None, None) => value.to_string(),
    }
}
