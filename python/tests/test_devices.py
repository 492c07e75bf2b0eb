"""Machines that other packages describe keep every figure that they have."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from types import SimpleNamespace

import pytest
from ketboard import Error
from ketboard.devices import from_braket, from_qiskit


def row(error, duration=None):
    return SimpleNamespace(error=error, duration=duration)


class Target(dict):
    """As much of Qiskit's `Target` as is read: for each gate the properties on each tuple."""

    num_qubits = 3
    qubit_properties = (
        SimpleNamespace(t1=2e-4, t2=1e-4),
        SimpleNamespace(t1=1.5e-4, t2=9e-5),
        None,
    )
    operation_names = property(dict.keys)


TARGET = Target(
    sx={(0,): row(2e-4, 3.2e-8), (1,): row(4e-4, 3.2e-8), (2,): None},
    rz={(0,): row(0.0, 0.0)},
    cz={(0, 1): row(0.004, 6.8e-8), (1, 2): row(0.02, 7.0e-8)},
    measure={(0,): row(0.01, 1.5e-6), (1,): row(0.03, 1.5e-6), (2,): row(0.02, 1.5e-6)},
    delay={None: None},
)


def test_a_target_of_qiskit_gives_the_figures_of_every_qubit_and_coupling():
    backend = SimpleNamespace(target=TARGET, name="ibm_small")
    found = from_qiskit(backend)
    assert (found["name"], found["entangler"], found["fractional"]) == ("ibm_small", "cz", False)
    assert found["couplings"] == [[0, 1, 0.004], [1, 2, 0.02]]
    assert found["qubits"][1] == pytest.approx(
        {"one_qubit": 4e-4, "readout": 0.03, "t1_us": 150.0, "t2_us": 90.0}
    )
    assert found["qubits"][2] == {"one_qubit": None, "readout": 0.02, "t1_us": None, "t2_us": None}
    times = {"one_qubit_ns": 32, "two_qubit_ns": 69, "readout_ns": 1500}
    assert found["times"] == pytest.approx(times)
    assert from_qiskit(Target(TARGET, rzz={(0, 1): row(0.004)}), "mine")["fractional"]
    with pytest.raises(Error, match="cswap"):
        from_qiskit(Target(cswap={}))


def test_a_real_target_of_qiskit_has_these_names():
    transpiler = pytest.importorskip("qiskit.transpiler")
    library = pytest.importorskip("qiskit.circuit.library")
    circuit = pytest.importorskip("qiskit.circuit")
    properties = transpiler.InstructionProperties
    target = transpiler.Target(num_qubits=2)
    target.add_instruction(
        library.SXGate(), {(q,): properties(error=1e-4, duration=3e-8) for q in range(2)}
    )
    target.add_instruction(library.CZGate(), {(0, 1): properties(error=3e-3, duration=7e-8)})
    target.add_instruction(
        circuit.Measure(), {(q,): properties(error=1e-2, duration=1e-6) for q in range(2)}
    )
    found = from_qiskit(target, "mine")
    assert found["couplings"] == [[0, 1, 3e-3]]
    assert (
        found["qubits"] == [{"one_qubit": 1e-4, "readout": 1e-2, "t1_us": None, "t2_us": None}] * 2
    )
    assert found["times"]["readout_ns"] == pytest.approx(1000)


IQM = {
    "paradigm": {
        "qubitCount": 3,
        "nativeGateSet": ["cz", "prx"],
        "connectivity": {
            "fullyConnected": False,
            "connectivityGraph": {"1": ["2"], "2": ["3", "1"]},
        },
    },
    "standardized": {
        "oneQubitProperties": {
            "1": {
                "T1": {"value": 35.2, "unit": "us"},
                "T2": {"value": 0.0, "unit": "us"},
                "oneQubitFidelity": [
                    {"fidelityType": {"name": "RANDOMIZED_BENCHMARKING"}, "fidelity": 0.9992},
                    {"fidelityType": {"name": "READOUT"}, "fidelity": 0.981},
                ],
            }
        },
        "twoQubitProperties": {
            "1-2": {
                "twoQubitGateFidelity": [
                    {"gateName": "CPHASE", "fidelity": 0.5},
                    {"gateName": "CZ", "fidelity": 0.994},
                ]
            }
        },
    },
}

