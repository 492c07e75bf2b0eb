"""Compares ways to search for angles on a set of boards: runs sweeps, and prints the rows of efforts.csv, for each depth one.

    python3 measure.py OUT SET WAY=PROGRAM[:KEY=VALUE,...] ...

The first way is what is called the lowest here, the second the judge of what is worse. Its program makes the boards, which
the other ways get as files. Sweeps that are there are kept.
"""

import csv
import json
import pathlib
import statistics
import subprocess
import sys

SIZES = {"queens": 5, "star-battle": 6, "n-queens": 6, "tents": 6, "tango": 6, "takuzu": 6, "sudoku": 4, "chess": 5}


def boards(qubits, seeds):
    line = '[[generate]]\nfamily = "{}"\nsize = {}\nqubits = {}\nseeds = "{}"\n'
    return "".join(line.format(family, size, n, seeds) for family, size in SIZES.items() for n in qubits)


FEW = boards([6, 8], "369055..369056")
SETS = {
    "shipped": ('puzzles = ["PUZZLES/*.toml"]\n', ""),
    "fresh": ("", boards([6, 8], "369045..369054")),
    "larger": ("", boards([10, 12], "369057")),
    "small-registers": ('registers = "auto"\nmixer = ["xy-complete", "xy-ring"]\n', FEW),
    "grover": ('mixer = "grover"\n', FEW),
    "cvar": ('objective = "cvar:0.2"\n', FEW),
    "success": ('objective = "success"\n', FEW),
}


def sweep(out, name, way, program, settings):
    """The records of a way on a set, by run."""
    folder = out / name / way
    if not (folder / "records.jsonl").exists():
        top, generated = SETS[name]
        puzzles = pathlib.Path(__file__).resolve().parents[2] / "examples/puzzles"
        boards = out.resolve() / name / "boards"
        reduce = 'reduce = "paper"\n' if generated else ""
        if generated and boards.exists():
            top, generated = f'puzzles = ["{boards}/*.toml"]\n{top}', ""
        plan = f'name = "{name}"\ndepths = "1..8"\n{reduce}{top.replace("PUZZLES", str(puzzles))}{settings}'
        plan += f'[record]\nlayers = "none"\nbaselines = false\n{generated}'
        folder.mkdir(parents=True, exist_ok=True)
        (out / name / f"{way}.toml").write_text(plan)
        subprocess.run([program, "sweep", out / name / f"{way}.toml", "--out", folder, "--no-plots", "--quiet"], check=True)
    found = {}
    boards = out / name / "boards"
    boards.mkdir(exist_ok=True)
    for line in (folder / "records.jsonl").open():
        record = json.loads(line)
        board = boards / f"{record['name']}.toml"
        if not board.exists():
            board.write_text(record["input"]["puzzle"])
        if record["qubits"]:
            kind = record["setting"].get("mixer", "")
            found[record["name"], kind, record["depth"]] = record
    return found


def compare(name, way, found, lowest, before):
    """The rows of a way: at each depth its calls so far, and in percent how often it is at the lowest, and worse."""
    rows = []
    for depth in range(1, 9):
        keys = [key for key in found if key[2] == depth and key in lowest and key in before]
        value = lambda records, key: records[key]["objective"]
        share = lambda at: round(100 * statistics.mean(map(at, keys)), 1)
        rows.append({
            "set": name,
            "way": way,
            "boards": len(keys),
            "depth": depth,
            "calls": sum(found[key]["evaluations"] for key in keys),
            "lowest": share(lambda key: value(found, key) <= value(lowest, key) + 1e-4),
            "worse": share(lambda key: value(found, key) > value(before, key) + 1e-3),
            "success": round(statistics.median(found[key]["success_probability"] for key in keys), 4),
        })
    return rows


def main():
    out, name = pathlib.Path(sys.argv[1]), sys.argv[2]
    ways = {}
    for text in sys.argv[3:]:
        way, _, program = text.partition("=")
        program, _, settings = program.partition(":")
        pairs = [pair.split("=") for pair in settings.split(",") if pair]
        lines = "".join(f"{key} = {value if value.isdigit() else json.dumps(value)}\n" for key, value in pairs)
        ways[way] = sweep(out, name, way, program, lines)
    lowest, before = list(ways.values())[:2]
    table = csv.DictWriter(sys.stdout, ["set", "way", "boards", "depth", "calls", "lowest", "worse", "success"])
    for way, found in ways.items():
        table.writerows(compare(name, way, found, lowest, before))


if __name__ == "__main__":
    main()
