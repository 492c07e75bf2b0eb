//! Puzzles, problems and runs: the library's facade in Python.

use crate::ansatz::listener;
use crate::circuit::Circuit;
use crate::cost::{Cost, floats};
use crate::error::{argument, interrupted, raised};
use crate::interrupt::{Stop, listening, pool_of};
use crate::stage::Stage;
use ketboard::Options;
use ketboard_puzzles::{CellMark, DrawStyle, RuleSet, draw_board};
use ketboard_qaoa::Angles;
use pyo3::exceptions::{PyKeyboardInterrupt, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// A logic puzzle with its rules.
///
/// `str(puzzle)` is its board; a notebook shows it as a picture.
///
/// >>> from ketboard import Puzzle
/// >>> puzzle = Puzzle.generate("tango", 4, seed=1)
/// >>> len(puzzle.solutions())
/// 1
#[pyclass(frozen, module = "ketboard")]
#[derive(Clone, Debug)]
pub(crate) struct Puzzle {
    inner: ketboard::Puzzle,
}

#[pymethods]
impl Puzzle {
    /// The puzzle in a file. Raises `ketboard.Error` with the line, what was found there, and what
    /// would be right.
    #[staticmethod]
    fn read(path: std::path::PathBuf) -> PyResult<Self> {
        let inner = ketboard::Puzzle::read(path).map_err(raised)?;
        Ok(Self { inner })
    }

    /// The puzzle in the text of a puzzle file.
    #[staticmethod]
    fn from_text(text: &str) -> PyResult<Self> {
        let inner = ketboard::Puzzle::parse(text).map_err(raised)?;
        Ok(Self { inner })
    }

    /// The puzzle in a text as people share it: a link, an ID, a grid of symbols or digits.
    #[staticmethod]
    fn paste(text: &str) -> PyResult<Self> {
        let inner = ketboard::Puzzle::paste(text).map_err(raised)?;
        Ok(Self { inner })
    }

    /// A puzzle of a family with exactly one solution; the same seed makes the same puzzle.
    #[staticmethod]
    #[pyo3(signature = (family, size, seed = 0))]
    fn generate(py: Python<'_>, family: &str, size: usize, seed: u64) -> PyResult<Self> {
        let made = py.detach(|| ketboard::Puzzle::generate(family, size, seed));
        let inner = made.map_err(raised)?;
        Ok(Self { inner })
    }

    /// The puzzle's name.
    #[getter]
    fn name(&self) -> &str {
        &self.inner.name
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
        let level = rules(level)?;
        let reduced = ketboard_puzzles::reduce(&self.inner.model, level, None);
        let steps = match reduced {
            Ok(reduction) => reduction.steps().to_vec(),
            Err(wrong) => return Err(argument("puzzle", wrong.to_string(), "check its givens")),
        };
        Ok(steps
            .iter()
            .map(|step| step.describe(&self.inner.model))
            .collect())
    }

    /// The puzzle reduced and encoded, with all its solutions. The keywords are the settings of the
    /// program, such as `reduce`, `target_qubits`, `registers` and `mixer`, with the values that
    /// plans give them; `weights` may be a list.
    #[pyo3(signature = (**options))]
    fn problem(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Problem> {
        let options = options_of(Options::default(), options)?;
        let made = py.detach(|| self.inner.problem(&options));
        let inner = made.map_err(raised)?;
        Ok(Problem { inner })
    }

    /// The whole run: reduce, encode, optimize the angles of each depth, sample, and check the
    /// samples against the rules. The keywords are those of `problem`, such as `seed`, `shots` and
    /// `strategy`, and `threads` and `callback`, which is called as that of `Ansatz.optimize`.
    /// Ctrl-C raises `ketboard.Interrupted`, whose `result` is the run with the angles found until
    /// then.
    ///
    /// >>> from ketboard import Puzzle
    /// >>> run = Puzzle.generate("tango", 4, seed=1).solve(2, seed=3)
    /// >>> run.solved, run.depth
    /// (True, 2)
    #[pyo3(signature = (depth = 4, *, threads = None, callback = None, **options))]
    fn solve(
        &self,
        py: Python<'_>,
        depth: usize,
        threads: Option<usize>,
        callback: Option<Py<PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Run> {
        let stop = Stop::default();
        let heard = listener(callback, stop.clone());
        let options = options_of(Options::default().depth(depth), options)?.progress(heard);
        let pool = threads.map(pool_of).transpose()?;
        let run = listening(py, pool.as_ref(), &stop, || self.inner.solve(&options))?;
        match (run, stop.why()) {
            (Ok(inner), None) => Ok(Run { inner }),
            (Ok(inner), Some(why)) if why.is_instance_of::<PyKeyboardInterrupt>(py) => {
                Err(interrupted(py, Run { inner }))
            }
            (_, Some(why)) => Err(why),
            (Err(error), None) => Err(raised(error)),
        }
    }

    /// All boards that obey the rules, each a list of strings, one a row.
    fn solutions(&self, py: Python<'_>) -> PyResult<Vec<Vec<String>>> {
        Ok(self.problem(py, None)?.inner.solutions())
    }

    /// The QUBO that is left after the reduction: the number of variables and a dict from the
    /// indices of each product to its coefficient, the offset under the empty tuple.
    fn qubo<'py>(&self, py: Python<'py>) -> PyResult<(usize, Bound<'py, PyDict>)> {
        let problem = self.problem(py, None)?;
        let polynomial = problem.inner.polynomial();
        let terms = PyDict::new(py);
        for (product, weight) in polynomial.terms() {
            terms.set_item(PyTuple::new(py, product)?, weight)?;
        }
        Ok((polynomial.n(), terms))
    }

    fn __str__(&self) -> String {
        let mut marks = vec![CellMark::Open; self.inner.model.len()];
        for (var, value) in self.inner.model.givens() {
            marks[var.index()] = CellMark::Given(*value);
        }
        draw_board(&self.inner, &marks, DrawStyle::Plain)
    }

    fn __repr__(&self) -> String {
        format!("<ketboard.Puzzle {}>", self.inner.name)
    }

    /// The board with its givens as an SVG picture.
    fn _repr_svg_(&self) -> PyResult<String> {
        self.inner.svg().map_err(raised)
    }
}

/// A puzzle that is ready to run: reduced and encoded, with all its solutions.
#[pyclass(frozen, module = "ketboard")]
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    inner: ketboard::Problem,
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

    /// The cost on qubits, or on the qudits of `registers`, for `Ansatz`.
    #[getter]
    fn cost(&self) -> PyResult<Cost> {
        let inner = self.inner.ansatz().map_err(raised)?.cost().clone();
        let polynomial = self.inner.polynomial();
        let on_qubits =
            inner.dims().iter().all(|d| *d == 2) && inner.dims().len() == polynomial.n();
        Ok(Cost {
            inner,
            products: on_qubits.then(|| polynomial.masks().collect()),
        })
    }

    /// The circuit of the problem on qubits, registers included, at these angles or with `depth`
    /// layers of open ones: a `Circuit`.
    ///
    /// >>> from ketboard import Puzzle
    /// >>> problem = Puzzle.generate("tango", 4, seed=1).problem(reduce="none")
    /// >>> problem.circuit([0.2], [-0.3]).qubits == problem.qubits
    /// True
    #[pyo3(signature = (gammas = None, betas = None, *, depth = 1))]
    fn circuit(
        &self,
        gammas: Option<&Bound<'_, PyAny>>,
        betas: Option<&Bound<'_, PyAny>>,
        depth: usize,
    ) -> PyResult<Circuit> {
        let gates = Box::new(self.inner.circuit().map_err(raised)?);
        Circuit::of(gates, "a puzzle", [gammas, betas], depth)
    }

    /// What to expect of these angles on a device with a published calibration (`"torino"`,
    /// `"fez"`, `"boston"`, `"miami"`, `"sherbrooke"`, `"forte"`), by quantum trajectories of this
    /// seed: a dict with the success probabilities `ideal` (without noise), `random` (of random
    /// bits), `estimate` (from the product of all fidelities, `estimated_fidelity`) and
    /// `simulated`, whose 95 % interval is `low` to `high`; with `two_qubit_gates`, and
    /// `duration_us` in microseconds. Numbers that are not known are `None`.
    #[pyo3(signature = (gammas, betas, device, *, seed = 0, threads = None))]
    fn forecast<'py>(
        &self,
        py: Python<'py>,
        gammas: &Bound<'_, PyAny>,
        betas: &Bound<'_, PyAny>,
        device: &str,
        seed: u64,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let angles = Angles::new(floats(gammas)?, floats(betas)?).map_err(raised)?;
        let device = ketboard_circuits::find_device(device).map_err(raised)?;
        let stop = Stop::default();
        let pool = threads.map(pool_of).transpose()?;
        let found = listening(py, pool.as_ref(), &stop, || {
            self.inner
                .forecast(&angles, device, seed, &|| stop.answer())
        })?;
        if let Some(why) = stop.why() {
            return Err(why);
        }
        let found = found.map_err(raised)?;
        let interval = found.simulated.map(|simulated| simulated.of_probability());
        let told = PyDict::new(py);
        told.set_item("ideal", found.ideal)?;
        told.set_item("random", found.random)?;
        told.set_item("estimated_fidelity", found.estimated_fidelity)?;
        told.set_item("estimate", found.estimate)?;
        told.set_item("simulated", found.simulated.map(|simulated| simulated.mean))?;
        told.set_item("low", interval.map(|(low, _)| low))?;
        told.set_item("high", interval.map(|(_, high)| high))?;
        told.set_item("two_qubit_gates", found.two_qubit_gates)?;
        told.set_item("duration_us", found.duration_us)?;
        Ok(told)
    }

    /// The board that measured bits show, one string a row. Bits are a string as Qiskit prints it,
    /// the highest qubit first and blanks left out, or a sequence with that of qubit k at place k.
    ///
    /// >>> from ketboard import Puzzle
    /// >>> problem = Puzzle.generate("tango", 4, seed=1).problem(reduce="none")
    /// >>> len(problem.board("0" * problem.qubits))
    /// 4
    fn board(&self, bits: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        self.inner.board_of(&bits_of(bits)?).map_err(raised)
    }

    /// Whether measured bits, as `board` takes them, show a solution by the rules.
    fn is_solved_by(&self, bits: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.inner.is_solved_by(&bits_of(bits)?).map_err(raised)
    }

    /// The expectation of C and the probability of a solution at given angles.
    fn at(
        &self,
        gammas: &Bound<'_, PyAny>,
        betas: &Bound<'_, PyAny>,
    ) -> PyResult<(f64, Option<f64>)> {
        let angles = Angles::new(floats(gammas)?, floats(betas)?).map_err(raised)?;
        let found = self.inner.at(&angles).map_err(raised)?;
        Ok((found.expectation, found.success_probability))
    }
}

