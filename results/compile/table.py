"""The circuit that is chosen for shipped boards on devices, beside every other that is found.

    python3 results/compile/table.py target/release/ketboard [BOARD ...] > results/compile/chosen.csv

For each board, device and depth the program is asked for its choice by each goal, and for the best
circuit of each method alone. A line holds two-qubit gates, their depth and the estimated fidelity
(the product over gates, waits and readouts of the native circuit, as `ketboard device` has it) of
each; `worse` says whether any of the others is better at the goal fidelity than what is chosen for
it, which must not be. Angles are fixed numbers: the estimate hardly depends on them.
"""

import json
import math
import pathlib
import subprocess
import sys
import tempfile

BOARDS = ["tango-4x4", "takuzu-4x4", "n-queens-4x4", "queens-5x5", "tango-6x6"]
DEVICES = ["torino", "fez", "sherbrooke", "forte", "line", "square"]
DEPTHS = [1, 2, 3, 4, 5, 6]
GOALS = ["fidelity", "gates", "depth"]
METHODS = ["swap-network", "parity", "mixed", "direct"]


def angles(depth):
    """Numbers without a special value among them."""
    gammas = [0.31 + 0.017 * k for k in range(depth)]
    return {"gammas": gammas, "betas": [-0.43 + 0.013 * k for k in range(depth)]}


def backend(device, qubits):
    if device == "line":
        return f"line-{qubits}"
    if device == "square":
        rows = math.isqrt(qubits - 1) + 1
        return f"grid-{rows}x{-(-qubits // rows)}"
    return device


def exported(program, board, file, arguments):
    out = file.with_suffix(".qasm")
    command = [program, "export", str(board), "--angles", str(file), "--to", "qasm3", *arguments]
    done = subprocess.run([*command, "-o", str(out), "--json"], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(done.stderr)
    return json.loads(done.stdout)


def main(program, names):
    root = pathlib.Path(__file__).resolve().parents[2] / "examples" / "puzzles"
    columns = [*GOALS, *METHODS]
    print("board,qubits,device,p,chosen," + ",".join(columns) + ",worse")
    with tempfile.TemporaryDirectory() as folder:
        for name in names or BOARDS:
            board = root / f"{name}.toml"
            for depth in DEPTHS:
                file = pathlib.Path(folder) / "angles.json"
                file.write_text(json.dumps(angles(depth)))
                qubits = exported(program, board, file, [])["qubits"]
                for device in DEVICES:
                    on = ["--backend", backend(device, qubits)]
                    found = [exported(program, board, file, [*on, "--optimize", goal]) for goal in GOALS]
                    found += [exported(program, board, file, [*on, "--method", method]) for method in METHODS]
                    best = found[0]

                    def rank(one):
                        size = (one["two_qubit_gates"], one["two_qubit_depth"])
                        return (-one.get("estimated_fidelity", 0.0), *size)

                    worse = any(rank(one) < rank(best) for one in found)
                    cells = [
                        f"{one['two_qubit_gates']}/{one['two_qubit_depth']}"
                        + (f" {one['estimated_fidelity']:.4f}" if "estimated_fidelity" in one else "")
                        for one in found
                    ]
                    row = [name, str(qubits), device, str(depth), best["method"].replace(",", ""), *cells]
                    print(",".join(row) + ("," + ("yes" if worse else "no")), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
