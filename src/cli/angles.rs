//! Angles that another command wrote.

use super::registers;
use crate::files::read_text;
use crate::pipeline::{AnsatzKind, NamedParts, Problem};
use crate::{Error, Result};
use ketboard_puzzles::{Polynomial, model_hash};
use ketboard_qaoa::{AngleShape, Angles, MixerName};
use serde::Deserialize;
use serde_json::Value;
use std::path::Path;

/// The part of a result file that is read.
#[derive(Deserialize)]
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

/// The angles in the JSON at `path` of an ansatz with angles for each of these parts of `cost`, which is that of `file`.
///
/// # Errors
/// As [`angles_from`]; if the file names other parts, or its lists have other lengths.
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
/// As [`angles_from`]; if the file says that they belong to another mixer, or to other registers.
pub(crate) fn angles_for(path: &Path, problem: &Problem) -> Result<Angles> {
    let (name, angles) = read(path)?;
    let mixer = problem
        .registers
        .as_ref()
        .map_or(MixerName::X, |known| known.mixer);
    check_mixer(&name, &angles, mixer)?;
    let here = registers::as_json(problem).remove("registers");
    let here = here.unwrap_or_default();
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

/// The angles in the JSON at `path`, for the cost of `file` on plain qubits.
///
/// # Errors
/// If the file has no such lists, or says that they belong to another model or mixer.
pub(crate) fn angles_from(path: &Path, cost: &Polynomial, file: &str) -> Result<Angles> {
    let (name, angles) = read(path)?;
    check_mixer(&name, &angles, MixerName::X)?;
    checked(&name, angles, cost, file)
}

/// # Errors
/// If the angles are those of another mixer; a result that names none is one of ΣX, and bare lists of angles fit any.
fn check_mixer(name: &str, angles: &AnglesFile, mixer: MixerName) -> Result<()> {
    let plain = angles.model_hash.is_some().then_some(MixerName::X.name());
    let of_angles = angles.mixer.as_deref().or(plain);
    match of_angles.filter(|of_angles| *of_angles != mixer.name()) {
        None => Ok(()),
        Some(other) => Err(Error::input(
            name,
            None,
            format!(
                "its angles belong to the mixer {other}, not to {}",
                mixer.name()
            ),
            "use the same --registers and --mixer as for the angles",
        )),
    }
}

/// The name of the file, and what it holds.
fn read(path: &Path) -> Result<(String, AnglesFile)> {
    let name = path.display().to_string();
    let angles: AnglesFile = serde_json::from_str(&read_text(path)?).map_err(|error| {
        let remedy = "give a JSON object with the lists \"gammas\" and \"betas\"";
        let found = error.to_string();
        let found = found.split(" at line").next().unwrap_or_default();
        Error::input(&name, Some(error.line()), found, remedy)
    })?;
    Ok((name, angles))
}

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

fn checked(name: &str, angles: AnglesFile, cost: &Polynomial, file: &str) -> Result<Angles> {
    check_hash(name, &angles, cost, file)?;
    if let Some(ansatz) = angles
        .ansatz
        .filter(|text| text != AnsatzKind::Standard.name())
    {
        let found = format!("its angles belong to the ansatz {ansatz}");
        let remedy = "only export takes these; give angles of the standard ansatz";
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
