//! Angles from a file: any JSON with the lists "gammas" and "betas", such as what `solve --json` wrote.

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

/// The angles in the JSON file at `path`, for the model of the file `of_file`.
///
/// # Errors
/// If the file has no angles, or those of another model.
pub(crate) fn angles_from(path: &Path, of_file: &str, polynomial: &Polynomial) -> Result<Angles> {
    let name = path.display().to_string();
    let file: AnglesFile = serde_json::from_str(&read_text(path)?).map_err(|error| {
        let remedy = "give a JSON object with the lists \"gammas\" and \"betas\"";
        let found = error.to_string();
        let found = found.split(" at line").next().unwrap_or_default();
        Error::input(&name, Some(error.line()), found, remedy)
    })?;
    let hash = model_hash(polynomial);
    if file.model_hash.is_some_and(|of_angles| of_angles != hash) {
        return Err(Error::input(
            &name,
            None,
            format!("its angles belong to another model than that of {of_file}"),
            "use the same file, --reduce, --target-qubits, --weight and encodings as for the angles",
        ));
    }
    if file.gammas.len() != file.betas.len() {
        let found = format!(
            "{} gammas and {} betas",
            file.gammas.len(),
            file.betas.len()
        );
        let remedy = "give one gamma and one beta for each layer";
        return Err(Error::input(&name, None, found, remedy));
    }
    Angles::new(file.gammas, file.betas)
}
