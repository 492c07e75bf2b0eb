//! A plan: which puzzles, which settings, which depths, and what records hold beside their numbers.
//! From flags, or from a TOML file:
//!
//! ```toml
//! name = "queens against depth"
//! puzzles = ["puzzles/queens-*.toml", "models/*.json"]  # files and patterns, beside the plan
//! depths = "1..8"                                       # both ends; or a list
//! seeds = "0..4"
//! reduce = ["paper", "full"]                            # any setting: a value, or a list
//!
//! [[generate]]                                          # puzzles with one solution, from seeds
//! family = "tango"
//! size = 4
//! seeds = "1..10"
//!
//! [record]
//! layers = "all"                                        # the state after every layer
//! ```

mod file;

use super::RecordOptions;
use crate::error::{Error, Result};
use crate::files::{is_standard_input, read_text, shown_name};
use crate::json::{extend, to_json};
use crate::pipeline::{Input, Record, Source, key_of};
use crate::settings::{SETTINGS, Setting, Settings};
use ketboard_puzzles::GenerateOptions;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, HashSet};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// The largest depth that can be asked for.
pub(crate) const DEEPEST: u64 = 1000;

/// Which runs are to be made.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SweepPlan {
    /// The name of the plan.
    pub name: String,
    /// Its puzzles and models, in order; they differ in their names.
    pub sources: Vec<RunSource>,
    /// The values of settings that are crossed with the puzzles.
    pub axes: Axes,
    /// The depths that are recorded, ascending.
    pub depths: Vec<usize>,
    /// What a record holds beside its numbers.
    pub contents: RecordOptions,
    /// The part of it that is to be run; `None` for all.
    pub shard: Option<Shard>,
}

impl SweepPlan {
    /// The plan of one setting for all puzzles and models; depths 1 to 6 where none are given.
    ///
    /// # Errors
    /// If two puzzles have one name.
    pub(crate) fn of_options(
        sources: Vec<RunSource>,
        settings: &Settings,
        depths: Option<Vec<usize>>,
    ) -> Result<Self> {
        refuse_equal_names(&sources, "puzzles")?;
        Ok(Self {
            name: "sweep".to_owned(),
            sources,
            axes: Axes::from(settings),
            depths: depths.unwrap_or_else(|| (1..=6).collect()),
            contents: RecordOptions::default(),
            shard: None,
        })
    }

    /// The text of `plan.json`, from which readers of a folder know what was run.
    pub(super) fn text(&self) -> String {
        let hash = |source: &RunSource| (source.name.clone(), source.input.hash().into());
        let puzzles: Map<String, Value> = self.sources.iter().map(hash).collect();
        let mut plan = json!({"name": self.name, "puzzles": puzzles});
        for (key, values) in self.axes.iter() {
            plan[key] = json!(values);
        }
        let rest = json!({
            "depths": self.depths,
            "record": self.contents,
            "version": env!("CARGO_PKG_VERSION"),
            "shard": self.shard.map(|shard| shard.to_string()),
        });
        extend(&mut plan, rest);
        format!("{:#}\n", to_json(&plan))
    }
}

/// One of several parts of a plan, `3/16`: its number, from 1, and how many there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shard {
    number: usize,
    of: usize,
}

impl Shard {
    /// Whether a puzzle under one of so many settings falls to this part, by their places in the
    /// plan. Parts take turns; where each would always get the same setting, they begin one later
    /// with each puzzle.
    pub(super) fn has(self, puzzle: usize, setting: usize, settings: usize) -> bool {
        let later = puzzle * usize::from(settings.is_multiple_of(self.of));
        (puzzle * settings + setting + later) % self.of == self.number - 1
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        let numbers = text.split_once('/');
        let numbers = numbers.and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
        let shard = numbers.map(|(number, of)| Self { number, of });
        let shard = shard.filter(|shard| (1..=shard.of).contains(&shard.number));
        let remedy = "give its number and how many there are, such as 3/16";
        shard.ok_or_else(|| format!("found {text:?}; {remedy}"))
    }
}

