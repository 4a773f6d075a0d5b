import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import type { Clock } from '../../base/ports/clock.ts';
import type { Consumer } from '../../protocol/consumer.ts';
import type { Constraint } from '../../protocol/decisions/constraints.ts';
import type { EditViolation } from '../../protocol/edits.ts';
import type { Redaction } from '../../redaction/redaction.ts';
import type { RulesFile } from '../../sources/rules/rulesFile.ts';
import { unifiedDiff } from '../../text/unifiedDiff.ts';
import { addedLines, type DraftedEdit, type EditVerdict } from '../judging.ts';
import type { Judgement, Unjudged } from './judgement.ts';
import type { LanguageModel } from './languageModel.ts';
import { type JudgedText, judgePatterns, type PatternViolation } from './patterns.ts';
import { judgeProse, type ProseViolation } from './prose.ts';

/** Violations in a document after an edit; lines are those of its version. */
export interface JudgedDocument {
  readonly documentId: string;
  readonly versionId: string;
  readonly violations: readonly EditViolation[];
}

interface Dependencies {
  readonly clock: Clock;
  readonly rules: Pick<RulesFile, 'rules'>;
  readonly redaction: Redaction;
  /** The model that the developer chose for judging, or null. */
  readonly judgeModel: () => Promise<LanguageModel | null>;
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

  /** Judges edits before they are applied. */
  async edits(edits: readonly DraftedEdit[], consumer: Consumer): Promise<EditVerdict> {
    const violations = new Map<string, readonly EditViolation[]>();
    const unjudged = new Map<string, Unjudged>();
    const judged = new Map<string, DraftedEdit>();
    for (const edit of edits) {
      const { constraints } = await this.#dependencies.rules.rules(edit.projectId);
      if (constraints.length === 0) continue;
      judged.set(edit.documentId, edit);
      const { found, open } = await this.#edit(edit, constraints, consumer);
      if (found.length > 0) violations.set(edit.documentId, found);
      for (const one of open) unjudged.set(one.constraint.id, one);
    }
    return {
      judged,
      violations,
      unjudged: [...unjudged.values()].map(({ constraint, why }) => ({ constraintId: constraint.id, why })),
    };
  }

  async #edit(edit: DraftedEdit, constraints: readonly Constraint[], consumer: Consumer) {
    const { projectId, file, before, after } = edit;
    const added = new Set(addedLines(edit).map(({ line }) => line));
    const text = after.toString();
    const { violations, unjudged } = await this.patterns(constraints, { text, file, before: before.toString(), added });
    const [firstAdded] = added;
    // The model receives redacted texts.
    const patch = unifiedDiff(before, after, { oldPath: file, newPath: file });
    const prose = await this.prose(constraints, patch, consumer);
    const redacted = ({ text: constraint }: Constraint) =>
      this.#dependencies.redaction.redactText(projectId, constraint).text;
    const found: EditViolation[] = [
      ...violations.map(({ constraint, line, excerpt }) => {
        return { constraintId: constraint.id, text: redacted(constraint), line, excerpt, why: null };
      }),
      ...prose.violations.map(({ constraint, why, line }) => {
        const place = line !== null && line <= after.lineCount ? line : (firstAdded ?? null);
        return { constraintId: constraint.id, text: redacted(constraint), line: place, excerpt: null, why };
      }),
    ];
    return { found, open: [...unjudged, ...prose.unjudged] };
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
