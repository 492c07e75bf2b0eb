//! The states that are drawn puzzle by puzzle: of each chain one record, of not too many chains.

use super::study::{RecordChain, Study};
use super::words::{caption, slug};
use super::{Figures, LACKING};
use crate::pipeline::Record;
use std::collections::HashMap;

/// So many are drawn one by one where nobody asks for others.
const FEW: usize = 4;

/// A chain, and its record of the study's depth, or its deepest, where it does not reach that.
pub(super) struct Chosen<'a> {
    pub(super) chain: &'a RecordChain<'a>,
    pub(super) record: &'a Record,
}

impl Chosen<'_> {
    /// What was run, in a line.
    pub(super) fn caption(&self) -> String {
        let seed = self.record.setting.seed;
        let seed = format!(", drawn is the lowest objective, seed {seed}");
        caption(self.chain.records.iter().copied(), &seed)
    }

    /// The name of the file of a figure.
    pub(super) fn file(&self, figure: &str) -> String {
        format!("{figure}-{}", slug(&self.chain.name))
    }
}

/// The chains to draw; the others are said to be left out.
pub(super) fn chosen<'a>(
    study: &'a Study<'a>,
    figures: &mut Figures,
    has: impl Fn(&Record) -> bool,
) -> Vec<Chosen<'a>> {
    let choose = |chain: &'a RecordChain<'a>| {
        let at = chain.at(study.depth).filter(|record| has(record));
        let deepest = || chain.best().rev().find(|record| has(record));
        let record = at.or_else(deepest)?;
        Some(Chosen { chain, record })
    };
    let all: Vec<Chosen<'a>> = study.chains().filter_map(choose).collect();
    let (count, lacking) = (all.len(), study.chains().count() - all.len());
    if count == 0 {
        return all;
    }
    if lacking > 0 {
        figures.leave_out(format!("{lacking} of the curves: {LACKING}"));
    }
    let all = if study.plan.puzzles.is_empty() {
        first_few(all, |one| one.record.family.as_deref())
    } else {
        all
    };
    if count > all.len() {
        let more = count - all.len();
        let reason = format!("{more} of {count}, one by one: name them by `puzzles`");
        figures.leave_out(reason);
    }
    all
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
