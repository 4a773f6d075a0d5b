import type { ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { SessionClient } from '../../agents/sessionClient.ts';
import { failureText } from '../../agents/toolText.ts';
import { decodeUri } from '../../base/uri.ts';
import { type ContextRef, contextFileChannels, sharedConversation } from '../../protocol/contextFiles.ts';
import { deliveredText, type Receiver } from './delivered.ts';

/** The resource that is the Live Context now. */
export const contextUri = 'live-context://context';
const filesUri = 'live-context://files/';

const markdown = 'text/markdown';
/** Maximum number of files of a conversation that are listed. */
const maxListedResources = 1_000;
/** The longest note of what is left out, which the tool context_read returns; UTF-16 units. */
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
    const text = await deliveredText(client, 'live:get', {}, receiver);
    return { contents: [{ uri, mimeType: markdown, text }] };
  }
  return { contents: [{ uri, text: await textOfFile(client, uri, receiver) }] };
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
    mimeType,
    size: byteSize,
    annotations: { lastModified: new Date(createdAt).toISOString() },
  };
}

async function textOfFile(client: SessionClient, uri: string, { consumer, maxBytes }: Receiver): Promise<string> {
  const [conversationId, id, ...more] = uri.startsWith(filesUri) ? uri.slice(filesUri.length).split('/') : [];
  if (!conversationId || !id || more.length > 0) throw new ResourceNotFoundError(uri);
  const file = { conversationId: decodeUri(conversationId), id: decodeUri(id) };
  const most = maxBytes - cutNoteLength;
  let text = '';
  let offset = 0;
  while (offset < most) {
    const result = await client.request('files:read', { ...file, offset, limit: most - offset }, consumer);
    if (!result.ok) throw new ProtocolError(ProtocolErrorCode.InternalError, failureText(result.error));
    const page = pageSchema.parse(result.value);
    text += page.content;
    if (page.done) return text;
    offset = page.nextOffset;
  }
  return `${text}\n[Cut after ${offset} bytes: continue there with context_read.]\n`;
}
