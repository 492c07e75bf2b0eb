"""Every dialect that ketboard exports, read by somebody else and simulated; for crosscheck.py.

Every reader returns the probabilities of outcomes: element x of the array is the outcome whose bit i is c[i], which must be variable i.
OpenQASM is read by Qiskit (both importers), by Braket's local simulator and by the reference parser, Quantinuum's by pytket; IonQ's JSON by the few lines of numpy below, which
are written from IonQ's definitions of its gates (docs.ionq.com, "native gates" and "writing quantum programs") and share nothing with ketboard.
"""

import contextlib
import json
from pathlib import Path

import numpy as np
import openqasm3
import qiskit.qasm2
import qiskit.qasm3
from braket.devices import LocalSimulator
from braket.ir.openqasm import Program
from pytket import Circuit
from pytket.qasm import circuit_from_qasm_str
from qiskit import QuantumCircuit
from qiskit.quantum_info import Statevector

# Braket has no include file of its own; its names of the gates are the same but for cx.
BRAKET_STDGATES = "gate cx control, target { cnot control, target; }\n"
PORTABLE = {"h", "x", "rx", "ry", "rz", "cx", "cz", "measure"}
# A ring of eight qubits with two chords, no two couplings in one direction along it: (control, target).
RING = [[0, 1], [2, 1], [2, 3], [4, 3], [4, 5], [6, 5], [6, 7], [0, 7], [1, 5], [7, 3]]


def outcomes(circuit):
    """Of a Qiskit circuit with measurements at its end, on the qubits that anything happens to."""
    gates = [i for i in circuit.data if i.operation.name not in ("measure", "barrier")]
    measured = {
        circuit.find_bit(i.clbits[0]).index: circuit.find_bit(i.qubits[0]).index
        for i in circuit.data
        if i.operation.name == "measure"
    }
    touched = {circuit.find_bit(q).index for i in gates for q in i.qubits} | set(measured.values())
    place = {qubit: k for k, qubit in enumerate(sorted(touched))}
    small = QuantumCircuit(len(place))
    for i in gates:
        small.append(i.operation, [place[circuit.find_bit(q).index] for q in i.qubits])
    found = np.abs(Statevector(small).data) ** 2
    index = np.arange(len(found))
    outcome = sum((index >> place[measured[bit]] & 1) << k for k, bit in enumerate(sorted(measured)))
    return np.bincount(outcome, weights=found, minlength=2 ** len(measured))


def by_braket(source, folder, inputs=None):
    """Exact probabilities. Braket gives these to files without measurements only, so these lines are left out."""
    lines = [line for line in source.splitlines() if "= measure" not in line]
    program = "\n".join([*lines, "#pragma braket result probability", ""])
    (folder / "stdgates.inc").write_text(BRAKET_STDGATES)
    with contextlib.chdir(folder), contextlib.redirect_stderr(None):
        task = LocalSimulator("braket_sv").run(Program(source=program, inputs=inputs), shots=0)
        values = np.array(task.result().values[0])
    n = len(values).bit_length() - 1
    return values.reshape([2] * n).transpose().reshape(-1)


def braket_measures(source, folder, n, inputs=None):
    """The unchanged file runs, and measures every qubit in the order of the bits."""
    (folder / "stdgates.inc").write_text(BRAKET_STDGATES)
    with contextlib.chdir(folder), contextlib.redirect_stderr(None):
        result = LocalSimulator("braket_sv").run(Program(source=source, inputs=inputs), shots=16).result()
    return list(result.measured_qubits) == list(range(n)) and sum(result.measurement_counts.values()) == 16


X = np.array([[0, 1], [1, 0]])
Y = np.array([[0, -1j], [1j, 0]])
Z = np.diag([1, -1])


def turn(pauli, angle):
    """e^{-i angle/2 P} for P P = 1."""
    return np.cos(angle / 2) * np.eye(len(pauli)) - 1j * np.sin(angle / 2) * pauli


def equator(turns):
    """GPI: cos X + sin Y at a phase in turns."""
    return np.array([[0, np.exp(-2j * np.pi * turns)], [np.exp(2j * np.pi * turns), 0]])


