//! Errors of circuits, which say where, what was found, and what would be right.

/// The result of whatever reads input or needs resources.
pub type Result<T> = std::result::Result<T, Error>;

/// What can go wrong in this crate; every message is one line and ends with the remedy.
///
/// ```
/// use ketboard_circuits::{Circuit, Error};
///
/// let error = Circuit::new(30).simulate().expect_err("30 qubits are too many");
/// assert!(matches!(error, Error::Engine(ketboard_qaoa::Error::Argument { .. })));
/// assert!(error.to_string().starts_with("circuit: 30 qubits; "));
/// ```
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Something in an input file (or a text given in its place) is not as it must be.
    #[error(transparent)]
    Input(#[from] ketboard_puzzles::Error),
    /// What goes wrong in the engine, too: a setting, an argument, memory, a number that is not
    /// finite, or a stop.
    #[error(transparent)]
    Engine(#[from] ketboard_qaoa::Error),
}

impl Error {
    /// The callback said stop.
    pub(crate) const STOPPED: Self = Self::Engine(ketboard_qaoa::Error::Stopped);

    pub(crate) fn input(
        file: impl Into<String>,
        line: Option<usize>,
        found: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self::Input(ketboard_puzzles::Error::Input {
            file: file.into(),
            line,
            found: found.into(),
            remedy: remedy.into(),
        })
    }

    pub(crate) fn setting(
        name: impl Into<String>,
        found: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self::Engine(ketboard_qaoa::Error::Setting {
            name: name.into(),
            found: found.into(),
            remedy: remedy.into(),
        })
    }

    pub(crate) fn argument(
        name: impl Into<String>,
        found: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self::Engine(ketboard_qaoa::Error::Argument {
            name: name.into(),
            found: found.into(),
            remedy: remedy.into(),
        })
    }

    pub(crate) fn memory(
        qubits: usize,
        needed: u128,
        available: u64,
        remedy: impl Into<String>,
    ) -> Self {
        Self::Engine(ketboard_qaoa::Error::Memory {
            what: format!("{qubits} qubits"),
            needed,
            available,
            remedy: remedy.into(),
        })
    }
}

/// The angle; fails if it is not finite.
pub(crate) fn finite_angle(value: f64) -> Result<f64> {
    if value.is_finite() {
        return Ok(value);
    }
    let what = "an angle of the circuit".to_owned();
    Err(ketboard_qaoa::Error::NotFinite { what, value }.into())
}
