//! Puzzles and problems: the library's facade in Python.

use crate::ansatz::{Ansatz, origin, tell};
use crate::arguments::{floats, in_package, whole};
use crate::circuit::Circuit;
use crate::cost::{Cost, MadeOf};
use crate::error::{argument, ended, raised};
use crate::interrupt::{Listener, Stop, called, listening, threads_of};
use ketboard::Options;
use ketboard_puzzles::Error::Argument;
use ketboard_qaoa::Angles;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use serde::Serialize;

/// A logic puzzle with its rules.
///
/// `str(puzzle)` is its board; a notebook shows it as a picture.
///
/// >>> from ketboard import Puzzle
/// >>> puzzle = Puzzle.generate("tango", 4, seed=1)
/// >>> len(puzzle.solutions())
/// 1
#[pyclass(frozen, eq, str = "{0}", module = "ketboard")]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Puzzle(ketboard::Puzzle);

#[pymethods]
impl Puzzle {
    /// The puzzle in a file. Raises `ketboard.Error` with the line, what was found there, and what
    /// would be right.
    #[staticmethod]
    fn read(path: std::path::PathBuf) -> PyResult<Self> {
        Ok(Self(ketboard::Puzzle::read(path).map_err(raised)?))
    }

    /// The puzzle in the text of a puzzle file, which messages call `file`.
    #[staticmethod]
    #[pyo3(signature = (text, file = "the puzzle"))]
    fn from_text(text: &str, file: &str) -> PyResult<Self> {
        let puzzle = ketboard::Puzzle::parse_as(text, file);
        Ok(Self(puzzle.map_err(raised)?))
    }

    /// The puzzle in a text as people share it: a link, an ID, a grid of symbols or digits.
    #[staticmethod]
    fn paste(text: &str) -> PyResult<Self> {
        Ok(Self(ketboard::Puzzle::paste(text).map_err(raised)?))
    }

    /// A puzzle of a family with exactly one solution; the same seed makes the same puzzle.
    #[staticmethod]
    #[pyo3(signature = (family, size, seed = 0))]
    fn generate(py: Python<'_>, family: String, size: i128, seed: i128) -> PyResult<Self> {
        let (size, seed) = (whole("size", size, 1)?, whole("seed", seed, 0)?);
        called(py, move || ketboard::Puzzle::generate(&family, size, seed)).map(Self)
    }

    /// The puzzle file that states it, to be saved.
    #[getter]
    fn text(&self) -> &str {
        self.0.text()
    }

    /// The puzzle's name.
    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    /// The trace of the reduction: a sentence for each step, with the rule that decided or merged
    /// cells. `level` is `"none"`, `"paper"` or `"full"`.
    ///
    /// >>> from ketboard import Puzzle
    /// >>> puzzle = Puzzle.generate("tango", 4, seed=1)
    /// >>> len(puzzle.reduce("none")) < len(puzzle.reduce("full"))
    /// True
    #[pyo3(signature = (level = "full"))]
    fn reduce(&self, level: &str) -> PyResult<Vec<String>> {
        let options = Options::default().set("reduce", level).map_err(raised)?;
        self.0.steps(&options).map_err(raised)
    }

