// ⟨C⟩ over (γ, β) at one layer, as shades, with a point under the finger that sets the angles.

import type { Landscape } from './answers.js';

const [WIDTH, HEIGHT] = [520, 380];
const PAD = { left: 52, right: 12, top: 22, bottom: 38 };

export function drawLandscape(found: Landscape, start: [number, number], move: (gamma: number, beta: number) => void): HTMLElement {
  const { gammas, betas, expectations } = found;
  const ends = (list: number[]): [number, number] => [list[0]!, list[list.length - 1]!];
  const [[g0, g1], [b0, b1]] = [ends(gammas), ends(betas)];
  const all = expectations.flat();
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const x = scale({ low: g0, high: g1, from: PAD.left, to: WIDTH - PAD.right, wanted: 6 });
  const y = scale({ low: b0, high: b1, from: HEIGHT - PAD.bottom, to: PAD.top, wanted: 6 });
  const [dx, dy] = [(x.at(g1) - x.at(g0)) / (gammas.length - 1), (y.at(b0) - y.at(b1)) / (betas.length - 1)];
  const cells = expectations.flatMap((row, b) => row.map((value, g) => {
    // half a step is cut from the cells at the rim, so that they end with the axes
    const [left, right] = [Math.max(PAD.left, x.at(gammas[g]!) - dx / 2), Math.min(WIDTH - PAD.right, x.at(gammas[g]!) + dx / 2)];
    const [top, bottom] = [Math.max(PAD.top, y.at(betas[b]!) - dy / 2), Math.min(HEIGHT - PAD.bottom, y.at(betas[b]!) + dy / 2)];
    const depth = high > low ? (high - value) / (high - low) : 0;
    return draw('rect', { x: left.toFixed(1), y: top.toFixed(1), width: (right - left + 0.3).toFixed(1), height: (bottom - top + 0.3).toFixed(1), class: 'cold', 'fill-opacity': (depth ** 1.5).toFixed(3) });
  }));
  const line = found.path.filter(([g, b]) => g >= g0 && g <= g1 && b >= b0 && b <= b1)
    .map(([g, b], k) => `${k ? 'L' : 'M'}${x.at(g).toFixed(1)} ${y.at(b).toFixed(1)}`).join('');
  const point = draw('circle', { r: 7, class: 'map-point' });
  const title = '⟨C⟩ over γ and β at p = 1: the stronger the color, the lower; dashed, the path of a search';
  const svg = draw('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: '100%', role: 'img', 'aria-label': title }, ...cells,
    ...axes({ width: WIDTH, height: HEIGHT, x, y, xLabel: 'γ', yLabel: 'β', pad: PAD }), path(line, 'map-path'), point);
  let at = start;
  const show = (): void => { point.setAttribute('transform', `translate(${x.at(at[0])} ${y.at(at[1])})`); };
  const set = (gamma: number, beta: number): void => {
    at = [Math.min(g1, Math.max(g0, gamma)), Math.min(b1, Math.max(b0, beta))];
    show();
    box.setAttribute('aria-valuetext', `γ = ${short(at[0])}, β = ${short(at[1])}`);
    move(at[0], at[1]);
  };
  const grab = (event: PointerEvent): void => {
    const frame = svg.getBoundingClientRect();
    const [px, py] = [((event.clientX - frame.left) / frame.width) * WIDTH, ((event.clientY - frame.top) / frame.height) * HEIGHT];
    set(g0 + ((px - x.at(g0)) / (x.at(g1) - x.at(g0))) * (g1 - g0), b0 + ((py - y.at(b0)) / (y.at(b1) - y.at(b0))) * (b1 - b0));
  };
  const box = el('div', {
    class: 'map-box', id: 'map-point', tabindex: '0', role: 'slider', 'aria-label': 'A point of the landscape; the arrow keys move it',
    'aria-valuenow': '0', 'aria-valuetext': `γ = ${short(at[0])}, β = ${short(at[1])}`,
    onpointerdown: (event: PointerEvent) => { box.setPointerCapture(event.pointerId); grab(event); },
    onpointermove: (event: PointerEvent) => { if (box.hasPointerCapture(event.pointerId)) grab(event); },
    onkeydown: (event: KeyboardEvent) => {
      const [dg, db] = [(g1 - g0) / (gammas.length - 1), (b1 - b0) / (betas.length - 1)];
      const by = ({ ArrowLeft: [-dg, 0], ArrowRight: [dg, 0], ArrowDown: [0, -db], ArrowUp: [0, db] } as Record<string, [number, number]>)[event.key];
      if (!by) return;
      event.preventDefault();
      set(at[0] + by[0], at[1] + by[1]);
    },
  }, svg);
  show();
  return figure(title, box);
}
