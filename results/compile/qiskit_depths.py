"""Qiskit on the shipped boards on six devices at depths 1 to 6: two-qubit gates, their depth, and estimated fidelity.

    python3 results/compile/qiskit_depths.py target/release/ketboard [BOARD ...] > results/compile/qiskit.csv
    python3 results/compile/qiskit_depths.py target/release/ketboard --router > /tmp/again.csv
    python3 results/compile/qiskit_depths.py --beside

The circuits are those of `ketboard export` without a device: |+>, then for each layer the couplings of the Ising model
and RX. Two compilers, as in `benches/compile_peers.py`: `transpile` at optimization level 3 for a target that has the
machine's rates, five seeds at p = 1 and 2 and two beyond, of which the one with the fewest gates and the most faithful
one are written down; and the router for commuting gates on a line of the device, its order annealed for the first
layer, alone, whose gates and depth are counted in CX; for its fidelity its gates become the device's at level 1, where
they stand. The gates are the device's own (CZ, ECR, ZZ of any angle), CX on the
line and the lattice. Fidelities are those of `estimate.py`, as for Ketboard's circuits. Every counted circuit is checked
against the couplings; the router's is left out where it breaks them, as it does on some circuits of several layers.
Boards of one qubit or without a coupling are left out. Needs Qiskit and NumPy.

`--router` makes the router's column of `qiskit.csv` again and leaves the others as they are. `--beside` compares the file with `chosen.csv` and prints the tables of README.md: geometric means of gates and depth,
medians of the fidelity, and every case in which Qiskit's circuit is the better one.
"""

import csv
import json
import math
import statistics
import subprocess
import sys

import numpy as np
from qiskit import ClassicalRegister, QuantumCircuit, transpile
from qiskit.circuit import Measure, Parameter, Reset
from qiskit.circuit.library import CXGate, CZGate, ECRGate, PauliEvolutionGate, RZGate, RZZGate, SXGate, XGate
from qiskit.quantum_info import SparsePauliOp
from qiskit.transpiler import InstructionProperties, PassManager, Target
from qiskit.transpiler.passes import HighLevelSynthesis
from qiskit.transpiler.passes.routing.commuting_2q_gate_routing import (
    Commuting2qGateRouter,
    FindCommutingPauliEvolutions,
    SwapStrategy,
)

from estimate import KINDS, REUSE, ROOT, TWO, Machine, fidelity, size
from table import DEPTHS, DEVICES, backend

sys.path.insert(0, str(ROOT / "benches"))
from compile_peers import BASIS, annealed, counted, simple_path  # noqa: E402

SEEDS = range(5)
FEW_SEEDS = range(2)  # beyond two layers
MOST = 16  # the qubits of a board that `ketboard export` reduces by default
KINDS = KINDS | {"cx": TWO}


def model(program, board):
    """Number of qubits, and the coupled pairs, of a board as `ketboard export` has it."""
    for more in ([], ["--target-qubits", str(MOST)]):
        command = [program, "qubo", board, "--format", "json", *more]
        found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        if found["n"] <= MOST:
            return found["n"], [(a, b) for a, b, _ in found["quadratic"]]
    raise SystemExit(f"{board} does not reduce to {MOST} qubits")


class Ideal:
    """A line or a lattice: couplings, and no errors."""

    def __init__(self, name):
        shape, _, size = name.partition("-")
        rows, columns = map(int, size.split("x")) if shape == "grid" else (1, int(size))
        self.qubits = range(rows * columns)
        across = [(q, q + 1) for q in self.qubits if (q + 1) % columns]
        self.couplings = across + [(q, q + columns) for q in self.qubits if q + columns < rows * columns]

    def usable(self):
        return {pair: None for pair in self.couplings}

    def target(self):
        basis = [CXGate(), RZGate(Parameter("t")), SXGate(), XGate()]
        target = Target(num_qubits=len(self.qubits))
        target.add_instruction(basis[0], {way: None for a, b in self.couplings for way in ((a, b), (b, a))})
        for gate in [*basis[1:], Measure(), Reset()]:
            target.add_instruction(gate, {(q,): None for q in self.qubits})
        return target


