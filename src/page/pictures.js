// Pictures of the program: shown as they were drawn, with the values under the pointer or at the
// keys left and right. A readable picture says its axes and values in data-frames
// (src/plots/chart.rs), and its caption in its description; nothing here chooses a scale, a tick or a color.

/** The SVG of a picture as an element, with a name for those who do not see it. */
function drawnPicture(text, label) {
  const svg = document.importNode(new DOMParser().parseFromString(text, 'image/svg+xml').documentElement, true);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', label);
  svg.classList.add('drawn');
  return svg;
}

/** Parts that were read before: seven boards show the same shapes at each change of an angle. */
const parts = new Map();

/** The content of a picture as a group in pixels, to be a part of another one. */
function drawnPart(text) {
  if (parts.size > 100) parts.clear();
  if (!parts.has(text)) parts.set(text, readPart(text));
  return parts.get(text).cloneNode(true);
}

function readPart(text) {
  const svg = document.importNode(new DOMParser().parseFromString(text, 'image/svg+xml').documentElement, true);
  const fine = svg.viewBox.baseVal.width / svg.getAttribute('width');
  return draw('g', { transform: `scale(${1 / fine})` }, ...svg.children);
}

/** Where a value lies on an axis of a picture, in pixels. */
function pixelOf({ scale, low, high, from, to }, value) {
  const share = scale === 'linear' ? (value - low) / (high - low) : Math.log(value / low) / Math.log(high / low);
  return from + share * (to - from);
}

/** The value at a pixel of an axis. */
function valueAt({ scale, low, high, from, to }, pixel) {
  const share = (pixel - from) / (to - from);
  return scale === 'linear' ? low + share * (high - low) : low * (high / low) ** share;
}

/** What can be read from a frame: at each abscissa the names and values of all curves, from left to right. */
function stopsOf(frame) {
  const { x, values } = frame;
  const places = [...new Set(values.flatMap(({ points }) => points.map(([at]) => at)))].sort((a, b) => a - b);
  return places.map((place) => {
    const read = values.flatMap(({ name, points }) => points.filter(([at]) => at === place).map(([, value]) => ({ name, value })));
    return { frame, x: pixelOf(x, place), read, head: `${x.name} ${short(place)}` };
  });
}

/** How many values a tip has room for. */
const READ = 12;

/**
 * A figure: the picture, and over it a cross at what is read, a mark at an abscissa (`made.mark(at)`), and curves that are made to
 * stand out (`made.highlight([[x, y], …], …)`). `pick(name)` is called with the name of the nearest value that is clicked.
 */
function pictureFigure({ text, label, pick, marker }) {
  const svg = drawnPicture(text, label);
  const frames = JSON.parse(svg.dataset.frames || '[]');
  const stops = frames.flatMap(stopsOf);
  const [width, height] = ['width', 'height'].map((name) => Number(svg.getAttribute(name)));
  const cross = draw('path', { class: 'cross', visibility: 'hidden' });
  const mark = draw('path', { class: 'marker', visibility: 'hidden' });
  const lines = draw('g', { class: 'highlighted' });
  const over = draw('svg', { class: 'over', viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' }, lines, mark, cross);
  const tip = el('div', { class: 'tip', hidden: true });
  const box = el('div', { class: 'plot' }, svg, over, tip);
  let at = -1;

  const upright = (node, frame, x) => {
    node.setAttribute('d', `M${x} ${frame.y.from}V${frame.y.to}`);
    node.setAttribute('visibility', 'visible');
  };
  const show = (index, speak) => {
    at = index;
    const stop = stops[index];
    tip.hidden = !stop;
    if (!stop) return void cross.setAttribute('visibility', 'hidden');
    upright(cross, stop.frame, stop.x);
    const lines = stop.read.slice(0, READ).map(({ name, value }) => `${name}: ${short(value)}`);
    if (stop.read.length > READ) lines.push(`and ${stop.read.length - READ} more`);
    tip.replaceChildren(el('strong', {}, stop.head), ...lines.map((line) => el('div', {}, line)));
    const scale = box.clientWidth / width;
    const [x, room] = [stop.x * scale, tip.offsetWidth + 12];
    tip.style.left = `${Math.max(0, x + room > box.clientWidth ? x - room : x + 12)}px`;
    tip.style.top = `${((stop.frame.y.from + stop.frame.y.to) / 2) * scale - tip.offsetHeight / 2}px`;
    if (speak) say([stop.head, ...lines].join('; '));
  };
  const place = (event) => {
    const seen = svg.getBoundingClientRect();
    return [event.clientX - seen.left, event.clientY - seen.top].map((pixels) => (pixels * width) / seen.width);
  };
  const nearest = (event) => {
    const [x, y] = place(event);
    const off = ({ frame }) => Math.max(0, y - frame.y.from, frame.y.to - y);
    const away = (stop) => Math.abs(stop.x - x) + off(stop);
    return stops.reduce((best, stop, k) => (best < 0 || away(stop) < away(stops[best]) ? k : best), -1);
  };
  if (stops.length > 0) {
    box.tabIndex = 0;
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', `${label}. The keys left and right read the values.`);
    box.addEventListener('pointermove', (event) => show(nearest(event), false));
    box.addEventListener('pointerleave', () => show(-1, false));
    box.addEventListener('blur', () => show(-1, false));
    box.addEventListener('click', (event) => {
      const stop = stops[nearest(event)];
      const [, y] = place(event);
      const away = ({ value }) => Math.abs(pixelOf(stop.frame.y, value) - y);
      const closest = stop?.read.reduce((best, one) => (away(one) < away(best) ? one : best));
      if (closest) pick?.(closest.name);
    });
    box.addEventListener('keydown', (event) => {
      const last = stops.length - 1;
      const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
      if (step) show(Math.min(last, Math.max(0, at + step)), true);
      else if (event.key === 'Home') show(0, true);
      else if (event.key === 'End') show(last, true);
      else if (event.key === 'Escape') show(-1, false);
      else return;
      event.preventDefault();
    });
  }

  const caption = svg.querySelector('desc')?.textContent.replaceAll('\n', ' ');
  const made = el('figure', { class: 'picture' }, box, ...(caption ? [el('figcaption', {}, caption)] : []));
  made.frames = frames;
  made.over = over;
  made.mark = (value) => frames.length && upright(mark, frames[0], pixelOf(frames[0].x, value));
  made.highlight = (curves) => {
    const { x, y } = frames[0] || {};
    const inside = (value) => Math.min(y.high, Math.max(y.low, value));
    const points = (curve) => curve.map(([a, b]) => `${pixelOf(x, a).toFixed(1)},${pixelOf(y, inside(b)).toFixed(1)}`).join(' ');
    lines.replaceChildren(...(x ? curves.map((curve) => draw('polyline', { points: points(curve) })) : []));
  };
  if (marker !== undefined) made.mark(marker);
  return made;
}
