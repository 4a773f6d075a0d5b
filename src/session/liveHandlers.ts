import type { Clock } from '../base/clock.ts';
import type { EditorSnapshot, SymbolEntry, Workspace } from '../base/workspace.ts';
import { assemble } from '../engine/assembly.ts';
import { formatAssembly } from '../engine/format/format.ts';
import type { Version } from '../history/versionId.ts';
import { DiffSummaries, type PatchHead } from '../live/diffSummary.ts';
import type { LiveContext } from '../live/liveContext.ts';
import { buildLiveContext } from '../live/liveContextBuilder.ts';
import { outlineFromSymbols, outlineFromText } from '../live/outline.ts';
import type { ChangedDocument, ParsedParams, Value } from '../protocol/channels.ts';
import type { LiveContextPayload, OutlineEntry } from '../protocol/liveContext.ts';
import type { SettingValues } from '../protocol/settings.ts';
import { immediatePieces } from '../windows/immediate.ts';
import { changesText } from './changesText.ts';
import type { Deliveries } from './deliveries.ts';
import type { Documents, TrackedDocument } from './documents.ts';
import type { Consumer } from './handlers.ts';
import { Problem } from './problem.ts';
import { systemText } from './systemText.ts';

/** How long a source may take before the prompt goes without it, ms (design E). */
const sourceMs = 100;

/** Answers what is asked about now: the Live Context, the changes since, a version. */
export class LiveHandlers {
  readonly #clock: Clock;
  readonly #workspace: Workspace;
  readonly #documents: Documents;
  readonly #deliveries: Deliveries;
  readonly #settings: () => SettingValues;
  readonly #summaries: DiffSummaries;
  /** The last symbols of each document with the version they belong to. */
  readonly #symbols = new Map<string, { readonly version: number; readonly symbols: readonly SymbolEntry[] }>();
  readonly #asking = new Map<string, Promise<void>>();

  constructor(
    clock: Clock,
    workspace: Workspace,
    documents: Documents,
    deliveries: Deliveries,
    settings: () => SettingValues,
  ) {
    this.#clock = clock;
    this.#workspace = workspace;
    this.#documents = documents;
    this.#deliveries = deliveries;
    this.#settings = settings;
    this.#summaries = new DiffSummaries();
  }

