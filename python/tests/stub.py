"""Writes the docstrings of the compiled part into its stub, where editors look for them.

python stub.py [--check]
"""

from __future__ import annotations

import ast
import inspect
import sys
from pathlib import Path

from ketboard import _ketboard

STUB = Path(__file__).parents[1] / "ketboard" / "_ketboard.pyi"


def described(body: list[ast.stmt], owner: object) -> list[ast.stmt]:
    """The statements of the stub, each class, function and property with its docstring."""
    for node in body:
        if not isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            continue
        thing = getattr(owner, node.name, None)
        if isinstance(node, ast.ClassDef):
            node.body = described(node.body, thing)
        doc = inspect.getdoc(thing)
        if doc is None or node.name == "__new__":
            continue
        indent = " " * (node.col_offset + 4)
        rows = [f"{indent}{row}".rstrip() for row in doc.splitlines()]
        closing = f"\n{indent}" if len(rows) > 1 else ""
        text = ast.Expr(ast.Constant("\n".join(rows).strip() + closing))
        is_empty = isinstance(node.body[0], ast.Expr)
        node.body = [text, *node.body[is_empty:]]
    return body


def main() -> int:
    before = STUB.read_text(encoding="utf-8")
    tree = ast.parse(before)
    described(tree.body, _ketboard)
    if "--check" not in sys.argv:
        STUB.write_text(ast.unparse(tree) + "\n", encoding="utf-8")
        print(f"now run ruff check --fix {STUB}, and ruff format {STUB}")
        return 0
    if ast.unparse(tree) == ast.unparse(ast.parse(before)):
        return 0
    print(f"{STUB} lacks docstrings of the compiled part; run python {__file__}")
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
