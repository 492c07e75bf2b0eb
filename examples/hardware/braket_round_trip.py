"""A board on Amazon Braket's way: a job, a local run with a machine's rates, what comes back, and boards again.

    python examples/hardware/braket_round_trip.py [path/to/ketboard]

From the root of the repository, with amazon-braket-sdk installed. Nothing is sent: instead of the machine Braket's local simulator
of density matrices runs the program set of the job, with the rates of the machine's capabilities. The same capabilities, in
Braket's published schema, are the machine that Ketboard is told of.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from braket.circuits import Circuit, Gate, Noise
from braket.circuits.noise_model import GateCriteria, NoiseModel
from braket.default_simulator import DensityMatrixSimulator
from braket.device_schema.ionq import IonqDeviceCapabilities, IonqDeviceParameters
from braket.ir.openqasm import ProgramSet
from braket.task_result.program_set_task_result_v1 import ProgramSetTaskResult

BOARD = "examples/puzzles/tango-4x4.toml"
KETBOARD = sys.argv[1] if len(sys.argv) > 1 else "ketboard"
ARN = "arn:aws:braket:us-east-1::device/qpu/ionq/Forte-1"
SHOTS = 5000
FIDELITY = {"1Q": {"mean": 0.9998}, "2Q": {"mean": 0.9954}, "spam": {"mean": 0.9962}}


def header(name):
    """How Braket's documents say what they are."""
    return {"name": f"braket.{name}", "version": "1"}


CAPABILITIES = {
    "braketSchemaHeader": header("device_schema.ionq.ionq_device_capabilities"),
    "service": {
        "braketSchemaHeader": header("device_schema.device_service_properties"),
        "executionWindows": [{"executionDay": "Everyday", "windowStartHour": "00:00", "windowEndHour": "23:59"}],
        "shotsRange": [1, 5000],
        "updatedAt": "2026-11-20T00:00:00",
    },
    "action": {
        "braket.ir.openqasm.program": {
            "actionType": "braket.ir.openqasm.program",
            "version": ["1"],
            "supportedOperations": ["h", "rx", "ry", "rz", "zz", "cnot"],
            "supportedResultTypes": [],
        },
    },
    "paradigm": {
        "braketSchemaHeader": header("device_schema.gate_model_qpu_paradigm_properties"),
        "qubitCount": 36,
        "nativeGateSet": ["GPI", "GPI2", "ZZ"],
        "connectivity": {"fullyConnected": True, "connectivityGraph": {}},
    },
    "provider": {
        "braketSchemaHeader": header("device_schema.ionq.ionq_provider_properties"),
        "fidelity": FIDELITY,
        "timing": {"T1": 100, "T2": 1, "1Q": 0.00013, "2Q": 0.00097, "readout": 0.00015, "reset": 0.00005},
    },
    "deviceParameters": json.loads(IonqDeviceParameters.schema_json()),
}


def ketboard(*arguments):
    """What the program prints as JSON; a board that no shot solved is no error here."""
    run = subprocess.run([KETBOARD, *map(str, arguments), "--json"], capture_output=True, text=True)
    if run.returncode > 1:
        sys.exit(run.stderr)
    return json.loads(run.stdout)


def noise():
    """Depolarizing after every gate by its average infidelity r: r (d + 1)/d on d states."""
    one, two = (1 - FIDELITY[key]["mean"] for key in ("1Q", "2Q"))
    model = NoiseModel()
    model.add_noise(Noise.TwoQubitDepolarizing(1.25 * two), GateCriteria(Gate.ZZ))
    model.add_noise(Noise.Depolarizing(1.5 * one), GateCriteria([Gate.H, Gate.Rx, Gate.Ry]))
    return model


def run(source):
    """The result of one program under the noise of the machine, as Braket stores it."""
    circuit = noise().apply(Circuit.from_ir(source))
    circuit.apply_readout_noise(Noise.BitFlip(1 - FIDELITY["spam"]["mean"]))
    program = circuit.to_ir("OPENQASM")
    return json.loads(DensityMatrixSimulator().run(program, shots=SHOTS).json())


with tempfile.TemporaryDirectory() as folder:
    folder = Path(folder)
    capabilities = json.dumps(CAPABILITIES)
    IonqDeviceCapabilities.parse_raw(capabilities)
    answer = {"deviceArn": ARN, "deviceName": "Forte 1", "deviceCapabilities": capabilities}
    (folder / "forte.json").write_text(json.dumps(answer))
    angles = []
    for depth in (1, 2):
        angles.append(folder / f"depth-{depth}.json")
        angles[-1].write_text(json.dumps(ketboard("solve", BOARD, "--depth", depth)))
    sets = [word for path in angles for word in ("--angles", path)]
    ketboard("export", BOARD, *sets, "--to", "braket", "--backend", folder / "forte.json", "--job", "--shots", SHOTS,
             "-o", folder / "job.json")

    # the machine: every program of the set, the results in one document as Braket stores it
    job = json.loads((folder / "job.json").read_text())
    programs = ProgramSet.parse_raw(job["action"]).programs
    assert job["deviceArn"] == ARN and job["shots"] == SHOTS * len(programs)
    np.random.seed(1)  # of which Braket's simulator draws its shots
    results = []
    for program in programs:
        measured = run(program.source)
        execution = {"braketSchemaHeader": header("task_result.program_set_executable_result"), "inputsIndex": 0,
                     "measurements": measured["measurements"], "measuredQubits": measured["measuredQubits"]}
        results.append({"braketSchemaHeader": header("task_result.program_result"), "executableResults": [execution],
                        "source": json.loads(program.json()), "additionalMetadata": {"action": json.loads(program.json())}})
    document = {"braketSchemaHeader": header("task_result.program_set_task_result"), "programResults": results, "taskMetadata": "metadata.json"}
    text = json.dumps(document)
    ProgramSetTaskResult.parse_raw(text)
    (folder / "result.json").write_text(text)

    # boards again, each result beside the circuit without noise
    for number, path in enumerate(angles, 1):
        found = ketboard("decode", BOARD, folder / "result.json", "--result", number,
                         "--angles", path, "--circuit", folder / "job.json")
        measured, ideal = found["solution_frequency"], found["success_probability"]
        random = found["random_success_probability"]
        print(f"{path.stem}: {found['shots_that_obey']} of {found['shots']} shots obey the rules: {measured:.4f}; "
              f"without noise {ideal:.4f}, random guess {random:.4f}")
        assert found["shots"] == SHOTS and 3 * random < measured < 1.1 * ideal, "the shots are not those of the circuit"
        print("\n".join(found["boards"][0]["board"]))
