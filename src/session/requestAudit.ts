import { encodeUtf8 } from '../base/utf8.ts';
import type { Histories } from '../documents/histories.ts';
import { askedOf } from '../prompt/deliveries/asked.ts';
import { auditId, type NewAuditLine } from '../prompt/deliveries/audit.ts';
import type { Channel } from '../protocol/channels.ts';
import { type Consumer, consumerOfReader, trustedConsumers } from '../protocol/consumer.ts';
import type { Result } from '../protocol/result.ts';
import type { SessionDependencies, SessionServices } from './services.ts';

/** Reading channels besides deliveries, which write their own lines. */
const reading: ReadonlySet<Channel> = new Set<Channel>([
  ...(['live:version', 'live:timeline'] as const),
  ...(['files:list', 'files:read', 'files:tail', 'files:grep'] as const),
]);

/** Channels that change something. */
const writingChannels = /:(applyEdits|save|delete|clear|export|import|create|update|act|allow|accept)$/;

/**
 * Writes the audit line of a request: who read, edited or opened what, and the text of the reply.
 */
export function auditRequest(
  { audit, clock, sha256, newId, histories, documents }: SessionDependencies & Pick<SessionServices, 'documents'>,
  { channel, params, consumer }: { readonly channel: Channel; readonly params: object; readonly consumer: Consumer },
  result: Result<unknown>,
): void {
  // Reads by the developer's own surfaces are not logged.
  const isRead = reading.has(channel) && !trustedConsumers.has(consumer);
  if (!isRead && !writingChannels.test(channel)) return;
  const reply = replyText(channel, result, histories);
  const facts = editedFacts(result);
  const projectId = documents.project(reply?.documents.find(([id]) => histories.get(id) !== null)?.[0]);
  audit.write({
    ...{ id: auditId({ clock, newId }), consumer: consumerOfReader(consumer), channel, projectId },
    time: new Date(clock.now()).toISOString(),
    asked: askedOf(params),
    outcome: result.ok ? 'ok' : result.error.code,
    delivered: reply && { ...reply, sha256: sha256(reply.text), bytes: encodeUtf8(reply.text).length, tokens: null },
    ...(facts === undefined ? {} : { facts }),
  });
}

type ReplyText = Omit<NonNullable<NewAuditLine['delivered']>, 'sha256' | 'bytes' | 'tokens'>;

/** The text of documents in a reply: a version's text or diff, or the JSON of refused edits. */
function replyText(channel: Channel, result: Result<unknown>, histories: Histories): ReplyText | null {
  const value = result.ok ? result.value : result.error.data;
  if (!isFields(value)) return null;
  const documents = documentsIn(value).map(({ documentId, versionId }): [string, number | null] => [
    documentId,
    versionId === undefined ? null : histories.numberOf(versionId),
  ]);
  if (result.ok && channel === 'live:version') {
    const { text, patch } = value;
    if (typeof text === 'string') return { text, format: 'text', documents };
    return typeof patch === 'string' ? { text: patch, format: 'patch', documents } : null;
  }
  // What an anchor gave to read.
  if (channel === 'windows:act')
    return result.ok && typeof value['text'] === 'string' ? { text: value['text'], format: 'text', documents } : null;
  const holdsText = channel === 'live:applyEdits' ? !result.ok : typeof value['text'] === 'string';
  return holdsText && channel.startsWith('live:') ? { text: JSON.stringify(value), format: 'json', documents } : null;
}

/** The outcome of an edit for each document. */
function editedFacts(result: Result<unknown>): Record<string, unknown> | undefined {
  const value = result.ok ? result.value : result.error.data;
  if (!isFields(value) || !Array.isArray(value['documents'])) return undefined;
  const documents = value['documents'].filter(isFields).map(({ documentId, outcome, baseVersionId, newVersionId }) => {
    return { documentId, outcome, baseVersionId, newVersionId };
  });
  return { documents };
}

interface NamedVersion {
  readonly documentId: string;
  readonly versionId: string | undefined;
}

function documentsIn(value: Readonly<Record<string, unknown>>): readonly NamedVersion[] {
  const all = Array.isArray(value['documents']) ? value['documents'] : [value];
  return all.filter(isFields).flatMap((one) => {
    const fresh = isFields(one['fresh']) ? one['fresh'] : one;
    const { documentId } = one;
    const { versionId } = fresh;
    if (typeof documentId !== 'string') return [];
    return [{ documentId, versionId: typeof versionId === 'string' ? versionId : undefined }];
  });
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
