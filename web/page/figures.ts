// Pictures to take along: a figure as SVG with its colors written into it, and as PNG.

/** What decides how a shape looks. */
const LOOKS = ['fill', 'fill-opacity', 'stroke', 'stroke-opacity', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin',
  'opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline', 'paint-order'];

/** Pixels of a PNG per pixel of the page. */
const FINENESS = 2;

export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = el('a', { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** An SVG that needs no style sheet. */
interface Picture {
  text: string;
  width: number;
  height: number;
}

function standalone(picture: SVGElement): Picture {
  const copy = picture.cloneNode(true) as SVGElement;
  const [shown, written] = [picture, copy].map((root) => [root, ...root.querySelectorAll('*')]) as [Element[], Element[]];
  written.forEach((node, k) => {
    const look = getComputedStyle(shown[k] as Element);
    for (const name of LOOKS) node.setAttribute(name, look.getPropertyValue(name));
    node.removeAttribute('class');
    node.removeAttribute('style');
  });
  for (const hidden of copy.querySelectorAll('[hidden]')) hidden.remove();
  const [x, y, across, down] = (picture.getAttribute('viewBox') ?? '0 0 100 100').split(' ').map(Number) as [number, number, number, number];
  const [width, height] = [Number(picture.getAttribute('width') ?? across), Number(picture.getAttribute('height') ?? down)];
  copy.prepend(draw('rect', { x, y, width: across, height: down, fill: paper() }));
  copy.removeAttribute('data-frames');
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

/** The picture of a part of the page, several ones side by side with the words below them; none where nothing is drawn. */
export function pictureOf(box: HTMLElement): Picture | undefined {
  const boards = [...box.querySelectorAll('.boards li')];
  const words = boards.map((one) => [...one.querySelectorAll('span')].map((line) => line.textContent.trim()));
  if (boards.length > 0) return sideBySide(boards.map((one) => one.querySelector<SVGElement>('svg')!), words);
  const picture = box.querySelector<SVGElement>('svg');
  return picture ? standalone(picture) : undefined;
}

/** Several pictures side by side, each with the words that are below it. */
function sideBySide(pictures: SVGElement[], words: string[][]): Picture {
  const [gap, line] = [20, 16];
  const below = line * Math.max(...words.map((lines) => lines.length)) + gap;
  const made = pictures.map(standalone);
  const height = Math.max(...made.map((one) => one.height)) + below;
  let left = 0;
  const parts = made.map((one, k) => {
    const [start, middle] = [left, left + one.width / 2];
    left += one.width + gap;
    const lines = (words[k] ?? []).map((text, i) => draw('text', {
      x: middle, y: one.height + line * (i + 1), 'font-size': 11, 'font-family': 'sans-serif', 'text-anchor': 'middle', fill: ink(),
    }, text));
    return one.text.replace('<svg ', `<svg x="${start}" `) + lines.map((text) => new XMLSerializer().serializeToString(text)).join('');
  });
  const width = left - gap;
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`;
  const ground = `<rect width="${width}" height="${height}" fill="${paper()}"/>`;
  return { text: `${open}${ground}${parts.join('')}</svg>`, width, height };
}

const color = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const paper = (): string => color('--paper');
const ink = (): string => color('--ink');

export async function png({ text, width, height }: Picture): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const scale = Math.max(FINENESS, 600 / width);
  const canvas = el('canvas', { width: Math.round(width * scale), height: Math.round(height * scale) });
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((made) => (made ? resolve(made) : reject(new Error('the browser makes no PNG'))), 'image/png');
  });
}
