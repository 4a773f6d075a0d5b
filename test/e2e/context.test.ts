import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ask, openNotebook, server, useVSCode, workbench } from '../support/vscode/fixture.ts';
import type { Server } from '../support/vscode/server.ts';

async function plantBrokenFiles(server: Server): Promise<void> {
  await writeFile(join(server.workspace, 'broken.instructions.md'), '---\napplyTo: [\n---\nnot used\n');
  await mkdir(join(server.workspace, '.github/instructions'), { recursive: true });
  await writeFile(
    join(server.workspace, '.github/instructions/broken.instructions.md'),
    '---\napplyTo: [unclosed\n---\nplanted broken front matter\n',
  );
  await writeFile(join(server.workspace, 'huge.generated.txt'), 'generated words\n'.repeat(200_000));
}

useVSCode({ prepare: plantBrokenFiles });

const assemble = (params: object = {}) => ask('context:assemble', params);

describe('the four layers', () => {
  test('rules, settings and retrieved code of this workspace are in the prompt', { tags: 'contract' }, async () => {
    await workbench.openFile('src/guestbook.ts');
    const prompt = async () => (await assemble({ preview: true })).prompt;
    await expect.poll(prompt).toContain('## Instructions from AGENTS.md');
    await expect.poll(prompt).toMatch(/# Settings\n\n- /);
    await expect.poll(prompt).toContain('# Retrieved');
    await expect.poll(prompt).toContain('### src/greeting.ts');
    expect(await prompt()).not.toContain('planted broken front matter');
    expect(await prompt()).not.toContain('generated words');
    await expect.poll(prompt).toContain('- indentation: 2 spaces');
    await workbench.probe.run((api) => api.commands.executeCommand('liveContext.openPrompt'));
    await workbench.page.locator('.tab.active', { hasText: 'Prompt for' }).waitFor();
    expect(await prompt(), 'behind another tab').toContain('- indentation: 2 spaces');
  });

  test('a kept selection stays in the prompt, follows its lines, and can be let go', {
    tags: 'contract',
  }, async () => {
    await workbench.openFile('README.md');
    await workbench.runCommand('Live Context: Keep Selection in Prompt');
    await expect.poll(async () => (await ask('pins:list', {})).pins.length).toBe(1);
    await workbench.openFile('src/guestbook.ts');
    await expect.poll(async () => (await assemble({ preview: true })).prompt).toMatch(/README\.md, lines 1-1,.*kept/);
    const [pin] = (await ask('pins:list', {})).pins;
    const row = { liveContextPinned: pin?.id };
    await workbench.probe.run((api, named) => api.commands.executeCommand('liveContext.unpin', named), row);
    await expect.poll(async () => (await ask('pins:list', {})).pins.length).toBe(0);
  });
});

describe('constraints and the stable prefix', () => {
  test('Add Constraint is stored in the workspace and changes the prefix, which says so', {
    tags: 'contract',
  }, async () => {
    await workbench.openFile('src/guestbook.ts');
    await assemble();
    await expect.poll(async () => (await assemble()).stablePrefixUnchanged).toBe(true);
    await workbench.runCommand('Live Context: Add Constraint');
    await workbench.page.locator('.quick-input-widget input').fill('Never greet an empty name');
    await workbench.press('Enter');
    const stored = () => readFile(join(server.workspace, '.vscode/live-context.json'), 'utf8').catch(String);
    await expect.poll(stored).toContain('Never greet an empty name');
    await expect.poll(async () => (await assemble({ preview: true })).prompt).toContain('1. Never greet an empty name');
    expect((await assemble()).prefix).toMatchObject({ unchanged: false, isFirst: false });
  });
});

describe('what has no file of its own', () => {
  test('a notebook’s cell has its project’s rules, a relative name, and the cells around it', {
    tags: 'contract',
  }, async () => {
    const cells = [{ source: 'one = 1' }, { source: 'two = one + 1' }];
    const documentId = await openNotebook('notebooks/sums.ipynb', cells, 1);
    const live = async () => ask('live:get', { documentId, preview: true });
    await expect.poll(async () => (await live()).text).toContain('## Instructions from AGENTS.md');
    await expect.poll(async () => (await live()).text).toContain('one = 1');
    const { text, payload } = await live();
    expect(payload.current_document).toBe('two = one + 1');
    expect(payload.editor_state.file).toMatch(/^notebooks\/sums\.ipynb#/);
    expect(payload.editor_state.disk).toBe('same');
    expect(text).toContain(', "cell 1 of 2; the current one is cell 2"');
    await workbench.probe.run((api) => api.commands.executeCommand('workbench.action.closeActiveEditor'));
  });

  test('what a notebook’s cells have printed stands with them, the long of it as a context file with head, tail and id', async () => {
    const stream = (text: string) => ({ output_type: 'stream', name: 'stdout', text });
    const failed = {
      output_type: 'error',
      ename: 'KeyError',
      evalue: "'region'",
      traceback: ['at \u001b[31mline 1\u001b[0m'],
    };
    const rows = Array.from({ length: 3_000 }, (_, row) => `row ${row} of the table\n`).join('');
    const cells = [
      { source: 'table', outputs: [stream(rows)] },
      { source: 'short', outputs: [stream('three regions\n')] },
      { source: 'rows["region"]', outputs: [failed] },
    ];
    const documentId = await openNotebook('notebooks/outputs.ipynb', cells, 2);
    const live = async () => ask('live:get', { documentId, preview: true });
    await expect.poll(async () => (await live()).text).toContain('context file notebook-');
    const { text } = await live();
    expect(text).toContain('row 0 of the table');
    expect(text).toContain('row 2999 of the table');
    expect(text).not.toContain('row 1500 of the table');
    expect(text).toContain('three regions');
    expect(text).toContain("KeyError: 'region'");
    expect(text).toContain('at line 1');
    const [, id = ''] = /context file (notebook-[a-z0-9]{10})/.exec(text) ?? [];
    const { matches } = await ask('files:grep', { id, pattern: '^row 1500 ' });
    expect(matches).toHaveLength(1);
    await workbench.probe.run((api) => api.commands.executeCommand('workbench.action.closeActiveEditor'));
  });

  test('an untitled document has the rules of the window’s folder', { tags: 'contract' }, async () => {
    const documentId = await workbench.probe.run(async (api) => {
      const document = await api.workspace.openTextDocument({ content: 'draft\n', language: 'typescript' });
      await api.window.showTextDocument(document);
      return document.uri.toString();
    });
    const live = async () => ask('live:get', { documentId, preview: true });
    await expect.poll(async () => (await live()).text).toContain('## Instructions from AGENTS.md');
    const { payload } = await live();
    expect(payload.editor_state.file).toMatch(/^Untitled-\d+$/);
    expect(payload.editor_state.project_id).not.toBe('none');
    await workbench.probe.run((api) => api.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));
    await workbench.openFile('src/guestbook.ts');
  });
});

describe('the budget', () => {
  test('the status bar shows tokens of budget, and a click opens the view', { tags: 'contract' }, async () => {
    const item = workbench.page.locator('.statusbar-item[id*="liveContext.tokens"]');
    await expect.poll(() => item.textContent()).toMatch(/\d.* \/ 267\.9k/);
    await item.click();
    await (await workbench.viewFrame()).locator('live-context-view').first().waitFor();
    await workbench.openFile('src/guestbook.ts');
  });
});

test('an instruction file that is a link to nothing is named as missing; one that leads elsewhere is read, and a folder of such a name is none', async () => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'lc-rules-'));
  const folder = join(server.workspace, 'linked');
  await mkdir(join(folder, 'AGENTS.md'), { recursive: true });
  await writeFile(join(elsewhere, 'rules.md'), 'Prefer wombats.\n');
  await symlink(join(elsewhere, 'rules.md'), join(folder, 'CLAUDE.local.md'));
  await symlink(join(elsewhere, 'nowhere.md'), join(folder, 'GEMINI.md'));
  await writeFile(join(folder, 'code.ts'), 'let linked = 1;\n');
  await workbench.openFile('linked/code.ts');
  const live = () => ask('live:get', { preview: true });
  await expect
    .poll(async () => (await live()).account.missing)
    .toEqual(['INSTRUCTIONS_UNREADABLE: "linked/GEMINI.md" cannot be read']);
  expect((await live()).text).toContain('Prefer wombats.');
  await workbench.probe.run((api) => api.commands.executeCommand('workbench.action.closeActiveEditor'));
  for (const path of [folder, elsewhere]) await rm(path, { recursive: true });
});
