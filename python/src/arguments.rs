//! What Python gives, as the library takes it; an error names the argument.

use crate::error::argument;
use numpy::{PyReadonlyArray1, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyList};

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
    let index = |number: &i128| {
        let index = u64::try_from(*number).ok();
        index.filter(|k| *k < states as u64).ok_or_else(|| {
            let found = format!("found {number} of {states} basis states");
            argument(name, found, "number them from 0, below their number")
        })
    };
    let mut indices: Vec<u64> = numbers.iter().map(index).collect::<PyResult<_>>()?;
    indices.sort_unstable();
    indices.dedup();
    Ok(indices)
}

/// The real numbers of an array of one dimension, or of any sequence.
pub(crate) fn floats(name: &str, numbers: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
    if let Ok(array) = numbers.extract::<PyReadonlyArray1<'_, f64>>() {
        return Ok(array.as_array().to_vec());
    }
    if let Ok(list) = numbers.cast::<PyList>() {
        let each = list
            .iter()
            .map(|number| Ok(number.cast::<PyFloat>()?.value()));
        if let Ok(numbers) = each.collect::<PyResult<_>>() {
            return Ok(numbers);
        }
    }
    let wrong = |found: String| argument(name, found, "give real numbers, one after another");
    let array = real_array(name, numbers)?;
    let shape = array.cast::<PyUntypedArray>()?.shape().to_vec();
    match array.extract::<PyReadonlyArray1<'_, f64>>() {
        Ok(array) => Ok(array.as_array().to_vec()),
        Err(_) => Err(wrong(format!("found an array of shape {shape:?}"))),
    }
}

/// The numbers as an array of floats, of any shape.
pub(crate) fn real_array<'py>(
    name: &str,
    numbers: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let array = numbers
        .py()
        .import("numpy")?
        .call_method1("asarray", (numbers,));
    let real = array.and_then(|array| {
        let dtype = array.getattr("dtype")?;
        let kind: String = dtype.getattr("kind")?.extract()?;
        match kind.as_str() {
            "b" | "i" | "u" | "f" | "O" => array.call_method1("astype", ("float64",)),
            _ => Err(argument(
                name,
                format!("found numbers of type {dtype}"),
                "give real numbers",
            )),
        }
    });
    real.map_err(
        |error| match error.is_instance_of::<crate::error::Error>(numbers.py()) {
            true => error,
            false => argument(name, error.to_string(), "give real numbers"),
        },
    )
}
