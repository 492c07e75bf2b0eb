//! Ketboard for Python: the engine, puzzles and their runs, with numpy arrays in and out.
//!
//! This is the only crate that names pyo3. It computes nothing: a Python call becomes a call of the
//! library, outside the interpreter's lock, and stops when the interpreter hears a signal.

mod ansatz;
mod arguments;
mod circuit;
mod cost;
mod error;
mod experiment;
mod interrupt;
mod kept;
mod puzzle;

/// The compiled part of the package `ketboard`.
#[pyo3::pymodule(gil_used = false)]
mod _ketboard {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::{
        ansatz::Ansatz,
        circuit::Circuit,
        cost::Cost,
        error::{Error, Interrupted},
        experiment::{draw_figure, record_texts, run_plan, verify},
        puzzle::{Problem, Puzzle},
    };

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
