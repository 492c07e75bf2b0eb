//! A CPLEX LP file: minimize linear + [ quadratic ] / 2 + constant over binaries, for mixed-integer
//! solvers.
//!
//! The brackets hold twice each coefficient, as the halving demands. Every variable is named in the
//! objective, with 0 where it has no linear term, because readers learn their variables there. One
//! term a line: lines of LP files are limited to some 500 characters.

use super::{card, need_quadratic};
use crate::encode::{ModelFile, Polynomial};
use crate::error::Result;

pub(super) fn write(model: &ModelFile) -> Result<String> {
    let p = need_quadratic(model, "lp")?;
    let names: String = (0..p.n()).map(|i| format!(" x{i}\n")).collect();
    Ok(format!(
        "{comments}Minimize\n obj:\n{linear}{quadratic} {constant}\nSubject To\nBinaries\n{names}End\n",
        comments = card::comments(model, "\\"),
        linear = linear(p),
        quadratic = quadratic(p),
        constant = signed(p.offset()),
    ))
}

fn linear(p: &Polynomial) -> String {
    let terms = p.linear().into_iter().enumerate();
    terms
        .map(|(i, c)| format!(" {} x{i}\n", signed(c)))
        .collect()
}

fn quadratic(p: &Polynomial) -> String {
    let products = p
        .quadratic()
        .map(|(i, j, c)| format!(" {} x{i} * x{j}\n", signed(2.0 * c)));
    let products: String = products.collect();
    if products.is_empty() {
        return products;
    }
    format!(" + [\n{products} ] / 2\n")
}

/// `+ 2`, `- 0.5`.
fn signed(value: f64) -> String {
    let sign = if value < 0.0 { '-' } else { '+' };
    format!("{sign} {}", card::number(value.abs()))
}
