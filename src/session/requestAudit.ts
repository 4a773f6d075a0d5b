import { fieldOf } from '../base/json.ts';
import { encodeUtf8 } from '../base/utf8.ts';
import { askedOf } from '../prompt/deliveries/asked.ts';
import { auditId } from '../prompt/deliveries/audit.ts';
import type { Channel, ParsedParams } from '../protocol/channels.ts';
import { type Consumer, consumerOfReader, developerConsumers, trustedConsumers } from '../protocol/consumer.ts';
import type { Result } from '../protocol/result.ts';
import { canAct } from '../windows/conversations.ts';
import type { SessionServices } from './services.ts';

/** Reading channels besides deliveries, which write their own lines. */
const readingChannels = /^(live:(version|timeline)|files:(list|read|tail|grep))$/;

/** Channels that change something. */
const writingChannels = /:(applyEdits|save|delete|clear|export|import|create|update|act|allow|accept)$/;

/**
 * Writes the audit line of a request: who read, edited or opened what, and the text of the reply.
 */
export function auditRequest(
  services: SessionServices,
  { channel, params, consumer }: { readonly channel: Channel; readonly params: object; readonly consumer: Consumer },
  result: Result<unknown>,
): void {
  // Reads by the developer's own surfaces are not logged.
  const isRead = readingChannels.test(channel) && !trustedConsumers.has(consumer);
  if (!isRead && !writingChannels.test(channel)) return;
  // The tools of agents keep their replies themselves, as they were sent; the developer's commands show none.
  const needsNoText = trustedConsumers.has(consumer) || (canAct(consumer) && !developerConsumers.has(consumer));
  const value = result.ok ? result.value : result.error;
  const documents = namedVersions(result.ok ? result.value : result.error.data);
  writeReply(services, {
    ...{ channel, consumer, asked: askedOf(params), outcome: result.ok ? 'ok' : result.error.code, documents },
    text: needsNoText ? null : JSON.stringify(value),
  });
}

/** A reply as it was sent; `text` is null where it is kept elsewhere. */
type SentReply = Omit<ParsedParams<'deliveries:keep'>, 'text'> & {
  readonly consumer: Consumer;
  readonly text: string | null;
  readonly format?: 'json' | 'text';
};

/** Writes the audit line of a reply, with its text. */
export function writeReply(
  { audit, clock, sha256, newId, histories, documents: all }: SessionServices,
  { consumer, documents, text, format = 'json', ...about }: SentReply,
): void {
  const shown = documents.map(({ documentId, versionId }): [string, number | null] => [
    documentId,
    versionId === undefined ? null : histories.numberOf(versionId),
  ]);
  const size = text !== null && { sha256: sha256(text), bytes: encodeUtf8(text).length, tokens: null };
  audit.write({
    ...{ id: auditId({ clock, newId }), consumer: consumerOfReader(consumer), ...about },
    projectId: all.project(shown.find(([id]) => histories.get(id) !== null)?.[0]),
    time: new Date(clock.now()).toISOString(),
    delivered: text === null || !size ? null : { text, format, ...size, documents: shown },
  });
}

/** The documents that the value of a reply names. */
export function namedVersions(value: unknown): SentReply['documents'] {
  const listed = fieldOf(value, 'documents');
  return (Array.isArray(listed) ? listed : [value]).flatMap((one) => {
    const documentId = fieldOf(one, 'documentId');
    const versionId = fieldOf(fieldOf(one, 'fresh') ?? one, 'versionId');
    if (typeof documentId !== 'string') return [];
    return [{ documentId, versionId: typeof versionId === 'string' ? versionId : undefined }];
  });
}
