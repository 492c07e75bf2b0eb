//! Sweeps: plans into records, and records again.

use crate::error::raised;
use crate::interrupt::{Listener, Stop, called, listening, threads_of};
use crate::puzzle::as_dict;
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
    let (stop, threads) = (Stop::default(), threads_of(threads)?);
    let run = move |listener: &Listener| {
        let progress = |run: Option<&str>| match run.map(str::to_owned) {
            Some(run) => listener.tell(move |py| Ok(run.into_pyobject(py)?.into_any().unbind())),
            None => listener.answer(),
        };
        match &text {
            Some(text) => ketboard::sweep_text(text, &out, &progress),
            None => ketboard::sweep(&plan, &out, &progress),
        }
    };
    let (done, why) = listening(py, (threads, &stop), callback, run)?;
    match why {
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
    figure: String,
) -> PyResult<Vec<(String, String)>> {
    let drawn = called(py, move || ketboard::figure(&records, &figure))?.into_iter();
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
    let (stop, threads) = (Stop::default(), threads_of(threads)?);
    let (found, why) = listening(py, (threads, &stop), None, move |listener| {
        ketboard::verify(&folder, &|_| listener.answer())
    })?;
    let found = why.map_or_else(|| found.map_err(raised), Err)?;
    as_dict(py, &found)
}
