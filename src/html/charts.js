// Charts as SVG: lines with bands and intervals, dots, stacked areas, and the matrix of a model. Each can be read with the pointer,
// with the keys left and right, and without color.

/** How many series a color of their own tells apart; each of them has a dash of its own, too. */
const LOOKS = 12;
const DASHES = ['', '7 4', '2 3', '9 3 2 3', '1 4', '12 4', '4 2', '14 3 2 3 2 3', '6 2 1 2', '3 6', '18 5', '9 3 9 3 2 3'];
const MARKS = [
  (x, y) => draw('circle', { cx: x, cy: y, r: 3.6 }),
  (x, y) => draw('rect', { x: x - 3.2, y: y - 3.2, width: 6.4, height: 6.4 }),
  (x, y) => draw('path', { d: `M${x} ${y - 4.4}l4.4 7.6h-8.8z` }),
  (x, y) => draw('path', { d: `M${x} ${y - 4.8}l4.8 4.8l-4.8 4.8l-4.8 -4.8z` }),
  (x, y) => draw('path', { d: `M${x - 3.4} ${y - 3.4}l6.8 6.8m0 -6.8l-6.8 6.8`, class: 'open' }),
  (x, y) => draw('path', { d: `M${x - 4.4} ${y}h8.8m-4.4 -4.4v8.8`, class: 'open' }),
];

/** A measured value of 0 is no value: nothing was seen, and the end of its interval is the most that it can be. */
const isLimit = (p) => p.y === 0 && p.high > 0;
const LIMIT_NOTE = 'An arrow down: no run succeeded; its stroke is the upper end of the 95 % interval.';

function niceTicks(low, high, wanted) {
  const raw = (high - low || 1) / wanted;
  const unit = 10 ** Math.floor(Math.log10(raw));
  const step = unit * [1, 2, 5, 10].find((k) => k * unit >= raw);
  const ticks = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; k += 1) ticks.push(Number((k * step).toPrecision(12)));
  return ticks;
}

/** A scale from data to pixels with its ticks. */
function scale({ log, low, high, from, to, wanted, whole }) {
  if (log) {
    const [a, b] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high) - 1e-9)];
    const every = Math.max(1, Math.ceil((b - a) / wanted));
    const ticks = [];
    for (let k = b; k >= a; k -= every) ticks.push(10 ** k);
    const span = Math.max(1, b - a);
    return { ticks, at: (v) => from + ((Math.max(a, Math.log10(v)) - a) / span) * (to - from) };
  }
  const ticks = niceTicks(low, high, wanted).filter((t) => !whole || Number.isInteger(Math.round(t * 1e6) / 1e6));
  return { ticks, at: (v) => from + ((v - low) / (high - low || 1)) * (to - from) };
}

/**
 * A figure that draws itself to its width: `paint(width, height)` returns the SVG with a list of stops, each `{ x, y, text, pick }`, which
 * pointer and keys visit.
 */
