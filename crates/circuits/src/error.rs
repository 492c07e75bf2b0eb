//! What can go wrong with circuits, said so that the reader knows where, what was found, and what
//! would be right.

use std::path::PathBuf;

/// The result of anything that reads input or asks for resources.
pub type Result<T> = std::result::Result<T, Error>;

/// What can go wrong in this crate; every message is one line and ends with the remedy.
///
/// ```
/// use ketboard_circuits::{Circuit, Error, simulate};
///
/// let error = simulate(&Circuit::new(30)).expect_err("30 qubits are too many");
/// assert!(matches!(error, Error::Argument { .. }));
/// assert!(error.to_string().starts_with("circuit: 30 qubits; "));
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
        ketboard_qaoa::readable_bytes(*needed),
        ketboard_qaoa::readable_bytes(*available)
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
    /// A file could not be written; nothing was left behind.
    #[error("cannot write {}: {source}; choose a place that exists and can be written", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        source: std::io::Error,
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

    /// An [`Error::Setting`].
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
