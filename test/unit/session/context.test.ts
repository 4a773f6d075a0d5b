import { beforeEach, describe, expect, test } from 'vitest';
import { Tokenizers } from '../../../src/prompt/tokenizer.ts';
import type { Params, Value } from '../../../src/protocol/channels.ts';
import { MemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { chunk, constraint, setting } from '../../support/prompts/samplePieces.ts';

const document = 'file:///project/a.ts';
let workspace: MemoryWorkspace;

beforeEach(async () => {
  workspace = await MemoryWorkspace.open();
  workspace.openDocument(document, 'one\ntwo\n', 'typescript');
});

async function assemble(
  params: Params<'context:assemble'> = {},
  consumer = 'clipboard',
): Promise<Value<'context:assemble'>> {
  return await workspace.ask('context:assemble', params, consumer);
}

describe('context:assemble', () => {
  test('AI 技能调用时组装上下文: the result has every layer, the tokens and the prefix', async () => {
    workspace.pieces = () => [constraint('c', 'First person'), setting('s', 'short', 0.9), chunk('b.ts', 'text', 0.5)];
    const result = await assemble({
      documentId: document,
      cursorPosition: 4,
      skillId: 'edit',
      additionalInput: 'Go on.',
    });
    expect(result.layers.retrieved.chunks).toBe(1);
    expect(result.prompt).toContain('1. First person');
    expect(result.prompt.endsWith('# Request\n\nGo on.\n')).toBe(true);
    expect(result.prompt).toContain('cursor 2:1');
    expect(result.stablePrefixHash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('a prompt asks the rules, the instructions, the settings and the problems of other files', async () => {
    const { projectFiles } = workspace;
    const rule = { id: 'c', type: 'convention', source: 'project', text: 'First person' };
    projectFiles.put('file:///project/.vscode/live-context.json', JSON.stringify({ version: 1, constraints: [rule] }));
    projectFiles.put('file:///project/AGENTS.md', 'Be brief.\n');
    projectFiles.put('file:///project/.editorconfig', '[*]\nindent_style = tab\n');
    projectFiles.put('file:///project/b.ts', 'broken\n');
    workspace.errors = () => [{ documentId: 'file:///project/b.ts', line: 0, message: 'Missing ;' }];
    const kinds = (await assemble()).ledger.map(({ id }) => id.split(':').slice(0, -1).join(':').slice(0, 16));
    expect(kinds).toEqual(expect.arrayContaining(['constraint', 'instructions', 'setting', 'chunk:diagnostic']));
  });

  test('preview, live:get and context:assemble are the same bytes', async () => {
    workspace.pieces = () => [constraint('c', 'First person'), chunk('b.ts', 'text', 0.5)];
    const preview = await assemble({ preview: true });
    const live = await workspace.ask('live:get', { preview: true }, 'clipboard');
    const delivered = await assemble();
    expect(live.text).toBe(preview.prompt);
    expect(delivered.prompt).toBe(preview.prompt);
  });

  test('typing leaves the prefix unchanged; a changed constraint changes it', async () => {
    const rules = [constraint('c', 'First person')];
    workspace.pieces = () => rules;
    await assemble();
    workspace.type(document, 0, 'typed');
    expect((await assemble()).prefix.unchanged).toBe(true);
    workspace.pieces = () => [constraint('c', 'Third person')];
    expect((await assemble()).prefix).toMatchObject({ unchanged: false, isFirst: false });
  });

  test('上下文组装中某层数据源不可用: a failing source is a warning, the rest goes on', async () => {
    workspace.pieces = () => Promise.reject(new Error('down'));
    const result = await assemble();
    expect(result.warnings).toEqual(['TEST_FAILED: the source failed']);
    expect(result.prompt).toContain('# Live Context');
  });

  test('a late source serves the next assembly, and says that there is news', async () => {
    let news = 0;
    workspace.session.onDidAnswerLate(() => news++);
    let answer = () => {};
    workspace.pieces = () =>
      new Promise((resolve) => {
        answer = () => resolve([chunk('late.ts', 'late words', 0.5)]);
      });
    const first = assemble();
    await new Promise((resolve) => setImmediate(resolve));
    workspace.clock.advance(100);
    expect((await first).warnings.join()).toContain('TEST_UNAVAILABLE: no answer within 100 ms');
    expect(news).toBe(0);
    answer();
    await new Promise((resolve) => setImmediate(resolve));
    expect(news).toBe(1);
    const second = assemble();
    await new Promise((resolve) => setImmediate(resolve));
    workspace.clock.advance(100);
    expect((await second).prompt).toContain('late words');
    answer();
    await new Promise((resolve) => setImmediate(resolve));
    expect(news).toBe(1);
  });

  test('预算计算器异常自动回退: with a failing tokenizer no text is understated, and the limit of the developer holds', async () => {
    const tokenizers = new Tokenizers(() => Promise.reject(new Error('unreadable')));
    workspace = await MemoryWorkspace.open(undefined, undefined, { tokenizers });
    workspace.openDocument(document, '上下文'.repeat(5_000));
    const state = await workspace.ask('context:budget:get', {}, 'clipboard');
    const change = { version: state.version, budget: { modelLimit: 20_000 } };
    await workspace.ask('context:budget:update', change, 'clipboard');
    const result = await assemble();
    expect(result.warnings.join()).toContain('CONTEXT_BUDGET_FALLBACK');
    expect(result.exact).toBe(false);
    expect(result.tokenCount).toBe(Buffer.byteLength(result.prompt));
    expect(result.tokenCount).toBeLessThanOrEqual(20_000 - 4_096);
  });

  test('并发组装背压: of 20 at once 4 run, 8 wait, the rest are refused, and the running ones finish', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    workspace.pieces = async () => {
      await gate;
      return [];
    };
    const all = Array.from({ length: 20 }, () => workspace.session.request('context:assemble', {}, 'clipboard'));
    await new Promise((resolve) => setImmediate(resolve));
    release();
    const results = await Promise.all(all);
    const codes = results.map((result) => (result.ok ? 'ok' : result.error.code));
    expect(codes.filter((code) => code === 'ok')).toHaveLength(12);
    expect(codes.filter((code) => code === 'CONTEXT_BACKPRESSURE')).toHaveLength(8);
  });
});

describe('the budget', () => {
  const request = (version: number, modelLimit: number, consumer = 'view') =>
    workspace.session.request('context:budget:update', { version, budget: { modelLimit } }, consumer);

  test('并发更新预算配置的版本校验: a stale version changes nothing', async () => {
    const [first, second] = await Promise.all([request(1, 9_000), request(1, 5_000)]);
    expect(first).toMatchObject({ ok: true, value: { version: 2, budget: { modelLimit: 9_000 } } });
    expect(second).toMatchObject({ ok: false, error: { code: 'CONTEXT_BUDGET_CONFLICT' } });
    const now = await workspace.ask('context:budget:get', {}, 'view');
    expect(now).toMatchObject({ version: 2, budget: { modelLimit: 9_000 } });
  });

  test('half of what a small model takes is the prompt’s', async () => {
    await request(1, 3_000);
    expect(await assemble()).toMatchObject({ budget: 1_500 });
    expect(await request(2, 499)).toMatchObject({ error: { code: 'CONTEXT_BUDGET_LIMIT' } });
  });

  test.each(['lm-tools', 'mcp:1', 'live', 'some.extension'])('%s may not change it', async (consumer) => {
    expect(await request(1, 9_000, consumer)).toMatchObject({ ok: false, error: { code: 'CONTEXT_BUDGET_FORBIDDEN' } });
  });
});

test('context:inspect: is forbidden without the debug setting', async () => {
  const result = await workspace.session.request('context:inspect', {}, 'view');
  expect(result).toMatchObject({ ok: false, error: { code: 'CONTEXT_INSPECT_FORBIDDEN' } });
});
