import { describe, expect, test, vi } from 'vitest';
import {
  type ChatMessage,
  type ChatModel,
  ChatModelFailure,
  type ToolUse,
} from '../../../src/agents/chat/chatModel.ts';
import { type ChatAnswer, LiveChat } from '../../../src/agents/chat/liveChat.ts';
import { judgingMessages } from '../../../src/edits/judge/prose.ts';
import type { Params } from '../../../src/protocol/channels.ts';
import { settled } from '../../support/memoryWorkspace.ts';
import { applyStrictly } from '../../support/strictPatch.ts';
import { useWorkspace, workspace } from '../../support/workspace.ts';

const document = 'file:///project/src/a.ts';

useWorkspace(() => {
  workspace.openDocument(document, 'const a = 1;\n', 'typescript');
});

/** A model that gives its answers one after another; a failure instead of an answer is thrown. */
class ScriptedModel implements ChatModel {
  readonly sent: (readonly ChatMessage[])[] = [];
  readonly #answers: (string | ChatModelFailure)[];
  maxInputTokens = 100_000;
  unitsPerToken = 4;

  constructor(...answers: readonly (string | ChatModelFailure)[]) {
    this.#answers = [...answers];
  }

  async countTokens(text: string): Promise<number> {
    return Math.ceil(text.length / this.unitsPerToken);
  }

  async send(messages: readonly ChatMessage[], onPart: (text: string) => void, _tools?: ToolUse): Promise<string> {
    this.sent.push(messages);
    const answer = this.#answers.shift() ?? 'no answer';
    if (typeof answer !== 'string') throw answer;
    for (const part of answer.match(/\S+\s*/g) ?? []) onPart(part);
    return answer;
  }
}

const live = { consumer: 'live' } as const;

/** What the person sees, part by part; what the answering tells besides stands in brackets. */
class Seen {
  readonly parts: string[] = [];
  files: readonly string[] = [];

  onPrompt(_receipt: unknown, files: readonly string[]): void {
    this.files = files;
  }

  onPart(text: string): void {
    this.parts.push(text);
  }

  onJudging(): void {
    this.parts.push('[judging]');
  }
}

async function ask(model: ChatModel, prompt: string, chatHistory: readonly ChatMessage[] = []) {
  const seen = new Seen();
  const result = await new LiveChat(workspace.session).ask(
    { ...live, words: prompt, prompt, skillId: 'chat', chatHistory },
    model,
    seen,
  );
  return { result, seen };
}

async function answered(model: ChatModel, prompt: string): Promise<{ answer: ChatAnswer; seen: Seen }> {
  const { result, seen } = await ask(model, prompt);
  if (result === 'stopped') throw new Error('stopped');
  return { answer: settled(result), seen };
}

async function constrain(params: Params<'constraints:create'>): Promise<string> {
  return (await workspace.ask('constraints:create', params, 'clipboard')).constraint.id;
}

const forbidVar = { type: 'convention', text: 'No var.', check: { kind: 'forbid', pattern: '\\bvar\\b' } } as const;
const prose = { type: 'style', text: 'Answer politely.' } as const;

