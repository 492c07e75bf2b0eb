// Boards: cells, regions, signs and symbols, with values, probabilities or words in the cells.

const CELL = 40;

function path(d, cls, more) {
  return draw('path', { d, class: cls, ...more });
}

/** The shape of a symbol in a cell whose center is (x, y). */
function shapeOf(name, x, y) {
  const at = { transform: `translate(${x} ${y})` };
  const star = Array.from({ length: 10 }, (_, k) => {
    const r = k % 2 ? 5.2 : 13;
    const angle = (k * Math.PI) / 5 - Math.PI / 2;
    return `${(r * Math.cos(angle)).toFixed(2)},${(r * Math.sin(angle)).toFixed(2)}`;
  });
  switch (name) {
    case 'queen':
      return draw('g', at,
        path('M-12 9 L-13.5 -6 L-6.5 1 L0 -11 L6.5 1 L13.5 -6 L12 9 Z', 'ink'),
        path('M-12 12 H12', 'stroke'));
    case 'star':
      return draw('g', at, draw('polygon', { points: star.join(' '), class: 'ink' }));
    case 'tent':
      return draw('g', at, path('M0 -12 L14 11 L5 11 L0 1 L-5 11 L-14 11 Z', 'tent'));
    case 'tree':
      return draw('g', at,
        path('M0 -14 L10 1 H5 L11 9 H-11 L-5 1 H-10 Z', 'tree'), path('M0 8 V14', 'trunk'));
    case 'sun': {
      const rays = Array.from({ length: 8 }, (_, k) => {
        const [c, s] = [Math.cos((k * Math.PI) / 4), Math.sin((k * Math.PI) / 4)];
        return `M${9.5 * c} ${9.5 * s} L${14 * c} ${14 * s}`;
      });
      return draw('g', at, draw('circle', { r: 7, class: 'sun' }), path(rays.join(' '), 'ray'));
    }
    case 'moon':
      return draw('g', at, path('M5 -12 A12.5 12.5 0 1 0 12 5 A10 10 0 0 1 5 -12 Z', 'moon'));
    default:
      return undefined;
  }
}

function letter(text, x, y, cls, size) {
  return draw('text', { x, y, class: cls, 'font-size': size, 'text-anchor': 'middle', 'dominant-baseline': 'central' }, text);
}

/** What a cell with this character shows; nothing for an empty cell. */
function symbol(board, char, row, col, x, y) {
  const one = { queens: 'queen', stars: 'star', tents: 'tent' }[board.shapes];
  if (char === '.' || char === '#' || char === ' ') return undefined;
  if (char === '0' && ['queens', 'stars', 'tents', 'pieces'].includes(board.shapes)) {
    return isGiven(board, row, col) ? draw('circle', { cx: x, cy: y, r: 2.4, class: 'nothing' }) : undefined;
  }
  if (board.shapes === 'tents' && char === 'T') return shapeOf('tree', x, y);
  if (board.shapes === 'suns') return shapeOf(char === '0' ? 'sun' : 'moon', x, y);
  if (one) return char === '1' ? shapeOf(one, x, y) : letter(char, x, y, 'value', 20);
  if (board.shapes === 'pieces') {
    const piece = char === '1' ? board.pieces[row][col] : char;
    return letter(piece, x, y, piece === piece.toUpperCase() ? 'value' : 'value faint', 20);
  }
  return letter(char, x, y, 'value', 20);
}

/** The board's edges: thin between cells, heavy between regions and around what is no cell. */
function edges(board) {
  const [rows, cols] = [board.rows.length, board.rows[0].length];
  const region = (r, c) => {
    if (r < 0 || c < 0 || r >= rows || c >= cols || board.rows[r][c] === '#') return 'outside';
    return board.regions.length ? board.regions[r][c] : 'inside';
  };
  let [thin, heavy] = ['', ''];
  for (let r = 0; r <= rows; r += 1) {
    for (let c = 0; c <= cols; c += 1) {
      const [x, y] = [c * CELL, r * CELL];
      for (const [other, d] of [[region(r, c - 1), `M${x} ${y}v${CELL}`], [region(r - 1, c), `M${x} ${y}h${CELL}`]]) {
        if (other === 'outside' && region(r, c) === 'outside') continue;
        if (other === region(r, c)) thin += d;
        else heavy += d;
      }
    }
  }
  return [path(thin, 'thin'), path(heavy, 'heavy')];
}

