//! Our own model JSON: [`ModelFile`] says what it means and reads it.

use super::{ModelFormat, card};
use crate::encode::ModelFile;
use crate::error::Result;

pub(super) const FORMAT: ModelFormat = ModelFormat {
    name: "json",
    extension: "json",
    about: "Ketboard's own model, any degree",
    write,
    recognizes,
    read: Some(ModelFile::parse),
};

fn write(model: &ModelFile) -> Result<String> {
    let p = model.polynomial();
    let mut entries = vec![
        ("n", p.n().into()),
        ("offset", card::number(p.offset())),
        ("linear", card::numbers(&p.linear())),
        ("quadratic", card::pairs(p.quadratic())),
    ];
    entries.extend(card::products(p.higher()).map(|list| ("higher", list)));
    entries.extend(card::entries(model));
    Ok(card::object(&entries))
}

/// Every JSON object that no other format claims, so that its reader names what is wrong.
fn recognizes(text: &str) -> bool {
    text.trim_start().starts_with('{')
}
