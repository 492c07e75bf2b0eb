// What the words on the page mean: those of the report (src/lab/quantities.rs), which the engine sends, and a few of the page's own.

import type { About, Ready } from './answers.js';

const meanings = new Map<string, string>([
  ['angles', 'γ: how far the cost phase of a layer rotates; β: how far its mixer does; in radians, two for each layer'],
  ['phase', 'the direction of an amplitude as an angle; where amplitudes meet, equal directions add up and opposite ones cancel'],
  ['couplings', 'terms of the cost that join two qubits or more: each of them is a gate on these qubits in every layer'],
  ['registers', 'qubits that together hold one choice, such as the column of the queen in a row: no state breaks the rule of a register'],
  ['x0', 'a cell that is decided by qubit 0; !x0 is decided by it, too, and shows the opposite'],
  ['0′', 'a cell that a deduction decided (a given has no stroke): it needs no qubit'],
  ['energy', 'the cost C of a board: lowest where the board obeys the rules in the cost, higher for each of them that it breaks'],
]);

/** Takes up the words of the report, gives every word of the page its meaning, and lists them all. */
export function explain(words: About['words']): void {
  for (const [name, , meaning] of words) meanings.set(name, meaning);
  for (const node of document.querySelectorAll<HTMLElement>('[data-word]')) node.title = meanings.get(node.dataset['word']!) ?? '';
  const heads = new Map(words.map(([name, head]) => [name, head]));
  for (const node of document.querySelectorAll<HTMLElement>('[data-word]')) heads.set(node.dataset['word']!, node.textContent);
  const rows = [...meanings].filter(([name]) => SHOWN.has(name));
  byId('words').replaceChildren(...rows.map(([name, meaning]) => el('div', {}, el('dt', {}, heads.get(name) ?? name), el('dd', {}, meaning))));
}

/** The words that are seen on the page. */
const SHOWN = new Set([...meanings.keys(), 'qubits', 'states', 'depth', 'expectation', 'success_probability', 'random_success_probability', 'grover', 'annealing']);

/** A word that says what it means when it is pointed at. */
export const word = (name: string, text: string): HTMLElement => el('span', { class: 'word', title: meanings.get(name) }, text);

/** How large the problem is that is left. */
export function facts(ready: Ready): (Node | string)[] {
  const states = Number.isInteger(ready.bits) ? `2^${ready.bits}` : `2^${ready.bits.toFixed(1)}`;
  const found = ready.solutions === undefined ? '' : `, ${plural(ready.solutions, 'board obeys the rules', 'boards obey the rules')}`;
  const valued = ready.best_value === undefined ? '' : ` and ${ready.solutions === 1 ? 'has' : 'have'} the best value, ${ready.best_value}`;
  const count = (n: number, name: string): HTMLElement => word(name, plural(n, name.slice(0, -1), name));
  return [count(ready.qubits, 'qubits'), `, ${states} `, word('states', 'basis states'), ', ', count(ready.couplings, 'couplings'), ` between qubits${found}${valued}.`];
}
