//! A diagonal cost from what Python has: terms, a matrix, or a value for each basis state.

use crate::arguments::{floats, in_package, indices, whole};
use crate::error::argument;
use crate::interrupt::called;
use ketboard_puzzles::{Ising, Polynomial};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::sync::Arc;

/// A diagonal cost C over qubits or qudits, which QAOA makes small.
///
/// `terms` is a dict `{(0, 1): 1.0, (2,): -1.0}`, a list `[(1.0, (0, 1)), (-1.0, (2,))]` of weights
/// and indices, or an (n, n) numpy matrix Q of the cost v^T Q v. The empty index is the offset.
/// The variables are `"bits"` x = 0 or 1, or `"spins"` s = 1 - 2x = +1 or -1. Energies have the
/// unit of the weights. Costs are equal that have the same energies.
///
/// Raises `ketboard.Error` if an index is not below n, or a weight is not finite.
///
/// >>> from ketboard import Cost
/// >>> cost = Cost(3, {(0, 1): 1.0, (2,): -1.0})
/// >>> cost.energy(0b100), cost.min, cost.max
/// (-1.0, -1.0, 1.0)
/// >>> Cost(2, {(0, 1): 1.0}, variables="spins").values().tolist()
/// [1.0, -1.0, -1.0, 1.0]
#[pyclass(frozen, module = "ketboard")]
#[derive(Clone, Debug)]
pub(crate) struct Cost {
    pub(crate) inner: ketboard_qaoa::Cost,
    /// The weight of each product of bits by its mask, if it is made of these.
    pub(crate) products: Option<Arc<[(u64, f64)]>>,
}

#[pymethods]
impl Cost {
    #[new]
    #[pyo3(signature = (n, terms, *, variables = "bits"))]
    fn new(py: Python<'_>, n: i128, terms: &Bound<'_, PyAny>, variables: &str) -> PyResult<Self> {
        let n: usize = whole("n", n, 0)?;
        let products = in_package(py, ("_arguments", "products"), (n, terms, variables))?;
        let terms: Arc<[_]> = products.extract::<Vec<_>>()?.into();
        let products = Some(Arc::clone(&terms));
        let make = move |_: &_| ketboard_qaoa::Cost::from_terms(n, terms.iter().copied());
        let inner = called(py, 0, make)?;
        Ok(Self { inner, products })
    }

    /// The cost with this energy of each basis state: a float array of length 2^n, or of the
    /// product of `dims`, the fastest qudit first. Without `dims` the basis states are those of
    /// qubits, and qubit k is bit k of the index.
    ///
    /// Raises `ketboard.Error` if the length is not a power of two, or not the product of `dims`.
    ///
    /// >>> from ketboard import Cost
    /// >>> Cost.from_values([0.0, 2.0, 1.0, 4.0]).energy(3)
    /// 4.0
    /// >>> Cost.from_values([0.0, 1.0, 2.0], dims=[3]).dims
    /// [3]
    #[staticmethod]
    #[pyo3(signature = (values, dims = None))]
    fn from_values(
        py: Python<'_>,
        values: &Bound<'_, PyAny>,
        dims: Option<Vec<i128>>,
    ) -> PyResult<Self> {
        let values = floats("values", values)?;
        if dims.is_none() && !values.len().is_power_of_two() {
            let found = format!("{} values", values.len());
            let remedy = "give one for each of the 2^n basis states";
            return Err(argument("values", found, remedy));
        }
        let qubits = || vec![2; values.len().ilog2() as usize];
        let dims = dims.map(|dims| dims.into_iter().map(|d| whole("dims", d, 1)).collect());
        let dims = dims.transpose()?.unwrap_or_else(qubits);
        let make = move |_: &_| ketboard_qaoa::Cost::from_values(dims, values);
        Ok(Self {
            inner: called(py, 0, make)?,
            products: None,
        })
    }

