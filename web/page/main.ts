// The page: what is under the hands, what the engine says of it, and how both are shown.

import type { About, Layers, Likely, Puzzle, Ready, Baselines } from './answers.js';
import { Engine, Stopped, engineOfPage } from './engine.js';
import { download, place, sideBySide } from './figures.js';
import { landscapeFigure } from './landscape.js';
import { fromFragment, toFragment, type Experiment as Link } from './link.js';
import { startTours } from './tours.js';

/** The puzzle, its circuit and what was found of it. */
export interface Experiment {
  puzzle: Puzzle;
  ready: Ready | undefined;
  left: number;
  /** Which deductions are made: the dial makes all, one by one. */
  rules: string;
  registers: string;
  gammas: number[];
  betas: number[];
  layer: number;
  layers: Layers | undefined;
  baselines: Baselines | undefined;
  /** Calls of the simulator in the search for the angles; 0 before it has ended. */
  evaluations: number;
}

/** What a link or a tour asks for. */
type Wish = Omit<Link, 'text'>;

const SEED = 0;
const MOST_LAYERS = 16;

export const input = (id: string): HTMLInputElement => byId(id) as HTMLInputElement;
export const choice = (id: string): HTMLSelectElement => byId(id) as HTMLSelectElement;
const button = (id: string): HTMLButtonElement => byId(id) as HTMLButtonElement;

export class Page {
  now: Experiment | undefined;
  private marked: [number, number] | undefined;
  private asking = false;
  private again = false;
  private searching = 0;
  private working = 0;

  constructor(readonly engine: Engine, private readonly shipped: { name: string; family: string; text: string }[], private readonly about: About) {}

  /* ---- the puzzle ---- */

  async begin(): Promise<void> {
    this.fillChoices();
    this.listen();
    if (location.hash.length > 40 && await this.recall()) return;
    await this.show(await this.engine.read(this.named('Queens 5×5').text));
  }

  private named(words: string): { text: string } {
    return this.shipped.find((one) => one.name.startsWith(words)) ?? this.shipped[0] ?? { text: '' };
  }

  private fillChoices(): void {
    const groups = new Map<string, HTMLElement>();
    this.shipped.forEach(({ name, family }, k) => {
      const group = groups.get(family) ?? el('optgroup', { label: family });
      groups.set(family, group);
      group.append(el('option', { value: k }, name));
    });
    choice('shipped').replaceChildren(el('option', { value: '' }, 'one of your own'), ...groups.values());
    const made = this.about.families.filter((family) => family.sizes.length > 0);
    choice('family').replaceChildren(...made.map(({ name }) => el('option', { value: name }, name)));
    choice('family').value = 'tango';
    this.fillSizes();
  }

  private fillSizes(): void {
    const family = this.about.families.find(({ name }) => name === choice('family').value);
    const sizes = family?.sizes ?? [];
    choice('size').replaceChildren(...sizes.map((size) => el('option', { value: size }, `${size}×${size}`)));
    choice('size').value = String(sizes.find((size) => size >= 4) ?? sizes[0] ?? '');
  }

  /** Goes on with a puzzle; angles stay where they still fit. */
  async show(puzzle: Puzzle, wish?: Wish): Promise<void> {
    this.quiet();
    const before = this.now;
    const usual = Math.max(puzzle.least, Math.min(puzzle.open, puzzle.paper, 9));
    const rules = wish?.rules ?? 'full';
    const left = rules === 'full' ? Math.min(puzzle.open, Math.max(puzzle.least, wish?.left ?? usual)) : wish?.left ?? 0;
    const same = before?.puzzle.text === puzzle.text;
    this.now = {
      puzzle, left, rules, ready: undefined, registers: wish?.registers ?? 'qubits', gammas: wish?.gammas ?? before?.gammas ?? [],
      betas: wish?.betas ?? before?.betas ?? [], layer: wish?.layer ?? before?.layer ?? 0, layers: undefined, baselines: undefined, evaluations: 0,
    };
    (byId('text') as HTMLTextAreaElement).value = puzzle.text;
    const known = this.shipped.findIndex(({ text }) => text === puzzle.text);
    choice('shipped').value = known < 0 ? '' : String(known);
    choice('registers').value = this.now.registers;
    const dial = input('left');
    [dial.min, dial.max] = [String(puzzle.least), String(puzzle.open)];
    byId('steps').replaceChildren(...puzzle.steps.map(({ rule, words }) => el('li', { title: rule }, words)));
    for (const part of document.querySelectorAll<HTMLElement>('.signs')) part.hidden = !puzzle.signed;
    if (!puzzle.signed) document.querySelectorAll<HTMLInputElement>('input[name="edit"]')[0]!.checked = true;
    if (puzzle.contradiction !== undefined) {
      this.drawBoard();
      this.showStep();
      return this.fail(new Error(`This puzzle has no solution: ${puzzle.contradiction}`));
    }
    await this.reduce(wish !== undefined || (same && this.now.gammas.length > 0));
  }

