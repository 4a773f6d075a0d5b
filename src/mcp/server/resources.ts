import type { ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server';
import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { SessionClient } from '../../agents/sessionClient.ts';
import { deliver, type Receiver } from '../../agents/toolAnswer.ts';
import { deliveredText } from '../../agents/toolText.ts';
import { decodeUri } from '../../base/uri.ts';
import { type ContextRef, contextFileChannels, sharedConversation } from '../../protocol/contextFiles.ts';
import type { Failure } from '../../protocol/result.ts';
import { requestError } from './requestError.ts';

/** The resource that is the Live Context now. */
export const contextUri = 'live-context://context';
const filesUri = 'live-context://files/';

const markdown = 'text/markdown';
/** Maximum number of files of a conversation that are listed. */
const maxListedResources = 1_000;
/** A longer file is read by its beginning, bytes; the rest is for the tool context_read. */
const maxRead = 1024 * 1024;
/** The longest note of the rest, UTF-16 units. */
const cutNoteLength = 100;

export const resourceTemplates: readonly ResourceTemplateType[] = [
  {
    uriTemplate: `${filesUri}{conversation}/{id}`,
    name: 'context-file',
    title: 'Context File',
    description: 'A context file by its conversation and id, as context_list tells them',
  },
];

/** Lists what can be read over MCP without a tool: the Live Context and each context file. */
export async function listResources(client: SessionClient, consumer: string): Promise<Resource[]> {
  const context = {
    uri: contextUri,
    name: 'live-context',
    title: 'Live Context',
    description: 'What the developer sees in the editor now, unsaved text included',
    mimeType: markdown,
  };
  const files = await Promise.all(
    [sharedConversation, consumer].map((conversation) => listedFiles(client, conversation, consumer)),
  );
  return [context, ...files.flat()];
}

/** Reading the Live Context is a delivery to the consumer like any other. */
export async function readResource(
  client: SessionClient,
  uri: string,
  receiver: Receiver,
): Promise<ReadResourceResult> {
  if (uri === contextUri) {
    const result = await deliver(client, 'live:get', {}, receiver);
    if (!result.ok) throw requestError(result.error);
    return { contents: [{ uri, mimeType: markdown, text: deliveredText(result.value) ?? '' }] };
  }
  const file = fileNameOf(uri);
  if (file === null) throw new ResourceNotFoundError(uri);
  return { contents: [{ uri, text: await textOfResource(client, file, receiver, uri) }] };
}

interface FileName {
  readonly conversationId: string;
  readonly id: string;
}

const listSchema = contextFileChannels['files:list'].result;
const pageSchema = contextFileChannels['files:read'].result;

/** A conversation that cannot be listed keeps nobody from the rest. */
async function listedFiles(client: SessionClient, conversationId: string, consumer: string): Promise<Resource[]> {
  const result = await client.request('files:list', { conversationId, limit: maxListedResources }, consumer);
  const listed = result.ok ? listSchema.safeParse(result.value) : null;
  return (listed?.data?.items ?? []).map((ref) => resourceOf(conversationId, ref));
}

function resourceOf(conversationId: string, { id, hint, mimeType, byteSize, createdAt }: ContextRef): Resource {
  return {
    uri: `${filesUri}${encodeURIComponent(conversationId)}/${encodeURIComponent(id)}`,
    name: id,
    title: hint,
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(byteSize === undefined ? {} : { size: byteSize }),
    annotations: { lastModified: new Date(createdAt).toISOString() },
  };
}

function fileNameOf(uri: string): FileName | null {
  if (!uri.startsWith(filesUri)) return null;
  const [conversationId, id, ...more] = uri.slice(filesUri.length).split('/').map(decodeUri);
  return conversationId && id && more.length === 0 ? { conversationId, id } : null;
}

async function textOfResource(
  session: SessionClient,
  { conversationId, id }: FileName,
  { consumer, maxBytes }: Receiver,
  uri: string,
): Promise<string> {
  let text = '';
  let offset = 0;
  const most = Math.min(maxRead, maxBytes - cutNoteLength);
  while (offset < most) {
    const result = await session.request('files:read', { conversationId, id, offset, limit: most - offset }, consumer);
    if (!result.ok) throw isMissingFile(result.error) ? new ResourceNotFoundError(uri) : requestError(result.error);
    const page = pageSchema.parse(result.value);
    text += page.content;
    if (page.done) return text;
    offset = page.nextOffset;
  }
  return `${text}\n[Cut after ${offset} bytes: continue there with context_read.]\n`;
}

function isMissingFile({ code }: Failure): boolean {
  return code === 'FILE_UNKNOWN' || code === 'FILE_ID_INVALID';
}
