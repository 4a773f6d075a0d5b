import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/event.ts';
import type { Clock } from '../../base/ports/clock.ts';
import { storeErrorCode } from '../../base/ports/fileSystem.ts';
import type { ErrorCode } from '../../protocol/errorCodes.ts';

/** Pause before a retry, which doubles while operations fail. */
const retryPauseMs = 500;
const longestPauseMs = 15_000;

/**
 * Runs file operations one after another; a failure is reported once, and what is due is tried
 * again later.
 */
export class WriteQueue implements Disposable {
  readonly #clock: Clock;
  /** Does all that is due, whether there was anything; rejects where something of it failed. */
  readonly #writeDue: () => Promise<boolean>;
  readonly #failed = new Emitter<ErrorCode>();
  readonly #recovered = new Emitter<void>();
  /** Codes from before anybody listened. */
  #unreported: ErrorCode[] | null = [];
  #timer: Disposable | null = null;
  #running: Promise<void> = Promise.resolve();
  #failing = false;
  #retryMs = retryPauseMs;
  #disposed = false;

  /** Fires with a code once when operations start to fail, and what {@link report} is given. */
  readonly onDidFail: Event<ErrorCode> = (listener) => {
    for (const code of this.#unreported?.splice(0) ?? []) listener(code);
    this.#unreported = null;
    return this.#failed.event(listener);
  };
  /** Fires when all that had failed has been done after all. */
  readonly onDidRecover = this.#recovered.event;

  constructor(clock: Clock, writeDue: () => Promise<boolean>) {
    this.#clock = clock;
    this.#writeDue = writeDue;
  }

  /** Does what is due after a pause; where that waits already, for a retry too, nothing changes. */
  schedule(ms: number): void {
    if (this.#disposed || this.#timer !== null) return;
    this.#timer = this.#clock.after(ms, () => {
      this.#timer = null;
      void this.write();
    });
  }

  /** Does what is due, after what runs now; settles when that has been done or has failed. */
  write(): Promise<void> {
    const work = async () => {
      if (!(await this.#writeDue())) return;
      this.#retryMs = retryPauseMs;
      if (this.#failing) this.#recovered.fire();
      this.#failing = false;
    };
    this.#running = this.#running.then(work).catch((error) => {
      this.fail(error);
      this.schedule(this.#retryMs);
      this.#retryMs = Math.min(2 * this.#retryMs, longestPauseMs);
    });
    return this.#running;
  }

  /** Does what is due at once. */
  flush(): Promise<void> {
    this.#timer?.dispose();
    this.#timer = null;
    return this.write();
  }

  /** Something failed: its code is reported, unless operations were failing before. */
  fail(error: unknown): void {
    if (this.#failing) return;
    this.#failing = true;
    this.report(storeErrorCode(error));
  }

  report(code: ErrorCode): void {
    if (this.#unreported === null) this.#failed.fire(code);
    else this.#unreported.push(code);
  }

  dispose(): void {
    this.#disposed = true;
    this.#timer?.dispose();
    this.#failed.dispose();
    this.#recovered.dispose();
  }
}
