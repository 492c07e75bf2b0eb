"""Types of the compiled part."""

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, TypeAlias, TypedDict, final

import numpy as np
import numpy.typing as npt

__all__ = [
    "Ansatz",
    "Circuit",
    "Cost",
    "Error",
    "Interrupted",
    "Problem",
    "Puzzle",
    "Run",
    "Stage",
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

class Error(ValueError): ...

class Interrupted(KeyboardInterrupt):
    result: Any

@final
class Cost:
    def __new__(
        cls, n: int, terms: _Terms, *, variables: Literal["bits", "spins"] = "bits"
    ) -> Cost: ...
    @staticmethod
    def from_values(values: _Numbers, *, dims: Sequence[int] | None = None) -> Cost: ...
    def spins(self) -> dict[tuple[int, ...], float]: ...
    def energy(self, index: int) -> float: ...
    def values(self) -> _Floats: ...
    def ground_states(self, tolerance: float = 1e-9) -> list[int]: ...
    @property
    def dims(self) -> list[int]: ...
    @property
    def states(self) -> int: ...
    @property
    def min(self) -> float: ...
    @property
    def max(self) -> float: ...
    @property
    def mean(self) -> float: ...

@final
class Ansatz:
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
    def cost(self) -> Cost: ...
    def expectation(
        self, gammas: _Numbers, betas: _Numbers, *, objective: str = "expectation"
    ) -> float: ...
    def gradient(
        self, gammas: _Numbers, betas: _Numbers, *, objective: str = "expectation"
    ) -> tuple[float, _Floats]: ...
    def state(
        self, gammas: _Numbers, betas: _Numbers, *, order: _Order = "little"
    ) -> npt.NDArray[np.complex128]: ...
    def probabilities(
        self, gammas: _Numbers, betas: _Numbers, *, order: _Order = "little"
    ) -> _Floats: ...
    def sample(
        self, gammas: _Numbers, betas: _Numbers, shots: int, seed: int = 0
    ) -> dict[int, int]: ...
    def overlap(self, gammas: _Numbers, betas: _Numbers, indices: Sequence[int]) -> float: ...
    def circuit(
        self,
        gammas: _Numbers | None = None,
        betas: _Numbers | None = None,
        *,
        depth: int = 1,
    ) -> Circuit: ...
    def optimize(
        self,
        depth: int,
        *,
        strategy: str = "ladder",
        objective: str = "expectation",
        optimizer: str = "lbfgs",
        starts: int = 4,
        seed: int = 0,
        callback: _Callback | None = None,
    ) -> list[Stage]: ...

@final
class Circuit:
    @property
    def qubits(self) -> int: ...
    @property
    def layers(self) -> int: ...
    @property
    def is_open(self) -> bool: ...
    @property
    def gates(self) -> dict[str, int]: ...
    @property
    def two_qubit_gates(self) -> int: ...
    def text(self, format: str | None = None) -> str: ...
    def _repr_svg_(self) -> str: ...

@final
class Stage:
    @property
    def depth(self) -> int: ...
    @property
    def gammas(self) -> _Floats: ...
    @property
    def betas(self) -> _Floats: ...
    @property
    def expectation(self) -> float: ...
    @property
    def objective(self) -> float: ...
    @property
    def evaluations(self) -> int: ...
    @property
    def stopped(self) -> bool: ...

@final
class Puzzle:
    @staticmethod
    def read(path: str | PathLike[str]) -> Puzzle: ...
    @staticmethod
    def from_text(text: str) -> Puzzle: ...
    @staticmethod
    def paste(text: str) -> Puzzle: ...
    @staticmethod
    def generate(family: str, size: int, seed: int = 0) -> Puzzle: ...
    @property
    def name(self) -> str: ...
    def _repr_svg_(self) -> str: ...
    def reduce(self, level: Literal["none", "paper", "full"] = "full") -> list[str]: ...
    def problem(
        self,
        *,
        reduce: Literal["none", "paper", "full", "auto"] = ...,
        target_qubits: int = ...,
        weights: str | list[str] = ...,
        drop_region: str = ...,
        distinct_lines: str = ...,
        counts: str = ...,
        symbols: str = ...,
        registers: str = ...,
        mixer: str = ...,
        warm_start: str = ...,
        warm_epsilon: float = ...,
    ) -> Problem: ...
    def solve(
        self,
        depth: int = 4,
        *,
        threads: int | None = None,
        callback: _Callback | None = None,
        seed: int = ...,
        shots: int = ...,
        starts: int = ...,
        strategy: str = ...,
        objective: str = ...,
        objective_shots: int = ...,
        optimizer: str = ...,
        iterations: int = ...,
        ansatz: str = ...,
        precision: str = ...,
        transfer_table: str = ...,
        reduce: Literal["none", "paper", "full", "auto"] = ...,
        target_qubits: int = ...,
        weights: str | list[str] = ...,
        drop_region: str = ...,
        distinct_lines: str = ...,
        counts: str = ...,
        symbols: str = ...,
        registers: str = ...,
        mixer: str = ...,
        warm_start: str = ...,
        warm_epsilon: float = ...,
    ) -> Run: ...
    def solutions(self) -> list[list[str]]: ...
    def qubo(self) -> tuple[int, dict[tuple[int, ...], float]]: ...

@final
class Problem:
    @property
    def qubits(self) -> int: ...
    @property
    def steps(self) -> list[str]: ...
    @property
    def cost(self) -> Cost: ...
    def solutions(self) -> list[list[str]]: ...
    def at(self, gammas: _Numbers, betas: _Numbers) -> tuple[float, float | None]: ...
    def circuit(
        self,
        gammas: _Numbers | None = None,
        betas: _Numbers | None = None,
        *,
        depth: int = 1,
    ) -> Circuit: ...
    def forecast(
        self,
        gammas: _Numbers,
        betas: _Numbers,
        device: str,
        *,
        seed: int = 0,
        threads: int | None = None,
    ) -> _Forecast: ...
    def board(self, bits: str | Sequence[int]) -> list[str]: ...
    def is_solved_by(self, bits: str | Sequence[int]) -> bool: ...

@final
class Run:
    @property
    def solved(self) -> bool: ...
    @property
    def stopped(self) -> bool: ...
    @property
    def board(self) -> list[str] | None: ...
    @property
    def depth(self) -> int: ...
    @property
    def stages(self) -> list[Stage]: ...
    @property
    def expectation(self) -> float: ...
    @property
    def success_probability(self) -> float | None: ...
    @property
    def evaluations(self) -> int: ...
    def _repr_html_(self) -> str: ...

class _Forecast(TypedDict):
    ideal: float
    random: float
    estimated_fidelity: float
    estimate: float
    simulated: float | None
    low: float | None
    high: float | None
    two_qubit_gates: int
    duration_us: float

class _Verified(TypedDict):
    records: int
    checked: int
    same: int
    close: int
    holds: bool

def verify(folder: str | PathLike[str], *, threads: int | None = None) -> _Verified: ...
def draw_figure(records: Sequence[str], figure: str) -> list[tuple[str, str]]: ...
def record_texts(folder: str | PathLike[str]) -> list[str]: ...
def run_plan(
    plan: str | PathLike[str],
    out: str | PathLike[str],
    callback: Callable[[str], bool | None] | None = None,
    threads: int | None = None,
    text: str | None = None,
) -> bool: ...
