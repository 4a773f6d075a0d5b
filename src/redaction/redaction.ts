import { Emitter } from '../base/event.ts';
import { LruMap } from '../base/lruMap.ts';
import type { ChangeSet } from '../text/changeSet.ts';
import { SourceText } from '../text/sourceText.ts';
import type { FoundSecret, SecretSpan } from './finding.ts';
import type { KnownSecrets } from './knownSecrets.ts';
import { type KnownSpan, KnownTexts } from './knownTexts.ts';
import { breaksOf, placeholderOf } from './placeholder.ts';
import { RedactionRefusal, rawChanges } from './redactedEdits.ts';
import { type HiddenSpan, RedactedText } from './redactedText.ts';
import { findSecrets, type Secrets } from './secretFinder.ts';
import { TypedValues } from './typedValues.ts';

/** Maximum number of projects whose secrets stay in memory. */
const maxOpenProjects = 16;

/** A redacted version and the state that it depends on. */
interface Redacted {
  readonly projectId: string;
  readonly on: boolean;
  readonly known: number;
  readonly typed: number;
  readonly redacted: RedactedText;
}

/** A span to hide; `secret` is the whole secret if the span is only a part of it. */
interface Hideable extends FoundSecret {
  readonly secret?: string;
}

interface Searched {
  readonly secrets: Secrets;
  /** Quotes of the project's known secrets, and the state that they depend on. */
  readonly quoted: readonly KnownSpan[];
  readonly known: KnownTexts;
  readonly version: number;
}

/** The redacted versions of one document. */
export interface RedactedDocument {
  of(raw: SourceText): RedactedText;
  /** Maps changes of the redacted text to the raw text; see {@link rawChanges}. */
  edit(raw: SourceText, changes: ChangeSet): ChangeSet | RedactionRefusal;
  /**
   * Redacts a message about the document, such as a diagnostic, optionally about one line of a
   * version (zero-based).
   */
  message(text: string, about?: { readonly raw: SourceText; readonly line: number }): string;
  /** Redacts the name of a file. */
  label(path: string): string;
  /** Changes whenever the same version may be redacted differently. */
  readonly epoch: string;
}

/**
 * Removes secrets from every text that leaves the extension. Documents are searched whole, before
 * they are cut or compared, and only near their changes.
 */
export class Redaction {
  readonly #known: KnownSecrets;
  readonly #isOn: () => boolean;
  readonly #searched = new WeakMap<SourceText, Searched>();
  #redacted = new WeakMap<SourceText, Redacted>();
  /** By project. */
  readonly #texts = new LruMap<string, KnownTexts>(maxOpenProjects, { onEvict: () => void this.#epoch++ });
  readonly #changed = new Emitter<void>();
  readonly #typed: TypedValues;
  #epoch = 0;
  #wasOn: boolean;
  /** Number of known secrets in all projects. */
  #seen = 0;

  /** Fires when a secret was allowed or hidden again, or redaction was turned on or off. */
  readonly onDidChange = this.#changed.event;

  /** `caretsOf` returns the developer's carets in a document. */
  constructor(
    known: KnownSecrets,
    isOn: () => boolean = () => true,
    caretsOf: (documentId: string) => readonly number[] = () => [],
  ) {
    this.#typed = new TypedValues(caretsOf);
    this.#known = known;
    this.#isOn = isOn;
    this.#wasOn = isOn();
  }

  get isOn(): boolean {
    return this.#isOn();
  }

  /** Changes whenever the same text may be redacted differently. */
  get epoch(): string {
    return `${this.#epoch}${this.#isOn() ? '' : ' off'} ${this.#seen} ${this.#typed.version}`;
  }

  /** The same for the texts of one project. */
  epochOf(projectId: string): string {
    const on = this.#isOn() ? '' : ' off';
    return `${this.#epoch}${on} ${this.#textsOf(projectId).version}`;
  }

