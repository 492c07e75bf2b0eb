"""The estimated fidelity of a circuit on a shipped machine, a second time and in another language.

The product that `ketboard export` and `ketboard device` print, after the formulas in `crates/circuits/src/noise`: gates
start as late as possible, on ions one at a time; a gate's depolarizing and the relaxation of its qubits together have
the gate's error rate; a qubit relaxes while it waits for its next gate or for the measurement; each bit is read right.
RZ is virtual. Beyond that program, a qubit may be measured and used again (`REUSE`), which takes the time of a readout:
the measurement, and a flip back to |0> at once, beside which gates on other qubits go on even on ions. No shipped
machine is that fast, so that a circuit with reuse is rated too well and never too badly.

    python3 results/compile/estimate.py target/release/ketboard

compares it with the program's own estimate on circuits for torino, fez, sherbrooke and forte. No other package is
needed.
"""

import json
import math
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "crates/circuits/src/device/data"

# kinds of steps
VIRTUAL, ONE, TWO, REUSE = "virtual", "one", "two", "reuse"
KINDS = {"rz": VIRTUAL}
KINDS |= dict.fromkeys(["sx", "x", "rx", "gpi", "gpi2"], ONE) | dict.fromkeys(["cz", "ecr", "rzz", "zz"], TWO)


class Machine:
    """The rates of a machine, from the file that the program holds; times in nanoseconds."""

    def __init__(self, name):
        told = json.loads((DATA / f"{name}.json").read_text())
        times, errors, relaxation = told["times"], told["errors"], told["relaxation"]
        self.name, self.entangler, self.median = name, told["entangler"], errors["two_qubit"]
        self.one_ns, self.two_ns, self.readout_ns = times["one_qubit_ns"], times["two_qubit_ns"], times["readout_ns"]
        self.is_chain = self.entangler == "zz"
        qubits = [errors | relaxation] * told["qubits"] if self.is_chain else told["qubits"]
        figures = [(q["one_qubit"], q["readout"], q["t1_us"], q["t2_us"]) for q in qubits]
        self.qubits = {q: (one, out, 1e3 * t1, 1e3 * min(t2, 1.9 * t1)) for q, (one, out, t1, t2) in enumerate(figures)}
        self.couplings = {} if self.is_chain else {(a, b): error for a, b, error in told["couplings"]}

    def usable(self):
        """The couplings that are not out of use."""
        return {pair: error for pair, error in self.couplings.items() if error < 1}

    def two(self, a, b):
        """The error of the gate on two qubits."""
        if self.is_chain:
            return self.median
        return self.couplings.get((a, b), self.couplings.get((b, a)))

    def kept(self, q, ns):
        """What relaxation over a time leaves of a qubit: an entanglement fidelity."""
        _, _, t1, t2 = self.qubits[q]
        return (1 + math.exp(-ns / t1) + 2 * math.exp(-ns / t2)) / 4

    def gate(self, kind, on):
        """The fidelity of a gate beside the relaxation of its qubits meanwhile."""
        levels, ns = (2, self.one_ns) if kind == ONE else (4, self.two_ns)
        error = self.qubits[on[0]][0] if kind == ONE else self.two(*on)
        meanwhile = math.prod(self.kept(q, ns) for q in on)
        wanted, least = 1 - error * (levels + 1) / levels, 1 / levels**2
        depolarized = max(0.0, (meanwhile - wanted) / (meanwhile - least))
        return 1 - depolarized * (1 - least)


def fidelity(machine, steps, measured):
    """The estimate for steps (kind, qubits) in their order, and the qubits that are measured at the end."""
    duration = {ONE: machine.one_ns, TWO: machine.two_ns, REUSE: machine.readout_ns}
    busy, latest = {}, 0.0  # times from a qubit's next step, or from any gate, to the end
    whole = math.prod(1 - machine.qubits[q][1] for q in measured)
    for kind, on in reversed(steps):
        if kind == VIRTUAL:
            continue
        end = max(busy.get(q, 0.0) for q in on)
        if machine.is_chain and kind != REUSE:
            end = max(end, latest)
        for q in on:
            wait = end - busy.get(q, 0.0)
            busy[q] = end + duration[kind]
            if kind == REUSE:
                whole *= 1 - machine.qubits[q][1]  # then it waits as |0>, which keeps
            else:
                whole *= machine.kept(q, duration[kind] + wait)
        if kind != REUSE:
            latest = max(latest, end + duration[kind])
            whole *= machine.gate(kind, on)
    return whole


def size(steps):
    """Gates on two qubits, and the longest chain of them."""
    chain, gates = {}, 0
    for kind, on in steps:
        if kind == TWO:
            gates += 1
            longest = 1 + max(chain.get(q, 0) for q in on)
            chain.update({q: longest for q in on})
    return gates, max(chain.values(), default=0)


def main(program):
    angles = {"gammas": [0.31, 0.327], "betas": [-0.43, -0.417]}
    with tempfile.TemporaryDirectory() as folder:
        file, out = pathlib.Path(folder) / "angles.json", pathlib.Path(folder) / "circuit.json"
        file.write_text(json.dumps(angles))
        for board in ("takuzu-4x4", "tango-4x4", "star-battle-5x5", "n-queens-4x4"):
            for name in ("torino", "fez", "sherbrooke", "forte"):
                command = [program, "device", ROOT / f"examples/puzzles/{board}.toml", "--angles", file, "--estimate"]
                command += ["--backend", name, "--circuit", out, "--json"]
                done = subprocess.run(command, check=True, capture_output=True, text=True)
                told = json.loads(done.stdout)["records"][0]
                circuit = json.loads(out.read_text())
                steps = [(KINDS[gate], qubits) for gate, qubits, _ in circuit["gates"]]
                again = fidelity(Machine(name), steps, circuit["measured"])
                assert math.isclose(again, told["estimated_fidelity"], rel_tol=1e-12), (board, name, again, told)
                assert size(steps) == (told["two_qubit_gates"], told["two_qubit_depth"]), (board, name)
                print(f"{board} on {name}: {again:.12f}, as the program has it")


if __name__ == "__main__":
    main(sys.argv[1])
