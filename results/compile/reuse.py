"""Would fewer qubits do, if a qubit that is measured may be reset and used again? What would that be worth?

    python3 results/compile/reuse.py target/release/ketboard torino fez sherbrooke > results/compile/reuse.csv

How few qubits: a variable can be measured when its last layer is done, and for that all variables within p steps of it
in the graph of the couplings must have begun. Let G^p join the variables that are at most p steps apart. Measured in
the order v_1 ... v_n, the circuit needs max_i |N[v_1 ... v_i] \\ {v_1 ... v_(i-1)}| qubits, N[ ] with the variables
themselves, in G^p; the least over all orders is the pathwidth of G^p, plus 1 (Kinnersley, Inf. Process. Lett. 42, 345
(1992), has the pathwidth as this vertex separation). The commuting phases of a layer may be done in any order, so that
this number is reached. It is computed exactly, over all 2^n sets of measured variables.

What it is worth, at p = 1, beside the circuit that Ketboard chooses (`chosen.csv`):

- `without a swap`: the best that a router could hope for by gates on pairs (`without_a_swap`);
- `level 3` and `level 3 with reuse`, for the machines that are named: circuits of Qiskit's level 3 with the machine's
  rates on all qubits, and on fewer, rated by `estimate.py`, which lets a reused qubit off with the time of one readout.
  Of three numbers of qubits and three seeds the most faithful circuit is taken; where `without a swap` leaves room for
  a gain of 1.2, of six numbers and eight seeds.

Needs NumPy and Qiskit.
"""

import csv
import sys

import numpy as np
from qiskit import QuantumCircuit

from estimate import ONE, REUSE, ROOT, TWO, Machine, fidelity
from qiskit_depths import Rated, compiled, model

SEEDS, MORE_SEEDS = range(3), range(8)
ROOM = 1.2  # times the chosen fidelity, from which on more is tried


def closed_neighborhoods(n, pairs, steps):
    """Masks of the variables that are at most so many steps away."""
    near = [1 << v for v in range(n)]
    for a, b in pairs:
        near[a] |= 1 << b
        near[b] |= 1 << a
    reach = list(near)
    for _ in range(steps - 1):
        reach = [sum_of(near[u] for u in bits(mask)) for mask in reach]
    return reach


def sum_of(masks):
    whole = 0
    for mask in masks:
        whole |= mask
    return whole


def bits(mask):
    return [k for k in range(mask.bit_length()) if mask >> k & 1]


def fewest_qubits(n, reach):
    """The fewest qubits, and an order of measurement that needs no more."""
    sets = np.arange(1 << n, dtype=np.int64)
    begun = np.zeros(1 << n, dtype=np.int64)
    for v in range(n):
        begun |= np.where(sets >> v & 1, reach[v], 0)
    held = np.bitwise_count(begun & ~sets).astype(np.int64) + 1  # with the one that is measured last
    held[0] = 0
    least = np.full(1 << n, n + 1, dtype=np.int64)
    least[0] = 0
    by_size = np.argsort(np.bitwise_count(sets), kind="stable")
    bounds = np.searchsorted(np.bitwise_count(sets)[by_size], np.arange(n + 2))
    for k in range(1, n + 1):
        now = by_size[bounds[k]:bounds[k + 1]]
        for v in range(n):
            has = now[now >> v & 1 == 1]
            least[has] = np.minimum(least[has], np.maximum(least[has ^ (1 << v)], held[has]))
    order, left = [], (1 << n) - 1
    while left:
        v = next(v for v in bits(left) if max(least[left ^ (1 << v)], held[left]) == least[left])
        order.append(v)
        left ^= 1 << v
    return int(least[-1]), order[::-1]


def with_reuse(n, pairs, order, wires):
    """One layer on so many wires; a wire is taken again only when no fresh one is left."""
    partners = {v: set() for v in range(n)}
    for a, b in pairs:
        partners[a].add(b)
        partners[b].add(a)
    circuit = QuantumCircuit(wires, n)
    wire, fresh, free, done = {}, list(range(wires)), [], set()

    def begin(v):
        if fresh:
            wire[v] = fresh.pop(0)
        else:
            wire[v] = free.pop(0)
            circuit.reset(wire[v])
        circuit.h(wire[v])

    for v in order:
        for u in sorted({v} | partners[v]):
            if u not in wire:
                begin(u)
        for u in sorted(partners[v] - done):
            circuit.rzz(0.31 + 0.01 * u, wire[v], wire[u])
        circuit.rz(0.2 + 0.01 * v, wire[v])
        circuit.rx(-0.86, wire[v])
        circuit.measure(wire[v], v)
        free.append(wire[v])
        done.add(v)
    return circuit


