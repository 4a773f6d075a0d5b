import { type LiveContextPayload, liveContextPayloadSchema } from '../../../src/protocol/prompt/liveContext.ts';
import type { Format } from '../../../src/protocol/prompt/receipt.ts';
import { verbs } from '../../../src/protocol/windows.ts';

/** What a prompt tells of a payload, read by readers made from the formats' description alone: they share no code with the writers. */
export function readPayload(text: string, format: Format): unknown {
  return format === 'json' ? readJson(text) : readers[format](text);
}

/**
 * What a format is to tell of a payload. JSON holds it whole; the others leave out what a version's id or a line and a column say already
 * (times, offsets, lengths, the lines and versions of a patch), whose document it is by URI, and what is usual.
 */
export function toldOf(payload: LiveContextPayload, format: Format): unknown {
  if (format === 'json') return JSON.parse(JSON.stringify(payload));
  const {
    file,
    language,
    version_id,
    current_document,
    excerpt,
    outline = [],
    recent_diffs,
    anchor_diff,
    editor_state: state,
  } = payload;
  const of = (position: { readonly line: number; readonly column: number }) => `${position.line}:${position.column}`;
  const lines = (range: { readonly first_line: number; readonly last_line: number }) =>
    `${range.first_line}-${range.last_line}`;
  const diff = (one: LiveContextPayload['recent_diffs'][number]) =>
    said({
      file: one.patch === '' || one.detail !== undefined ? one.file : undefined,
      origin: one.origin === 'typing' ? undefined : one.origin,
      error: one.is_error,
      reason: one.reason,
      only: one.detail === 'line-counts' ? one.patch.trim() : one.detail,
      text: one.detail === 'line-counts' ? '' : one.patch,
    });
  const isAll = state.visible_ranges.some((range) => range.first_line <= 1 && range.last_line >= state.line_count);
  return {
    document: {
      ...said({
        file,
        language,
        version: version_id,
        lines: excerpt && (excerpt.last_line === 0 ? 'none' : lines(excerpt)),
        columns: excerpt?.first_column === undefined ? '' : `${excerpt.first_column}-${excerpt.last_column}`,
        of: excerpt?.line_count?.toString(),
      }),
      text: current_document,
      outline,
    },
    recent: recent_diffs.map(diff),
    anchor: anchor_diff === null ? [] : [diff(anchor_diff)],
    state: said({
      project: state.project_id,
      lines: `${state.line_count}`,
      unsaved: state.dirty,
      cursor: state.cursor === null ? '' : of(state.cursor),
      visible: isAll ? '' : state.visible_ranges.map(lines).join('+'),
      encoding: state.encoding === 'utf8' ? '' : state.encoding,
      eol: state.eol === 'LF' ? '' : state.eol,
      disk: state.disk === 'same' ? '' : state.disk,
      more_tabs: state.more_tabs === undefined ? '' : `${state.more_tabs}`,
      text: state.disk_diff,
    }),
    selections: state.selections.map(({ start, end }) => ({ from: of(start), to: of(end) })),
    tabs: state.open_tabs
      .filter(({ file }) => file !== state.file)
      .map(({ file, active, dirty }) => said({ file, active, unsaved: dirty })),
    diagnostics: state.diagnostics.map((one) =>
      said({ kind: one.severity, at: of(one), message: one.message, source: one.source, code: one.code }),
    ),
    hints: payload.plan_hints.map((hint) =>
      said({
        id: hint.id,
        outcome: hint.outcome,
        by: hint.consumer,
        summary: hint.summary,
        file: hint.file,
        base: hint.base_version_id,
        now: hint.new_version_id,
        reason: hint.reason,
        only: hint.diff?.detail,
        text: hint.diff?.patch,
      }),
    ),
  };
}

type Said = Record<string, string | true>;

/** What says something. */
function said(values: Record<string, string | boolean | undefined>): Said {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined && value !== false && value !== '');
  return Object.fromEntries(entries) as Said;
}

function readJson(text: string): LiveContextPayload {
  const { system_text, constraints, instructions, settings, chunks, windows, notes, additional_input, ...payload } =
    JSON.parse(text);
  return liveContextPayloadSchema.parse(payload);
}

const readers: Readonly<Record<Exclude<Format, 'json'>, (text: string) => unknown>> = {
  markdown: readMarkdown,
  messages: (text) => {
    const messages = JSON.parse(text) as { role: string; content: string }[];
    if (messages.map((message) => message.role).join() !== 'system,user')
      throw new Error('not a system and a user message');
    return readMarkdown(messages.at(-1)?.content ?? '');
  },
  xml: readXml,
};

