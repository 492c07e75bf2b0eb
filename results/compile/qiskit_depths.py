"""Qiskit on the boards of `table.py`, on torino, at several depths: two-qubit gates and their depth, counted in CX.

    python3 results/compile/qiskit_depths.py target/release/ketboard > results/compile/qiskit.csv

The circuits are those of `ketboard export` without a device: |+⟩, then for each layer the couplings of the Ising model
and RX. Two compilers, as in `benches/compile_peers.py`: `transpile` at optimization level 3, the best of five seeds by
CX; and the router for commuting gates on a line of the device, its order annealed for the first layer, alone. Every
counted circuit is checked against the couplings; the router's is left out where it breaks them, as it does on some
circuits of several layers. Needs Qiskit and NumPy.
"""

import json
import pathlib
import subprocess
import sys

import numpy as np
from qiskit import QuantumCircuit
from qiskit.circuit.library import PauliEvolutionGate
from qiskit.quantum_info import SparsePauliOp
from qiskit.transpiler import PassManager
from qiskit.transpiler.passes import HighLevelSynthesis
from qiskit.transpiler.passes.routing.commuting_2q_gate_routing import (
    Commuting2qGateRouter,
    FindCommutingPauliEvolutions,
    SwapStrategy,
)

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benches"))
from compile_peers import BASIS, annealed, best_of_level_3, counted, simple_path  # noqa: E402

BOARDS = ["tango-4x4", "takuzu-4x4", "n-queens-4x4", "queens-5x5", "tango-6x6"]
DEPTHS = [1, 2, 4]
COUPLINGS = ROOT / "crates/circuits/src/device/data/torino.txt"


def couplings():
    """The couplings of torino, from the file that the program holds."""
    lines = [line.split() for line in COUPLINGS.read_text().splitlines()]
    return [(int(line[1]), int(line[2])) for line in lines if line[:1] == ["coupling"]]


def ising(program, board):
    """The number of qubits and the couplings Z Z of a board, as the program reduces it by default."""
    command = [program, "qubo", board, "--format", "json", "--reduce", "paper"]
    model = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert not model.get("higher"), board
    return model["n"], [(a, b, 0.1 + 0.01 * k) for k, (a, b, _) in enumerate(model["quadratic"])]


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


def main(program):
    edges = couplings()
    print("board,qubits,device,p,level 3,commuting router")
    for name in BOARDS:
        n, pairs = ising(program, f"{ROOT}/examples/puzzles/{name}.toml")
        for depth in DEPTHS:
            level = best_of_level_3(whole(n, pairs, depth), edges)
            try:
                router = "{}/{}".format(*counted(by_commuting_router(n, pairs, depth, edges), edges))
            except AssertionError:
                router = ""  # gates between qubits that are not coupled: no circuit for this device
            print(f"{name},{n},torino,{depth},{level[0]}/{level[1]},{router}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
