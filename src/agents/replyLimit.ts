import { encodeUtf8 } from '../base/utf8.ts';
import { minReplyLength } from '../protocol/settings.ts';
import { pageEnd } from '../text/pages.ts';

/**
 * Longest reply that an MCP client passes on to its model whole, UTF-8 bytes, and the release in
 * which it was measured. Of longer ones, clients cut out the middle or pass on a file name.
 */
const limits: readonly (readonly [client: RegExp, bytes: number, measured: string])[] = [
  [/claude/i, 200_000, '2.1.330, with the announced maximum'],
  [/codex/i, 11_500, '0.169.0: 12,000 with its own lines'],
  [/gemini/i, 39_500, '0.61.0: 40,000 characters'],
  [/opencode/i, 50_000, '1.18.33: 51,200'],
  [/cline/i, 8_000, '3.0.65: 8,000 characters of JSON'],
  [/visual studio code|vscode/i, 40_000, '1.139, in parts'],
  [/copilot/i, 18_000, 'Copilot CLI 1.0.102: about 20,000'],
];
const defaultLimit = 8_000;

/**
 * Maximum length of a reply announced to Claude Code, UTF-16 units; by default it makes files of
 * more than about 50,000.
 */
export const claudeResultLimit = 500_000;

/** Longest reply to a chat model in VS Code that names no budget, UTF-16 units. */
export const chatReplyLimit = 100_000;

/**
 * Longest part of a reply to a chat model in VS Code, UTF-16 units: Copilot makes files of longer
 * ones.
 */
const chatPartLength = 8_000;

/** Bytes of UTF-8 for a client, by the name it gives itself. */
export function replyLimitOf(client: string | undefined): number {
  return limits.find(([name]) => name.test(client ?? ''))?.[1] ?? defaultLimit;
}

/**
 * Clients that wrap a result marked as an error in JSON, escaped twice. Its text says itself what
 * failed.
 */
const escapingErrors = /gemini/i;

/**
 * Clients that pass the whole result on as JSON: the text grows, and all else in it costs tokens.
 */
const asJson = /cline/i;

/** The form in which a client passes results on to its model. */
export function resultFormOf(client = '') {
  return { isJson: asJson.test(client), marksErrors: !escapingErrors.test(client) };
}

/** A text in parts as long as Copilot hands on; joined they are the text. */
export function chatParts(text: string): readonly string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length || parts.length === 0; ) {
    const end = pageEnd(text, start, chatPartLength);
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}

/** The room for an answer in the receiver's own measure: tokens, or bytes. */
export interface ReplyRoom {
  readonly budget: number;
  readonly count: (text: string) => PromiseLike<number> | number;
  /** Characters that fit in any case, for calls that cannot be repeated, and at the most. */
  readonly surely: number;
  readonly most: number;
}

/** The room of a client that counts bytes of UTF-8: at most three for a UTF-16 unit. */
export function byteRoom(budget: number, written: (text: string) => string = (text) => text): ReplyRoom {
  return { budget, count: (text) => encodeUtf8(written(text)).length, surely: Math.floor(budget / 3), most: budget };
}

/** The room of a reader that counts UTF-16 units. */
export function characterRoom(limit: number): ReplyRoom {
  const budget = Math.max(minReplyLength, limit);
  return { budget, count: (text) => text.length, surely: budget, most: budget };
}