class Lines {
  readonly #lines: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#lines = text.split('\n');
  }

  get peek(): string | undefined {
    return this.#lines[this.#at];
  }

  next(): string {
    const line = this.#lines[this.#at++];
    if (line === undefined) throw new Error('the text ends too early');
    return line;
  }

  skipTo(line: string): void {
    while (this.next() !== line);
  }

  /** Past the next line that is not empty, if it is this one; whether it was. */
  passes(line: string): boolean {
    while (this.peek === '') this.next();
    if (this.peek !== line) return false;
    this.next();
    while (this.peek === '') this.next();
    return true;
  }

  /** What stands between the fences. */
  fence(): string {
    while (this.peek === '') this.next();
    const open = /^(`{3,})/.exec(this.next())?.[1];
    if (open === undefined) throw new Error('no fence');
    const inside: string[] = [];
    for (let line = this.next(); line !== open; line = this.next()) inside.push(line);
    return inside.join('\n');
  }
}

/** The anchors that a line of the list of windows offers, without their key. */
export function verbsIn(line: string): readonly string[] {
  // The summary of a removed window is a JSON string.
  const [, window = '', offered = ''] = /^([\w-]+): (.*)$/.exec(line.replace(/"(?:[^"\\]|\\.)*"/g, '')) ?? [];
  const known = new Set<string>(verbs);
  return [...offered.matchAll(/\b([a-z]\w+)(?=[(,]|$)/gi)].flatMap(([, verb = '']) =>
    known.has(verb) ? [`${verb}:${window}`] : [],
  );
}

/** The lines of the prompt's one list of windows; empty when it has none. It stands after everything that is shown. */
export function readWindows(markdown: string): readonly string[] {
  const { lines } = readSections(markdown);
  const found: string[] = [];
  while (lines.peek !== undefined && lines.peek !== '# Windows') {
    if (lines.peek.startsWith('```')) lines.fence();
    else lines.next();
  }
  if (lines.peek === undefined) return found;
  for (let line = lines.peek; line !== undefined && line !== '# Request'; line = lines.peek) {
    if (line.startsWith('- ')) found.push(line.slice(2));
    lines.next();
  }
  return found;
}

function readMarkdown(text: string): unknown {
  return readSections(text).told;
}

function readSections(text: string): { readonly told: unknown; readonly lines: Lines } {
  const lines = new Lines(text);
  lines.skipTo('# Live Context');
  lines.passes('## Current Document');
  const head = readFacts(lines.next());
  lines.next();
  const outline = lines.peek === '```outline' ? lines.fence().split('\n') : [];
  const document = { ...head, text: lines.fence(), outline };
  const recent = lines.passes('## Recent Diffs (new→old)') ? readDiffs(lines) : [];
  const anchor = lines.passes('## Anchor Diff') ? readDiffs(lines) : [];
  if (!lines.passes('## Editor State')) throw new Error('no editor state');
  const state = readFacts(lines.next());
  const [selections, tabs, diagnostics]: [Said[], Said[], Said[]] = [[], [], []];
  while (lines.peek?.startsWith('- ')) {
    const [, kind = '', rest = ''] = /^- (\w+) (.*)$/s.exec(lines.next()) ?? [];
    if (kind === 'selection') selections.push(readFacts(rest));
    else if (kind === 'tab') tabs.push(readFacts(rest));
    else diagnostics.push({ kind, ...readFacts(rest) });
  }
  const onDisk = lines.peek?.startsWith('```') ? { text: lines.fence() } : {};
  const hints: Said[] = [];
  if (lines.passes('## Plan Hints')) {
    while (lines.peek?.startsWith('- ')) {
      const facts = readFacts(lines.next().slice(2));
      hints.push(lines.peek?.startsWith('```') ? { ...facts, text: lines.fence() } : facts);
    }
  }
  return {
    told: { document, recent, anchor, state: { ...state, ...onDisk }, selections, tabs, diagnostics, hints },
    lines,
  };
}

/** `name value, name value`; a value is one plain word or a JSON string, a name without a value is true. */
function readFacts(line: string): Said {
  const facts: Said = {};
  const pattern = /(\w+)(?: ("(?:[^"\\]|\\.)*"|[\w./:+-]+))?(?:, |$)/gsy;
  for (let at = 0; at < line.length; at = pattern.lastIndex) {
    const [, name = '', value] = pattern.exec(line) ?? [];
    if (name === '') throw new Error(`not a line of facts: ${line}`);
    facts[name] = value === undefined ? true : value.startsWith('"') ? JSON.parse(value) : value;
  }
  return facts;
}

