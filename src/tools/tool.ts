import type { Channel } from '../protocol/channels.ts';

/**
 * What an agent can do, defined once for the chat models in VS Code and for MCP. Input schema, output and handler are
 * the channel's.
 */
export interface Tool {
  /** How a model calls it: lower case with underscores. */
  readonly name: string;
  /** What a model is told: when to use it, what it gets, what to do next. Never translated. */
  readonly description: string;
  readonly channel: Channel;
}
