import type { Piece } from '../../engine/piece.ts';
import type { Constraint } from '../../protocol/decisions/constraints.ts';
import type { Redaction } from '../../redaction/redaction.ts';
import type { PieceSource, SourceRequest } from '../gather.ts';
import { leftOut } from '../paths.ts';
import { relevances, sampledLength, wordsOf } from './relevance.ts';
import { type RulesFile, rulesFilePath } from './rulesFile.ts';

const noConstraints: readonly Constraint[] = [];

/**
 * The constraints of the document's project. The user's are always whole. The others weigh by their
 * relevance to the document's path, language and text. Constraints of an untrusted project are left out with a warning.
 */
export class ConstraintsSource implements PieceSource {
  readonly name = 'CONSTRAINTS';
  readonly essential = true;
  readonly #file: RulesFile;
  readonly #redaction: Redaction;
  /** Projects whose constraints are left out. */
  readonly #untrusted = new Set<string>();

  constructor(file: RulesFile, redaction: Redaction) {
    this.#file = file;
    this.#redaction = redaction;
  }

  gaps({ projectId }: SourceRequest): readonly string[] {
    const [first, ...others] = this.#file.problems(projectId);
    // One line a file: a list of all that is wrong would take the prompt's room.
    const more = others.length === 0 ? '' : `; and ${others.length} more of its entries cannot be read`;
    return [
      ...(this.#untrusted.has(projectId) ? [leftOut(rulesFilePath)] : []),
      ...(first === undefined ? [] : [`CONSTRAINTS_INVALID: ${first}${more}`]),
    ];
  }

  async pieces({ projectId, live }: SourceRequest): Promise<readonly Piece[]> {
    const { constraints: written } = await this.#file.rules(projectId);
    const isLeftOut = written.length > 0 && !this.#file.isTrusted(projectId);
    if (isLeftOut) this.#untrusted.add(projectId);
    else this.#untrusted.delete(projectId);
    const constraints = isLeftOut ? noConstraints : written;
    const locations = await Promise.all(constraints.map(({ id }) => this.#file.locationOf(projectId, id)));
    if (constraints.length === 0) return [];
    const { file, language } = live.editorState;
    // Secrets must not influence the relevance of a rule.
    const texts = constraints.map(({ text }) => this.#redaction.redactText(projectId, text).text);
    const about = wordsOf(`${file}\n${language}\n${live.text.slice(0, Math.min(sampledLength, live.text.length))}`);
    const relevance = relevances(texts, about);
    return constraints.map(({ id, type, source }, at): Piece => {
      const content = { kind: 'constraint', part: { id, type, source, text: texts[at] ?? '' } } as const;
      return {
        id: `constraint:${id}`,
        layer: 'rules',
        window: 'constraints',
        source: `constraint (${source})`,
        location: locations[at] ?? null,
        projectId,
        weight: weightOf(source, relevance[at] ?? 0),
        ...(source === 'user' ? { keep: 'whole' } : {}),
        render: () => content,
      };
    });
  }
}

/** The user's before the project's (0.5..0.99) before knowledge (0..0.49). */
function weightOf(source: Constraint['source'], relevance: number): number {
  if (source === 'user') return 1;
  return (source === 'project' ? 0.5 : 0) + Math.round(relevance * 49) / 100;
}
