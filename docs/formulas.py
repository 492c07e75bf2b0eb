#!/usr/bin/env python3
"""A preprocessor of mdbook: $…$ and $$…$$ become MathML, which browsers draw without a script or a network.

Needs `pip install latex2mathml`; without it the book shows the formulas as they are typed. GitHub draws them by itself.
"""

import json
import re
import sys

try:
    from latex2mathml.converter import convert
except ImportError:
    # mdbook asks first whether this preprocessor serves, and goes on without one that does not
    sys.exit("formulas stay as they are typed: pip install latex2mathml")

FENCED = re.compile(r"(^```.*?^```|`[^`\n]*`)", re.MULTILINE | re.DOTALL)
FORMULA = re.compile(r"\$\$(.+?)\$\$|\$([^$\n]+?)\$", re.DOTALL)


def drawn(found):
    """The MathML of a formula; one between `$$` is a line of its own."""
    block, inline = found.groups()
    return convert(block or inline, display="block" if block else "inline").replace("\n", "")


def with_formulas(text):
    """The page with its formulas drawn; code stays as it is."""
    parts = FENCED.split(text)
    return "".join(part if k % 2 else FORMULA.sub(drawn, part) for k, part in enumerate(parts))


def walk(items):
    """Every chapter of the book, also those below others."""
    for item in items:
        if chapter := item.get("Chapter") if isinstance(item, dict) else None:
            chapter["content"] = with_formulas(chapter["content"])
            walk(chapter["sub_items"])


if __name__ == "__main__":
    if sys.argv[1:2] == ["supports"]:
        sys.exit(0)
    _, book = json.load(sys.stdin)
    walk(book.get("items") or book["sections"])
    json.dump(book, sys.stdout)
