import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createAgentServer } from '../server/agentServer.ts';
import { defaultHome } from '../windowRegistry.ts';
import { agentOf, agentProcess, consumerOfAgent } from './agentProcess.ts';
import { RemoteClient } from './remoteClient.ts';

/** Time for a client to name its roots, and until it is asked again if it did not; ms. */
const rootsMs = 2_000;
const silentMs = 60_000;

/**
 * `node mcp-bridge.js [--folder PATH]`: offers Live Context to an agent that starts its MCP servers
 * as programs. It answers from the VS Code window that has the folder open, by default the current
 * folder.
 */
export function runBridge(): void {
  const { values } = parseArgs({ options: { folder: { type: 'string' } } });
  const client = new RemoteClient(defaultHome(), values.folder ?? process.cwd());
  /** The build puts the extension's version here. */
  const version = process.env['LIVE_CONTEXT_VERSION'] ?? 'unknown';
  const unknown = `mcp:${randomUUID()}`;

  // What comes in meanwhile waits in the pipe.
  void agentProcess().then((agent) => {
    const consumer = (clientName: string | undefined) => {
      const name = agentOf(clientName);
      return agent === null || name === null ? unknown : consumerOfAgent(name, agent);
    };
    serveStdio(
      () => {
        const server = createAgentServer(client, { version, consumer: (_, name) => consumer(name) });
        let askAgainAt = 0;
        client.roots = async () => {
          if (Date.now() < askAgainAt) return [];
          return rootsOf(server).catch(() => {
            askAgainAt = Date.now() + silentMs;
            return [];
          });
        };
        return server;
      },
      {
        transport: new StdioServerTransport(process.stdin, process.stdout),
        onerror: (error) => console.error(`live-context: ${error.message}`),
      },
    );
  });

  // Whoever started it has gone.
  process.stdin.on('end', () => process.exit(0));
  process.stdin.on('close', () => process.exit(0));
}

/** The folders that the MCP client says it works in. */
async function rootsOf(server: Server): Promise<readonly string[]> {
  if (server.getClientCapabilities()?.roots === undefined) return [];
  const { roots } = await server.listRoots(undefined, { timeout: rootsMs });
  return roots.map(({ uri }) => fileURLToPath(uri));
}
