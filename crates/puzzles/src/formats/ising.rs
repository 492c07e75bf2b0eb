//! The Ising Hamiltonian as JSON: C = offset + Σ h_i z_i + Σ J z_i z_j + Σ c Π z, with z = 1 − 2x.
//!
//! Keys: `n`, `offset`, `h` (n numbers), `J` ([i, j, number] with i < j), `higher`
//! ([[i, j, k, ...], number], absent where empty), then those of every model. The offset is the
//! constant over spins, not that of the QUBO.

use super::{ModelFormat, card};
use crate::encode::{Ising, ModelFile};
use crate::error::{Error, Result};
use serde_json::{Map, Value};

pub(super) const FORMAT: ModelFormat = ModelFormat {
    name: "ising",
    extension: "json",
    about: "fields h and couplings J of the Ising Hamiltonian, as JSON",
    write,
    recognizes,
    read: Some(|text, file| ModelFile::parse_json(text, file, ["h", "J"])),
};

fn write(model: &ModelFile) -> Result<String> {
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
    Ok(card::object(&entries))
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

fn recognizes(text: &str) -> bool {
    let object = serde_json::from_str::<Map<String, Value>>(text);
    object.is_ok_and(|object| object.contains_key("h") || object.contains_key("J"))
}
