import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createAgentServer } from './agentServer.ts';
import { clientName } from './clientName.ts';
import { RemoteClient } from './remoteClient.ts';
import { defaultHome } from './windowRegistry.ts';

/**
 * `node mcp-bridge.js [--folder PATH]`: offers Live Context to an agent that starts its MCP servers as programs. It answers from
 * the VS Code window that has the folder open, by default the one it was started in.
 */
const { values } = parseArgs({ options: { folder: { type: 'string' } } });
const client = new RemoteClient(defaultHome(), values.folder ?? process.cwd());
/** The build puts the extension's version here. */
const version = process.env['LIVE_CONTEXT_VERSION'] ?? 'unknown';
const consumer = `mcp:${randomUUID()}`;

serveStdio(
  ({ era }) =>
    createAgentServer(client, {
      version,
      consumer: () => consumer,
      clientName,
      subscriptions: era === 'legacy' ? 'own' : 'entry',
    }),
  {
    transport: new StdioServerTransport(process.stdin, process.stdout),
    onerror: (error) => console.error(`live-context: ${error.message}`),
  },
);

// Whoever started it has gone.
process.stdin.on('end', () => process.exit(0));
process.stdin.on('close', () => process.exit(0));
