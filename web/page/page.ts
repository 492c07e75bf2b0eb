// The page: the experiment under the hands, what the engine says of it, and how both are shown. A hand changes the experiment
// (`set`); a loop brings the page up to it; what is committed is an entry of the browser's history, so that Undo is Back.

import type { About, Layers, Measured, Moment, Puzzle, Ready } from './answers.js';
import { BoardView, legend } from './board.js';
import { CircuitView, momentWords, ramp } from './circuit.js';
import { Engine, Stopped } from './engine.js';
import { changed, differences, fromFragment, toFragment, type Experiment, type Settings } from './experiment.js';
import { landscapeFigure } from './landscape.js';
import { baselinesWords, histogram, likeliestList, measuredWords, pair, phaseLegend } from './state.js';
import { Player } from './play.js';
import { Files, commands } from './take.js';
import { facts } from './words.js';

export const input = (id: string): HTMLInputElement => byId(id) as HTMLInputElement;
export const choice = (id: string): HTMLSelectElement => byId(id) as HTMLSelectElement;
export const button = (id: string): HTMLButtonElement => byId(id) as HTMLButtonElement;

export const MOST_LAYERS = 16;
const SEED = 0;
/** Of so many qubits a landscape is drawn in a few seconds. */
const MOST_MAPPED = 17;
/** An experiment that is kept beside the one under the hands, with an engine of its own. */
interface Pinned {
  experiment: Experiment;
  engine: Engine;
  moment?: Moment;
}

export class Page {
  now: Experiment = { text: '', settings: {}, gammas: [], betas: [], at: 0 };
  puzzle: Puzzle | undefined;
  ready: Ready | undefined;
  layers: Layers | undefined;
  moment: Moment | undefined;
  measured: Measured | undefined;
  pinned: Pinned | undefined;
  searching = 0;
  private keys = { reduction: '', layers: '', moment: '', pinned: '' };
  /** The experiment that was shown last, for a stop. */
  private good: Experiment | undefined;
  /** How many layers of a ramp the next reduced puzzle begins with. */
  private wantsRamp: number | undefined;
  private wantsCommit = false;
  /** Angles of layers that were taken away, which come back with them. */
  private spare: Pick<Experiment, 'gammas' | 'betas'> = { gammas: [], betas: [] };
  /** Whether the experiment could not be shown. */
  private isFaulty = false;
  private refreshing = false;
  private stale = false;
  private working = 0;
  private queue: Promise<void> = Promise.resolve();
  private place = 0;
  private last = 0;
  private saying = 0;
  private readonly files = new Files();
  /** Plays the circuit, as fast as the page can show it. */
  private readonly player = new Player((by, steps) => {
    if (this.refreshing) return false;
    const { at, gammas } = this.now;
    const to = Math.min(gammas.length, steps ? Math.floor(2 * at + 1) / 2 : at + by);
    this.set({ at: to }, false);
    if (to >= gammas.length) this.pause();
    return true;
  });
  private readonly board = new BoardView({
    give: (cell, symbol) => this.act(async () => this.adopt(await this.given(cell, symbol), true)),
    sign: (cells, sign) => this.act(async () => this.adopt(await this.engine.edit(this.now.text, cells, sign), true)),
  });
  private readonly circuit = new CircuitView({
    angle: (name, layer, value, done) => {
      this.stopSearch();
      const list = [...this.now[name]];
      list[layer] = value;
      this.set({ [name]: list, at: this.player.isOn ? this.now.at : this.now.at <= layer ? this.now.gammas.length : this.now.at }, done);
    },
    moment: (at, done) => {
      this.pause();
      this.set({ at }, done);
    },
  });

  constructor(readonly engine: Engine, readonly shipped: { name: string; family: string; text: string }[], readonly about: About) {
    this.place = this.last = (history.state as { place?: number } | null)?.place ?? 0;
    addEventListener('popstate', (event) => this.goTo(event.state as { place?: number } | null));
  }

