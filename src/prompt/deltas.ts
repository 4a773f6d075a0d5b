import { LruMap } from '../base/lruMap.ts';
import { patchViewOf } from '../documents/diffSummary.ts';
import type { Version } from '../documents/versions/versionId.ts';
import type { Assembly } from '../engine/assembler.ts';
import { isStable } from '../engine/format/markdown.ts';
import type { RenderedPiece } from '../engine/measure.ts';
import type { Piece } from '../engine/piece.ts';
import type { Consumer } from '../protocol/consumer.ts';
import type { WindowPart } from '../protocol/prompt/prompt.ts';
import type { PromptServices } from './services.ts';

/** The pieces that a reader received, and the texts that it received whole. */
interface Held {
  readonly blocks: Map<string, string>;
  /** Lines of retrieved code, by file. */
  readonly lines: Map<string, Set<string>>;
  readonly rules: ReadonlySet<string>;
  readonly epoch: string;
  readonly texts: LruMap<string, { readonly version: Version; deltas: number }>;
}

/** A request for what is new to a reader; `have` are the versions that it says it holds. */
interface DeltaRequest {
  readonly reader: Consumer;
  readonly documentId: string;
  readonly have: readonly string[] | undefined;
}

/** A shorter reply: it replaces these parts of the request for the whole one. */
export interface PromptDelta {
  readonly systemText: string;
  readonly pieces: readonly Piece[];
  readonly windows: readonly WindowPart[];
  /** Rules and settings that no longer hold. */
  readonly gone: readonly string[];
  /** True if the reader has the text, and the reply at most a patch of it. */
  readonly isPatch: boolean;
}

/** Maximum numbers of readers, and of whole texts of each. */
const maxHeld = 64;
const maxTexts = 32;
/** Maximum number of deltas to one whole text. */
const maxDeltas = 8;
/** Maximum length of the patch, as a share of the text. */
const wholePatchShare = 0.2;
/** A shorter text is always sent whole, UTF-16 units. */
const smallText = 2_000;
/** A shorter reply that has more of the whole one's tokens is not used. */
const worthShare = 0.85;
const patchId = 'diff:held';

/**
 * Replaces a reply by what is new to its reader: pieces that are new or changed, and of a text that
 * it received whole one patch.
 */
export class Deltas {
  readonly #services: PromptServices;
  readonly #held = new LruMap<Consumer, Held>(maxHeld);

  constructor(services: PromptServices) {
    this.#services = services;
  }

  /** Null if the reader needs the whole reply. */
  of({ reader, documentId, have }: DeltaRequest, { included }: Assembly): PromptDelta | null {
    const { readers, redaction } = this.#services;
    const held = this.#held.get(reader);
    const document = included.find(({ content }) => content.kind === 'document')?.piece;
    if (held === undefined || document === undefined || held.epoch !== redaction.epoch) return null;
    const { rules, texts } = held;
    const text = texts.get(documentId);
    const isHeld = have === undefined ? readers.isKnown(reader) : text !== undefined && have.includes(text.version.id);
    const ids = new Set(included.map(({ id }) => id));
    if (!isHeld || (text?.deltas ?? 0) >= maxDeltas) return null;
    const gone = [...rules].filter((id) => !ids.has(id));
    const patch = text === undefined ? null : this.#patch(documentId, text.version, document);
    const news = included.filter((one) => isNew(one, held) && (patch === null || !isOwnDiff(one, documentId)));
    const pieces = news.map(({ piece }) => (patch === null ? piece : withoutText(piece)));
    return {
      gone,
      isPatch: patch !== null,
      systemText: deltaText(patch === null ? null : (text?.version.id ?? null), patch === 'same', gone),
      pieces: patch === null || patch === 'same' ? pieces : [...pieces, patch],
      windows: [],
    };
  }

  /** True if a shorter reply has its patch and saves enough. */
  isWorth({ pieces }: PromptDelta, shorter: Assembly, whole: Assembly): boolean {
    const isPatched = !pieces.some(({ id }) => id === patchId) || shorter.included.some(({ id }) => id === patchId);
    return isPatched && shorter.account.tokenCount < whole.account.tokenCount * worthShare;
  }

