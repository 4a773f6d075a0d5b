import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { byteRoom } from '../../agents/replyLimit.ts';
import type { SessionClient } from '../../agents/sessionClient.ts';
import { arrived, callTool } from '../../agents/toolAnswer.ts';
import type { Channel } from '../../protocol/channels.ts';

/** Receiver of a delivery; `maxBytes` of UTF-8. */
export interface Receiver {
  readonly consumer: string;
  readonly maxBytes: number;
  readonly signal: { readonly aborted: boolean };
}

/**
 * The text of a resource or prompt. It counts as seen unless the request is cancelled. Throws a
 * failure as a protocol error: MCP has no tool errors there.
 */
export async function deliveredText(
  client: SessionClient,
  channel: Channel,
  params: object,
  { consumer, maxBytes, signal }: Receiver,
): Promise<string> {
  const answer = await callTool(client, { channel }, params, consumer, byteRoom(maxBytes));
  if (!answer.ok) throw new ProtocolError(ProtocolErrorCode.InternalError, answer.text);
  if (!signal.aborted) await arrived(client, answer, consumer);
  return answer.text;
}