/// The numbers that `text` names: `1..8` (both ends included), `1,2,4`, or both; ascending, each
/// once. `None` where it names none, one outside of `range`, or more than a million in a row.
pub(crate) fn whole_numbers(text: &str, range: &RangeInclusive<u64>) -> Option<Vec<u64>> {
    let number = |item: &str| {
        let number = item.trim().parse().ok();
        number.filter(|number| range.contains(number))
    };
    let mut list: Vec<u64> = Vec::new();
    for item in text.split(',') {
        let (from, to) = item.split_once("..").unwrap_or((item, item));
        let (from, to) = (number(from)?, number(to.trim_start_matches('='))?);
        list.extend((to.checked_sub(from)? < MOST).then_some(from..=to)?);
    }
    list.sort_unstable();
    list.dedup();
    (!list.is_empty()).then_some(list)
}

/// The most numbers that one range may name.
const MOST: u64 = 1_000_000;

/// The most puzzles under settings of one plan: each takes some kilobytes before it runs.
const MOST_CHAINS: usize = 100_000;

/// The values of every setting, in the order of [`SETTINGS`].
///
/// They are kept as texts, so that a plan file and options mean the same thing wherever their texts
/// are the same.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Axes(Vec<Vec<String>>);

impl Default for Axes {
    /// One value for each: the default.
    fn default() -> Self {
        Self::from(&Settings::default())
    }
}

impl From<&Settings> for Axes {
    /// One value for each: that of these settings.
    fn from(settings: &Settings) -> Self {
        Self(SETTINGS.iter().map(|one| vec![one.get(settings)]).collect())
    }
}

impl Axes {
    /// Sets the values of a key; equal ones count once.
    ///
    /// # Errors
    /// The first value that the key cannot have, with what it can be; or that there is no such key.
    pub(crate) fn set(
        &mut self,
        key: &str,
        values: Vec<String>,
    ) -> std::result::Result<(), [String; 2]> {
        let place = SETTINGS.iter().position(|one| one.plan_key() == key);
        let place = place.ok_or_else(|| [key.to_owned(), "a key of a setting".to_owned()])?;
        let setting = &SETTINGS[place];
        let mut probe = Settings::default();
        let mut different: Vec<String> = Vec::with_capacity(values.len());
        for value in values {
            if setting.set(&mut probe, &value).is_err() {
                return Err([value, setting.in_words()]);
            }
            if !different.contains(&value) {
                different.push(value);
            }
        }
        self.0[place] = different;
        Ok(())
    }

    /// Each key with its values.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'static str, &[String])> {
        let keys = SETTINGS.iter().map(Setting::plan_key);
        keys.zip(self.0.iter().map(Vec::as_slice))
    }

    /// Every combination, none twice, for so many puzzles: the values of the last key follow each
    /// other.
    ///
    /// # Errors
    /// If puzzles under settings are more than [`MOST_CHAINS`].
    pub(crate) fn settings(&self, puzzles: usize) -> Result<Vec<Settings>> {
        let product = |chains: usize, values: &Vec<String>| chains.saturating_mul(values.len());
        let chains = self.0.iter().fold(puzzles, product);
        if chains > MOST_CHAINS {
            let found = format!(
                "puzzles under settings are {chains}, and at most {MOST_CHAINS} make a plan"
            );
            return Err(Error::argument(
                "plan",
                found,
                "cross fewer, or write several plans",
            ));
        }
        let mut all = vec![Settings::default()];
        for (setting, values) in SETTINGS.iter().zip(&self.0) {
            let with = |settings: &Settings, value: &String| {
                let mut settings = settings.clone();
                let set = setting.set(&mut settings, value);
                set.expect("values are checked when they are set");
                settings
            };
            let each = all.iter();
            all = each
                .flat_map(|settings| values.iter().map(move |value| with(settings, value)))
                .collect();
        }
        let mut known = HashSet::new();
        all.retain(|settings| known.insert(key_of(settings)));
        Ok(all)
    }
}

