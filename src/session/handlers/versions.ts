import { AppError } from '../../base/appError.ts';
import type { Workspace } from '../../base/workspace.ts';
import type { Version } from '../../history/versions/versionId.ts';
import type { DiffSummaries, PatchView } from '../../live/diffSummary.ts';
import type { Documents, TrackedDocument } from '../../live/documents.ts';
import { changesText } from '../../prompt/changesText.ts';
import type { Deliveries } from '../../prompt/deliveries.ts';
import type { DeltaDelivery, Savings } from '../../prompt/savings.ts';
import type { ChangedDocument, ParsedParams, Value } from '../../protocol/channels.ts';
import type { Consumer } from '../../protocol/consumer.ts';
import type { Redaction } from '../../redaction/redaction.ts';

/** Answers what is asked about versions: the changes since one, its text, the way from one to another. */
export class VersionHandlers {
  readonly #workspace: Workspace;
  readonly #documents: Documents;
  readonly #deliveries: Deliveries;
  readonly #summaries: DiffSummaries;
  readonly #savings: Savings;
  readonly #redaction: Redaction;

  constructor(
    workspace: Workspace,
    documents: Documents,
    deliveries: Deliveries,
    summaries: DiffSummaries,
    savings: Savings,
    redaction: Redaction,
  ) {
    this.#workspace = workspace;
    this.#documents = documents;
    this.#deliveries = deliveries;
    this.#summaries = summaries;
    this.#savings = savings;
    this.#redaction = redaction;
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
    const first = this.#documents.firstDelivery(consumer) === null ? 'the oldest versions kept' : 'the first delivery';
    const text = changesText(params.since ?? (since === null ? first : 'the last delivery'), changed);
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
    if (receipt.delivered) this.#savings.add(this.#deltaDeliveries(changed, documents));
    return { text, since, documents: changed, receipt };
  }

  async version(params: ParsedParams<'live:version'>): Promise<Value<'live:version'>> {
    const document = await this.#documents.find(params.documentId);
    const { documentId, history } = document;
    const version =
      params.versionId === undefined ? history.seal() : this.#documents.version(document, params.versionId);
    const raw = history.textOf(version.number);
    if (raw === null) throw new RangeError(`${version.id} is not retained`);
    const { text } = this.#documents.redacted(document, raw);
    const head = {
      documentId,
      file: this.#workspace.locate(documentId).path,
      versionId: version.id,
      lineCount: text.lineCount,
    };
    if (params.compareWith !== undefined) {
      const other = this.#documents.version(document, params.compareWith);
      const [from, to] = version.number <= other.number ? [version, other] : [other, version];
      return { ...head, patch: this.#summaries.between(history, from, to, this.#patchView(documentId)).patch };
    }
    if (params.lines === undefined) return { ...head, text: text.toString() };
    const { first, last } = params.lines;
    if (first > last || last > text.lineCount) throw new AppError('LINES_OUTSIDE');
    return { ...head, text: text.slice(text.lineAt(first - 1).start, text.lineAt(last - 1).endWithBreak) };
  }

  /** What changed in one document; null when nothing did. Without a number it is what the consumer has not received. */
  #changedSince(document: TrackedDocument, number: number | null, consumer: Consumer): ChangedDocument | null {
    const { documentId, history } = document;
    const now = history.seal();
    const file = this.#workspace.locate(documentId).path;
    const start = number ?? history.watermarks.get(consumer) ?? this.#documents.firstDelivery(consumer);
    const from = start === null ? history.oldest : history.startAfter(start);
    if (from === 'gone') {
      return {
        status: 'gone',
        code: 'VERSION_GONE',
        documentId,
        file,
        versionId: now.id,
        text: this.#documents.redacted(document).text.toString(),
      };
    }
    const { patch } = this.#summaries.between(history, from, now, this.#patchView(documentId));
    return patch === ''
      ? null
      : { status: 'changed', documentId, file, fromVersionId: from.id, versionId: now.id, patch };
  }

  /** The newest version that the consumer received of any of the documents. */
  #lastReceived(documents: readonly TrackedDocument[], consumer: Consumer): string | null {
    const marks = documents.flatMap(({ history }) => {
      const mark = history.watermarks.get(consumer);
      return (mark === undefined ? null : history.version(mark)) ?? [];
    });
    return marks.reduce<Version | null>(newer, null)?.id ?? null;
  }

  /** Which texts a consumer need not read again, since it was told their changes. */
  #deltaDeliveries(
    changed: readonly ChangedDocument[],
    documents: readonly TrackedDocument[],
  ): readonly DeltaDelivery[] {
    return changed.flatMap((one) => {
      const document = documents.find(({ documentId }) => documentId === one.documentId);
      if (one.status !== 'changed' || document === undefined) return [];
      return [{ patch: one.patch, text: this.#documents.redacted(document).text }];
    });
  }

  #patchView(documentId: string): PatchView {
    const { path, projectId } = this.#workspace.locate(documentId);
    const redacted = this.#redaction.document(projectId, documentId);
    const note = this.#workspace.editor(documentId)?.note;
    return note === undefined ? { path, redacted } : { path, note, redacted };
  }
}

function newestVersion(documents: readonly TrackedDocument[]): Version | null {
  return documents.map(({ history }) => history.seal()).reduce<Version | null>(newer, null);
}

function newer(best: Version | null, version: Version): Version {
  return best === null || version.number > best.number ? version : best;
}