function readDiffs(lines: Lines): Said[] {
  const diffs: Said[] = [];
  while (/^(?:### |- |```)/.test(lines.peek ?? '')) {
    const isListed = lines.peek?.startsWith('- ');
    const facts = /^[-#]/.test(lines.peek ?? '') ? readFacts(lines.next().replace(/^(?:###|-) /, '')) : {};
    diffs.push(isListed ? facts : { ...facts, text: lines.fence() });
    while (lines.peek === '') lines.next();
  }
  return diffs;
}

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  readonly text: string;
}

function readXml(xml: string): unknown {
  const context = parseXml(xml);
  const live = context.children.find((child) => child.name === 'LiveContext');
  if (context.name !== 'Context' || live === undefined) throw new Error('no LiveContext');
  const all = (name: string) => live.children.filter((child) => child.name === name);
  const [current] = all('Document');
  const [state] = all('EditorState');
  if (current === undefined || state === undefined) throw new Error('no document or no editor state');
  const facts = factsOf(current);
  const rows = current.children.find(({ name }) => name === 'Outline');
  const inner = current.children.find(({ name }) => name === 'Text') ?? current;
  const diff = (one: Element) => ({ ...factsOf(one), ...(textOf(one) === '' ? {} : { text: textOf(one) }) });
  const onDisk = state.children.length === 0 ? state : state.children.find(({ name }) => name === 'Text');
  const ofDisk = onDisk === undefined || textOf(onDisk).trim() === '' ? {} : { text: textOf(onDisk) };
  const of = (kinds: (name: string) => boolean) => state.children.filter(({ name }) => name !== 'Text' && kinds(name));
  return {
    document: { ...facts, text: textOf(inner), outline: rows === undefined ? [] : textOf(rows).split('\n') },
    recent: all('Diff').map(diff),
    anchor: all('AnchorDiff').map(diff),
    state: { ...factsOf(state), ...ofDisk },
    selections: of((name) => name === 'selection').map(factsOf),
    tabs: of((name) => name === 'tab').map(factsOf),
    diagnostics: of((name) => name !== 'selection' && name !== 'tab').map((one) => ({
      kind: one.name,
      ...factsOf(one),
    })),
    hints: all('PlanHint').map(diff),
  };
}

function factsOf({ attributes }: Element): Said {
  const { json = '', encoding: _, ...values } = attributes;
  const encoded = new Set(json.split(' '));
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    encoded.has(name) ? JSON.parse(value) : flags.has(name) ? true : value,
  ]);
  return Object.fromEntries(entries) as Said;
}

const flags: ReadonlySet<string> = new Set(['unsaved', 'active', 'error']);

function textOf({ text, attributes }: Element): string {
  return attributes['encoding'] === 'json' ? JSON.parse(text) : text;
}

/** Enough of XML 1.0 for elements, attributes, references and line-end normalisation; anything else is an error. */
function parseXml(xml: string): Element {
  const source = xml.replace(/\r\n?/g, '\n');
  const stack: { name: string; attributes: Record<string, string>; children: Element[]; text: string }[] = [
    { name: '', attributes: {}, children: [], text: '' },
  ];
  for (const [, text, close, name = '', attributes = '', empty] of source.matchAll(
    /([^<]*)(?:<(\/?)(\w+)((?:\s+\w+="[^"<]*")*)\s*(\/?)>|$)/g,
  )) {
    const top = stack.at(-1);
    if (top === undefined) throw new Error('too many closing tags');
    top.text += unescaped(text ?? '');
    if (name === '') continue;
    if (close === '/') {
      const { attributes: own, children, text: inner } = stack.pop() as Element & { children: Element[] };
      stack.at(-1)?.children.push({ name, attributes: own, children, text: children.length > 0 ? '' : inner });
      continue;
    }
    const own = Object.fromEntries(
      [...attributes.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, unescaped(value)]),
    );
    if (empty === '/') top.children.push({ name, attributes: own, children: [], text: '' });
    else stack.push({ name, attributes: own, children: [], text: '' });
  }
  const [root] = stack[0]?.children ?? [];
  if (stack.length !== 1 || root === undefined) throw new Error('not well-formed');
  return root;
}

function unescaped(text: string): string {
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text))
    throw new Error('a character that XML cannot hold');
  return text.replace(/&(?:#(\d+)|(amp|lt|gt|quot));|&/g, (reference, code, name) => {
    if (code !== undefined) return String.fromCodePoint(Number(code));
    const named = { amp: '&', lt: '<', gt: '>', quot: '"' }[name as string];
    if (named === undefined) throw new Error(`a bare ${reference}`);
    return named;
  });
}

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
    const [, name, value = ''] = /^- ([^:]+): (.*)$/.exec(line) ?? [];
    if (name !== undefined) found.settings.push({ facts: { name: plain(name) }, text: plain(value) });
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

/** `path, lines 1-9, reason, only first-lines`: the path and the reason have no name. */
function chunkFacts(line: string): Said {
  const unnamed = ['file', 'why'];
  const facts = line.matchAll(/(?:(lines|within lines|only) )?("(?:[^"\\]|\\.)*"|[\w./:+-]+)(?:, |$)/gsy);
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
    (data[name] ?? []).map(({ [textField]: own = '', detail: only, ...facts }) => {
      const lines = facts['first_line'] === undefined ? {} : { lines: `${facts['first_line']}-${facts['last_line']}` };
      return { facts: { ...facts, ...lines, ...(only !== undefined && { only }) }, text: own };
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