function chartFigure({ title, notes, height, paint, legend, log, marker }) {
  const box = el('div', { class: 'plot', tabindex: '0', role: 'group', 'aria-label': `${title}. The keys left and right read the values.` });
  const tip = el('div', { class: 'tip', hidden: true });
  const state = { stops: [], at: -1, log: log === 'first', width: 0, marker };
  const show = (index, speak) => {
    state.at = index;
    const stop = state.stops[index];
    tip.hidden = !stop;
    const cross = box.querySelector('.cross');
    if (cross) cross.toggleAttribute('hidden', !stop);
    if (!stop) return;
    tip.replaceChildren(...stop.text.map((line, k) => el(k ? 'div' : 'strong', {}, line)));
    const left = Math.min(Math.max(0, stop.x + 12), Math.max(0, state.width - tip.offsetWidth));
    tip.style.left = `${stop.x + 12 + tip.offsetWidth > state.width ? Math.max(0, stop.x - 12 - tip.offsetWidth) : left}px`;
    tip.style.top = `${Math.max(0, (stop.y ?? 20) - tip.offsetHeight / 2)}px`;
    if (cross) {
      cross.setAttribute('transform', `translate(${stop.x} ${stop.y ?? 0})`);
      cross.classList.toggle('point', stop.y !== undefined);
    }
    if (speak) say(stop.text.join('; '));
  };
  const repaint = () => {
    const width = Math.round(box.clientWidth) || 640;
    state.width = width;
    const { svg, stops } = paint(width, height(width), state.log, state.marker);
    state.stops = stops;
    state.at = -1;
    tip.hidden = true;
    box.replaceChildren(svg, tip);
  };
  const nearest = (event) => {
    const { left, top } = box.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top];
    const away = (stop) => Math.abs(stop.x - x) + (stop.y === undefined ? 0 : Math.abs(stop.y - y));
    return state.stops.reduce((best, stop, k) => (best < 0 || away(stop) < away(state.stops[best]) ? k : best), -1);
  };
  box.addEventListener('pointermove', (event) => show(nearest(event), false));
  box.addEventListener('pointerleave', () => show(-1, false));
  box.addEventListener('blur', () => show(-1, false));
  box.addEventListener('click', (event) => state.stops[nearest(event)]?.pick?.());
  box.addEventListener('keydown', (event) => {
    const last = state.stops.length - 1;
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (step) show(Math.min(last, Math.max(0, state.at + step)), true);
    else if (event.key === 'Home') show(0, true);
    else if (event.key === 'End') show(last, true);
    else if (event.key === 'Escape') show(-1, false);
    else if (event.key === 'Enter') return void state.stops[state.at]?.pick?.();
    else return;
    event.preventDefault();
  });
  const seen = new ResizeObserver(() => {
    if (Math.round(box.clientWidth) !== state.width) repaint();
  });
  seen.observe(box);
  const toggle = log && el('button', {
    type: 'button', class: 'small', 'aria-pressed': String(state.log),
    onclick: (event) => {
      state.log = !state.log;
      event.currentTarget.setAttribute('aria-pressed', String(state.log));
      repaint();
    },
  }, 'log scale');
  const head = el('div', { class: 'figure-head' }, el('p', { class: 'title' }, title), toggle || null);
  const made = el('figure', {}, head, box, legend || null, notes ? el('figcaption', {}, notes) : null);
  made.mark = (at) => {
    state.marker = at;
    if (state.width) repaint();
  };
  return made;
}

/** A sample of a line for a legend. */
function sample(series) {
  const k = series.look;
  return draw('svg', { viewBox: '0 0 34 12', class: `sample c${k}`, 'aria-hidden': 'true' },
    series.points ? path('M1 6H33', 'line', { 'stroke-dasharray': DASHES[(series.dash ?? k) % LOOKS] }) : null,
    series.mark === false ? null : draw('g', { class: 'mark' }, MARKS[k % 6](17, 6)));
}

const legendOf = (series) =>
  el('ul', { class: 'legend' }, series.filter((s) => s.name).map((s) => el('li', {}, sample(s), s.name)));

/** Axes with their ticks and labels, and the frame of the plot. */
function axes({ width, height, x, y, xLabel, yLabel, pad }) {
  const marks = [];
  for (const tick of y.ticks) {
    const at = y.at(tick);
    marks.push(path(`M${pad.left} ${at}H${width - pad.right}`, 'grid'),
      draw('text', { x: pad.left - 6, y: at, class: 'tick', 'text-anchor': 'end', 'dominant-baseline': 'central' }, short(tick)));
  }
  for (const tick of x.ticks) {
    const at = x.at(tick);
    marks.push(path(`M${at} ${height - pad.bottom}v4`, 'axis'),
      draw('text', { x: at, y: height - pad.bottom + 16, class: 'tick', 'text-anchor': 'middle' }, short(tick)));
  }
  const middle = (pad.left + width - pad.right) / 2;
  marks.push(path(`M${pad.left} ${pad.top}V${height - pad.bottom}H${width - pad.right}`, 'axis'),
    draw('text', { x: middle, y: height - 4, class: 'label', 'text-anchor': 'middle' }, xLabel),
    draw('text', { x: 2, y: 11, class: 'label' }, yLabel));
  return marks;
}

const PAD = { left: 52, right: 12, top: 22, bottom: 38 };

/**
 * Lines over a common x; null where there is one x, as a dot is no line. A series is `{ name, look, points: [{ x, y, low, high }] }`, and may be `thin`;
 * a band is `{ look, points: [{ x, low, high }] }`.
 */
