//! Sweeps: plans into records, and records again.

use crate::arguments::as_dict;
use crate::error::raised;
use crate::interrupt::{Listener, Stop, called, listening, threads_of};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::path::PathBuf;

/// Runs the plan in a file, or the `text` of one, into the folder `out`; whether all runs are done.
/// The package's `sweep` calls this.
#[pyfunction]
#[pyo3(signature = (plan, out, callback = None, threads = None, text = None))]
pub(crate) fn run_plan(
    py: Python<'_>,
    plan: PathBuf,
    out: PathBuf,
    callback: Option<&Bound<'_, PyAny>>,
    threads: Option<i128>,
    text: Option<String>,
) -> PyResult<bool> {
    let on = (threads_of(threads)?, Stop::default());
    let run = move |listener: &Listener| {
        let progress = |run: Option<&str>| match run.map(str::to_owned) {
            Some(run) => listener.tell(Box::new(|py| run.into_py_any(py))),
            None => listener.stop.answer(),
        };
        match &text {
            Some(text) => ketboard::sweep_text(text, &out, &progress),
            None => ketboard::sweep(&plan, &out, &progress),
        }
    };
    match listening(py, on, callback, run)? {
        (done, None) => done.map_err(raised),
        (Ok(_), Some(why)) if why.is_instance_of::<PyKeyboardInterrupt>(py) => Ok(false),
        (_, Some(why)) => Err(why),
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
    figure: String,
) -> PyResult<Vec<(String, String)>> {
    let drawn = called(py, 0, move |_| ketboard::figure(&records, &figure))?.into_iter();
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
    threads: Option<i128>,
) -> PyResult<Bound<'_, PyAny>> {
    let found = called(py, threads_of(threads)?, move |listener| {
        ketboard::verify(&folder, &|_| listener.stop.answer())
    })?;
    as_dict(py, &found)
}
