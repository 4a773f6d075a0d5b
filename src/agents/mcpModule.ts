import type { SessionClient } from './sessionClient.ts';

/** The exports of `src/mcp`, which the editor's side loads when it is first used. */
export interface McpModule {
  startMcp(options: McpOptions): Promise<RunningMcp>;
  connectableAgents(at: { readonly plugin: string; readonly folders: readonly string[] }): readonly ConnectableAgent[];
  isFound(agent: ConnectableAgent): Promise<boolean>;
  isConnected(agent: ConnectableAgent): Promise<boolean>;
  stepsOf(agent: ConnectableAgent, to: 'connect' | 'disconnect'): Promise<readonly SetupStep[]>;
  carryOut(step: SetupStep): Promise<void>;
}

export interface McpServerOptions {
  readonly client: SessionClient;
  readonly version: string;
  readonly token: string;
  /** The port to take if it is free; else any. */
  readonly port?: number;
  /** Called with a fault; its message may quote a request. */
  readonly onFault: (error: unknown) => void;
}

export interface McpOptions extends McpServerOptions {
  /** Paths of the window's folders: bridges find the window by them. */
  readonly folders: readonly string[];
  /** The folder of what is shipped: the module, `mcp.js`, and the plugin for agents. */
  readonly shipped: string;
  /** Folder in which windows are registered; the user's own by default. */
  readonly home?: string;
}

/** A running MCP server on loopback. */
export interface RunningServer {
  readonly port: number;
  readonly url: string;
  /** Ends every session, stream and connection, and frees the port. */
  close(): Promise<void>;
}

/** The MCP server of a window; closing it leaves no file of the window, either. */
export interface RunningMcp extends RunningServer {
  /** The bridge where agents start it, which stays in its place when the extension is updated. */
  readonly bridge: string;
  /** The plugin, likewise. */
  readonly plugin: string;
  /** Registers the window with other folders. */
  setFolders(folders: readonly string[]): Promise<void>;
}

/** An agent that Live Context can be connected to. */
export interface ConnectableAgent {
  readonly id: string;
  readonly label: string;
  /** True if the agent asks at its next start to trust the hooks. */
  readonly asksAboutHooks?: true;
}

/** One step of connecting or disconnecting an agent. */
export type SetupStep = FileStep | FolderStep | CommandStep;

/** A file that is to be written, or deleted where `after` is null. */
export interface FileStep {
  readonly kind: 'file';
  readonly path: string;
  /** Null when it does not exist. */
  readonly before: string | null;
  readonly after: string | null;
  /** True if an entry that a person pasted goes. */
  readonly isPasted?: boolean;
}

/** A program of the agent that is to be run. */
export interface CommandStep {
  readonly kind: 'command';
  readonly command: readonly string[];
  readonly cwd?: string;
}

/** A folder that an agent leaves behind, to be deleted. */
export interface FolderStep {
  readonly kind: 'folder';
  readonly path: string;
}
