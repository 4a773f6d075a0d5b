import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Params, Value } from '../../../src/protocol/channels.ts';
import { readerIn } from '../../../src/protocol/consumer.ts';
import { MemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { runs } from '../../support/runs.ts';
import { applyStrictly } from '../../support/strictPatch.ts';

const documents = [
  ...['file:///project/a.ts', 'file:///project/b.ts', 'file:///project/long.ts'],
  'vscode-notebook-cell:/project/n.ipynb#c1',
];
const claude = 'mcp:claude-1';
const readers = [
  ...['mcp:codex-1', readerIn('mcp:codex-1', 'thread'), readerIn('lm-tools', 'chat'), 'mcp:client'],
  ...[claude, readerIn(claude, 'subagent')],
];

/** Lines of a text of `of` lines, from the line `first`. */
interface Part {
  readonly first: number;
  readonly lines: readonly string[];
  readonly of: number;
}

/** What a reader can know: texts that it was given by their versions, and the files on disk. */
class Reader {
  readonly whole = new Map<string, string>();
  /** The parts of each document that it was shown since it had its text, in their order. */
  readonly #parts = new Map<string, readonly Part[]>();
  readonly #has = new Map<string, string>();
  /** The files on disk when it was first told anything: it may have read these, and all later ones. */
  files: ReadonlyMap<string, number> | null = null;
  /** By document, what the file held when it was told that it differs from unsaved text. */
  readonly disk = new Map<string, string>();

  takeWhole(id: string, version: string, text: string): void {
    this.whole.set(version, text);
    this.#has.set(id, text);
    this.#parts.delete(id);
  }

  /** Lines of a version that it was shown, by the version. */
  readonly excerpts = new Map<string, Part>();

  takeLines(id: string, first: number, of: number, text: string): void {
    this.#parts.set(id, [...(this.#parts.get(id) ?? []), { first, lines: linesOf(text), of }]);
  }

  takePatch(id: string, from: string, to: string, patch: string, files: ReadonlySet<string>, now: string): void {
    const bases = this.whole.has(from) ? [this.whole.get(from) ?? ''] : [...this.#texts(id, files), ...files];
    const texts = bases.flatMap((base) => {
      try {
        return [applyStrictly(patch, base)];
      } catch {
        return [];
      }
    });
    expect(texts.length, `${from} of ${id} was never given`).toBeGreaterThan(0);
    // Several states of the file may fit: the reader reads the newest.
    this.takeWhole(id, to, texts.find((text) => text === now) ?? texts[0] ?? '');
  }

  /** True if the reader has the text, or can read it from the disk. */
  has(id: string, text: string, files: ReadonlySet<string>): boolean {
    return this.#texts(id, files).includes(text);
  }

  /** The texts that it can put together: its own or the file's, with the parts shown since. */
  #texts(id: string, files: ReadonlySet<string>): readonly string[] {
    const own = this.#has.get(id);
    return (own === undefined ? [...files] : [own]).flatMap((base) => {
      const texts = [base];
      for (const part of this.#parts.get(id) ?? []) texts.push(withPart(texts.at(-1) ?? '', part));
      return texts;
    });
  }
}

function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The name that a document had first: each new one has one more letter. */
const firstName = (id: string) => id.replace(/x+$/, '');

/** A text in which only the shown lines are other ones. */
function withPart(text: string, part: Part): string {
  const all = linesOf(text);
  const before = all.slice(0, part.first - 1);
  const behind = part.of - (part.first - 1) - part.lines.length - (text.endsWith('\n') ? 1 : 0);
  return [...before, ...part.lines, ...(behind <= 0 ? [] : all.slice(-behind))].join('');
}

const at = fc.nat(documents.length - 1);
const who = fc.nat(readers.length - 1);
const bound = fc.constantFrom(4_000, 8_000, 60_000);
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('type' as const), at, where: fc.nat(999), lines: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rewrite' as const), at }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('save' as const), at }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('disk' as const), at, where: fc.nat(999) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('switch' as const), where: fc.nat(999) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename' as const), at }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen' as const), at }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('front' as const), at }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('turn' as const), who, bound, arrives: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('context' as const), who, bound }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('changes' as const), who, bound }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('version' as const), who, at }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('forget' as const), who }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

class World {
  readonly #workspace: MemoryWorkspace;
  readonly #readers = readers.map(() => new Reader());
  /** By document, the texts that its file had, old to new. */
  readonly #files = new Map<string, string[]>();
  readonly #names = [...documents];
  #calls = 0;

  constructor(workspace: MemoryWorkspace) {
    this.#workspace = workspace;
    for (const [index, id] of documents.entries()) {
      const lineOf = (_: unknown, line: number) => `const ${index}_${line} = ${line};\n`;
      const text = Array.from({ length: index === 2 ? 900 : 90 }, lineOf).join('');
      this.#files.set(id, [text]);
      workspace.openDocument(id, text, 'typescript');
    }
  }

