//! The ansatz: values, gradients, states and searches, on numpy arrays.

use crate::circuit::Circuit;
use crate::cost::{Cost, floats};
use crate::error::{argument, interrupted, raised};
use crate::interrupt::{Stop, listening, pool_of};
use crate::kept::Kept;
use crate::stage::Stage;
use ketboard::AngleTable;
use ketboard_qaoa::{
    Angles, Evaluator, Mixer, Objective, Optimizer, Precision, Progress, Purpose, SearchSettings,
    State, Strategy,
};
use num_complex::Complex64;
use numpy::{PyArray1, PyArray2, PyReadonlyArray2};
use pyo3::prelude::*;
use rayon::ThreadPool;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

/// Basis states times layers up to which an evaluation ends before anybody could interrupt it.
const SHORT: usize = 1 << 22;

/// The most basis states that the engine works on with one thread, whatever it may use.
const ALONE: usize = 1 << 14;

/// A QAOA circuit whose angles are open: p layers of e^{-i beta M} e^{-i gamma C} on a start state.
///
/// `mixer` is `"x"`, `"x-per-qubit"` (one beta for each qubit), `"xy-complete"`, `"xy-ring"`,
/// `"xy-path"` (over the levels of each qudit), `"grover"`, or edges between levels: a list of
/// pairs or an integer array of shape (edges, 2).
/// `precision` is `"f64"` or `"f32"`. `solutions` are indices of basis states, for the objective
/// `"success"`, which is minus their probability. `observable` is a cost that is measured in the
/// place of C, whose phases stay. `threads` limits the threads of the engine; by default it uses
/// all. Angles are in radians; `gammas` and `betas` are sequences of p floats each.
///
/// >>> from ketboard import Ansatz, Cost
/// >>> ansatz = Ansatz(Cost(2, {(0, 1): 1.0}))
/// >>> round(ansatz.expectation([0.5], [-0.3]), 6)
/// 0.131347
#[pyclass(frozen, module = "ketboard")]
pub(crate) struct Ansatz {
    inner: ketboard_qaoa::Ansatz,
    cost: Cost,
    pool: Option<ThreadPool>,
    kept: Mutex<Option<Kept>>,
}

