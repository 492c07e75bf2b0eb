//! Learning angles from runs: the median over puzzles of every angle, by family and depth, in units
//! in which puzzles are alike.
//!
//! Medians of single angles, not of whole patterns: they serve where the optimized angles of a
//! family lie close together, so learn from runs that stay in one valley
//! (`--strategy interp --starts 1`). Angles of other mixers than ΣX, and of circuits with several
//! angles of a kind in a layer, are not comparable and are refused.

use super::Record;
use crate::error::{Error, Result};
use crate::pipeline::{AngleTable, AnsatzKind, MedianAngles, TrainingSet};
use ketboard_qaoa::MixerName;
use std::collections::{BTreeMap, BTreeSet};

/// The angles of one puzzle at one depth, in units of the table.
///
/// ```
/// use ketboard::{Lesson, SettingMap, learn};
/// let lesson = |name: &str, gamma| Lesson {
///     name: name.into(),
///     family: "tango".into(),
///     gammas: vec![gamma],
///     betas: vec![-0.4],
/// };
/// let lessons = [lesson("a", 0.4), lesson("b", 0.6), lesson("c", 0.5)];
/// let table = learn(&lessons, SettingMap::new())?;
/// assert_eq!(table.of_family(Some("tango"))[0].gammas, [0.5]); // the median
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Lesson {
    /// The puzzle's name.
    pub name: String,
    /// Its family.
    pub family: String,
    /// γ of each layer in units of √n/σ(C).
    pub gammas: Vec<f64>,
    /// β of each layer, in radians.
    pub betas: Vec<f64>,
}

/// How runs were made, as names and values.
///
/// ```
/// use ketboard::{Lesson, SettingMap, learn};
/// let lesson = |name: &str, gamma| Lesson {
///     name: name.into(),
///     family: "tango".into(),
///     gammas: vec![gamma],
///     betas: vec![-0.4],
/// };
/// let setting = SettingMap::from([("starts".to_owned(), 4.into())]);
/// let table = learn(&[lesson("a", 0.4)], setting)?;
/// assert!(table.to_json().contains("\"starts\": 4"));
/// # Ok::<(), ketboard::Error>(())
/// ```
pub type SettingMap = BTreeMap<String, serde_json::Value>;

/// The lessons of records, one JSON line each, in files of (name, text), and the setting that they
/// share (but for the seed).
///
/// # Errors
/// If a line is no record, is of a model or of another ansatz or mixer than the standard one, does
/// not know the unit of its γ, or differs from the first in its setting.
pub(crate) fn lessons(files: &[(String, String)]) -> Result<(Vec<Lesson>, SettingMap)> {
    let mut shared: Option<SettingMap> = None;
    let mut lessons = Vec::new();
    let lines = files.iter().flat_map(|(file, text)| {
        let lines = text.lines().enumerate();
        lines.map(move |(k, line)| (file, k + 1, line))
    });
    for (file, number, line) in lines {
        let wrong = |found: String, remedy: &str| Error::input(file, Some(number), found, remedy);
        let record: Record = serde_json::from_str(line).map_err(|error| {
            let remedy = "give the records of `ketboard sweep`";
            wrong(error.to_string(), remedy)
        })?;
        let setting = setting_of(&record);
        match &shared {
            Some(first) if *first != setting => {
                let remedy = "learn from records of one setting (seeds may differ)";
                return Err(wrong(difference(first, &setting), remedy));
            }
            Some(_) => {}
            None => shared = Some(setting),
        }
        lessons.push(lesson(record).map_err(|(found, remedy)| wrong(found, remedy))?);
    }
    let setting = shared.ok_or_else(|| {
        let remedy = "give the records of `ketboard sweep`";
        Error::argument("records", "no record", remedy)
    })?;
    Ok((lessons, setting))
}

