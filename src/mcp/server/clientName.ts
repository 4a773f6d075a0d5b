import { CLIENT_INFO_META_KEY, type ServerContext } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { severalReaders } from '../../protocol/consumer.ts';

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
