//! The words around figures: settings, sizes, and what others reach.

use super::curves::{BESIDE, Beside};
use crate::experiment::pictures::{GROUND_STATES, summed};
use crate::lab::{Input, Record};
use crate::plots::{Look, short_probability};
use crate::settings::{Settings, setting};
use ketboard_puzzles::Puzzle;
use ketboard_qaoa::search::Strategy;
use std::collections::BTreeSet;

/// The set that success probabilities sum.
pub(super) fn summed_in<'a>(records: impl IntoIterator<Item = &'a Record>) -> String {
    let mut inputs: Vec<&Input> = Vec::new();
    for record in records {
        if !inputs.contains(&&record.input) {
            inputs.push(&record.input);
        }
    }
    let (puzzles, models): (Vec<&Input>, Vec<&Input>) = inputs
        .iter()
        .partition(|input| matches!(input, Input::Puzzle(_)));
    let read = |input: &&Input| Puzzle::parse(input.text(), "record");
    let valued = |input| read(input).is_ok_and(|puzzle| puzzle.model.has_objective());
    let rules = summed(puzzles.iter().any(valued));
    match (puzzles.as_slice(), models.as_slice()) {
        (_, []) => rules.to_owned(),
        ([], _) => GROUND_STATES.to_owned(),
        _ => format!("{rules}, or, of a model without rules, of its exact ground states"),
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
    let settings: Vec<&Settings> = records.iter().map(|record| &record.setting).collect();
    let shared = shared(&settings);
    format!(
        "{count}, {size} qubits{}{shared}; {seeds}.",
        space(&records)
    )
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
fn shared(settings: &[&Settings]) -> String {
    let climbs = settings.iter().any(|one| one.strategy == Strategy::Ladder);
    let named = ["ansatz", "objective", "optimizer", "strategy", "starts"];
    let named = named.into_iter().take(if climbs { 4 } else { 5 });
    let words = named.filter_map(setting).filter_map(|one| {
        let value = one.get(settings.first()?);
        let is_shared = settings.iter().all(|other| one.get(other) == value);
        is_shared.then(|| format!(", {} {value}", one.name))
    });
    words.collect()
}

/// What the exact solver needs on these puzzles; empty where no record says it.
pub(super) fn exact_search<'a>(records: impl IntoIterator<Item = &'a Record>) -> String {
    // a model without rules has no nodes: all of its energies are looked at
    let searched = |record: &'a Record| {
        let of_rules = matches!(record.input, Input::Puzzle(_));
        let exact = record.baselines.exact_search.as_ref();
        Some((exact.filter(|_| of_rules)?.nodes, &*record.name))
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
    let own = |record: &Record| Some((record.success_probability?, None));
    let this: Beside<'_> = (Look::Setting, "this state", &own);
    let numbers = [this].into_iter().chain(BESIDE);
    let number = short_probability;
    let numbers = numbers.filter_map(|(_, name, of)| {
        Some(match of(record)? {
            (0.0, Some((_, high))) => format!("{name} at most {} (no run succeeded)", number(high)),
            (value, None) => format!("{name} {}", number(value)),
            (value, Some((low, high))) => {
                format!(
                    "{name} {} ({} to {})",
                    number(value),
                    number(low),
                    number(high)
                )
            }
        })
    });
    let parts: Vec<String> = numbers.collect();
    let exact = exact_search([record]);
    if parts.is_empty() {
        return exact.trim_start().to_owned();
    }
    let meaning = summed_in([record]);
    format!(
        "P(success), the probability of {meaning}: {}.{exact}",
        parts.join(", ")
    )
}

/// `7`, or `4 to 16`.
fn spread(numbers: impl Iterator<Item = u64>) -> String {
    let numbers: Vec<u64> = numbers.collect();
    let least = numbers.iter().min().copied().unwrap_or(0);
    let most = numbers.iter().max().copied().unwrap_or(0);
    if least == most {
        format!("{least}")
    } else {
        format!("{least} to {most}")
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
