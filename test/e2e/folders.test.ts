import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Params } from '../../src/protocol/channels.ts';
import { ask, idOf, server, useVSCode, workbench } from '../support/vscode/fixture.ts';
import { removeFolder, temporaryFolder } from '../support/vscode/workspaceCopy.ts';

/** Two folders in one window; every text of a folder bears its own word, and both define `sharedHelper`. */
const words = { one: 'quokka', two: 'wombat' } as const;
type Folder = keyof typeof words;

let template: string;

async function plant(folder: Folder): Promise<void> {
  const word = words[folder];
  const constraint = { id: 'first', type: 'style', source: 'user', text: `Names are ${word} names` };
  const files = {
    'AGENTS.md': `# Rules\n\nPrefer ${word} rules.\n`,
    '.vscode/live-context.json': JSON.stringify({ version: 1, constraints: [constraint] }),
    '.github/instructions/broken.instructions.md': `---\napplyTo: [${word}\n---\n${word}\n`,
    '.editorconfig': 'root = true\n',
    'helper.ts': `export function sharedHelper(): string {\n  return '${word} helper';\n}\n`,
    'main.ts': `import { sharedHelper } from './helper';\n\nconst ${word}Result = sharedHelper();\n`,
    'pinned.md': `# Pinned\n\nA ${word} note about sharedHelper.\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    const path = join(template, folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

beforeAll(async () => {
  template = await temporaryFolder();
  await plant('one');
  await plant('two');
  const folders = [{ path: 'one' }, { path: 'two' }];
  await writeFile(join(template, 'both.code-workspace'), JSON.stringify({ folders }));
});

useVSCode(() => ({
  workspace: template,
  open: 'both.code-workspace',
  // Both folders are parts of one repository.
  async prepare({ workspace }) {
    await mkdir(join(workspace, '.git'));
    await writeFile(join(workspace, 'AGENTS.md'), 'Prefer marsupial rules.\n');
  },
}));

afterAll(async () => {
  await removeFolder(template);
});

const assemble = (params: Params<'context:assemble'>) => ask('context:assemble', params);

async function show(path: string): Promise<void> {
  await workbench.probe.run(async (api, uri) => {
    await api.window.showTextDocument(api.Uri.parse(uri), { preview: false });
  }, idOf(path));
}

/** The prompt of a folder's document once all its layers are there. */
async function wholePrompt(folder: Folder): Promise<string> {
  const documentId = idOf(`${folder}/main.ts`);
  const prompt = async () => (await assemble({ documentId, preview: true })).prompt;
  const word = words[folder];
  const parts = [`Names are ${word} names`, `Prefer ${word} rules.`, `A ${word} note`, `${word} helper`];
  let last = '';
  const missing = async () => {
    last = await prompt();
    return parts.filter((part) => !last.includes(part));
  };
  await expect.poll(missing).toEqual([]);
  return last;
}

describe('two folders in one window', () => {
  test("the other folder's constraints, instructions, pins and chunks are never in a prompt", async () => {
    for (const folder of ['one', 'two'] as const) {
      await show(`${folder}/pinned.md`);
      await ask('pins:create', { documentId: idOf(`${folder}/pinned.md`), lines: { first: 1, last: 3 } });
      await show(`${folder}/main.ts`);
      await workbench.press('Control+Home');
      await workbench.type(`// sharedHelper of ${words[folder]}\n`);
    }
    expect(await wholePrompt('one')).not.toContain(words.two);
    expect(await wholePrompt('two')).not.toContain(words.one);
  });
});

describe('the log and the audit log', () => {
  test('are written, and hold no text of any of this', async () => {
    await assemble({ documentId: idOf('one/main.ts'), additionalInput: 'numbat request' });
    await ask('constraints:create', { text: 'An echidna constraint', type: 'style', projectId: idOf('one') });
    await writeFile(join(server.workspace, 'two/.vscode/live-context.json'), '{ "wombat": wombat }');
    const logs = server.userData;
    const ours = async () =>
      (await readdir(logs, { recursive: true })).filter((name) =>
        /live-context\.live-context\/([^/]+\.log$|audit\/.)/.test(name),
      );
    const all = async () => {
      await workbench.probe.request('constraints:list', { projectId: idOf('two') });
      return (await Promise.all((await ours()).map((name) => readFile(join(logs, name), 'utf8')))).join('');
    };
    await expect.poll(all).toContain('"consumer":"extension"');
    await expect.poll(all).toContain('CONSTRAINTS_INVALID');
    expect(await all()).not.toMatch(/quokka|wombat|numbat|echidna/);
  });
});

test('rules of the repository that the folders are parts of hold in both, and a change to them is seen', async () => {
  const promptOf = async (folder: Folder) => {
    const { prompt } = await assemble({ documentId: idOf(`${folder}/main.ts`), preview: true });
    return prompt;
  };
  for (const folder of ['one', 'two'] as const) {
    await show(`${folder}/main.ts`);
    await expect.poll(() => promptOf(folder)).toContain('Prefer marsupial rules.');
    expect(await promptOf(folder)).toContain('../AGENTS.md');
  }
  await writeFile(join(server.workspace, 'AGENTS.md'), 'Prefer monotreme rules.\n');
  await expect.poll(() => promptOf('one')).toContain('Prefer monotreme rules.');
});
