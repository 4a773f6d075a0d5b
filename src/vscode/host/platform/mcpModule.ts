import type { SessionClient } from '../../../tools/sessionClient.ts';

/** What the editor's side needs of `src/mcp`, which is loaded only when it is used. */
export interface McpModule {
  startMcp(options: McpStart): Promise<RunningMcp>;
  agentConfiguration(agent: McpAgent, address: McpAddress): string;
}

/** The agents that a ready configuration is known for. */
export const mcpAgents = ['claudeCode', 'codex', 'cursor', 'vscode', 'generic', 'http'] as const;
export type McpAgent = (typeof mcpAgents)[number];

interface McpStart {
  readonly client: SessionClient;
  readonly version: string;
  readonly token: string;
  readonly port: number;
  readonly folders: readonly string[];
  /** Path of the shipped bridge. */
  readonly bridge: string;
  readonly onFault: (error: unknown) => void;
}

export interface RunningMcp {
  readonly port: number;
  readonly url: string;
  readonly bridge: string;
  setFolders(folders: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

interface McpAddress {
  readonly bridge: string;
  readonly folder: string | null;
  readonly url: string;
  readonly token: string;
}
