import { request } from 'node:http';
import { defaultHome, linklessPath, readWindows, type WindowEntry, windowsFor } from '../windowRegistry.ts';
import { agentProcess, consumerOfAgent } from './agentProcess.ts';
import { deliveryOf, type HookDialect, type HookInput, hookDialects, hookReply, hookRequest } from './hookDialects.ts';

/**
 * `node hook.js [DIALECT]`: what an agent runs when it is spoken to and around its writing of files; it asks the window of the agent's
 * folder. Without a window, without an answer in time and in any fault it says nothing and ends well: no agent is held up by it.
 */

/** An answer that comes later is not waited for, ms; LIVE_CONTEXT_HOOK_MS says otherwise. */
const patienceMs = Number(process.env['LIVE_CONTEXT_HOOK_MS']) || 250;

const [named = ''] = process.argv.slice(2);
// VS Code runs the hooks of Claude Code's plugins, but names no project to them as Claude Code does.
const spoken = hookDialects.find((one) => one === named) ?? 'claude';
const dialect = spoken === 'claude' && process.env['CLAUDE_PROJECT_DIR'] === undefined ? 'vscode' : spoken;
setTimeout(() => process.exit(0), patienceMs).unref();
main(dialect).finally(() => process.exit(0));

async function main(of: HookDialect): Promise<void> {
  const input: HookInput = JSON.parse(await readInput());
  const asked = hookRequest(input);
  if (asked === null) return;
  const { paths } = asked.params;
  const params = paths === undefined ? asked.params : { ...asked.params, paths: await withRealPaths(paths) };
  const folder = await linklessPath(input.cwd ?? process.cwd());
  const [consumer, windows] = await Promise.all([hookConsumer(of, input), readWindows(defaultHome())]);
  for (const { entry, guess } of await windowsFor(windows, folder)) {
    const answer = await askWindow(entry, { channel: asked.channel, params, consumer }).catch(() => null);
    if (answer === null) continue;
    await new Promise((resolve) => process.stdout.write(hookReply(of, input, answer, guess), resolve));
    const id = deliveryOf(answer);
    if (id !== null) await askWindow(entry, { channel: 'deliveries:commit', params: { id }, consumer });
    return;
  }
}

async function withRealPaths(paths: readonly string[]): Promise<readonly string[]> {
  return [...new Set([...paths, ...(await Promise.all(paths.map(linklessPath)))])];
}

/** VS Code's own chat asks as its tools do. */
async function hookConsumer(of: HookDialect, { session_id: session = 'hook' }: HookInput): Promise<string> {
  if (of === 'vscode') return 'lm-tools';
  const id = (await agentProcess()) ?? session.replace(/[^\w.-]+/g, '-').slice(0, 40);
  return consumerOfAgent(of, id);
}

async function readInput(): Promise<string> {
  let text = '';
  process.stdin.setEncoding('utf8');
  for await (const chunk of process.stdin) text += chunk;
  return text;
}

function askWindow({ port, token }: WindowEntry, body: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = request({ host: '127.0.0.1', port, path: '/request', method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('error', reject);
      response.on('end', () => (response.statusCode === 200 ? resolve(JSON.parse(text)) : reject(response.statusCode)));
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}
