"""QOKit from its wheel, without the packages of its circuits, and with its C simulator found.

QOKit's first file imports circuits and four packages that no simulator needs, so its folder stands
in for it. The wheel has the compiled C simulator under another name than QOKit looks for.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
import types
from pathlib import Path
from unittest.mock import MagicMock

# What the module of QOKit's objectives imports and no objective calls.
UNCALLED = ["pytket", "pytket.circuit", "pytket.extensions", "pytket.passes", "qiskit_aer"]
UNCALLED += ["pytket.extensions.qiskit", "pytket.extensions.quantinuum"]


def install() -> bool:
    """Makes `import qokit.fur` and the like work from here on; `False` if QOKit is not there."""
    place = importlib.util.find_spec("qokit")
    library = importlib.util.find_spec("simulator")
    if place is None or place.submodule_search_locations is None:
        return False
    if library is None or library.origin is None:
        return False
    package = types.ModuleType("qokit")
    package.__path__ = list(place.submodule_search_locations)
    package.__spec__ = place
    sys.modules["qokit"] = package
    for name in UNCALLED:
        sys.modules.setdefault(name, MagicMock())
    importlib.import_module("qokit.fur.c.csim.libpath").libpath = Path(library.origin)
    return True
