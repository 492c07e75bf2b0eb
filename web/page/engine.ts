// The engine in its worker: a question goes out, an answer comes back, in order. What runs too long is stopped by ending the
// worker; the next one is told the puzzle and its reduction again.

import type { Found, Kept, Layers, Landscape, Puzzle, Ready, Baselines, Taken } from './answers.js';

export class EngineError extends Error {}

/** A question that was stopped has no answer. */
export class Stopped extends Error {}

interface Asked {
  question: object;
  /** Whether it only tells a new worker what the one before knew. */
  replayed?: boolean;
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
}

interface Reply {
  text?: string;
  failure?: string;
  milliseconds: number;
}

export class Engine {
  /** How long the last answer took in the worker. */
  milliseconds = 0;
  private worker: Worker | undefined;
  private waiting: Asked[] = [];
  private running: Asked | undefined;
  /** What another worker must be told before it can go on. */
  private kept: { puzzle?: object; reduction?: object } = {};

  constructor(private readonly module: WebAssembly.Module, private readonly script: string) {}

  read(text: string): Promise<Puzzle> { return this.ask({ do: 'read', text }); }
  paste(text: string): Promise<Puzzle> { return this.ask({ do: 'paste', text }); }
  generate(family: string, size: number, seed: number): Promise<Puzzle> {
    return this.ask({ do: 'generate', family, size, seed });
  }
  edit(cell: [number, number], symbol: string): Promise<Puzzle> { return this.ask({ do: 'edit', cell, symbol }); }
  sign(cells: [number, number][], sign: string): Promise<Puzzle> { return this.ask({ do: 'sign', cells, sign }); }
  reduce(qubits: number, rules: string, registers: string): Promise<Ready> {
    return this.ask({ do: 'reduce', qubits, rules, ...(registers !== 'qubits' && { registers }) });
  }
  layers(gammas: number[], betas: number[], shown: number): Promise<Layers> {
    return this.ask({ do: 'layers', gammas, betas, shown });
  }
  optimize(depth: number, seed: number): Promise<Found> { return this.ask({ do: 'optimize', depth, seed }); }
  landscape(points: number): Promise<Landscape> { return this.ask({ do: 'landscape', points }); }
  baselines(depth: number, seed: number): Promise<Baselines> {
    return this.ask({ do: 'baselines', depth, seed });
  }
  take(format: string, gammas: number[], betas: number[]): Promise<Taken> {
    return this.ask({ do: 'take', format, gammas, betas });
  }

  ask<T>(question: object): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ question, resolve: resolve as (answer: unknown) => void, reject });
      this.next();
    });
  }

  /** Ends what runs and forgets what waits; the puzzle and its reduction stay. */
  stop(): void {
    const ended = [this.running, ...this.waiting];
    this.worker?.terminate();
    this.worker = undefined;
    this.running = undefined;
    this.waiting = [];
    for (const asked of ended) asked?.reject(new Stopped('stopped'));
    this.waiting = this.replay();
    this.next();
  }

  private next(): void {
    if (this.running || this.waiting.length === 0) return;
    this.worker ??= this.start();
    this.running = this.waiting.shift();
    this.worker.postMessage(JSON.stringify(this.running?.question));
  }

  private start(): Worker {
    const address = URL.createObjectURL(new Blob([this.script], { type: 'text/javascript' }));
    const worker = new Worker(address);
    URL.revokeObjectURL(address);
    worker.onmessage = (event: MessageEvent<Reply>) => this.receive(event.data);
    worker.onerror = (event) => this.receive({ failure: event.message, milliseconds: 0 });
    worker.postMessage(this.module);
    return worker;
  }

  private receive(reply: Reply): void {
    const asked = this.running;
    this.running = undefined;
    this.milliseconds = reply.milliseconds;
    if (reply.failure !== undefined) {
      // nothing can be trusted after a failure: the next question begins with a new worker
      this.worker?.terminate();
      this.worker = undefined;
      asked?.reject(new EngineError(`The engine failed: ${reply.failure}`));
      // what fails when it is told again would fail for ever
      if (asked?.replayed) this.kept = {};
      this.waiting = [...this.replay(), ...this.waiting.filter(({ replayed }) => !replayed)];
    } else if (asked) {
      const answer = JSON.parse(reply.text ?? '{}') as { error?: string; text?: string };
      if (answer.error !== undefined) asked.reject(new EngineError(answer.error));
      else {
        this.keep(asked.question as { do: string }, answer);
        asked.resolve(answer);
      }
    }
    this.next();
  }

  private replay(): Asked[] {
    const quiet = (): void => undefined;
    const questions = [this.kept.puzzle, this.kept.reduction].filter((question) => question !== undefined);
    return questions.map((question) => ({ question, resolve: quiet, reject: quiet, replayed: true }));
  }

  private keep(question: { do: string }, answer: { text?: string }): void {
    if (['read', 'paste', 'generate', 'edit', 'sign'].includes(question.do)) {
      this.kept = { puzzle: { do: 'read', text: answer.text } };
    } else if (question.do === 'reduce') this.kept.reduction = question;
  }
}

/** The engine that stands in the page, unpacked and compiled. */
export async function engineOfPage(): Promise<Engine> {
  const module = await WebAssembly.compile(await unpacked('engine', 'gzip').arrayBuffer());
  return new Engine(module, byId('worker').textContent);
}

export type { Kept };
