// The page: what is chosen, the overview, and the view of one puzzle.

const data = JSON.parse(byId('data').textContent);
/** The pictures of parts of the study, of chains, models and boards, once they are unpacked. */
let pictures;
const chosen = { chain: 0, depth: 0, layer: 0, glyph: 'likeliest', filter: '', family: 'all', setting: 'all' };

const nameOf = (chain) => data.puzzles[chain.puzzle].name;
const lastRun = (chain) => chain.runs[chain.runs.length - 1];
const settingName = (k) => (data.settings.length > 1 ? `${k + 1}: ${data.settings[k].label}` : 'the only one');

/** Success, or, where there are no rules, the probability of the lowest energy. */
const successOf = (run) => run.success_probability ?? (run.solutions === undefined ? run.ground_probability : undefined);

const familyOf = (chain) => data.puzzles[chain.puzzle].family || 'model';

/** Whether a chain is of the chosen family, and of a puzzle that the filter lets pass. */
function passes(chain) {
  const text = `${nameOf(chain)} ${familyOf(chain)}`.toLowerCase();
  return (chosen.family === 'all' || familyOf(chain) === chosen.family) && chosen.filter.split(/\s+/).every((word) => text.includes(word));
}

const isOfSetting = (chain) => chosen.setting === 'all' || chain.setting === Number(chosen.setting);

/* ---- overview ---- */

/** The pictures of what family and setting choose; each median in them is that of their runs. */
function chosenPart() {
  const is = (chosenOne, own) => (chosenOne === 'all' ? own === null : String(own) === chosenOne);
  return pictures.parts.find((part) => is(chosen.family, part.family) && is(chosen.setting, part.setting)) || pictures.parts[0];
}

/** The words for a picture of many puzzles, by the name of its file. */
const TITLES = {
  success: 'Success probability against depth', ground: 'Ground-state probability against depth', qubits: 'Success probability against qubits',
  'time-shots': 'Shots needed to see a solution with 99 % probability', 'time-layers': 'Layers needed to see a solution with 99 % probability',
  'time-layers-search': 'Layers needed to see a solution with 99 % probability, with the search for angles',
};

const curveOf = (chain) => chain.runs.map((run) => [run.depth, successOf(run)]).filter(([, y]) => y !== undefined);

/** Shows the pictures of the chosen part; in that of success the puzzles that the filter finds, else the chosen one, stand out. */
function showOverview() {
  const chains = data.chains.filter((one) => passes(one) && isOfSetting(one));
  const puzzles = new Set(chains.map((one) => one.puzzle)).size;
  byId('filter-count').textContent = `${puzzles} of ${plural(data.puzzles.length, 'puzzle', 'puzzles')}`;
  const part = chosenPart();
  const pick = (name) => {
    const found = data.chains.findIndex((one) => isOfSetting(one) && name.split(',')[0] === nameOf(one));
    if (found >= 0) choose(found, true);
  };
  const figures = part.pictures.map(({ name, svg }) => {
    const made = pictureFigure({ text: svg, label: TITLES[name] || `Broken rules layer by layer: ${name}`, pick });
    if (name === 'success' && data.chains.length > 1) {
      const found = chosen.filter ? chains : chains.filter((one) => one === chain());
      made.highlight(found.map(curveOf).filter((curve) => curve.length > 1));
      made.querySelector('figcaption')?.prepend(el('p', {}, el('span', { class: 'key' }), chosen.filter ? 'what the filter finds' : nameOf(chain())));
    }
    return made;
  });
  if (chains.length === 0) figures.unshift(el('p', { class: 'note' }, 'No puzzle has such a name or family.'));
  byId('overview-charts').replaceChildren(...figures);
  byId('left-out').replaceChildren(...part.left_out.map((reason) => el('li', {}, reason)));
  byId('left-out-box').hidden = part.left_out.length === 0;
  for (const row of document.querySelectorAll('tr[data-chain]')) {
    const one = data.chains[row.dataset.chain];
    row.hidden = !passes(one) || !isOfSetting(one);
  }
}

/* ---- one puzzle ---- */

const chain = () => data.chains[chosen.chain];
const run = () => chain().runs[chosen.depth];
const subject = () => data.puzzles[chain().puzzle];