function signs(board) {
  return board.signs.map(([r1, c1, r2, c2, alike]) => {
    const x = ((c1 + c2 + 1) * CELL) / 2;
    const y = ((r1 + r2 + 1) * CELL) / 2;
    const far = Math.abs(r1 - r2) + Math.abs(c1 - c2) > 1;
    const line = far
      ? path(`M${(c1 + 0.5) * CELL} ${(r1 + 0.5) * CELL} L${(c2 + 0.5) * CELL} ${(r2 + 0.5) * CELL}`, 'thin')
      : null;
    return draw('g', {}, line, draw('circle', { cx: x, cy: y, r: 7, class: 'sign-ground' }),
      path(alike ? `M${x - 4} ${y - 2}h8M${x - 4} ${y + 2}h8` : `M${x - 3.5} ${y - 3.5}l7 7M${x + 3.5} ${y - 3.5}l-7 7`, 'sign'));
  });
}

/**
 * The picture of a board. `cell(row, col)` says what is in a cell: `{ char }`, `{ shade, text, small }` or `{ text, cls }`;
 * givens get a thin inner frame.
 */
function boardPicture(board, label, cell) {
  if (board.names) return variablesPicture(board, label, cell);
  const [rows, cols] = [board.rows.length, board.rows[0].length];
  const grounds = [];
  const contents = [];
  for (let r = 0; r < rows; r += 1) {
    for (let c = 0; c < cols; c += 1) {
      const known = board.rows[r][c];
      if (known === '#') continue;
      const [x, y] = [c * CELL, r * CELL];
      const is = known === 'T' && board.shapes === 'tents' ? { char: 'T' } : cell(r, c) || {};
      const tint = board.regions.length && is.shade === undefined ? ` tint${board.regions[r][c] % 6}` : '';
      grounds.push(draw('rect', { x, y, width: CELL, height: CELL, class: `ground${tint}` }));
      if (is.shade !== undefined) {
        grounds.push(draw('rect', { x, y, width: CELL, height: CELL, class: 'shade', 'fill-opacity': is.shade }));
      }
      if (isGiven(board, r, c)) {
        grounds.push(draw('rect', { x: x + 3.5, y: y + 3.5, width: CELL - 7, height: CELL - 7, class: 'given' }));
      }
      const dark = is.shade > 0.55 ? ' on-shade' : '';
      const [mx, my] = [x + CELL / 2, y + CELL / 2];
      if (is.char !== undefined) contents.push(symbol(board, is.char, r, c, mx, my));
      if (is.text !== undefined) {
        const size = is.small || is.text.length > 3 || (is.shade !== undefined && is.text.length > 2) ? 11 : 14;
        const up = is.below ? -6 : 0;
        contents.push(letter(is.text, mx, my + up, `${is.cls || 'cell-text'}${dark}`, is.below ? 17 : size));
        if (is.below) contents.push(letter(is.below, mx, my + 11, `cell-text${dark}`, 10));
      }
    }
  }
  const box = `-2 -2 ${cols * CELL + 4} ${rows * CELL + 4}`;
  return draw('svg', { viewBox: box, class: 'board', role: 'img', 'aria-label': label, style: `--cols:${cols}` },
    grounds, edges(board), contents, signs(board));
}

/** Boxes in a row of the picture of an assignment. */
const BOXES = 8;

