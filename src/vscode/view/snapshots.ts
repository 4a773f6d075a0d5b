import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/event.ts';
import type { Clock } from '../../base/ports/clock.ts';
import { haveSameItems } from '../../base/sameItems.ts';
import type { Channel, Params, Value } from '../../protocol/channels.ts';
import { type Consumer, clipboard, editorTools } from '../../protocol/consumer.ts';
import type { Account } from '../../protocol/prompt/assembly.ts';
import { mayComeLater } from '../../protocol/prompt/ownLosses.ts';
import { failure, type Result, success } from '../../protocol/result.ts';
import type { ViewHead, ViewPrompt, ViewSnapshot } from '../../protocol/viewMessages.ts';
import type { Session } from '../../session/session.ts';
import { type Pace, refresher } from './refresher.ts';

/**
 * Pace of snapshots while the view is seen, ms. A round costs as much as some hundred keystrokes.
 */
const seenPace: Pace = { quiet: 250, latest: 5_000 };
/** Pace while the view is hidden: only the status bar needs the account. */
const hiddenPace: Pace = { quiet: 1_200, latest: 15_000 };
/** After a tab came to the front it is looked at once more, ms. */
const secondCheckMs = 200;
/** Another document in front is sent without its picture if that takes longer, ms. */
const headMs = 200;
/** Maximum number of deliveries that are listed. */
const listedDeliveries = 50;
/** Maximum number of consumers that looked lately and can be chosen, besides the usual ones. */
const mostConsumers = 12;

/** The prompt that the view and the status bar show. */
export interface ShownPrompt {
  readonly consumer: Consumer;
  readonly account: Account;
}

/** The editor's knowledge of the document in front. */
export interface Front {
  /** Another editor or tab may be in front. */
  readonly onDidChange: Event<unknown>;
  /** The name of a document's folder where the window has several; else null. */
  folderOf(documentId: string): string | null;
  /** True in Restricted Mode. */
  isRestricted(): boolean;
}

/** Those whose prompt can always be looked at, whether or not they ever asked. */
const usualConsumers: readonly Consumer[] = [clipboard, editorTools, 'live'];

type Prompt = Value<'live:get'>;

/**
 * The picture that view and status bar share, from one assembly. If it takes long, one without
 * details is sent before it. While the view is hidden only the account is requested.
 */
export class Snapshots implements Disposable {
  readonly #session: Pick<Session, 'request'>;
  readonly #clock: Clock;
  readonly #front: Front;
  readonly #taken = new Emitter<ViewSnapshot>();
  readonly #assembled = new Emitter<ShownPrompt | null>();
  readonly #subscription: Disposable;
  #consumer: Consumer = clipboard;
  #conversationId: string | undefined;
  #isSeen = false;
  #second: Disposable | undefined;
  #head: ViewHead | null = null;
  #headTimer: Disposable | undefined;
  #prompt: Prompt | null = null;
  #last: ViewSnapshot | null = null;
  /** The last snapshot and the text of its prompt. */
  #sent: readonly string[] = [];
  #refresher: ReturnType<typeof refresher>;

  readonly onDidTake = this.#taken.event;
  /** Null when there is no prompt. */
  readonly onDidAssemble = this.#assembled.event;

