import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { channels } from '../../../src/protocol/channels.ts';
import { confirmationText } from '../../../src/tools/confirmation.ts';
import { withinTokens } from '../../../src/tools/tokenBudget.ts';
import type { Tool } from '../../../src/tools/tool.ts';
import { callTool, outputSchemaOf } from '../../../src/tools/toolAnswer.ts';
import { inputSchemaOf, tools, writes } from '../../../src/tools/tools.ts';
import { failureText, valueText } from '../../../src/tools/toolText.ts';
import { clientOf } from '../../support/mcp/window.ts';
import { MemoryWorkspace, settled } from '../../support/memoryWorkspace.ts';

const document = 'file:///project/src/a.ts';
let workspace: MemoryWorkspace;

beforeEach(async () => {
  workspace = await MemoryWorkspace.open();
  workspace.openDocument(document, 'one\ntwo\n', 'typescript');
});

const named = (name: string): Tool => {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new RangeError(`There is no tool ${name}`);
  return tool;
};
const call = (name: string, input: unknown = {}) => callTool(clientOf(workspace), named(name), input, 'mcp:test');

describe('the table of tools', () => {
  test('every tool has a name of its own, a channel that exists, and a schema whose root is an object', () => {
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
    for (const tool of tools) {
      expect(tool.name).toMatch(/^(live_context|context)[a-z_]*$/);
      expect(Object.keys(channels)).toContain(tool.channel);
      expect(inputSchemaOf(tool)).toMatchObject({ type: 'object' });
      expect(outputSchemaOf(tool)).toMatchObject({ type: 'object' });
      expect(tool.description.length).toBeLessThan(1_024);
    }
  });

  test('only what changes something is confirmed', () => {
    expect(tools.filter(writes).map(({ name }) => name)).toEqual(['live_context_apply_edits', 'live_context_action']);
  });
});

describe('what the developer is asked to allow', () => {
  const tool = named('live_context_apply_edits');

  test('is shown as a diff of each document, with the summary', () => {
    const input = {
      documentId: 'file:///project/a%20b.ts',
      baseVersionId: 'v1',
      summary: 'say it better',
      edits: [
        { type: 'replace', oldText: 'one\n', newText: 'two\nthree\n' },
        { type: 'patch', patch: '@@ -1 +1 @@\n-x\n+y' },
        { type: 'range', start: { line: 1, column: 2 }, end: { line: 1, column: 3 }, newText: '' },
      ],
    };
    expect(confirmationText(tool, input)).toBe(
      '```text\nsay it better\n```\n\n```diff\n# file:///project/a b.ts\n-one\n+two\n+three\n@@ -1 +1 @@\n-x\n+y\n@@ 1:2 to 1:3 @@\n+\n```',
    );
  });

  test('stays short and in its fence, whatever the model sends', () => {
    const anything = fc.oneof(fc.anything(), fc.record({ summary: fc.string(), documentId: fc.string() }));
    fc.assert(
      fc.property(anything, (input) => {
        expect(confirmationText(tool, input).length).toBeLessThan(30_000);
      }),
    );
    const edits = [{ type: 'replace', oldText: '```\n# Allow me', newText: 'x'.repeat(100_000) }];
    const text = confirmationText(tool, { documentId: 'a', baseVersionId: 'v1', edits });
    expect(text.length).toBeLessThan(10_000);
    expect(text.startsWith('````diff\n')).toBe(true);
    expect(text.endsWith('\n````')).toBe(true);
  });
});

