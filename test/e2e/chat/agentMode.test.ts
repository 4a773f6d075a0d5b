import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chatReplyLimit } from '../../../src/agents/replyLimit.ts';
import { tools } from '../../../src/agents/tools.ts';
import { eightAnswers, fourteenSteps, pairedText, runOutput } from '../../support/agents/pairedScripts.ts';
import { Chat, chatServer, type ModelRequest, openChatWorkbench } from '../../support/vscode/chat.ts';
import { ask, idOf, server, useVSCode, workbench } from '../../support/vscode/fixture.ts';
import { keepText } from '../../support/vscode/keptText.ts';

// Copilot's own agent mode, with a scripted model, uses the tools.

describe.each([
  ['when tools are approved by themselves', true],
  ['when the developer is asked', false],
])('agent mode, %s', (_, approve) => {
  let chat: Chat;

  useVSCode({ ...chatServer(approve), openWindow: openChatWorkbench });

  beforeAll(async () => {
    chat = new Chat(workbench);
    await workbench.openFile('src/greeting.ts');
    await workbench.type('// unsaved\n');
  });

  // Whatever became of the test before.
  beforeEach(() => workbench.openFile('src/greeting.ts'));

  /** The requests of the agent, which offers tools; titles and the like do not. */
  const turns = async (): Promise<readonly ModelRequest[]> =>
    (await chat.requests()).filter((request) => request.tools.length > 0);

  /**
   * Allows this one call, as a developer who is asked: VS Code's first button allows all of the session. The model has got so many
   * requests then; buttons of the call before stay for a moment, and the chat moves them, so it is tried until that is so.
   */
  const allow = async (turnsThen: number, notYet = 'made = 1') => {
    if ((await chat.turnCount()) >= turnsThen) return;
    const { page } = workbench;
    const buttons = page.locator('.monaco-button-dropdown:visible', { hasText: /Allow/ }).last();
    await buttons.waitFor();
    expect(await workbench.editorText()).not.toContain(notYet);
    const once = page.locator('.monaco-menu:visible .action-label', { hasText: 'Allow Once' });
    const click = async () => {
      if (!(await once.isVisible())) await buttons.locator('.monaco-dropdown-button').click({ timeout: 3_000 });
      // A menu minds no click in its first moment.
      await once.click({ timeout: 3_000, delay: 200 });
    };
    for (let left = 30; (await chat.turnCount()) < turnsThen; left -= 1) {
      await click().catch((error) => {
        if (left === 0) throw error;
      });
      await expect
        .poll(() => chat.turnCount(), { timeout: 2_000 })
        .toBeGreaterThanOrEqual(turnsThen)
        .catch(() => undefined);
    }
  };

  /** The results of the tools in the last request. */
  const lastResults = async () => (await turns()).at(-1)?.messages.at(-1)?.text ?? '';

  test('offers every tool, and hands the model what live_context says', async () => {
    await expect.poll(() => workbench.editorText()).toMatch(/^\/\/ unsaved\n/);
    await chat.play({ calls: [{ name: 'live_context', input: {} }] }, { text: 'Seen.' });
    await chat.send('What do you see?');
    await expect.poll(() => chat.turnCount()).toBe(2);
    expect((await turns())[0]?.tools).toEqual(expect.arrayContaining(tools.map(({ name }) => name)));
    expect(await lastResults()).toContain('// unsaved');
    expect(await lastResults()).toContain('# Live Context');
  });

  test('live_context_apply_edits changes the document, and the next context says so', async () => {
    const before = await ask('live:version', {});
    await workbench.focusEditor();
    await workbench.type('// while it thought\n');
    await expect.poll(() => workbench.editorText()).toContain('// while it thought');
    const input = {
      documentId: before.documentId,
      baseVersionId: before.versionId,
      edits: [{ type: 'replace', oldText: 'Hello', newText: 'Good day' }],
      summary: 'greet politely',
    };
    await chat.play({ calls: [{ name: 'live_context_apply_edits', input }] }, { text: 'Done.' });
    await chat.send('Be polite');
    if (!approve) await allow(2, 'Good day');
    await expect.poll(() => chat.turnCount()).toBe(2);
    expect(await lastResults()).toContain('"rebased"');
    const text = (await workbench.editorText()) ?? '';
    expect(text).toContain('Good day, $');
    expect(text).toContain('// while it thought');
    const { payload } = await ask('live:get', { preview: true });
    expect(payload.recent_diffs[0]).toMatchObject({
      origin: 'agent',
      patch: expect.stringContaining('+      return `Good day'),
    });
    await chat.play({ calls: [{ name: 'live_context', input: {} }] }, { text: 'Seen.' });
    await chat.send('And now?');
    await expect.poll(() => chat.turnCount()).toBe(2);
    expect(await lastResults()).toContain('greet politely');
    await workbench.focusEditor();
    await workbench.press('Control+Z');
    await expect.poll(() => workbench.editorText()).toContain('Hello, $');
    expect(await workbench.editorText()).toContain('// while it thought');
  });

  test('an edit that violates a constraint comes back, is mended and passes; with the setting "warn" it is made and marked', async () => {
    const { constraint } = await ask('constraints:create', {
      type: 'convention',
      text: 'No var',
      check: { kind: 'forbid', pattern: '^\\s*var\\b' },
    });
    const { documentId, versionId } = await ask('live:version', {});
    const call = (newText: string) => ({
      name: 'live_context_apply_edits',
      input: { documentId, baseVersionId: versionId, edits: [{ oldText: '// unsaved\n', newText }] },
    });
    await chat.play(
      { calls: [call('// unsaved\nvar made = 1;\n')] },
      { calls: [call('// unsaved\nlet made = 1;\n')] },
      { text: 'Done.' },
    );
    await chat.send('Make a variable');
    if (!approve) await allow(2);
    await expect.poll(() => chat.turnCount()).toBeGreaterThan(1);
    expect((await turns())[1]?.messages.at(-1)?.text).toMatch(/EDIT_VIOLATES.*No var/s);
    expect(await workbench.editorText()).not.toContain('var made');
    if (!approve) await allow(3);
    await expect.poll(() => chat.turnCount()).toBe(3);
    expect(await workbench.editorText()).toContain('let made = 1;');
    await workbench.configure('liveContext.judgeEdits', 'warn');
    const warned = await workbench.probe.request('live:applyEdits', {
      documentId,
      baseVersionId: (await ask('live:version', {})).versionId,
      edits: [{ type: 'replace', oldText: 'let made', newText: 'var made' }],
    });
    expect(warned).toMatchObject({ ok: true, value: { documents: [{ violations: [{ text: 'No var' }] }] } });
    const marks = () =>
      workbench.probe.run(
        (api, id) =>
          api.languages
            .getDiagnostics(api.Uri.parse(id))
            .filter(({ source }: { source?: string }) => source === 'Live Context')
            .map(({ message, range }: { message: string; range: { start: { line: number } } }) => [
              message,
              range.start.line,
            ]),
        documentId,
      );
    const line = ((await workbench.editorText()) ?? '').split('\n').findIndex((text) => text.startsWith('var made'));
    await expect.poll(marks).toEqual([['Violates a constraint: No var', line]]);
    await workbench.configure('liveContext.judgeEdits', null);
    await ask('constraints:delete', { id: constraint.id });
  });

  if (approve)
    test('prose constraints are judged by the model that the developer chose, once they allow its use', async () => {
      const made = { type: 'convention', text: 'Be polite' };
      const { constraint } = await ask('constraints:create', made);
      const edit = async (newText: string) => {
        const { documentId, versionId } = await ask('live:version', {});
        const edits = [{ oldText: '// unsaved\n', newText: `// unsaved\n${newText}` }];
        return {
          calls: [{ name: 'live_context_apply_edits', input: { documentId, baseVersionId: versionId, edits } }],
        };
      };
      const match = 'You check whether a text, an answer or a change of code, violates constraints';
      await workbench.configure('liveContext.judgeModel', 'scripted');
      const rude = { match, text: JSON.stringify([{ id: constraint.id, why: 'It shouts', line: 2 }]) };
      const judged = { match, text: '[]' };
      await chat.play(await edit('// GO AWAY\n'), rude, await edit('// Please go\n'), judged, { text: 'Done.' });
      await chat.send('Greet');
      await expect.poll(() => chat.turnCount()).toBe(3);
      expect((await turns())[1]?.messages.at(-1)?.text).toMatch(/EDIT_VIOLATES.*Be polite.*It shouts/s);
      expect(await lastResults()).not.toContain('unjudged');
      expect(await workbench.editorText()).toContain('// Please go\n');
      expect(await workbench.editorText()).not.toContain('GO AWAY');

      await workbench.configure('liveContext.judgeModel', 'guarded');
      const answerDialog = async (label: RegExp) =>
        workbench.page.locator('.monaco-dialog-box .monaco-button', { hasText: label }).first().click();
      await chat.play(await edit('// Not allowed\n'), { text: 'Done.' });
      await chat.send('Greet again');
      await answerDialog(/^Cancel$/);
      await expect.poll(() => chat.turnCount()).toBe(2);
      expect(await lastResults()).toContain('modelForbidden');
      await chat.play(await edit('// Allowed\n'), judged, { text: 'Done.' });
      await chat.send('Greet once more');
      await answerDialog(/^Allow$/);
      await expect.poll(() => chat.turnCount()).toBe(2);
      expect(await lastResults()).not.toContain('unjudged');
      expect(await workbench.editorText()).toContain('// Allowed\n// Not allowed\n');
      await workbench.configure('liveContext.judgeModel', null);
      await ask('constraints:delete', { id: constraint.id });
    });

  if (approve) {
    let typing = Promise.resolve();
    /** Types on while the agent works: the half of what is typed follows later. */
    const type = async (where: 'start' | 'end', text: string) => {
      await typing;
      await workbench.focusEditor();
      await workbench.press(where === 'start' ? 'Control+Home' : 'Control+End');
      const half = Math.ceil(text.length / 2);
      await workbench.type(text.slice(0, half));
      typing = workbench.type(text.slice(half));
    };

    let made = 0;
    /** A new file in front, that the agent and the developer write in. */
    const paired = async () => {
      const open = async (name: string, text: string) => {
        await writeFile(join(server.workspace, 'src', name), text);
        await workbench.openFile(`src/${name}`);
        return idOf(`src/${name}`);
      };
      const name = `paired${++made}.ts`;
      return { document: await open(name, pairedText), type, openLong: (text: string) => open(`long-${name}`, text) };
    };

    test('hands its model eight answers whole, a long one in parts', async () => {
      const { id } = await keepText(workbench, runOutput);
      await chat.play({ calls: [{ name: 'live_context_changes', input: {} }] }, { text: 'Seen.' });
      await chat.send('What changed so far?');
      await expect.poll(() => chat.turnCount()).toBe(2);
      const { script, check, keepSizes } = eightAnswers(await paired(), { fileId: id, longLines: 4_000 });
      const received = await chat.follow(script, 'Go on.');
      check();
      await keepSizes('copilot');
      expect(received.length).toBeGreaterThan(9);
      for (const one of received.at(-1)?.results ?? []) expect(one.length).toBeLessThanOrEqual(chatReplyLimit);
    });

    test('pairs for fourteen steps while the developer types, and nothing is lost', async () => {
      const { script, wanted } = fourteenSteps(await paired());
      await chat.follow(script, 'Go on.');
      await typing;
      await expect.poll(() => workbench.editorText()).toBe(wanted);
    });
  }
});
