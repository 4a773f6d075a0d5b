import { beforeAll, describe, expect, test } from 'vitest';
import { systemTextFor } from '../../../src/prompt/systemText.ts';
import { Chat, chatServer, type ModelRequest, openChatWorkbench } from '../../support/vscode/chat.ts';
import { ask, useVSCode, workbench } from '../../support/vscode/fixture.ts';

let chat: Chat;

useVSCode({ ...chatServer(), openWindow: openChatWorkbench, activate: false });

beforeAll(async () => {
  chat = new Chat(workbench);
  await workbench.openFile('src/greeting.ts');
  await workbench.type('// unsaved words\n');
});

/** The requests that the script answered: VS Code asks the model for titles and the like, too. */
async function scripted(): Promise<readonly ModelRequest[]> {
  return (await chat.requests()).filter(({ step }) => step !== null);
}

const answer = () => chat.lastAnswer();

describe('@live', () => {
  test('answers with the assembled prompt, unsaved text included, and the picked model', {
    tags: 'contract',
  }, async () => {
    await expect.poll(() => workbench.editorText()).toContain('// unsaved words');
    await chat.play({ match: 'what does greet do', text: ['It greets, ', 'of course.'] });
    await chat.send('@live what does greet do?');
    await expect.poll(answer).toContain('It greets, of course.');
    const [request, ...others] = await scripted();
    expect(others).toEqual([]);
    expect(request?.messages.map(({ role }) => role)).toEqual(['user', 'user']);
    const [system, last] = request?.messages ?? [];
    expect(system?.text.startsWith(systemTextFor('live'))).toBe(true);
    expect(system?.text).toContain('## Instructions from AGENTS.md');
    expect(last?.text).toContain('// unsaved words');
    expect(last?.text.trimEnd().endsWith('# Request\n\nwhat does greet do?')).toBe(true);
    await expect.poll(answer).toMatch(/Used \d+ references/);
  });

  test('in ask mode, too, and with a command that asks for itself', async () => {
    await chat.play({ match: 'Explain the code at the cursor', text: 'This is a function.' });
    await chat.send('@live /explain', 'ask');
    await expect.poll(answer).toContain('This is a function.');
  });

  test('says what went wrong when the model fails, and goes on afterwards', async () => {
    await chat.play({ match: 'fail please', error: 'no quota left today' }, { match: 'try again', text: 'Here I am.' });
    await chat.send('@live fail please');
    await expect.poll(answer).toContain('The chat model failed: no quota left today');
    expect(await answer()).toContain('CHAT_MODEL_FAILED');
    await chat.send('@live try again', 'agent', true);
    await expect.poll(answer).toContain('Here I am.');
  });
});

describe('commands of @live ask no model', () => {
  test.each([
    ['/preview', ['tokens', 'Live Context', '// unsaved words']],
    ['/budget', ['tokens', 'Rules', 'Immediate']],
    ['/rules', ['Constraints', 'Instruction files', 'AGENTS.md']],
  ])('%s', async (command, texts) => {
    await chat.play({ match: '.*', text: 'asked' });
    await chat.send(`@live ${command}`);
    for (const text of texts) await expect.poll(answer).toContain(text);
    expect((await scripted()).some(({ messages }) => messages[0]?.text.startsWith(systemTextFor('live')))).toBe(false);
  });

  test('/changes: since the last answer of the thread; with words the model is asked about them', async () => {
    await workbench.openFile('src/greeting.ts');
    await chat.play({ match: 'hello', text: 'Hello.' });
    await chat.send('@live hello');
    await expect.poll(answer).toContain('Hello.');
    await workbench.openFile('src/guestbook.ts');
    await workbench.openFile('src/greeting.ts');
    await workbench.type('// newer words\n');
    await expect.poll(() => workbench.editorText()).toContain('// newer words');
    await chat.send('@live /changes', 'agent', true);
    await expect.poll(answer).toContain('+// newer words');
    expect(await answer()).not.toContain('+// unsaved words');
    await chat.play({ match: 'are they good', text: 'They are.' });
    await chat.send('@live /changes are they good?', 'agent', true);
    await expect.poll(answer).toContain('They are.');
    expect((await scripted())[0]?.messages.at(-1)?.text).toContain('# Changes since');
    await chat.send('@live /changes', 'agent', true);
    await expect.poll(answer).toContain('No document has changed');
  });
});

