"""Types of the compiled part."""

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, TypeAlias, TypedDict, final

import numpy as np
import numpy.typing as npt

from ketboard.runs import Run, Stage

__all__ = [
    "Ansatz",
    "Circuit",
    "Cost",
    "Error",
    "Interrupted",
    "Problem",
    "Puzzle",
    "__version__",
    "draw_figure",
    "record_texts",
    "run_plan",
    "verify",
]
_Floats: TypeAlias = npt.NDArray[np.float64]
_Numbers: TypeAlias = Sequence[float] | _Floats
_Order: TypeAlias = Literal["little", "big"]
_Terms: TypeAlias = (
    Mapping[tuple[int, ...], float]
    | Sequence[tuple[float, Sequence[int]]]
    | npt.NDArray[np.floating[Any] | np.integer[Any]]
)

class _Progress(TypedDict):
    depth: int
    start: int
    evaluations: int
    best: float

_Callback: TypeAlias = Callable[[_Progress], bool | None]
__version__: str

class Error(ValueError):
    """What can go wrong: one line that says where, what was found, and what would be right."""

class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended a search; the attribute `result` holds what was found until then."""

    result: Any

@final
class Cost:
    """A diagonal cost C over qubits or qudits, which QAOA makes small.

    `terms` is a dict `{(0, 1): 1.0, (2,): -1.0}`, a list `[(1.0, (0, 1)), (-1.0, (2,))]` of weights
    and indices, or an (n, n) numpy matrix Q of the cost v^T Q v. The empty index is the offset.
    The variables are `"bits"` x = 0 or 1, or `"spins"` s = 1 - 2x = +1 or -1. Energies have the
    unit of the weights. Costs are equal that have the same energies.

    Raises `ketboard.Error` if an index is not below n, or a weight is not finite.

    >>> from ketboard import Cost
    >>> cost = Cost(3, {(0, 1): 1.0, (2,): -1.0})
    >>> cost.energy(0b100), cost.min, cost.max
    (-1.0, -1.0, 1.0)
    >>> Cost(2, {(0, 1): 1.0}, variables="spins").values().tolist()
    [1.0, -1.0, -1.0, 1.0]
    """

    def __new__(
        cls, n: int, terms: _Terms, *, variables: Literal["bits", "spins"] = "bits"
    ) -> Cost: ...
    @staticmethod
    def from_values(values: _Numbers, dims: Sequence[int] | None = None) -> Cost:
        """The cost with this energy of each basis state: a float array of length 2^n, or of the
        product of `dims`, the fastest qudit first. Without `dims` the basis states are those of
        qubits, and qubit k is bit k of the index.

        Raises `ketboard.Error` if the length is not a power of two, or not the product of `dims`.

        >>> from ketboard import Cost
        >>> Cost.from_values([0.0, 2.0, 1.0, 4.0]).energy(3)
        4.0
        >>> Cost.from_values([0.0, 1.0, 2.0], dims=[3]).dims
        [3]
        """

    def spins(self) -> dict[tuple[int, ...], float]:
        """The cost as products of spins s = 1 - 2x: a dict from the indices of each product to its
        weight, the constant under the empty tuple. Raises `ketboard.Error` on qudits.

        >>> from ketboard import Cost
        >>> Cost(2, {(0, 1): 4.0}).spins()
        {(): 1.0, (0,): -1.0, (1,): -1.0, (0, 1): 1.0}
        """

    def energy(self, index: int) -> float:
        """The energy of a basis state by its index, in the unit of the weights."""

    def values(self) -> _Floats:
        """The energies of all basis states: a float array of length 2^n."""

    def ground_states(self, tolerance: float = 1e-09) -> list[int]:
        """The basis states of the lowest energy, up to `tolerance` above it, as a list of indices."""

    @property
    def n(self) -> int:
        """The number of qubits, or of qudits."""

    @property
    def dims(self) -> list[int]:
        """The number of levels of each qudit, 2 of a qubit, the fastest first."""

    @property
    def states(self) -> int:
        """The number of basis states."""

    @property
    def min(self) -> float:
        """The lowest energy."""

    @property
    def max(self) -> float:
        """The highest energy."""

    @property
    def mean(self) -> float:
        """The mean energy over all basis states."""

@final
class Ansatz:
    """A QAOA circuit whose angles are open: p layers of e^{-i beta M} e^{-i gamma C} on a start state.

    `mixer` is `"x"` (the default), `"x-per-qubit"` (one beta for each qubit), `"grover"`, or over
    the levels of each qudit `"xy-complete"`, `"xy-ring"`, `"xy-path"`, or edges between levels: a
    list of pairs or an integer array of shape (edges, 2).
    `precision` is `"f64"` or `"f32"`. `solutions` are indices of basis states, for the objective
    `"success"`, which is minus their probability. `observable` is a cost that is measured in the
    place of C, whose phases stay. `threads` limits the threads of the engine; by default it uses
    all. Angles are in radians; `gammas` and `betas` are sequences of p floats each.

    The ansatz of a puzzle, with its mixer and solutions, is `Problem.ansatz()`: its cost alone, in
    an `Ansatz` of yours, is under the mixer that you name.

    >>> from ketboard import Ansatz, Cost
    >>> ansatz = Ansatz(Cost(2, {(0, 1): 1.0}))
    >>> round(ansatz.expectation([0.5], [-0.3]), 6)
    0.131347
    """

    def __new__(
        cls,
        cost: Cost,
        mixer: str | Sequence[tuple[int, int]] | npt.NDArray[np.int64] | None = None,
        precision: Literal["f64", "f32"] = "f64",
        *,
        solutions: Sequence[int] = ...,
        observable: Cost | None = None,
        threads: int | None = None,
    ) -> Ansatz: ...
    @property
    def cost(self) -> Cost:
        """The cost C."""

    def expectation(
        self, gammas: _Numbers, betas: _Numbers, *, objective: str = "expectation"
    ) -> float:
        """The value of the objective in the state of these angles: the expectation of C unless
        `objective` is `"cvar:ALPHA"`, `"gibbs:ETA"` or `"success"`.

        Raises `ketboard.Error` if the angles do not fit, or the state does not fit into memory.
        """

    def gradient(
        self, gammas: _Numbers, betas: _Numbers, *, objective: str = "expectation"
    ) -> tuple[float, _Floats]:
        """The value, and its exact derivatives as a float array of shape (2, p): by the gammas in row
        0, by the betas in row 1. With several angles a layer it is a pair of arrays in their place.

        >>> from ketboard import Ansatz, Cost
        >>> value, slope = Ansatz(Cost(2, {(0, 1): 1.0})).gradient([0.5, 0.6], [-0.3, -0.1])
        >>> slope.shape
        (2, 2)
        """

    def state(
        self, gammas: _Numbers, betas: _Numbers, *, order: _Order = "little"
    ) -> npt.NDArray[np.complex128]:
        """The amplitudes: a complex array with an entry for each basis state. In the order `"little"`
        qubit k is bit k of the index, as in Qiskit; in the order `"big"` qubit 0 is the highest
        bit, as in PennyLane and Braket.

        >>> from ketboard import Ansatz, Cost
        >>> state = Ansatz(Cost(2, {(0,): 1.0})).state([0.5], [-0.3])
        >>> state.shape, state.dtype.name
        ((4,), 'complex128')
        """

    def probabilities(
        self, gammas: _Numbers, betas: _Numbers, *, order: _Order = "little"
    ) -> _Floats:
        """The probabilities of all basis states: a float array, in the order of `state`."""

    def sample(
        self, gammas: _Numbers, betas: _Numbers, shots: int, seed: int = 0
    ) -> dict[int, int]:
        """Counts of measured basis states, as a dict from index to count; the same seed gives the same
        counts.

        >>> from ketboard import Ansatz, Cost
        >>> sum(Ansatz(Cost(2, {(0,): 1.0})).sample([0.5], [-0.3], 100, seed=7).values())
        100
        """

    def overlap(self, gammas: _Numbers, betas: _Numbers, indices: Sequence[int]) -> float:
        """The probability to measure one of these basis states. A state that is listed twice counts
        once.
        """

    def circuit(
        self,
        gammas: _Numbers | None = None,
        betas: _Numbers | None = None,
        *,
        depth: int | None = None,
    ) -> Circuit:
        """The circuit of the ansatz on qubits under the mixer `"x"`, at these angles or with `depth`
        layers of open ones: a `Circuit`, for `ketboard.neighbors` and for files.

        Raises `ketboard.Error` on qudits and under other mixers; `Problem.circuit` has those of a
        puzzle.

        >>> from ketboard import Ansatz, Cost
        >>> Ansatz(Cost(2, {(0, 1): 1.0})).circuit(depth=3)
        <ketboard.Circuit of 2 qubits, 3 layers, angles open>
        """

    def optimize(
        self,
        depth: int,
        *,
        strategy: str = "ladder",
        objective: str = "expectation",
        optimizer: str = "lbfgs",
        effort: Literal["quick", "default", "thorough"] = "default",
        starts: int = 4,
        seed: int = 0,
        callback: _Callback | None = None,
    ) -> list[Stage]:
        """The best angles of each depth 1 ... `depth`: a list of `Stage`.

        `callback` is called with a dict of the progress before each evaluation, by the thread that
        called this; it may call anything, and ends the search by returning `False`. What was found
        until then is returned. Ctrl-C raises `ketboard.Interrupted`, whose `result` is the same
        list.

        >>> from ketboard import Ansatz, Cost
        >>> stages = Ansatz(Cost(2, {(0, 1): 1.0, (0,): -1.0})).optimize(2)
        >>> [stage.depth for stage in stages], round(stages[-1].expectation, 6)
        ([1, 2], -1.0)
        """

@final
class Circuit:
    """The gates of a QAOA circuit, whose angles are given or open.

    `Ansatz.circuit` and `Problem.circuit` make one. Its state is that of `Ansatz.state` on qubits,
    in the order `"little"` and up to a global phase. `to_qiskit(circuit).draw()` draws it.

    >>> from ketboard import Ansatz, Cost
    >>> circuit = Ansatz(Cost(2, {(0, 1): 1.0})).circuit([0.5], [-0.3])
    >>> circuit.qubits, circuit.layers, circuit.gates["cx"]
    (2, 1, 2)
    """

    @property
    def qubits(self) -> int:
        """The number of qubits."""

    @property
    def layers(self) -> int:
        """The number of layers p."""

    @property
    def is_open(self) -> bool:
        """Whether the angles are open: parameters instead of numbers."""

    @property
    def gates(self) -> dict[str, int]:
        """How many gates there are of each name: a dict."""

    @property
    def two_qubit_gates(self) -> int:
        """The number of gates on two qubits."""

    def text(self, format: str | None = None, *, backend: str | None = None, seed: int = 0) -> str:
        """The circuit in a format of the program's command `export`: `"qasm3"`, `"qasm2"`, `"ionq"`,
        `"braket"` and others; of open angles `"qasm3-param"`, with the inputs gamma_1, beta_1 and
        so on. By default it is the one of OpenQASM 3 that fits. `backend` names a machine, such as
        `"torino"`: on its couplings the circuit is placed and routed, where its vendor does not do
        that, and `"ibm-isa"`, `"ionq-native"`, `"braket-native"` and `"quantinuum"` write its
        gates.

        Raises `ketboard.Error` if there is no such format or machine, or it needs numbers where
        angles are open.

        >>> from ketboard import Ansatz, Cost
        >>> circuit = Ansatz(Cost(2, {(0, 1): 1.0})).circuit(depth=1)
        >>> "input float[64] gamma_1;" in circuit.text()
        True
        """

    def job(self, format: str, backend: str, *, shots: int = 1024, seed: int = 0) -> str:
        """The body of a job that runs the circuit `shots` times on a machine, as JSON text for the
        interface of IBM, IonQ or Amazon Braket; `format` is the program's that the service takes:
        `"ibm-isa"`, `"ionq"`, `"ionq-native"`, `"ionq-qasm3"`, `"braket"` or `"braket-native"`.

        >>> import json
        >>> from ketboard import Ansatz, Cost
        >>> circuit = Ansatz(Cost(2, {(0, 1): 1.0})).circuit([0.5], [-0.3])
        >>> json.loads(circuit.job("ibm-isa", "torino"))["backend"]
        'ibm_torino'
        """

@final
class Puzzle:
    """A logic puzzle with its rules.

    `str(puzzle)` is its board; a notebook shows it as a picture.

    >>> from ketboard import Puzzle
    >>> puzzle = Puzzle.generate("tango", 4, seed=1)
    >>> len(puzzle.solutions())
    1
    """

    @staticmethod
    def read(path: str | PathLike[str]) -> Puzzle:
        """The puzzle in a file. Raises `ketboard.Error` with the line, what was found there, and what
        would be right.
        """

    @staticmethod
    def from_text(text: str, file: str = "the puzzle") -> Puzzle:
        """The puzzle in the text of a puzzle file, which messages call `file`."""

    @staticmethod
    def paste(text: str) -> Puzzle:
        """The puzzle in a text as people share it: a link, an ID, a grid of symbols or digits."""

    @staticmethod
    def generate(
        family: str,
        size: int,
        seed: int = 0,
        *,
        qubits: int | None = None,
        reduce: Literal["none", "paper", "full"] = "paper",
        difficulty: Literal["easy", "medium", "hard", "beyond"] | None = None,
        stars: int | None = None,
    ) -> Puzzle:
        """A puzzle of a family with exactly one solution; the same seed makes the same puzzle.

        `qubits` is how many are to be left after the reduction `reduce`, and `difficulty` the
        hardest deduction that its solution is to take: `"easy"`, `"medium"`, `"hard"` or
        `"beyond"`. `stars` is the number in each row, column and region of a Star Battle.

        >>> from ketboard import Puzzle
        >>> Puzzle.generate("tango", 4, seed=1, qubits=5).problem().qubits
        5
        """

    @property
    def name(self) -> str:
        """The puzzle's name."""

    @property
    def text(self) -> str:
        """The puzzle file that states it, to be saved."""

    def _repr_svg_(self) -> str:
        """The board with its givens as an SVG picture."""

    def reduce(self, level: Literal["none", "paper", "full"] = "full") -> list[str]:
        """The trace of the reduction: a sentence for each step, with the rule that decided or merged
        cells. `level` is `"none"`, `"paper"` or `"full"`.

        >>> from ketboard import Puzzle
        >>> puzzle = Puzzle.generate("tango", 4, seed=1)
        >>> len(puzzle.reduce("none")) < len(puzzle.reduce("full"))
        True
        """

    def problem(
        self,
        *,
        reduce: Literal["none", "paper", "full", "auto"] | None = None,
        target_qubits: int | None = None,
        weights: str | Sequence[str] = (),
        drop_region: str | None = None,
        distinct_lines: str = "filter",
        counts: str = "fractional",
        symbols: str = "one-hot",
        registers: str | None = None,
        mixer: str | None = None,
        warm_start: str | None = None,
        warm_epsilon: float | None = None,
        seed: int = 0,
        precision: str = "f64",
    ) -> Problem:
        """The puzzle reduced and encoded, with all its solutions. The keywords are the settings of the
        program's reference, with the values that plans give them; `weights` may be a list, and
        `None` leaves a setting as it is.
        """

    def solve(
        self,
        depth: int = 4,
        *,
        threads: int | None = None,
        callback: _Callback | None = None,
        seed: int = 0,
        shots: int = 1024,
        effort: Literal["quick", "default", "thorough"] | None = None,
        starts: int = 4,
        strategy: str = "ladder",
        objective: str = "expectation",
        objective_shots: int | None = None,
        angles: str | None = None,
        optimizer: str = "lbfgs",
        iterations: int = 200,
        ansatz: str = "standard",
        precision: str = "f64",
        transfer_table: str | None = None,
        reduce: Literal["none", "paper", "full", "auto"] | None = None,
        target_qubits: int | None = None,
        weights: str | Sequence[str] = (),
        drop_region: str | None = None,
        distinct_lines: str = "filter",
        counts: str = "fractional",
        symbols: str = "one-hot",
        registers: str | None = None,
        mixer: str | None = None,
        warm_start: str | None = None,
        warm_epsilon: float | None = None,
    ) -> Run:
        """The whole run: reduce, encode, optimize the angles of each depth, sample, and check the
        samples against the rules; at depth 0 the start state is sampled. The keywords are those of
        `problem` and others of the program's reference, and `threads` and `callback`, which is
        called as that of `Ansatz.optimize`. Ctrl-C raises `ketboard.Interrupted`, whose `result` is
        the run with the angles found until then.

        >>> from ketboard import Puzzle
        >>> run = Puzzle.generate("tango", 4, seed=1).solve(2, seed=3)
        >>> run.solved, run.depth
        (True, 2)
        """

    def compare(
        self, depth: int = 4, *, threads: int | None = None, **options: Any
    ) -> dict[str, Any]:
        """Random guess, QAOA at each depth, Grover search, annealing and exact search side by side: a
        dict with the keys of the program's `compare --json`, without `wall_s`. The keywords are
        those of `solve`.

        >>> from ketboard import Puzzle
        >>> found = Puzzle.generate("tango", 4, seed=1).compare(2)
        >>> [row["depth"] for row in found["algorithms"] if row["algorithm"] == "QAOA"]
        [1, 2]
        """

    def landscape(
        self,
        points: int = 61,
        *,
        gamma_max: float | None = None,
        beta_max: float | None = None,
        threads: int | None = None,
        **options: Any,
    ) -> dict[str, Any]:
        """⟨C⟩ and success probability at depth 1 on a grid of `points` angles on each axis, and the
        path of a search: a dict with the keys of the program's `landscape --json`, in whose tables
        a row is a beta. γ runs from 0 to `gamma_max`, by default 4/σ(C), and β from -`beta_max` to
        `beta_max`, by default π/2. The other keywords are those of `solve`.
        """

    def anneal(
        self, *, target_energy: float | None = None, threads: int | None = None, **options: Any
    ) -> dict[str, Any]:
        """Simulated annealing of the reduced puzzle, of any width, until it finds a solution or an
        energy of at most `target_energy`: a dict with the keys of the program's
        `classical --method anneal --json`. The other keywords are those of `qubo`, and `seed`.
        """

    def solutions(self) -> list[list[str]]:
        """All boards that obey the rules, each a list of strings, one a row; of puzzles of any width.
        Raises `ketboard.Error` where there are too many to list.
        """

    def qubo(
        self,
        *,
        reduce: Literal["none", "paper", "full", "auto"] | None = None,
        target_qubits: int | None = None,
        weights: str | Sequence[str] = (),
        drop_region: str | None = None,
        distinct_lines: str = "filter",
        counts: str = "fractional",
        symbols: str = "one-hot",
        registers: str | None = None,
        mixer: str | None = None,
        warm_start: str | None = None,
        warm_epsilon: float | None = None,
    ) -> tuple[int, dict[tuple[int, ...], float]]:
        """The QUBO that is left after the reduction, of any width: the number of variables and a dict
        from the indices of each product to its coefficient, the offset under the empty tuple. The
        keywords are those of `problem`; without `reduce` and `target_qubits` the paper's rules are
        applied alone, as by the program's `qubo`.
        """

