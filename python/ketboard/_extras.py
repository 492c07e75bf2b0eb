"""Packages that are needed for one function only."""

from __future__ import annotations

import importlib
from typing import Any


def imported(module: str, extra: str) -> Any:
    """The module, imported now.

    Raises ``ImportError`` where it is not installed, with the extra that brings it.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        remedy = f"run pip install 'ketboard[{extra}]'"
        text = f"{package}: the package is not installed; {remedy}"
        raise ImportError(text, name=package) from error
