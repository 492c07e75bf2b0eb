//! Running records again, each from its own input and setting alone, and comparing them byte by byte.

use super::chain::{Chain, Finished};
use super::contents::Wanted;
use super::difference::{Difference, difference};
use super::forecast::SIDE_BY_SIDE;
use super::journal::line_of;
use super::run::{Heard, Listener, Results, Stop};
use super::subject::Subject;
use super::{Record, Source};
use crate::error::{Error, Result};
use crate::optimize::Progress;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;

/// What running records again showed.
#[derive(Clone, PartialEq, Debug)]
pub struct Verification {
    /// Records in the folder.
    pub records: usize,
    /// Records that were run again.
    pub checked: usize,
    /// Those that came out otherwise, in the order of their lines.
    pub wrong: Vec<Wrong>,
    /// Whether the listener said stop before all were run again.
    pub stopped: bool,
}

/// A record that does not come out again.
#[derive(Clone, PartialEq, Debug)]
pub struct Wrong {
    /// The 1-based line.
    pub line: usize,
    /// The run's name, where the line is a record.
    pub run: Option<String>,
    /// What is wrong with it.
    pub what: Mistake,
}

/// What is wrong with a record.
#[derive(Clone, PartialEq, Debug)]
pub enum Mistake {
    /// A key has another value than the run gives: recorded on the left, computed on the right.
    Differs(Difference),
    /// It cannot be run, or is no record.
    CannotRun(String),
    /// Another line has the same run.
    Twice(usize),
}

/// How many records are run again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// All.
    All,
    /// So many, chosen by a seed.
    Sample {
        /// How many.
        records: usize,
        /// The seed.
        seed: u64,
    },
}

/// A line to be checked.
struct Line {
    number: usize,
    text: String,
    record: Record,
}

impl Results {
    /// Runs records again and compares them with their lines.
    ///
    /// Records of one input and setting are run as one chain: what a depth gives does not depend on
    /// how deep the chain goes on. Where the listener says stop, what was checked until there is
    /// returned.
    ///
    /// # Errors
    /// If the file of records cannot be read, or is empty.
    pub fn verify(&self, extent: Extent, listener: Listener<'_>) -> Result<Verification> {
        let mut wrong = Vec::new();
        let mut lines = Vec::new();
        let mut seen = HashMap::new();
        let mut records = 0;
        for (place, line) in self.lines()?.enumerate() {
            let (text, record) = line?;
            let number = place + 1;
            records = number;
            match record {
                Ok(record) => {
                    if let Some(other) = seen.insert(record.run.clone(), number) {
                        wrong.push(Wrong {
                            line: number,
                            run: Some(record.run.clone()),
                            what: Mistake::Twice(other),
                        });
                    }
                    lines.push(Line {
                        number,
                        text,
                        record,
                    });
                }
                Err(error) => wrong.push(Wrong {
                    line: number,
                    run: None,
                    what: Mistake::CannotRun(error.to_string()),
                }),
            }
        }
        if records == 0 {
            let found = "no record to run again";
            return Err(Error::argument(
                "DIR",
                found,
                "give a folder that `ketboard sweep` filled",
            ));
        }
        let lines = sampled(lines, extent);
        let checked = lines.len();
        let chains = chains_of(lines);
        let stop = &Stop::new(listener);
        let _kept_for_all = stop.tell(Heard::Begins {
            units: checked as u64,
            runs: checked,
            done: 0,
        });
        // large states use all threads themselves, and fit into memory one at a time
        let is_small = |lines: &Vec<Line>| u128::from(lines[0].record.states) <= SIDE_BY_SIDE;
        let (small, large): (Vec<_>, Vec<_>) = chains.into_iter().partition(is_small);
        let side_by_side = small.into_par_iter().map(|lines| check(&lines, stop));
        let mut found: Vec<Checked> = side_by_side.collect();
        found.extend(large.iter().map(|lines| check(lines, stop)));
        let run: usize = found.iter().map(|found| found.run).sum();
        wrong.extend(found.into_iter().flat_map(|found| found.wrong));
        wrong.sort_by_key(|wrong| wrong.line);
        Ok(Verification {
            records,
            checked: run,
            wrong,
            stopped: run < checked,
        })
    }
}