    /// The puzzle reduced and encoded, with all its solutions. The keywords are the settings of the
    /// program's reference, with the values that plans give them; `weights` may be a list, and
    /// `None` leaves a setting as it is.
    #[pyo3(signature = (**options), text_signature = "($self, *, reduce=None, target_qubits=None, weights=(), drop_region=None, distinct_lines='filter', counts='fractional', symbols='one-hot', registers=None, mixer=None, warm_start=None, warm_epsilon=None, seed=0, precision='f64')")]
    fn problem<'py>(
        slf: &Bound<'py, Self>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Problem> {
        let (py, puzzle) = (slf.py(), slf.get().0.clone());
        let read = options_of(Options::default(), options)?;
        let inner = called(py, move || puzzle.problem(&read))?;
        let options = options.map_or_else(|| Ok(PyDict::new(py)), |given| given.copy())?;
        Ok(Problem {
            inner,
            origin: origin(py, "problem", (slf, options))?,
        })
    }

    /// The whole run: reduce, encode, optimize the angles of each depth, sample, and check the
    /// samples against the rules; at depth 0 the start state is sampled. The keywords are those of
    /// `problem` and others of the program's reference, and `threads` and `callback`, which is
    /// called as that of `Ansatz.optimize`. Ctrl-C raises `ketboard.Interrupted`, whose `result` is
    /// the run with the angles found until then.
    ///
    /// >>> from ketboard import Puzzle
    /// >>> run = Puzzle.generate("tango", 4, seed=1).solve(2, seed=3)
    /// >>> run.solved, run.depth
    /// (True, 2)
    #[pyo3(
        signature = (depth = 4, *, threads = None, callback = None, **options),
        text_signature = "($self, depth=4, *, threads=None, callback=None, seed=0, shots=1024, effort=None, starts=4, strategy='ladder', objective='expectation', objective_shots=None, angles=None, optimizer='lbfgs', iterations=200, ansatz='standard', precision='f64', transfer_table=None, reduce=None, target_qubits=None, weights=(), drop_region=None, distinct_lines='filter', counts='fractional', symbols='one-hot', registers=None, mixer=None, warm_start=None, warm_epsilon=None)"
    )]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        depth: i128,
        threads: Option<i128>,
        callback: Option<&Bound<'py, PyAny>>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let at_depth = Options::default().depth(whole("depth", depth, 0)?);
        let options = options_of(at_depth, options)?;
        let (stop, threads, puzzle) = (Stop::default(), threads_of(threads)?, self.0.clone());
        let solve = move |listener: &Listener| {
            let listener = listener.clone();
            puzzle.solve(&options.progress(move |progress| tell(&listener, progress)))
        };
        let (run, why) = listening(py, (threads, &stop), callback, solve)?;
        ended(
            py,
            why,
            run.map_err(raised).and_then(|run| as_run(py, &run)),
        )
    }

    /// All boards that obey the rules, each a list of strings, one a row; of puzzles of any width.
    /// Raises `ketboard.Error` where there are too many to list.
    fn solutions(&self, py: Python<'_>) -> PyResult<Vec<Vec<String>>> {
        let puzzle = self.0.clone();
        called(py, move || puzzle.solutions())
    }

    /// The QUBO that is left after the reduction, of any width: the number of variables and a dict
    /// from the indices of each product to its coefficient, the offset under the empty tuple. The
    /// keywords are those of `problem`; without `reduce` and `target_qubits` the paper's rules are
    /// applied alone, as by the program's `qubo`.
    #[pyo3(signature = (**options), text_signature = "($self, *, reduce=None, target_qubits=None, weights=(), drop_region=None, distinct_lines='filter', counts='fractional', symbols='one-hot', registers=None, mixer=None, warm_start=None, warm_epsilon=None)")]
    fn qubo<'py>(
        &self,
        py: Python<'py>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<(usize, Bound<'py, PyDict>)> {
        let (options, puzzle) = (options_of(Options::default(), options)?, self.0.clone());
        let model = called(py, move || puzzle.model(&options))?;
        let terms = PyDict::new(py);
        for (product, weight) in model.polynomial.terms() {
            terms.set_item(PyTuple::new(py, product)?, weight)?;
        }
        Ok((model.polynomial.n(), terms))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&str, &str))> {
        let made = py.get_type::<Self>().getattr("from_text")?;
        Ok((made, (self.0.text(), &self.0.file)))
    }

    fn __repr__(&self) -> String {
        format!("<ketboard.Puzzle {}>", self.0.name)
    }

    /// The board with its givens as an SVG picture.
    fn _repr_svg_(&self) -> String {
        self.0.svg()
    }
}

/// A puzzle that is ready to run: reduced and encoded, with all its solutions. A pickle or copy of
/// it is made again from the puzzle.
#[pyclass(frozen, module = "ketboard")]
#[derive(Debug)]
pub(crate) struct Problem {
    inner: ketboard::Problem,
    /// What makes it again, and its arguments: the puzzle and the settings.
    origin: Py<PyTuple>,
}

#[pymethods]
impl Problem {
    /// The number of qubits that are left after the reduction.
    #[getter]
    fn qubits(&self) -> usize {
        self.inner.qubits()
    }

    /// The reduction as sentences, one a step.
    #[getter]
    fn steps(&self) -> Vec<String> {
        self.inner.steps()
    }

    /// All boards that obey the rules, each a list of strings, one a row.
    fn solutions(&self) -> Vec<Vec<String>> {
        self.inner.solutions()
    }

