//! The Ising Hamiltonian as JSON: C = offset + Σ h_i z_i + Σ J z_i z_j + Σ c Π z, with z = 1 − 2x.
//!
//! Keys: `n`, `offset`, `h` (n numbers), `J` ([i, j, number] with i < j), `higher`
//! ([[i, j, k, ...], number], absent where empty), then those of every model. The offset is the
//! constant over spins, not that of the QUBO.

use super::source::{ModelText, Notes, finished};
use super::{ModelFormat, card, put};
use crate::encode::{Ising, ModelFile, Polynomial};
use crate::error::{Error, Result};
use serde_json::{Map, Value};
use std::io::Write;

pub(super) const FORMAT: ModelFormat = ModelFormat {
    name: "ising",
    extension: "json",
    about: "fields h and couplings J of the Ising Hamiltonian, as JSON",
    write,
    recognizes,
    read,
};

fn write(model: &ModelFile, out: &mut dyn Write) -> Result<()> {
    need_few_images(model)?;
    let ising = Ising::from(model.polynomial());
    let mut entries = vec![
        ("n", ising.n().into()),
        ("offset", card::number(ising.constant())),
        ("h", card::numbers(&ising.fields())),
        ("J", card::pairs(ising.couplings())),
    ];
    entries.extend(card::products(ising.higher()).map(|list| ("higher", list)));
    entries.extend(card::entries(model));
    put(&card::object(&entries), out)
}

/// # Errors
/// If a product has so many variables that its 2^degree images would fill the memory.
fn need_few_images(model: &ModelFile) -> Result<()> {
    let (degree, limit) = (model.polynomial().degree(), Ising::DEGREE_LIMIT);
    if degree <= limit {
        return Ok(());
    }
    Err(Error::setting(
        "format",
        format!("a product of {degree} variables becomes 2^{degree} products of spins"),
        format!("use `format` json; ising takes products of at most {limit} variables"),
    ))
}

/// The most products of bits that a text may become: 2 for each field, 4 for each coupling, 2^d for
/// a product of d.
const MOST_IMAGES: u64 = 1 << 22;

fn recognizes(text: &str) -> bool {
    let object = serde_json::from_str::<Map<String, Value>>(text);
    object.is_ok_and(|object| object.contains_key("h") || object.contains_key("J"))
}

fn read(text: &str, file: &str) -> Result<ModelFile> {
    let source = ModelText { text, file };
    let object = source.object()?;
    check_keys(&source, &object)?;
    let fields = source.numbers(&object, "h")?;
    let n = fields.len();
    if object
        .get("n")
        .is_some_and(|told| told.as_u64() != Some(n as u64))
    {
        let found = format!("n is {} and h has {n} numbers", object["n"]);
        return Err(source.wrong(None, found, "h has one number for each of the n spins"));
    }
    let mut terms: Vec<(Vec<usize>, f64)> = Vec::new();
    if let Some(offset) = object.get("offset") {
        terms.push((Vec::new(), source.number("offset", offset)?));
    }
    terms.extend(fields.into_iter().enumerate().map(|(i, h)| (vec![i], h)));
    let remedy = "J is a list of [i, j, number] with i ≠ j, both counted from 0 and below n";
    for entry in source.list(&object, "J")? {
        let wrong = || source.wrong_at("J", entry, remedy);
        let list = entry.as_array().filter(|list| list.len() == 3);
        let (spins, value) = list.ok_or_else(wrong)?.split_at(2);
        let spins = distinct(spins, n).ok_or_else(wrong)?;
        terms.push((spins, source.number("J", &value[0])?));
    }
    terms.extend(products(&source, &object, n)?);
    let images = terms
        .iter()
        .map(|(spins, _)| 1_u64.checked_shl(spins.len() as u32));
    let images = images.fold(0_u64, |sum, own| {
        sum.saturating_add(own.unwrap_or(u64::MAX))
    });
    if images > MOST_IMAGES {
        let found = format!("products of spins that become {images} products of bits");
        return Err(source.wrong(None, found, format!("at most {MOST_IMAGES} are read")));
    }
    let notes = Notes::of_object(&source, &object)?;
    let polynomial = Polynomial::from(&Ising::from_terms(n, &terms));
    finished(
        &source,
        polynomial,
        notes.zero_violation_energy,
        &notes.cells,
    )
}

/// # Errors
/// If there is a key that this format does not have: what it says must not be lost.
fn check_keys(source: &ModelText<'_>, object: &Map<String, Value>) -> Result<()> {
    let known = [
        "n",
        "offset",
        "h",
        "J",
        "higher",
        "zero_violation_energy",
        "cells",
        "conventions",
    ];
    match object.keys().find(|key| !known.contains(&key.as_str())) {
        None => Ok(()),
        Some(key) => {
            let remedy = format!("the keys are {}", known.join(", "));
            Err(source.wrong(None, format!("unknown key {key:?}"), remedy))
        }
    }
}

/// The products of three spins and more.
fn products(
    source: &ModelText<'_>,
    object: &Map<String, Value>,
    n: usize,
) -> Result<Vec<(Vec<usize>, f64)>> {
    if !object.contains_key("higher") {
        return Ok(Vec::new());
    }
    let remedy = "higher is a list of [[i, j, k, ...], number] with different spins, counted from 0 and below n";
    let product = |entry: &Value| {
        let wrong = || source.wrong_at("higher", entry, remedy);
        let Some([Value::Array(spins), value]) = entry.as_array().map(Vec::as_slice) else {
            return Err(wrong());
        };
        let spins = distinct(spins, n).ok_or_else(wrong)?;
        Ok((spins, source.number("higher", value)?))
    };
    source.list(object, "higher")?.iter().map(product).collect()
}

/// The spins of a product, which are different and below n.
fn distinct(spins: &[Value], n: usize) -> Option<Vec<usize>> {
    let index = |value: &Value| usize::try_from(value.as_u64()?).ok().filter(|i| *i < n);
    let mut set: Vec<usize> = spins.iter().map(index).collect::<Option<_>>()?;
    set.sort_unstable();
    let different = set.windows(2).all(|pair| pair[0] < pair[1]);
    different.then_some(set)
}
