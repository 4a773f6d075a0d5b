import { pageEnd } from '../text/pages.ts';

/**
 * The longest reply that a client of MCP hands on to its model whole, UTF-16 units; beyond it, clients cut the middle out or give the
 * model a file's name instead. Measured with the releases of November 2026; a client that is not known here gets what most take.
 */
const limits: readonly (readonly [client: RegExp, maxCharacters: number])[] = [
  [/claude/i, 200_000],
  [/codex/i, 12_000],
  [/gemini/i, 40_000],
  [/opencode/i, 40_000],
  [/cline/i, 8_000],
  [/visual studio code|vscode|copilot/i, 40_000],
];
const defaultLimit = 20_000;

/** What Claude Code is told that a tool's reply may have, UTF-16 units; without it, it makes files of more than about 50,000. */
export const claudeResultLimit = 500_000;

/** What a chat model in VS Code is handed at most where it names no budget of its own, UTF-16 units. */
export const chatReplyLimit = 100_000;

/** The longest part of a reply to a chat model in VS Code, UTF-16 units: of longer ones Copilot makes files. */
const chatPartLength = 8_000;

export function replyLimitOf(client: string | undefined): number {
  return limits.find(([name]) => name.test(client ?? ''))?.[1] ?? defaultLimit;
}

/** Clients that wrap a result which is marked as an error in JSON, escaped twice: the text says itself what failed. */
const escapingErrors = /gemini/i;

/** Clients that hand their model the whole result as JSON: the text is longer then, and all else in it costs tokens. */
const asJson = /cline/i;

/** How a client hands results on to its model. */
export interface ResultForm {
  readonly isJson: boolean;
  readonly marksErrors: boolean;
}

export function resultFormOf(client = ''): ResultForm {
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
