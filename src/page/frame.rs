//! The page put together: what the template `page.html` shows.

use super::chain::{chains, subjects};
use super::escape;
use super::settings::{NamedSetting, settings};
use super::{data, table};
use crate::error::{Error, Result};
use crate::experiment::spread;
use crate::lab::quantities;
use crate::pipeline::{Conventions, Record};
use crate::plots::style_rules;
use crate::settings::{SETTINGS, Setting};
use minijinja::{Environment, context};
use serde_json::Value;
use std::collections::BTreeSet;

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
    /// The plan that the folder holds, as text.
    pub plan: Option<String>,
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
                versions => listed(records.iter().map(|r| r.version.clone())),
                title => title(source),
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
                meanings => meanings().collect::<Vec<_>>(),
                conventions => conventions(records),
                data => escape::json(&data.json),
                pictures => data.pictures,
                script => SCRIPTS.concat(),
            })
        })
        .map_err(|error| Error::input("page.html", None, error.to_string(), "report the mistake"))
}

/// What the words of the page mean.
fn meanings() -> impl Iterator<Item = (&'static str, &'static str)> {
    let numbers = quantities().map(|number| (number.head, number.meaning));
    numbers.chain([
        (
            "rules kept",
            "the probability that every rule of a kind holds; broken: how many of them fail on average",
        ),
        (
            "marginal",
            "the probability that a cell shows a symbol, or that a variable of a model is 1, whatever the others show",
        ),
        (
            "layer 0",
            "the initial state; layer k is the state after k layers of the circuit at the angles of its full depth.",
        ),
    ])
}

/// The name of the plan, or where it has none the last part of the folder's name.
fn title(source: &PageSource) -> String {
    let plan: Option<Value> = source
        .plan
        .as_deref()
        .and_then(|text| serde_json::from_str(text).ok());
    let name = plan.and_then(|plan| Some(plan["name"].as_str()?.to_owned()));
    // files that are named one by one have a plan without a name of its own
    let name = name.filter(|name| !["", "sweep"].contains(&&**name));
    let last = source.folder.trim_end_matches('/').rsplit('/').next();
    name.unwrap_or_else(|| match last {
        None | Some("" | "." | "..") => "Study".to_owned(),
        Some(last) => last.to_owned(),
    })
}

fn listed(values: impl Iterator<Item = String>) -> String {
    let different: BTreeSet<String> = values.collect();
    different.into_iter().collect::<Vec<_>>().join(", ")
}

/// What was run, in numbers.
fn facts(
    records: &[Record],
    subjects: &[&Record],
    settings: &[NamedSetting],
) -> Vec<(&'static str, String)> {
    let models = subjects.iter().filter(|r| r.family.is_none()).count();
    let counted = |number: usize| {
        if number > 0 {
            number.to_string()
        } else {
            String::new()
        }
    };
    let families = records.iter().filter_map(|r| r.family.clone());
    let mut facts = vec![
        ("puzzles", counted(subjects.len() - models)),
        ("models", counted(models)),
        ("families", listed(families)),
        ("qubits", spread(records.iter().map(|r| r.qubits as u64))),
        ("depth", spread(records.iter().map(|r| r.depth as u64))),
        ("settings", counted(settings.len())),
        ("seeds", spread(records.iter().map(|r| r.setting.seed))),
        (
            "objective",
            listed(records.iter().map(|r| r.setting.objective.to_string())),
        ),
        ("runs", counted(records.len())),
    ];
    facts.retain(|(_, value)| !value.is_empty());
    facts
}

/// The values that all settings share; those that differ are in the table of settings.
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
