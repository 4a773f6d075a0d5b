import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { RunningMcp } from '../../../src/agents/mcpModule.ts';
import type { SessionClient } from '../../../src/agents/sessionClient.ts';
import { bridgeProgram, startMcp } from '../../../src/mcp/mcp.ts';
import type { Channel, Params } from '../../../src/protocol/channels.ts';
import { MemoryWorkspace } from '../memoryWorkspace.ts';
import type { ServerAt } from './agents.ts';

/** A folder for the registry and the bridge of one test file; `remove` it afterwards. */
export class AgentHome {
  readonly path: string;
  readonly #built: string;

  private constructor(path: string, built: string) {
    this.path = path;
    this.#built = built;
  }

  static async open(): Promise<AgentHome> {
    const root = fileURLToPath(new URL('../../../', import.meta.url));
    const path = await mkdtemp(join(tmpdir(), 'live-context-mcp-'));
    const built = join(path, 'built');
    await build({
      entryPoints: { mcp: 'src/mcp/mcp.ts', 'plugin/hook': 'src/mcp/programs/hook.ts' },
      outdir: built,
      bundle: true,
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      alias: {
        'jsonc-parser': './node_modules/jsonc-parser/lib/esm/main.js',
        '@modelcontextprotocol/server/_shims': './node_modules/@modelcontextprotocol/server/dist/shimsWorkerd.mjs',
      },
      absWorkingDir: root,
      logLevel: 'error',
    });
    await cp(join(root, 'media/plugin'), join(built, 'plugin'), { recursive: true });
    await writeFile(join(built, 'mcp-bridge.js'), bridgeProgram);
    return new AgentHome(path, built);
  }

  /** The folder of what is shipped. */
  get shipped(): string {
    return this.#built;
  }

  /** The bridge as it was built. */
  get bridge(): string {
    return join(this.#built, 'mcp-bridge.js');
  }

  /** The program of the agents' hooks as it was built. */
  get hook(): string {
    return join(this.#built, 'plugin', 'hook.js');
  }

  /** How an agent starts the bridge for a folder. */
  bridgeFor(folder: string): ServerAt {
    const env = { LIVE_CONTEXT_HOME: this.path, PATH: process.env['PATH'] ?? '' };
    return { command: process.execPath, args: [this.bridge, '--folder', folder], env };
  }

  remove(): Promise<void> {
    return rm(this.path, { recursive: true, force: true });
  }
}

/** An editor in memory with the MCP server of its window. */
export class AgentWindow {
  readonly workspace: MemoryWorkspace;
  readonly server: RunningMcp;
  readonly token: string;
  readonly faults: unknown[];

  private constructor(workspace: MemoryWorkspace, server: RunningMcp, token: string, faults: unknown[]) {
    this.workspace = workspace;
    this.server = server;
    this.token = token;
    this.faults = faults;
  }

  /** `text` is that of a document which is open before the server is. */
  static async open(
    home: Pick<AgentHome, 'path' | 'shipped'>,
    folder: string,
    port = 0,
    text?: string,
  ): Promise<AgentWindow> {
    const workspace = await MemoryWorkspace.open();
    if (text !== undefined) workspace.openDocument('file:///project/a.ts', text);
    const client = clientOf(workspace);
    const token = `token-of-${folder.replace(/\W+/g, '-')}-window`;
    const faults: unknown[] = [];
    const onFault = (error: unknown) => faults.push(error);
    const options = {
      client,
      token,
      port,
      version: '1.2.3',
      folders: [folder],
      shipped: home.shipped,
      home: home.path,
    };
    const server = await startMcp({ ...options, onFault });
    return new AgentWindow(workspace, server, token, faults);
  }

  get http() {
    return { url: this.server.url, token: this.token };
  }

  close(): Promise<void> {
    return this.server.close();
  }
}

/** The session as the editor's side offers it; the session refuses parameters that do not fit. */
export function clientOf({ session }: MemoryWorkspace): SessionClient {
  return { request: (channel, params, consumer) => session.request(channel, params as Params<Channel>, consumer) };
}

/** A new folder with a file in it, below the home. */
export async function newFolder(home: AgentHome, name: string): Promise<string> {
  const path = await mkdtemp(join(home.path, `${name}-`));
  await writeFile(join(path, 'file.txt'), name);
  return path;
}
