"""Published numbers of QAOA, made again: python papers.py [SECTION ...] [--to QUBITS] [--turns T]

Sections: fixed, overlap, trees, sk, order, ramps; all without one. Each writes the table of its
name beside this file, row by row. The published numbers come with QOKit's package
(pip install qokit==0.1.4 --no-deps), and from the papers that README.md names.

QOKit's layers are e^{-iγC/2} and e^{-iβΣX}, ours e^{-iγC} and e^{-iβΣX}: γ here is half of theirs.
"""

from __future__ import annotations

import argparse
import csv
import json
import time
from importlib.metadata import distribution
from itertools import combinations
from pathlib import Path

import networkx as nx
import numpy as np
from ketboard import Ansatz, Cost
from scipy.optimize import minimize

HERE = Path(__file__).resolve().parent
DEEPEST = 12
LABS, TREES, SK, RAMPS = (
    f"arXiv:{n}" for n in ("2308.02342", "2107.00677", "2110.14206", "2405.09169")
)


def published(name):
    """The rows of one of QOKit's tables."""
    path = distribution("qokit").locate_file(f"qokit/assets/{name}.json")
    return list(json.loads(Path(path).read_text()).values())


def compared(source, published, ours, tolerance):
    """The columns that every table has; no tolerance where equality is not expected."""
    row = {"source": source, "published": published, "ours": float(ours)}
    return row | {"difference": float(ours) - published, "tolerance": tolerance}


def words(angles):
    """Angles in one cell of a table, with every digit."""
    return " ".join(repr(float(angle)) for angle in angles)


def numbers(cell):
    """The angles in a cell of a table."""
    return np.array([float(word) for word in cell.split()])


def rows_of(name):
    """The rows of a table beside this file, of text."""
    path = HERE / f"{name}.csv"
    with path.open() as file:
        return list(csv.DictReader(file))


class Table:
    """A table that is written row by row, so that a search that is stopped loses nothing."""

    def __init__(self, name):
        self.path, self.empty = HERE / f"{name}.csv", True
        self.path.write_text("")

    def add(self, row):
        with self.path.open("a", newline="") as file:
            table = csv.DictWriter(file, row, lineterminator="\n")
            if self.empty:
                table.writeheader()
            table.writerow(row)
        self.empty = False
        print({key: row[key] for key in row if key not in ("gammas", "betas")}, flush=True)


def labs(n):
    """E(s) = Σ_k (Σ_i s_i s_{i+k})², less its constant: low autocorrelation binary sequences."""
    terms = {}
    for k in range(1, n):
        for i, j in combinations(range(n - k), 2):
            product = tuple(sorted({i, i + k} ^ {j, j + k}))
            terms[product] = terms.get(product, 0) + 2
    return Cost(n, terms, variables="spins")


def fixed(asked):
    """Angles for p = 12 scaled by 1/N, on LABS: the probability of the best sequences."""
    table = Table("fixed")
    for row in published("QAOA_with_fixed_parameters_p_opt"):
        if row["p"] != DEEPEST or not 10 <= row["N"] <= asked.to:
            continue
        cost = labs(row["N"])
        gammas, betas = np.array(row["gamma"]) / 2, row["beta"]
        ours = Ansatz(cost).overlap(gammas, betas, cost.ground_states())
        told = compared(LABS, row["overlap transferred"], ours, 1e-9)
        table.add(
            {"N": row["N"], "p": DEEPEST, **told, "gammas": words(gammas), "betas": words(betas)}
        )


def climbed(ansatz, angles, iterations):
    """The probability of the solutions and the angles where L-BFGS ends that starts at `angles`."""
    p = len(angles) // 2

    def downhill(x):
        value, slope = ansatz.gradient(x[:p], x[p:], objective="success")
        return value, slope.ravel()

    how = {"maxiter": iterations, "maxfun": 2 * iterations, "ftol": 1e-15, "gtol": 1e-10}
    found = minimize(downhill, angles, jac=True, method="L-BFGS-B", options=how)
    return -found.fun, found.x


def deeper(angles):
    """Starts with a layer more: on the same curve, or with a layer of zeros last or first."""
    old = len(angles) // 2
    places, known = ((np.arange(p) + 0.5) / p for p in (old + 1, old))
    halves = angles.reshape(2, old)
    yield np.concatenate([np.interp(places, known, half) for half in halves])
    yield np.pad(halves, [(0, 0), (0, 1)]).ravel()
    yield np.pad(halves, [(0, 0), (1, 0)]).ravel()


