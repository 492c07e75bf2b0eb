"""What pickles and copies call to make things again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ketboard._ketboard import Ansatz, Cost, Problem, Puzzle


def ansatz(
    cost: Cost,
    mixer: Any,
    precision: Any,
    solutions: Sequence[int],
    observable: Cost | None,
    threads: int | None,
) -> Ansatz:
    """The ansatz of these arguments."""
    return Ansatz(
        cost, mixer, precision, solutions=solutions, observable=observable, threads=threads
    )


def ansatz_of(problem: Problem, threads: int | None) -> Ansatz:
    """The ansatz of a problem."""
    return problem.ansatz(threads=threads)


def problem(puzzle: Puzzle, options: dict[str, Any]) -> Problem:
    """The problem of a puzzle with these settings."""
    return puzzle.problem(**options)
