import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import type { Clock } from '../../base/ports/clock.ts';
import type { Consumer } from '../../protocol/consumer.ts';
import type { Constraint } from '../../protocol/decisions/constraints.ts';
import type { EditViolation } from '../../protocol/edits.ts';
import type { ErrorCode } from '../../protocol/errorCodes.ts';
import type { Redaction } from '../../redaction/redaction.ts';
import type { RulesFile } from '../../sources/rules/rulesFile.ts';
import { SourceText } from '../../text/sourceText.ts';
import { unifiedDiff } from '../../text/unifiedDiff.ts';
import { addedLines, type DraftedEdit, type EditVerdict } from '../judging.ts';
import type { LanguageModel } from './languageModel.ts';
import { type JudgedText, type Judgement, judgePatterns, type PatternViolation, type Unjudged } from './patterns.ts';
import { judgeProse, type ProseViolation } from './prose.ts';

/** Violations in a document after an edit; lines are those of its version. */
export interface JudgedDocument {
  readonly documentId: string;
  readonly versionId: string;
  readonly violations: readonly EditViolation[];
  /** True if no verdict on the constraints could be read. */
  readonly isUnread: boolean;
}

type JudgedPlace = Pick<EditViolation, 'line' | 'excerpt' | 'why'>;

/** An edit as a diff; of a renamed file all of its text. */
function judgedPatch({ from, file, before, after }: DraftedEdit): string {
  if (from === undefined) return unifiedDiff(before, after, { oldPath: file, newPath: file });
  const whole = unifiedDiff(SourceText.from(''), after, { oldPath: file, newPath: file });
  return `rename from ${from}\nrename to ${file}\n${whole}`;
}

interface Dependencies {
  readonly clock: Clock;
  readonly rules: Pick<RulesFile, 'rules'>;
  readonly redaction: Redaction;
  /** The model that the developer chose for judging, or null. */
  readonly judgeModel: () => Promise<LanguageModel | null>;
  readonly notices: { add(code: ErrorCode): void; withdraw(code: ErrorCode): void };
}

/**
 * Judges edits and answers by the project's constraints. Patterns search redacted texts: forbidden
 * ones in the added lines, required ones in the resulting file unless it lacked them before. A
 * language model judges constraints without a pattern.
 */
export class Judge {
  readonly #dependencies: Dependencies;
  readonly #models = new Map<Consumer, LanguageModel>();
  readonly #judged = new Emitter<JudgedDocument>();

  /** Fires after edits were applied, also without violations. */
  readonly onDidJudge = this.#judged.event;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Uses this model for a consumer's edits until disposed: the one picked in the chat. */
  useModel(consumer: Consumer, model: LanguageModel): Disposable {
    this.#models.set(consumer, model);
    return {
      dispose: () => {
        if (this.#models.get(consumer) === model) this.#models.delete(consumer);
      },
    };
  }

  /** Judges edits before they are applied, with one question to a model for each project. */
  async edits(edits: readonly DraftedEdit[], consumer: Consumer): Promise<EditVerdict> {
    const verdict = { judged: new Map<string, DraftedEdit>(), violations: new Map<string, EditViolation[]>() };
    const unjudged = new Map<string, Unjudged>();
    for (const projectId of new Set(edits.map((edit) => edit.projectId))) {
      const { constraints } = await this.#dependencies.rules.rules(projectId);
      if (constraints.length === 0) continue;
      const own = edits.filter((edit) => edit.projectId === projectId);
      for (const edit of own) verdict.judged.set(edit.documentId, edit);
      for (const one of await this.#project(own, constraints, consumer, verdict.violations))
        unjudged.set(one.constraint.id, one);
    }
    const { notices } = this.#dependencies;
    if (unjudged.size > 0) notices.add('RULES_UNJUDGED');
    else if (verdict.judged.size > 0) notices.withdraw('RULES_UNJUDGED');
    return {
      ...verdict,
      unjudged: [...unjudged.values()].map(({ constraint, why }) => ({ constraintId: constraint.id, why })),
    };
  }

  /** Adds the violations in one project by document; returns the constraints that were not judged. */
  async #project(
    edits: readonly DraftedEdit[],
    constraints: readonly Constraint[],
    consumer: Consumer,
    found: Map<string, EditViolation[]>,
  ): Promise<readonly Unjudged[]> {
    const open: Unjudged[] = [];
    const add = ({ projectId, documentId }: DraftedEdit, constraint: Constraint, place: JudgedPlace) => {
      const { text } = this.#dependencies.redaction.redactText(projectId, constraint.text);
      const violation = { constraintId: constraint.id, text, ...place };
      found.set(documentId, [...(found.get(documentId) ?? []), violation]);
    };
    for (const edit of edits) {
      const added = new Set(addedLines(edit).map(({ line }) => line));
      const [text, before] = [edit.after.toString(), edit.before.toString()];
      const { violations, unjudged } = await this.patterns(constraints, { ...edit, text, before, added });
      for (const { constraint, line, excerpt } of violations) add(edit, constraint, { line, excerpt, why: null });
      open.push(...unjudged);
    }
    // The model receives redacted texts.
    const prose = await this.prose(constraints, edits.map(judgedPatch).join(''), consumer);
    for (const { constraint, why, file, line } of prose.violations) {
      const edit = edits.find((one) => one.file === file) ?? (edits[0] as DraftedEdit);
      const isInside = line !== null && line <= edit.after.lineCount;
      add(edit, constraint, { line: isInside ? line : (addedLines(edit)[0]?.line ?? null), excerpt: null, why });
    }
    return [...open, ...prose.unjudged];
  }

  /** Judges a text by patterns only. */
  patterns(constraints: readonly Constraint[], text: JudgedText): Promise<Judgement<PatternViolation>> {
    return judgePatterns(constraints, text, this.#dependencies.clock);
  }

  /** Judges a redacted text by the consumer's model, else by the one set for judging. */
  async prose(
    constraints: readonly Constraint[],
    text: string,
    consumer: Consumer,
  ): Promise<Judgement<ProseViolation>> {
    const isAsked = constraints.some(({ check }) => check === undefined);
    const model = isAsked ? (this.#models.get(consumer) ?? (await this.#dependencies.judgeModel())) : null;
    return judgeProse(constraints, text, model);
  }

  /** Reports the violations of applied edits. */
  made(document: JudgedDocument): void {
    this.#judged.fire(document);
  }
}
