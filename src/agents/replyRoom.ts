import { encodeUtf8 } from '../base/utf8.ts';
import { takes } from '../protocol/channels.ts';
import { minReplyLength } from '../protocol/settings.ts';
import { chatReplyLimit } from './replyLimit.ts';
import type { Tool } from './tool.ts';
import { isReading, type ToolAnswer } from './toolAnswer.ts';

/** The room for an answer in the receiver's own measure: tokens, or bytes. */
export interface ReplyRoom {
  readonly budget: number;
  readonly count: (text: string) => PromiseLike<number> | number;
  /** Characters that fit in any case; for calls that cannot be repeated. */
  readonly surely: number;
}

/** The room of a client that counts bytes of UTF-8: at most three for a UTF-16 unit. */
export function byteRoom(budget: number, written: (text: string) => string = (text) => text): ReplyRoom {
  return { budget, count: (text) => encodeUtf8(written(text)).length, surely: Math.floor(budget / 3) };
}

/**
 * Calls a tool until its answer fits, if the call can be repeated without effect. An answer is
 * never shorter than the shortest reply.
 */
export async function callWithin(
  { channel }: Pick<Tool, 'channel'>,
  call: (maxCharacters: number) => Promise<ToolAnswer>,
  { budget, count, surely }: ReplyRoom,
): Promise<ToolAnswer> {
  const canAskAgain = takes(channel, 'hold') || isReading(channel);
  let limit = canAskAgain ? chatReplyLimit : Math.min(chatReplyLimit, surely);
  for (;;) {
    const answer = await call(limit);
    const size = await count(answer.text);
    if (size <= budget || limit <= minReplyLength || !canAskAgain) return answer;
    const fitting = Math.floor((Math.min(limit, answer.text.length) * budget * 0.95) / size);
    limit = Math.max(minReplyLength, Math.min(limit - 1, fitting));
  }
}
