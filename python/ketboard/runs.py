"""What searches and runs found, as data: to be compared, copied, pickled and written."""

from __future__ import annotations

import copy
import html
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["Run", "Stage"]


@dataclass(frozen=True, eq=False, repr=False)
class Stage:
    """What a search reached at one depth: the best angles and what they are worth.

    ``depth`` is the number of layers p; ``gammas`` and ``betas`` are the angles of the cost and of
    the mixer layers in radians, float arrays of length p. ``expectation`` is that of C there, in
    its unit, and ``objective`` the value of what was minimized, computed exactly. ``evaluations``
    counts those of this and all earlier depths. ``success_probability`` is that of the solutions,
    `None` where the ansatz knows none or the search was stopped. ``stopped`` says whether it was
    stopped before this depth was done.
    """

    depth: int
    gammas: npt.NDArray[np.float64]
    betas: npt.NDArray[np.float64]
    expectation: float
    objective: float
    evaluations: int
    success_probability: float | None
    stopped: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The same as a dict, with lists of angles, as JSON takes it."""
        return {**vars(self), "gammas": self.gammas.tolist(), "betas": self.betas.tolist()}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Stage) and self.to_dict() == other.to_dict()

    def __repr__(self) -> str:
        return f"<ketboard.Stage of depth {self.depth}, expectation {self.expectation}>"


def stages(records: list[dict[str, Any]]) -> list[Stage]:
    """The stages of a search, as the compiled part describes them."""
    angles = ("gammas", "betas")
    return [Stage(**{**s, **{k: np.array(s[k], dtype=float) for k in angles}}) for s in records]


class Run:
    """What a run found; ``str(run)`` is the board, and the numbers below it.

    >>> from ketboard import Puzzle
    >>> run = Puzzle.generate("tango", 4, seed=1).solve(2, seed=3)
    >>> run == Puzzle.generate("tango", 4, seed=1).solve(2, seed=3)
    True
    >>> sum(run.samples.values()) == run.to_dict()["measured"]["shots"]
    True
    """

    def __init__(self, record: Mapping[str, Any], text: str) -> None:
        self._record, self._text = dict(record), text

    @property
    def solved(self) -> bool:
        """Whether a sample obeys all rules."""
        return bool(self._record["status"] == "solved")

    @property
    def stopped(self) -> bool:
        """Whether the search was stopped before it was done."""
        return bool(self._record.get("stopped", False))

    @property
    def board(self) -> list[str] | None:
        """The board that was found, one string a row, or `None`."""
        board = self._record.get("board")
        return None if board is None else list(board)

    @property
    def depth(self) -> int:
        """The number of layers p."""
        return int(self._record["depth"])

    @property
    def stages(self) -> list[Stage]:
        """What was reached at each depth: a list of `Stage`."""
        return stages(self._record["stages"])

    @property
    def expectation(self) -> float:
        """The expectation of C in the final state."""
        return float(self._record["expectation"])

    @property
    def success_probability(self) -> float | None:
        """The probability to measure a solution, or `None` where not all solutions are known."""
        return self._record.get("success_probability")

    @property
    def evaluations(self) -> int:
        """How often the circuit was evaluated."""
        return int(self._record["evaluations"])

    @property
    def samples(self) -> dict[str, int]:
        """How often each string of bits was sampled, the most frequent first.

        The highest qubit comes first, as in Qiskit, and as `Problem.board` takes them.
        """
        counts = self._record.get("counts") or {}
        ordered = sorted(counts.items(), key=lambda item: -item[1])
        return {bits[::-1]: int(count) for bits, count in ordered}

    def to_dict(self) -> dict[str, Any]:
        """The keys of the program's ``solve --json``, and ``stages``.

        In its ``counts`` character k of a string is qubit k.
        """
        return copy.deepcopy(self._record)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Run) and self._record == other._record

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<ketboard.Run of depth {self.depth}, {'' if self.solved else 'not '}solved>"

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self._text, quote=False)}</pre>"
