"""Costs from and to the types of other packages, which are imported only when they are used.

>>> import networkx
>>> from ketboard.neighbors import from_networkx
>>> from_networkx(networkx.cycle_graph(4)).min
-4.0
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy.typing as npt

from ketboard import Cost, Error

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["from_dimod", "from_networkx", "to_dimod", "to_qiskit"]


def from_networkx(graph: Any, weight: str = "weight") -> Cost:
    """The negative weight of the cut of a graph: its minima are the largest cuts.

    The nodes are numbered in their order in the graph; an edge without ``weight`` weighs 1.
    """
    number = {node: k for k, node in enumerate(graph.nodes)}
    terms: list[tuple[float, tuple[int, ...]]] = []
    for u, v, w in graph.edges(data=weight, default=1.0):
        if u != v:
            i, j = number[u], number[v]
            terms += [(-float(w), (i,)), (-float(w), (j,)), (2 * float(w), (i, j))]
    return Cost(len(number), terms)


def from_dimod(model: Any) -> tuple[Cost, list[Any]]:
    """The cost of a binary quadratic model, and its variables in the order of the qubits."""
    labels = list(model.variables)
    number = {label: k for k, label in enumerate(labels)}
    terms = [(float(bias), (number[label],)) for label, bias in model.linear.items()]
    pairs = model.quadratic.items()
    both = [(float(bias), (number[u], number[v])) for (u, v), bias in pairs]
    of_spins = model.vartype.name == "SPIN"
    offset: list[tuple[float, tuple[int, ...]]] = [(float(model.offset), ())]
    cost = Cost(len(labels), [*terms, *both, *offset], variables="spins" if of_spins else "bits")
    return cost, labels


def to_dimod(n: int, terms: Mapping[tuple[int, ...], float]) -> Any:
    """The binary quadratic model of terms of bits, as `Puzzle.qubo` lists them.

    Raises ``ketboard.Error`` if a product has more than two factors.
    """
    import dimod

    model = dimod.BinaryQuadraticModel({k: 0.0 for k in range(n)}, {}, 0.0, "BINARY")
    for product, weight in terms.items():
        factors = sorted(set(product))
        if len(factors) > 2:
            raise Error(f"terms: a product of {len(factors)} variables; give at most two")
        if len(factors) == 2:
            model.add_quadratic(*factors, weight)
        elif factors:
            model.add_linear(factors[0], weight)
        else:
            model.offset += weight
    return model


def to_qiskit(
    n: int,
    terms: Mapping[tuple[int, ...], float],
    gammas: npt.ArrayLike | None = None,
    betas: npt.ArrayLike | None = None,
    depth: int = 1,
) -> Any:
    """The QAOA circuit of terms of bits under the mixer of all X, as a Qiskit circuit.

    Without angles its parameters are the vectors ``gammas`` and ``betas`` of length ``depth``. Its
    state is that of `Ansatz.state`, in the same order of basis states, up to a global phase.
    """
    from itertools import combinations

    import numpy as np
    from qiskit.circuit import ParameterVector, QuantumCircuit

    if (gammas is None) != (betas is None):
        raise Error("angles: found one of gammas and betas; give both or neither")
    first: Any = ParameterVector("gammas", depth) if gammas is None else np.asarray(gammas)
    second: Any = ParameterVector("betas", depth) if betas is None else np.asarray(betas)
    spins: dict[tuple[int, ...], float] = {}
    for product, weight in terms.items():
        bits = sorted(set(product))
        for size in range(1, len(bits) + 1):
            for part in combinations(bits, size):
                share = weight * (-1) ** size / 2 ** len(bits)
                spins[part] = spins.get(part, 0.0) + share
    circuit = QuantumCircuit(n)
    circuit.h(range(n))
    for gamma, beta in zip(first, second, strict=True):
        for part, weight in spins.items():
            for low, high in zip(part, part[1:], strict=False):
                circuit.cx(low, high)
            circuit.rz(2 * weight * gamma, part[-1])
            for low, high in reversed(list(zip(part, part[1:], strict=False))):
                circuit.cx(low, high)
        circuit.rx(2 * beta, range(n))
    return circuit
