import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Params, Value } from '../../../src/protocol/channels.ts';
import { minReplyLength } from '../../../src/protocol/settings.ts';
import { MemoryWorkspace, settled } from '../../support/memoryWorkspace.ts';
import { runs } from '../../support/runs.ts';
import { applyStrictly } from '../../support/strictPatch.ts';

const consumer = 'mcp:test';
const documents = ['file:///project/a.ts', 'file:///project/src/b.ts', 'file:///project/c.md'];
/** So little that old versions go. */
const historyBytes = 60_000;
/** Steps of one run. */
const maxSteps = 40;

type Reply = Value<'live:changesSince'>;
type Told = Reply['documents'][number];

/** What an agent knows: the texts that it has put together, and the version id it would give as `since`. */
class Agent {
  readonly texts = new Map<string, string>();
  /** The texts that it has read or put together, by document and version: a patch names the one that it applies to. */
  readonly versions = new Map<string, string>();
  now: string | null = null;
  #parts = '';
  more: string | null = null;

  take({ documents: told, more, receipt }: Reply): void {
    for (const one of told) this.#take(one);
    this.more = more;
    if (more === null) this.now = receipt.now;
  }

  /**
   * The version that it names: from then on it claims to know of each document what it was told up to then, the newest version that is no
   * newer. Ids of versions stand in the order of their times.
   */
  goBack(): string | null {
    const { now } = this;
    if (now === null) return null;
    for (const id of documents) {
      const known = [...this.versions.keys()].flatMap((key) =>
        key.startsWith(`${id} `) ? [key.slice(id.length + 1)] : [],
      );
      const newest = known
        .filter((version) => version <= now)
        .sort()
        .at(-1);
      const text = this.versions.get(`${id} ${newest}`);
      if (text !== undefined) this.texts.set(id, text);
    }
    return now;
  }

  #take(one: Told): void {
    const { documentId, versionId } = one;
    if (one.status === 'restored') {
      this.know(documentId, versionId, this.#text(documentId, one.fromVersionId));
      return;
    }
    const body = one.status === 'changed' ? one.patch : one.text;
    if (one.part?.start === 0) this.#parts = '';
    this.#parts = one.part === undefined ? body : this.#parts + body;
    if (one.part !== undefined) expect(this.#parts.length).toBe(one.part.end);
    if (one.part !== undefined && one.part.end < one.part.length) return;
    this.know(
      documentId,
      versionId,
      one.status === 'changed' ? this.#patched(documentId, one.fromVersionId) : this.#parts,
    );
  }

  know(documentId: string, versionId: string, text: string): void {
    this.texts.set(documentId, text);
    this.versions.set(`${documentId} ${versionId}`, text);
  }

  #patched(documentId: string, from: string): string {
    return applyStrictly(this.#parts, this.#text(documentId, from));
  }

  #text(documentId: string, version: string): string {
    const text = this.versions.get(`${documentId} ${version}`);
    if (text === undefined) throw new Error(`The agent was never given ${version} of ${documentId}`);
    return text;
  }
}

const line = fc.oneof(
  fc.constantFrom('a\n', 'b\n', '\n', '```\n', '@@ -1 +1 @@\n', 'const text = "text";\n', '`'.repeat(9)),
  fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => `${text}\n`),
  fc.constantFrom('x'.repeat(3_000), '😀'.repeat(900), "const text = 'text';\n".repeat(300)),
);
const text = fc.array(line, { maxLength: 6 }).map((lines) => lines.join(''));
const limit = fc.oneof(fc.constant(undefined), fc.integer({ min: minReplyLength, max: 12_000 }), fc.constant(8_000));
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      at: fc.nat(2),
      where: fc.double({ min: 0, max: 1, noNaN: true }),
      remove: fc.nat(60),
      text,
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('look' as const), limit, since: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('goOn' as const), limit }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), at: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'reload' as const }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

class World {
  workspace: MemoryWorkspace;
  agent = new Agent();
  /** By document, the text before the newest edit. */
  readonly #before = new Map<string, string>();

  constructor(workspace: MemoryWorkspace) {
    this.workspace = workspace;
  }

