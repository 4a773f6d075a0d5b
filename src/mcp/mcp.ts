import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { McpOptions, RunningMcp } from '../agents/mcpModule.ts';
import { startHttpServer } from './http/httpServer.ts';
import { register, replaceFile } from './registration.ts';
import { defaultHome } from './windowRegistry.ts';

export { runBridge } from './programs/bridge.ts';
export { carryOut, connectableAgents, isConnected, isFound, stepsOf } from './setup/connectedAgents.ts';

/** Starts the server of a window, registers it for bridges and puts the bridge in its place. */
export async function startMcp({ folders, home = defaultHome(), ...options }: McpOptions): Promise<RunningMcp> {
  const server = await startHttpServer(options);
  try {
    const started = Date.now();
    const entry = { port: server.port, token: options.token, started };
    const registered = await register(home, { ...entry, folders: [...folders] });
    const [bridge, plugin] = await Promise.all([
      installBridge(home, options.shipped),
      installPlugin(join(home, 'plugin'), options.shipped),
    ]);
    return {
      port: server.port,
      url: server.url,
      bridge,
      plugin,
      async setFolders(now) {
        await register(home, { ...entry, folders: [...now] });
      },
      async close() {
        await rm(registered, { force: true });
        await server.close();
      },
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** The bridge is part of this module, most of which it needs. */
export const bridgeProgram = "require('./mcp.js').runBridge();\n";
/** Without it, a `package.json` in a folder above may make the programs ES modules. */
const packageOfPrograms = '{ "type": "commonjs" }\n';

async function installBridge(folder: string, shipped: string): Promise<string> {
  await install(join(shipped, 'mcp.js'), join(folder, 'mcp.js'));
  const target = join(folder, 'mcp-bridge.js');
  await replaceFile(join(folder, 'package.json'), packageOfPrograms, 0o600);
  await replaceFile(target, bridgeProgram, 0o600);
  return target;
}

/** The shipped plugin names no server: VS Code loads it from there and has the tools already. */
const serverEntry = {
  mcpServers: { 'live-context': { command: 'node', args: [`\${CLAUDE_PLUGIN_ROOT}/mcp-bridge.js`] } },
};

async function installPlugin(target: string, shipped: string): Promise<string> {
  const plugin = join(shipped, 'plugin');
  const entries = await readdir(plugin, { recursive: true, withFileTypes: true });
  for (const { name, parentPath } of entries.filter((entry) => entry.isFile())) {
    const path = relative(plugin, join(parentPath, name));
    await install(join(plugin, path), join(target, path));
  }
  await installBridge(target, shipped);
  await replaceFile(join(target, '.mcp.json'), `${JSON.stringify(serverEntry, null, 2)}\n`, 0o600);
  return target;
}

/** Puts a shipped file in its place, unless it is there. */
async function install(source: string, target: string): Promise<void> {
  const shipped = await readFile(source);
  const present = await readFile(target).catch(() => null);
  if (present?.equals(shipped)) return;
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await replaceFile(target, shipped, 0o600);
}
