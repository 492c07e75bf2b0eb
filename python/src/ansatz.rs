//! The ansatz: values, gradients, states and searches, on numpy arrays.

use crate::arguments::{angles, as_dict, in_package, indices, named, whole};
use crate::circuit::Circuit;
use crate::cost::Cost;
use crate::error::{argument, ended, raised};
use crate::interrupt::{Listener, Stop, listening, locked, threads_of};
use crate::kept::Kept;
use ketboard::{AngleTable, stage_record};
use ketboard_circuits::Program;
use ketboard_qaoa::{
    Angles, Evaluator, Mixer, Objective, Precision, SearchSettings, State,
    memory::Purpose,
    search::{Effort, Optimizer, Progress, Strategy},
};
use numpy::{Element, PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::ops::ControlFlow;
use std::sync::Mutex;

/// The most basis states that the engine works on with one thread, whatever it may use.
const ALONE: usize = 1 << 14;

/// Basis states times layers up to which one thread ends before anybody could interrupt it.
const SHORT: usize = 1 << 22;

/// A QAOA circuit whose angles are open: p layers of e^{-i beta M} e^{-i gamma C} on a start state.
///
/// `mixer` is `"x"` (the default), `"x-per-qubit"` (one beta for each qubit), `"grover"`, or over
/// the levels of each qudit `"xy-complete"`, `"xy-ring"`, `"xy-path"`, or edges between levels: a
/// list of pairs or an integer array of shape (edges, 2).
/// `precision` is `"f64"` or `"f32"`. `solutions` are indices of basis states, for the objective
/// `"success"`, which is minus their probability. `observable` is a cost that is measured in the
/// place of C, whose phases stay. `threads` limits the threads of the engine; by default it uses
/// all. Angles are in radians; `gammas` and `betas` are sequences of p floats each.
///
/// The ansatz of a puzzle, with its mixer and solutions, is `Problem.ansatz()`: its cost alone, in
/// an `Ansatz` of yours, is under the mixer that you name.
///
/// >>> from ketboard import Ansatz, Cost
/// >>> ansatz = Ansatz(Cost(2, {(0, 1): 1.0}))
/// >>> round(ansatz.expectation([0.5], [-0.3]), 6)
/// 0.131347
#[pyclass(frozen, module = "ketboard")]
pub(crate) struct Ansatz {
    inner: ketboard_qaoa::Ansatz,
    /// The cost C.
    #[pyo3(get)]
    cost: Cost,
    threads: usize,
    kept: Mutex<Option<(Kept, Stop)>>,
    /// The family of the puzzle that it is of.
    family: Option<&'static str>,
    /// A function of the package that makes it again, and the function's arguments.
    origin: Py<PyTuple>,
}

#[pymethods]
impl Ansatz {
    #[new]
    #[pyo3(signature = (cost, mixer = None, precision = "f64", *, solutions = vec![],
        observable = None, threads = None))]
    fn new(
        cost: &Bound<'_, Cost>,
        mixer: Option<&Bound<'_, PyAny>>,
        precision: &str,
        solutions: Vec<i128>,
        observable: Option<&Bound<'_, Cost>>,
        threads: Option<i128>,
    ) -> PyResult<Self> {
        let py = cost.py();
        let precisions = [("f64", Precision::F64), ("f32", Precision::F32)];
        let in_precision = named("precision", precision, precisions)?;
        let on = cost.get().inner.clone();
        let mixer = in_package(py, ("_arguments", "mixer"), (mixer,))?;
        let with_mixer = mixer_of(&mixer, cost.get())?;
        let marked = indices("solutions", &solutions, on.states())?;
        let mut measured = observable.into_iter().map(|it| it.get().inner.clone());
        let ansatz = ketboard_qaoa::Ansatz::new(on).with_mixer(with_mixer);
        let ansatz = ansatz
            .and_then(|ansatz| measured.try_fold(ansatz, ketboard_qaoa::Ansatz::with_observable));
        let ansatz = ansatz.map_err(raised)?.with_precision(in_precision);
        let made = (ansatz.with_solutions(marked), cost.get().clone());
        let arguments = (cost, mixer, precision, solutions, observable, threads);
        Self::of(made, threads, None, origin(py, "ansatz", arguments)?)
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
        let objective = Objective::parse(objective).map_err(raised)?;
        self.evaluate(py, [gammas, betas], move |evaluator, angles| {
            evaluator.value(objective, angles)
        })
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
        let objective = Objective::parse(objective).map_err(raised)?;
        self.inner
            .check_memory(Purpose::TwoStates)
            .map_err(raised)?;
        let (value, slope) = self.evaluate(py, [gammas, betas], move |evaluator, angles| {
            let mut slope = Angles::default();
            let value = evaluator.value_and_gradient(objective, angles, &mut slope);
            (value, slope)
        })?;
        let rows = [slope.gammas, slope.betas];
        if let Ok(rows) = PyArray2::from_vec2(py, &rows) {
            return Ok((value, rows.into_any()));
        }
        let pair = rows.map(|row| PyArray1::from_vec(py, row));
        Ok((value, PyTuple::new(py, pair)?.into_any()))
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
    ) -> PyResult<Bound<'py, PyAny>> {
        self.in_order(py, [gammas, betas], order, State::amplitudes)
    }

    /// The probabilities of all basis states: a float array, in the order of `state`.
    #[pyo3(signature = (gammas, betas, *, order = "little"))]
    fn probabilities<'py>(
        &self,
        py: Python<'py>,
        gammas: &Bound<'_, PyAny>,
        betas: &Bound<'_, PyAny>,
        order: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.in_order(py, [gammas, betas], order, State::probabilities)
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
        shots: i128,
        seed: i128,
    ) -> PyResult<std::collections::BTreeMap<u64, u64>> {
        let (shots, seed) = (whole("shots", shots, 0)?, whole("seed", seed, 0)?);
        let counts = self.evaluate(py, [gammas, betas], move |evaluator, angles| {
            evaluator.state(angles).sample(shots, seed)
        })?;
        Ok(counts.map_err(raised)?.into_iter().collect())
    }

    /// The probability to measure one of these basis states. A state that is listed twice counts
    /// once.
    fn overlap(
        &self,
        py: Python<'_>,
        gammas: &Bound<'_, PyAny>,
        betas: &Bound<'_, PyAny>,
        indices: Vec<i128>,
    ) -> PyResult<f64> {
        let indices = crate::arguments::indices("indices", &indices, self.inner.states())?;
        self.evaluate(py, [gammas, betas], |evaluator, angles| {
            evaluator.state(angles).probability_of(indices)
        })
    }

    /// The best angles of each depth 1 ... `depth`: a list of `Stage`.
    ///
    /// `callback` is called with a dict of the progress before each evaluation, by the thread that
    /// called this; it may call anything, and ends the search by returning `False`. What was found
    /// until then is returned. Ctrl-C raises `ketboard.Interrupted`, whose `result` is the same
    /// list.
    ///
    /// >>> from ketboard import Ansatz, Cost
    /// >>> stages = Ansatz(Cost(2, {(0, 1): 1.0, (0,): -1.0})).optimize(2)
    /// >>> [stage.depth for stage in stages], round(stages[-1].expectation, 6)
    /// ([1, 2], -1.0)
    #[pyo3(signature = (depth, *, strategy = "ladder", objective = "expectation",
        optimizer = "lbfgs", effort = "default", starts = 4, seed = 0, callback = None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of a Python call")]
    fn optimize<'py>(
        &self,
        py: Python<'py>,
        depth: i128,
        strategy: &str,
        objective: &str,
        optimizer: &str,
        effort: &str,
        starts: i128,
        seed: i128,
        callback: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let settings = SearchSettings {
            depth: whole("depth", depth, 1)?,
            effort: Effort::parse(effort).map_err(raised)?,
            starts: whole("starts", starts, 1)?,
            seed: whole("seed", seed, 0)?,
            strategy: Strategy::parse(strategy).map_err(raised)?,
            objective: Objective::parse(objective).map_err(raised)?,
            optimizer: Optimizer::parse(optimizer).map_err(raised)?,
            transfer: AngleTable::shipped().of_family(self.family),
            ..SearchSettings::default()
        };
        let (on, ansatz) = ((self.threads, Stop::default()), self.inner.clone());
        let search = move |listener: &Listener| {
            let stages = ansatz.optimize(&settings, &|progress| tell(listener, progress))?;
            let of = listener.stop.answer().is_continue().then_some(&ansatz);
            let stages = stages.iter().map(|stage| stage_record(stage, of));
            Ok(stages.collect::<Vec<_>>())
        };
        let (found, why) = listening(py, on, callback, search)?;
        ended(py, why, found, |stages| {
            in_package(py, ("runs", "stages"), (as_dict(py, &stages)?,))
        })
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
    #[pyo3(signature = (gammas = None, betas = None, *, depth = None))]
    fn circuit(
        &self,
        py: Python<'_>,
        gammas: Option<&Bound<'_, PyAny>>,
        betas: Option<&Bound<'_, PyAny>>,
        depth: Option<i128>,
    ) -> PyResult<Circuit> {
        if self.inner.mixer().name() != Mixer::x().name() {
            let found = format!("the mixer {}", self.inner.mixer().name());
            return Err(argument("circuit", found, "use the mixer x"));
        }
        let (terms, n) = (self.cost.ising(py)?, self.inner.cost().dims().len());
        let program = move |at: &Angles| Program::qaoa(&terms, n, at);
        Circuit::of(py, program, "a cost", [gammas, betas], depth)
    }

    fn __eq__(&self, other: &Self, py: Python<'_>) -> PyResult<bool> {
        self.origin.bind(py).eq(&other.origin)
    }

    fn __reduce__(&self, py: Python<'_>) -> Py<PyTuple> {
        self.origin.clone_ref(py)
    }

    fn __repr__(&self) -> String {
        let (mixer, states) = (self.inner.mixer().name(), self.inner.states());
        format!("<ketboard.Ansatz of {states} basis states under the mixer {mixer}>")
    }
}

