import { Emitter, type Event } from '../../base/event.ts';
import { LruMap } from '../../base/lruMap.ts';
import { encodeUtf8 } from '../../base/utf8.ts';
import type { IncludedBefore } from '../../engine/promptChanges.ts';
import type { Channel } from '../../protocol/channels.ts';
import { consumerOfReader, developerConsumers } from '../../protocol/consumer.ts';
import type { Profile } from '../../protocol/prompt/profiles.ts';
import type { Format, Receipt } from '../../protocol/prompt/receipt.ts';
import { countPlaceholders } from '../../redaction/placeholder.ts';
import type { PromptServices } from '../services.ts';
import { askedOf } from './asked.ts';
import { auditId } from './audit.ts';

/** A text on its way out, before it is accounted for. */
export interface DeliveredText {
  readonly channel: Channel;
  /** The request; see {@link askedOf}. */
  readonly params: DeliveryParams;
  readonly consumer: string;
  readonly projectId: string;
  readonly documentId: string | null;
  /** The documents that it shows. */
  readonly shown: readonly string[];
  /** The documents in it, with the version number that the consumer has from then on. */
  readonly received: ReadonlyMap<string, number>;
  /** The newest version that it knows. */
  readonly now: string | null;
  readonly format: Format;
  readonly text: string;
  /** True if it repeats {@link Deliveries.superseded}. */
  readonly isAgain?: boolean;
}

/** The kind of request: `preview` only shows it, `hold` counts it once it is committed. */
export interface DeliveryParams {
  readonly preview?: boolean | undefined;
  readonly hold?: boolean | undefined;
}

/** Additional facts of a whole prompt. */
export interface DeliveredPrompt {
  readonly profile: Profile;
  /** The hash of its stable prefix. */
  readonly prefix: string;
  readonly tokenCount: number;
  readonly included: () => IncludedBefore;
}

/** A delivered prompt, to be compared with the next. */
export interface LastPrompt extends Pick<DeliveredPrompt, 'prefix' | 'tokenCount'> {
  readonly timestamp: string;
  readonly documentId: string;
  readonly included: IncludedBefore;
}

/** Maximum numbers of consumers that something is remembered of, and of whole prompts. */
const rememberedConsumers = 64;
const rememberedPrompts = 16;
/** Maximum number of deliveries that wait to be committed. */
const maxPendingDeliveries = 64;

/**
 * Accounts for what consumers receive. A delivery moves the consumer's watermark, a held text once
 * it is confirmed, a preview never.
 */
export class Deliveries {
  readonly #services: PromptServices;
  /** The prompt delivered last, by project, consumer and profile. */
  readonly #prompts = new LruMap<string, LastPrompt>(rememberedPrompts);
  /** Delivered texts that were not confirmed. */
  readonly #pending = new LruMap<string, Readonly<{ consumer: string; commit: () => void }>>(maxPendingDeliveries);
  /** The order of the last delivery of each consumer. */
  readonly #newest = new LruMap<string, number>(rememberedConsumers);
  readonly #superseded = new LruMap<string, Map<string, number>>(rememberedConsumers);
  #handedOut = 0;
  readonly #delivered = new Emitter<string>();

  /** Fires with the consumer of each delivery. */
  readonly onDidDeliver: Event<string> = this.#delivered.event;

  constructor(services: PromptServices) {
    this.#services = services;
  }

  /** The prompt that the consumer received last for this profile. */
  last(projectId: string, consumer: string, profile: Profile): LastPrompt | undefined {
    return this.#prompts.get(promptKey(projectId, consumer, profile));
  }

  /**
   * Delivers, holds or previews the text, as the receipt says. `onDelivered` is called on delivery.
   */
  account(delivered: DeliveredText, prompt?: DeliveredPrompt, onDelivered?: () => unknown): Receipt {
    const { sha256 } = this.#services;
    const { text, consumer, projectId, documentId, now, format } = delivered;
    const { preview = false, hold = false } = delivered.params;
    const facts = { sha256: sha256(text), bytes: encodeUtf8(text).length, redactions: countPlaceholders(text) };
    const receipt = { consumer: consumerOfReader(consumer), projectId, documentId, now, format, ...facts };
    if (preview) {
      // The developer's own screen is no news; what an agent is shown is.
      if (!developerConsumers.has(consumer)) this.#write(auditId(this.#services), delivered, receipt, undefined);
      return { ...receipt, delivered: false };
    }
    const id = auditId(this.#services);
    const order = ++this.#handedOut;
    const commit = () => {
      // Ignore commits that arrive out of order.
      if (order > (this.#newest.get(consumer) ?? 0)) {
        this.#newest.set(consumer, order);
        this.#supersede(delivered);
        this.#services.histories.mark(consumer, delivered.received);
        if (prompt !== undefined) {
          const { profile, included, ...about } = prompt;
          const timestamp = new Date(this.#services.clock.now()).toISOString();
          const last = { ...about, timestamp, documentId: documentId ?? '', included: included() };
          this.#prompts.set(promptKey(projectId, consumer, profile), last);
        }
      }
      this.#write(id, delivered, receipt, prompt);
      onDelivered?.();
      this.#delivered.fire(consumer);
    };
    if (hold) this.#pending.set(id, { consumer, commit });
    else commit();
    return { ...receipt, id, delivered: !hold };
  }

  /**
   * The versions that a consumer had before its last delivery, which an edit may not know yet; in a session of
   * several agents, before all that only one of them received. Those are repeated once, when there is no other news.
   */
  superseded(consumer: string): ReadonlyMap<string, number> {
    return this.#superseded.get(consumer) ?? new Map();
  }

  /** Forgets what the consumer has received. */
  forget(consumer: string): void {
    this.#superseded.delete(consumer);
  }

  #supersede({ consumer, received, isAgain = false }: DeliveredText): void {
    const { histories, readers } = this.#services;
    if (isAgain || !readers.areSeveral(consumer)) this.forget(consumer);
    if (isAgain) return;
    const before = this.#superseded.getOrMake(consumer, () => new Map());
    for (const [documentId, number] of received) {
      const known = histories.get(documentId)?.watermarks.get(consumer);
      if (known !== undefined && known < number && !before.has(documentId)) before.set(documentId, known);
    }
  }

  /** Confirms a held text. Returns false if the id is unknown or was confirmed. */
  commit(id: string, consumer: string): boolean {
    const pending = this.#pending.get(id);
    if (pending?.consumer !== consumer) return false;
    this.#pending.delete(id);
    pending.commit();
    return true;
  }

  #write(
    id: string,
    { text, shown, received, channel, params }: DeliveredText,
    { consumer, projectId, format, sha256, bytes }: Omit<Receipt, 'id' | 'delivered'>,
    prompt: DeliveredPrompt | undefined,
  ): void {
    const documents = shown.map((one): [string, number | null] => [one, received.get(one) ?? null]);
    this.#services.audit.write({
      ...{ id, consumer, channel, projectId },
      time: new Date(this.#services.clock.now()).toISOString(),
      asked: askedOf(params),
      outcome: 'ok',
      delivered:
        params.preview === true ? null : { text, format, sha256, bytes, tokens: prompt?.tokenCount ?? null, documents },
    });
  }
}

function promptKey(projectId: string, consumer: string, profile: Profile): string {
  return JSON.stringify([projectId, consumer, profile]);
}