  /** Remembers a reply that the reader has received. */
  received({ reader, documentId }: DeltaRequest, { included, data }: Assembly, delta: PromptDelta | null): void {
    const { histories, redaction } = this.#services;
    const held = delta === null ? undefined : this.#held.get(reader);
    const blocks = new Map([...(held?.blocks ?? []), ...included.map(({ id, block }) => [id, block] as const)]);
    const rules = new Set([...(held?.rules ?? []), ...included.filter(isStable).map(({ id }) => id)]);
    for (const id of delta?.gone ?? []) void [blocks.delete(id), rules.delete(id)];
    const lines = held?.lines ?? new Map<string, Set<string>>();
    for (const { content } of included) {
      if (content.kind !== 'chunk') continue;
      const { file, text } = content.part;
      lines.set(file, new Set([...(lines.get(file) ?? []), ...text.split('\n')]));
    }
    const texts = held?.texts ?? new LruMap(maxTexts);
    const { excerpt, version_id: id } = data.payload;
    const version = histories.get(documentId)?.find(id) ?? null;
    const known = texts.get(documentId);
    if (delta?.isPatch === true) {
      if (known !== undefined) known.deltas += 1;
    } else if (version === null || excerpt !== undefined) texts.delete(documentId);
    else texts.set(documentId, { version, deltas: 0 });
    this.#held.set(reader, { blocks, lines, rules, texts, epoch: redaction.epoch });
  }

  /** The reader has lost what it received. */
  forget(reader: Consumer): void {
    this.#held.delete(reader);
  }

  /** The patch to the current text; null if the text is better sent whole. */
  #patch(documentId: string, from: Version, document: Piece): Piece | 'same' | null {
    const { workspace, histories, summaries, redaction } = this.#services;
    const history = histories.get(documentId);
    if (history === null || history.text.length < smallText || history.textOf(from.number) === null) return null;
    const view = { ...patchViewOf(workspace, redaction, documentId), context: 1 };
    const diff = summaries.between(history, from, history.seal(), view);
    if (diff.patch === '') return 'same';
    if (diff.patch.length > history.text.length * wholePatchShare) return null;
    return {
      ...withoutText(document),
      ...{ id: patchId, window: 'diffs', keep: 'whole' },
      render: () => ({ kind: 'anchorDiff', diff: { ...diff, base_version_id: from.id } }),
    };
  }
}

/** The document and the editor's state are in every reply. */
function isNew({ id, block, content }: RenderedPiece, { blocks, lines }: Held): boolean {
  if (content.kind === 'chunk') {
    const known = lines.get(content.part.file);
    return content.part.text.split('\n').some((line) => !/^(?:\s*|… \d+)$/.test(line) && !known?.has(line));
  }
  return content.kind === 'document' || content.kind === 'editorState' || blocks.get(id) !== block;
}

/** The patch replaces the document's own diffs. */
function isOwnDiff({ piece }: RenderedPiece, documentId: string): boolean {
  return piece.window === 'diffs' && piece.location?.documentId === documentId;
}

/** A document by its name and version; any other piece as it is. */
function withoutText(piece: Piece): Piece {
  if (piece.id !== 'document') return piece;
  const { renderWithin: _, ...rest } = piece;
  return { ...rest, render: () => piece.render('gist') };
}

function deltaText(base: string | null, isSame: boolean, gone: readonly string[]): string {
  const except = gone.length === 0 ? '' : ` but ${gone.join(', ').replace(/\s+/g, ' ')}`;
  const rest = `and what is new or changed; the rest still holds${except}. For all of it: have [].`;
  if (base === null) return `Since your last live_context: this document, ${rest}`;
  const text = isSame ? 'its text is the same' : 'one patch on its text (Anchor Diff)';
  return `Since your live_context of version ${base}: ${text}, ${rest}`;
}
