import type { Clock } from '../base/clock.ts';
import { Emitter, type Event } from '../base/event.ts';
import type { Sha256 } from '../base/hash.ts';
import { LruMap } from '../base/lruMap.ts';
import { encodeUtf8 } from '../base/utf8.ts';
import type { StablePrefix } from '../engine/prefix.ts';
import type { IncludedBefore } from '../engine/promptChanges.ts';
import type { Histories } from '../history/histories.ts';
import type { Profile } from '../protocol/profiles.ts';
import type { Format, Receipt } from '../protocol/receipt.ts';
import { countPlaceholders } from '../redaction/placeholder.ts';

/** What leaves through the session, before it is accounted for. */
export interface DeliveredText {
  readonly consumer: string;
  readonly projectId: string;
  readonly documentId: string | null;
  /** The documents that it tells of, with the number of the version that the consumer has from now on: their watermarks move there. */
  readonly received: ReadonlyMap<string, number>;
  /** The newest version that it knows. */
  readonly now: string | null;
  /** Every version that it shows or compares. */
  readonly versionIds: readonly string[];
  readonly format: Format;
  readonly text: string;
  readonly preview: boolean;
  /** The hash that the text must have to be delivered; else it is a preview. */
  readonly expect?: string | undefined;
}

/** What a whole prompt is accounted for besides. */
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

/** Prefixes are remembered for so many consumers and profiles; whole prompts for fewer. */
const rememberedPrefixes = 64;
const rememberedPrompts = 8;

/** The port of the audit log: one line of JSON a delivery, kept on this machine. */
export type AuditLog = (line: string) => void;

/**
 * Accounts for what is given to consumers. Only a delivery moves the consumer's watermark and writes the audit line; a preview
 * moves nothing.
 */
export class Deliveries {
  readonly #clock: Clock;
  readonly #sha256: Sha256;
  readonly #histories: Histories;
  readonly #audit: AuditLog;
  readonly #withText: () => boolean;
  /** The stable prefix delivered last, by project, consumer and profile. */
  readonly #prefixes = new LruMap<string, StablePrefix>(rememberedPrefixes);
  /** The prompt delivered last, likewise. */
  readonly #prompts = new LruMap<string, LastPrompt>(rememberedPrompts);
  readonly #delivered = new Emitter<string>();

  /** Tells the consumer of each delivery. */
  readonly onDidDeliver: Event<string> = this.#delivered.event;

  constructor(clock: Clock, sha256: Sha256, histories: Histories, audit: AuditLog, withText: () => boolean) {
    this.#clock = clock;
    this.#sha256 = sha256;
    this.#histories = histories;
    this.#audit = audit;
    this.#withText = withText;
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

  /** Hands the text over, or only shows it; the receipt says which. */
  account({ text, preview, expect, versionIds, received, ...head }: DeliveredText, prompt?: DeliveredPrompt): Receipt {
    const sha256 = this.#sha256(text);
    const delivered = !preview && (expect ?? sha256) === sha256;
    const bytes = encodeUtf8(text).length;
    const receipt: Receipt = { ...head, sha256, bytes, redactions: countPlaceholders(text), delivered };
    if (!delivered) return receipt;
    this.#histories.mark(head.consumer, received);
    const time = new Date(this.#clock.now()).toISOString();
    if (prompt !== undefined) this.#remember(head, prompt, time);
    const { delivered: _, ...rest } = receipt;
    const facts = prompt && { profile: prompt.profile, tokens: prompt.tokenCount, prefix: prompt.prefix.hash };
    this.#audit(JSON.stringify({ time, ...rest, ...facts, versionIds, ...(this.#withText() ? { text } : {}) }));
    this.#delivered.fire(head.consumer);
    return receipt;
  }

  #remember(
    { projectId, consumer, documentId }: Pick<DeliveredText, 'projectId' | 'consumer' | 'documentId'>,
    { profile, prefix, tokenCount, included }: DeliveredPrompt,
    timestamp: string,
  ): void {
    const key = prefixKey(projectId, consumer, profile);
    this.#prefixes.set(key, prefix);
    this.#prompts.set(key, { timestamp, documentId: documentId ?? '', tokenCount, included: included() });
  }
}

function prefixKey(projectId: string, consumer: string, profile: Profile): string {
  return JSON.stringify([projectId, consumer, profile]);
}
