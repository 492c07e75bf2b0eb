//! What Python gives, as the library takes it, and what it gets; an error names the argument.

use crate::error::{argument, raised};
use ketboard_qaoa::{Angles, angles::AngleShape};
use numpy::PyReadonlyArray1;
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::types::PyFloat;
use serde::Serialize;
use std::collections::BTreeSet;

/// A function or class of the package, which is Python itself, called with these arguments.
pub(crate) fn in_package<'py>(
    py: Python<'py>,
    (module, name): (&str, &str),
    arguments: impl PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let module = py.import(format!("ketboard.{module}"))?;
    module.getattr(name)?.call1(arguments)
}

/// What has names and values, as a dict.
pub(crate) fn as_dict<'py>(py: Python<'py>, what: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let json = serde_json::to_string(what).unwrap_or_default();
    py.import("json")?.call_method1("loads", (json,))
}

/// The one of this name.
pub(crate) fn named<T, const N: usize>(
    name: &str,
    given: &str,
    all: [(&str, T); N],
) -> PyResult<T> {
    let names = all.each_ref().map(|(name, _)| *name).join(", ");
    let found = all.into_iter().find(|(name, _)| *name == given);
    let (remedy, given) = (format!("use {names}"), format!("found '{given}'"));
    found.map_or_else(|| Err(argument(name, given, &remedy)), |(_, one)| Ok(one))
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
    let each: BTreeSet<i128> = numbers.iter().copied().collect();
    match each.iter().find(|k| !(0..states as i128).contains(*k)) {
        None => Ok(each.iter().map(|k| *k as u64).collect()),
        Some(k) => {
            let found = format!("found {k} of {states} basis states");
            let remedy = "number them from 0, below their number";
            Err(argument(name, found, remedy))
        }
    }
}

/// The real numbers of an array of one dimension, or of any sequence.
pub(crate) fn floats(name: &str, numbers: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
    if let Ok(array) = numbers.extract::<PyReadonlyArray1<'_, f64>>() {
        return Ok(array.as_array().to_vec());
    }
    if let Ok(numbers) = numbers.extract::<Vec<Bound<'_, PyFloat>>>() {
        return Ok(numbers.iter().map(|number| number.value()).collect());
    }
    let array = in_package(numbers.py(), ("_arguments", "floats"), (name, numbers))?;
    floats(name, &array)
}

/// The angles of layers in this shape.
pub(crate) fn angles(
    gammas: &Bound<'_, PyAny>,
    betas: &Bound<'_, PyAny>,
    shape: AngleShape,
) -> PyResult<Angles> {
    let (gammas, betas) = (floats("gammas", gammas)?, floats("betas", betas)?);
    Angles::new_in(gammas, betas, shape).map_err(raised)
}
