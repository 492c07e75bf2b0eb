//! Our own model JSON: [`ModelFile`] says what it means and reads it.

use super::{ModelFormat, card, put};
use crate::encode::ModelFile;
use crate::error::Result;
use std::io::Write;

pub(super) const FORMAT: ModelFormat = ModelFormat {
    name: "json",
    extension: "json",
    about: "Ketboard's own model, any degree",
    write,
    recognizes,
    read: Some(ModelFile::parse),
};

fn write(model: &ModelFile, out: &mut dyn Write) -> Result<()> {
    let p = model.polynomial();
    let mut entries = vec![
        ("n", p.n().into()),
        ("offset", card::number(p.offset())),
        ("linear", card::numbers(&p.linear())),
        ("quadratic", card::pairs(p.quadratic())),
    ];
    entries.extend(card::products(p.higher()).map(|list| ("higher", list)));
    entries.extend(card::entries(model));
    put(&card::object(&entries), out)
}

/// Every JSON object that no other format claims, so that its reader names what is wrong.
fn recognizes(text: &str) -> bool {
    text.trim_start().starts_with('{')
}