  /** Redacts a version of a document; with `documentId` also the values being typed there. */
  redact(projectId: string, text: SourceText, documentId?: string): RedactedText {
    const on = this.#isOn();
    if (documentId !== undefined) this.#typed.settle(documentId);
    const last = this.#redacted.get(text);
    const isSame = last?.projectId === projectId && last.on === on && last.typed === this.#typed.version;
    if (last !== undefined && isSame && (!on || last.known === this.#textsOf(projectId).version)) return last.redacted;
    const redacted = on ? this.#hide(projectId, text, documentId) : RedactedText.unchanged(text);
    const { version: known } = this.#textsOf(projectId);
    this.#redacted.set(text, { projectId, on, known, typed: this.#typed.version, redacted });
    return redacted;
  }

  /** Follows a change of a document, to hide values while the developer types them. */
  follow(documentId: string, text: SourceText, changes: ChangeSet, isDevelopers: boolean): void {
    if (this.#isOn()) this.#typed.follow(documentId, text, changes, isDevelopers);
  }

  document(projectId: string, documentId: string): RedactedDocument {
    return {
      of: (raw) => this.redact(projectId, raw, documentId),
      edit: (raw, changes) => this.edit(projectId, raw, changes, documentId),
      message: (text, about) => {
        const version = about && this.redact(projectId, about.raw, documentId);
        return this.redactText(projectId, version?.quoted(about?.line ?? 0, text) ?? text).text;
      },
      label: (path) => this.redactText(projectId, path).text,
      epoch: this.epoch,
    };
  }

  /** Maps changes of the redacted text to the raw text; see {@link rawChanges}. */
  edit(projectId: string, raw: SourceText, changes: ChangeSet, documentId?: string): ChangeSet | RedactionRefusal {
    const redacted = this.redact(projectId, raw, documentId);
    const made = rawChanges(redacted, changes);
    if (made instanceof RedactionRefusal || redacted.isUnchanged) return made;
    // A table's header or the like, far from the secret, may be what identifies it.
    const after = this.redact(projectId, made.apply(raw), documentId);
    const shown = redacted.hidden.find(({ start, end }) => {
      const isReplaced = made.changes.some((change) => change.start <= start && end <= change.end);
      return !isReplaced && !after.hides(made.mapOffset(start, 1), made.mapOffset(end, -1));
    });
    if (shown === undefined) return made;
    return new RedactionRefusal(`the secret in line ${raw.lineIndexOf(shown.start) + 1} would no longer be hidden`);
  }

  /** Redacts a text that is no document, such as an output. */
  redactText(projectId: string, text: string, showsAllowed = true): { readonly text: string; readonly count: number } {
    if (!this.#isOn()) return { text, count: 0 };
    const found = findSecrets(text).spans;
    const known = this.#textsOf(projectId);
    this.#learn(known, text, found);
    const spans = united(found, known.find(text));
    if (spans.length === 0) return { text, count: 0 };
    const hide = (span: Hideable) => this.#hidden(projectId, text, span, showsAllowed);
    const redacted = RedactedText.of(SourceText.from(text), spans, hide);
    return { text: redacted.text.toString(), count: redacted.hidden.length };
  }

  /**
   * Redacts a name or title that is stored. Allowed secrets are hidden too: the permission may be
   * withdrawn.
   */
  storedLabel(projectId: string, text: string): string {
    return this.redactText(projectId, text, false).text;
  }

  /**
   * Shows the secret of a placeholder in its project, or hides it again. False for an unknown
   * placeholder. Only for the developer.
   */
  async allow(projectId: string, placeholder: string, allowed: boolean): Promise<boolean> {
    const known = await this.#known.allow(projectId, placeholder, allowed);
    if (known) this.#decided();
    return known;
  }

  /** Reads the setting, and at most once a second the decisions made in other windows. */
  async refresh(): Promise<void> {
    const isDecided = await this.#known.refresh();
    const isOn = this.#isOn();
    if (isDecided || isOn !== this.#wasOn) this.#decided();
    this.#wasOn = isOn;
  }

  /** All secrets of a document with their placeholders, including allowed ones. */
  secretsOf(
    projectId: string,
    text: SourceText,
  ): readonly (SecretSpan & { readonly placeholder: string; readonly allowed: boolean })[] {
    const { secrets, quoted } = this.#search(projectId, text);
    return united(secrets.spans, quoted).map((span) => {
      const secret = span.secret ?? text.slice(span.start, span.end);
      const placeholder = this.#known.placeholder(projectId, span.kind, secret);
      return { ...span, placeholder, allowed: this.#known.isAllowed(projectId, secret) };
    });
  }

  /** Settles when all numbers are stored. */
  flush(): Promise<void> {
    return this.#known.flush();
  }

  /** Stores everything and releases unused numbers. */
  close(): Promise<void> {
    return this.#known.close();
  }

  #decided(): void {
    this.#redacted = new WeakMap();
    this.#epoch++;
    this.#changed.fire();
  }

  #hide(projectId: string, text: SourceText, documentId: string | undefined): RedactedText {
    const { secrets, quoted } = this.#search(projectId, text);
    const typed = documentId === undefined ? [] : this.#typed.among(documentId, text, secrets);
    const found = united(secrets.spans, quoted);
    const spans = typed.length === 0 ? found : withTyped(found, typed);
    return RedactedText.of(text, spans, (span) => this.#hidden(projectId, text, span));
  }

  /** Finds the secrets of a text and the quotes of known ones. */
  #search(projectId: string, text: SourceText): Searched {
    const known = this.#textsOf(projectId);
    const now = this.#searched.get(text);
    const secrets = now?.secrets ?? findSecrets(text);
    if (now?.known !== known) this.#learn(known, text, secrets.spans);
    else if (now.version === known.version) return now;
    const searched = { secrets, quoted: known.find(text), known, version: known.version };
    this.#searched.set(text, searched);
    return searched;
  }

  #textsOf(projectId: string): KnownTexts {
    return this.#texts.getOrMake(projectId, () => new KnownTexts());
  }

  #learn(known: KnownTexts, text: Sliceable, found: readonly FoundSecret[]): void {
    const before = known.version;
    for (const { start, end, kind } of found) known.add(text.slice(start, end), kind);
    this.#seen += known.version - before;
  }

  /** Null if the developer allows the secret. */
  #hidden(
    projectId: string,
    text: Sliceable,
    { start, end, from, kind, doubt, secret: whole }: Hideable,
    showsAllowed = true,
  ): HiddenSpan | null {
    const shown = text.slice(start, end);
    if (doubt === true) return { start, end, from, placeholder: placeholderOf(kind, 0), breaks: breaksOf(shown) };
    const secret = whole ?? shown;
    if (showsAllowed && this.#known.isAllowed(projectId, secret)) return null;
    return { start, end, from, placeholder: this.#known.shown(projectId, kind, secret), breaks: breaksOf(shown) };
  }
}

interface Sliceable {
  slice(start: number, end: number): string;
}

/** Adds typed values that overlap no secret. */
function withTyped(found: readonly Hideable[], typed: readonly FoundSecret[]): readonly Hideable[] {
  const apart = typed.filter((one) => found.every(({ start, end }) => end <= one.start || one.end <= start));
  return [...found, ...apart.map((one) => ({ ...one, doubt: true }))].toSorted((a, b) => a.start - b.start);
}

/** Merges found secrets and quotes, in order; overlapping ones become one. */
function united(found: readonly FoundSecret[], quoted: readonly KnownSpan[]): readonly Hideable[] {
  let at = 0;
  const isFound = (span: KnownSpan) => {
    while (at < found.length && (found[at] as FoundSecret).end < span.end) at++;
    return at < found.length && (found[at] as FoundSecret).start <= span.start;
  };
  if (quoted.every(isFound)) return found;
  const all: Hideable[] = [...found, ...quoted.map((span) => ({ ...span, from: span.start }))];
  const result: Hideable[] = [];
  for (const span of all.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last === undefined || last.end <= span.start) result.push(span);
    else if (last.end < span.end) {
      const { start, kind } = last;
      result[result.length - 1] = { start, end: span.end, kind, from: Math.min(last.from, span.from) };
    } else if (span.from < last.from) result[result.length - 1] = { ...last, from: span.from };
  }
  return result;
}
