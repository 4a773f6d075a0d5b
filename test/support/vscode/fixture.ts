import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Channel, Value } from '../../../src/protocol/channels.ts';
import type { Result } from '../../../src/protocol/result.ts';
import { type Server, type ServerOptions, startServer } from './server.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

/** The VS Code of this test file and its window, from the start on; see {@link useVSCode}. */
export let server: Server;
export let workbench: Workbench;

export interface FixtureOptions extends ServerOptions {
  /** Prepares the workspace before the window opens it. */
  readonly prepare?: (server: Server) => Promise<void>;
  /** Opens the window. Default: {@link openWorkbench}. */
  readonly openWindow?: (server: Server) => Promise<Workbench>;
  /** Whether Live Context is activated before the first test. Default: true. */
  readonly activate?: boolean;
}

/**
 * Starts a VS Code with a window before the tests of the file or suite, and ends it after them. Of a failed test a picture is kept.
 * @param options asked for just before the start
 */
export function useVSCode(options: FixtureOptions | (() => FixtureOptions) = {}): void {
  beforeAll(async () => {
    const {
      prepare,
      openWindow = openWorkbench,
      activate = true,
      ...rest
    } = typeof options === 'function' ? options() : options;
    const start = async () => {
      server = await startServer(rest);
      try {
        await prepare?.(server);
        workbench = await openWindow(server);
        if (activate) await activateProduct(workbench);
      } catch (error) {
        await server.stop();
        throw error;
      }
    };
    // As a test does, a start has a second try.
    await start().catch((error: unknown) => {
      console.warn(`VS Code is started once more: ${error}`);
      return start();
    });
  });

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await workbench.screenshot(`failed ${task.name.replaceAll(/[^a-z]+/gi, '-')}`);
  });

  afterAll(async () => {
    await workbench?.close();
    await server?.stop();
  });
}

/** Activates Live Context as VS Code would at the first need, and waits until it follows the documents. */
async function activateProduct({ probe }: Workbench): Promise<void> {
  await probe.request('live:status', {});
}

/** Asks Live Context in a window, as another extension does. */
export async function ask<C extends Channel>(channel: C, params: object, from = workbench): Promise<Value<C>> {
  const result = (await from.probe.request(channel, params)) as Result<Value<C>>;
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

/** The id of a document of the workspace. */
export function idOf(path: string): string {
  return pathToFileURL(join(server.workspace, path)).href;
}

/** Writes a notebook of these cells of code into the workspace and shows it; the id of one of its cells. */
export async function openNotebook(path: string, cells: readonly object[], at = 0): Promise<string> {
  const whole = cells.map((cell) => ({ cell_type: 'code', execution_count: 1, metadata: {}, outputs: [], ...cell }));
  const notebook = { cells: whole, metadata: {}, nbformat: 4, nbformat_minor: 5 };
  await mkdir(dirname(join(server.workspace, path)), { recursive: true });
  await writeFile(join(server.workspace, path), JSON.stringify(notebook));
  return workbench.probe.run(
    async (api, { id, cell }) => {
      const opened = await api.workspace.openNotebookDocument(api.Uri.parse(id));
      await api.window.showNotebookDocument(opened);
      return opened.cellAt(cell).document.uri.toString();
    },
    { id: idOf(path), cell: at },
  );
}

/** Runs a command that copies, by its title, and waits for what it copies. */
export async function copied(title: string): Promise<string> {
  await workbench.page.evaluate(() => navigator.clipboard.writeText('nothing yet'));
  await workbench.runCommand(title);
  await expect.poll(() => workbench.clipboard()).not.toBe('nothing yet');
  return workbench.clipboard();
}