/** The picture of a model's variables in place of a board: a box for each, with its name above what `cell` says of it. */
function variablesPicture(board, label, cell) {
  const width = 1.5 * CELL;
  const [cols, rows] = [Math.min(BOXES, board.names.length), Math.ceil(board.names.length / BOXES)];
  const parts = board.names.flatMap((name, k) => {
    const [x, y] = [(k % BOXES) * width, Math.floor(k / BOXES) * CELL];
    const is = cell(0, k) || {};
    const dark = is.shade > 0.55 ? ' on-shade' : '';
    const value = is.text === undefined ? is.char : is.text;
    const short = name.length > 9 ? `${name.slice(0, 8)}…` : name;
    return [draw('rect', { x, y, width, height: CELL, class: 'ground' }),
      is.shade === undefined ? null : draw('rect', { x, y, width, height: CELL, class: 'shade', 'fill-opacity': is.shade }),
      draw('rect', { x, y, width, height: CELL, class: 'given' }),
      letter(short, x + width / 2, y + 11, `cell-text${dark}`, 10),
      value === undefined || value === '.' ? null : letter(value, x + width / 2, y + 27, `cell-text${dark}`, 14)];
  });
  const box = `-2 -2 ${cols * width + 4} ${rows * CELL + 4}`;
  return draw('svg', { viewBox: box, class: 'board', role: 'img', 'aria-label': label, style: `--cols:${1.5 * cols}` }, parts.filter(Boolean));
}

const isGiven = (board, r, c) => board.given[r][c] === 'x';

/** The rows of a board, or the variables of a model, as words for those who do not see them. */
const inWords = (rows, names) => names ? [...rows[0]].map((value, k) => `${names[k]} = ${value}`).join(', ') : rows.map((row, k) => `row ${k + 1}: ${[...row].join(' ')}`).join('; ');

const givenBoard = (board) =>
  boardPicture(board, board.names ? `The variables: ${board.names.join(', ')}` : `The board with its givens; ${inWords(board.rows)}`, (r, c) => ({ char: board.rows[r][c] }));

const fullBoard = (board, rows, label) =>
  boardPicture(board, `${label}; ${inWords(rows, board.names)}`, (r, c) => ({ char: [...rows[r]][c] }));

/** The board after the reduction: what is known, and which qubit decides the rest. */
function reducedBoard(board, after) {
  const names = { g: 'given', d: 'deduced', o: 'open' };
  const words = after.map((row, r) => `row ${r + 1}: ${row.map(([kind, text]) => `${text} ${names[kind] || ''}`).join(', ')}`);
  return boardPicture(board, `The board after the reduction; ${words.join('; ')}`, (r, c) => {
    const [kind, text] = after[r][c];
    if (kind === 'o') return { text, cls: 'qubit', small: text.length > 2 };
    if (kind === 'd' && board.shapes !== 'digits') return { text: `${text}′`, cls: 'deduced' };
    return kind === 'd' ? { text: `${text}′`, cls: 'deduced' } : { char: text };
  });
}

/** Marginals of a layer as shades: of one glyph, or of the likeliest glyph of each cell. */
function marginalBoard(board, layers, layer, glyph, label) {
  const places = new Map(layers.cells.map((name, k) => [name, k]));
  const words = [];
  const picture = boardPicture(board, label, (r, c) => {
    const name = board.names ? board.names[c] : `r${r + 1}c${c + 1}`;
    const place = places.get(name);
    if (place === undefined) return { char: board.rows[r][c] };
    const all = layer.marginals.map((cells) => cells[place] / 1e4);
    const best = glyph === 'likeliest' ? all.indexOf(Math.max(...all)) : glyph;
    const p = all[best];
    const text = p > 0.9995 ? '100' : p < 0.0005 ? '0' : p < 0.01 ? '<1' : String(Math.round(100 * p));
    words.push(`${name} ${glyph === 'likeliest' ? `${layers.glyphs[best]} ` : ''}${text} %`);
    return glyph === 'likeliest' ? { shade: p, text: layers.glyphs[best], below: text } : { shade: p, text };
  });
  picture.setAttribute('aria-label', `${label}: ${words.join(', ')}`);
  return picture;
}