function keyFacts() {
  const [puzzle, now] = [subject(), run()];
  const size = puzzle.board && !puzzle.board.names ? `${puzzle.board.rows.length}×${puzzle.board.rows[0].length}` : undefined;
  const facts = [
    ['family', puzzle.family], ['size', size], ['qubits', now.qubits], ['states', now.states], ['solutions', now.solutions],
    ['success', percent(now.success_probability)], ['random guess', percent(now.random_success_probability)],
    ['lowest state', percent(now.ground_probability)], ['approximation ratio', short(now.approximation_ratio)],
    ['shots to 99 %', short(now.shots_to_99)],
  ].filter(([, value]) => value !== undefined && value !== '–');
  return el('dl', { class: 'facts' }, facts.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, String(value)))));
}

/** The link that opens this run in the playground, where it has a place there. */
function playgroundLink() {
  const { place } = chain();
  if (!data.playground || !place) return null;
  const { gammas, betas, depth } = run();
  const fragment = playgroundFragment([2, subject().input, place, gammas, betas, depth]);
  return el('p', {}, el('a', { id: 'open-playground', href: `${data.playground}#${fragment}` }, 'Open this run in the playground'));
}

function reduction() {
  const model = data.models[chain().model];
  const board = subject().board;
  if (!board) return [el('p', { class: 'note' }, subject().missing)];
  if (board.names) {
    return [figure('The variables', givenBoard(board), 'A model states no rules and has no board: what solves it is one of its exact ground states, and P(success) is the probability of these.')];
  }
  const parts = [figure('The board', givenBoard(board), `${board.title}. A thin inner frame marks a given.${board.joined ? ` The ${board.joined}.` : ''}`)];
  if (model.trace) {
    const { trace } = model;
    const steps = trace.steps.map(([rule, words]) => el('li', {}, el('b', {}, rule), ' ', words));
    parts.push(figure('After the reduction', reducedBoard(board, trace.after), board.shapes === 'digits' ? 'Blue: what a cell may still be. 1′ was deduced.'
      : `x0 is qubit 0, !x0 its opposite; 0′ and 1′ were deduced, 1 is “${board.words[1]}”.`),
      el('div', { class: 'trace' }, el('p', { class: 'title' }, 'Reduction, step by step'), el('p', {}, `Rules: ${trace.plan}. ${trace.summary}.`),
        steps.length ? el('ol', { tabindex: '0', 'aria-label': 'Steps of the reduction' }, steps) : el('p', {}, 'There was nothing to deduce.')));
  }
  return parts;
}

function energies() {
  const model = data.models[chain().model];
  if (model.missing) return el('p', { class: 'note' }, `Reduction and energies are not shown: ${model.missing}.`);
  const entries = [...model.linear.map((c, i) => ({ where: `x${i}`, cells: model.names[i], c })),
    ...model.quadratic.map(([i, j, c]) => ({ where: `x${i} x${j}`, cells: `${model.names[i]}, ${model.names[j]}`, c })),
    ...model.higher.map(([set, c]) => ({ where: set.map((i) => `x${i}`).join(' '), cells: set.map((i) => model.names[i]).join(', '), c }))].filter((e) => e.c !== 0);
  const picture = pictures.models[chain().model];
  const map = picture ? pictureFigure({ text: picture, label: `The matrix of the model: ${entries.length} coefficients` }) : null;
  const table = makeTable('Coefficients', [
    { head: 'term', value: (e) => e.where }, { head: 'cells', value: (e) => e.cells }, { head: 'coefficient', value: (e) => e.c },
  ], entries);
  return el('div', {}, map, el('details', {}, el('summary', {}, `The ${entries.length} coefficients as a table`), table));
}

/** The picture of broken rules that is shown, on which the slider marks its layer. */
let brokenRules;

