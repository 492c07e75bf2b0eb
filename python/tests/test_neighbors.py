"""Costs and circuits of other packages have the energies and states of this one."""

from __future__ import annotations

import numpy as np
import pytest
from ketboard import Ansatz, Cost, Error
from ketboard.neighbors import from_dimod, from_networkx, to_dimod, to_qiskit

TERMS = {(): 1.5, (0,): -1.0, (2,): 0.3, (0, 1): 2.0, (1, 2): -0.7}


def test_the_cost_of_a_graph_is_minus_its_cut():
    networkx = pytest.importorskip("networkx")
    graph = networkx.gnm_random_graph(6, 9, seed=2)
    for k, (u, v) in enumerate(graph.edges):
        graph[u][v]["weight"] = 0.5 + k
    cost = from_networkx(graph)
    for index in range(64):
        side = {k for k in range(6) if index >> k & 1}
        assert cost.energy(index) == pytest.approx(-networkx.cut_size(graph, side, weight="weight"))


@pytest.mark.parametrize("kind", ["BINARY", "SPIN"])
def test_models_of_dimod_keep_their_energies_there_and_back(kind):
    dimod = pytest.importorskip("dimod")
    model = dimod.BinaryQuadraticModel(
        {"a": 1.0, "b": -0.5, "c": 0.0}, {("a", "b"): 2.0, ("b", "c"): -1.5}, 0.7, kind
    )
    cost, labels = from_dimod(model)
    for index in range(8):
        bits = {label: index >> k & 1 for k, label in enumerate(labels)}
        sample = bits if kind == "BINARY" else {k: 1 - 2 * b for k, b in bits.items()}
        assert cost.energy(index) == pytest.approx(model.energy(sample))
    back = to_dimod(3, TERMS)
    for index in range(8):
        sample = {k: index >> k & 1 for k in range(3)}
        assert Cost(3, TERMS).energy(index) == pytest.approx(back.energy(sample))
    with pytest.raises(Error, match="at most two"):
        to_dimod(3, {(0, 1, 2): 1.0})


def test_the_circuit_in_qiskit_has_the_state_of_the_engine():
    pytest.importorskip("qiskit")
    from qiskit.quantum_info import Statevector

    terms = {**TERMS, (0, 1, 2): 0.9}
    gammas, betas = [0.4, -0.2], [-0.3, 0.6]
    expected = Ansatz(Cost(3, terms)).state(gammas, betas)
    parameterized = to_qiskit(3, terms, depth=2)
    values = dict(zip(parameterized.parameters, [*betas, *gammas], strict=True))
    for circuit in (to_qiskit(3, terms, gammas, betas), parameterized.assign_parameters(values)):
        overlap = np.vdot(Statevector(circuit).data, expected)
        assert abs(overlap) == pytest.approx(1, abs=1e-12)
    with pytest.raises(Error, match="give both"):
        to_qiskit(3, terms, gammas)
