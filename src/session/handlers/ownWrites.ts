import type { Clock } from '../../base/clock.ts';
import type { Histories } from '../../history/histories.ts';
import type { Consumer } from '../../protocol/consumer.ts';

/** The editor notices a file on disk this much later at most, ms. */
const noticeMs = 5_000;
/** A tool that writes takes no longer, ms. */
const writeMs = 120_000;

/** One write makes few edits. */
const maxEdits = 64;

interface OwnWrite {
  /** The number of the newest version before it. */
  readonly before: number;
  until: number;
}

/**
 * The files that agents write on disk themselves: what the editor reads anew between the beginning of a write and shortly after its end
 * is the agent's, who need not be told of it.
 */
export class OwnWrites {
  readonly #clock: Clock;
  readonly #histories: Histories;
  readonly #writes = new Map<string, Map<Consumer, OwnWrite>>();

  constructor(clock: Clock, histories: Histories) {
    this.#clock = clock;
    this.#histories = histories;
    histories.onDidChange((documentId) => this.#learn(documentId));
  }

  begin(consumer: Consumer, documentId: string): void {
    const before = this.#histories.get(documentId)?.seal().number;
    if (before === undefined) return;
    const writes = this.#writes.get(documentId) ?? new Map<Consumer, OwnWrite>();
    this.#writes.set(documentId, writes.set(consumer, { before, until: this.#clock.now() + writeMs }));
  }

  end(consumer: Consumer, documentId: string): void {
    const write = this.#writes.get(documentId)?.get(consumer);
    if (write === undefined) return;
    write.until = this.#clock.now() + noticeMs;
    this.#learn(documentId);
  }

  /** Moves the watermark of who wrote over what came from disk, if it knew all before it. */
  #learn(documentId: string): void {
    const writes = this.#writes.get(documentId);
    const history = this.#histories.get(documentId);
    if (writes === undefined || history === null) return;
    for (const [consumer, { before, until }] of writes) {
      if (this.#clock.now() > until) writes.delete(consumer);
      const known = history.watermarks.get(consumer) ?? this.#histories.firstDelivery(consumer);
      const since = history.newestEdits(maxEdits).filter(({ version }) => version.number > before);
      const own = since.findIndex(({ origin }) => origin !== 'disk');
      const last = (own === -1 ? since : since.slice(0, own)).at(-1);
      if (last === undefined || known === null || known < before || known >= last.version.number) continue;
      history.markAt(consumer, last.version.number);
    }
    if (writes.size === 0) this.#writes.delete(documentId);
  }
}