function lineChart({ title, notes, xLabel, yLabel, series, bands = [], most, least, log, marker: first, compact }) {
  const bold = series.filter((s) => !s.thin);
  const all = [...series, ...bands].flatMap((s) => s.points);
  const values = all.flatMap((p) => [p.y, p.low, p.high]).filter((v) => v !== undefined && Number.isFinite(v));
  const xs = [...new Set(all.map((p) => p.x))].sort((a, b) => a - b);
  if (xs.length < 2) return null;
  const told = bold.some((s) => s.points.some(isLimit)) ? [notes, LIMIT_NOTE].filter(Boolean).join(' ') : notes;
  const paint = (width, height, isLog, marker) => {
    const positive = values.filter((v) => v > 0);
    const low = isLog ? Math.min(...positive, 0.1) : least ?? Math.min(0, ...values);
    const high = isLog ? Math.max(...positive) : Math.max(...values) * (most ? 1 : 1.02);
    const y = scale({ log: isLog, low, high: !isLog && most ? Math.min(most, Math.max(high * 1.05, 1e-12)) : high || 1,
      from: height - PAD.bottom, to: PAD.top, wanted: 5 });
    const x = scale({ low: xs[0] ?? 0, high: xs.length > 1 ? xs[xs.length - 1] : (xs[0] ?? 0) + 1,
      from: PAD.left + 10, to: width - PAD.right - 10, wanted: Math.min(10, width / 60), whole: true });
    const at = (p) => `${x.at(p.x).toFixed(1)} ${y.at(p.y).toFixed(1)}`;
    const isShown = (p) => p.y !== undefined && !isLimit(p) && (!isLog || p.y > 0);
    const shown = (points) => points.filter(isShown);
    // A line joins neighbors that are both there, and stops where one is not.
    const line = (points) => points.map((p, k) => (isShown(p) ? `${k && isShown(points[k - 1]) ? 'L' : 'M'}${at(p)}` : '')).join('');
    const parts = axes({ width, height, x, y, xLabel, yLabel, pad: PAD });
    for (const band of bands) {
      const points = band.points.filter((p) => p.low !== undefined);
      const top = points.map((p) => `${x.at(p.x)} ${y.at(isLog ? Math.max(p.high, low) : p.high)}`);
      const bottom = points.map((p) => `${x.at(p.x)} ${y.at(isLog ? Math.max(p.low, low) : p.low)}`).reverse();
      if (points.length) parts.push(path(`M${[...top, ...bottom].join('L')}Z`, `band c${band.look}`));
    }
    for (const s of series.filter((one) => one.thin)) parts.push(path(line(s.points), `thin-line${s.chosen ? ' chosen' : ''}`));
    for (const s of bold) {
      const group = draw('g', { class: `series c${s.look}` }, path(line(s.points), 'line', { 'stroke-dasharray': DASHES[(s.dash ?? s.look) % LOOKS] }));
      for (const p of s.points.filter(isLimit)) {
        const [left, top] = [x.at(p.x), y.at(p.high)];
        group.append(path(`M${left - 5} ${top}h10M${left} ${top}v13m-3.5 -4.5l3.5 4.5l3.5 -4.5`, 'limit'));
      }
      for (const p of shown(s.points)) {
        if (p.low !== undefined && p.high !== undefined) {
          group.append(path(`M${x.at(p.x)} ${y.at(isLog ? Math.max(p.low, low) : p.low)}V${y.at(p.high)}`, 'interval'));
        }
        if (s.mark !== false) group.append(draw('g', { class: 'mark' }, MARKS[s.look % 6](x.at(p.x), y.at(p.y))));
      }
      parts.push(group);
    }
    if (marker !== undefined) parts.push(path(`M${x.at(marker)} ${PAD.top}V${height - PAD.bottom}`, 'marker'));
    parts.push(draw('g', { class: 'cross', hidden: true }, path(`M0 ${PAD.top}V${height - PAD.bottom}`, 'cross-line')));
    const stops = xs.map((value) => {
      const lines = bold.map((s) => [s, s.points.find((p) => p.x === value && p.y !== undefined)]).filter(([, p]) => p);
      const number = (p) => (isLimit(p) ? `no run succeeded, at most ${short(p.high)}` : `${short(p.y)}${interval(p)}`);
      const interval = (p) => (p.low !== undefined && p.high !== undefined ? ` (${short(p.low)} to ${short(p.high)})` : '');
      return { x: x.at(value), text: [`${xLabel} ${value}`, ...lines.map(([s, p]) => `${s.name}: ${number(p)}`)] };
    });
    const svg = draw('svg', { viewBox: `0 0 ${width} ${height}`, width: '100%', height, role: 'img', 'aria-label': title }, parts);
    return { svg, stops };
  };
  const height = (width) => (compact ? 190 : Math.round(Math.min(340, Math.max(230, width * 0.55))));
  return chartFigure({ title, notes: told, height, paint, legend: bold.length > 1 ? legendOf(bold) : null, log, marker: first });
}