IONQ = {
    "paradigm": {
        "qubitCount": 4,
        "nativeGateSet": ["GPi", "GPi2", "ZZ"],
        "connectivity": {"fullyConnected": True},
    },
    "provider": {
        "fidelity": {"1Q": {"mean": 0.9998}, "2Q": {"mean": 0.9954}, "spam": {"mean": 0.9962}},
        "timing": {"T1": 100000000, "T2": 1.0, "1Q": 0.00013, "2Q": 0.00095, "readout": 0.00015},
    },
}


def test_capabilities_of_braket_give_what_is_known_of_each_qubit():
    found = from_braket(SimpleNamespace(arn="arn:aws:braket:x", properties=IQM))
    assert (found["name"], found["entangler"], len(found["qubits"])) == (
        "arn:aws:braket:x",
        "cz",
        4,
    )
    assert found["couplings"] == [[1, 2, pytest.approx(0.006)], [2, 3, None]]
    first = {"one_qubit": 0.0008, "readout": 0.019, "t1_us": 35.2, "t2_us": None}
    assert found["qubits"][1] == pytest.approx(first)
    assert set(found["qubits"][0].values()) == {None}
    assert "times" not in found and "errors" not in found


def test_capabilities_of_ionq_give_the_figures_of_the_machine():
    found = from_braket(IONQ, "mine")
    assert (found["entangler"], found["fractional"], len(found["couplings"])) == ("zz", True, 6)
    assert found["errors"] == pytest.approx(
        {"one_qubit": 2e-4, "two_qubit": 4.6e-3, "readout": 3.8e-3}
    )
    assert found["relaxation"] == pytest.approx({"t1_us": 1e8, "t2_us": 1e6})
    assert found["times"]["two_qubit_ns"] == pytest.approx(950_000)
    standard = {"singleQubitFidelity": [{"fidelity": 0.999}], "T2": {"value": 2.0, "unit": "s"}}
    found = from_braket({**IONQ, "standardized": standard}, "mine")
    assert found["errors"]["one_qubit"] == pytest.approx(1e-3)
    assert found["relaxation"]["t2_us"] == pytest.approx(2e6)


HERE = Path(__file__).parent
SCRIPT = HERE.parents[1] / "examples" / "hardware" / "calibration.py"


@pytest.mark.skipif(not SCRIPT.exists(), reason="the script is in the repository only")
def test_documents_of_ibm_and_ionq_are_machines_too():
    machine = runpy.run_path(str(SCRIPT))["machine"]
    kinds = ("ibm-configuration", "ibm-properties", "ionq-characterizations")
    texts = [(HERE / f"{kind}.json").read_text() for kind in kinds]
    configuration, properties, page = map(json.loads, texts)
    alone = machine(properties)
    assert (alone["name"], alone["entangler"], alone["fractional"]) == ("ibm_small", "cz", True)
    assert alone["couplings"][::2] == [[0, 1, 0.004], [1, 2, 0.02]]
    second = {"one_qubit": 4e-4, "readout": 0.03, "t1_us": 150, "t2_us": 90}
    assert alone["qubits"][1] == pytest.approx(second)
    assert alone["qubits"][2]["t2_us"] is None
    times = {"one_qubit_ns": 32, "two_qubit_ns": 68, "readout_ns": 1500}
    assert alone["times"] == pytest.approx(times)
    assert "2026-11-20" in alone["source"]
    nested = {"configuration": configuration, "properties": properties}
    for documents in ((configuration, properties), (properties, configuration), (nested,)):
        both = machine(*documents)
        assert both["couplings"][::2] == [[0, 1, 0.004], [1, 2, 0.02], [0, 2, None]]
        assert both["qubits"] == alone["qubits"]
    bare = machine(configuration)
    assert bare["qubits"] == 3 and bare["couplings"][::2] == [[0, 1], [1, 2], [0, 2]]
    assert "times" not in bare
    forte = machine(page)
    assert (forte["name"], forte["entangler"], len(forte["couplings"])) == ("qpu.forte-1", "zz", 6)
    errors = {"one_qubit": 2e-4, "two_qubit": 4.6e-3, "readout": 3.8e-3}
    assert forte["errors"] == pytest.approx(errors)
    assert forte["relaxation"] == pytest.approx({"t1_us": 1e8, "t2_us": 1e6})
    assert "2026-11-19" in forte["source"]
    for documents in ({}, {**configuration, "basis_gates": ["iswap"]}):
        with pytest.raises(SystemExit):
            machine(documents)