def shallower(angles):
    """Starts without one of the layers."""
    halves = angles.reshape(2, -1)
    for k in range(halves.shape[1]):
        yield np.delete(halves, k, axis=1).ravel()


def ramp(ansatz, n, shorter):
    """The best angles with γ > 0 and β < 0 in all layers that start from ramps, or from such angles
    of a layer less."""
    p = 1 if shorter is None else len(shorter) // 2 + 1
    up = (np.arange(p) + 0.5) / p
    scales = [(gamma, beta) for gamma in (0.2, 0.5, 1, 2) for beta in (0.1, 0.2, 0.4)]
    starts = [np.concatenate([gamma / n * up, -beta * up[::-1]]) for gamma, beta in scales]
    starts += [] if shorter is None else deeper(shorter)
    found = [climbed(ansatz, start, 40) for start in starts]
    kept = [one for one in found if min(*one[1][:p], *-one[1][p:], 1) > -1e-9] or found
    return climbed(ansatz, max(kept, key=lambda one: one[0])[1], 2000)[1]


def starts_of(n, p, turn, beams, smooth):
    """Where a search begins that does not know the published angles: random and smooth angles,
    and the best of a layer less or more and of a sequence one shorter or longer, as they were found
    until now. Beyond N = 13 turns after the first begin at the smooth ones alone."""
    chance = np.random.default_rng([n, p, turn] if turn else [n, p])
    yield smooth[n, p]
    if turn and n > 13:
        return
    for base in [smooth[n, p], *deeper(smooth[n, p - 1])] if turn and p > 1 else []:
        for width in (0.01, 0.03, 0.1, 0.3):
            yield base + chance.normal(0, width, 2 * p)
    tries = 48 if p <= 3 else 6 if turn == 0 else 16
    for gammas, betas in [((0, 2 / n), (-0.5, 0)), ((-0.8, 0.8), (-0.8, 0.8))]:
        for _ in range(tries):
            yield np.concatenate([chance.uniform(*gammas, p), chance.uniform(*betas, p)])
    for base in (start for angles in beams.get((n, p - 1), []) for start in deeper(angles)):
        if turn == 0:
            yield base
        for width in (0.01, 0.05, 0.15):
            yield base + chance.normal(0, width, 2 * p)
    for m in (n - 1, n + 1):
        for angles in beams.get((m, p), []):
            yield angles * np.repeat([m / n, 1], p)
    for angles in beams.get((n, p + 1), []):
        yield from shallower(angles)
    for angles in beams.get((n, p), []):
        for width in (0.05, 0.15):
            yield angles + chance.normal(0, width, 2 * p)


def distinct(found, count=6):
    """The largest of values with their angles, values that are the same taken once."""
    kept = []
    for value, angles in sorted(found, key=lambda one: -one[0]):
        if len(kept) < count and all(abs(value - other) > 1e-5 for other, _ in kept):
            kept.append((value, angles))
    return kept


def overlap(asked):
    """The largest probability of the best sequences that a search finds, beside the best known.

    What was found, and in how many turns, is kept in a file: a later call goes on from there."""
    known = published("best_LABS_QAOA_parameters_wrt_overlap")
    known = {(row["N"], row["p"]): row for row in known if 9 <= row["N"] <= 15}
    known = {key: known[key] for key in sorted(known) if key[1] <= DEEPEST}
    memory = HERE / "overlap.json"
    turns, beams, smooth = {}, {}, {}
    if memory.exists():
        for n, p, turn, kept, curve in json.loads(memory.read_text()):
            turns[n, p], beams[n, p] = turn, [np.array(angles) for angles in kept]
            smooth[n, p] = np.array(curve)
    for turn in range(asked.turns):
        for n, p in known:
            if turns.get((n, p), 0) > turn or time.monotonic() > asked.until:
                continue
            cost = labs(n)
            ansatz = Ansatz(cost, solutions=cost.ground_states())
            if (n, p) not in smooth:
                smooth[n, p] = ramp(ansatz, n, smooth.get((n, p - 1)))
            starts = starts_of(n, p, turn, beams, smooth)
            first = distinct(climbed(ansatz, start, 120 if turn else 40) for start in starts)
            first += [climbed(ansatz, angles, 0) for angles in beams.get((n, p), [])]
            found = distinct(climbed(ansatz, angles, 2000) for _, angles in distinct(first))
            turns[n, p], beams[n, p] = turn + 1, [angles for _, angles in found]
            print(n, p, turn, known[n, p]["overlap"], found[0][0], flush=True)
            kept = [
                (*key, turns[key], [a.tolist() for a in beams[key]], smooth[key].tolist())
                for key in smooth
            ]
            memory.write_text(json.dumps(kept))
    table = Table("overlap")
    for n, p in (key for key in known if key in beams):
        cost, row = labs(n), known[n, p]
        best = cost.ground_states()
        ansatz = Ansatz(cost, solutions=best)
        theirs = np.concatenate([np.array(row["gamma"]) / 2, row["beta"]])
        own = [(ansatz.overlap(*a.reshape(2, p), best), a) for a in (*beams[n, p], smooth[n, p])]
        ways = {"search": max(own, key=lambda one: one[0])}
        ways["published angles"] = climbed(ansatz, theirs, 2000)
        # the search's own, unless a climb from the published angles ends surely higher
        way = max(ways, key=lambda way: ways[way][0] + (1e-7 if way == "search" else 0))
        told = compared(LABS, row["overlap"], ways[way][0], None)
        told |= {"published angles here": ansatz.overlap(*theirs.reshape(2, p), best)}
        told |= {"search": ways["search"][0], "from published angles": ways["published angles"][0]}
        gammas, betas = map(words, ways[way][1].reshape(2, p))
        table.add({"N": n, "p": p, **told, "way": way, "gammas": gammas, "betas": betas})