class Rated(Machine):
    """A shipped machine for Qiskit: couplings in use, errors, and times in seconds."""

    def usable(self):
        pairs = [(a, b) for a in self.qubits for b in self.qubits if a < b]
        return dict.fromkeys(pairs, self.median) if self.is_chain else super().usable()

    def target(self):
        target = Target(num_qubits=len(self.qubits))
        rates = self.qubits.items()

        def everywhere(error, ns):
            return {(q,): InstructionProperties(error=error(r), duration=ns * 1e-9) for q, r in rates}

        target.add_instruction(RZGate(Parameter("t")), everywhere(lambda r: 0.0, 0.0))
        target.add_instruction(SXGate(), everywhere(lambda r: r[0], self.one_ns))
        target.add_instruction(XGate(), everywhere(lambda r: r[0], self.one_ns))
        target.add_instruction(Measure(), everywhere(lambda r: min(r[1], 0.999), self.readout_ns))
        target.add_instruction(Reset(), everywhere(lambda r: min(r[1], 0.999), self.readout_ns))
        gate = {"ecr": ECRGate(), "cz": CZGate(), "zz": RZZGate(Parameter("t"))}[self.entangler]
        both = {}
        for (a, b), error in self.usable().items():
            for pair in [(a, b)] if self.entangler == "ecr" else [(a, b), (b, a)]:
                both[pair] = InstructionProperties(error=error, duration=self.two_ns * 1e-9)
        target.add_instruction(gate, both)
        return target


def device_of(name, qubits):
    """The device, and its target for Qiskit."""
    machine = Ideal(backend(name, qubits)) if name in ("line", "square") else Rated(name)
    return machine, machine.target()


def steps_of(circuit):
    """Steps and finally measured qubits of a circuit that Qiskit compiled."""
    steps, measured = [], []
    for instruction in circuit.data:
        on = [circuit.find_bit(q).index for q in instruction.qubits]
        name = instruction.operation.name
        if name == "measure":
            measured.append(on[0])
        elif name == "reset":
            measured.remove(on[0])
            steps.append((REUSE, on))
        elif name != "barrier":
            steps.append((KINDS[name], on))
    return steps, measured


def compiled(circuit, machine, target, seeds):
    """Fidelity, gates and depth of Qiskit's circuit for each seed; without rates the fidelity is 1."""
    found = []
    for seed in seeds:
        placed = transpile(circuit, target=target, optimization_level=3, seed_transpiler=seed)
        steps, measured = steps_of(placed)
        usable = machine.usable()
        assert all(tuple(on) in usable or tuple(on[::-1]) in usable for kind, on in steps if kind == TWO)
        value = 1.0 if isinstance(machine, Ideal) else fidelity(machine, steps, measured)
        gates, deep = size(steps)
        found.append((value, -gates, -deep))
    return [(value, -gates, -deep) for value, gates, deep in sorted(found)]


def whole(n, pairs, depth):
    """All layers, each coupling as a gate."""
    circuit = QuantumCircuit(n)
    circuit.h(range(n))
    for _ in range(depth):
        for a, b, angle in pairs:
            circuit.rzz(angle, a, b)
        circuit.rx(0.4, range(n))
    return circuit


def by_commuting_router(n, pairs, depth, place, edges, path):
    """All layers by the router for commuting gates, on a line of the device."""
    terms = [("ZZ", [int(place[a]), int(place[b])], angle / 2) for a, b, angle in pairs]
    circuit = QuantumCircuit(n)
    circuit.h(range(n))
    for _ in range(depth):
        circuit.append(PauliEvolutionGate(SparsePauliOp.from_sparse_list(terms, n), 1.0), range(n))
        circuit.rx(0.4, range(n))
    passes = PassManager([
        FindCommutingPauliEvolutions(),
        Commuting2qGateRouter(SwapStrategy.from_line(list(range(n)))),
        HighLevelSynthesis(basis_gates=["rzz", "swap"] + BASIS),
    ])
    count = 1 + max(max(edge) for edge in edges)
    return QuantumCircuit(count).compose(passes.run(circuit), qubits=path)


def by_level_3(n, pairs, depth, machine, target):
    """The cells of Qiskit's level 3: its circuit with the fewest gates, and the most faithful one."""
    circuit = whole(n, pairs, depth)
    circuit.measure_all()
    found = compiled(circuit, machine, target, SEEDS if depth <= 2 else FEW_SEEDS)
    few, faithful = min(found, key=lambda one: (one[1:], -one[0])), max(found)
    if isinstance(machine, Ideal):
        return [f"{few[1]}/{few[2]}", ""]
    return [f"{gates}/{deep} {value:.4f}" for value, gates, deep in (few, faithful)]


