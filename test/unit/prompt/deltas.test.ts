import { expect, test } from 'vitest';
import { readerIn } from '../../../src/protocol/consumer.ts';
import { chunk } from '../../support/prompts/samplePieces.ts';
import { applyStrictly } from '../../support/strictPatch.ts';
import { useWorkspace, workspace } from '../../support/workspace.ts';

const document = 'file:///project/a.ts';
const reader = readerIn('lm-tools', 'chat');
const text = Array.from({ length: 200 }, (_, line) => `export const value${line} = ${line};\n`).join('');

useWorkspace(() => {
  workspace.openDocument(document, text, 'typescript');
});

async function look(consumer = reader, have?: readonly string[]) {
  workspace.clock.advance(60_000);
  const params = have === undefined ? {} : { have: [...have] };
  return workspace.ask('live:get', params, consumer);
}

const isDelta = (reply: { readonly text: string }) => reply.text.startsWith('Since your live_context of version ');

test('a reader that holds the text gets one cumulative patch against it', async () => {
  const whole = await look();
  expect(whole.payload.current_document).toBe(text);
  for (const typed of ['one', 'two']) {
    workspace.type(document, 0, `// ${typed}\n`);
    const reply = await look();
    expect(reply.text.length).toBeLessThan(whole.text.length / 4);
    expect(reply.text).not.toContain('```typescript');
    expect(reply.payload.anchor_diff?.base_version_id).toBe(whole.payload.version_id);
    expect(applyStrictly(reply.payload.anchor_diff?.patch ?? '', text)).toBe(workspace.text(document));
    expect(reply.payload.recent_diffs).toEqual([]);
    expect((await workspace.ask('live:changesSince', {}, reader)).documents).toEqual([]);
  }
  workspace.edit(document, [{ start: 0, end: 0, newText: text.slice(0, 2_000) }]);
  await workspace.limit(600);
  expect(isDelta(await look())).toBe(false);
});

test.each<[string, () => Promise<{ readonly text: string }>]>([
  ['at first sight', () => look(readerIn('lm-tools', 'other'))],
  ['when asked', () => look(reader, [])],
  ['for a session that several agents may share', () => look('mcp:client')],
  [
    'after eight deltas',
    async () => {
      for (let deltas = 0; deltas < 8; deltas++) expect(isDelta(await look())).toBe(true);
      return look();
    },
  ],
  ['once its conversation was shortened', () => workspace.ask('agents:forget', {}, reader).then(() => look())],
  ['as a prompt to be copied', () => workspace.ask('live:get', { reader }, 'clipboard')],
])('the text is sent whole %s', async (_, ask) => {
  await look();
  await look('mcp:client');
  const reply = await ask();
  expect(isDelta(reply)).toBe(false);
  expect(reply.text).toContain(text);
});

test('a session names what it holds, and gets a patch against a text that was sent to it whole', async () => {
  const { payload } = await look('mcp:client');
  workspace.type(document, 0, '// typed\n');
  expect(isDelta(await look('mcp:client', [payload.version_id]))).toBe(true);
  expect(isDelta(await look('mcp:another', [payload.version_id]))).toBe(false);
});

test('another document comes whole, without the rules that the reader has; a return is one patch', async () => {
  const about = { type: 'style', text: 'Keep the names short.', source: 'user' } as const;
  await workspace.ask('constraints:create', { ...about, projectId: 'file:///project' }, 'view');
  const { payload } = await look();
  workspace.openDocument('file:///project/b.ts', text.replaceAll('value', 'other'), 'typescript');
  const { text: other } = await look();
  expect(other).toMatch(/^Since your last live_context: this document, .*export const other199 = 199;/s);
  expect(other).not.toContain(about.text);
  workspace.active = document;
  workspace.type(document, 0, '// back\n');
  expect((await look()).payload.anchor_diff?.base_version_id).toBe(payload.version_id);
});

test('notes and rules that no longer hold are named', async () => {
  const rule = { type: 'style', text: 'Keep the names short.', projectId: 'file:///project' } as const;
  const { constraint } = await workspace.ask('constraints:create', rule, 'view');
  const { windows } = await workspace.ask('windows:list', {}, 'view');
  const anchors = windows.flatMap(({ context }) => Object.keys(context.anchors));
  const act = (verb: string, params: Record<string, string>) =>
    workspace.ask('windows:act', { id: anchors.find((one) => one.startsWith(verb)) ?? '', params }, 'view');
  await act('add:note@', { text: 'Try it' });
  await look();
  await act('remove:note@', { piece: '1' });
  await workspace.ask('constraints:delete', { id: constraint.id }, 'view');
  expect((await look()).text).toMatch(new RegExp(`the rest still holds but .*constraint:${constraint.id}.*note:1`));
});

test('a preview has the bytes of the delivery, and changes nothing', async () => {
  await look();
  workspace.type(document, 0, '// typed\n');
  workspace.clock.advance(60_000);
  const preview = await workspace.ask('live:get', { preview: true }, reader);
  expect(isDelta(preview)).toBe(true);
  expect((await workspace.ask('live:get', {}, reader)).text).toBe(preview.text);
});

