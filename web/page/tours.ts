// Five tours: try something, then read what happened. Each stop sets the page and says something that the numbers on the page
// must bear out (`holds`), which the test in a browser looks at; at the end the experiment from before is back.

import { fromFragment, toFragment, type Experiment } from './experiment.js';
import type { Page } from './page.js';

interface Stop {
  text: string;
  at: string;
  set?: (page: Page) => Promise<void> | void;
  /** Whether what the text says is so. */
  holds: (page: Page) => boolean;
}

const FOUR_QUEENS = 'family = "n-queens"\nname = "Four queens"\nsize = 4\n';

async function four(page: Page, left: number, gammas: number[], betas: number[], at = gammas.length, givens = ''): Promise<void> {
  page.set({ text: FOUR_QUEENS + givens, settings: { target_qubits: left }, gammas, betas, at }, false);
  await page.shown();
}

const chance = (page: Page): number => page.moment?.success_probability ?? NaN;
const random = (page: Page): number => page.ready?.random ?? NaN;
const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-12;

const TOURS: { name: string; stops: Stop[] }[] = [
  {
    name: 'Interference finds a board',
    stops: [
      { text: 'Sixteen qubits, one for each cell: a queen or none. Before the first layer every board is equally likely, so every cell holds a queen with 50 %.', at: '#board',
        set: (page) => four(page, 16, [0.2], [-0.5], 0), holds: (page) => page.moment!.marginals[0]!.every((p) => near(p, 0.5)) },
      { text: 'Press Step, or see here: the cost phase has rotated each amplitude by its energy. Hues differ, but no bar and no cell has changed.', at: '#histogram',
        set: (page) => four(page, 16, [0.2], [-0.5], 0.5), holds: (page) => near(chance(page), random(page)) && page.moment!.marginals[0]!.every((p) => near(p, 0.5)) },
      { text: 'Now the mixer has let neighboring boards exchange amplitude. The rotated amplitudes interfere: low energies have become likelier than by a random guess.', at: '#histogram',
        set: (page) => four(page, 16, [0.2], [-0.5], 1), holds: (page) => chance(page) > random(page) && page.moment!.expectation < page.ready!.mean },
    ],
  },
  {
    name: 'What the cost phase does',
    stops: [
      { text: 'Here β is 0: the mixer does nothing. Drag γ and watch the hues change, faster for higher energies. P(success) stays that of a random guess.', at: '#angles',
        set: (page) => four(page, 10, [0.25], [0]), holds: (page) => near(chance(page), random(page)) },
      { text: 'With β = −0.5 the mixer makes probabilities of these phases. P(success) is now more than that of a random guess. Drag γ again.', at: '#numbers',
        set: (page) => four(page, 10, [0.25], [-0.5]), holds: (page) => chance(page) > random(page) },
      { text: 'With γ and β both of the other sign the same happens, amplitude for amplitude mirrored: P(success) is the same.', at: '#numbers',
        set: (page) => four(page, 10, [-0.25], [0.5]), holds: (page) => chance(page) > random(page) },
    ],
  },
  {
    name: 'What the mixer does',
    stops: [
      { text: 'Here γ is 0: all amplitudes are equal and stay so. Drag β: there is nothing to exchange.', at: '#angles',
        set: (page) => four(page, 10, [0], [-0.5]), holds: (page) => near(chance(page), random(page)) },
      { text: 'The landscape shows ⟨C⟩ for every pair (γ, β) of one layer. Drag the point into the dark valley and watch P(success).', at: '#landscape',
        set: async (page) => {
          await four(page, 10, [0.2], [-0.2]);
          byId('tab-map').click();
          await page.map();
        }, holds: (page) => page.moment!.expectation < page.ready!.mean },
      { text: 'To make C small, γ is positive and β negative. The hill is where β has the other sign: there ⟨C⟩ is above its mean.', at: '#landscape',
        set: (page) => four(page, 10, [0.2], [0.2]), holds: (page) => page.moment!.expectation > page.ready!.mean },
    ],
  },
  {
    name: 'Why depth helps',
    stops: [
      { text: 'One layer, with the angles that a search found: more than a random guess, but not much.', at: '#numbers',
        set: async (page) => { await four(page, 9, [0.2], [-0.4]); await page.optimize(1); }, holds: (page) => chance(page) > random(page) },
      { text: 'Four layers. The search went on from depth to depth; P(success) is higher than with one layer. Press Play to watch it grow.', at: '#part-circuit',
        set: (page) => page.optimize(4), holds: (page) => page.now.gammas.length === 4 && chance(page) > 3 * random(page) },
      { text: 'The best angles are nearly a ramp: γ grows and β fades, layer by layer, as in slow annealing.', at: '#angles',
        holds: ({ now: { gammas, betas } }) => gammas.at(-1)! > gammas[0]! && Math.abs(betas.at(-1)!) < Math.abs(betas[0]!) },
    ],
  },
  {
    name: 'Why reduction helps',
    stops: [
      { text: 'A queen is given in row 1, column 2, and nothing is deduced from it yet: 15 variables are open.', at: '#board',
        set: (page) => four(page, 99, [0.2, 0.4], [-0.5, -0.2], 2, 'queens = ["r1c2"]\n'), holds: (page) => page.ready!.qubits === 15 },
      { text: 'Each deduction decides a cell, takes one qubit away and halves the number of boards. Here 6 are left, at the same angles.', at: '.dial',
        set: (page) => four(page, 6, [0.2, 0.4], [-0.5, -0.2], 2, 'queens = ["r1c2"]\n'), holds: (page) => page.ready!.qubits === 6 },
      { text: 'A random guess is now 512 times as good, and the circuit better still. Deduce what is easy; leave the rest to the circuit.', at: '#numbers',
        holds: (page) => near(random(page), 1 / 64) && chance(page) > random(page) },
    ],
  },
];

