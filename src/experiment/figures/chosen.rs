//! The states that are drawn puzzle by puzzle: of each chain one record, of not too many chains.

use super::study::{RecordChain, Study};
use super::words::{caption, slug};
use crate::lab::Record;
use crate::plots::Heading;
use std::collections::HashMap;

/// So many are drawn one by one where nobody asks for others.
pub(crate) const FEW: usize = 4;

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
    /// What was run, in a line.
    pub(super) fn caption(&self) -> String {
        let seed = format!(
            ", drawn is the lowest objective, seed {}",
            self.record.setting.seed
        );
        caption(self.chain.records.iter().copied(), &seed)
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
        let deepest = || chain.best().rev().find(|record| has(record));
        at.or_else(deepest)
    };
    let all: Vec<Chosen<'a>> = study
        .chains()
        .filter_map(|(label, chain)| {
            let name = study.name_of((label, chain));
            Some(Chosen {
                chain,
                record: record(chain)?,
                slug: slug(&name),
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
    let count = all.len();
    let all = match study.plan.puzzles.as_slice() {
        [] => first_few(all, |one| one.record.family.as_deref()),
        _ => all,
    };
    if count > all.len() {
        said.push(format!(
            "{} of {count}, one by one: name them by `puzzles`",
            count - all.len(),
        ));
    }
    (all, said)
}

/// Of many the few that are drawn one by one where nobody asks for others: of each family the
/// first, then of each the second, and so on.
pub(crate) fn first_few<T>(all: Vec<T>, family: impl Fn(&T) -> Option<&str>) -> Vec<T> {
    let mut seen: HashMap<Option<String>, usize> = HashMap::new();
    let ranked = all.into_iter().map(|one| {
        let before = seen.entry(family(&one).map(str::to_owned)).or_default();
        *before += 1;
        (*before, one)
    });
    let mut ranked: Vec<(usize, T)> = ranked.collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().take(FEW).map(|(_, one)| one).collect()
}