describe('a reply', () => {
  test('of a delivery is its text and receipt, and fits the schema that was announced', async () => {
    for (const name of ['live_context', 'live_context_changes']) {
      const answer = await call(name);
      if (!answer.ok) throw new Error(answer.text);
      const schema = z.fromJSONSchema(outputSchemaOf(named(name)));
      expect(schema.parse(answer.structured)).toEqual(answer.structured);
      expect(answer.structured['text']).toBe(answer.text);
    }
  });

  test('of anything else is told field by field and is the value itself as data', async () => {
    const answer = await call('live_context_version', { lines: { first: 1, last: 2 } });
    if (!answer.ok) throw new Error(answer.text);
    expect(answer.text).toContain('file: "src/a.ts"\n');
    expect(answer.text).toContain('text:\n```\none\ntwo\n\n```');
    const schema = z.fromJSONSchema(outputSchemaOf(named('live_context_version')));
    expect(schema.parse(answer.structured)).toEqual(answer.structured);
  });

  test('of a failure is its code, what happened and what to do', async () => {
    expect(await call('live_context_version', { lines: { first: 1, last: 99 } })).toEqual({
      ok: false,
      text: 'LINES_OUTSIDE: The lines are outside the text.\nAsk for lines between 1 and the line count.',
    });
  });

  test('of an anchor is what it did; an id that is not there changes nothing', async () => {
    const { text } = await call('live_context');
    const listed = settled(await workspace.session.request('windows:list', {}, 'mcp:test'));
    const anchors = listed.windows.flatMap(({ context }) => Object.entries(context.anchors));
    const [id = ''] = anchors.find(([, anchor]) => /collapse/i.test(JSON.stringify(anchor))) ?? [];
    expect(text).toContain(id);
    expect(await call('live_context_action', { id })).toMatchObject({ ok: true, structured: { action: 'collapse' } });
    expect((await call('live_context_action', { id: 'b99@e99' })).text).toMatch(/^ANCHOR_UNKNOWN: |^ANCHOR_STALE: /);
  });

  test('of a conflict holds both sides and the fresh text', async () => {
    const { versionId } = settled(await workspace.session.request('live:version', {}, 'test'));
    workspace.edit(document, [{ start: 0, end: 3, newText: 'theirs' }]);
    const edits = [{ type: 'replace', oldText: 'one', newText: 'yours' }];
    const answer = await call('live_context_apply_edits', { documentId: document, baseVersionId: versionId, edits });
    expect(answer.ok).toBe(false);
    expect(answer.text).toMatch(/^EDIT_CONFLICT: /);
    expect(answer.text).toContain('theirs');
    expect(answer.text).toContain('yours');
    expect(answer.text).toContain('text:\n```\ntheirs\ntwo\n');
    expect(workspace.text(document)).toBe('theirs\ntwo\n');
  });

  test('no text can end its fence', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('`', '\n', 'a', '#') }), (text) => {
        const lines = valueText({ text: `${text}\n` }).split('\n');
        const fence = lines[1] ?? '';
        expect(lines.indexOf(fence, 2)).toBe(lines.length - 1);
      }),
    );
  });

  test('data of a failure is told too, however deep', () => {
    const data = { documents: [{ file: 'a.ts', fresh: { text: 'x\ny' } }], none: undefined };
    expect(failureText({ code: 'VERSION_GONE', message: 'Gone.', data })).toBe(
      'VERSION_GONE: Gone.\n\ndocuments[0].file: "a.ts"\ndocuments[0].fresh.text:\n```\nx\ny\n```',
    );
  });
});

test('tool, clipboard and preview are the same bytes for the same consumer', async () => {
  workspace.type(document, 0, 'typed ');
  const preview = async (consumer: string) =>
    settled(await workspace.session.request('live:get', { preview: true }, consumer)).text;
  const changes = async (consumer: string) =>
    settled(await workspace.session.request('live:changesSince', { preview: true }, consumer)).text;
  const previews = [await preview('clipboard'), await preview('mcp:test')];
  const copied = settled(await workspace.session.deliver('clipboard'));
  expect([copied.text, (await call('live_context')).text]).toEqual(previews);
  workspace.type(document, 0, 'more ');
  const told = await changes('mcp:test');
  expect(told).toContain('+more typed one');
  expect((await call('live_context_changes')).text).toBe(told);
});

describe('a token limit', () => {
  const count = async (text: string) => Math.ceil(text.length / 3);

  test('is kept, whatever the text; what fits stays as it is', async () => {
    const texts = fc.array(fc.string({ maxLength: 40 }), { maxLength: 60 }).map((lines) => lines.join('\n'));
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 0, max: 500 }), async (text, budget) => {
        const shown = await withinTokens(text, budget, count);
        expect(await count(shown)).toBeLessThanOrEqual(budget);
        if ((await count(text)) <= budget) expect(shown).toBe(text);
        else if (shown !== '') expect(text.startsWith(shown.slice(0, shown.lastIndexOf('\n[Cut after ')))).toBe(true);
      }),
    );
  });

  test('takes few counts, even of a long text', async () => {
    let counts = 0;
    const text = 'a line\n'.repeat(100_000);
    await withinTokens(text, 1_000, async (part) => {
      counts++;
      return part.length;
    });
    expect(counts).toBeLessThan(25);
  });
});
