import { Emitter } from '../base/event.ts';
import { LruMap } from '../base/lruMap.ts';
import type { ChangeSet } from '../text/changeSet.ts';
import { SourceText } from '../text/sourceText.ts';
import type { TextSpan } from '../text/textChange.ts';
import { areMoved } from './findAgain.ts';
import { type FoundSecret, type Slices, united } from './finding.ts';
import { SecretFollower } from './following/secretFollower.ts';
import { randomParts } from './following/typedValues.ts';
import type { KnownSecrets } from './knownSecrets.ts';
import { KnownTexts } from './knownTexts.ts';
import { placeholderOf, withEqualPlaceholders } from './placeholder.ts';
import { RedactionRefusal, rawChanges } from './redactedEdits.ts';
import { RedactedText } from './redactedText.ts';
import { findSecrets, type Secrets } from './secretFinder.ts';

/** Maximum number of projects whose secrets stay in memory. */
const maxOpenProjects = 16;
/** Maximum number of documents of which only changes are searched. */
const maxFollowed = 64;
/** Maximum number of documents in which agents' secrets are distinguished from the developer's. */
const maxWritten = 10_000;

/** A searched version, and the state that its secrets depend on. */
interface Searched {
  readonly text: SourceText;
  /** By their form or their place, ascending and disjoint. */
  readonly secrets: readonly FoundSecret[];
  /** True if its secrets have become known to the project. */
  readonly isLearnt: boolean;
  /** Quotes of the project's known secrets. */
  readonly quotes: ReturnType<KnownTexts['find']>;
  readonly known: KnownTexts;
  /** The versions of `known` and of the hidden places, and the document. */
  readonly version: string;
  readonly redacted: RedactedText;
}

/** The redacted versions of one document. */
export type RedactedDocument = ReturnType<Redaction['document']>;

/**
 * Removes secrets from every text that leaves the extension. Documents are searched whole, before
 * they are cut or compared, and only near their changes.
 */
export class Redaction {
  readonly #known: KnownSecrets;
  /** State of the setting. */
  readonly isOn: () => boolean;
  #searched = new WeakMap<SourceText, Searched>();
  /** By document: the version that was searched last. */
  readonly #last = new LruMap<string, SourceText>(maxFollowed);
  /** The secrets by form, also of versions that nobody has read. */
  readonly #found = new WeakMap<SourceText, Secrets>();
  readonly #lastFound = new LruMap<string, SourceText>(maxFollowed);
  /** By project. */
  readonly #texts = new LruMap<string, KnownTexts>(maxOpenProjects, { onEvict: () => void this.#epoch++ });
  /** By document: the secrets that an agent has written. They do not become known to the project. */
  readonly #written = new LruMap<string, Set<string>>(maxWritten);
  readonly #changed = new Emitter<void>();
  readonly #follower: SecretFollower;
  #epoch = 0;
  #wasOn: boolean;

  /** Fires when a secret was allowed or hidden again, or redaction was turned on or off. */
  readonly onDidChange = this.#changed.event;

