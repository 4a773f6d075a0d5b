import { describe, expect, test } from 'vitest';
import type { Params, Value } from '../../../src/protocol/channels.ts';
import type { WireEdit } from '../../../src/protocol/edits.ts';
import { replace } from '../../support/editingAgent.ts';
import { applyStrictly } from '../../support/strictPatch.ts';
import { apply, refused, useWorkspace, versionOf, workspace } from '../../support/workspace.ts';

const a = 'file:///project/a.ts';
const b = 'file:///project/b.ts';
const c = 'file:///project/c.ts';

useWorkspace(() => {
  workspace.openDocument(c, 'three\n');
  workspace.openDocument(b, 'two\n');
  workspace.openDocument(a, 'one\ntwo\nthree\n');
});

async function context(): Promise<Value<'live:get'>> {
  return await workspace.ask('live:get', { preview: true }, 'agent');
}

const hints = async () => (await context()).payload.plan_hints;

describe('one document', () => {
  test('applied, told as the agent’s, with a hint in the next context', async () => {
    const baseVersionId = await versionOf(a);
    const { documents } = await apply({
      documentId: a,
      baseVersionId,
      edits: [replace('two', '2')],
      summary: 'Digits',
    });
    expect(workspace.text(a)).toBe('one\n2\nthree\n');
    expect(documents).toEqual([
      {
        ...{ documentId: a, file: 'a.ts', outcome: 'applied', baseVersionId },
        ...{ newVersionId: await versionOf(a), saved: false },
      },
    ]);
    const { payload, text } = await context();
    expect(payload.recent_diffs[0]).toMatchObject({ origin: 'agent', version_id: documents[0]?.newVersionId });
    expect(payload.plan_hints).toEqual([
      {
        ...{ id: 'plan1', consumer: 'agent', file: 'a.ts', summary: 'Digits', outcome: 'applied' },
        base_version_id: baseVersionId,
        new_version_id: documents[0]?.newVersionId,
        timestamp: expect.any(String),
      },
    ]);
    expect(text).toContain('- id plan1, outcome applied, by agent, summary Digits, file a.ts');
  });

  test('rebased over what the developer did, which is told', async () => {
    const baseVersionId = await versionOf(a);
    workspace.type(a, 0, 'zero\n');
    const { documents } = await apply({ documentId: a, baseVersionId, edits: [replace('two', '2')] });
    expect(workspace.text(a)).toBe('zero\none\n2\nthree\n');
    expect(documents[0]).toMatchObject({ outcome: 'rebased', newVersionId: await versionOf(a) });
    expect(applyStrictly(documents[0]?.meanwhile ?? '', 'one\ntwo\nthree\n')).toBe('zero\none\ntwo\nthree\n');
  });

  test('a conflict changes nothing and tells both sides and the fresh text', async () => {
    const baseVersionId = await versionOf(a);
    workspace.edit(a, [{ start: 4, end: 7, newText: 'zwei' }]);
    const { code, data, message } = await refused({ documentId: a, baseVersionId, edits: [replace('two', '2')] });
    expect(code).toBe('EDIT_CONFLICT');
    expect(message).toContain('a.ts: the same place has changed');
    expect(workspace.text(a)).toBe('one\nzwei\nthree\n');
    const fresh = {
      versionId: await versionOf(a),
      lineCount: 4,
      firstLine: 1,
      lastLine: 4,
      text: 'one\nzwei\nthree\n',
    };
    expect(data.documents[0]).toMatchObject({
      outcome: 'conflict',
      conflicts: [{ firstLine: 2, lastLine: 2, base: 'two\n', yours: '2\n', theirs: 'zwei\n' }],
      fresh,
    });
    const [hint] = await hints();
    expect(hint).toMatchObject({ outcome: 'conflict', reason: expect.any(String), diff: { is_error: true } });
    expect(applyStrictly(hint?.diff?.patch ?? '', 'one\ntwo\nthree\n')).toBe('one\n2\nthree\n');
    expect((await context()).payload.recent_diffs.some((diff) => diff.is_error)).toBe(false);
  });

  test.each([
    ['a text that is not there', { edits: [replace('four', '4')] }, 'EDIT_NO_MATCH'],
    ['a version that never was', { baseVersionId: 'v20250101-000000-99' }, 'VERSION_UNKNOWN'],
    ['a document that is not there', { documentId: 'file:///project/never.ts' }, 'DOCUMENT_MISSING'],
    ['a document that is not followed', { documentId: 'file:///project/.env' }, 'DOCUMENT_NOT_TRACKED'],
  ] as const)('%s', async (_name, wrong, code) => {
    const request = { documentId: a, baseVersionId: await versionOf(a), edits: [replace('two', '2')], ...wrong };
    const failure = await refused(request as Params<'live:applyEdits'>);
    expect(failure).toMatchObject({ code, recovery: expect.any(String) });
    expect(failure.data.documents).toMatchObject([{ outcome: 'failed', code }]);
    expect(workspace.text(a)).toBe('one\ntwo\nthree\n');
  });

  test('a version that is gone comes with the fresh text', async () => {
    const baseVersionId = await versionOf(a);
    for (let index = 0; index < 70; index++) {
      workspace.clock.advance(2_000);
      workspace.edit(a, [{ start: 0, end: 0, newText: `${index}\n` }]);
    }
    workspace.histories.get(a)?.unpin('opened');
    workspace.clock.advance(2_000);
    workspace.histories.get(a)?.shrink(1 / 4);
    const { code, data } = await refused({ documentId: a, baseVersionId, edits: [replace('two', '2')] });
    expect(code).toBe('VERSION_GONE');
    expect(data.documents[0]?.fresh).toMatchObject({ text: workspace.text(a), versionId: await versionOf(a) });
    expect((await hints())[0]).toMatchObject({ outcome: 'failed' });
  });
});