test('of a file that is retrieved again only new stretches come, with their line numbers; one that has changed is named', async () => {
  const head = 'one\ntwo\nthree\n';
  const pieceOf = (lines: string) => chunk('src/b.ts', lines, 0.9);
  workspace.pieces = () => [pieceOf(`${head}… 40\nforty\n`)];
  await look();
  workspace.pieces = () => [pieceOf(`${head}… 40\nforty\n… 60\nsixty\n`)];
  const { text: reply } = await look();
  expect(reply).toMatch(/^### src\/b.ts, line(?:s 60-)? ?60, test\n\n```plaintext\nsixty\n/m);
  expect(reply).not.toMatch(/three|forty/);
  expect((await look()).text).not.toContain('sixty');
  for (const change of [
    () => workspace.projectFiles.set('file:///project', 'src/b.ts', 'changed\n'),
    () => workspace.openDocument('file:///project/src/b.ts', 'changed\n'),
  ]) {
    change();
    workspace.active = document;
    expect((await look()).text).toMatch(/the rest still holds but src\/b\.ts\..*sixty/s);
  }
});

test('a file whose name alone was shown has not changed', async () => {
  workspace.openDocument('file:///project/src/b.ts', 'one\n');
  workspace.active = document;
  workspace.pieces = () => [chunk('src/b.ts', '', 0.9)];
  expect((await look()).text).toContain('### src/b.ts');
  expect((await look()).text).toMatch(/the rest still holds\. /);
});

test('of a long document the lines that were shown are patched while the cursor stays among them', async () => {
  workspace.settings.excerptTokens = 2_000;
  workspace.openDocument(document, text.replaceAll('\n', '\n\n').repeat(10), 'typescript');
  const opened = workspace.documents.get(document);
  workspace.type(document, 0, '// first\n');
  const at = workspace.text(document)?.indexOf('export const value0 ', 40_000) ?? 0;
  Object.assign(opened ?? {}, { cursor: at });
  const { payload } = await look();
  workspace.type(document, at, '// here\n');
  const reply = await look();
  expect(isDelta(reply)).toBe(true);
  expect(reply.payload.anchor_diff).toMatchObject({ base_version_id: payload.version_id });
  expect(reply.payload.anchor_diff?.patch).toContain('+// here');
  expect((await workspace.ask('live:changesSince', {}, reader)).text).toContain('+// first');
  workspace.openDocument('file:///project/b.ts', 'one\n');
  // The last of its lines is empty.
  const lines = workspace.text(document)?.split('\n', (payload.excerpt?.last_line ?? 0) + 1) ?? [];
  expect(lines.at(-1)).toBe('');
  const end = lines.join('\n').length;
  workspace.edit(document, [{ start: end, end: end + 1, newText: '' }]);
  expect((await look()).text).toMatch(/the rest still holds but a\.ts\./);
  workspace.active = document;
  workspace.type(document, 0, '// far away\n');
  expect(isDelta(await look())).toBe(false);
  Object.assign(opened ?? {}, { cursor: 0 });
  expect((await look()).text).toContain('// far away');
});

test('a change in long lines is told by its words, which make the text', async () => {
  const prose = Array.from({ length: 9 }, (_, at) => `${`sentence ${at} of prose, `.repeat(40)}end ${at}\n`).join('');
  workspace.openDocument(document, prose);
  await look();
  workspace.type(document, prose.indexOf('end 4'), 'the ');
  const { text: reply, payload } = await look();
  const { edits = [] } = payload.anchor_diff ?? {};
  expect(reply).toMatch(/^Since your live_context of version \S+: edits of its text, each oldText unique in it /);
  expect(reply).toContain(`\`\`\`json\n${edits.map((edit) => JSON.stringify(edit)).join('\n')}\n`);
  const now = edits.reduce((held, { oldText, newText }) => held.replace(oldText, () => newText), prose);
  expect(now).toBe(workspace.text(document));
});

test('words reach into no line that the reader does not hold', async () => {
  workspace.settings.excerptTokens = 2_000;
  const prose = (at: number) => `${`sentence ${at} of prose, `.repeat(20)}end ${at}\n}\n}\n}\n`;
  workspace.openDocument(document, Array.from({ length: 99 }, (_, at) => prose(at)).join(''));
  const before = workspace.text(document) ?? '';
  const at = before.indexOf('end 50');
  Object.assign(workspace.documents.get(document) ?? {}, { cursor: at });
  const { payload } = await look();
  const held = payload.current_document;
  const end = before.indexOf(held) + held.length;
  expect(held).toMatch(/}\n}\n$/);
  workspace.edit(document, [
    { start: at, end: at, newText: 'the ' },
    { start: end - 4, end: end - 3, newText: 'x' },
  ]);
  const { anchor_diff } = (await look()).payload;
  expect(anchor_diff?.patch).toContain('\n+x\n }\n');
  for (const { oldText } of anchor_diff?.edits ?? []) expect(held).toContain(oldText);
});
