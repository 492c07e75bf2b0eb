//! Models as files of other programs.
//!
//! Each keeps the offset, the map from cells to qubits and the conventions
//! ([`crate::encode::CONVENTIONS`]): as values where it has a place for them, else as comments.
//! Writers write to what they are given; no file is opened here. Ketboard's own JSON is the one
//! that is read back ([`ModelFile::parse`]).

mod card;
mod dimod;
mod lp;

use crate::encode::{Ising, ModelFile, Polynomial};
use crate::error::{Error, Result};

/// A format in which a model can be written.
///
/// ```
/// use ketboard_puzzles::{ModelFormat, ModelFile};
///
/// let model = ModelFile::parse(r#"{"linear": [-1, -1], "quadratic": [[0, 1, 3]]}"#, "two.json")?;
/// let qubo = ModelFormat::ALL.iter().find(|format| format.name == "qubo").unwrap();
/// assert!((qubo.write)(&model)?.ends_with("p qubo 0 2 2 1\n0 0 -1\n1 1 -1\n0 1 3\n"));
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ModelFormat {
    /// The name on the command line.
    pub name: &'static str,
    /// The usual ending of its files, without the dot.
    pub extension: &'static str,
    /// One line for the help.
    pub about: &'static str,
    /// The text of a model.
    ///
    /// # Errors
    /// If the format cannot carry the model.
    pub write: fn(&ModelFile) -> Result<String>,
}

impl ModelFormat {
    /// All formats for models. Adding one: a function in `formats/`, a line here.
    ///
    /// ```
    /// use ketboard_puzzles::{ModelFormat, ModelFile};
    ///
    /// let model = ModelFile::parse(r#"{"linear": [1], "quadratic": []}"#, "one.json")?;
    /// let written = ModelFormat::ALL.iter().map(|format| (format.write)(&model));
    /// assert!(written.flatten().all(|text| text.contains("bit order")));
    /// # Ok::<(), ketboard_puzzles::Error>(())
    /// ```
    pub const ALL: &[Self] = &[
        ModelFormat {
            name: "json",
            extension: "json",
            about: "Ketboard's own model, any degree",
            write: json,
        },
        ModelFormat {
            name: "dimod",
            extension: "json",
            about: "D-Wave's dimod: BinaryQuadraticModel.from_serializable",
            write: dimod::write,
        },
        ModelFormat {
            name: "qubo",
            extension: "qubo",
            about: "D-Wave's qbsolv text, with the offset in a comment",
            write: qubo,
        },
        ModelFormat {
            name: "lp",
            extension: "lp",
            about: "CPLEX LP with a quadratic objective, for Gurobi, CPLEX, SCIP, HiGHS",
            write: lp::write,
        },
        ModelFormat {
            name: "ising",
            extension: "json",
            about: "fields h and couplings J of the Ising Hamiltonian, as JSON",
            write: ising,
        },
    ];
}

fn json(model: &ModelFile) -> Result<String> {
    let keys = ["n", "offset", "linear", "quadratic", "higher"];
    Ok(card::object(keys, model.polynomial(), model))
}

/// The same over spins: C = offset + Σ h_i z_i + Σ J_ij z_i z_j, with x = (1 − z)/2.
fn ising(model: &ModelFile) -> Result<String> {
    let (degree, limit) = (model.polynomial().degree(), Ising::DEGREE_LIMIT);
    if degree > limit {
        return Err(Error::setting(
            "format",
            format!("a product of {degree} variables becomes 2^{degree} products of spins"),
            format!("use `format` json; ising takes products of at most {limit} variables"),
        ));
    }
    let spins = Ising::from(model.polynomial());
    let keys = ["n", "offset", "h", "J", "higher"];
    Ok(card::object(keys, spins.products(), model))
}

/// `p qubo 0 maxNodes nNodes nCouplers`, then `node node number` for each of them.
fn qubo(model: &ModelFile) -> Result<String> {
    let p = need_quadratic(model, "qubo")?;
    let couplers = p.quadratic().count();
    let mut text = card::comments(model, "c");
    text += &format!("p qubo 0 {n} {n} {couplers}\n", n = p.n());
    let linear = p.linear().into_iter().enumerate().map(|(i, c)| (i, i, c));
    for (i, j, value) in linear.chain(p.quadratic()) {
        text += &format!("{i} {j} {}\n", card::number(value));
    }
    Ok(text)
}

/// The polynomial of a model for a format that holds products of two variables at most.
///
/// # Errors
/// If it has a product of more.
fn need_quadratic<'m>(model: &'m ModelFile, format: &str) -> Result<&'m Polynomial> {
    let degree = model.polynomial().degree();
    if degree <= 2 {
        return Ok(model.polynomial());
    }
    Err(Error::setting(
        "format",
        format!("{format} holds products of two variables; this model has a product of {degree}"),
        "use `format` json, which holds products of any number, or leave them out: `distinct_lines` qubo or filter, `symbols` one-hot",
    ))
}
