"""The circuit that is chosen for shipped boards on devices, beside every other that is found.

    python3 results/compile/table.py target/release/ketboard [BOARD ...] > results/compile/chosen.csv

One call of the program a case: `export --json` names all circuits that were found. A line holds two-qubit gates, their
depth and the estimated fidelity (the product over gates, waits and readouts of the native circuit, as
`ketboard device` has it) of the best one by each goal and of the best one by each method; `worse` says whether any is
better at the goal fidelity than what is chosen for it, which must not be. Angles are fixed numbers: the estimate hardly depends on them. Boards that the reduction leaves without
a qubit are left out.

    python3 results/compile/table.py target/release/ketboard --judge [BOARD ...]

asks for every goal and every method by a call of its own, on the boards of `JUDGED` or those named, and stops where a
call does not give the circuit that `chosen.csv` has: what the program says of the circuits that it rejected is then
what it makes when it is asked for them.
"""

import csv
import json
import math
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
JUDGED = ["tango-4x4", "takuzu-4x4", "n-queens-4x4", "queens-5x5", "tango-6x6"]
DEVICES = ["torino", "fez", "sherbrooke", "forte", "line", "square"]
DEPTHS = [1, 2, 3, 4, 5, 6]
GOALS = ["fidelity", "gates", "depth"]
METHODS = {
    "swap-network": "swap network",
    "mixed": "parity network, then swap networks",
    "direct": "direct routing",
}


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


class Case:
    """A board at a depth, as the program is asked for it."""

    def __init__(self, program, folder, name, depth):
        self.program, self.board = program, ROOT / f"examples/puzzles/{name}.toml"
        self.angles, self.out = pathlib.Path(folder) / "angles.json", pathlib.Path(folder) / "circuit.qasm"
        self.angles.write_text(json.dumps(angles(depth)))

    def exported(self, *arguments):
        command = [self.program, "export", self.board, "--angles", self.angles, "--to", "qasm3", *arguments]
        done = subprocess.run([*command, "-o", self.out, "--json"], capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(done.stderr)
        return json.loads(done.stdout)


def rank(one, goal="fidelity"):
    """What is best comes first."""
    size = (one["two_qubit_gates"], one["two_qubit_depth"])
    fidelity = -one.get("estimated_fidelity", 0.0)
    return {"fidelity": (fidelity, *size), "gates": (*size, fidelity), "depth": (*size[::-1], fidelity)}[goal]


def cell(one):
    """Gates, depth and fidelity in a few characters."""
    fidelity = f" {one['estimated_fidelity']:.4f}" if "estimated_fidelity" in one else ""
    return f"{one['two_qubit_gates']}/{one['two_qubit_depth']}{fidelity}"


def best_of(candidates, method):
    """The most faithful one of a method."""
    return min((one for one in candidates if one["method"] == METHODS[method]), key=rank)


def table(program, names):
    columns = [*GOALS, *METHODS]
    print("board,qubits,device,p,chosen," + ",".join(columns) + ",worse")
    boards = names or sorted(path.stem for path in (ROOT / "examples/puzzles").glob("*.toml"))
    with tempfile.TemporaryDirectory() as folder:
        for name in boards:
            for depth in DEPTHS:
                case = Case(program, folder, name, depth)
                qubits = case.exported()["qubits"]
                for device in DEVICES:
                    told = case.exported("--backend", backend(device, qubits))
                    candidates = told["candidates"]
                    goals = [min(candidates, key=lambda one: rank(one, goal)) for goal in GOALS]
                    found = [*goals, *(best_of(candidates, method) for method in METHODS)]
                    worse = any(rank(one) < rank(told) for one in candidates)
                    row = [name, str(qubits), device, str(depth), told["method"].replace(",", ""), *map(cell, found)]
                    print(",".join(row) + ("," + ("yes" if worse else "no")), flush=True)


def judge(program, names):
    found = csv.DictReader((ROOT / "results/compile/chosen.csv").open())
    rows = {(row["board"], row["device"], int(row["p"])): row for row in found}
    cases = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in names or JUDGED:
            for depth in DEPTHS:
                case = Case(program, folder, name, depth)
                for device in DEVICES:
                    row = rows[name, device, depth]
                    on = ["--backend", backend(device, int(row["qubits"]))]
                    for goal in GOALS:
                        alone = cell(case.exported(*on, "--optimize", goal))
                        assert alone == row[goal], (name, device, depth, goal, alone, row)
                    for method in METHODS:
                        alone = cell(case.exported(*on, "--method", method))
                        assert alone == row[method], (name, device, depth, method, alone, row)
                    cases += 1
    print(f"{cases} cases: each goal and each method alone gives the circuit of chosen.csv")


def main(program, names):
    if names[:1] == ["--judge"]:
        judge(program, names[1:])
    else:
        table(program, names)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
