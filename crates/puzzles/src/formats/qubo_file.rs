//! The `.qubo` text of D-Wave's qbsolv: `p qubo 0 maxNodes nNodes nCouplers`, then `i i v` for each
//! node and `i j v` with i < j for each coupler.
//!
//! The format has no place for the offset; it stands in the comment `c offset : v`, where bqpjson
//! writes it too. The nodes that a text names become the qubits, in ascending order; what is above
//! 0 … n − 1 keeps its number as the name of a cell.

use super::source::{ModelDraft, decimal, shown};
use super::{ModelFormat, card, need_quadratic, put};
use crate::encode::ModelFile;
use crate::error::{Error, Result};
use std::collections::BTreeSet;
use std::io::Write;

pub(super) const FORMAT: ModelFormat = ModelFormat {
    name: "qubo",
    extension: "qubo",
    about: "D-Wave's qbsolv text, with the offset in a comment",
    write,
    recognizes,
    read: Some(read),
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
    let mut draft = ModelDraft::default();
    let mut header = None;
    let mut entries = Vec::new();
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        let wrong = |found: String, remedy: &str| Error::input(file, Some(number), found, remedy);
        if is_comment(line) {
            take_comment(&mut draft, line.trim_start_matches('c'))
                .map_err(|found| wrong(found, "write a finite number there"))?;
        } else if header.is_none() {
            let told = QuboHeader::read(line).ok_or_else(|| wrong(shown(line), HEADER))?;
            header = Some((number, told));
        } else {
            let remedy = "an entry is `node node number`, the same node twice for a linear term";
            entries.push(entry(line).ok_or_else(|| wrong(shown(line), remedy))?);
        }
    }
    let (line, header) =
        header.ok_or_else(|| Error::input(file, None, "no line p qubo", HEADER))?;
    header
        .check(&entries)
        .map_err(|found| Error::input(file, Some(line), found, "copy the whole file"))?;
    let named: BTreeSet<usize> = entries.iter().flat_map(|(i, j, _)| [*i, *j]).collect();
    let named: Vec<usize> = named.into_iter().collect();
    let place = |node: &usize| named.partition_point(|other| other < node);
    let terms = entries.iter();
    draft.terms = terms
        .map(|(i, j, value)| (vec![place(i), place(j)], *value))
        .collect();
    draft.names = named.iter().map(usize::to_string).collect();
    draft.model(file)
}

/// Takes in what a comment says as `key : value`; any other comment is left alone.
///
/// # Errors
/// A key whose value is no number, in words.
fn take_comment(draft: &mut ModelDraft, text: &str) -> std::result::Result<(), String> {
    let Some((key, value)) = text.rsplit_once(':') else {
        return Ok(());
    };
    let (key, value) = (key.trim(), value.trim());
    let number = || {
        let found = || format!("the comment's {key} is {}", shown(value));
        decimal(value).ok_or_else(found)
    };
    match (key.split_once(' '), key) {
        (Some(("cell", name)), _) => {
            draft.notes.cells.insert(name.trim().into(), value.into());
        }
        (Some(("auxiliary", name)), _) => {
            draft
                .notes
                .auxiliaries
                .insert(name.trim().into(), value.into());
        }
        (_, "offset") => draft.offset = number()?,
        (_, "zero_violation_energy") => draft.notes.zero_violation_energy = Some(number()?),
        _ => {}
    }
    Ok(())
}

const HEADER: &str = "the first line is `p qubo 0 maxNodes nNodes nCouplers`";

/// What the first line promises.
struct QuboHeader {
    most: usize,
    nodes: usize,
    couplers: usize,
}

impl QuboHeader {
    fn read(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [p, qubo, _topology, most, nodes, couplers] = words[..] else {
            return None;
        };
        let number = |word: &str| word.parse().ok();
        ([p, qubo] == PROGRAM).then_some(())?;
        Some(Self {
            most: number(most)?,
            nodes: number(nodes)?,
            couplers: number(couplers)?,
        })
    }

    /// # Errors
    /// What is there instead of what was promised, in words.
    fn check(&self, entries: &[(usize, usize, f64)]) -> std::result::Result<(), String> {
        let nodes = entries.iter().filter(|(i, j, _)| i == j).count();
        let couplers = entries.len() - nodes;
        if (nodes, couplers) != (self.nodes, self.couplers) {
            return Err(format!(
                "{nodes} nodes and {couplers} couplers where {} and {} are promised",
                self.nodes, self.couplers
            ));
        }
        let last = entries.iter().map(|(i, j, _)| *i.max(j)).max();
        match last.filter(|last| *last >= self.most) {
            Some(last) => Err(format!("node {last} of a model of {} nodes", self.most)),
            None => Ok(()),
        }
    }
}

/// `node node number`.
fn entry(text: &str) -> Option<(usize, usize, f64)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [i, j, value] = words[..] else {
        return None;
    };
    Some((i.parse().ok()?, j.parse().ok()?, decimal(value)?))
}
