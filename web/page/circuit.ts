// The circuit, which is the control: a box for each layer holds its γ and β, and the time line above says after which layer, or
// where within one, the state is shown.

import type { Numbers, Ready } from './answers.js';
import type { Experiment } from './experiment.js';

/** What a hand does on the circuit; `done` says that a gesture is over, which is one step of undo. */
export interface CircuitHand {
  angle(name: 'gammas' | 'betas', layer: number, value: number, done: boolean): void;
  moment(at: number, done: boolean): void;
}

const STEPS = 12;

export class CircuitView {
  private depth = -1;
  private unit = 0;
  private sliders: { range: HTMLInputElement; exact: HTMLInputElement }[] = [];

  constructor(private readonly hand: CircuitHand) {
    const line = byId('time');
    const grab = (event: PointerEvent, done: boolean): void => {
      const box = line.getBoundingClientRect();
      const at = ((event.clientX - box.left) / box.width) * this.depth;
      // a dot holds what comes near it
      const near = Math.round(2 * at) / 2;
      this.hand.moment(Math.min(this.depth, Math.max(0, Math.abs(at - near) < 0.06 ? near : at)), done);
    };
    line.addEventListener('pointerdown', (event) => { line.setPointerCapture(event.pointerId); grab(event, false); });
    line.addEventListener('pointermove', (event) => { if (line.hasPointerCapture(event.pointerId)) grab(event, false); });
    line.addEventListener('pointerup', (event) => grab(event, true));
    line.addEventListener('keydown', (event) => {
      const now = Number(line.getAttribute('aria-valuenow'));
      const to = ({ ArrowRight: now + 1 / STEPS, ArrowUp: now + 1 / STEPS, ArrowLeft: now - 1 / STEPS, ArrowDown: now - 1 / STEPS, Home: 0, End: this.depth,
        PageUp: Math.floor(2 * now + 1) / 2, PageDown: Math.ceil(2 * now - 1) / 2 } as Record<string, number>)[event.key];
      if (to === undefined) return;
      event.preventDefault();
      this.hand.moment(Math.min(this.depth, Math.max(0, Math.round(to * STEPS) / STEPS)), true);
    });
  }

  show(now: Experiment, ready: Ready, layers: Numbers[], pinned: Experiment | undefined): void {
    const unit = ready.gamma_unit ?? 1;
    if (now.gammas.length !== this.depth || unit !== this.unit) this.build(now.gammas.length, unit);
    this.sliders.forEach(({ range, exact }, k) => {
      const [layer, name] = [Math.floor(k / 2), k % 2 === 0 ? 'gammas' as const : 'betas' as const];
      const value = now[name][layer]!;
      if (Math.abs(value) > Number(range.max)) [range.min, range.max] = [String(-Math.abs(value)), String(Math.abs(value))];
      range.value = String(value);
      range.setAttribute('aria-valuetext', `${short(value)} radians`);
      if (document.activeElement !== exact) exact.value = String(Number(value.toPrecision(4)));
      range.closest('.gate')!.classList.toggle('differs', pinned !== undefined && layer < pinned.gammas.length && pinned[name][layer] !== value);
    });
    document.querySelectorAll<HTMLElement>('#angles .layer').forEach((box, k) => box.classList.toggle('running', now.at > k && now.at < k + 1));
    this.line(now, layers);
  }

  private build(depth: number, unit: number): void {
    [this.depth, this.unit] = [depth, unit];
    this.sliders = [];
    byId('angles').replaceChildren(...Array.from({ length: depth }, (_, k) => el('div', { class: 'layer', role: 'group', 'aria-label': `Layer ${k + 1}` },
      this.gate('γ', 'gammas', k, 1.5 * unit), this.gate('β', 'betas', k, Math.PI / 2))));
    byId('time').parentElement!.style.setProperty('--depth', String(Math.max(1, depth)));
  }

