"""Sweeps over puzzles and settings, with the records of the program's command `sweep`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ketboard._ketboard import Interrupted, record_texts, run_plan

if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike

__all__ = ["Records", "read_records", "sweep"]


class Records(list[dict[str, Any]]):
    """The records of a sweep, a dict each with the keys of the program's `records.jsonl`.

    ``complete`` tells whether all runs of the plan are done.
    """

    complete: bool = True

    def to_pandas(self) -> Any:
        """The records as a pandas data frame, a row each; keys of settings read `setting.seed`."""
        import pandas

        return pandas.json_normalize(list(self))


def sweep(
    plan: str | PathLike[str] | Mapping[str, Any],
    *,
    out: str | PathLike[str],
    callback: Callable[[str], bool | None] | None = None,
    threads: int | None = None,
) -> Records:
    """Runs a plan, and returns the records, which stand in the folder ``out`` as well.

    ``plan`` is a plan file, or a dict with its keys: `{"puzzles": ["boards/*.toml"], "depths":
    "1..4", "seeds": [0, 1]}`, whose files are looked for in the current folder. ``callback`` is
    called with the name of each run that is done, and stops the sweep by returning False. A sweep
    that was stopped goes on where it was with the same call. Ctrl-C raises
    `ketboard.Interrupted`, whose ``result`` has the records so far. The records are the program's,
    byte for byte, for any number of threads.

    Raises `ketboard.Error` if the plan or a puzzle cannot be read, or ``out`` holds another plan's
    runs.
    """
    import json
    import tempfile
    from pathlib import Path

    stopped_by_callback = False

    def heard(run: str) -> bool:
        nonlocal stopped_by_callback
        stopped_by_callback = callback is not None and callback(run) is False
        return not stopped_by_callback

    if isinstance(plan, Mapping):
        lines = [f"{key} = {json.dumps(value)}\n" for key, value in plan.items()]
        with tempfile.NamedTemporaryFile(
            "w", suffix=".toml", prefix="plan-", dir=".", encoding="utf-8"
        ) as file:
            if "name" not in plan:
                file.write('name = "sweep"\n')
            file.writelines(lines)
            file.flush()
            complete = run_plan(file.name, out, heard, threads)
    else:
        complete = run_plan(plan, out, heard, threads)
    path = Path(out) / "records.jsonl"
    texts = record_texts(out) if complete or (path.exists() and path.stat().st_size) else []
    records = Records(json.loads(text) for text in texts)
    records.complete = complete
    if not complete and not stopped_by_callback:
        interrupted = Interrupted("stopped by Ctrl-C; `result` has the records so far")
        interrupted.result = records
        raise interrupted
    return records


def read_records(folder: str | PathLike[str]) -> Records:
    """The records in a folder that a sweep of the package or of the program filled.

    Raises `ketboard.Error` if there is no file of records, or a line of it is none.
    """
    import json

    return Records(json.loads(text) for text in record_texts(folder))