/** Dots of single puzzles, null of a single dot; a dot is `{ x, y, name, pick, chosen }`, `base` a second, hollow one below it. */
function dotChart({ title, notes, xLabel, yLabel, dots, legend, log }) {
  if (dots.length < 2) return null;
  const paint = (width, height, isLog) => {
    const values = dots.flatMap((d) => [d.y, d.base]).filter((v) => v !== undefined && (!isLog || v > 0));
    const y = scale({ log: isLog, low: isLog ? Math.min(...values, 0.1) : 0, high: Math.max(...values) || 1,
      from: height - PAD.bottom, to: PAD.top, wanted: 5 });
    const [least, most] = [Math.min(...dots.map((d) => d.x)), Math.max(...dots.map((d) => d.x))];
    const x = scale({ low: least - 0.6, high: most + 0.6, from: PAD.left, to: width - PAD.right, wanted: Math.min(10, width / 60), whole: true });
    const parts = axes({ width, height, x, y, xLabel, yLabel, pad: PAD });
    const seen = dots.filter((d) => d.y !== undefined && (!isLog || d.y > 0)).sort((a, b) => a.x - b.x || a.y - b.y);
    for (const d of seen) {
      if (d.base > 0 || (d.base === 0 && !isLog)) parts.push(draw('circle', { cx: x.at(d.x), cy: y.at(d.base), r: 3, class: 'base' }));
    }
    for (const d of seen) parts.push(draw('circle', { cx: x.at(d.x), cy: y.at(d.y), r: d.chosen ? 6 : 4.5, class: `dot${d.chosen ? ' chosen' : ''}` }));
    parts.push(draw('g', { class: 'cross', hidden: true }, draw('circle', { r: 8, class: 'ring' })));
    const stops = seen.map((d) => ({ x: x.at(d.x), y: y.at(d.y), pick: d.pick, text: [d.name, `${xLabel} ${d.x}`, `success ${short(d.y)}`,
      ...(d.base === undefined ? [] : [`random guess ${short(d.base)}`])] }));
    const svg = draw('svg', { viewBox: `0 0 ${width} ${height}`, width: '100%', height, role: 'img', 'aria-label': title }, parts);
    return { svg, stops };
  };
  return chartFigure({ title, notes, height: (width) => Math.round(Math.min(340, Math.max(230, width * 0.55))), paint, legend, log });
}

