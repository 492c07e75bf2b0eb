//! The plan that a folder of results remembers, read back: which runs there must be, in which
//! order, and what their records hold.

use super::chain::chain_name;
use super::plan::digits_of;
use super::{Axes, LayersOf, RecordOptions, SweepPlan};
use crate::settings::Settings;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

/// A plan as `plan.json` tells it: puzzles by name and hash, without their texts.
#[derive(Debug)]
pub(super) struct Planned {
    /// Names and hashes of the texts, in order.
    pub(super) puzzles: Vec<(String, String)>,
    /// The plan without its puzzles.
    plan: SweepPlan,
    /// The version of the program that wrote it.
    pub(super) version: String,
}

/// A puzzle under one setting of the plan.
#[derive(Debug)]
pub(super) struct PlannedChain {
    /// The first part of the names of its runs.
    pub(super) name: String,
    /// The puzzle's name.
    pub(super) puzzle: String,
    pub(super) setting: Settings,
}

impl Planned {
    /// The plan in the text of a `plan.json`.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let written: Map<String, Value> = serde_json::from_str(text).map_err(|error| {
            let line = error.line();
            format!("line {line} is no JSON that a plan could be: {error}")
        })?;
        let json = with_defaults(&written);
        let has_not =
            |key: &str| format!("the plan has no `{key}`, or another one than a sweep writes");
        let text_of = |key: &str| json.get(key)?.as_str().map(str::to_owned);
        let name = text_of("name").ok_or_else(|| has_not("name"))?;
        let version = text_of("version").ok_or_else(|| has_not("version"))?;
        let puzzles = json.get("puzzles").and_then(Value::as_object);
        let puzzles = puzzles.ok_or_else(|| has_not("puzzles"))?.iter();
        let hashed =
            |(name, hash): (&String, &Value)| Some((name.clone(), hash.as_str()?.to_owned()));
        let puzzles: Option<Vec<_>> = puzzles.map(hashed).collect();
        let mut axes = Axes::default();
        let keys: Vec<&'static str> = axes.iter().map(|(key, _)| key).collect();
        for key in keys {
            let values = json.get(key).and_then(Value::as_array);
            let texts = values.and_then(|values| values.iter().map(text_in).collect());
            axes.set(key, texts.ok_or_else(|| has_not(key))?)
                .map_err(|misfit| {
                    format!(
                        "`{key}` is {:?}, and can be {}",
                        misfit.found, misfit.expected
                    )
                })?;
        }
        let depths = json.get("depths").and_then(Value::as_array);
        let depths = depths.and_then(|depths| depths.iter().map(depth_in).collect());
        let plan = SweepPlan {
            name,
            sources: Vec::new(),
            axes,
            depths: depths.ok_or_else(|| has_not("depths"))?,
            contents: contents_in(json.get("record")).ok_or_else(|| has_not("record"))?,
        };
        let planned = Self {
            puzzles: puzzles.ok_or_else(|| has_not("puzzles"))?,
            plan,
            version,
        };
        let mut again = planned.to_json();
        again.retain(|key, _| written.contains_key(key));
        if self::text_of(&again) != text {
            return Err("the plan says something else than a sweep writes there".to_owned());
        }
        Ok(planned)
    }

    /// The fingerprints of this plan: of the text that was read, and of the one that a sweep writes
    /// now, which names the settings that have come since.
    pub(super) fn fingerprints(&self, text: &str) -> [String; 2] {
        [fingerprint(text), fingerprint(&text_of(&self.to_json()))]
    }

    /// What a sweep writes for this plan.
    fn to_json(&self) -> Map<String, Value> {
        let mut json = self.plan.to_json();
        let puzzles = self.puzzles.iter();
        let hashes = puzzles.map(|(name, hash)| (name.clone(), Value::from(hash.as_str())));
        json.insert("puzzles".to_owned(), Value::Object(hashes.collect()));
        json.insert("version".to_owned(), self.version.as_str().into());
        json
    }

    /// The puzzles under all settings, in the order of the records.
    pub(super) fn chains(&self) -> Vec<PlannedChain> {
        let settings = self.plan.settings();
        let chain = |(puzzle, hash): &(String, String), setting: &Settings| PlannedChain {
            name: chain_name(puzzle, hash, setting),
            puzzle: puzzle.clone(),
            setting: setting.clone(),
        };
        let each = self.puzzles.iter();
        each.flat_map(|puzzle| settings.iter().map(move |setting| chain(puzzle, setting)))
            .collect()
    }

    /// The depths that are recorded, ascending.
    pub(super) fn depths(&self) -> &[usize] {
        &self.plan.depths
    }

    /// What the records hold beside their numbers.
    pub(super) fn contents(&self) -> RecordOptions {
        self.plan.contents
    }
}

impl PlannedChain {
    /// The names of its runs in the plan.
    pub(super) fn runs(&self, planned: &Planned) -> impl Iterator<Item = String> {
        let depths = planned.depths().iter();
        depths.map(|depth| format!("{}-p{depth}", self.name))
    }
}

/// A plan with the defaults of the settings that it does not name: a setting that came later is at
/// its default in all runs before.
pub(super) fn with_defaults(plan: &Map<String, Value>) -> Map<String, Value> {
    let mut plan = plan.clone();
    for (key, values) in Axes::default().iter() {
        plan.entry(key).or_insert_with(|| values.into());
    }
    plan
}

/// A plan as it stands in its file.
pub(super) fn text_of(plan: &Map<String, Value>) -> String {
    format!("{:#}\n", Value::Object(plan.clone()))
}

/// The first digits of the hash of a plan's text.
pub(super) fn fingerprint(text: &str) -> String {
    digits_of(&Sha256::digest(text.as_bytes())[..6])
}

fn text_in(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn depth_in(value: &Value) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()
}

fn contents_in(value: Option<&Value>) -> Option<RecordOptions> {
    let value = value?;
    let layers = value.get("layers")?.as_str()?;
    Some(RecordOptions {
        layers: LayersOf::ALL.into_iter().find(|of| of.name() == layers)?,
        entropy: value.get("entropy")?.as_bool()?,
        baselines: value.get("baselines")?.as_bool()?,
    })
}
