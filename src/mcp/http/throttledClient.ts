import type { SessionChange, SessionClient } from '../../agents/sessionClient.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';

/** A change is passed on at once, further ones together after this pause, ms. */
const pauseMs = 500;

/** A client that passes changes on so seldom that typing does not flood an agent. */
export class ThrottledClient implements SessionClient, Disposable {
  readonly #client: SessionClient;
  readonly #changed = new Emitter<SessionChange>();
  readonly #pending = new Set<SessionChange>();
  readonly #subscription: Disposable;
  #timer: NodeJS.Timeout | null = null;

  readonly onDidChange = this.#changed.event;

  constructor(client: SessionClient) {
    this.#client = client;
    this.#subscription = client.onDidChange((change) => this.#push(change));
  }

  request(...request: Parameters<SessionClient['request']>): ReturnType<SessionClient['request']> {
    return this.#client.request(...request);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #push(change: SessionChange): void {
    this.#pending.add(change);
    if (this.#timer === null) this.#release();
  }

  #release(): void {
    const pending = [...this.#pending];
    this.#pending.clear();
    this.#timer = pending.length === 0 ? null : setTimeout(() => this.#release(), pauseMs);
    for (const change of pending) this.#changed.fire(change);
  }
}
