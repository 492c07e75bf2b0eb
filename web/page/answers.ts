// What the engine answers (src/playground.rs), field by field. A picture is an SVG.

export interface Deduction {
  rule: string;
  words: string;
  cells: [number, number][];
  because: [number, number][];
}

export interface Puzzle {
  text: string;
  family: string;
  board: Board;
  symbols: string[];
  given: string[][];
  signed: boolean;
  steps: Deduction[];
  open: number;
  least: number;
  paper: number;
  contradiction?: string;
}

export interface Ready {
  qubits: number;
  bits: number;
  after: [string, string][][];
  variables: number;
  /** The reduction in words. */
  reduction: string;
  runs: boolean;
  solutions?: number;
  best_value?: number;
  random?: number;
  couplings: number;
  /** The mean energy and what follows are known where a circuit runs. */
  mean: number;
  gamma_unit?: number;
  cells: string[];
  glyphs: string;
}

export interface Kept {
  kind: string;
  kept: number;
  /** How many rules of this kind there are. */
  count: number;
}

export interface Likely {
  board: string[];
  probability: number;
  /** In radians, relative to a board of mean energy that only the cost has rotated. */
  phase?: number;
  solves?: boolean;
  verdict: string;
  broken: [number, number][];
}

/** A bar of the histogram of energies. */
export interface Bar {
  low: number;
  high: number;
  /** The share of all basis states: what a random guess finds here. */
  random: number;
  /** The probability by the phase of the amplitudes, in equal parts of the circle; the first lies around 0. */
  sectors: number[];
}

export interface Numbers {
  expectation: number;
  success_probability?: number;
}

export interface Layers {
  layers: Numbers[];
}

export interface Moment extends Numbers {
  marginals: number[][];
  rules: Kept[];
  bars: Bar[];
  likeliest: Likely[];
}

export interface Interval {
  value: number;
  low: number;
  high: number;
}

export interface Measured {
  shots: number;
  hits: number;
  success?: Interval;
  /** For each bar, the share of shots that fell on it. */
  bars: Interval[];
  board: Likely;
}

export interface Found {
  gammas: number[];
  betas: number[];
  expectation: number;
  evaluations: number;
  trace: string;
}

export interface Landscape {
  gammas: number[];
  betas: number[];
  path: [number, number][];
  picture: string;
}

export interface Baselines {
  grover?: number;
  annealing?: { success: { value: number; low: number; high?: number } };
  curve?: string;
}

export interface About {
  /** The colors of pictures, as rules of style. */
  style: string;
  families: { name: string; about: string; sizes: number[] }[];
  /** Settings to choose by name: each value with a line of help. */
  settings: { name: string; default: string; help: string; values: [string, string][] }[];
  /** The numbers of the report: key, name, and what it means. */
  words: [string, string, string][];
}