  /** Reduces to as many variables as the dial says, and starts the circuit anew. */
  async reduce(keepAngles = false): Promise<void> {
    const now = this.now;
    if (!now) return;
    this.stopSearch();
    try {
      now.ready = await this.engine.reduce(now.left, now.rules, now.registers);
    } catch (error) {
      now.ready = undefined;
      this.drawBoard();
      this.showStep();
      this.showCircuit();
      throw error;
    }
    if (this.now !== now) return;
    [now.layers, now.baselines, now.evaluations] = [undefined, undefined, 0];
    byId('landscape').replaceChildren();
    byId('trace').replaceChildren();
    byId('by-depth').replaceChildren();
    byId('searching').textContent = '';
    this.drawBoard();
    this.showStep();
    if (!keepAngles || now.gammas.length === 0) this.ramp(now.gammas.length || 3);
    else this.setAngles(now.gammas, now.betas);
  }

  private drawBoard(): void {
    const now = this.now;
    if (!now) return;
    const { board } = now.puzzle;
    const picture = now.ready ? reducedBoard(board, now.ready.after) : givenBoard(board);
    const [rows, cols] = [board.rows.length, board.rows[0]?.length ?? 0];
    const step = this.step();
    for (const [cells, cls, room] of [[step?.because ?? [], 'because', 3], [step?.cells ?? [], 'lit', 1]] as const) {
      for (const [r, c] of cells) {
        picture.append(draw('rect', { x: c * CELL + room, y: r * CELL + room, width: CELL - 2 * room, height: CELL - 2 * room, class: cls }));
      }
    }
    const focused = (document.activeElement as HTMLElement | null)?.dataset['cell'];
    const cells = board.rows.flatMap((row, r) => [...row].map((char, c) => {
      const missing = char === '#' || (board.shapes === 'tents' && char === 'T') || now.puzzle.symbols.length === 0;
      const after = now.ready?.after[r]?.[c];
      const says = char !== '.' && char !== ' ' ? `given ${char}` : after && after[0] === 'd' ? `deduced ${after[1]}` : 'open';
      return el('button', {
        type: 'button', 'data-cell': `${r},${c}`, disabled: missing, 'aria-label': `row ${r + 1}, column ${c + 1}: ${says}`,
        'aria-pressed': this.marked && this.marked[0] === r && this.marked[1] === c ? 'true' : null, onclick: () => this.click(r, c),
      });
    }));
    const [width, height] = [cols * CELL + 4, rows * CELL + 4];
    const grid = el('div', {
      class: 'cells', role: 'group', 'aria-label': 'Cells; the arrow keys move',
      style: `grid-template:repeat(${rows},1fr)/repeat(${cols},1fr);inset:${200 / height}% ${200 / width}%`,
      onkeydown: (event: KeyboardEvent) => this.walk(event),
    }, ...cells);
    const box = el('div', { class: 'board-box', style: `--cols:${cols}` }, picture, grid);
    place('board', box, (error) => this.fail(error));
    if (focused) document.querySelector<HTMLElement>(`[data-cell="${focused}"]`)?.focus();
  }