/** The pictures of this puzzle under this setting: its curve, its angles, and its broken rules. */
function chainPictures() {
  brokenRules = undefined;
  const figures = pictures.chains[chosen.chain].map(({ name, svg }) => {
    const kind = name.split('-')[0];
    const label = `${nameOf(chain())}: ${{ success: 'success against depth', ground: 'ground-state probability against depth', angles: 'angles against layer', broken: 'broken rules against layer' }[kind]}`;
    const made = pictureFigure({ text: svg, label });
    if (kind === 'success') made.mark(run().depth);
    if (kind === 'broken') brokenRules = made;
    return made;
  });
  const nodes = run().baselines.exact_search_nodes;
  const search = nodes === undefined ? '' : !subject().family ? `The ground states are known from the energies of all ${nodes} states.`
    : `The exact solver knows all solutions after ${plural(nodes, 'assumption', 'assumptions')}.`;
  return [el('div', { class: 'charts' }, figures), search ? el('p', {}, search) : null].filter(Boolean);
}

function depthTables() {
  const now = run();
  const isNow = (r) => r === now;
  const depth = { head: 'p', value: (r) => r.depth };
  const main = makeTable(`${subject().name} at every depth`, [
    depth,
    { head: 'success', value: (r) => r.success_probability }, { head: 'ground', title: 'probability of the states of lowest energy', value: (r) => r.ground_probability },
    { head: '⟨C⟩', value: (r) => r.expectation }, { head: 'objective', value: (r) => r.objective },
    { head: 'ratio', title: 'approximation ratio', value: (r) => r.approximation_ratio },
    { head: 'shots to 99 %', value: (r) => r.shots_to_99 }, { head: 'layers to 99 %', value: (r) => r.layers_to_99 },
    { head: 'annealing', title: 'success of one run, at equal layers unless the plan says how many sweeps', value: (r) => r.baselines.annealing?.success.value, show: (value, r) => measured(value, r.baselines.annealing.success) }, { head: 'Grover', title: 'after p iterations', value: (r) => r.baselines.grover },
    { head: 'calls', title: 'of the simulator', value: (r) => r.evaluations },
  ], chain().runs, isNow);
  const kinds = now.rules || [];
  const rules = kinds.length && makeTable('Rules at every depth', [depth, ...kinds.flatMap((rule, k) => [
    { head: `${rule.kind} kept`, title: 'probability that all rules of this kind hold', value: (r) => r.rules?.[k]?.kept },
    { head: `${rule.kind} broken`, title: `how many are broken on average, of ${rule.count}`, value: (r) => r.rules?.[k]?.broken },
  ])], chain().runs, isNow);
  const shots = now.measured && makeTable('Measured at every depth', [
    depth, { head: 'shots', value: (r) => r.measured?.shots }, { head: 'hits', value: (r) => r.measured?.hits },
    { head: 'success', value: (r) => r.measured?.success.value, show: (value, r) => measured(value, r.measured.success) },
    { head: 'low', title: 'lower end of the 95 % interval (Wilson)', value: (r) => r.measured?.success.low },
    { head: 'high', title: 'upper end of the 95 % interval (Wilson)', value: (r) => r.measured?.success.high },
    { head: 'shots to 99 %', value: (r) => r.measured?.shots_to_99?.value },
    { head: 'low', title: 'lower end of the 95 % interval', value: (r) => r.measured?.shots_to_99?.low },
    { head: 'high', title: 'upper end of the 95 % interval', value: (r) => r.measured?.shots_to_99?.high },
  ], chain().runs, isNow);
  return [main, el('div', { class: 'tables' }, rules || null, shots || null)];
}

function everyNumber() {
  const rows = [];
  const add = (name, value) => {
    if (Array.isArray(value)) value.forEach((v, k) => add(`${name} ${k + 1}`, v));
    else if (value && typeof value === 'object') Object.entries(value).forEach(([key, v]) => add(`${name} ${key}`.trim(), v));
    else rows.push([name.replaceAll('_', ' '), String(value)]);
  };
  const { layers, ...rest } = run();
  add('', rest);
  const setting = data.settings[chain().setting].fields;
  return el('div', { class: 'two' },
    el('div', { class: 'behind' }, el('h4', {}, 'The command'), el('p', {}, 'Write the two files below beside each other, then'),
      code('Command of this puzzle', 'ketboard sweep again.toml --out again'),
      el('p', {}, `makes the records of these figures again, and with the same version the same bytes. Run ${run().run}, Ketboard ${run().version}.`),
      el('h4', {}, 'again.toml'), code('The plan', chain().plan),
      el('h4', {}, chain().file), code('The file of the puzzle', subject().input)),
    el('div', {}, el('h4', {}, 'The setting'), dl(Object.entries(setting).map(([k, v]) => [k.replaceAll('_', ' '), String(v)])),
      el('details', {}, el('summary', {}, 'Every number of this record'), dl(rows))));
}

