import { Emitter, type Event } from '../base/event.ts';
import { soon } from '../base/ports/clock.ts';
import type { SymbolEntry } from '../base/ports/workspace.ts';
import type { TrackedDocument } from '../documents/documents.ts';
import { type OutlineEntry, outlineFromLines, outlineFromSymbols } from '../documents/outline.ts';
import type { ShareableText } from '../redaction/redactedText.ts';
import { declarationsIn } from '../syntax/declarations.ts';
import type { PromptServices } from './services.ts';

/** Maximum wait for the editor's symbol providers, ms. */
const symbolsMs = 100;

/** Outlines of documents that are not shown whole. Late symbols are in the next prompt. */
export class Outlines {
  readonly #services: PromptServices;
  /** The last symbols of each document with the version they belong to. */
  readonly #symbols = new Map<string, { readonly version: number; readonly symbols: readonly SymbolEntry[] }>();
  readonly #asking = new Map<string, Promise<void>>();
  readonly #answeredLate = new Emitter<void>();

  /** A provider that was late has now given symbols. */
  readonly onDidAnswerLate: Event<void> = this.#answeredLate.event;

  constructor(services: PromptServices) {
    this.#services = services;
  }

  /** Empty for a document whose text as it leaves fits: it is shown whole. */
  async of(document: TrackedDocument, fits: (text: ShareableText) => boolean): Promise<readonly OutlineEntry[]> {
    const { clock, workspace, documents, redaction } = this.#services;
    const { documentId, history } = document;
    const redacted = documents.redacted(document);
    if (fits(redacted.text)) return [];
    const version = history.seal().number;
    if (this.#symbols.get(documentId)?.version !== version) {
      const asked = this.#asking.get(documentId) ?? this.#ask(documentId, version);
      const answer = await soon(clock, symbolsMs, asked, 'late');
      if (answer === 'late') void asked.then(() => this.#answeredLate.fire());
    }
    const symbols = this.#symbols.get(documentId)?.symbols ?? [];
    if (symbols.length === 0) {
      const text = redacted.text.toString();
      return outlineFromLines(text, [...new Set(declarationsIn(text).map(({ line }) => line))]);
    }
    // A line for each name: redaction keeps lines, so that one search serves them all.
    const names = symbols.map(({ name, startLine }) => redacted.quoted(startLine, name.replace(/[\r\n]+/g, ' ')));
    const shown = redaction.redactText(workspace.locate(documentId).projectId, names.join('\n')).text.split('\n');
    return outlineFromSymbols(symbols.map((symbol, index) => ({ ...symbol, name: shown[index] ?? '' })));
  }

  #ask(documentId: string, version: number): Promise<void> {
    const asked = this.#services.workspace
      .symbols(documentId)
      .then(
        (symbols) => void this.#symbols.set(documentId, { version, symbols }),
        () => {},
      )
      .finally(() => this.#asking.delete(documentId));
    this.#asking.set(documentId, asked);
    return asked;
  }
}
