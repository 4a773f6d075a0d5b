import type { SessionClient } from '../../../tools/sessionClient.ts';

/** What the editor's side needs of `src/mcp`, which is loaded only when it is used. */
export interface McpModule {
  startMcp(options: McpStart): Promise<RunningMcp>;
  agentConfiguration(agent: McpAgent, address: McpAddress): string;
  connectableAgents(places: { readonly plugin: string }): readonly ConnectableAgent[];
  isFound(agent: ConnectableAgent): Promise<boolean>;
  isConnected(agent: ConnectableAgent): Promise<boolean>;
  stepsOf(agent: ConnectableAgent, to: 'connect' | 'disconnect'): Promise<readonly SetupStep[]>;
  carryOut(step: SetupStep): Promise<void>;
  seesServer(agent: ConnectableAgent): Promise<boolean | null>;
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
  /** Path of the folder with the module itself and the plugin for agents. */
  readonly shipped: string;
  readonly onFault: (error: unknown) => void;
}

export interface RunningMcp {
  readonly port: number;
  readonly url: string;
  readonly bridge: string;
  readonly plugin: string;
  setFolders(folders: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

interface McpAddress {
  readonly bridge: string;
  readonly folder: string | null;
  readonly url: string;
  readonly token: string;
}

/** An agent that Live Context can be connected to; what else there is to it is the module's. */
export interface ConnectableAgent {
  readonly id: string;
  readonly label: string;
  /** Whether it asks at its next start if its hooks are to be trusted. */
  readonly asksAboutHooks?: true;
}

/** What connecting an agent does: a file that is written, or deleted where `after` is null, or a program that is run. */
export type SetupStep = FileStep | { readonly kind: 'command'; readonly command: readonly string[] };

export interface FileStep {
  readonly kind: 'file';
  readonly path: string;
  /** Null when it does not exist. */
  readonly before: string | null;
  readonly after: string | null;
}
