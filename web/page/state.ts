// The state: how its probability lies over the energies, with the phases of its amplitudes as hues, the likeliest boards, and
// measurements. A hue has a hand beside it, so that the picture can be read without colors.

import type { Bar, Baselines, Interval, Likely, Measured, Moment, Ready } from './answers.js';
import { likelyBoard } from './board.js';
import { word } from './words.js';

const [HEIGHT, LEFT, BOTTOM, TOP] = [230, 48, 34, 10];
const BOARDS = 6;
const TURN = 2 * Math.PI;

const hue = (phase: number): string => `hsl(${Math.round((phase * 360) / TURN)} 62% 56%)`;

/** A clock whose hand shows a phase: 0 points to the right, a quarter of a turn up. */
function clock(phase: number): SVGElement {
  const [x, y] = [8 + 6 * Math.cos(phase), 8 - 6 * Math.sin(phase)];
  return draw('svg', { viewBox: '0 0 16 16', width: 16, height: 16, class: 'clock', role: 'img', 'aria-label': `phase ${Math.round((phase * 360) / TURN)}°` },
    draw('circle', { cx: 8, cy: 8, r: 7, fill: hue(phase) }), draw('path', { d: `M8 8L${x.toFixed(2)} ${y.toFixed(2)}`, class: 'hand' }));
}

/** The least round number that is not below a value. */
const roundUp = (value: number): number => [0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1].find((one) => one >= value) ?? 1;

const sum = (list: number[]): number => list.reduce((a, b) => a + b, 0);

/** The mean direction of the amplitudes of a bar, weighted by probability, and how much they agree (0 to 1). */
function direction(sectors: number[]): { phase: number; agree: number } {
  const step = TURN / sectors.length;
  const x = sum(sectors.map((p, k) => p * Math.cos(k * step)));
  const y = sum(sectors.map((p, k) => p * Math.sin(k * step)));
  return { phase: Math.atan2(y, x), agree: Math.hypot(x, y) / Math.max(1e-300, sum(sectors)) };
}

export interface Beside {
  /** The same moment of the experiment that is pinned. */
  pinned?: Bar[];
  measured?: Measured;
}

/** Probability by energy: bars of hues, a line for a random guess, an outline for A, points with intervals for what was measured. */
export function histogram(moment: Moment, ready: Ready, { pinned = [], measured }: Beside): SVGElement {
  const isIn = ({ low, high }: Bar) => (other: Bar): boolean => low - 1e-9 <= other.low && other.low <= high + 1e-9;
  // energies of A that this experiment does not have
  const others = pinned.filter((a) => !moment.bars.some((bar) => isIn(bar)(a)));
  const bars = [...moment.bars, ...others.map((a) => ({ ...a, random: 0, sectors: [] }))].sort((a, b) => a.low - b.low);
  const ofA = bars.map((bar) => sum(pinned.filter(isIn(bar)).flatMap(({ sectors }) => sectors)));
  // on a phone half as wide, so that the words can be read
  const width = innerWidth < 600 ? 380 : 760;
  const totals = bars.map(({ sectors }) => sum(sectors));
  const top = roundUp(1.02 * Math.max(...totals, ...ofA, ...bars.map(({ random }) => random), ...(measured?.bars.map(({ value }) => value) ?? [])));
  const [step, down] = [(width - LEFT) / bars.length, HEIGHT - BOTTOM];
  const y = (p: number): number => down - (Math.min(p, top) / top) * (down - TOP);
  const at = (k: number): number => LEFT + step * k;
  const wide = Math.min(0.8 * step, 46);
  const middle = (k: number): number => at(k) + step / 2;
  const box = (k: number, low: number, high: number, more: Record<string, unknown>): SVGElement =>
    draw('rect', { x: middle(k) - wide / 2, y: y(high), width: wide, height: Math.max(0, y(low) - y(high)), ...more });
  const drawn = bars.flatMap(({ sectors, random }, k) => {
    let sofar = 0;
    const stack = sectors.map((p, s) => {
      const part = box(k, sofar, sofar + p, { fill: hue((s * TURN) / sectors.length) });
      sofar += p;
      return part;
    });
    const { phase, agree } = direction(sectors);
    const [cx, cy, r] = [middle(k), y(sofar) - 10, 8 * agree];
    const arrow = sofar > 0.002 ? path(`M${cx} ${cy}l${(r * Math.cos(phase)).toFixed(2)} ${(-r * Math.sin(phase)).toFixed(2)}`, 'hand') : null;
    return [...stack, arrow, arrow && draw('circle', { cx, cy, r: 1.5, class: 'pivot' }), path(`M${cx - wide / 2 - 2} ${y(random)}h${wide + 4}`, 'random-line')];
  });
  const beside = ofA.map((p, k) => (p < 0.002 ? null : box(k, 0, p, { class: 'pinned-bar' })));
  const points = (measured?.bars ?? []).flatMap(({ value, low, high }: Interval, k) => {
    const x = middle(bars.indexOf(moment.bars[k]!));
    return value === 0 ? [] : [path(`M${x} ${y(low)}V${y(high)}`, 'whisker'), draw('circle', { cx: x, cy: y(value), r: 3.5, class: 'shot' })];
  });
  const labels = bars.map(({ low, high }, k) => step < 26 && k % 3 > 0 && k < bars.length - 1 ? null
    : draw('text', { x: middle(k), y: down + 14, class: 'tick', 'text-anchor': 'middle' }, low === high || step > 90 ? short(low) : short((low + high) / 2)));
  const axis = [0, top / 2, top].flatMap((p) => [path(`M${LEFT} ${y(p)}H${width}`, 'grid-line'), draw('text', { x: LEFT - 6, y: y(p) + 4, class: 'tick', 'text-anchor': 'end' }, percent(p))]);
  const solved = ready.solutions ? path(`M${middle(0) - wide / 2} ${down + 19}h${wide}`, 'solved-line') : null;
  const words = bars.map(({ low }, k) => `energy ${short(low)}: ${percent(totals[k])}`).slice(0, 12).join(', ');
  return draw('svg', { viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, class: 'histogram', role: 'img', 'aria-label': `Probability by energy. ${words}` },
    ...axis, ...drawn, ...beside, ...points, ...labels, solved,
    draw('text', { x: (LEFT + width) / 2, y: HEIGHT - 3, class: 'tick', 'text-anchor': 'middle' }, ready.solutions ? 'energy C (underlined: boards that obey the rules)' : 'energy C'));
}

