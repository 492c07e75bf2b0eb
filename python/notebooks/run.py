"""Executes every notebook beside it from its first cell on; ends with status 1 if a cell fails.

python run.py [folder for the executed notebooks]
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError


def main() -> int:
    folder = Path(__file__).parent
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    failed = 0
    notebooks = sorted(folder.glob("*.ipynb"))
    for path in notebooks:
        notebook = nbformat.read(path, as_version=4)
        client = NotebookClient(notebook, timeout=120, resources={"metadata": {"path": folder}})
        began = time.perf_counter()
        try:
            client.execute()
            print(f"{path.name}: executed in {time.perf_counter() - began:.1f} s")
        except CellExecutionError as error:
            failed += 1
            print(f"{path.name}: {error}")
        if out is not None:
            out.mkdir(parents=True, exist_ok=True)
            nbformat.write(notebook, out / path.name)
    return 1 if failed or not notebooks else 0


if __name__ == "__main__":
    raise SystemExit(main())
