"""Sweeps over puzzles and settings, with the records of the program's command `sweep`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

import numpy as np

from ketboard._extras import imported
from ketboard._ketboard import Error, Interrupted, draw_figure, record_texts, run_plan

if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike

__all__ = ["Picture", "Records", "read_records", "sweep"]


class Records(list[dict[str, Any]]):
    """The records of a sweep, a dict each with the keys of the program's `records.jsonl`.

    ``complete`` says whether all runs of the plan are done. A slice of records is records, too.
    """

    complete: bool = True

    @overload
    def __getitem__(self, index: SupportsIndex) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, index: slice) -> Records: ...
    def __getitem__(self, index: SupportsIndex | slice) -> dict[str, Any] | Records:
        if not isinstance(index, slice):
            return super().__getitem__(index)
        part = Records(super().__getitem__(index))
        part.complete = self.complete
        return part

    def to_pandas(self) -> Any:
        """The records as a pandas data frame, a row each; keys of settings read `setting.seed`."""
        return imported("pandas", "pandas").json_normalize(list(self))

    def plot(self, figure: str = "success", *, ax: Any = None) -> Any:
        """The figure that the program's command ``plot`` draws: a `Picture`, or several in a list.

        ``figure`` is success, ground, expectation, qubits, time, angles, broken, marginals or
        boards. With ``ax``, axes of matplotlib, success or expectation is drawn there instead, a
        line of medians over puzzles and seeds for each setting, and ``ax`` is returned.
        Raises ``ketboard.Error`` if the records do not hold what the figure shows.
        """
        if ax is not None:
            return _on_axes(self, figure, ax)
        texts = [json.dumps(record) for record in self]
        drawn = [Picture(name, svg) for name, svg in draw_figure(texts, figure)]
        return drawn[0] if len(drawn) == 1 else drawn


@dataclass(frozen=True)
class Picture:
    """A picture as SVG text, which a notebook shows. ``name`` is that of the program's file."""

    name: str
    svg: str = field(repr=False)

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the SVG text into a file."""
        Path(path).write_text(self.svg, encoding="utf-8")


def _on_axes(records: Records, figure: str, ax: Any) -> Any:
    keys = {"success": "success_probability", "expectation": "expectation"}
    if figure not in keys:
        raise Error(f"figure: found '{figure}'; with ax use success or expectation")
    curves: dict[str, dict[int, list[float]]] = {}
    for record in records:
        curve = curves.setdefault(_label(record, records), {})
        values = curve.setdefault(int(record["depth"]), [])
        if record.get(keys[figure]) is not None:
            values.append(float(record[keys[figure]]))
    for label, curve in curves.items():
        depths = sorted(depth for depth, values in curve.items() if values)
        ax.plot(depths, [np.median(curve[depth]) for depth in depths], marker="o", label=label)
    ax.set_xlabel("depth p")
    ax.set_ylabel("success probability" if figure == "success" else "⟨C⟩")
    if len(curves) > 1:
        ax.legend()
    return ax


def _label(record: Mapping[str, Any], records: Records) -> str:
    """The settings of a record that differ among the records, but for the seed."""
    settings = record.get("setting", {})
    differ = [
        f"{key} {settings[key]}"
        for key in settings
        if key != "seed" and any(r.get("setting", {}).get(key) != settings[key] for r in records)
    ]
    return ", ".join(differ) or "all runs"


def sweep(
    plan: str | PathLike[str] | Mapping[str, Any],
    *,
    out: str | PathLike[str],
    callback: Callable[[str], bool | None] | None = None,
    threads: int | None = None,
) -> Records:
    """Runs a plan, and returns the records, which are in the folder ``out`` as well.

    ``plan`` is a plan file, or a dict with its keys: `{"puzzles": ["boards/*.toml"], "depths":
    "1..4", "seeds": [0, 1]}`, whose files are looked for in the current folder. ``callback`` is
    called with the name of each run that is done, and stops the sweep by returning False. A sweep
    that was stopped goes on where it was with the same call. Ctrl-C raises
    `ketboard.Interrupted`, whose ``result`` has the records so far. The records are the program's,
    byte for byte, for any number of threads.

    Raises `ketboard.Error` if the plan or a puzzle cannot be read, or ``out`` holds another plan's
    runs.
    """
    stopped_by_callback = False

    def progress(run: str) -> bool:
        nonlocal stopped_by_callback
        stopped_by_callback = callback is not None and callback(run) is False
        return not stopped_by_callback

    if isinstance(plan, Mapping):
        text = "".join(f"{key} = {_toml(value)}\n" for key, value in plan.items())
        complete = run_plan("", out, progress, threads, text)
    else:
        complete = run_plan(plan, out, progress, threads)
    path = Path(out) / "records.jsonl"
    texts = record_texts(out) if complete or (path.exists() and path.stat().st_size) else []
    records = Records(json.loads(text) for text in texts)
    records.complete = complete
    if not complete and not stopped_by_callback:
        interrupted = Interrupted("stopped by Ctrl-C; `result` has the records so far")
        interrupted.result = records
        raise interrupted
    return records


def _toml(value: Any) -> str:
    """A value as TOML writes it; numbers, texts and lists of them are as in JSON."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {_toml(value[key])}" for key in value) + "}"
    if isinstance(value, (list, tuple, range)):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    return json.dumps(value)


def read_records(folder: str | PathLike[str]) -> Records:
    """The records in a folder that a sweep of the package or of the program filled.

    Raises `ketboard.Error` if there is no file of records, or a line of it is none.
    """
    return Records(json.loads(text) for text in record_texts(folder))
