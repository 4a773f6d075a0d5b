import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SourceText } from '../../../src/text/sourceText.ts';
import { unifiedDiff } from '../../../src/text/unifiedDiff.ts';
import { runs } from '../../support/runs.ts';
import { applyStrictly } from '../../support/strictPatch.ts';
import { arbitraryChanges, arbitraryText } from '../../support/texts/arbitraryText.ts';

/** One file before and after, and its paths. */
interface Pair {
  readonly older: SourceText;
  readonly newer: SourceText;
  readonly oldPath: string;
  readonly newPath: string;
  readonly note: string;
}

let root = '';

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'live-context-patches-'));
});

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

const environment = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', LC_ALL: 'C' };

/** Applies the patches of all pairs by one `git apply` in a fresh folder, and each one strictly; compares every byte. */
function expectPatchesToApply(context: number, pairs: readonly Pair[]): void {
  const folder = mkdtempSync(join(root, 'batch-'));
  const patches: string[] = [];
  const expected = new Map<string, Buffer>();
  for (const [index, { older, newer, note, ...paths }] of pairs.entries()) {
    const oldPath = `${index}/${paths.oldPath}`;
    const newPath = `${index}/${paths.newPath}`;
    const patch = unifiedDiff(older, newer, { oldPath, newPath, context, note });
    expect(applyStrictly(patch, older.toString()), oldPath).toBe(newer.toString());
    mkdirSync(dirname(join(folder, oldPath)), { recursive: true });
    writeFileSync(join(folder, oldPath), older.toString());
    expected.set(join(folder, patch === '' ? oldPath : newPath), Buffer.from(newer.toString()));
    if (patch !== '') patches.push(patch);
  }
  if (patches.length > 0) gitApply(folder, patches.join(''));
  for (const [path, bytes] of expected) {
    expect(readFileSync(path).equals(bytes), path).toBe(true);
  }
  rmSync(folder, { recursive: true });
}

function gitApply(folder: string, patch: string): void {
  const options = ['-c', 'core.autocrlf=false', 'apply', '--whitespace=nowarn', '-'];
  execFileSync('git', options, { cwd: folder, env: environment, input: patch, stdio: 'pipe' });
}

/** Names that a file can have on every system git runs on here, and that a patch can get wrong. */
const arbitraryPath = fc.oneof(
  fc.constantFrom('plain.txt', 'with space.ts', ' both ends ', 'ünï/日本 😀.ts', 'a/b', 'new', 'x.orig', 'dev/null'),
  fc.constantFrom(
    'say "hi".txt',
    'back\\slash',
    'tab\there',
    'line\nfeed',
    'bell\x07\x7f',
    'when 2025-10-09 12:34:56 +0000',
  ),
  fc
    .array(fc.constantFrom('a', ' ', '"', '\\', '\t', '\r', '\n', 'é', '\x01', '.x', "'", '='), {
      minLength: 1,
      maxLength: 9,
    })
    .map((parts) => `f${parts.join('')}`),
);

/** Every applier of bytes needs texts that have bytes: halves of surrogate pairs become U+FFFD. */
const arbitraryBytes = arbitraryText.map((text) => text.toWellFormed());

const LINE_BREAKS = ['\n', '\r\n', '\r'] as const;

function withBreaks(text: string, lineBreak: string): string {
  return text.replace(/\r\n|\r|\n/g, lineBreak);
}

/** Texts two rounds of edits apart, so that what changed is known and not searched for. */
function lineage(texts: fc.Arbitrary<string>, lineBreak?: string): fc.Arbitrary<[SourceText, SourceText]> {
  const broken = (text: string) => (lineBreak === undefined ? text : withBreaks(text, lineBreak));
  const edited = (text: SourceText): fc.Arbitrary<SourceText> =>
    arbitraryChanges(text.length).map((changes) =>
      wellFormed(text.withChanges(changes.map((change) => ({ ...change, newText: broken(change.newText) })))),
    );
  return texts.chain((text) => {
    const older = SourceText.from(broken(text));
    return edited(older)
      .chain(edited)
      .map((newer) => [older, newer]);
  });
}

/** Halves of surrogate pairs, which an edit can leave behind, become U+FFFD. */
function wellFormed(text: SourceText): SourceText {
  const halves = [...text.toString().matchAll(/\p{Surrogate}/gu)];
  return text.withChanges(halves.map(({ index }) => ({ start: index, end: index + 1, newText: '\ufffd' })));
}

function strangers(texts: fc.Arbitrary<readonly [string, string]>): fc.Arbitrary<[SourceText, SourceText]> {
  return texts.map(([older, newer]) => [SourceText.from(older), SourceText.from(newer)]);
}

const arbitraryLines = fc
  .array(fc.constantFrom('', '}', '  return x;', '-- a', '++ b', '@@ -1 +1 @@', '\\ No newline at end of file', '界'), {
    maxLength: 30,
  })
  .map((lines) => lines.join('\n'));

const generated = {
  'texts of one lineage': lineage(arbitraryBytes),
  'texts of no common lineage': strangers(fc.tuple(arbitraryBytes, arbitraryBytes)),
  'CRLF texts': lineage(arbitraryBytes, '\r\n'),
  'a change of line endings': strangers(
    fc
      .tuple(fc.oneof(arbitraryBytes, arbitraryLines), fc.constantFrom(...LINE_BREAKS), fc.constantFrom(...LINE_BREAKS))
      .map(([text, before, after]) => [withBreaks(text, before), withBreaks(text, after)] as const),
  ),
  'empty to full and back': strangers(
    fc
      .tuple(fc.oneof(arbitraryBytes, arbitraryLines), fc.boolean())
      .map(([text, full]) => (full ? ['', text] : [text, ''])),
  ),
  'a final line feed come or gone': strangers(
    fc.tuple(fc.oneof(arbitraryBytes, arbitraryLines), fc.boolean()).map(([text, gone]) => {
      return gone ? [`${text}\n`, text] : [text, `${text}\n`];
    }),
  ),
  'lines that look like a patch': strangers(fc.tuple(arbitraryLines, arbitraryLines)),
};

/** A failing batch is found again by its seed; the error names the pair by the folder of its path. */
function shortlyPrinted(pairs: Pair[]): Pair[] {
  return Object.assign(pairs, { [fc.toStringMethod]: () => `${pairs.length} pairs` });
}

function expectBatchesToApply(batch: fc.Arbitrary<[SourceText, SourceText][]>, batches: number): void {
  const path = fc.oneof(
    { weight: 4, arbitrary: arbitraryPath.map((path) => ({ oldPath: path, newPath: path })) },
    { weight: 1, arbitrary: fc.record({ oldPath: arbitraryPath, newPath: arbitraryPath }) },
  );
  const note = fc.constantFrom('', 'The file has a BOM.\n--- x\n+++ x\n@@ -1 +1 @@');
  const pairs = batch.chain((texts) =>
    fc.tuple(
      ...texts.map(([older, newer]) => fc.tuple(path, note).map(([paths, note]) => ({ older, newer, ...paths, note }))),
    ),
  );
  const context = fc.constantFrom(3, 3, 1, 2, 7);
  fc.assert(fc.property(context, fc.noShrink(pairs.map(shortlyPrinted)), expectPatchesToApply), { numRuns: batches });
}

describe('git apply and a strict applier', () => {
  for (const [name, texts] of Object.entries(generated)) {
    it(`turn the old bytes into the new ones: ${name}`, () => {
      expectBatchesToApply(fc.array(texts, { minLength: 60, maxLength: 60 }), runs(2));
    });
  }
});
