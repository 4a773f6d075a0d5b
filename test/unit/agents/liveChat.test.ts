import { beforeEach, describe, expect, test } from 'vitest';
import {
  type ChatMessage,
  type ChatModel,
  ChatModelFailure,
  type ToolUse,
} from '../../../src/agents/chat/chatModel.ts';
import { type ChatAnswer, LiveChat } from '../../../src/agents/chat/liveChat.ts';
import { editByChat } from '../../../src/agents/chat/liveEdit.ts';
import { judgingMessages } from '../../../src/edits/judge/prose.ts';
import type { Params } from '../../../src/protocol/channels.ts';
import { MemoryWorkspace, settled } from '../../support/memoryWorkspace.ts';

const document = 'file:///project/src/a.ts';
let workspace: MemoryWorkspace;

beforeEach(async () => {
  workspace = await MemoryWorkspace.open();
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

  onProgress(step: string): void {
    this.parts.push(`[${step}]`);
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
    await new LiveChat(workspace.session).ask(
      { ...live, words: 'And now?', prompt: 'And now?', skillId: 'chat', chatHistory },
      model,
      new Seen(),
    );
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
    await ask(new ScriptedModel('Two.'), 'Second?', [
      { role: 'user', content: 'First?' },
      { role: 'assistant', content: 'One.' },
    ]);
    await ask(new ScriptedModel('Three.'), 'Other?', [
      { role: 'user', content: 'First?' },
      { role: 'assistant', content: 'One.' },
    ]);
    const listed = (await workspace.ask('conversations:list', {}, 'view')).conversations;
    const { items = [], stats } = listed.find(({ consumer }) => consumer === 'live') ?? {};
    expect(items[0]).toMatchObject({ type: 'System', seq: 1, isObsolete: false });
    const said = items.filter(({ type }) => type !== 'Window' && type !== 'System');
    expect(said.map(({ type, content, isObsolete }) => `${type} ${content} ${isObsolete}`)).toEqual([
      'User First? false',
      'Assistant One. false',
      'User Second? true',
      'Assistant Two. true',
      'User Other? false',
      'Assistant Three. false',
    ]);
    expect(items.map(({ seq }) => seq)).toEqual(items.map((_, at) => at + 1));
    expect(stats).toMatchObject({ totalItems: items.length, obsoleteItems: 2 });
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

describe('editing', () => {
  async function edit(model: ChatModel, prompt = 'Name it b.') {
    const question = { ...live, words: prompt, prompt, skillId: 'edit', chatHistory: [] } as const;
    return editByChat(workspace.session, new LiveChat(workspace.session), question, model, new Seen());
  }

  const answer = (oldText: string, newText: string) =>
    `\`\`\`json\n${JSON.stringify({ note: 'Renamed.', edits: [{ type: 'replace', oldText, newText }] })}\n\`\`\``;

  test('what the model answers is done, over what is typed meanwhile', async () => {
    workspace.openDocument(document, '\n\nconst a = 1;\n');
    const model = new ScriptedModel(answer('a = 1', 'b = 1'));
    const send = model.send.bind(model);
    model.send = async (...args) => {
      const reply = await send(...args);
      workspace.type(document, 0, '// typed\n');
      return reply;
    };
    const result = await edit(model);
    expect(workspace.text(document)).toBe('// typed\n\n\nconst b = 1;\n');
    expect(result).toMatchObject({ ok: true, value: { note: 'Renamed.', document: { outcome: 'rebased' } } });
    const hints = (await workspace.ask('live:get', { preview: true }, 'live')).payload.plan_hints;
    expect(hints).toMatchObject([{ consumer: 'live', summary: 'Renamed.', outcome: 'rebased' }]);
  });

  test.each([
    ['edits that are refused', answer('c = 1', 'b = 1'), 'does not occur'],
    ['no edits', 'I renamed it.', 'did not answer with edits'],
  ])('%s are asked for once more', async (_name, first, why) => {
    const model = new ScriptedModel(first, answer('a = 1', 'b = 1'));
    expect(await edit(model)).toMatchObject({ ok: true, value: { document: { outcome: 'applied' } } });
    expect(workspace.text(document)).toBe('const b = 1;\n');
    expect(model.sent).toHaveLength(2);
    expect(model.sent[1]?.slice(1, -1)).toEqual([
      { role: 'user', content: 'Name it b.' },
      { role: 'assistant', content: first },
    ]);
    expect(model.sent[1]?.at(-1)?.content).toContain(why);
  });

  test('what asking again cannot help is told at once', async () => {
    workspace.obstacles.set(document, 'readOnly');
    const model = new ScriptedModel(answer('a = 1', 'b = 1'));
    expect(await edit(model)).toMatchObject({ ok: false, error: { code: 'DOCUMENT_READ_ONLY' } });
    expect(model.sent).toHaveLength(1);
    expect(await edit(new ScriptedModel(new ChatModelFailure('', true)))).toBe('stopped');
  });
});