def ionq_matrix(gate):
    """The matrix of one entry of IonQ's JSON, and its qubits; of two, the first is the more significant factor."""
    name, target = gate["gate"], [gate["target"]] if "target" in gate else gate["targets"]
    if name in ("h", "x", "y", "z"):
        matrix = {"h": (X + Z) / np.sqrt(2), "x": X, "y": Y, "z": Z}[name]
    elif name in ("rx", "ry", "rz"):
        matrix = turn({"rx": X, "ry": Y, "rz": Z}[name], gate["rotation"])
    elif name == "zz" and "rotation" in gate:
        matrix = turn(np.kron(Z, Z), gate["rotation"])
    elif name == "cnot":
        matrix = X
    elif name == "gpi":
        matrix = equator(gate["phase"])
    elif name == "gpi2":
        p = np.exp(2j * np.pi * gate["phase"])
        matrix = np.array([[1, -1j / p], [-1j * p, 1]]) / np.sqrt(2)
    elif name == "zz":
        matrix = turn(np.kron(Z, Z), 2 * np.pi * gate["angle"])
    else:
        raise ValueError(f"{gate} is no gate of IonQ")
    if "control" in gate:
        return np.block([[np.eye(2), np.zeros((2, 2))], [np.zeros((2, 2)), matrix]]), [gate["control"], *target]
    return matrix, target


def by_ionq(body, allowed):
    """The probabilities of a JSON circuit; bit i of the state is qubit i."""
    n = body["input"]["qubits"]
    state = np.zeros([2] * n, dtype=complex)  # axis k is qubit k
    state.flat[0] = 1
    for gate in body["input"]["circuit"]:
        if gate["gate"] not in allowed:
            raise ValueError(f"{gate} in a {body['input']['gateset']} circuit")
        matrix, qubits = ionq_matrix(gate)
        tensor = matrix.reshape([2] * (2 * len(qubits)))
        state = np.tensordot(tensor, state, (list(range(len(qubits), 2 * len(qubits))), qubits))
        state = np.moveaxis(state, list(range(len(qubits))), qubits)
    return np.abs(state.transpose().reshape(-1)) ** 2


