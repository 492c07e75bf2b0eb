"""f(theta) of QOKit's C simulator and of this package, side by side in one run.

    python benches/beside_qokit.py [largest number of qubits]

QOKit's first file imports circuits and their packages, which no simulator needs: its folder stands
in for it.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
import time
import types
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import numpy as np
from ketboard.compat import qokit as ours


def simulator_of_qokit() -> type:
    place = importlib.util.find_spec("qokit")
    if place is None or place.submodule_search_locations is None:
        remedy = "pip install numba; pip install --no-deps qokit"
        raise SystemExit(f"QOKit is not installed; run: {remedy}")
    package = types.ModuleType("qokit")
    package.__path__ = list(place.submodule_search_locations)
    sys.modules["qokit"] = package
    # The wheel has the compiled C simulator under another name than it looks for.
    library = importlib.util.find_spec("simulator")
    if library is None or library.origin is None:
        raise SystemExit("this wheel of QOKit has no C simulator")
    importlib.import_module("qokit.fur.c.csim.libpath").libpath = Path(library.origin)
    simulator: type = importlib.import_module("qokit.fur").QAOAFURXSimulatorC
    return simulator


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
    theirs = simulator_of_qokit()
    print("| n | QOKit (C) | this package | ratio | value and gradient |")
    print("|---|---|---|---|---|")
    for n in range(12, largest + 1, 2):
        rng = np.random.default_rng(n)
        terms = [(float(rng.normal()), pair) for pair in combinations(range(n), 2)]
        simulator = theirs(n, terms=terms)
        f = ours.get_qaoa_objective(n, terms=terms)
        theta = rng.normal(size=8) * 0.3

        def other(simulator=simulator, theta=theta) -> float:
            result = simulator.simulate_qaoa(theta[:4], theta[4:])
            return float(simulator.get_expectation(result, preserve_state=False))

        assert abs(f(theta) - other()) < 1e-9
        slow = fastest(other)
        fast = fastest(lambda f=f, theta=theta: f(theta))
        slope = fastest(lambda f=f, theta=theta: f.gradient(theta))
        milliseconds = [f"{1e3 * t:.3f} ms" for t in (slow, fast, slope)]
        cells = [str(n), *milliseconds[:2], f"{slow / fast:.1f}", milliseconds[2]]
        print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
