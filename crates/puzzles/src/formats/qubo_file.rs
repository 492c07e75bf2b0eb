//! The `.qubo` text of D-Wave's qbsolv: `p qubo 0 maxNodes nNodes nCouplers`, then `i i v` for each
//! node and `i j v` with i < j for each coupler.
//!
//! The format has no place for the offset; it stands in the comment `c offset : v`, where bqpjson
//! writes it too. The nodes that a text names become the qubits, in ascending order; what is above
//! 0 … n − 1 keeps its number as the name of a cell.

use super::source::{ModelDraft, ModelText, Notes, shown};
use super::{ModelFormat, card, need_quadratic, put};
use crate::encode::ModelFile;
use crate::error::Result;
use std::collections::BTreeSet;
use std::io::Write;

pub(super) const FORMAT: ModelFormat = ModelFormat {
    name: "qubo",
    extension: "qubo",
    about: "D-Wave's qbsolv text, with the offset in a comment",
    write,
    recognizes,
    read,
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
    let source = ModelText { text, file };
    let mut notes = Notes::default();
    let mut header = None;
    let mut entries = Vec::new();
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if is_comment(line) {
            notes.take_comment(&source, number, line.trim_start_matches('c'))?;
        } else if header.is_none() {
            header = Some(QuboHeader::read(&source, number, line)?);
        } else {
            entries.push(entry(&source, number, line)?);
        }
    }
    let header = header.ok_or_else(|| source.wrong(None, "no line p qubo", HEADER))?;
    header.check(&source, &entries)?;
    let named: BTreeSet<usize> = entries.iter().flat_map(|(i, j, _)| [*i, *j]).collect();
    let named: Vec<usize> = named.into_iter().collect();
    let place = |node: &usize| named.partition_point(|other| other < node);
    let terms = entries
        .iter()
        .map(|(i, j, value)| (vec![place(i), place(j)], *value));
    let draft = ModelDraft {
        terms: terms.collect(),
        names: named.iter().map(usize::to_string).collect(),
        notes,
    };
    draft.model(&source, "")
}

const HEADER: &str = "the first line is `p qubo 0 maxNodes nNodes nCouplers`";

/// What the text promises to hold.
struct QuboHeader {
    line: usize,
    most: usize,
    nodes: usize,
    couplers: usize,
}

impl QuboHeader {
    fn read(source: &ModelText<'_>, line: usize, text: &str) -> Result<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let wrong = || source.wrong(Some(line), shown(text), HEADER);
        let [p, qubo, _topology, most, nodes, couplers] = words[..] else {
            return Err(wrong());
        };
        let number = |word: &str| word.parse().map_err(|_| wrong());
        if [p, qubo] != PROGRAM {
            return Err(wrong());
        }
        Ok(Self {
            line,
            most: number(most)?,
            nodes: number(nodes)?,
            couplers: number(couplers)?,
        })
    }

    /// # Errors
    /// If there are more or fewer entries than promised, as in a file cut short, or a node beyond
    /// the promised ones.
    fn check(&self, source: &ModelText<'_>, entries: &[(usize, usize, f64)]) -> Result<()> {
        let nodes = entries.iter().filter(|(i, j, _)| i == j).count();
        let couplers = entries.len() - nodes;
        if (nodes, couplers) != (self.nodes, self.couplers) {
            let found = format!(
                "{nodes} nodes and {couplers} couplers where {} and {} are promised",
                self.nodes, self.couplers
            );
            return Err(source.wrong(Some(self.line), found, "copy the whole file"));
        }
        let last = entries.iter().map(|(i, j, _)| *i.max(j)).max();
        if let Some(last) = last.filter(|last| *last >= self.most) {
            let found = format!("node {last} of a model of {} nodes", self.most);
            return Err(source.wrong(Some(self.line), found, "nodes are counted from 0"));
        }
        Ok(())
    }
}

/// `i i v` or `i j v`.
fn entry(source: &ModelText<'_>, line: usize, text: &str) -> Result<(usize, usize, f64)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let entry = match words[..] {
        [i, j, value] => (i.parse().ok(), j.parse().ok(), ModelText::decimal(value)),
        _ => (None, None, None),
    };
    let (Some(i), Some(j), Some(value)) = entry else {
        let remedy = "an entry is `node node number`, the same node twice for a linear term";
        return Err(source.wrong(Some(line), shown(text), remedy));
    };
    Ok((i, j, value))
}
