"""Draws efforts.svg and peers.svg from the numbers beside them."""

import csv
import math
import pathlib

HERE = pathlib.Path(__file__).parent
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 780, 340, 60, 40, 300, 44
COLORS = ["#999999", "#555555", "#56b4e9", "#0072b2", "#d55e00", "#009e73", "#cc79a7"]


def draw(name, title, bottom, x, y, label, of=lambda row: True):
    """The lines of NAME.csv, one for each way; x and y are a column, its ticks with their texts, and a scale to 0 … 1."""
    across, x_ticks, x_scale = x
    up, y_ticks, y_scale = y
    left = lambda value: LEFT + x_scale(value) * (WIDTH - LEFT - RIGHT)
    down = lambda value: TOP + (1 - y_scale(value)) * (HEIGHT - TOP - BOTTOM)
    rows = [row for row in csv.DictReader((HERE / f"{name}.csv").open()) if of(row)]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for tick, text in y_ticks:
        parts.append(f'<path d="M{LEFT} {down(tick):.1f}H{WIDTH - RIGHT}" stroke="#dddddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{down(tick) + 4:.1f}" text-anchor="end">{text}</text>')
    for tick in x_ticks:
        parts.append(f'<text x="{left(tick):.1f}" y="{HEIGHT - 24}" text-anchor="middle">{tick}</text>')
    parts.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 6}" text-anchor="middle">{bottom}</text>')
    parts.append(f'<text x="8" y="18">{title}</text>')
    for number, way in enumerate(dict.fromkeys(row["way"] for row in rows)):
        own = [row for row in rows if row["way"] == way]
        points = [(left(float(row[across])), down(float(row[up]))) for row in own]
        line = " ".join(f"{a:.1f},{b:.1f}" for a, b in points)
        color, height = COLORS[number], TOP + 20 * (number + 1)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2"/>')
        parts += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{color}"/>' for a, b in points]
        parts.append(f'<rect x="{WIDTH - RIGHT + 12}" y="{height - 9}" width="12" height="4" fill="{color}"/>')
        parts.append(f'<text x="{WIDTH - RIGHT + 30}" y="{height}">{label(own)}</text>')
    (HERE / f"{name}.svg").write_text("\n".join([*parts, "</svg>", ""]))


draw(
    "efforts",
    "of 160 fresh boards, at the ⟨C⟩ of 16 starts or lower, within 1e-4",
    "depth p",
    ("depth", range(1, 9), lambda depth: (depth - 1) / 7),
    ("lowest", [(share, f"{share} %") for share in range(0, 101, 20)], lambda share: share / 100),
    lambda own: f"{own[0]['way']}, {own[-1]['calls']} calls",
    lambda row: row["set"] == "fresh",
)
draw(
    "peers",
    "⟨C⟩ at p = 4 above the lowest known, median of six boards",
    "calls",
    ("calls", [5, 10, 20, 50, 100, 200, 500], lambda calls: math.log(calls / 5) / math.log(100)),
    ("above", [(above, above) for above in range(6)], lambda above: min(above, 5) / 5),
    lambda own: own[0]["way"],
)
