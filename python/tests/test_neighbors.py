"""Costs and circuits of other packages have the energies and states of this one."""

from __future__ import annotations

import json
import subprocess
import sys
import unittest

import numpy as np
import pytest
from ketboard import Ansatz, Cost, Error, Puzzle
from ketboard.neighbors import (
    from_dimod,
    from_networkx,
    to_braket,
    to_dimod,
    to_pennylane,
    to_qiskit,
)

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


CUBIC = {**TERMS, (0, 1, 2): 0.9}
GAMMAS, BETAS = [0.4, -0.2], [-0.3, 0.6]


def test_the_circuit_in_qiskit_has_the_state_of_the_engine():
    pytest.importorskip("qiskit_qasm3_import")
    from qiskit.quantum_info import Statevector

    ansatz = Ansatz(Cost(3, CUBIC))
    expected = ansatz.state(GAMMAS, BETAS)
    parameterized = to_qiskit(ansatz.circuit(depth=2))
    assert len(parameterized.parameters) == 4 and not parameterized.clbits
    values = dict(zip(["gamma_1", "gamma_2", "beta_1", "beta_2"], [*GAMMAS, *BETAS], strict=True))
    for circuit in (
        to_qiskit(ansatz.circuit(GAMMAS, BETAS)),
        parameterized.assign_parameters(values),
    ):
        overlap = np.vdot(Statevector(circuit).data, expected)
        assert abs(overlap) == pytest.approx(1, abs=1e-12)
    measured = to_qiskit(ansatz.circuit(GAMMAS, BETAS), measure=True)
    assert measured.count_ops()["measure"] == 3


@pytest.mark.parametrize("registers", [None, "rows"])
def test_the_circuit_of_a_puzzle_is_that_of_its_problem_also_on_registers(registers):
    pytest.importorskip("qiskit")
    from qiskit.quantum_info import Statevector

    puzzle = Puzzle.generate("queens", 4, seed=2)
    options = {"reduce": "none", "registers": registers} if registers else {}
    problem = puzzle.problem(**options)
    assert problem.qubits > 2
    circuit = to_qiskit(problem.circuit(GAMMAS, BETAS))
    probabilities = Statevector(circuit).probabilities_dict()
    success = sum(p for bits, p in probabilities.items() if problem.is_solved_by(bits))
    assert success == pytest.approx(problem.at(GAMMAS, BETAS)[1], abs=1e-9)


def test_the_circuit_in_braket_has_the_state_of_the_engine_in_the_other_order():
    pytest.importorskip("braket.circuits")
    from braket.devices import LocalSimulator

    ansatz = Ansatz(Cost(3, CUBIC))
    circuit = to_braket(ansatz.circuit(GAMMAS, BETAS))
    circuit.state_vector()
    state = LocalSimulator().run(circuit, shots=0).result().values[0]
    overlap = np.vdot(state, ansatz.state(GAMMAS, BETAS, order="big"))
    assert abs(overlap) == pytest.approx(1, abs=1e-7)
    with pytest.raises(Error, match="give angles"):
        to_braket(ansatz.circuit(depth=2))


def test_the_hamiltonian_in_pennylane_has_the_energies_of_the_cost():
    pennylane = pytest.importorskip("pennylane")
    cost = Cost(3, CUBIC)
    matrix = pennylane.matrix(to_pennylane(cost), wire_order=[2, 1, 0])
    np.testing.assert_allclose(matrix, np.diag(cost.values()), atol=1e-12)
    with pytest.raises(Error, match="over qubits"):
        to_pennylane(Cost.from_values([0.0, 1.0, 2.0], dims=[3]))


def test_circuits_say_what_they_cannot_be_made_of():
    qudits = Ansatz(Cost.from_values(range(3), dims=[3]))
    grover = Ansatz(Cost(2, {(0, 1): 1.0}), mixer="grover")
    x = Ansatz(Cost(2, {(0, 1): 1.0}))
    for make, message in (
        (lambda: qudits.circuit(), "qubits"),
        (lambda: grover.circuit(), "mixer x"),
        (lambda: x.circuit([0.1]), "give both"),
        (lambda: x.circuit([0.1], [0.2, 0.3]), "beta"),
        (lambda: x.circuit().text("qasm3"), "give angles"),
        (lambda: x.circuit([0.1], [0.2]).text("qasm9"), "the formats are"),
    ):
        with pytest.raises(Error, match=message):
            make()


