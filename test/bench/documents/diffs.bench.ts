import { createTwoFilesPatch } from 'diff';
import { SourceText, type TextChange } from '../../../src/text/sourceText.ts';
import { unifiedDiff } from '../../../src/text/unifiedDiff.ts';
import { applyStrictly } from '../../support/strictPatch.ts';
import { type BenchRow, medianTimes, printRows, ratioRow, seededRandom } from '../benchRow.ts';

const lineCount = 50_000;

/** Unified diffs of scattered edits in 50,000 lines. */
export async function run(): Promise<BenchRow[]> {
  const older = SourceText.from(textOfLines());
  return [
    diffRow(older, { edits: 100, rounds: 61, repeats: 40 }, 75, 250),
    diffRow(older, { edits: 1_000, rounds: 15, repeats: 20 }, 60, 200),
  ];
}

/** How many edits to diff, how often the tasks take turns, and how often ours runs in its turn, being so much shorter. */
interface DiffRun {
  readonly edits: number;
  readonly rounds: number;
  readonly repeats: number;
}

/** One diff, the newer text made from the older by edits; the peer gets flat strings. */
function diffRow(older: SourceText, { edits, rounds, repeats }: DiffRun, must: number, aim: number): BenchRow {
  const newer = older.withChanges(scatteredEdits(older, edits));
  const oldText = older.toString();
  const newText = newer.toString();
  const diff = () => unifiedDiff(older, newer, { oldPath: 'file.ts', newPath: 'file.ts' });
  const ours = () => {
    for (let i = 0; i < repeats; i++) diff();
  };
  const jsdiff = () => createTwoFilesPatch('a/file.ts', 'b/file.ts', oldText, newText);
  if (applyStrictly(diff(), oldText) !== newText) throw new Error('The diff does not apply');
  const [oursMs, jsdiffMs] = medianTimes([ours, jsdiff], rounds) as [number, number];
  const title = `diff, ${edits.toLocaleString('en')} edits in 50,000 lines`;
  return ratioRow(title, oursMs / repeats, { name: 'jsdiff', ms: jsdiffMs }, must, aim);
}

/** Each edit replaces three units of a line of its own, as renaming a short variable here and there does. */
function scatteredEdits(text: SourceText, count: number): TextChange[] {
  const random = seededRandom(count);
  const lines = new Set<number>();
  while (lines.size < count) lines.add(random(lineCount));
  return [...lines].map((index) => {
    const { start, end } = text.lineAt(index);
    const at = start + random(end - start - 3);
    return { start: at, end: at + 3, newText: `edit${random(100)}` };
  });
}

/** Lines of code-like words, a third of them short and often repeated. */
function textOfLines(): string {
  const random = seededRandom(7);
  const words = 'const value return function index length type import export string number of if else for'.split(' ');
  const line = (_: unknown, index: number): string => {
    if (random(3) === 0) return `  ${words[random(words.length)]} }\n`;
    const text = Array.from({ length: 4 + random(6) }, () => words[random(words.length)]).join(' ');
    return `${'  '.repeat(random(4))}${text} ${index};\n`;
  };
  return Array.from({ length: lineCount }, line).join('');
}

if (import.meta.main) printRows(await run());