test.each(['scripted', 'second'])(
  'edits, keeps a window and ticks a note by the tools that its prompt names, with the model %s',
  { tags: ['contract', 'oldest'] },
  async (model) => {
    await workbench.openFile('src/greeting.ts');
    const before = (await workbench.editorText()) ?? '';
    const text = `Greet politely, ${model}`;
    const { windows } = await ask('windows:list', {});
    const anchors = windows.flatMap(({ context }) => Object.keys(context.anchors));
    await ask('windows:act', { id: anchors.find((one) => one.startsWith('add:note@')), params: { text } });
    const list = [{ name: 'live_context_action', input: { id: 'list' } }];
    await chat.play({ match: 'who are you', calls: list }, { match: 'who are you', text: 'I am here.' });
    await chat.send('@live who are you?', 'agent', false, model);
    await expect.poll(answer).toContain('I am here.');
    const [first, ...others] = await scripted();
    const prompt = first?.messages.map((one) => one.text).join('\n') ?? '';
    const [, key = ''] = /verb:window@(\w+)/.exec(others.at(-1)?.results.join() ?? '') ?? [];
    const [, note = ''] = new RegExp(`(\\d+)\\. ${text} \\(`).exec(prompt) ?? [];
    const [, baseVersionId = ''] = /version (v[\w-]+)/.exec(prompt) ?? [];
    const edits = [{ oldText: 'Guten Tag', newText: 'Moin' }];
    await chat.play(
      {
        match: 'be polite',
        calls: [
          { name: 'live_context_apply_edits', input: { documentId: 'src/greeting.ts', baseVersionId, edits } },
          { name: 'live_context_action', input: { id: `keep:diffs@${key}` } },
          { name: 'live_context_action', input: { id: `tick:note@${key}`, params: { piece: note } } },
        ],
      },
      { match: 'be polite', text: 'Polite now.' },
    );
    await chat.send('@live /edit be polite', 'agent', true, model);
    await expect.poll(answer).toContain('Polite now.');
    expect(await answer()).toContain('Changed through Live Context. Undo takes it back.');
    expect(await workbench.editorText()).toBe(before.replace('Guten Tag', 'Moin'));
    const [next, last] = await scripted();
    expect(next?.model).toBe(model);
    expect(next?.messages.slice(0, -1)).toEqual([
      ...(first?.messages ?? []),
      { role: 'assistant', text: 'I am here.' },
    ]);
    expect(next?.messages.at(-1)?.text).toMatch(/^Since your /);
    const result = last?.results.join('\n') ?? '';
    expect(result).toContain('"applied"');
    expect(result).not.toMatch(/ANCHOR_|EDIT_/);
    for (const named of prompt.match(/live_context_\w+/g) ?? []) expect(first?.tools).toContain(named);
    const ticked = new RegExp(`^${note}\\. \\[x\\] ${text} \\(.*, ticked by @live\\)$`, 'm');
    expect((await ask('live:get', { preview: true })).text).toMatch(ticked);
    await workbench.openFile('src/greeting.ts');
    await workbench.press('Control+Z');
    await expect.poll(() => workbench.editorText()).toBe(before);
  },
);

describe('constraints', () => {
  async function withConstraint<T>(params: object, body: (id: string) => Promise<T>): Promise<T> {
    const { constraint } = await ask('constraints:create', params);
    try {
      return await body(constraint.id);
    } finally {
      await ask('constraints:delete', { id: constraint.id });
    }
  }

  test('an answer that violates a pattern is marked behind', { tags: 'contract' }, async () => {
    const check = { kind: 'forbid', pattern: '\\bvar\\b' };
    await withConstraint({ type: 'convention', text: 'Never use var.', check }, async () => {
      await chat.play({ match: 'declare', text: 'Write var a.' });
      await chat.send('@live how do I declare a?');
      await expect.poll(answer).toContain('Write var a.');
      await expect.poll(answer).toContain('Violates a constraint: Never use var. (line 1 of the answer)');
      expect(await scripted()).toHaveLength(1);
    });
  });
});
