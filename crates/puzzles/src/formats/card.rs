//! What every exported model says beside its terms: as JSON values, or as lines of comment.

use crate::encode::{CONVENTIONS, ModelFile, Polynomial};
use serde_json::{Map, Value};

/// A number as short as it can be read back: integers without a point.
pub(super) fn number(value: f64) -> Value {
    let exact = 2_f64.powi(53);
    if value.fract() == 0.0 && value.abs() <= exact {
        Value::from(value as i64)
    } else {
        Value::from(value)
    }
}

/// The last keys of a model: its zero-violation energy where it has one, cells, auxiliaries where
/// it has any, and conventions.
pub(super) fn entries(model: &ModelFile) -> Vec<(&'static str, Value)> {
    let cells = model.cells().iter();
    let cells = cells.map(|(name, text)| (name.clone(), text.as_str().into()));
    let cells: Map<String, Value> = cells.collect();
    let auxiliaries: Map<String, Value> = model
        .auxiliaries()
        .iter()
        .map(|(qubit, meaning)| (format!("x{qubit}"), meaning.as_str().into()))
        .collect();
    let auxiliaries = (!auxiliaries.is_empty()).then(|| ("auxiliaries", Value::from(auxiliaries)));
    let conventions: Map<String, Value> = CONVENTIONS
        .iter()
        .map(|(name, meaning)| ((*name).to_owned(), (*meaning).into()))
        .collect();
    let energy = model.zero_violation_energy();
    let energy = energy.map(|energy| ("zero_violation_energy", number(energy)));
    energy
        .into_iter()
        .chain([("cells", cells.into())])
        .chain(auxiliaries)
        .chain([("conventions", conventions.into())])
        .collect()
}

/// A JSON object with one line for each key.
pub(super) fn lines(entries: &[(&str, Value)]) -> String {
    let lines: Vec<String> = entries
        .iter()
        .map(|(key, value)| format!("  \"{key}\": {value}"))
        .collect();
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}

/// The JSON of a polynomial, whose parts have these keys, and of the model that it is of; products
/// of three and more are a key where there are some.
pub(super) fn object(
    [n, offset, linear, quadratic, higher]: [&'static str; 5],
    p: &Polynomial,
    model: &ModelFile,
) -> String {
    let pair = |(i, j, c)| Value::from(vec![Value::from(i), Value::from(j), number(c)]);
    let product = |(set, c): (&[usize], f64)| Value::from(vec![Value::from(set), number(c)]);
    let mut all = vec![
        (n, p.n().into()),
        (offset, number(p.offset())),
        (linear, p.linear().into_iter().map(number).collect()),
        (quadratic, p.quadratic().map(pair).collect()),
    ];
    if p.degree() > 2 {
        all.push((higher, p.higher().map(product).collect()));
    }
    all.extend(entries(model));
    lines(&all)
}

/// The same as lines of comment, each after `mark`: offset, zero-violation energy, conventions,
/// cells, auxiliaries.
pub(super) fn comments(model: &ModelFile, mark: &str) -> String {
    let offset = number(model.polynomial().offset());
    let energy = model.zero_violation_energy();
    let energy = energy.map(|e| format!("zero_violation_energy : {}", number(e)));
    let conventions = CONVENTIONS
        .iter()
        .map(|(name, meaning)| format!("{name} : {meaning}"));
    let cells = model.cells().iter();
    let cells = cells.map(|(name, text)| format!("cell {name} : {text}"));
    let auxiliaries = model.auxiliaries().iter();
    let auxiliaries = auxiliaries.map(|(qubit, meaning)| format!("auxiliary x{qubit} : {meaning}"));
    std::iter::once(format!("offset : {offset}"))
        .chain(energy)
        .chain(conventions)
        .chain(cells)
        .chain(auxiliaries)
        .map(|line| format!("{mark} {line}\n"))
        .collect()
}
