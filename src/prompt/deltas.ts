import { LruMap } from '../base/lruMap.ts';
import type { ProjectFiles } from '../base/ports/projectFiles.ts';
import { patchViewOf } from '../documents/diffSummary.ts';
import type { Version } from '../documents/versions/versionId.ts';
import type { AssembleRequest, Assembly } from '../engine/assembler.ts';
import type { RenderedPiece } from '../engine/measure.ts';
import type { Piece } from '../engine/piece.ts';
import { type Consumer, developerConsumers } from '../protocol/consumer.ts';
import type { ChunkPart } from '../protocol/prompt/prompt.ts';
import { editsText } from '../text/replacements.ts';
import type { PromptServices } from './services.ts';

/** The pieces that a reader received, and the texts that it received whole. */
interface Held {
  readonly blocks: Map<string, string>;
  /** Stretches of code by file, each between line breaks. */
  readonly code: Map<string, readonly string[]>;
  /** Files that were written on the disk after their code was sent. */
  readonly written: Set<string>;
  readonly epoch: string;
  readonly texts: LruMap<string, HeldText>;
  /** Replies since the last whole one. */
  replies: number;
}

/** A text that was sent whole, or these lines of it, counted from one. */
interface HeldText {
  readonly version: Version;
  readonly excerpt: Assembly['data']['payload']['excerpt'];
  deltas: number;
}

/** A request for what is new to a reader; `have` are the versions that it says it holds. */
interface DeltaRequest {
  readonly reader: Consumer;
  readonly documentId: string;
  readonly have: readonly string[] | undefined;
  /** Of the redaction with which the reply was made. */
  readonly epoch: string;
}

/** A shorter reply: it replaces these parts of the request for the whole one. */
export interface PromptDelta extends Pick<AssembleRequest, 'systemText' | 'pieces'> {
  /** Rules, settings and notes that no longer hold, and files whose code does not. */
  readonly gone: readonly string[];
  /** True if the reader has the text, and the reply at most a patch of it. */
  readonly isPatch: boolean;
  /** True if the reader then has every change of the text. */
  readonly isAll: boolean;
}

/** Maximum numbers of readers, and of whole texts of each. */
const maxHeld = 64;
const maxTexts = 32;
/** Maximum numbers of deltas to one whole text, and of replies that are not whole. */
const maxDeltas = 8;
const maxReplies = 30;
/** Share of an excerpt that a reader may lack at either end. */
const lackedShare = 0.25;
/** Maximum length of the patch, as a share of the text. */
const wholePatchShare = 1 / 3;
/** A shorter text is always sent whole, UTF-16 units. */
const smallText = 2_000;
const patchId = 'diff:held';
/** Pieces that hold until the reader is told otherwise. */
const lasting = /^(?:constraint|instructions|setting|note):/;

/**
 * Replaces a reply by what is new to its reader: pieces that are new or changed, and of a text that
 * it received whole one patch.
 */
export class Deltas {
  readonly #services: PromptServices;
  readonly #held = new LruMap<Consumer, Held>(maxHeld);