const code = (label, text) => el('pre', { tabindex: '0', 'aria-label': label }, el('code', {}, text));
const dl = (rows) => el('dl', { class: 'pairs' }, rows.map(([k, v]) => el('div', {}, el('dt', {}, k), el('dd', {}, v))));

/* ---- layers ---- */

function layersPart() {
  const { layers, depth } = run();
  if (!layers) {
    const other = chain().runs.findIndex((r) => r.layers);
    if (other < 0) return el('p', { class: 'note' }, 'These records hold no layers, and of so many states this page computes none; they do where the plan of the sweep says layers = "deepest" or "all" under [record].');
    const go = () => { chosen.depth = other; chosen.layer = run().depth; refresh(); byId('layer').focus(); };
    return el('p', { class: 'note' }, `The record of p = ${depth} holds no layers. `,
      el('button', { type: 'button', onclick: go }, `Show those of p = ${chain().runs[other].depth}`));
  }
  chosen.layer = Math.min(chosen.layer, layers.states.length - 1);
  const slider = el('input', { id: 'layer', type: 'range', min: 0, max: layers.states.length - 1, step: 1, value: chosen.layer,
    oninput: (event) => { chosen.layer = Number(event.target.value); show(); remember(); } });
  const output = el('output', { for: 'layer', id: 'layer-words' });
  const glyphs = layers.glyphs.length > 1 && el('select', { id: 'glyph', onchange: (event) => { chosen.glyph = event.target.value; show(); } },
    el('option', { value: 'likeliest' }, 'the likeliest'), layers.glyphs.map((g, k) => el('option', { value: k }, g)));
  const view = el('div', { id: 'layer-view' });
  const table = layerTable(layers);
  const show = () => {
    const state = layers.states[chosen.layer];
    const success = state.success_probability === undefined ? '' : `, success ${percent(state.success_probability)}`;
    const words = `layer ${chosen.layer} of ${depth}${success}, ⟨C⟩ = ${short(state.expectation)}`;
    slider.setAttribute('aria-valuetext', words);
    output.textContent = words;
    view.replaceChildren(...layerBoards(layers, state));
    if (brokenRules?.frames[0].values[0].points.at(-1)[0] === depth) brokenRules.mark(chosen.layer);
    for (const row of table.querySelector('tbody').rows) {
      if (Number(row.cells[0].dataset.value) === chosen.layer) row.setAttribute('aria-current', 'true');
      else row.removeAttribute('aria-current');
    }
  };
  if (layers.glyphs.length < 2) chosen.glyph = 'likeliest';
  const controls = el('div', { class: 'controls layer-controls' }, el('label', { for: 'layer' }, 'Layer'), slider, output,
    glyphs ? [el('label', { for: 'glyph' }, 'Symbol'), glyphs] : []);
  if (glyphs) glyphs.value = chosen.glyph;
  show();
  return el('div', {}, controls, view, table);
}

/** Marginals and likeliest boards of one layer. */
function layerBoards(layers, state) {
  const board = subject().board;
  const parts = [];
  if (board && layers.cells.length) {
    const glyph = layers.glyphs.length < 2 ? 0 : chosen.glyph === 'likeliest' ? 'likeliest' : Number(chosen.glyph);
    const what = layers.glyphs.length < 2 ? board.words[1] : glyph === 'likeliest' ? 'the likeliest symbol' : layers.glyphs[glyph];
    parts.push(figure('Marginals', marginalBoard(board, layers, state, glyph, `Marginals at layer ${chosen.layer}`),
      board.names ? 'Probability that each variable is 1, in percent.' : `Probability of ${glyph === 'likeliest' ? what : `“${what}”`} in each cell, in percent.`));
  }
  if (board) {
    const boards = state.likeliest.map(([rows, p, solves], k) => {
      const verdict = board.names ? (solves ? '✓ ground state' : '✗ no ground state') : solves ? '✓ solution' : '✗ not a solution';
      return el('li', { class: solves ? 'solves' : 'fails' }, fullBoard(board, rows.split('/'), `${board.names ? 'Assignment' : 'Board'} ${k + 1}, ${percent(p)}, ${verdict}`),
        el('span', {}, percent(p)), el('span', {}, verdict));
    });
    parts.push(el('figure', { class: 'likely' }, el('p', { class: 'title' }, board.names ? 'The likeliest assignments' : 'The likeliest boards'), el('ol', { class: board.names ? 'boards wide' : 'boards' }, boards),
      board.shapes === 'digits' && state.likeliest.some(([rows]) => rows.includes('*')) ? el('figcaption', {}, '* several symbols in one cell; an empty cell has none.') : null));
  }
  return parts;
}

