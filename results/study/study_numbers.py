"""Prints every number of this folder's README.md, computed from the records beside it.

    python3 results/study/study_numbers.py
"""

from __future__ import annotations

import json
import math
import statistics
import sys
from collections import Counter, defaultdict
from pathlib import Path

FOLDER = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent


def records(name: str) -> list[dict]:
    return [json.loads(line) for line in (FOLDER / name / "records.jsonl").open()]


def sign_test(above: int, below: int) -> float:
    """The two-sided p-value of so many puzzles above and below, each as likely as the other."""
    n, few = above + below, min(above, below)
    tail = sum(math.comb(n, k) for k in range(few + 1)) / 2**n
    return min(1.0, 2 * tail)


def quartiles(values: list[float]) -> str:
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return f"{middle:.3f} ({low:.3f} to {high:.3f})"


def success_of(runs: list[dict], setting: str) -> dict:
    """Success by depth, value of a setting, and puzzle."""
    found: dict = defaultdict(lambda: defaultdict(dict))
    for run in runs:
        found[run["depth"]][run["setting"][setting]][run["name"]] = run["success_probability"]
    return found


def compared(found: dict, depth: int, value: str, other: str) -> str:
    pairs = [(found[depth][value][name], found[depth][other][name]) for name in found[depth][value]]
    above = sum(a > b for a, b in pairs)
    below = sum(a < b for a, b in pairs)
    p = sign_test(above, below)
    return f"p = {depth}: {value} above {other} on {above}, below on {below} of {len(pairs)} ({p:.2g})"


def depth() -> None:
    runs = records("depth")
    by_depth = defaultdict(list)
    for run in runs:
        by_depth[run["depth"]].append(run)
    print("## Depth\n")
    for p, here in sorted(by_depth.items()):
        success = [run["success_probability"] for run in here]
        base = [run["baselines"] for run in here]
        guess = sum(s > r["random_success_probability"] for s, r in zip(success, here))
        grover = sum(s > b["grover"] for s, b in zip(success, base))
        annealed = [b["annealing"]["success"] for b in base]
        surely = sum(a["low"] > s for a, s in zip(annealed, success))
        below = sum(a["high"] < s for a, s in zip(annealed, success))
        layers = statistics.median(run["layers_to_99"] for run in here)
        count = len(here)
        cells = [p, quartiles(success), f"{guess} of {count}", f"{grover} of {count}"]
        cells += [f"{surely} ({below}) of {count}", f"{layers:.0f}"]
        print("|", " | ".join(map(str, cells)), "|")
        middle = statistics.median(a["value"] for a in annealed)
        print(f"    annealing, median: {middle:.2f}")
    curves = defaultdict(dict)
    for run in runs:
        curves[run["name"]][run["depth"]] = run["success_probability"]
    steps = [(c[p], c[p + 1]) for c in curves.values() for p in c if p + 1 in c]
    falls = sum(b < 0.999 * a for a, b in steps)
    guess = statistics.median(run["random_success_probability"] for run in by_depth[1])
    print(f"success falls in {falls} of {len(steps)} steps; random guess, median {guess:.4f}")
    free = sum(run["baselines"]["exact_search_nodes"] == 0 for run in by_depth[1])
    print(f"the exact solver needs no guess on {free} of {len(by_depth[1])}")
    for p in (1, 4, 10):
        points = [(run["qubits"], math.log2(run["success_probability"])) for run in by_depth[p]]
        slope, error = fit(points)
        print(f"p = {p}: success falls as 2^(-a n), a = {-slope:.3f} ± {error:.3f}")
    deepest = max(by_depth)
    worst = defaultdict(Counter)
    kept = defaultdict(lambda: defaultdict(list))
    for run in by_depth[deepest]:
        lowest = min(run["rules"], key=lambda rule: rule["kept"])
        worst[run["family"]][lowest["kind"]] += 1
        for rule in run["rules"]:
            kept[run["family"]][rule["kind"]].append(rule["kept"])
    for family, kinds in worst.items():
        medians = {kind: round(statistics.median(k), 2) for kind, k in kept[family].items()}
        success = [r["success_probability"] for r in by_depth[deepest] if r["family"] == family]
        print(f"{family}: median {statistics.median(success):.3f}; learned last {dict(kinds)}; {medians}")


def fit(points: list[tuple[float, float]]) -> tuple[float, float]:
    """The slope of a line by least squares, and half its 95 % interval by Student's t."""
    n = len(points)
    mx, my = (statistics.fmean(axis) for axis in zip(*points))
    sxx = sum((x - mx) ** 2 for x, _ in points)
    slope = sum((x - mx) * (y - my) for x, y in points) / sxx
    rest = sum((y - my - slope * (x - mx)) ** 2 for x, y in points)
    # Student's t at 97.5 % for 78 degrees of freedom
    return slope, 1.991 * math.sqrt(rest / (n - 2) / sxx)


def medians(found: dict) -> None:
    for p in sorted(found):
        cells = [f"{value} {statistics.median(s.values()):.4f}" for value, s in found[p].items()]
        print(f"| {p} |", " | ".join(cells), "|")


def objectives() -> None:
    print("\n## What is minimized\n")
    found = success_of(records("objectives"), "objective")
    medians(found)
    for p in sorted(found):
        for value in found[p]:
            if value != "expectation":
                print(compared(found, p, value, "expectation"))


def strategies() -> None:
    print("\n## Where searches start\n")
    runs = records("strategies")
    found = success_of(runs, "strategy")
    medians(found)
    calls = defaultdict(list)
    for run in runs:
        if run["depth"] == 6:
            calls[run["setting"]["strategy"]].append(run["evaluations"])
    for value, of in calls.items():
        print(f"{value}: {statistics.median(of):.0f} calls up to p = 6")
        if value != "interp":
            for p in sorted(found):
                print(f"    {compared(found, p, value, 'interp')}")


def ansatz() -> None:
    print("\n## How many angles\n")
    runs = records("ansatz")
    found = success_of(runs, "ansatz")
    medians(found)
    for p in sorted(found):
        print(compared(found, p, "per-rule", "standard"))
    calls = defaultdict(list)
    for run in runs:
        if run["depth"] == 4:
            calls[run["setting"]["ansatz"]].append(run["evaluations"])
    print({value: statistics.median(of) for value, of in calls.items()})


if __name__ == "__main__":
    depth()
    objectives()
    strategies()
    ansatz()
