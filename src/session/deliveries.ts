import type { Clock } from '../base/clock.ts';
import type { Sha256 } from '../base/hash.ts';
import { encodeUtf8 } from '../base/utf8.ts';
import type { Histories } from '../history/histories.ts';
import type { Format, Receipt } from '../protocol/channels.ts';

/** What leaves through the door, before it is accounted for. */
export interface Outgoing {
  readonly consumer: string;
  readonly projectId: string;
  readonly documentId: string | null;
  /** The documents whose state now it tells: their watermarks move. */
  readonly received: readonly string[];
  /** The newest version that it knows. */
  readonly now: string | null;
  /** Every version that it shows or compares. */
  readonly versionIds: readonly string[];
  readonly format: Format;
  readonly text: string;
  readonly preview: boolean;
}

/** The port of the audit log: one line of JSON a delivery, kept on this machine. */
export type AuditLog = (line: string) => void;

/**
 * Accounts for what is given to consumers. Only a delivery moves the consumer's watermark and writes the audit line; a preview
 * moves nothing (design, "Delivery").
 */
export class Deliveries {
  readonly #clock: Clock;
  readonly #sha256: Sha256;
  readonly #histories: Histories;
  readonly #audit: AuditLog;
  readonly #withText: () => boolean;

  constructor(clock: Clock, sha256: Sha256, histories: Histories, audit: AuditLog, withText: () => boolean) {
    this.#clock = clock;
    this.#sha256 = sha256;
    this.#histories = histories;
    this.#audit = audit;
    this.#withText = withText;
  }

  /** Hands the text over, or only shows it; the receipt says which. */
  account({ text, preview, versionIds, received, ...outgoing }: Outgoing): Receipt {
    const receipt: Receipt = {
      ...outgoing,
      sha256: this.#sha256(text),
      bytes: encodeUtf8(text).length,
      delivered: !preview,
    };
    if (preview) return receipt;
    this.#histories.mark(outgoing.consumer, received);
    const { delivered: _, ...rest } = receipt;
    const time = new Date(this.#clock.now()).toISOString();
    this.#audit(JSON.stringify({ time, ...rest, versionIds, ...(this.#withText() ? { text } : {}) }));
    return receipt;
  }
}
