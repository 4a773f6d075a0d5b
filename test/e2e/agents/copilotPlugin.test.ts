import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Chat, chatServer, openChatWorkbench } from '../../support/vscode/chat.ts';
import { useVSCode, workbench } from '../../support/vscode/fixture.ts';

// What Copilot's own agent mode is told unasked: of the skill always, where the developer is once the window answers hooks.

let home: string;
let chat: Chat;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'live-context-home-'));
});

afterAll(() => rm(home, { recursive: true, force: true }));

useVSCode(() => ({
  ...chatServer(true),
  env: { LIVE_CONTEXT_HOME: home, LIVE_CONTEXT_HOOK_MS: '5000' },
  openWindow: openChatWorkbench,
}));

beforeAll(async () => {
  chat = new Chat(workbench);
  await workbench.openFile('src/greeting.ts');
  await workbench.type('// unsaved\n');
});

/** All that the agent's model is told with a prompt. */
async function told(prompt: string): Promise<string> {
  await chat.play({ text: 'Done.' });
  await chat.send(prompt);
  const asked = async () => (await chat.requests()).filter(({ tools }) => tools.length > 0);
  await expect.poll(async () => (await asked()).length).toBeGreaterThan(0);
  return (await asked()).flatMap(({ messages }) => messages.map(({ text }) => text)).join('\n');
}

const skill = "Work with the developer's current VS Code editor";

test('of the skill, while the window answers no hooks', async () => {
  const text = await told('First.');
  expect(text.split(skill).length - 1).toBe(1);
  expect(text).not.toContain('# Live Context: the editor of the developer now');
});

test('of the skill, and by the hook where the developer is, once it does', async () => {
  await workbench.configure('liveContext.tellAgents', true);
  let text = '';
  // VS Code reads plugins anew some time after the setting has changed.
  for (let turn = 0; turn < 5 && !text.includes('# Live Context: the editor'); turn++)
    text = await told(`Turn ${turn}.`);
  expect(text).toContain('# Live Context: the editor of the developer now');
  const isDirty = await workbench.probe.run((api) => api.window.activeTextEditor?.document.isDirty ?? false);
  expect(text).toContain('In front: src/greeting.ts, cursor at 2:1.');
  expect(text).toContain(isDirty ? 'Unsaved, newer than on disk: src/greeting.ts' : 'All files are saved.');
  expect(text.split(skill).length - 1).toBe(1);
});
