#!/usr/bin/env python3
"""How fast one build of the program is beside another.

usage: benches/beside_program.py OLD NEW [--quick] [--only TEXT] [--rounds N] [--threads N] [--instructions SET]

OLD and NEW are two `ketboard` programs, built apart. Each row is one command, run in turn (OLD, NEW, OLD, NEW, …); what
is printed is the time of OLD over that of NEW, the median over pairs of neighbors: above 1 NEW is faster. The rows:

  layer, gradient, table   `bench` of random QUBOs of 10 to 26 qubits, f64 and f32
  qudits                   an evaluation of `solve` on 8^8, 9^9 and 3^12 states, whatever it does beside included
  ranks                    `bench` over 1, 2 and 4 ranks, where both programs are built with MPI and mpirun is there
  boards                   `solve` of every shipped board, as a whole
  study                    the sweeps of results/study: one angle, other objectives, strategies, many angles

--quick            fewer sizes, boards and studies: some minutes
--only TEXT        rows whose name holds TEXT
--rounds N         pairs of runs of each row (default 3)
--threads N        threads of both programs (default: one; all of the machine with 0)
--instructions SET avx512, avx2 or portable, as KETBOARD_INSTRUCTIONS tells both programs

Other work on the machine is in every number; pairs of neighbors share most of it. The geometric mean is over rows.
"""

import argparse
import json
import math
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SIZES = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 24, 26]
QUICK_SIZES = [10, 12, 14, 16, 19, 22]
LAYERS = 4
INSTRUCTIONS = {"avx512": "AVX-512", "avx2": "AVX2+FMA", "portable": "portable"}
# boards whose reduced rows are qudits of one size: name, rows, columns; every square is its own region's business
SHAPES = {"8^8": (8, 8), "9^9": (9, 9), "3^12": (12, 3), "4^8": (8, 4)}


def model(n):
    """A QUBO of `n` variables: each pair with probability 1/2, coefficients that are whole numbers."""
    pick = random.Random(n)
    pairs = [[i, j, pick.randint(1, 3)] for j in range(n) for i in range(j) if pick.random() < 0.5]
    return json.dumps({"n": n, "offset": 2, "linear": [-pick.randint(0, 3) for _ in range(n)], "quadratic": pairs})


