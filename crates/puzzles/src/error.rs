//! What can go wrong in the puzzle half, said so that the reader knows where, what was found, and
//! what would be right.

use std::path::PathBuf;

/// The result of anything that reads input or asks for resources.
///
/// ```
/// use ketboard_puzzles::{Puzzle, Result};
///
/// fn cells(text: &str) -> Result<usize> {
///     Ok(Puzzle::parse(text, "pasted")?.cells())
/// }
/// assert_eq!(cells("family = 'n-queens'\nsize = 4")?, 16);
/// assert!(cells("family = 'n-queens'").is_err()); // of which size?
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
pub type Result<T> = std::result::Result<T, Error>;

/// What can go wrong in this crate; every message is one line and ends with the remedy.
///
/// ```
/// use ketboard_puzzles::{Error, Puzzle};
///
/// let error = Puzzle::parse("family = 'n-queens'\nsize = 'six'", "mine.toml").unwrap_err();
/// assert!(error.to_string().starts_with("mine.toml:2: `size` is 'six'; "));
/// assert!(matches!(error, Error::Input { line: Some(2), .. }));
/// ```
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Something in an input file (or a text given in its place) is not as it must be.
    #[error("{}: {}; {remedy}", place(file, *line), found.replace(char::is_control, " "))]
    Input {
        /// The file's name as the user wrote it.
        file: String,
        /// 1-based line, where one can be named.
        line: Option<usize>,
        /// What was found there, which may quote a line break of the file.
        found: String,
        /// What would be right.
        remedy: String,
    },
    /// A setting of a run cannot be so, or does not go with the others.
    ///
    /// In the texts of this error, and in every remedy but that of [`Error::Input`], a setting
    /// is in backticks, followed by the value it should have: "use `registers` qubits". A file
    /// has keys in backticks, so that a text about a file says "the setting `registers`".
    #[error("`{name}`: {found}; {remedy}")]
    Setting {
        /// The name of the setting, in words joined by underscores: `target_qubits`.
        name: String,
        /// What was found.
        found: String,
        /// What would be right.
        remedy: String,
    },
    /// An argument of a call is out of range.
    #[error("{name}: {found}; {remedy}")]
    Argument {
        /// The argument, or what it means: `angles`, `size`.
        name: String,
        /// What was found.
        found: String,
        /// What would be right.
        remedy: String,
    },
    /// A file could not be read.
    #[error("cannot read {}: {source}; check the path and its permissions", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        source: std::io::Error,
    },
    /// A file could not be written; nothing was left behind.
    #[error("cannot write {}: {source}; choose a place that exists and can be written", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        source: std::io::Error,
    },
    /// The puzzle has no solution: `reason` names the rule that cannot hold.
    #[error("{file}: the puzzle has no solution: {reason}")]
    NoSolution {
        /// The puzzle's file.
        file: String,
        /// Which rule cannot hold, and why.
        reason: String,
    },
    /// The callback said stop, and what was done so far is of no use.
    #[error("stopped before there was a result; run it again")]
    Stopped,
}

/// Where a message points to: `file:line`, or the file alone.
fn place(file: &str, line: Option<usize>) -> String {
    line.map_or_else(|| file.to_owned(), |line| format!("{file}:{line}"))
}

impl Error {
    /// An [`Error::Input`] at a line.
    #[doc(hidden)]
    pub fn input(
        file: &str,
        line: Option<usize>,
        found: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self::Input {
            file: file.to_owned(),
            line,
            found: found.into(),
            remedy: remedy.into(),
        }
    }

    /// An [`Error::Setting`] of these parts.
    #[doc(hidden)]
    pub fn setting(name: &str, found: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::Setting {
            name: name.to_owned(),
            found: found.into(),
            remedy: remedy.into(),
        }
    }

    /// An [`Error::Argument`] of these parts.
    #[doc(hidden)]
    pub fn argument(name: &str, found: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::Argument {
            name: name.to_owned(),
            found: found.into(),
            remedy: remedy.into(),
        }
    }
}

/// The value again.
///
/// # Errors
/// If it is infinite or no number.
pub(crate) fn finite(what: &str, value: f64) -> Result<f64> {
    let wrong = || Error::argument(what, value.to_string(), "it must be a finite number");
    value.is_finite().then_some(value).ok_or_else(wrong)
}
