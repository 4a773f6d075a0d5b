import { type KnownFile, planAnswer, type Question } from '../../../../src/edits/answers/answerPlan.ts';
import { readAnswer } from '../../../../src/edits/answers/answerReader.ts';
import { targetsOf } from '../../../../src/edits/target.ts';
import type { AnswerChoice } from '../../../../src/protocol/edits.ts';
import { ChangeSet } from '../../../../src/text/changeSet.ts';
import { SourceText } from '../../../../src/text/sourceText.ts';

export const joined = (...lines: readonly string[]) => lines.join('\n');

/** The files that an answer leaves, by path, and what it leaves open. */
export interface Outcome {
  readonly files: Readonly<Record<string, string>>;
  readonly questions: readonly Question[];
}

/** Applies an answer to files as they are; the first one is in front. */
export function applyAnswer(
  answer: string,
  files: Readonly<Record<string, string>>,
  choices: readonly AnswerChoice[] = [],
): Outcome {
  const known = Object.entries(files).map(([path, text]) => ({ id: path, path, text }));
  const isNear = (path: string, other: string) => other.endsWith(`/${path}`) || path.endsWith(`/${other}`);
  const table = {
    find: (path: string) => known.find((file) => file.path === path) ?? null,
    isOutside: (path: string) => /^[/~]|^[A-Za-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)/.test(path),
    near: (path: string) => known.map((file) => file.path).filter((other) => isNear(path, other)),
    inFront: known[0] ?? null,
    versionFor: (file: KnownFile) => ({ file, isEarlier: false }),
  };
  const after: Record<string, string> = { ...files };
  const plan = planAnswer(readAnswer(answer), table, choices);
  for (const one of plan.files) {
    if (one.action === 'create') after[one.path] = one.text;
    else if (one.action === 'delete') delete after[one.file.path];
    else {
      const base = SourceText.from(one.file.text);
      const text = ChangeSet.of(targetsOf(base, one.edits, '\n'), base.length)
        .apply(base)
        .toString();
      if (one.newPath !== undefined) delete after[one.file.path];
      after[one.newPath ?? one.file.path] = text;
    }
  }
  return { files: after, questions: plan.questions };
}

/** Why an answer is asked about. */
export function reasons(answer: string, files: Readonly<Record<string, string>>): readonly string[] {
  return applyAnswer(answer, files).questions.map(({ reason }) => reason);
}
