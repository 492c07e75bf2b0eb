"""The same boards in five encodings: python measure.py STEP [PROGRAM [FOLDER]]

plan    writes qubits.toml and registers.toml, with the seeds of twenty distinct layouts
depths  reads the records of both sweeps in FOLDER; writes boards.json, and depths.csv: gates,
        success, feasible mass
tuned   writes tuned.csv: the 12-qubit boards with other weights, and with searches cut short
alone   writes alone.csv: queens under the XY mixer, without what else holds within a row
noise   writes noise.csv: queens on Torino, by the program's command device; rows there are kept
claim   writes claim.csv: N queens without givens at p = 1, the probability of permutations

encodings_numbers.py prints every number of README.md and permutations.md from these files, and draws gates.svg.
"""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from itertools import permutations
from pathlib import Path

import numpy as np
from ketboard import Ansatz, Cost, Puzzle

HERE = Path(__file__).resolve().parent
LAYOUTS = 20
# Size, stars, and the qubits that the paper's rules are to leave, of each family.
BOARDS = {
    "queens": (6, None, (8, 12, 16)),
    "n-queens": (7, None, (8, 12, 16)),
    "star-battle": (8, 2, (8, 12, 16)),
    "tango": (4, None, (8, 10, 12)),
    "sudoku": (4, None, (8, 12, 16)),
}
WAYS = {
    "one-hot": {},
    "domain-wall": {"symbols": "domain-wall"},
    "binary": {"symbols": "binary"},
    "xy": {"registers": "rows", "mixer": "xy-complete"},
    "grover": {"registers": "rows", "mixer": "grover"},
}
# What there is of each: codes need rows with one queen or cells with one digit, and row by row the
# paper's rules leave a 4×4 Sudoku no choice at all.
OF = {family: list(WAYS) for family in ("queens", "n-queens")}
OF |= {family: ["one-hot", "xy", "grover"] for family in ("star-battle", "tango")}
OF["sudoku"] = ["one-hot", "domain-wall", "binary"]
WEIGHTS = (0.25, 0.5, 1, 2, 4)
BUDGETS = (10, 30, 100)


def write(name, rows):
    with (HERE / f"{name}.csv").open("w", newline="") as file:
        table = csv.DictWriter(file, rows[0], lineterminator="\n")
        table.writeheader()
        table.writerows(rows)


def words(angles):
    return " ".join(f"{angle:.8g}" for angle in angles)


def layout_of(text):
    """What is left of a puzzle file without name and comments, and where a board has lines of its
    own (regions, signs), without what is given."""
    lines = [line for line in text.splitlines() if line[:1] != "#" and line[:4] != "name"]
    if "regions" in text:
        lines = [line for line in lines if not line.startswith(("queens", "empty"))]
    return "\n".join(lines)


def made(program, family, qubits, seed):
    """The text of a generated puzzle file; None where the seed makes none."""
    size, stars, _ = BOARDS[family]
    how = ["--size", size, "--qubits", qubits, "--seed", seed]
    how += ["--stars", stars] if stars else []
    run = subprocess.run(
        [program, "generate", family, *map(str, how)], capture_output=True, text=True
    )
    return run.stdout if run.returncode == 0 else None


def plan(program, _):
    head = 'name = "{}"\nreduce = "paper"\ndepths = "1..6"\n{}\n'
    head += '[record]\nlayers = "none"\nbaselines = false\n'
    parts = {
        "qubits": head.format(
            "one-hot, domain wall, binary", 'symbols = ["one-hot", "domain-wall", "binary"]\n'
        ),
        "registers": head.format(
            "registers", 'registers = "rows"\nmixer = ["xy-complete", "grover"]\n'
        ),
    }
    for family, (size, stars, every) in BOARDS.items():
        for qubits in every:
            seeds, layouts, seed = [], set(), 0
            while len(seeds) < LAYOUTS:
                seed += 1
                text = made(program, family, qubits, seed)
                if text and layout_of(text) not in layouts:
                    layouts.add(layout_of(text))
                    seeds.append(seed)
            table = f'\n[[generate]]\nfamily = "{family}"\nsize = {size}\nqubits = {qubits}\n'
            table += f"seeds = {seeds}\n"
            table += f"stars = {stars}\n" if stars else ""
            for name in parts:
                parts[name] += table if name == "qubits" or family != "sudoku" else ""
    for name, text in parts.items():
        (HERE / f"{name}.toml").write_text(text)


def way_of(setting):
    if setting.get("mixer") == "grover":
        return "grover"
    return "xy" if setting.get("registers") == "rows" else setting["symbols"]


def feasible_of(puzzle, problem, states):
    """Which basis states show a board that the registers of rows can show, too; of a Sudoku a board
    with one digit in each cell."""
    boards = [tuple(problem.board(state)) for state in range(states)]
    if puzzle.text.count('family = "sudoku"'):
        return np.array([all(row.isdigit() for row in board) for board in boards])
    rows = puzzle.problem(reduce="paper", **WAYS["xy"])
    legal = {tuple(rows.board(state)) for state in range(rows.ansatz().cost.states)}
    return np.array([board in legal for board in boards])


