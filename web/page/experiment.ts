// An experiment as plain data: puzzle, settings, angles, and the moment that is shown. It is what a link holds, what undo brings
// back, and what two experiments are compared by.

/** Settings that are not the default, by the names that the program has for them. */
export type Settings = Record<string, string | number>;

export interface Experiment {
  /** The text of the puzzle's file. */
  text: string;
  settings: Settings;
  gammas: number[];
  betas: number[];
  /** The moment that is shown, in layers: 1.25 is halfway through the cost phase of the second. */
  at: number;
}

/** The longest fragment that is read: a puzzle file and 64 layers are far shorter. */
const LONGEST = 100_000;

/** Settings with some of them changed; '' takes one away. */
export function changed(settings: Settings, by: Settings): Settings {
  return Object.fromEntries(Object.entries({ ...settings, ...by }).filter(([, value]) => value !== ''));
}

export function toFragment({ text, settings, gammas, betas, at }: Experiment): string {
  return playgroundFragment([2, text, settings, gammas, betas, at]);
}

const isSettings = (held: unknown): held is Settings =>
  typeof held === 'object' && held !== null && Object.values(held).every((value) => ['string', 'number'].includes(typeof value));

const isNumbers = (list: unknown): list is number[] =>
  Array.isArray(list) && list.length <= 64 && list.every((x) => typeof x === 'number' && Number.isFinite(x));

/** The experiment of a fragment; an error in words where it is none. What it holds is text and numbers, and is used as nothing else. */
export function fromFragment(fragment: string): Experiment {
  const wrong = (what: string): Error => new Error(`This link cannot be opened: ${what}. Copy it again from the page that made it. The puzzle below is another one.`);
  if (fragment.length > LONGEST) throw wrong(`it is longer than ${LONGEST} characters`);
  let read: unknown;
  try {
    const binary = atob(fragment.replaceAll('-', '+').replaceAll('_', '/'));
    read = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(binary, (char) => char.charCodeAt(0))));
  } catch {
    throw wrong('a part of it is missing or changed');
  }
  // version 1 held the number of variables, the rules of deduction and the registers
  if (Array.isArray(read) && read[0] === 1 && read.length === 8) {
    const registers = read[4] === 'qubits' ? {} : { registers: read[4] };
    read = [2, read[1], { ...(read[3] === 'full' ? {} : { reduce: read[3] }), target_qubits: read[2], ...registers }, ...read.slice(5)];
  }
  if (!Array.isArray(read) || read.length !== 6 || read[0] !== 2) throw wrong('it is of another version');
  const [, text, settings, gammas, betas, at] = read as unknown[];
  if (typeof text !== 'string' || typeof at !== 'number' || !(at >= 0)) throw wrong('a part of it is missing');
  if (!isSettings(settings)) throw wrong('its settings are no names and numbers');
  if (!isNumbers(gammas) || !isNumbers(betas) || gammas.length !== betas.length) throw wrong('its angles are not two lists of equal length');
  return { text, settings, gammas, betas, at: Math.min(at, gammas.length) };
}

/** In what two experiments differ, in words. */
export function differences(a: Experiment, b: Experiment): string[] {
  const angles = (name: string, one: number[], other: number[]): string[] =>
    one.flatMap((angle, k) => (k < other.length && angle !== other[k] ? [`${name}${k + 1}`] : []));
  const names = Object.keys({ ...a.settings, ...b.settings }).filter((name) => a.settings[name] !== b.settings[name]);
  return [
    ...(a.text === b.text ? [] : ['the puzzle']),
    ...names.map((name) => `${name.replace('_', ' ')} (${a.settings[name] ?? 'default'} and ${b.settings[name] ?? 'default'})`),
    ...(a.gammas.length === b.gammas.length ? [] : [`p (${a.gammas.length} and ${b.gammas.length})`]),
    ...angles('γ', a.gammas, b.gammas), ...angles('β', a.betas, b.betas),
  ];
}
