//! The page put together: the frame of `page.html`, each of its places filled once.

use super::chain::{RunChain, chains, subjects};
use super::conventions::MEANINGS;
use super::escape::{self, text};
use super::settings::{NamedSetting, settings};
use super::{data, table};
use crate::error::{Error, Result};
use crate::lab::{Conventions, Layers, Record};
use crate::plots::style_rules;
use crate::settings::{SETTINGS, Setting};
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
    let style = STYLE.to_owned() + &style_rules();
    let plan = source.plan.as_deref().map_or_else(String::new, |plan| {
        let plan = text(plan);
        format!("<details><summary>The plan that the folder remembers</summary><pre tabindex=\"0\" aria-label=\"Plan\"><code>{plan}</code></pre></details>")
    });
    let title = title(&source.folder);
    Ok(filled(
        FRAME,
        &[
            ("version", env!("CARGO_PKG_VERSION")),
            (
                "versions",
                &text(&listed(records.iter().map(|r| &r.version))),
            ),
            ("title", &text(&title)),
            ("lead", &text(&lead(records, &subjects, &settings))),
            ("style", &style),
            ("facts", &facts(records, &subjects, &settings)),
            ("results", &table::results(&chains, &settings)),
            ("settings_table", &settings_table(&chains, &settings)),
            ("runs", &table::all_runs(&chains, &settings)),
            ("records", &records.len().to_string()),
            ("file", &text(&file)),
            ("folder", &text(&escape::shell(&source.folder))),
            ("command", &text(&source.command)),
            ("plan", &plan),
            ("shared_settings", &shared_settings(&settings)),
            (
                "meanings",
                &table::pairs("meanings", MEANINGS.iter().copied()),
            ),
            ("conventions", &conventions(records)),
            ("data", &escape::json(&data.json)),
            ("pictures", &data.pictures),
            ("script", &SCRIPTS.concat()),
        ],
    ))
}

/// `frame` with every `{{name}}` replaced; what is put in is not searched again.
fn filled(frame: &str, places: &[(&str, &str)]) -> String {
    let mut parts = frame.split("{{");
    let mut page = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("}}").expect("the frame closes its places");
        let place = places.iter().find(|(known, _)| *known == name);
        let (_, content) = place.expect("the frame names only places that are filled");
        page.push_str(content);
        page.push_str(rest);
    }
    page
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
fn facts(records: &[Record], subjects: &[&Record], settings: &[NamedSetting]) -> String {
    let families = records.iter().filter_map(|r| r.family.as_ref());
    let objectives: Vec<String> = records
        .iter()
        .map(|r| r.setting.objective.to_string())
        .collect();
    let facts = [
        ("puzzles", subjects.len().to_string()),
        ("families", listed(families)),
        ("qubits", span(records.iter().map(|r| r.qubits))),
        ("depth", span(records.iter().map(|r| r.depth))),
        ("settings", settings.len().to_string()),
        ("objective", listed(objectives.iter())),
        ("runs", records.len().to_string()),
    ];
    let facts = facts.iter().filter(|(_, value)| !value.is_empty());
    let facts = facts.map(|(name, value)| (*name, value.as_str()));
    table::pairs("facts", facts)
}

fn settings_table(chains: &[RunChain<'_>], named: &[NamedSetting]) -> String {
    match named.len() {
        1 => String::new(),
        _ => table::settings(chains, named),
    }
}

/// The values that all settings share; those that differ stand in the table of settings.
fn shared_settings(settings: &[NamedSetting]) -> String {
    let shared = |setting: &Setting| {
        let mut values = settings.iter().map(|named| setting.value(&named.setting));
        let first = values.next()??;
        let same = values.all(|value| value.as_ref() == Some(&first));
        same.then(|| (setting.words(), first))
    };
    let rows: Vec<(String, String)> = SETTINGS.iter().filter_map(shared).collect();
    let rows = rows.iter().map(|(name, value)| (&**name, &**value));
    table::pairs("shared-settings", rows)
}

/// The card, that of registers where runs are on any, and what records state where it is neither.
fn conventions(records: &[Record]) -> String {
    let card = |id: &str, of: &Conventions| table::pairs(id, of.card().into_iter());
    let mut html = card("conventions", &Conventions::Qubits);
    let mut told = vec![&Conventions::Qubits];
    for record in records {
        let stated = &record.conventions;
        if told.contains(&stated) {
            continue;
        }
        told.push(stated);
        html += match stated {
            Conventions::Qubits | Conventions::Registers => "<p>On registers:</p>\n",
            Conventions::Other(_) => "<p>Some records follow others:</p>\n",
        };
        html += &card(&format!("conventions-{}", told.len()), stated);
    }
    html
}
