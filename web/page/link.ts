// The experiment in the address: a link opens the same puzzle with the same reduction and angles.

export interface Experiment {
  text: string;
  /** The deductions stop as soon as at most so many variables are left; 0 for as few as possible. */
  left: number;
  rules: string;
  registers: string;
  gammas: number[];
  betas: number[];
  layer: number;
}

export const RULES = ['none', 'paper', 'full'];
export const REGISTERS = ['qubits', 'auto', 'rows', 'columns', 'regions'];

/** The longest fragment that is read: a puzzle file and 64 layers are far shorter. */
const LONGEST = 100_000;

export function toFragment({ text, left, rules, registers, gammas, betas, layer }: Experiment): string {
  return playgroundFragment([1, text, left, rules, registers, gammas, betas, layer]);
}

const isNumbers = (list: unknown): list is number[] =>
  Array.isArray(list) && list.length <= 64 && list.every((x) => typeof x === 'number' && Number.isFinite(x));

/** The experiment of a fragment; an error in words where it is none. What it holds is text and numbers, and is used as nothing else. */
export function fromFragment(fragment: string): Experiment {
  const wrong = (what: string): Error => new Error(`The link holds no experiment: ${what}. Copy it again from the page that made it.`);
  if (fragment.length > LONGEST) throw wrong(`it is longer than ${LONGEST} characters`);
  let read: unknown;
  try {
    const binary = atob(fragment.replaceAll('-', '+').replaceAll('_', '/'));
    read = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(binary, (char) => char.charCodeAt(0))));
  } catch {
    throw wrong('it cannot be decoded');
  }
  if (!Array.isArray(read) || read.length !== 8 || read[0] !== 1) throw wrong('it is of another version');
  const [, text, left, rules, registers, gammas, betas, layer] = read as unknown[];
  const isCount = (n: unknown): n is number => typeof n === 'number' && Number.isInteger(n) && n >= 0 && n <= 10_000;
  const isOneOf = (names: string[], name: unknown): name is string => names.includes(name as string);
  if (typeof text !== 'string' || !isCount(left) || !isCount(layer)) throw wrong('a part of it is missing');
  if (!isOneOf(RULES, rules) || !isOneOf(REGISTERS, registers)) throw wrong('its reduction has no name that is known here');
  if (!isNumbers(gammas) || !isNumbers(betas) || gammas.length !== betas.length) throw wrong('its angles are not two lists of equal length');
  return { text, left, rules, registers, gammas, betas, layer };
}
