import { CLIENT_INFO_META_KEY, type ServerContext } from '@modelcontextprotocol/server';
import * as z from 'zod';

const envelopeSchema = z.object({ [CLIENT_INFO_META_KEY]: z.object({ name: z.string() }) });

/** The name that a client gives itself with every request since the protocol of 2026; earlier ones say it once a session. */
export function clientName({ mcpReq }: ServerContext): string | undefined {
  return envelopeSchema.safeParse(mcpReq.envelope).data?.[CLIENT_INFO_META_KEY].name;
}
