"""f(theta) of QOKit's objective on its C simulator and of this package's, side by side in one run.

python benches/beside_qokit.py [largest number of qubits]
"""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import numpy as np
from ketboard.compat import qokit as ours

sys.path.insert(0, str(Path(__file__).parents[1] / "python" / "tests"))
import light_qokit  # noqa: E402


def objective_of_qokit() -> Callable[..., Callable[[np.ndarray], float]]:
    if not light_qokit.install():
        remedy = "pip install numba qiskit; pip install --no-deps qokit"
        raise SystemExit(f"QOKit is not installed; run: {remedy}")
    made: Callable[..., Callable[[np.ndarray], float]]
    made = importlib.import_module("qokit.qaoa_objective").get_qaoa_objective
    return made


def fastest(call: Callable[[], object], seconds: float = 1.0) -> float:
    """The shortest time of one call, in seconds, after a first one that is not counted."""
    call()
    times, end = [], time.perf_counter() + seconds
    while len(times) < 3 or time.perf_counter() < end:
        began = time.perf_counter()
        call()
        times.append(time.perf_counter() - began)
    return min(times)


def main() -> None:
    largest = int(sys.argv[1]) if len(sys.argv) > 1 else 18
    theirs = objective_of_qokit()
    print("| n | costs | QOKit (C) | this package | ratio | value and gradient |")
    print("|---|---|---|---|---|---|")
    for n in range(12, largest + 1, 2):
        rng = np.random.default_rng(n)
        pairs = list(combinations(range(n), 2))
        some = rng.permutation(len(pairs))[: 2 * n]
        for costs, terms in {
            "2n whole": [(1.0, pairs[k]) for k in some],
            "all pairs, real": [(float(rng.normal()), pair) for pair in pairs],
        }.items():
            f = ours.get_qaoa_objective(n, terms=terms)
            other = theirs(n, terms=terms, simulator="c")
            theta = rng.normal(size=8) * 0.3
            assert abs(f(theta) - other(theta)) < 1e-9
            slow = fastest(lambda other=other, theta=theta: other(theta))
            fast = fastest(lambda f=f, theta=theta: f(theta))
            slope = fastest(lambda f=f, theta=theta: f.gradient(theta))
            times = [f"{1e3 * t:.3f} ms" for t in (slow, fast, slope)]
            cells = [str(n), costs, *times[:2], f"{slow / fast:.1f}", times[2]]
            print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
