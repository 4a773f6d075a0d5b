import { describe, expect, test } from 'vitest';
import type { Params, Value } from '../../../src/protocol/channels.ts';
import { settled } from '../../support/memoryWorkspace.ts';
import { useWorkspace, workspace } from '../../support/workspace.ts';

const a = 'file:///project/src/a.ts';
const b = 'file:///project/src/b.ts';
const text = 'one();\ntwo();\nthree();\nfour();\nfive();\n';

useWorkspace(() => {
  workspace.openDocument(b, 'other();\n', 'typescript');
  workspace.openDocument(a, text, 'typescript');
});

const block = (path: string, old: string, now: string) =>
  `${path}\n<<<<<<< SEARCH\n${old}\n=======\n${now}\n>>>>>>> REPLACE\n`;

async function read(answer: string, params: Partial<Params<'answers:read'>> = {}, consumer = 'clipboard') {
  return await workspace.ask('answers:read', { text: answer, ...params }, consumer);
}

const copy = () => workspace.session.request('live:get', {}, 'clipboard');

/** What the command does with what was read. */
async function paste(answer: string): Promise<Value<'live:applyEdits'>> {
  const { documents, questions } = await read(answer);
  expect(questions).toEqual([]);
  const targets = documents.map(({ path: _, ...target }) => target);
  return await workspace.ask('live:applyEdits', { documents: targets }, 'clipboard');
}

