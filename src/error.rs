//! What can go wrong, said so that the reader knows where, what was found, and what would be right.

use ketboard_qaoa::readable_bytes;
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
/// use ketboard::{Error, Puzzle};
/// let error = Puzzle::parse("family = 'n-queens'\nsize = 'four'").unwrap_err();
/// assert!(error.to_string().contains("line 2") || error.to_string().contains(":2"), "{error}");
/// assert!(matches!(error, Error::Input { line: Some(2), .. }));
/// ```
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Something in an input file (or a text given in its place) is not as it must be.
    #[error("{}: {found}; {remedy}", place(file, *line))]
    Input {
        /// The file's name as the user wrote it.
        file: String,
        /// 1-based line, where one can be named.
        line: Option<usize>,
        /// What was found there.
        found: String,
        /// What would be right.
        remedy: String,
    },
    /// A setting of a run cannot be so, or does not go with the others.
    ///
    /// In the texts of this error, and in every remedy but that of [`Error::Input`], a setting
    /// stands in backticks, followed by the value it should have: "use `registers` qubits". A file
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
        /// The argument, or what it stands for: `angles`, `size`.
        name: String,
        /// What was found.
        found: String,
        /// What would be right.
        remedy: String,
    },
    /// The state does not fit into memory; nothing was allocated.
    #[error(
        "{qubits} qubits need {} of memory, {} are free; {remedy}",
        readable_bytes(*needed),
        readable_bytes(*available)
    )]
    Memory {
        /// Qubits asked for.
        qubits: usize,
        /// Bytes needed.
        needed: u128,
        /// Bytes there.
        available: u64,
        /// Which setting makes it fit.
        remedy: String,
    },
    /// The states of a space of registers do not fit into memory; nothing was allocated.
    #[error("{}", ketboard_qaoa::Error::States {
        states: *states, needed: *needed, available: *available, remedy: remedy.clone()
    })]
    States {
        /// Basis states asked for.
        states: usize,
        /// Bytes needed.
        needed: u128,
        /// Bytes there.
        available: u64,
        /// What makes it fit.
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
    /// Numbers that leave the real line: an energy or an angle that is not finite.
    #[error("{what} is {value}; it must be a finite number")]
    NotFinite {
        /// Which number.
        what: String,
        /// Its value.
        value: f64,
    },
    /// Whoever was asked on the way said stop, and what was done so far is of no use.
    #[error("stopped before there was a result; run it again")]
    Stopped,
}

fn place(file: &str, line: Option<usize>) -> String {
    line.map_or_else(|| file.to_owned(), |line| format!("{file}:{line}"))
}

impl Error {
    /// An [`Error::Input`] at a line.
    pub(crate) fn input(
        file: impl Into<String>,
        line: Option<usize>,
        found: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self::Input {
            file: file.into(),
            line,
            found: found.into(),
            remedy: remedy.into(),
        }
    }

    /// The [`Error::Setting`] of a name, what was found, and the remedy.
    pub(crate) fn setting(
        name: impl Into<String>,
        found: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self::Setting {
            name: name.into(),
            found: found.into(),
            remedy: remedy.into(),
        }
    }

    /// An [`Error::Argument`].
    pub(crate) fn argument(
        name: impl Into<String>,
        found: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self::Argument {
            name: name.into(),
            found: found.into(),
            remedy: remedy.into(),
        }
    }

    /// The exit status of a program that ends with this error: 1 where the puzzle has no solution,
    /// 2 for bad input, bad usage and lacking resources, 130 where it was stopped (the status of a
    /// program ended by Ctrl-C).
    pub(crate) fn exit_status(&self) -> u8 {
        match self {
            Self::NoSolution { .. } => 1,
            Self::Input { .. }
            | Self::Setting { .. }
            | Self::Argument { .. }
            | Self::Memory { .. }
            | Self::States { .. }
            | Self::Read { .. }
            | Self::Write { .. }
            | Self::NotFinite { .. } => 2,
            Self::Stopped => 130,
        }
    }
}

impl From<ketboard_qaoa::Error> for Error {
    fn from(error: ketboard_qaoa::Error) -> Self {
        use ketboard_qaoa::Error as From;
        match error {
            From::Setting {
                name,
                found,
                remedy,
            } => Self::Setting {
                name,
                found,
                remedy,
            },
            From::Argument {
                name,
                found,
                remedy,
            } => Self::Argument {
                name,
                found,
                remedy,
            },
            From::Memory {
                qubits,
                needed,
                available,
                remedy,
            } => Self::Memory {
                qubits,
                needed,
                available,
                remedy,
            },
            From::States {
                states,
                needed,
                available,
                remedy,
            } => Self::States {
                states,
                needed,
                available,
                remedy,
            },
            From::NotFinite { what, value } => Self::NotFinite { what, value },
            From::Stopped => Self::Stopped,
        }
    }
}

impl From<ketboard_puzzles::Error> for Error {
    fn from(error: ketboard_puzzles::Error) -> Self {
        use ketboard_puzzles::Error as From;
        match error {
            From::Input {
                file,
                line,
                found,
                remedy,
            } => Self::Input {
                file,
                line,
                found,
                remedy,
            },
            From::Setting {
                name,
                found,
                remedy,
            } => Self::Setting {
                name,
                found,
                remedy,
            },
            From::Argument {
                name,
                found,
                remedy,
            } => Self::Argument {
                name,
                found,
                remedy,
            },
            From::Read { path, source } => Self::Read { path, source },
            From::Write { path, source } => Self::Write { path, source },
            From::NoSolution { file, reason } => Self::NoSolution { file, reason },
            From::NotFinite { what, value } => Self::NotFinite { what, value },
            From::Stopped => Self::Stopped,
        }
    }
}

impl From<ketboard_circuits::Error> for Error {
    fn from(error: ketboard_circuits::Error) -> Self {
        use ketboard_circuits::Error as From;
        match error {
            From::Input {
                file,
                line,
                found,
                remedy,
            } => Self::Input {
                file,
                line,
                found,
                remedy,
            },
            From::Engine(error) => error.into(),
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

    #[test]
    fn a_memory_error_speaks_in_readable_units() {
        let error = Error::Memory {
            qubits: 40,
            needed: 18 << 40,
            available: 24 << 30,
            remedy: "use `target_qubits` 28".into(),
        };
        let expected = "40 qubits need 18 TiB of memory, 24 GiB are free; use `target_qubits` 28";
        assert_eq!(error.to_string(), expected);
    }
}
