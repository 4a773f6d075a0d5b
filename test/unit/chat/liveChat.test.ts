import { beforeEach, describe, expect, test } from 'vitest';
import { type ChatMessage, type ChatModel, ChatModelFailure } from '../../../src/chat/chatModel.ts';
import { type ChatAnswer, LiveChat } from '../../../src/chat/liveChat.ts';
import { LiveEdit } from '../../../src/chat/liveEdit.ts';
import { judgingMessages, readVerdict } from '../../../src/chat/proseJudge.ts';
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

  async send(messages: readonly ChatMessage[], onPart: (text: string) => void): Promise<string> {
    this.sent.push(messages);
    const answer = this.#answers.shift() ?? 'no answer';
    if (typeof answer !== 'string') throw answer;
    for (const part of answer.match(/\S+\s*/g) ?? []) onPart(part);
    return answer;
  }
}

/** Takes the one secret out. */
const clean = (_project: string, text: string) => text.replaceAll('hunter2', '[REDACTED:password:1]');

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
  const result = await new LiveChat(workspace.session, clean).ask(
    { prompt, skillId: 'chat', chatHistory },
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
  return settled(await workspace.session.request('constraints:create', params, 'clipboard')).constraint.id;
}

const forbidVar = { type: 'convention', text: 'No var.', check: { kind: 'forbid', pattern: '\\bvar\\b' } } as const;
const prose = { type: 'style', text: 'Answer politely.' } as const;

describe('an answer', () => {
  test('is given part by part, to the very prompt that a preview shows', async () => {
    const model = new ScriptedModel('It is a number.');
    const request = { format: 'messages', additionalInput: 'What is a?' } as const;
    const shown = settled(await workspace.session.request('context:assemble', { ...request, preview: true }, 'live'));
    const { answer, seen } = await answered(model, 'What is a?');
    expect(model.sent).toEqual([JSON.parse(shown.prompt)]);
    expect(seen.parts).toEqual(['It ', 'is ', 'a ', 'number.']);
    expect(seen.files).toEqual(['src/a.ts']);
    expect(answer).toMatchObject({ regenerated: false, violations: [], unjudged: false });
  });

  test('is one delivery to the consumer live', async () => {
    await answered(new ScriptedModel('yes'), 'Well?');
    expect((await workspace.audit()).map((line) => JSON.parse(line).consumer)).toEqual(['live']);
    const since = await workspace.session.request('live:changesSince', { preview: true }, 'live');
    expect(settled(since).documents).toEqual([]);
  });

  test('the chat so far stands between system and question, its newest rounds up to a quarter', async () => {
    const model = new ScriptedModel('yes');
    model.maxInputTokens = 8_000;
    const round = (name: string, length: number): ChatMessage[] => [
      { role: 'user', content: `${name}?` },
      { role: 'assistant', content: `${name}!`.padEnd(length, '.') },
    ];
    const chatHistory = [...round('old', 4_000), ...round('middle', 4_000), ...round('new', 3_000)];
    const chat = new LiveChat(workspace.session, clean);
    await chat.ask({ prompt: 'And now?', skillId: 'chat', chatHistory }, model, new Seen());
    expect(model.sent[0]?.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
    ]);
    expect(model.sent[0]?.slice(2, -1)).toEqual(chatHistory.slice(2));
    expect(model.sent[0]?.at(-1)?.content).toContain('And now?');
    const files = async () =>
      settled(await workspace.session.request('files:list', { kind: 'history' }, 'clipboard')).items;
    const [kept] = await files();
    expect(model.sent[0]?.[1]?.content).toBe(
      `(Older rounds of this chat are left out; they are kept in the context files ${kept?.id}.)`,
    );
    const page = await workspace.session.request('files:read', { id: kept?.id ?? '', limit: 8_192 }, 'clipboard');
    expect(settled(page).content).toBe(`## User\n\nold?\n\n## Assistant\n\n${chatHistory[1]?.content}\n`);
    await chat.ask({ prompt: 'And now?', skillId: 'chat', chatHistory }, model, new Seen());
    expect(await files()).toHaveLength(1);
  });

  test('the chat so far goes without its secrets', async () => {
    const model = new ScriptedModel('yes');
    await ask(model, 'And now?', [
      { role: 'user', content: 'It is hunter2.' },
      { role: 'assistant', content: 'hunter2 it is.' },
    ]);
    expect(model.sent[0]?.slice(1, -1).map(({ content }) => content)).toEqual([
      'It is [REDACTED:password:1].',
      '[REDACTED:password:1] it is.',
    ]);
  });

  test('fits a small model, also by its own count', async () => {
    workspace.openDocument('file:///project/long.ts', 'let x = 1;\n'.repeat(3_000));
    for (const unitsPerToken of [4, 1]) {
      const model = new ScriptedModel('yes');
      Object.assign(model, { maxInputTokens: 12_000, unitsPerToken });
      await answered(model, 'Well?');
      const text = (model.sent[0] ?? []).map(({ content }) => content).join('\n');
      expect(await model.countTokens(text)).toBeLessThanOrEqual(12_000);
      expect(text.length).toBeGreaterThan(4_000);
    }
  });
});

