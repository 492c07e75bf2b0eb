"""Costs and circuits from and to the types of other packages, imported only when they are used.

>>> import networkx
>>> from ketboard.neighbors import from_networkx
>>> from_networkx(networkx.cycle_graph(4)).min
-4.0
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ketboard import Circuit, Cost, Error
from ketboard._extras import imported

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "from_dimod",
    "from_networkx",
    "to_braket",
    "to_dimod",
    "to_pennylane",
    "to_qiskit",
]


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

    Raises ``ketboard.Error`` if a product has more than two factors. `ketboard.sampler` has a
    sampler for such models.
    """
    dimod = imported("dimod", "dimod")
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


def to_qiskit(circuit: Circuit, *, measure: bool = False) -> Any:
    """A circuit of `Ansatz.circuit` or `Problem.circuit` as a Qiskit circuit.

    It is what Qiskit reads from the circuit's OpenQASM. Open angles are its parameters ``gamma_1``
    … and ``beta_1`` …, to be assigned by name. Its state is that of `Ansatz.state`, in the same
    order of basis states, up to a global phase. ``measure`` keeps the measurement of all qubits.

    >>> from ketboard import Ansatz, Cost
    >>> from ketboard.neighbors import to_qiskit
    >>> circuit = Ansatz(Cost(2, {(0, 1): 1.0})).circuit(depth=1)
    >>> sorted(parameter.name for parameter in to_qiskit(circuit).parameters)
    ['beta_1', 'gamma_1']
    """
    if circuit.is_open:
        imported("qiskit_qasm3_import", "qiskit")
        made = imported("qiskit.qasm3", "qiskit").loads(circuit.text("qasm3-param"))
    else:
        made = imported("qiskit.qasm2", "qiskit").loads(circuit.text("qasm2"))
    if not measure:
        made.remove_final_measurements()
    return made


def to_braket(circuit: Circuit) -> Any:
    """A circuit with given angles as a circuit of the Amazon Braket SDK.

    In Braket's states and bit strings qubit 0 comes first: the order ``"big"`` of `Ansatz.state`.
    Raises ``ketboard.Error`` where the angles are open.

    >>> from ketboard import Ansatz, Cost
    >>> from ketboard.neighbors import to_braket
    >>> to_braket(Ansatz(Cost(2, {(0, 1): 1.0})).circuit([0.5], [-0.3])).qubit_count
    2
    """
    made = imported("braket.circuits", "braket")
    text = circuit.text("qasm3").replace('include "stdgates.inc";', "")
    return made.Circuit.from_ir(_in_names_of_braket(text))


def _in_names_of_braket(text: str) -> str:
    """The text with the names of gates that Braket reads in the place of those of stdgates.inc."""
    lines = [line for line in text.splitlines() if " = measure " not in line]
    lines = ["cnot" + line[2:] if line.startswith("cx ") else line for line in lines]
    return "\n".join(line for line in lines if not line.startswith("bit["))


def to_pennylane(cost: Cost) -> Any:
    """A cost over qubits as a Hamiltonian of PennyLane: a sum of products of Z.

    Its wires are the qubits; the energy of a basis state is that of ``cost``, with wire 0 as qubit
    0 (in PennyLane's matrices the first wire is the highest bit). Raises ``ketboard.Error`` on
    qudits.

    >>> from ketboard import Cost
    >>> from ketboard.neighbors import to_pennylane
    >>> len(to_pennylane(Cost(2, {(0, 1): 4.0})))
    4
    """
    pennylane = imported("pennylane", "pennylane")
    weights, products = [], []
    for spins, weight in cost.spins().items():
        factors = [pennylane.Z(k) for k in spins]
        weights.append(weight)
        products.append(pennylane.prod(*factors) if factors else pennylane.Identity(0))
    return pennylane.Hamiltonian(weights, products)
