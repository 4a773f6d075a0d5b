import { describe, expect, test } from 'vitest';
import type { Channel, Params, Value } from '../../../src/protocol/channels.ts';
import { applyStrictly } from '../../support/strictPatch.ts';
import { useWorkspace, workspace } from '../../support/workspace.ts';

const a = 'file:///project/a.ts';
const onDisk = 'one\nTWO\nthree\nby another program\n';

async function ask<C extends Channel>(channel: C, params: Params<C>): Promise<Value<C>> {
  return await workspace.ask(channel, params, 'mcp');
}

const live = () => ask('live:get', { documentId: a, preview: true });
const changes = (params: Params<'live:changesSince'> = {}) => ask('live:changesSince', params);

function writeToDisk(text: string): void {
  const document = workspace.documents.get(a);
  if (document !== undefined) document.diskText = text;
}

useWorkspace(() => {
  workspace.openDocument(a, 'one\ntwo\nthree\n');
  workspace.edit(a, [{ start: 0, end: 0, newText: 'unsaved\n' }]);
});

describe('a file that changed on disk under unsaved text', () => {
  test('is told with its diff, which leads from the text to the file, in every format', async () => {
    expect((await live()).payload.editor_state.disk_diff).toBeUndefined();
    writeToDisk(onDisk);
    const { payload, text } = await live();
    expect(payload.editor_state.disk).toBe('changed');
    expect(applyStrictly(payload.editor_state.disk_diff ?? '', workspace.text(a) ?? '')).toBe(onDisk);
    expect(text).toContain('+by another program');
    const xml = await ask('live:get', { documentId: a, preview: true, format: 'xml' });
    expect(xml.text).toContain('+by another program');
  });

  test('is told once among the changes, again when it changes, and no more once it is resolved', async () => {
    await changes();
    writeToDisk(onDisk);
    const preview = await changes({ preview: true });
    const told = await changes({ hold: true });
    await ask('deliveries:commit', { id: told.receipt.id ?? '' });
    expect(told.text).toBe(preview.text);
    expect(told.diverged).toMatchObject([{ documentId: a, file: 'a.ts' }]);
    expect(applyStrictly(told.diverged?.[0]?.patch ?? '', workspace.text(a) ?? '')).toBe(onDisk);
    expect(told.text).toContain('## a.ts on disk');
    workspace.type(a, 0, 'x');
    expect((await changes()).diverged).toBeUndefined();
    writeToDisk(`${onDisk}more\n`);
    expect((await changes()).text).toContain('+more');
    await workspace.save(a);
    expect((await changes()).diverged).toBeUndefined();
    expect((await live()).payload.editor_state).toMatchObject({ disk: 'same' });
    expect((await live()).payload.editor_state.disk_diff).toBeUndefined();
  });

  test('is no divergence once the text is what the file holds', async () => {
    writeToDisk(onDisk);
    workspace.edit(a, [{ start: 0, end: workspace.text(a)?.length ?? 0, newText: onDisk }]);
    expect((await live()).payload.editor_state).toMatchObject({ disk: 'same' });
    expect((await changes()).diverged).toBeUndefined();
  });

  test('shows no secret of the file', async () => {
    writeToDisk('password = "correct-horse-7Gd2kPq9"\n');
    for (const { text } of [await live(), await changes()]) {
      expect(text).toContain('[REDACTED');
      expect(text).not.toContain('correct-horse');
    }
  });

  test('keeps to the length of a reply: a patch that does not fit is given by its hunk headers, and whole later', async () => {
    workspace.edit(a, [{ start: 0, end: 0, newText: `${'x'.repeat(400)}\n` }]);
    writeToDisk(`${onDisk}${'y'.repeat(400)}\n`);
    const short = await changes({ maxCharacters: 1_000 });
    expect(short.text.length).toBeLessThanOrEqual(1_000);
    expect(short.diverged?.[0]?.patch).toMatch(/^# .*\n@@ [^\n]* @@\n$/);
    expect((await changes({ maxCharacters: 3_000 })).diverged).toHaveLength(1);
  });
});