  /* ---- the experiment ---- */

  /** Begins with the experiment of the address, or with a puzzle whose ramp waits to be played. */
  async begin(): Promise<void> {
    let broken: unknown;
    if (location.hash.length > 1) {
      try {
        const linked = fromFragment(location.hash.slice(1));
        this.puzzle = await this.engine.read(linked.text);
        this.set(linked);
      } catch (error) {
        broken = error;
      }
    }
    if (this.now.text === '') {
      const first = this.shipped.find(({ name }) => name.startsWith('Queens 5×5')) ?? this.shipped[0]!;
      await this.act(async () => this.adopt(await this.engine.read(first.text)));
    }
    await this.shown();
    if (broken !== undefined) this.fail(broken);
  }

  /** Changes the experiment; a change that is `done` is one step of undo. */
  set(change: Partial<Experiment>, done = true): void {
    this.now = { ...this.now, ...change };
    this.files.keep(this.now);
    this.wantsCommit ||= done;
    void this.refresh();
  }

  /** Goes on with a puzzle: the reduction of the paper, and angles that stay where it was only edited. */
  adopt(puzzle: Puzzle, isEdit = false): void {
    this.stopSearch();
    this.pause();
    this.quiet();
    const usual = Math.max(puzzle.least, Math.min(puzzle.open, puzzle.paper, 6));
    this.puzzle = puzzle;
    if (!isEdit || this.now.gammas.length === 0) this.wantsRamp = this.now.gammas.length || 4;
    const settings = changed(this.now.settings, { reduce: '', target_qubits: usual });
    this.set({ text: puzzle.text, settings, ...(!isEdit && { at: 0 }) });
  }

  /** The puzzle with a symbol in a cell, or with the next one that its family takes there: it refuses two queens side by side. */
  private given(cell: [number, number], symbol?: string): Promise<Puzzle> {
    const { text, symbols, given } = this.puzzle!;
    const after = symbols.indexOf(given[cell[0]]![cell[1]]!) + 1;
    const tries = symbol === undefined ? [...symbols.slice(after), ...symbols.slice(0, after)] : [symbol];
    const give = (one: string): Promise<Puzzle> => this.engine.edit(text, [cell], one);
    return tries.slice(1).reduce((made, next) => made.catch((error: unknown) => {
      if (error instanceof Stopped) throw error;
      return give(next);
    }), give(tries[0]!));
  }

  setDepth(depth: number): void {
    this.stopSearch();
    const { gammas, betas } = this.now;
    if (gammas.length > depth) this.spare = { gammas: gammas.slice(), betas: betas.slice() };
    const filled = (list: number[], spare: number[], fresh: number[]): number[] => Array.from({ length: depth }, (_, k) => list[k] ?? spare[k] ?? list.at(-1) ?? fresh[k]!);
    const fresh = ramp(depth, this.ready?.gamma_unit ?? 1);
    const at = this.now.at >= gammas.length ? depth : Math.min(this.now.at, depth);
    this.set({ gammas: filled(gammas, this.spare.gammas, fresh.gammas), betas: filled(betas, this.spare.betas, fresh.betas), at });
  }

  choose(settings: Settings): void {
    this.stopSearch();
    this.set({ settings: changed(this.now.settings, settings) });
  }

  /** How many variables are left. */
  get left(): number {
    const { open, least } = this.puzzle!;
    const left = this.isDialed ? Number(this.now.settings['target_qubits']) : this.ready?.variables ?? open;
    return Math.min(open, Math.max(least, left));
  }

  /** Whether deductions are made one by one down to a number of variables, as the dial says. */
  private get isDialed(): boolean {
    const { reduce = 'full', target_qubits: target } = this.now.settings;
    return reduce === 'full' && target !== undefined;
  }

  setLeft(left: number): void {
    const { open, least } = this.puzzle!;
    this.choose({ reduce: '', target_qubits: Math.min(open, Math.max(least, left)) });
  }

