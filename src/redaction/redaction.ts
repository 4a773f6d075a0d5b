import { Emitter } from '../base/event.ts';
import { LruMap } from '../base/lruMap.ts';
import { type Consumer, developerConsumers } from '../protocol/consumer.ts';
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

/** Maximum number of projects that keep the texts of the secrets seen in them. */
const maxOpenProjects = 16;

/** A version as it was redacted, and what that depended on. */
interface Redacted {
  readonly projectId: string;
  readonly on: boolean;
  /** The version of the project's known texts. */
  readonly known: number;
  /** The version of the values that are typed. */
  readonly typed: number;
  readonly redacted: RedactedText;
}

/** Where texts belong that an agent has sent about a project: nothing of the project's secrets is looked for in them. */
export function callersOwn(projectId: string): string {
  return `own:${projectId}`;
}

/** The scope in which what a consumer has written is redacted: the project's for the developer, else {@link callersOwn}. */
export function scopeOf(projectId: string, consumer: Consumer): string {
  return developerConsumers.has(consumer) ? projectId : callersOwn(projectId);
}

/** A secret to be hidden; `secret` is the whole of one of which only a line stands there. */
interface Hideable extends FoundSecret {
  readonly secret?: string;
}

/** What was found in a version of a document. */
interface Searched {
  readonly secrets: Secrets;
  /** Where texts of the project's known ones stand, and which they were. */
  readonly quoted: readonly KnownSpan[];
  readonly known: KnownTexts;
  readonly version: number;
}

/** The versions of one document as they leave. */
export interface RedactedDocument {
  of(raw: SourceText): RedactedText;
  /** Changes of a version's redacted text, as changes of its raw text; see {@link rawChanges}. */
  edit(raw: SourceText, changes: ChangeSet): ChangeSet | RedactionRefusal;
  /**
   * A text about the document, such as an error's message; with a version and its line, counted from zero, one about that line. What its form
   * alone gives away is hidden as in {@link Redaction.redactOwn}: it may quote what an agent has written.
   */
  message(text: string, about?: { readonly raw: SourceText; readonly line: number }): string;
  /** The name of a file; see {@link Redaction.label}. */
  label(path: string): string;
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
  readonly #searched = new WeakMap<SourceText, Searched>();
  #redacted = new WeakMap<SourceText, Redacted>();
  /** By project. */
  readonly #texts = new LruMap<string, KnownTexts>(maxOpenProjects, { onEvict: () => void this.#epoch++ });
  readonly #changed = new Emitter<void>();
  readonly #typed: TypedValues;
  #epoch = 0;
  #wasOn: boolean;
  /** How many texts of secrets became known. */
  #seen = 0;

  /** Tells that a secret was allowed or hidden again, or that redaction was turned on or off. */
  readonly onDidChange = this.#changed.event;

  /** `caretsOf` says where the developer writes in a document. */
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

  /** Whether secrets are hidden at all. */
  get isOn(): boolean {
    return this.#isOn();
  }

  /** Changes whenever the same text may be redacted in another way than before. */
  get epoch(): string {
    return `${this.#epoch}${this.#isOn() ? '' : ' off'} ${this.#seen} ${this.#typed.version}`;
  }

  /** The same of the texts of one project alone. */
  epochOf(projectId: string): string {
    const on = this.#isOn() ? '' : ' off';
    return projectId.startsWith(callersOwn('')) ? on : `${this.#epoch}${on} ${this.#textsOf(projectId).version}`;
  }

  /** A version of a document; with `documentId` what is typed there is hidden, too. */
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

