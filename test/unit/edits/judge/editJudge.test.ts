import { describe, expect, test } from 'vitest';
import type { JudgedDocument } from '../../../../src/edits/judge/judge.ts';
import { type LanguageModel, ModelForbidden, type ModelMessage } from '../../../../src/edits/judge/languageModel.ts';
import type { Constraint } from '../../../../src/protocol/decisions/constraints.ts';
import { editsResultSchema } from '../../../../src/protocol/edits.ts';
import { rulesFilePath } from '../../../../src/sources/rules/rulesFile.ts';
import { settled } from '../../../support/memoryWorkspace.ts';
import { useWorkspace, workspace } from '../../../support/workspace.ts';

const project = 'file:///project';
const file = 'file:///project/src/a.ts';
let judged: JudgedDocument[];

useWorkspace(() => {
  workspace.openDocument(file, 'var old = 1;\nconst a = 1;\n', 'typescript');
  judged = [];
  workspace.session.judge.onDidJudge((document) => judged.push(document));
});

/** Puts constraints into the project's file. */
function constrain(...constraints: readonly (Pick<Constraint, 'text' | 'check'> & { readonly id?: string })[]): void {
  const all = constraints.map((one, index) => ({ id: `c${index + 1}`, type: 'style', source: 'project', ...one }));
  workspace.projectFiles.set(project, rulesFilePath, JSON.stringify({ version: 1, constraints: all }));
}

async function apply(oldText: string, newText: string, consumer = 'mcp:agent') {
  const { versionId } = await workspace.ask('live:version', { documentId: file }, consumer);
  const edits = [{ type: 'replace' as const, oldText, newText }];
  return workspace.session.request('live:applyEdits', { documentId: file, baseVersionId: versionId, edits }, consumer);
}

const noVar = { text: 'No var', check: { kind: 'forbid' as const, pattern: '^\\s*var\\b' } };

describe('an edit that violates a pattern', () => {
  test.each(['lm-tools', 'mcp:agent', 'live'])(
    'of %s comes back with what to mend, and passes when it is mended',
    async (consumer) => {
      constrain(noVar);
      const result = await apply('const a = 1;', 'const a = 1;\n  var b = 2;', consumer);
      expect(result).toMatchObject({ ok: false, error: { code: 'EDIT_VIOLATES' } });
      const { documents } = editsResultSchema.parse(!result.ok && result.error.data);
      expect(documents[0]?.violations).toEqual([
        { constraintId: 'c1', text: 'No var', line: 3, excerpt: 'var b = 2;', why: null },
      ]);
      expect(workspace.text(file)).not.toContain('var b');
      const mended = settled(await apply('const a = 1;', 'const a = 1;\n  let b = 2;', consumer));
      expect(mended.documents[0]).not.toHaveProperty('violations');
      expect(workspace.text(file)).toContain('let b = 2;');
    },
  );

  test('is told to its maker with its diff as an error', async () => {
    constrain(noVar);
    await apply('const a = 1;', 'var a = 1;');
    const { payload } = await workspace.ask('live:get', { preview: true }, 'mcp:agent');
    expect(payload.plan_hints[0]).toMatchObject({ outcome: 'failed', code: 'EDIT_VIOLATES', diff: { is_error: true } });
    expect(payload.plan_hints[0]?.diff?.patch).toContain('+var a = 1;');
  });

  test('is made with a warning where the setting says so, and where the developer pastes an answer', async () => {
    constrain(noVar);
    const pasted = settled(await apply('const a = 1;', 'var a = 1;', 'clipboard'));
    expect(pasted.documents[0]?.violations).toMatchObject([{ constraintId: 'c1', line: 2 }]);
    workspace.settings.judgeEdits = 'warn';
    const warned = settled(await apply('var a = 1;', 'var b = 1;'));
    expect(warned.documents[0]?.violations).toMatchObject([{ constraintId: 'c1', line: 2 }]);
    expect(judged.map(({ violations }) => violations.length)).toEqual([1, 1]);
  });
});

test('what is required is looked for in the file as it would be, of the files that it concerns', async () => {
  constrain({ text: 'Licence header', check: { kind: 'require', pattern: '^// Licence', files: '**/*.ts' } });
  // The file lacks it already: no edit of it is refused for that.
  settled(await apply('const a = 1;', 'const a = 2;'));
  settled(await apply('var old = 1;', '// Licence\nvar old = 1;'));
  expect(await apply('// Licence\n', '')).toMatchObject({ error: { code: 'EDIT_VIOLATES' } });
  const documents = [{ documentId: 'src/new.ts', edits: [{ type: 'create' as const, newText: 'made();\n' }] }];
  expect(await workspace.session.request('live:applyEdits', { documents }, 'mcp:agent')).toMatchObject({
    error: { code: 'EDIT_VIOLATES' },
  });
});

