// The beginning: the engine starts, and every control gets its hand.

import type { About } from './answers.js';
import { engineOfPage } from './engine.js';
import { download, pictureOf, png } from './figures.js';
import { MOST_LAYERS, Page, button, choice, input } from './page.js';
import { startTours } from './tours.js';
import { explain } from './words.js';

/** The most bytes of a text that is read as a puzzle. */
const LARGEST_TEXT = 200_000;

const onClick = (id: string, work: () => void): void => byId(id).addEventListener('click', work);

function fillSizes(page: Page): void {
  const sizes = page.about.families.find(({ name }) => name === choice('family').value)?.sizes ?? [];
  choice('size').replaceChildren(...sizes.map((size) => el('option', { value: size }, `${size}×${size}`)));
  choice('size').value = String(sizes.find((size) => size >= 4) ?? sizes[0] ?? '');
}

function listenToPuzzles(page: Page): void {
  const groups = new Map<string, HTMLElement>();
  page.shipped.forEach(({ name, family }, k) => {
    const group = groups.get(family) ?? el('optgroup', { label: family });
    groups.set(family, group);
    group.append(el('option', { value: k }, name));
  });
  choice('shipped').replaceChildren(el('option', { value: '' }, 'one of your own'), ...groups.values());
  choice('family').replaceChildren(...page.about.families.filter(({ sizes }) => sizes.length > 0).map(({ name }) => el('option', { value: name }, name)));
  choice('family').value = 'tango';
  fillSizes(page);
  const paste = (text: string): void => {
    if (text.length > LARGEST_TEXT) return page.fail(new Error(`This text has ${text.length} characters; a puzzle has at most ${LARGEST_TEXT}.`));
    void page.act(async () => page.adopt(await page.engine.read(text)));
  };
  const dialog = byId('make') as HTMLDialogElement;
  onClick('new', () => dialog.showModal());
  choice('family').addEventListener('change', () => fillSizes(page));
  choice('shipped').addEventListener('change', () => {
    const one = page.shipped[Number(choice('shipped').value)];
    if (choice('shipped').value !== '' && one) void page.act(async () => page.adopt(await page.engine.read(one.text)));
  });
  dialog.addEventListener('close', () => {
    const [family, size, seed] = [choice('family').value, Number(choice('size').value), input('seed').valueAsNumber];
    if (dialog.returnValue === 'paste') paste((byId('text') as HTMLTextAreaElement).value);
    else if (dialog.returnValue === 'empty') void page.act(async () => page.adopt(await page.engine.blank(family, size)));
    else if (dialog.returnValue === 'generate') {
      if (!Number.isSafeInteger(seed) || seed < 0) return page.fail(new Error('The seed must be a whole number from 0 to 9,007,199,254,740,991.'));
      void page.act(async () => page.adopt(await page.engine.generate(family, size, seed)));
    }
  });
  const openFile = (file: File | undefined): void => { if (file) void file.text().then(paste); };
  input('open').addEventListener('change', () => {
    openFile(input('open').files?.[0]);
    dialog.close('cancel');
  });
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    openFile(event.dataTransfer?.files[0]);
  });
  document.addEventListener('paste', (event) => {
    if ((event.target as HTMLElement).closest('input, textarea, dialog')) return;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.trim().length > 3) paste(text);
  });
}

function listenToCircuit(page: Page): void {
  const depth = (): number => Math.min(MOST_LAYERS, Math.max(0, Math.round(input('depth').valueAsNumber || 0)));
  input('left').addEventListener('input', () => page.setLeft(input('left').valueAsNumber));
  onClick('less', () => page.setLeft(page.left - 1));
  onClick('more', () => page.setLeft(page.left + 1));
  for (const { name, default: usual, help, values } of page.about.settings) {
    const options = values.filter(([value]) => value !== usual).map(([value, about]) => el('option', { value }, about === '' ? value : `${value}: ${about}`));
    choice(name).replaceChildren(el('option', { value: '' }, /\[default: (.*)\]/.exec(help)?.[1] ?? usual), ...options);
    choice(name).title = help;
    choice(name).addEventListener('change', () => page.choose({ [name]: choice(name).value }));
  }
  input('depth').addEventListener('change', () => page.setDepth(depth()));
  onClick('ramp', () => page.useRamp());
  onClick('zero', () => page.set({ gammas: page.now.gammas.map(() => 0), betas: page.now.betas.map(() => 0) }));
  onClick('optimize', () => page.run(() => page.optimize(Math.max(1, depth()))));
  onClick('stop', () => page.stopSearch());
  onClick('play', () => page.togglePlay());
  onClick('back', () => page.step(-1));
  onClick('forward', () => page.step(1));
  onClick('map', () => page.run(() => page.map()));
  onClick('pin', () => page.togglePin());
  for (const one of document.querySelectorAll<HTMLElement>('[data-shots]')) {
    one.addEventListener('click', () => page.run(() => page.measure(Number(one.dataset['shots']))));
  }
}

