import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { confirmationText } from '../../../src/agents/confirmation.ts';
import { editParams } from '../../../src/agents/editInput.ts';
import { chatParts } from '../../../src/agents/replyLimit.ts';
import { arrived, callTool } from '../../../src/agents/toolAnswer.ts';
import { anchorCall, inputSchemaOf, type Tool, tools } from '../../../src/agents/tools.ts';
import { failureText, valueText } from '../../../src/agents/toolText.ts';
import { instructions } from '../../../src/mcp/server/agentServer.ts';
import { Tokenizers } from '../../../src/prompt/tokenizer.ts';
import { channels } from '../../../src/protocol/channels.ts';
import { buildRanks } from '../../../src/tokens/buildRanks.ts';
import { clientOf } from '../../support/mcp/window.ts';
import { settled } from '../../support/memoryWorkspace.ts';
import { useWorkspace, workspace } from '../../support/workspace.ts';

const document = 'file:///project/src/a.ts';
const tokens = new Tokenizers(buildRanks);

useWorkspace(() => {
  workspace.openDocument(document, 'one\ntwo\n', 'typescript');
});

const named = (name: string): Tool => {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new RangeError(`There is no tool ${name}`);
  return tool;
};
const call = (name: string, input: unknown = {}, maxCharacters = 100_000) =>
  callTool(clientOf(workspace), named(name), input, 'mcp:test', maxCharacters).then((answer) =>
    arrived(clientOf(workspace), answer, 'mcp:test'),
  );

