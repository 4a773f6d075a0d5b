import { LruMap } from '../../base/lruMap.ts';
import type { ProjectFiles } from '../../base/ports/projectFiles.ts';
import type { Piece } from '../../engine/piece.ts';
import type { Constraint } from '../../protocol/decisions/constraints.ts';
import type { Redaction } from '../../redaction/redaction.ts';
import type { PieceSource } from '../gather.ts';
import { leftOut } from '../paths.ts';
import { relevances, sampledLength, wordsOf } from './relevance.ts';
import { type RulesFile, rulesFilePath } from './rulesFile.ts';

const keptWords = 256;

/**
 * The constraints of the document's project. The user's are always whole. The others weigh by their
 * relevance to the document's path, language and text, which is read again once it has grown or
 * shrunk by half, or other secrets are hidden: typing changes no order, so that a model's cache
 * keeps the rules. Constraints of an untrusted project are left out with a warning.
 */
export function constraintsSource(files: ProjectFiles, rules: RulesFile, redaction: Redaction): PieceSource {
  /** The words of each document. */
  const knownWords = new LruMap<string, { readonly key: string; readonly words: ReadonlySet<string> }>(keptWords);
  const pieces: PieceSource['pieces'] = async ({ documentId, projectId, live }, gaps) => {
    const { constraints: written, problems, lines } = await rules.rules(projectId);
    const isLeftOut = written.length > 0 && !files.isTrusted(projectId);
    if (isLeftOut) gaps.push(leftOut(rulesFilePath));
    const [first, ...others] = problems;
    // One line a file: a list of all that is wrong would take the prompt's room.
    const more = others.length === 0 ? '' : `; and ${others.length} more of its entries cannot be read`;
    if (first !== undefined) gaps.push(`CONSTRAINTS_INVALID: ${first}${more}`);
    const constraints = isLeftOut ? [] : written;
    if (constraints.length === 0) return [];
    const { file, language } = live.editorState;
    // Secrets must not influence the relevance of a rule.
    const texts = constraints.map(({ text }) => redaction.redactText(projectId, text).text);
    const size = Math.round(Math.log(1 + live.text.length) / Math.log(1.5));
    const key = `${size} ${redaction.epochOf(projectId)}`;
    const known = knownWords.get(documentId);
    const sample = () => live.text.slice(0, Math.min(sampledLength, live.text.length));
    const words = known?.key === key ? known.words : wordsOf(`${file}\n${language}\n${sample()}`);
    knownWords.set(documentId, { key, words });
    const relevance = relevances(texts, words);
    return constraints.map(({ id, type, source }, at): Piece => {
      const content = { kind: 'constraint', part: { id, type, source, text: texts[at] ?? '' } } as const;
      return {
        id: `constraint:${id}`,
        layer: 'rules',
        window: 'constraints',
        source: `constraint (${source})`,
        location: { documentId: files.documentId(projectId, rulesFilePath), line: lines.get(id) ?? 1 },
        projectId,
        weight: weightOf(source, relevance[at] ?? 0),
        ...(source === 'user' ? { keep: 'whole' } : {}),
        render: () => content,
      };
    });
  };
  return { name: 'CONSTRAINTS', essential: true, pieces };
}

/** The user's before the project's (0.5..0.99) before knowledge (0..0.49). */
function weightOf(source: Constraint['source'], relevance: number): number {
  if (source === 'user') return 1;
  return (source === 'project' ? 0.5 : 0) + Math.round(relevance * 49) / 100;
}
