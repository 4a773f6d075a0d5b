import { Emitter } from '../base/event.ts';
import type { Clock } from '../base/ports/clock.ts';
import type { Notice } from '../protocol/channels.ts';
import { type ErrorCode, errorCodes } from '../protocol/errorCodes.ts';

const kept = 20;

/** Recent faults, each reported once. */
export class Notices {
  readonly #clock: Clock;
  readonly #added = new Emitter<Notice>();
  readonly #withdrawn = new Emitter<void>();
  #all: Notice[] = [];

  readonly onDidAdd = this.#added.event;
  readonly onDidWithdraw = this.#withdrawn.event;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Newest first. */
  get all(): readonly Notice[] {
    return this.#all;
  }

  add(code: ErrorCode): void {
    const { message, recovery } = errorCodes[code];
    const notice = { code, message: `${message} ${recovery}`, timestamp: new Date(this.#clock.now()).toISOString() };
    this.#all = [notice, ...this.#all.filter((other) => other.code !== code)].slice(0, kept);
    this.#added.fire(notice);
  }

  /** Removes notices that no longer hold. */
  withdraw(...codes: readonly ErrorCode[]): void {
    this.#all = this.#all.filter(({ code }) => codes.every((past) => past !== code));
    this.#withdrawn.fire();
  }
}