def cut_of(graph):
    """Minus the number of cut edges: Σ (s_i s_j − 1)/2 over the edges."""
    terms = {tuple(sorted(edge)): 0.5 for edge in graph.edges}
    terms[()] = -0.5 * graph.number_of_edges()
    return Cost(graph.number_of_nodes(), terms, variables="spins")


def plane(order):
    """Points and lines of the projective plane over the field of a prime order: girth 6."""
    points = [(1, a, b) for a in range(order) for b in range(order)]
    points += [(0, 1, a) for a in range(order)] + [(0, 0, 1)]
    grid = np.array(points) @ np.array(points).T % order
    return nx.Graph(
        (int(i), len(points) + int(j)) for i, j in zip(*np.nonzero(grid == 0), strict=True)
    )


def trees(asked):
    """The fraction of edges that fixed angles cut, where no cycle is shorter than 2p + 2."""
    known = {
        "Heawood": (14, [5, -5], 7),
        "McGee": (24, [12, 7, -7], 8),
        "Tutte-Coxeter": (30, [-13, -9, 7, -7, 9, 13], 5),
    }
    graphs = {"Petersen": nx.petersen_graph(), "PG(2,3)": plane(3)}
    graphs |= {name: nx.LCF_graph(*how) for name, how in known.items()}
    table = Table("trees")
    for name, graph in graphs.items():
        if len(graph) > asked.to:
            continue
        degree, girth = graph.degree[0], nx.girth(graph)
        for row in published("maxcut_datasets/fixed_angles_for_regular_graphs"):
            if row["d"] != degree or 2 * row["p"] + 1 >= girth:
                continue
            ansatz = Ansatz(cut_of(graph), precision="f32" if len(graph) > 28 else "f64")
            value = ansatz.expectation(np.array(row["gamma"]) / 2, -np.array(row["beta"]))
            told = compared(TREES, row["AR"], -value / graph.number_of_edges(), 1e-6)
            table.add(
                {
                    "graph": name,
                    "n": len(graph),
                    "degree": degree,
                    "girth": girth,
                    "p": row["p"],
                    **told,
                }
            )


