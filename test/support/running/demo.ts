/**
 * `npm start`: Live Context in a VS Code in the browser, on a copy of the sample workspace, or on the folder that is
 * given: `npm start -- ~/my/project`.
 */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installationOf } from '../vscode/installation.ts';
import { packExtension } from '../vscode/packedExtension.ts';
import { newest } from '../vscode/release.ts';
import { type Server, startServer } from '../vscode/server.ts';
import { step } from './steps.mjs';

const PORT = 8123;

async function main(): Promise<void> {
  if (process.platform === 'win32') throw new Error('code-server does not run on Windows: run npm start in WSL');
  const open = folderToOpen();
  await Promise.all([packExtension(), installationOf(newest)]);
  const git = spawnSync('git', ['--version']).status === 0;
  const port = await portOrAny(PORT);
  const extensions = [fileURLToPath(new URL('../../fixtures/first-sight-extension', import.meta.url))];
  const server = await step(`Starting VS Code ${newest.vscode}`, () =>
    startServer({ release: newest, audience: 'person', git, port, extensions, ...open }),
  );
  endWithThisProcess(server);
  console.log(`\nLive Context is running at ${server.url}  (Ctrl+C ends it)`);
}

/** The folder that the command line names, seen from where the command was given. */
function folderToOpen(): { open?: string } {
  const named = process.argv[2];
  if (named === undefined) return {};
  const open = resolve(process.env['INIT_CWD'] ?? '.', named);
  if (!existsSync(open)) throw new Error(`${open} is not there`);
  return { open };
}

/** `port` if nobody listens there, else 0. */
function portOrAny(port: number): Promise<number> {
  return new Promise((settle) => {
    const trial = createServer();
    trial.on('error', () => settle(0));
    trial.listen(port, '127.0.0.1', () => trial.close(() => settle(port)));
  });
}

function endWithThisProcess(server: Server): void {
  let wanted = false;
  const end = async () => {
    if (wanted) return;
    wanted = true;
    await server.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, end);
  void server.end.then(async () => {
    if (wanted) return;
    console.error(`VS Code ended by itself. Its log ends with:\n${server.log}`);
    await server.stop();
    process.exit(1);
  });
}

await main().catch((error: unknown) => {
  console.error(`\n${error instanceof Error ? error.message : error}`);
  process.exit(1);
});