  constructor(services: PromptServices & { readonly projectFiles: ProjectFiles }) {
    this.#services = services;
    services.projectFiles.onDidChange(({ path }) => {
      const isWithin = (file: string) => path === '' || `${file}/`.startsWith(`${path}/`);
      for (const { code, written } of this.#held.values())
        for (const file of code.keys()) if (isWithin(file)) written.add(file);
    });
  }

  /** Null if the reader needs the whole reply. */
  of({ reader, documentId, have, epoch }: DeltaRequest, { included, account, data }: Assembly): PromptDelta | null {
    const held = this.#held.get(reader);
    const document = included.find(({ content }) => content.kind === 'document');
    if (held === undefined || document === undefined || held.epoch !== epoch) return null;
    const text = held.texts.get(documentId);
    const isHeld = have?.includes(text?.version.id ?? '') ?? this.#services.readers.isKnown(reader);
    if (!isHeld || held.replies >= maxReplies) return null;
    const here = new Set(account.ledger.filter(({ why }) => why !== 'it was removed').map(({ id }) => id));
    const stale = [...held.code.keys()].filter((file) => file !== data.payload.file && this.#isStale(file, held));
    const gone = [...[...held.blocks.keys()].filter((id) => lasting.test(id) && !here.has(id)), ...stale];
    const known = { ...held, code: new Map([...held.code].filter(([file]) => !stale.includes(file))) };
    const patch = text === undefined ? null : this.#patch(documentId, text, document);
    const watermark = this.#services.histories.get(documentId)?.watermarks.get(reader) ?? -1;
    const pieces = included.flatMap((one) => {
      const { window, location } = one.piece;
      // The patch replaces the document's own diffs.
      if (patch !== null && window === 'diffs' && location?.documentId === documentId) return [];
      const piece = newPart(one, known);
      return piece === null ? [] : patch === null ? piece : withoutText(piece);
    });
    return {
      gone,
      isPatch: patch !== null,
      isAll: patch !== null && (text?.excerpt === undefined || watermark >= text.version.number),
      systemText: deltaText(reader, text?.version.id ?? '', patch?.told, gone),
      pieces: patch?.piece ? [...pieces, patch.piece] : pieces,
    };
  }

  /** True if a reply has its patch and is shorter than the whole one. */
  isWorth({ pieces }: PromptDelta, shorter: Assembly, whole: Assembly): boolean {
    const isPatched = !pieces.some(({ id }) => id === patchId) || shorter.included.some(({ id }) => id === patchId);
    return isPatched && shorter.account.tokenCount < whole.account.tokenCount;
  }

  /** Remembers a reply that the reader has received. */
  received({ reader, documentId, epoch }: DeltaRequest, { included, data }: Assembly, delta: PromptDelta | null): void {
    const known = delta === null ? newlyHeld(epoch) : this.#held.get(reader);
    // It was forgotten before the reply arrived.
    if (known === undefined) return;
    const { blocks, code, written, texts } = known;
    for (const id of delta?.gone ?? []) void [blocks.delete(id), code.delete(id), written.delete(id)];
    for (const { id, block, content } of included) {
      blocks.set(id, block);
      for (const { key, first, text } of content.kind === 'chunk' ? stretchesOf(content.part) : [])
        code.set(key, first === 0 ? [text] : [...(code.get(key) ?? []), text]);
    }
    const { excerpt, version_id: id, file, current_document: shown } = data.payload;
    const version = this.#services.histories.get(documentId)?.find(id) ?? null;
    const text = delta?.isPatch ? texts.get(documentId) : undefined;
    const now = text && this.#textOf(documentId, version?.number);
    const own = now ? patched(now, text?.excerpt, excerpt?.line_count) : stretch(shown);
    code.set(file, text === undefined && excerpt?.first_column !== undefined ? [] : [own]);
    if (text !== undefined) text.deltas += 1;
    else if (version === null || excerpt?.last_line === 0 || excerpt?.first_column !== undefined)
      texts.delete(documentId);
    else texts.set(documentId, { version, excerpt, deltas: 0 });
    known.replies += 1;
    this.#held.set(reader, known);
  }

  /** An open document, now or at a version, as an agent may see it. */
  #textOf(documentId: string, version?: number): string | null {
    const { histories, redaction, workspace } = this.#services;
    const history = histories.isOpen(documentId) ? histories.get(documentId) : null;
    const text = version === undefined ? history?.text : history?.textOf(version);
    if (text == null) return null;
    return stretch(redaction.redact(workspace.locate(documentId).projectId, text, documentId).text.toString());
  }

  /** True if an open file has changed in what the reader holds of it, or a closed one at all. */
  #isStale(file: string, { code, written }: Held): boolean {
    const texts = this.#services.workspace.idsOf(file).flatMap((id) => this.#textOf(id) ?? []);
    const held = (code.get(file) ?? []).filter((one) => one.trim() !== '');
    return texts.length === 0 ? written.has(file) : !texts.some((text) => held.every((one) => text.includes(one)));
  }

  /** The reader has lost what it received. */
  forget(reader: Consumer): void {
    this.#held.delete(reader);
  }

  /** The patch to the current text; null if the text is better sent whole. */
  #patch(documentId: string, { version: from, excerpt, deltas }: HeldText, document: RenderedPiece) {
    const { workspace, histories, summaries, redaction } = this.#services;
    const history = histories.get(documentId);
    if (history === null || history.text.length < smallText || history.textOf(from.number) === null) return null;
    const view = { ...patchViewOf(workspace, redaction, documentId), context: 1 };
    const diff = summaries.between(history, from, history.seal(), view);
    if (deltas >= maxDeltas || !covers(excerpt, diff.patch, document)) return null;
    if (diff.patch === '') return { piece: null, told: 'its text is the same' };
    const words = summaries.words(history, from, diff.patch, view);
    const lines = words && patched(this.#textOf(documentId, from.number) ?? '', excerpt, excerpt?.line_count);
    const edits = words?.every(({ oldText }) => lines?.includes(oldText)) ? words : undefined;
    const { length } = edits === undefined ? diff.patch : editsText(edits);
    if (length > history.text.length * wholePatchShare) return null;
    const { layer, source, location, projectId, weight } = document.piece;
    const piece: Piece = {
      ...{ id: patchId, window: 'diffs', layer, source, location, projectId, weight },
      render: () => ({ kind: 'anchorDiff', diff: { ...diff, ...(edits && { edits }) } }),
    };
    const what = edits === undefined ? 'one patch on its text' : 'edits of its text, each oldText unique in it';
    return { piece, told: `${what} (Anchor Diff)` };
  }
}