/// What a run found; `str(run)` is the board, and the numbers below it.
#[pyclass(frozen, module = "ketboard")]
#[derive(Clone, Debug)]
pub(crate) struct Run {
    inner: ketboard::Run,
}

#[pymethods]
impl Run {
    /// Whether a sample obeys all rules.
    #[getter]
    fn solved(&self) -> bool {
        self.inner.is_solved()
    }

    /// Whether the search was stopped before it was done.
    #[getter]
    fn stopped(&self) -> bool {
        self.inner.is_stopped()
    }

    /// The board that was found, one string a row, or `None`.
    #[getter]
    fn board(&self) -> Option<Vec<String>> {
        self.inner.board()
    }

    /// The number of layers p.
    #[getter]
    fn depth(&self) -> usize {
        self.inner.depth()
    }

    /// What was reached at each depth: a list of `Stage`.
    #[getter]
    fn stages(&self) -> Vec<Stage> {
        self.inner
            .stages()
            .iter()
            .cloned()
            .map(Stage::from)
            .collect()
    }

    /// The expectation of C in the final state.
    #[getter]
    fn expectation(&self) -> f64 {
        self.inner.expectation()
    }

    /// The probability to measure a solution, or `None` where not all solutions are known.
    #[getter]
    fn success_probability(&self) -> Option<f64> {
        self.inner.success_probability()
    }

