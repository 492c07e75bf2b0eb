//! Plans from TOML: every wrong key or value is named with its line.

use super::{DEEPEST, SweepPlan, files_of, refuse_equal_names};
use crate::error::Result;
use crate::files::read_text;
use crate::lab::{Axes, RecordOptions, RunSource, whole_numbers};
use crate::settings::{SETTINGS, Setting};
use ketboard_puzzles::{Document, DocumentValue, GenerateOptions, RuleSet};
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// The keys of a plan beside those of a setting.
const KEYS: [&str; 5] = ["name", "puzzles", "generate", "depths", "record"];

/// The keys that a table `[[generate]]` of a plan may have.
const GENERATE: [&str; 10] = [
    "family",
    "size",
    "seeds",
    "qubits",
    "states",
    "nodes",
    "difficulty",
    "stars",
    "layouts",
    "reduce",
];

/// Whether boards of one seed may have one layout.
const LAYOUTS: [&str; 2] = ["shared", "distinct"];

const DEPTHS: &str =
    "a range such as \"1..8\" (both ends included), a number or a list, from 1 to 1000";
const SEEDS: &str = "a range such as \"0..4\" (both ends included), a number or a list, from 0";

impl SweepPlan {
    /// Whether a text is a plan: TOML without a `family`, with a key that only plans have.
    pub(crate) fn is_plan(text: &str) -> bool {
        let Ok(document) = Document::parse(text, "") else {
            return false;
        };
        let root = document.root();
        let own = |key: &str| key != "name" && known_keys().contains(&key);
        root.get("family").is_none() && root.values().any(|value| own(value.key))
    }

    /// The plan in a file; the files and patterns that it names are beside it.
    ///
    /// # Errors
    /// A file that cannot be read, here or among its puzzles; an unknown key, a value that its key
    /// cannot have, a pattern that matches nothing, each with its line; a request that no generated
    /// puzzle meets; two puzzles of one name.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        Self::parse(&read_text(path)?, path)
    }

    /// The plan in a text, as if it stood in a file at `path`.
    ///
    /// # Errors
    /// As [`SweepPlan::read`].
    pub(crate) fn parse(text: &str, path: &Path) -> Result<Self> {
        let file = path.display().to_string();
        let document = Document::parse(text, &file)?;
        let root = document.root();
        root.refuse_unknown(&known_keys())?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let name: Option<String> = root.optional("name", "a text")?;
        let name = name.unwrap_or_else(|| stem.into_owned());
        let axes = axes_of(&root, path)?;
        let depths = root.get("depths").map_or(Ok((1..=6).collect()), |value| {
            numbers(&value, 1, DEEPEST, DEPTHS)
        })?;
        let contents = root
            .get("record")
            .map(|value| contents_of(&value.section()?));
        let mut sources = sources_of(&root, path)?;
        sources.extend(generated_by(&root)?);
        if sources.is_empty() {
            let remedy = "name files in `puzzles`, or let a [[generate]] table make some";
            return Err(document
                .error(None, "a plan without puzzles", remedy)
                .into());
        }
        refuse_equal_names(&sources, &file)?;
        let depths = depths.into_iter().map(|depth| depth as usize).collect();
        Ok(Self {
            name,
            sources,
            axes,
            depths,
            contents: contents.transpose()?.unwrap_or_default(),
            shard: None,
        })
    }
}

fn known_keys() -> Vec<&'static str> {
    let settings = SETTINGS.iter().map(Setting::plan_key);
    KEYS.into_iter().chain(settings).collect()
}

/// The values of settings; where a file may be named, the text that stands in it.
fn axes_of(root: &DocumentValue<'_>, plan: &Path) -> Result<Axes> {
    let folder = plan.parent().unwrap_or(Path::new(""));
    let mut axes = Axes::default();
    for setting in SETTINGS {
        let key = setting.plan_key();
        let Some(value) = root.get(key) else {
            continue;
        };
        let meant = |text: String| match folder.join(&text) {
            file if setting.value_name == "FILE" && file.is_file() => read_text(&file),
            _ => Ok(text),
        };
        let texts = if key == "seeds" {
            let seeds = numbers(&value, 0, u64::MAX, SEEDS)?;
            seeds.iter().map(u64::to_string).collect()
        } else {
            let texts = texts_of(&value, &setting.in_words())?.into_iter();
            texts.map(meant).collect::<Result<_>>()?
        };
        axes.set(key, texts).map_err(|[found, right]| {
            let found = format!("`{key}` is {found:?}");
            value.wrong(found, format!("`{key}` is {right}"))
        })?;
    }
    Ok(axes)
}