function newlyHeld(epoch: string): Held {
  return { blocks: new Map(), code: new Map(), written: new Set(), texts: new LruMap(maxTexts), replies: -1, epoch };
}

/**
 * True if the held lines are those that the patch speaks of, and nearly all that the document shows
 * now.
 */
function covers(excerpt: HeldText['excerpt'], patch: string, { content }: RenderedPiece): boolean {
  const shown = content.kind === 'document' ? content.part.excerpt : undefined;
  if (excerpt === undefined) return true;
  const { first_line: first, last_line: last } = excerpt;
  const hunks = [...patch.matchAll(/^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/gm)].map(
    ([, start, removed = 1, added = 1]) => ({ start: Number(start), removed: Number(removed), added: Number(added) }),
  );
  const grown = hunks.reduce((sum, { removed, added }) => sum + added - removed, 0);
  const lacked = (last - first) * lackedShare;
  return (
    hunks.every(({ start, removed }) => start >= first && start + removed - 1 <= last) &&
    (shown?.first_line ?? 1) >= first - lacked &&
    (shown?.last_line ?? Number.POSITIVE_INFINITY) <= last + grown + lacked
  );
}

/**
 * A piece as far as it is new to the reader; null if it is not. The document and the editor's state
 * are in every reply.
 */
function newPart({ id, block, content, piece }: RenderedPiece, { blocks, code }: Held): Piece | null {
  if (content.kind === 'document' || content.kind === 'editorState') return piece;
  if (content.kind !== 'chunk') return blocks.get(id) === block ? null : piece;
  const part = newStretches(content.part, code);
  if (part === null || part === content.part) return part && piece;
  const { renderWithin: _, ...rest } = piece;
  return { ...rest, render: () => ({ kind: 'chunk', part }) };
}

/** The held lines of a text that has changed in no others. */
function patched(now: string, held: HeldText['excerpt'], lineCount = 0): string {
  const end = held && held.last_line + 1 + lineCount - (held.line_count ?? 0);
  const lines = now.slice(0, -1).split('\n');
  return `\n${lines.slice(held?.first_line ?? 1, end).join('\n')}\n`;
}

/** A text between line breaks. */
function stretch(text: string): string {
  return `\n${text.replaceAll('\r\n', '\n').replace(/\n$/, '')}\n`;
}

/** The stretches of a chunk, or of signatures those of each file. */
function stretchesOf({ file, text, first_line }: ChunkPart) {
  const isOfLines = first_line > 0;
  return text.split(isOfLines ? /^(?=… \d+\n)/m : /^(?=\S+\.\w+\n)/m).map((marked) => {
    const [marker = '', first = first_line] = /^… (\d+)\n/.exec(marked) ?? [];
    const body = marked.slice(marker.length);
    const key = isOfLines ? file : `${file} ${body.split('\n')[0]}`;
    return { key, first: Number(first), body, text: stretch(body) };
  });
}

/** The stretches of a chunk that are not known as they stand; null without any. */
function newStretches(part: ChunkPart, code: Held['code']): ChunkPart | null {
  const isOfLines = part.first_line > 0;
  const stretches = stretchesOf(part);
  const news = stretches.filter(({ key, text }) => {
    const sought = isOfLines ? [text] : text.trim().split('\n').map(stretch);
    return text.trim() !== '' && !sought.every((one) => code.get(key)?.some((held) => held.includes(one)));
  });
  const [start] = news;
  const end = news.at(-1);
  if (start === undefined || end === undefined || news.length === stretches.length) return start ? part : null;
  const text = news.map(({ first, body }, at) => (isOfLines && at > 0 ? `… ${first}\n${body}` : body)).join('');
  return isOfLines
    ? { ...part, text, first_line: start.first, last_line: end.first + end.text.split('\n').length - 3 }
    : { ...part, text };
}

/** A document by its name and version; any other piece as it is. */
function withoutText(piece: Piece): Piece {
  if (piece.id !== 'document') return piece;
  const { renderWithin: _, ...rest } = piece;
  return { ...rest, render: () => piece.render('gist') };
}

function deltaText(reader: Consumer, base: string, told: string | undefined, gone: readonly string[]): string {
  const isThread = developerConsumers.has(reader);
  const what = isThread ? 'context' : 'live_context';
  const except = gone.length === 0 ? '' : ` but ${gone.join(', ').replace(/\s+/g, ' ')}`;
  const rest = `and what is new or changed; the rest still holds${except}.${isThread ? '' : ' For all of it: have [].'}`;
  if (told === undefined) return `Since your last ${what}: this document, ${rest}`;
  return `Since your ${what} of version ${base}: ${told}, ${rest}`;
}