def glass(n, instance):
    """Minus Σ J_ij s_i s_j / √n with J = ±1: the Sherrington-Kirkpatrick model, to be maximized."""
    signs = np.random.default_rng([n, instance]).choice([-1.0, 1.0], n * (n - 1) // 2)
    pairs = combinations(range(n), 2)
    terms = {pair: -sign / np.sqrt(n) for pair, sign in zip(pairs, signs, strict=True)}
    return Ansatz(Cost(n, terms, variables="spins"))


def glasses(rows, n, instances):
    """⟨C⟩/n at the published angles of each row, by instance."""
    found = []
    for instance in range(instances):
        ansatz = glass(n, instance)
        found.append(
            [-ansatz.expectation(row["gammas"], -np.array(row["betas"])) / n for row in rows]
        )
    return np.array(found).T


def interval(values):
    """The mean and its 95 % interval by the normal distribution."""
    mean, half = np.mean(values), 1.96 * np.std(values, ddof=1) / len(values) ** 0.5
    return float(mean), float(mean - half), float(mean + half)


def sk(asked):
    """⟨C⟩/n at the published angles for n → ∞, and the constant of a line in 1/n through it."""
    known = sorted(published("best_SK_QAOA_parameters"), key=lambda row: row["p"])
    rows = [row for row in known if row["p"] <= 3]
    sizes = {10: 400, 14: 200, 18: 60, 22: 12}
    sizes = {n: count for n, count in sizes.items() if n <= asked.to}
    values = {n: glasses(rows, n, count) for n, count in sizes.items()}
    table = Table("sk")
    for k, row in enumerate(rows):
        for n, count in sizes.items():
            mean, low, high = interval(values[n][k])
            table.add(
                {
                    "p": row["p"],
                    "n": n,
                    "instances": count,
                    **compared(SK, row["energy"], mean, None),
                    "low": low,
                    "high": high,
                }
            )
        chance = np.random.default_rng(row["p"])
        weights = [count**0.5 / np.std(values[n][k], ddof=1) for n, count in sizes.items()]

        def line(means, weights=weights):
            return np.polyfit([1 / n for n in sizes], means, 1, w=weights)[1]

        drawn = [
            line([np.mean(chance.choice(values[n][k], len(values[n][k]))) for n in sizes])
            for _ in range(1000)
        ]
        low, high = np.quantile(drawn, [0.025, 0.975])
        told = compared(SK, row["energy"], line([np.mean(values[n][k]) for n in sizes]), None)
        table.add(
            {
                "p": row["p"],
                "n": "infinite",
                "instances": sum(sizes.values()),
                **told,
                "low": low,
                "high": high,
            }
        )


def order(asked):
    """Whether the next deeper published angles give more, on the same models."""
    known = sorted(published("best_SK_QAOA_parameters"), key=lambda row: row["p"])
    rows, table = [row for row in known if row["p"] <= 40], Table("order")
    for n, count in ((12, 100), (14, 40), (16, 12)):
        values = glasses(rows, n, count)
        for k in range(1, len(rows)):
            gain, low, high = interval(values[k] - values[k - 1])
            published_gain = rows[k]["energy"] - rows[k - 1]["energy"]
            told = compared(SK, published_gain, gain, None)
            table.add(
                {
                    "p": rows[k]["p"],
                    "after": rows[k - 1]["p"],
                    "n": n,
                    "instances": count,
                    **told,
                    "low": low,
                    "high": high,
                }
            )


def ramps(asked, instances=60):
    """η of P = 2^(c − ηn), P of the best cuts under linear ramps on weighted MaxCut."""
    sizes, table = list(range(10, min(asked.to, 16) + 1, 2)), Table("ramps")
    told = {10: 0.22, 100: 0.05}
    for shift, slope in ((0.3, 0.6), (0.6, 0.6)):
        for p in (10, 25, 50, 100):
            found = []
            steps = np.arange(1, p + 1) / p
            gammas, betas = slope * steps, -shift * (1 - steps + 1 / p)
            for n in sizes:
                chance = np.random.default_rng(n)
                for _ in range(instances):
                    pairs = combinations(range(n), 2)
                    edges = {
                        pair: round(chance.random(), 3) for pair in pairs if chance.random() < 0.7
                    }
                    largest = max(edges.values())
                    cost = Cost(
                        n, {pair: w / largest for pair, w in edges.items()}, variables="spins"
                    )
                    found.append(np.log2(Ansatz(cost).overlap(gammas, betas, cost.ground_states())))
            found = np.array(found).reshape(len(sizes), instances)

            def eta(drawn):
                return -np.polyfit(sizes, drawn.mean(axis=1), 1)[0]

            places = np.random.default_rng(p).integers(0, instances, (1000, len(sizes), instances))
            low, high = np.quantile(
                [eta(np.take_along_axis(found, at, 1)) for at in places], [0.025, 0.975]
            )
            row = {
                "beta": shift,
                "gamma": slope,
                "p": p,
                "n": f"{sizes[0]} to {sizes[-1]}",
                "instances": instances,
            }
            figures = {"source": RAMPS, "published": told.get(p), "ours": eta(found)}
            figures |= {
                "difference": eta(found) - told[p] if p in told else None,
                "tolerance": None,
            }
            table.add({**row, **figures, "low": low, "high": high})


if __name__ == "__main__":
    sections = {one.__name__: one for one in (fixed, trees, sk, order, ramps, overlap)}
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("sections", nargs="*", default=list(sections), help="all by default")
    reader.add_argument("--to", type=int, default=22, metavar="QUBITS", help="30 takes 16 GiB")
    reader.add_argument("--turns", type=int, default=3, help="of the search in overlap")
    reader.add_argument("--minutes", type=float, default=1e9, help="overlap searches no row later")
    asked = reader.parse_args()
    asked.until = time.monotonic() + 60 * asked.minutes
    for name in asked.sections:
        sections[name](asked)