export function startTours(page: Page): void {
  const menu = byId('tours') as HTMLSelectElement;
  menu.append(...TOURS.map(({ name }, k) => el('option', { value: k }, `${k + 1}. ${name}`)));
  let [tour, at, own]: [number | undefined, number, Experiment | undefined] = [undefined, 0, undefined];
  const point = (selector: string | undefined): void => {
    for (const pointed of document.querySelectorAll('.pointed')) pointed.classList.remove('pointed');
    if (selector === undefined) return;
    byId('tour').classList.toggle('low', selector === '#landscape');
    const target = document.querySelector(selector);
    target?.classList.add('pointed');
    target?.scrollIntoView({ block: 'nearest' });
  };
  const show = (): void => {
    const { name, stops } = TOURS[tour!]!;
    const stop = stops[at]!;
    const box = byId('tour');
    box.hidden = false;
    delete box.dataset['holds'];
    byId('tour-title').textContent = `${name}, ${at + 1} of ${stops.length}`;
    byId('tour-text').textContent = stop.text;
    (byId('tour-back') as HTMLButtonElement).disabled = at === 0;
    byId('tour-next').textContent = at + 1 === stops.length ? 'Done' : 'Next';
    page.pause();
    page.run(async () => {
      await stop.set?.(page);
      await page.shown();
      point(stop.at);
      box.dataset['holds'] = String(stop.holds(page));
    });
  };
  const end = (): void => {
    page.stopSearch();
    byId('tour').hidden = true;
    point(undefined);
    [tour, menu.value] = [undefined, ''];
    byId('tab-state').click();
    if (own) page.set(own);
    own = undefined;
    menu.focus();
  };
  menu.addEventListener('change', () => {
    if (menu.value === '') return;
    own ??= fromFragment(toFragment(page.now));
    [tour, at] = [Number(menu.value), 0];
    show();
    byId('tour-title').focus();
  });
  const go = (by: number): void => {
    page.stopSearch();
    if (at + by >= TOURS[tour!]!.stops.length) return end();
    at += by;
    show();
  };
  byId('tour-back').addEventListener('click', () => go(-1));
  byId('tour-next').addEventListener('click', () => go(1));
  byId('tour-end').addEventListener('click', end);
  document.addEventListener('keydown', (event) => { if (event.key === 'Escape' && tour !== undefined) end(); });
}
