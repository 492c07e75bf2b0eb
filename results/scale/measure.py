#!/usr/bin/env python3
"""What a layer over MPI ranks takes and sends on this machine, beside what the model says that it sends.

    cargo build --release --features mpi
    python3 results/scale/measure.py target/release/ketboard > results/scale/measured.csv

`ketboard bench` on a random model (a field on each qubit, 3n pairs, integer coefficients) of n = 20 to 28 qubits, over 1, 2
and 4 ranks of one thread each, and over one process of two threads without mpirun; f64. Up to 21 qubits a state stays with
rank 0, and nothing is sent. A rank sends (R - 1)/R of its share of 16 * 2^n bytes for a layer, and in every second layer of
2^n bytes more, the levels of the cost (model.py). More ranks than
cores take turns on them, so that only bytes and the sum of all work are to be read from such a line. Medians of three runs,
of 28 qubits one run.
"""

import json
import pathlib
import random
import subprocess
import sys
import tempfile

MPIRUN = ["mpirun", "--oversubscribe", "--allow-run-as-root", "--bind-to", "none"]


def model(qubits):
    pick = random.Random(qubits)
    pairs = sorted({tuple(sorted(pick.sample(range(qubits), 2))) for _ in range(3 * qubits)})
    linear = [pick.choice([-2, -1, 1, 2]) for _ in range(qubits)]
    return {"n": qubits, "offset": 0, "linear": linear, "quadratic": [[a, b, pick.choice([-1, 1, 2])] for a, b in pairs]}


def bench(program, file, ranks, threads):
    words = [program, "bench", str(file), "--threads", str(threads), "--layers", "4", "--json"]
    words += ["--runs", "1" if "28" in file.stem else "3"]
    words = words if ranks == 0 else [*MPIRUN, "-n", str(ranks), *words]
    return json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


def main(program):
    print("qubits,ranks,threads of each,s a layer,s a gradient of 4 layers,bytes sent by a rank a layer,model")
    with tempfile.TemporaryDirectory() as folder:
        for qubits in range(20, 29, 2):
            file = pathlib.Path(folder) / f"{qubits}.json"
            file.write_text(json.dumps(model(qubits)))
            for ranks, threads in [(0, 1), (0, 2), (1, 1), (2, 1), (4, 1)]:
                told = bench(program, file, ranks, threads)
                shared = told.get("ranks", 1)
                sent = told.get("sent_bytes_per_layer", 0)
                expected = (shared - 1) * (16 * 2**qubits + 2**qubits // 2) // shared**2
                assert sent == expected, (qubits, ranks, told)
                times = f"{told['per_layer_s']:.4g},{told['gradient_s']:.4g}"
                print(f"{qubits},{ranks or 'no mpirun'},{threads},{times},{sent},{expected}", flush=True)


if __name__ == "__main__":
    main(str(pathlib.Path(sys.argv[1]).resolve()))