describe('a renamed file', () => {
  const rename = async (to: string) => {
    const { versionId } = await workspace.ask('live:version', { documentId: file }, 'mcp:agent');
    const documents = [{ documentId: file, baseVersionId: versionId, edits: [{ type: 'rename' as const, to }] }];
    return workspace.session.request('live:applyEdits', { documents }, 'mcp:agent');
  };

  test('is judged as a whole by what applies at its new path alone', async () => {
    constrain({ text: 'No var in core', check: { kind: 'forbid', pattern: '^var', files: 'src/core/**' } }, noVar);
    expect(await rename('src/core/a.ts')).toMatchObject({ error: { code: 'EDIT_VIOLATES' } });
    // Old lines are no reason to refuse a move between paths with the same rules.
    settled(await rename('src/other.ts'));
  });

  test('is shown to the model with both paths and its text', async () => {
    constrain({ text: 'never in core' });
    let asked = '';
    workspace.judgeModel = {
      ask: async ([, message]) => {
        asked = message?.content ?? '';
        return '[{"id": "c1", "why": "It is in core."}]';
      },
    };
    expect(await rename('src/core/a.ts')).toMatchObject({ error: { code: 'EDIT_VIOLATES' } });
    expect(asked).toMatch(/rename from src\/a\.ts.*rename to src\/core\/a\.ts.*\+var old/);
  });
});

describe('an edit over what is typed while a model judges', () => {
  /** Types while it reads; says what it was asked, and finds a violation in line `found`. */
  function typing(text: string, found: number | null = null): LanguageModel & { asked: string[] } {
    const asked: string[] = [];
    return {
      asked,
      ask: async ([, message]) => {
        asked.push(message?.content ?? '');
        if (asked.length === 1) workspace.edit(file, [{ start: 0, end: 0, newText: text }]);
        return JSON.stringify(found === null ? [] : [{ id: 'c1', why: 'it does', line: found }]);
      },
    };
  }

  test('is judged once when it stays what it was, and its violation is told at the line where it stands', async () => {
    constrain({ text: 'always polite' });
    const model = typing('// typed\n// typed\n', 2);
    workspace.judgeModel = model;
    workspace.settings.judgeEdits = 'warn';
    const made = settled(await apply('const a = 1;', 'const a = 2;'));
    expect(workspace.text(file)).toBe('// typed\n// typed\nvar old = 1;\nconst a = 2;\n');
    expect(made.documents[0]).toMatchObject({ outcome: 'rebased', violations: [{ constraintId: 'c1', line: 4 }] });
    expect(model.asked).toHaveLength(1);
    expect(judged.at(-1)?.violations).toMatchObject([{ line: 4 }]);
  });

  test('is judged again when it adds other lines than those that were judged', async () => {
    constrain({ text: 'always polite' });
    workspace.edit(file, [{ start: 13, end: 13, newText: '\n' }]);
    const model = typing('', null);
    workspace.judgeModel = model;
    const ask = model.ask.bind(model);
    model.ask = async (messages) => {
      // The developer makes a part of the change.
      const first = model.asked.length === 0;
      const answer = await ask(messages);
      if (first) workspace.edit(file, [{ start: 0, end: 3, newText: 'let' }]);
      return answer;
    };
    settled(await apply('var old = 1;\n\nconst a = 1;', 'let old = 1;\n\nconst a = 2;'));
    expect(workspace.text(file)).toBe('let old = 1;\n\nconst a = 2;\n');
    expect(model.asked).toHaveLength(2);
    expect(model.asked[1]).not.toContain('+let old');
  });

  test('keeps no other edit waiting', async () => {
    constrain({ text: 'always polite' });
    const { promise, resolve } = Promise.withResolvers<string>();
    workspace.judgeModel = { ask: () => promise };
    const waiting = apply('const a = 1;', 'const a = 2;');
    await Promise.resolve();
    workspace.judgeModel = { ask: async () => '[]' };
    await new Promise((done) => setTimeout(done, 20));
    settled(await apply('var old = 1;', 'let old = 1;'));
    resolve('[]');
    settled(await waiting);
    expect(workspace.text(file)).toBe('let old = 1;\nconst a = 2;\n');
  });
});

