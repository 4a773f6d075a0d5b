import { takes } from '../protocol/channels.ts';
import { minReplyLength } from '../protocol/settings.ts';
import { chatReplyLimit } from './replyLimit.ts';
import type { Tool } from './tool.ts';
import { isReading, type ToolAnswer } from './toolAnswer.ts';

/** The room that the asking model has for an answer, and its own way to count. */
export interface TokenLimit {
  readonly budget: number;
  readonly count: (text: string) => PromiseLike<number>;
}

/**
 * Calls a tool until its answer fits the budget as the model counts tokens, if the call can be
 * repeated without effect. An answer is never shorter than the shortest reply.
 */
export async function callWithinTokens(
  { channel }: Pick<Tool, 'channel'>,
  call: (maxCharacters: number) => Promise<ToolAnswer>,
  { budget, count }: TokenLimit,
): Promise<ToolAnswer> {
  const canAskAgain = takes(channel, 'hold') || isReading(channel);
  // A token is a character at the least, but for a few rare ones.
  let limit = canAskAgain ? chatReplyLimit : Math.min(chatReplyLimit, budget);
  for (;;) {
    const answer = await call(limit);
    const tokens = await count(answer.text);
    if (tokens <= budget || limit <= minReplyLength || !canAskAgain) return answer;
    const fitting = Math.floor((Math.min(limit, answer.text.length) * budget * 0.95) / tokens);
    limit = Math.max(minReplyLength, Math.min(limit - 1, fitting));
  }
}
