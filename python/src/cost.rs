//! A diagonal cost from what Python has: terms, a matrix, or a value for each basis state.

use crate::arguments::{floats, in_package, indices, whole};
use crate::error::{argument, raised};
use crate::interrupt::{briefly, waiting};
use ketboard_puzzles::{Ising, Polynomial};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::sync::Arc;

/// The most factors of a term of spins, which becomes 2^factors terms of bits.
const FACTORS: usize = 20;

/// Costs over fewer qubits are made by one thread, before anybody could interrupt it.
const LARGE: usize = 15;

/// A diagonal cost C over qubits or qudits, which QAOA makes small.
///
/// `terms` is a dict `{(0, 1): 1.0, (2,): -1.0}`, a list `[(1.0, (0, 1)), (-1.0, (2,))]` of weights
/// and indices, or an (n, n) numpy matrix Q of the cost v^T Q v. The empty index is the offset.
/// The variables are `"bits"` x = 0 or 1, or `"spins"` s = 1 - 2x = +1 or -1. Energies have the
/// unit of the weights. Costs are equal that have the same terms, or the same energies.
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
    pub(crate) made_of: MadeOf,
}

/// What a cost was made of.
#[derive(Clone, Debug)]
pub(crate) enum MadeOf {
    /// The weight of each product of bits, by its mask.
    Products(Arc<[(u64, f64)]>),
    /// The energy of each basis state.
    Values(Arc<[f64]>),
    /// Tables over the qudits of a puzzle.
    Tables,
}

#[pymethods]
impl Cost {
    #[new]
    #[pyo3(signature = (n, terms, *, variables = "bits"))]
    fn new(py: Python<'_>, n: i128, terms: &Bound<'_, PyAny>, variables: &str) -> PyResult<Self> {
        let n: usize = whole("n", n, 0)?;
        let products = in_package(py, ("_arguments", "products"), (n, terms, variables))?;
        let mut of_bits: Vec<(u64, f64)> = products.extract()?;
        if variables == "spins" {
            of_bits = of_spins(of_bits)?;
        }
        of_bits.sort_by_key(|(mask, _)| (mask.count_ones(), *mask));
        of_bits.dedup_by(|(mask, weight), (kept, sum)| {
            *sum += if mask == kept { *weight } else { 0.0 };
            mask == kept
        });
        of_bits.retain(|(_, weight)| *weight != 0.0);
        let products: Arc<[_]> = of_bits.into();
        let terms = Arc::clone(&products);
        let work = move || ketboard_qaoa::Cost::from_terms(n, terms.iter().copied());
        Ok(Self {
            inner: made(py, n, work)?,
            made_of: MadeOf::Products(products),
        })
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
        let values: Arc<[f64]> = floats("values", values)?.into();
        if dims.is_none() && !values.len().is_power_of_two() {
            let found = format!("{} values", values.len());
            let remedy = "give one for each of the 2^n basis states";
            return Err(argument("values", found, remedy));
        }
        let dims = dims.map(|dims| dims.into_iter().map(|d| whole("dims", d, 1)).collect());
        let (dims, given): (Option<Vec<usize>>, _) = (dims.transpose()?, Arc::clone(&values));
        let n = values.len().max(1).ilog2() as usize;
        let work = move || match dims {
            Some(dims) => ketboard_qaoa::Cost::from_values(dims, given.to_vec()),
            None => {
                let terms = (0..).zip(as_terms(given.to_vec()));
                let terms = terms.filter(|(_, weight)| *weight != 0.0);
                ketboard_qaoa::Cost::from_terms(n, terms)
            }
        };
        Ok(Self {
            inner: made(py, n, work)?,
            made_of: MadeOf::Values(values),
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
        for (spins, weight) in self.ising(py)? {
            dict.set_item(PyTuple::new(py, spins)?, weight)?;
        }
        Ok(dict)
    }

    /// The energy of a basis state by its index, in the unit of the weights.
    fn energy(&self, index: i128) -> PyResult<f64> {
        let index = indices("index", &[index], self.inner.states())?[0] as usize;
        Ok(match &self.made_of {
            MadeOf::Values(values) => values[index],
            MadeOf::Products(_) | MadeOf::Tables => self.inner.energy(index),
        })
    }

    /// The energies of all basis states: a float array of length 2^n.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        Ok(PyArray1::from_slice(py, &self.energies(py)?))
    }

    /// The basis states of the lowest energy, up to `tolerance` above it, as a list of indices.
    #[pyo3(signature = (tolerance = 1e-9))]
    fn ground_states(&self, py: Python<'_>, tolerance: f64) -> PyResult<Vec<u64>> {
        briefly(py, 0, || self.inner.ground_states(tolerance))
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
        Ok(self.inner.dims() == other.inner.dims()
            && match (&self.made_of, &other.made_of) {
                (MadeOf::Products(one), MadeOf::Products(other)) => one == other,
                (_, _) => self.energies(py)? == other.energies(py)?,
            })
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let class = py.get_type::<Self>();
        let MadeOf::Products(products) = &self.made_of else {
            let arguments = (self.values(py)?, self.dims());
            let made = class.getattr("from_values")?;
            return Ok((made, arguments.into_pyobject(py)?));
        };
        let terms = products
            .iter()
            .map(|(mask, weight)| (*weight, bits_of(*mask)));
        let arguments = (self.n(), terms.collect::<Vec<_>>());
        Ok((class.into_any(), arguments.into_pyobject(py)?))
    }

    fn __repr__(&self) -> String {
        let (states, min, max) = (self.inner.states(), self.inner.min(), self.inner.max());
        format!("<ketboard.Cost of {states} basis states, {min} to {max}>")
    }
}

impl Cost {
    /// The energy of each basis state.
    fn energies(&self, py: Python<'_>) -> PyResult<Arc<[f64]>> {
        match &self.made_of {
            MadeOf::Values(values) => Ok(Arc::clone(values)),
            MadeOf::Products(_) | MadeOf::Tables => briefly(py, 0, || self.inner.energies().into()),
        }
    }

