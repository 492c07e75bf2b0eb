"""Prints every number of README.md from the tables beside this file, and draws gates.svg.

python3 results/encodings/encodings_numbers.py
"""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
WAYS = ("one-hot", "domain-wall", "binary", "xy", "grover")
WEIGHTS = (0.25, 0.5, 1, 2, 4)
BUDGETS = (10, 30, 100)


def rows_of(name):
    """The rows of a table beside this file, with numbers where there are numbers."""

    def read(text):
        try:
            return float(text)
        except ValueError:
            return text

    with (HERE / f"{name}.csv").open() as file:
        return [{key: read(text) for key, text in row.items()} for row in csv.DictReader(file)]


def ratio(pairs):
    """The geometric mean of the ratios of pairs, one a layout, with its 95 % bootstrap interval."""
    logs = np.log([a / b for a, b in pairs])
    drawn = np.random.default_rng(0).choice(logs, (10_000, len(logs))).mean(axis=1)
    return tuple(float(x) for x in np.exp([logs.mean(), *np.quantile(drawn, [0.025, 0.975])]))


def by_board(rows, *keys):
    """Rows by their values of keys, and then by way and board; of a way and board a list."""
    found = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    for row in rows:
        found[tuple(row[key] for key in keys)][row["way"]][row["board"]].append(row)
    return found


def at_depth(ways, p):
    """The row of each way and board at a depth."""
    return {
        way: {board: row for board, rows in boards.items() for row in rows if row["p"] == p}
        for way, boards in ways.items()
    }


def within_gates(rows, budget):
    """The success of the deepest circuit that has no more gates; of none, a random guess."""
    fits = [
        row["success"] for row in sorted(rows, key=lambda row: row["p"]) if row["gates"] <= budget
    ]
    return fits[-1] if fits else rows[0]["random"]


def against_one_hot(ways, of):
    """Of each way the ratio of a number of its rows to that of one-hot on the same boards; a way
    without rows of a board is solved there by its rows alone."""
    value = {w: {b: of(b, rows) for b, rows in boards.items()} for w, boards in ways.items()}
    return {
        way: (
            ratio([(value[way].get(b, 1.0), one) for b, one in value["one-hot"].items()]),
            value[way],
        )
        for way in ways
    }


def compared(rows):
    """A table: of each family, qubits and way medians at p = 4, and ratios to one-hot."""
    for (family, qubits), ways in by_board(rows, "family", "qubits").items():
        at = {p: at_depth(ways, p) for p in (3, 4)}
        depth = against_one_hot(ways, lambda b, rs: next(r["success"] for r in rs if r["p"] == 4))
        budget = {b: row["gates"] for b, row in at[3]["one-hot"].items()}
        gates = against_one_hot(ways, lambda b, rs, budget=budget: within_gates(rs, budget[b]))
        for way, (of_depth, _) in depth.items():
            here = list(at[4][way].values())
            middle = {
                key: float(np.median([row[key] for row in here]))
                for key in ("random", "success", "feasible")
            }
            layer = np.median([(row["gates"] - row["start gates"]) / 4 for row in here])
            yield {
                "family": family,
                "qubits": int(qubits),
                "way": way,
                **middle,
                "start": float(np.median([row["start gates"] for row in here])),
                "layer": float(layer),
                "calls": float(np.median([row["calls"] for row in here])),
                "equal depth": of_depth,
                "equal gates": gates[way][0],
            }


def within(found):
    """A ratio with its interval, to two digits."""
    return "{:.2g} ({:.2g} to {:.2g})".format(*found)


def line(row):
    """A row of the README's table."""
    over = [
        within(row[key]) if row["way"] != "one-hot" else "1"
        for key in ("equal depth", "equal gates")
    ]
    cells = [f"{row['random']:.1e}", f"{row['success']:.3f}", f"{row['feasible']:.2f}"]
    cells += [f"{row['start']:g} + {row['layer']:g}", *over]
    return f"| {row['family']}, {row['qubits']} | {row['way']} | {' | '.join(cells)} |"


def told(numbers):
    return " | ".join(
        str(n)
        if isinstance(n, str)
        else f"{n[0]:.3g} ({n[1]:.3g} to {n[2]:.3g})"
        if isinstance(n, tuple)
        else f"{n:.3g}"
        for n in numbers
    )


