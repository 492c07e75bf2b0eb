//! What can go wrong, said so that the reader knows where, what was found, and what would be right.

use std::path::PathBuf;

/// The result of anything that reads input or asks for resources.
pub type Result<T> = std::result::Result<T, Error>;

/// One error type for the crate; every message is one line and ends with the remedy.
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
    /// An argument of a call or of the command line is out of range.
    #[error("{name}: {found}; {remedy}")]
    Argument {
        /// The argument, as the user writes it: `--depth`.
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
        /// Which option makes it fit.
        remedy: String,
    },
    /// The states of a space of registers do not fit into memory; nothing was allocated.
    #[error(
        "{states} states need {} of memory, {} are free; {remedy}",
        readable_bytes(*needed),
        readable_bytes(*available)
    )]
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

/// Bytes in the unit that suits them, to two digits after the point: `18 TiB`, `1.5 GiB`.
pub fn readable_bytes(bytes: impl TryInto<u128>) -> String {
    let bytes = bytes.try_into().unwrap_or(u128::MAX) as f64;
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let step = (bytes.max(1.0).log2() / 10.0)
        .floor()
        .clamp(0.0, (units.len() - 1) as f64);
    let number = bytes / 1024_f64.powf(step);
    if number >= 1e4 {
        return format!("more than 10000 {}", units[step as usize]);
    }
    let digits = format!("{number:.2}");
    let digits = digits.trim_end_matches('0').trim_end_matches('.');
    format!("{digits} {}", units[step as usize])
}

impl Error {
    /// An [`Error::Input`] at a line.
    pub fn input(
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

    /// An [`Error::Argument`].
    pub fn argument(
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
    pub fn exit_status(&self) -> u8 {
        match self {
            Self::NoSolution { .. } => 1,
            Self::Input { .. }
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
    fn bytes_are_readable_whatever_their_number() {
        for (bytes, text) in [
            (0, "0 bytes"),
            (544, "544 bytes"),
            (100 << 10, "100 KiB"),
            (17 << 17, "2.12 MiB"),
            (3 << 29, "1.5 GiB"),
            (u128::MAX, "more than 10000 EiB"),
        ] {
            assert_eq!(readable_bytes(bytes), text);
        }
    }

    #[test]
    fn a_memory_error_speaks_in_readable_units() {
        let error = Error::Memory {
            qubits: 40,
            needed: 18 << 40,
            available: 24 << 30,
            remedy: "use --target-qubits 28".into(),
        };
        let expected = "40 qubits need 18 TiB of memory, 24 GiB are free; use --target-qubits 28";
        assert_eq!(error.to_string(), expected);
    }
}
