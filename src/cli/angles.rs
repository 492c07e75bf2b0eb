//! Angles in a file: what another command wrote, a record of a sweep, or plain lists.

use super::angle_list::angle;
use crate::files::read_text;
use crate::pipeline::RegistersRecord;
use crate::pipeline::{NamedParts, Problem};
use crate::settings::AnsatzKind;
use crate::{Error, Result};
use ketboard_puzzles::{Polynomial, model_hash};
use ketboard_qaoa::{AngleShape, Angles, MixerName};
use serde::Deserialize;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The part of a result file that is read.
#[derive(Deserialize, Default)]
struct AnglesFile {
    gammas: Vec<f64>,
    betas: Vec<f64>,
    model_hash: Option<String>,
    /// What `solve --json` says of registers: each with its levels, or how they were chosen.
    registers: Option<Value>,
    mixer: Option<String>,
    /// Which terms and qubits have angles of their own; absent where one γ and one β serve all.
    ansatz: Option<String>,
    /// The parts that have a γ of their own.
    groups: Option<Vec<String>>,
    /// The name of a record.
    run: Option<String>,
    /// The setting of a record, which says there what results say themselves.
    setting: Option<RecordSetting>,
}

/// The part of a record's setting that is read.
#[derive(Deserialize)]
struct RecordSetting {
    registers: Option<String>,
    mixer: Option<String>,
    ansatz: Option<String>,
}

impl AnglesFile {
    /// With what the setting of a record says.
    fn settled(mut self) -> Self {
        if let Some(setting) = self.setting.take() {
            self.registers = setting.registers.map(Value::String);
            self.mixer = setting.mixer;
            self.ansatz = setting.ansatz;
        }
        self
    }
}

/// The ansatz that the angles of a file belong to, or else the one that was asked for.
///
/// # Errors
/// If the two differ, or as [`ansatz_in`].
pub(crate) fn ansatz_for(path: Option<&Path>, asked: AnsatzKind) -> Result<AnsatzKind> {
    let Some(path) = path else {
        return Ok(asked);
    };
    let of_angles = ansatz_in(path)?;
    if asked == AnsatzKind::Standard || asked == of_angles {
        return Ok(of_angles);
    }
    let found = format!(
        "{asked}, and the angles of {} belong to {of_angles}",
        path.display()
    );
    Err(Error::argument(
        "--ansatz",
        found,
        "leave it out, or give other angles",
    ))
}

/// The ansatz that the angles in the JSON at `path` belong to.
///
/// # Errors
/// If the file has no such lists, or names an ansatz that there is not.
pub(crate) fn ansatz_in(path: &Path) -> Result<AnsatzKind> {
    let (name, angles) = read(path)?;
    let text = angles
        .ansatz
        .as_deref()
        .unwrap_or(AnsatzKind::Standard.name());
    let unknown = |_| {
        let names = AnsatzKind::ALL.map(AnsatzKind::name).join(", ");
        Error::input(
            &name,
            None,
            format!("the ansatz '{text}'"),
            format!("known are {names}"),
        )
    };
    AnsatzKind::parse(text).map_err(unknown)
}

/// The angles in the JSON at `path` of an ansatz with angles for each of these parts of `cost`,
/// which is that of `file`.
///
/// # Errors
/// As [`angles_for`]; if the file names other parts, or its lists have other lengths.
pub(crate) fn angles_of_parts(
    path: &Path,
    (cost, file): (&Polynomial, &str),
    parts: &NamedParts,
    shape: AngleShape,
) -> Result<Angles> {
    let (name, angles) = read(path)?;
    check_mixer(&name, &angles, MixerName::X)?;
    check_hash(&name, &angles, cost, file)?;
    let here = parts.iter().map(|(part, _)| part.as_str());
    let of_angles = angles.groups.iter().flatten().map(String::as_str);
    if angles.groups.is_some() && !here.eq(of_angles) {
        let found = "its angles belong to other parts of the cost than those here";
        let remedy =
            "use the same file, --reduce, --weight, encodings and --ansatz as for the angles";
        return Err(Error::input(&name, None, found, remedy));
    }
    Ok(Angles::new_in(angles.gammas, angles.betas, shape)?)
}

