import { AppError } from '../base/appError.ts';
import { LruMap } from '../base/lruMap.ts';
import { versionOnDisk } from '../documents/diffBase.ts';
import { patchViewOf } from '../documents/diffSummary.ts';
import type { TrackedDocument } from '../documents/documents.ts';
import type { ChangedDocument, ParsedParams, Value } from '../protocol/channels.ts';
import type { Consumer } from '../protocol/consumer.ts';
import { type ChangesPage, changesText, continuationIdLength, type Delta, fillPage, type Rest } from './changesPage.ts';
import type { DeliveredText, Deliveries } from './deliveries/deliveries.ts';
import { Divergences, divergenceText } from './divergences.ts';
import type { PromptServices } from './services.ts';

type ChangesServices = PromptServices & { readonly deliveries: Deliveries };

/**
 * Longest patch that is preferred to a shorter whole text, UTF-16 units. A patch says what
 * happened.
 */
const shortPatch = 2_000;
/** Maximum number of replies that can be continued. */
const maxContinuations = 64;

/** A reply that is continued: what its first part left, as it was then. */
interface Continuation extends Rest {
  readonly consumer: Consumer;
  readonly from: string;
  /** Of the redaction: text that is hidden since then must not leave. */
  readonly epoch: string;
}

/**
 * Reports what changed since a consumer last looked. Laws: applying the delivered changes gives
 * exactly the text of the consumer's watermark; following `more` to the end loses nothing; no reply
 * exceeds its bound. What happens between the parts of a reply is in the next look.
 */
export class Changes {
  readonly #services: ChangesServices;
  readonly #divergences: Divergences;
  readonly #continuations = new LruMap<string, Continuation>(maxContinuations);

  constructor(services: ChangesServices) {
    this.#services = services;
    this.#divergences = new Divergences(services);
    // Another document may take the old name at once, so check for the rename itself.
    services.histories.onDidRename(({ from }) =>
      this.#end(({ deltas }) => deltas.some(({ documentId }) => documentId === from)),
    );
  }

  async since(params: ParsedParams<'live:changesSince'>, consumer: Consumer): Promise<Value<'live:changesSince'>> {
    const { documentId: name } = params;
    const named = name === undefined ? params : { ...params, documentId: await this.#services.documents.idOf(name) };
    if (params.more === undefined) return this.#begin(named, consumer);
    const { redaction, tracking, histories } = this.#services;
    const known = this.#continuations.get(params.more);
    const isLeft = known?.consumer === consumer && known.epoch === redaction.epoch;
    const isGone = ({ documentId }: Delta) => tracking(documentId) !== null || histories.get(documentId) === null;
    if (!isLeft || known.deltas.some(isGone)) throw new AppError('CONTINUATION_GONE');
    return this.#reply(named, consumer, known.from, known);
  }

  async #begin(params: ParsedParams<'live:changesSince'>, consumer: Consumer): Promise<Value<'live:changesSince'>> {
    const { documents, histories } = this.#services;
    const asked = await this.#asked(params);
    const number = params.since === undefined ? null : documents.number(params.since);
    const last = histories.firstDelivery(consumer) === null ? 'the files on disk' : 'the last delivery';
    const from = params.since ?? last;
    const deltas = asked.map((document) => this.#deltaSince(document, number, consumer));
    const before = this.#services.deliveries.superseded(consumer);
    const isAlone = !this.#services.readers.areSeveral(consumer);
    const hasNews = isAlone || number !== null || deltas.some(({ change }) => change !== null);
    const again = asked.flatMap((document) => {
      const known = hasNews ? undefined : before.get(document.documentId);
      return known === undefined ? [] : [this.#delta(document, known)];
    });
    if (again.every(({ change }) => change === null)) return this.#reply(params, consumer, from, { deltas, offset: 0 });
    const repeated = 'an earlier delivery, again for the other agents of this session';
    return this.#reply(params, consumer, repeated, { deltas: again, offset: 0 }, true);
  }

  async #asked({ documentId, preview }: ParsedParams<'live:changesSince'>): Promise<readonly TrackedDocument[]> {
    const { documents, workspace } = this.#services;
    if (documentId !== undefined) return [await documents.find(documentId, !preview)];
    const isActive = (one: TrackedDocument) => Number(one.documentId === workspace.activeDocument());
    return (await documents.ofProject(!preview)).toSorted((a, b) => isActive(b) - isActive(a));
  }

  /** Ends continuations and reports divergences again: the consumer has lost what it received. */
  forget(consumer: Consumer): void {
    this.#end((known) => known.consumer === consumer);
    this.#divergences.forget(consumer);
    this.#services.deliveries.forget(consumer);
  }

  #end(isOver: (known: Continuation, id: string) => boolean): void {
    for (const [id, known] of this.#continuations) if (isOver(known, id)) this.#continuations.delete(id);
  }

  #reply(
    params: ParsedParams<'live:changesSince'>,
    consumer: Consumer,
    from: string,
    { deltas, offset }: Rest,
    isAgain = false,
  ): Value<'live:changesSince'> {
    const { documents, deliveries, redaction } = this.#services;
    const bound = params.maxCharacters ?? Number.POSITIVE_INFINITY;
    const page = fillPage(from, deltas, offset, bound);
    const next = page.rest && { ...page.rest, consumer, from, epoch: redaction.epoch };
    const more = next && this.#idOf(next);
    const changes = changesText(from, page.documents, more);
    const asked = more === null ? deltas.map(({ documentId }) => documents.now(documentId)) : [];
    const diverged = this.#divergences.unreported(asked, consumer, bound, changes.length);
    const text = changes + diverged.map(divergenceText).join('');
    const deliver: DeliveredText = {
      channel: 'live:changesSince',
      params,
      consumer,
      projectId: documents.project(params.documentId),
      documentId: params.documentId ?? null,
      shown: page.documents.map(({ documentId }) => documentId),
      received: received(deltas, page),
      // Whoever gave an earlier version later on would miss what is still to come.
      now: more === null ? (deltas.toSorted((a, b) => a.to.number - b.to.number).at(-1)?.to.id ?? null) : null,
      format: 'markdown',
      text,
      isAgain,
    };
    const receipt = deliveries.account(deliver, undefined, this.#divergences.marker(diverged, consumer));
    if (next !== null && more !== null) this.#continuations.set(more, next);
    if (!params.preview) this.#end((known, id) => known.consumer === consumer && id !== params.more && id !== more);
    const reply = { text, since: params.since ?? null, documents: [...page.documents], more, receipt };
    return diverged.length === 0 ? reply : { ...reply, diverged: [...diverged] };
  }

  /**
   * The delta from the text that the consumer has: the version it names, but nothing newer than
   * what it received; else its watermark; else the text on disk, which it can read itself.
   */
  #deltaSince(document: TrackedDocument, said: number | null, consumer: Consumer): Delta {
    const { history } = document;
    const received = history.watermarks.get(consumer) ?? this.#services.histories.firstDelivery(consumer);
    const disk = versionOnDisk(history).number;
    const known = Math.min(said ?? received ?? disk, received ?? said ?? disk);
    // Since another program wrote the file, nobody can read there what it held.
    const isGone = known <= disk && this.#services.workspace.editor(document.documentId)?.diskText !== undefined;
    return this.#delta(document, known, isGone && history.seal().number > disk);
  }

