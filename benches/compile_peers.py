"""Qiskit on the circuits of `cargo bench --bench compile`, which calls this with the models and devices as JSON on standard input.

Two compilers, each with gates and depth counted in CX: `transpile` at optimization level 3, the best of five seeds by CX; and the router for commuting
gates (Commuting2qGateRouter on a line, its order annealed for fewest swap layers, as SatMapping does with a SAT solver), alone and
followed by level 3. Every counted circuit is checked against the coupling map. Needs Qiskit and NumPy; nothing is sent anywhere.
"""

import json
import random
import sys
import time

import numpy as np
import qiskit
from qiskit import QuantumCircuit, transpile
from qiskit.circuit.library import PauliEvolutionGate
from qiskit.quantum_info import SparsePauliOp
from qiskit.transpiler import CouplingMap, PassManager
from qiskit.transpiler.passes import HighLevelSynthesis
from qiskit.transpiler.passes.routing.commuting_2q_gate_routing import (
    Commuting2qGateRouter,
    FindCommutingPauliEvolutions,
    SwapStrategy,
)

BASIS = ["cx", "rz", "rx", "h", "x", "sx"]


def standard(model):
    """The whole layer: H, ZZ as cx rz cx, RX."""
    circuit = QuantumCircuit(model["qubits"])
    circuit.h(range(model["qubits"]))
    for a, b, angle in model["pairs"]:
        circuit.rzz(angle, a, b)
    circuit.rx(0.4, range(model["qubits"]))
    return circuit


def counted(circuit, couplings):
    """Gates and depth in CX, after a check that the couplings hold."""
    circuit = transpile(circuit, basis_gates=BASIS, optimization_level=0)
    allowed = {frozenset(pair) for pair in couplings}
    for instruction in circuit.data:
        if len(instruction.qubits) == 2:
            pair = frozenset(circuit.find_bit(q).index for q in instruction.qubits)
            assert pair in allowed, f"{pair} is no coupling"
    gates = circuit.count_ops().get("cx", 0)
    return gates, circuit.depth(lambda instruction: len(instruction.qubits) == 2)


def best_of_level_3(circuit, couplings, layout=None):
    found = []
    for seed in range(5):
        both = [list(pair) for a, b in couplings for pair in ((a, b), (b, a))]
        compiled = transpile(
            circuit, basis_gates=BASIS, coupling_map=CouplingMap(both), optimization_level=3,
            seed_transpiler=seed, initial_layout=layout,
        )
        found.append(counted(compiled, couplings))
    return min(found)


def simple_path(couplings, n):
    """A path of n qubits: depth first, neighbors in order, from every start with a bound on the work."""
    near = {}
    for a, b in couplings:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)

    def grow(path, budget):
        if len(path) == n:
            return path
        for q in near[path[-1]]:
            budget[0] -= 1
            if q not in path and budget[0] > 0:
                found = grow(path + [q], budget)
                if found:
                    return found
        return None

    return next(filter(None, (grow([q], [20000]) for q in sorted(near))))


def annealed(pairs, distances, n, seed):
    """Qubit -> place with few swap layers, then few layers in sum."""
    rng = random.Random(seed)
    a, b = np.array([p[0] for p in pairs]), np.array([p[1] for p in pairs])

    def cost(place):
        layers = distances[place[a], place[b]]
        return 20 * layers.max() + layers.mean()

    place = np.arange(n)
    now = cost(place)
    best, least = place.copy(), now
    for step in range(20000):
        i, j = rng.sample(range(n), 2)
        place[[i, j]] = place[[j, i]]
        then = cost(place)
        if then <= now or rng.random() < np.exp((now - then) / (5 * 0.001 ** (step / 20000))):
            now = then
            if now < least:
                best, least = place.copy(), now
        else:
            place[[i, j]] = place[[j, i]]
    return best


def by_commuting_router(model, couplings, count):
    """The layer on a line of the device; the router works on the line alone, whose qubits are then named."""
    n = model["qubits"]
    strategy = SwapStrategy.from_line(list(range(n)))
    place = annealed(model["pairs"], np.array(strategy.distance_matrix), n, 0)
    terms = [("ZZ", [int(place[a]), int(place[b])], angle / 2) for a, b, angle in model["pairs"]]
    circuit = QuantumCircuit(n)
    circuit.h(range(n))
    circuit.append(PauliEvolutionGate(SparsePauliOp.from_sparse_list(terms, n), 1.0), range(n))
    circuit.rx(0.4, range(n))
    passes = PassManager([
        FindCommutingPauliEvolutions(),
        Commuting2qGateRouter(strategy),
        HighLevelSynthesis(basis_gates=["rzz", "swap"] + BASIS),
    ])
    whole = QuantumCircuit(count)
    return whole.compose(passes.run(circuit), qubits=simple_path(couplings, n))


def main():
    job = json.load(sys.stdin)
    print(f"qiskit {qiskit.__version__}, python {sys.version.split()[0]}", file=sys.stderr)
    for model in job["models"]:
        for device in model["devices"]:
            couplings = [tuple(pair) for pair in device["couplings"]]
            begin = time.time()
            rows = [("Qiskit level 3, best of 5", best_of_level_3(standard(model), couplings))]
            times = [time.time() - begin]
            begin = time.time()
            routed = by_commuting_router(model, couplings, device["qubits"])
            rows.append(("Commuting2qGateRouter", counted(routed, couplings)))
            times.append(time.time() - begin)
            begin = time.time()
            rows.append(("  and level 3, best of 5", best_of_level_3(routed, couplings, list(range(device["qubits"])))))
            times.append(times[-1] + time.time() - begin)
            for (name, (gates, depth)), seconds in zip(rows, times):
                print(json.dumps([model["name"], device["name"], name, gates, depth, round(seconds, 2)]), flush=True)


if __name__ == "__main__":
    main()