  useRamp(): void {
    this.stopSearch();
    const depth = this.now.gammas.length || 4;
    this.set({ ...ramp(depth, this.ready?.gamma_unit ?? 1), at: depth });
  }

  /* ---- bringing the page up to the experiment ---- */

  private async refresh(): Promise<void> {
    this.stale = true;
    if (this.refreshing) return;
    this.refreshing = true;
    this.busy(1);
    while (this.stale) {
      this.stale = false;
      try {
        await this.bring(this.now);
        if (this.isFaulty) this.quiet();
        this.isFaulty = false;
      } catch (error) {
        if (!(error instanceof Stopped)) {
          this.isFaulty = true;
          this.fail(error);
        } else if (this.good) {
          // what was stopped is not tried again
          if (this.keys.reduction !== reductionKey(this.now)) [this.now, this.wantsCommit] = [this.good, false];
          this.stale = true;
        }
      }
    }
    this.refreshing = false;
    if (this.wantsCommit) this.commit();
    this.busy(-1);
  }

  private async bring(now: Experiment): Promise<void> {
    const { engine } = this;
    if (this.puzzle?.text !== now.text) this.puzzle = await engine.read(now.text);
    const puzzle = this.puzzle;
    if (puzzle.contradiction !== undefined) {
      [this.ready, this.layers, this.moment, this.keys.reduction] = [undefined, undefined, undefined, reductionKey(now)];
      this.showAll();
      throw new Error(`This puzzle has no solution: ${puzzle.contradiction}`);
    }
    if (this.keys.reduction !== reductionKey(now)) {
      try {
        this.ready = await engine.reduce(now);
      } catch (error) {
        if (error instanceof Stopped) throw error;
        [this.ready, this.moment, this.keys.reduction] = [undefined, undefined, reductionKey(now)];
        this.showAll();
        throw error;
      }
      this.keys = { ...this.keys, reduction: reductionKey(now), layers: '', moment: '' };
      for (const id of ['landscape', 'by-depth', 'trace']) byId(id).replaceChildren();
      byId('baselines').textContent = 'Optimize the angles to see what a search finds at each depth.';
    }
    if (this.wantsRamp !== undefined) {
      this.now = now = { ...now, ...ramp(this.wantsRamp, this.ready?.gamma_unit ?? 1), at: Math.min(now.at, this.wantsRamp) };
      this.wantsRamp = undefined;
    }
    if (this.ready?.runs) await this.bringState(now);
    else [this.layers, this.moment] = [undefined, undefined];
    this.good = now;
    this.showAll();
    if (!byId('panel-take').hidden) this.run(() => this.prepare());
  }

  private async bringState(now: Experiment): Promise<void> {
    const angles = JSON.stringify([this.keys.reduction, now.gammas, now.betas]);
    const moment = `${angles} ${now.at}`;
    if (this.keys.layers !== angles) {
      this.layers = await this.engine.layers(now);
      this.keys.layers = angles;
    }
    if (this.keys.moment !== moment) {
      this.moment = await this.engine.state(now);
      [this.keys.moment, this.measured] = [moment, undefined];
    }
    const { pinned } = this;
    if (pinned && this.keys.pinned !== String(now.at)) {
      pinned.moment = await pinned.engine.state({ ...pinned.experiment, at: Math.min(now.at, pinned.experiment.gammas.length) });
      this.keys.pinned = String(now.at);
    }
  }

  /* ---- history: Undo is Back ---- */

  private commit(): void {
    this.wantsCommit = false;
    const [address, isFirst] = [`#${toFragment(this.now)}`, history.state === null];
    if (isFirst) history.replaceState({ place: this.place }, '', address);
    else if (address !== location.hash) {
      this.last = this.place += 1;
      history.pushState({ place: this.place }, '', address);
    }
    this.showHistory();
  }

