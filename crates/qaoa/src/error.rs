//! What can go wrong in the engine: each message says where, what was found, and what would be
//! right.

/// The result of anything that reads input or asks for resources.
pub type Result<T> = std::result::Result<T, Error>;

/// What can go wrong in this crate; every message is one line and ends with the remedy.
///
/// ```
/// use ketboard_qaoa::{Cost, Error};
/// let error = Cost::from_terms(2, [(0b100, 1.0)]).unwrap_err();
/// let text = error.to_string();
/// assert!(text.contains("qubit 2") && !text.contains('\n'), "{text}");
/// assert!(matches!(error, Error::Argument { .. }));
/// ```
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A setting of a run cannot be so, or does not go with the others. In all texts a setting is
    /// in backticks, followed by the value it should have: "use `registers` qubits".
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
    /// States do not fit into memory; nothing was allocated.
    #[error(
        "{what} need {} of memory, {} are free; {remedy}",
        readable_bytes(*needed),
        readable_bytes(*available)
    )]
    Memory {
        /// What was asked for: `40 qubits`, `1000 states`.
        what: String,
        /// Bytes needed.
        needed: u128,
        /// Bytes there.
        available: u64,
        /// What makes it fit.
        remedy: String,
    },
    /// Numbers that leave the real line: an energy or an angle that is not finite.
    #[error("{what} is {value}; it must be a finite number")]
    NotFinite {
        /// Which number.
        what: String,
        /// Its value.
        value: f64,
    },
    /// A callback said stop, and what was done so far is of no use.
    #[error("stopped before there was a result; run it again")]
    Stopped,
}

/// Bytes in the unit that suits them, to two digits after the point: `18 TiB`, `1.5 GiB`.
pub fn readable_bytes(bytes: impl TryInto<u128>) -> String {
    let bytes = bytes.try_into().unwrap_or(u128::MAX) as f64;
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let step = (libm::log2(bytes.max(1.0)) / 10.0)
        .floor()
        .clamp(0.0, (units.len() - 1) as f64);
    let number = bytes / libm::pow(1024_f64, step);
    if number >= 1e4 {
        return format!("more than 10000 {}", units[step as usize]);
    }
    let digits = format!("{number:.2}");
    let digits = digits.trim_end_matches('0').trim_end_matches('.');
    format!("{digits} {}", units[step as usize])
}

impl Error {
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
