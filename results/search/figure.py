"""Draws efforts.svg from efforts.csv: how many problems end at the lowest ⟨C⟩ that is known."""

import csv
import pathlib

HERE = pathlib.Path(__file__).parent
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 720, 340, 60, 40, 240, 44
COLORS = ["#999999", "#555555", "#56b4e9", "#0072b2", "#d55e00"]

rows = list(csv.DictReader((HERE / "efforts.csv").open()))
ways = list(dict.fromkeys(row["way"] for row in rows))
x = lambda depth: LEFT + (depth - 1) / 7 * (WIDTH - LEFT - RIGHT)
y = lambda share: TOP + (100 - share) / 100 * (HEIGHT - TOP - BOTTOM)
parts = [
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
    '<rect width="100%" height="100%" fill="white"/>',
]
for share in range(0, 101, 20):
    parts.append(f'<path d="M{LEFT} {y(share):.1f}H{WIDTH - RIGHT}" stroke="#dddddd"/>')
    parts.append(f'<text x="{LEFT - 8}" y="{y(share) + 4:.1f}" text-anchor="end">{share} %</text>')
for depth in range(1, 9):
    parts.append(f'<text x="{x(depth):.1f}" y="{HEIGHT - 24}" text-anchor="middle">{depth}</text>')
parts.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 6}" text-anchor="middle">depth p</text>')
parts.append(f'<text x="8" y="18">problems at the lowest ⟨C⟩ known, within 1e-4</text>')
for way, color in zip(ways, COLORS):
    own = [row for row in rows if row["way"] == way]
    points = [(x(int(row["depth"])), y(float(row["share"]))) for row in own]
    line = " ".join(f"{a:.1f},{b:.1f}" for a, b in points)
    parts.append(f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2"/>')
    parts += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{color}"/>' for a, b in points]
    label = f"{way}, {own[-1]['calls']} calls"
    height = TOP + 20 * (ways.index(way) + 1)
    parts.append(f'<rect x="{WIDTH - RIGHT + 12}" y="{height - 9}" width="12" height="4" fill="{color}"/>')
    parts.append(f'<text x="{WIDTH - RIGHT + 30}" y="{height}">{label}</text>')
(HERE / "efforts.svg").write_text("\n".join([*parts, "</svg>", ""]))
