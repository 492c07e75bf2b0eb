//! Models as files of other programs.
//!
//! Here, too: what every exported model says beside its terms; the JSON of D-Wave's dimod; a CPLEX
//! LP file.
//!
//! Each keeps the offset, the map from cells to qubits and the conventions
//! ([`crate::encode::ModelFile::CONVENTIONS`]): as values where it has a place for them, else as
//! comments. Writers write to what they are given; no file is opened here. Ketboard's own JSON is
//! the one that is read back ([`ModelFile::parse`]).

use crate::encode::{Ising, ModelFile, Polynomial};
use crate::error::{Error, Result};
use serde_json::{Map, Value, json};

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
            write: dimod,
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
            write: lp,
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
    Ok(object(["linear", "quadratic"], &model.polynomial, model))
}

/// The same over spins: C = offset + Σ h_i z_i + Σ J_ij z_i z_j, with x = (1 − z)/2.
fn ising(model: &ModelFile) -> Result<String> {
    let spins = Ising::checked(&model.polynomial)?;
    Ok(object(["h", "J"], &spins.products, model))
}

/// `p qubo 0 maxNodes nNodes nCouplers`, then `node node number` for each of them.
fn qubo(model: &ModelFile) -> Result<String> {
    let p = need_quadratic(model, "qubo")?;
    let couplers = p.quadratic().count();
    let mut text = comments(model, "c");
    text += &format!("p qubo 0 {n} {n} {couplers}\n", n = p.n());
    let linear = p.linear().into_iter().enumerate().map(|(i, c)| (i, i, c));
    for (i, j, value) in linear.chain(p.quadratic()) {
        text += &format!("{i} {j} {}\n", number(value));
    }
    Ok(text)
}

/// The polynomial of a model for a format that holds products of two variables at most.
///
/// # Errors
/// If it has a product of more.
fn need_quadratic<'m>(model: &'m ModelFile, format: &str) -> Result<&'m Polynomial> {
    let degree = model.polynomial.degree();
    if degree <= 2 {
        return Ok(&model.polynomial);
    }
    Err(Error::setting(
        "format",
        format!("{format} holds products of two variables; this model has a product of {degree}"),
        "use `format` json, which holds products of any number, or leave them out: `distinct_lines` qubo or filter, `symbols` one-hot",
    ))
}

// What every exported model says beside its terms: as JSON values, or as lines of comment.

/// A number as short as it can be read back: integers without a point.
fn number(value: f64) -> Value {
    let exact = 2_f64.powi(53);
    if value.fract() == 0.0 && value.abs() <= exact {
        Value::from(value as i64)
    } else {
        Value::from(value)
    }
}

/// The key of a list in JSON, its word in comments, and names with what they mean.
type Notes = (&'static str, &'static str, Vec<(String, String)>);

/// What a model says beside its terms.
fn notes(model: &ModelFile) -> [Notes; 3] {
    let conventions = ModelFile::CONVENTIONS.iter();
    let conventions = conventions.map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    let auxiliaries = model.auxiliaries.iter();
    let auxiliaries = auxiliaries.map(|(qubit, text)| (format!("x{qubit}"), text.clone()));
    [
        ("conventions", "", conventions.collect()),
        ("cells", "cell ", model.cells.to_vec()),
        ("auxiliaries", "auxiliary ", auxiliaries.collect()),
    ]
}

/// The same as JSON, after the least energy of a board without a broken rule.
fn entries(model: &ModelFile) -> Vec<(&'static str, Value)> {
    let energy = model.zero_violation_energy;
    let energy = energy.map(|energy| ("zero_violation_energy", number(energy)));
    let [conventions, cells, auxiliaries] = notes(model).map(|(key, _, notes)| {
        let notes = notes.into_iter().map(|(name, text)| (name, text.into()));
        (key, notes.collect::<Map<String, Value>>())
    });
    let auxiliaries = Some(auxiliaries).filter(|(_, notes)| !notes.is_empty());
    let lists = [Some(cells), auxiliaries, Some(conventions)]
        .into_iter()
        .flatten();
    let lists = lists.map(|(key, notes)| (key, notes.into()));
    energy.into_iter().chain(lists).collect()
}

/// A JSON object with one line for each key.
fn json_lines(entries: &[(&str, Value)]) -> String {
    let lines: Vec<String> = entries
        .iter()
        .map(|(key, value)| format!("  \"{key}\": {value}"))
        .collect();
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}