  static async open(): Promise<World> {
    const workspace = await MemoryWorkspace.open(undefined, undefined, { historyBytes });
    for (const id of documents) workspace.openDocument(id, 'start\nof the text\n');
    const world = new World(workspace);
    await workspace.ask('live:get', {}, consumer);
    for (const id of documents) {
      world.agent.know(id, workspace.histories.get(id)?.newest.id ?? '', workspace.text(id) ?? '');
    }
    return world;
  }

  async run(step: Step): Promise<void> {
    switch (step.kind) {
      case 'edit':
        return this.#edit(step);
      case 'look':
        return this.#look({
          since: (step.since ? this.agent.goBack() : null) ?? undefined,
          maxCharacters: step.limit,
        });
      case 'goOn':
        return this.agent.more === null
          ? this.#look({ maxCharacters: step.limit })
          : this.#look({ more: this.agent.more, maxCharacters: step.limit });
      case 'undo':
        return this.#undo(documents[step.at] ?? '');
      case 'reload':
        return this.#reload();
    }
  }

  /** Everything that is told until there is no more. */
  async drain(bound: number): Promise<void> {
    await this.#look({ maxCharacters: bound });
    for (let asked = 0; this.agent.more !== null; asked++) {
      expect(asked).toBeLessThan(10_000);
      await this.#look({ more: this.agent.more, maxCharacters: bound });
    }
    await this.#look({ maxCharacters: bound });
    expect(this.agent.more).toBeNull();
    for (const id of documents) expect(this.agent.texts.get(id)).toBe(this.workspace.text(id));
  }

  /** The watermark names exactly the text that the agent has. */
  expectTruth(): void {
    for (const id of documents) {
      const history = this.workspace.histories.get(id);
      const mark = history?.watermarks.get(consumer);
      const version = history?.versions.findLast(({ number }) => number <= (mark ?? 0));
      if (version === undefined) continue;
      expect(this.agent.texts.get(id)).toBe(history?.textOf(version.number)?.toString());
    }
  }

  #edit({ at, where, remove, text: newText }: Extract<Step, { kind: 'edit' }>): void {
    const id = documents[at] ?? '';
    const old = this.workspace.text(id) ?? '';
    const start = Math.floor(where * old.length);
    this.#before.set(id, old);
    this.workspace.edit(id, [{ start, end: Math.min(old.length, start + remove), newText }]);
    this.workspace.clock.advance(3_000);
  }

  #undo(id: string): void {
    const before = this.#before.get(id);
    const old = this.workspace.text(id) ?? '';
    if (before === undefined) return;
    this.#before.set(id, old);
    this.workspace.edit(id, [{ start: 0, end: old.length, newText: before }], 'undo');
    this.workspace.clock.advance(3_000);
  }

  async #look(params: Params<'live:changesSince'>): Promise<void> {
    const reply = await this.#ask(params);
    this.agent.take(reply);
    expect(reply.receipt.delivered).toBe(true);
  }

  async #ask(params: Params<'live:changesSince'>): Promise<Reply> {
    const result = await this.workspace.session.request('live:changesSince', params, consumer);
    if (!result.ok && result.error.code === 'CONTINUATION_GONE') {
      const { more: _, ...afresh } = params;
      return this.#ask(afresh);
    }
    const reply = settled(result);
    expect(reply.text.length).toBeLessThanOrEqual(params.maxCharacters ?? Number.POSITIVE_INFINITY);
    return reply;
  }

  async #reload(): Promise<void> {
    const before = this.workspace;
    await before.histories.flush();
    const workspace = await MemoryWorkspace.open(before.files, before.clock, { historyBytes });
    Object.assign(workspace.settings, before.settings);
    for (const id of documents) workspace.openDocument(id, before.text(id) ?? '');
    await workspace.histories.ready();
    this.workspace = workspace;
  }
}

