import { LruMap } from '../base/lruMap.ts';
import type { Workspace } from '../base/ports/workspace.ts';
import { type DiffSummaries, patchViewOf } from '../documents/diffSummary.ts';
import type { Histories } from '../documents/histories.ts';
import type { Version } from '../documents/versions/versionId.ts';
import type { Assembly } from '../engine/assembler.ts';
import { isStable } from '../engine/format/markdown.ts';
import type { RenderedPiece } from '../engine/measure.ts';
import type { Piece } from '../engine/piece.ts';
import type { Consumer } from '../protocol/consumer.ts';
import type { WindowPart } from '../protocol/prompt/prompt.ts';
import type { Redaction } from '../redaction/redaction.ts';
import type { Readers } from './readers.ts';

/** The last reply with a whole text that a reader received, and what came since. */
interface Held {
  readonly version: Version;
  readonly blocks: Map<string, string>;
  readonly rules: ReadonlySet<string>;
  windows: string;
  readonly epoch: string;
  deltas: number;
}

interface DeltaServices {
  readonly workspace: Workspace;
  readonly histories: Histories;
  readonly summaries: DiffSummaries;
  readonly redaction: Redaction;
  readonly readers: Readers;
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
}

/** Maximum number of readers' documents. */
const maxHeld = 64;
/** Maximum number of deltas to one whole text. */
const maxDeltas = 8;
/** Maximum length of the patch, as a share of the text. */
const wholePatchShare = 0.2;
/** A shorter text is always sent whole, UTF-16 units. */
const smallText = 2_000;
const patchId = 'diff:held';

/**
 * Replaces a reply by one patch against the text that its reader received whole, and by the pieces
 * that are new or changed.
 */
export class Deltas {
  readonly #services: DeltaServices;
  readonly #held = new LruMap<string, Held>(maxHeld);

  constructor(services: DeltaServices) {
    this.#services = services;
  }

  /** Null if the reader needs the whole reply. */
  of(
    { reader, documentId, have }: DeltaRequest,
    { included }: Assembly,
    windows: readonly WindowPart[],
  ): PromptDelta | null {
    const { workspace, histories, summaries, redaction, readers } = this.#services;
    const held = this.#held.get(keyOf(reader, documentId));
    const history = histories.get(documentId);
    if (held === undefined || history === null) return null;
    const { version, blocks, rules, epoch, deltas } = held;
    const isHeld = have === undefined ? readers.isKnown(reader) : have.includes(version.id);
    const isKept = history.textOf(version.number) !== null && epoch === redaction.epoch;
    if (!isHeld || !isKept || deltas >= maxDeltas || history.text.length < smallText) return null;
    const ids = new Set(included.map(({ id }) => id));
    if ([...rules].some((id) => !ids.has(id))) return null;
    const diff = summaries.between(history, version, history.seal(), patchViewOf(workspace, redaction, documentId));
    if (diff.patch.length > history.text.length * wholePatchShare) return null;
    const document = included.find(({ content }) => content.kind === 'document')?.piece;
    if (document === undefined) return null;
    const patch: Piece = {
      ...withoutText(document),
      ...{ id: patchId, window: 'diffs', keep: 'whole' },
      render: () => ({ kind: 'anchorDiff', diff: { ...diff, base_version_id: version.id } }),
    };
    const pieces = included.flatMap((one) => (isNew(one, documentId, blocks) ? [withoutText(one.piece)] : []));
    return {
      systemText: deltaText(version.id, diff.patch === ''),
      pieces: diff.patch === '' ? pieces : [...pieces, patch],
      windows: JSON.stringify(windows) === held.windows ? [] : windows,
    };
  }

  /** True if a shorter reply has its patch and saves enough. */
  isWorth({ pieces }: PromptDelta, shorter: Assembly, whole: Assembly): boolean {
    const isShown = shorter.included.length === pieces.length;
    return isShown && shorter.account.tokenCount < whole.account.tokenCount * 0.7;
  }

  /** Remembers a reply that the reader has received. */
  received(
    { reader, documentId }: DeltaRequest,
    { included, data }: Assembly,
    windows: readonly WindowPart[],
    isDelta: boolean,
  ): void {
    const { histories, redaction } = this.#services;
    const key = keyOf(reader, documentId);
    const held = this.#held.get(key);
    const blocks = included.map(({ id, block }) => [id, block] as const);
    if (isDelta && held !== undefined) {
      held.deltas += 1;
      held.windows = JSON.stringify(windows);
      for (const [id, block] of blocks) held.blocks.set(id, block);
      return;
    }
    const version = histories.get(documentId)?.find(data.payload.version_id) ?? null;
    if (version === null || data.payload.excerpt !== undefined) this.#held.delete(key);
    else {
      const rules = new Set(included.filter(isStable).map(({ id }) => id));
      const state = { blocks: new Map(blocks), windows: JSON.stringify(windows), epoch: redaction.epoch };
      this.#held.set(key, { version, rules, ...state, deltas: 0 });
    }
  }

  /** The reader has lost what it received. */
  forget(reader: Consumer): void {
    for (const key of [...this.#held.keys()]) if (key.startsWith(keyOf(reader, ''))) this.#held.delete(key);
  }
}

/** The patch replaces the document's own diffs; the editor's state is always there. */
function isNew({ id, block, content, piece }: RenderedPiece, documentId: string, held: ReadonlyMap<string, string>) {
  if (content.kind === 'document' || content.kind === 'editorState') return true;
  const isOwnDiff = piece.window === 'diffs' && piece.location?.documentId === documentId;
  return !isOwnDiff && held.get(id) !== block;
}

/** A document by its name and version; any other piece as it is. */
function withoutText(piece: Piece): Piece {
  if (piece.id !== 'document') return piece;
  const { renderWithin: _, ...rest } = piece;
  return { ...rest, render: () => piece.render('gist') };
}

function deltaText(base: string, isSame: boolean): string {
  const text = isSame ? 'its text is the same' : 'one patch on its text (Anchor Diff)';
  return `Since your live_context of version ${base}: ${text}, and what is new or changed; the rest still holds. For all of it: have [].`;
}

function keyOf(reader: Consumer, documentId: string): string {
  return `${reader}\n${documentId}`;
}
