//! The Ising Hamiltonian as JSON: C = offset + Σ h_i z_i + Σ J z_i z_j + Σ c Π z, with z = 1 − 2x.
//!
//! Keys: `n`, `offset`, `h` (n numbers), `J` ([i, j, number] with i < j), `higher`
//! ([[i, j, k, ...], number], absent where empty), then those of every model. The offset is the
//! constant over spins, not that of the QUBO.

use super::{ModelFormat, card, put};
use crate::encode::{Ising, ModelFile, Notes, Polynomial, from_json, products};
use crate::error::{Error, Result};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value};
use std::io::Write;

pub(super) const FORMAT: ModelFormat = ModelFormat {
    name: "ising",
    extension: "json",
    about: "fields h and couplings J of the Ising Hamiltonian, as JSON",
    write,
    recognizes,
    read: Some(read),
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

/// The JSON of a Hamiltonian; `conventions` is for people.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IsingJson {
    n: Option<usize>,
    #[serde(default)]
    offset: f64,
    h: Vec<f64>,
    #[serde(rename = "J")]
    couplings: Vec<(usize, usize, f64)>,
    #[serde(default)]
    higher: Vec<(Vec<usize>, f64)>,
    zero_violation_energy: Option<f64>,
    #[serde(default)]
    cells: Map<String, Value>,
    #[serde(default)]
    auxiliaries: Map<String, Value>,
    #[serde(default, rename = "conventions")]
    _conventions: IgnoredAny,
}

fn read(text: &str, file: &str) -> Result<ModelFile> {
    let remedy = "a Hamiltonian is a JSON object like {\"h\": [1, -1], \"J\": [[0, 1, 2]]}, all numbers finite";
    let json: IsingJson = from_json(text, file, remedy)?;
    let n = json.h.len();
    if json.n.is_some_and(|told| told != n) {
        let found = format!("n is {} and h has {n} numbers", json.n.unwrap_or(0));
        return Err(Error::input(
            file,
            None,
            found,
            "give one for each of the n spins",
        ));
    }
    let fields = json.h.into_iter().enumerate().map(|(i, h)| (vec![i], h));
    let couplings = json.couplings.into_iter().map(|(i, j, c)| (vec![i, j], c));
    let terms: Vec<(Vec<usize>, f64)> = [(Vec::new(), json.offset)]
        .into_iter()
        .chain(fields)
        .chain(products(n, "J", couplings, file)?)
        .chain(products(n, "higher", json.higher.into_iter(), file)?)
        .collect();
    let images = terms
        .iter()
        .map(|(spins, _)| 1_u64.checked_shl(spins.len() as u32));
    let images = images.fold(0_u64, |sum, own| {
        sum.saturating_add(own.unwrap_or(u64::MAX))
    });
    if images > MOST_IMAGES {
        let found = format!("products of spins that become {images} products of bits");
        let remedy = format!("at most {MOST_IMAGES} are read");
        return Err(Error::input(file, None, found, remedy));
    }
    let notes = Notes {
        zero_violation_energy: json.zero_violation_energy,
        cells: json.cells,
        auxiliaries: json.auxiliaries,
    };
    ModelFile::with_notes(
        Polynomial::from(&Ising::from_terms(n, &terms)),
        &notes,
        file,
    )
}
