//! A diagonal cost from what Python has: terms, a matrix, or a value for each basis state.

use crate::error::{argument, raised};
use ketboard_puzzles::{Ising, Polynomial};
use numpy::{PyArray1, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::sync::Arc;

/// The most factors of a term of spins, which becomes 2^factors terms of bits.
const FACTORS: usize = 20;

/// A diagonal cost C over qubits or qudits, which QAOA makes small.
///
/// `terms` is a dict `{(0, 1): 1.0, (2,): -1.0}`, a list `[(1.0, (0, 1)), (-1.0, (2,))]` of weights
/// and indices, or an (n, n) numpy matrix Q of the cost v^T Q v. The empty index is the offset.
/// The variables are `"bits"` x = 0 or 1, or `"spins"` s = 1 - 2x = +1 or -1. Energies have the
/// unit of the weights.
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
    /// The products of bits that it was made of, where it was made of those.
    pub(crate) products: Option<Arc<[(u64, f64)]>>,
}

#[pymethods]
impl Cost {
    #[new]
    #[pyo3(signature = (n, terms, *, variables = "bits"))]
    fn new(n: usize, terms: &Bound<'_, PyAny>, variables: &str) -> PyResult<Self> {
        let spins = are_spins(variables)?;
        let terms = match terms.cast::<PyUntypedArray>() {
            Ok(_) => of_matrix(n, terms, spins)?,
            Err(_) => of_list(terms)?,
        };
        let mut of_bits = Vec::with_capacity(terms.len());
        for (indices, weight) in terms {
            if let Some(index) = indices.iter().find(|k| **k >= n.min(64)) {
                let found = format!("variable {index} of {n}");
                return Err(argument("terms", found, "number the variables from 0"));
            }
            if spins {
                add_spins(&mut of_bits, &indices, weight)?;
            } else {
                of_bits.push((mask_of(&indices), weight));
            }
        }
        Self::of_products(n, of_bits)
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
    #[pyo3(signature = (values, *, dims = None))]
    fn from_values(values: &Bound<'_, PyAny>, dims: Option<Vec<usize>>) -> PyResult<Self> {
        let values = floats(values)?;
        if let Some(dims) = dims {
            let inner = ketboard_qaoa::Cost::from_values(dims, values).map_err(raised)?;
            return Ok(Self {
                inner,
                products: None,
            });
        }
        if !values.len().is_power_of_two() {
            let found = format!("{} values", values.len());
            return Err(argument(
                "values",
                found,
                "give one for each of the 2^n basis states",
            ));
        }
        let n = values.len().trailing_zeros() as usize;
        let terms = (0..)
            .zip(as_terms(values))
            .filter(|(_, weight)| *weight != 0.0);
        let inner = ketboard_qaoa::Cost::from_terms(n, terms).map_err(raised)?;
        Ok(Self {
            inner,
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
        let dict = PyDict::new(py);
        for (spins, weight) in self.ising()?.terms() {
            dict.set_item(PyTuple::new(py, spins)?, weight)?;
        }
        Ok(dict)
    }

    /// The energy of a basis state by its index, in the unit of the weights.
    fn energy(&self, index: usize) -> PyResult<f64> {
        if index >= self.inner.states() {
            let found = format!("found {index}");
            return Err(argument(
                "index",
                found,
                "give one below the number of basis states",
            ));
        }
        Ok(self.inner.energy(index))
    }

    /// The energies of all basis states: a float array of length 2^n.
    fn values<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let all: Vec<f64> = py.detach(|| {
            let states = 0..self.inner.states();
            states.map(|index| self.inner.energy(index)).collect()
        });
        PyArray1::from_vec(py, all)
    }

    /// The basis states of the lowest energy, up to `tolerance` above it, as a list of indices.
    #[pyo3(signature = (tolerance = 1e-9))]
    fn ground_states(&self, tolerance: f64) -> Vec<u64> {
        self.inner.ground_states(tolerance)
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

    fn __repr__(&self) -> String {
        let (states, min, max) = (self.inner.states(), self.inner.min(), self.inner.max());
        format!("<ketboard.Cost of {states} basis states, {min} to {max}>")
    }
}

impl Cost {
    /// The cost of products of bits, which are kept.
    pub(crate) fn of_products(n: usize, products: Vec<(u64, f64)>) -> PyResult<Self> {
        let inner = ketboard_qaoa::Cost::from_terms(n, products.iter().copied()).map_err(raised)?;
        Ok(Self {
            inner,
            products: Some(products.into()),
        })
    }

    /// The number of qubits. Raises where there are qudits.
    pub(crate) fn qubits(&self) -> PyResult<usize> {
        let dims = self.inner.dims();
        if dims.iter().any(|d| *d != 2) {
            let remedy = "give a cost over qubits, or take the circuit of a Problem";
            return Err(argument("cost", "qudits of more than two levels", remedy));
        }
        Ok(dims.len())
    }

    /// The cost in spins.
    pub(crate) fn ising(&self) -> PyResult<Ising> {
        let n = self.qubits()?;
        let mut polynomial = Polynomial::constant(n, 0.0);
        let mut add = |(mask, weight): (u64, f64)| {
            let bits: Vec<usize> = (0..n).filter(|k| mask >> k & 1 == 1).collect();
            polynomial.add_term(&bits, weight);
        };
        match &self.products {
            Some(products) => products.iter().copied().for_each(&mut add),
            None => {
                let values = (0..self.inner.states()).map(|x| self.inner.energy(x));
                let products = (0..).zip(as_terms(values.collect()));
                products.filter(|(_, w)| *w != 0.0).for_each(&mut add);
            }
        }
        Ising::checked(&polynomial).map_err(raised)
    }
}

fn are_spins(variables: &str) -> PyResult<bool> {
    match variables {
        "bits" => Ok(false),
        "spins" => Ok(true),
        other => Err(argument(
            "variables",
            format!("found '{other}'"),
            "use bits or spins",
        )),
    }
}

/// The indices and the weight of each term.
type Terms = Vec<(Vec<usize>, f64)>;

fn of_list(terms: &Bound<'_, PyAny>) -> PyResult<Terms> {
    if let Ok(dict) = terms.cast::<PyDict>() {
        return dict
            .iter()
            .map(|(k, v)| Ok((k.extract()?, v.extract()?)))
            .collect();
    }
    let pair = |term: PyResult<Bound<'_, PyAny>>| {
        let (weight, indices): (f64, Vec<usize>) = term?.extract()?;
        Ok((indices, weight))
    };
    terms.try_iter()?.map(pair).collect()
}

fn of_matrix(n: usize, matrix: &Bound<'_, PyAny>, spins: bool) -> PyResult<Terms> {
    let wide = matrix.call_method1("astype", ("float64",))?;
    let Ok(matrix) = wide.extract::<PyReadonlyArray2<'_, f64>>() else {
        return Err(argument(
            "terms",
            "an array that is no matrix",
            "give an n by n matrix",
        ));
    };
    if matrix.shape() != [n, n] {
        let found = format!("a matrix of shape {:?}", matrix.shape());
        return Err(argument("terms", found, "give an n by n matrix"));
    }
    let entries = matrix.as_array();
    let entry = |((i, j), weight): ((usize, usize), &f64)| {
        let indices = match i == j {
            true if spins => vec![], // s² = 1
            true => vec![i],
            false => vec![i, j],
        };
        (*weight != 0.0).then_some((indices, *weight))
    };
    Ok(entries.indexed_iter().filter_map(entry).collect())
}

/// The mask of the bits x of a product; x² = x.
fn mask_of(indices: &[usize]) -> u64 {
    indices.iter().fold(0, |mask, k| mask | 1 << k)
}

/// Adds weight · Π (1 − 2x) over the spins of a term; s² = 1.
fn add_spins(terms: &mut Vec<(u64, f64)>, indices: &[usize], weight: f64) -> PyResult<()> {
    let spins = indices.iter().fold(0_u64, |mask, k| mask ^ 1 << k);
    if spins.count_ones() as usize > FACTORS {
        let found = format!("a product of {} spins", spins.count_ones());
        return Err(argument(
            "terms",
            found,
            "give products of at most 20 spins",
        ));
    }
    let mut part = spins;
    loop {
        let factor = (0..part.count_ones()).fold(weight, |w, _| -2.0 * w);
        terms.push((part, factor));
        if part == 0 {
            return Ok(());
        }
        part = (part - 1) & spins;
    }
}

/// The coefficient of each product of bits, from the energy of each basis state.
fn as_terms(mut values: Vec<f64>) -> Vec<f64> {
    let mut half = 1;
    while half < values.len() {
        for block in values.chunks_exact_mut(2 * half) {
            let (without, with) = block.split_at_mut(half);
            for (with, without) in with.iter_mut().zip(without) {
                *with -= *without;
            }
        }
        half *= 2;
    }
    values
}

/// The numbers of an array or of any sequence.
pub(crate) fn floats(numbers: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
    match numbers.extract::<PyReadonlyArray1<'_, f64>>() {
        Ok(array) => Ok(array.as_array().to_vec()),
        Err(_) => numbers.extract(),
    }
}