/// The angles in the JSON at `path`, for the ansatz of a problem.
///
/// # Errors
/// If the file has no such lists, or says that they belong to another model; if it says that they belong to another mixer, or to other registers.
pub(crate) fn angles_for(path: &Path, problem: &Problem) -> Result<Angles> {
    let (name, angles) = read(path)?;
    let mixer = problem
        .registers
        .as_ref()
        .map_or(MixerName::X, |known| known.mixer);
    check_mixer(&name, &angles, mixer)?;
    let here = RegistersRecord::of(problem);
    let here = here.map_or(Value::Null, |known| serde_json::json!(known.registers));
    let chosen = problem.registers.as_ref().map(|known| known.choice.name());
    let same = match &angles.registers {
        None => true,
        Some(Value::String(choice)) => Some(choice.as_str()) == chosen,
        Some(list) => *list == here,
    };
    if !same {
        let found = "its angles belong to other registers than those asked for here";
        let remedy = "use the same --registers, --mixer and --reduce as for the angles";
        return Err(Error::input(&name, None, found, remedy));
    }
    checked(
        &name,
        angles,
        &problem.cost.polynomial,
        &problem.puzzle.file,
    )
}

/// # Errors
/// If the angles are those of another mixer; a result that names none is one of ΣX, and bare lists
/// of angles fit any.
fn check_mixer(name: &str, angles: &AnglesFile, mixer: MixerName) -> Result<()> {
    let is_plain = angles.model_hash.is_some() && angles.registers.is_none();
    let plain = is_plain.then_some(MixerName::X.name);
    let of_angles = angles.mixer.as_deref().or(plain);
    match of_angles.filter(|of_angles| *of_angles != mixer.name) {
        None => Ok(()),
        Some(other) => Err(Error::input(
            name,
            None,
            format!(
                "its angles belong to the mixer {other}, not to {}",
                mixer.name
            ),
            "use the same --registers and --mixer as for the angles",
        )),
    }
}

/// The name of the file, and what it holds. `records.jsonl#RUN` is one record of several.
fn read(path: &Path) -> Result<(String, AnglesFile)> {
    let (path, run) = of_run(path);
    let (name, text) = (path.display().to_string(), read_text(&path)?);
    let begins = text.trim_start().chars().next();
    if begins.is_some_and(|first| first != '{' && first != '[') {
        return Ok((name.clone(), plain_lists(&text, &name)?));
    }
    let values = serde_json::Deserializer::from_str(&text).into_iter::<AnglesFile>();
    let mut found = values
        .collect::<std::result::Result<Vec<_>, _>>()
        .map_err(|error| {
            let remedy = "give a JSON object with the lists \"gammas\" and \"betas\"";
            let found = error.to_string();
            let found = found.split(" at line").next().unwrap_or_default();
            Error::input(&name, Some(error.line()), found, remedy)
        })?;
    let names: Vec<String> = found.iter().filter_map(|one| one.run.clone()).collect();
    if let Some(run) = &run {
        found.retain(|one| one.run.as_ref() == Some(run));
    }
    if found.len() == 1 {
        return Ok((name, found.remove(0).settled()));
    }
    let said = match &run {
        Some(run) => format!("{} records of the run {run}", found.len()),
        None => format!("angles of {} runs", found.len()),
    };
    let known: Vec<&str> = names.iter().take(NAMED).map(String::as_str).collect();
    let more = if names.len() > NAMED { ", ..." } else { "" };
    let remedy = match known.is_empty() {
        true => "give a file with one JSON object that has the lists \"gammas\" and \"betas\""
            .to_owned(),
        false => format!(
            "name one behind the file, as {name}#RUN: {}{more}",
            known.join(", ")
        ),
    };
    Err(Error::input(&name, None, said, remedy))
}

/// How many runs of a file are named.
const NAMED: usize = 5;