  /** The delta from a version of the consumer to the current one. */
  #delta(document: TrackedDocument, number: number, isGone = false): Delta {
    const { documentId, history } = document;
    const to = history.seal();
    const file = this.#services.workspace.locate(documentId).path;
    const from = isGone ? 'gone' : history.startAfter(number);
    const start = typeof from === 'string' ? number : from.number;
    const head = {
      ...{ documentId, file, versionId: to.id },
      origins: [...new Set(history.editsAfter(start).map(({ origin }) => origin))],
      saved: this.#services.workspace.editor(documentId)?.dirty !== true,
    };
    const textOf = () => this.#services.documents.redacted(document).text.toString();
    if (from === 'gone') {
      const change: ChangedDocument = { status: 'gone', code: 'VERSION_GONE', ...head, text: '' };
      return { documentId, start, to, body: textOf(), change };
    }
    const { workspace, redaction, summaries } = this.#services;
    // Whoever asks has the text before it.
    const view = { ...patchViewOf(workspace, redaction, documentId), context: 1 };
    const { patch } = summaries.between(history, from, to, view);
    const known = { ...head, fromVersionId: from.id };
    if (patch === '') {
      const change: ChangedDocument = { status: 'restored', ...known };
      return { documentId, start, to, body: '', change: from.number < to.number ? change : null };
    }
    const whole = patch.length > shortPatch ? textOf() : null;
    const shortest = Math.min(patch.length, whole?.length ?? patch.length);
    const edits = summaries.words(history, from, patch, view, shortest);
    if (edits !== undefined || whole === null || whole.length >= patch.length) {
      const change: ChangedDocument = { status: 'changed', ...known, patch: '', ...(edits && { edits }) };
      return { documentId, start, to, body: patch, change };
    }
    const change: ChangedDocument = { status: 'rewritten', ...known, text: '' };
    return { documentId, start, to, body: whole, change };
  }

  /** The same rest has the same id, so that a preview has the bytes of the delivery. */
  #idOf({ consumer, from, deltas, offset }: Continuation): string {
    const rest = deltas.map(({ documentId, start, to }) => [documentId, start, to.id]);
    return this.#services.sha256(JSON.stringify([consumer, from, offset, rest])).slice(0, continuationIdLength);
  }
}

/** New watermarks: the new version of each document that was sent whole, else the old one. */
function received(deltas: readonly Delta[], { rest }: ChangesPage): ReadonlyMap<string, number> {
  const unsent = new Set(rest?.deltas);
  return new Map(
    deltas.map((delta): [string, number] => {
      const isSent = delta.change !== null && !unsent.has(delta);
      return [delta.documentId, isSent ? delta.to.number : delta.start];
    }),
  );
}