describe('the reply says what the file holds', () => {
  const request = async (more: object = {}) => ({
    ...{ documentId: a, baseVersionId: await versionOf(a), edits: [replace('two', '2')] },
    ...more,
  });

  test('it is saved by itself when a setting says so, but not with what the developer has not saved', async () => {
    workspace.settings.saveAgentEdits = true;
    expect((await apply(await request({ save: false }))).documents[0]?.saved).toBe(false);
    expect((await apply({ ...(await request()), edits: [replace('three', '3')] })).documents[0]?.saved).toBe(false);
    await workspace.save(a);
    expect((await apply({ ...(await request()), edits: [replace('one', '1')] })).documents[0]?.saved).toBe(true);
  });
});

describe('an editor that says what is not so', () => {
  test('edits that it says it applied, but did not, are not told as applied', async () => {
    const baseVersionId = await versionOf(a);
    workspace.applyEdits = async ([edit]) => {
      workspace.edit(edit?.documentId ?? '', [{ start: 0, end: 3, newText: 'torn' }], 'unknown');
      return 'applied';
    };
    const { code, message, data } = await refused({ documentId: a, baseVersionId, edits: [replace('two', '2')] });
    expect(code).toBe('EDIT_NOT_APPLIED');
    expect(message).toContain('the text is not what they make of it');
    expect(data.documents[0]).toMatchObject({ outcome: 'failed', fresh: { text: 'torn\ntwo\nthree\n' } });
    expect((await hints())[0]).toMatchObject({ outcome: 'failed' });
  });

  test('edits that it says it refused, but applied, are told as applied', async () => {
    const baseVersionId = await versionOf(a);
    workspace.applyEdits = async ([edit]) => {
      workspace.edit(edit?.documentId ?? '', edit?.changes ?? [], 'unknown');
      return 'refused';
    };
    const { documents } = await apply({ documentId: a, baseVersionId, edits: [replace('two', '2')] });
    expect(documents[0]?.outcome).toBe('applied');
    expect(workspace.text(a)).toBe('one\n2\nthree\n');
  });
});

describe('an editor that moves', () => {
  test('typing between planning and applying: planned again', async () => {
    const baseVersionId = await versionOf(a);
    let typed = 0;
    workspace.beforeApply = () => {
      if (typed++ < 2) workspace.edit(a, [{ start: 0, end: 0, newText: 'x' }]);
    };
    const { documents } = await apply({ documentId: a, baseVersionId, edits: [replace('three', '3')] });
    expect(documents[0]?.outcome).toBe('rebased');
    expect(workspace.text(a)).toBe('xxone\ntwo\n3\n');
  });

  test('an editor that never answers: the request settles, and what is typed is the developer’s', async () => {
    const baseVersionId = await versionOf(a);
    let asked = () => {};
    const reached = new Promise<void>((resolve) => {
      asked = resolve;
    });
    workspace.applyEdits = () => {
      asked();
      return new Promise(() => {});
    };
    const answer = refused({ documentId: a, baseVersionId, edits: [replace('two', '2')] });
    await reached;
    workspace.clock.advance(30_000);
    expect(await answer).toMatchObject({ code: 'EDIT_NOT_APPLIED' });
    workspace.edit(a, [{ start: 4, end: 7, newText: '2' }]);
    expect((await context()).payload.recent_diffs[0]?.origin).toBe('typing');
  });
});

