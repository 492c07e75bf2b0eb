// An experiment as plain data: puzzle, reduction, angles, and the moment that is shown. It is what a link holds, what undo brings
// back, and what two experiments are compared by.

export interface Experiment {
  /** The text of the puzzle's file. */
  text: string;
  /** The deductions stop as soon as at most so many variables are left; 0 for as few as possible. */
  left: number;
  /** Which deductions are made: `full` ones one by one, as the dial says. */
  rules: string;
  registers: string;
  gammas: number[];
  betas: number[];
  /** The moment that is shown, in layers: 1.25 is halfway through the cost phase of the second. */
  at: number;
}

const RULES = ['none', 'paper', 'full'];
const REGISTERS = ['qubits', 'auto', 'rows', 'columns', 'regions'];

/** The longest fragment that is read: a puzzle file and 64 layers are far shorter. */
const LONGEST = 100_000;

export function toFragment({ text, left, rules, registers, gammas, betas, at }: Experiment): string {
  return playgroundFragment([1, text, left, rules, registers, gammas, betas, at]);
}

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
  if (!Array.isArray(read) || read.length !== 8 || read[0] !== 1) throw wrong('it is of another version');
  const [, text, left, rules, registers, gammas, betas, at] = read as unknown[];
  const isCount = (n: unknown): n is number => typeof n === 'number' && n >= 0 && n <= 10_000;
  const isOneOf = (names: string[], name: unknown): name is string => names.includes(name as string);
  if (typeof text !== 'string' || !isCount(left) || !Number.isInteger(left) || !isCount(at)) throw wrong('a part of it is missing');
  if (!isOneOf(RULES, rules) || !isOneOf(REGISTERS, registers)) throw wrong('its reduction has no name that is known here');
  if (!isNumbers(gammas) || !isNumbers(betas) || gammas.length !== betas.length) throw wrong('its angles are not two lists of equal length');
  return { text, left, rules, registers, gammas, betas, at: Math.min(at, gammas.length) };
}

/** In what two experiments differ, in words. */
export function differences(a: Experiment, b: Experiment): string[] {
  const angles = (name: string, one: number[], other: number[]): string[] =>
    one.flatMap((angle, k) => (k < other.length && angle !== other[k] ? [`${name}${k + 1}`] : []));
  return [
    ...(a.text === b.text ? [] : ['the puzzle']),
    ...(a.left === b.left && a.rules === b.rules ? [] : ['the reduction']),
    ...(a.registers === b.registers ? [] : ['the rules that are kept']),
    ...(a.gammas.length === b.gammas.length ? [] : [`p (${a.gammas.length} and ${b.gammas.length})`]),
    ...angles('γ', a.gammas, b.gammas), ...angles('β', a.betas, b.betas),
  ];
}
