/**
 * `npm run bench -- answers FOLDER`: real commits of the git repositories in a folder, written as answers in the forms that chats use, and where
 * they land. The forms share nothing with the reader. `ANSWERS_LIMIT` is the number of commits of each repository (10), `ANSWERS_PRINT=wrong` prints.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { applyAnswer } from '../../unit/edits/answers/applyAnswer.ts';
import { type Commit, forms, type Hunk, linesOf, others, without } from '../../unit/edits/answers/chatAnswers.ts';
import { type BenchRow, valueRow } from '../benchRow.ts';

function commitsOf(repository: string, limit: number): readonly Commit[] {
  // Of a partial clone some texts are missing.
  const git = (...args: readonly string[]) => {
    return spawnSync('git', ['-C', repository, ...args], { encoding: 'utf8', maxBuffer: 2 ** 28 }).stdout;
  };
  const found: Commit[] = [];
  const log = git(
    ...['log', '--no-merges', '--max-count=1500', '--diff-filter=M', '--format=%x01%H', '--name-only', 'HEAD'],
  );
  for (const entry of log.split('\x01').slice(1)) {
    const [commit = '', ...names] = entry.split('\n').filter((line) => line !== '');
    const path = names.find((name) => /\.(?:tsx?|jsx?|py|go|rs|java|cs|php|rb|exs?|css|c|h|vue|md)$/.test(name));
    if (path === undefined || names.length > 5) continue;
    const hunks = hunksOf(git('diff', '-U3', '--no-renames', `${commit}^`, commit, '--', path));
    const texts = [`${commit}^`, commit].map((at) => git('show', `${at}:${path}`));
    const changed = hunks.flatMap(({ rows }) => rows).filter((row) => !row.startsWith(' ')).length;
    const isText = texts.every((text) => text.endsWith('\n') && !/[\r\0]/.test(text) && text.length < 40_000);
    const [before = '', after = ''] = texts;
    if (isText && hunks.length > 0 && hunks.length <= 4 && changed <= 60) found.push({ path, before, after, hunks });
    if (found.length >= limit) break;
  }
  return found;
}

function hunksOf(patch: string): readonly Hunk[] {
  const parts = patch.split(/^(?=@@ )/m).slice(1);
  return parts.map((part) => {
    const [header = '', ...rows] = part.replace(/\n$/, '').split('\n');
    return { header, start: Number(/\+(\d+)/.exec(header)?.[1]) - 1, rows };
  });
}

type Outcome = 'right' | 'asked' | 'wrong';

/** The texts with some of a commit's hunks. */
function partsOf({ before, hunks }: Commit): readonly string[] {
  const some = hunks.toReversed().reduce<readonly string[][]>(
    (all, hunk) => {
      const [start, old] = [Number(/\d+/.exec(hunk.header)?.[0]) - 1, without('+', hunk)];
      return all.flatMap((text) => [text, text.toSpliced(start, old.length, ...without('-', hunk))]);
    },
    [linesOf(before)],
  );
  return some.map((text) => `${text.join('\n')}\n`);
}

/** A wrong one is placed elsewhere, in part, or nowhere without a question. What is asked about may be placed as far as it is certain. */
function outcomeOf(one: Commit, form: string, answer: string): Outcome {
  const { path, before, after } = one;
  const { files, questions } = applyAnswer(answer, { 'other/notes.txt': 'nothing\n', [path]: before });
  const made = files[path] ?? '';
  const isApart = Object.keys(files).length !== 2 || !(form in forms ? partsOf(one) : [before]).includes(made);
  const isRight = made === after && form in forms;
  const outcome = isApart ? 'wrong' : questions.length > 0 ? 'asked' : isRight ? 'right' : 'wrong';
  if (process.env['ANSWERS_PRINT'] === outcome)
    console.log(
      `\n##### ${form}, ${path}: ${questions.map(({ reason }) => reason)}\n${answer}\n----- made\n${Object.keys(files)} ${files[path]}`,
    );
  return outcome;
}

export async function run(): Promise<BenchRow[]> {
  const folder = process.env['BENCH_FOLDER'] ?? '';
  if (folder === '') return [];
  const limit = Number(process.env['ANSWERS_LIMIT'] ?? 10);
  const counts: Record<string, Record<Outcome, number>> = {};
  for (const one of readdirSync(folder).flatMap((name) => commitsOf(join(folder, name), limit)))
    for (const [form, write] of Object.entries({ ...forms, ...others })) {
      const answer = write(one);
      if (answer === null) continue;
      counts[form] ??= { right: 0, asked: 0, wrong: 0 };
      counts[form][outcomeOf(one, form, answer)]++;
    }
  console.table(counts);
  const sum = (outcome: Outcome, of: object) =>
    Object.keys(of).reduce((all, form) => all + (counts[form]?.[outcome] ?? 0), 0);
  const [right, asked, wrong] = [sum('right', forms), sum('asked', forms), sum('wrong', { ...forms, ...others })];
  const peer = `${right} of ${right + asked + sum('wrong', forms)} placed right`;
  return [
    valueRow('answers that are asked about', (100 * asked) / (right + asked), '%', 15, 5, peer),
    valueRow('answers placed wrong, in part, or silently nowhere', wrong, '', 0, 0),
  ];
}
