import * as z from 'zod';
import type { SessionClient } from '../../agents/sessionClient.ts';
import { tools } from '../../agents/tools.ts';
import { type Channel, channels } from '../../protocol/channels.ts';
import { failure } from '../../protocol/result.ts';

/**
 * The window's route for a stdio bridge and for hooks: requests on the channels that agents may use.
 * The bridge itself speaks MCP, so that its client's session outlives a reload of the window.
 */

const openChannels: ReadonlySet<string> = new Set<Channel>([
  ...tools.map(({ channel }) => channel),
  'windows:list',
  'context:assemble',
  'conversations:say',
  // What is too long for a reply becomes a context file of the asker.
  'files:save',
  'deliveries:commit',
  'deliveries:keep',
  'agents:turn',
  'agents:call',
  'agents:beforeWrite',
  'agents:afterWrite',
  'agents:forget',
]);

const bridgeRequestSchema = z.lazy(() =>
  z.strictObject({
    channel: z.string().refine((name): name is Channel => openChannels.has(name) && Object.hasOwn(channels, name)),
    params: z.unknown().optional(),
    consumer: z.string().regex(/^(mcp:[\w.-]{1,64}|lm-tools)(#[\w.-]{1,64})?$/),
  }),
);
export type BridgeRequest = z.infer<typeof bridgeRequestSchema>;

export async function clientRequest(client: SessionClient, request: Request): Promise<Response> {
  const body = await request.json().catch(() => null);
  const parsed = bridgeRequestSchema.safeParse(body);
  if (!parsed.success) return Response.json(failure('REQUEST_INVALID', z.prettifyError(parsed.error)));
  const { channel, params, consumer } = parsed.data;
  return Response.json(await client.request(channel, params, consumer));
}
