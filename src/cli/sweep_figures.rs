//! The pictures of a sweep, from its records and the chains that made them.

use super::pictures::PictureOptions;
use crate::Result;
use crate::experiment::{FigurePlan, draw_chain, draw_figures};
use crate::files::fill_folder;
use crate::lab::{Chain, Record, Results};
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

/// Draws the figures of all records, and of each puzzle what its first chain shows, into the folder
/// of the results; returns the files.
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
    fill_folder(results.folder(), |folder| {
        draw_figures(&records, folder, &FigurePlan::default())?;
        let by_run: HashMap<&str, &Record> = records.iter().map(|r| (&*r.run, r)).collect();
        let mut seen = HashSet::new();
        for chain in chains {
            if seen.contains(&chain.subject.name) {
                continue;
            }
            let runs = chain.depths().map(|depth| chain.run_name(depth));
            let own: Vec<&Record> = runs.filter_map(|run| by_run.get(&*run).copied()).collect();
            let Some(deepest) = own.last() else {
                continue;
            };
            seen.insert(&chain.subject.name);
            let known = own.iter().filter_map(|record| traces.get(&record.run));
            let values: Vec<_> = known.flatten().cloned().collect();
            draw_chain(chain, deepest, &values, folder)?;
        }
        pictures.apply(folder)
    })
}
