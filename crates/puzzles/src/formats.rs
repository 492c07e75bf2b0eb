//! Files for other programs: models in the formats of their fields, and models from them.
//!
//! Every format is written and, but for LP, read back; [`read_model`] tells them by their content.
//! Each keeps the offset, the map from cells to qubits and the conventions
//! ([`crate::encode::CONVENTIONS`]): as values where it has a place for them, else as comments.
//! Writers write to what they are given and readers take a text; no file is opened here.

mod card;
mod dimod;
mod ising;
mod json;
mod lp;
mod qubo_file;
mod source;

use crate::encode::ModelFile;
use crate::error::{Error, Result};

/// What some editors begin a text with.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Reads a model from a text, in a file of this name.
type ReadModel = fn(&str, &str) -> Result<ModelFile>;

/// A format in which a model can be written and, but for LP, read.
///
/// ```
/// use ketboard_puzzles::{MODEL_FORMATS, model_format_of, read_model};
///
/// let text = "p qubo 0 2 2 1\n0 0 -1\n1 1 -1\n0 1 3\n"; // −x0 − x1 + 3 x0 x1
/// assert!(model_format_of(text).is_some() && MODEL_FORMATS.len() > 1);
/// assert_eq!(read_model(text, "two.qubo")?.polynomial().value(|k| k == 0), -1.0);
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ModelFormat {
    /// The name on the command line.
    pub name: &'static str,
    /// The usual ending of its files, without the dot.
    pub extension: &'static str,
    /// One line for the help.
    pub about: &'static str,
    /// The text of a model.
    ///
    /// # Errors
    /// If the format cannot carry the model.
    pub write: fn(&ModelFile) -> Result<String>,
    /// Whether a text looks like it; of several, the last in the table is meant.
    recognizes: fn(&str) -> bool,
    /// Reads a model from a text, whose file's name is the second argument; nothing where the
    /// format is only written.
    ///
    /// # Errors
    /// What is not as it must be: where, what was found, what would be right.
    pub read: Option<ReadModel>,
}

/// All formats for models. Adding one: a file in `formats/`, a line here.
///
/// ```
/// use ketboard_puzzles::{MODEL_FORMATS, read_model};
///
/// let model = read_model("p qubo 0 2 2 1\n0 0 -1\n1 1 -1\n0 1 3\n", "two.qubo")?;
/// for format in MODEL_FORMATS {
///     let text = (format.write)(&model)?;
///     let Some(read) = format.read else { continue };
///     let again = read(&text, format.name)?;
///     assert_eq!(again.polynomial().value(|_| true), 1.0); // −1 − 1 + 3, in every format
/// }
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
pub static MODEL_FORMATS: &[ModelFormat] = &[
    json::FORMAT,
    dimod::FORMAT,
    qubo_file::FORMAT,
    lp::FORMAT,
    ising::FORMAT,
];

/// The format of a model's text; `None` for any other text.
///
/// ```
/// use ketboard_puzzles::model_format_of;
///
/// let format = model_format_of("p qubo 0 1 1 0\n0 0 -1\n").expect("it is a model");
/// assert_eq!((format.name, format.extension), ("qubo", "qubo"));
/// assert!(model_format_of("family = 'n-queens'\nsize = 4").is_none()); // a puzzle
/// ```
pub fn model_format_of(text: &str) -> Option<&'static ModelFormat> {
    let text = text.trim_start_matches(BYTE_ORDER_MARK);
    let mut formats = MODEL_FORMATS.iter().rev();
    formats.find(|format| (format.recognizes)(text))
}

/// The model in a text of any of the [`MODEL_FORMATS`]; `file` is its name for messages.
///
/// ```
/// use ketboard_puzzles::read_model;
///
/// let model = read_model("p qubo 0 1 1 0\n0 0 -1\n", "one.qubo")?; // −x0
/// assert_eq!((model.polynomial().n(), model.polynomial().value(|_| true)), (1, -1.0));
/// assert!(read_model("family = 'n-queens'", "puzzle.toml").is_err());
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
///
/// # Errors
/// If the text is in none of the formats, or not as its format must be.
pub fn read_model(text: &str, file: &str) -> Result<ModelFile> {
    let text = text.trim_start_matches(BYTE_ORDER_MARK);
    if let Some(read) = model_format_of(text).and_then(|format| format.read) {
        return read(text, file);
    }
    let known = MODEL_FORMATS.iter().filter(|format| format.read.is_some());
    let names: Vec<&str> = known.map(|format| format.name).collect();
    let start = source::shown(text.trim_start());
    let found = format!("{start} begins no model in a known format");
    let remedy = format!(
        "known are {}; `ketboard export` makes a model of a puzzle file, Python's dimod one of an LP file",
        names.join(", ")
    );
    Err(Error::input(file, None, found, remedy))
}

/// # Errors
/// If the model has a term that the quadratic `format` cannot hold.
fn need_quadratic(model: &ModelFile, format: &str) -> Result<()> {
    let degree = model.polynomial().degree();
    if degree <= 2 {
        return Ok(());
    }
    Err(Error::setting(
        "format",
        format!("{format} holds products of two variables; this model has a product of {degree}"),
        "use `format` json, which holds products of any number, or leave them out: `distinct_lines` qubo or filter, `symbols` one-hot",
    ))
}
