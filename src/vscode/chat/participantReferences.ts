import * as vscode from 'vscode';
import { fenced } from '../../engine/format/fence.ts';
import type { Session } from '../../session/session.ts';
import { placeOf } from '../host/uris.ts';

/** Of each thing that a person attached, UTF-16 units. */
const maxAttached = 20_000;

/** What VS Code attaches by itself: the prompt has the document in front, its selection and the instruction files already. */
const automatic = /^vscode\.(implicit|instructions|prompt|customizations)\b/;

/**
 * What the person attached to a chat request, as a text behind their words. Files and ranges come through the session like every
 * text, so what is not followed is only named.
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

/** What changed since the model's last answer, over all documents of the project. */
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
