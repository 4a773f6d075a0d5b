import { describe, expect, test } from 'vitest';
import type { Channel, Params, Value } from '../../../src/protocol/channels.ts';
import { formats } from '../../../src/protocol/prompt/receipt.ts';
import { MemoryWorkspace, settled } from '../../support/memoryWorkspace.ts';
import { runs } from '../../support/runs.ts';
import { piecesOf, planted, plantedSecrets } from '../../support/secrets/plantedSecrets.ts';
import { applyStrictly } from '../../support/strictPatch.ts';
import { useWorkspace, workspace } from '../../support/workspace.ts';

const document = 'file:///project/src/config.ts';
const other = 'file:///project/src/other.ts';

/** Everything that left, and everything that was kept beside it. */
let out: string[];

useWorkspace(() => {
  out = [];
});

async function ask<C extends Channel>(channel: C, params: Params<C>, consumer = 'clipboard'): Promise<Value<C>> {
  const value = await workspace.ask(channel, params, consumer);
  out.push(JSON.stringify(value));
  return value;
}

/** Asks all that tells of texts. */
async function askEverything(): Promise<void> {
  for (const format of formats) {
    await ask('live:get', { format });
    await ask('context:assemble', { format, additionalInput: 'Why?' }, 'agent');
  }
  await ask('live:get', { preview: true }, 'view');
  await ask('live:changesSince', {}, 'someone');
  await ask('live:changesSince', {}, 'agent');
  const { entries } = await ask('live:timeline', {});
  const now = await ask('live:version', {});
  const oldest = entries.at(-1)?.versionId ?? '';
  for (const { versionId } of entries) {
    await ask('live:version', { versionId });
    if (versionId !== oldest) await ask('live:version', { versionId, compareWith: oldest });
  }
  for (let line = 1; line <= now.lineCount; line += 3) {
    await ask('live:version', { lines: { first: line, last: Math.min(line + 4, now.lineCount) } });
  }
  workspace.settings.debug = true;
  await ask('context:inspect', {});
  await ask('redactions:list', {});
  await ask('live:status', {});
}

/** None of the secrets is in what left or was written; nor is a good part of one. */
async function expectNothingOf(secrets: readonly string[]): Promise<void> {
  const all = [
    ...out,
    ...(await workspace.audit()),
    ...(await workspace.deliveredTexts()),
    ...workspace.violations,
    ...workspace.warnings,
  ].join('\n');
  const plain = `${all}\n${all.replaceAll('\\n', '\n').replaceAll('\\"', '"').replaceAll('\\\\', '\\')}`;
  for (const secret of secrets) for (const piece of piecesOf(secret)) expect(plain).not.toContain(piece);
  const stored = workspace.files.files.get('redactions.json');
  for (const secret of secrets) expect(Buffer.from(stored ?? []).toString()).not.toContain(secret.slice(0, 12));
}

/** One in nine without LIVE_CONTEXT_RUNS. */
const someSecrets = plantedSecrets.filter((_, at) => at % Math.max(1, Math.floor(9 / runs(1))) === 0);

describe('planted secrets', () => {
  test.each(someSecrets)('$name: in a document, then in its diffs', async (one) => {
    const clean = planted({ ...one, text: 'nothing' });
    workspace.openDocument(document, clean, 'typescript');
    await ask('live:get', {});
    const start = clean.indexOf('nothing');
    workspace.clock.advance(2_000);
    workspace.edit(document, [{ start, end: start + 'nothing'.length, newText: one.text }]);
    workspace.clock.advance(2_000);
    workspace.edit(document, [{ start: 0, end: 0, newText: '// an edit beside it\n' }]);
    workspace.clock.advance(2_000);
    workspace.edit(document, [{ start: clean.indexOf('//') + 30, end: clean.indexOf('//') + 30, newText: 'more ' }]);
    await askEverything();
    await expectNothingOf([one.secret]);
    expect(out.join('\n')).toContain('[REDACTED:');
  });

  test('all in one document, in an excerpt of it, in an outline, in another file and in what is asked', async () => {
    const text = plantedSecrets.map(planted).join('\n');
    workspace.settings.excerptTokens = 250;
    workspace.outline = async () =>
      plantedSecrets.map((one, line) => ({ name: one.text, kind: 'string', startLine: line, endLine: line, depth: 0 }));
    workspace.openDocument(other, text);
    workspace.clock.advance(2_000);
    workspace.openDocument(document, text);
    const { text: redacted = '' } = await ask('live:version', {});
    for (let cursor = 0; cursor < redacted.length; cursor += 3_000) {
      await ask('context:assemble', {
        cursorPosition: cursor,
        additionalInput: plantedSecrets.map((one) => one.text).join('\n'),
      });
    }
    workspace.outline = async () => [];
    await askEverything();
    await expectNothingOf(plantedSecrets.map(({ secret }) => secret));
  });
});