/// The JSON of a polynomial, whose terms of one and of two have these keys, and of the model that
/// it is of; products of three and more are a key where there are some.
fn object([linear, quadratic]: [&'static str; 2], p: &Polynomial, model: &ModelFile) -> String {
    let pair = |(i, j, c)| Value::from(vec![Value::from(i), Value::from(j), number(c)]);
    let product = |(set, c): (&[usize], f64)| Value::from(vec![Value::from(set), number(c)]);
    let mut all = vec![
        ("n", p.n().into()),
        ("offset", number(p.offset())),
        (linear, p.linear().into_iter().map(number).collect()),
        (quadratic, p.quadratic().map(pair).collect()),
    ];
    if p.degree() > 2 {
        all.push(("higher", p.higher().map(product).collect()));
    }
    all.extend(entries(model));
    json_lines(&all)
}

/// The same as lines of comment, each after `mark`: offset, zero-violation energy, conventions,
/// cells, auxiliaries.
fn comments(model: &ModelFile, mark: &str) -> String {
    let offset = number(model.polynomial.offset());
    let energy = model.zero_violation_energy;
    let energy = energy.map(|e| format!("zero_violation_energy : {}", number(e)));
    let notes = notes(model).into_iter().flat_map(|(_, word, notes)| {
        let line = move |(name, text)| format!("{word}{name} : {text}");
        notes.into_iter().map(line)
    });
    let lines = [format!("offset : {offset}")]
        .into_iter()
        .chain(energy)
        .chain(notes);
    lines.map(|line| format!("{mark} {line}\n")).collect()
}

// The JSON of D-Wave's dimod: what `dimod.BinaryQuadraticModel.from_serializable(json.load(file))`
// reads.
//
// Schema 3.0.0 of `BinaryQuadraticModel.to_serializable`, written with binary variables labeled 0
// … n − 1 like the qubits. The cells and conventions lie under `info`, which dimod leaves to its
// users.

fn dimod(model: &ModelFile) -> Result<String> {
    let p = need_quadratic(model, "dimod")?;
    let quadratic: Vec<(usize, usize, f64)> = p.quadratic().collect();
    let info: Map<String, Value> = entries(model)
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect();
    let entries = [
        ("type", "BinaryQuadraticModel".into()),
        ("version", json!({"bqm_schema": "3.0.0"})),
        ("use_bytes", false.into()),
        ("index_type", "int32".into()),
        ("bias_type", "float64".into()),
        ("num_variables", p.n().into()),
        ("num_interactions", quadratic.len().into()),
        ("variable_labels", (0..p.n()).collect()),
        ("variable_type", "BINARY".into()),
        ("offset", p.offset().into()),
        ("info", info.into()),
        // Biases keep their point: NumPy takes the type of a list from its numbers.
        ("linear_biases", p.linear().into()),
        ("quadratic_biases", quadratic.iter().map(|q| q.2).collect()),
        ("quadratic_head", quadratic.iter().map(|q| q.0).collect()),
        ("quadratic_tail", quadratic.iter().map(|q| q.1).collect()),
    ];
    Ok(json_lines(&entries))
}

// A CPLEX LP file: minimize linear + [ quadratic ] / 2 + constant over binaries, for mixed-integer
// solvers.
//
// The brackets hold twice each coefficient, as the halving demands. Every variable is named in the
// objective, with 0 where it has no linear term, because readers learn their variables there. One
// term a line: lines of LP files are limited to some 500 characters.

fn lp(model: &ModelFile) -> Result<String> {
    let p = need_quadratic(model, "lp")?;
    let mut text = comments(model, "\\") + "Minimize\n obj:\n";
    for (i, c) in p.linear().into_iter().enumerate() {
        text += &format!(" {} x{i}\n", signed(c));
    }
    let product = |(i, j, c)| format!(" {} x{i} * x{j}\n", signed(2.0 * c));
    let products: String = p.quadratic().map(product).collect();
    if !products.is_empty() {
        text += &format!(" + [\n{products} ] / 2\n");
    }
    let names: String = (0..p.n()).map(|i| format!(" x{i}\n")).collect();
    text += &format!(
        " {}\nSubject To\nBinaries\n{names}End\n",
        signed(p.offset())
    );
    Ok(text)
}

/// `+ 2`, `- 0.5`.
fn signed(value: f64) -> String {
    let sign = if value < 0.0 { '-' } else { '+' };
    format!("{sign} {}", number(value.abs()))
}
