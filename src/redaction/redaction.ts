import { Emitter } from '../base/event.ts';
import { LruMap } from '../base/lruMap.ts';
import type { SourceText } from '../text/sourceText.ts';
import type { SecretSpan } from './finding.ts';
import type { KnownSecrets } from './knownSecrets.ts';
import { findSecrets, type Secrets, updateSecrets } from './secretFinder.ts';
import { type Hide, type RedactedText, redactedAfter, redactedOf } from './shown.ts';
import { type EditableRedaction, type HiddenSpan, redacted } from './shownText.ts';

export type { RedactedText } from './shown.ts';

/** So many documents remember what was found in them last, so that only their changes are searched. */
const keptDocuments = 64;

/** How the versions of one document are shown. */
export interface RedactedDocument {
  of(raw: SourceText): RedactedText;
  message(text: string): string;
  readonly epoch: string;
}

/**
 * Takes secrets out of whatever leaves (design R). Documents are searched whole, before anything is cut out of them or compared, and a
 * version of a document only where it differs from the one searched before.
 */
export class Redaction {
  readonly #known: KnownSecrets;
  readonly #isOn: () => boolean;
  readonly #secrets = new WeakMap<SourceText, Secrets>();
  /** The text searched last of each document; the last used last. */
  readonly #last = new LruMap<string, SourceText>(keptDocuments);
  #shown = new WeakMap<
    SourceText,
    { readonly projectId: string; readonly on: boolean; readonly shown: RedactedText }
  >();
  readonly #changed = new Emitter<void>();
  #epoch = 0;

  /** Tells that a secret was allowed or hidden again. */
  readonly onDidChange = this.#changed.event;

  constructor(known: KnownSecrets, isOn: () => boolean = () => true) {
    this.#known = known;
    this.#isOn = isOn;
  }

  /** Whether secrets are hidden at all. */
  get isOn(): boolean {
    return this.#isOn();
  }

  /** Changes whenever the same text may be shown in another way than before. */
  get epoch(): string {
    return `${this.#epoch}${this.#isOn() ? '' : ' off'}`;
  }

  /** A version of a document; `documentId` makes the next one cheap. */
  shown(projectId: string, text: SourceText, documentId?: string): RedactedText {
    const on = this.#isOn();
    const kept = this.#shown.get(text);
    if (kept?.projectId === projectId && kept.on === on) return kept.shown;
    const shown = on ? this.#hide(projectId, text, documentId) : redactedOf(text, [], () => null);
    this.#shown.set(text, { projectId, on, shown });
    return shown;
  }

  /** The versions of one document. */
  document(projectId: string, documentId: string): RedactedDocument {
    return {
      of: (raw) => this.shown(projectId, raw, documentId),
      message: (text) => this.redactText(projectId, text).text,
      epoch: this.epoch,
    };
  }

  /** The same for edits that come back in the shown text's coordinates. */
  shownText(projectId: string, text: SourceText, documentId?: string): EditableRedaction {
    return redacted(text.toString(), this.shown(projectId, text, documentId).hidden);
  }

  /** A text that is no document: an output, a message, a name. */
  redactText(projectId: string, text: string): { readonly text: string; readonly count: number } {
    if (!this.#isOn()) return { text, count: 0 };
    const hidden = findSecrets(text).spans.flatMap((span) => this.#hidden(projectId, text, span) ?? []);
    if (hidden.length === 0) return { text, count: 0 };
    return { text: redacted(text, hidden).text, count: hidden.length };
  }

  /**
   * Lets the secret of a placeholder be shown in its project, or hides it again; false when the project knows no such placeholder.
   * Only for the developer.
   */
  async allow(projectId: string, placeholder: string, allowed: boolean): Promise<boolean> {
    const known = await this.#known.allow(projectId, placeholder, allowed);
    if (!known) return false;
    this.#shown = new WeakMap();
    this.#epoch++;
    this.#changed.fire();
    return true;
  }

  /** Every secret of a document with its placeholder, the allowed ones among them. */
  secretsOf(
    projectId: string,
    text: SourceText,
    documentId: string,
  ): readonly (SecretSpan & { readonly placeholder: string; readonly allowed: boolean })[] {
    return this.#search(text, documentId).spans.map((span) => {
      const secret = text.slice(span.start, span.end);
      const placeholder = this.#known.placeholder(projectId, span.kind, secret);
      return { ...span, placeholder, allowed: this.#known.isAllowed(projectId, secret) };
    });
  }

  /** Settles when the numbers given so far are stored. */
  flush(): Promise<void> {
    return this.#known.flush();
  }

  #hide(projectId: string, text: SourceText, documentId: string | undefined): RedactedText {
    const last = documentId === undefined ? undefined : this.#last.get(documentId);
    const { spans } = this.#search(text, documentId);
    const hide: Hide = (span) => this.#hidden(projectId, text, span);
    const older = last === undefined ? undefined : this.#shown.get(last);
    if (last === undefined || older?.projectId !== projectId || !older.on) return redactedOf(text, spans, hide);
    return redactedAfter(older.shown, text, text.getChangeRanges(last), spans, hide);
  }

  #search(text: SourceText, documentId: string | undefined): Secrets {
    const last = documentId === undefined ? undefined : this.#last.get(documentId);
    const older = last === undefined ? undefined : this.#secrets.get(last);
    const search = () =>
      last === undefined || older === undefined
        ? findSecrets(text)
        : updateSecrets(older, text, text.getChangeRanges(last));
    const secrets = this.#secrets.get(text) ?? search();
    this.#secrets.set(text, secrets);
    if (documentId !== undefined) this.#last.set(documentId, text);
    return secrets;
  }

  /** Null when the secret is allowed to be shown. */
  #hidden(
    projectId: string,
    text: { slice(start: number, end: number): string },
    { start, end, kind }: SecretSpan,
  ): HiddenSpan | null {
    const secret = text.slice(start, end);
    if (this.#known.isAllowed(projectId, secret)) return null;
    return { start, end, placeholder: this.#known.placeholder(projectId, kind, secret) };
  }
}