/** What changes from layer to layer, in the order of the layers; the row of the layer that is shown is marked. */
function layerTable(layers) {
  const rules = run().rules || [];
  const rows = layers.states.map((state, layer) => ({ layer, state }));
  return makeTable(`Layer by layer, at p = ${run().depth}`, [
    { head: 'layer', value: (row) => row.layer },
    { head: 'success', value: (row) => row.state.success_probability }, { head: '⟨C⟩', value: (row) => row.state.expectation },
    ...rules.map((rule, k) => ({ head: `${rule.kind} broken`, title: `how many are broken on average, of ${rule.count}`, value: (row) => row.state.broken[k] })),
  ], rows);
}

/* ---- choosing ---- */

function showPuzzle() {
  const [own, puzzle] = [chain(), subject()];
  chosen.depth = Math.min(chosen.depth, own.runs.length - 1);
  byId('puzzle-head').textContent = puzzle.name;
  const options = [...new Set(data.chains.filter((c) => passes(c) || c === own).map((c) => c.puzzle))];
  byId('choose-puzzle').replaceChildren(...options.map((k) => el('option', { value: k, selected: k === own.puzzle }, data.puzzles[k].name)));
  const settings = data.chains.filter((c) => c.puzzle === own.puzzle).map((c) => c.setting);
  byId('choose-setting').replaceChildren(...settings.map((k) => el('option', { value: k, selected: k === own.setting }, settingName(k))));
  byId('choose-depth').replaceChildren(...own.runs.map((r, k) => el('option', { value: k, selected: k === chosen.depth }, `p = ${r.depth}`)));
  const depth = `p = ${run().depth}${data.settings.length > 1 ? `, setting ${settingName(own.setting)}` : ''}`;
  byId('puzzle-view').replaceChildren(
    el('p', { class: 'print-only' }, depth), keyFacts(), ...[playgroundLink()].filter(Boolean),
    el('div', { class: 'boards-row' }, reduction()),
    el('h3', {}, 'Curves'), ...chainPictures(), ...depthTables(),
    el('h3', {}, `Layer by layer, at p = ${run().depth}`), layersPart(),
    el('h3', {}, 'The model'), energies(),
    el('h3', {}, 'Behind these figures'), everyNumber());
}

/** Shows a chain; `go` moves there. */
function choose(index, go) {
  const before = run().depth;
  chosen.chain = index;
  const same = chain().runs.findIndex((r) => r.depth === before);
  chosen.depth = same < 0 ? chain().runs.length - 1 : same;
  refresh();
  if (!go) return;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  byId('puzzle').scrollIntoView({ behavior: still ? 'auto' : 'smooth' });
  byId('puzzle-head').focus({ preventScroll: true });
}

function refresh() {
  showPuzzle();
  showOverview();
  remember();
}

/** The nearest chain of a puzzle to what is shown: the same setting where it was run. */
function chainOf(puzzle, setting) {
  const own = data.chains.findIndex((c) => c.puzzle === puzzle && c.setting === setting);
  return own >= 0 ? own : data.chains.findIndex((c) => c.puzzle === puzzle);
}

function step(by) {
  const puzzles = [...new Set(data.chains.filter(passes).map((c) => c.puzzle))];
  if (puzzles.length === 0) return;
  const at = puzzles.indexOf(chain().puzzle);
  choose(chainOf(puzzles[(at + by + puzzles.length) % puzzles.length], chain().setting), false);
  say(`${nameOf(chain())} is shown`);
}