describe('prose', () => {
  /** Finds violated whatever constraint says "never"; remembers what it was asked. */
  class Reader implements LanguageModel {
    readonly asked: (readonly ModelMessage[])[] = [];

    async ask(messages: readonly ModelMessage[]): Promise<string> {
      this.asked.push(messages);
      const ids = [...(messages[1]?.content ?? '').matchAll(/\{"id":"(\w+)","constraint":"never/g)];
      return JSON.stringify(ids.map(([, id]) => ({ id, why: 'it does', line: 2 })));
    }
  }

  test('or named with the reason: without a model, with one that fails, with patterns that cannot be searched', async () => {
    const look = { text: 'No bare todo', check: { kind: 'forbid' as const, pattern: 'TODO(?! \\()' } };
    constrain({ text: 'always polite' }, look);
    expect(settled(await apply('const a = 1;', 'const a = 2;')).unjudged).toEqual([
      { why: 'noModel', count: 1 },
      { why: 'pattern', count: 1 },
    ]);
    workspace.judgeModel = { ask: async () => Promise.reject(new Error('overloaded')) };
    expect(settled(await apply('const a = 2;', 'const a = 3;', 'clipboard')).unjudged).toEqual([
      { why: 'modelFailed', count: 1, constraints: ['c1'] },
      { why: 'pattern', count: 1, constraints: ['c2'] },
    ]);
    workspace.judgeModel = { ask: async () => Promise.reject(new ModelForbidden('not allowed')) };
    expect(settled(await apply('const a = 3;', 'const a = 30;')).unjudged?.[0]).toEqual({
      why: 'modelForbidden',
      count: 1,
    });
  });

  test('a verdict that cannot be read twice refuses the edit, or marks it where the setting says so', async () => {
    constrain({ text: 'always polite' });
    const asked: number[] = [];
    const unreadable = async (messages: readonly ModelMessage[]) =>
      `I would rather not say ${asked.push(messages.length)}.`;
    workspace.judgeModel = { ask: unreadable };
    expect(await apply('const a = 1;', 'const a = 2;')).toMatchObject({ error: { code: 'EDIT_UNJUDGED' } });
    expect(asked).toEqual([2, 3]);
    workspace.settings.judgeEdits = 'warn';
    expect(settled(await apply('const a = 1;', 'const a = 3;')).unjudged).toEqual([
      { why: 'unreadableVerdict', count: 1 },
    ]);
    expect(judged).toMatchObject([{ isUnread: true, violations: [] }]);
  });

  test('constraints that nobody judged are a notice until an edit is judged by all of them', async () => {
    constrain({ text: 'always polite' });
    const notices = async () => (await workspace.ask('live:status', {}, 'view')).notices.map(({ code }) => code);
    settled(await apply('const a = 1;', 'const a = 2;'));
    expect(await notices()).toEqual(['RULES_UNJUDGED']);
    workspace.judgeModel = { ask: async () => '[]' };
    settled(await apply('const a = 2;', 'const a = 3;'));
    expect(await notices()).toEqual([]);
  });

  test('several documents are one question, and each violation belongs to its file', async () => {
    constrain({ text: 'never shout' }, { text: 'always polite' });
    const other = 'file:///project/src/b.ts';
    workspace.openDocument(other, 'b();\n', 'typescript');
    let asked = 0;
    workspace.judgeModel = { ask: async () => `[{"id": "c1", "file": "src/b.ts", "line": ${++asked}}]` };
    const document = async (documentId: string, oldText: string) => {
      const { versionId } = await workspace.ask('live:version', { documentId }, 'mcp:agent');
      return { documentId, baseVersionId: versionId, edits: [{ type: 'replace' as const, oldText, newText: 'HEY' }] };
    };
    const documents = [await document(file, 'const'), await document(other, 'b()')];
    const result = await workspace.session.request('live:applyEdits', { documents }, 'mcp:agent');
    const { documents: refused } = editsResultSchema.parse(!result.ok && result.error.data);
    expect(refused.map(({ violations }) => violations?.map(({ line }) => line))).toEqual([undefined, [1]]);
    expect(asked).toBe(1);
  });

  test('the model sees no hidden secret, and no pattern finds one', async () => {
    const token = `ghp_${'a1B2c3D4e5'.repeat(3)}f6G7h8`;
    workspace.openDocument(file, `const key = '${token}';\nconst a = 1;\n`, 'typescript');
    const reader = new Reader();
    workspace.judgeModel = reader;
    constrain({ text: 'always polite' }, { text: 'No keys', check: { kind: 'forbid', pattern: 'ghp_' } });
    settled(await apply('const a = 1;', 'const a = 2;'));
    expect(JSON.stringify(reader.asked)).not.toContain(token);
    expect(judged.at(-1)?.violations).toEqual([]);
  });
});
