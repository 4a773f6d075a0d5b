import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Histories } from '../../../../src/documents/histories.ts';
import { HistoryStore } from '../../../../src/documents/store/historyStore.ts';
import { runOf } from '../../../../src/documents/versions/versionId.ts';
import type { ErrorCode } from '../../../../src/protocol/errorCodes.ts';
import { ChangeSet } from '../../../../src/text/changeSet.ts';
import { ManualClock } from '../../../support/manualClock.ts';
import { MemoryFileSystem } from '../../../support/memoryFileSystem.ts';

/** A store as version 0.1.0 wrote it, and what that version knew when it did. */
interface Recorded {
  readonly now: number;
  readonly files: Readonly<Record<string, string>>;
  /** Ids that were handed out, and what they named. */
  readonly named: readonly { readonly documentId: string; readonly id: string; readonly text: string }[];
  readonly documents: Readonly<
    Record<
      string,
      {
        readonly text: string;
        readonly versions: readonly (readonly [id: string, text: string])[];
        readonly checkpoints: readonly (readonly [kind: string, name: string | null, id: string, text: string])[];
        readonly watermarks: readonly (readonly [consumer: string, number: number])[];
        readonly origins: readonly (readonly [id: string, origin: string, reason: string | null])[];
      }
    >
  >;
}

const recorded = JSON.parse(
  readFileSync(new URL('../../../fixtures/history-0.1.0.json', import.meta.url), 'utf8'),
) as Recorded;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function recordedFiles(): MemoryFileSystem {
  const files = new MemoryFileSystem();
  files.modified = recorded.now;
  for (const [name, text] of Object.entries(recorded.files)) files.files.set(name, Buffer.from(text));
  return files;
}

/** A start of today's version. */
async function start(files: MemoryFileSystem, run: string, typed = '') {
  const clock = new ManualClock(recorded.now + 60_000);
  const store = await HistoryStore.open(files, clock, sha256, runOf(run));
  const codes: ErrorCode[] = [];
  store.onDidFail((code) => codes.push(code));
  const histories = new Histories(clock, store);
  for (const [documentId, { text }] of Object.entries(recorded.documents)) histories.open(documentId, typed + text);
  await histories.ready();
  return { clock, histories, codes };
}

function expectAllKnown(histories: Histories): void {
  for (const [documentId, { versions, checkpoints, watermarks, origins }] of Object.entries(recorded.documents)) {
    const history = histories.get(documentId);
    if (history === null) throw new Error(`${documentId} was lost`);
    const told = [...versions, ...recorded.named.filter((one) => one.documentId === documentId).map(nameAndText)];
    for (const [id, text] of told) {
      const version = history.find(id);
      if (version !== null) expect(history.textOf(version.number)?.toString()).toBe(text);
      else expect(history.startAfter(histories.numberOf(id) ?? 0)).toBe('gone');
    }
    const found = history.checkpoints.map(({ kind, name, version }) => {
      return [kind, name ?? null, version.id, history.textOf(version.number)?.toString()];
    });
    for (const checkpoint of checkpoints) {
      const [kind, , id] = checkpoint;
      const isGone = kind === 'periodic' || (kind === 'saved' && history.find(id) === null);
      if (!isGone) expect(found).toContainEqual(checkpoint);
    }
    for (const [consumer, number] of watermarks) expect(history.watermarks.get(consumer)).toBe(number);
    const edits = new Map(history.edits.map(({ version, origin, reason }) => [version.id, [origin, reason ?? null]]));
    for (const [id, origin, reason] of origins) expect(edits.get(id)).toEqual([origin, reason]);
  }
  for (const [consumer, number] of JSON.parse(recorded.files['history/consumers'] ?? '[]') as [string, number][])
    expect(histories.firstDelivery(consumer)).toBe(number);
}

const nameAndText = ({ id, text }: Recorded['named'][number]) => [id, text] as const;

describe('histories of version 0.1.0', () => {
  test('every old text and checkpoint is there, or said to be gone, and stays so after further edits and starts', async () => {
    const files = recordedFiles();
    const first = await start(files, '11111111');
    expectAllKnown(first.histories);
    for (const [documentId, { text }] of Object.entries(recorded.documents)) {
      const changes = ChangeSet.of([{ start: 0, end: 0, newText: '!' }], text.length);
      first.histories.record(documentId, { changes, origin: 'typing', timestamp: first.clock.now() });
    }
    expectAllKnown(first.histories);
    await first.histories.flush();
    const second = await start(files, '22222222', '!');
    expectAllKnown(second.histories);
    for (const documentId of Object.keys(recorded.documents))
      expect(second.histories.get(documentId)?.edits.at(-1)?.origin).toBe('typing');
    expect([...first.codes, ...second.codes]).toEqual([]);
    expect([...files.files.keys()].filter((name) => name.includes('damaged'))).toEqual([]);
  });

  test('most of them are there', async () => {
    const { histories } = await start(recordedFiles(), '11111111');
    const known = Object.entries(recorded.documents).flatMap(([documentId, { versions }]) =>
      versions.map(([id]) => histories.get(documentId)?.find(id) !== null),
    );
    expect(known.filter(Boolean).length).toBeGreaterThanOrEqual(known.length - 4);
  });

  test('a damaged line of one loses nothing silently', async () => {
    for (const name of Object.keys(recorded.files).filter((one) => one.endsWith('.jsonl'))) {
      const files = recordedFiles();
      const bytes = files.files.get(name) ?? new Uint8Array();
      files.files.set(
        name,
        bytes.map((byte, index) => (index === bytes.length >> 1 ? byte ^ 1 : byte)),
      );
      const { histories, codes } = await start(files, '11111111');
      expect(codes).toContain('STORE_DAMAGED');
      for (const { documentId, id, text } of recorded.named) {
        const history = histories.get(documentId);
        const version = history?.find(id) ?? null;
        if (version !== null) expect(history?.textOf(version.number)?.toString()).toBe(text);
        else expect(history?.startAfter(histories.numberOf(id) ?? 0)).toBe('gone');
      }
    }
  });
});
