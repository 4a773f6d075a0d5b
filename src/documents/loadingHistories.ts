import type { Origin } from '../protocol/prompt/liveContext.ts';
import type { SourceText } from '../text/sourceText.ts';
import type { RestoredHistory } from './store/storedHistory.ts';
import type { DocumentHistory } from './versions/documentHistory.ts';

/** A document whose stored history is still being read: what happens meanwhile waits. */
export interface Loading {
  /** It may be renamed while it is read. */
  documentId: string;
  /** The text it was opened with and who changed it since it was last seen; null when it is only recalled. */
  readonly opened: { readonly text: SourceText; readonly origin: Origin } | null;
  text: SourceText | null;
  open: boolean;
  readonly queue: ((history: DocumentHistory) => void)[];
}

/** The histories that are being read from the store, by document id (URI). */
export class LoadingHistories {
  readonly #read: (documentId: string) => Promise<RestoredHistory | null>;
  readonly #onLoaded: (loading: Loading, restored: RestoredHistory | null) => void;
  readonly #waiting = new Map<string, Loading>();
  readonly #reads = new Set<Promise<void>>();

  /** What was read, or null when there was nothing, is passed on with what waited for it, unless nobody waits any more. */
  constructor(
    read: (documentId: string) => Promise<RestoredHistory | null>,
    onLoaded: (loading: Loading, restored: RestoredHistory | null) => void,
  ) {
    this.#read = read;
    this.#onLoaded = onLoaded;
  }

  get documents(): readonly string[] {
    return [...this.#waiting.keys()];
  }

  get(documentId: string): Loading | undefined {
    return this.#waiting.get(documentId);
  }

  has(documentId: string): boolean {
    return this.#waiting.has(documentId);
  }

  /** Settles when all that is being read has arrived. */
  async ready(): Promise<void> {
    while (this.#reads.size > 0) await Promise.all(this.#reads);
  }

  begin(documentId: string, opened: Loading['opened']): void {
    const loading: Loading = { documentId, opened, text: opened?.text ?? null, open: opened !== null, queue: [] };
    this.#waiting.set(documentId, loading);
    const read = this.#read(documentId).then((restored) => {
      if (this.#waiting.get(loading.documentId) !== loading) return;
      this.#waiting.delete(loading.documentId);
      this.#onLoaded(loading, restored);
    });
    this.#reads.add(read);
    void read.finally(() => this.#reads.delete(read));
  }

  rename(from: string, to: string, { open, text }: { readonly open: boolean; readonly text: SourceText | null }): void {
    const loading = this.#waiting.get(from);
    if (loading === undefined) return;
    this.#waiting.delete(from);
    this.#waiting.set(to, Object.assign(loading, { documentId: to, open, text: text ?? loading.text }));
  }

  delete(documentId: string): void {
    this.#waiting.delete(documentId);
  }
}