describe('what changed since an agent looked', () => {
  test('applying what was handed out gives the text of the watermark, and asking on loses nothing', {
    timeout: 7_200_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: maxSteps }),
        fc.integer({ min: minReplyLength, max: 9_000 }),
        async (steps, bound) => {
          const world = await World.open();
          for (const one of steps) {
            await world.run(one);
            world.expectTruth();
          }
          await world.drain(bound);
          expect(world.workspace.faults).toEqual([]);
        },
      ),
      { numRuns: runs(20), seed: 12 },
    );
  });

  test('unsaved edits of a document that a reader was never shown are told against the file', async () => {
    const workspace = await MemoryWorkspace.open();
    const [a = '', b = ''] = documents;
    for (const id of [a, b]) workspace.openDocument(id, 'one\ntwo\n');
    workspace.type(a, 0, 'typed ');
    workspace.active = b;
    for (const [reader, first] of [
      ['mcp:prompt', () => workspace.ask('live:get', {}, 'mcp:prompt')],
      ['mcp:alone', () => Promise.resolve()],
    ] as const) {
      await first();
      const told = await workspace.ask('live:changesSince', {}, reader);
      expect(told.documents).toMatchObject([{ status: 'changed', documentId: a, saved: false }]);
      expect(told.text).toContain('+typed one');
      expect((await workspace.ask('live:changesSince', {}, reader)).documents).toEqual([]);
    }
  });

  test('text that was restored unsaved is told against the file, and what is closed unsaved is no news', async () => {
    const before = await MemoryWorkspace.open();
    const [id = ''] = documents;
    before.openDocument(id, 'ne\n');
    before.type(id, 0, 'o');
    before.histories.checkpoint(id, 'saved');
    await before.histories.flush();
    const workspace = await MemoryWorkspace.open(before.files, before.clock);
    workspace.active = id;
    workspace.histories.open(id, 'typed one\n', 'unknown');
    const told = await workspace.ask('live:changesSince', {}, consumer);
    expect(told.text).toContain('-one\n+typed one\n');
    workspace.closeDocument(id);
    expect((await workspace.ask('live:changesSince', {}, 'mcp:new')).documents).toEqual([]);
    expect((await workspace.ask('live:changesSince', {}, consumer)).text).toContain('-typed one\n+one\n');
  });

  test('unsaved text comes whole to a reader whose file another program has written meanwhile', async () => {
    const workspace = await MemoryWorkspace.open();
    const [id = ''] = documents;
    workspace.openDocument(id, 'one\ntwo\n');
    workspace.type(id, 0, 'typed ');
    Object.assign(workspace.documents.get(id) ?? {}, { diskText: 'another\n' });
    expect((await workspace.ask('live:changesSince', {}, consumer)).documents).toMatchObject([
      { status: 'gone', text: 'typed one\ntwo\n' },
    ]);
    expect((await workspace.ask('live:changesSince', {}, consumer)).documents).toEqual([]);
  });

  test('what was changed and changed back is told once, whoever may have seen it', async () => {
    const world = await World.open();
    const [id = ''] = documents;
    await world.run({ kind: 'edit', at: 0, where: 0, remove: 0, text: 'a\n' });
    await world.run({ kind: 'undo', at: 0 });
    const { documents: told, text } = await world.workspace.ask('live:changesSince', {}, consumer);
    expect(told).toMatchObject([{ status: 'restored', documentId: id }]);
    expect(text).toContain('; changed and changed back');
    expect((await world.workspace.ask('live:changesSince', {}, consumer)).documents).toEqual([]);
  });

  test.each<[string, (workspace: MemoryWorkspace) => unknown]>([
    [
      'a document that was sent in part has another name',
      ({ histories }) => histories.rename(documents[0] ?? '', 'file:///project/d.ts'),
    ],
    [
      'the consumer has looked anew',
      ({ session }) => session.request('live:changesSince', { maxCharacters: 4_000 }, consumer),
    ],
    ['the consumer has forgotten what it was sent', ({ session }) => session.request('agents:forget', {}, consumer)],
  ])('there is nothing to go on with once %s', async (_, happen) => {
    const world = await World.open();
    const { workspace } = world;
    for (const at of [0, 1]) await world.run({ kind: 'edit', at, where: 0, remove: 0, text: `${'x'.repeat(6_000)}\n` });
    workspace.active = documents[0] ?? null;
    await world.run({ kind: 'look', limit: 3_000, since: false });
    const { more } = world.agent;
    await happen(workspace);
    const params = { more: more ?? '', maxCharacters: 8_000 };
    expect(await workspace.session.request('live:changesSince', params, consumer)).toMatchObject({
      error: { code: 'CONTINUATION_GONE' },
    });
  });
});
