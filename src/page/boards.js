// Boards: the layers that the program drew, with symbols, shades, probabilities or words in the
// cells between them.

/** The side of a cell in pixels, and of a box of a model's variable. */
const CELL = 44;

function path(d, cls, more) {
  return draw('path', { d, class: cls, ...more });
}

function letter(text, x, y, cls, size) {
  return draw('text', { x, y, class: cls, 'font-size': size, 'text-anchor': 'middle', 'dominant-baseline': 'central' }, text);
}

/** A copy of what a character looks like in the cell whose upper left corner is (x, y); nothing for an empty cell. */
function symbol(board, char, row, col, x, y) {
  const isPiece = board.pieces.length > 0 && char === '1';
  const drawn = char === '0' && board.shapes === 'pieces' ? undefined : board.symbols[isPiece ? board.pieces[row][col] : char];
  return drawn && draw('g', { transform: `translate(${x} ${y})` }, drawnPart(drawn));
}

/**
 * The picture of a board. `cell(row, col)` says what is in a cell: `{ char }`, `{ shade, text, small }` or `{ text, cls }`.
 */
function boardPicture(board, label, cell) {
  if (board.names) return variablesPicture(board, label, cell);
  const [rows, cols] = [board.rows.length, board.rows[0].length];
  const [shades, contents] = [[], []];
  let shaded = false;
  for (let r = 0; r < rows; r += 1) {
    for (let c = 0; c < cols; c += 1) {
      if (board.rows[r][c] === '#') continue;
      const is = cell(r, c) || {};
      const [x, y] = [c * CELL, r * CELL];
      if (is.shade !== undefined) {
        shaded = true;
        shades.push(draw('rect', { x, y, width: CELL, height: CELL, class: 'shade', 'fill-opacity': is.shade }));
      }
      const [mx, my] = [x + CELL / 2, y + CELL / 2];
      if (is.char !== undefined) contents.push(symbol(board, is.char, r, c, x, y));
      if (is.text !== undefined) {
        const size = is.small || is.text.length > 3 || (is.shade !== undefined && is.text.length > 2) ? 12 : 15;
        contents.push(letter(is.text, mx, my - (is.below ? 6 : 0), is.cls || 'cell-text', is.below ? 18 : size));
        if (is.below) contents.push(letter(is.below, mx, my + 12, 'cell-text', 11));
      }
    }
  }
  const [grounds, lines] = board.layers;
  const box = `-2 -2 ${cols * CELL + 4} ${rows * CELL + 4}`;
  // shades are of white cells, as in the program's pictures of marginals
  const ground = shaded ? draw('rect', { width: cols * CELL, height: rows * CELL, class: 'ground' }) : drawnPart(grounds);
  return draw('svg', { viewBox: box, class: 'board drawn', role: 'img', 'aria-label': label, style: `--cols:${cols}` },
    ground, ...shades, drawnPart(lines), ...contents);
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
    const value = is.text === undefined ? is.char : is.text;
    const short = name.length > 9 ? `${name.slice(0, 8)}…` : name;
    return [draw('rect', { x, y, width, height: CELL, class: 'ground' }),
      is.shade === undefined ? null : draw('rect', { x, y, width, height: CELL, class: 'shade', 'fill-opacity': is.shade }),
      draw('rect', { x, y, width, height: CELL, class: 'given' }),
      letter(short, x + width / 2, y + 11, 'cell-text', 10),
      value === undefined || value === '.' ? null : letter(value, x + width / 2, y + 27, 'cell-text', 14)];
  });
  const box = `-2 -2 ${cols * width + 4} ${rows * CELL + 4}`;
  return draw('svg', { viewBox: box, class: 'board', role: 'img', 'aria-label': label, style: `--cols:${1.5 * cols}` }, parts.filter(Boolean));
}

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
