"""Follows every link of the rendered book, and finds formulas that are not drawn: usage: .ci/book_links.py FOLDER

Links between pages, to pictures, and to headings must lead somewhere in FOLDER; what lies on the network is not asked
for. Exit status: 0 all links lead somewhere and all formulas are drawn, 1 if not.
"""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The names that a page can be linked by, and the links that it has."""

    def __init__(self, path):
        super().__init__()
        self.names, self.links = set(), []
        self.feed(path.read_text())

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.names.add(values.get("id"))
        # Scripts and styles are mdBook's own.
        for key in {"a": ["href"], "img": ["src"]}.get(tag, []):
            if values.get(key):
                self.links.append(values[key])


def main():
    root = Path(sys.argv[1]).resolve()
    # 404.html is shown at any address, so that its links are of the site and not of the page.
    pages = {path: Page(path) for path in sorted(root.rglob("*.html")) if path.name not in ("404.html", "toc.html")}
    broken, links = [], 0
    for path, page in pages.items():
        if "$$" in path.read_text():
            broken.append(f"{path.relative_to(root)}: a formula is not drawn")
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            links += 1
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.exists() or root not in target.parents:
                broken.append(f"{path.relative_to(root)}: {link} is not in the book")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].names:
                broken.append(f"{path.relative_to(root)}: {link} has no such heading")
    print("\n".join(broken) or f"{len(pages)} pages, {links} links")
    sys.exit(1 if broken or len(pages) < 20 else 0)


if __name__ == "__main__":
    main()
