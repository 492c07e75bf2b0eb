//! The page put together: what the template `page.html` shows.

use super::chain::{chains, subjects};
use super::conventions::MEANINGS;
use super::escape;
use super::settings::{NamedSetting, settings};
use super::{data, table};
use crate::error::{Error, Result};
use crate::lab::{Conventions, Layers, Record};
use crate::plots::style_rules;
use crate::settings::{SETTINGS, Setting};
use minijinja::{Environment, context};
use std::collections::{BTreeSet, HashMap};

const FRAME: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
/// In the order in which the parts need each other.
const SCRIPTS: [&str; 5] = [
    include_str!("text.js"),
    include_str!("boards.js"),
    include_str!("pictures.js"),
    include_str!("tables.js"),
    include_str!("page.js"),
];

/// Where the records of a page came from.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct PageSource {
    /// The folder as the user wrote it.
    pub folder: String,
    /// The command that writes the page, as a shell reads it.
    pub command: String,
    /// The plan that the folder remembers, as text.
    pub plan: Option<String>,
    /// Layers of records that hold none, by the name of the run.
    pub layers: HashMap<String, Layers>,
    /// The address of the playground, to which each run then has a link.
    pub playground: Option<String>,
}

/// The page of these records, whole.
///
/// # Errors
/// [`Error::Input`] where there is no record.
pub(crate) fn page(records: &[Record], source: &PageSource) -> Result<String> {
    let file = format!("{}/records.jsonl", source.folder.trim_end_matches('/'));
    if records.is_empty() {
        let remedy = "run `ketboard sweep` first; its setting `out` names the folder";
        return Err(Error::input(&file, None, "there is no record", remedy));
    }
    let settings = settings(records);
    let subjects = subjects(records);
    let chains = chains(records, &subjects, &settings);
    let data = data::page_data(records, (&subjects, &settings, &chains), source);
    let mut templates = Environment::new();
    templates
        .add_template("page.html", FRAME)
        .and_then(|()| templates.get_template("page.html"))
        .and_then(|frame| {
            frame.render(context! {
                version => env!("CARGO_PKG_VERSION"),
                versions => listed(records.iter().map(|r| &r.version)),
                title => title(&source.folder),
                lead => lead(records, &subjects, &settings),
                style => STYLE.to_owned() + &style_rules(),
                facts => facts(records, &subjects, &settings),
                results => table::results(&chains, &settings),
                settings_table => (settings.len() > 1).then(|| table::settings(&chains, &settings)),
                runs => table::all_runs(&chains, &settings),
                records => records.len(),
                file,
                folder => escape::shell(&source.folder),
                command => source.command,
                plan => source.plan,
                shared_settings => shared_settings(&settings),
                meanings => MEANINGS,
                conventions => conventions(records),
                data => escape::json(&data.json),
                pictures => data.pictures,
                script => SCRIPTS.concat(),
            })
        })
        .map_err(|error| Error::input("page.html", None, error.to_string(), "report the mistake"))
}

/// The last part of the folder's name.
fn title(folder: &str) -> String {
    let last = folder.trim_end_matches('/').rsplit('/').next();
    match last {
        None | Some("" | "." | "..") => "Study".to_owned(),
        Some(name) => name.to_owned(),
    }
}

/// `60 puzzles of 9 families, 4 to 16 qubits, depths 1 to 10, 2 settings, seed 0: 1200 runs.`
fn lead(records: &[Record], subjects: &[&Record], settings: &[NamedSetting]) -> String {
    let families: BTreeSet<_> = records.iter().filter_map(|r| r.family.as_deref()).collect();
    let families = match families.len() {
        0 => String::new(),
        n => format!(" of {}", counted(n, "family", "families")),
    };
    let seeds: BTreeSet<u64> = records.iter().map(|r| r.setting.seed).collect();
    let seeds = match seeds.len() {
        1 => format!("seed {}", records[0].setting.seed),
        n => format!("{n} seeds"),
    };
    format!(
        "QAOA on {}: {} qubits, depth {}, {}, {seeds}; {}.",
        subjects_in_words(subjects, &families),
        span(records.iter().map(|r| r.qubits)),
        span(records.iter().map(|r| r.depth)),
        counted(settings.len(), "setting", "settings"),
        counted(records.len(), "run", "runs")
    )
}

/// `60 puzzles of 9 families`, `2 models`, or both; what success is stands beside models.
fn subjects_in_words(subjects: &[&Record], families: &str) -> String {
    let models = subjects.iter().filter(|r| r.family.is_none()).count();
    let puzzles = subjects.len() - models;
    let told = counted(models, "model", "models") + " (success: one of the exact ground states)";
    match (puzzles, models) {
        (_, 0) => counted(puzzles, "puzzle", "puzzles") + families,
        (0, _) => told,
        _ => counted(puzzles, "puzzle", "puzzles") + families + " and " + &told,
    }
}

fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

fn span(values: impl Iterator<Item = usize> + Clone) -> String {
    let (least, most) = (values.clone().min(), values.max());
    match (least, most) {
        (Some(least), Some(most)) if least < most => format!("{least} to {most}"),
        (Some(only), _) => only.to_string(),
        (None, _) => String::new(),
    }
}

fn listed<'a>(values: impl Iterator<Item = &'a String>) -> String {
    let different: BTreeSet<&str> = values.map(String::as_str).collect();
    different.into_iter().collect::<Vec<_>>().join(", ")
}

/// What was run, in numbers.
fn facts(
    records: &[Record],
    subjects: &[&Record],
    settings: &[NamedSetting],
) -> Vec<(&'static str, String)> {
    let families = records.iter().filter_map(|r| r.family.as_ref());
    let objectives: Vec<String> = records
        .iter()
        .map(|r| r.setting.objective.to_string())
        .collect();
    let mut facts = vec![
        ("puzzles", subjects.len().to_string()),
        ("families", listed(families)),
        ("qubits", span(records.iter().map(|r| r.qubits))),
        ("depth", span(records.iter().map(|r| r.depth))),
        ("settings", settings.len().to_string()),
        ("objective", listed(objectives.iter())),
        ("runs", records.len().to_string()),
    ];
    facts.retain(|(_, value)| !value.is_empty());
    facts
}

/// The values that all settings share; those that differ stand in the table of settings.
fn shared_settings(settings: &[NamedSetting]) -> Vec<(String, String)> {
    let shared = |setting: &Setting| {
        let mut values = settings.iter().map(|named| setting.value(&named.setting));
        let first = values.next()??;
        let same = values.all(|value| value.as_ref() == Some(&first));
        same.then(|| (setting.words(), first))
    };
    SETTINGS.iter().filter_map(shared).collect()
}

/// The card of qubits, and before each other that records state, what it is of.
fn conventions(records: &[Record]) -> Vec<(&'static str, Vec<(String, String)>)> {
    let [qubits, registers] = [false, true].map(Conventions::of);
    let mut others = records.iter().map(|record| &record.conventions);
    let is_on_registers = others.clone().any(|card| *card == registers);
    let other = others.find(|card| ![&qubits, &registers].contains(card));
    let cards = [
        ("", Some(&qubits)),
        (
            "On registers:",
            Some(&registers).filter(|_| is_on_registers),
        ),
        ("Some records follow others:", other),
    ];
    let cards = cards.into_iter();
    cards
        .filter_map(|(words, card)| Some((words, card?.card())))
        .collect()
}