/** The color wheel, and what else the histogram shows. */
export function phaseLegend(hasA: boolean): HTMLElement {
  const wheel = draw('svg', { viewBox: '-20 -20 40 40', width: 30, height: 30, role: 'img', 'aria-label': 'Hue is phase: 0 to the right, a quarter turn up' },
    ...Array.from({ length: 12 }, (_, k) => {
      const [a, b] = [(k - 0.5) * (TURN / 12), (k + 0.5) * (TURN / 12)];
      return draw('path', { d: `M0 0L${18 * Math.cos(a)} ${-18 * Math.sin(a)}A18 18 0 0 0 ${18 * Math.cos(b)} ${-18 * Math.sin(b)}Z`, fill: hue((a + b) / 2) });
    }), path('M0 0H15', 'hand'));
  return el('p', { class: 'soft phase-legend' }, wheel,
    el('span', {}, 'Hue and hand: ', word('phase', 'phase'), '. ', el('span', { class: 'key' }), 'random guess', hasA ? ', dashed: A' : ''));
}

export function likeliestList(board: Board, likeliest: Likely[]): HTMLElement {
  return el('ul', { class: 'boards' }, ...likeliest.slice(0, BOARDS).map((one) => likelyBoard(board, one, one.phase === undefined ? null : clock(one.phase))));
}

/** What the shots say, beside the exact number. */
export function measuredWords(board: Board, { shots, hits, success, board: seen }: Measured, exact: number | undefined): (Node | string)[] {
  if (shots === 1) return [seen.solves ? 'This board obeys the rules: ' : 'This board breaks rules: ', fullBoard(board, seen.board, `The board that was measured, ${seen.verdict}`)];
  const range = success ? ` (95 % interval ${percent(success.low)} to ${percent(success.high)})` : '';
  return [`${hits.toLocaleString('en')} of ${shots.toLocaleString('en')} shots obey the rules: ${percent(hits / shots)}${range}; exactly ${percent(exact)}`];
}

/** What others reach, as far as it is known. */
export function baselinesWords(random: number | undefined, { grover, annealing }: Baselines): (Node | string)[] {
  const annealed = annealing?.success;
  const parts = [
    random !== undefined && ['random_success_probability', 'a random guess', percent(random)],
    grover !== undefined && ['grover', 'Grover search with as many iterations', percent(grover)],
    annealed && ['annealing', 'simulated annealing with as much work', annealed.value === 0 ? `at most ${percent(annealed.high)}` : `${percent(annealed.value)} (${percent(annealed.low)} to ${percent(annealed.high)})`],
  ].filter((part) => Array.isArray(part)) as [string, string, string][];
  return ['For comparison: ', ...parts.flatMap(([name, text, value], k) => [k > 0 ? '; ' : '', word(name, text), ` ${value}`]), '.'];
}

/** The experiment that is pinned beside the one under the hands, and in what they differ. */
export function pair(a: Moment, b: Moment, differ: string[], back: () => void): HTMLElement[] {
  const row = (name: string, { success_probability: p, expectation }: Moment): HTMLElement =>
    el('tr', {}, el('th', { scope: 'row' }, name), el('td', {}, percent(p)), el('td', {}, short(expectation)));
  return [
    el('table', {}, el('tr', {}, el('td', {}), el('th', { scope: 'col' }, 'P(success)'), el('th', { scope: 'col' }, '⟨C⟩')), row('A (pinned)', a), row('B (now)', b)),
    el('p', { class: 'soft' }, differ.length === 0 ? 'A and B are the same. Change something.' : `They differ in ${differ.join(', ')}. `,
      el('button', { type: 'button', class: 'small', onclick: back }, 'Back to A')),
  ];
}
