//! The pictures of a sweep, from its records and the chains that made them.

use super::pictures::PictureOptions;
use crate::Result;
use crate::experiment::{FigurePlan, draw_chain, draw_figures, first_few};
use crate::files::fill_folder;
use crate::lab::{Chain, Record, Results};
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

/// Draws the figures of all records, and of a few puzzles what their first chain shows, into the
/// folder of the results; returns the files.
///
/// # Errors
/// A record that cannot be read, a state that does not fit into memory, a file that cannot be
/// written.
pub(crate) fn draw<'c>(
    results: &Results,
    chains: impl IntoIterator<Item = &'c Chain>,
    pictures: &PictureOptions,
) -> Result<Vec<PathBuf>> {
    let traces = results.traces();
    let records = results.records()?;
    let by_run: HashMap<&str, &Record> = records.iter().map(|r| (&*r.run, r)).collect();
    let (mut seen, mut puzzles) = (HashSet::new(), Vec::new());
    for chain in chains {
        let runs = chain.depths().map(|depth| chain.run_name(depth));
        let own: Vec<&Record> = runs.filter_map(|run| by_run.get(&*run).copied()).collect();
        if !own.is_empty() && seen.insert(&chain.subject.name) {
            puzzles.push((chain, own));
        }
    }
    let puzzles = first_few(puzzles, |(_, own)| own[0].family.as_deref());
    fill_folder(results.folder(), |folder| {
        draw_figures(&records, folder, &FigurePlan::default())?;
        for (chain, own) in &puzzles {
            let known = own.iter().filter_map(|record| traces.get(&record.run));
            let values: Vec<_> = known.flatten().cloned().collect();
            draw_chain(chain, own[own.len() - 1], &values, folder)?;
        }
        pictures.apply(folder)
    })
}
