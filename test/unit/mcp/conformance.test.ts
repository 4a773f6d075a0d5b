import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { AgentHome, AgentWindow, newFolder } from '../../support/mcp/window.ts';

const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));
/** What does not apply to us, with the reasons; the suite fails when one of these passes. */
const expected = fileURLToPath(new URL('conformance.yml', import.meta.url));

/** Passes requests on to an MCP server and adds its token, for clients that cannot send one; everything else stays as it is. */
async function tokenlessProxy({ url, token }: { readonly url: string; readonly token: string }) {
  const target = new URL(url);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new RangeError(`No port in ${address}`);
  const { port } = address;
  const renamed = (text = '') => text.replace(`:${port}`, `:${target.port}`);
  server.on('request', (from: IncomingMessage, to: ServerResponse) => {
    const { origin, ...rest } = from.headers;
    const headers = {
      ...rest,
      ...(origin === undefined ? {} : { origin: renamed(origin) }),
      host: renamed(from.headers.host),
      authorization: `Bearer ${token}`,
    };
    const { method = 'GET', url: path = '/' } = from;
    const onward = request({ host: '127.0.0.1', port: target.port, method, path, headers }, (reply) => {
      to.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(to);
    });
    onward.on('error', () => to.destroy());
    to.on('close', () => onward.destroy());
    from.pipe(onward);
  });
  const close = async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${port}/mcp`, close };
}

test('the official conformance suite passes for what applies', async () => {
  const home = await AgentHome.open();
  const window = await AgentWindow.open(home, await newFolder(home, 'conforming'));
  const proxy = await tokenlessProxy(window.http);
  try {
    window.workspace.openDocument('file:///project/a.ts', 'text\n');
    const args = [suite, 'server', '--url', proxy.url, '--suite', 'all', '--expected-failures', expected];
    const run = promisify(execFile)(process.execPath, args, { cwd: home.path });
    const { stdout } = await run.catch((error: { readonly stdout: string }) => {
      throw new Error(`The suite failed:\n${error.stdout}`);
    });
    const passed = [...stdout.matchAll(/^✓ ([\w-]+):/gm)].map(([, name]) => name);
    expect(passed).toEqual([
      ...['server-initialize', 'ping', 'tools-list', 'server-sse-polling', 'server-sse-multiple-streams'],
      ...['resources-list', 'prompts-list', 'dns-rebinding-protection'],
    ]);
    expect(window.faults).toEqual([]);
  } finally {
    await proxy.close();
    await window.close();
    await home.remove();
  }
});