def test_circuits_are_written_for_machines_and_as_jobs():
    problem = Puzzle.generate("tango", 4, seed=1).problem(reduce="paper")
    for circuit in (Ansatz(Cost(3, CUBIC)).circuit(GAMMAS, BETAS), problem.circuit(GAMMAS, BETAS)):
        placed = circuit.text("ibm-isa", backend="torino")
        gates = {line.split("(")[0].split(" ")[0] for line in placed.splitlines() if "$" in line}
        assert "cz" in gates and gates <= {"cz", "rz", "sx", "x", "barrier", "measure"} | {
            line.split(" ")[0] for line in placed.splitlines() if "measure" in line
        }
        assert placed == circuit.text("ibm-isa", backend="torino")
        job = json.loads(circuit.job("ibm-isa", "torino", shots=77))
        assert (job["backend"], job["params"]["pubs"][0][2]) == ("ibm_torino", 77)
        assert json.loads(circuit.job("ionq", "forte", shots=5))["shots"] == 5
    angles_open = problem.circuit(depth=2)
    for make, message in (
        (lambda: circuit.text("ibm-isa"), "backend"),
        (lambda: circuit.text(backend="nowhere"), "nowhere"),
        (lambda: circuit.text(seed=-1), "^seed: found -1"),
        (lambda: circuit.job("qasm3", "torino"), "qasm3"),
        (lambda: circuit.job("ibm-isa", "torino", shots=0), "^shots: found 0"),
        (lambda: angles_open.job("ibm-isa", "torino"), "angles are open"),
        (lambda: angles_open.text(backend="torino"), "angles are open"),
    ):
        with pytest.raises(Error, match=message):
            make()


def test_the_sampler_is_one_of_dimods():
    dimod = pytest.importorskip("dimod")
    from dimod.testing import asserts
    from ketboard.sampler import QAOASampler

    sampler = QAOASampler()
    asserts.assert_sampler_api(sampler)
    for kind in ("BINARY", "SPIN"):
        for model in (
            dimod.BinaryQuadraticModel(kind),
            dimod.BinaryQuadraticModel({"a": 1.0}, {}, 0.5, kind),
            dimod.BinaryQuadraticModel({"a": -1.0, 7: 0.5}, {("a", 7): 2.0}, -1.0, kind),
        ):
            samples = sampler.sample(model, num_reads=20, depth=2, seed=4)
            asserts.assert_response_energies(samples, model)
            assert samples.record.num_occurrences.sum() == 20
            assert samples == sampler.sample(model, num_reads=20, depth=2, seed=4)
            if len(model.variables):
                assert samples.first.energy == dimod.ExactSolver().sample(model).first.energy
    with pytest.warns(dimod.exceptions.SamplerUnknownArgWarning):
        sampler.sample(model, beta=1)


try:
    from dimod.testing import load_sampler_bqm_tests
    from ketboard.sampler import QAOASampler
except ImportError:
    pass  # the test before this one is then skipped, too
else:

    def small_sampler():
        return QAOASampler(threads=1)

    @load_sampler_bqm_tests(small_sampler, max_num_variables=6)
    class TestDimodsOwnQuestions(unittest.TestCase):
        """What dimod asks of every sampler."""


def test_a_package_that_is_missing_is_named_with_its_extra():
    code = """
import sys
for name in ("qiskit", "qiskit_qasm3_import", "braket", "dimod", "pennylane", "pandas"):
    sys.modules[name] = None
import ketboard
from ketboard import neighbors
circuit = ketboard.Ansatz(ketboard.Cost(2, {(0, 1): 1.0})).circuit([0.1], [0.2])
for call in (
    lambda: neighbors.to_qiskit(circuit),
    lambda: neighbors.to_braket(circuit),
    lambda: neighbors.to_dimod(1, {}),
    lambda: neighbors.to_pennylane(ketboard.Cost(1, {(0,): 1.0})),
    lambda: ketboard.Records().to_pandas(),
    lambda: __import__("ketboard.sampler"),
):
    try:
        call()
        print("no error")
    except ImportError as error:
        print(error)
"""
    lines = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    packages = ["qiskit", "braket", "dimod", "pennylane", "pandas", "dimod"]
    assert lines == [
        f"{name}: the package is not installed; run pip install 'ketboard[{name}]'"
        for name in packages
    ]
