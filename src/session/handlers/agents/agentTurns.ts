import { selectionEnds } from '../../../base/ports/workspace.ts';
import { decodeUri } from '../../../base/uri.ts';
import type { TrackedDocument } from '../../../documents/documents.ts';
import type { SessionServices } from '../../services.ts';
import type { HandlersOf } from '../handlers.ts';
import { OwnWrites } from './ownWrites.ts';

/** Maximum number of unsaved documents that are listed. */
const maxUnsaved = 5;
const firstTurn = 'You have not seen its text yet: call live_context before you read or edit what is open there.\n';

/** Answers the hooks of agents. */
export function agentTurnHandlers(services: SessionServices): HandlersOf<'agents'> {
  const { histories, documents, deliveries, changes, deltas, workspace, readers } = services;
  const ownWrites = new OwnWrites(services);
  return {
    'agents:turn': async (params, consumer) => {
      const open = await documents.ofProject(true);
      const head = headText(services, open);
      if (histories.firstDelivery(consumer) === null) {
        const text = `${head}\n${firstTurn}`;
        const receipt = deliveries.account({
          ...{ channel: 'agents:turn', params, consumer, projectId: documents.project(), documentId: null },
          ...{ shown: [], received: new Map(), now: null, format: 'markdown', text },
        });
        return { text, receipt };
      }
      const { hold, maxCharacters } = params;
      const asked = { preview: false, hold, maxCharacters: maxCharacters - head.length };
      const { text, receipt } = await changes.since(asked, consumer);
      return { text: `${head}\n${text}`, receipt };
    },
    'agents:beforeWrite': async ({ paths }) => {
      const written = documentsAt(await documents.ofProject(true), paths);
      const unsaved = written.filter(({ documentId }) => workspace.editor(documentId)?.dirty);
      if (unsaved.length > 0) return { allowed: false, reason: writeRefusals(services, unsaved) };
      // A change from disk becomes a version of its own.
      for (const { history } of written) history.seal();
      return { allowed: true };
    },
    'agents:afterWrite': async ({ paths, write }, consumer) => {
      const written = write === undefined ? [] : documentsAt(await documents.ofProject(), paths);
      for (const { documentId } of written) if (write !== undefined) ownWrites.add(consumer, documentId, write);
      return {};
    },
    'agents:call': async ({ call, agent }, consumer) => {
      readers.announce(consumer, call, agent);
      return {};
    },
    'agents:forget': async (_, consumer) => {
      histories.forgetConsumer(consumer);
      changes.forget(consumer);
      deltas.forget(consumer);
      return {};
    },
  };
}

/** The developer's position and the unsaved documents. */
function headText(services: SessionServices, open: readonly TrackedDocument[]): string {
  const { workspace } = services;
  const active = workspace.activeDocument();
  const front = active !== null && open.some(({ documentId }) => documentId === active) ? active : null;
  const unsaved = open.filter(({ documentId }) => workspace.editor(documentId)?.dirty);
  const named = unsaved.slice(0, maxUnsaved).map(({ documentId }) => nameOfDocument(services, documentId));
  const more = unsaved.length > maxUnsaved ? ` and ${unsaved.length - maxUnsaved} more` : '';
  return [
    '# Live Context: the editor of the developer now',
    ...(front === null ? [] : [`In front: ${nameOfDocument(services, front)}${placeText(services, front)}.`]),
    named.length === 0
      ? 'All files are saved.'
      : `Unsaved, newer than on disk: ${named.join(', ')}${more}. Edit these by live_context_apply_edits.`,
    '',
  ].join('\n');
}

/** The length of a secret before the cursor is not told. */
function placeText({ workspace, documents }: SessionServices, documentId: string): string {
  const [first] = workspace.editor(documentId)?.selections ?? [];
  if (first === undefined) return '';
  const [start, end] = selectionEnds(first);
  if (start.offset < end.offset) return `, lines ${start.line + 1} to ${end.line + 1} selected`;
  const redacted = documents.redacted(documents.now(documentId));
  const offset = redacted.toRedacted(start.offset);
  const line = redacted.text.lineIndexOf(offset);
  return `, cursor at ${line + 1}:${offset - redacted.text.lineAt(line).start + 1}`;
}

function nameOfDocument({ workspace, redaction }: SessionServices, documentId: string): string {
  const { path, projectId } = workspace.locate(documentId);
  return redaction.redactText(projectId, path.replace(/[\r\n]+/g, ' ')).text;
}

/** Returns why files must not be written on disk now, and what to do instead. */
function writeRefusals(services: SessionServices, unsaved: readonly TrackedDocument[]): string {
  const refusals = unsaved
    .slice(0, maxUnsaved)
    .map(
      ({ documentId, history }) =>
        `${nameOfDocument(services, documentId)} has unsaved text in the editor, which writing the file would bypass. Edit it by ` +
        `live_context_apply_edits with documentId ${JSON.stringify(documentId)} and baseVersionId ` +
        `${JSON.stringify(history.seal().id)}; live_context_version gives its text now. ` +
        'Without these tools, ask the developer to save it.',
    );
  if (unsaved.length > maxUnsaved) refusals.push(`And ${unsaved.length - maxUnsaved} more.`);
  return refusals.join('\n');
}

/** The documents of files on this machine. */
function documentsAt(open: readonly TrackedDocument[], paths: readonly string[]): readonly TrackedDocument[] {
  const wanted = new Set(paths.map(normalPath));
  return open.filter(({ documentId }) => wanted.has(filePathOf(documentId) ?? ''));
}

/** The path in a URI as {@link normalPath} has it, of a cell that of its notebook; or null. */
function filePathOf(documentId: string): string | null {
  const path = /^(?:file|vscode-remote|vscode-notebook-cell):\/\/[^/]*(\/[^?#]*)/.exec(documentId)?.[1];
  const decoded = path === undefined ? null : decodeUri(path);
  return decoded === null ? null : normalPath(decoded);
}

/** Windows writes `C:\a` for `/c:/a` in a URI. */
function normalPath(path: string): string {
  const slashed = path.replaceAll('\\', '/').replace(/^([A-Za-z]:)/, '/$1');
  return /^\/[A-Za-z]:/.test(slashed) ? slashed.toLowerCase() : slashed;
}
