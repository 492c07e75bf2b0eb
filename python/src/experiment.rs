//! Sweeps: plans into records, and records again.

use crate::error::raised;
use crate::interrupt::{Stop, listening, pool_of};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;

/// Runs the plan in a file, or the `text` of one, into the folder `out`; whether all runs are done.
/// The package's `sweep` calls this.
#[pyfunction]
#[pyo3(signature = (plan, out, callback = None, threads = None, text = None))]
pub(crate) fn run_plan(
    py: Python<'_>,
    plan: PathBuf,
    out: PathBuf,
    callback: Option<Py<PyAny>>,
    threads: Option<usize>,
    text: Option<String>,
) -> PyResult<bool> {
    let stop = Stop::default();
    let pool = threads.map(pool_of).transpose()?;
    let done = listening(py, pool.as_ref(), &stop, || {
        let heard = |run: Option<&str>| {
            if let (Some(callback), Some(run)) = (&callback, run) {
                let answer = Python::attach(|py| {
                    let answer = callback.call1(py, (run,))?;
                    Ok(answer.is_none(py) || answer.is_truthy(py)?)
                });
                match answer {
                    Ok(true) => {}
                    Ok(false) => stop.ask(),
                    Err(error) => stop.ask_for(error),
                }
            }
            stop.answer()
        };
        match &text {
            Some(text) => ketboard::sweep_text(text, &out, &heard),
            None => ketboard::sweep(&plan, &out, &heard),
        }
    })?;
    match stop.why() {
        Some(why) if !why.is_instance_of::<PyKeyboardInterrupt>(py) || done.is_err() => Err(why),
        Some(_) => Ok(false),
        None => done.map_err(raised),
    }
}

/// The records in a folder, one JSON text each. The package's `read_records` calls this.
#[pyfunction]
pub(crate) fn record_texts(folder: PathBuf) -> PyResult<Vec<String>> {
    ketboard::records(folder).map_err(raised)
}

/// The pictures of a figure of records, each record a JSON text: pairs of a name and SVG text. The
/// package's `Records.plot` calls this.
#[pyfunction]
pub(crate) fn draw_figure(
    py: Python<'_>,
    records: Vec<String>,
    figure: &str,
) -> PyResult<Vec<(String, String)>> {
    let drawn = py.detach(|| ketboard::figure(&records, figure));
    let drawn = drawn.map_err(raised)?.into_iter();
    Ok(drawn.map(|picture| (picture.name, picture.svg)).collect())
}

/// Runs the records of a folder again, and compares: a dict with the numbers of `records`, those
/// `checked`, those that are the `same` byte for byte and those that are `close` within rounding,
/// and whether all `holds`.
#[pyfunction]
#[pyo3(signature = (folder, *, threads = None))]
pub(crate) fn verify(
    py: Python<'_>,
    folder: PathBuf,
    threads: Option<usize>,
) -> PyResult<Bound<'_, PyDict>> {
    let stop = Stop::default();
    let pool = threads.map(pool_of).transpose()?;
    let found = listening(py, pool.as_ref(), &stop, || {
        ketboard::verify(&folder, &|_| stop.answer())
    })?;
    if let Some(why) = stop.why() {
        return Err(why);
    }
    let found = found.map_err(raised)?;
    let told = PyDict::new(py);
    told.set_item("records", found.records)?;
    told.set_item("checked", found.checked)?;
    told.set_item("same", found.same)?;
    told.set_item("close", found.close)?;
    told.set_item("holds", found.holds)?;
    Ok(told)
}
