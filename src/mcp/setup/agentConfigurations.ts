import type { McpAddress, McpAgent } from '../../agents/mcpModule.ts';

const serverName = 'live-context';
/** The variable of VS Code and Cursor for the open folder. */
const openFolder = `\${workspaceFolder}`;

/**
 * Configurations for the user to paste. Agents that work in a folder find its window by that
 * folder; only `http` names this window and its token.
 */
const configurations = {
  claudeCode: ({ bridge }: McpAddress) =>
    `claude mcp add --scope user ${serverName} -- node ${JSON.stringify(bridge)}\n`,
  codex: ({ bridge }: McpAddress) =>
    `[mcp_servers.${serverName}]\ncommand = "node"\nargs = [${JSON.stringify(bridge)}]\n`,
  cursor: ({ bridge }: McpAddress) => servers('mcpServers', program(bridge, openFolder)),
  vscode: ({ bridge }: McpAddress) => servers('servers', { type: 'stdio', ...program(bridge, openFolder) }),
  generic: ({ bridge, folder }: McpAddress) => servers('mcpServers', program(bridge, folder)),
  http: ({ url, token, id }: McpAddress) =>
    servers('mcpServers', { type: 'http', url: `${url}?agent=${id}`, headers: { Authorization: `Bearer ${token}` } }),
} as const satisfies Record<McpAgent, (address: McpAddress) => string>;

export function agentConfiguration(agent: McpAgent, address: McpAddress): string {
  return configurations[agent](address);
}

function program(bridge: string, folder: string | null) {
  return { command: 'node', args: folder === null ? [bridge] : [bridge, '--folder', folder] };
}

function servers(key: string, server: object): string {
  return `${JSON.stringify({ [key]: { [serverName]: server } }, null, 2)}\n`;
}
