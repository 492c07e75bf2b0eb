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
  signed: boolean;
  steps: Deduction[];
  open: number;
  least: number;
  paper: number;
  contradiction?: string;
}

export interface Energies {
  lowest: number;
  highest: number;
  mean: number;
  spread: number;
  gamma_unit: number;
}

export interface Ready {
  qubits: number;
  bits: number;
  after: [string, string][][];
  variables: number;
  runs: boolean;
  solutions?: number;
  boards: string[][];
  best_value?: number;
  random?: number;
  registers?: string;
  couplings: number;
  energies?: Energies;
  cells: string[];
  glyphs: string;
}

export interface Kept {
  kind: string;
  kept: number;
  count: number;
}

export interface Likely {
  board: string[];
  probability: number;
  solves?: boolean;
  verdict: string;
  broken: [number, number][];
}

export interface Layers {
  layers: { expectation: number; success_probability?: number }[];
  shown: number;
  marginals: number[][];
  rules: Kept[];
  likeliest: Likely[];
  picture?: string;
}

export interface Found {
  depth: number;
  gammas: number[];
  betas: number[];
  expectation: number;
  evaluations: number;
  trace: string;
  curve?: string;
}

export interface Landscape {
  gammas: number[];
  betas: number[];
  expectations: number[][];
  success?: number[][];
  path: [number, number][];
  picture: string;
}

export interface Baselines {
  random?: number;
  grover?: number[];
  annealing?: { success: number; low: number; high?: number; moves: number; runs: number };
  curve?: string;
}

export interface Taken {
  name: string;
  text: string;
}

export interface About {
  version: string;
  /** The colors of pictures, as rules of style. */
  style: string;
  families: { name: string; about: string; sizes: number[] }[];
  instructions: string;
}