    /// How often the circuit was evaluated.
    #[getter]
    fn evaluations(&self) -> u64 {
        self.inner.evaluations()
    }

    fn __str__(&self) -> String {
        self.inner.to_string()
    }

    fn __repr__(&self) -> String {
        let solved = if self.inner.is_solved() {
            "solved"
        } else {
            "not solved"
        };
        format!("<ketboard.Run of depth {}, {solved}>", self.inner.depth())
    }

    /// The board and the numbers as text of a page.
    fn _repr_html_(&self) -> String {
        let text = self.inner.to_string();
        let text = text
            .replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;");
        format!("<pre>{text}</pre>")
    }
}

/// Measured bits, that of qubit 0 first.
fn bits_of(bits: &Bound<'_, PyAny>) -> PyResult<Vec<bool>> {
    let Ok(text) = bits.extract::<String>() else {
        let numbers: Vec<u8> = bits.extract()?;
        return Ok(numbers.into_iter().map(|bit| bit != 0).collect());
    };
    let bits = text.chars().rev().filter(|c| !c.is_whitespace());
    let bits = bits.map(|c| match c {
        '0' => Ok(false),
        '1' => Ok(true),
        other => Err(argument("bits", format!("found '{other}'"), "give 0 and 1")),
    });
    bits.collect()
}

fn rules(name: &str) -> PyResult<RuleSet> {
    let all = [RuleSet::None, RuleSet::Paper, RuleSet::Full];
    let found = all.into_iter().find(|level| level.name() == name);
    found.ok_or_else(|| {
        argument(
            "reduce",
            format!("found '{name}'"),
            "use none, paper or full",
        )
    })
}

/// The options with those that keywords name: all settings of the reference, each with a value as
/// plans write it.
fn options_of(mut options: Options, named: Option<&Bound<'_, PyDict>>) -> PyResult<Options> {
    for (key, value) in named.into_iter().flatten() {
        let key: String = key.extract()?;
        let text = match value.extract::<Vec<String>>() {
            Ok(parts) => parts.join(", "),
            Err(_) => value.str()?.extract()?,
        };
        options = options.set(&key, &text).map_err(|error| {
            if matches!(&error, ketboard::Error::Argument { name, .. } if name == "setting") {
                let text = format!("solve() and problem() know no keyword '{key}'");
                PyTypeError::new_err(text)
            } else {
                raised(error)
            }
        })?;
    }
    Ok(options)
}