  /** `caretsOf` returns the developer's carets in a document. */
  constructor(
    known: KnownSecrets,
    isOn: () => boolean = () => true,
    caretsOf: (documentId: string) => readonly number[] = () => [],
  ) {
    this.#known = known;
    this.#follower = new SecretFollower(
      known.places,
      caretsOf,
      (documentId, text) => this.#find(text, documentId).spans,
    );
    this.isOn = isOn;
    this.#wasOn = isOn();
  }

  /** Changes whenever the same text may be redacted differently. */
  get epoch(): string {
    const seen = [...this.#texts.values()].reduce((sum, { version }) => sum + version, 0);
    return `${this.#epoch}${this.isOn() ? '' : ' off'} ${seen} ${this.#known.places.version}`;
  }

  /** The same for the texts of one project. */
  epochOf(projectId: string): string {
    return `${this.#epoch}${this.isOn() ? '' : ' off'} ${this.#textsOf(projectId).version}`;
  }

  /** Redacts a text; with `documentId` as a version of that document. */
  redact(projectId: string, text: SourceText, documentId?: string): RedactedText {
    if (!this.isOn()) return RedactedText.unchanged(text);
    if (documentId !== undefined)
      this.#follower.settle(documentId, (...at) => this.#learn(projectId, ...at, documentId));
    return this.#search(projectId, text, documentId).redacted;
  }

  /** Follows a change of a document, to hide values while the developer types at or beside them. */
  follow(...change: Parameters<SecretFollower['follow']>): void {
    this.#follower.follow(...change);
  }

  /** Redacts a text that an agent is about to write to a document. */
  written(projectId: string, text: SourceText, documentId: string): RedactedText {
    const own = this.#written.getOrMake(documentId, () => new Set());
    const { spans } = this.isOn() ? this.#find(text, documentId) : { spans: [] };
    for (const { start, end } of spans) own.add(text.slice(start, end));
    return this.redact(projectId, text, documentId);
  }

  /** Follows the renaming of a document, which an agent may only have planned. */
  rename(from: string, to: string, isDone = true): void {
    const own = this.#written.getOrMake(from, () => new Set());
    this.#written.set(to, own);
    if (isDone) this.#follower.rename(from, to);
  }

  document(projectId: string, documentId: string) {
    return {
      of: (raw: SourceText) => this.redact(projectId, raw, documentId),
      isTyped: (raw: SourceText) => this.#known.places.find(documentId, raw).some(({ doubt }) => doubt),
      /** Maps changes of the redacted text to the raw text; see {@link rawChanges}. */
      edit: (raw: SourceText, changes: ChangeSet) => this.edit(projectId, raw, changes, documentId),
      /**
       * Redacts a message about the document, such as a diagnostic, optionally about one line of a
       * version (zero-based).
       */
      message: (text: string, about?: { readonly raw: SourceText; readonly line: number }) => {
        const version = about && this.redact(projectId, about.raw, documentId);
        return this.redactText(projectId, version?.quoted(about?.line ?? 0, text) ?? text).text;
      },
      /** Changes whenever the same version may be redacted differently. */
      epoch: this.epoch,
    };
  }

  /** Maps changes of the redacted text to the raw text, with the result, or refuses them; see {@link rawChanges}. */
  edit(projectId: string, raw: SourceText, changes: ChangeSet, documentId?: string) {
    const redacted = this.redact(projectId, raw, documentId);
    const made = rawChanges(redacted, changes);
    if (made instanceof RedactionRefusal) return made;
    const edit = { changes: made, newText: made.apply(raw) };
    // A table's header or the like, far from the secret, may be what identifies it.
    const after = this.written(projectId, edit.newText, documentId ?? '');
    if (redacted.isUnchanged || made.isEmpty) return edit;
    const line = (at: number) => `line ${raw.lineIndexOf(at) + 1}`;
    // If it were the hidden one, nothing would change, and that would confirm a guess.
    if (withEqualPlaceholders(after.text.toString()) === withEqualPlaceholders(redacted.text.toString()))
      return new RedactionRefusal(`${line(made.changes[0]?.start ?? 0)} would only swap one secret for another`);
    const shown = redacted.hidden.find(({ start, end }) => {
      const isReplaced = made.changes.some((change) => change.start <= start && end <= change.end);
      return !isReplaced && !after.hides(made.mapOffset(start, 1), made.mapOffset(end, -1));
    });
    if (shown === undefined) return edit;
    return new RedactionRefusal(`the secret in ${line(shown.start)} would no longer be hidden`);
  }

  /**
   * Redacts a text that is no document and may be an agent's. Its secrets become known to `known`
   * alone.
   */
  redactText(projectId: string, text: string, known = new KnownTexts(), showsAllowed = true) {
    if (!this.isOn()) return { text, count: 0 };
    const found = findSecrets(text).spans;
    const ofProject = this.#textsOf(projectId);
    for (const { start, end, kind } of found)
      if (ofProject.find(text.slice(start, end)).spans.length === 0) known.add(text.slice(start, end), kind);
    const quotes = [...ofProject.find(text, found).spans, ...known.find(text, found).spans];
    return this.#hide(projectId, text, [...found, ...quotes], showsAllowed);
  }

  /** Redacts an output of the developer's, such as a terminal's. Its secrets become known to the project. */
  redactOutput(projectId: string, text: string) {
    if (!this.isOn()) return { text, count: 0 };
    const found = findSecrets(text).spans;
    this.#learn(projectId, text, found);
    return this.#hide(projectId, text, [...found, ...this.#textsOf(projectId).find(text, found).spans]);
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

  /**
   * Hides parts of a document, whatever stands there, and wherever else they are random. False if nothing
   * around one of them tells its place.
   */
  async hide(projectId: string, documentId: string, text: SourceText, spans: readonly TextSpan[]): Promise<boolean> {
    const chosen = spans.map((span) => ({ ...span, from: span.start, kind: 'secret' }));
    const secrets = united([...this.#find(text, documentId).spans, ...chosen]);
    for (const span of spans) this.#known.places.add(documentId, text, span, secrets, 'chosen');
    await this.#known.hide(
      projectId,
      spans.map(({ start, end }) => text.slice(start, end)),
    );
    this.#decided();
    const redacted = this.redact(projectId, text, documentId);
    const isHidden = ({ start, end }: TextSpan) => {
      const chosen = text.slice(start, end);
      return redacted.hides(start + chosen.search(/\S|$/), start + chosen.trimEnd().length);
    };
    return !this.isOn() || spans.every(isHidden);
  }

  /** Reads the setting, and at most once a second the decisions made in other windows. */
  async refresh(): Promise<void> {
    const isDecided = await this.#known.refresh();
    const isOn = this.isOn();
    if (isDecided || isOn !== this.#wasOn) this.#decided();
    this.#wasOn = isOn;
  }

  /** All secrets of a document with their placeholders, including allowed ones, but none that is being typed. */
  secretsOf(projectId: string, text: SourceText, documentId: string) {
    const { secrets, quotes } = this.#search(projectId, text, documentId);
    return united([...secrets, ...quotes.spans]).flatMap((span) => {
      if (span.doubt === true) return [];
      const secret = span.secret ?? text.slice(span.start, span.end);
      const placeholder = this.#known.placeholder(projectId, span.kind, secret, false);
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
    this.#searched = new WeakMap();
    this.#epoch++;
    this.#changed.fire();
  }

  /** Finds the secrets of a text and the quotes of known ones. */
  #search(projectId: string, text: SourceText, documentId?: string, learns = documentId !== undefined): Searched {
    const known = this.#textsOf(projectId);
    const now = this.#searched.get(text);
    const version = `${known.version} ${this.#known.places.version} ${documentId}`;
    if (now?.known === known && now.version === version) return now;
    const before = this.#searched.get(this.#last.get(documentId ?? '') ?? text);
    const ranges = before === undefined ? [] : text.getChangeRanges(before.text);
    const { spans } = this.#find(text, documentId);
    const placed = this.#known.places.find(documentId ?? '', text);
    const secrets = united([...spans, ...placed, ...this.#follower.among(text)]);
    const isLearnt = learns && now?.known !== known;
    const isAsBefore = before?.known === known && before.isLearnt;
    if (isLearnt && !(isAsBefore && areMoved(before.secrets, secrets, ranges))) {
      this.#learn(projectId, text, spans, documentId);
      // What is being typed is learnt when it is whole.
      for (const span of placed) if (!span.doubt) this.#learn(projectId, text, randomParts(text, span), documentId);
    }
    const isSame = before?.known === known && before.version === version;
    const quotes = known.find(text, secrets, isSame ? { found: before.quotes.found, ranges } : undefined);
    const hidden = united([...secrets, ...quotes.spans]);
    const earlier = isSame ? before.redacted : RedactedText.unchanged(text);
    const redacted = RedactedText.of(text, hidden, this.#placeholders(projectId, text), earlier);
    const searched = { text, secrets, isLearnt, quotes, known, version, redacted };
    this.#searched.set(text, searched);
    if (documentId !== undefined) this.#last.set(documentId, text);
    return searched;
  }

  /** Finds the secrets of a text by their form; of a document only near its changes. */
  #find(text: SourceText, documentId = ''): Secrets {
    const now = this.#found.get(text);
    if (now !== undefined) return now;
    const last = this.#lastFound.get(documentId) ?? text;
    const before = this.#found.get(last);
    const found = findSecrets(text, before && { found: before.found, ranges: text.getChangeRanges(last) });
    this.#found.set(text, found);
    if (documentId !== '') this.#lastFound.set(documentId, text);
    return found;
  }

  #hide(projectId: string, text: string, spans: readonly FoundSecret[], showsAllowed = true) {
    if (spans.length === 0) return { text, count: 0 };
    const placeholders = this.#placeholders(projectId, text, showsAllowed);
    const redacted = RedactedText.of(SourceText.from(text), united(spans), placeholders);
    return { text: redacted.text.toString(), count: redacted.hidden.length };
  }

  #textsOf(projectId: string): KnownTexts {
    return this.#texts.getOrMake(projectId, () => new KnownTexts());
  }

  #learn(projectId: string, text: Slices, found: readonly FoundSecret[], documentId = ''): void {
    for (const { start, end, kind } of found) {
      const secret = text.slice(start, end);
      if (this.#written.get(documentId)?.has(secret) !== true && this.#textsOf(projectId).add(secret, kind))
        this.#known.placeholder(projectId, kind, secret);
    }
  }

  /** Returns the placeholder of a secret, or null if the developer allows it. */
  #placeholders(projectId: string, text: Slices, showsAllowed = true) {
    return ({ start, end, kind, doubt, secret = text.slice(start, end) }: FoundSecret): string | null => {
      if (doubt === true) return placeholderOf(kind, 0);
      const isShown = showsAllowed && this.#known.isAllowed(projectId, secret);
      return isShown ? null : this.#known.shown(projectId, kind, secret);
    };
  }
}
