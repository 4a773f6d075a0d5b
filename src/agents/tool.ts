import type * as z from 'zod';
import type { Channel } from '../protocol/channels.ts';

/**
 * What an agent can do, defined once for the chat models in VS Code and for MCP. Output and handler are the channel's.
 */
export interface Tool {
  /** How a model calls it: lower case with underscores. */
  readonly name: string;
  /** What a model is told: when to use it, what it gets, what to do next. Never translated. */
  readonly description: string;
  readonly channel: Channel;
  /** The parameters that models are told of; the channel may take more. */
  readonly inputs: readonly string[];
  /** How models are to send the parameters, where it is not as the channel has them. */
  readonly input?: {
    readonly schema: z.core.JSONSchema.JSONSchema;
    /** The channel's parameters, not yet validated. Throws `REQUEST_INVALID`. */
    readonly params: (input: unknown) => unknown;
  };
}
