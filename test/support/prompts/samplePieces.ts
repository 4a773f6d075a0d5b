import { createHash } from 'node:crypto';
import type { LiveContext } from '../../../src/documents/liveContext.ts';
import { type AssembleRequest, Assembler } from '../../../src/engine/assembler.ts';
import { defaultShares } from '../../../src/engine/budget.ts';
import type { CountTokens } from '../../../src/engine/measure.ts';
import type { Layer, Piece, PieceContent } from '../../../src/engine/piece.ts';
import type { EditorState } from '../../../src/protocol/prompt/liveContext.ts';
import type { ConstraintPart } from '../../../src/protocol/prompt/prompt.ts';
import { RedactedText } from '../../../src/redaction/redactedText.ts';
import { immediatePieces } from '../../../src/sources/immediate/immediate.ts';
import { SourceText } from '../../../src/text/sourceText.ts';

const project = 'file:///project';
const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

const anywhere = { location: null, projectId: project };

/** Words of about `tokens` tokens. */
export function words(tokens: number, word = 'word'): string {
  return Array.from({ length: tokens }, () => word).join(' ');
}

export function constraint(
  id: string,
  text: string,
  source: ConstraintPart['source'] = 'user',
  weight = source === 'user' ? 1 : 0.3,
): Piece {
  const content: PieceContent = { kind: 'constraint', part: { id, type: 'style', source, text } };
  const keep = source === 'user' ? ({ keep: 'whole' } as const) : {};
  const about = { layer: 'rules', window: 'constraints', source } as const;
  return { ...anywhere, id: `constraint:${id}`, ...about, weight, ...keep, render: () => content };
}

export function setting(name: string, value: string, confidence: number): Piece {
  const content: PieceContent = { kind: 'setting', part: { name, value, origin: 'test', confidence } };
  const about = { layer: 'settings', window: 'settings', source: 'test' } as const;
  return { ...anywhere, id: `setting:${name}`, ...about, weight: confidence, render: () => content };
}

export function chunk(name: string, text: string, score: number, projectId = project): Piece {
  return {
    id: `chunk:${name}`,
    layer: 'retrieved',
    window: name.startsWith('diagnostic:') ? 'diagnostics' : 'retrieved',
    location: null,
    source: name,
    projectId,
    weight: score,
    render: (lod) => ({
      kind: 'chunk',
      part: {
        file: name,
        first_line: 1,
        last_line: 9,
        language: 'plaintext',
        why: 'test',
        score,
        text: lod === 'full' ? text : lod === 'summary' ? text.slice(0, text.length / 4) : '',
        ...(lod === 'full' ? {} : { detail: lod === 'summary' ? ('first-lines' as const) : ('name' as const) }),
      },
    }),
  };
}

/** A Live Context of a document that nobody has changed. */
export function live(text: string | SourceText, editor: Partial<EditorState> = {}): LiveContext {
  const source = RedactedText.unchanged(typeof text === 'string' ? SourceText.from(text) : text).text;
  const editorState: EditorState = {
    ...{ file: 'a.ts', document_id: 'file:///project/a.ts', project_id: project, language: 'typescript' },
    ...{ line_count: source.lineCount, length: source.length, cursor: null, selections: [], visible_ranges: [] },
    ...{ dirty: false, encoding: 'utf8', eol: 'LF', disk: 'same', open_tabs: [], diagnostics: [] },
    ...editor,
  };
  const versionId = 'v20251009-123456-1';
  return { versionId, text: source, outline: [], recentDiffs: [], anchorDiff: null, planHints: [], editorState };
}

export function immediate(text: string, cursor = 0): readonly Piece[] {
  const line = text.slice(0, cursor).split('\n').length;
  const column = cursor - text.lastIndexOf('\n', cursor - 1);
  const state = live(text, { cursor: { line, column, offset: cursor } });
  return immediatePieces(state, {
    excerptTokens: 1_000_000,
    count: (whole) => whole.length,
    isWhole: (whole) => whole.length <= 1_000_000,
    fitsPatch: (patch) => patch.length <= 16_000,
  });
}

export function requestOf(
  pieces: readonly Piece[],
  modelLimit: number,
  more: Partial<AssembleRequest> = {},
): AssembleRequest {
  return {
    projectId: project,
    systemText: 'System.',
    pieces,
    budget: { modelLimit, outputReserve: 0, shares: defaultShares },
    format: 'markdown',
    warnings: [],
    ...more,
  };
}

export function assemblerWith(count: CountTokens): Assembler {
  return new Assembler(count, (content) => content, sha256, true);
}

/** The tokens of a layer in an assembly's account. */
export function tokensIn(
  layer: Layer,
  account: { readonly layers: Readonly<Record<Layer, { readonly tokens: number }>> },
): number {
  return account.layers[layer].tokens;
}