    /// The cost on qubits, or on the qudits of `registers`. `Ansatz(problem.cost)` has the mixer
    /// that you give it; `ansatz` has that of the problem.
    #[getter]
    fn cost(&self, py: Python<'_>) -> PyResult<Cost> {
        Ok(self.standard_ansatz(py)?.1)
    }

    /// The ansatz that a run optimizes, with the problem's mixer and solutions: for its values,
    /// gradients, states, samples and searches. With several registers or groups a basis state is
    /// one of all qudits; `board` shows it.
    ///
    /// >>> from ketboard import Puzzle
    /// >>> ansatz = Puzzle.generate("queens", 4, seed=2).problem(mixer="grover").ansatz()
    /// >>> stage = ansatz.optimize(1)[-1]
    /// >>> value, slope = ansatz.gradient(stage.gammas, stage.betas)
    /// >>> abs(value - stage.expectation) < 1e-9, slope.shape
    /// (True, (2, 1))
    #[pyo3(signature = (*, threads = None))]
    fn ansatz(slf: &Bound<'_, Self>, threads: Option<i128>) -> PyResult<Ansatz> {
        let (py, problem) = (slf.py(), slf.get());
        let made = problem.standard_ansatz(py)?;
        let again = (slf.clone().into_any(), threads);
        Ansatz::of_problem(py, made, again, problem.inner.family())
    }

    /// The circuit of the problem on qubits, registers included, at these angles or with `depth`
    /// layers of open ones: a `Circuit`.
    ///
    /// >>> from ketboard import Puzzle
    /// >>> problem = Puzzle.generate("tango", 4, seed=1).problem(reduce="none")
    /// >>> problem.circuit([0.2], [-0.3]).qubits == problem.qubits
    /// True
    #[pyo3(signature = (gammas = None, betas = None, *, depth = None))]
    fn circuit(
        &self,
        py: Python<'_>,
        gammas: Option<&Bound<'_, PyAny>>,
        betas: Option<&Bound<'_, PyAny>>,
        depth: Option<i128>,
    ) -> PyResult<Circuit> {
        let program = self.inner.program().map_err(raised)?;
        Circuit::of(py, program, "a puzzle", [gammas, betas], depth)
    }

    /// What to expect of these angles on a device with a published calibration (`"torino"`,
    /// `"fez"`, `"boston"`, `"miami"`, `"sherbrooke"`, `"forte"`), by quantum trajectories of this
    /// seed: a dict with the keys of a record of the program's `device --json`, among them
    /// `success_probability` (without noise), `random_success_probability` (of random states),
    /// `estimated_success_probability` (from the product of all fidelities,
    /// `estimated_fidelity`), `noisy_success_probability` (simulated) and its 95 % interval
    /// `noisy_success_interval`, `two_qubit_gates`, and `duration_us` in microseconds. Numbers
    /// that are not known are `None`.
    #[pyo3(signature = (gammas, betas, device, *, seed = 0, threads = None))]
    fn forecast<'py>(
        &self,
        py: Python<'py>,
        gammas: &Bound<'_, PyAny>,
        betas: &Bound<'_, PyAny>,
        device: &str,
        seed: i128,
        threads: Option<i128>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (angles, seed) = (angles_of(gammas, betas)?, whole("seed", seed, 0)?);
        let device = ketboard_circuits::Device::named(device).map_err(raised)?;
        let (stop, threads, problem) = (Stop::default(), threads_of(threads)?, self.inner.clone());
        let (found, why) = listening(py, (threads, &stop), None, move |listener| {
            problem.forecast(&angles, device, seed, &|| listener.answer())
        })?;
        let found = why.map_or_else(|| found.map_err(raised), Err)?;
        as_dict(py, &found)
    }

    /// The board that measured bits show, one string a row. Bits are a string as Qiskit prints it,
    /// the highest qubit first and blanks left out, or a sequence with that of qubit k at place k,
    /// or the index of a basis state of `ansatz`.
    ///
    /// >>> from ketboard import Puzzle
    /// >>> problem = Puzzle.generate("tango", 4, seed=1).problem(reduce="none")
    /// >>> len(problem.board("0" * problem.qubits))
    /// 4
    fn board(&self, bits: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        self.inner.board_of(&self.bits_of(bits)?).map_err(raised)
    }

    /// Whether measured bits, as `board` takes them, show a solution by the rules.
    fn is_solved_by(&self, bits: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.inner
            .is_solved_by(&self.bits_of(bits)?)
            .map_err(raised)
    }

    /// The expectation of C and the probability of a solution at given angles.
    fn at(
        &self,
        py: Python<'_>,
        gammas: &Bound<'_, PyAny>,
        betas: &Bound<'_, PyAny>,
    ) -> PyResult<(f64, Option<f64>)> {
        let (angles, problem) = (angles_of(gammas, betas)?, self.inner.clone());
        let found = called(py, move || problem.at(&angles))?;
        Ok((found.expectation, found.success_probability))
    }

    fn __eq__(&self, other: &Self, py: Python<'_>) -> PyResult<bool> {
        self.origin.bind(py).eq(&other.origin)
    }

    fn __reduce__(&self, py: Python<'_>) -> Py<PyTuple> {
        self.origin.clone_ref(py)
    }

    fn __repr__(&self) -> String {
        format!("<ketboard.Problem of {} qubits>", self.inner.qubits())
    }
}

