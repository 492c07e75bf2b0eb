"""Simulators under QOKit's names: layers of e^{-i gamma C/2}, and of X or of pairs of qubits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from ketboard import Ansatz, Cost, Error
from ketboard.compat._angles import Floats, array_of

State = npt.NDArray[np.complex128]
Numbers = Sequence[float] | Floats
Terms = Iterable[tuple[float, Sequence[int]]]


class Simulator:
    """A cost over n qubits, and the layers that act on its states.

    Give ``costs``, a float array of length 2^n, or ``terms``, weights and spins of each product.
    Raises ``ketboard.Error`` if there is neither, or if ``costs`` has another length.
    """

    def __init__(
        self, n_qubits: int, costs: Numbers | None = None, terms: Terms | None = None
    ) -> None:
        self.n_qubits = n_qubits
        self.n_states = 2**n_qubits
        self._ansatz: dict[int, Ansatz | None] = {}
        if costs is not None:
            diagonal = np.ascontiguousarray(costs, dtype=np.float64)
            if diagonal.shape != (self.n_states,):
                raise Error(
                    f"costs: an array of shape {diagonal.shape}; give {self.n_states} numbers"
                )
            self._half = Cost.from_values(0.5 * diagonal)
            self._diagonal: Floats | None = diagonal
        elif terms is not None:
            listed = [(0.5 * float(weight), [int(k) for k in spins]) for weight, spins in terms]
            self._half = Cost(n_qubits, listed, variables="spins")
            self._diagonal = None
        else:
            raise Error("costs: found neither costs nor terms; give one of them")

    def get_cost_diagonal(self) -> Floats:
        """The energy of each basis state: a float array of length 2^n."""
        if self._diagonal is None:
            self._diagonal = 2.0 * self._half.values()
        return self._diagonal

    @property
    def default_sv0(self) -> State:
        """The uniform superposition: a complex array of length 2^n."""
        return np.full(self.n_states, 1 / np.sqrt(self.n_states), dtype=np.complex128)

    def _mix(self, state: State, beta: float) -> None:
        raise NotImplementedError

    def _engine(self, values: Floats | None, best: list[int], n_trotters: int) -> Ansatz | None:
        """The ansatz of this simulator from the uniform start, with what is measured and marked.

        Its cost is C/2, so that its gammas are QOKit's; its betas are divided by the steps.
        """
        raise NotImplementedError

    def _steps(self, n_trotters: int) -> int:
        """How often the mixer is applied, each time with a part of beta."""
        return n_trotters

    def _phases(self, gamma: float) -> State:
        phases: State = np.exp(-0.5j * gamma * self.get_cost_diagonal())
        return phases

    def simulate_qaoa(
        self,
        gammas: Numbers,
        betas: Numbers,
        sv0: npt.ArrayLike | None = None,
        n_trotters: int = 1,
        **_: Any,
    ) -> State:
        """The state after p layers: a complex array of length 2^n.

        ``sv0`` is another start state, of the same length; ``n_trotters`` repeats each mixer of
        pairs with a part of beta.
        """
        steps = self._steps(n_trotters)
        if sv0 is None:
            if steps not in self._ansatz:
                self._ansatz[steps] = self._engine(None, [], steps)
            ansatz = self._ansatz[steps]
            if ansatz is not None:
                return ansatz.state(array_of(gammas), array_of(betas) / steps)
        state = self.default_sv0 if sv0 is None else np.array(sv0, dtype=np.complex128)
        for gamma, beta in zip(gammas, betas, strict=True):
            state *= self._phases(gamma)
            for _step in range(steps):
                self._mix(state, beta / steps)
        return state

    def get_statevector(self, result: State, **_: Any) -> State:
        """The amplitudes of a result: a complex array of length 2^n."""
        return result

    def get_probabilities(self, result: State, **_: Any) -> Floats:
        """The probabilities of a result: a float array of length 2^n."""
        probabilities: Floats = np.abs(result) ** 2
        return probabilities

    def get_expectation(
        self,
        result: State,
        costs: Numbers | None = None,
        optimization_type: str = "min",
        **_: Any,
    ) -> float:
        """The expectation of the cost, or of ``costs``; its negative where it is maximized."""
        diagonal = self.get_cost_diagonal() if costs is None else np.asarray(costs)
        value = float(np.dot(diagonal, self.get_probabilities(result)))
        return -value if optimization_type == "max" else value

    def get_std(self, result: State, costs: Numbers | None = None, **_: Any) -> float:
        """The standard deviation of the cost, or of ``costs``, over measurements of a result."""
        diagonal = self.get_cost_diagonal() if costs is None else np.asarray(costs)
        probabilities = self.get_probabilities(result)
        off = diagonal - np.dot(diagonal, probabilities)
        return float(np.sqrt(np.dot(off**2, probabilities)))

    def get_overlap(
        self,
        result: State,
        costs: Numbers | None = None,
        indices: npt.ArrayLike | None = None,
        optimization_type: str = "min",
        **_: Any,
    ) -> float:
        """The probability of the states of the best cost, or of those at ``indices``."""
        if indices is None:
            diagonal = self.get_cost_diagonal() if costs is None else np.asarray(costs)
            best = best_of(diagonal, optimization_type)
        else:
            best = np.asarray(indices, dtype=np.int64)
        return float(self.get_probabilities(result)[best].sum())


# Beyond so many edges the lists of the engine take more memory than the state.
MOST_EDGES = 1 << 22


class QAOAFURXSimulator(Simulator):
    """QAOA under the mixer of all X, on the compiled engine."""

    def _engine(self, values: Floats | None, best: list[int], n_trotters: int) -> Ansatz | None:
        observable = None if values is None else Cost.from_values(values)
        return Ansatz(self._half, observable=observable, solutions=best)

    def _steps(self, n_trotters: int) -> int:
        return 1

    def _mix(self, state: State, beta: float) -> None:
        for qubit in range(self.n_qubits):
            halves = state.reshape(-1, 2, 1 << qubit)
            rotate(halves[:, 0], halves[:, 1], beta)


class PairSimulator(Simulator):
    """QAOA under gates e^{-i beta (XX+YY)/2} on pairs of qubits, one after another.

    On the compiled engine all qubits are one qudit of 2^n levels, and the gate of a pair is one
    edge between the levels 01 and 10 for all values of the other qubits. Another start state, and
    so many pairs that their edges need more memory than states, are computed with numpy.
    """

    def _pairs(self) -> list[tuple[int, int]]:
        raise NotImplementedError

    def _engine(self, values: Floats | None, best: list[int], n_trotters: int) -> Ansatz | None:
        if n_trotters * len(self._pairs()) * (self.n_states // 4) > MOST_EDGES:
            return None
        levels = np.arange(self.n_states, dtype=np.int64)
        edges = [np.empty((0, 2), dtype=np.int64)]
        for low, high in self._pairs():
            first = levels[((levels >> low) & 1 == 1) & ((levels >> high) & 1 == 0)]
            edges.append(np.stack([first, first ^ (1 << low) ^ (1 << high)], axis=1))
        mixer = np.concatenate(edges * n_trotters)
        one = [self.n_states]
        observable = None if values is None else Cost.from_values(values, dims=one)
        half = Cost.from_values(0.5 * self.get_cost_diagonal(), dims=one)
        return Ansatz(half, mixer, observable=observable, solutions=best)

    def _mix(self, state: State, beta: float) -> None:
        for low, high in self._pairs():
            rotate(*sides_of(state, low, high), beta)


class QAOAFURXYRingSimulator(PairSimulator):
    """QAOA under hopping between neighbors on a ring: even pairs, odd pairs, the closing one."""

    def _pairs(self) -> list[tuple[int, int]]:
        n = self.n_qubits
        pairs = [(k, k + 1) for first in (0, 1) for k in range(first, n - 1, 2)]
        return [*pairs, (0, n - 1)] if n > 1 else []


class QAOAFURXYCompleteSimulator(PairSimulator):
    """QAOA under hopping between all pairs of qubits, in the order of their numbers."""

    def _pairs(self) -> list[tuple[int, int]]:
        return list(combinations(range(self.n_qubits), 2))


QAOAFURXSimulatorC = QAOAFURXSimulator
QAOAFURXYRingSimulatorC = QAOAFURXYRingSimulator
QAOAFURXYCompleteSimulatorC = QAOAFURXYCompleteSimulator

_NAMES = ("auto", "c", "python")


def _chosen(name: str) -> None:
    if name not in _NAMES:
        raise Error(f"simulator: found '{name}'; use {', '.join(_NAMES)}")


def choose_simulator(name: str = "auto", **_: Any) -> type[QAOAFURXSimulator]:
    """The simulator under the mixer of all X; there is one, for the names auto, c and python."""
    _chosen(name)
    return QAOAFURXSimulator


def choose_simulator_xyring(name: str = "auto", **_: Any) -> type[QAOAFURXYRingSimulator]:
    """The simulator under hopping on a ring; there is one, for all names."""
    _chosen(name)
    return QAOAFURXYRingSimulator


def choose_simulator_xycomplete(name: str = "auto", **_: Any) -> type[QAOAFURXYCompleteSimulator]:
    """The simulator under hopping between all pairs; there is one, for all names."""
    _chosen(name)
    return QAOAFURXYCompleteSimulator


def rotate(one: State, other: State, beta: float) -> None:
    """Rotates the amplitudes of two sides into each other, in place."""
    before = one.copy()
    cosine, sine = np.cos(beta), -1j * np.sin(beta)
    one *= cosine
    one += sine * other
    other *= cosine
    other += sine * before


def sides_of(state: State, low: int, high: int) -> tuple[State, State]:
    """Views of the amplitudes with only the lower, and only the higher of two bits set."""
    low, high = min(low, high), max(low, high)
    cube = state.reshape(-1, 2, 1 << (high - low - 1), 2, 1 << low)
    return cube[:, 0, :, 1], cube[:, 1, :, 0]


def best_of(diagonal: npt.NDArray[Any], optimization_type: str) -> npt.NDArray[np.int64]:
    """The indices of the best values, up to rounding."""
    values = -diagonal if optimization_type == "max" else diagonal
    width = 1e-12 * max(1.0, float(np.abs(values).max()))
    return np.nonzero(values <= values.min() + width)[0]
