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

/** What was found in a document that now has an edit in it; lines are those of its version. */
export interface JudgedDocument {
  readonly documentId: string;
  readonly versionId: string;
  readonly violations: readonly EditViolation[];
}

interface Dependencies {
  readonly clock: Clock;
  readonly rules: Pick<RulesFile, 'rules'>;
  readonly redaction: Redaction;
  /** The model that the developer chose for judging; null when there is none. */
  readonly judgeModel: () => Promise<LanguageModel | null>;
}

/**
 * The one judge of constraints: of every edit, whoever makes it, and of answers. Patterns are searched in redacted texts: what is forbidden
 * on the lines that an edit adds, what is required in the file as it would be, unless the file lacked it before. What has no pattern is
 * judged by a model.
 */
export class Judge {
  readonly #dependencies: Dependencies;
  readonly #models = new Map<Consumer, LanguageModel>();
  readonly #judged = new Emitter<JudgedDocument>();

  /** Reports what stands in documents after edits that were made, nothing included. */
  readonly onDidJudge = this.#judged.event;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** What a consumer sends is judged by this model until it is disposed: the one that the developer picked in the chat. */
  useModel(consumer: Consumer, model: LanguageModel): Disposable {
    this.#models.set(consumer, model);
    return {
      dispose: () => {
        if (this.#models.get(consumer) === model) this.#models.delete(consumer);
      },
    };
  }

  /** Judges drafted edits before they are made. */
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
    // The model sees what leaves for it: redacted texts.
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

  /** Judges a text by patterns alone. */
  patterns(constraints: readonly Constraint[], text: JudgedText): Promise<Judgement<PatternViolation>> {
    return judgePatterns(constraints, text, this.#dependencies.clock);
  }

  /** Has the consumer's model, else the one that the developer chose for it, judge a redacted text. */
  async prose(
    constraints: readonly Constraint[],
    text: string,
    consumer: Consumer,
  ): Promise<Judgement<ProseViolation>> {
    const isAsked = constraints.some(({ check }) => check === undefined);
    const model = isAsked ? (this.#models.get(consumer) ?? (await this.#dependencies.judgeModel())) : null;
    return judgeProse(constraints, text, model);
  }

  /** The edits were made; reports what they left. */
  made(document: JudgedDocument): void {
    this.#judged.fire(document);
  }
}