function listenToRest(page: Page): void {
  onClick('undo', () => history.back());
  onClick('redo', () => history.forward());
  document.addEventListener('keydown', (event) => {
    const key = event.key.toLowerCase();
    const isTyping = (event.target as HTMLElement).matches('input[type="number"], textarea');
    if ((event.ctrlKey || event.metaKey) && !isTyping && (key === 'z' || key === 'y')) {
      event.preventDefault();
      if (key === 'y' || event.shiftKey) history.forward();
      else if (!button('undo').disabled) history.back();
    } else if (key === 'escape' && document.documentElement.dataset['mode'] === 'present') present();
  });
  const present = (): void => {
    const isOn = document.documentElement.dataset['mode'] === 'present';
    document.documentElement.dataset['mode'] = isOn ? '' : 'present';
    button('present').setAttribute('aria-pressed', String(!isOn));
  };
  onClick('present', present);
  // Long work has a sign and a stop.
  setInterval(() => { byId('working').hidden = page.searching > 0 || page.engine.since === undefined || performance.now() - page.engine.since < 400; }, 200);
  onClick('stop-work', () => page.engine.stop());
  const tabs = [...document.querySelectorAll<HTMLElement>('[role="tab"]')];
  const select = (tab: HTMLElement): void => {
    for (const one of tabs) {
      one.setAttribute('aria-selected', String(one === tab));
      one.tabIndex = one === tab ? 0 : -1;
      byId(one.getAttribute('aria-controls')!).hidden = one !== tab;
    }
    if (tab.id === 'tab-take') page.run(() => page.prepare());
  };
  tabs.forEach((tab, k) => {
    tab.addEventListener('click', () => select(tab));
    tab.addEventListener('keydown', (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      const next = tabs[(k + by + tabs.length) % tabs.length]!;
      select(next);
      next.focus();
    });
  });
  const names = [...document.querySelectorAll<HTMLElement>('.take')].map((box) => [box.id, box.dataset['name']!] as const);
  choice('picture').replaceChildren(...names.map(([id, name]) => el('option', { value: id }, name)));
  for (const one of document.querySelectorAll<HTMLElement>('[data-save]')) {
    one.addEventListener('click', () => page.run(async () => {
      const [kind, name] = [one.dataset['save']!, byId(choice('picture').value).dataset['name']!];
      const picture = pictureOf(byId(choice('picture').value));
      if (!picture) throw new Error(`There is no picture of "${name}" yet.`);
      download(`${name}.${kind}`, kind === 'svg' ? new Blob([picture.text], { type: 'image/svg+xml' }) : await png(picture));
    }));
  }
  onClick('link', () => page.run(async () => {
    await navigator.clipboard.writeText(location.href);
    say('The link is copied');
  }));
}

function setUpTheme(): void {
  const isDark = (): boolean => {
    const set = document.documentElement.dataset['theme'];
    return set ? set === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  };
  const showTheme = (): void => byId('theme').setAttribute('aria-pressed', String(isDark()));
  onClick('theme', () => {
    document.documentElement.dataset['theme'] = isDark() ? 'light' : 'dark';
    showTheme();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', showTheme);
  showTheme();
}

async function setUp(): Promise<void> {
  setUpTheme();
  if (new URLSearchParams(location.search).has('embed')) document.documentElement.dataset['mode'] = 'embed';
  try {
    const engine = await engineOfPage();
    const about = await engine.ask<About>({ do: 'about' });
    document.head.append(el('style', {}, about.style));
    explain(about.words);
    const page = new Page(engine, JSON.parse(byId('puzzles').textContent), about);
    listenToPuzzles(page);
    listenToCircuit(page);
    listenToRest(page);
    startTours(page);
    await page.begin();
    for (const part of document.querySelectorAll<HTMLElement>('[inert]')) part.inert = false;
    byId('loading').hidden = true;
    document.documentElement.dataset['ready'] = 'true';
  } catch (error) {
    byId('loading').textContent = `The simulator does not start in this browser: ${String(error)}. It needs WebAssembly with SIMD and DecompressionStream, which every browser since 2023 has.`;
    for (const part of document.querySelectorAll<HTMLElement>('#main, .bar > :not(.brand)')) part.hidden = true;
  }
}

void setUp();
