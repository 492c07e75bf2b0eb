// The page: what is chosen, the overview, and the view of one puzzle.

const data = JSON.parse(byId('data').textContent);
const chosen = { chain: 0, depth: 0, layer: 0, glyph: 'likeliest', filter: '', setting: 'all' };

const nameOf = (chain) => data.puzzles[chain.puzzle].name;
const lastRun = (chain) => chain.runs[chain.runs.length - 1];
const settingName = (k) => (data.settings.length > 1 ? `${k + 1}: ${data.settings[k].label}` : 'the only one');

/** Where values span decades, the largest more than 30 times the smallest, the scale begins as a logarithm. */
const scaleOf = (values) => {
  const positive = values.filter((v) => v > 0);
  return Math.max(...positive) > 30 * Math.min(...positive) ? 'first' : true;
};
const scaleFor = (series) => scaleOf(series.flatMap((s) => s.points.map((p) => p.y)));

/** Success, or, where there are no rules, the probability of the lowest energy. */
const successOf = (run) => run.success_probability ?? (run.solutions === undefined ? run.ground_probability : undefined);

/** Whether a chain is of a puzzle that the filter lets pass. */
function passes(chain) {
  const puzzle = data.puzzles[chain.puzzle];
  const text = `${puzzle.name} ${puzzle.family || 'model'}`.toLowerCase();
  return chosen.filter.split(/\s+/).every((word) => text.includes(word));
}

/* ---- overview ---- */

const allDepths = (chains) => [...new Set(chains.flatMap((c) => c.runs.map((r) => r.depth)))].sort((a, b) => a - b);

/** One statistic over chains at each depth. */
function over(chains, value, part, limit = () => undefined) {
  return allDepths(chains).map((depth) => {
    const runs = chains.map((c) => c.runs.find((r) => r.depth === depth)).filter(Boolean);
    return { x: depth, y: quantile(runs.map(value), part), high: quantile(runs.map(limit), part) };
  }).filter((p) => p.y !== undefined);
}

function successOverview(chains) {
  const settings = [...new Set(chains.map((c) => c.setting))];
  const series = [];
  const bands = [];
  if (settings.length > 1) {
    settings.forEach((setting, k) => {
      const own = chains.filter((c) => c.setting === setting);
      series.push({ name: settings.length > 6 ? `setting ${setting + 1}` : `setting ${settingName(setting)}`, look: k % LOOKS, points: over(own, successOf, 0.5) });
    });
  } else {
    for (const chain of chains) {
      series.push({ thin: true, chosen: chain === data.chains[chosen.chain], points: chain.runs.map((r) => ({ x: r.depth, y: successOf(r) })) });
    }
    const [low, high] = [over(chains, successOf, 0.25), over(chains, successOf, 0.75)];
    bands.push({ look: 0, points: low.map((p, k) => ({ x: p.x, low: p.y, high: high[k].y })) });
    series.push({ name: 'QAOA, median', look: 0, points: over(chains, successOf, 0.5) });
  }
  const base = [
    ['random guess, median', 5, (r) => r.baselines.random_guess],
    ['annealing at equal calls, median', 4, (r) => r.baselines.annealing?.success.value, (r) => r.baselines.annealing?.success.high],
    ['Grover at equal depth, median', 3, (r) => r.baselines.grover],
  ];
  if (settings.length <= 3) {
    for (const [name, look, value, limit] of base) {
      const points = over(chains, value, 0.5, limit);
      // The upper end of an interval stands in for a median of 0, and beside no other.
      series.push({ name, look, points: points.map((p) => (p.y === 0 ? p : { x: p.x, y: p.y })) });
    }
  }
  const title = 'Success probability against depth';
  const models = chains.filter((c) => !data.puzzles[c.puzzle].family).length;
  const meaning = `P(success) is the probability of ${[models < chains.length ? 'all boards that obey the rules' : '', models ? 'the exact ground states of a model' : ''].filter(Boolean).join(', or of ')}.`;
  return lineChart({ title, notes: `${meaning} ` + (settings.length > 1 ? 'Medians over the puzzles, one line a setting.' : `Thin lines are single puzzles, the band holds the middle half. The chosen puzzle is drawn darker.`),
    xLabel: 'depth', yLabel: 'P(success)', series: series.filter((s) => s.points.length), bands, most: 1, least: 0, log: scaleFor(series.filter((s) => !s.thin)) });
}

function qubitsOverview(chains) {
  const dots = chains.map((chain) => {
    const run = lastRun(chain);
    return { x: run.qubits, y: successOf(run), base: run.baselines.random_guess, chosen: chain === data.chains[chosen.chain],
      name: `${nameOf(chain)}${data.settings.length > 1 ? `, setting ${chain.setting + 1}` : ''}, p = ${run.depth}`, pick: () => choose(data.chains.indexOf(chain), true) };
  });
  const legend = el('ul', { class: 'legend' },
    el('li', {}, draw('svg', { viewBox: '0 0 14 14', class: 'sample square', 'aria-hidden': 'true' }, draw('circle', { cx: 7, cy: 7, r: 4.5, class: 'dot' })), 'a puzzle at its largest depth; a click shows it'),
    el('li', {}, draw('svg', { viewBox: '0 0 14 14', class: 'sample square', 'aria-hidden': 'true' }, draw('circle', { cx: 7, cy: 7, r: 3, class: 'base' })), 'its random guess'));
  return dotChart({ title: 'Success probability against qubits', xLabel: 'qubits', yLabel: 'P(success)', dots, legend, log: scaleOf(dots.flatMap((d) => [d.y, d.base])) });
}

