// What is taken along: the files of an experiment, and the lines that run it elsewhere.

import type { Engine } from './engine.js';
import type { Experiment } from './experiment.js';

const NAMES: Record<string, string> = { toml: 'puzzle.toml', json: 'model.json', qasm3: 'circuit.qasm', record: 'record.json' };

/** What the files depend on. */
const keyOf = (now: Experiment): string => JSON.stringify({ ...now, at: 0 });
const links = (): HTMLAnchorElement[] => [...document.querySelectorAll<HTMLAnchorElement>('[data-take]')];

/** Links that wait for a click, so that a click gives its file at once. */
export class Files {
  private key = '';

  async prepare(now: Experiment, runs: boolean, engine: Engine): Promise<void> {
    const key = keyOf(now);
    if (this.key === key) return;
    this.forget();
    this.key = key;
    try {
      for (const link of links()) {
        const kind = link.dataset['take']!;
        if (kind !== 'toml' && !runs) continue;
        const text = kind === 'toml' ? now.text : (await engine.take(now, kind)).text;
        if (this.key !== key) return;
        link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
        link.download = NAMES[kind]!;
      }
    } catch (error) {
      this.forget();
      throw error;
    }
  }

  /** Takes away what is of another experiment. */
  keep(now: Experiment): void {
    if (this.key !== '' && this.key !== keyOf(now)) this.forget();
  }

  private forget(): void {
    this.key = '';
    for (const link of links()) {
      URL.revokeObjectURL(link.href);
      link.removeAttribute('href');
    }
  }
}

/** The command and the lines of Python that run an experiment. */
export function commands({ settings, gammas, betas }: Experiment): [string, string] {
  const set = Object.entries(settings);
  const options = set.map(([name, value]) => `--${name.replace('_', '-')} ${value}`);
  const keywords = set.map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [
    `ketboard solve puzzle.toml ${options.join(' ')} \\\n  --gammas=${gammas.join(',')} \\\n  --betas=${betas.join(',')}`,
    `from ketboard import Puzzle\n\npuzzle = Puzzle.read("puzzle.toml")\nproblem = puzzle.problem(${keywords.join(', ')})\n`
      + `expectation, success = problem.at([${gammas.join(', ')}], [${betas.join(', ')}])`,
  ];
}