    /// The cost as products of spins s = 1 - 2x: a dict from the indices of each product to its
    /// weight, the constant under the empty tuple. Raises `ketboard.Error` on qudits.
    ///
    /// >>> from ketboard import Cost
    /// >>> Cost(2, {(0, 1): 4.0}).spins()
    /// {(): 1.0, (0,): -1.0, (1,): -1.0, (0, 1): 1.0}
    fn spins<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        as_dict_of_products(py, self.ising(py)?)
    }

    /// The energy of a basis state by its index, in the unit of the weights.
    fn energy(&self, index: i128) -> PyResult<f64> {
        let index = indices("index", &[index], self.inner.states())?[0];
        Ok(self.inner.energy(index as usize))
    }

    /// The energies of all basis states: a float array of length 2^n.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        Ok(PyArray1::from_vec(py, self.energies(py)?))
    }

    /// The basis states of the lowest energy, up to `tolerance` above it, as a list of indices.
    #[pyo3(signature = (tolerance = 1e-9))]
    fn ground_states(&self, py: Python<'_>, tolerance: f64) -> PyResult<Vec<u64>> {
        let cost = self.inner.clone();
        called(py, 0, move |_| {
            ketboard::Result::Ok(cost.ground_states(tolerance))
        })
    }

    /// The number of qubits, or of qudits.
    #[getter]
    fn n(&self) -> usize {
        self.inner.dims().len()
    }

    /// The number of levels of each qudit, 2 of a qubit, the fastest first.
    #[getter]
    fn dims(&self) -> Vec<usize> {
        self.inner.dims()
    }

    /// The number of basis states.
    #[getter]
    fn states(&self) -> usize {
        self.inner.states()
    }

    /// The lowest energy.
    #[getter]
    fn min(&self) -> f64 {
        self.inner.min()
    }

    /// The highest energy.
    #[getter]
    fn max(&self) -> f64 {
        self.inner.max()
    }

    /// The mean energy over all basis states.
    #[getter]
    fn mean(&self) -> f64 {
        self.inner.mean()
    }

    fn __eq__(&self, other: &Self, py: Python<'_>) -> PyResult<bool> {
        let is_alike = self.inner.dims() == other.inner.dims();
        Ok(is_alike && self.energies(py)? == other.energies(py)?)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let class = py.get_type::<Self>();
        let Some(products) = &self.products else {
            let arguments = (self.values(py)?, self.dims());
            return (class.getattr("from_values")?, arguments).into_pyobject(py);
        };
        let term = |(mask, weight): &(u64, f64)| (*weight, bits_of(*mask));
        let terms: Vec<_> = products.iter().map(term).collect();
        (class, (self.n(), terms)).into_pyobject(py)
    }

    fn __repr__(&self) -> String {
        let (states, min, max) = (self.inner.states(), self.inner.min(), self.inner.max());
        format!("<ketboard.Cost of {states} basis states, {min} to {max}>")
    }
}

impl Cost {
    /// The energy of each basis state.
    fn energies(&self, py: Python<'_>) -> PyResult<Vec<f64>> {
        let cost = self.inner.clone();
        called(py, 0, move |_| ketboard::Result::Ok(cost.energies()))
    }

    /// Raises where there are qudits.
    pub(crate) fn check_qubits(&self) -> PyResult<()> {
        if self.inner.dims().iter().all(|d| *d == 2) {
            return Ok(());
        }
        let remedy = "give a cost over qubits, or take the circuit of a Problem";
        Err(argument("cost", "qudits of more than two levels", remedy))
    }

    /// The weight of each product of spins that is more than rounding, by degree.
    pub(crate) fn ising(&self, py: Python<'_>) -> PyResult<Vec<(Vec<usize>, f64)>> {
        self.check_qubits()?;
        let of_products = |products: &Arc<[(u64, f64)]>| {
            let mut polynomial = Polynomial::constant(self.n(), 0.0);
            for (mask, weight) in products.iter() {
                polynomial.add_term(&bits_of(*mask), *weight);
            }
            Ising::checked(&polynomial).ok()
        };
        if let Some(ising) = self.products.as_ref().and_then(of_products) {
            return Ok(ising.terms().map(|(set, c)| (set.to_vec(), c)).collect());
        }
        let cost = self.inner.clone();
        called(py, 0, move |_| ketboard::Result::Ok(as_spins(&cost)))
    }
}

/// Products as Python has them: a dict from the indices of each to its weight.
pub(crate) fn as_dict_of_products<P: AsRef<[usize]>>(
    py: Python<'_>,
    products: impl IntoIterator<Item = (P, f64)>,
) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    for (product, weight) in products {
        dict.set_item(PyTuple::new(py, product.as_ref())?, weight)?;
    }
    Ok(dict)
}

fn bits_of(mask: u64) -> Vec<usize> {
    (0..64).filter(|k| mask >> k & 1 == 1).collect()
}

/// The weight of each product of spins that is more than rounding, from the energy of each basis
/// state: the sum and the difference of each pair of energies that differ in one bit, bit by bit.
fn as_spins(cost: &ketboard_qaoa::Cost) -> Vec<(Vec<usize>, f64)> {
    let (mut weights, n) = (cost.energies(), cost.dims().len());
    for half in (0..n).map(|k| 1 << k) {
        for block in weights.chunks_exact_mut(2 * half) {
            let (plus, minus) = block.split_at_mut(half);
            for (plus, minus) in plus.iter_mut().zip(minus) {
                (*plus, *minus) = (0.5 * (*plus + *minus), 0.5 * (*plus - *minus));
            }
        }
    }
    let largest = cost.min().abs().max(cost.max().abs());
    let rounding = f64::EPSILON * largest * (1 + n) as f64;
    let weights = (0..).zip(weights).filter(|(_, c)| c.abs() > rounding);
    let mut weights: Vec<_> = weights.map(|(mask, c)| (bits_of(mask), c)).collect();
    weights.sort_by(|(a, _), (b, _)| (a.len(), a).cmp(&(b.len(), b)));
    weights
}