  constructor(session: Pick<Session, 'request'>, clock: Clock, front: Front) {
    this.#session = session;
    this.#clock = clock;
    this.#front = front;
    this.#refresher = this.#newRefresher();
    this.#subscription = front.onDidChange(() => {
      void this.#checkFront();
      // What has no text is known a little later than its tab.
      this.#second?.dispose();
      this.#second = clock.after(secondCheckMs, () => void this.#checkFront());
    });
    this.changed();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#second?.dispose();
    this.#headTimer?.dispose();
    this.#refresher.stop();
  }

  /** Whose prompt is shown. */
  get consumer(): Consumer {
    return this.#consumer;
  }

  /** Executes an anchor for the developer, in the conversation whose windows are shown. */
  act(id: string, params: Readonly<Record<string, string>>): Promise<Result<Value<'windows:act'>>> {
    const conversationId = this.#conversationId;
    const request = { id, params, ...(conversationId === undefined ? {} : { conversationId }) };
    return this.#session.request('windows:act', request, clipboard);
  }

  /** Something may be another thing now. */
  changed(): void {
    this.#refresher.soon();
  }

  /** Sends everything again, at once. */
  sendAll(): void {
    this.#head = null;
    this.#restart();
  }

  /** Sets if the view is visible. */
  seen(isSeen: boolean): void {
    if (isSeen === this.#isSeen) return;
    this.#isSeen = isSeen;
    this.#restart();
  }

  /** Shows another consumer's prompt from now on. */
  showFor(consumer: Consumer): void {
    if (consumer === this.#consumer) return;
    this.#consumer = consumer;
    this.#conversationId = undefined;
    this.#restart();
  }

  /** The text of a piece as the last snapshot's prompt has it. */
  textOf(piece: string): Result<string> {
    const part = this.#prompt?.trace?.parts.find(({ id }) => id === piece);
    if (part === undefined) return failure('DOCUMENT_UNKNOWN', 'The piece is not in the prompt.');
    return success(this.#prompt?.text.slice(part.start, part.end) ?? '');
  }

  /** Drops the running round, which is for another document, client or pace, and starts another. */
  #restart(): void {
    this.#refresher.stop();
    this.#sent = [];
    this.#refresher = this.#newRefresher();
    this.#refresher.now();
  }

  #newRefresher(): ReturnType<typeof refresher> {
    const round = () => this.#round(() => this.#refresher === own);
    const own = refresher(round, this.#isSeen ? seenPace : hiddenPace, this.#clock);
    return own;
  }

  /** Follows at once who is in front. */
  async #checkFront(): Promise<void> {
    const status = await this.#session.request('live:status', {}, clipboard);
    if (status.ok && this.#changeHead(this.#headOf(status.value.document))) this.#restart();
  }

  #headOf(document: ViewHead['document']): ViewHead {
    const folder = document && this.#front.folderOf(document.documentId);
    return { document, folder, isRestricted: this.#front.isRestricted() };
  }

  /** True if the head has changed. */
  #changeHead(head: ViewHead): boolean {
    if (JSON.stringify(head) === JSON.stringify(this.#head)) return false;
    this.#head = head;
    this.#headTimer?.dispose();
    const { consumer } = this;
    this.#headTimer = this.#clock.after(headMs, () => {
      if (this.#last !== null) this.#taken.fire({ ...this.#last, head, consumer, detail: null });
    });
    return true;
  }

  /** Takes a snapshot. Returns false if something failed or is still to come. */
  async #round(isCurrent: () => boolean): Promise<boolean> {
    const session = this.#session;
    const [consumer, isSeen] = [this.#consumer, this.#isSeen];
    const status = await session.request('live:status', {}, clipboard);
    if (!isCurrent()) return true;
    const document = status.ok ? status.value.document : null;
    const head = this.#headOf(document);
    this.#changeHead(head);
    const asked = document?.tracked === true ? document : null;
    const [prompt, rest, consumers, deliveries] = await Promise.all([
      asked && session.request('live:get', { documentId: asked.documentId, preview: true, trace: isSeen }, consumer),
      isSeen ? asked && this.#askRest(asked, consumer) : null,
      isSeen ? this.#consumers() : [],
      isSeen ? session.request('deliveries:list', { limit: listedDeliveries }, clipboard) : null,
    ]);
    if (!isCurrent()) return true;
    this.#prompt = prompt?.ok ? prompt.value : null;
    if (isSeen && deliveries !== null) {
      const detail = prompt === null || rest === null ? null : { prompt: withoutTexts(prompt), ...rest };
      this.#send({ head, consumer, consumers, deliveries, status, detail });
    }
    this.#assembled.fire(prompt?.ok ? { consumer, account: prompt.value.account } : null);
    const results = [status, prompt, deliveries, ...Object.values(rest ?? {})];
    const isWhole = results.every((result) => result === null || result.ok);
    return isWhole && !(prompt?.ok && mayComeLater(prompt.value.account));
  }

  /** Sends a snapshot unless nothing in it or in its prompt has changed. */
  #send(snapshot: ViewSnapshot): void {
    const sent = [JSON.stringify(snapshot), this.#prompt?.text ?? ''];
    if (haveSameItems(sent, this.#sent)) return;
    this.#sent = sent;
    this.#last = snapshot;
    this.#headTimer?.dispose();
    this.#taken.fire(snapshot);
  }

  /** Asked for in the same moment as the prompt, the windows come from its assembly. */
  async #askRest({ documentId, projectId }: { documentId: string; projectId: string }, consumer: Consumer) {
    const ask = <C extends Channel>(channel: C, params: Params<C>, as: Consumer = clipboard) =>
      this.#session.request(channel, params, as);
    const [windows, timeline, budget, constraints, pins, preferences, redactions] = await Promise.all([
      ask('windows:list', { documentId, contents: false }, consumer),
      ask('live:timeline', { documentId }),
      ask('context:budget:get', {}),
      ask('constraints:list', { projectId }),
      ask('pins:list', { projectId }),
      ask('preferences:list', { documentId }),
      ask('redactions:list', { projectId }),
    ]);
    return { windows, timeline, budget, constraints, pins, preferences, redactions };
  }

  /** The usual ones, and all that have a conversation; of the shown one it is remembered. */
  async #consumers(): Promise<ViewSnapshot['consumers']> {
    const list = await this.#session.request('conversations:list', { items: 0 }, clipboard);
    const conversations = list.ok ? list.value.conversations : [];
    this.#conversationId = conversations.find(({ consumer }) => consumer === this.#consumer)?.conversationId;
    const names = new Map(conversations.map(({ consumer, name }) => [consumer, name]));
    const consumers = conversations.flatMap(({ consumer, lastDelivery, name }) =>
      lastDelivery === null && name === undefined ? [] : [consumer],
    );
    const ids = [...usualConsumers, ...consumers.slice(0, mostConsumers), this.#consumer].filter((id) => id !== 'view');
    return [...new Set(ids)].map((id) => ({ id, name: names.get(id) ?? '' }));
  }
}

/** A prompt without its texts, which the view requests. */
function withoutTexts(result: Result<Prompt>): Result<ViewPrompt> {
  if (!result.ok) return result;
  const { account, payload, trace } = result.value;
  const places = (trace?.parts ?? []).flatMap(({ id, place }) => (place === null ? [] : [[id, place] as const]));
  return success({
    ...{ account, last: trace?.last ?? null },
    payload: { ...payload, current_document: '' },
    places: Object.fromEntries(places),
  });
}