def by_router(n, pairs, depth, place, machine, target):
    """The cell of the router, empty where its circuit has gates between qubits that are not coupled."""
    edges = list(machine.usable())
    path = simple_path(edges, n)
    circuit = by_commuting_router(n, pairs, depth, place, edges, path)
    try:
        cell = "{}/{}".format(*counted(circuit, edges))
    except AssertionError:
        return ""
    if isinstance(machine, Ideal):
        return cell
    circuit.add_register(bits := ClassicalRegister(n))
    circuit.measure(path, bits)
    native = transpile(circuit, target=target, optimization_level=1, initial_layout=range(circuit.num_qubits))
    return f"{cell} {fidelity(machine, *steps_of(native)):.4f}"


def compare(program, names, known=None):
    """All cases; where `known` has the cells of level 3, they are taken from there."""
    columns = ["level 3 by gates", "level 3 by fidelity"]
    print(f"board,qubits,device,p,{','.join(columns)},commuting router")
    for board in sorted((ROOT / "examples/puzzles").glob("*.toml")):
        if names and board.stem not in names:
            continue
        n, pairs = model(program, board)
        if n < 2 or not pairs:
            continue
        pairs = [(a, b, 0.1 + 0.01 * k) for k, (a, b) in enumerate(pairs)]
        place = annealed(pairs, np.array(SwapStrategy.from_line(list(range(n))).distance_matrix), n, 0)
        for device in DEVICES:
            machine, target = device_of(device, n)
            for depth in DEPTHS:
                case = known and known[board.stem, device, depth]
                cells = [case[name] for name in columns] if case else by_level_3(n, pairs, depth, machine, target)
                cells.append(by_router(n, pairs, depth, place, machine, target))
                print(f"{board.stem},{n},{device},{depth},{','.join(cells)}", flush=True)


def read(file):
    with (ROOT / "results/compile" / file).open() as rows:
        return {(row["board"], row["device"], int(row["p"])): row for row in csv.DictReader(rows)}


def parts(cell):
    """Gates, depth and fidelity of a cell; None for what it does not have."""
    size, _, value = cell.partition(" ")
    gates, deep = map(int, size.split("/")) if size else (None, None)
    return gates, deep, float(value) if value else None


def mean(ratios):
    """The geometric mean, or a dash of nothing."""
    return f"{math.exp(statistics.fmean(map(math.log, ratios))):.2f}" if ratios else "–"


def beside():
    ours, theirs = read("chosen.csv"), read("qiskit.csv")
    print("| device | p | boards | gates: level 3 | router | depth: level 3 | router | fidelity: level 3 | least | router | least |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    lower = []
    for device in DEVICES:
        for depth in DEPTHS:
            cases = [(ours[key], row) for key, row in theirs.items() if key[1:] == (device, depth)]
            gates, deep, gates_router, deep_router, beside_level_3, beside_router = [], [], [], [], [], []
            for mine, row in cases:
                best, fewest, least_deep = (parts(mine[goal]) for goal in ("fidelity", "gates", "depth"))
                few, faithful, router = (parts(row[name]) for name in list(row)[4:])
                gates.append(fewest[0] / few[0])
                deep.append(least_deep[1] / few[1])
                if router[0] is not None:
                    gates_router.append(fewest[0] / router[0])
                    deep_router.append(least_deep[1] / router[1])
                if faithful[2]:
                    beside_level_3.append(best[2] / faithful[2])
                if router[2]:
                    beside_router.append(best[2] / router[2])
                behind = [(faithful[2] or 0) > (best[2] or 0), (router[2] or 0) > (best[2] or 0)]
                behind += [other[0] is not None and fewest[0] > other[0] for other in (few, router)]
                behind += [other[1] is not None and least_deep[1] > other[1] for other in (few, router)]
                if any(behind):
                    lower.append(f"{row['board']}, {device}, p = {depth}: {mine['fidelity']} beside {row}")
            cells = [mean(gates), f"{mean(gates_router)} ({len(gates_router)})", mean(deep), mean(deep_router)]
            for ratios in (beside_level_3, beside_router):
                cells += [f"{statistics.median(ratios):.2f}", f"{min(ratios):.3f}"] if ratios else ["–", "–"]
            print(f"| {device} | {depth} | {len(cases)} | {' | '.join(cells)} |")
    print(*lower, sep="\n")


if __name__ == "__main__":
    if sys.argv[1:] == ["--beside"]:
        beside()
    else:
        again = "--router" in sys.argv
        names = [word for word in sys.argv[2:] if word != "--router"]
        compare(sys.argv[1], names, read("qiskit.csv") if again else None)
