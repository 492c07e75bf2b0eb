"""Qiskit on shipped boards on torino, at several depths: two-qubit gates, their depth, and the estimated fidelity.

    python3 results/compile/qiskit_depths.py target/release/ketboard [BOARD ...] > results/compile/qiskit.csv

The circuits are those of `ketboard export` without a device: |+>, then for each layer the couplings of the Ising model
and RX. Two compilers, as in `benches/compile_peers.py`: `transpile` at optimization level 3 for a target that has the
machine's rates, five seeds, of which the one with the fewest gates and the most faithful one are written down; and the
router for commuting gates on a line of the device, its order annealed for the first layer, alone, whose gates and depth
are counted. Fidelities are those of `estimate.py`, as for Ketboard's circuits. Every counted circuit is checked against
the couplings; the router's is left out where it breaks them, as it does on some circuits of several layers. Boards of
one qubit or without a coupling are left out. p = 1 and 2, and 4 on the boards of `DEEPER`. Needs Qiskit and NumPy.
"""

import json
import subprocess
import sys

import numpy as np
from qiskit import QuantumCircuit, transpile
from qiskit.circuit import Measure, Parameter, Reset
from qiskit.circuit.library import CZGate, ECRGate, PauliEvolutionGate, RZGate, SXGate, XGate
from qiskit.quantum_info import SparsePauliOp
from qiskit.transpiler import InstructionProperties, PassManager, Target
from qiskit.transpiler.passes import HighLevelSynthesis
from qiskit.transpiler.passes.routing.commuting_2q_gate_routing import (
    Commuting2qGateRouter,
    FindCommutingPauliEvolutions,
    SwapStrategy,
)

from estimate import KINDS, REUSE, ROOT, Machine, fidelity, size

sys.path.insert(0, str(ROOT / "benches"))
from compile_peers import BASIS, annealed, counted, simple_path  # noqa: E402

SEEDS = range(5)
MOST = 16  # the qubits of a board that `ketboard export` reduces by default
DEEPER = ["tango-4x4", "takuzu-4x4", "n-queens-4x4", "queens-5x5", "tango-6x6"]


def model(program, board):
    """Number of qubits, and the coupled pairs, of a board as `ketboard export` has it."""
    for more in ([], ["--target-qubits", str(MOST)]):
        command = [program, "qubo", board, "--format", "json", *more]
        found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        if found["n"] <= MOST:
            return found["n"], [(a, b) for a, b, _ in found["quadratic"]]
    raise SystemExit(f"{board} does not reduce to {MOST} qubits")


def target_of(machine):
    """The machine for Qiskit: its couplings in use, errors and times in seconds."""
    target = Target(num_qubits=len(machine.qubits))
    rates = machine.qubits.items()

    def everywhere(error, ns):
        return {(q,): InstructionProperties(error=error(r), duration=ns * 1e-9) for q, r in rates}

    target.add_instruction(RZGate(Parameter("t")), everywhere(lambda r: 0.0, 0.0))
    target.add_instruction(SXGate(), everywhere(lambda r: r[0], machine.one_ns))
    target.add_instruction(XGate(), everywhere(lambda r: r[0], machine.one_ns))
    target.add_instruction(Measure(), everywhere(lambda r: min(r[1], 0.999), machine.readout_ns))
    target.add_instruction(Reset(), everywhere(lambda r: min(r[1], 0.999), machine.readout_ns))
    gate = ECRGate() if machine.entangler == "ecr" else CZGate()
    both = {}
    for (a, b), error in machine.usable().items():
        for pair in [(a, b)] if machine.entangler == "ecr" else [(a, b), (b, a)]:
            both[pair] = InstructionProperties(error=error, duration=machine.two_ns * 1e-9)
    target.add_instruction(gate, both)
    return target


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


def compiled(circuit, machine, target, seeds=SEEDS):
    """Fidelity, gates and depth of Qiskit's circuit for each seed."""
    found = []
    for seed in seeds:
        placed = transpile(circuit, target=target, optimization_level=3, seed_transpiler=seed)
        steps, measured = steps_of(placed)
        found.append((fidelity(machine, steps, measured), *size(steps)))
    return found


def whole(n, pairs, depth):
    """All layers, each coupling as a gate."""
    circuit = QuantumCircuit(n)
    circuit.h(range(n))
    for _ in range(depth):
        for a, b, angle in pairs:
            circuit.rzz(angle, a, b)
        circuit.rx(0.4, range(n))
    return circuit


def by_commuting_router(n, pairs, depth, edges):
    """All layers by the router for commuting gates, on a line of the device."""
    strategy = SwapStrategy.from_line(list(range(n)))
    place = annealed(pairs, np.array(strategy.distance_matrix), n, 0)
    terms = [("ZZ", [int(place[a]), int(place[b])], angle / 2) for a, b, angle in pairs]
    circuit = QuantumCircuit(n)
    circuit.h(range(n))
    for _ in range(depth):
        circuit.append(PauliEvolutionGate(SparsePauliOp.from_sparse_list(terms, n), 1.0), range(n))
        circuit.rx(0.4, range(n))
    passes = PassManager([
        FindCommutingPauliEvolutions(),
        Commuting2qGateRouter(strategy),
        HighLevelSynthesis(basis_gates=["rzz", "swap"] + BASIS),
    ])
    count = 1 + max(max(edge) for edge in edges)
    return QuantumCircuit(count).compose(passes.run(circuit), qubits=simple_path(edges, n))


def main(program, names):
    machine = Machine("torino")
    target, edges = target_of(machine), list(machine.usable())
    print("board,qubits,device,p,level 3 by gates,level 3 by fidelity,commuting router")
    for board in sorted((ROOT / "examples/puzzles").glob("*.toml")):
        if names and board.stem not in names:
            continue
        n, pairs = model(program, board)
        if n < 2 or not pairs:
            continue
        pairs = [(a, b, 0.1 + 0.01 * k) for k, (a, b) in enumerate(pairs)]
        for depth in [1, 2, 4] if board.stem in DEEPER else [1, 2]:
            circuit = whole(n, pairs, depth)
            circuit.measure_all()
            found = compiled(circuit, machine, target)
            few, faithful = min(found, key=lambda one: one[1:]), max(found)
            try:
                router = "{}/{}".format(*counted(by_commuting_router(n, pairs, depth, edges), edges))
            except AssertionError:
                router = ""  # gates between qubits that are not coupled: no circuit for this device
            cells = [f"{gates}/{deep} {value:.4f}" for value, gates, deep in (few, faithful)]
            print(f"{board.stem},{n},torino,{depth},{','.join(cells)},{router}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
