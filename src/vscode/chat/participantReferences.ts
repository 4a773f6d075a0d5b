import * as vscode from 'vscode';
import { fenced } from '../../engine/format/fence.ts';
import type { Session } from '../../session/session.ts';
import { placeOf } from '../host/uris.ts';

/** Maximum length of an attachment's text, UTF-16 units. */
const maxAttached = 20_000;

/** Attachments that VS Code adds itself; the prompt already has them. */
const automatic = /^vscode\.(implicit|instructions|prompt|customizations)\b/;

/**
 * The attachments of a chat request, as text after the user's words. Files come through the
 * session, so untracked ones are only named.
 */
export async function attachedText(
  session: Session,
  references: readonly vscode.ChatPromptReference[],
  consumer: string,
): Promise<string> {
  const chosen = references.filter(({ id }) => !automatic.test(id));
  const parts = await Promise.all(chosen.map(({ value }) => attachment(session, value, consumer)));
  const attached = parts.filter((part) => part !== '');
  return attached.length === 0 ? '' : `\n\nAttached:\n\n${attached.join('\n\n')}`;
}

/** The changes since the model's last answer, over all documents of the project. */
export async function askChangesText(session: Session, consumer: string): Promise<string> {
  const result = await session.request('live:changesSince', { preview: true }, consumer);
  return result.ok ? `\n\n${result.value.text}` : '';
}

async function attachment(session: Session, value: unknown, consumer: string): Promise<string> {
  if (typeof value === 'string') return fenced(value.slice(0, maxAttached), '');
  if (value instanceof vscode.Uri) return document(session, value, undefined, consumer);
  return value instanceof vscode.Location ? document(session, value.uri, value.range, consumer) : '';
}

async function document(
  session: Session,
  uri: vscode.Uri,
  range: vscode.Range | undefined,
  consumer: string,
): Promise<string> {
  const lines = range === undefined ? {} : { lines: { first: range.start.line + 1, last: range.end.line + 1 } };
  const asked = await session.request('live:version', { documentId: uri.toString(), ...lines }, consumer);
  const { path } = placeOf(uri);
  const name = range === undefined ? path : `${path}, lines ${range.start.line + 1} to ${range.end.line + 1}`;
  if (!asked.ok || asked.value.text === undefined) return `- ${name}`;
  return `- ${name}\n\n${fenced(asked.value.text.slice(0, maxAttached), '')}`;
}