describe('the table of tools', () => {
  test('every tool has a name of its own, a channel that exists, and a schema whose root is an object', () => {
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
    for (const tool of tools) {
      expect(tool.name).toMatch(/^(live_context|context)[a-z_]*$/);
      expect(Object.keys(channels)).toContain(tool.channel);
      expect(inputSchemaOf(tool)).toMatchObject({ type: 'object' });
      expect(tool.description.length).toBeLessThan(1_024);
    }
  });

  test('all nine tools together cost at most 1,450 tokens of a request', async () => {
    const { count } = await tokens.counterFor('gpt-5');
    const costs = tools.map((tool) => {
      const { name, description } = tool;
      return count(JSON.stringify({ name, description, input_schema: inputSchemaOf(tool) }));
    });
    expect(costs).toHaveLength(9);
    expect(costs.reduce((one, other) => one + other, 0)).toBeLessThanOrEqual(1_450);
  });

  test('every parameter that models are told of is one of the channel, and none nests deeper than a list', () => {
    for (const { channel, inputs } of tools) {
      const { properties = {} } = z.toJSONSchema(channels[channel].params, { io: 'input' });
      expect(Object.keys(properties)).toEqual(expect.arrayContaining([...inputs]));
    }
    expect(JSON.stringify(tools.map(inputSchemaOf))).not.toMatch(
      /oneOf|anyOf|allOf|\$ref|additionalProperties|maximum/,
    );
  });

  test('docs/agents.md lists the same tools, in the same order', () => {
    const readme = readFileSync(new URL('../../../docs/agents.md', import.meta.url), 'utf8');
    const rows = readme.match(/^\| `(live_context|context_).*$/gm) ?? [];
    const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name));
    expect(named).toEqual(tools.map(({ name }) => name));
  });

  test('the first 250 characters of the instructions name the three main tools', () => {
    for (const name of ['live_context', 'live_context_changes', 'live_context_apply_edits'])
      expect(instructions.slice(0, 250)).toMatch(new RegExp(`\\b${name}\\b`));
  });
});

describe('edits as models send them', () => {
  const base = { documentId: 'a', baseVersionId: 'v1' };

  test('are told apart by their fields', () => {
    const edits = [
      { oldText: 'one', newText: 'two', occurrence: 2 },
      { patch: '@@ -1 +1 @@\n-x\n+y' },
      { start: '3:1', end: '4:2', newText: '' },
      { start: '5:1', newText: 'inserted' },
      { type: 'replace', oldText: 'a', newText: 'b' },
    ];
    expect(editParams({ ...base, edits, summary: 's' })).toEqual({
      ...base,
      meanwhile: false,
      summary: 's',
      edits: [
        { type: 'replace', oldText: 'one', newText: 'two', occurrence: 2 },
        { type: 'patch', patch: '@@ -1 +1 @@\n-x\n+y' },
        { type: 'range', start: { line: 3, column: 1 }, end: { line: 4, column: 2 }, newText: '' },
        { type: 'range', start: { line: 5, column: 1 }, end: { line: 5, column: 1 }, newText: 'inserted' },
        { type: 'replace', oldText: 'a', newText: 'b' },
      ],
    });
  });

  test('of several documents are put together by document', () => {
    const other = { documentId: 'b', baseVersionId: 'v2' };
    const edit = { oldText: 'x', newText: 'y' };
    const params = editParams({ ...base, edits: [edit, { ...edit, ...other }, edit] });
    const typed = { type: 'replace', ...edit };
    expect(params).toEqual({
      meanwhile: false,
      documents: [
        { ...base, edits: [typed, typed] },
        { ...other, edits: [typed] },
      ],
    });
    expect(editParams({ edits: [{ ...edit, ...other }] })).toEqual({ meanwhile: false, ...other, edits: [typed] });
    const listed = { documents: [{ ...other, edits: [typed] }] };
    expect(editParams(listed)).toEqual({ meanwhile: false, ...listed });
  });

  test.each([
    [{ oldText: 'one' }, /^REQUEST_INVALID: edits\[0\]: an edit has either oldText and newText/],
    [{ start: '0:1', newText: '' }, /^REQUEST_INVALID: edits\[0\]: .*line:column/],
    [{ oldText: 'one', newText: 'x', also: 1 }, /^REQUEST_INVALID: edits\[0\]: .*also/],
    [{ oldText: '', newText: 'x' }, /^REQUEST_INVALID: /],
    ['no object', /^REQUEST_INVALID: /],
  ])('in neither form are refused with what is missing: %j', async (edit, message) => {
    const answer = await call('live_context_apply_edits', { documentId: document, baseVersionId: 'v1', edits: [edit] });
    expect(answer).toMatchObject({ ok: false, text: expect.stringMatching(message) });
  });
});

describe('what the developer is asked to allow', () => {
  const tool = named('live_context_apply_edits');
  const bundle: Record<string, string> = JSON.parse(readFileSync('l10n/bundle.l10n.zh-cn.json', 'utf8'));
  const english = (text: string, ...values: readonly (string | number)[]) =>
    text.replace(/\{(\d)\}/g, (_, index) => String(values[Number(index)]));
  const chinese: typeof english = (text, ...values) => english(bundle[text] ?? text, ...values);

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
    expect(confirmationText(tool, input, english)).toBe(
      '```text\nsay it better\n```\n\n```diff\n# file:///project/a b.ts\n-one\n+two\n+three\n@@ -1 +1 @@\n-x\n+y\n@@ 1:2 to 1:3 @@\n+\n```',
    );
  });

  test('of edits says first which files come, go and change their names, however long the rest is', () => {
    const documents = [
      {
        documentId: 'a.ts',
        baseVersionId: 'v1',
        edits: [{ type: 'replace', oldText: 'one', newText: 'x'.repeat(9_000) }],
      },
      { documentId: 'b.ts', edits: [{ type: 'create', newText: 'new\n' }] },
      { documentId: 'c.ts', baseVersionId: 'v1', edits: [{ type: 'rename', to: 'd.ts' }] },
      { documentId: 'e.ts', baseVersionId: 'v1', edits: [{ type: 'delete' }] },
    ];
    expect(confirmationText(tool, { documents }, english)).toMatch(
      /^```diff\n# creates b\.ts\n# renames c\.ts to d\.ts\n# deletes e\.ts\n\n# a\.ts\n-one\n\+xxx/,
    );
  });

  test('of a pasted answer says first what it does to files, however far behind it does it', () => {
    const filler = `*** Update File: a.ts\n@@\n-one\n+${'x'.repeat(9_000)}`;
    const answer = `*** Begin Patch\n${filler}\n*** Delete File: b.ts\n*** Add File: c.ts\n+new\n*** End Patch`;
    const [, summary, ...rest] = confirmationText(tool, { answer }, chinese).split('\n');
    expect([summary, rest[0]]).toEqual(['# 删除 b.ts', '# 新建 c.ts']);
    expect(rest.at(-2)).toMatch(/^… 还有 \d+ 个字符$/);
  });

  test('of an action is what it is done with, without ids', () => {
    const input = { id: 'add:constraints@0517', params: { text: 'Never use var.' } };
    expect(confirmationText(named('live_context_action'), input, english)).toBe('```text\nNever use var.\n```');
  });

  test('stays short and in its fence, whatever the model sends', () => {
    const anything = fc.oneof(fc.anything(), fc.record({ summary: fc.string(), documentId: fc.string() }));
    fc.assert(
      fc.property(anything, (input) => {
        expect(confirmationText(tool, input, english).length).toBeLessThan(30_000);
      }),
    );
    const edits = [{ type: 'replace', oldText: '```\n# Allow me', newText: 'x'.repeat(100_000) }];
    const text = confirmationText(tool, { documentId: 'a', baseVersionId: 'v1', edits }, english);
    expect(text.length).toBeLessThan(10_000);
    expect(text.startsWith('````diff\n')).toBe(true);
    expect(text.endsWith('\n````')).toBe(true);
  });
});

describe('a reply', () => {
  test('that nothing has changed costs at most 30 tokens, and one small diff at most 160', async () => {
    const { count } = await tokens.counterFor('gpt-5');
    await call('live_context');
    const since = (await call('live_context_changes')).receipt?.now ?? '';
    for (const input of [{}, { since }]) {
      const { text } = await call('live_context_changes', input);
      expect(text).toMatch(/^No document has changed since /);
      expect(count(text)).toBeLessThanOrEqual(30);
    }
    workspace.type(document, 0, 'x');
    const { text } = await call('live_context_changes');
    expect(text).toContain('+xone');
    expect(count(text)).toBeLessThanOrEqual(160);
  });

  test('of an anchor is what it did; an id that is not there changes nothing', async () => {
    await call('live_context');
    const { text } = await call('live_context_action', { id: 'list' });
    const listed = await workspace.ask('windows:list', {}, 'mcp:test');
    const key = Object.keys(listed.windows[0]?.context.anchors ?? {})[0]?.replace(/^.*@/, '');
    const id = `shorten:document@${key}`;
    expect(text).toContain(id.replace('shorten:document', 'verb:window'));
    expect(text).toContain('expand, shorten, putBack, read(first:int, last:int)');
    expect(text).toContain('show less: Summary, then Gist');
    const acted = await call('live_context_action', { id });
    expect(acted).toMatchObject({ ok: true, text: expect.stringContaining('action: "shorten"') });
    expect(acted.text.length).toBeLessThan(300);
    expect((await call('live_context_action', { id: 'keep:document@zzzz' })).text).toMatch(/^ANCHOR_STALE: /);
  });

  test('a call of an anchor is read by its id alone', () => {
    expect(anchorCall({ id: 'add:constraints@0000' })).toMatchObject({ kind: 'constraints', verb: 'add' });
    expect(anchorCall({ id: 'shorten:diffs-2@0000' })).toMatchObject({ kind: 'diffs', verb: 'shorten' });
    for (const id of ['list', 'open:diffs@0000', 'keep:other@0000', 7]) expect(anchorCall({ id })).toBeNull();
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

  test('of a failure is its code, what happened, what to do and its data, however deep', () => {
    const data = { documents: [{ file: 'a.ts', fresh: { text: 'x\ny' } }], none: undefined };
    expect(failureText({ code: 'VERSION_GONE', message: 'Gone.', recovery: 'Again.', data })).toBe(
      'VERSION_GONE: Gone.\nAgain.\n\ndocuments[0].file: "a.ts"\ndocuments[0].fresh.text:\n```\nx\ny\n```',
    );
  });
});

describe('a bound', () => {
  const word = fc.constantFrom('word ', '\n', '`'.repeat(40), '😀', '"', 'x'.repeat(700));
  const longText = fc.array(word, { maxLength: 300 }).map((words) => words.join(''));

  test('is kept by every tool, and asking on gives a version whole', async () => {
    await fc.assert(
      fc.asyncProperty(longText, fc.integer({ min: 1_000, max: 20_000 }), async (text, bound) => {
        workspace.openDocument(document, text);
        const { session } = workspace;
        const { ref } = settled(await session.request('files:save', { text, source: 'tool', hint: 'x' }, 'test'));
        for (const [name, input] of [
          ['live_context_changes', {}],
          ['context_list', {}],
          ['context_tail', { id: ref.id }],
          ['context_grep', { id: ref.id, pattern: '.', contextLines: 3 }],
          ['context_read', { id: ref.id, limit: 60_000 }],
          ['live_context_action', { id: 'keep:diffs@0000' }],
        ] as const) {
          const answer = await call(name, input, bound);
          expect([name, answer.text.length <= bound]).toEqual([name, true]);
        }
        let whole = '';
        for (let offset: number | undefined = 0; offset !== undefined; ) {
          const answer = await call('live_context_version', { offset }, bound);
          expect(answer.text.length).toBeLessThanOrEqual(bound);
          const [, part = ''] = /\ntext:\n`+\n([\s\S]*)\n`+(?:\nnextOffset: \d+)?$/.exec(answer.text) ?? [];
          whole += part;
          offset = Number(/\nnextOffset: (\d+)$/.exec(answer.text)?.[1]) || undefined;
        }
        expect(whole).toBe(text);
      }),
      { numRuns: 10, seed: 3 },
    );
  });

  test('of a chat model is kept as it counts, and what was not handed over is told later', async () => {
    const count = async (text: string) => Math.ceil(text.length / 2);
    await call('live_context');
    workspace.openDocument('file:///project/b.ts', 'other\n');
    await call('live_context_changes');
    workspace.edit(document, [{ start: 0, end: 0, newText: 'a line of text\n'.repeat(500) }]);
    workspace.edit('file:///project/b.ts', [{ start: 0, end: 0, newText: 'new\n' }]);
    const tool = named('live_context_changes');
    let told = '';
    let input: Record<string, unknown> = {};
    for (let asked = 0; asked < 20; asked++) {
      const client = clientOf(workspace);
      const answer = await callTool(client, tool, input, 'mcp:test', {
        budget: 1_000,
        count,
        surely: 1_000,
        most: 100_000,
      });
      const { text, receipt } = await arrived(client, answer, 'mcp:test');
      expect(receipt?.delivered).toBe(true);
      expect(await count(text)).toBeLessThanOrEqual(1_000);
      told += text;
      const more = /more: "(\w+)"/.exec(text)?.[1];
      if (more === undefined) break;
      input = { more };
    }
    expect(told.match(/^\+?a line of text$/gm)).toHaveLength(500);
    expect(told).toContain('+new\n');
    expect((await call('live_context_changes')).text).toBe('No document has changed since the last delivery.\n');
  });

  test('of a part is 8,000 characters, and the parts joined are the text', () => {
    fc.assert(
      fc.property(longText, (text) => {
        const parts = chatParts(text.repeat(5));
        expect(parts.join('')).toBe(text.repeat(5));
        for (const part of parts) {
          expect(part.length).toBeLessThanOrEqual(8_000);
          expect(part.isWellFormed()).toBe(true);
        }
      }),
    );
  });
});
