//! Angles that another command wrote.

use ketboard::encode::{Polynomial, model_hash};
use ketboard::files::read_text;
use ketboard::qaoa::Angles;
use ketboard::{Error, Result};
use serde::Deserialize;
use std::path::Path;

/// The part of a result file that is read.
#[derive(Deserialize)]
struct AnglesFile {
    gammas: Vec<f64>,
    betas: Vec<f64>,
    model_hash: Option<String>,
}

/// The angles in the JSON at `path`, for the cost of `file`.
///
/// # Errors
/// If the file has no such lists, or says that they belong to another model.
pub(crate) fn angles_from(path: &Path, cost: &Polynomial, file: &str) -> Result<Angles> {
    let name = path.display().to_string();
    let angles: AnglesFile = serde_json::from_str(&read_text(path)?).map_err(|error| {
        let remedy = "give a JSON object with the lists \"gammas\" and \"betas\"";
        let found = error.to_string();
        let found = found.split(" at line").next().unwrap_or_default();
        Error::input(&name, Some(error.line()), found, remedy)
    })?;
    let hash = model_hash(cost);
    if angles.model_hash.is_some_and(|of_angles| of_angles != hash) {
        return Err(Error::input(
            &name,
            None,
            format!("its angles belong to another model than that of {file}"),
            "use the same file, --reduce, --target-qubits, --weight and encodings as for the angles",
        ));
    }
    if angles.gammas.len() != angles.betas.len() {
        let found = format!(
            "{} gammas and {} betas",
            angles.gammas.len(),
            angles.betas.len()
        );
        let remedy = "give one gamma and one beta for each layer";
        return Err(Error::input(&name, None, found, remedy));
    }
    Angles::new(angles.gammas, angles.betas)
}