/** Stacked areas over layers: `parts` are `{ name, values }`, one value a layer. */
function areaChart({ title, notes, xLabel, yLabel, parts, marker: first }) {
  const count = parts[0].values.length;
  const total = Array.from({ length: count }, (_, k) => parts.reduce((sum, p) => sum + p.values[k], 0));
  const paint = (width, height, isLog, marker) => {
    const x = scale({ low: 0, high: Math.max(1, count - 1), from: PAD.left, to: width - PAD.right, wanted: Math.min(10, width / 60), whole: true });
    const y = scale({ low: 0, high: Math.max(...total, 1e-9), from: height - PAD.bottom, to: PAD.top, wanted: 4 });
    const areas = [];
    const names = [];
    let below = total.map(() => 0);
    parts.forEach((part, k) => {
      const above = part.values.map((v, layer) => below[layer] + v);
      const edge = (values) => values.map((v, layer) => `${x.at(layer).toFixed(1)} ${y.at(v).toFixed(1)}`);
      areas.push(path(`M${[...edge(above), ...edge(below).reverse()].join('L')}Z`, `area a${k % 6}`));
      const widest = part.values.indexOf(Math.max(...part.values));
      if (Math.abs(y.at(part.values[widest]) - y.at(0)) > 14) {
        const middle = y.at((above[widest] + below[widest]) / 2);
        const anchor = widest === 0 ? 'start' : widest === count - 1 ? 'end' : 'middle';
        const shift = { start: 6, end: -6, middle: 0 }[anchor];
        names.push(draw('text', { x: x.at(widest) + shift, y: middle, class: 'area-name', 'text-anchor': anchor, 'dominant-baseline': 'central' }, part.name));
      }
      below = above;
    });
    const svg = draw('svg', { viewBox: `0 0 ${width} ${height}`, width: '100%', height, role: 'img', 'aria-label': title },
      axes({ width, height, x, y, xLabel, yLabel, pad: PAD }), areas, names,
      path(`M${x.at(marker)} ${PAD.top}V${height - PAD.bottom}`, 'marker'),
      draw('g', { class: 'cross', hidden: true }, path(`M0 ${PAD.top}V${height - PAD.bottom}`, 'cross-line')));
    const stops = total.map((sum, layer) => ({ x: x.at(layer),
      text: [`${xLabel} ${layer}: ${short(sum)} broken`, ...parts.map((p) => `${p.name}: ${short(p.values[layer])}`)] }));
    return { svg, stops };
  };
  const legend = el('ul', { class: 'legend' }, parts.map((p, k) => el('li', {},
    draw('svg', { viewBox: '0 0 14 14', class: 'sample square', 'aria-hidden': 'true' }, draw('rect', { x: 1, y: 1, width: 12, height: 12, class: `area a${k % 6}` })), p.name)));
  return chartFigure({ title, notes, height: () => 240, paint, legend, marker: first });
}

/** The matrix of a model: linear coefficients on the diagonal, couplings above it. */
function heatMap({ title, notes, names, linear, quadratic }) {
  const n = linear.length;
  const entries = [...linear.map((c, i) => [i, i, c]), ...quadratic].filter(([, , c]) => c !== 0);
  entries.sort(([a, b], [c, d]) => a - c || b - d);
  const most = Math.max(...entries.map(([, , c]) => Math.abs(c)), 1e-12);
  const paint = (width) => {
    const rim = n <= 40 ? 30 : 6;
    const cell = Math.min(34, (width - rim - 2) / n);
    const side = rim + cell * n + 2;
    const parts = [draw('rect', { x: rim, y: rim, width: cell * n, height: cell * n, class: 'heat-ground' })];
    const stops = entries.map(([i, j, c]) => {
      const [x, y] = [rim + j * cell, rim + i * cell];
      parts.push(draw('rect', { x, y, width: cell, height: cell, class: c > 0 ? 'warm' : 'cold', 'fill-opacity': (0.15 + (0.85 * Math.abs(c)) / most).toFixed(3) }));
      if (cell >= 22) parts.push(letter(short(c), x + cell / 2, y + cell / 2, `heat-text${c < 0 && Math.abs(c) / most > 0.6 ? ' on-shade' : ''}`, cell >= 30 ? 11 : 9));
      else if (cell >= 10) parts.push(letter(c > 0 ? '+' : '−', x + cell / 2, y + cell / 2, 'heat-text', cell * 0.8));
      const where = i === j ? `x${i} (${names[i]})` : `x${i}·x${j} (${names[i]}, ${names[j]})`;
      return { x: x + cell / 2, y: y + cell / 2, text: [where, short(c)] };
    });
    for (let k = 0; k < n && n <= 40; k += 1) {
      if (cell < 16 && k % 5) continue;
      const at = rim + (k + 0.5) * cell;
      parts.push(draw('text', { x: at, y: rim - 5, class: 'tick', 'text-anchor': 'middle' }, `x${k}`),
        draw('text', { x: rim - 5, y: at, class: 'tick', 'text-anchor': 'end', 'dominant-baseline': 'central' }, `x${k}`));
    }
    parts.push(draw('g', { class: 'cross', hidden: true }, draw('rect', { x: -cell / 2, y: -cell / 2, width: cell, height: cell, class: 'ring' })));
    const svg = draw('svg', { viewBox: `0 0 ${side} ${side}`, width: side, height: side, class: 'heat', role: 'img', 'aria-label': `${title}: ${entries.length} entries` }, parts);
    return { svg, stops };
  };
  return chartFigure({ title, notes, height: (width) => width, paint });
}