impl Problem {
    /// The ansatz that a run optimizes, and its cost for Python.
    fn standard_ansatz(&self, py: Python<'_>) -> PyResult<(ketboard_qaoa::Ansatz, Cost)> {
        let problem = self.inner.clone();
        let ansatz = called(py, move || problem.ansatz())?;
        let (inner, polynomial) = (ansatz.cost().clone(), self.inner.polynomial());
        let dims = inner.dims();
        let made_of = if dims.iter().all(|d| *d == 2) && dims.len() == polynomial.n() {
            MadeOf::Products(polynomial.masks().collect())
        } else {
            MadeOf::Tables
        };
        Ok((ansatz, Cost { inner, made_of }))
    }

    /// Measured bits, that of qubit 0 first.
    fn bits_of(&self, bits: &Bound<'_, PyAny>) -> PyResult<Vec<bool>> {
        let bit = |found: String| match found.as_str() {
            "0" | "False" => Ok(false),
            "1" | "True" => Ok(true),
            _ => Err(argument("bits", format!("found {found}"), "give 0 and 1")),
        };
        if let Ok(text) = bits.extract::<String>() {
            let bits = text.chars().rev().filter(|c| !c.is_whitespace());
            return bits.map(|c| bit(c.to_string())).collect();
        }
        if let Ok(state) = bits.extract::<i128>() {
            let state = whole("bits", state, 0)?;
            return self.inner.bits_of(state).map_err(raised);
        }
        let bits = bits.try_iter()?;
        bits.map(|found| bit(found?.str()?.extract()?)).collect()
    }
}

/// A run as the package has it.
fn as_run<'py>(py: Python<'py>, run: &ketboard::Run) -> PyResult<Bound<'py, PyAny>> {
    let told = (as_dict(py, &run.record())?, run.to_string());
    in_package(py, ("runs", "Run"), told)
}

/// What has names and values, as a dict.
pub(crate) fn as_dict<'py>(py: Python<'py>, what: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let json = serde_json::to_string(what).unwrap_or_default();
    py.import("json")?.call_method1("loads", (json,))
}

fn angles_of(gammas: &Bound<'_, PyAny>, betas: &Bound<'_, PyAny>) -> PyResult<Angles> {
    let (gammas, betas) = (floats("gammas", gammas)?, floats("betas", betas)?);
    Angles::new(gammas, betas).map_err(raised)
}

/// The options with those that keywords name: all settings of the reference, each with a value as
/// plans write it.
fn options_of(mut options: Options, named: Option<&Bound<'_, PyDict>>) -> PyResult<Options> {
    for (key, value) in named.into_iter().flatten() {
        if value.is_none() {
            continue;
        }
        let key: String = key.extract()?;
        let text = match value.extract::<Vec<String>>() {
            Ok(parts) => parts.join(", "),
            Err(_) => value.str()?.extract()?,
        };
        options = options.set(&key, &text).map_err(|error| {
            if let ketboard::Error::Input(Argument { name, remedy, .. }) = &error
                && name == "setting"
            {
                return PyTypeError::new_err(format!("there is no keyword '{key}'; {remedy}"));
            }
            raised(error)
        })?;
    }
    Ok(options)
}