describe('what is shown', () => {
  const key = plantedSecrets.find(({ name }) => name === 'RSA key');
  const token = plantedSecrets.find(({ name }) => name === 'GitHub personal token');

  test('a diff applies to the shown text, byte for byte', async () => {
    let text = `const a = '${token?.secret}';\n${key?.text}\nconst z = 1;\n`;
    workspace.openDocument(document, text);
    const before = await ask('live:version', {});
    const edits = [
      [0, 0, '// first\n'],
      [text.length - 3, 1, '2'],
      [11, token?.secret.length ?? 0, 'gone'],
      [11, 4, token?.secret ?? ''],
    ] as const;
    for (const [start, length, newText] of edits) {
      workspace.clock.advance(2_000);
      workspace.edit(document, [{ start, end: start + length, newText }]);
      text = text.slice(0, start) + newText + text.slice(start + length);
      const { versionId } = before;
      const now = await ask('live:version', {});
      const { patch } = await ask('live:version', { versionId, compareWith: now.versionId });
      expect(applyStrictly(patch ?? '', before.text ?? '')).toBe(now.text);
      expect(now.lineCount).toBe(text.split('\n').length);
    }
  });

  test('lines and the cursor are those of the shown text', async () => {
    const text = `const a = '${token?.secret}'; // here\n${key?.text}\nlast line\n`;
    workspace.openDocument(document, text);
    for (const mark of ['// here', 'last line']) {
      const { payload } = await ask('live:get', {});
      const at = text.indexOf(mark);
      const { payload: moved } = await workspace.ask('live:get', {}, 'clipboard');
      expect(moved.current_document).toBe(payload.current_document);
      workspace.documents.get(document) && Object.assign(workspace.documents.get(document) ?? {}, { cursor: at });
      const { payload: shown } = await ask('live:get', {});
      const cursor = shown.editor_state.cursor;
      expect(shown.current_document.slice(cursor?.offset).startsWith(mark)).toBe(true);
      expect(shown.current_document.split('\n')[(cursor?.line ?? 0) - 1]?.slice((cursor?.column ?? 0) - 1)).toBe(
        mark === '// here' ? '// here' : 'last line',
      );
    }
  });

  test('with the setting off nothing is hidden', async () => {
    workspace.settings.redaction = false;
    workspace.openDocument(document, `a = '${token?.secret}'\n`);
    expect((await ask('live:version', {})).text).toContain(token?.secret);
    expect((await ask('live:get', {})).text).toContain(token?.secret);
    workspace.settings.redaction = true;
    expect((await ask('live:version', {})).text).not.toContain(token?.secret);
    expect((await ask('live:get', {})).text).not.toContain(token?.secret);
  });
});

test('the editor’s own diff: shows a version as it was, beside the file itself', async () => {
  const text = `${plantedSecrets[0]?.text}\n`;
  workspace.openDocument(document, text);
  const { versionId } = await ask('live:version', {});
  expect(settled(await workspace.session.rawVersion(document, versionId))).toBe(text);
  expect(await workspace.session.rawVersion(document, 'v1')).toMatchObject({
    ok: false,
    error: { code: 'VERSION_UNKNOWN' },
  });
  await expectNothingOf([plantedSecrets[0]?.secret ?? '']);
});

