import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { TokenlessProxy } from '../../support/mcp/tokenlessProxy.ts';
import { AgentHome, AgentWindow, newFolder } from '../../support/mcp/window.ts';

const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));
/** What does not apply to us, with the reasons; the suite fails when one of these passes. */
const expected = fileURLToPath(new URL('conformance.yml', import.meta.url));

test('the official conformance suite passes for what applies', async () => {
  const home = await AgentHome.open();
  const window = await AgentWindow.open(home, await newFolder(home, 'conforming'));
  const proxy = await TokenlessProxy.open(window.http);
  try {
    window.workspace.openDocument('file:///project/a.ts', 'text\n');
    const args = [suite, 'server', '--url', proxy.url, '--suite', 'all', '--expected-failures', expected];
    const run = promisify(execFile)(process.execPath, args, { cwd: home.path });
    const { stdout } = await run.catch((error: { readonly stdout: string }) => {
      throw new Error(`The suite failed:\n${error.stdout}`);
    });
    const passed = [...stdout.matchAll(/^✓ ([\w-]+):/gm)].map(([, name]) => name);
    expect(passed).toEqual([
      'server-initialize',
      'ping',
      'tools-list',
      'server-sse-polling',
      'server-sse-multiple-streams',
      'resources-list',
      'resources-subscribe',
      'resources-unsubscribe',
      'prompts-list',
      'dns-rebinding-protection',
    ]);
    expect(window.faults).toEqual([]);
  } finally {
    await proxy.close();
    await window.close();
    await home.remove();
  }
});