@final
class Problem:
    """A puzzle that is ready to run: reduced and encoded, with all its solutions. A pickle or copy of
    it is made again from the puzzle.
    """

    @property
    def qubits(self) -> int:
        """The number of qubits that are left after the reduction."""

    @property
    def steps(self) -> list[str]:
        """The reduction as sentences, one a step."""

    @property
    def cost(self) -> Cost:
        """The cost on qubits, or on the qudits of `registers`. `Ansatz(problem.cost)` has the mixer
        that you give it; `ansatz` has that of the problem.
        """

    def ansatz(self, *, threads: int | None = None) -> Ansatz:
        """The ansatz that a run optimizes, with the problem's mixer and solutions: for its values,
        gradients, states, samples and searches. With several registers or groups a basis state is
        one of all qudits; `board` shows it.

        >>> from ketboard import Puzzle
        >>> ansatz = Puzzle.generate("queens", 4, seed=2).problem(mixer="grover").ansatz()
        >>> stage = ansatz.optimize(1)[-1]
        >>> value, slope = ansatz.gradient(stage.gammas, stage.betas)
        >>> abs(value - stage.expectation) < 1e-9, slope.shape
        (True, (2, 1))
        """

    def solutions(self) -> list[list[str]]:
        """All boards that obey the rules, each a list of strings, one a row."""

    def at(self, gammas: _Numbers, betas: _Numbers) -> tuple[float, float | None]:
        """The expectation of C and the probability of a solution at given angles."""

    def circuit(
        self,
        gammas: _Numbers | None = None,
        betas: _Numbers | None = None,
        *,
        depth: int | None = None,
    ) -> Circuit:
        """The circuit of the problem on qubits, registers included, at these angles or with `depth`
        layers of open ones: a `Circuit`.

        >>> from ketboard import Puzzle
        >>> problem = Puzzle.generate("tango", 4, seed=1).problem(reduce="none")
        >>> problem.circuit([0.2], [-0.3]).qubits == problem.qubits
        True
        """

    def forecast(
        self,
        gammas: _Numbers,
        betas: _Numbers,
        device: str,
        *,
        seed: int = 0,
        threads: int | None = None,
    ) -> _Forecast:
        """What to expect of these angles on a device with a published calibration (`"torino"`,
        `"fez"`, `"boston"`, `"miami"`, `"sherbrooke"`, `"forte"`), by quantum trajectories of this
        seed: a dict with the keys of a record of the program's `device --json`, among them
        `success_probability` (without noise), `random_success_probability` (of random states),
        `estimated_success_probability` (from the product of all fidelities,
        `estimated_fidelity`), `noisy_success_probability` (simulated) and its 95 % interval
        `noisy_success_interval`, `two_qubit_gates`, and `duration_us` in microseconds. Numbers
        that are not known are `None`.
        """

    def board(self, bits: str | int | Sequence[int]) -> list[str]:
        """The board that measured bits show, one string a row. Bits are a string as Qiskit prints it,
        the highest qubit first and blanks left out, or a sequence with that of qubit k at place k,
        or the index of a basis state of `ansatz`.

        >>> from ketboard import Puzzle
        >>> problem = Puzzle.generate("tango", 4, seed=1).problem(reduce="none")
        >>> len(problem.board("0" * problem.qubits))
        4
        """

    def is_solved_by(self, bits: str | int | Sequence[int]) -> bool:
        """Whether measured bits, as `board` takes them, show a solution by the rules."""

