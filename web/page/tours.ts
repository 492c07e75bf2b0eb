// Five short tours: each says a sentence or two, sets the page's own controls, and points at what to look at.

import type { Page } from './main.js';

interface Stop {
  text: string;
  /** What it points at. */
  at: string;
  set: (page: Page) => Promise<void> | void;
}

interface Tour {
  name: string;
  stops: Stop[];
}

const FOUR_QUEENS = 'family = "n-queens"\nname = "Four queens"\nsize = 4\n';

const four = async (page: Page, left: number, gammas: number[], betas: number[], layer = gammas.length): Promise<void> => {
  await page.show(await page.engine.read(FOUR_QUEENS), { left, rules: 'full', registers: 'qubits', gammas, betas, layer });
};

const TOURS: Tour[] = [
  {
    name: 'A superposition of boards',
    stops: [
      { text: 'Four queens, none on a line with another. Each cell is a qubit: 1 is a queen. Before the first layer every board is equally likely, so every cell shows 50 %.', at: '#marginals',
        set: (page) => four(page, 16, [], []) },
      { text: 'Sixteen qubits are 65 536 boards, and two of them obey the rules. A measurement now would be a random guess.', at: '#baselines', set: () => undefined },
      { text: 'One layer later the boards are no longer alike: those of low energy have become likelier. The likeliest ones still break rules, which are framed.', at: '#likeliest',
        set: (page) => four(page, 16, [0.2], [-0.5]) },
    ],
  },
  {
    name: 'What the cost phase does',
    stops: [
      { text: 'The cost phase e^(−iγC) turns the amplitude of each board by its energy. With β = 0 nothing else happens.', at: '#angles', set: (page) => four(page, 10, [0.25], [0]) },
      { text: 'A turn alone changes no probability: the chance is that of a random guess, whatever γ is. Try the slider of γ.', at: '#success', set: () => undefined },
      { text: 'But the turned amplitudes can now interfere: with β = −0.5 the chance moves, and γ decides where to.', at: '#success', set: (page) => four(page, 10, [0.25], [-0.5]) },
    ],
  },
  {
    name: 'What the mixer does',
    stops: [
      { text: 'The mixer e^(−iβΣX) lets boards exchange amplitude that differ in one cell. With γ = 0 all amplitudes are equal, and there is nothing to exchange.', at: '#angles',
        set: (page) => four(page, 10, [0], [-0.5]) },
      { text: 'Both together make waves that add up at low energies. The landscape shows ⟨C⟩ for every pair (γ, β): drag the point into the deep valley.', at: '#landscape',
        set: async (page) => { await four(page, 10, [0.2], [-0.2]); await page.map(); } },
      { text: 'To make C small, γ is positive and β negative. The other valley has both signs turned: the same circuit, run backward.', at: '#landscape', set: () => undefined },
    ],
  },
  {
    name: 'Why depth helps',
    stops: [
      { text: 'One layer can only do so much. Here are its best angles, found by a search.', at: '#success',
        set: async (page) => { await four(page, 9, [0.2], [-0.4]); await page.optimize(1); } },
      { text: 'Six layers, each search going on from the angles of the depth before it: the chance rises with every layer.', at: '#by-depth',
        set: (page) => page.optimize(6) },
      { text: 'The best angles make a ramp: γ grows and β fades, layer by layer, as in slow annealing.', at: '#angles', set: () => undefined },
    ],
  },
  {
    name: 'Why reduction helps',
    stops: [
      { text: 'A queen is given in row 1, column 2. Nothing is deduced yet: 15 variables are open, and a random guess is hopeless.', at: '#part-board',
        set: async (page) => page.show(await page.engine.read(`${FOUR_QUEENS}queens = ["r1c2"]\n`), { left: 99, rules: 'full', registers: 'qubits', gammas: [0.2, 0.4], betas: [-0.5, -0.2], layer: 2 }) },
      { text: 'Each deduction takes one qubit away, and halves the number of boards. The lit cell was found in this step, the framed ones are the reason.', at: '#board',
        set: async (page) => page.show(await page.engine.read(`${FOUR_QUEENS}queens = ["r1c2"]\n`), { left: 6, rules: 'full', registers: 'qubits', gammas: [0.2, 0.4], betas: [-0.5, -0.2], layer: 2 }) },
      { text: 'Fewer qubits, a likelier solution at the same angles: deduce what is easy, and leave the rest to the circuit.', at: '#success', set: () => undefined },
    ],
  },
];

export function startTours(page: Page): void {
  const menu = byId('tours') as HTMLSelectElement;
  menu.append(...TOURS.map(({ name }, k) => el('option', { value: k }, `${k + 1}. ${name}`)));
  let [tour, at]: [Tour | undefined, number] = [undefined, 0];
  const point = (selector: string | undefined): void => {
    for (const pointed of document.querySelectorAll('.pointed')) pointed.classList.remove('pointed');
    const target = selector === undefined ? null : document.querySelector(selector);
    target?.classList.add('pointed');
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    target?.scrollIntoView({ block: 'start', behavior: still ? 'auto' : 'smooth' });
  };
  const show = (): void => {
    const stop = tour?.stops[at];
    byId('tour').hidden = !stop;
    document.body.classList.toggle('touring', stop !== undefined);
    if (!tour || !stop) return point(undefined);
    byId('tour-title').textContent = `${tour.name}, ${at + 1} of ${tour.stops.length}`;
    byId('tour-text').textContent = stop.text;
    (byId('tour-back') as HTMLButtonElement).disabled = at === 0;
    byId('tour-next').textContent = at + 1 === tour.stops.length ? 'Done' : 'Next';
    page.run(async () => {
      await stop.set(page);
      point(stop.at);
    });
  };
  const end = (): void => {
    tour = undefined;
    menu.value = '';
    show();
    menu.focus();
  };
  menu.addEventListener('change', () => {
    [tour, at] = [TOURS[Number(menu.value)], 0];
    if (menu.value === '') return end();
    show();
    byId('tour-title').focus();
  });
  byId('tour-back').addEventListener('click', () => { at -= 1; show(); });
  byId('tour-next').addEventListener('click', () => {
    if (tour && at + 1 >= tour.stops.length) return end();
    at += 1;
    show();
  });
  byId('tour-end').addEventListener('click', end);
}