  private walk(event: KeyboardEvent): void {
    const by = ({ ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] } as Record<string, [number, number]>)[event.key];
    const at = (event.target as HTMLElement).dataset['cell']?.split(',').map(Number);
    if (!by || !at) return;
    event.preventDefault();
    document.querySelector<HTMLElement>(`[data-cell="${at[0]! + by[0]},${at[1]! + by[1]}"]`)?.focus();
  }

  private click(row: number, col: number): void {
    const now = this.now;
    if (!now) return;
    const mode = document.querySelector<HTMLInputElement>('input[name="edit"]:checked')?.value ?? 'cells';
    if (mode !== 'cells') {
      const first = this.marked;
      this.marked = first ? undefined : [row, col];
      if (!first) return this.drawBoard();
      if (first[0] === row && first[1] === col) return this.drawBoard();
      return this.run(async () => this.show(await this.engine.sign([first, [row, col]], mode)));
    }
    this.stopSearch();
    const { board, symbols } = now.puzzle;
    const isGiven = board.given[row]?.[col] === 'x';
    const char = [...(board.rows[row] ?? '')][col] ?? '.';
    const symbol = !isGiven ? '.' : symbols.includes(char) ? char : '1';
    this.run(async () => {
      // a symbol that the family refuses here (two queens side by side) is passed over
      for (let k = 1; k <= symbols.length; k += 1) {
        const next = symbols[(symbols.indexOf(symbol) + k) % symbols.length]!;
        try {
          return await this.show(await this.engine.edit([row, col], next));
        } catch (error) {
          if (k === symbols.length || error instanceof Stopped) throw error;
        }
      }
    });
  }

  /** The deduction that the dial stands at. */
  private step(): Puzzle['steps'][number] | undefined {
    const now = this.now;
    if (!now || now.puzzle.contradiction !== undefined || now.rules !== 'full') return undefined;
    const { puzzle, left } = now;
    return left === puzzle.open ? undefined : puzzle.steps[puzzle.steps.length - 1 - (left - puzzle.least)];
  }

  private showStep(): void {
    const now = this.now;
    if (!now) return;
    const { puzzle, ready, rules } = now;
    const left = rules === 'full' ? now.left : ready?.variables ?? puzzle.open;
    input('left').value = String(left);
    byId('left-out').textContent = `${left} of ${puzzle.open}`;
    button('less').disabled = left <= puzzle.least;
    button('more').disabled = left >= puzzle.open;
    const step = this.step();
    const named = { none: 'Only the givens are filled in.', paper: 'Reduced by the rules of the source paper; the dial makes all deductions, one by one.' }[rules];
    byId('step').textContent = step ? step.words : puzzle.contradiction ?? named ?? 'Only the givens are filled in.';
    [...byId('steps').children].forEach((line, k) => {
      if (puzzle.steps[k] === step) line.setAttribute('aria-current', 'true');
      else line.removeAttribute('aria-current');
    });
    byId('facts').textContent = ready ? this.facts(ready) : '';
  }

  private facts(ready: Ready): string {
    const states = Number.isInteger(ready.bits) ? `2^${ready.bits}` : `2^${ready.bits.toFixed(1)}`;
    const found = ready.solutions === undefined ? '' : `, ${plural(ready.solutions, 'board obeys the rules', 'boards obey the rules')}`;
    const valued = ready.best_value === undefined ? '' : ` and ${ready.solutions === 1 ? 'has' : 'have'} the best value, ${ready.best_value}`;
    return `${plural(ready.qubits, 'qubit', 'qubits')}, ${states} basis states, ${plural(ready.couplings, 'coupling', 'couplings')}${found}${valued}.`;
  }

  /* ---- the circuit ---- */

  private showCircuit(): void {
    const ready = this.now?.ready;
    const runs = ready?.runs ?? false;
    byId('circuit').hidden = !runs;
    byId('chances').hidden = !runs;
    const why = byId('too-large');
    why.hidden = runs;
    if (!ready) why.textContent = 'There is no circuit for this puzzle yet.';
    else if (ready.qubits === 0) why.textContent = 'The deductions alone solve this board: no qubit is left. Move the dial of variables back for a circuit.';
    else why.textContent = `A state of 2^${short(ready.bits)} amplitudes does not fit into this page. Move the dial of variables down to 20 qubits or fewer, or keep rules by construction.`;
  }

  /** Δγ t_k and −Δβ (1 − t_k) at the midpoints of the layers: where a search begins. */
  ramp(depth: number): void {
    const unit = this.now?.ready?.energies?.gamma_unit ?? 1;
    const middle = Array.from({ length: depth }, (_, k) => (k + 0.5) / depth);
    this.setAngles(middle.map((t) => Math.SQRT1_2 * unit * t), middle.map((t) => (-Math.PI / 4) * (1 - t)));
  }

  setAngles(gammas: number[], betas: number[], layer = gammas.length): void {
    const now = this.now;
    if (!now) return;
    [now.gammas, now.betas, now.layer] = [gammas, betas, Math.min(layer, gammas.length)];
    input('depth').value = String(gammas.length);
    this.showCircuit();
    if (!now.ready?.runs) {
      this.remember();
      return;
    }
    const unit = now.ready.energies?.gamma_unit ?? 1;
    byId('angles').replaceChildren(...gammas.map((_, k) => el('div', { role: 'group', 'aria-label': `Layer ${k + 1}` },
      this.slider('γ', k, gammas, 1.5 * unit), this.slider('β', k, betas, Math.PI / 2))));
    this.refresh();
  }

  private slider(name: string, k: number, list: number[], reach: number): HTMLElement {
    const value = list[k] ?? 0;
    const most = Math.max(reach, Math.abs(value));
    const label = `${name}${k + 1}`;
    const range = el('input', { type: 'range', min: -most, max: most, step: 'any', value, 'aria-label': `${label}, slider` });
    const exact = el('input', { type: 'number', step: 'any', value: Number(value.toPrecision(6)), 'aria-label': `${label} in radians` });
    const set = (given: number, from: HTMLInputElement): void => {
      if (!Number.isFinite(given)) return;
      list[k] = given;
      if (from === range) exact.value = String(Number(given.toPrecision(6)));
      else {
        if (Math.abs(given) > Number(range.max)) [range.min, range.max] = [String(-Math.abs(given)), String(Math.abs(given))];
        range.value = String(given);
      }
      this.refresh();
    };
    range.addEventListener('input', () => set(range.valueAsNumber, range));
    exact.addEventListener('input', () => set(exact.valueAsNumber, exact));
    // the keys of a slider without steps move it by a hundredth of its way
    range.addEventListener('keydown', (event) => {
      const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      range.valueAsNumber = Math.min(Number(range.max), Math.max(Number(range.min), range.valueAsNumber + (by * most) / 50));
      set(range.valueAsNumber, range);
    });
    return el('div', { class: 'angle' }, el('span', { 'aria-hidden': 'true' }, name, el('sub', {}, String(k + 1))), range, exact);
  }

  /** Asks for the layers at the angles of now; what moves while one answer is awaited is asked once after it. */
  refresh(): void {
    if (this.asking) {
      this.again = true;
      return;
    }
    this.asking = true;
    this.run(async () => {
      try {
        do {
          this.again = false;
          const now = this.now;
          if (!now?.ready?.runs) return;
          const layers = await this.engine.layers(now.gammas, now.betas, now.layer);
          const took = this.engine.milliseconds;
          if (this.now !== now) continue;
          now.layers = layers;
          now.baselines ??= await this.engine.baselines(MOST_LAYERS, SEED).then(({ random, grover }) => ({ ...(random !== undefined && { random }), ...(grover && { grover }) }));
          this.showChances(took);
        } while (this.again);
      } finally {
        this.asking = false;
      }
      this.remember();
    });
  }

  private stopSearch(): void {
    if (this.searching > 0) {
      this.searching = 0;
      this.engine.stop();
    }
  }

  async optimize(depth: number): Promise<void> {
    const now = this.now;
    if (!now?.ready?.runs || depth === 0) return;
    this.quiet();
    const search = Date.now();
    this.searching = search;
    [button('optimize').hidden, button('stop').hidden] = [true, false];
    now.evaluations = 0;
    let evaluations = 0;
    try {
      for (let p = 1; p <= depth; p += 1) {
        byId('searching').textContent = `searching the angles of depth ${p} of ${depth} …`;
        const found = await this.engine.optimize(p, SEED);
        if (this.now !== now) return;
        evaluations = found.evaluations;
        this.showPicture('trace', found.trace, `The search at depth ${p}: ⟨C⟩ at each evaluation of the best start`);
        this.setAngles(found.gammas, found.betas);
        this.showCurve(found.curve);
      }
      byId('searching').textContent = `${plural(evaluations, 'evaluation', 'evaluations')} of the circuit`;
      const baselines = await this.engine.baselines(MOST_LAYERS, SEED);
      if (this.now !== now) return;
      [now.baselines, now.evaluations] = [baselines, evaluations];
      this.showCurve(baselines.curve);
      this.showChances();
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      byId('searching').textContent = `stopped; the angles are those of depth ${now.gammas.length}`;
    } finally {
      if (this.searching === search) this.searching = 0;
      [button('optimize').hidden, button('stop').hidden] = [false, true];
    }
  }

  /** Puts a picture in its place; nothing where the engine drew none. */
  private showPicture(id: string, text: string | undefined, label: string, marker?: number): void {
    const made = text === undefined ? null : pictureFigure({ text, label, ...(marker !== undefined && { marker }) });
    place(id, made, (error) => this.fail(error));
  }

  private showCurve(text: string | undefined): void {
    this.showPicture('by-depth', text, 'Success probability against depth');
  }

  /* ---- what the circuit sees ---- */

  private showChances(took = this.engine.milliseconds): void {
    const now = this.now;
    const layers = now?.layers;
    if (!now || !layers || !now.ready) return;
    const depth = layers.layers.length - 1;
    const dial = input('layer');
    dial.max = String(depth);
    dial.value = String(layers.shown);
    byId('layer-out').textContent = `${layers.shown} of ${depth}`;
    const at = layers.layers[layers.shown];
    const chance = at?.success_probability;
    byId('success').replaceChildren('P(success) = ', el('strong', { id: 'chance', title: String(chance ?? '') }, percent(chance)),
      `, ⟨C⟩ = `, el('span', { id: 'expectation', title: String(at?.expectation ?? '') }, short(at?.expectation)));
    this.showBaselines();
    const scaled = { marginals: layers.marginals.map((row) => row.map((p) => 1e4 * p)) };
    const glyphs = [...now.ready.glyphs];
    const board = marginalBoard(now.puzzle.board, { cells: now.ready.cells, glyphs }, scaled, glyphs.length === 1 ? 0 : 'likeliest', `Probabilities after layer ${layers.shown}`);
    place('marginals', board, (error) => this.fail(error));
    const list = el('ol', { class: 'boards' }, ...layers.likeliest.slice(0, 6).map((likely) => this.likely(likely)));
    place('likeliest', list, (error) => this.fail(error), () => {
      const shown = [...byId('likeliest').querySelectorAll('li')];
      const words = shown.map((one) => [...one.querySelectorAll('span')].map((span) => span.textContent));
      return sideBySide(shown.map((one) => one.querySelector('svg') as SVGElement), words);
    });
    this.showPicture('by-layer', layers.picture, 'Success probability after each layer', layers.shown);
    const rules = layers.rules.map(({ kind, kept }) => el('tr', {}, el('th', { scope: 'row' }, kind), el('td', {}, percent(kept)),
      el('td', {}, el('span', { class: 'meter', 'aria-hidden': 'true' }, el('span', { style: `width:${100 * kept}%` })))));
    byId('rules').replaceChildren(el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Rules kept' }, el('table', {}, el('caption', {}, `Rules that the board after layer ${layers.shown} keeps`),
      el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'kind'), el('th', { scope: 'col' }, 'all of them hold'), el('th', { scope: 'col' }, el('span', { class: 'unseen' }, 'as a bar')))),
      el('tbody', {}, ...rules))));
    const states = `${short(2 ** now.ready.bits)} amplitudes`;
    byId('speed').textContent = `${states}, ${plural(depth, 'layer', 'layers')} and all that is shown of them: ${took.toFixed(1)} ms (${this.about.instructions})`;
    this.showCommands();
  }

  private likely({ board, probability, solves, verdict, broken }: Likely): HTMLElement {
    const picture = fullBoard(this.now!.puzzle.board, board, `A board of probability ${percent(probability)}`);
    for (const [r, c] of broken) picture.append(draw('rect', { x: c * CELL + 2, y: r * CELL + 2, width: CELL - 4, height: CELL - 4, class: 'broken' }));
    return el('li', { class: solves ? 'solves' : 'fails' }, picture, el('span', {}, percent(probability)), el('span', {}, verdict));
  }

  private showBaselines(): void {
    const { baselines, layers } = this.now!;
    const parts: string[] = [];
    if (baselines?.random !== undefined) parts.push(`A random guess solves it with ${percent(baselines.random)}`);
    const grover = baselines?.grover?.[layers?.shown ?? 0];
    if (grover !== undefined) parts.push(`Grover search with as many iterations as layers with ${percent(grover)}`);
    const annealing = baselines?.annealing;
    if (annealing && this.now!.evaluations > 0) {
      parts.push(`one run of annealing with a sweep for each layer that the search for the angles ran with ${percent(annealing.success)} (95 % interval ${percent(annealing.low)} to ${percent(annealing.high)})`);
    }
    byId('baselines').textContent = parts.length ? `${parts.join('; ')}.` : '';
  }

  async map(): Promise<void> {
    const now = this.now;
    if (!now?.ready?.runs) return;
    const found = await this.engine.landscape(31);
    if (this.now !== now) return;
    const start: [number, number] = now.gammas.length === 1 ? [now.gammas[0]!, now.betas[0]!] : [0, 0];
    const made = landscapeFigure(found, start, (gamma, beta) => this.setAngles([gamma], [beta]));
    place('landscape', made, (error) => this.fail(error));
  }

  /* ---- taking along ---- */

  private showCommands(): void {
    const now = this.now!;
    const list = (numbers: number[]): string => numbers.map(String).join(',');
    const target = now.rules === 'full' || now.left > 0;
    const words = [...(now.rules === 'full' ? [] : ['--reduce', now.rules]), ...(target ? ['--target-qubits', now.left] : []), ...(now.registers === 'qubits' ? [] : ['--registers', now.registers])];
    byId('command').textContent = `ketboard solve puzzle.toml ${words.join(' ')} \\\n  --gammas=${list(now.gammas)} \\\n  --betas=${list(now.betas)}`;
    const options = [...(now.rules === 'full' ? [] : [`reduce="${now.rules}"`]), ...(target ? [`target_qubits=${now.left}`] : []), ...(now.registers === 'qubits' ? [] : [`registers="${now.registers}"`])];
    byId('python').textContent = [
      'from ketboard import Puzzle', '', 'puzzle = Puzzle.read("puzzle.toml")', `problem = puzzle.problem(${options.join(', ')})`,
      `expectation, success = problem.at([${now.gammas.join(', ')}], [${now.betas.join(', ')}])`,
    ].join('\n');
  }

  private remember(): void {
    const now = this.now;
    if (!now) return;
    const { puzzle: { text }, left, rules, registers, gammas, betas, layer } = now;
    history.replaceState(null, '', `#${toFragment({ text, left, rules, registers, gammas, betas, layer })}`);
  }

  /** Takes up the experiment of the address; says so where there is none. */
  async recall(): Promise<boolean> {
    try {
      const { text, ...wish } = fromFragment(location.hash.slice(1));
      await this.show(await this.engine.read(text), wish);
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    }
  }

  private async take(format: string): Promise<void> {
    const now = this.now!;
    const taken = await this.engine.take(format, now.gammas, now.betas);
    download(format === 'json' ? 'model.json' : taken.name, new Blob([taken.text], { type: 'text/plain' }));
  }

  /* ---- hands ---- */

  private listen(): void {
    const on = (id: string, event: string, work: () => Promise<void> | void): void => byId(id).addEventListener(event, () => this.run(work));
    on('shipped', 'change', async () => {
      const one = this.shipped[Number(choice('shipped').value)];
      if (choice('shipped').value === '' || !one) return;
      this.stopSearch();
      await this.show(await this.engine.read(one.text));
    });
    on('family', 'change', () => this.fillSizes());
    on('generate', 'click', async () => {
      this.stopSearch();
      await this.show(await this.engine.generate(choice('family').value, Number(choice('size').value), input('seed').valueAsNumber || 0));
    });
    on('paste', 'click', async () => {
      this.stopSearch();
      await this.show(await this.engine.paste((byId('text') as HTMLTextAreaElement).value));
    });
    const turn = (left: number): Promise<void> => {
      const now = this.now!;
      [now.rules, now.left] = ['full', Math.min(now.puzzle.open, Math.max(now.puzzle.least, left))];
      return this.reduce();
    };
    on('left', 'input', () => turn(input('left').valueAsNumber));
    on('less', 'click', () => turn(input('left').valueAsNumber - 1));
    on('more', 'click', () => turn(input('left').valueAsNumber + 1));
    on('registers', 'change', () => {
      this.now!.registers = choice('registers').value;
      return this.reduce();
    });
    on('depth', 'change', () => this.ramp(Math.min(MOST_LAYERS, Math.max(0, Math.round(input('depth').valueAsNumber || 0)))));
    on('ramp', 'click', () => this.ramp(this.now!.gammas.length));
    on('zero', 'click', () => this.setAngles(this.now!.gammas.map(() => 0), this.now!.betas.map(() => 0)));
    on('optimize', 'click', () => this.optimize(Math.min(MOST_LAYERS, Math.max(1, Math.round(input('depth').valueAsNumber || 1)))));
    on('stop', 'click', () => this.stopSearch());
    on('map', 'click', () => this.map());
    on('layer', 'input', () => {
      this.now!.layer = input('layer').valueAsNumber;
      this.refresh();
    });
    for (const one of document.querySelectorAll<HTMLElement>('[data-take]')) {
      one.addEventListener('click', () => this.run(() => this.take(one.dataset['take']!)));
    }
    on('link', 'click', async () => {
      this.remember();
      await navigator.clipboard.writeText(location.href);
      say('The link is copied');
    });
    // the address holds the experiment, so that links within the page must not change it
    for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')) {
      link.addEventListener('click', (event) => {
        event.preventDefault();
        const part = document.querySelector<HTMLElement>(link.hash);
        part?.setAttribute('tabindex', '-1');
        part?.focus();
        part?.scrollIntoView();
      });
    }
    for (const one of document.querySelectorAll('input[name="edit"]')) {
      one.addEventListener('change', () => { this.marked = undefined; this.drawBoard(); });
    }
    addEventListener('hashchange', () => { if (location.hash.length > 40) this.run(async () => void await this.recall()); });
  }

  /** Does some work; the page says that it is busy until all work is done. */
  run(work: () => Promise<void> | void): void {
    this.working += 1;
    document.documentElement.dataset['busy'] = 'true';
    Promise.resolve().then(work).catch((error: unknown) => this.fail(error)).finally(() => {
      this.working -= 1;
      document.documentElement.dataset['busy'] = String(this.working > 0);
    });
  }

  fail(error: unknown): void {
    if (error instanceof Stopped) return;
    const box = byId('message');
    box.textContent = error instanceof Error ? error.message : String(error);
    box.hidden = false;
  }

  private quiet(): void {
    byId('message').hidden = true;
  }
}

function setUpTheme(): void {
  const isDark = (): boolean => {
    const set = document.documentElement.dataset['theme'];
    return set ? set === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  };
  const told = (): void => byId('theme').setAttribute('aria-pressed', String(isDark()));
  byId('theme').addEventListener('click', () => {
    document.documentElement.dataset['theme'] = isDark() ? 'light' : 'dark';
    told();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', told);
  told();
}

async function setUp(): Promise<void> {
  setUpTheme();
  try {
    const engine = await engineOfPage();
    const about = await engine.ask<About>({ do: 'about' });
    document.head.append(el('style', {}, about.style));
    const page = new Page(engine, JSON.parse(byId('puzzles').textContent), about);
    startTours(page);
    await page.begin();
    document.documentElement.dataset['ready'] = 'true';
  } catch (error) {
    byId('message').textContent = `The engine does not start in this browser: ${String(error)}. It needs WebAssembly with SIMD and DecompressionStream, which every browser since 2023 has.`;
    byId('message').hidden = false;
  }
}

void setUp();
