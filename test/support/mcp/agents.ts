import { pathToFileURL } from 'node:url';
import { Client as ModernClient, StreamableHTTPClientTransport as ModernHttp } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';

/** The clients of the official SDK: 2.x in both protocols that it speaks, and 1.x, which most agents have today. */
export const agentKinds = ['2.x, protocol of 2026', '2.x, protocol of 2025', '1.x'] as const;
export type AgentKind = (typeof agentKinds)[number];

/** Where an agent finds its server: an address with a token, or a program. */
export type ServerAt =
  | { readonly url: string; readonly token: string }
  | { readonly command: string; readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> };

export interface ToolReply {
  readonly text: string;
  readonly isError: boolean;
  /** The receipt of a delivery. */
  readonly receipt: unknown;
}

/** An agent outside VS Code: the same of every kind. */
export interface Agent {
  /** The process of the server it started; null over HTTP. */
  readonly pid: number | null;
  tools(): Promise<readonly { readonly name: string; readonly description?: string | undefined }[]>;
  call(name: string, args?: Record<string, unknown>, signal?: AbortSignal): Promise<ToolReply>;
  resources(): Promise<readonly string[]>;
  read(uri: string): Promise<string>;
  prompts(): Promise<readonly string[]>;
  prompt(name: string, args?: Record<string, string>): Promise<string>;
  close(): Promise<void>;
}

const contentSchema = z.array(z.looseObject({ type: z.string(), text: z.string() }));
const replySchema = z.looseObject({
  content: contentSchema,
  isError: z.boolean().optional(),
  _meta: z.looseObject({ 'live-context/receipt': z.unknown().optional() }).optional(),
});
const readSchema = z.looseObject({ contents: z.array(z.looseObject({ text: z.string() })) });
const promptSchema = z.looseObject({ messages: z.array(z.looseObject({ content: contentSchema.element })) });

function replyOf(value: unknown): ToolReply {
  const { content, isError, _meta } = replySchema.parse(value);
  return {
    text: content.map(({ text }) => text).join(''),
    isError: isError ?? false,
    receipt: _meta?.['live-context/receipt'],
  };
}

const readText = (value: unknown) => readSchema.parse(value).contents[0]?.text ?? '';
const promptText = (value: unknown) => promptSchema.parse(value).messages[0]?.content.text ?? '';

/** Connects an agent of a kind; one of 1.x may name its roots. */
export function connectAgent(
  kind: AgentKind,
  at: ServerAt,
  name = 'test-agent',
  roots?: () => Promise<readonly string[]>,
): Promise<Agent> {
  const info = { name, version: '1.0.0' };
  if (kind === '1.x') return connectOld(info, at, roots);
  return connectModern(info, kind === '2.x, protocol of 2026' ? 'auto' : 'legacy', at);
}

/** What is called waits as long as the test does. */
function callOptions(signal: AbortSignal | undefined) {
  return { timeout: 600_000, ...(signal === undefined ? {} : { signal }) };
}

interface ClientInfo {
  readonly name: string;
  readonly version: string;
}

/** What the clients of both releases do alike. */
const common = (client: ModernClient | OldClient) => ({
  tools: async () => (await client.listTools()).tools,
  resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
  read: async (uri: string) => readText(await client.readResource({ uri })),
  prompts: async () => (await client.listPrompts()).prompts.map(({ name }) => name),
  prompt: async (name: string, args = {}) => promptText(await client.getPrompt({ name, arguments: args })),
  close: () => client.close(),
});

async function connectModern(info: ClientInfo, mode: 'auto' | 'legacy', at: ServerAt): Promise<Agent> {
  const client = new ModernClient(info, { versionNegotiation: { mode } });
  const transport =
    'url' in at
      ? new ModernHttp(new URL(at.url), { requestInit: { headers: authorization(at) } })
      : new ModernStdio({ ...at, args: [...at.args], stderr: 'pipe' });
  await client.connect(transport);
  if (mode === 'auto') await client.listen({ toolsListChanged: true });
  return {
    ...common(client),
    pid: transport instanceof ModernStdio ? transport.pid : null,
    call: async (name, args = {}, signal) =>
      replyOf(await client.callTool({ name, arguments: args }, callOptions(signal))),
  };
}

async function connectOld(info: ClientInfo, at: ServerAt, roots?: () => Promise<readonly string[]>): Promise<Agent> {
  const client = new OldClient(info, roots === undefined ? {} : { capabilities: { roots: {} } });
  if (roots !== undefined)
    client.setRequestHandler(ListRootsRequestSchema, async () => ({
      roots: (await roots()).map((path) => ({ uri: pathToFileURL(path).href })),
    }));
  const transport =
    'url' in at
      ? new OldHttp(new URL(at.url), { requestInit: { headers: authorization(at) } })
      : new OldStdio({ ...at, args: [...at.args], stderr: 'pipe' });
  await client.connect(transport);
  return {
    ...common(client),
    pid: transport instanceof OldStdio ? transport.pid : null,
    call: async (name, args = {}, signal) =>
      replyOf(await client.callTool({ name, arguments: args }, undefined, callOptions(signal))),
  };
}

function authorization({ token }: { readonly token: string }) {
  return { Authorization: `Bearer ${token}` };
}
