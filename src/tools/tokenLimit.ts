import { minCharacters } from '../protocol/channels.ts';
import { chatReplyLimit } from './replyLimit.ts';
import type { Tool } from './tool.ts';
import { isReading, type ToolAnswer, takes } from './toolAnswer.ts';

/** The room that the asking model has for an answer, and its own way to count. */
export interface TokenLimit {
  readonly budget: number;
  readonly count: (text: string) => PromiseLike<number>;
}

/**
 * Calls a tool so that its answer has at most the budget's tokens as the model counts them: a delivery is looked at as a preview until
 * it fits, and then handed over, if it is still the same. Less than the shortest reply is not to be had.
 */
export async function callWithinTokens(
  { channel }: Pick<Tool, 'channel'>,
  input: unknown,
  call: (params: unknown, maxCharacters: number) => Promise<ToolAnswer>,
  { budget, count }: TokenLimit,
): Promise<ToolAnswer> {
  const delivers = takes(channel, 'expect') && typeof input === 'object' && input !== null;
  const canAskAgain = delivers || isReading(channel);
  // A token is a character at the least, but for a few rare ones.
  let limit = canAskAgain ? chatReplyLimit : Math.min(chatReplyLimit, budget);
  for (;;) {
    const answer = await call(delivers ? { ...input, preview: true } : input, limit);
    const tokens = await count(answer.text);
    if (tokens > budget && limit > minCharacters && canAskAgain) {
      const fitting = Math.floor((Math.min(limit, answer.text.length) * budget * 0.95) / tokens);
      limit = Math.max(minCharacters, Math.min(limit - 1, fitting));
    } else if (!delivers || !answer.ok || answer.receipt === null) return answer;
    else {
      const delivered = await call({ ...input, expect: answer.receipt.sha256 }, limit);
      if (delivered.receipt?.delivered !== false) return delivered;
    }
  }
}