  private gate(letter: string, name: 'gammas' | 'betas', k: number, most: number): HTMLElement {
    const label = `${letter}${k + 1}`;
    const range = el('input', { type: 'range', min: -most, max: most, step: 'any', 'aria-label': `${label}, slider` });
    const exact = el('input', { type: 'number', step: 'any', 'aria-label': `${label} in radians` });
    const set = (value: number, done: boolean): void => { if (Number.isFinite(value)) this.hand.angle(name, k, value, done); };
    range.addEventListener('input', () => set(range.valueAsNumber, false));
    range.addEventListener('change', () => set(range.valueAsNumber, true));
    exact.addEventListener('change', () => set(exact.valueAsNumber, true));
    // the keys of a slider without steps move it by a hundredth of its way
    range.addEventListener('keydown', (event) => {
      const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      set(Math.min(Number(range.max), Math.max(Number(range.min), range.valueAsNumber + (by * Number(range.max)) / 50)), true);
    });
    this.sliders.push({ range, exact });
    const about = name === 'gammas' ? 'Cost phase e^(−iγC): rotates the amplitude of each board by its energy' : 'Mixer e^(−iβB): lets neighboring boards exchange amplitude';
    return el('div', { class: `gate ${name}`, title: about }, el('span', { class: 'gate-name', 'aria-hidden': 'true' }, name === 'gammas' ? 'phase ' : 'mixer ', letter, el('sub', {}, String(k + 1))), range, exact);
  }

  /** The time line: a bar of P(success) after each layer, a dot between cost phase and mixer, and where we are. */
  private line({ at }: Experiment, layers: Numbers[]): void {
    const [down, room] = [34, 28];
    const x = (moment: number): string => `${this.depth === 0 ? 0 : (100 * moment) / this.depth}%`;
    const most = Math.max(1e-9, ...layers.map(({ success_probability: p }) => p ?? 0));
    const bars = layers.map(({ success_probability: p }, k) => p === undefined ? null
      : draw('line', { x1: x(k), x2: x(k), y1: down, y2: down - (room * p) / most, class: 'success-bar' }));
    const dots = Array.from({ length: 2 * this.depth + 1 }, (_, k) => draw('circle', { cx: x(k / 2), cy: down, r: k % 2 === 0 ? 6 : 3.5, class: k / 2 <= at + 1e-9 ? 'dot gone' : 'dot' }));
    const line = byId('time');
    line.replaceChildren(draw('svg', { 'aria-hidden': 'true' }, ...bars, draw('line', { x1: 0, x2: '100%', y1: down, y2: down, class: 'time-line' }), ...dots,
      draw('line', { x1: x(at), x2: x(at), y1: 0, y2: down + 10, class: 'playhead' })));
    for (const [name, value] of Object.entries({ valuemin: 0, valuemax: this.depth, valuenow: at, valuetext: momentWords(at, this.depth) })) line.setAttribute(`aria-${name}`, String(value));
  }
}

/** Where in the circuit a moment is; at its end with how many times as likely a solution is as by a random guess. */
export function momentWords(at: number, depth: number, gain?: number): string {
  const layer = Math.floor(at + 1e-9);
  const part = at - layer;
  if (at === 0) return `Before the first layer: every board is equally likely.${depth > 0 ? ' Press Play.' : ''}`;
  if (part < 1e-6 && layer === depth) return `After ${depth === 1 ? 'the layer' : `all ${depth} layers`}${gain === undefined ? '' : `: ${Number(gain.toPrecision(2)).toLocaleString('en')} times the success of a random guess`}.`;
  if (part < 1e-6) return `After layer ${layer} of ${depth}.`;
  if (Math.abs(part - 0.5) < 1e-6) return `Layer ${layer + 1} of ${depth}: after its cost phase, before its mixer.`;
  return part < 0.5 ? `Layer ${layer + 1} of ${depth}: the cost phase rotates amplitudes by energy.` : `Layer ${layer + 1} of ${depth}: the mixer lets boards exchange amplitude.`;
}

/** Δγ t_k and −Δβ (1 − t_k) at the midpoints of the layers: where a search begins. */
export function ramp(depth: number, unit: number): Pick<Experiment, 'gammas' | 'betas'> {
  const middle = Array.from({ length: depth }, (_, k) => (k + 0.5) / depth);
  return { gammas: middle.map((t) => Math.SQRT1_2 * unit * t), betas: middle.map((t) => (-Math.PI / 4) * (1 - t)) };
}
