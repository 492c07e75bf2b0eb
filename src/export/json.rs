//! Our own model JSON, the only format that every command reads: [`ModelFile`] says what it means.

use super::{ModelFormat, card, put};
use crate::encode::ModelFile;
use crate::error::Result;
use std::io::Write;

pub(super) const FORMAT: ModelFormat = ModelFormat {
    name: "json",
    extension: "json",
    about: "Ketboard's own model, for simulate and bench; any degree",
    write,
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
