// What the report's scripts (src/page) offer: elements, numbers, boards and pictures. They come before this script in the page.

type Child = Node | string | null | undefined;
type Children = Child | Child[];

declare function byId(id: string): HTMLElement;
declare function el<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes?: Record<string, unknown>, ...children: Children[]): HTMLElementTagNameMap[K];
declare function draw(tag: string, attributes?: Record<string, unknown>, ...children: Children[]): SVGElement;
declare function path(d: string, cls: string, more?: Record<string, unknown>): SVGElement;
declare function short(value: number | undefined): string;
declare function percent(p: number | undefined): string;
declare function plural(n: number, one: string, many: string): string;
declare function say(text: string): void;
/** What is compressed in an element of the page, as the body of an answer. */
declare function unpacked(id: string, format: CompressionFormat): Response;
/** What a link to the playground holds: its version, then puzzle, settings and angles. */
declare function playgroundFragment(parts: [2, string, object, number[], number[], number]): string;
declare function figure(title: string, body: Children, notes?: string): HTMLElement;

/** A board with its givens, as the engine describes it. */
interface Board {
  title: string;
  shapes: string;
  words: [string, string];
  rows: string[];
  given: string[];
  cell: number;
  layers: [string, string];
  symbols: Record<string, string>;
  pieces: string[];
  joined: string;
}

interface CellPicture {
  char?: string;
  shade?: number;
  text?: string;
  below?: string;
  cls?: string;
  small?: boolean;
}

declare const CELL: number;
declare function boardPicture(board: Board, label: string, cell: (row: number, col: number) => CellPicture | undefined): SVGElement;
declare function givenBoard(board: Board): SVGElement;
declare function fullBoard(board: Board, rows: string[], label: string): SVGElement;
declare function reducedBoard(board: Board, after: [string, string][][]): SVGElement;
declare function marginalBoard(
  board: Board, layers: { cells: string[]; glyphs: string[] }, layer: { marginals: number[][] },
  glyph: number | 'likeliest', label: string): SVGElement;

interface PictureAxis {
  name: string;
  scale: 'linear' | 'logarithmic';
  low: number;
  high: number;
  from: number;
  to: number;
}

interface PictureFrame {
  x: PictureAxis;
  y: PictureAxis;
}

/** A picture of the engine with what lies over it. */
interface PictureFigure extends HTMLElement {
  frames: PictureFrame[];
  over: SVGElement;
  mark(at: number): void;
}

declare function pictureFigure(of: { text: string; label: string; marker?: number }): PictureFigure;
declare function pixelOf(axis: PictureAxis, value: number): number;
declare function valueAt(axis: PictureAxis, pixel: number): number;