/// One puzzle or model of a plan, whole.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RunSource {
    /// The name that records and pictures carry.
    pub name: String,
    /// Where it came from, for messages.
    pub file: String,
    /// The text of the puzzle or model.
    pub input: Input,
}

impl RunSource {
    /// The puzzle or model in a file.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let file = shown_name(path);
        let stem = path.file_stem().filter(|_| !is_standard_input(path));
        let stem = stem.map(|stem| stem.to_string_lossy().into_owned());
        let name = stem.unwrap_or_else(|| file.replace(' ', "-"));
        let input = Input::of(read_text(path)?);
        Ok(Self { name, file, input })
    }

    /// What the text states.
    ///
    /// # Errors
    /// A text that is no puzzle, or no model.
    pub(super) fn parse(&self) -> Result<Source> {
        Source::parse(self.input.text(), &self.file)
    }

    /// What a record was run from.
    pub(super) fn of(record: &Record) -> Self {
        Self {
            name: record.name.clone(),
            file: record.name.clone(),
            input: record.input.clone(),
        }
    }

    /// The puzzle of `family` that these options make; it is named after them.
    ///
    /// # Errors
    /// As [`GenerateOptions::generate`].
    pub(crate) fn generated(family: &str, options: &GenerateOptions) -> Result<Self> {
        let name = name_of(family, options);
        Ok(Self {
            input: Input::Puzzle(options.generate(family, None)?),
            file: name.clone(),
            name,
        })
    }
}

/// `star-battle-8x8-2-stars-12-qubits-hard-seed-3`.
fn name_of(family: &str, options: &GenerateOptions) -> String {
    let (size, seed) = (options.size, options.seed);
    let parts = [
        options.stars.map(|stars| format!("-{stars}-stars")),
        options.qubits.map(|qubits| format!("-{qubits}-qubits")),
        options.states.map(|states| format!("-{states}-states")),
        options.nodes.map(|nodes| format!("-{nodes}-nodes")),
        options.difficulty.map(|one| format!("-{}", one.name())),
        options.distinct_layouts.then(|| "-own-layout".to_owned()),
    ];
    let suffix: String = parts.into_iter().flatten().collect();
    format!("{family}-{size}x{size}{suffix}-seed-{seed}")
}

/// Succeeds if no two sources have one name, which records and pictures carry.
///
/// # Errors
/// The first two that do; `name` is what to call their list.
pub(crate) fn refuse_equal_names(sources: &[RunSource], name: &str) -> Result<()> {
    let mut seen = BTreeMap::new();
    for source in sources {
        if let Some(other) = seen.insert(&source.name, &source.file) {
            let found = format!("{other} and {} have one name", source.file);
            let remedy = "give files that differ in their names: records and pictures carry them";
            return Err(Error::argument(name, found, remedy));
        }
    }
    Ok(())
}

