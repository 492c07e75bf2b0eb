//! The `.qubo` text of D-Wave's qbsolv: `p qubo 0 maxNodes nNodes nCouplers`, then `i i v` for each
//! node and `i j v` with i < j for each coupler.
//!
//! The format has no place for the offset; it stands in the comment `c offset : v`, where bqpjson
//! writes it too. The nodes that a text names become the qubits, in ascending order; what is above
//! 0 … n − 1 keeps its number as the name of a cell.

use super::source::{decimal, named_model, shown};
use super::{ModelFormat, card, need_quadratic};
use crate::encode::{ModelFile, Notes};
use crate::error::{Error, Result};
use std::collections::BTreeSet;

pub(super) const FORMAT: ModelFormat = ModelFormat {
    name: "qubo",
    extension: "qubo",
    about: "D-Wave's qbsolv text, with the offset in a comment",
    write,
    recognizes,
    read: Some(read),
};

fn write(model: &ModelFile) -> Result<String> {
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
    Ok(text)
}

/// The header's word, after which its four numbers stand.
const PROGRAM: [&str; 2] = ["p", "qubo"];

fn recognizes(text: &str) -> bool {
    let first = text.lines().map(str::trim).find(|line| !is_comment(line));
    first.is_some_and(|line| line.split_whitespace().take(2).eq(PROGRAM))
}

/// A line that says nothing to a solver: a comment, or nothing at all.
fn is_comment(line: &str) -> bool {
    line.is_empty() || line.split_whitespace().next() == Some("c")
}

fn read(text: &str, file: &str) -> Result<ModelFile> {
    let mut offset = 0.0;
    let mut notes = Notes::default();
    let mut header = None;
    let mut entries = Vec::new();
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        let wrong = |found: String, remedy: &str| Error::input(file, Some(number), found, remedy);
        if is_comment(line) {
            take_comment(line.trim_start_matches('c'), &mut offset, &mut notes)
                .map_err(|found| wrong(found, "write a finite number there"))?;
        } else if header.is_none() {
            let told = promised(line).ok_or_else(|| wrong(shown(line), HEADER))?;
            header = Some((number, told));
        } else {
            let remedy = "an entry is `node node number`, the same node twice for a linear term";
            entries.push(entry(line).ok_or_else(|| wrong(shown(line), remedy))?);
        }
    }
    let (line, [most, nodes, couplers]) =
        header.ok_or_else(|| Error::input(file, None, "no line p qubo", HEADER))?;
    let named: BTreeSet<usize> = entries.iter().flat_map(|(i, j, _)| [*i, *j]).collect();
    let linear = entries.iter().filter(|(i, j, _)| i == j).count();
    let found = match named.last().filter(|last| **last >= most) {
        Some(last) => format!("node {last} of a model of {most} nodes"),
        None => format!(
            "{linear} nodes and {} couplers where {nodes} and {couplers} are promised",
            entries.len() - linear
        ),
    };
    if named.last().is_some_and(|last| *last >= most)
        || (linear, entries.len() - linear) != (nodes, couplers)
    {
        return Err(Error::input(file, Some(line), found, "copy the whole file"));
    }
    let named: Vec<usize> = named.into_iter().collect();
    let place = |node: usize| named.partition_point(|other| *other < node);
    let terms = entries
        .into_iter()
        .map(|(i, j, value)| (vec![place(i), place(j)], value));
    let terms = [(Vec::new(), offset)].into_iter().chain(terms).collect();
    let names = named.iter().map(usize::to_string).collect();
    named_model(names, terms, false, notes, file)
}

/// Takes in what a comment says as `key : value`; any other comment is left alone.
///
/// # Errors
/// A key whose value is no number, in words.
fn take_comment(
    text: &str,
    offset: &mut f64,
    notes: &mut Notes,
) -> std::result::Result<(), String> {
    let Some((key, value)) = text.rsplit_once(':') else {
        return Ok(());
    };
    let (key, value) = (key.trim(), value.trim());
    let number =
        || decimal(value).ok_or_else(|| format!("the comment's {key} is {}", shown(value)));
    match (key.split_once(' '), key) {
        (Some(("cell", name)), _) => drop(notes.cells.insert(name.trim().into(), value.into())),
        (Some(("auxiliary", name)), _) => {
            notes.auxiliaries.insert(name.trim().into(), value.into());
        }
        (_, "offset") => *offset = number()?,
        (_, "zero_violation_energy") => notes.zero_violation_energy = Some(number()?),
        _ => {}
    }
    Ok(())
}

const HEADER: &str = "the first line is `p qubo 0 maxNodes nNodes nCouplers`";

/// The three numbers of the first line: the most nodes, nodes and couplers.
fn promised(text: &str) -> Option<[usize; 3]> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [p, qubo, _topology, ref numbers @ ..] = words[..] else {
        return None;
    };
    let numbers: Option<Vec<usize>> = numbers.iter().map(|word| word.parse().ok()).collect();
    numbers?.try_into().ok().filter(|_| [p, qubo] == PROGRAM)
}

/// `node node number`.
fn entry(text: &str) -> Option<(usize, usize, f64)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [i, j, value] = words[..] else {
        return None;
    };
    Some((i.parse().ok()?, j.parse().ok()?, decimal(value)?))
}