class Joined(Machine):
    """A machine whose qubits are all coupled, by gates of one error."""

    def __init__(self, machine, error):
        self.__dict__.update(machine.__dict__)
        self.error = error

    def two(self, a, b):
        return self.error


def without_a_swap(n, pairs, order, wires, machine):
    """What one layer with reuse is worth if every pair costs two gates, or one where a qubit is met for the first time,
    and no swap at all; on connected qubits that serve well, each gate as good as the mean of the couplings that join
    them. On ions a pair is one gate, and any qubits serve."""
    if machine.is_chain:
        return fidelity(machine, *pair_by_pair(n, pairs, order, range(wires), 1))
    near = {q: {} for q in machine.qubits}
    for (a, b), error in machine.usable().items():
        near[a][b] = near[b][a] = error
    gates = 2.0 * len(pairs)
    regions = []
    for start in near:
        inside, errors = [start], []
        while len(inside) < wires:
            ways = [(gates * error / wires + machine.qubits[b][1], error, b)
                    for a in inside for b, error in near[a].items() if b not in inside]
            if not ways:
                break
            _, error, q = min(ways)
            inside.append(q)
            errors.append(error)
        if len(inside) == wires:
            mean = sum(errors) / max(1, len(errors))
            readout = sum(machine.qubits[q][1] for q in inside) / wires
            regions.append((gates * mean + n * readout, mean, inside))
    best = sorted(regions)[:6]
    return max(fidelity(Joined(machine, mean), *pair_by_pair(n, pairs, order, inside, 2)) for _, mean, inside in best)


def pair_by_pair(n, pairs, order, wires, gates):
    """One layer in the order of measurement: steps, and what is measured at the end."""
    partners = {v: set() for v in range(n)}
    for a, b in pairs:
        partners[a].add(b)
        partners[b].add(a)
    steps, wire, fresh, free, done, met = [], {}, list(wires), [], set(), set()
    for v in order:
        for u in sorted({v} | partners[v]):
            if u not in wire:
                reused = not fresh
                wire[u] = free.pop(0) if reused else fresh.pop(0)
                steps += [(REUSE, [wire[u]])] * reused + [(ONE, [wire[u]])]
        for u in sorted(partners[v] - done):
            first = not {u, v} <= met  # a CX whose target still is |+> does nothing
            steps += [(TWO, [wire[v], wire[u]])] * (1 if first else gates)
            met |= {u, v}
        steps.append((ONE, [wire[v]]))
        free.append(wire[v])
        done.add(v)
    return steps, sorted(set(wire.values()))


def shown(best):
    return f"{best[0]:.4f} on {best[1]}"


def main(program, names):
    found = csv.DictReader((ROOT / "results/compile/chosen.csv").open())
    ours = {(row["board"], row["device"]): row["fidelity"] for row in found if row["p"] == "1"}
    print("board,qubits,couplings,fewest at p = 1,fewest at p = 2,machine,chosen,without a swap,", end="")
    print("level 3,level 3 with reuse")
    for board in sorted((ROOT / "examples/puzzles").glob("*.toml")):
        n, pairs = model(program, board)
        if n < 2:
            continue
        (fewest, order), (at_two, _) = (fewest_qubits(n, closed_neighborhoods(n, pairs, p)) for p in (1, 2))
        head = f"{board.stem},{n},{len(pairs)},{fewest},{at_two}"
        for name in ["torino", "fez", "sherbrooke", "forte"]:
            machine, cells = Rated(name), ["", "", ""]
            if fewest < n:
                bound = max((without_a_swap(n, pairs, order, k, machine), k) for k in range(fewest, n))
                cells[0] = shown(bound)
            if fewest < n and name in names:
                target = machine.target()
                few, seeds = {fewest, (fewest + n) // 2, n - 1} - {n}, SEEDS
                if bound[0] > ROOM * float(ours[board.stem, name].split()[1]):
                    few, seeds = (few | {fewest + 1, fewest + 2, bound[1]}) - {n, n + 1}, MORE_SEEDS
                on = {k: max(compiled(with_reuse(n, pairs, order, k), machine, target, seeds)) for k in {n, *few}}
                plain, best = on[n], max((*on[k], k) for k in few)
                cells[1] = f"{plain[1]}/{plain[2]} {plain[0]:.4f}"
                cells[2] = f"{best[1]}/{best[2]} {best[0]:.4f} on {best[3]}"
            print(f"{head},{name},{ours[board.stem, name]},{','.join(cells)}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
