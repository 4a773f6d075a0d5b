import { AppError } from '../../base/appError.ts';
import type { Workspace } from '../../base/workspace.ts';
import type { Documents } from '../../live/documents.ts';
import { type Consumer, trustedConsumers } from '../../protocol/consumer.ts';
import type { RedactionEntry, RedactionParams, RedactionValue } from '../../protocol/redactions.ts';
import type { Redaction } from '../../redaction/redaction.ts';
import { projectOf } from './constraints.ts';

/** Of one secret so many places are told. */
const maxPlaces = 5;

type Entry = RedactionEntry & { count: number };

/** Answers what is asked about hidden secrets. */
export class RedactionHandlers {
  readonly #workspace: Workspace;
  readonly #documents: Documents;
  readonly #redaction: Redaction;

  constructor(workspace: Workspace, documents: Documents, redaction: Redaction) {
    this.#workspace = workspace;
    this.#documents = documents;
    this.#redaction = redaction;
  }

  async list(params: RedactionParams<'redactions:list'>): Promise<RedactionValue<'redactions:list'>> {
    const projectId = projectOf(this.#workspace, params.projectId);
    const entries = new Map<string, Entry>();
    for (const { documentId, history } of await this.#documents.ofProject(false, projectId)) {
      const { text } = history;
      const { path: file } = this.#workspace.locate(documentId);
      for (const { start, placeholder, kind, allowed } of this.#redaction.secretsOf(projectId, text, documentId)) {
        const entry = entries.get(placeholder) ?? { placeholder, kind, allowed, count: 0, places: [] };
        entries.set(placeholder, entry);
        entry.count++;
        if (entry.places.length < maxPlaces) {
          entry.places.push({ documentId, file, line: text.lineIndexOf(start) + 1 });
        }
      }
    }
    return { projectId, on: this.#redaction.isOn, redactions: [...entries.values()] };
  }

  async allow(
    { projectId: asked, placeholder, allowed }: RedactionParams<'redactions:allow'>,
    consumer: Consumer,
  ): Promise<RedactionValue<'redactions:allow'>> {
    if (!trustedConsumers.has(consumer)) throw new AppError('REDACTION_FORBIDDEN');
    const projectId = projectOf(this.#workspace, asked);
    if (!(await this.#redaction.allow(projectId, placeholder, allowed))) throw new AppError('REDACTION_UNKNOWN');
    return { projectId, placeholder, allowed };
  }
}
