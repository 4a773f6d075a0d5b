import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { editorTools, readerIn } from '../../protocol/consumer.ts';
import { defaultHome, pathsInWindow, realPathOf, type WindowEntry, windowsFor } from '../windowRegistry.ts';
import { agentProcess, consumerOfAgent } from './agentProcess.ts';
import { deliveryOf, type HookDialect, hookDialects, hookReply, hookRequest, readHook } from './hookDialects.ts';

/**
 * `node hook.js [DIALECT]`: run by an agent at each prompt and around each write of a file; it asks
 * the window of the agent's folder. Without a window or a timely answer, and in any fault, it
 * prints nothing and succeeds: it never blocks an agent.
 */

/** An answer that comes later is not waited for, ms; LIVE_CONTEXT_HOOK_MS says otherwise. */
const patienceMs = Number(process.env['LIVE_CONTEXT_HOOK_MS']) || 250;

const [named = ''] = process.argv.slice(2);
// VS Code runs the hooks of Claude Code's plugins, but names no project as Claude Code does.
const spoken = Object.hasOwn(hookDialects, named) ? (named as HookDialect) : 'claude';
const dialect = spoken === 'claude' && process.env['CLAUDE_PROJECT_DIR'] === undefined ? 'vscode' : spoken;
setTimeout(() => process.exit(0), patienceMs).unref();
main(dialect).finally(() => process.exit());

async function main(of: HookDialect): Promise<void> {
  // VS Code runs Copilot CLI's hooks beside the plugin's.
  if (of === 'copilot' && process.env['COPILOT_CLI'] === undefined) return;
  const input = readHook(JSON.parse(await text(process.stdin)));
  const asked = hookRequest(input);
  if (asked === null) return;
  const { paths } = asked.params;
  const real = (paths ?? []).map(realPathOf);
  const places = [...real.slice(0, 1), input.cwd ?? process.cwd()];
  for (const { entry, guess } of places.flatMap((place) => [...windowsFor(defaultHome(), place)])) {
    const consumer = await hookConsumer(of, input.session_id);
    const named = [...(paths ?? []), ...real, ...real.flatMap((path) => pathsInWindow(entry, path))];
    const params = paths === undefined ? asked.params : { ...asked.params, paths: [...new Set(named)] };
    const answer = await askWindow(entry, { channel: asked.channel, params, consumer }).catch(() => null);
    if (answer === null) continue;
    const said = hookReply(of, input, answer, guess);
    const refuses = of === 'windsurf' && said !== '';
    await new Promise((resolve) => (refuses ? process.stderr : process.stdout).write(said, resolve));
    if (refuses) process.exitCode = 2;
    const id = deliveryOf(answer);
    if (id !== null) await askWindow(entry, { channel: 'deliveries:commit', params: { id }, consumer });
    return;
  }
}

/** VS Code's own chat asks as its tools do; editors have many conversations in one process. */
async function hookConsumer(of: HookDialect, session = 'hook'): Promise<string> {
  if (of === 'vscode') return readerIn(editorTools, session);
  const agent = of === 'cursor' || of === 'windsurf' ? null : await agentProcess();
  return consumerOfAgent(of, agent ?? session.replace(/[^\w.-]+/g, '-').slice(0, 40));
}

/** The window's answer, which is JSON with a status of 200. */
async function askWindow(window: WindowEntry, body: object): Promise<unknown> {
  const [, status, answer = ''] = /^HTTP\/1\.\d (\d+) .*?\r\n\r\n(.*)$/s.exec(await exchange(window, body)) ?? [];
  if (status !== '200') throw new Error(`The window answered with ${status}`);
  return JSON.parse(answer);
}

/**
 * Sends a request in HTTP/1.0, whose response ends with the connection: Node's own client takes
 * longer to load than the rest of a hook.
 */
function exchange({ port, token }: WindowEntry, body: object): Promise<string> {
  const content = JSON.stringify(body);
  const head = [
    'POST /request HTTP/1.0',
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(content)}`,
  ];
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let response = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      response += chunk;
    });
    socket.on('error', reject);
    socket.on('end', () => resolve(response));
    socket.write(`${head.join('\r\n')}\r\n\r\n${content}`);
  });
}