describe('allowing', () => {
  const one = plantedSecrets[0];

  test('what is hidden is listed by kind, count and its first 100 places, never by itself', async () => {
    workspace.openDocument(other, `x = '${one?.secret}'\n`);
    workspace.openDocument(document, `\n${one?.text}\n${one?.text}\n`);
    const { redactions } = await ask('redactions:list', {});
    const columns = [15, 55];
    expect(redactions).toEqual([
      {
        ...{ placeholder: '[REDACTED:github-token:1]', kind: 'github-token', allowed: false, count: 3 },
        places: [
          { documentId: document, file: 'src/config.ts', line: 2, columns },
          { documentId: document, file: 'src/config.ts', line: 3, columns },
          { documentId: other, file: 'src/other.ts', line: 1, columns: [5, 45] },
        ],
      },
    ]);
    await expectNothingOf([one?.secret ?? '']);
    workspace.openDocument('file:///project/many.txt', `${one?.text}\n`.repeat(120));
    const [many] = (await ask('redactions:list', {})).redactions;
    expect([many?.count, many?.places.length]).toEqual([123, 100]);
  });

  test('the developer lets one be shown, here and after a reload, and hides it again', async () => {
    workspace.openDocument(document, `${one?.text}\n`);
    const placeholder = '[REDACTED:github-token:1]';
    expect((await ask('live:get', {})).text).toContain(placeholder);
    await ask('redactions:allow', { placeholder, allowed: true }, 'view');
    expect((await ask('live:get', {})).text).toContain(one?.secret);
    expect((await ask('redactions:list', {})).redactions).toMatchObject([{ placeholder, allowed: true }]);
    const later = await MemoryWorkspace.open(workspace.files);
    later.openDocument(document, `${one?.text}\n`);
    expect((await later.ask('live:version', {}, 'agent')).text).toContain(one?.secret);
    await ask('redactions:allow', { placeholder, allowed: false });
    expect((await ask('live:get', {})).text).not.toContain(one?.secret);
  });

  test.each(['lm-tools', 'live', 'mcp:1', 'some.extension'])('%s may not', async (consumer) => {
    workspace.openDocument(document, `${one?.text}\n`);
    await ask('live:get', {});
    const params = { placeholder: '[REDACTED:github-token:1]', allowed: true };
    const answer = await workspace.session.request('redactions:allow', params, consumer);
    expect(answer).toMatchObject({ ok: false, error: { code: 'REDACTION_FORBIDDEN' } });
    expect((await ask('live:get', {})).text).not.toContain(one?.secret);
  });
});

describe('a constraint that holds a secret', () => {
  const secret = plantedSecrets[0]?.secret ?? '';

  test('keeps it when lines beside it change; its own line stays, or the placeholder goes', async () => {
    workspace.openDocument(document, 'text');
    const { constraint } = await ask('constraints:create', { type: 'api', text: `never print ${secret}\nor more` });
    expect(constraint.text).toBe('never print [REDACTED:github-token:0]\nor more');
    const { id } = constraint;
    await ask('constraints:update', { id, text: 'never print [REDACTED:github-token:0]\nor log it' });
    expect(workspace.projectFiles.get('file:///project', '.vscode/live-context.json')).toContain(
      `never print ${secret}\\nor log it`,
    );
    for (const text of ['print [REDACTED:github-token:2]', 'ever print [REDACTED:github-token:1]\nor log it']) {
      const refused = await workspace.session.request('constraints:update', { id, text }, 'view');
      expect(refused).toMatchObject({ ok: false, error: { code: 'EDIT_PLACEHOLDER' } });
    }
    await ask('constraints:update', { id, text: 'never print tokens' });
    expect(workspace.projectFiles.get('file:///project', '.vscode/live-context.json')).not.toContain(secret);
    await expectNothingOf([secret]);
  });
});