/// The files that a pattern matches, in alphabetical order; a name without `*`, `?` and `[` is the
/// file itself, whether it is there or not.
///
/// # Errors
/// What is wrong with the pattern: that it is none, or that nothing matches.
pub(super) fn files_of(pattern: &str, folder: &Path) -> std::result::Result<Vec<PathBuf>, String> {
    if !pattern.contains(['*', '?', '[']) {
        return Ok(vec![folder.join(pattern)]);
    }
    let before = glob::Pattern::escape(&folder.to_string_lossy());
    let whole = Path::new(&before).join(pattern);
    let paths = glob::glob(&whole.to_string_lossy()).map_err(|error| error.msg.to_owned())?;
    let files: Vec<PathBuf> = paths
        .filter_map(std::result::Result::ok)
        .filter(|path| path.is_file())
        .collect();
    if files.is_empty() {
        return Err("no file matches".to_owned());
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chain_falls_to_exactly_one_shard_and_shards_are_even() {
        for (puzzles, settings) in [(3, 4), (6, 6), (5, 1), (1, 40), (7, 12)] {
            for of in [1, 2, 3, 6, 7, 16] {
                let shard = |number: usize| format!("{number}/{of}").parse::<Shard>().unwrap();
                let count = |number: usize| {
                    let chains = (0..puzzles).flat_map(|p| (0..settings).map(move |s| (p, s)));
                    let own = chains.filter(|(p, s)| shard(number).has(*p, *s, settings));
                    own.count()
                };
                let counts: Vec<usize> = (1..=of).map(count).collect();
                assert_eq!(counts.iter().sum::<usize>(), puzzles * settings);
                let (least, most) = (counts.iter().min(), counts.iter().max());
                assert!(most.unwrap() - least.unwrap() <= 1, "{counts:?}");
            }
        }
    }

    #[test]
    fn a_shard_is_written_as_a_number_of_a_number() {
        for text in ["1/1", "3/16", "16/16"] {
            assert_eq!(text.parse::<Shard>().unwrap().to_string(), text);
        }
        for wrong in ["", "3", "0/4", "5/4", "-1/4", "1/0", "a/b", "1/2/3"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}

#[cfg(test)]
mod numbers_tests {
    use super::*;

    #[test]
    fn a_text_is_a_range_with_both_ends_or_a_list() {
        for (text, expected) in [
            ("1..3", vec![1, 2, 3]),
            ("2..=3", vec![2, 3]),
            ("4", vec![4]),
            ("4, 1,2,1", vec![1, 2, 4]),
            ("1..2,5", vec![1, 2, 5]),
        ] {
            assert_eq!(whole_numbers(text, &(1..=9)), Some(expected), "{text}");
        }
        for text in [
            "", "0", "0..3", "3..1", "-1", "1..", "1..x", "1.5", "10", "1,10", "3..1,5",
        ] {
            assert_eq!(whole_numbers(text, &(1..=9)), None, "{text:?}");
        }
        assert_eq!(
            whole_numbers("0..18446744073709551615", &(0..=u64::MAX)),
            None
        );
    }
}

#[cfg(test)]
mod axes_tests {
    use super::*;

    #[test]
    fn axes_are_crossed_and_the_last_one_runs_fastest() {
        let mut axes = Axes::default();
        let texts = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect();
        axes.set("seeds", texts(&["0", "1", "1"])).unwrap();
        axes.set("reduce", texts(&["none", "full"])).unwrap();
        let settings = axes.settings(1).unwrap();
        let abouts: Vec<_> = settings
            .iter()
            .map(|s| (s.reduce.unwrap().name(), s.seed))
            .collect();
        assert_eq!(abouts, [("none", 0), ("none", 1), ("full", 0), ("full", 1)]);
    }

    #[test]
    fn a_plan_that_crosses_too_much_is_refused_before_it_is_made() {
        let mut axes = Axes::default();
        let seeds = |n: usize| (0..n).map(|seed| seed.to_string()).collect();
        for (n, puzzles, is_right) in [(1000, 100, true), (1000, 101, false), (100_001, 1, false)] {
            axes.set("seeds", seeds(n)).unwrap();
            assert_eq!(
                axes.settings(puzzles).is_ok(),
                is_right,
                "{n} seeds, {puzzles} puzzles"
            );
        }
    }

    #[test]
    fn an_axis_with_a_wrong_value_or_an_unknown_key_stays_as_it_was() {
        for (key, wrong) in [("starts", "0"), ("seeds", "-1"), ("colour", "red")] {
            let mut axes = Axes::default();
            let misfit = axes.set(key, vec!["1".to_owned(), wrong.to_owned()]);
            assert!(!misfit.unwrap_err()[1].is_empty(), "{key}");
            assert_eq!(axes, Axes::default(), "{key} = {wrong}");
        }
    }
}