  /** Takes in a change of a document: what the developer types behind a telling name is hidden at once. */
  follow(documentId: string, text: SourceText, changes: ChangeSet, isDevelopers: boolean): void {
    if (this.#isOn()) this.#typed.follow(documentId, text, changes, isDevelopers);
  }

  /** The versions of one document. */
  document(projectId: string, documentId: string): RedactedDocument {
    return {
      of: (raw) => this.redact(projectId, raw, documentId),
      edit: (raw, changes) => this.edit(projectId, raw, changes, documentId),
      message: (text, about) => {
        const version = about && this.redact(projectId, about.raw, documentId);
        return this.label(projectId, version?.quoted(about?.line ?? 0, text) ?? text);
      },
      label: (path) => this.label(projectId, path),
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
    return this.#redactText(projectId, text, (secret) => this.#known.isAllowed(projectId, secret));
  }

  #redactText(projectId: string, text: string, isAllowed: (secret: string) => boolean) {
    if (!this.#isOn()) return { text, count: 0 };
    if (projectId.startsWith(callersOwn(''))) return this.redactOwn(text);
    const found = findSecrets(text).spans;
    const known = this.#textsOf(projectId);
    this.#learn(known, text, found);
    const spans = united(found, known.find(text));
    if (spans.length === 0) return { text, count: 0 };
    const hide = (span: Hideable) => this.#hidden(projectId, text, span, isAllowed);
    const redacted = RedactedText.of(SourceText.from(text), spans, hide);
    return { text: redacted.text.toString(), count: redacted.hidden.length };
  }

  /**
   * A text that an agent has sent itself. What looks like a secret is hidden under number 0: the answer depends on the text alone, so that a
   * guess is answered alike whether it is right or wrong.
   */
  redactOwn(text: string): { readonly text: string; readonly count: number } {
    if (!this.#isOn()) return { text, count: 0 };
    const raw = SourceText.from(text);
    const hide = (span: FoundSecret) => ({
      ...span,
      placeholder: placeholderOf(span.kind, 0),
      breaks: breaksOf(text.slice(span.start, span.end)),
    });
    const redacted = RedactedText.of(raw, findSecrets(raw).spans, hide);
    return { text: redacted.text.toString(), count: redacted.hidden.length };
  }

  /** What something is called, such as a file or a heading. What its form gives away is hidden as in {@link redactOwn}: agents give names. */
  label(projectId: string, text: string): string {
    return this.redactText(projectId, this.redactOwn(text).text).text;
  }

  /**
   * A {@link label} that is stored: a note's title, a window's trace. It holds nothing of what is allowed now either, which may be hidden again
   * later, when nobody looks at a title any more.
   */
  storedLabel(projectId: string, text: string): string {
    return this.#redactText(projectId, this.redactOwn(text).text, () => false).text;
  }

  /**
   * Lets the secret of a placeholder be seen in its project, or hides it again; false when the project knows no such placeholder.
   * Only for the developer.
   */
  async allow(projectId: string, placeholder: string, allowed: boolean): Promise<boolean> {
    const known = await this.#known.allow(projectId, placeholder, allowed);
    if (known) this.#decided();
    return known;
  }

  /** Takes in the setting, and what the developer has decided in other windows, which are asked once a second at most. */
  async refresh(): Promise<void> {
    const isDecided = await this.#known.refresh();
    const isOn = this.#isOn();
    if (isDecided || isOn !== this.#wasOn) this.#decided();
    this.#wasOn = isOn;
  }

  /** Every secret of a document with its placeholder, the allowed ones among them. */
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

  /** Settles when the numbers given so far are stored. */
  flush(): Promise<void> {
    return this.#known.flush();
  }

  /** The same, at the end: other windows may give the numbers that are left. */
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

  /** The secrets that stand in a text, and those of the project that are quoted in it. */
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

  /** Takes in the secrets that were found in a text. */
  #learn(known: KnownTexts, text: Sliceable, found: readonly FoundSecret[]): void {
    const before = known.version;
    for (const { start, end, kind } of found) known.add(text.slice(start, end), kind);
    this.#seen += known.version - before;
  }

  /** Null when the developer allows the secret to be seen. */
  #hidden(
    projectId: string,
    text: Sliceable,
    { start, end, from, kind, doubt, secret: whole }: Hideable,
    isAllowed = (secret: string) => this.#known.isAllowed(projectId, secret),
  ): HiddenSpan | null {
    const shown = text.slice(start, end);
    if (doubt === true) return { start, end, from, placeholder: placeholderOf(kind, 0), breaks: breaksOf(shown) };
    const secret = whole ?? shown;
    if (isAllowed(secret)) return null;
    return { start, end, from, placeholder: this.#known.placeholder(projectId, kind, secret), breaks: breaksOf(shown) };
  }
}

interface Sliceable {
  slice(start: number, end: number): string;
}

/** Secrets with what is typed where none is. */
function withTyped(found: readonly Hideable[], typed: readonly FoundSecret[]): readonly Hideable[] {
  const apart = typed.filter((one) => found.every(({ start, end }) => end <= one.start || one.end <= start));
  return [...found, ...apart.map((one) => ({ ...one, doubt: true }))].toSorted((a, b) => a.start - b.start);
}

/** Found secrets and quoted ones in order; where two overlap, one secret that holds both. */
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