fn setting_of(record: &Record) -> SettingMap {
    let value = serde_json::to_value(&record.setting).expect("a setting holds only finite numbers");
    let fields = value.as_object().into_iter().flatten();
    let fields = fields.filter(|(name, _)| *name != "seed");
    fields
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

fn difference(first: &SettingMap, other: &SettingMap) -> String {
    let names: BTreeSet<_> = first.keys().chain(other.keys()).collect();
    let differ = names
        .into_iter()
        .find(|name| first.get(*name) != other.get(*name));
    let name = differ.map_or("setting", String::as_str);
    let value = |map: &SettingMap| map.get(name).map_or("nothing".into(), ToString::to_string);
    format!("{name} {} after {}", value(other), value(first))
}

fn lesson(record: Record) -> std::result::Result<Lesson, (String, &'static str)> {
    let family = record.family.ok_or_else(|| {
        let found = format!("'{}' is a model without a family", record.name);
        (found, "learn from puzzles")
    })?;
    if record.setting.registers.is_some() || record.setting.mixer.is_some_and(|m| m != MixerName::X)
    {
        let found = "a mixer on registers".to_owned();
        return Err((
            found,
            "learn from runs on plain qubits: angles of mixers differ",
        ));
    }
    if record.setting.ansatz != AnsatzKind::Standard {
        let found = format!("ansatz '{}'", record.setting.ansatz);
        return Err((found, "learn from runs of the standard ansatz"));
    }
    let unit = record.gamma_unit.ok_or_else(|| {
        let remedy = "make the records anew: without `gamma_unit` angles cannot be compared";
        ("no `gamma_unit`".to_owned(), remedy)
    })?;
    Ok(Lesson {
        name: record.name,
        family,
        gammas: record.gammas.iter().map(|gamma| gamma / unit).collect(),
        betas: record.betas,
    })
}

/// The table of medians of `lessons`, which names their puzzles and how they were made.
///
/// # Errors
/// If a family, or all of them together, lack a depth below their deepest, or a lesson has not one
/// γ and one β for each layer.
pub fn learn(lessons: &[Lesson], setting: SettingMap) -> Result<AngleTable> {
    let families: BTreeSet<&str> = lessons
        .iter()
        .map(|lesson| lesson.family.as_str())
        .collect();
    let names = |family: &str| -> Vec<String> {
        let of_family = lessons.iter().filter(|lesson| lesson.family == family);
        let names: BTreeSet<_> = of_family.map(|lesson| lesson.name.clone()).collect();
        names.into_iter().collect()
    };
    let puzzles: BTreeMap<_, _> = families
        .iter()
        .map(|f| ((*f).to_owned(), names(f)))
        .collect();
    let of = |family: &str| {
        let chosen = lessons.iter().filter(|lesson| lesson.family == family);
        Ok((family.to_owned(), by_depth(chosen, family)?.into()))
    };
    Ok(AngleTable {
        training: TrainingSet {
            count: puzzles.values().map(Vec::len).sum(),
            puzzles,
            setting,
            version: env!("CARGO_PKG_VERSION").to_owned(),
        },
        all: by_depth(lessons.iter(), "all families")?.into(),
        families: families.iter().copied().map(of).collect::<Result<_>>()?,
    })
}

/// The medians of depths 1, 2, … up to the deepest.
fn by_depth<'a>(
    lessons: impl Iterator<Item = &'a Lesson>,
    what: &str,
) -> Result<Vec<MedianAngles>> {
    let mut depths: BTreeMap<usize, Vec<&Lesson>> = BTreeMap::new();
    for lesson in lessons {
        let [gammas, betas] = [lesson.gammas.len(), lesson.betas.len()];
        if gammas != betas {
            let found = format!("'{}' has {gammas} gammas and {betas} betas", lesson.name);
            let remedy = "learn from runs with one of each for each layer";
            return Err(Error::argument("records", found, remedy));
        }
        depths.entry(gammas).or_default().push(lesson);
    }
    depths.remove(&0); // no layer, no angle
    let deepest = depths.keys().copied().max().unwrap_or(0);
    let missing = (1..=deepest.max(1)).find(|depth| !depths.contains_key(depth));
    if let Some(depth) = missing {
        let found = format!("no record of depth {depth} of {what}");
        return Err(Error::argument(
            "records",
            found,
            "sweep all depths from 1 on",
        ));
    }
    Ok(depths
        .into_iter()
        .map(|(depth, lessons)| medians_of(depth, &lessons))
        .collect())
}

fn medians_of(depth: usize, lessons: &[&Lesson]) -> MedianAngles {
    let names: BTreeSet<_> = lessons.iter().map(|l| (&l.family, &l.name)).collect();
    let medians = |list: fn(&Lesson) -> &[f64]| -> Vec<f64> {
        let layer = |k: usize| median(lessons.iter().map(|lesson| list(lesson)[k]).collect());
        (0..depth).map(layer).collect()
    };
    MedianAngles {
        puzzles: names.len(),
        gammas: medians(|lesson| &lesson.gammas),
        betas: medians(|lesson| &lesson.betas),
    }
}