function rulesOverview(chains) {
  const kinds = [...new Set(chains.flatMap((c) => c.runs.flatMap((r) => (r.rules || []).map((rule) => rule.kind))))];
  if (kinds.length === 0) return null;
  const series = kinds.map((kind, k) => ({ name: kind, look: k % LOOKS, points: over(chains, (r) => r.rules?.find((rule) => rule.kind === kind)?.kept, 0.5) }));
  return lineChart({ title: 'Rules kept against depth', notes: 'Probability that every rule of the kind holds; median over the puzzles that have it.',
    xLabel: 'depth', yLabel: 'P(all rules of the kind hold)', series, most: 1, least: 0 });
}

function showOverview() {
  const chains = data.chains.filter((c) => passes(c) && (chosen.setting === 'all' || c.setting === Number(chosen.setting)));
  const puzzles = new Set(chains.map((c) => c.puzzle)).size;
  byId('filter-count').textContent = `${puzzles} of ${plural(data.puzzles.length, 'puzzle', 'puzzles')}`;
  const charts = chains.length
    ? [successOverview(chains), qubitsOverview(chains), rulesOverview(chains)].filter(Boolean)
    : [el('p', { class: 'note' }, 'No puzzle has such a name or family.')];
  if (charts.length === 0) charts.push(el('p', { class: 'note' }, 'One puzzle at one depth: its numbers stand below and in the tables.'));
  byId('overview-charts').replaceChildren(...charts);
  for (const row of document.querySelectorAll('tr[data-chain]')) {
    const chain = data.chains[row.dataset.chain];
    row.hidden = !passes(chain) || (chosen.setting !== 'all' && chain.setting !== Number(chosen.setting));
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
    ['success', percent(now.success_probability)], ['random guess', percent(now.baselines.random_guess)],
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
  const fragment = playgroundFragment([1, subject().input, place.left, place.rules, place.registers, gammas, betas, depth]);
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
  const higher = model.higher.length ? ` ${plural(model.higher.length, 'term', 'terms')} of more than two qubits stand in the table alone.` : '';
  const map = heatMap({ title: 'Energies of the model', names: model.names, linear: model.linear, quadratic: model.quadratic,
    notes: `C = ${short(model.offset)} + Σ of what is shown: linear terms on the diagonal, couplings above it. Orange raises the energy, blue lowers it.${higher}` });
  const table = makeTable('Coefficients', [
    { head: 'term', value: (e) => e.where }, { head: 'cells', value: (e) => e.cells }, { head: 'coefficient', value: (e) => e.c },
  ], entries);
  return el('div', {}, map, el('details', {}, el('summary', {}, `The ${entries.length} coefficients as a table`), table));
}

function successCurve() {
  const runs = chain().runs;
  const points = (value) => runs.map((r) => ({ x: r.depth, ...value(r) })).filter((p) => p.y !== undefined);
  const series = [
    { name: 'QAOA, exact', look: 0, points: points((r) => ({ y: r.success_probability })) },
    { name: 'QAOA, from its shots (95 %)', look: 1, dash: 2, points: points((r) => (r.measured ? { y: r.measured.success.value, low: r.measured.success.low, high: r.measured.success.high ?? 1 } : {})) },
    { name: 'states of lowest energy', look: 2, points: points((r) => ({ y: r.ground_probability })) },
    { name: 'Grover at equal depth', look: 3, points: points((r) => ({ y: r.baselines.grover })) },
    { name: 'annealing at equal calls (95 %)', look: 4, points: points((r) => { const a = r.baselines.annealing; return a ? { y: a.success.value, low: a.success.low, high: a.success.high ?? 1 } : {}; }) },
    { name: 'random guess', look: 5, points: points((r) => ({ y: r.baselines.random_guess })) },
  ].filter((s) => s.points.length);
  const nodes = run().baselines.exact_search?.nodes;
  const search = nodes === undefined ? '' : !subject().family ? ` The ground states are known from the energies of all ${nodes} states.`
    : ` The exact solver knows all solutions after ${plural(nodes, 'assumption', 'assumptions')}.`;
  return lineChart({ title: 'Success against depth', xLabel: 'depth', yLabel: 'probability', series, most: 1, least: 0, log: scaleFor(series), marker: run().depth,
    notes: `The dashed vertical line is the depth shown here.${search}` });
}

function angleChart() {
  const now = run();
  const series = [];
  const add = (list, names, base) => names.forEach((name, g) => {
    const own = list.slice(g * now.depth, (g + 1) * now.depth);
    series.push({ name, look: (base + g) % LOOKS, points: own.map((y, k) => ({ x: k + 1, y })) });
  });
  const count = (list) => Math.max(1, Math.round(list.length / Math.max(1, now.depth)));
  const numbered = (letterName, list) => Array.from({ length: count(list) }, (_, k) => (count(list) === 1 ? letterName : `${letterName} ${k}`));
  add(now.gammas, now.groups ? now.groups.map((g) => `γ ${g}`) : numbered('γ', now.gammas), 0);
  if (count(now.betas) <= 8) add(now.betas, numbered('β', now.betas), series.length);
  const low = Math.min(0, ...series.flatMap((s) => s.points.map((p) => p.y)));
  const wide = count(now.betas) > 8 ? ` ${count(now.betas)} β a layer stand in the table alone.` : '';
  return lineChart({ title: 'Angles against layer', xLabel: 'layer', yLabel: 'radians', series, least: low * 1.05, compact: true, notes: `As they are used, never folded.${wide}` });
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
    { head: 'annealing', title: 'success of one run at equal calls', value: (r) => r.baselines.annealing?.success.value, show: (value, r) => measured(value, r.baselines.annealing.success) }, { head: 'Grover', title: 'after p iterations', value: (r) => r.baselines.grover },
    { head: 'entropy', title: 'bits, first half of the qubits', value: (r) => r.entanglement_entropy },
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
  const charts = layerCharts(layers);
  const show = () => {
    const state = layers.states[chosen.layer];
    const success = state.success_probability === undefined ? '' : `, success ${percent(state.success_probability)}`;
    const words = `layer ${chosen.layer} of ${depth}${success}, ⟨C⟩ = ${short(state.expectation)}`;
    slider.setAttribute('aria-valuetext', words);
    output.textContent = words;
    view.replaceChildren(...layerBoards(layers, state));
    charts.forEach((chart) => chart.mark(chosen.layer));
  };
  if (layers.glyphs.length < 2) chosen.glyph = 'likeliest';
  const controls = el('div', { class: 'controls layer-controls' }, el('label', { for: 'layer' }, 'Layer'), slider, output,
    glyphs ? [el('label', { for: 'glyph' }, 'Symbol'), glyphs] : []);
  if (glyphs) glyphs.value = chosen.glyph;
  show();
  return el('div', {}, controls, view, el('div', { class: 'charts' }, charts));
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

/** What changes from layer to layer, with a mark at the layer that is shown. */
function layerCharts(layers) {
  const parts = [];
  const rules = run().rules || [];
  if (rules.length) {
    parts.push(areaChart({ title: 'Rules broken per layer', xLabel: 'layer', yLabel: 'broken rules, on average', marker: chosen.layer,
      parts: rules.map((rule, k) => ({ name: rule.kind, values: layers.states.map((s) => s.broken[k]) })), notes: 'Stacked; the dashed line is the layer shown.' }));
  }
  const along = layers.states.map((s, x) => ({ x, y: s.success_probability })).filter((p) => p.y !== undefined);
  const low = Math.min(0, ...layers.states.map((s) => s.expectation));
  parts.push(lineChart({ title: '⟨C⟩ per layer', xLabel: 'layer', yLabel: '⟨C⟩', compact: true, least: low, marker: chosen.layer,
    series: [{ name: '⟨C⟩', look: 1, points: layers.states.map((s, x) => ({ x, y: s.expectation })) }] }));
  if (along.length) {
    parts.push(lineChart({ title: 'Success per layer', xLabel: 'layer', yLabel: 'probability', compact: true, least: 0, most: 1, marker: chosen.layer,
      series: [{ name: 'success', look: 0, points: along }] }));
  }
  return parts;
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
    el('h3', {}, 'Curves'), el('div', { class: 'charts' }, successCurve(), angleChart()), ...depthTables(),
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

/** Keeps what is shown in the address, so that a link leads there. */
function remember() {
  const at = new URLSearchParams({ puzzle: nameOf(chain()), setting: chain().setting + 1, p: run().depth, layer: chosen.layer });
  history.replaceState(null, '', `#${at}`);
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
  const told = () => {
    button.setAttribute('aria-pressed', String(isDark()));
  };
  button.addEventListener('click', () => {
    document.documentElement.dataset.theme = isDark() ? 'light' : 'dark';
    told();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', told);
  told();
}

function setUp() {
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
  chosen.setting = data.settings.length > 1 && data.settings.length <= 6 ? 'all' : '0';
  recall();
  const shown = byId('shown-setting');
  shown.replaceChildren(el('option', { value: 'all' }, 'all, medians'), ...data.settings.map((_, k) => el('option', { value: k }, settingName(k))));
  shown.value = chosen.setting;
  const one = data.settings.length < 2;
  for (const id of ['shown-setting', 'choose-setting']) byId(id).closest('.field').hidden = one;
  shown.addEventListener('change', () => { chosen.setting = shown.value; showOverview(); });
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
  showPuzzle();
  showOverview();
}

setUp();