/// The value, or the elements of a list of values, as texts.
fn texts_of(value: &DocumentValue<'_>, expected: &str) -> Result<Vec<String>> {
    let Ok(list) = value.list("") else {
        return Ok(vec![text_of(value, expected)?]);
    };
    if list.is_empty() {
        return Err(value.expected(expected).into());
    }
    list.iter().map(|value| text_of(value, expected)).collect()
}

/// A text as it is, a number in digits.
fn text_of(value: &DocumentValue<'_>, expected: &str) -> Result<String> {
    if let Ok(text) = value.text("") {
        return Ok(text.to_owned());
    }
    let integer = value.read::<i64>("").map(|integer| integer.to_string());
    integer.or_else(|_| Ok(value.read::<f64>(expected)?.to_string()))
}

/// Whole numbers: a range or list in a text, a number, a list of numbers.
fn numbers(value: &DocumentValue<'_>, least: u64, most: u64, expected: &str) -> Result<Vec<u64>> {
    let range = least..=most;
    let numbers = whole_numbers(&texts_of(value, expected)?.join(","), &range);
    numbers.ok_or_else(|| value.expected(expected).into())
}

fn contents_of(section: &DocumentValue<'_>) -> Result<RecordOptions> {
    section.refuse_unknown(&["layers", "baselines", "annealing"])?;
    let expected = "`layers`, \"none\", \"deepest\" or \"all\", `baselines`, true or false, and `annealing`, such as { runs = 1000, sweeps = 64 }";
    Ok(section.read(expected)?)
}

/// The puzzles and models in the files of `puzzles`, each once; the plan itself is none.
fn sources_of(root: &DocumentValue<'_>, plan: &Path) -> Result<Vec<RunSource>> {
    let Some(value) = root.get("puzzles") else {
        return Ok(Vec::new());
    };
    let folder = plan.parent().unwrap_or(Path::new(""));
    let expected = "a list of files and patterns such as \"puzzles/*.toml\"";
    let list = match value.list("") {
        Ok(list) => list,
        Err(_) => vec![value],
    };
    let mut files: Vec<PathBuf> = Vec::new();
    for element in list {
        let pattern = element.text(expected)?;
        let found = files_of(pattern, folder).map_err(|reason| {
            let remedy =
                "patterns are matched beside the plan: * is any part of a name, ** any folders";
            element.wrong(format!("`puzzles` holds {pattern:?}: {reason}"), remedy)
        })?;
        for file in found {
            if file != plan && !files.contains(&file) {
                files.push(file);
            }
        }
    }
    files.iter().map(|file| RunSource::read(file)).collect()
}

/// The puzzles of all `[[generate]]` tables, in their order.
fn generated_by(root: &DocumentValue<'_>) -> Result<Vec<RunSource>> {
    let Some(value) = root.get("generate") else {
        return Ok(Vec::new());
    };
    let mut requests = Vec::new();
    for section in value.sections()? {
        let (family, all) = requests_of(&section)?;
        requests.extend(
            all.into_iter()
                .map(|options| (section, family.clone(), options)),
        );
    }
    let made = requests.into_par_iter().map(|(section, family, options)| {
        let source = RunSource::generated(&family, &options);
        source.map_err(|error| {
            let text = format!("`generate`: {error}");
            let (found, remedy) = text.split_once("; ").unwrap_or((&text, "ask for another"));
            section.wrong(found, remedy).into()
        })
    });
    made.collect()
}

/// The family and the puzzles that one table asks for.
fn requests_of(section: &DocumentValue<'_>) -> Result<(String, Vec<GenerateOptions>)> {
    section.refuse_unknown(&GENERATE)?;
    let family = section.require("family", "name one, such as family = \"tango\"")?;
    let family = family.text("a family's name")?;
    let sizes = section.require("size", "give rows and columns, such as size = 4")?;
    let sizes = numbers(&sizes, 1, 100, "a whole number from 1 to 100, or several")?;
    let seeds = section
        .get("seeds")
        .map_or(Ok(vec![0]), |value| numbers(&value, 0, u64::MAX, SEEDS))?;
    let number = |key: &str| section.optional::<u32>(key, "a whole number from 0");
    let options = GenerateOptions {
        qubits: number("qubits")?.map(|qubits| qubits as usize),
        states: number("states")?.map(u64::from),
        nodes: number("nodes")?.map(u64::from),
        stars: number("stars")?,
        distinct_layouts: section.is_second("layouts", LAYOUTS)?,
        difficulty: section.optional("difficulty", "easy, medium, hard or beyond")?,
        level: section
            .optional("reduce", "none, paper or full")?
            .unwrap_or(RuleSet::Paper),
        ..GenerateOptions::default()
    };
    let mut requests = Vec::new();
    for size in sizes {
        let size = size as usize;
        requests.extend(seeds.iter().map(|&seed| GenerateOptions {
            size,
            seed,
            ..options
        }));
    }
    Ok((family.to_owned(), requests))
}