class Dialects:
    """One puzzle at given angles, in every dialect."""

    def __init__(self, tally, ketboard, folder, options):
        self.tally, self.ketboard, self.folder, self.options = tally, ketboard, folder, options

    def text(self, puzzle, dialect, angles, *more):
        angles_file, out = self.folder / "angles.json", self.folder / "out.txt"
        angles_file.write_text(json.dumps(angles))
        out.unlink(missing_ok=True)
        self.ketboard.run(
            "export", puzzle, "--to", dialect, "--angles", angles_file, "-o", out, *more, *self.options
        )
        return out.read_text()

    def compare(self, puzzle, angles, expected):
        n = len(expected).bit_length() - 1
        name = f"{puzzle}, p = {len(angles['gammas'])}"
        self.openqasm(name, puzzle, angles, expected, n)
        self.parameters(name, puzzle, angles, expected, n)
        self.ibm(name, puzzle, angles, expected, n)
        self.routed(name, puzzle, angles, expected)
        self.ionq(name, puzzle, angles, expected)
        self.braket(name, puzzle, angles, expected, n)
        self.quantinuum(name, puzzle, angles, expected)

    def parsed(self, name, source):
        self.tally.check(f"{name}, reference parser", openqasm3.parse(source).version == "3.0")

    def openqasm(self, name, puzzle, angles, expected, n):
        for dialect in ("qasm3", "ionq-qasm3"):
            source = self.text(puzzle, dialect, angles)
            self.tally.same(f"{name}, {dialect} by Qiskit", outcomes(qiskit.qasm3.loads(source)), expected)
            found = qiskit.qasm3.loads_experimental(source)
            self.tally.same(f"{name}, {dialect} by Qiskit's second importer", outcomes(found), expected)
            names = set(found.count_ops())
            self.tally.check(f"{name}, {dialect} is portable", names <= PORTABLE, names)
            self.parsed(f"{name}, {dialect}", source)
        found = qiskit.qasm2.loads(self.text(puzzle, "qasm2", angles))
        self.tally.same(f"{name}, qasm2 by Qiskit", outcomes(found), expected)

    def parameters(self, name, puzzle, angles, expected, n):
        other = {"gammas": [1.0 + g for g in angles["gammas"]], "betas": [2.0 - b for b in angles["betas"]]}
        source = self.text(puzzle, "qasm3-param", other)
        values = {
            f"{kind}_{k}": value
            for kind in ("gamma", "beta")
            for k, value in enumerate(angles[f"{kind}s"], start=1)
        }
        circuit = qiskit.qasm3.loads(source)
        found = {parameter.name for parameter in circuit.parameters}
        if self.tally.check(f"{name}, inputs of qasm3-param", found == set(values), found):
            bound = circuit.assign_parameters(values)
            self.tally.same(f"{name}, qasm3-param by Qiskit", outcomes(bound), expected)
        self.tally.same(f"{name}, qasm3-param by Braket", by_braket(source, self.folder, values), expected)
        self.parsed(f"{name}, qasm3-param", source)

    def ibm(self, name, puzzle, angles, expected, n):
        maps = [(f"{entangler}.json", entangler, []) for entangler in ("cz", "ecr")]
        maps.append(("fractional.json", "cz", ["--fractional"]))
        for file, entangler, options in maps:
            device = {"qubits": n, "couplings": complete(n), "entangler": entangler, "fractional": bool(options)}
            (self.folder / file).write_text(json.dumps(device))
            source = self.text(puzzle, "ibm-isa", angles, "--backend", self.folder / file, *options)
            self.isa(f"{name}, ibm-isa {file}", source, expected, device)

    def routed(self, name, puzzle, angles, expected):
        """Placed on machines whose couplings are read here a second time."""
        (self.folder / "ring.json").write_text(json.dumps({"couplings": RING, "entangler": "ecr"}))
        ring = {"couplings": RING, "entangler": "ecr", "fractional": False}
        machines = [("torino", ["--fractional"]), ("sherbrooke", ["--optimize", "gates"])]
        machines = [(backend, shipped(backend), options) for backend, options in machines]
        if len(expected) <= 2**8:
            machines.append((self.folder / "ring.json", ring, ["--method", "direct"]))
        for backend, device, options in machines:
            device = device | {"fractional": "--fractional" in options}
            source = self.text(puzzle, "ibm-isa", angles, "--backend", backend, *options)
            self.isa(f"{name}, ibm-isa on {backend}", source, expected, device)
        source = self.text(puzzle, "qasm3", angles, "--backend", "torino", "--method", "swap-network")
        found = qiskit.qasm3.loads(source)
        self.tally.same(f"{name}, qasm3 on torino by Qiskit", outcomes(found), expected)
        couplings = {frozenset(pair) for pair in shipped("torino")["couplings"]}
        pairs = [frozenset(found.find_bit(q).index for q in i.qubits) for i in found.data]
        coupled = all(pair in couplings for pair in pairs if len(pair) == 2)
        self.tally.check(f"{name}, qasm3 on torino is routed", coupled, pairs)

    def isa(self, name, source, expected, device):
        """Right outcomes, gates of the device on its couplings, and the angles that it has."""
        circuit = qiskit.qasm3.loads(source)
        self.tally.same(f"{name} by Qiskit", outcomes(circuit), expected)
        self.parsed(name, source)
        allowed = {"rz", "sx", "x", "measure", device["entangler"]} | ({"rx", "rzz"} if device["fractional"] else set())
        directed = device["entangler"] == "ecr"
        couplings = {tuple(pair) for pair in device["couplings"]}
        couplings |= set() if directed else {pair[::-1] for pair in couplings}
        for i in circuit.data:
            qubits = tuple(circuit.find_bit(q).index for q in i.qubits)
            fits = i.operation.name in allowed and (len(qubits) < 2 or qubits in couplings)
            if i.operation.name == "rzz":
                fits = fits and 0 <= i.operation.params[0] <= np.pi / 2
            if not fits:
                self.tally.check(name, False, f"{i.operation.name} {i.operation.params} on {qubits}")
                return
        self.tally.check(f"{name}, gates of the device", True)

    def ionq(self, name, puzzle, angles, expected):
        sets = {"ionq": {"h", "x", "z", "rx", "ry", "rz", "cnot", "zz"}, "ionq-native": {"gpi", "gpi2", "zz"}}
        for dialect, allowed in sets.items():
            body = json.loads(self.text(puzzle, dialect, angles))
            self.tally.same(f"{name}, {dialect} by numpy", by_ionq(body, allowed), expected)

    def braket(self, name, puzzle, angles, expected, n):
        for dialect in ("braket", "braket-native"):
            source = self.text(puzzle, dialect, angles)
            self.tally.same(f"{name}, {dialect} by Braket", by_braket(source, self.folder), expected)
            runs = braket_measures(source, self.folder, n)
            self.tally.check(f"{name}, Braket runs {dialect}", runs, "wrong qubits were measured")
            self.parsed(f"{name}, {dialect}", source)


    def quantinuum(self, name, puzzle, angles, expected):
        circuit = circuit_from_qasm_str(self.text(puzzle, "quantinuum", angles))
        names = {command.op.type.name for command in circuit.get_commands()}
        self.tally.check(f"{name}, quantinuum's gates", names <= {"PhasedX", "ZZPhase", "Measure"}, names)
        self.tally.same(f"{name}, quantinuum by pytket", by_pytket(circuit), expected)


