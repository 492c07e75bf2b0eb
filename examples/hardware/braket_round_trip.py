"""A board on Amazon Braket's way: a job, a local run with a machine's rates, what comes back, and boards again.

    python examples/hardware/braket_round_trip.py [path/to/ketboard]

From the root of the repository, with amazon-braket-sdk installed. Nothing is sent: instead of the machine Braket's local simulator
of density matrices runs the program set of the job, with the rates of the machine that Ketboard is told of.
"""

import itertools
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from braket.circuits import Circuit, Gate, Noise
from braket.circuits.noise_model import GateCriteria, NoiseModel
from braket.default_simulator import DensityMatrixSimulator
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


# what `ketboard.devices.from_braket(AwsDevice(ARN))` of the Python package says of such a machine
MACHINE = {
    "name": ARN,
    "entangler": "zz",
    "qubits": 36,
    "couplings": list(itertools.combinations(range(36), 2)),
    "errors": {name: 1 - FIDELITY[key]["mean"] for name, key in (("one_qubit", "1Q"), ("two_qubit", "2Q"), ("readout", "spam"))},
    "times": {"one_qubit_ns": 130_000, "two_qubit_ns": 970_000, "readout_ns": 150_000},
    "relaxation": {"t1_us": 1e8, "t2_us": 1e6},
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
    (folder / "forte.json").write_text(json.dumps(MACHINE))
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
