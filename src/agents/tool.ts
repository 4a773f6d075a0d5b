import type * as z from 'zod';
import type { Channel } from '../protocol/channels.ts';

/**
 * A tool of agents, defined once for chat models in VS Code and for MCP. The channel has its output
 * and handler.
 */
export interface Tool {
  /** The name for models: lower case with underscores. */
  readonly name: string;
  /**
   * The description for models: when to use it, what it returns, what to do next. Never translated.
   */
  readonly description: string;
  readonly channel: Channel;
  /** The parameters shown to models; the channel may take more. */
  readonly inputs: readonly string[];
  /** The form of the parameters for models, if it differs from the channel's. */
  readonly input?: {
    readonly schema: z.core.JSONSchema.JSONSchema;
    /** The channel's parameters, not yet validated. Throws `REQUEST_INVALID`. */
    readonly params: (input: unknown) => unknown;
  };
}
