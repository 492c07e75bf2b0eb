//! The words around figures: settings, sizes, and what others reach.

use super::curves::NUMBERS;
use super::study::read;
use crate::experiment::pictures::{GROUND_STATES, summed};
use crate::pipeline::{Input, Record};
use crate::plots::short_probability;
use crate::settings::setting;
use ketboard_puzzles::Puzzle;
use ketboard_qaoa::search::Strategy;
use std::collections::BTreeSet;

/// The set that success probabilities sum.
pub(super) fn summed_in<'a>(records: impl IntoIterator<Item = &'a Record>) -> String {
    let (mut puzzles, mut has_models) = (BTreeSet::new(), false);
    for record in records {
        match &record.input {
            Input::Puzzle(text) => drop(puzzles.insert(&**text)),
            Input::Model(_) => has_models = true,
        }
    }
    let read = |text: &&str| Puzzle::parse(text, "record");
    let valued = |text| read(text).is_ok_and(|puzzle| puzzle.model.has_objective());
    let rules = summed(puzzles.iter().any(valued));
    match (puzzles.is_empty(), has_models) {
        (true, _) => GROUND_STATES.to_owned(),
        (false, false) => rules.to_owned(),
        (false, true) => {
            format!("{rules}, or, of a model without rules, of its exact ground states")
        }
    }
}

/// How several seeds of a puzzle are drawn: as numbers, and as single states.
pub(super) const MEDIAN_OF_SEEDS: &str = ", each puzzle their median";
pub(super) const BEST_OF_SEEDS: &str = ", each puzzle the one of lowest objective";

/// What was run, in a line: `12 puzzles, 4 to 16 qubits; standard ansatz, objective expectation,
/// strategy ladder, 3 starts; seed 1.` Of several seeds, what is drawn of a puzzle follows.
pub(super) fn caption<'a>(records: impl Iterator<Item = &'a Record>, of_seeds: &str) -> String {
    let records: Vec<&Record> = records.collect();
    let names: BTreeSet<&str> = records.iter().map(|record| &*record.name).collect();
    let count = match names.first() {
        Some(one) if names.len() == 1 => (*one).to_owned(),
        _ => format!("{} puzzles", names.len()),
    };
    let seeds: BTreeSet<u64> = records.iter().map(|record| record.setting.seed).collect();
    let seeds = match seeds.first() {
        Some(one) if seeds.len() == 1 => format!("seed {one}"),
        _ => format!("{} seeds{of_seeds}", seeds.len()),
    };
    let size = spread(records.iter().map(|record| record.qubits as u64));
    let (space, shared) = (space(&records), shared(&records));
    format!("{count}, {size} qubits{space}{shared}; {seeds}.")
}

/// The registers, the mixer and the number of states, where any run is on registers; those that
/// differ are in the names of settings.
fn space(records: &[&Record]) -> String {
    let spaces = records.iter().filter_map(|record| record.setting.space());
    let spaces: BTreeSet<(&str, &str)> = spaces.collect();
    if spaces.iter().all(|(registers, _)| *registers == "qubits") {
        return String::new();
    }
    let named = spaces.iter().map(|(registers, mixer)| match *registers {
        "qubits" => format!("plain with mixer {mixer}"),
        registers => format!("on registers {registers} with mixer {mixer}"),
    });
    let named = named.collect::<Vec<_>>().join(" or ");
    let states = spread(records.iter().map(|record| record.states));
    format!(", {named}, {states} states")
}

/// What all runs have in common of what decides them most, each after a comma; starts
/// count for all strategies but one.
fn shared(records: &[&Record]) -> String {
    let mut strategies = records.iter().map(|record| record.setting.strategy);
    let climbs = strategies.any(|strategy| strategy == Strategy::Ladder);
    let named = ["ansatz", "objective", "optimizer", "strategy", "starts"];
    let named = named.into_iter().take(if climbs { 4 } else { 5 });
    let words = named.filter_map(setting).filter_map(|one| {
        let values = records.iter().map(|record| one.get(&record.setting));
        let values: BTreeSet<String> = values.collect();
        let value = values.first().filter(|_| values.len() == 1)?;
        Some(format!(", {} {value}", one.name))
    });
    words.collect()
}

/// What the exact solver needs on these puzzles; empty where no record says it.
pub(super) fn exact_search<'a>(records: impl IntoIterator<Item = &'a Record>) -> String {
    // a model without rules has no nodes: all of its energies are looked at
    let searched = |record: &'a Record| {
        let of_rules = matches!(record.input, Input::Puzzle(_));
        let nodes = record.baselines.exact_search_nodes;
        Some((nodes.filter(|_| of_rules)?, &*record.name))
    };
    // once for each puzzle, whatever its depths, seeds and settings
    let puzzles: BTreeSet<(u64, &str)> = records.into_iter().filter_map(searched).collect();
    let nodes: Vec<u64> = puzzles.into_iter().map(|(nodes, _)| nodes).collect();
    let assumed = match nodes.as_slice() {
        [] => return String::new(),
        [.., 0] => "no guess".to_owned(),
        nodes => format!("{} guesses", spread(nodes.iter().copied())),
    };
    format!(" Exact search over the rules, which finds all solutions, needs {assumed}.")
}

/// What others reach on the problem of one record, for pictures of one state.
pub(super) fn beside(record: &Record) -> String {
    let number = short_probability;
    let reached = |(_, name, key): &(_, &str, &str)| {
        let name = if name.is_empty() { "this state" } else { name };
        Some(match read(key, record)? {
            (0.0, Some((_, high))) => format!("{name} at most {} (no run succeeded)", number(high)),
            (value, None) => format!("{name} {}", number(value)),
            (value, Some((low, high))) => {
                let [value, low, high] = [value, low, high].map(number);
                format!("{name} {value} ({low} to {high})")
            }
        })
    };
    let parts: Vec<String> = NUMBERS.iter().filter_map(reached).collect();
    let exact = exact_search([record]);
    if parts.is_empty() {
        return exact.trim_start().to_owned();
    }
    let (meaning, parts) = (summed_in([record]), parts.join(", "));
    format!("P(success), the probability of {meaning}: {parts}.{exact}")
}

/// `7`, or `4 to 16`.
pub(crate) fn spread(numbers: impl Iterator<Item = u64>) -> String {
    let all: BTreeSet<u64> = numbers.collect();
    match (all.first(), all.last()) {
        (Some(least), Some(most)) if least < most => format!("{least} to {most}"),
        (only, _) => only.map_or_else(String::new, u64::to_string),
    }
}

/// A name as a part of a file's name: letters, digits, `-`, `_` and `.` stay.
pub(super) fn slug(name: &str) -> String {
    let is_kept = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    let kept = name.replace(|c: char| !is_kept(c), "-");
    let parts = kept.split('-').filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_is_a_name_of_a_file() {
        for (name, expected) in [
            ("queens-5x5", "queens-5x5"),
            ("a b, seed 3", "a-b-seed-3"),
            ("../x/é?", "..-x-é"),
        ] {
            assert_eq!(slug(name), expected);
        }
    }
}
