import { beforeEach, describe, expect, test } from 'vitest';
import { OutputRecording } from '../../../../src/files/output/outputRecording.ts';
import type { ContextFiles } from '../../../../src/files/store/contextFiles.ts';
import type { ContextRef } from '../../../../src/protocol/contextFiles.ts';
import { openContextFiles, wholeText } from '../../../support/contextFiles/contextFilesStore.ts';
import { ManualClock } from '../../../support/manualClock.ts';
import { MemoryFileSystem } from '../../../support/memoryFileSystem.ts';
import { runs } from '../../../support/runs.ts';

const conversationId = 'workspace';
const about = { conversationId, source: 'terminal' } as const;
let files: ContextFiles;
let failures: unknown[];

beforeEach(() => {
  files = openContextFiles(new MemoryFileSystem(), new ManualClock());
  failures = [];
});

function record(
  command: string,
  inlineBytes: number | null = 100,
  store: Pick<ContextFiles, 'create'> = files,
  maxBytes = 200_000,
) {
  return new OutputRecording(store, () => about, command, {
    clock: new ManualClock(),
    maxBytes,
    inlineBytes,
    redact: hidingPasswords,
    onFailure: (error) => failures.push(error),
  });
}

/** Finds its secret also when it comes in parts, by waiting for the end of the line. */
function hidingPasswords() {
  let held = '';
  const hide = (text: string) => text.replaceAll(/hunter2-[a-z]*|hunter2/g, '[REDACTED]');
  return {
    push(text: string): string {
      held += text;
      const end = held.lastIndexOf('\n') + 1;
      const shown = hide(held.slice(0, end));
      held = held.slice(end);
      return shown;
    },
    end(): string {
      const shown = hide(held);
      held = '';
      return shown;
    },
  };
}

const textOf = ({ id }: ContextRef) => wholeText(files, conversationId, id);

describe('the output of a command', () => {
  test('becomes a file when it is long, with command line and exit code in its hint', async () => {
    const recording = record('npm  test\n--all -p hunter2');
    for (let i = 0; i < 100; i++) await recording.push(`\x1b[32mline ${i}\x1b[0m\r\n`);
    expect(await files.list(conversationId)).toEqual([]);
    const ref = (await recording.end(1)) as ContextRef;
    expect(ref.hint).toBe('$ npm test --all -p [REDACTED] (exit code 1)');
    expect(await textOf(ref)).toBe(Array.from({ length: 100 }, (_, i) => `line ${i}\n`).join(''));
    expect(await files.list(conversationId)).toEqual([ref]);
  });

  test('stays out of the files when it is short, until it is asked for', async () => {
    const recording = record('echo');
    await recording.push('short\r\n');
    expect(await recording.end(0)).toBeNull();
    expect(await files.list(conversationId)).toEqual([]);
    const ref = await recording.keep();
    expect(await textOf(ref)).toBe('short\n');
    expect(await recording.keep()).toEqual(ref);
    expect(await files.list(conversationId)).toEqual([ref]);
  });

  test('is redacted before it is cut: no kept end begins inside a secret, no hint ends in one', async () => {
    const secret = `hunter2-${'s'.repeat(50_000)}`;
    for (let shift = 0; shift < 40; shift += 40 / runs(4)) {
      const recording = record('watch', null);
      for (let line = 0; line < 14; line++) await recording.push(`${'.'.repeat(shift * 1_300)} ${secret}\r\n`);
      await recording.end(0);
      const text = await textOf(await recording.keep());
      expect(text).toContain('[REDACTED]');
      expect(text).not.toContain('sss');
    }
    const named = record(`curl ${'x'.repeat(185)} -p hunter2-${'s'.repeat(100)}`);
    await named.push('done');
    expect((await named.keep()).hint).not.toContain('sss');
  });

  test('that goes on can be kept as it is now; what follows is another file', async () => {
    const recording = record('serve');
    const lines = (from: number) => Array.from({ length: 300 }, (_, i) => `${from + i}\r\n`).join('');
    await recording.push(lines(0));
    const first = await recording.keep();
    expect(first.hint).toBe('$ serve (still running)');
    await recording.push(lines(300));
    const second = (await recording.end(0)) as ContextRef;
    expect(second.id).not.toBe(first.id);
    const all = Array.from({ length: 600 }, (_, i) => `${i}\n`).join('');
    expect((await textOf(first)) + (await textOf(second))).toBe(all);
  });

  test('over its limit is kept at its beginning and its end', async () => {
    const recording = record('yes');
    const part = `${'y'.repeat(1023)}\n`.repeat(100);
    for (let i = 0; i < 5; i++) await recording.push(part);
    await recording.push('the end\n');
    const ref = (await recording.end(0)) as ContextRef;
    const text = await textOf(ref);
    const leftOut = Number(/\n… (\d+) bytes left out …\n/.exec(text)?.[1]);
    expect(leftOut).toBeGreaterThan(100_000);
    expect(text.endsWith('the end\n')).toBe(true);
    const note = `\n… ${leftOut} bytes left out …\n`;
    expect(text.length - note.length + leftOut).toBe(5 * part.length + 'the end\n'.length);
  });
});
