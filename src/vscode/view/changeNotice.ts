/**
 * Tells the view that something changed, at most once a pause. A view that asks for everything while the notice is still
 * due has seen the change: the notice is dropped, and one click is one refresh.
 */
export class ChangeNotice {
  readonly #tell: () => void;
  /** ms */
  readonly #pause: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(pause: number, tell: () => void) {
    this.#pause = pause;
    this.#tell = tell;
  }

  /** Something that the view shows may have changed. */
  changed(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#tell();
    }, this.#pause);
  }

  /** What changed so far is seen. */
  seen(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
