import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { RedactionRefusal } from '../../../src/redaction/redactedEdits.ts';
import type { Redaction } from '../../../src/redaction/redaction.ts';
import { ChangeSet } from '../../../src/text/changeSet.ts';
import { SourceText } from '../../../src/text/sourceText.ts';
import { MemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { body } from '../../support/twoProjects.ts';

const runs = Number(process.env['LIVE_CONTEXT_RUNS'] ?? 1);
const project = 'file:///project';
/** Weak and strong, short and long. */
const values = [
  ['hunter2!horse', `ghp_${body('one', 36)}`, 'aQ9x'],
  ['Xk9$mQ-2vLp#77aa@end', `ghp_${body('two', 36)}`, body('long', 120)],
] as const;

/** A file of one line, as tools write it, with a password, a token and an address. */
function minified([password, token, url]: readonly string[]): string {
  const filler = (name: string, count: number) =>
    Array.from(
      { length: count },
      (_, index) => `"${name}${index}":{"size":${index * 7},"path":"src/${name}/f${index}.ts"}`,
    ).join(',');
  return `{${filler('a', 60)},"password":"${password}",${filler('b', 4)},"token":"${token}",${filler('c', 90)},"db":"postgres://app:${url}@db/app",${filler('d', 60)}}`;
}

let redactions: readonly [Redaction, Redaction];
beforeEach(async () => {
  redactions = [(await MemoryWorkspace.open()).redaction, (await MemoryWorkspace.open()).redaction];
});

/** What becomes of changes in both projects: the code of a refusal, or the redacted result. */
function edited(changesOf: (text: string) => ChangeSet): readonly string[] {
  return redactions.map((redaction, index) => {
    const raw = SourceText.from(minified(values[index] as readonly string[]));
    const before = redaction.redact(project, raw);
    const changes = changesOf(before.text.toString());
    const made = redaction.edit(project, raw, changes);
    if (made instanceof RedactionRefusal) return made.reason;
    const after = redaction.redact(project, made.apply(raw)).text;
    expect(after.equals(changes.apply(before.text))).toBe(true);
    return after.toString();
  });
}

const replaced = (oldText: string, newText: string) => (text: string) => {
  const start = text.indexOf(oldText);
  return ChangeSet.of([{ start, end: start + oldText.length, newText }], text.length);
};

describe('a file of one long line with secrets', () => {
  test('is edited where no rule sees a secret and the edit together', () => {
    const [mine, theirs] = edited(replaced('"a2":{"size":14', '"a2":{"size":99'));
    expect(mine).toContain('"a2":{"size":99');
    expect(theirs).toBe(mine);
  });

  test.each([
    ['beside it', '"password":"', '"password":"x'],
    ['in its name', '"token":', '"other":'],
    ['near it', '"b1":', '"b9":'],
  ])('is not edited %s', (_name, oldText, newText) => {
    for (const answer of edited(replaced(oldText, newText))) expect(answer).toMatch(/^line 1 holds the placeholder/);
  });

  test('law: the answer is the same whatever is hidden, and an edit that is taken leaves it hidden', () => {
    let taken = 0;
    const written = fc.constantFrom(
      '',
      'x',
      '"',
      "'",
      'password":"',
      ',"token":"',
      '://',
      '@',
      '\n',
      '-----BEGIN ',
      'eyJ',
      'sk-',
      ' ',
      '\\',
    );
    const share = fc.nat(9_999).map((part) => part / 10_000);
    fc.assert(
      fc.property(share, fc.nat(40), written, (at, length, newText) => {
        const [mine, theirs] = edited((text) => {
          const start = Math.floor(at * text.length);
          return ChangeSet.of([{ start, end: Math.min(text.length, start + length), newText }], text.length);
        });
        expect(theirs).toBe(mine);
        if (!mine?.startsWith('line')) taken++;
      }),
      { numRuns: 400 * runs },
    );
    expect(taken).toBeGreaterThan(50);
  });
});
