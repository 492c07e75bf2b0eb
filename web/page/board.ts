// The board: what is given, what is deduced, and how likely every other cell shows its symbol at this moment. Cells are buttons
// over it: a click gives the next symbol, a key gives its own, arrows walk.

import type { Likely, Moment, Puzzle, Ready } from './answers.js';

type Cell = [number, number];

/** What a hand does on a cell: a symbol is typed, or the next one is asked for; or two cells get a sign between them. */
export interface BoardHand {
  give(cell: Cell, symbol?: string): void;
  sign(cells: [Cell, Cell], sign: string): void;
}

const MOVES: Record<string, Cell> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class BoardView {
  private shape = '';
  private buttons: HTMLButtonElement[] = [];
  private focus: Cell = [0, 0];
  private first: Cell | undefined;
  /** The sign that the next arrow key sets. */
  private typed: string | undefined;
  private puzzle: Puzzle | undefined;

  constructor(private readonly hand: BoardHand) {
    for (const one of document.querySelectorAll('input[name="edit"]')) one.addEventListener('change', () => this.mark(undefined));
  }

  show(puzzle: Puzzle, ready: Ready | undefined, moment: Moment | undefined, deduction: Puzzle['steps'][number] | undefined): void {
    this.puzzle = puzzle;
    const { board } = puzzle;
    const picture = ready && moment ? momentBoard(puzzle, ready, moment) : ready ? reducedBoard(board, ready.after) : givenBoard(board);
    for (const [cells, cls, room] of [[deduction?.because ?? [], 'because', 3], [deduction?.cells ?? [], 'lit', 1]] as const) outline(picture, cells, cls, room);
    const [rows, cols] = [board.rows.length, board.rows[0]?.length ?? 0];
    const shape = `${rows}×${cols} ${puzzle.family}`;
    const box = document.querySelector<HTMLElement>('.board-box');
    if (shape === this.shape && box) box.querySelector('svg')!.replaceWith(picture);
    else this.build(picture, rows, cols);
    this.shape = shape;
    board.rows.forEach((row, r) => [...row].forEach((char, c) => this.label(r, c, cols, char, ready)));
  }

  private build(picture: SVGElement, rows: number, cols: number): void {
    this.focus = [0, 0];
    this.buttons = Array.from({ length: rows * cols }, (_, k) => {
      const cell: Cell = [Math.floor(k / cols), k % cols];
      return el('button', { type: 'button', 'data-cell': cell.join(), tabindex: k === 0 ? 0 : -1, onclick: () => this.click(cell), onfocus: () => this.walkTo(cell) });
    });
    const [width, height] = [cols * CELL + 4, rows * CELL + 4];
    const grid = el('div', {
      class: 'cells', role: 'group', 'aria-label': 'Cells. Arrow keys walk; Enter gives the next symbol; a symbol is typed; = or x and an arrow set a sign',
      style: `grid-template:repeat(${rows},1fr)/repeat(${cols},1fr);inset:${200 / height}% ${200 / width}%`,
      onkeydown: (event: KeyboardEvent) => this.key(event),
    }, ...this.buttons);
    byId('board').replaceChildren(el('div', { class: 'board-box', style: `--cols:${cols};--rows:${rows}` }, picture, grid));
  }

  private label(r: number, c: number, cols: number, char: string, ready: Ready | undefined): void {
    const { board, symbols } = this.puzzle!;
    const button = this.buttons[r * cols + c]!;
    const after = ready?.after[r]?.[c];
    const is = char !== '.' && char !== ' ' ? `given ${char}` : after && after[0] === 'd' ? `deduced ${after[1]}` : 'open';
    button.disabled = char === '#' || (board.shapes === 'tents' && char === 'T') || symbols.length === 0;
    button.setAttribute('aria-label', `row ${r + 1}, column ${c + 1}: ${is}`);
    button.title = !after ? '' : after[0] === 'o' ? `${after[1]}: open, decided by its qubit` : after[0] === 'd' ? `${after[1]}′: deduced, no qubit` : '';
  }

  private walkTo(cell: Cell): void {
    this.at(this.focus)?.setAttribute('tabindex', '-1');
    this.focus = cell;
    this.at(cell)?.setAttribute('tabindex', '0');
  }

  private at([r, c]: Cell): HTMLButtonElement | null {
    return document.querySelector(`[data-cell="${r},${c}"]`);
  }

  private click(cell: Cell): void {
    const mode = document.querySelector<HTMLInputElement>('input[name="edit"]:checked')?.value ?? 'cells';
    if (mode === 'cells' || !this.puzzle?.signed) return this.hand.give(cell);
    const first = this.first;
    this.mark(first ? undefined : cell);
    if (first && first.join() !== cell.join()) this.hand.sign([first, cell], mode);
  }

  private mark(cell: Cell | undefined): void {
    if (this.first) this.at(this.first)?.removeAttribute('aria-pressed');
    this.first = cell;
    if (cell) this.at(cell)?.setAttribute('aria-pressed', 'true');
  }

  private key(event: KeyboardEvent): void {
    const by = MOVES[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next: Cell | undefined = by && [this.focus[0] + by[0], this.focus[1] + by[1]];
    if (next) {
      if (this.typed !== undefined && this.at(next)) this.hand.sign([this.focus, next], this.typed);
      else this.at(next)?.focus();
      this.typed = undefined;
    } else if (this.puzzle?.signed && ['=', 'x', '×'].includes(event.key)) {
      this.typed = event.key === '=' ? '=' : 'x';
      say(`${event.key}: an arrow key sets it`);
    } else {
      const symbol = ['Delete', 'Backspace', ' '].includes(event.key) ? '.' : event.key.toUpperCase();
      if (!this.puzzle?.symbols.includes(symbol) || event.key === ' ') return;
      this.hand.give(this.focus, symbol);
    }
    event.preventDefault();
  }
}

function outline(picture: SVGElement, cells: Cell[], cls: string, room: number): void {
  for (const [r, c] of cells) picture.append(draw('rect', { x: c * CELL + room, y: r * CELL + room, width: CELL - 2 * room, height: CELL - 2 * room, class: cls }));
}

/** How likely each open cell shows its symbol: a shade and a percentage; givens and what is deduced as they are. */
function momentBoard(puzzle: Puzzle, ready: Ready, moment: Moment): SVGElement {
  const { board } = puzzle;
  const places = new Map(ready.cells.map((name, k) => [name, k]));
  const many = ready.glyphs.length > 1;
  const words: string[] = [];
  const picture = boardPicture(board, '', (r, c) => {
    const place = places.get(`r${r + 1}c${c + 1}`);
    const [kind, text] = ready.after[r]?.[c] ?? ['', ''];
    if (place === undefined || kind === 'g') return { char: [...(board.rows[r] ?? '')][c] ?? '.' };
    if (kind === 'd') return { text: `${text}′`, cls: 'deduced' };
    const all = moment.marginals.map((cells) => cells[place]!);
    const best = all.indexOf(Math.max(...all));
    const [p, glyph] = [all[best]!, [...ready.glyphs][best]!];
    const says = p > 0.9995 ? '100' : p < 0.0005 ? '0' : p < 0.01 ? '<1' : String(Math.round(100 * p));
    words.push(`row ${r + 1}, column ${c + 1}: ${many ? `${glyph} ` : ''}${says} %`);
    return many ? { shade: p, text: glyph, below: says } : { shade: p, text: says };
  });
  picture.setAttribute('aria-label', `The board at this moment. ${words.join('; ')}`);
  return picture;
}

/** What the shades mean. */
export function legend(puzzle: Puzzle, ready: Ready | undefined): string {
  if (!ready) return '';
  const what = ready.glyphs.length > 1 ? 'its likeliest symbol' : `“${puzzle.board.words[1]}”`;
  return `Blue: probability (%) of ${what}; framed: given; ′: deduced.`;
}

/** A small board with its probability, its phase and its verdict. */
export function likelyBoard(board: Board, likely: Likely, hand: Node | null): HTMLElement {
  const picture = fullBoard(board, likely.board, `Probability ${percent(likely.probability)}, ${likely.verdict}`);
  outline(picture, likely.broken, 'broken', 2);
  const cls = likely.solves === undefined ? '' : likely.solves ? 'solves' : 'fails';
  return el('li', { class: cls }, picture, el('span', {}, hand, ` ${percent(likely.probability)}`), el('span', {}, likely.verdict));
}