/// The middle number, or the mean of the two middle ones.
fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let half = numbers.len() / 2;
    if numbers.len() % 2 == 1 {
        numbers[half]
    } else {
        f64::midpoint(numbers[half - 1], numbers[half])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taught(name: &str, family: &str, gammas: &[f64]) -> Lesson {
        Lesson {
            name: name.into(),
            family: family.into(),
            gammas: gammas.to_vec(),
            betas: gammas.iter().map(|g| -g).collect(),
        }
    }

    #[test]
    fn a_table_holds_the_medians_of_each_family_and_of_all_and_names_its_puzzles() {
        let lessons = [
            taught("a", "tango", &[1.0]),
            taught("b", "tango", &[3.0]),
            taught("c", "tango", &[8.0]),
            taught("c", "tango", &[1.0, 5.0]),
            taught("a", "queens", &[4.0]),
        ];
        let table = learn(&lessons, SettingMap::new()).unwrap();
        assert_eq!(table.of_family(Some("tango"))[0].gammas, [3.0]);
        assert_eq!(table.of_family(Some("tango"))[0].betas, [-3.0]);
        assert_eq!(table.of_family(Some("tango"))[1].gammas, [1.0, 5.0]);
        assert_eq!(table.of_family(Some("queens"))[0].gammas, [4.0]);
        assert_eq!(
            table.of_family(Some("chess"))[0].gammas,
            [3.5],
            "of 1, 3, 4, 8"
        );
        assert_eq!((table.training.count, table.all.puzzles[0]), (4, 4));
        assert_eq!(table.training.puzzles["tango"], ["a", "b", "c"]);
    }

    #[test]
    fn a_missing_depth_and_an_uneven_circuit_are_refused() {
        let message =
            |lessons: &[Lesson]| learn(lessons, SettingMap::new()).unwrap_err().to_string();
        let two = taught("a", "tango", &[1.0, 2.0]);
        assert!(message(std::slice::from_ref(&two)).contains("no record of depth 1"));
        assert!(message(&[]).contains("no record of depth 1"));
        let mut uneven = two;
        uneven.betas.pop();
        assert!(message(&[uneven]).contains("2 gammas and 1 betas"));
    }

    fn read(text: String) -> Result<(Vec<Lesson>, SettingMap)> {
        lessons(&[("r.jsonl".into(), text)])
    }

    const RECORD: &str = r#"{"run":"a-0-1","name":"a","family":"tango","depth":1,"setting":{"distinct_lines":"filter","counts":"fractional","symbols":"one-hot","ansatz":"standard","objective":"expectation","optimizer":"lbfgs","strategy":"interp","starts":1,"iterations":200,"precision":"f64","shots":1,"seed":SEED},"input":{"puzzle":""},"qubits":4,"states":16,"model_hash":"","ground_energy":0.0,"mean_energy":1.0,"gammas":[0.5],"gamma_unit":0.25,"betas":[-0.25],"evaluations":9,"objective":0.5,"expectation":0.5,"ground_probability":0.5,"baselines":{},"version":"0","conventions":""}"#;

    fn record(change: [&str; 2]) -> String {
        RECORD.replace(change[0], change[1]).replace("SEED", "0")
    }

    #[test]
    fn records_teach_their_angles_in_units_of_the_spread_whatever_their_seed() {
        let text = format!("{}\n{}\n", record(["SEED", "1"]), record(["", ""]));
        let (found, setting) = read(text).unwrap();
        assert_eq!(found.len(), 2);
        assert_eq!(
            (&found[0].gammas[..], &found[0].betas[..]),
            (&[2.0][..], &[-0.25][..])
        );
        assert_eq!(setting["strategy"], "interp");
        assert!(!setting.contains_key("seed"));
    }

    #[test]
    fn records_that_cannot_be_compared_are_refused_with_their_line() {
        for (change, found) in [
            (["\"name\"", "\"nome\""], "unknown field `nome`"),
            (
                ["\"family\":\"tango\",", ""],
                "'a' is a model without a family",
            ),
            (["\"gamma_unit\":0.25,", ""], "no `gamma_unit`"),
            (
                ["\"ansatz\":\"standard\"", "\"ansatz\":\"per-rule\""],
                "ansatz \"per-rule\" after \"standard\"",
            ),
            (["\"starts\":1", "\"starts\":2"], "starts 2 after 1"),
            (
                ["\"ansatz\"", "\"registers\":\"rows\",\"ansatz\""],
                "registers \"rows\" after nothing",
            ),
        ] {
            let text = format!("{}\n{}", record(["", ""]), record(change));
            let message = read(text).unwrap_err().to_string();
            assert!(
                message.contains(found) && message.contains("r.jsonl:2"),
                "{message}"
            );
        }
        for (change, found) in [
            (
                ["\"ansatz\":\"standard\"", "\"ansatz\":\"per-rule\""],
                "ansatz 'per-rule'",
            ),
            (
                ["\"ansatz\"", "\"registers\":\"rows\",\"ansatz\""],
                "a mixer on registers",
            ),
        ] {
            let message = read(record(change)).unwrap_err().to_string();
            assert!(message.contains(found), "{message}");
        }
        assert!(
            read(String::new())
                .unwrap_err()
                .to_string()
                .contains("no record")
        );
    }
}
