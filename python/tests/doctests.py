"""Runs the examples of every docstring and of the README; ends with status 1 if one fails.

python doctests.py [--without-extras]
"""

from __future__ import annotations

import doctest
import importlib
import inspect
import sys
from pathlib import Path

NAMES = [
    "ketboard",
    "ketboard.devices",
    "ketboard.experiments",
    "ketboard.runs",
    "ketboard.compat.qokit",
]
WITH_EXTRAS = ["ketboard.neighbors", "ketboard.sampler"]


def examples_of(thing: object, name: str) -> list[doctest.DocTest]:
    text = inspect.getdoc(thing)
    parser = doctest.DocTestParser()
    return [parser.get_doctest(text, {}, name, None, None)] if text else []


def main() -> int:
    runner = doctest.DocTestRunner()
    names = NAMES if "--without-extras" in sys.argv else [*NAMES, *WITH_EXTRAS]
    for module_name in names:
        module = importlib.import_module(module_name)
        tests = examples_of(module, module_name)
        for name in module.__all__:
            thing = getattr(module, name)
            tests += examples_of(thing, f"{module_name}.{name}")
            for member, value in vars(thing).items() if inspect.isclass(thing) else ():
                if not member.startswith("_"):
                    tests += examples_of(value, f"{module_name}.{name}.{member}")
        for test in tests:
            runner.run(test)
    readme = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    runner.run(doctest.DocTestParser().get_doctest(readme, {}, "README.md", None, None))
    found = runner.summarize()
    print(f"{found.attempted} examples, {found.failed} failed")
    return 1 if found.failed or not found.attempted else 0


if __name__ == "__main__":
    raise SystemExit(main())
