"""QAOA on an exact state vector: costs, exact gradients, qudits, and logic puzzles.

>>> from ketboard import Ansatz, Cost
>>> ansatz = Ansatz(Cost(3, {(0, 1): 1.0, (1, 2): 1.0, (1,): -1.5}))
>>> best = ansatz.optimize(2)[-1]
>>> best.expectation < ansatz.cost.mean
True
"""

from ketboard._ketboard import (
    Ansatz,
    Circuit,
    Cost,
    Error,
    Interrupted,
    Problem,
    Puzzle,
    __version__,
    verify,
)
from ketboard.experiments import Picture, Records, read_records, sweep
from ketboard.runs import Run, Stage

__all__ = [
    "Ansatz",
    "Circuit",
    "Cost",
    "Error",
    "Interrupted",
    "Picture",
    "Problem",
    "Puzzle",
    "Records",
    "Run",
    "Stage",
    "__version__",
    "read_records",
    "sweep",
    "verify",
]
