//! The state after every layer, of records that hold none: computed again at their angles, without
//! a search.

use super::chain::Chain;
use super::contents::Wanted;
use super::record::{Layers, Record};
use crate::error::Result;
use rayon::prelude::*;
use std::collections::HashMap;

/// Up to this many basis states the layers of a record cost far less than its search did.
const MOST_STATES: u64 = 1 << 16;

/// The layers of the deepest record of each puzzle and setting, by the name of the run: of puzzles
/// of at most 2^16 states, where no record of the puzzle and setting holds any. A record whose
/// circuit cannot be run again has none.
pub(crate) fn missing_layers(records: &[Record]) -> HashMap<String, Layers> {
    let mut deepest: Vec<&Record> = Vec::new();
    for record in records {
        let same = |other: &&mut &Record| {
            (&other.name, &other.setting, &other.input)
                == (&record.name, &record.setting, &record.input)
        };
        match deepest.iter_mut().find(same) {
            // One that holds layers stays, so that nothing is computed beside it.
            Some(known) if known.layers.is_some() => (),
            Some(known) if record.layers.is_some() || record.depth > known.depth => *known = record,
            Some(_) => (),
            None => deepest.push(record),
        }
    }
    let wanted = deepest.into_par_iter().filter(|record| {
        let cheap = record.states <= MOST_STATES && record.depth > 0;
        cheap && record.family.is_some() && record.layers.is_none()
    });
    let found = wanted.filter_map(|record| Some((record.run.clone(), layers(record).ok()??)));
    found.collect()
}

fn layers(record: &Record) -> Result<Option<Layers>> {
    let wanted = Wanted {
        depth: record.depth,
        layers: true,
        baselines: false,
    };
    let chain = Chain::of(record, vec![wanted])?;
    Ok(chain.at_angles_of(record, &wanted)?.layers)
}
