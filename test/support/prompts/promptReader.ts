import { liveContextPayloadSchema } from '../../../src/protocol/prompt/liveContext.ts';
import type { Format } from '../../../src/protocol/prompt/receipt.ts';
import {
  type Element,
  factsOf,
  Lines,
  parseXml,
  readFacts,
  readPayload,
  readWindows,
  type Said,
  textOf,
  toldOf,
} from './readers.ts';

/** A piece as a reader finds it: what is said of it, and its text. */
export interface FoundPiece {
  readonly facts: Said;
  readonly text: string;
}

/** What somebody finds in the bytes of a prompt who knows the formats' description alone. */
export interface FoundPrompt {
  readonly constraints: readonly FoundPiece[];
  readonly instructions: readonly FoundPiece[];
  readonly settings: readonly FoundPiece[];
  readonly chunks: readonly FoundPiece[];
  /** How little of a window is shown, by its name. */
  readonly windows: ReadonlyMap<string, string>;
  readonly live: FoundLive;
}

export interface FoundLive {
  readonly document: Said & { readonly text: string };
  readonly recent: readonly Said[];
  readonly anchor: readonly Said[];
  readonly tabs: readonly Said[];
  readonly diagnostics: readonly Said[];
  readonly hints: readonly Said[];
}

/** Reads a prompt; it shares no code with the writers. */
export function findIn(text: string, format: Format): FoundPrompt {
  const payload = readPayload(text, format);
  const live = format === 'json' ? toldOf(liveContextPayloadSchema.parse(payload), 'markdown') : payload;
  return { ...finders[format](text), live: live as FoundLive };
}

type Layers = Omit<FoundPrompt, 'live'>;

const finders: Readonly<Record<Format, (text: string) => Layers>> = {
  markdown: findInMarkdown,
  messages: (text) =>
    findInMarkdown(
      (JSON.parse(text) as readonly { readonly content: string }[]).map(({ content }) => content).join(''),
    ),
  xml: findInXml,
  json: findInJson,
};

function findInMarkdown(text: string): Layers {
  const lines = new Lines(text);
  const found = {
    constraints: [] as FoundPiece[],
    instructions: [] as FoundPiece[],
    settings: [] as FoundPiece[],
    chunks: [] as FoundPiece[],
  };
  // Fences of the live context hold no headings of ours.
  let section = '';
  for (let line = lines.peek; line !== undefined && line !== '# Windows' && line !== '# Request'; line = lines.peek) {
    if (line.startsWith('```')) {
      lines.fence();
      continue;
    }
    lines.next();
    if (/^# /.test(line)) section = line;
    if (section === '# Live Context') continue;
    const [, constraint, about = ''] = /^\d+\. (.*) \((.*)\)$/.exec(line) ?? [];
    if (constraint !== undefined) found.constraints.push({ facts: readFacts(about), text: plain(constraint) });
    const [, name, value = '', more = ''] = /^- ([^:]+): (.*) \((.*)\)$/.exec(line) ?? [];
    if (name !== undefined)
      found.settings.push({ facts: { name: plain(name), ...readFacts(more) }, text: plain(value) });
    const [, file] = /^## Instructions from (.*)$/.exec(line) ?? [];
    if (file !== undefined) {
      while (lines.peek === '') lines.next();
      const facts = lines.peek?.startsWith('```') ? {} : readFacts(lines.next());
      found.instructions.push({ facts: { file: plain(file), ...facts }, text: lines.fence() });
    }
    if (line.startsWith('### ')) found.chunks.push({ facts: chunkFacts(line.slice(4)), text: lines.fence() });
  }
  const windows = readWindows(text).flatMap((line) => {
    const [, window = '', shown] = /^(\w+): (\w[\w ,]*?)(?:;|$)/.exec(line) ?? [];
    return shown !== undefined && /^(?:Full|Summary|Gist|left out)/.test(shown) ? [[window, shown] as const] : [];
  });
  return { ...found, windows: new Map(windows) };
}

/** `path, lines 1-9, reason, detail head`: the path and the reason have no name. */
function chunkFacts(line: string): Said {
  const unnamed = ['file', 'why'];
  const facts = line.matchAll(/(?:(lines|detail) )?("(?:[^"\\]|\\.)*"|[\w./:+-]+)(?:, |$)/gsy);
  return Object.fromEntries([...facts].map(([, name, value = '']) => [name ?? unnamed.shift(), plain(value)]));
}

function plain(text: string): string {
  return text.startsWith('"') ? JSON.parse(text) : text;
}

function findInXml(xml: string): Layers {
  const context = parseXml(xml);
  const inside = (section: string, name: string): readonly FoundPiece[] =>
    context.children
      .filter((child) => child.name === section)
      .flatMap(({ children }) => children.filter((child) => child.name === name).map(pieceOf));
  const windows = context.children.filter(({ name }) => name === 'Window').map(factsOf);
  return {
    constraints: inside('Rules', 'Constraint'),
    instructions: inside('Rules', 'Instructions'),
    settings: inside('Settings', 'Setting'),
    chunks: inside('Retrieved', 'Chunk'),
    windows: new Map(
      windows.flatMap(({ name, shown }) => (shown === undefined ? [] : [[String(name), String(shown)] as const])),
    ),
  };
}

function pieceOf(element: Element): FoundPiece {
  return { facts: factsOf(element), text: textOf(element) };
}

function findInJson(text: string): Layers {
  const data = JSON.parse(text) as Record<string, readonly Record<string, string>[] | undefined>;
  const all = (name: string, textField: string): readonly FoundPiece[] =>
    (data[name] ?? []).map(({ [textField]: own = '', ...facts }) => {
      const lines = facts['first_line'] === undefined ? {} : { lines: `${facts['first_line']}-${facts['last_line']}` };
      return { facts: { ...facts, ...lines }, text: own };
    });
  return {
    constraints: all('constraints', 'text'),
    instructions: all('instructions', 'text'),
    settings: all('settings', 'value'),
    chunks: all('chunks', 'text'),
    windows: new Map(
      (data['windows'] ?? []).flatMap(({ window = '', shown }) => (shown === undefined ? [] : [[window, shown]])),
    ),
  };
}