  async run(one: Step): Promise<void> {
    const workspace = this.#workspace;
    const id = 'at' in one ? (this.#names[one.at] ?? '') : '';
    const name = 'who' in one ? (readers[one.who] ?? '') : '';
    const reader = 'who' in one ? (this.#readers[one.who] ?? new Reader()) : new Reader();
    switch (one.kind) {
      case 'type': {
        const text = workspace.text(id) ?? '';
        const start = text.lastIndexOf('\n', Math.floor((one.where / 999) * text.length)) + 1;
        const document = workspace.documents.get(id);
        if (document) document.cursor = start;
        workspace.edit(id, [{ start, end: start, newText: `typed ${one.where}\n`.repeat(one.lines + 1) }]);
        workspace.clock.advance(5_000);
        return;
      }
      case 'rewrite':
        return workspace.edit(id, [{ start: 0, end: workspace.text(id)?.length ?? 0, newText: 'new\n'.repeat(80) }]);
      case 'save':
        await workspace.save(id);
        workspace.histories.checkpoint(id, 'saved');
        return this.#write(id, workspace.text(id) ?? '');
      case 'disk':
        return this.#onDisk(id, one.where);
      case 'switch': {
        for (const file of this.#names) {
          this.#onDisk(file, one.where);
          const version = workspace.histories.get(file)?.seal();
          if (version && !workspace.documents.get(file)?.dirty)
            workspace.histories.markAsEvent(file, version, 'switch');
          workspace.histories.headCheckpoint(file, this.#disk(file));
        }
        return;
      }
      case 'rename': {
        const to = `${id}x`;
        const document = workspace.documents.get(id);
        if (document) workspace.documents.set(to, document);
        workspace.documents.delete(id);
        if (workspace.active === id) workspace.active = to;
        workspace.histories.rename(id, to);
        this.#names[one.at] = to;
        return;
      }
      case 'reopen': {
        // What was not saved is discarded.
        if (workspace.documents.get(id)?.diskText !== undefined) workspace.reload(id, this.#disk(id));
        workspace.closeDocument(id);
        for (const [index, other] of this.#readers.entries()) await this.changes(other, readers[index] ?? '', 60_000);
        workspace.openDocument(id, this.#disk(id), 'typescript');
        return;
      }
      case 'front':
        return void Object.assign(workspace, { active: id });
      case 'context':
        return this.#context(reader, name, one.bound);
      case 'changes':
        return this.changes(reader, name, one.bound);
      case 'turn':
        return this.#turn(reader, name, one.bound, one.arrives);
      case 'version':
        return void (await workspace.ask('live:version', { documentId: id }, await this.#caller(name)));
      case 'forget':
        await workspace.ask('agents:forget', {}, name);
        this.#readers[one.who] = new Reader();
    }
  }

  async drain(): Promise<void> {
    for (const [index, reader] of this.#readers.entries()) await this.changes(reader, readers[index] ?? '', 8_000);
  }

  #disk(id: string): string {
    return this.#files.get(firstName(id))?.at(-1) ?? '';
  }

  #write(id: string, text: string): void {
    this.#files.get(firstName(id))?.push(text);
  }

  /** Another program writes the file: the editor reads it again, unless its text is unsaved. */
  #onDisk(id: string, where: number): void {
    const lines = linesOf(this.#disk(id));
    const text = [...lines.slice(0, where % 80), `disk ${where}\n`, ...lines.slice(where % 80)].join('');
    this.#write(id, text);
    const document = this.#workspace.documents.get(id);
    if (document?.dirty) document.diskText = text;
    else this.#workspace.reload(id, text);
  }

  /** Claude Code names each call, and its hook says before who makes it. */
  async #caller(name: string): Promise<string> {
    if (!name.startsWith(claude)) return name;
    const call = `toolu_${this.#calls++}`;
    const agent = name === claude ? {} : { agent: 'subagent' };
    await this.#workspace.ask('agents:call', { call, ...agent }, claude);
    return readerIn(claude, call);
  }

  #filesOf(reader: Reader, id: string): ReadonlySet<string> {
    // It may know what a file held before another program wrote it under unsaved text.
    const isOld = (file: string) =>
      this.#names.some((id) => firstName(id) === file && this.#workspace.documents.get(id)?.diskText !== undefined);
    reader.files ??= new Map([...this.#files].map(([file, texts]) => [file, isOld(file) ? 0 : texts.length - 1]));
    return new Set(this.#files.get(firstName(id))?.slice(reader.files.get(firstName(id)) ?? 0));
  }

  async #context(reader: Reader, name: string, maxCharacters: number): Promise<void> {
    const { text, payload } = await this.#workspace.ask('live:get', { maxCharacters }, await this.#caller(name));
    const { version_id: version, excerpt, current_document: shown, anchor_diff: patch } = payload;
    const id = payload.editor_state.document_id;
    this.#filesOf(reader, id);
    expect(text).toContain(shown);
    const isDelta = text.startsWith('Since your live_context of version ');
    if (isDelta) {
      const base = /^Since your live_context of version (\S+):/.exec(text)?.[1] ?? '';
      if (patch !== null) expect(text).toContain(patch.patch);
      const part = reader.excerpts.get(base);
      if (!reader.whole.has(base) && part !== undefined) {
        this.#takeExcerptPatch(reader, id, part, patch?.patch ?? '');
        return;
      }
      expect(reader.whole.has(base), `${base} was given whole`).toBe(true);
      reader.takePatch(id, base, version, patch?.patch ?? '', new Set(), '');
    } else if (excerpt === undefined) reader.takeWhole(id, version, shown);
    else if (excerpt.last_line > 0 && excerpt.first_column === undefined) {
      const of = excerpt.line_count ?? 0;
      reader.excerpts.set(version, { first: excerpt.first_line, lines: linesOf(shown), of });
      reader.takeLines(id, excerpt.first_line, of, shown);
    }
    if (isDelta || excerpt === undefined) expect(reader.has(id, this.#workspace.text(id) ?? '', new Set())).toBe(true);
  }

  /** The lines that were shown of a long text and the patch make the same lines of the text now. */
  #takeExcerptPatch(reader: Reader, id: string, { first, lines }: Part, patch: string): void {
    const now = this.#workspace.text(id) ?? '';
    const patched = linesOf(applyStrictly(patch, '\n'.repeat(first - 1) + lines.join(''))).slice(first - 1);
    expect(patched).toEqual(linesOf(now).slice(first - 1, first - 1 + patched.length));
    reader.takeLines(id, first, linesOf(now).length + (now.endsWith('\n') ? 1 : 0), patched.join(''));
  }

  /** A hook tells the changes: its text ends as a preview of them would. It may be cut off before it arrives. */
  async #turn(reader: Reader, name: string, bound: number, arrives: boolean): Promise<void> {
    const consumer = name.startsWith(claude) ? claude : name;
    const of = consumer === name ? reader : (this.#readers[readers.indexOf(claude)] ?? reader);
    const { text, receipt } = await this.#workspace.ask('agents:turn', { maxCharacters: bound, hold: true }, consumer);
    const at = text.search(/\n(?:# Changes since|No document has changed)/) + 1;
    const asked = { preview: true, maxCharacters: bound - at + 1 };
    const reply = at === 0 ? null : await this.#workspace.ask('live:changesSince', asked, consumer);
    if (reply !== null) expect(text.slice(at)).toBe(reply.text);
    if (!arrives) return;
    this.#filesOf(of, '');
    await this.#workspace.ask('deliveries:commit', { id: receipt.id ?? '' }, consumer);
    if (reply !== null) await this.changes(of, consumer, bound, reply);
  }

  async changes(
    reader: Reader,
    name: string,
    maxCharacters: number,
    begun?: Value<'live:changesSince'>,
  ): Promise<void> {
    const parts = new Map<string, string>();
    this.#filesOf(reader, '');
    let more: string | null = null;
    let reply = begun;
    let isNothing = true;
    do {
      const asked: Params<'live:changesSince'> = { maxCharacters, ...(more === null ? {} : { more }) };
      reply ??= await this.#workspace.ask('live:changesSince', asked, await this.#caller(name));
      isNothing &&= reply.documents.length === 0 && reply.diverged === undefined;
      for (const one of reply.documents) {
        const body = one.status === 'changed' ? one.patch : one.status === 'restored' ? '' : one.text;
        const told =
          one.status === 'changed' && one.edits ? one.edits.map((edit) => JSON.stringify(edit)).join('\n') : body;
        expect(reply.text).toContain(told.replace(/^--- .*\n\+{3} .*\n/, ''));
        const all = (one.part === undefined || one.part.start === 0 ? '' : (parts.get(one.documentId) ?? '')) + body;
        parts.set(one.documentId, all);
        if (one.part !== undefined && one.part.end < one.part.length) continue;
        const files = this.#filesOf(reader, one.documentId);
        const now = this.#workspace.text(one.documentId) ?? this.#disk(one.documentId);
        if (one.status === 'changed' || one.status === 'restored')
          reader.takePatch(one.documentId, one.fromVersionId, one.versionId, all, files, now);
        else reader.takeWhole(one.documentId, one.versionId, all);
      }
      for (const one of reply.diverged ?? []) {
        expect(reply.text).toContain(one.patch);
        reader.disk.set(one.documentId, this.#disk(one.documentId));
      }
      ({ more } = reply);
      reply = undefined;
    } while (more !== null);
    for (const id of this.#names) {
      const { text, diskText } = this.#workspace.documents.get(id) ?? { text: this.#disk(id) };
      expect(reader.has(id, text, this.#filesOf(reader, id)), `${name} knows ${id}`).toBe(true);
      if (isNothing && diskText !== undefined && diskText !== text)
        expect(reader.disk.get(id), `${name} knows of the file of ${id}`).toBe(diskText);
    }
  }
}

test('six readers with three tools and a hook rebuild each text by their bytes, and nothing that changed is kept from them', {
  timeout: 7_200_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      const workspace = await MemoryWorkspace.open();
      const world = new World(workspace);
      for (const one of steps) await world.run(one);
      await world.drain();
      expect(workspace.faults).toEqual([]);
    }),
    { numRuns: runs(10), seed: 25 },
  );
});
