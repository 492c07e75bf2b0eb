// The worker: the compiled engine comes first, then lists of questions. A list is answered by the answer to its last question,
// or by the first error; so nothing that the page knows must be kept here.

interface Exports {
  memory: WebAssembly.Memory;
  room(length: number): number;
  answer(): number;
  answered(): number;
}

let engine: Promise<Exports> | undefined;

/** What libraries inside would need of a page that was made for them: nothing that runs here calls it. */
function absent(module: WebAssembly.Module): WebAssembly.Imports {
  const imports: Record<string, Record<string, () => never>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = () => { throw new Error(`${name} is not there`); };
  }
  return imports;
}

function ask({ memory, room, answer, answered }: Exports, question: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(question));
  // a call may let the memory grow, which makes it another buffer: places are asked for first
  const place = room(bytes.length);
  new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
  const [length, from] = [answer(), answered()];
  return new TextDecoder().decode(new Uint8Array(memory.buffer, from, length));
}

self.onmessage = async (event: MessageEvent<WebAssembly.Module | object[]>) => {
  const given = event.data;
  if (given instanceof WebAssembly.Module) {
    engine = WebAssembly.instantiate(given, absent(given)).then((made) => made.exports as unknown as Exports);
    return;
  }
  const start = performance.now();
  try {
    if (!engine) throw new Error('there is no engine yet');
    const made = await engine;
    let text = '{}';
    for (const question of given) {
      text = ask(made, question);
      if (text.startsWith('{"error":')) break;
    }
    self.postMessage({ text, milliseconds: performance.now() - start, bytes: made.memory.buffer.byteLength });
  } catch (error) {
    self.postMessage({ failure: String(error), milliseconds: performance.now() - start });
  }
};
