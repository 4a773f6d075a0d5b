import { Emitter, type Event } from '../../base/event.ts';
import { LruMap } from '../../base/lruMap.ts';
import type { Clock } from '../../base/ports/clock.ts';
import type { Sha256 } from '../../base/ports/hash.ts';
import { encodeUtf8 } from '../../base/utf8.ts';
import type { Histories } from '../../documents/histories.ts';
import type { StablePrefix } from '../../engine/prefix.ts';
import type { IncludedBefore } from '../../engine/promptChanges.ts';
import type { Channel } from '../../protocol/channels.ts';
import { consumerOfReader, developerConsumers } from '../../protocol/consumer.ts';
import type { Profile } from '../../protocol/prompt/profiles.ts';
import type { Format, Receipt } from '../../protocol/prompt/receipt.ts';
import { countPlaceholders } from '../../redaction/placeholder.ts';
import type { Readers } from '../readers.ts';
import { askedOf } from './asked.ts';
import { type Audit, auditId } from './audit.ts';

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
  readonly prefix: StablePrefix;
  readonly tokenCount: number;
  readonly included: () => IncludedBefore;
}

/** A delivered prompt, to be compared with the next. */
export interface LastPrompt {
  readonly timestamp: string;
  readonly documentId: string;
  readonly tokenCount: number;
  readonly included: IncludedBefore;
}

export interface DeliveriesParts {
  readonly clock: Clock;
  readonly sha256: Sha256;
  readonly newId: () => string;
  readonly histories: Histories;
  readonly audit: Audit;
  readonly readers: Readers;
}

/** A delivered text that was not confirmed. */
interface PendingDelivery {
  readonly consumer: string;
  readonly commit: () => void;
}

/** Maximum numbers of remembered prefixes and whole prompts. */
const rememberedPrefixes = 64;
const rememberedPrompts = 8;
/** Maximum number of deliveries that wait to be committed. */
const maxPendingDeliveries = 64;

/**
 * Accounts for what consumers receive. A delivery moves the consumer's watermark, a held text once
 * it is confirmed, a preview never.
 */
export class Deliveries {
  readonly #parts: DeliveriesParts;
  /** The stable prefix delivered last, by project, consumer and profile. */
  readonly #prefixes = new LruMap<string, StablePrefix>(rememberedPrefixes);
  /** The prompt delivered last, likewise. */
  readonly #prompts = new LruMap<string, LastPrompt>(rememberedPrompts);
  readonly #pending = new LruMap<string, PendingDelivery>(maxPendingDeliveries);
  /** The order of the last delivery of each consumer. */
  readonly #newest = new LruMap<string, number>(rememberedPrefixes);
  readonly #superseded = new LruMap<string, Map<string, number>>(rememberedPrefixes);
  #handedOut = 0;
  readonly #delivered = new Emitter<string>();

  /** Fires with the consumer of each delivery. */
  readonly onDidDeliver: Event<string> = this.#delivered.event;

  constructor(parts: DeliveriesParts) {
    this.#parts = parts;
  }

  /** The stable prefix and the prompt that the consumer received last for this profile. */
  last(
    projectId: string,
    consumer: string,
    profile: Profile,
  ): { readonly prefix: StablePrefix | undefined; readonly prompt: LastPrompt | undefined } {
    const key = prefixKey(projectId, consumer, profile);
    return { prefix: this.#prefixes.get(key), prompt: this.#prompts.get(key) };
  }

  /**
   * Delivers, holds or previews the text, as the receipt says. `onDelivered` is called on delivery.
   */
  account(delivered: DeliveredText, prompt?: DeliveredPrompt, onDelivered?: () => void): Receipt {
    const { sha256 } = this.#parts;
    const { text, consumer, projectId, documentId, now, format } = delivered;
    const { preview = false, hold = false } = delivered.params;
    const facts = { sha256: sha256(text), bytes: encodeUtf8(text).length, redactions: countPlaceholders(text) };
    const receipt = { consumer: consumerOfReader(consumer), projectId, documentId, now, format, ...facts };
    if (preview) {
      // The developer's own screen is no news; what an agent is shown is.
      if (!developerConsumers.has(consumer)) this.#write(auditId(this.#parts), delivered, receipt, undefined);
      return { ...receipt, delivered: false };
    }
    const id = auditId(this.#parts);
    const order = ++this.#handedOut;
    const commit = () => {
      // Ignore commits that arrive out of order.
      if (order > (this.#newest.get(consumer) ?? 0)) {
        this.#newest.set(consumer, order);
        this.#supersede(delivered);
        this.#parts.histories.mark(consumer, delivered.received);
        if (prompt !== undefined) this.#remember(delivered, prompt);
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
   * The versions that a session of several agents had before its latest deliveries: only one of
   * them received these. Repeated once, when there is no other news.
   */
  superseded(consumer: string): ReadonlyMap<string, number> {
    return this.#superseded.get(consumer) ?? new Map();
  }

  /** Forgets what the consumer has received. */
  forget(consumer: string): void {
    this.#superseded.delete(consumer);
  }

  #supersede({ consumer, received, isAgain = false }: DeliveredText): void {
    const { histories, readers } = this.#parts;
    if (isAgain) this.forget(consumer);
    if (isAgain || !readers.areSeveral(consumer)) return;
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
    this.#parts.audit.write({
      ...{ id, consumer, channel, projectId },
      time: new Date(this.#parts.clock.now()).toISOString(),
      asked: askedOf(params),
      outcome: 'ok',
      delivered:
        params.preview === true ? null : { text, format, sha256, bytes, tokens: prompt?.tokenCount ?? null, documents },
    });
  }

  #remember(
    { projectId, consumer, documentId }: Pick<DeliveredText, 'projectId' | 'consumer' | 'documentId'>,
    { profile, prefix, tokenCount, included }: DeliveredPrompt,
  ): void {
    const key = prefixKey(projectId, consumer, profile);
    const timestamp = new Date(this.#parts.clock.now()).toISOString();
    this.#prefixes.set(key, prefix);
    this.#prompts.set(key, { timestamp, documentId: documentId ?? '', tokenCount, included: included() });
  }
}

function prefixKey(projectId: string, consumer: string, profile: Profile): string {
  return JSON.stringify([projectId, consumer, profile]);
}