describe('several documents', () => {
  async function three(edits: { readonly [documentId: string]: WireEdit }) {
    const documents = Object.entries(edits).map(async ([documentId, edit]) => {
      return { documentId, baseVersionId: await versionOf(documentId), edits: [edit] };
    });
    return { documents: await Promise.all(documents) };
  }

  test('are changed together', async () => {
    workspace.openDocument(b, 'one\n\ntwo\n');
    workspace.openDocument(a, 'one\ntwo\nthree\n');
    const request = await three({ [a]: replace('one', '1'), [b]: replace('two', '2'), [c]: replace('three', '3') });
    workspace.type(b, 0, 'x\n');
    const { documents } = await apply(request);
    expect(documents.map(({ outcome }) => outcome)).toEqual(['applied', 'rebased', 'applied']);
    expect([a, b, c].map((id) => workspace.text(id))).toEqual(['1\ntwo\nthree\n', 'x\none\n\n2\n', '3\n']);
    expect((await hints()).map(({ file }) => file)).toEqual(['c.ts']);
  });

  test('or, when one conflicts, none', async () => {
    const request = await three({ [a]: replace('one', '1'), [b]: replace('two', '2'), [c]: replace('three', '3') });
    workspace.edit(b, [{ start: 0, end: 3, newText: 'zwei' }]);
    const { code, message, data } = await refused(request);
    expect(code).toBe('EDIT_CONFLICT');
    expect(message).toContain('b.ts: ');
    expect(message).toContain('none of the 3 documents was changed');
    expect(data.documents.map((one) => [one.file, one.outcome, one.code])).toEqual([
      ['a.ts', 'failed', 'EDIT_NOT_APPLIED'],
      ['b.ts', 'conflict', 'EDIT_CONFLICT'],
      ['c.ts', 'failed', 'EDIT_NOT_APPLIED'],
    ]);
    expect([a, b, c].map((id) => workspace.text(id))).toEqual(['one\ntwo\nthree\n', 'zwei\n', 'three\n']);
    expect((await hints()).map(({ file, outcome }) => [file, outcome])).toEqual([['b.ts', 'conflict']]);
  });

  test('or, when one moves while the editor applies, none until it stands', async () => {
    const request = await three({ [a]: replace('one', '1'), [b]: replace('two', '2') });
    workspace.beforeApply = () => workspace.edit(b, [{ start: 0, end: 3, newText: 'zwei' }]);
    expect((await refused(request)).code).toBe('EDIT_CONFLICT');
    expect(workspace.text(a)).toBe('one\ntwo\nthree\n');
  });

  test.each([
    ['readOnly', 'DOCUMENT_READ_ONLY'],
    ['missing', 'DOCUMENT_MISSING'],
    ['untrusted', 'EDIT_UNTRUSTED'],
  ] as const)('one that is %s: none', async (obstacle, code) => {
    const request = await three({ [a]: replace('one', '1'), [b]: replace('two', '2') });
    workspace.obstacles.set(b, obstacle);
    expect((await refused(request)).code).toBe(code);
    expect(workspace.text(a)).toBe('one\ntwo\nthree\n');
  });

  test('a closed one is opened', async () => {
    workspace.openDocument(b, 'one\n\ntwo\n');
    const request = await three({ [b]: replace('two', '2') });
    workspace.closeDocument(b);
    workspace.closed.set(b, 'zero\none\n\ntwo\n');
    expect((await apply(request)).documents[0]?.outcome).toBe('rebased');
    expect(workspace.text(b)).toBe('zero\none\n\n2\n');
  });
});

describe('secrets', () => {
  const secret = `ghp_${'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'}`;
  const placeholder = '[REDACTED:github-token:1]';

  test('edits speak of the redacted text: beside a placeholder all but the next units may change', async () => {
    workspace.openDocument(b, `key = ${secret} # note\n\nother\n`);
    const baseVersionId = await versionOf(b);
    await apply({ documentId: b, baseVersionId, edits: [replace('other', 'rotated'), replace('note', 'new')] });
    expect(workspace.text(b)).toBe(`key = ${secret} # new\n\nrotated\n`);
    const beside = await refused({ documentId: b, baseVersionId: await versionOf(b), edits: [replace(' # new', 'x')] });
    expect(beside.code).toBe('EDIT_PLACEHOLDER');
    expect(workspace.text(b)).toBe(`key = ${secret} # new\n\nrotated\n`);
  });

  test('with a placeholder of no secret there they are refused, and no answer shows the secret', async () => {
    workspace.openDocument(b, `key = ${secret} # note\n`);
    const baseVersionId = await versionOf(b);
    workspace.edit(b, [{ start: 0, end: 3, newText: 'KEY' }]);
    const conflict = await refused({ documentId: b, baseVersionId, edits: [replace('key', 'id')] });
    const over = await refused({
      documentId: b,
      baseVersionId: await versionOf(b),
      edits: [replace(placeholder, '[REDACTED:github-token:9]')],
    });
    expect(conflict.code).toBe('EDIT_CONFLICT');
    expect(conflict.data.documents[0]?.conflicts?.[0]?.theirs).toBe(`KEY = ${placeholder} # note\n`);
    expect(over.code).toBe('EDIT_PLACEHOLDER');
    expect(JSON.stringify([conflict, over, await hints()])).not.toContain(secret);
    expect(workspace.text(b)).toBe(`KEY = ${secret} # note\n`);
  });
});