impl Ansatz {
    /// The ansatz with its cost, of a puzzle of a family, made again from its origin.
    pub(crate) fn of(
        (inner, cost): (ketboard_qaoa::Ansatz, Cost),
        threads: Option<i128>,
        family: Option<&'static str>,
        origin: Py<PyTuple>,
    ) -> PyResult<Self> {
        Ok(Self {
            inner,
            cost,
            threads: threads_of(threads)?,
            kept: Mutex::default(),
            family,
            origin,
        })
    }

    /// What is read of the state of these angles for each basis state, in this order.
    fn in_order<'py, T: Element + 'static>(
        &self,
        py: Python<'py>,
        angles: [&Bound<'_, PyAny>; 2],
        order: &str,
        read: fn(&State) -> Vec<T>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let is_big = named("order", order, [("little", false), ("big", true)])?;
        if is_big {
            self.cost.check_qubits()?;
        }
        let list = self.evaluate(py, angles, move |evaluator, angles| {
            read(evaluator.state(angles))
        })?;
        let array = PyArray1::from_vec(py, list).into_any();
        if !is_big {
            return Ok(array);
        }
        let qubits = vec![2; self.inner.cost().dims().len()];
        let turned = array.call_method1("reshape", (qubits,))?.getattr("T")?;
        turned.call_method0("ravel")
    }

    /// Evaluates outside the interpreter's lock, in the memory of the last call where nobody else
    /// uses it; what takes long hears Ctrl-C.
    fn evaluate<T: Send + 'static>(
        &self,
        py: Python<'_>,
        [gammas, betas]: [&Bound<'_, PyAny>; 2],
        work: impl FnOnce(&mut Evaluator<'_>, &Angles) -> T + Send + 'static,
    ) -> PyResult<T> {
        let angles = angles(gammas, betas, self.inner.shape())?;
        let anew = || {
            let stop = Stop::default();
            Ok::<_, PyErr>((Kept::of(&self.inner, stop.clone())?, stop))
        };
        let last = locked(&self.kept).take();
        let (mut kept, stop) = last.map_or_else(anew, Ok)?;
        stop.set(false);
        let on = (self.threads, stop.clone());
        let (states, layers) = (self.inner.states(), angles.betas.len());
        let work = move || {
            let result = kept.with_dependent_mut(|_, evaluator| work(evaluator, &angles));
            (kept, result)
        };
        let ((kept, result), why) = if states > ALONE || states * layers > SHORT {
            listening(py, on, None, |_| work())?
        } else {
            (py.detach(work), None)
        };
        *locked(&self.kept) = Some((kept, stop));
        why.map_or(Ok(result), Err)
    }
}

/// What pickles and copies are made by: a function of the package, and its arguments.
pub(crate) fn origin<'py>(
    py: Python<'py>,
    function: &str,
    arguments: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
) -> PyResult<Py<PyTuple>> {
    let function = py.import("ketboard._copies")?.getattr(function)?;
    Ok((function, arguments).into_pyobject(py)?.unbind())
}

/// The mixer of a name, or of a list of edges between levels.
fn mixer_of(mixer: &Bound<'_, PyAny>, cost: &Cost) -> PyResult<Mixer> {
    let Ok(name) = mixer.extract::<String>() else {
        return Ok(Mixer::xy_graph(mixer.extract::<Vec<[usize; 2]>>()?));
    };
    if name.starts_with("xy-") && cost.check_qubits().is_ok() {
        let remedy = "use x, or give a cost on qudits by `dims`; the groups of a puzzle mix in \
                      `Puzzle.problem(mixer=...)`";
        return Err(argument(
            "mixer",
            format!("found '{name} on qubits'"),
            remedy,
        ));
    }
    let mixers = [
        Mixer::x(),
        Mixer::x_per_qubit(),
        Mixer::xy_complete(),
        Mixer::xy_ring(),
        Mixer::xy_path(),
        Mixer::grover(),
    ];
    named("mixer", &name, mixers.map(|mixer| (mixer.name(), mixer)))
}

/// Calls the Python function with the progress of a search, and passes on its answer.
pub(crate) fn tell(listener: &Listener, progress: &Progress) -> ControlFlow<()> {
    let progress = *progress;
    listener.tell(Box::new(move |py| {
        let fields = PyDict::new(py);
        fields.set_item("depth", progress.depth)?;
        fields.set_item("start", progress.start)?;
        fields.set_item("evaluations", progress.evaluations)?;
        fields.set_item("best", progress.best)?;
        Ok(fields.into_any().unbind())
    }))
}
