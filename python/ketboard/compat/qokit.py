"""QOKit's simulators and objectives on this package's engine: for these names, change the import.

The names are those of ``__all__``: the simulators and their choice, the objectives of MaxCut,
Sherrington-Kirkpatrick, LABS and of one's own terms, and the forms of angles. What else QOKit has
is to be imported from QOKit: circuits, tables of angles (``get_fixed_gamma_beta``,
``get_sk_gamma_beta``), portfolios, and simulators of GPUs and of other mixers; its angles mean the
same here.

The conventions are QOKit's: layers of e^{-i gamma C/2} and of e^{-i beta X} on each qubit, or of
e^{-i beta (XX+YY)/2} on pairs of qubits; terms are products of spins 1 - 2x; qubit k is bit k of
the index of a basis state. Every objective also has a method ``gradient``.

Four things are put right:

- A bit string of ``precomputed_optimal_bitstrings`` is read with qubit 0 first, in the order of the
  terms; QOKit reads it with the highest qubit first, which is another state wherever the string is
  no palindrome.
- The states of lowest cost are those within rounding of the minimum, and not only those whose
  floats are equal.
- Where only some edges of a graph have a weight, the others weigh 1; QOKit then counts every edge
  as 1.
- An index that a term repeats cancels, as s s = 1; QOKit takes ``(0, 0)`` for qubit 1.

>>> from ketboard.compat.qokit import get_qaoa_objective
>>> f = get_qaoa_objective(N=2, terms=[(1.0, (0, 1))])
>>> round(f([0.5, 0.3]), 6)
0.446843
>>> value, slope = f.gradient([0.5, 0.3])
>>> slope.shape
(2,)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from ketboard import Ansatz, Error
from ketboard.compat._angles import (
    Floats,
    QAOAParameterization,
    array_of,
    convert_to_gamma_beta,
    cosines,
    form_of,
    from_fourier_basis,
    sines,
    to_fourier_basis,
)
from ketboard.compat._simulators import (
    Numbers,
    PairSimulator,
    QAOAFURXSimulator,
    QAOAFURXSimulatorC,
    QAOAFURXYCompleteSimulator,
    QAOAFURXYCompleteSimulatorC,
    QAOAFURXYRingSimulator,
    QAOAFURXYRingSimulatorC,
    Simulator,
    State,
    Terms,
    best_of,
    choose_simulator,
    choose_simulator_xycomplete,
    choose_simulator_xyring,
    rotate,
    sides_of,
)

__all__ = [
    "Objective",
    "QAOAFURXSimulator",
    "QAOAFURXSimulatorC",
    "QAOAFURXYCompleteSimulator",
    "QAOAFURXYCompleteSimulatorC",
    "QAOAFURXYRingSimulator",
    "QAOAFURXYRingSimulatorC",
    "QAOAParameterization",
    "choose_simulator",
    "choose_simulator_xycomplete",
    "choose_simulator_xyring",
    "convert_to_gamma_beta",
    "from_fourier_basis",
    "get_maxcut_terms",
    "get_qaoa_labs_objective",
    "get_qaoa_maxcut_objective",
    "get_qaoa_objective",
    "get_qaoa_sk_objective",
    "get_sk_terms",
    "to_fourier_basis",
]


class Objective:
    """A function of the angles in one of QOKit's forms, made small by a search.

    Call it with the angles; ``gradient`` has the same arguments.
    """

    def __init__(
        self,
        simulator: Simulator,
        values: Floats | None,
        best: npt.NDArray[np.int64] | None,
        sign: float,
        parameterization: QAOAParameterization | str,
        initial_state: npt.ArrayLike | None,
        n_trotters: int,
    ) -> None:
        self._simulator = simulator
        self._values = values
        self._best = best
        self._sign = sign
        self._form = form_of(parameterization)
        self._start = initial_state
        self._steps = simulator._steps(n_trotters)
        self._engine: Ansatz | None = None
        if initial_state is None:
            marked = [] if best is None else best.tolist()
            self._engine = simulator._engine(values, marked, self._steps)
        # the engine's objective, and what its value is multiplied by and added to
        self._what, self._factor, self._offset = "success", 1.0, 1.0
        if best is None:
            # the cost itself is measured as C/2
            factor = 2.0 * sign if values is None else sign
            self._what, self._factor, self._offset = "expectation", factor, 0.0

    def __call__(self, *angles: npt.ArrayLike) -> float:
        """The value at these angles."""
        gammas, betas = convert_to_gamma_beta(*angles, parameterization=self._form)
        if self._engine is not None:
            if self._steps > 1:
                betas = betas / self._steps
            value = self._engine.expectation(gammas, betas, objective=self._what)
            return self._offset + self._factor * value
        simulator = self._simulator
        state = simulator.simulate_qaoa(gammas, betas, self._start, n_trotters=self._steps)
        probabilities = simulator.get_probabilities(state)
        if self._best is not None:
            return float(1 - probabilities[self._best].sum())
        values = simulator.get_cost_diagonal() if self._values is None else self._values
        return float(self._sign * np.dot(values, probabilities))

    def gradient(self, *angles: npt.ArrayLike) -> tuple[float, Floats]:
        """The value, and its exact derivative by each angle in the order of the arguments.

        The derivatives are a float array of length 2p, also where there are two arguments.
        """
        gammas, betas = convert_to_gamma_beta(*angles, parameterization=self._form)
        if self._engine is not None:
            what, steps = self._what, self._steps
            value, slope = self._engine.gradient(gammas, betas / steps, objective=what)
            by_gamma, by_beta = self._factor * slope[0], self._factor / steps * slope[1]
            value = self._offset + self._factor * value
        else:
            value, by_gamma, by_beta = self._adjoint(gammas, betas)
        if self._form in (QAOAParameterization.FREQ, QAOAParameterization.U_V):
            p = len(gammas)
            by_gamma, by_beta = sines(p).T @ by_gamma, cosines(p).T @ by_beta
        return float(value), np.concatenate([by_gamma, by_beta])

    def _adjoint(self, gammas: Floats, betas: Floats) -> tuple[float, Floats, Floats]:
        """The value and its derivatives, by undoing one layer after another on two states."""
        simulator, steps = self._simulator, self._steps
        diagonal = simulator.get_cost_diagonal()
        if self._best is not None:
            measured, offset = np.zeros(simulator.n_states), 1.0
            measured[self._best] = -1
        else:
            values = diagonal if self._values is None else self._values
            measured, offset = self._sign * values, 0.0
        state = simulator.simulate_qaoa(gammas, betas, self._start, n_trotters=steps)
        adjoint = measured * state
        value = offset + float(np.vdot(state, adjoint).real)
        by_gamma, by_beta = np.zeros(len(gammas)), np.zeros(len(betas))
        if isinstance(simulator, PairSimulator):
            gates = [_hop(low, high) for low, high in simulator._pairs()] * steps
        else:
            gates = [_flip(qubit) for qubit in range(simulator.n_qubits)]
        for layer in reversed(range(len(gammas))):
            for sides in reversed(gates):
                (one, other), (left, right) = sides(state), sides(adjoint)
                overlap = np.vdot(left, other) + np.vdot(right, one)
                by_beta[layer] += 2 * float(overlap.imag) / steps
                rotate(one, other, -betas[layer] / steps)
                rotate(left, right, -betas[layer] / steps)
            by_gamma[layer] = float(np.vdot(adjoint, diagonal * state).imag)
            back = simulator._phases(-gammas[layer])
            state *= back
            adjoint *= back
        return value, by_gamma, by_beta


def _hop(low: int, high: int) -> Any:
    return lambda state: sides_of(state, low, high)


def _flip(qubit: int) -> Any:
    def sides(state: State) -> tuple[State, State]:
        halves = state.reshape(-1, 2, 1 << qubit)
        return halves[:, 0], halves[:, 1]

    return sides


def get_qaoa_objective(
    N: int,
    precomputed_diagonal_hamiltonian: Numbers | None = None,
    precomputed_costs: Numbers | None = None,
    terms: Terms | None = None,
    precomputed_optimal_bitstrings: Iterable[Sequence[int]] | None = None,
    parameterization: QAOAParameterization | str = "theta",
    objective: str = "expectation",
    parameterized_circuit: object = None,
    simulator: str = "auto",
    mixer: str = "x",
    initial_state: npt.ArrayLike | None = None,
    n_trotters: int = 1,
    optimization_type: str = "min",
) -> Objective:
    """The objective of QAOA on N qubits, a function of its angles to be minimized.

    ``precomputed_diagonal_hamiltonian`` or ``terms`` give the phases, ``precomputed_costs`` what is
    measured in their place. ``objective`` is expectation, or overlap: 1 minus the probability of
    the best states. ``mixer`` is x or xy (a ring). Angles are in radians.
    Raises ``ketboard.Error`` for names that are not known.
    """
    if parameterized_circuit is not None:
        raise Error("parameterized_circuit: this module runs no circuits; leave it out")
    if mixer not in ("x", "xy"):
        raise Error(f"mixer: found '{mixer}'; use x or xy")
    if objective not in ("expectation", "overlap"):
        raise Error(f"objective: found '{objective}'; use expectation or overlap")
    if optimization_type not in ("min", "max"):
        raise Error(f"optimization_type: found '{optimization_type}'; use min or max")
    made: Simulator
    if mixer == "x":
        made = choose_simulator(simulator)(N, precomputed_diagonal_hamiltonian, terms)
    else:
        made = choose_simulator_xyring(simulator)(N, precomputed_diagonal_hamiltonian, terms)
    values = None if precomputed_costs is None else array_of(precomputed_costs)
    best = None
    if objective == "overlap" and precomputed_optimal_bitstrings is not None:
        strings = [[int(bit) for bit in string] for string in precomputed_optimal_bitstrings]
        indices = {sum(bit << k for k, bit in enumerate(string)) for string in strings}
        best = np.array(sorted(indices), dtype=np.int64)
    elif objective == "overlap":
        best = best_of(made.get_cost_diagonal() if values is None else values, optimization_type)
    sign = -1.0 if optimization_type == "max" else 1.0
    return Objective(made, values, best, sign, parameterization, initial_state, n_trotters)


def get_maxcut_terms(G: Any) -> list[tuple[float, tuple[int, ...]]]:
    """The terms of the cut of a networkx graph with nodes 0 ... n-1: the sum of w (1 - s s')/2.

    An edge without an attribute ``weight`` weighs 1.
    """
    edges = [(int(u), int(v), float(w)) for u, v, w in G.edges(data="weight", default=1.0)]
    terms: list[tuple[float, tuple[int, ...]]] = [(-w / 2, (u, v)) for u, v, w in edges]
    return [*terms, (sum(w for _, _, w in edges) / 2, ())]


def get_qaoa_maxcut_objective(
    N: int,
    p: int,
    G: Any = None,
    precomputed_cuts: Numbers | None = None,
    parameterization: QAOAParameterization | str = "theta",
    objective: str = "expectation",
    precomputed_optimal_bitstrings: Iterable[Sequence[int]] | None = None,
    simulator: str = "auto",
) -> Objective:
    """The negative cut of a graph, or 1 minus the probability of the largest cuts.

    ``precomputed_cuts``, a float array of length 2^N, takes the place of the graph.
    """
    if precomputed_cuts is None and G is None:
        raise Error("G: found neither a graph nor cuts; give one of them")
    return get_qaoa_objective(
        N=N,
        precomputed_diagonal_hamiltonian=precomputed_cuts,
        terms=None if precomputed_cuts is not None else get_maxcut_terms(G),
        precomputed_optimal_bitstrings=precomputed_optimal_bitstrings,
        parameterization=parameterization,
        objective=objective,
        simulator=simulator,
        optimization_type="max",
    )


def get_sk_terms(J: npt.ArrayLike) -> list[tuple[float, tuple[int, ...]]]:
    """The terms of the Sherrington-Kirkpatrick model: 2 J_ij s_i s_j / sqrt(n) for i < j."""
    couplings = np.asarray(J, dtype=np.float64)
    n = len(couplings)
    scale = 2 / np.sqrt(n)
    return [(float(scale * couplings[i, j]), (i, j)) for i, j in combinations(range(n), 2)]


def get_qaoa_sk_objective(
    N: int,
    p: int,
    J: npt.ArrayLike | None = None,
    precomputed_energies: Numbers | None = None,
    parameterization: QAOAParameterization | str = "theta",
    objective: str = "expectation",
    precomputed_optimal_bitstrings: Iterable[Sequence[int]] | None = None,
    simulator: str = "auto",
) -> Objective:
    """The energy of the Sherrington-Kirkpatrick model with couplings J, an (N, N) array.

    ``precomputed_energies``, a float array of length 2^N, takes the place of J.
    """
    if precomputed_energies is None and J is None:
        raise Error("J: found neither couplings nor energies; give one of them")
    terms = None if precomputed_energies is not None or J is None else get_sk_terms(J)
    return get_qaoa_objective(
        N=N,
        precomputed_diagonal_hamiltonian=precomputed_energies,
        terms=terms,
        precomputed_optimal_bitstrings=precomputed_optimal_bitstrings,
        parameterization=parameterization,
        objective=objective,
        simulator=simulator,
    )


def _labs_energies(N: int) -> Floats:
    """The sum of squared autocorrelations of each sequence: a float array of length 2^N."""
    index = np.arange(2**N)
    energies = np.zeros(2**N)
    for shift in range(1, N):
        pairs = (index ^ (index >> shift)) & ((1 << (N - shift)) - 1)
        flips = sum((pairs >> k) & 1 for k in range(N - shift))
        energies += (N - shift - 2.0 * np.asarray(flips)) ** 2
    return energies


def get_qaoa_labs_objective(
    N: int,
    p: int,
    precomputed_negative_merit_factors: Numbers | None = None,
    parameterization: QAOAParameterization | str = "theta",
    objective: str = "expectation",
    precomputed_optimal_bitstrings: Iterable[Sequence[int]] | None = None,
    simulator: str = "auto",
) -> Objective:
    """The negative merit factor of low autocorrelation binary sequences, N^2 / (2 energy).

    The phases are those of the energy without its constant; what is measured is the merit factor.
    """
    constant = N * (N - 1) / 2
    if precomputed_negative_merit_factors is None:
        energies = _labs_energies(N)
        factors = -(N**2) / (2 * energies)
    else:
        factors = array_of(precomputed_negative_merit_factors)
        energies = -(N**2) / (2 * factors)
    return get_qaoa_objective(
        N=N,
        precomputed_diagonal_hamiltonian=energies - constant,
        precomputed_costs=factors,
        precomputed_optimal_bitstrings=precomputed_optimal_bitstrings,
        parameterization=parameterization,
        objective=objective,
        simulator=simulator,
    )