describe('an answer', () => {
  test('is given part by part, to the very prompt that a preview shows', async () => {
    const model = new ScriptedModel('It is a number.');
    const request = { format: 'messages', additionalInput: 'What is a?' } as const;
    const shown = await workspace.ask('context:assemble', { ...request, preview: true }, 'live');
    const { answer, seen } = await answered(model, 'What is a?');
    expect(model.sent).toEqual([JSON.parse(shown.prompt)]);
    expect(seen.parts).toEqual(['It ', 'is ', 'a ', 'number.']);
    expect(seen.files).toEqual(['src/a.ts']);
    expect(answer).toMatchObject({ violations: [], unjudged: [] });
  });

  const round = (name: string, length: number): ChatMessage[] => [
    { role: 'user', content: `${name}?` },
    { role: 'assistant', content: `${name}!`.padEnd(length, ' and so on') },
  ];
  const sentTalk = (model: ScriptedModel) => model.sent.at(-1)?.slice(1, -1) ?? [];
  const files = async () => (await workspace.ask('files:list', { kind: 'history' }, 'live')).items;

  test('all of the chat so far stands between system and question while there is room', async () => {
    const model = new ScriptedModel('yes');
    model.maxInputTokens = 8_000;
    const chatHistory = [...round('old', 400), ...round('middle', 400), ...round('new', 8_200)];
    await ask(model, 'And now?', chatHistory);
    expect(sentTalk(model)).toEqual(chatHistory);
    expect(model.sent[0]?.map(({ role }) => role)).toEqual(['system', ...chatHistory.map(({ role }) => role), 'user']);
    expect(model.sent[0]?.at(-1)?.content).toContain('And now?');
    expect(await files()).toEqual([]);
  });

  test('rounds are whole; what does not fit is skipped, told, and kept as a context file; what is older takes the room', async () => {
    const model = new ScriptedModel('yes');
    model.maxInputTokens = 8_000;
    const [first, huge, last] = [round('first', 400), round('huge', 100_000), round('last', 400)];
    const chatHistory = [...first, ...huge, ...last];
    await ask(model, 'And now?', chatHistory);
    const [kept] = await files();
    const content = `(Older rounds of this chat are left out. They are kept in the context files ${kept?.id}.)`;
    expect(sentTalk(model)).toEqual([{ role: 'user', content }, ...first, ...last]);
    const page = await workspace.session.request('files:read', { id: kept?.id ?? '', limit: 200_000 }, 'live');
    expect(settled(page).content).toMatch(/^## User\n\nhuge\?\n\n## Assistant\n\nhuge! and so on/);
    await ask(model, 'And now?', chatHistory);
    expect(sentTalk(model)).toHaveLength(5);
  });

  test('a question has the whole room of a small model; results take theirs when they come', async () => {
    workspace.openDocument(document, 'let x = 1;\n'.repeat(4_000));
    const model = new ScriptedModel('yes');
    Object.assign(model, { maxInputTokens: 8_000, unitsPerToken: 1.5 });
    const tokensOf = (messages: readonly ChatMessage[]) =>
      model.countTokens(messages.map(({ content }) => content).join('\n'));
    const sizes: number[] = [];
    model.send = async (messages, _onPart, tools) => {
      sizes.push(await tokensOf(messages), await tokensOf((await tools?.withRoom()) ?? []), tools?.tokens ?? 0);
      return 'yes';
    };
    const tools = { tools: [], call: async () => '' };
    const question = { ...live, words: 'Well?', prompt: 'Well?', skillId: 'chat', chatHistory: [], tools } as const;
    const result = await new LiveChat(workspace.session).ask(question, model, new Seen());
    expect(result).toMatchObject({ ok: true });
    const [asked = 0, shorter = 0, room = 0] = sizes;
    expect(asked).toBeGreaterThan(7_600);
    expect(asked).toBeLessThanOrEqual(8_000);
    expect(room).toBeGreaterThanOrEqual(1_500);
    expect(shorter + room).toBeLessThanOrEqual(8_000);
  });

  test('what was said becomes items of the conversation; what a person takes back is obsolete', async () => {
    await ask(new ScriptedModel('One.'), 'First?');
    const first = [{ role: 'user', content: 'First?' } as const, { role: 'assistant', content: 'One.' } as const];
    await ask(new ScriptedModel('Two.'), 'Second?', first);
    await ask(new ScriptedModel('Three.'), 'Other?', first);
    const listed = (await workspace.ask('conversations:list', {}, 'view')).conversations;
    const { items = [], stats } = listed.find(({ consumer }) => consumer === 'live') ?? {};
    expect(items[0]).toMatchObject({ type: 'System', seq: 1, isObsolete: false });
    const said = items.filter(({ type }) => type !== 'Window' && type !== 'System');
    expect(said.map(({ type, content, isObsolete }) => `${type} ${content} ${isObsolete}`)).toEqual([
      ...['User First? false', 'Assistant One. false', 'User Second? true', 'Assistant Two. true'],
      ...['User Other? false', 'Assistant Three. false'],
    ]);
    expect(items.map(({ seq }) => seq)).toEqual(items.map((_, at) => at + 1));
    expect(stats).toMatchObject({ totalItems: items.length, obsoleteItems: 2 });
  });
});

describe('a chat that goes on', () => {
  const other = 'file:///project/src/b.ts';
  const lines = (name: string) =>
    Array.from({ length: 150 }, (_, at) => `export const ${name}${at} = ${at};\n`).join('');

  class Thread {
    readonly model = new ScriptedModel();
    readonly history: ChatMessage[] = [];
    chat = new LiveChat(workspace.session);
    after: string | undefined;

    /** Returns the messages that the model got. */
    async ask(question: string): Promise<readonly ChatMessage[]> {
      workspace.clock.advance(60_000);
      const { history: chatHistory, after } = this;
      const asked = { consumer: 'live:1234abcd', words: question, prompt: question, skillId: 'chat' } as const;
      const result = await this.chat.ask({ ...asked, chatHistory: [...chatHistory], after }, this.model, new Seen());
      if (result === 'stopped') throw new Error('stopped');
      const { text, receipt } = settled(result);
      this.after = receipt.id;
      this.history.push({ role: 'user', content: question }, { role: 'assistant', content: text });
      return this.model.sent.at(-1) ?? [];
    }
  }

  /** The text of the document in front, from the messages alone. */
  function rebuilt(messages: readonly ChatMessage[]): string {
    const texts = new Map<string, string>();
    let text = '';
    for (const { content } of messages.filter(({ role }) => role === 'user')) {
      const [, version = ''] = /^file .*, version (v[\w-]+)/m.exec(content) ?? [];
      const [, base] = /^Since your context of version (v[\w-]+):/.exec(content) ?? [];
      const [, whole = ''] = /^## Current Document\n.*?^```typescript\n(.*?)\n```$/ms.exec(content) ?? [];
      const [, patch = ''] = /^## Anchor Diff\n\n```diff\n(.*?)\n```$/ms.exec(content) ?? [];
      text = base === undefined ? whole : applyStrictly(patch, texts.get(base) ?? '');
      if (base === undefined) texts.set(version, text);
    }
    return text;
  }

  test('sends its messages again byte for byte and appends what is new; they alone give the text', async () => {
    workspace.openDocument(document, lines('a'), 'typescript');
    workspace.openDocument(other, lines('b'), 'typescript');
    const thread = new Thread();
    let before: readonly ChatMessage[] = [];
    for (const [number, added] of ['let x;\n', '', 'y();\nz();\n', 'let x;\n'].entries()) {
      workspace.active = number === 2 ? other : document;
      workspace.type(workspace.active, number * 40, added);
      const sent = await thread.ask(`Question ${number}?`);
      const shown = { role: 'user', content: '/rules' } as const;
      if (number > 0) expect(sent.slice(0, -1)).toEqual([...before, thread.history.at(-4), shown]);
      expect(rebuilt(sent)).toBe(workspace.text(workspace.active));
      thread.history.push(shown);
      before = sent;
    }
  });

  test('begins anew without a secret that is found while the model answers', async () => {
    workspace.openDocument(document, `use("tr0ub4dor-x91Kq7");\n${lines('a')}`, 'typescript');
    const thread = new Thread();
    vi.spyOn(thread.model, 'send').mockImplementationOnce(async (messages) => {
      expect(JSON.stringify(messages)).toContain('tr0ub4dor-x91Kq7');
      workspace.type(document, 0, 'password = "tr0ub4dor-x91Kq7";\n');
      await workspace.ask('live:get', { preview: true }, 'clipboard');
      return 'Done.';
    });
    await thread.ask('First?');
    expect(JSON.stringify(await thread.ask('Second?'))).not.toContain('tr0ub4dor-x91Kq7');
  });

  test.each<[string, (thread: Thread) => unknown]>([
    ['the window was reloaded', (thread) => Object.assign(thread, { chat: new LiveChat(workspace.session) })],
    ['a turn was taken back', (thread) => Object.assign(thread, { after: 'another-round' })],
    ['the budget is smaller', () => workspace.limit(1_700)],
    ['a fifth of the text is new', () => workspace.type(document, 0, lines('c').repeat(2))],
    [
      'the model is too small for both',
      async ({ model }) => {
        const first = (model.sent[0] ?? []).map(({ content }) => content).join('\n');
        model.maxInputTokens = (await model.countTokens(first)) + 60;
      },
    ],
  ])('is whole again if %s', async (_name, happens) => {
    workspace.openDocument(document, lines('a'), 'typescript');
    const thread = new Thread();
    thread.model.unitsPerToken = 2;
    await thread.ask('First?');
    await happens(thread);
    const sent = await thread.ask('Second?');
    expect(sent.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(sent[1]?.content).toBe('First?');
    expect(rebuilt(sent.slice(-1))).toBe(workspace.text(document));
  });
});

describe('constraints', () => {
  test('one that violates a pattern is streamed, and its violation is listed behind', async () => {
    const constraintId = await constrain(forbidVar);
    const model = new ScriptedModel('Use it:\nvar a;');
    const { answer, seen } = await answered(model, 'How?');
    expect(seen.parts.join('')).toBe('Use it:\nvar a;[judging]');
    expect(answer.violations).toEqual([{ constraintId, text: 'No var.', line: 2 }]);
    expect(model.sent).toHaveLength(1);
  });

  test('prose is judged by the model, in one more call', async () => {
    const id = await constrain(prose);
    const model = new ScriptedModel('Nope.', JSON.stringify([{ id, why: 'It says nope.' }]));
    const { answer } = await answered(model, 'May I?');
    expect(answer).toMatchObject({ violations: [{ constraintId: id, why: 'It says nope.' }], unjudged: [] });
    expect(model.sent[1]).toEqual(judgingMessages([{ id, source: 'user', ...prose }], 'Nope.'));
    expect(model.sent).toHaveLength(2);
  });

  test.each([
    ['cannot be read twice', ['I would rather not say.', '?'], 'unreadableVerdict'],
    ['fails', [new ChatModelFailure('overloaded', false)], 'modelFailed'],
  ])('a judging model that %s leaves the constraint unjudged', async (_name, verdicts, why) => {
    await constrain(prose);
    const { answer, seen } = await answered(new ScriptedModel('Yes.', ...verdicts), 'May I?');
    expect(seen.parts).toEqual(['Yes.', '[judging]']);
    expect(answer).toMatchObject({ violations: [], unjudged: [{ text: prose.text, why }] });
  });
});

describe('failures', () => {
  test('a model that fails is a failure with its words', async () => {
    const { result } = await ask(new ScriptedModel(new ChatModelFailure('no quota left', false)), 'Well?');
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'CHAT_MODEL_FAILED', message: 'The chat model failed: no quota left' },
    });
  });

  test('one that is stopped is none', async () => {
    expect((await ask(new ScriptedModel(new ChatModelFailure('', true)), 'Well?')).result).toBe('stopped');
    await constrain(prose);
    expect((await ask(new ScriptedModel('Yes.', new ChatModelFailure('', true)), 'Well?')).result).toBe('stopped');
  });

  test('without a document there is nothing to answer from, and no model is asked', async () => {
    workspace.closeDocument(document);
    const model = new ScriptedModel('yes');
    expect((await ask(model, 'Well?')).result).toMatchObject({ ok: false, error: { code: 'DOCUMENT_NONE' } });
    expect(model.sent).toEqual([]);
  });
});