describe('constraints', () => {
  test('an answer that holds them is shown once it is judged', async () => {
    await constrain(forbidVar);
    const { answer, seen } = await answered(new ScriptedModel('Use let.'), 'How?');
    expect(seen.parts).toEqual(['[answering]', '[judging]', 'Use let.']);
    expect(answer.regenerated).toBe(false);
  });

  test('one that violates a pattern is regenerated once, and is never shown', async () => {
    const id = await constrain(forbidVar);
    const model = new ScriptedModel('Use it:\nvar a;', 'Use let.');
    const { answer, seen } = await answered(model, 'How?');
    expect(seen.parts).toEqual(['[answering]', '[judging]', '[regenerating]', '[judging]', 'Use let.']);
    expect(answer).toMatchObject({ regenerated: true, violations: [] });
    expect(model.sent[1]?.slice(-2)).toEqual([
      { role: 'assistant', content: 'Use it:\nvar a;' },
      { role: 'user', content: expect.stringContaining('- No var. (line 2 of your answer)') },
    ]);
    expect(id).toMatch(/^[0-9a-f]{8}$/);
  });

  test('what the second answer violates still is told with it', async () => {
    const constraintId = await constrain(forbidVar);
    const { answer, seen } = await answered(new ScriptedModel('var a', 'still\nvar a'), 'How?');
    expect(seen.parts.at(-1)).toBe('still\nvar a');
    expect(answer).toMatchObject({ regenerated: true, violations: [{ constraintId, text: 'No var.', line: 2 }] });
  });

  test('prose is judged by the model', async () => {
    const id = await constrain(prose);
    const verdict = JSON.stringify([
      { id, why: 'It says nope.' },
      { id: 'another', why: 'Made up.' },
    ]);
    const model = new ScriptedModel('Nope.', verdict, 'I am sorry, no.', 'None: []');
    const { answer } = await answered(model, 'May I?');
    expect(answer).toMatchObject({ regenerated: true, violations: [], unjudged: false });
    expect(model.sent[1]).toEqual(judgingMessages([{ id, source: 'user', ...prose }], 'Nope.'));
    expect(model.sent[2]?.at(-1)?.content).toContain('- Answer politely.: It says nope.');
  });

  test.each([
    ['cannot be read', 'I would rather not say.'],
    ['fails', new ChatModelFailure('overloaded', false)],
  ])('a judging model that %s: the answer stands, and that is told', async (_name, verdict) => {
    await constrain(prose);
    const { answer, seen } = await answered(new ScriptedModel('Yes.', verdict), 'May I?');
    expect(seen.parts.at(-1)).toBe('Yes.');
    expect(answer).toMatchObject({ regenerated: false, violations: [], unjudged: true });
  });

  test('a verdict about constraints that were not asked about, or in no form, is none', () => {
    const constraints = [{ id: 'a', source: 'user', ...prose }] as const;
    expect(readVerdict(constraints, '```json\n[{"id": "a", "why": "x"}]\n```')).toEqual([
      { constraintId: 'a', text: prose.text, why: 'x' },
    ]);
    expect(readVerdict(constraints, '[]')).toEqual([]);
    for (const reply of ['', '[', '[1]', '{"id": "a"}', '[{"id": "a"}]'])
      expect(readVerdict(constraints, reply)).toBeNull();
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

  test('a model too small for what cannot be cut', async () => {
    const model = new ScriptedModel('yes');
    model.maxInputTokens = 50;
    expect((await ask(model, 'Well?')).result).toMatchObject({
      ok: false,
      error: { code: 'CONTEXT_BUDGET_TOO_SMALL' },
    });
  });
});

describe('editing', () => {
  async function edit(model: ChatModel, prompt = 'Name it b.') {
    const editor = new LiveEdit(workspace.session, new LiveChat(workspace.session, clean));
    return editor.edit({ prompt, skillId: 'edit', chatHistory: [] }, model, new Seen());
  }

  const answer = (oldText: string, newText: string) =>
    `\`\`\`json\n${JSON.stringify({ note: 'Renamed.', edits: [{ type: 'replace', oldText, newText }] })}\n\`\`\``;

  test('what the model answers is done, over what is typed meanwhile', async () => {
    const model = new ScriptedModel(answer('a = 1', 'b = 1'));
    const send = model.send.bind(model);
    model.send = async (...args) => {
      const reply = await send(...args);
      workspace.type(document, 0, '// typed\n');
      return reply;
    };
    const result = await edit(model);
    expect(workspace.text(document)).toBe('// typed\nconst b = 1;\n');
    expect(result).toMatchObject({ ok: true, value: { note: 'Renamed.', document: { outcome: 'rebased' } } });
    const hints = settled(await workspace.session.request('live:get', { preview: true }, 'live')).payload.plan_hints;
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

  test('refused again, nothing is changed and the reason is told', async () => {
    const model = new ScriptedModel(answer('x = 1', 'b'), answer('y = 1', 'b'), answer('a = 1', 'b = 1'));
    expect(await edit(model)).toMatchObject({ ok: false, error: { code: 'EDIT_NO_MATCH' } });
    expect(workspace.text(document)).toBe('const a = 1;\n');
  });

  test('what asking again cannot help is told at once', async () => {
    workspace.obstacles.set(document, 'readOnly');
    const model = new ScriptedModel(answer('a = 1', 'b = 1'));
    expect(await edit(model)).toMatchObject({ ok: false, error: { code: 'DOCUMENT_READ_ONLY' } });
    expect(model.sent).toHaveLength(1);
    expect(await edit(new ScriptedModel(new ChatModelFailure('', true)))).toBe('stopped');
  });
});
