"""The estimated fidelity of a circuit on a shipped machine, a second time and in another language.

The product that `ketboard export` and `ketboard device` print, after the formulas in `crates/circuits/src/noise`: gates
start as late as possible; a gate's depolarizing and the relaxation of its qubits together have the gate's error rate;
a qubit relaxes while it waits for its next gate or for the measurement; each bit is read right. RZ is virtual.
Beyond that program, a qubit may be measured and used again (`REUSE`), which takes the time of a readout: the
measurement, and a flip back to |0> at once. That is less than any shipped machine takes, so that a circuit with reuse
is rated too well and never too badly.

    python3 results/compile/estimate.py target/release/ketboard

compares it with the program's own estimate on circuits for torino, fez and sherbrooke. It needs no other package.
"""

import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "crates/circuits/src/device/data"

# kinds of steps
VIRTUAL, ONE, TWO, REUSE = "virtual", "one", "two", "reuse"
KINDS = {"rz": VIRTUAL, "sx": ONE, "x": ONE, "rx": ONE, "cz": TWO, "ecr": TWO, "rzz": TWO}


class Machine:
    """The rates of a machine, from the text file that the program holds; times in nanoseconds."""

    def __init__(self, name):
        self.name, self.qubits, self.couplings = name, {}, {}
        for line in (DATA / f"{name}.txt").read_text().splitlines():
            word, *rest = line.split() or ["#"]
            if word == "times":
                self.one_ns, self.two_ns, self.readout_ns = map(float, rest)
            elif word == "qubit":
                one, readout, t1, t2 = map(float, rest[1:])
                self.qubits[int(rest[0])] = (one, readout, 1e3 * t1, 1e3 * min(t2, 1.9 * t1))
            elif word == "coupling":
                self.couplings[int(rest[0]), int(rest[1])] = float(rest[2])
            elif word == "entangler":
                self.entangler = rest[0]

    def usable(self):
        """The couplings that are not out of use."""
        return {pair: error for pair, error in self.couplings.items() if error < 1}

    def two(self, a, b):
        """The error of the gate on two qubits."""
        return self.couplings.get((a, b), self.couplings.get((b, a)))

    def kept(self, q, ns):
        """What relaxation over a time leaves of a qubit: an entanglement fidelity."""
        _, _, t1, t2 = self.qubits[q]
        return (1 + math.exp(-ns / t1) + 2 * math.exp(-ns / t2)) / 4

    def gate(self, kind, on):
        """The fidelity of a gate beside the relaxation of its qubits meanwhile."""
        if kind == VIRTUAL:
            return 1.0
        levels, ns = (2, self.one_ns) if kind == ONE else (4, self.two_ns)
        error = self.qubits[on[0]][0] if kind == ONE else self.two(*on)
        meanwhile = math.prod(self.kept(q, ns) for q in on)
        wanted, least = 1 - error * (levels + 1) / levels, 1 / levels**2
        depolarized = max(0.0, (meanwhile - wanted) / (meanwhile - least))
        return 1 - depolarized * (1 - least)


def fidelity(machine, steps, measured):
    """The estimate for steps (kind, qubits) in their order, and the qubits that are measured at the end."""
    duration = {VIRTUAL: 0.0, ONE: machine.one_ns, TWO: machine.two_ns, REUSE: machine.readout_ns}
    busy = {}  # time from a qubit's next step to the end
    whole = math.prod(1 - machine.qubits[q][1] for q in measured)
    for kind, on in reversed(steps):
        if kind == VIRTUAL:
            continue
        end = max(busy.get(q, 0.0) for q in on)
        for q in on:
            wait = end - busy.get(q, 0.0)
            busy[q] = end + duration[kind]
            if kind == REUSE:
                whole *= 1 - machine.qubits[q][1]  # it waits as |0>, which keeps
            else:
                whole *= machine.kept(q, duration[kind] + wait)
        if kind != REUSE:
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


def read_isa(text):
    """Steps and measured qubits of a circuit that the program wrote in IBM's gates."""
    steps, measured = [], []
    for line in text.splitlines():
        qubits = [int(q) for q in re.findall(r"\$(\d+)", line)]
        word = re.match(r"[a-z]+", line)
        if "= measure" in line and not line.startswith("//"):
            measured.append(qubits[0])
        elif word and word[0] in KINDS:
            steps.append((KINDS[word[0]], qubits))
    return steps, measured


def main(program):
    angles = {"gammas": [0.31, 0.327], "betas": [-0.43, -0.417]}
    with tempfile.TemporaryDirectory() as folder:
        file, out = pathlib.Path(folder) / "angles.json", pathlib.Path(folder) / "circuit.qasm"
        file.write_text(json.dumps(angles))
        for board in ("takuzu-4x4", "tango-4x4", "star-battle-5x5", "n-queens-4x4"):
            for name in ("torino", "fez", "sherbrooke"):
                command = [program, "export", ROOT / f"examples/puzzles/{board}.toml", "--angles", file, "--to", "ibm-isa"]
                command += ["--backend", name, "-o", out, "--json"]
                told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
                steps, measured = read_isa(out.read_text())
                again = fidelity(Machine(name), steps, measured)
                assert math.isclose(again, told["estimated_fidelity"], rel_tol=1e-12), (board, name, again, told)
                assert size(steps) == (told["two_qubit_gates"], told["two_qubit_depth"]), (board, name)
                print(f"{board} on {name}: {again:.12f}, as the program has it")


if __name__ == "__main__":
    main(sys.argv[1])
