//! The JSON of D-Wave's dimod: what `dimod.BinaryQuadraticModel.from_serializable(json.load(file))`
//! reads.
//!
//! Schema 3.0.0 of `BinaryQuadraticModel.to_serializable`, written with binary variables labeled 0
//! … n − 1 like the qubits. The cells and conventions lie under `info`, which dimod leaves to its
//! users. Read are binary variables and spins with any labels; a spin s is 2x − 1, as in dimod's
//! own `change_vartype`.

use super::source::{ModelDraft, ModelText, Notes, label};
use super::{ModelFormat, card, need_quadratic, put};
use crate::encode::{Ising, ModelFile, Polynomial};
use crate::error::Result;
use serde_json::{Map, Value, json};
use std::io::Write;

pub(super) const FORMAT: ModelFormat = ModelFormat {
    name: "dimod",
    extension: "json",
    about: "D-Wave's dimod: BinaryQuadraticModel.from_serializable",
    write,
    recognizes,
    read,
};

fn write(model: &ModelFile, out: &mut dyn Write) -> Result<()> {
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
    put(&card::object(&entries), out)
}

fn recognizes(text: &str) -> bool {
    let Ok(object) = serde_json::from_str::<Map<String, Value>>(text) else {
        return false;
    };
    object.contains_key("linear_biases")
        || object
            .get("version")
            .is_some_and(|v| v.get("bqm_schema").is_some())
}

/// The model in a text of schema 3; its variables become qubits in the order of `variable_labels`.
fn read(text: &str, file: &str) -> Result<ModelFile> {
    let source = ModelText { text, file };
    let object = source.object()?;
    check_kind(&source, &object)?;
    let names: Vec<String> = source
        .list(&object, "variable_labels")?
        .iter()
        .map(label)
        .collect();
    let linear = source.numbers(&object, "linear_biases")?;
    if linear.len() != names.len() {
        let found = format!("{} biases of {} variables", linear.len(), names.len());
        let remedy = "linear_biases has one number for each of variable_labels";
        return Err(source.wrong(None, found, remedy));
    }
    let mut terms = vec![(
        Vec::new(),
        source.number("offset", source.need(&object, "offset")?)?,
    )];
    terms.extend(
        linear
            .into_iter()
            .enumerate()
            .map(|(k, bias)| (vec![k], bias)),
    );
    terms.extend(interactions(&source, &object, names.len())?);
    if spins(&source, &object)? {
        // dimod's spin is +1 where the bit is 1, this program's z is −1 there.
        let flipped = terms
            .iter()
            .map(|(set, c)| (set.clone(), if set.len() == 1 { -c } else { *c }));
        let ising = Ising::from_terms(names.len(), &flipped.collect::<Vec<_>>());
        let polynomial = Polynomial::from(&ising);
        terms = polynomial
            .terms()
            .map(|(set, c)| (set.to_vec(), c))
            .collect();
    }
    let info = object.get("info").and_then(Value::as_object);
    let notes = info
        .map(|info| Notes::of_object(&source, info))
        .transpose()?;
    let draft = ModelDraft {
        names,
        terms,
        notes: notes.unwrap_or_default(),
    };
    draft.model(&source, "")
}

/// # Errors
/// If the text is another type or schema, or holds its numbers as bytes.
fn check_kind(source: &ModelText<'_>, object: &Map<String, Value>) -> Result<()> {
    let remedy = "give what json.dump(bqm.to_serializable()) writes for a BinaryQuadraticModel";
    if object.get("use_bytes") == Some(&Value::Bool(true)) {
        return Err(source.wrong_at("use_bytes", &Value::Bool(true), remedy));
    }
    let version = source.need(object, "version")?;
    let schema = version.get("bqm_schema").and_then(Value::as_str);
    if schema.is_some_and(|schema| schema.starts_with("3.")) {
        return Ok(());
    }
    Err(source.wrong_at("version", version, &format!("schema 3 is read: {remedy}")))
}

/// Whether the variables are spins.
fn spins(source: &ModelText<'_>, object: &Map<String, Value>) -> Result<bool> {
    let value = source.need(object, "variable_type")?;
    match value.as_str() {
        Some("BINARY") => Ok(false),
        Some("SPIN") => Ok(true),
        _ => Err(source.wrong_at("variable_type", value, "it is BINARY or SPIN")),
    }
}

/// The products of two variables.
fn interactions(
    source: &ModelText<'_>,
    object: &Map<String, Value>,
    n: usize,
) -> Result<Vec<(Vec<usize>, f64)>> {
    let place = |key: &str, value: &Value| {
        let place = value.as_u64().and_then(|k| usize::try_from(k).ok());
        place.filter(|k| *k < n).ok_or_else(|| {
            let remedy = "places in variable_labels, counted from 0, belong here";
            source.wrong_at(key, value, remedy)
        })
    };
    let places = |key: &str| -> Result<Vec<usize>> {
        let list = source.list(object, key)?.iter();
        list.map(|value| place(key, value)).collect()
    };
    let biases = source.numbers(object, "quadratic_biases")?;
    let (heads, tails) = (places("quadratic_head")?, places("quadratic_tail")?);
    if heads.len() != biases.len() || tails.len() != biases.len() {
        let (h, t, b) = (heads.len(), tails.len(), biases.len());
        let found = format!("{h} heads and {t} tails of {b} quadratic biases");
        return Err(source.wrong(None, found, "one head and one tail for each bias"));
    }
    let pairs = heads.into_iter().zip(tails).zip(biases);
    pairs
        .map(|((head, tail), bias)| {
            if head == tail {
                let found = format!("a quadratic bias of variable {head} with itself");
                return Err(source.wrong(None, found, "put it into linear_biases or offset"));
            }
            Ok((vec![head, tail], bias))
        })
        .collect()
}
