import { type LiveContextPayload, liveContextPayloadSchema } from '../../src/protocol/liveContext.ts';
import type { Format } from '../../src/protocol/receipt.ts';

/** Readers of what the formats write, made from their description alone: they share no code with the writers. */
export function readPayload(text: string, format: Format): LiveContextPayload {
  return liveContextPayloadSchema.parse(readers[format](text));
}

const readers: Readonly<Record<Format, (text: string) => unknown>> = {
  markdown: readMarkdown,
  json: (text) => {
    const {
      system_text: _,
      constraints,
      instructions,
      settings,
      chunks,
      windows: __,
      additional_input,
      ...payload
    } = JSON.parse(text);
    return payload;
  },
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

  /** What stands between the fences, each line without `indent`. */
  fence(indent = ''): string {
    const open = /^(`{3,})/.exec(this.next().slice(indent.length))?.[1];
    if (open === undefined) throw new Error('no fence');
    const inside: string[] = [];
    for (let line = this.next(); line !== indent + open; line = this.next()) {
      if (!line.startsWith(indent)) throw new Error(`a line without its indentation: ${line}`);
      inside.push(line.slice(indent.length));
    }
    return inside.join('\n');
  }
}

/** The lines of the prompt's one list of windows; empty when it has none. It stands after everything that is shown. */
export function readWindows(markdown: string): readonly string[] {
  const lines = new Lines(markdown);
  lines.skipTo('# Live Context');
  lines.skipTo('## Current Document');
  readFields(lines);
  lines.fence();
  lines.skipTo('## Recent Diffs (new→old)');
  readDiffs(lines);
  lines.skipTo('## Anchor Diff');
  readDiffs(lines);
  lines.skipTo('## Plan Hints');
  const found: string[] = [];
  let inside = false;
  for (let line = lines.peek; line !== undefined && line !== '# Request'; line = lines.peek) {
    if (inside && line.startsWith('- ')) found.push(line.slice(2));
    inside ||= line === '# Windows';
    lines.next();
  }
  return found;
}

function readMarkdown(text: string): unknown {
  const lines = new Lines(text);
  lines.skipTo('# Live Context');
  lines.skipTo('## Current Document');
  const head = readFields(lines);
  const { outline, ...rest } = head;
  const current_document = lines.fence();
  lines.skipTo('## Recent Diffs (new→old)');
  const recent_diffs = readDiffs(lines);
  lines.skipTo('## Anchor Diff');
  const [anchor_diff = null] = readDiffs(lines);
  lines.skipTo('## Editor State');
  const editor_state = readFields(lines);
  lines.skipTo('## Plan Hints');
  lines.next();
  const plan_hints = [];
  while (lines.peek?.startsWith('- ')) plan_hints.push(JSON.parse(lines.next().slice(2)));
  return {
    ...rest,
    ...(outline === undefined ? {} : { outline }),
    current_document,
    recent_diffs,
    anchor_diff,
    editor_state,
    plan_hints,
  };
}

function readFields(lines: Lines): Record<string, unknown> {
  lines.next();
  const fields: Record<string, unknown> = {};
  for (; lines.peek?.startsWith('- '); ) {
    const [, key = '', value = ''] = /^- (\w+):(?: (.*))?$/s.exec(lines.next()) ?? [];
    if (value !== '') fields[key] = JSON.parse(value);
    else {
      const entries = [];
      while (lines.peek?.startsWith('  - ')) {
        const [first_line, last_line, kind, name] = JSON.parse(lines.next().slice(4));
        entries.push({ first_line, last_line, kind, name });
      }
      fields[key] = entries;
    }
  }
  lines.next();
  return fields;
}

function readDiffs(lines: Lines): unknown[] {
  lines.next();
  const diffs = [];
  while (lines.peek?.startsWith('- Version: ')) {
    const version_id = lines.next().slice('- Version: '.length);
    const timestamp = lines.next().slice('  Time: '.length);
    const diff: Record<string, unknown> = { version_id, timestamp };
    while (lines.peek !== '  Patch:') {
      const [, key = '', value = ''] = /^ {2}(\w+): (.*)$/.exec(lines.next()) ?? [];
      diff[key] = JSON.parse(value);
    }
    lines.next();
    diffs.push({ ...diff, patch: lines.fence('  ') });
  }
  return diffs;
}

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  readonly text: string;
}

function readXml(xml: string): unknown {
  const context = parseXml(xml);
  const live = context.children.find((child) => child.name === 'LiveContext');
  if (context.name !== 'Context' || live === undefined) throw new Error('no LiveContext');
  return readValue(live);
}

function readValue({ attributes, children, text }: Element): unknown {
  const type = attributes['type'];
  if (type === 'null') return null;
  if (type === 'number') return Number(text);
  if (type === 'boolean') return text === 'true';
  if (type === 'list') return children.map(readValue);
  if (attributes['encoding'] === 'json') return JSON.parse(text);
  if (children.length > 0) return Object.fromEntries(children.map((child) => [child.name, readValue(child)]));
  return text;
}

/** Enough of XML 1.0 for elements, attributes, references and line-end normalisation; anything else is an error. */
export function parseXml(xml: string): Element {
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
