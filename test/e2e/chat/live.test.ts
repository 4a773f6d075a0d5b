import { beforeAll, describe, expect, test } from 'vitest';
import { systemTextFor } from '../../../src/prompt/systemText.ts';
import type { Value } from '../../../src/protocol/channels.ts';
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

  test('knows the chat so far', async () => {
    await chat.play({ match: 'and in Chinese', text: 'In Chinese as well.' });
    await chat.send('@live and in Chinese?', 'agent', true);
    await expect.poll(answer).toContain('In Chinese as well.');
    const [request] = await scripted();
    expect(request?.messages.slice(1, -1)).toEqual([
      { role: 'user', text: 'what does greet do?' },
      { role: 'assistant', text: 'It greets, of course.' },
    ]);
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

  test('stops when the person stops it', { tags: 'contract' }, async () => {
    await chat.play(
      { match: 'a long story', text: 'Once upon a time', hold: true },
      { match: 'short', text: 'The end.' },
    );
    await chat.send('@live tell me a long story');
    await expect.poll(answer).toContain('Once upon a time');
    await chat.stop();
    await expect.poll(async () => (await scripted())[0]?.cancelled).toBe(true);
    expect(await answer()).not.toContain('CHAT_MODEL_FAILED');
    await chat.send('@live make it short', 'agent', true);
    await expect.poll(answer).toContain('The end.');
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

test('/edit changes the document in front, and undo takes it back', { tags: 'contract' }, async () => {
  await workbench.openFile('src/greeting.ts');
  const before = await workbench.editorText();
  const edits = [{ type: 'replace', oldText: 'Guten Tag', newText: 'Moin' }];
  await chat.play({ match: 'say it as in Hamburg', text: JSON.stringify({ note: 'Now it says Moin.', edits }) });
  await chat.send('@live /edit say it as in Hamburg');
  await expect.poll(answer).toContain('Now it says Moin.');
  expect(await workbench.editorText()).toBe(before?.replace('Guten Tag', 'Moin'));
  await expect.poll(answer).toContain('Changed src/greeting.ts. Undo takes it back.');
  await workbench.openFile('src/greeting.ts');
  await workbench.press('Control+Z');
  await expect.poll(() => workbench.editorText()).toBe(before);
});

describe('constraints', () => {
  async function withConstraint<T>(params: object, body: (id: string) => Promise<T>): Promise<T> {
    const { constraint } = await ask<Value<'constraints:create'>>('constraints:create', params);
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

  test('prose is judged by the model', async () => {
    await withConstraint({ type: 'style', text: 'Answer in rhyme.' }, async (id) => {
      await chat.play(
        { match: 'a poem', text: 'No poem today.' },
        { match: 'You check whether', text: JSON.stringify([{ id, why: 'Nothing rhymes.' }]) },
      );
      await chat.send('@live a poem please');
      await expect.poll(answer).toContain('No poem today.');
      await expect.poll(answer).toContain('Nothing rhymes.');
      expect(await scripted()).toHaveLength(2);
    });
  });
});

describe('a chat of twelve rounds', () => {
  const tokensOf = (text: string) => Math.ceil(text.length / 4);
  const answerOf = (round: number) => `Answer ${round}: ${'well thought out. '.repeat(130)}`.trim();

  /** Asks twelve times in one thread; what was sent for the last time. */
  async function talk(tag: string): Promise<ModelRequest['messages']> {
    for (let round = 1; round <= 12; round++) {
      await chat.play({ match: `${tag} question ${round}\\?`, text: answerOf(round) });
      await chat.send(`@live ${tag} question ${round}?`, 'agent', round > 1);
      await expect.poll(answer).toContain(`Answer ${round}:`);
      await expect.poll(async () => (await scripted()).length).toBe(1);
    }
    const [request] = await scripted();
    return request?.messages ?? [];
  }

  const roundsIn = (messages: ModelRequest['messages']) =>
    messages.slice(1, -1).filter(({ text }) => !text.startsWith('(Older rounds'));

  test('with a large model all of it is sent, in order', async () => {
    const messages = await talk('large');
    expect(roundsIn(messages)).toEqual(
      Array.from({ length: 11 }, (_, at) => [
        { role: 'user', text: `large question ${at + 1}?` },
        { role: 'assistant', text: answerOf(at + 1) },
      ]).flat(),
    );
  });

  test('with a small one the newest rounds, whole, within its limit; older ones become a file that the model opens by itself', async () => {
    await chat.resize(6_000);
    try {
      const messages = await talk('small');
      expect(messages.reduce((sum, { text }) => sum + tokensOf(text), 0)).toBeLessThanOrEqual(6_000);
      const rounds = roundsIn(messages);
      const kept = rounds.length / 2;
      expect(kept).toBeGreaterThanOrEqual(3);
      expect(kept).toBeLessThan(11);
      expect(rounds).toEqual(
        Array.from({ length: kept }, (_, at) => 12 - kept + at).flatMap((round) => [
          { role: 'user', text: `small question ${round}?` },
          { role: 'assistant', text: answerOf(round) },
        ]),
      );
      const note = messages[1]?.text ?? '';
      expect(note).toMatch(/^\(Older rounds of this chat are left out\. They are kept in the context files archive-/);
      const [id = ''] = note.match(/archive-\w+/) ?? [];
      await chat.play(
        { match: 'what came first', calls: [{ name: 'context_read', input: { id, limit: 400 } }] },
        { match: 'what came first', text: 'It was question 1.' },
      );
      await chat.send('@live what came first?', 'agent', true);
      await expect.poll(answer).toContain('It was question 1.');
      const [asked, told] = await scripted();
      expect(asked?.tools).toEqual(['context_list', 'context_grep', 'context_tail', 'context_read']);
      expect(told?.messages.at(-1)?.text).toContain('small question 1?');
    } finally {
      await chat.resize(200_000);
    }
  });

  test('a new thread knows nothing of the others', async () => {
    await chat.play({ match: 'who are you', text: 'Live.' });
    await chat.send('@live who are you?');
    await expect.poll(answer).toContain('Live.');
    expect((await scripted())[0]?.messages).toHaveLength(2);
  });
});
