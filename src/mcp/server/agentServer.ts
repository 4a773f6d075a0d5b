import type { CallToolResult, Tool as ListedTool, ServerContext } from '@modelcontextprotocol/server';
import { CLIENT_INFO_META_KEY, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { byteRoom, chatParts, claudeResultLimit, replyLimitOf, resultFormOf } from '../../agents/replyLimit.ts';
import type { DistantClient, SessionClient } from '../../agents/sessionClient.ts';
import { arrived, callTool } from '../../agents/toolAnswer.ts';
import { inputSchemaOf, type Tool, titleOf, tools, writes } from '../../agents/tools.ts';
import { readerIn, severalReaders } from '../../protocol/consumer.ts';
import type { Receiver } from './delivered.ts';
import { getPrompt, prompts } from './prompts.ts';
import { listResources, readResource, resourceTemplates } from './resources.ts';

export interface AgentServerOptions {
  readonly version: string;
  /** Whose watermark and conversation a request uses. */
  readonly consumer: (context: ServerContext, clientName: string | undefined) => string;
}

/**
 * Some clients show a model only the first 250 characters: those name the three main tools and when
 * to call them.
 */
export const instructions =
  "The developer's editor now, unsaved text included. Call live_context first, live_context_changes before " +
  'each further step, and live_context_apply_edits instead of writing files: files on disk may be older. ' +
  'live_context_version returns what was left out, by lines or version id. Long outputs are context files: ' +
  'context_grep them before reading.';

/**
 * All tools as clients list them. The list never changes, so that the beginning of a conversation
 * stays cached.
 */
export const listedTools: ListedTool[] = tools.map((tool) => ({
  name: tool.name,
  title: titleOf(tool),
  description: tool.description,
  inputSchema: inputSchemaOf(tool),
  annotations: {
    title: titleOf(tool),
    readOnlyHint: !writes(tool),
    // Edits can be undone, and never overwrite what the developer typed.
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  },
  // Claude Code shows other tools only to a model that searches for them.
  _meta: { 'anthropic/maxResultSizeChars': claudeResultLimit, 'anthropic/alwaysLoad': true },
}));

/** An MCP server over the session, for one connection or one request. Whoever made it closes it. */
export function createAgentServer(client: SessionClient | DistantClient, options: AgentServerOptions): Server {
  const server = new Server(
    { name: 'live-context', title: 'Live Context', version: options.version },
    { capabilities: { tools: {}, prompts: {}, resources: {} }, instructions },
  );
  const nameOf = (context: ServerContext) => clientName(context) ?? server.getClientVersion()?.name;
  /** Who asks. The developer learns the name each time: the window may have been reloaded. */
  const receiver = (context: ServerContext): Receiver => {
    const name = nameOf(context);
    const consumer = options.consumer(context, name);
    if (name !== undefined) void client.request('conversations:say', { name }, consumer).catch(() => {});
    return { consumer, maxBytes: replyLimitOf(name), signal: context.mcpReq.signal };
  };
  server.setRequestHandler('tools/list', async (_, context) => {
    receiver(context);
    return { tools: listedTools };
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`);
    const to = receiver(context);
    const reader = readerNamed(nameOf(context), params._meta);
    const asker = reader === null ? to.consumer : readerIn(to.consumer, reader);
    return callRemotely(client, tool, params.arguments, { ...to, consumer: asker }, nameOf(context));
  });
  server.setRequestHandler('prompts/list', async () => ({ prompts: [...prompts] }));
  server.setRequestHandler('prompts/get', ({ params }, context) => getPrompt(client, params, receiver(context)));
  server.setRequestHandler('resources/list', async (_, context) => ({
    resources: await listResources(client, receiver(context).consumer),
  }));
  server.setRequestHandler('resources/templates/list', async () => ({ resourceTemplates: [...resourceTemplates] }));
  server.setRequestHandler('resources/read', ({ params }, context) =>
    readResource(client, params.uri, receiver(context)),
  );
  return server;
}

/** Answers with plain text: clients show data to the model in place of the text, escaped. */
async function callRemotely(
  client: SessionClient | DistantClient,
  tool: Tool,
  input: unknown,
  { consumer, maxBytes, signal }: Receiver,
  clientName: string | undefined,
): Promise<CallToolResult> {
  const { isJson, marksErrors } = resultFormOf(clientName);
  // A result as the client writes it in JSON.
  const written = (text: string) => JSON.stringify({ content: [{ type: 'text', text }], isError: true });
  const room = byteRoom(maxBytes, isJson ? written : undefined);
  const answer = await callTool(client, tool, input, consumer, room);
  // The answer of a cancelled call is not sent.
  const { ok, text, receipt } = signal.aborted ? answer : await arrived(client, answer, consumer);
  const guess =
    'guess' in client && client.guess !== null ? [`Note: this window was guessed: ${client.guess}.\n\n`] : [];
  const parts = [...guess, ...(/visual studio code/i.test(clientName ?? '') ? chatParts(text) : [text])];
  return {
    content: parts.map((part) => ({ type: 'text', text: part })),
    ...(ok || !marksErrors ? {} : { isError: true }),
    ...(receipt === null || isJson ? {} : { _meta: { 'live-context/receipt': receipt } }),
  };
}

const envelopeSchema = z.object({ [CLIENT_INFO_META_KEY]: z.object({ name: z.string() }) });

/**
 * Returns the name that a client sends with every request since the 2026 protocol; earlier ones
 * send it once a session.
 */
export function clientName({ mcpReq }: ServerContext): string | undefined {
  return envelopeSchema.safeParse(mcpReq.envelope).data?.[CLIENT_INFO_META_KEY].name;
}

/** Clients whose subagents share a session and say nothing of it (opencode 1.18, Gemini 0.61). */
const sharing = /opencode|gemini|copilot/i;

/**
 * The reader in a session: the thread of a subagent of Codex (0.169), the call of Claude Code
 * (2.1.330), whose hook knows the agent. Null for the only reader.
 */
export function readerNamed(client = '', meta: Readonly<Record<string, unknown>> = {}): string | null {
  const { threadId, sessionId, 'claudecode/toolUseId': call } = meta;
  if (typeof call === 'string') return call;
  if (typeof threadId === 'string') return threadId === sessionId ? null : threadId;
  return sharing.test(client) ? severalReaders : null;
}