/// The file and the run that `FILE#RUN` names; a file whose own name has a `#` is itself.
fn of_run(path: &Path) -> (PathBuf, Option<String>) {
    let text = path.to_string_lossy();
    match text.rsplit_once('#') {
        Some((file, run)) if !path.exists() => (PathBuf::from(file), Some(run.to_owned())),
        Some(_) | None => (path.to_owned(), None),
    }
}

/// Two lines of angles: `gammas 0.1 0.2` and `betas -0.5 -pi/8`. Without the words the first line
/// is of γ; several lines of one word are series after series; what follows a `#` says nothing.
fn plain_lists(text: &str, name: &str) -> Result<AnglesFile> {
    let remedy = "give a line \"gammas 0.1 0.2\" and a line \"betas -0.5 -pi/8\", or a JSON object with the lists \"gammas\" and \"betas\"";
    let wrong = |line: usize, found: String| Error::input(name, Some(line), found, remedy);
    let (mut lists, mut unnamed) = (AnglesFile::default(), 0);
    let mut filled = [false; 2];
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let label = line.split([' ', '\t', ':', '=', ',']).next();
        let (which, rest) = match label.unwrap_or_default() {
            label @ ("gammas" | "gamma" | "γ") => (0, &line[label.len()..]),
            label @ ("betas" | "beta" | "β") => (1, &line[label.len()..]),
            _ => {
                unnamed += 1;
                (unnamed - 1, line)
            }
        };
        if which > 1 || (unnamed > 0 && filled.get(which) == Some(&true)) {
            let found = "more than one line of gammas and one of betas without their names";
            return Err(wrong(number + 1, found.to_owned()));
        }
        filled[which] = true;
        let rest = rest.trim_start().trim_start_matches([':', '=']);
        let list = if which == 0 {
            &mut lists.gammas
        } else {
            &mut lists.betas
        };
        let items: Vec<&str> = match rest.contains(',') {
            true => rest.split(',').collect(),
            false => rest.split_whitespace().collect(),
        };
        for item in items {
            let value = angle(item);
            list.push(value.ok_or_else(|| wrong(number + 1, format!("found {item:?}")))?);
        }
    }
    if filled != [true; 2] {
        let lines = text.lines().count().max(1);
        return Err(wrong(
            lines,
            "the file ends without gammas and betas".to_owned(),
        ));
    }
    Ok(lists)
}

/// Succeeds if angles were found for this cost, or do not say for which.
///
/// # Errors
/// If their model has another hash: at these angles this cost would be a number without meaning.
fn check_hash(name: &str, angles: &AnglesFile, cost: &Polynomial, file: &str) -> Result<()> {
    let hash = model_hash(cost);
    let of_angles = angles.model_hash.as_ref();
    if of_angles.is_none_or(|of_angles| *of_angles == hash) {
        return Ok(());
    }
    Err(Error::input(
        name,
        None,
        format!("its angles belong to another model than that of {file}"),
        "use the same file, --reduce, --target-qubits, --weight and encodings as for the angles",
    ))
}

/// The angles of a file for a cost, in the standard ansatz: one γ and one β for each layer.
///
/// # Errors
/// If they belong to another model or to another ansatz, or if there are not as many γ as β.
fn checked(name: &str, angles: AnglesFile, cost: &Polynomial, file: &str) -> Result<Angles> {
    check_hash(name, &angles, cost, file)?;
    if let Some(ansatz) = angles
        .ansatz
        .filter(|text| text != AnsatzKind::Standard.name())
    {
        let found = format!("its angles belong to the ansatz {ansatz}");
        let remedy = "only evaluate and export take these; give angles of the standard ansatz";
        return Err(Error::input(name, None, found, remedy));
    }
    if angles.gammas.len() != angles.betas.len() {
        let found = format!(
            "{} gammas and {} betas",
            angles.gammas.len(),
            angles.betas.len()
        );
        let remedy = "give one gamma and one beta for each layer";
        return Err(Error::input(name, None, found, remedy));
    }
    Ok(Angles::new(angles.gammas, angles.betas)?)
}