/** Keeps what is shown in the address, so that a link leads there, and Back to the puzzle, setting and depth before. */
function remember() {
  const at = `#${new URLSearchParams({ puzzle: nameOf(chain()), setting: chain().setting + 1, p: run().depth, layer: chosen.layer })}`;
  const place = (address) => address.split('&layer=')[0];
  const turns = location.hash && place(location.hash) !== place(at);
  history[turns ? 'pushState' : 'replaceState'](null, '', at);
}

function recall() {
  const at = new URLSearchParams(location.hash.slice(1));
  if (!at.has('puzzle')) return;
  const puzzle = data.puzzles.findIndex((p) => p.name === at.get('puzzle'));
  if (puzzle < 0) return;
  chosen.chain = chainOf(puzzle, Number(at.get('setting')) - 1);
  const depth = chain().runs.findIndex((r) => r.depth === Number(at.get('p')));
  chosen.depth = depth < 0 ? chain().runs.length - 1 : depth;
  chosen.layer = Math.max(0, Number(at.get('layer')) || 0);
}

/* ---- light and dark ---- */

function isDark() {
  const set = document.documentElement.dataset.theme;
  return set ? set === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}

function setUpTheme() {
  const button = byId('theme');
  const showTheme = () => {
    button.setAttribute('aria-pressed', String(isDark()));
  };
  button.addEventListener('click', () => {
    document.documentElement.dataset.theme = isDark() ? 'light' : 'dark';
    showTheme();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', showTheme);
  showTheme();
}

async function setUp() {
  pictures = await unpacked('pictures', 'deflate').json();
  data.puzzles.forEach(({ board }, k) => Object.assign(board || {}, pictures.boards[k]));
  for (const part of document.querySelectorAll('.script')) part.hidden = false;
  setUpTheme();
  for (const table of document.querySelectorAll('table.sortable')) makeSortable(table);
  for (const cell of document.querySelectorAll('td[data-value]')) cell.title = cell.dataset.value;
  for (const row of document.querySelectorAll('tr[data-chain]')) {
    const head = row.querySelector('th');
    const go = () => {
      const depth = data.chains[row.dataset.chain].runs.findIndex((r) => r.depth === Number(row.dataset.depth));
      choose(Number(row.dataset.chain), true);
      chosen.depth = depth;
      refresh();
    };
    head.replaceChildren(el('button', { type: 'button', class: 'link', onclick: go }, head.textContent));
  }
  chosen.depth = chain().runs.length - 1;
  chosen.layer = run().layers ? run().layers.states.length - 1 : 0;
  chosen.setting = data.settings.length > 6 ? '0' : 'all';
  recall();
  const families = [...new Set(data.chains.map(familyOf))].sort();
  const family = byId('shown-family');
  family.replaceChildren(el('option', { value: 'all' }, 'all'), ...families.map((name) => el('option', { value: name }, name)));
  family.closest('.field').hidden = families.length < 2;
  const shown = byId('shown-setting');
  shown.replaceChildren(el('option', { value: 'all' }, 'all'), ...data.settings.map((_, k) => el('option', { value: k }, settingName(k))));
  shown.value = chosen.setting;
  const one = data.settings.length < 2;
  for (const id of ['shown-setting', 'choose-setting']) byId(id).closest('.field').hidden = one;
  shown.addEventListener('change', () => { chosen.setting = shown.value; showOverview(); });
  family.addEventListener('change', () => { chosen.family = family.value; showPuzzle(); showOverview(); });
  byId('filter').addEventListener('input', (event) => {
    chosen.filter = event.target.value.trim().toLowerCase();
    showPuzzle();
    showOverview();
  });
  byId('choose-puzzle').addEventListener('change', (event) => choose(chainOf(Number(event.target.value), chain().setting), false));
  byId('choose-setting').addEventListener('change', (event) => choose(chainOf(chain().puzzle, Number(event.target.value)), false));
  byId('choose-depth').addEventListener('change', (event) => { chosen.depth = Number(event.target.value); chosen.layer = run().depth; refresh(); });
  byId('previous').addEventListener('click', () => step(-1));
  byId('next').addEventListener('click', () => step(1));
  addEventListener('hashchange', () => { recall(); showPuzzle(); showOverview(); });
  refresh();
}

setUp();
