import { decodeUri } from '../../../base/uri.ts';
import type { TrackedDocument } from '../../../documents/documents.ts';
import type { Histories } from '../../../documents/histories.ts';
import { planAnswer } from '../../../edits/answers/answerPlan.ts';
import { readAnswer } from '../../../edits/answers/answerReader.ts';
import type { FileWrite } from '../../../protocol/agentTurns.ts';
import type { Consumer } from '../../../protocol/consumer.ts';
import type { EditsResult } from '../../../protocol/edits.ts';
import type { SessionServices } from '../../services.ts';

/** Maximum delay until the editor notices a file on disk, ms. */
const noticeMs = 30_000;
/** Maximum number of writes that wait to be noticed. */
const maxWaiting = 64;
/** Number of edits that are searched for a write. */
const maxAnnouncedEdits = 64;

interface OwnWrite {
  readonly consumer: Consumer;
  readonly documentId: string;
  readonly write: FileWrite;
  readonly until: number;
}

/**
 * Files that agents wrote on disk. A change from disk is not reported to an agent if it is exactly
 * what the agent's tool makes of a text that the agent knew. Everything else is reported.
 */
export class OwnWrites {
  readonly #services: SessionServices;
  #waiting: readonly OwnWrite[] = [];

  constructor(services: SessionServices) {
    this.#services = services;
    services.histories.onDidChange((documentId) => {
      if (this.#waiting.length > 0) this.#learn(documentId);
    });
  }

  /** The consumer's tool reports that it has written the document's file. */
  add(consumer: Consumer, documentId: string, write: FileWrite): void {
    const until = this.#services.clock.now() + noticeMs;
    this.#waiting = [...this.#waiting, { consumer, documentId, write, until }].slice(-maxWaiting);
    this.#learn(documentId);
  }

  #learn(documentId: string): void {
    const now = this.#services.clock.now();
    this.#waiting = this.#waiting.filter(({ until }) => until >= now);
    const consumers = new Set(this.#waiting.flatMap((one) => (one.documentId === documentId ? one.consumer : [])));
    for (const consumer of consumers) while (this.#passOver(consumer, documentId));
  }

  /** Moves the consumer's watermark over its own write; false if the next change is not its own. */
  #passOver(consumer: Consumer, documentId: string): boolean {
    const { histories } = this.#services;
    const history = histories.get(documentId);
    const known = history?.watermarks.get(consumer) ?? histories.firstDelivery(consumer);
    if (history === null || known === null) return false;
    const edit = history.newestEdits(maxAnnouncedEdits).find(({ version }) => version.number > known);
    if (edit?.origin !== 'disk' || edit.base.number > known) return false;
    const before = this.#unredactedText({ documentId, history }, edit.base.number);
    const after = this.#unredactedText({ documentId, history }, edit.version.number);
    if (before === null || after === null) return false;
    const own = this.#waiting.filter((one) => one.consumer === consumer && one.documentId === documentId);
    // The editor may notice several writes at once.
    let text: string | null = before;
    for (const [index, { write }] of own.entries()) {
      text = text === null ? null : writtenText(text, write, documentId);
      if (text !== after) continue;
      const done = new Set(own.slice(0, index + 1));
      this.#waiting = this.#waiting.filter((one) => !done.has(one));
      history.markAt(consumer, edit.version.number);
      return true;
    }
    return false;
  }

  /** Returns a version's text; null if it holds a secret, so that no guess is confirmed. */
  #unredactedText(document: TrackedDocument, number: number): string | null {
    const text = document.history.textOf(number);
    const isShown = text !== null && this.#services.documents.redacted(document, text).isUnchanged;
    return isShown ? comparable(text.toString()) : null;
  }
}

/**
 * An agent knows the edits that it made: its watermark moves over them if it knew the text they
 * were made for and received what they were rebased over.
 */
export function learnOwnEdits(histories: Histories, { documents }: EditsResult, consumer: Consumer): void {
  for (const { documentId, baseVersionId, newVersionId, outcome, meanwhile } of documents) {
    const history = histories.get(documentId);
    const edited = newVersionId === undefined ? null : histories.numberOf(newVersionId);
    const base = baseVersionId === undefined ? null : histories.numberOf(baseVersionId);
    if (history === null || edited === null || base === null) continue;
    const before = history.newestEdits(2).find(({ version }) => version.number < edited)?.version.number ?? base;
    const needed = outcome === 'applied' || meanwhile !== undefined ? base : before;
    const known = history.watermarks.get(consumer) ?? histories.firstDelivery(consumer);
    if (known !== null && known >= needed && known < edited) history.markAt(consumer, edited);
  }
}

/** Applies a write to a text; null if it does not fit. */
export function writtenText(text: string, write: FileWrite, documentId: string): string | null {
  switch (write.kind) {
    case 'whole':
      return comparable(write.text);
    case 'replace':
      return write.edits.reduce<string | null>((so, edit) => (so === null ? null : replaced(so, edit)), text);
    case 'patch':
      return patched(text, write.text, documentId);
  }
}

type Replacement = (FileWrite & { readonly kind: 'replace' })['edits'][number];

function replaced(text: string, { oldText, newText, everywhere }: Replacement): string | null {
  const parts = text.split(comparable(oldText));
  if (oldText === '' || parts.length === 1 || (parts.length > 2 && !everywhere)) return null;
  return parts.join(comparable(newText));
}

function patched(text: string, patch: string, documentId: string): string | null {
  const isMeant = (path: string) => (decodeUri(documentId) ?? documentId).endsWith(`/${path.replace(/^(\.?\/)+/, '')}`);
  const find = (path: string) => (isMeant(path) ? { id: documentId, path, text } : null);
  const { files, questions } = planAnswer(readAnswer(patch), {
    find,
    isOutside: () => false,
    near: () => [],
    inFront: null,
    versionFor: (file) => ({ file, isEarlier: false }),
  });
  const planned = files.find((one) => one.action === 'edit' && one.file.id === documentId);
  if (planned?.action !== 'edit' || questions.some(({ file }) => file?.id === documentId)) return null;
  let after = text;
  for (const edit of planned.edits.toReversed()) {
    if (edit.type !== 'offsets') return null;
    after = after.slice(0, edit.start) + comparable(edit.newText) + after.slice(edit.end);
  }
  return after;
}

/** Editors and tools keep a file's line ends and its byte order mark. */
function comparable(text: string): string {
  return text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
}