#[pymethods]
impl Ansatz {
    #[new]
    #[pyo3(signature = (cost, mixer = None, precision = "f64", *, solutions = vec![],
        observable = None, threads = None))]
    fn new(
        cost: &Cost,
        mixer: Option<&Bound<'_, PyAny>>,
        precision: &str,
        solutions: Vec<u64>,
        observable: Option<&Cost>,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        let precision = match precision {
            "f64" => Precision::F64,
            "f32" => Precision::F32,
            other => {
                return Err(argument(
                    "precision",
                    format!("found '{other}'"),
                    "use f64 or f32",
                ));
            }
        };
        let mixer = mixer.map_or_else(|| Ok(Mixer::x()), mixer_of)?;
        let ansatz = ketboard_qaoa::Ansatz::new(cost.inner.clone()).with_mixer(mixer);
        let mut ansatz = ansatz.map_err(raised)?.with_precision(precision);
        if let Some(observable) = observable {
            ansatz = ansatz
                .with_observable(observable.inner.clone())
                .map_err(raised)?;
        }
        Ok(Self {
            inner: ansatz.with_solutions(solutions),
            cost: cost.clone(),
            pool: threads.map(pool_of).transpose()?,
            kept: Mutex::default(),
        })
    }

    /// The cost C.
    #[getter]
    fn cost(&self) -> Cost {
        self.cost.clone()
    }

    /// The value of the objective in the state of these angles: the expectation of C unless
    /// `objective` is `"cvar:ALPHA"`, `"gibbs:ETA"` or `"success"`.
    ///
    /// Raises `ketboard.Error` if the angles do not fit, or the state does not fit into memory.
    #[pyo3(signature = (gammas, betas, *, objective = "expectation"))]
    fn expectation(
        &self,
        py: Python<'_>,
        gammas: &Bound<'_, PyAny>,
        betas: &Bound<'_, PyAny>,
        objective: &str,
    ) -> PyResult<f64> {
        let angles = self.angles(gammas, betas)?;
        let objective = Objective::parse(objective).map_err(raised)?;
        self.evaluate(py, &angles, |evaluator| evaluator.value(objective, &angles))
    }

    /// The value, and its exact derivatives as a float array of shape (2, p): by the gammas in row
    /// 0, by the betas in row 1. With several angles a layer it is a pair of arrays in their place.
    ///
    /// >>> from ketboard import Ansatz, Cost
    /// >>> value, slope = Ansatz(Cost(2, {(0, 1): 1.0})).gradient([0.5, 0.6], [-0.3, -0.1])
    /// >>> slope.shape
    /// (2, 2)
    #[pyo3(signature = (gammas, betas, *, objective = "expectation"))]
    fn gradient<'py>(
        &self,
        py: Python<'py>,
        gammas: &Bound<'_, PyAny>,
        betas: &Bound<'_, PyAny>,
        objective: &str,
    ) -> PyResult<(f64, Bound<'py, PyAny>)> {
        let angles = self.angles(gammas, betas)?;
        let objective = Objective::parse(objective).map_err(raised)?;
        self.inner
            .check_memory(Purpose::TwoStates)
            .map_err(raised)?;
        let (value, slope) = self.evaluate(py, &angles, |evaluator| {
            let mut slope = Angles::default();
            let value = evaluator.value_and_gradient(objective, &angles, &mut slope);
            (value, slope)
        })?;
        let Angles { gammas, betas } = slope;
        if gammas.len() != betas.len() {
            let pair = (
                PyArray1::from_vec(py, gammas),
                PyArray1::from_vec(py, betas),
            );
            return Ok((value, pair.into_pyobject(py)?.into_any()));
        }
        let rows = PyArray2::from_vec2(py, &[gammas, betas]);
        let rows = rows.map_err(|_| argument("angles", "rows that differ", "give p of each"))?;
        Ok((value, rows.into_any()))
    }

    /// The amplitudes: a complex array with an entry for each basis state. In the order `"little"`
    /// qubit k is bit k of the index, as in Qiskit; in the order `"big"` qubit 0 is the highest
    /// bit, as in PennyLane and Braket.
    ///
    /// >>> from ketboard import Ansatz, Cost
    /// >>> state = Ansatz(Cost(2, {(0,): 1.0})).state([0.5], [-0.3])
    /// >>> state.shape, state.dtype.name
    /// ((4,), 'complex128')
    #[pyo3(signature = (gammas, betas, *, order = "little"))]
    fn state<'py>(
        &self,
        py: Python<'py>,
        gammas: &Bound<'_, PyAny>,
        betas: &Bound<'_, PyAny>,
        order: &str,
    ) -> PyResult<Bound<'py, PyArray1<Complex64>>> {
        let angles = self.angles(gammas, betas)?;
        let turned = self.is_turned(order)?;
        let array = self.in_state(py, &angles, |state| {
            let mut array = state.amplitudes();
            if turned {
                reverse_bits(&mut array);
            }
            array
        })?;
        Ok(PyArray1::from_vec(py, array))
    }

    /// The probabilities of all basis states: a float array, in the order of `state`.
    #[pyo3(signature = (gammas, betas, *, order = "little"))]
    fn probabilities<'py>(
        &self,
        py: Python<'py>,
        gammas: &Bound<'_, PyAny>,
        betas: &Bound<'_, PyAny>,
        order: &str,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let angles = self.angles(gammas, betas)?;
        let turned = self.is_turned(order)?;
        let array = self.in_state(py, &angles, |state| {
            let mut array = state.probabilities();
            if turned {
                reverse_bits(&mut array);
            }
            array
        })?;
        Ok(PyArray1::from_vec(py, array))
    }

    /// Counts of measured basis states, as a dict from index to count; the same seed gives the same
    /// counts.
    ///
    /// >>> from ketboard import Ansatz, Cost
    /// >>> sum(Ansatz(Cost(2, {(0,): 1.0})).sample([0.5], [-0.3], 100, seed=7).values())
    /// 100
    #[pyo3(signature = (gammas, betas, shots, seed = 0))]
    fn sample(
        &self,
        py: Python<'_>,
        gammas: &Bound<'_, PyAny>,
        betas: &Bound<'_, PyAny>,
        shots: u64,
        seed: u64,
    ) -> PyResult<std::collections::BTreeMap<u64, u64>> {
        let angles = self.angles(gammas, betas)?;
        let counts = self.in_state(py, &angles, |state| Some(state.sample(shots, seed)))?;
        let counts = counts.transpose().map_err(raised)?;
        Ok(counts.into_iter().flatten().collect())
    }

    /// The probability to measure one of these basis states.
    fn overlap(
        &self,
        py: Python<'_>,
        gammas: &Bound<'_, PyAny>,
        betas: &Bound<'_, PyAny>,
        indices: Vec<u64>,
    ) -> PyResult<f64> {
        if let Some(index) = indices.iter().find(|k| **k >= self.inner.states() as u64) {
            let found = format!("found {index}");
            return Err(argument(
                "indices",
                found,
                "give some below the number of basis states",
            ));
        }
        let angles = self.angles(gammas, betas)?;
        self.in_state(py, &angles, |state| state.probability_of(indices))
    }

    /// The best angles of each depth 1 ... `depth`: a list of `Stage`.
    ///
    /// `callback` is called with a dict of the progress before each evaluation, and ends the search
    /// by returning `False`; what was found until then is returned. Ctrl-C raises
    /// `ketboard.Interrupted`, whose `result` is the same list.
    ///
    /// >>> from ketboard import Ansatz, Cost
    /// >>> stages = Ansatz(Cost(2, {(0, 1): 1.0, (0,): -1.0})).optimize(2)
    /// >>> [stage.depth for stage in stages], round(stages[-1].expectation, 6)
    /// ([1, 2], -1.0)
    #[pyo3(signature = (depth, *, strategy = "ladder", objective = "expectation",
        optimizer = "lbfgs", starts = 4, seed = 0, callback = None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of a Python call")]
    fn optimize(
        &self,
        py: Python<'_>,
        depth: usize,
        strategy: &str,
        objective: &str,
        optimizer: &str,
        starts: usize,
        seed: u64,
        callback: Option<Py<PyAny>>,
    ) -> PyResult<Vec<Stage>> {
        let settings = SearchSettings {
            depth,
            starts,
            seed,
            strategy: Strategy::parse(strategy).map_err(raised)?,
            objective: Objective::parse(objective).map_err(raised)?,
            optimizer: Optimizer::parse(optimizer).map_err(raised)?,
            transfer: AngleTable::shipped().of_family(None),
            ..SearchSettings::default()
        };
        let stop = Stop::default();
        let hear = listener(callback, stop.clone());
        let stages = listening(py, self.pool.as_ref(), &stop, || {
            self.inner.optimize(&settings, &hear)
        })?;
        let why = stop.why();
        let stages = match (stages, &why) {
            (Err(ketboard_qaoa::Error::Stopped), Some(_)) => vec![],
            (stages, _) => stages.map_err(raised)?,
        };
        let stages: Vec<Stage> = stages.into_iter().map(Stage::from).collect();
        match why {
            None => Ok(stages),
            Some(why) if why.is_instance_of::<pyo3::exceptions::PyKeyboardInterrupt>(py) => {
                Err(interrupted(py, stages))
            }
            Some(why) => Err(why),
        }
    }

    /// The circuit of the ansatz on qubits under the mixer `"x"`, at these angles or with `depth`
    /// layers of open ones: a `Circuit`, for `ketboard.neighbors` and for files.
    ///
    /// Raises `ketboard.Error` on qudits and under other mixers; `Problem.circuit` has those of a
    /// puzzle.
    ///
    /// >>> from ketboard import Ansatz, Cost
    /// >>> Ansatz(Cost(2, {(0, 1): 1.0})).circuit(depth=3)
    /// <ketboard.Circuit of 2 qubits, 3 layers, angles open>
    #[pyo3(signature = (gammas = None, betas = None, *, depth = 1))]
    fn circuit(
        &self,
        gammas: Option<&Bound<'_, PyAny>>,
        betas: Option<&Bound<'_, PyAny>>,
        depth: usize,
    ) -> PyResult<Circuit> {
        if self.inner.mixer().name() != Mixer::x().name() {
            let found = format!("the mixer {}", self.inner.mixer().name());
            return Err(argument("circuit", found, "use the mixer x"));
        }
        let qubits = self.cost.qubits()?;
        let ising = self.cost.ising()?;
        let terms: Vec<_> = ising.terms().map(|(set, c)| (set.to_vec(), c)).collect();
        let gates = Box::new(move |angles: &Angles| {
            ketboard_circuits::Circuit::qaoa(&terms, qubits, angles)
        });
        Circuit::of(gates, "a cost", [gammas, betas], depth)
    }

    fn __repr__(&self) -> String {
        let (mixer, states) = (self.inner.mixer().name(), self.inner.states());
        format!("<ketboard.Ansatz of {states} basis states under the mixer {mixer}>")
    }
}