def row_of(name, way, puzzle):
    """How a row of a table begins, the problem, and its ansatz: None where it has one state."""
    family = puzzle.text.split('family = "')[1].split('"')[0]
    row = {"family": family, "board": name, "qubits": int(name.split("-qubits")[0].split("-")[-1])}
    problem = puzzle.problem(reduce="paper", **WAYS[way])
    ansatz = problem.ansatz(threads=1)
    row |= {"way": way, "held in": problem.qubits, "states": ansatz.cost.states}
    return row, problem, ansatz if ansatz.cost.states > 1 else None


def depths(_, folder):
    rows, runs, texts = [], defaultdict(list), {}
    for name in ("qubits", "registers"):
        for line in (Path(folder) / name / "records.jsonl").open():
            record = json.loads(line)
            texts[record["name"]] = record["input"]["puzzle"]
            runs[record["name"], way_of(record["setting"])].append(record)
    (HERE / "boards.json").write_text(json.dumps(texts, indent=0) + "\n")
    for name, text in texts.items():
        puzzle = Puzzle.from_text(text)
        for way in OF[text.split('family = "')[1].split('"')[0]]:
            row, problem, ansatz = row_of(name, way, puzzle)
            if ansatz is None:
                one = {
                    "start gates": 0,
                    "gates": 0,
                    "calls": 0,
                    "random": 1,
                    "success": 1,
                    "feasible": 1,
                }
                rows += [{**row, "p": p, **one, "gammas": "", "betas": ""} for p in range(1, 7)]
                continue
            feasible = feasible_of(puzzle, problem, ansatz.cost.states)
            first, second = (problem.circuit(depth=depth).two_qubit_gates for depth in (1, 2))
            for record in runs[name, way]:
                angles, p = (record["gammas"], record["betas"]), record["depth"]
                kept = ansatz.probabilities(*angles)[feasible].sum()
                gates = first + (p - 1) * (second - first)
                row |= {"p": p, "start gates": 2 * first - second, "gates": gates}
                row |= {"calls": record["evaluations"]}
                row |= {"random": f"{record['solutions'] / record['states']:.6g}"}
                row |= {
                    "success": f"{record['success_probability']:.8g}",
                    "feasible": f"{kept:.8g}",
                }
                rows.append({**row, "gammas": words(angles[0]), "betas": words(angles[1])})
    write("depths", rows)


def middle():
    """The boards of the middle number of qubits of each family: name, family and text."""
    for name, text in json.loads((HERE / "boards.json").read_text()).items():
        family = text.split('family = "')[1].split('"')[0]
        if f"-{BOARDS[family][2][1]}-qubits" in name:
            yield name, family, text


def weighed(family, way):
    """The kinds of rules whose weight is tried: those that registers keep, or on registers the most
    like them among those that stay in the cost."""
    if family in ("tango", "sudoku"):
        return {"tango": "balance", "sudoku": "cell"}[family]
    return "column" if way in ("xy", "grover") else "row"


def tuned(_, __):
    rows = []
    for name, family, text in middle():
        puzzle = Puzzle.from_text(text)
        for way in OF[family]:
            row, problem, ansatz = row_of(name, way, puzzle)
            if ansatz is None:
                continue
            for budget in BUDGETS:
                calls = iter(range(budget))
                stage = ansatz.optimize(
                    6, callback=lambda _, calls=calls: next(calls, None) is not None
                )[-1]
                success = problem.at(stage.gammas, stage.betas)[1]
                rows.append(
                    {
                        **row,
                        "weight": 1,
                        "most calls": budget,
                        "p": stage.depth,
                        "success": f"{success:.8g}",
                    }
                )
            for weight in WEIGHTS:
                how = {"weights": f"{weighed(family, way)}={weight}", **WAYS[way]}
                problem = puzzle.problem(reduce="paper", **how)
                stage = problem.ansatz(threads=1).optimize(4)[-1]
                success = problem.at(stage.gammas, stage.betas)[1]
                rows.append(
                    {**row, "weight": weight, "most calls": "", "p": 4, "success": f"{success:.8g}"}
                )
    write("tuned", rows)