def by_pytket(circuit):
    """The probabilities of a circuit of pytket's, whose state has its first qubit as the highest bit of the index."""
    measured = {command.bits[0].index[0]: command.qubits[0].index[0]
                for command in circuit.get_commands() if command.op.type.name == "Measure"}
    circuit.remove_blank_wires(keep_blank_classical_wires=True)
    places = {qubit.index[0]: k for k, qubit in enumerate(circuit.qubits)}
    gates = [command for command in circuit.get_commands() if command.op.type.name != "Measure"]
    bare = Circuit(len(places))
    for command in gates:
        bare.add_gate(command.op, [places[qubit.index[0]] for qubit in command.qubits])
    found = np.abs(bare.get_statevector()) ** 2
    axes = [places[measured[bit]] for bit in sorted(measured)]
    values = found.reshape([2] * len(places)).transpose(axes + [k for k in range(len(places)) if k not in axes])
    values = values.reshape([2] * len(axes) + [-1]).sum(axis=-1)
    return values.transpose().reshape(-1)


def shipped(name):
    """The gate and the couplings in the file of a device that ketboard ships."""
    device = json.loads(Path(f"crates/circuits/src/device/data/{name}.json").read_text())
    return {"couplings": [pair[:2] for pair in device["couplings"]], "entangler": device["entangler"]}


def complete(n):
    """Every pair once, in a direction that is not always that of the numbers."""
    pairs = [(a, b) for b in range(n) for a in range(b)]
    return [[b, a] if (a + b) % 3 == 0 else [a, b] for a, b in pairs]


# Queens with one register a row, the smaller board for a machine, where more qubits are used than there are variables.
ON_REGISTERS = ["--registers", "rows", "--mixer", "xy-complete", "--reduce", "none"]


def queens_on_registers(angles, size):
    """QAOA on rows: a product of uniform rows, phases, and e^{-i b (d|u><u| - 1)} on each row.

    Of two queens each attack costs 1; a column with m queens costs (m - 1)^2, rows are never broken.
    """
    levels = np.indices((size,) * size)  # levels[r] is the column of the queen in row r
    cost = sum((np.sum(levels == column, axis=0) - 1) ** 2 for column in range(size)).astype(float)
    for a in range(size):
        for b in range(a):
            cost += np.abs(levels[a] - levels[b]) == a - b
    state = np.full((size,) * size, size ** (-size / 2), dtype=complex)
    for gamma, beta in zip(angles["gammas"], angles["betas"], strict=True):
        state *= np.exp(-1j * gamma * cost)
        for row in range(size):
            mean = state.mean(axis=row, keepdims=True)
            state = np.exp(1j * beta) * (state + (np.exp(-1j * beta * size) - 1) * mean)
    found = np.zeros(2 ** (size * size))
    index = sum(1 << (size * row + levels[row]) for row in range(size))
    found[index.reshape(-1)] = np.abs(state.reshape(-1)) ** 2
    return found


def on_registers(tally, ketboard, folder, angles):
    """Circuits on registers by Qiskit and Braket, and placed on Torino, against the formula above."""
    dialects = Dialects(tally, ketboard, folder, ON_REGISTERS)
    boards = {size: folder / f"queens-{size}.toml" for size in (3, 4)}
    for size, board in boards.items():
        board.write_text(f'family = "n-queens"\nsize = {size}\n')
    name, expected = "queens on registers", queens_on_registers(angles, 4)
    source = dialects.text(boards[4], "qasm3", angles)
    tally.same(f"{name}, qasm3 by Qiskit", outcomes(qiskit.qasm3.loads(source)), expected)
    dialects.parsed(name, source)
    source = dialects.text(boards[4], "braket", angles)
    tally.same(f"{name}, braket by Braket", by_braket(source, folder), expected)
    source = dialects.text(boards[3], "ibm-isa", angles, "--backend", "torino")
    device = shipped("torino") | {"fractional": False}
    dialects.isa(f"{name}, ibm-isa on torino", source, queens_on_registers(angles, 3), device)
