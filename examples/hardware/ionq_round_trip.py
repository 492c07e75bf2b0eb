"""A board on IonQ's way: a job, a local run with a machine's rates, what comes back, and boards again.

    python examples/hardware/ionq_round_trip.py [path/to/ketboard]

From the root of the repository, with numpy and ionq-core installed. Nothing is sent: the job must be one that IonQ's own published
types take without a change, and a simulator of its gates that is written here runs it, with the rates of a characterization. The
same characterization is the machine that Ketboard is told of.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import calibration
import numpy as np
from ionq_core.models import Characterization, IonqResultProbabilitiesJsonV1, JSONMultiCircuitJob

BOARD = "examples/puzzles/tango-4x4.toml"
KETBOARD = sys.argv[1] if len(sys.argv) > 1 else "ketboard"
RUNS, SHOTS = 1000, 20000
# as IonQ answers for /v0.4/backends/qpu.forte-1/characterizations
MACHINE = {
    "id": "3c90c3cc-0d44-4b50-8888-8dd25736052a",
    "backend": "qpu.forte-1",
    "date": "2026-11-20T00:00:00Z",
    "qubits": 36,
    "connectivity": [[a, b] for a in range(36) for b in range(a + 1, 36)],
    "fidelity": {"1q": {"median": 0.9998}, "2q": {"median": 0.9954}, "spam": {"median": 0.9962}},
    "timing": {"1q": 0.00013, "2q": 0.00097, "readout": 0.00015, "reset": 0.00005, "t1": 100, "t2": 1},
}
PAULIS = np.array([[[1, 0], [0, 1]], [[0, 1], [1, 0]], [[0, -1j], [1j, 0]], [[1, 0], [0, -1]]])


def ketboard(*arguments):
    """What the program prints as JSON; a board that no shot solved is no error here."""
    run = subprocess.run([KETBOARD, *map(str, arguments), "--json"], capture_output=True, text=True)
    if run.returncode > 1:
        sys.exit(run.stderr)
    return json.loads(run.stdout)


def on_qubit(state, qubit, matrix):
    """The state with the matrix on an axis; axis k is qubit k."""
    return np.moveaxis(np.tensordot(matrix, state, (1, qubit)), 0, qubit)


def gate(state, name, qubits, turns):
    """IonQ's native gates by their documented matrices; angles in turns."""
    phase = np.exp(2j * np.pi * turns)
    if name == "gpi":
        return on_qubit(state, *qubits, np.array([[0, 1 / phase], [phase, 0]]))
    if name == "gpi2":
        return on_qubit(state, *qubits, np.array([[1, -1j / phase], [-1j * phase, 1]]) / np.sqrt(2))
    assert name == "zz", f"no gate {name} on Forte"
    parity = [np.array([1, -1]).reshape([-1 if axis == q else 1 for axis in range(state.ndim)]) for q in qubits]
    return state * np.exp(-1j * np.pi * turns * parity[0] * parity[1])


def run(circuit, random):
    """Probabilities of the outcomes, the mean of runs with random Pauli errors after gates, then wrong readouts."""
    fidelity, n = MACHINE["fidelity"], circuit["qubits"]
    mean = 0
    for _ in range(RUNS):
        state = np.zeros([2] * n, complex)
        state[(0,) * n] = 1
        for one in circuit["circuit"]:
            qubits = one.get("targets", [one.get("target")])
            state = gate(state, one["gate"], qubits, one["angle"] if "angle" in one else one["phase"])
            size = 4 ** len(qubits)
            infidelity = 1 - fidelity[f"{len(qubits)}q"]["median"]
            # an average infidelity of r is a random Pauli, of those that are not the identity, by r (d + 1)/d
            if random.random() < infidelity * (1 + 2.0 ** -len(qubits)):
                error = random.integers(1, size)
                for k, qubit in enumerate(qubits):
                    state = on_qubit(state, qubit, PAULIS[error >> 2 * k & 3])
        mean = mean + abs(state) ** 2 / RUNS
    wrong = 1 - fidelity["spam"]["median"]
    for qubit in range(n):
        mean = on_qubit(mean, qubit, np.array([[1 - wrong, wrong], [wrong, 1 - wrong]]))
    # qubit 0 is the lowest bit of an outcome's number
    return mean.transpose().ravel()


with tempfile.TemporaryDirectory() as folder:
    folder = Path(folder)
    Characterization.from_dict(MACHINE)
    (folder / "forte.json").write_text(json.dumps(calibration.machine(MACHINE)))
    angles = []
    for depth in (1, 2):
        angles.append(folder / f"depth-{depth}.json")
        angles[-1].write_text(json.dumps(ketboard("solve", BOARD, "--depth", depth)))
    sets = [word for path in angles for word in ("--angles", path)]
    ketboard("export", BOARD, *sets, "--to", "ionq-native", "--backend", folder / "forte.json", "--job", "--shots", SHOTS,
             "-o", folder / "job.json")

    # the machine: the job as IonQ's types read it, its circuits run one after another
    job = json.loads((folder / "job.json").read_text())
    assert JSONMultiCircuitJob.from_dict(job).to_dict() == job and job["backend"] == "qpu.forte-1"
    random = np.random.default_rng(1)
    for number, circuit in enumerate(job["input"]["circuits"], 1):
        counts = random.multinomial(job["shots"], run(circuit, random))
        # the result of one circuit: IonQ has it under the circuit's own id
        result = {str(x): int(c) / job["shots"] for x, c in enumerate(counts) if c}
        IonqResultProbabilitiesJsonV1.from_dict(result)
        (folder / f"result-{number}.json").write_text(json.dumps(result))

    # boards again, each result beside the circuit without noise
    for number, path in enumerate(angles, 1):
        found = ketboard("decode", BOARD, folder / f"result-{number}.json", "--angles", path, "--circuit", folder / "job.json")
        measured, ideal = found["solution_frequency"], found["success_probability"]
        random = found["random_success_probability"]
        print(f"{path.stem}: {measured:.4f} of the shots obey the rules; without noise {ideal:.4f}, random guess {random:.4f}")
        assert 3 * random < measured < 1.1 * ideal, "the shots are not those of the circuit"
        print("\n".join(found["boards"][0]["board"]))