def rows_alone(problem):
    """The cost of a board of queens where each row has one queen, and other rules within a row are
    in the cost, as with the codes; with the basis states of one-hot that its states are."""
    nothing = "".join(problem.board(0))
    width, rows = len(problem.board(0)[0]), defaultdict(list)
    for k in range(problem.qubits):
        here = "".join(problem.board(1 << k))
        (cell,) = (at for at, (a, b) in enumerate(zip(nothing, here, strict=True)) if a != b)
        rows[cell // width].append(1 << k)
    states = np.zeros(1, dtype=int)
    for row in rows.values():
        states = (np.array(row)[:, None] + states).ravel()
    dims = [len(row) for row in rows.values()]
    return Cost.from_values(problem.cost.values()[states], dims=dims), states


def alone(_, __):
    rows = []
    for name, text in json.loads((HERE / "boards.json").read_text()).items():
        if "queens" not in name:
            continue
        row, problem, _ = row_of(name, "one-hot", Puzzle.from_text(text))
        cost, states = rows_alone(problem)
        solved = [at for at, state in enumerate(states) if problem.is_solved_by(int(state))]
        # on two levels the complete graph is X
        mixer = "x" if set(cost.dims) == {2} else "xy-complete"
        ansatz = Ansatz(cost, mixer, solutions=solved, threads=1)
        for stage in ansatz.optimize(6):
            angles = stage.gammas, stage.betas
            row |= {"way": "xy, rows alone", "held in": "", "states": cost.states, "p": stage.depth}
            row |= {"random": f"{len(solved) / cost.states:.6g}"}
            row |= {"success": f"{ansatz.overlap(*angles, solved):.8g}"}
            rows.append({**row, "gammas": words(angles[0]), "betas": words(angles[1])})
    write("alone", rows)


def noise(program, _):
    with (HERE / "noise.csv").open() if (HERE / "noise.csv").exists() else io.StringIO() as file:
        rows = list(csv.DictReader(file))
    done = {(row["board"], row["way"]) for row in rows}
    for name, family, text in middle():
        for way in OF[family] if "queens" in family else []:
            if (name, way) in done:
                continue
            row, _, ansatz = row_of(name, way, Puzzle.from_text(text))
            if ansatz is None:
                continue
            with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
                file.write(text)
                file.flush()
                how = [word for key, value in WAYS[way].items() for word in (f"--{key}", value)]
                how += [
                    "--reduce",
                    "paper",
                    "--backend",
                    "torino",
                    "--depths",
                    "1..4",
                    "--estimate",
                ]
                run = [program, "device", file.name, *how, "--json", "--quiet", "--threads", "1"]
                found = json.loads(
                    subprocess.run(run, capture_output=True, text=True, check=True).stdout
                )
            for record in found["records"]:
                told = {"p": record["depth"], "gates": record["two_qubit_gates"]}
                told |= {"fidelity": f"{record['estimated_fidelity']:.6g}"}
                told |= {"ideal": f"{record['success_probability']:.8g}"}
                rows.append(
                    {**row, **told, "success": f"{record['estimated_success_probability']:.8g}"}
                )
            write("noise", rows)


def queens_on_qubits(n):
    """(1 − Σx)² of each row and column, 1 for a pair on a diagonal; cell r, c is qubit nr + c."""
    terms = defaultdict(float)
    lines = [[n * r + c for c in range(n)] for r in range(n)]
    for line in lines + [list(column) for column in zip(*lines, strict=True)]:
        terms[()] += 1
        for k, a in enumerate(line):
            terms[a,] -= 1
            for b in line[k + 1 :]:
                terms[a, b] += 2
    for a in range(n * n):
        for b in range(a + 1, n * n):
            if b // n - a // n == abs(a % n - b % n) > 0:
                terms[a, b] += 1
    return Cost(n * n, dict(terms))


def queens_on_rows(n):
    """The same cost where a row has one queen: qudit r, fastest first, is the column of row r."""
    energies = np.zeros((n,) * n)
    columns = np.indices((n,) * n, sparse=True)[::-1]
    for r in range(n):
        for s in range(r + 1, n):
            apart = abs(columns[r] - columns[s])
            energies += 2.0 * (apart == 0) + (apart == s - r)
    return Cost.from_values(energies.ravel(), dims=[n] * n)


def permutations_of(n, way):
    """The basis states that have one queen in each row and column."""
    step = [(n**r if way == "rows" else n * r, r) for r in range(n)]
    if way == "rows":
        return [sum(order[r] * at for at, r in step) for order in permutations(range(n))]
    return [sum(1 << (at + order[r]) for at, r in step) for order in permutations(range(n))]


def claim(_, largest):
    rows = []
    for n in range(3, (int(largest) if largest.isdigit() else 8) + 1):
        spaces = [("rows", queens_on_rows(n), "xy-complete")]
        spaces += [("one-hot", queens_on_qubits(n), "x")] if n <= 5 else []
        for way, cost, mixer in spaces:
            at = permutations_of(n, way)
            ansatz = Ansatz(cost, mixer, solutions=at, threads=1)
            deepest = 4 if cost.states <= 2**16 else 1
            goals = ("expectation", "success")
            found = {goal: ansatz.optimize(deepest, objective=goal) for goal in goals}
            for p in range(1, deepest + 1):
                row = {"N": n, "way": way, "states": cost.states, "p": p}
                row |= {"uniform": len(at) / cost.states}
                for goal, stages in found.items():
                    angles = stages[p - 1].gammas, stages[p - 1].betas
                    row |= {f"mass under {goal}": ansatz.overlap(*angles, at)}
                    row |= {f"gammas under {goal}": words(angles[0])}
                    row |= {f"betas under {goal}": words(angles[1])}
                rows.append(row)
        write("claim", rows)


if __name__ == "__main__":
    step, program, folder = (sys.argv[1:] + ["ketboard", "."])[:3]
    {one.__name__: one for one in (plan, depths, tuned, alone, noise, claim)}[step](program, folder)