  private goTo(state: { place?: number } | null): void {
    this.stopSearch();
    this.pause();
    this.quiet();
    // a link that was typed into the address is a step forward
    if (state?.place === undefined) history.replaceState({ place: this.last = this.place += 1 }, '');
    else this.place = state.place;
    this.last = Math.max(this.last, this.place);
    this.run(async () => {
      const linked = fromFragment(location.hash.slice(1));
      this.wantsRamp = undefined;
      this.wantsCommit = false;
      this.now = linked;
      await this.refresh();
      this.showHistory();
    });
  }

  private showHistory(): void {
    button('undo').disabled = this.place === 0;
    button('redo').disabled = this.place >= this.last;
  }

  /* ---- what is seen ---- */

  private showAll(): void {
    const { puzzle, ready, moment, now } = this;
    if (!puzzle) return;
    const deduction = document.activeElement && byId('part-board').querySelector('.dial')!.contains(document.activeElement) ? this.deduction() : undefined;
    this.board.show(puzzle, ready, moment, deduction);
    byId('board-legend').textContent = legend(puzzle, moment && ready);
    byId('board-head').textContent = `${puzzle.family}: ${this.about.families.find(({ name }) => name === puzzle.family)?.about ?? ''}`;
    byId('print-head').textContent = [puzzle.board.title, `p = ${now.gammas.length}`, ...Object.entries(now.settings).map(([name, value]) => `${name.replace('_', ' ')} ${value}`)].join(', ');
    this.showReduction(puzzle);
    const runs = ready?.runs === true && moment !== undefined;
    for (const id of ['circuit', 'panel-state']) byId(id).classList.toggle('absent', !runs);
    const why = byId('too-large');
    why.hidden = runs;
    if (!ready) why.textContent = 'There is no circuit for this puzzle yet.';
    else if (ready.bits === 0) why.textContent = 'The deductions and the rules that no state breaks leave a single board: there is nothing for a circuit to do. Move the slider of variables back, or choose other rules or another mixer.';
    else why.textContent = `A state of 2^${short(ready.bits)} amplitudes is too large for this page. Move the slider of variables down to 20 qubits or fewer, or choose rules that no state breaks.`;
    const known = this.shipped.findIndex(({ text }) => text === puzzle.text);
    choice('shipped').value = known < 0 ? '' : String(known);
    if (!(byId('make') as HTMLDialogElement).open) (byId('text') as HTMLTextAreaElement).value = puzzle.text;
    input('depth').value = String(now.gammas.length);
    if (runs) this.showState(ready, moment);
    else for (const id of ['chance', 'expectation', 'random']) [byId(id).textContent, byId(id).title] = ['–', ''];
    [byId('command').textContent, byId('python').textContent] = commands(now);
  }

  private showState(ready: Ready, moment: Moment): void {
    const { now, pinned } = this;
    const exact = (id: string, text: string, value: number | undefined): void => {
      byId(id).textContent = text;
      byId(id).title = value === undefined ? '' : String(value);
    };
    exact('chance', percent(moment.success_probability), moment.success_probability);
    exact('expectation', short(moment.expectation), moment.expectation);
    exact('random', percent(ready.random), ready.random);
    const [p, random] = [moment.success_probability, ready.random];
    const words = momentWords(now.at, now.gammas.length, p !== undefined && random ? p / random : undefined);
    if (byId('moment-words').textContent !== words) byId('moment-words').textContent = words;
    this.circuit.show(now, ready, this.layers?.layers ?? [], pinned?.experiment);
    button('play').disabled = now.gammas.length === 0;
    byId('histogram').replaceChildren(histogram(moment, ready, { ...(pinned?.moment && { pinned: pinned.moment.bars }), ...(this.measured && { measured: this.measured }) }));
    byId('phases').replaceChildren(phaseLegend(pinned !== undefined));
    byId('likeliest').replaceChildren(likeliestList(this.puzzle!.board, moment.likeliest));
    byId('measured').replaceChildren(...(this.measured ? measuredWords(this.puzzle!.board, this.measured, moment.success_probability) : []));
    byId('rules').replaceChildren(el('p', { class: 'soft' }, moment.rules.length === 0 ? '' : 'Rules kept: ' + moment.rules.filter(({ count }) => count > 0).map(({ kind, kept }) => `${kind} ${percent(kept)}`).join(', ') + '.'));
    byId('speed').textContent = `the last answer took ${this.engine.milliseconds.toFixed(1)} ms, the engine holds ${(this.engine.bytes / 1e6).toFixed(1)} MB`;
    this.showPinned(moment);
    clearTimeout(this.saying);
    if (!this.player.isOn) this.saying = window.setTimeout(() => say(`P(success) ${percent(moment.success_probability)}`), 700);
  }

