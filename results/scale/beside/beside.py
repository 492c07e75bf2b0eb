#!/usr/bin/env python3
"""Ketboard, mpiQulacs and QuEST over MPI ranks on this machine, in turn.

    python3 beside.py KETBOARD BENCH_QULACS BENCH_QUEST > beside.csv 2> beside.jsonl

KETBOARD is the program built with the feature mpi; the others are qulacs.cpp and quest.cpp, built as BUILD.md tells. Nothing
is built here. For 20 to 26 qubits and 1, 2 and 4 ranks of one thread each, one program runs after the other, f64: a gate RX on
each qubit, and a layer of QAOA of a dense random model (half of all pairs, a linear term on each qubit, integer coefficients).

Of mpiQulacs and QuEST the best of five after a warm-up, between barriers; no further run begins once so many seconds are over as
LIMITS tells, and a warm-up that takes as long is counted. Of Ketboard, `bench`, which gives a median, and the layer only: a layer of its walk has no
mixer to be timed alone. Layers that take too long are left out: of a gate for each pair beyond 22 qubits, of a diagonal operator
beyond 24.

Each state is checked: after one layer from |+> the norm is 1, an amplitude is the same over any number of ranks and, but for
its phase, in mpiQulacs and QuEST, and the mean of the cost is what Ketboard says; beyond 22 qubits the layer that is checked has
the first three pairs only, where no whole layer is timed. All that was found, with the number of runs, goes to standard error as
lines of JSON.
"""

import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

MPIRUN = ["mpirun", "--oversubscribe", "--allow-run-as-root", "--bind-to", "none"]
ONE_THREAD = {**os.environ, "OMP_NUM_THREADS": "1"}
# the layer in common.hpp
GAMMA, BETA = 0.08, -0.4
SIZES = [20, 22, 24, 26]
RANKS = [1, 2, 4]
RUNS = 5
# seconds for the gates on each qubit, and for layers
LIMITS = 20, 5
# the largest sizes whose layers are timed with a gate for each pair, and with a diagonal operator; how many pairs are checked beyond
PAIRED = 22
DIAGONAL = 24
FEW = 3


def model(qubits):
    pick = random.Random(qubits)
    pairs = [(a, b) for a in range(qubits) for b in range(a + 1, qubits)]
    pairs = sorted(pick.sample(pairs, len(pairs) // 2))
    linear = [pick.choice([-2, -1, 1, 2]) for _ in range(qubits)]
    return {"n": qubits, "offset": 0, "linear": linear, "quadratic": [[a, b, pick.choice([-1, 1, 2])] for a, b in pairs]}


def few(given):
    return {**given, "quadratic": given["quadratic"][:FEW]}


def written(file, given):
    """The model as JSON for Ketboard, and as plain numbers for the others."""
    file.with_suffix(".json").write_text(json.dumps(given))
    lines = [[given["n"], len(given["quadratic"])], given["linear"], *given["quadratic"]]
    file.with_suffix(".txt").write_text("".join(" ".join(map(str, line)) + "\n" for line in lines))
    return file


def told(words, ranks=0):
    words = [*MPIRUN, "-n", str(ranks), *words] if ranks else words
    words = [str(word) for word in words]
    return json.loads(subprocess.run(words, check=True, capture_output=True, text=True, env=ONE_THREAD).stdout)


def close(one, other, tolerance=1e-9):
    return abs(one - other) <= tolerance * max(1, abs(one))


def checked(name, found, first, mean):
    """`first` holds, by name, the amplitude that each program found at first."""
    amplitude = complex(*found["amplitude"])
    assert abs(found["norm"] - 1) < 1e-10 and abs(found["last_norm"] - 1) < 1e-10, (name, found)
    assert close(found["mean"], mean), (name, found, mean)
    own = first.setdefault(name, amplitude)
    size = abs(next(iter(first.values())))
    assert abs(amplitude - own) < 1e-10 * size and abs(abs(amplitude) - size) < 1e-10 * size, (name, found, first)


def row(name, qubits, ranks, found, gates, layer):
    print(json.dumps({**found, "simulator": name, "qubits": qubits, "ranks": ranks}), file=sys.stderr, flush=True)
    times = ",".join(f"{value:.4g}" if value else "" for value in [gates, layer])
    print(f"{name},{qubits},{ranks},{times}", flush=True)


def at(qubits, folder, qulacs, quest, ketboard):
    dense = written(folder / f"{qubits}-dense", model(qubits))
    short = dense if qubits <= PAIRED else written(folder / f"{qubits}-few", few(model(qubits)))
    plain = "layer" if qubits <= PAIRED else "gates"
    others = [
        ("mpiQulacs", qulacs, plain, short),
        ("mpiQulacs optimized", qulacs, "optimized", short),
        ("QuEST", quest, plain, short),
    ]
    if qubits <= DIAGONAL:
        others.append(("QuEST diagonal", quest, "diagonal", dense))

    def ours(file, *more, ranks=0):
        return told([ketboard, "bench", file.with_suffix(".json"), "--json", "--precision", "f64", *more], ranks)

    one = ["--runs", 1, f"--gammas={GAMMA}", f"--betas={BETA}"]
    means = {file: ours(file, *one)["expectation"] for file in {dense, short}}
    first = {dense: {}, short: {}}
    for ranks in RANKS:
        timed = ["--layers", 4, "--runs", RUNS] if qubits < 26 else ["--layers", 2, "--runs", 3]
        found = ours(dense, "--threads", 1, *timed, ranks=ranks)
        shared = found.get("ranks", 1)
        assert found.get("sent_bytes_per_layer", 0) == (shared - 1) * 16 * 2**qubits // shared**2, found
        row("Ketboard", qubits, ranks, found, None, found["per_layer_s"])
        for name, program, what, file in others:
            found = told([program, what, file.with_suffix(".txt"), RUNS, *LIMITS], ranks)
            row(name, qubits, ranks, found, found["gates_s"], found["layer_s"])
            checked(name, found, first[file], means[file])


def main(ketboard, qulacs, quest):
    print("simulator,qubits,ranks,gate_on_each_qubit_s,layer_s")
    with tempfile.TemporaryDirectory() as folder:
        for qubits in SIZES:
            at(qubits, pathlib.Path(folder), qulacs, quest, ketboard)


if __name__ == "__main__":
    main(*(str(pathlib.Path(word).resolve()) for word in sys.argv[1:4]))
