import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SourceText } from '../../../src/text/sourceText.ts';
import { unifiedDiff } from '../../../src/text/unifiedDiff.ts';
import { runs } from '../../support/runs.ts';
import { applyStrictly } from '../../support/strictPatch.ts';
import { arbitraryChanges, arbitraryText } from '../../support/texts/arbitraryText.ts';
import { loadTrace, type Trace, traceNames } from '../../support/texts/traces.ts';

/** One file before and after, and its paths. */
interface Pair {
  readonly older: SourceText;
  readonly newer: SourceText;
  readonly oldPath: string;
  readonly newPath: string;
  readonly note: string;
}

let root = '';
let applied = 0;

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
  if (patches.length > 0) gitApply(folder, patches.join(''), context);
  for (const [path, bytes] of expected) {
    if (readFileSync(path).equals(bytes)) continue;
    // Without context git looks for lines to delete one line too early, where equal ones may stand; its own patches fail as well.
    const pair = pairs[Number(relative(folder, path).split(sep)[0])] as Pair;
    expect(context === 0 && !gitAppliesItsOwn(pair), path).toBe(true);
  }
  rmSync(folder, { recursive: true });
  applied += patches.length;
}

function gitApply(folder: string, patch: string, context: number): void {
  const zero = context === 0 ? ['--unidiff-zero'] : [];
  const options = ['-c', 'core.autocrlf=false', 'apply', '--whitespace=nowarn', ...zero, '-'];
  execFileSync('git', options, { cwd: folder, env: environment, input: patch, stdio: 'pipe' });
}

/** Whether git's own patch without context, applied by git, turns the one text into the other. */
function gitAppliesItsOwn({ older, newer }: Pair): boolean {
  const folder = mkdtempSync(join(root, 'own-'));
  writeFileSync(join(folder, 'older'), older.toString());
  writeFileSync(join(folder, 'newer'), newer.toString());
  const diff = ['-c', 'core.autocrlf=false', 'diff', '--no-index', '-U0', 'older', 'newer'];
  const { stdout } = spawnSync('git', diff, { cwd: folder, env: environment, encoding: 'utf8' });
  gitApply(
    folder,
    stdout.replace(/^\+\+\+ b\/newer$/m, '+++ b/older').replace(/^(diff --git .*) b\/newer$/m, '$1 b/older'),
    0,
  );
  return readFileSync(join(folder, 'older')).equals(Buffer.from(newer.toString()));
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

/** Pairs of random versions of a recording: far apart, a few keystrokes apart, in both directions, with and without lineage. */
function versionPairs(trace: Trace, size: number): fc.Arbitrary<[SourceText, SourceText][]> {
  const place = fc.nat({ max: trace.edits.length });
  const places = fc.array(fc.tuple(place, fc.nat({ max: 20 })), { minLength: 25, maxLength: 25 });
  return places.chain((drawn) => {
    const versions = versionsAt(
      trace,
      drawn.flatMap(([at, distance]) => [at, Math.max(0, at - distance)]),
    );
    const version = fc.constantFrom(...versions);
    const near = fc
      .nat({ max: drawn.length - 1 })
      .map((i) => versions.slice(2 * i, 2 * i + 2) as [SourceText, SourceText]);
    const pair = fc.oneof(fc.tuple(version, version), near);
    const stranger = pair.map(([older, newer]): [SourceText, SourceText] => [older, SourceText.from(newer.toString())]);
    return fc.array(fc.oneof(pair, stranger), { minLength: size, maxLength: size });
  });
}

/** The versions after so many edits each, all from one replay. */
function versionsAt({ startContent, edits }: Trace, places: readonly number[]): SourceText[] {
  const versions = new Map<number, SourceText>();
  let text = SourceText.from(startContent);
  let at = 0;
  for (const place of places.toSorted((a, b) => a - b)) {
    for (; at < place; at++) text = text.withChanges(edits.slice(at, at + 1));
    versions.set(place, text);
  }
  return places.map((place) => versions.get(place) as SourceText);
}

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
  const context = fc.constantFrom(3, 3, 1, 2, 0, 7);
  fc.assert(fc.property(context, fc.noShrink(pairs.map(shortlyPrinted)), expectPatchesToApply), { numRuns: batches });
}

describe('git apply and a strict applier', () => {
  it('agree but where git cannot apply its own patches without context', () => {
    const older = SourceText.from('-- a\n}\n界\n界\n-- a\n++ b\n++ b\n++ b\n++ b');
    const newer = SourceText.from('++ b\n}\n界\n@@ -1 +1 @@\n++ b\n++ b\n');
    const pair = { older, newer, oldPath: 'x', newPath: 'x', note: '' };
    expect(gitAppliesItsOwn(pair)).toBe(false);
    for (const context of [0, 1, 3]) expectPatchesToApply(context, [pair]);
  });

  for (const [name, texts] of Object.entries(generated)) {
    it(`turn the old bytes into the new ones: ${name}`, () => {
      expectBatchesToApply(fc.array(texts, { minLength: 60, maxLength: 60 }), runs(2));
    });
  }

  for (const name of traceNames.slice(0, runs(1))) {
    it(`turn versions of ${name} into one another`, () =>
      expectBatchesToApply(versionPairs(loadTrace(name), 40), runs(1)));
  }

  it(`did so for at least ${runs(700)} pairs`, () => {
    expect(applied).toBeGreaterThanOrEqual(runs(700));
  });
});