  private showPinned(moment: Moment): void {
    const { pinned, now } = this;
    byId('pinned').hidden = !pinned?.moment;
    button('pin').setAttribute('aria-pressed', String(pinned !== undefined));
    button('pin').textContent = pinned ? 'Unpin A' : 'Pin as A';
    if (pinned?.moment) byId('pinned').replaceChildren(...pair(pinned.moment, moment, differences(pinned.experiment, now), () => this.set(pinned.experiment)));
  }

  /** The deduction that the slider of variables is at. */
  private deduction(): Puzzle['steps'][number] | undefined {
    const { puzzle, left } = this;
    if (!puzzle || puzzle.contradiction !== undefined || !this.isDialed || left === puzzle.open) return undefined;
    return puzzle.steps[puzzle.steps.length - 1 - (left - puzzle.least)];
  }

  private showReduction(puzzle: Puzzle): void {
    const { ready, now, left } = this;
    const dial = input('left');
    [dial.min, dial.max] = [String(puzzle.least), String(puzzle.open)];
    dial.value = String(left);
    byId('left-out').textContent = `${left} of ${puzzle.open}`;
    button('less').disabled = left <= puzzle.least;
    button('more').disabled = left >= puzzle.open;
    const deduction = this.deduction();
    const words = left === puzzle.open || !ready ? 'Only the givens are filled in.' : `Reduction: ${ready.reduction}.`;
    byId('step').textContent = deduction ? `Deduced last: ${deduction.words}` : puzzle.contradiction ?? words;
    byId('steps').replaceChildren(...puzzle.steps.map((one) => el('li', { title: one.rule, 'aria-current': one === deduction ? 'true' : null }, one.words)));
    byId('how-large').replaceChildren(...(ready ? facts(ready) : []));
    for (const { name } of this.about.settings) choice(name).value = String(now.settings[name] ?? '');
    for (const part of document.querySelectorAll<HTMLElement>('.signs')) part.hidden = !puzzle.signed;
  }

  /* ---- time ---- */

  togglePlay(): void {
    if (this.player.isOn) return this.pause();
    if (this.now.at >= this.now.gammas.length) this.set({ at: 0 }, false);
    this.player.start();
  }

  pause(): void {
    if (this.player.stop()) this.set({}, true);
  }

  step(by: 1 | -1): void {
    this.pause();
    const { at, gammas } = this.now;
    const to = by > 0 ? Math.floor(2 * at + 1 + 1e-9) / 2 : Math.ceil(2 * at - 1 - 1e-9) / 2;
    this.set({ at: Math.min(gammas.length, Math.max(0, to)) });
  }

  /* ---- search, landscape, shots, a second experiment ---- */