fn sampled(mut lines: Vec<Line>, extent: Extent) -> Vec<Line> {
    let Extent::Sample { records, seed } = extent else {
        return lines;
    };
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    while lines.len() > records {
        let place = rng.next_u64() % lines.len() as u64;
        lines.swap_remove(place as usize);
    }
    lines.sort_by_key(|line| line.number);
    lines
}

/// Lines that say the same of input and setting, together.
fn chains_of(lines: Vec<Line>) -> Vec<Vec<Line>> {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut chains: Vec<Vec<Line>> = Vec::new();
    for line in lines {
        let record = &line.record;
        let key = serde_json::to_string(&(&record.name, &record.input, &record.setting));
        let key = key.expect("inputs and settings are texts and finite numbers");
        let place = *places.entry(key).or_insert(chains.len());
        if place == chains.len() {
            chains.push(Vec::new());
        }
        chains[place].push(line);
    }
    chains
}

/// What became of the lines of a chain.
struct Checked {
    /// How many were run again, or cannot be.
    run: usize,
    wrong: Vec<Wrong>,
}

fn check(lines: &[Line], stop: &Stop<'_>) -> Checked {
    let mut computed: HashMap<usize, Record> = HashMap::new();
    let again = match stop.is_set() {
        true => Ok(()),
        false => run_again(lines, stop, &mut computed),
    };
    let stopped = again.is_ok() && stop.is_set();
    let is_run = |line: &&Line| !stopped || computed.contains_key(&line.record.depth);
    let run: Vec<&Line> = lines.iter().filter(is_run).collect();
    let judged = run.iter().filter_map(|line| {
        let what = match (computed.get(&line.record.depth), &again) {
            (Some(record), _) => compare(line, record),
            (None, Err(error)) => Some(Mistake::CannotRun(error.to_string())),
            (None, Ok(())) => Some(Mistake::CannotRun(format!(
                "no run has depth {}",
                line.record.depth
            ))),
        };
        what.map(|what| Wrong {
            line: line.number,
            run: Some(line.record.run.clone()),
            what,
        })
    });
    Checked {
        wrong: judged.collect(),
        run: run.len(),
    }
}

/// Runs the depths of the lines, each with what its record holds.
fn run_again(lines: &[Line], stop: &Stop<'_>, computed: &mut HashMap<usize, Record>) -> Result<()> {
    let record = &lines[0].record;
    let source = Source {
        name: record.name.clone(),
        file: record.name.clone(),
        input: record.input.clone(),
    };
    let subject = Subject::prepare(&source, &record.setting)?.map_err(Error::from)?;
    let mut wanted: Vec<Wanted> = lines.iter().map(|line| Wanted::of(&line.record)).collect();
    wanted.sort_by_key(|wanted| wanted.depth);
    wanted.dedup_by_key(|wanted| wanted.depth);
    let chain = Chain::new(Arc::new(subject), record.setting.clone(), wanted);
    let name = &*chain.subject.name;
    let heard = |progress: &Progress| {
        let progress = *progress;
        stop.tell(Heard::Searching { name, progress })
    };
    chain.run(&[], &heard, &mut |finished: Finished| {
        let _kept_for_all = stop.tell(Heard::Done {
            run: &finished.record.run,
        });
        computed.insert(finished.record.depth, finished.record);
        Ok(())
    })
}

fn compare(line: &Line, computed: &Record) -> Option<Mistake> {
    let text = line_of(computed);
    if line.text.as_bytes() == text.trim_ascii_end() {
        return None;
    }
    let left = serde_json::from_str(&line.text).unwrap_or_default();
    let right = serde_json::from_slice(&text).unwrap_or_default();
    let found = difference(&left, &right);
    // What is equal in value may be written otherwise.
    Some(Mistake::Differs(found.unwrap_or_else(|| Difference {
        key: "the line".to_owned(),
        left: "written otherwise".to_owned(),
        right: "as this program writes it".to_owned(),
    })))
}
