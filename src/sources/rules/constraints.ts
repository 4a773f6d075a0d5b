import type { Piece } from '../../engine/piece.ts';
import type { Constraint } from '../../protocol/decisions/constraints.ts';
import type { Redaction } from '../../redaction/redaction.ts';
import { DocumentMemo } from '../documentMemo.ts';
import type { PieceSource, SourceRequest } from '../gather.ts';
import { relevances, sampledLength, wordsOf } from './relevance.ts';
import { type RulesFile, rulesFilePath } from './rulesFile.ts';
import { leftOut } from './trust.ts';

const noConstraints: readonly Constraint[] = [];

/**
 * The constraints of the document's project. The user's are always whole. The others weigh by their
 * relevance to the document's path, language and text, which is computed again when the text has
 * grown or shrunk by half. Constraints of an untrusted project are left out with a warning.
 */
export class ConstraintsSource implements PieceSource {
  readonly name = 'CONSTRAINTS';
  readonly essential = true;
  readonly #file: RulesFile;
  readonly #redaction: Redaction;
  /** Projects whose constraints are left out. */
  readonly #untrusted = new Set<string>();
  readonly #pieces = new DocumentMemo<readonly Piece[]>();

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

  async pieces({ documentId, projectId, live }: SourceRequest): Promise<readonly Piece[]> {
    const { constraints: written } = await this.#file.rules(projectId);
    const isLeftOut = written.length > 0 && !this.#file.isTrusted(projectId);
    if (isLeftOut) this.#untrusted.add(projectId);
    else this.#untrusted.delete(projectId);
    const constraints = isLeftOut ? noConstraints : written;
    const locations = await Promise.all(constraints.map(({ id }) => this.#file.locationOf(projectId, id)));
    const lines = locations.map(({ line }) => line);
    const { file, language } = live.editorState;
    const inputs = [
      projectId,
      constraints,
      lines.join(),
      this.#redaction.epoch,
      file,
      language,
      sizeOfText(live.text.length),
    ];
    return this.#pieces.of(documentId, inputs, () => {
      // Secrets must not influence the relevance of a rule.
      const texts = constraints.map(({ text }) => this.#redaction.redactText(projectId, text).text);
      const about = wordsOf(`${file}\n${language}\n${live.text.slice(0, Math.min(sampledLength, live.text.length))}`);
      const relevance = relevances(texts, about);
      return constraints.map((constraint, at) => {
        const location = locations[at] ?? null;
        return {
          ...constraintPiece({ ...constraint, text: texts[at] ?? '' }, projectId, relevance[at] ?? 0),
          location,
        };
      });
    });
  }
}

/** The length in steps of a half: another number once much has been written or deleted. */
function sizeOfText(length: number): number {
  return Math.round(Math.log(1 + length) / Math.log(1.5));
}

function constraintPiece(
  { id, type, source, text }: Constraint,
  projectId: string,
  relevance: number,
): Omit<Piece, 'location'> {
  const content = { kind: 'constraint', part: { id, type, source, text } } as const;
  return {
    id: `constraint:${id}`,
    layer: 'rules',
    window: 'constraints',
    source: `constraint (${source})`,
    projectId,
    weight: weightOf(source, relevance),
    ...(source === 'user' ? { keep: 'whole' } : {}),
    render: () => content,
  };
}

/** The user's before the project's (0.5..0.99) before knowledge (0..0.49). */
function weightOf(source: Constraint['source'], relevance: number): number {
  if (source === 'user') return 1;
  return (source === 'project' ? 0.5 : 0) + Math.round(relevance * 49) / 100;
}
