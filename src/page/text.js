// Elements, numbers and words that the other parts are made of.

const SVG = 'http://www.w3.org/2000/svg';

const byId = (id) => document.getElementById(id);

/** Sets attributes; `on…` ones are listeners, absent values are left out. */
function dress(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  for (const child of children.flat()) {
    if (child !== undefined && child !== null) node.append(child);
  }
  return node;
}

const el = (tag, attributes, ...children) => dress(document.createElement(tag), attributes, children);
const draw = (tag, attributes, ...children) => dress(document.createElementNS(SVG, tag), attributes, children);

/** A number to four digits: 0.1235, 14.95, 1234, 3.1e-5. Zeros at its end tell that it was rounded: 15 is 15, and 15.00 is nearly so. */
function short(value) {
  if (value === undefined || value === null) return '–';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size < 1e-3 || size >= 1e6) return value.toExponential(1).replace('e+', 'e');
  const digits = Math.min(6, Math.max(0, 3 - Math.floor(Math.log10(size))));
  const text = value.toFixed(digits);
  return text.includes('.') && Number(text) === value ? text.replace(/\.?0+$/, '') : text;
}

/** A measured probability with its interval; where no run showed any, the most that it can be. */
const measured = (value, { low, high }) => high === undefined ? short(value)
  : value === 0 ? `≤ ${short(high)}` : `${short(value)} [${short(low)}, ${short(high)}]`;

/** A probability in percent: 12.3 %, 0.004 %. */
const percent = (p) => (p === undefined || p === null ? '–' : `${short(100 * p)} %`);

const plural = (n, one, many) => `${n} ${n === 1 ? one : many}`;

/** What is compressed in an element of the page, as the body of an answer. */
function unpacked(id, format) {
  const packed = Uint8Array.from(atob(byId(id).textContent.trim()), (char) => char.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream(format)));
}

/** Says a line to screen readers. */
function say(text) {
  byId('live').textContent = text;
}

/** Wraps each child list in a figure with a caption. */
function figure(title, body, notes) {
  return el('figure', {}, el('p', { class: 'title' }, title), body, notes ? el('figcaption', {}, notes) : null);
}

/**
 * The fragment of a link to the playground, which reads it (web/page/experiment.ts): the version of the form, the puzzle's file, the
 * settings that are not the default, γ, β, and the layer that is shown; as JSON in base64url.
 */
function playgroundFragment(parts) {
  let binary = '';
  for (const byte of new TextEncoder().encode(JSON.stringify(parts))) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
