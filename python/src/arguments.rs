//! What Python gives, as the library takes it; an error names the argument.

use crate::error::argument;
use numpy::PyReadonlyArray1;
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyList};

/// A function or class of the package, which is Python itself, called with these arguments.
pub(crate) fn in_package<'py>(
    py: Python<'py>,
    (module, name): (&str, &str),
    arguments: impl PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let module = py.import(format!("ketboard.{module}"))?;
    module.getattr(name)?.call1(arguments)
}

/// A whole number from `least` on.
pub(crate) fn whole<T: TryFrom<i128>>(name: &str, number: i128, least: i128) -> PyResult<T> {
    let fitting = T::try_from(number).ok().filter(|_| number >= least);
    fitting.ok_or_else(|| {
        let remedy = format!("give a whole number from {least} on");
        argument(name, format!("found {number}"), &remedy)
    })
}

/// Indices of basis states, each once.
pub(crate) fn indices(name: &str, numbers: &[i128], states: usize) -> PyResult<Vec<u64>> {
    let mut indices = numbers.to_vec();
    indices.sort_unstable();
    indices.dedup();
    let index = |number: i128| {
        let index = u64::try_from(number).ok();
        index.filter(|k| *k < states as u64).ok_or_else(|| {
            let found = format!("found {number} of {states} basis states");
            argument(name, found, "number them from 0, below their number")
        })
    };
    indices.into_iter().map(index).collect()
}

/// The real numbers of an array of one dimension, or of any sequence.
pub(crate) fn floats(name: &str, numbers: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
    if let Ok(array) = numbers.extract::<PyReadonlyArray1<'_, f64>>() {
        return Ok(array.as_array().to_vec());
    }
    if let Ok(list) = numbers.cast::<PyList>() {
        let each = list.iter().map(|x| Ok(x.cast::<PyFloat>()?.value()));
        if let Ok(numbers) = each.collect::<PyResult<_>>() {
            return Ok(numbers);
        }
    }
    let array = in_package(numbers.py(), ("_arguments", "floats"), (name, numbers))?;
    floats(name, &array)
}