def tables():
    rows = rows_of("depths")
    print(
        "## At p = 4; success over that of one-hot at equal depth, and at the gates of its p = 3\n"
    )
    for row in compared(rows):
        print(line(row))
    print("\n## XY on one queen a row alone, p = 4; gains over random guesses\n")
    for (family, qubits), ways in by_board(rows_of("alone") + rows, "family", "qubits").items():
        if "xy, rows alone" in ways:
            here = at_depth(ways, 4)
            states = np.median([row["states"] for row in here["xy, rows alone"].values()])
            success = {w: {b: r["success"] for b, r in here[w].items()} for w in here}
            over = [(one, success["one-hot"][b]) for b, one in success["xy, rows alone"].items()]
            gains = [
                float(np.median([r["success"] / r["random"] for r in here[w].values()]))
                for w in ("one-hot", "domain-wall", "binary", "xy, rows alone", "xy", "grover")
            ]
            middle = float(np.median(list(success["xy, rows alone"].values())))
            print("|", told([family, qubits, states, middle, ratio(over), *gains]), "|")
    every = rows_of("tuned")
    for budget in BUDGETS:
        print(f"\n## Searches of {budget} gradients at most, success over that of one-hot\n")
        for (family,), ways in by_board(
            [row for row in every if row["most calls"] == budget], "family"
        ).items():
            for way, (found, values) in against_one_hot(
                ways, lambda _, rs: rs[0]["success"]
            ).items():
                print("|", told([family, way, float(np.median(list(values.values()))), found]), "|")
    print("\n## The weight that is best for a family: success over weight 1, over one-hot's best\n")
    for (family,), ways in by_board(
        [row for row in every if row["most calls"] == ""], "family"
    ).items():
        at = {
            w: {
                x: {b: next(r["success"] for r in rs if r["weight"] == x) for b, rs in bs.items()}
                for x in WEIGHTS
            }
            for w, bs in ways.items()
        }
        best = {
            w: max(WEIGHTS, key=lambda x, w=w: np.mean(np.log(list(at[w][x].values())))) for w in at
        }
        for way in at:
            tuned_to = at[way][best[way]]
            gain = ratio([(tuned_to[b], at[way][1][b]) for b in tuned_to])
            over = ratio(
                [(tuned_to.get(b, 1.0), one) for b, one in at["one-hot"][best["one-hot"]].items()]
            )
            print("|", told([family, way, best[way], gain, over]), "|")
    print("\n## Torino, the best of p = 1 to 4 on each board: gates and success, over one-hot\n")
    for (family,), ways in by_board(rows_of("noise"), "family").items():
        for way, (found, values) in against_one_hot(
            ways, lambda _, rs: max(r["success"] for r in rs)
        ).items():
            gates = np.median([rs[0]["gates"] for rs in ways[way].values()])
            ideal = np.median([max(r["ideal"] for r in rs) for rs in ways[way].values()])
            print(
                "|",
                told([family, way, gates, ideal, float(np.median(list(values.values()))), found]),
                "|",
            )
        best = {
            way: {board: max(row["success"] for row in rows) for board, rows in ways[way].items()}
            for way in ("xy", "domain-wall")
        }
        pairs = [(found, best["domain-wall"][board]) for board, found in best["xy"].items()]
        ahead = float(sum(a > b for a, b in pairs))
        print(
            "|", told([family, "XY over domain wall, boards where ahead", ratio(pairs), ahead]), "|"
        )
    print("\n## N queens without givens: the probability of permutations\n")
    for row in rows_of("claim"):
        print(
            "|",
            told(
                [row["way"]]
                + [
                    row[key]
                    for key in ("N", "p", "uniform", "mass under expectation", "mass under success")
                ]
            ),
            "|",
        )
    draw(rows)


def draw(rows):
    """gates.svg: the median success against the two-qubit gates, p = 1 to 6."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "encodings", "svg.fonttype": "none"})
    from matplotlib import pyplot

    _, axes = pyplot.subplots(1, 2, figsize=(9, 4), sharey=True, layout="constrained")
    colors = dict(zip(WAYS, ("#000000", "#e69f00", "#009e73", "#0072b2", "#d55e00"), strict=True))
    for ax, family in zip(axes, ("queens", "n-queens"), strict=True):
        for (way, _), here in groups(
            [r for r in rows if (r["family"], r["qubits"]) == (family, 16)]
        ).items():
            points = [
                [np.median([r[key] for r in here if r["p"] == p]) for p in range(1, 7)]
                for key in ("gates", "success")
            ]
            ax.plot(*points, "o-", color=colors[way], label=way)
        ax.set(
            xscale="log",
            yscale="log",
            xlabel="gates on two qubits",
            title=f"{family}, 16 cells open",
        )
    axes[0].set_ylabel("P(success), median of 20 boards")
    axes[1].legend()
    pyplot.savefig(HERE / "gates.svg", metadata={"Date": None})


def groups(rows):
    found = defaultdict(list)
    for row in rows:
        found[row["way"], row["family"]].append(row)
    return found


if __name__ == "__main__":
    tables()