  async get(params: ParsedParams<'live:get'>, consumer: Consumer): Promise<Value<'live:get'>> {
    const settings = this.#settings();
    const asked = await this.#documents.find(params.documentId);
    const symbols = await this.#symbolsOf(asked, settings.excerptLength);
    const document = await this.#documents.find(asked.documentId, !params.preview);
    const snapshot = this.#workspace.editor(document.documentId);
    if (snapshot === null) throw new Problem('DOCUMENT_UNKNOWN', 'The document is not open in the editor.');
    const live = this.#build(document, snapshot, symbols, params, settings);
    const options = { ...settings, markers: params.markers ?? settings.cursorMarkers };
    const assembly = assemble(systemText, immediatePieces(live, options));
    const text = formatAssembly(assembly, params.format);
    const receipt = this.#deliveries.account({
      consumer,
      projectId: live.editorState.project_id,
      documentId: document.documentId,
      received: [document.documentId],
      now: live.versionId,
      versionIds: versionIds(assembly.payload),
      format: params.format,
      text,
      preview: params.preview,
    });
    return { text, payload: assembly.payload, receipt };
  }

  async changesSince(
    params: ParsedParams<'live:changesSince'>,
    consumer: Consumer,
  ): Promise<Value<'live:changesSince'>> {
    const documents = params.documentId
      ? [await this.#documents.find(params.documentId, !params.preview)]
      : await this.#documents.ofProject(!params.preview);
    const since = params.since ?? this.#lastReceived(documents, consumer);
    const number = params.since === undefined ? null : this.#documents.number(params.since);
    const changed = documents.flatMap((document) => this.#changedSince(document, number, consumer) ?? []);
    const start = since === null ? 'the oldest version kept of each document' : 'the last delivery';
    const text = changesText(params.since ?? start, changed);
    const newest = newestVersion(documents);
    const receipt = this.#deliveries.account({
      consumer,
      projectId: this.#documents.project(params.documentId),
      documentId: params.documentId ?? null,
      received: documents.map(({ documentId }) => documentId),
      now: newest?.id ?? null,
      versionIds: changed.flatMap((one) =>
        one.status === 'gone' ? [one.versionId] : [one.fromVersionId, one.versionId],
      ),
      format: 'markdown',
      text,
      preview: params.preview,
    });
    return { text, since, documents: changed, receipt };
  }

  async version(params: ParsedParams<'live:version'>): Promise<Value<'live:version'>> {
    const document = await this.#documents.find(params.documentId);
    const { documentId, history } = document;
    const version =
      params.versionId === undefined ? history.seal() : this.#documents.version(document, params.versionId);
    const text = history.textOf(version.number);
    if (text === null) throw new Problem('VERSION_GONE', undefined, { text: history.text.toString() });
    const head = {
      documentId,
      file: this.#workspace.locate(documentId).path,
      versionId: version.id,
      lineCount: text.lineCount,
    };
    if (params.compareWith !== undefined) {
      const other = this.#documents.version(document, params.compareWith);
      const [from, to] = version.number <= other.number ? [version, other] : [other, version];
      return { ...head, patch: this.#summaries.between(history, from, to, this.#patchHead(documentId)).patch };
    }
    if (params.lines === undefined) return { ...head, text: text.toString() };
    const { first, last } = params.lines;
    if (first > last || last > text.lineCount) throw new Problem('LINES_OUTSIDE');
    return { ...head, text: text.slice(text.lineAt(first - 1).start, text.lineAt(last - 1).endWithBreak) };
  }

  #build(
    { documentId, history }: TrackedDocument,
    snapshot: EditorSnapshot,
    outline: readonly OutlineEntry[],
    params: ParsedParams<'live:get'>,
    settings: SettingValues,
  ): LiveContext {
    const input = {
      documentId,
      history,
      place: this.#workspace.locate(documentId),
      snapshot,
      outline,
      planHints: [],
      diffs: params.diffs ?? settings.recentDiffs,
      anchor: settings.anchor,
      now: this.#clock.now(),
    };
    const note = snapshot.note;
    return buildLiveContext(note === undefined ? input : { ...input, note }, this.#summaries);
  }

  /** The outline of a document that will not be shown whole; a slow provider's answer serves the next time. */
  async #symbolsOf({ documentId, history }: TrackedDocument, excerptLength: number): Promise<readonly OutlineEntry[]> {
    const { text } = history;
    if (text.length <= excerptLength) return [];
    const version = history.seal().number;
    if (this.#symbols.get(documentId)?.version !== version) {
      const asked = this.#asking.get(documentId) ?? this.#askForSymbols(documentId, version);
      await Promise.race([asked, new Promise<void>((resolve) => this.#clock.after(sourceMs, resolve))]);
    }
    const symbols = this.#symbols.get(documentId)?.symbols ?? [];
    return symbols.length > 0 ? outlineFromSymbols(symbols) : outlineFromText(text);
  }

  #askForSymbols(documentId: string, version: number): Promise<void> {
    const asked = this.#workspace
      .symbols(documentId)
      .then(
        (symbols) => void this.#symbols.set(documentId, { version, symbols }),
        () => {},
      )
      .finally(() => this.#asking.delete(documentId));
    this.#asking.set(documentId, asked);
    return asked;
  }

  /** What changed in one document; null when nothing did. Without a number the consumer's own watermark counts. */
  #changedSince(
    { documentId, history }: TrackedDocument,
    number: number | null,
    consumer: Consumer,
  ): ChangedDocument | null {
    const now = history.seal();
    const file = this.#workspace.locate(documentId).path;
    const from = number === null ? history.versionAt(history.watermarks.get(consumer) ?? 0) : history.versionAt(number);
    if (from === 'gone') {
      return {
        status: 'gone',
        code: 'VERSION_GONE',
        documentId,
        file,
        versionId: now.id,
        text: history.text.toString(),
      };
    }
    const base = from ?? history.oldest;
    const { patch } = this.#summaries.between(history, base, now, this.#patchHead(documentId));
    return patch === ''
      ? null
      : { status: 'changed', documentId, file, fromVersionId: base.id, versionId: now.id, patch };
  }

  /** The newest version that the consumer received of any of the documents. */
  #lastReceived(documents: readonly TrackedDocument[], consumer: Consumer): string | null {
    const marks = documents.flatMap(({ history }) => {
      const mark = history.watermarks.get(consumer);
      return mark === undefined ? [] : history.versions.filter((version) => version.number === mark);
    });
    return marks.reduce<Version | null>(newer, null)?.id ?? null;
  }

  #patchHead(documentId: string): PatchHead {
    const { path } = this.#workspace.locate(documentId);
    const note = this.#workspace.editor(documentId)?.note;
    return note === undefined ? { path } : { path, note };
  }
}

function newestVersion(documents: readonly TrackedDocument[]): Version | null {
  return documents.map(({ history }) => history.seal()).reduce<Version | null>(newer, null);
}

function newer(best: Version | null, version: Version): Version {
  return best === null || version.number > best.number ? version : best;
}

function versionIds(payload: LiveContextPayload): readonly string[] {
  const diffs = payload.anchor_diff === null ? payload.recent_diffs : [...payload.recent_diffs, payload.anchor_diff];
  const ids = diffs.flatMap((diff) => [
    diff.version_id,
    ...(diff.base_version_id === undefined ? [] : [diff.base_version_id]),
  ]);
  return [...new Set([payload.version_id, ...ids])];
}