    /// Raises where there are qudits.
    pub(crate) fn check_qubits(&self) -> PyResult<()> {
        if self.inner.dims().iter().all(|d| *d == 2) {
            return Ok(());
        }
        let remedy = "give a cost over qubits, or take the circuit of a Problem";
        Err(argument("cost", "qudits of more than two levels", remedy))
    }

    /// The weight of each product of spins, by degree.
    pub(crate) fn ising(&self, py: Python<'_>) -> PyResult<Vec<(Vec<usize>, f64)>> {
        self.check_qubits()?;
        let n = self.n();
        if let MadeOf::Products(products) = &self.made_of {
            let images = products
                .iter()
                .map(|(mask, _)| 1_u64 << mask.count_ones().min(63));
            // what has more images than the transform has steps is transformed
            if images.fold(0, u64::saturating_add) <= ((n + 1) << n.min(40)) as u64 {
                let mut polynomial = Polynomial::constant(n, 0.0);
                for (mask, weight) in products.iter() {
                    polynomial.add_term(&bits_of(*mask), *weight);
                }
                let ising = Ising::checked(&polynomial).map_err(raised)?;
                return Ok(ising.terms().map(|(set, c)| (set.to_vec(), c)).collect());
            }
        }
        let energies = self.energies(py)?;
        let spins = waiting(py, move || as_spins(energies.to_vec()))?;
        Ok(spins
            .into_iter()
            .map(|(mask, c)| (bits_of(mask), c))
            .collect())
    }
}

/// The cost over about 2^n basis states that `work` makes.
fn made(
    py: Python<'_>,
    n: usize,
    work: impl FnOnce() -> ketboard_qaoa::Result<ketboard_qaoa::Cost> + Send + 'static,
) -> PyResult<ketboard_qaoa::Cost> {
    let cost = if n < LARGE {
        py.detach(work)
    } else {
        waiting(py, work)?
    };
    cost.map_err(raised)
}

fn bits_of(mask: u64) -> Vec<usize> {
    (0..64).filter(|k| mask >> k & 1 == 1).collect()
}

/// The weights of products of bits, from those of products of spins: Π s = Π (1 − 2x).
fn of_spins(products: Vec<(u64, f64)>) -> PyResult<Vec<(u64, f64)>> {
    let mut of_bits = Vec::with_capacity(products.len());
    for (spins, weight) in products {
        if spins.count_ones() as usize > FACTORS {
            let found = format!("a product of {} spins", spins.count_ones());
            let remedy = "give products of at most 20 spins";
            return Err(argument("terms", found, remedy));
        }
        let mut part = spins;
        loop {
            let factor = (0..part.count_ones()).fold(weight, |w, _| -2.0 * w);
            of_bits.push((part, factor));
            if part == 0 {
                break;
            }
            part = (part - 1) & spins;
        }
    }
    Ok(of_bits)
}

/// The coefficient of each product of bits, from the energy of each basis state.
fn as_terms(values: Vec<f64>) -> Vec<f64> {
    transformed(values, |without, with| (without, with - without))
}

/// The weight of each product of spins that is more than rounding, by degree, from the energy of
/// each basis state.
fn as_spins(values: Vec<f64>) -> Vec<(u64, f64)> {
    let (states, n) = (values.len() as f64, f64::from(values.len().ilog2()));
    let size = values
        .iter()
        .fold(0.0, |size: f64, value| size.max(value.abs()));
    let rounding = f64::EPSILON * size * (1.0 + n);
    let weights = transformed(values, |plus, minus| (plus + minus, plus - minus));
    let weights = (0..).zip(weights).map(|(mask, sum)| (mask, sum / states));
    let mut weights: Vec<(u64, f64)> = weights.filter(|(_, c)| c.abs() > rounding).collect();
    weights.sort_by_cached_key(|(mask, _)| (mask.count_ones(), bits_of(*mask)));
    weights
}

/// The butterfly of each pair of entries that differ in one bit, bit by bit.
fn transformed(mut values: Vec<f64>, butterfly: impl Fn(f64, f64) -> (f64, f64)) -> Vec<f64> {
    let mut half = 1;
    while half < values.len() {
        for block in values.chunks_exact_mut(2 * half) {
            let (without, with) = block.split_at_mut(half);
            for (without, with) in without.iter_mut().zip(with) {
                (*without, *with) = butterfly(*without, *with);
            }
        }
        half *= 2;
    }
    values
}
