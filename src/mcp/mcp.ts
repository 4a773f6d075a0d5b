import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type HttpServerOptions, startHttpServer } from './http/httpServer.ts';
import { defaultHome, register, replace, unregister } from './windowRegistry.ts';

export { agentConfiguration } from './agentConfigurations.ts';

export interface McpOptions extends HttpServerOptions {
  /** Paths of the window's folders: bridges find the window by them. */
  readonly folders: readonly string[];
  /** The bridge as it is shipped. */
  readonly bridge: string;
  /** Where windows are registered; the user's own place when left out. */
  readonly home?: string;
}

/** The MCP server of a window. */
export interface RunningMcp {
  readonly port: number;
  readonly url: string;
  /** The bridge where agents start it, which stays in its place when the extension is updated. */
  readonly bridge: string;
  /** Registers the window with other folders. */
  setFolders(folders: readonly string[]): Promise<void>;
  /** Leaves no port, no stream and no file of this window. */
  close(): Promise<void>;
}

/** Starts the server of a window, registers it for bridges and puts the bridge in its place. */
export async function startMcp({ folders, home = defaultHome(), ...options }: McpOptions): Promise<RunningMcp> {
  const server = await startHttpServer(options);
  try {
    const started = Date.now();
    const entry = { port: server.port, token: options.token, started };
    const registered = await register(home, { ...entry, folders: [...folders] });
    const bridge = await installBridge(home, options.bridge);
    return {
      port: server.port,
      url: server.url,
      bridge,
      async setFolders(now) {
        await register(home, { ...entry, folders: [...now] });
      },
      async close() {
        await unregister(registered);
        await server.close();
      },
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}

async function installBridge(home: string, source: string): Promise<string> {
  const target = join(home, 'mcp-bridge.js');
  const shipped = await readFile(source);
  const present = await readFile(target).catch(() => null);
  if (present?.equals(shipped)) return target;
  await mkdir(home, { recursive: true, mode: 0o700 });
  await replace(target, shipped, 0o600);
  return target;
}
