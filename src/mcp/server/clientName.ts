import { CLIENT_INFO_META_KEY, type ServerContext } from '@modelcontextprotocol/server';
import * as z from 'zod';

const envelopeSchema = z.object({ [CLIENT_INFO_META_KEY]: z.object({ name: z.string() }) });

/**
 * Returns the name that a client sends with every request since the 2026 protocol; earlier ones
 * send it once a session.
 */
export function clientName({ mcpReq }: ServerContext): string | undefined {
  return envelopeSchema.safeParse(mcpReq.envelope).data?.[CLIENT_INFO_META_KEY].name;
}
