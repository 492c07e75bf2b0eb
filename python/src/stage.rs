//! What a search reached at one depth.

use numpy::PyArray1;
use pyo3::prelude::*;

/// What a search reached at one depth: the best angles and what they are worth.
#[pyclass(frozen, module = "ketboard")]
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    inner: ketboard_qaoa::Stage,
}

impl From<ketboard_qaoa::Stage> for Stage {
    fn from(inner: ketboard_qaoa::Stage) -> Self {
        Self { inner }
    }
}

#[pymethods]
impl Stage {
    /// The number of layers p.
    #[getter]
    fn depth(&self) -> usize {
        self.inner.depth
    }

    /// The angles of the cost layers in radians: a float array of length p.
    #[getter]
    fn gammas<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.inner.angles.gammas)
    }

    /// The angles of the mixer layers in radians: a float array of length p.
    #[getter]
    fn betas<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.inner.angles.betas)
    }

    /// The expectation of C there, in its unit.
    #[getter]
    fn expectation(&self) -> f64 {
        self.inner.expectation
    }

    /// The value of the objective there, computed exactly.
    #[getter]
    fn objective(&self) -> f64 {
        self.inner.objective
    }

    /// How often the objective was evaluated at this and all earlier depths.
    #[getter]
    fn evaluations(&self) -> u64 {
        self.inner.evaluations
    }

    /// Whether the search was stopped before this depth was done.
    #[getter]
    fn stopped(&self) -> bool {
        self.inner.stopped
    }

    fn __repr__(&self) -> String {
        let (depth, value) = (self.inner.depth, self.inner.expectation);
        format!("<ketboard.Stage of depth {depth}, expectation {value}>")
    }
}