  async optimize(depth: number): Promise<void> {
    this.pause();
    const mine = (this.searching = performance.now());
    const isMine = (): boolean => this.searching === mine;
    const of = this.now;
    this.showSearch('searching…');
    let calls = 0;
    try {
      for (let p = 1; p <= depth && isMine(); p += 1) {
        const found = await this.engine.optimize(of, p, SEED);
        if (!isMine()) return;
        calls = found.evaluations;
        this.set({ gammas: found.gammas, betas: found.betas, at: p }, p === depth);
        this.showSearch(`depth ${p} of ${depth}: ⟨C⟩ = ${short(found.expectation)}`);
        show('trace', pictureFigure({ text: found.trace, label: `⟨C⟩ at each evaluation of the search at depth ${p}` }));
      }
      const beside = await this.engine.baselines(of, depth);
      byId('baselines').replaceChildren(...baselinesWords(this.ready?.random, beside));
      show('by-depth', beside.curve === undefined ? null : pictureFigure({ text: beside.curve, label: 'Success probability against depth' }));
      if (isMine()) this.showSearch(`found after ${calls} evaluations`);
    } finally {
      if (isMine()) this.searching = 0;
      this.showSearch();
    }
  }

  stopSearch(): void {
    if (!this.searching) return;
    this.searching = 0;
    this.engine.stop();
    this.wantsCommit = true;
    this.showSearch('stopped');
    void this.refresh();
  }

  private showSearch(words?: string): void {
    if (words !== undefined) byId('searching').textContent = words;
    const hadFocus = ['stop', 'optimize'].includes(document.activeElement?.id ?? '');
    byId('stop').hidden = !this.searching;
    byId('optimize').hidden = this.searching > 0;
    if (hadFocus) byId(this.searching ? 'stop' : 'optimize').focus();
  }

  async map(): Promise<void> {
    if (this.ready!.bits > MOST_MAPPED) throw new Error(`A landscape takes too long here: move the slider of variables down to ${MOST_MAPPED} qubits or fewer, or use ketboard landscape.`);
    const found = await this.engine.landscape(this.now);
    const { gammas, betas } = this.now;
    const start: [number, number] = gammas.length === 1 ? [gammas[0]!, betas[0]!] : found.path.at(-1) ?? [0, 0];
    show('landscape', landscapeFigure(found, start, (gamma, beta, done) => {
      this.stopSearch();
      this.set({ gammas: [gamma], betas: [beta], at: 1 }, done);
    }));
  }

  async measure(shots: number): Promise<void> {
    // each click is another sample
    this.measured = await this.engine.measure(this.now, shots, Math.floor(Math.random() * 2 ** 32));
    this.showAll();
  }

  togglePin(): void {
    this.pinned?.engine.stop();
    this.pinned = this.pinned ? undefined : { experiment: this.now, engine: this.engine.twin() };
    this.keys.pinned = '';
    void this.refresh();
  }

  /** Makes the files to take along. */
  prepare(): Promise<void> { return this.files.prepare(this.now, this.ready?.runs === true, this.engine); }

  /* ---- doing things one after the other ---- */

  /** Does some work after all that was asked before, so that quick clicks are all counted. */
  act(work: () => Promise<void> | void): Promise<void> {
    this.busy(1);
    const done = this.queue.then(work).catch((error: unknown) => this.fail(error)).finally(() => this.busy(-1));
    this.queue = done;
    return done;
  }

  /** Does some work beside what runs. */
  run(work: () => Promise<void> | void): void {
    this.busy(1);
    Promise.resolve().then(work).catch((error: unknown) => this.fail(error)).finally(() => this.busy(-1));
  }

  /** When the experiment of now is shown. */
  async shown(): Promise<void> {
    while (this.refreshing) await new Promise((resolve) => { setTimeout(resolve, 5); });
  }

  private busy(by: number): void {
    this.working += by;
    document.documentElement.dataset['busy'] = String(this.working > 0);
  }

  fail(error: unknown): void {
    if (error instanceof Stopped) return;
    byId('message').textContent = error instanceof Error ? error.message : String(error);
    byId('message').hidden = false;
  }

  quiet(): void {
    byId('message').hidden = true;
  }
}

const reductionKey = ({ text, settings }: Experiment): string => JSON.stringify([text, settings]);

function show(id: string, made: HTMLElement | null): void {
  byId(id).replaceChildren(...(made ? [made] : []));
}
