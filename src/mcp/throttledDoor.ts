import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/event.ts';
import type { Door, DoorChange } from '../tools/door.ts';

/** A change is told at once, further ones together after this pause, ms. */
const pauseMs = 500;

/** A door that tells of changes so seldom that typing does not flood an agent. */
export class ThrottledDoor implements Door, Disposable {
  readonly #door: Door;
  readonly #changed = new Emitter<DoorChange>();
  readonly #held = new Set<DoorChange>();
  readonly #subscription: Disposable;
  #timer: NodeJS.Timeout | null = null;

  readonly onDidChange = this.#changed.event;

  constructor(door: Door) {
    this.#door = door;
    this.#subscription = door.onDidChange((change) => this.#tell(change));
  }

  request(...request: Parameters<Door['request']>): ReturnType<Door['request']> {
    return this.#door.request(...request);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #tell(change: DoorChange): void {
    this.#held.add(change);
    if (this.#timer === null) this.#release();
  }

  #release(): void {
    const held = [...this.#held];
    this.#held.clear();
    this.#timer = held.length === 0 ? null : setTimeout(() => this.#release(), pauseMs);
    for (const change of held) this.#changed.fire(change);
  }
}