class _Forecast(TypedDict):
    success_probability: float
    random_success_probability: float
    estimated_fidelity: float
    estimated_success_probability: float
    noisy_success_probability: float | None
    noisy_success_interval: list[float] | None
    noisy_seconds_to_99: float | None
    two_qubit_gates: int
    two_qubit_depth: int
    duration_us: float

class _Verified(TypedDict):
    records: int
    checked: int
    same: int
    close: int
    different: int
    holds: bool
    wrong: list[dict[str, Any]]

def verify(folder: str | PathLike[str], *, threads: int | None = None) -> _Verified:
    """Runs the records of a folder again, and compares: a dict with the numbers of `records`, those
    `checked`, those that are the `same` byte for byte and those that are `close` within rounding,
    and whether all `holds`.
    """

def draw_figure(records: Sequence[str], figure: str) -> list[tuple[str, str]]:
    """The pictures of a figure of records, each record a JSON text: pairs of a name and SVG text. The
    package's `Records.plot` calls this.
    """

def record_texts(folder: str | PathLike[str]) -> list[str]:
    """The records in a folder, one JSON text each. The package's `read_records` calls this."""

def run_plan(
    plan: str | PathLike[str],
    out: str | PathLike[str],
    callback: Callable[[str], bool | None] | None = None,
    threads: int | None = None,
    text: str | None = None,
) -> bool:
    """Runs the plan in a file, or the `text` of one, into the folder `out`; whether all runs are done.
    The package's `sweep` calls this.
    """
