import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Disposable } from '../base/disposable.ts';
import type { SessionClient } from '../tools/sessionClient.ts';
import type { Tool } from '../tools/tool.ts';
import { callTool, outputSchemaOf } from '../tools/toolAnswer.ts';
import { inputSchemaOf, titleOf, tools, writes } from '../tools/tools.ts';
import { getPrompt, prompts } from './prompts.ts';
import { listResources, readResource, resourceTemplates } from './resources.ts';
import { passChanges } from './updates.ts';

export interface AgentServerOptions {
  readonly version: string;
  /** Whose watermark and conversation a request uses. */
  readonly consumer: (context: ServerContext) => string;
  /** Whether clients subscribe with the server itself, as in the 2025 protocol; else the SDK's entry filters for them. */
  readonly subscriptions: 'own' | 'entry' | 'none';
}

const instructions =
  'Live Context shows what the developer sees in the editor at this moment, unsaved text included. Call live_context once, then ' +
  'live_context_changes with the last version id before each step. The text of the current document there is the truth; files on ' +
  'disk may be older. Older or partial texts can be had by id from live_context_version. Change documents with ' +
  'live_context_apply_edits against the version you saw; long outputs are context files, to be searched before they are read.';

const listedTools = tools.map((tool) => ({
  name: tool.name,
  title: titleOf(tool),
  description: tool.description,
  inputSchema: objectSchema(inputSchemaOf(tool)),
  outputSchema: objectSchema(outputSchemaOf(tool)),
  annotations: {
    title: titleOf(tool),
    readOnlyHint: !writes(tool),
    destructiveHint: writes(tool),
    idempotentHint: false,
    openWorldHint: false,
  },
}));

/** An MCP server over the session, for one connection or one request. Whoever made it closes it. */
export function createAgentServer(client: SessionClient, options: AgentServerOptions): Server {
  const { consumer } = options;
  const server = new Server(
    { name: 'live-context', title: 'Live Context', version: options.version },
    { capabilities: { tools: {}, prompts: {}, resources: { subscribe: true, listChanged: true } }, instructions },
  );
  server.setRequestHandler('tools/list', async () => ({ tools: listedTools }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`);
    return call(client, tool, params.arguments, consumer(context));
  });
  server.setRequestHandler('prompts/list', async () => ({ prompts: [...prompts] }));
  server.setRequestHandler('prompts/get', ({ params }, context) => getPrompt(client, params, consumer(context)));
  server.setRequestHandler('resources/list', async (_, context) => ({
    resources: await listResources(client, consumer(context)),
  }));
  server.setRequestHandler('resources/templates/list', async () => ({ resourceTemplates: [...resourceTemplates] }));
  server.setRequestHandler('resources/read', ({ params }, context) =>
    readResource(client, params.uri, consumer(context)),
  );
  if (options.subscriptions !== 'none') {
    const updates = sendUpdates(server, client, options.subscriptions === 'own');
    server.onclose = () => updates.dispose();
  }
  return server;
}

async function call(client: SessionClient, tool: Tool, input: unknown, consumer: string): Promise<CallToolResult> {
  const answer = await callTool(client, tool, input, consumer);
  const content = [{ type: 'text' as const, text: answer.text }];
  return answer.ok ? { content, structuredContent: answer.structured } : { content, isError: true };
}

/** Tells the client what changed. */
function sendUpdates(server: Server, client: SessionClient, own: boolean): Disposable {
  const settle = (sent: Promise<void>) => void sent.catch(() => {});
  const updates = {
    listChanged: () => settle(server.sendResourceListChanged()),
    updated: (uri: string) => settle(server.sendResourceUpdated({ uri })),
  };
  return passChanges(client, updates, own ? subscriptionsOf(server) : undefined);
}

/** The resources that the client subscribed to. */
function subscriptionsOf(server: Server): ReadonlySet<string> {
  const subscribed = new Set<string>();
  server.setRequestHandler('resources/subscribe', async ({ params }) => {
    if (subscribed.size >= maxSubscriptions)
      throw new ProtocolError(ProtocolErrorCode.InvalidRequest, `At most ${maxSubscriptions} resources.`);
    subscribed.add(params.uri);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', async ({ params }) => {
    subscribed.delete(params.uri);
    return {};
  });
  return subscribed;
}

const maxSubscriptions = 1_000;

/** MCP wants the root of a tool's schema to be an object, which every channel's is. */
function objectSchema(schema: object): { type: 'object'; [key: string]: unknown } {
  return { ...schema, type: 'object' };
}
