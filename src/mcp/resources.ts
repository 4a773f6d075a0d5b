import type { ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server';
import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { Door } from '../tools/door.ts';
import { deliveredText } from '../tools/toolText.ts';
import { requestError } from './requestError.ts';

/** The resource that is the Live Context now. */
export const contextUri = 'live-context://context';

const markdown = 'text/markdown';

/** What can be read over MCP without a tool (design A): the Live Context, and each context file. */
export async function listResources(_door: Door, _consumer: string): Promise<Resource[]> {
  const context = {
    uri: contextUri,
    name: 'live-context',
    title: 'Live Context',
    description: 'What the developer sees in the editor now, unsaved text included',
    mimeType: markdown,
  };
  return [context];
}

export const resourceTemplates: readonly ResourceTemplateType[] = [];

/** Reading the Live Context is a delivery to the consumer like any other. */
export async function readResource(door: Door, uri: string, consumer: string): Promise<ReadResourceResult> {
  if (uri !== contextUri) throw new ResourceNotFoundError(uri);
  const result = await door.request('live:get', {}, consumer);
  if (!result.ok) throw requestError(result.error);
  return { contents: [{ uri, mimeType: markdown, text: deliveredText(result.value) ?? '' }] };
}
