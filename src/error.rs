//! What can go wrong, said so that the reader knows where, what was found, and what would be right.

mod no_solution;

pub use no_solution::NoSolution;
pub(crate) use no_solution::step_in_words;

use std::path::PathBuf;

/// The result of anything that reads input or asks for resources.
///
/// ```
/// use ketboard::{Options, Puzzle, Result};
/// fn qubits(text: &str) -> Result<usize> {
///     Ok(Puzzle::parse(text)?.problem(&Options::default())?.qubits())
/// }
/// assert_eq!(qubits("family = 'n-queens'\nsize = 4")?, 16);
/// # Ok::<(), ketboard::Error>(())
/// ```
pub type Result<T> = std::result::Result<T, Error>;

/// One error type for the crate; every message is one line and ends with the remedy.
///
/// ```
/// use ketboard::{Error, Puzzle, puzzles};
/// let error = Puzzle::parse("family = 'n-queens'\nsize = 'four'").unwrap_err();
/// assert!(error.to_string().contains("line 2") || error.to_string().contains(":2"), "{error}");
/// assert!(matches!(error, Error::Input(puzzles::Error::Input { line: Some(2), .. })));
/// ```
///
/// In the texts about a setting, and in remedies, a setting is in backticks, followed by the
/// value it should have: "use `registers` qubits". A file has keys in backticks, so that a text
/// about a file says "the setting `registers`".
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file, a setting or an argument is not as it must be, or a file cannot be read or written.
    #[error(transparent)]
    Input(#[from] ketboard_puzzles::Error),
    /// The simulator cannot do it: a setting or an argument, memory, a number that is not finite,
    /// or a stop.
    #[error(transparent)]
    Engine(#[from] ketboard_qaoa::Error),
    /// The puzzle has no solution.
    #[error("{0}")]
    NoSolution(Box<NoSolution>),
}

impl Error {
    /// A callback said stop, and what was done so far is of no use.
    pub(crate) const STOPPED: Self = Self::Engine(ketboard_qaoa::Error::Stopped);

    /// Something in an input file is not as it must be, at a line where one can be named.
    pub(crate) fn input(
        file: impl Into<String>,
        line: Option<usize>,
        found: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        ketboard_puzzles::Error::input(&file.into(), line, found, remedy).into()
    }

    /// A setting of a run cannot be so, or does not go with the others.
    pub(crate) fn setting(
        name: impl Into<String>,
        found: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        ketboard_puzzles::Error::setting(&name.into(), found, remedy).into()
    }

    /// An argument of a call is out of range.
    pub(crate) fn argument(
        name: impl Into<String>,
        found: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        ketboard_puzzles::Error::argument(&name.into(), found, remedy).into()
    }

    /// A file could not be read.
    pub(crate) fn read(path: impl Into<PathBuf>, source: impl Into<std::io::Error>) -> Self {
        let (path, source) = (path.into(), source.into());
        Self::Input(ketboard_puzzles::Error::Read { path, source })
    }

    /// A file could not be written; nothing was left behind.
    pub(crate) fn write(path: impl Into<PathBuf>, source: impl Into<std::io::Error>) -> Self {
        let (path, source) = (path.into(), source.into());
        Self::Input(ketboard_puzzles::Error::Write { path, source })
    }

    /// The name of the setting that is wrong, what was found, and the remedy, where one is.
    pub(crate) fn of_a_setting(&self) -> Option<[&str; 3]> {
        match self {
            Self::Input(ketboard_puzzles::Error::Setting {
                name,
                found,
                remedy,
            })
            | Self::Engine(ketboard_qaoa::Error::Setting {
                name,
                found,
                remedy,
            }) => Some([name, found, remedy]),
            _ => None,
        }
    }

    /// Whether this is [`Self::STOPPED`], from whichever stage.
    pub(crate) fn is_stop(&self) -> bool {
        use ketboard_puzzles::Error::Stopped;
        matches!(
            self,
            Self::Engine(ketboard_qaoa::Error::Stopped) | Self::Input(Stopped)
        )
    }

    /// The exit status of a program that ends with this error: 1 where the puzzle has no solution,
    /// 2 for bad input, bad usage and lacking resources, 130 where it was stopped (the status of a
    /// program ended by Ctrl-C).
    pub(crate) fn exit_status(&self) -> u8 {
        match self {
            Self::NoSolution(_) | Self::Input(ketboard_puzzles::Error::NoSolution { .. }) => 1,
            _ if self.is_stop() => 130,
            _ => 2,
        }
    }
}

impl From<ketboard_circuits::Error> for Error {
    fn from(error: ketboard_circuits::Error) -> Self {
        match error {
            ketboard_circuits::Error::Engine(error) => error.into(),
            ketboard_circuits::Error::Input(error) => error.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_error_names_file_line_finding_and_remedy() {
        let error = Error::input("a.toml", Some(3), "found '?'", "a cell is 0, 1 or .");
        assert_eq!(
            error.to_string(),
            "a.toml:3: found '?'; a cell is 0, 1 or ."
        );
    }
}
