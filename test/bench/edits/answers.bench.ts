/**
 * `npm run bench -- answers`: real commits written as chat answers in 22 forms, and where they land. `ANSWER_CLONES` is a folder of
 * git repositories; without it this repository is read. `ANSWER_PRINT=wrong` or `asked` prints those answers.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SourceText } from '../../../src/text/sourceText.ts';
import { unifiedDiff } from '../../../src/text/unifiedDiff.ts';
import { applyAnswer } from '../../unit/edits/answers/applyAnswer.ts';
import { type BenchRow, valueRow } from '../benchRow.ts';
import { type Commit, forms, hunksOf, noEdits } from './answerForms.ts';

/** Number of commits of each repository. */
const wanted = 40;
const print = process.env['ANSWER_PRINT'];
const clones = process.env['ANSWER_CLONES'];
const folders = clones === undefined ? [process.cwd()] : readdirSync(clones).map((name) => join(clones, name));

function git(folder: string, ...args: readonly string[]): string {
  const options = { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
  return execFileSync('git', ['-c', 'core.quotePath=false', ...args], options);
}

/** Changes of one file of code in commits that change at most five, the newest first. */
function commitsOf(folder: string): readonly Commit[] {
  const found: Commit[] = [];
  const choice = ['--no-merges', '--max-count=1500', '--diff-filter=M'];
  const log = git(folder, 'log', ...choice, '--format=%x01%H', '--name-only', 'HEAD');
  for (const entry of log.split('\x01').slice(1)) {
    const [commit = '', ...names] = entry.split('\n').filter((line) => line !== '');
    const path = names.find((name) => /\.(?:ts|js|py|go|rs|java|cs|php|css|c|cc|md)$/.test(name));
    if (path === undefined || names.length > 5) continue;
    const patch = git(folder, 'diff', '-U3', '--no-renames', `${commit}^`, commit, '--', path);
    const hunks = hunksOf(patch);
    const [before, after] = [`${commit}^`, commit].map((at) => git(folder, 'show', `${at}:${path}`)) as [
      string,
      string,
    ];
    const changed = hunks.flatMap(({ rows }) => rows).filter((row) => /^[-+]/.test(row)).length;
    const isText = [before, after].every((text) => text.endsWith('\n') && !/[\r\0]/.test(text));
    if (!isText || hunks.length === 0 || hunks.length > 4 || changed > 60 || before.split('\n').length > 800) continue;
    found.push({ path, before, after, hunks });
    if (found.length >= wanted) break;
  }
  return found;
}

type Outcome = 'right' | 'asked' | 'wrong';

/** A wrong one is placed elsewhere, in part, or nowhere without a question. */
function outcomeOf(one: Commit, form: string, answer: string): Outcome {
  const { files, questions } = applyAnswer(answer, { [one.path]: one.before, 'other/notes.txt': 'nothing\n' });
  const isRight = !noEdits.has(form) && files[one.path] === one.after && Object.keys(files).length === 2;
  const outcome = questions.length > 0 ? 'asked' : isRight ? 'right' : 'wrong';
  if (print === outcome)
    console.log(
      `\n##### ${form}, ${one.path} ${questions.map(({ reason }) => reason)}\n${answer}\n----- made\n${unifiedDiff(SourceText.from(one.after), SourceText.from(files[one.path] ?? ''), { oldPath: 'wanted', newPath: 'made' })}`,
    );
  return outcome;
}

export async function run(): Promise<BenchRow[]> {
  const counts: Record<string, Record<Outcome, number>> = {};
  for (const one of folders.flatMap(commitsOf))
    for (const [form, write] of Object.entries(forms)) {
      const answer = write(one);
      if (answer === null) continue;
      counts[form] ??= { right: 0, asked: 0, wrong: 0 };
      counts[form][outcomeOf(one, form, answer)]++;
    }
  console.table(counts);
  const edits = Object.entries(counts).flatMap(([form, count]) => (noEdits.has(form) ? [] : [count]));
  const sum = (name: Outcome) => edits.reduce((all, count) => all + count[name], 0);
  const wrong = Object.values(counts).reduce((all, count) => all + count.wrong, 0);
  const asked = (100 * sum('asked')) / (sum('right') + sum('asked') + sum('wrong'));
  return [
    valueRow('answers that are asked about', asked, '%', 15, 5),
    valueRow('answers that are placed wrong, in part, or silently nowhere', wrong, '', 0, 0),
  ];
}
