// The engine in its worker: a question goes out with the puzzle and the reduction that it is about, an answer comes back, in order.
// So no order of questions and stops can leave the worker with another puzzle than the page shows.

import type { Baselines, Found, Landscape, Layers, Measured, Moment, Puzzle, Ready } from './answers.js';
import type { Experiment } from './experiment.js';

export class EngineError extends Error {}

/** A question that was stopped has no answer. */
export class Stopped extends Error {}

type Circuit = Pick<Experiment, 'text' | 'settings'>;

/** A question to the engine (src/playground.rs). */
interface Question {
  do: string;
  [key: string]: unknown;
}

interface Asked {
  question: Question;
  /** The puzzle that the question is about, and its reduction. */
  about: { text?: string; reduce?: object };
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
}

interface Reply {
  text?: string;
  failure?: string;
  milliseconds: number;
  bytes?: number;
}

export class Engine {
  /** How long the last answer took in the worker, and how much memory the worker holds. */
  milliseconds = 0;
  bytes = 0;
  /** When the question was sent that is not answered yet. */
  since: number | undefined;
  private worker: Worker | undefined;
  private waiting: Asked[] = [];
  private running: Asked | undefined;
  /** What the worker holds, as far as it has answered. */
  private held: { text?: string; reduce?: string } = {};

  constructor(private readonly module: WebAssembly.Module, private readonly script: string) {}

  /** Another engine of the same kind, for a second experiment. */
  twin(): Engine { return new Engine(this.module, this.script); }

  read(text: string): Promise<Puzzle> { return this.ask({ do: 'read', text }); }
  generate(family: string, size: number, seed: number): Promise<Puzzle> { return this.ask({ do: 'generate', family, size, seed }); }
  blank(family: string, size: number): Promise<Puzzle> { return this.ask({ do: 'blank', family, size }); }
  edit(text: string, cells: [number, number][], symbol: string): Promise<Puzzle> { return this.ask({ do: 'edit', cells, symbol }, { text }); }
  reduce(of: Circuit): Promise<Ready> {
    const { text, reduce } = this.about(of);
    return this.ask(reduce, { text });
  }
  layers(of: Experiment): Promise<Layers> { return this.at(of, { do: 'layers' }); }
  state(of: Experiment): Promise<Moment> { return this.at(of, { do: 'state', at: of.at }); }
  measure(of: Experiment, shots: number, seed: number): Promise<Measured> { return this.at(of, { do: 'measure', at: of.at, shots, seed }); }
  take(of: Experiment, format: string): Promise<{ text: string }> { return this.at(of, { do: 'take', format }); }
  optimize(of: Circuit, depth: number, seed: number): Promise<Found> { return this.ask({ do: 'optimize', depth, seed }, this.about(of)); }
  landscape(of: Circuit): Promise<Landscape> { return this.ask({ do: 'landscape' }, this.about(of)); }
  baselines(of: Circuit, depth: number): Promise<Baselines> { return this.ask({ do: 'baselines', depth }, this.about(of)); }

  private about({ text, settings }: Circuit): { text: string; reduce: Question } {
    return { text, reduce: { do: 'reduce', settings } };
  }

  private at<T>(of: Experiment, question: Question): Promise<T> {
    return this.ask({ ...question, gammas: of.gammas, betas: of.betas }, this.about(of));
  }

  ask<T>(question: Question, about: Asked['about'] = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ question, about, resolve: resolve as (answer: unknown) => void, reject });
      this.next();
    });
  }

  /** Ends what runs and forgets what waits. */
  stop(): void {
    const ended = [this.running, ...this.waiting];
    [this.running, this.waiting] = [undefined, []];
    this.end();
    for (const asked of ended) asked?.reject(new Stopped('stopped'));
  }

  private end(): void {
    this.worker?.terminate();
    [this.worker, this.since, this.held] = [undefined, undefined, {}];
  }

  private next(): void {
    if (this.running || this.waiting.length === 0) return;
    this.worker ??= this.start();
    this.running = this.waiting.shift()!;
    this.since = performance.now();
    const { question, about: { text, reduce } } = this.running;
    const list: object[] = [question];
    const isHeld = text === undefined || this.held.text === text;
    if (reduce !== undefined && !(isHeld && this.held.reduce === JSON.stringify(reduce))) list.unshift(reduce);
    if (!isHeld) list.unshift({ do: 'read', text });
    this.worker.postMessage(list);
  }

  private start(): Worker {
    const address = URL.createObjectURL(new Blob([this.script], { type: 'text/javascript' }));
    const worker = new Worker(address);
    URL.revokeObjectURL(address);
    // what a worker said that was ended meanwhile answers nothing
    const receive = (reply: Reply): void => { if (worker === this.worker) this.receive(reply); };
    worker.onmessage = (event: MessageEvent<Reply>) => receive(event.data);
    worker.onerror = (event) => receive({ failure: event.message, milliseconds: 0 });
    worker.postMessage(this.module);
    return worker;
  }

  private receive(reply: Reply): void {
    const asked = this.running;
    [this.running, this.since, this.milliseconds, this.bytes] = [undefined, undefined, reply.milliseconds, reply.bytes ?? 0];
    if (reply.failure !== undefined) {
      // nothing can be trusted after a failure: the next question begins with a new worker
      this.end();
      asked?.reject(new EngineError(`The engine failed: ${reply.failure}`));
    } else if (asked) {
      const answer = JSON.parse(reply.text ?? '{}') as { error?: string; text?: string };
      if (answer.error !== undefined) {
        this.held = {};
        asked.reject(new EngineError(answer.error));
      } else {
        this.hold(asked, answer.text);
        asked.resolve(answer);
      }
    }
    this.next();
  }

  private hold({ question, about: { text, reduce } }: Asked, made: string | undefined): void {
    if (question.do === 'reduce') this.held = { ...(text !== undefined && { text }), reduce: JSON.stringify(question) };
    else if (['read', 'generate', 'blank', 'edit'].includes(question.do)) this.held = { ...(made !== undefined && { text: made }) };
    else if (text !== undefined) this.held = { text, reduce: JSON.stringify(reduce) };
  }
}

/** The engine that is in the page, unpacked and compiled. */
export async function engineOfPage(): Promise<Engine> {
  const module = await WebAssembly.compile(await unpacked('engine', 'gzip').arrayBuffer());
  return new Engine(module, byId('worker').textContent);
}
