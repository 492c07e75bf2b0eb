//! The `.qubo` text of D-Wave's qbsolv: `p qubo 0 maxNodes nNodes nCouplers`, then `i i v` for each node and
//! `i j v` with i < j for each coupler.
//!
//! The format has no place for the offset; it stands in the comment `c offset : v`, where bqpjson writes it too.

use super::{ModelFormat, card, need_quadratic, put};
use crate::encode::ModelFile;
use crate::error::Result;
use std::io::Write;

pub(super) const FORMAT: ModelFormat = ModelFormat {
    name: "qubo",
    extension: "qubo",
    about: "D-Wave's qbsolv text, with the offset in a comment",
    write,
};

fn write(model: &ModelFile, out: &mut dyn Write) -> Result<()> {
    need_quadratic(model, FORMAT.name)?;
    let p = model.polynomial();
    let couplers = p.quadratic().count();
    let mut text = card::comments(model, "c");
    text += &format!("p qubo 0 {n} {n} {couplers}\n", n = p.n());
    for (i, value) in p.linear().into_iter().enumerate() {
        text += &format!("{i} {i} {}\n", card::number(value));
    }
    for (i, j, value) in p.quadratic() {
        text += &format!("{i} {j} {}\n", card::number(value));
    }
    put(&text, out)
}