impl Ansatz {
    /// The angles in the shape of this ansatz.
    fn angles(&self, gammas: &Bound<'_, PyAny>, betas: &Bound<'_, PyAny>) -> PyResult<Angles> {
        let angles = Angles::new_in(floats(gammas)?, floats(betas)?, self.inner.shape());
        angles.map_err(raised)
    }

    /// Whether an order of basis states has qubit 0 as the highest bit.
    fn is_turned(&self, order: &str) -> PyResult<bool> {
        match order {
            "little" => Ok(false),
            "big" if self.cost.qubits().is_ok() => Ok(true),
            other => {
                let found = format!("found '{other}'");
                Err(argument("order", found, "use little, or on qubits big"))
            }
        }
    }

    /// What `work` makes of the state of these angles; nothing is made of one that was stopped.
    fn in_state<T: Default + Send>(
        &self,
        py: Python<'_>,
        angles: &Angles,
        work: impl FnOnce(&State) -> T + Send,
    ) -> PyResult<T> {
        self.evaluate_until(py, angles, |evaluator, stop| {
            let state = evaluator.state(angles);
            match stop.answer() {
                ControlFlow::Continue(()) => work(state),
                ControlFlow::Break(()) => T::default(),
            }
        })
    }

    fn evaluate<T: Send>(
        &self,
        py: Python<'_>,
        angles: &Angles,
        work: impl FnOnce(&mut Evaluator<'_>) -> T + Send,
    ) -> PyResult<T> {
        self.evaluate_until(py, angles, |evaluator, _| work(evaluator))
    }

    /// Evaluates outside the interpreter's lock, in the memory of the last call where nobody else
    /// uses it; what takes long hears Ctrl-C.
    fn evaluate_until<T: Send>(
        &self,
        py: Python<'_>,
        angles: &Angles,
        work: impl FnOnce(&mut Evaluator<'_>, &Stop) -> T + Send,
    ) -> PyResult<T> {
        let last = self
            .kept
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let mut kept = match last {
            Some(kept) => kept,
            None => Kept::of(&self.inner)?,
        };
        let stop = kept.stop();
        stop.reset();
        let long = self.inner.states().saturating_mul(angles.betas.len()) > SHORT;
        let evaluated = &mut kept;
        let asked = stop.clone();
        let work = move || evaluated.with_dependent_mut(|_, evaluator| work(evaluator, &asked));
        let result = match (long, &self.pool) {
            (true, pool) => listening(py, pool.as_ref(), &stop, work)?,
            (false, Some(pool)) if self.inner.states() > ALONE => py.detach(|| pool.install(work)),
            (false, _) => py.detach(work),
        };
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(kept);
        stop.why().map_or(Ok(result), Err)
    }
}

/// Puts the entry of index k where the index has the bits of k from the other end, in place.
fn reverse_bits<T>(array: &mut [T]) {
    let qubits = array.len().trailing_zeros();
    for k in 1..array.len() {
        let turned = k.reverse_bits() >> (usize::BITS - qubits);
        if k < turned {
            array.swap(k, turned);
        }
    }
}

/// The mixer of a name, or of a list of edges between levels.
fn mixer_of(mixer: &Bound<'_, PyAny>) -> PyResult<Mixer> {
    if let Ok(edges) = mixer.extract::<PyReadonlyArray2<'_, i64>>() {
        let edges = edges.as_array();
        if edges.ncols() != 2 {
            let found = format!("an array of shape {:?}", edges.shape());
            return Err(argument("mixer", found, "give two levels for each edge"));
        }
        // a level below 0 is none of the qudit, and refused as such
        let level = |k: i64| usize::try_from(k).unwrap_or(usize::MAX);
        let edges = edges.rows().into_iter();
        return Ok(Mixer::xy_graph(
            edges.map(|edge| [level(edge[0]), level(edge[1])]),
        ));
    }
    let Ok(name) = mixer.extract::<String>() else {
        return Ok(Mixer::xy_graph(mixer.extract::<Vec<[usize; 2]>>()?));
    };
    Ok(match name.as_str() {
        "x" => Mixer::x(),
        "x-per-qubit" => Mixer::x_per_qubit(),
        "xy-complete" => Mixer::xy_complete(),
        "xy-ring" => Mixer::xy_ring(),
        "xy-path" => Mixer::xy_path(),
        "grover" => Mixer::grover(),
        other => {
            let found = format!("found '{other}'");
            let remedy = "use x, x-per-qubit, xy-complete, xy-ring, xy-path, grover, or edges";
            return Err(argument("mixer", found, remedy));
        }
    })
}

/// What hears of a search, tells the Python function, and passes on its answer.
pub(crate) fn listener(
    callback: Option<Py<PyAny>>,
    stop: Stop,
) -> impl Fn(&Progress) -> ControlFlow<()> + Send + Sync + 'static {
    let callback = callback.map(Arc::new);
    move |progress| {
        let Some(callback) = &callback else {
            return stop.answer();
        };
        if stop.answer().is_break() {
            return stop.answer();
        }
        let answer = Python::attach(|py| -> PyResult<bool> {
            let told = pyo3::types::PyDict::new(py);
            told.set_item("depth", progress.depth)?;
            told.set_item("start", progress.start)?;
            told.set_item("evaluations", progress.evaluations)?;
            told.set_item("best", progress.best)?;
            let answer = callback.call1(py, (told,))?;
            Ok(answer.is_none(py) || answer.is_truthy(py)?)
        });
        match answer {
            Ok(true) => {}
            Ok(false) => stop.ask(),
            Err(error) => stop.ask_for(error),
        }
        stop.answer()
    }
}