def board(rows, columns):
    """One queen a row of a board: rows are qudits of as many levels as there are columns."""
    lines = "\n".join("." * columns for _ in range(rows))
    counts = ", ".join(["1"] * rows)
    column_counts = ", ".join([str(rows // columns)] * columns)
    return (
        f'family = "queens"\nname = "rows"\nboard = """\n{lines}\n"""\n'
        f'row_counts = [{counts}]\ncol_counts = [{column_counts}]\ndiagonals = "none"\n'
    )


class Programs:
    """The two programs, what is said to both, and a folder for what they read."""

    def __init__(self, arguments, folder):
        self.programs = [str(Path(arguments.old).resolve()), str(Path(arguments.new).resolve())]
        self.rounds, self.folder = arguments.rounds, folder
        self.threads = [] if arguments.threads == 0 else ["--threads", str(arguments.threads)]
        self.environment = dict(os.environ)
        if arguments.instructions:
            self.environment["KETBOARD_INSTRUCTIONS"] = INSTRUCTIONS[arguments.instructions]

    def run(self, which, words, launcher=()):
        """The seconds of a command and what it printed; nothing where it does not run."""
        command = [*launcher, self.programs[which], *words, *self.threads]
        began = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True, env=self.environment, check=False)
        seconds = time.perf_counter() - began
        # 1 is a search that found nothing
        return (seconds, done.stdout) if done.returncode in (0, 1) else None

    def pairs(self, words, numbers, launcher=()):
        """For each name that `numbers` gives, its times in turn: those of OLD, and those of NEW."""
        found = {}
        for _ in range(self.rounds):
            both = [self.run(which, words(which), launcher) for which in (0, 1)]
            if None in both:
                return {}
            measured = [numbers(*one) for one in both]
            for name in measured[0].keys() & measured[1].keys():
                found.setdefault(name, []).append((measured[0][name], measured[1][name]))
        return found


def bench_numbers(_, printed):
    row = json.loads(printed)
    return {"layer": row["per_layer_s"], "gradient": row["gradient_s"], "table": row["precompute_s"]}


def evaluation(seconds, printed):
    return {"": seconds / max(json.loads(printed).get("evaluations", 1), 1)}


def rows(programs, quick):
    """Yields (name, how to measure it)."""
    written = {}

    def file(name, text):
        if name not in written:
            written[name] = programs.folder / name
            written[name].write_text(text)
        return str(written[name])

    def bench(n, precision, launcher=()):
        path = file(f"{n}.json", model(n))
        runs = "3" if n < 24 else "1"
        words = ["bench", path, "--json", "--layers", str(LAYERS), "--runs", runs, "--precision", precision, "--quiet"]
        return lambda: programs.pairs(lambda _: words, bench_numbers, launcher)

    for n in QUICK_SIZES if quick else SIZES:
        for precision in ["f64", "f32"]:
            yield f"{n} qubits {precision}", bench(n, precision)
    for name, (height, width) in SHAPES.items():
        if quick and name == "9^9":
            continue  # 12 GiB
        path = file(f"{name}.toml", board(height, width))
        for precision in ["f32"] if name == "9^9" else ["f64", "f32"]:
            words = ["solve", path, "--registers", "rows", "--reduce", "none", "--depth", "1", "--starts", "1"]
            words += ["--iterations", "4", "--precision", precision, "--json", "--quiet"]
            yield f"qudits {name} {precision}", lambda words=words: programs.pairs(lambda _: words, evaluation)
    if shutil.which("mpirun"):
        for ranks in [1, 2] if quick else [1, 2, 4]:
            launcher = ["mpirun", "-n", str(ranks), "--oversubscribe", "--allow-run-as-root"]
            if all(shares(programs, which) for which in (0, 1)):
                yield f"22 qubits over {ranks} ranks", bench(22, "f64", launcher)
    boards = sorted((ROOT / "examples/puzzles").glob("*.toml"))
    for path in boards[::5] if quick else boards:
        words = ["solve", str(path), "--json", "--no-times", "--quiet"]
        yield f"board {path.stem}", lambda words=words: programs.pairs(lambda _: words, lambda s, _: {"": s})
    for name in ["ansatz"] if quick else ["ansatz", "objectives", "strategies", "depth"]:
        plan = str(ROOT / f"results/study/{name}.toml")

        def sweep(_, plan=plan):
            out = tempfile.mkdtemp(dir=programs.folder)
            return ["sweep", plan, "--out", out, "--no-plots", "--quiet"]

        yield f"study {name}", lambda sweep=sweep: programs.pairs(sweep, lambda s, _: {"": s})


def shares(programs, which):
    """Whether a program is built with MPI: two ranks then print one row, and it says so."""
    path = programs.folder / "shared.json"
    path.write_text(model(22))
    launcher = ["mpirun", "-n", "2", "--oversubscribe", "--allow-run-as-root"]
    words = ["bench", str(path), "--json", "--layers", "1", "--runs", "1", "--quiet"]
    done = programs.run(which, words, launcher)
    return done is not None and '"ranks":2' in done[1].replace(" ", "")


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1], add_help=True)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--instructions", choices=list(INSTRUCTIONS))
    arguments = parser.parse_args()
    for program in (arguments.old, arguments.new):
        if not Path(program).is_file():
            sys.exit(f"error: {program}: there is no such program; build it with cargo build --release")
    ratios = []
    print("| row | old, s | new, s | old / new |\n|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for name, measure in rows(Programs(arguments, Path(folder)), arguments.quick):
            if arguments.only not in name:
                continue
            found = measure()
            if not found:
                print(f"| {name} | a program does not run this | | |", flush=True)
            for what, pairs in sorted(found.items()):
                usual = [pair for pair in pairs if min(pair) > 0]
                if not usual:
                    continue
                ratio = statistics.median(old / new for old, new in usual)
                ratios.append(ratio)
                old, new = (statistics.median(pair[which] for pair in usual) for which in (0, 1))
                print(f"| {name} {what} | {old:.3g} | {new:.3g} | {ratio:.3f} |".replace("  ", " "), flush=True)
    if ratios:
        mean = math.exp(statistics.fmean(map(math.log, ratios)))
        print(f"\n{len(ratios)} rows, old / new: geometric mean {mean:.3f}, lowest {min(ratios):.3f}")


if __name__ == "__main__":
    main()
