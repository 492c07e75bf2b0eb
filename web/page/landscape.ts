// The landscape of one layer as the engine drew it, with a point under the hand that sets γ and β.

import type { Landscape } from './answers.js';

export function landscapeFigure({ gammas, betas, picture }: Landscape, start: [number, number], move: (gamma: number, beta: number, done: boolean) => void): HTMLElement {
  const made = pictureFigure({ text: picture, label: '⟨C⟩ over γ and β at p = 1, with the path of a search' });
  const frame = made.frames[0]!;
  const ends = (list: number[]): [number, number] => [list[0]!, list[list.length - 1]!];
  const [[g0, g1], [b0, b1]] = [ends(gammas), ends(betas)];
  const point = draw('circle', { r: 7, class: 'map-point' });
  made.over.append(point);
  const box = made.querySelector<HTMLElement>('.plot')!;
  const svg = box.querySelector('svg')!;
  let at = start;
  const show = (): void => {
    point.setAttribute('transform', `translate(${pixelOf(frame.x, at[0])} ${pixelOf(frame.y, at[1])})`);
    box.setAttribute('aria-valuetext', `γ = ${short(at[0])}, β = ${short(at[1])}`);
  };
  const set = (gamma: number, beta: number, done: boolean): void => {
    at = [Math.min(g1, Math.max(g0, gamma)), Math.min(b1, Math.max(b0, beta))];
    show();
    move(at[0], at[1], done);
  };
  const grab = (event: PointerEvent, done: boolean): void => {
    const seen = svg.getBoundingClientRect();
    const scale = Number(svg.getAttribute('width')) / seen.width;
    set(valueAt(frame.x, (event.clientX - seen.left) * scale), valueAt(frame.y, (event.clientY - seen.top) * scale), done);
  };
  for (const [name, value] of Object.entries({
    id: 'map-point', tabindex: '0', role: 'slider', 'aria-label': 'A point of the landscape; the arrow keys move it', 'aria-valuenow': '0',
  })) box.setAttribute(name, value);
  box.classList.add('map-box');
  // a finger that moves over the map scrolls the page; a tap sets the point
  box.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'touch') return;
    box.setPointerCapture(event.pointerId);
    grab(event, false);
  });
  box.addEventListener('pointermove', (event) => { if (box.hasPointerCapture(event.pointerId)) grab(event, false); });
  box.addEventListener('click', (event) => grab(event as PointerEvent, true));
  box.addEventListener('keydown', (event) => {
    const [dg, db] = [(g1 - g0) / (gammas.length - 1), (b1 - b0) / (betas.length - 1)];
    const by = ({ ArrowLeft: [-dg, 0], ArrowRight: [dg, 0], ArrowDown: [0, -db], ArrowUp: [0, db] } as Record<string, [number, number]>)[event.key];
    if (!by) return;
    event.preventDefault();
    set(at[0] + by[0], at[1] + by[1], true);
  });
  show();
  return made;
}
