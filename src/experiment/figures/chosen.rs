//! The states that are drawn puzzle by puzzle: of each chain one record, of not too many chains.

use super::curves::labeled;
use super::study::{RecordChain, Study};
use crate::lab::Record;
use crate::plots::Heading;

/// Without being asked for by name, so many chains are drawn one by one.
const MOST: usize = 6;

/// A chain, its record of the study's depth (or its deepest, where it does not reach that), and the
/// end of its files' names.
pub(super) struct Chosen<'a> {
    pub(super) chain: &'a RecordChain<'a>,
    pub(super) record: &'a Record,
    /// The puzzle's name with the label of its setting, for titles.
    pub(super) name: String,
    /// The end of the names of its files, letters and digits only.
    pub(super) slug: String,
    study: &'a Study<'a>,
}

impl<'a> Chosen<'a> {
    /// The records of the chain.
    pub(super) fn records(&self) -> impl Iterator<Item = &'a Record> {
        self.chain.records.iter().copied()
    }

    /// The words around a picture, as the study lays it out.
    pub(super) fn heading(&self, title: impl Into<String>, caption: impl Into<String>) -> Heading {
        self.study.heading(title, caption)
    }
}

/// The chains to draw, and what to say of the others.
pub(super) fn chosen<'a>(
    study: &'a Study<'a>,
    has: impl Fn(&Record) -> bool,
) -> (Vec<Chosen<'a>>, Vec<String>) {
    let record = |chain: &'a RecordChain<'a>| {
        let at = chain.at(study.depth).filter(|record| has(record));
        let deepest = || {
            chain
                .records
                .iter()
                .rev()
                .copied()
                .find(|record| has(record))
        };
        at.or_else(deepest)
    };
    let all: Vec<Chosen<'a>> = study
        .chains()
        .filter_map(|(label, chain)| {
            let name = labeled(&chain.name, label);
            Some(Chosen {
                chain,
                record: record(chain)?,
                slug: chain.slug.clone(),
                study,
                name,
            })
        })
        .collect();
    let mut said = Vec::new();
    let lacking = study.chains().count() - all.len();
    if lacking > 0 {
        said.push(format!(
            "{lacking} of the curves: their records hold no such numbers"
        ));
    }
    let limit = if study.puzzles_named {
        usize::MAX
    } else {
        MOST
    };
    if all.len() > limit {
        said.push(format!(
            "{} more: the first {limit} are drawn one by one; name others by `puzzles`",
            all.len() - limit
        ));
    }
    (all.into_iter().take(limit).collect(), said)
}
