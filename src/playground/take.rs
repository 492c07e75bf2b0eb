//! What the page gives to take along: the puzzle file, the reduced model, the circuit, the record.

use super::circuit::Ready;
use super::puzzle::Current;
use crate::error::{Error, Result};
use crate::experiment::solve_record;
use crate::pipeline::{Problem, evaluate};
use ketboard_circuits::{CircuitExport, CircuitFormat, CircuitHeader};
use ketboard_puzzles::{ModelFile, ModelFormat, model_hash};
use ketboard_qaoa::{Angles, angles::AngleShape};
use serde_json::{Value, json};

/// The text of a format, and the name of its file.
///
/// # Errors
/// If there is no such format, no circuit is ready, or the angles are not two per layer.
pub(super) fn text(
    current: &Current,
    ready: Option<&Ready>,
    wanted: &str,
    angles: &Angles,
) -> Result<Value> {
    if wanted == "toml" {
        return Ok(json!({"name": "puzzle.toml", "text": current.text}));
    }
    let ready = ready.ok_or_else(|| {
        let remedy = "reduce the puzzle first";
        Error::argument("format", "no reduced puzzle", remedy)
    })?;
    let problem = &ready.problem;
    let model = ModelFile::new(&problem.puzzle.model, &problem.reduction, &problem.cost);
    let mut models = ModelFormat::ALL.iter();
    if let Some(format) = models.find(|format| format.name == wanted) {
        let name = format!("model-{wanted}.txt");
        return Ok(json!({"name": name, "text": (format.write)(&model)?}));
    }
    match wanted {
        "record" => record(ready, angles),
        _ => circuit(problem, &model, angles, wanted),
    }
}

/// What `ketboard evaluate --json` tells at these angles.
fn record(ready: &Ready, angles: &Angles) -> Result<Value> {
    let problem = &ready.problem;
    let plan = ready.options.search()?;
    let (found, _) = evaluate(problem, &plan, angles, 1)?;
    let record = solve_record(problem, &found, &plan);
    let text = format!("{:#}\n", record);
    Ok(json!({"name": "record.json", "text": text}))
}

/// The circuit at these angles in a format.
fn circuit(problem: &Problem, model: &ModelFile, angles: &Angles, name: &str) -> Result<Value> {
    let known = || CircuitFormat::ALL.iter().filter(|f| f.service.is_none());
    let format = known().find(|format| format.name == name);
    let format = format.ok_or_else(|| {
        let models = ModelFormat::ALL.iter().map(|format| format.name);
        let names = models.chain(known().map(|format| format.name));
        let names: Vec<&str> = ["toml", "record"].into_iter().chain(names).collect();
        let remedy = format!("use {}", names.join(", "));
        Error::argument("format", format!("found {name}"), remedy)
    })?;
    let gates = problem.ansatz_circuit()?;

    let reduction = problem.settings.reduction_in_words();
    let header = CircuitHeader {
        puzzle: problem.puzzle.name.clone(),
        file: problem.puzzle.file.clone(),
        model_hash: model_hash(&problem.cost.polynomial),
        angles: angles.clone(),
        shape: AngleShape::STANDARD,
        mixer: problem.registers.as_ref().map(|known| known.mixer),
        cells: model.cells().to_vec(),
        notes: vec![format!(
            "family {}; reduction: {reduction}; {}",
            problem.puzzle.family, problem.encodings
        )],
        ..CircuitHeader::default()
    };
    let circuit = gates.circuit(angles);
    let at_any = |angles: &Angles| Ok(gates.circuit(angles));
    let export = CircuitExport {
        ansatz: Some(&at_any),
        ..CircuitExport::new(&circuit, &header)
    };
    let name = format!("circuit.{}", format.extension());
    Ok(json!({"name": name, "text": format.text(&export)?}))
}
