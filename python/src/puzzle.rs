//! Puzzles and problems: the library's facade in Python.

use crate::ansatz::{Ansatz, origin, tell};
use crate::arguments::{angles, as_dict, in_package, named, whole};
use crate::circuit::Circuit;
use crate::cost::{Cost, as_dict_of_products};
use crate::error::{ended, raised};
use crate::interrupt::{Listener, Stop, called, listening, threads_of};
use ketboard::Options;
use ketboard_puzzles::{Difficulty, Error::Argument, GenerateOptions, RuleSet};
use ketboard_qaoa::angles::AngleShape;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use serde_json::Value;

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
    ///
    /// `qubits` is how many are to be left after the reduction `reduce`, and `difficulty` the
    /// hardest deduction that its solution is to take: `"easy"`, `"medium"`, `"hard"` or
    /// `"beyond"`. `stars` is the number in each row, column and region of a Star Battle.
    ///
    /// >>> from ketboard import Puzzle
    /// >>> Puzzle.generate("tango", 4, seed=1, qubits=5).problem().qubits
    /// 5
    #[staticmethod]
    #[pyo3(signature = (family, size, seed = 0, *, qubits = None, reduce = "paper",
        difficulty = None, stars = None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of a Python call")]
    fn generate(
        py: Python<'_>,
        family: String,
        size: i128,
        seed: i128,
        qubits: Option<i128>,
        reduce: &str,
        difficulty: Option<&str>,
        stars: Option<i128>,
    ) -> PyResult<Self> {
        let levels = [RuleSet::None, RuleSet::Paper, RuleSet::Full];
        let levels = levels.map(|level| (level.name(), level));
        let degrees = Difficulty::ALL.map(|degree| (degree.name(), degree));
        let difficulty = difficulty.map(|name| named("difficulty", name, degrees));
        let wanted = GenerateOptions {
            size: whole("size", size, 1)?,
            seed: whole("seed", seed, 0)?,
            qubits: qubits.map(|n| whole("qubits", n, 0)).transpose()?,
            level: named("reduce", reduce, levels)?,
            difficulty: difficulty.transpose()?,
            stars: stars.map(|n| whole("stars", n, 1)).transpose()?,
            ..GenerateOptions::default()
        };
        called(py, 0, move |listener| -> ketboard::Result<_> {
            let text = wanted.generate(&family, Some(&|| listener.stop.answer()))?;
            Ok(Self(ketboard::Puzzle::parse(&text)?))
        })
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
        let inner = called(py, 0, move |_| puzzle.problem(&read))?;
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
        let (on, puzzle) = ((threads_of(threads)?, Stop::default()), self.0.clone());
        let solve = move |listener: &Listener| {
            let listener = listener.clone();
            let run = puzzle.solve(&options.progress(move |progress| tell(&listener, progress)))?;
            Ok((run.record(), run.to_string()))
        };
        let (found, why) = listening(py, on, callback, solve)?;
        ended(py, why, found, |(record, text)| {
            in_package(py, ("runs", "Run"), (as_dict(py, &record)?, text))
        })
    }

    /// Random guess, QAOA at each depth, Grover search, annealing and exact search side by side: a
    /// dict with the keys of the program's `compare --json`, without `wall_s`. The keywords are
    /// those of `solve`.
    ///
    /// >>> from ketboard import Puzzle
    /// >>> found = Puzzle.generate("tango", 4, seed=1).compare(2)
    /// >>> [row["depth"] for row in found["algorithms"] if row["algorithm"] == "QAOA"]
    /// [1, 2]
    #[pyo3(signature = (depth = 4, *, threads = None, **options))]
    fn compare<'py>(
        &self,
        py: Python<'py>,
        depth: i128,
        threads: Option<i128>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let at_depth = Options::default().depth(whole("depth", depth, 1)?);
        self.told(
            py,
            threads,
            options_of(at_depth, options)?,
            |puzzle, options| puzzle.compare(options),
        )
    }

    /// ⟨C⟩ and success probability at depth 1 on a grid of `points` angles on each axis, and the
    /// path of a search: a dict with the keys of the program's `landscape --json`, in whose tables
    /// a row is a beta. γ runs from 0 to `gamma_max`, by default 4/σ(C), and β from -`beta_max` to
    /// `beta_max`, by default π/2. The other keywords are those of `solve`.
    #[pyo3(signature = (points = 61, *, gamma_max = None, beta_max = None, threads = None,
        **options))]
    fn landscape<'py>(
        &self,
        py: Python<'py>,
        points: i128,
        gamma_max: Option<f64>,
        beta_max: Option<f64>,
        threads: Option<i128>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (points, ends) = (whole("points", points, 2)?, [gamma_max, beta_max]);
        let options = options_of(Options::default(), options)?;
        self.told(py, threads, options, move |puzzle, options| {
            puzzle.landscape(points, ends, options)
        })
    }

    /// Simulated annealing of the reduced puzzle, of any width, until it finds a solution or an
    /// energy of at most `target_energy`: a dict with the keys of the program's
    /// `classical --method anneal --json`. The other keywords are those of `qubo`, and `seed`.
    #[pyo3(signature = (*, target_energy = None, threads = None, **options))]
    fn anneal<'py>(
        &self,
        py: Python<'py>,
        target_energy: Option<f64>,
        threads: Option<i128>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = options_of(Options::default(), options)?;
        self.told(py, threads, options, move |puzzle, options| {
            puzzle.anneal(target_energy, options)
        })
    }

    /// All boards that obey the rules, each a list of strings, one a row; of puzzles of any width.
    /// Raises `ketboard.Error` where there are too many to list.
    fn solutions(&self, py: Python<'_>) -> PyResult<Vec<Vec<String>>> {
        let puzzle = self.0.clone();
        called(py, 0, move |_| puzzle.solutions())
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
        let model = called(py, 0, move |_| puzzle.model(&options))?;
        let terms = as_dict_of_products(py, model.polynomial.terms())?;
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

impl Puzzle {
    /// What a call of the library tells in JSON, as a dict.
    fn told<'py>(
        &self,
        py: Python<'py>,
        threads: Option<i128>,
        options: Options,
        call: impl FnOnce(&ketboard::Puzzle, &Options) -> ketboard::Result<Value> + Send + 'static,
    ) -> PyResult<Bound<'py, PyAny>> {
        let puzzle = self.0.clone();
        let found = called(py, threads_of(threads)?, move |listener| {
            let listener = listener.clone();
            call(&puzzle, &options.progress(move |_| listener.stop.answer()))
        })?;
        as_dict(py, &found)
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
        let origin = origin(py, "ansatz_of", (slf, threads))?;
        Ansatz::of(made, threads, Some(problem.inner.family()), origin)
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
        let angles = angles(gammas, betas, AngleShape::STANDARD)?;
        let (seed, problem) = (whole("seed", seed, 0)?, self.inner.clone());
        let device = ketboard_circuits::Device::named(device).map_err(raised)?;
        let found = called(py, threads_of(threads)?, move |listener| {
            problem.forecast(&angles, device, seed, &|| listener.stop.answer())
        })?;
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
        let bits = self.bits_of(bits)?;
        self.inner.is_solved_by(&bits).map_err(raised)
    }

    /// The expectation of C and the probability of a solution at given angles.
    fn at(
        &self,
        py: Python<'_>,
        gammas: &Bound<'_, PyAny>,
        betas: &Bound<'_, PyAny>,
    ) -> PyResult<(f64, Option<f64>)> {
        let angles = angles(gammas, betas, AngleShape::STANDARD)?;
        let problem = self.inner.clone();
        let found = called(py, 0, move |_| problem.at(&angles))?;
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
        let ansatz = called(py, 0, move |_| problem.ansatz())?;
        let (inner, polynomial) = (ansatz.cost().clone(), self.inner.polynomial());
        let is_on_qubits = inner.dims() == vec![2; polynomial.n()];
        let products = is_on_qubits.then(|| polynomial.masks().collect());
        Ok((ansatz, Cost { inner, products }))
    }

    /// Measured bits, that of qubit 0 first.
    fn bits_of(&self, bits: &Bound<'_, PyAny>) -> PyResult<Vec<bool>> {
        if let Ok(state) = bits.extract() {
            let state = whole("bits", state, 0)?;
            return self.inner.bits_of(state).map_err(raised);
        }
        in_package(bits.py(), ("_arguments", "bits"), (bits,))?.extract()
    }
}

/// The options with those that keywords name: all settings of the reference, each with a value as
/// plans write it.
fn options_of(mut options: Options, named: Option<&Bound<'_, PyDict>>) -> PyResult<Options> {
    let given = named.into_iter().flatten();
    for (key, value) in given.filter(|(_, value)| !value.is_none()) {
        let key: String = key.extract()?;
        let parts = value.extract::<Vec<String>>();
        let text = parts.or_else(|_| PyResult::Ok(vec![value.str()?.extract()?]))?;
        let text = text.join(", ");
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
