/** Something that holds resources until `dispose` is called. Disposing twice is harmless. */
export interface Disposable {
  dispose(): void;
}

/** Collects disposables and disposes them together, newest first. One added after disposal is disposed at once. */
export class DisposableStore implements Disposable {
  #items: Disposable[] = [];
  #disposed = false;

  add<T extends Disposable>(item: T): T {
    if (this.#disposed) item.dispose();
    else this.#items.push(item);
    return item;
  }

  dispose(): void {
    this.#disposed = true;
    const items = this.#items.reverse();
    this.#items = [];
    for (const item of items) item.dispose();
  }
}
