"""The noise that `ketboard device` simulates, against Qiskit's channels; for crosscheck.py.

Read from the program: the native circuit and the probabilities it found. Written here again, from the definitions: the schedule, the relaxation
(amplitude damping, then dephasing), and the depolarizing, whose size is found from Qiskit's average gate fidelity instead of a formula.
"""

import json
import tempfile
from pathlib import Path

import numpy as np
from qiskit.quantum_info import DensityMatrix, Kraus, Operator, SuperOp, average_gate_fidelity

NOISY_BOARD = Path("examples/puzzles/queens-5x5.toml")


class Calibration:
    """The rates of a shipped device, read from its file; times in nanoseconds."""

    def __init__(self, name):
        told = json.loads(Path(f"crates/circuits/src/device/data/{name}.json").read_text())
        self.one_ns, self.two_ns = told["times"]["one_qubit_ns"], told["times"]["two_qubit_ns"]
        self.qubits = [[q[key] for key in ("one_qubit", "readout", "t1_us", "t2_us")] for q in told["qubits"]]
        self.pairs = {frozenset((a, b)): error for a, b, error in told["couplings"]}

    def relaxation(self, qubit, ns):
        """Amplitude damping, then pure dephasing, by their textbook Kraus operators."""
        t1, t2 = (1e3 * t for t in self.qubits[qubit][2:])
        t2 = min(t2, 1.9 * t1)  # as the program says it does
        decay = 1 - np.exp(-ns / t1)
        damping = Kraus([np.diag([1, np.sqrt(1 - decay)]), [[0, np.sqrt(decay)], [0, 0]]])
        flip = (1 - np.exp(-ns * (1 / t2 - 1 / (2 * t1)))) / 2
        dephasing = Kraus([np.sqrt(1 - flip) * np.eye(2), np.sqrt(flip) * np.diag([1, -1])])
        return SuperOp(damping).compose(SuperOp(dephasing))

    def noise_of_gate(self, qubits):
        """The depolarizing that, with the relaxation during the gate, has the average infidelity that is stated."""
        two = len(qubits) == 2
        rate = self.pairs[frozenset(qubits)] if two else self.qubits[qubits[0]][0]
        relaxation = self.relaxation(qubits[0], self.two_ns if two else self.one_ns)
        if two:
            relaxation = self.relaxation(qubits[1], self.two_ns).tensor(relaxation)
        size = 2 ** len(qubits)
        random = SuperOp(np.eye(size).reshape(-1, 1) @ np.eye(size).reshape(1, -1) / size)
        together = lambda share: ((1 - share) * SuperOp(np.eye(size**2)) + share * random).compose(relaxation)  # noqa: E731
        # The fidelity is linear in the share, so two values of it give the share.
        none, full = average_gate_fidelity(together(0)), average_gate_fidelity(together(1))
        share = max(0.0, (none - (1 - rate)) / (none - full))
        return (1 - share) * SuperOp(np.eye(size**2)) + share * random


NATIVE = {
    "rz": lambda t: np.diag([np.exp(-0.5j * t), np.exp(0.5j * t)]),
    "sx": lambda: np.array([[1 + 1j, 1 - 1j], [1 - 1j, 1 + 1j]]) / 2,
    "x": lambda: np.array([[0, 1], [1, 0]]),
    "cz": lambda: np.diag([1, 1, 1, -1]),
}


def starts(gates, calibration):
    """When each gate ends and begins, counted back from the measurement: as late as possible, rz in no time."""
    busy, times = {}, []
    for name, qubits, _ in reversed(gates):
        end = max(busy.get(q, 0.0) for q in qubits)
        took = 0.0 if name == "rz" else calibration.two_ns if len(qubits) == 2 else calibration.one_ns
        times.append((end, end + took))
        if name != "rz":
            busy |= {q: end + took for q in qubits}
    return times[::-1]


def noisy_by_qiskit(circuit, calibration, noise):
    """The probabilities of all outcomes of a native circuit; with `noise`, under the noise of the calibration."""
    gates, used = circuit["gates"], sorted(circuit["measured"])
    assert {q for _, qubits, _ in gates for q in qubits} <= set(used), "an unmeasured qubit is used"
    place = {q: k for k, q in enumerate(used)}
    rho = DensityMatrix.from_label("0" * len(used))
    last_end = {}
    for (name, qubits, angles), (end, start) in zip(gates, starts(gates, calibration), strict=True):
        on = [place[q] for q in qubits]
        if name != "rz" and noise:
            for q in qubits:
                if q in last_end and last_end[q] > start:
                    rho = rho.evolve(calibration.relaxation(q, last_end[q] - start), [place[q]])
        rho = rho.evolve(Operator(NATIVE[name](*angles)), on)
        if name != "rz" and noise:
            rho = rho.evolve(calibration.noise_of_gate(qubits), on)
            for q in qubits:
                rho = rho.evolve(calibration.relaxation(q, start - end), [place[q]])
                last_end[q] = end
    for q, end in last_end.items():
        rho = rho.evolve(calibration.relaxation(q, end), [place[q]])
    outcomes = rho.probabilities([place[q] for q in circuit["measured"]])
    for k, q in enumerate(circuit["measured"] if noise else []):
        wrong = calibration.qubits[q][1]
        outcomes = (1 - wrong) * outcomes + wrong * outcomes[np.arange(len(outcomes)) ^ 1 << k]
    return outcomes


def device_noise(tally, ketboard, all_angles, ideal):
    """A board on IBM's Torino: the density matrix of `ketboard device` against Qiskit's; `ideal` gives the probabilities without noise."""
    try:
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            angles_file, out = folder / "angles.json", folder / "circuit.json"
            reduction = ["--reduce", "full", "--target-qubits", "4"]
            model = json.loads(ketboard.run("qubo", NOISY_BOARD, "--format", "json", *reduction))
            tally.check("device, qubits", 2 <= model["n"] <= 4, model["n"])
            calibration = Calibration("torino")
            common = ["device", NOISY_BOARD, "--backend", "torino", "--angles", angles_file, "--json", *reduction]
            for angles in all_angles:
                name = f"{NOISY_BOARD} on torino, p = {len(angles['gammas'])}"
                angles_file.write_text(json.dumps(angles))
                out.unlink(missing_ok=True)
                exact = json.loads(ketboard.run(*common, "--exact", "--circuit", out))["records"][0]
                circuit = json.loads(out.read_text())
                expected = ideal(model, angles)
                tally.same(f"{name}, without noise", noisy_by_qiskit(circuit, calibration, False), expected)
                noisy = noisy_by_qiskit(circuit, calibration, True)
                tally.same(f"{name}, with noise", np.array(circuit["probabilities"]), noisy)
                moved = np.abs(noisy - expected).max()
                tally.check(f"{name}, the noise shows", moved > 1e-3, moved)
                runs = json.loads(ketboard.run(*common, "--trajectories", 2000))["records"][0]
                low, high = runs["noisy_success_interval"]
                off = abs(runs["noisy_success_probability"] - exact["noisy_success_probability"])
                tally.check(f"{name}, trajectories", off <= high - low, f"{off} off, interval {low} to {high}")
        print(f"{NOISY_BOARD}: noise of torino compared")
    except Exception as error:
        tally.check("device", False, f"{type(error).__name__}: {error}")
