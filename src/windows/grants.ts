import { Emitter } from '../base/event.ts';

/**
 * The developer's leave for one conversation to read the context files of another. It is given and taken back by the developer alone, and
 * ends with the window: nobody keeps a leave that was forgotten.
 */
export class Grants {
  /** By the conversation that reads. */
  readonly #read = new Map<string, ReadonlySet<string>>();
  readonly #changed = new Emitter<void>();

  readonly onDidChange = this.#changed.event;

  /** The conversations whose files another one may read besides its own. */
  readableBy(reader: string): readonly string[] {
    return [...(this.#read.get(reader) ?? [])];
  }

  get all(): readonly { readonly conversationId: string; readonly reader: string }[] {
    return [...this.#read].flatMap(([reader, read]) => [...read].map((conversationId) => ({ conversationId, reader })));
  }

  /** Lets exactly these conversations read the files of another. */
  set(conversationId: string, readers: readonly string[]): void {
    for (const [reader, read] of this.#read)
      this.#read.set(reader, new Set([...read].filter((one) => one !== conversationId)));
    for (const reader of readers) this.#read.set(reader, new Set([...(this.#read.get(reader) ?? []), conversationId]));
    this.#changed.fire();
  }
}