describe('an answer to what was copied', () => {
  test('is placed in the copied version and rebased over what was typed since', async () => {
    await copy();
    workspace.edit(a, [{ start: 0, end: 0, newText: '// typed\nthree();\n' }]);
    const { documents } = await paste(block('src/a.ts', 'three();', 'drei();'));
    expect(documents).toMatchObject([{ outcome: 'rebased' }]);
    expect(workspace.text(a)).toBe(`// typed\nthree();\n${text.replace('three', 'drei')}`);
  });

  test('made for the copy before the last is placed in that one and rebased over all that was typed since', async () => {
    await copy();
    workspace.edit(a, [{ start: text.indexOf('two'), end: text.indexOf('two') + 3, newText: 'deux' }]);
    await copy();
    workspace.edit(a, [{ start: 0, end: 0, newText: '// typed\n' }]);
    const answer =
      '```diff\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -2,3 +2,3 @@\n two();\n three();\n-four();\n+vier();\n```\n';
    const { documents } = await paste(answer);
    expect(documents).toMatchObject([{ outcome: 'rebased' }]);
    expect(workspace.text(a)).toBe(`// typed\n${text.replace('two', 'deux').replace('four', 'vier')}`);
  });

  const whole = (content: string) => `src/a.ts\n\`\`\`ts\n${content}\`\`\`\n`;

  test('that is the whole file is rebased over what was typed since the copy', async () => {
    await copy();
    workspace.edit(a, [{ start: text.indexOf('four'), end: text.indexOf('four'), newText: 'typed();\n' }]);
    const { documents } = await paste(whole(text.replace('one', 'eins')));
    expect(documents).toMatchObject([{ outcome: 'rebased' }]);
    expect(workspace.text(a)).toBe(text.replace('one', 'eins').replace('four', 'typed();\nfour'));
  });

  test.each([
    ['earlier', `// since\n${text.replace('two', 'zwei').replace('four', 'typed();\nfour')}`],
    ['whole', `// since\n${text.replace('two', 'zwei')}`],
  ] as const)(
    'that is the whole file of the copy before the last asks whether what was typed between them stays, or goes: %s',
    async (as, wanted) => {
      await copy();
      workspace.edit(a, [{ start: text.indexOf('four'), end: text.indexOf('four'), newText: 'typed();\n' }]);
      await copy();
      workspace.edit(a, [{ start: 0, end: 0, newText: '// since\n' }]);
      const answer = whole(text.replace('two', 'zwei'));
      const { documents, questions } = await read(answer);
      expect([documents, questions]).toMatchObject([[], [{ reason: 'earlier', maybeWhole: true }]]);
      const chosen = await read(answer, { choices: [{ as, id: questions[0]?.id ?? '' }] });
      expect(chosen.questions).toEqual([]);
      const targets = chosen.documents.map(({ path: _, ...target }) => target);
      await workspace.ask('live:applyEdits', { documents: targets }, 'clipboard');
      expect(workspace.text(a)).toBe(wanted);
    },
  );

  test.each([
    ['replaces its line', block('src/a.ts', 'three();', 'drei();')],
    ['holds its old line again', block('src/a.ts', 'three();', '// the third\nthree();')],
  ])('that %s is made once, and again after an undo', async (_, answer) => {
    await copy();
    await paste(answer);
    const made = workspace.text(a);
    expect(await read(answer)).toMatchObject({ documents: [], done: 1 });
    workspace.edit(a, [{ start: 0, end: made?.length ?? 0, newText: text }]);
    await paste(answer);
    expect(workspace.text(a)).toBe(made);
  });

  test('another consumer’s copies are not its base', async () => {
    await workspace.session.request('live:get', {}, 'mcp:other');
    workspace.edit(a, [{ start: text.indexOf('three'), end: text.indexOf('three') + 5, newText: 'trois' }]);
    await copy();
    const { questions } = await read(block('src/a.ts', 'three();', 'drei();'));
    expect(questions).toMatchObject([{ reason: 'noMatch' }]);
  });

  test('where the developer changed the same lines, nothing is changed', async () => {
    await copy();
    const start = text.indexOf('three');
    workspace.edit(a, [{ start, end: start + 5, newText: 'trois' }]);
    const { documents } = await read(block('src/a.ts', 'three();', 'drei();'));
    const targets = documents.map(({ path: _, ...target }) => target);
    const result = await workspace.session.request('live:applyEdits', { documents: targets }, 'clipboard');
    expect(result).toMatchObject({ ok: false, error: { code: 'EDIT_CONFLICT' } });
    expect(workspace.text(a)).toContain('trois');
    const sides = { firstLine: 3, lastLine: 3, yours: 'drei();\n', theirs: 'trois();\n' };
    const asker = { consumer: 'clipboard', summary: 'pasted' };
    expect(await workspace.session.previewEdits(targets, asker)).toMatchObject({
      ok: false,
      error: { code: 'EDIT_CONFLICT', data: { documents: [{ file: 'src/a.ts', conflicts: [sides] }] } },
    });
  });

  test('a conflict that its preview finds is counted, and told in the timeline and in the next copy', async () => {
    await copy();
    workspace.edit(a, [{ start: text.indexOf('three'), end: text.indexOf('three') + 5, newText: 'trois' }]);
    const { documents } = await read(block('src/a.ts', 'three();', 'drei();'));
    const targets = documents.map(({ path: _, ...target }) => target);
    await workspace.session.previewEdits(targets, { consumer: 'clipboard', summary: 'pasted' });
    const { refused } = await workspace.ask('live:timeline', { documentId: a }, 'clipboard');
    expect(refused).toMatchObject([{ summary: 'pasted', outcome: 'conflict', code: 'EDIT_CONFLICT' }]);
    expect(settled(await copy()).text).toContain('+drei();');
    const { days } = await workspace.ask('proof:get', {}, 'view');
    expect(days).toMatchObject([{ agent: 'clipboard', edits: 0, conflicts: 1 }]);
  });
});

