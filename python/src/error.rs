//! The errors of the library as exceptions, with the same lines.

use pyo3::create_exception;
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;

create_exception!(
    ketboard,
    Error,
    PyValueError,
    "What can go wrong: one line that says where, what was found, and what would be right."
);

create_exception!(
    ketboard,
    Interrupted,
    PyKeyboardInterrupt,
    "Ctrl-C ended a search; the attribute `result` holds what was found until then."
);

/// The exception with the line of an error of the library.
pub(crate) fn raised(error: impl Into<ketboard::Error>) -> PyErr {
    Error::new_err(error.into().to_string())
}

/// The exception of an argument that only Python can get wrong.
pub(crate) fn argument(name: &str, found: impl Into<String>, remedy: &str) -> PyErr {
    raised(ketboard_qaoa::Error::Argument {
        name: name.to_owned(),
        found: found.into(),
        remedy: remedy.to_owned(),
    })
}

/// What a search found; where it was ended, the exception that ended it, that of Ctrl-C with what
/// was found until then.
pub(crate) fn ended<'py, T>(
    py: Python<'py>,
    why: Option<PyErr>,
    found: ketboard::Result<T>,
    shown: impl FnOnce(T) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    match (why, found) {
        (None, found) => shown(found.map_err(raised)?),
        (Some(why), Ok(found)) if why.is_instance_of::<PyKeyboardInterrupt>(py) => {
            let text = "stopped by Ctrl-C; the attribute `result` has what was found";
            let error = Interrupted::new_err(text);
            error.value(py).setattr("result", shown(found)?)?;
            Err(error)
        }
        (Some(why), _) => Err(why),
    }
}
