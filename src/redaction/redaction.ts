import { Emitter } from '../base/event.ts';
import { LruMap } from '../base/lruMap.ts';
import type { ChangeSet } from '../text/changeSet.ts';
import { SourceText } from '../text/sourceText.ts';
import type { FoundSecret, SecretSpan } from './finding.ts';
import type { KnownSecrets } from './knownSecrets.ts';
import { RedactionRefusal, rawChanges } from './redactedEdits.ts';
import { type HiddenSpan, type Hide, RedactedText } from './redactedText.ts';
import { findSecrets, type Secrets, updateSecrets } from './secretFinder.ts';

/** So many documents remember what was found in them last, so that only their changes are searched. */
const keptDocuments = 64;

/** The versions of one document as they leave. */
export interface RedactedDocument {
  of(raw: SourceText): RedactedText;
  /** Changes of a version's redacted text, as changes of its raw text; see {@link rawChanges}. */
  edit(raw: SourceText, changes: ChangeSet): ChangeSet | RedactionRefusal;
  /** A text about the document, such as an error's message. */
  message(text: string): string;
  /** Changes whenever the same version may be redacted in another way than before. */
  readonly epoch: string;
}

/**
 * Takes secrets out of whatever leaves. Documents are searched whole, before anything is cut out of them or compared, and a
 * version of a document only where it differs from the one searched before.
 */
export class Redaction {
  readonly #known: KnownSecrets;
  readonly #isOn: () => boolean;
  readonly #secrets = new WeakMap<SourceText, Secrets>();
  /** The text searched last of each document; the last used last. */
  readonly #last = new LruMap<string, SourceText>(keptDocuments);
  #redacted = new WeakMap<
    SourceText,
    { readonly projectId: string; readonly on: boolean; readonly redacted: RedactedText }
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

  /** Changes whenever the same text may be redacted in another way than before. */
  get epoch(): string {
    return `${this.#epoch}${this.#isOn() ? '' : ' off'}`;
  }

  /** A version of a document; `documentId` makes the next one cheap. */
  redact(projectId: string, text: SourceText, documentId?: string): RedactedText {
    const on = this.#isOn();
    const known = this.#redacted.get(text);
    if (known?.projectId === projectId && known.on === on) return known.redacted;
    const redacted = on ? this.#hide(projectId, text, documentId) : RedactedText.unchanged(text);
    this.#redacted.set(text, { projectId, on, redacted });
    return redacted;
  }

  /** The versions of one document. */
  document(projectId: string, documentId: string): RedactedDocument {
    return {
      of: (raw) => this.redact(projectId, raw, documentId),
      edit: (raw, changes) => this.edit(projectId, raw, changes, documentId),
      message: (text) => this.redactText(projectId, text).text,
      epoch: this.epoch,
    };
  }

  /** Changes of a redacted text, as changes of the raw one; see {@link rawChanges}. */
  edit(projectId: string, raw: SourceText, changes: ChangeSet, documentId?: string): ChangeSet | RedactionRefusal {
    const redacted = this.redact(projectId, raw, documentId);
    const isAllowed = (secret: string) => !this.#isOn() || this.#known.isAllowed(projectId, secret);
    const made = rawChanges(redacted, changes, isAllowed);
    if (made instanceof RedactionRefusal) return made;
    // The rules above hold whatever the finder's forms are; should they ever not, nothing is shown.
    const result = this.redact(projectId, made.apply(raw), documentId).text;
    if (result.equals(changes.apply(redacted.text))) return made;
    return new RedactionRefusal('EDIT_PLACEHOLDER', 'the result would hide other texts than this one does');
  }

  /** A text that is no document: an output, a message, a name. */
  redactText(projectId: string, text: string): { readonly text: string; readonly count: number } {
    if (!this.#isOn()) return { text, count: 0 };
    const { spans } = findSecrets(text);
    if (spans.length === 0) return { text, count: 0 };
    const redacted = RedactedText.of(SourceText.from(text), spans, (span) => this.#hidden(projectId, text, span));
    return { text: redacted.text.toString(), count: redacted.hidden.length };
  }

  /**
   * Lets the secret of a placeholder be seen in its project, or hides it again; false when the project knows no such placeholder.
   * Only for the developer.
   */
  async allow(projectId: string, placeholder: string, allowed: boolean): Promise<boolean> {
    const known = await this.#known.allow(projectId, placeholder, allowed);
    if (!known) return false;
    this.#redacted = new WeakMap();
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
    const older = last === undefined ? undefined : this.#redacted.get(last);
    if (last === undefined || older?.projectId !== projectId || !older.on) return RedactedText.of(text, spans, hide);
    return older.redacted.next(text, text.getChangeRanges(last), spans, hide);
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

  /** Null when the developer allows the secret to be seen. */
  #hidden(
    projectId: string,
    text: { slice(start: number, end: number): string },
    { start, end, from, kind }: FoundSecret,
  ): HiddenSpan | null {
    const secret = text.slice(start, end);
    if (this.#known.isAllowed(projectId, secret)) return null;
    return { start, end, from, placeholder: this.#known.placeholder(projectId, kind, secret) };
  }
}