describe('files', () => {
  test('several are changed at once; a name alone is enough where it is the only one', async () => {
    await copy();
    await paste(`${block('a.ts', 'one();', 'eins();')}\nand\n\n${block('src/b.ts', 'other();', 'andere();')}`);
    expect([workspace.text(a), workspace.text(b)]).toEqual([text.replace('one', 'eins'), 'andere();\n']);
  });

  test('an unknown one is asked about, with those of its name', async () => {
    const { questions, documents } = await read(block('lib/a.ts', 'one();', 'eins();'));
    expect(documents).toEqual([]);
    expect(questions).toMatchObject([{ reason: 'fileUnknown', files: ['src/a.ts'] }]);
    const choices = [{ as: 'file' as const, id: questions[0]?.id ?? '', path: 'src/a.ts' }];
    expect(await read(block('lib/a.ts', 'one();', 'eins();'), { choices })).toMatchObject({
      questions: [],
      documents: [{ documentId: a }],
    });
  });
});

describe('an agent’s answer instead of edits', () => {
  const apply = (answer: string) => workspace.session.request('live:applyEdits', { answer }, 'mcp:agent');

  test('is applied as edits are', async () => {
    await workspace.session.request('live:get', {}, 'mcp:agent');
    workspace.edit(a, [{ start: 0, end: 0, newText: 'three();\n' }]);
    const patch = '*** Begin Patch\n*** Update File: src/a.ts\n@@\n two();\n-three();\n+drei();\n*** End Patch';
    expect(settled(await apply(patch)).documents).toMatchObject([{ outcome: 'rebased', file: 'src/a.ts' }]);
    expect(workspace.text(a)).toBe(`three();\n${text.replace('three', 'drei')}`);
  });

  test('what is open is an error with all its questions, and nothing is changed', async () => {
    const result = await apply(`${block('src/a.ts', 'one();', 'eins();')}${block('src/a.ts', 'nowhere', 'x')}`);
    expect(result).toMatchObject({
      error: { message: expect.stringMatching(/: 1, first: noMatch/), data: { questions: [{ path: 'src/a.ts' }] } },
    });
    expect(workspace.text(a)).toBe(text);
  });
});

test('an absolute path in the project names its file, and makes a new one there', async () => {
  await paste(block('/project/src/b.ts', 'other();', 'another();'));
  expect(workspace.text(b)).toBe('another();\n');
  const { documents } = await read(block('/project/src/new.ts', '', 'made();'));
  expect(documents.map(({ documentId }) => documentId)).toEqual(['file:///project/src/new.ts']);
});

test.each(['/elsewhere/src/a.ts', '~/src/a.ts', 'D:\\other\\src\\a.ts'])(
  'a path outside of the project, %s, names no file of it and makes none; the file that may be meant is offered',
  async (path) => {
    const { locate } = workspace;
    workspace.locate = (id) =>
      id.startsWith('file:///project/') ? locate.call(workspace, id) : { projectId: 'none', path: id };
    const added = `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch`;
    for (const answer of [block(path, 'one();', 'eins();'), added]) {
      const { documents, questions } = await read(answer);
      expect(documents).toEqual([]);
      expect(questions).toMatchObject([{ reason: 'outside', files: ['src/a.ts'] }]);
    }
    const moved = `*** Begin Patch\n*** Update File: src/a.ts\n*** Move to: ${path}\n@@\n-one();\n+eins();\n*** End Patch`;
    expect(await read(moved)).toMatchObject({ documents: [], questions: [{ reason: 'outside' }] });
  },
);

test('lines that the developer chooses are those that the editor shows, whatever was typed since the copy', async () => {
  await copy();
  workspace.edit(a, [{ start: 0, end: 0, newText: '// one\n// two\n' }]);
  const answer = block('src/a.ts', 'gone();', 'chosen();');
  const [question] = (await read(answer)).questions;
  const choices = [{ as: 'lines', id: question?.id ?? '', line: 3, count: 1 } as const];
  const { documents } = await read(answer, { choices });
  const targets = documents.map(({ path: _, ...target }) => target);
  await await workspace.ask('live:applyEdits', { documents: targets }, 'clipboard');
  expect(workspace.text(a)).toBe(`// one\n// two\n${text.replace('one()', 'chosen()')}`);
});
