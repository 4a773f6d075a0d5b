import { expect, test } from 'vitest';
import { MemoryWorkspace } from '../../support/memoryWorkspace.ts';

const document = 'file:///project/src/config.ts';

/** A document whose text between `«` and `»` is hidden by the developer. */
async function hiddenIn(marked: string) {
  const workspace = await MemoryWorkspace.open();
  const [start, end] = [marked.indexOf('«'), marked.indexOf('»') - 1];
  workspace.openDocument(document, marked.replace(/[«»]/g, ''));
  const first = (await workspace.ask('live:version', {}, 'mcp:agent')).versionId;
  const hide = () => workspace.ask('redactions:hide', { span: { start, end } }, 'view');
  const read = async (versionId?: string) =>
    (await workspace.ask('live:version', { documentId: document, versionId }, 'mcp:agent')).text;
  /** A change by the developer, whose caret then is at the end of the document. */
  const replace = (old: string, newText: string) => {
    const at = workspace.text(document)?.indexOf(old) as number;
    workspace.edit(document, [{ start: at, end: at + old.length, newText }]);
    const length = workspace.text(document)?.length as number;
    Object.assign(workspace.documents.get(document) ?? {}, { cursor: length });
  };
  return { workspace, first, hide, read, replace };
}

const tail = '\n\n\n\n\nend();\n';

test.each([
  [`check('ann', '«winter77»');${tail}`, "check('ann', '[REDACTED:secret:0]');"],
  [`# The word is «winter77», do not tell.${tail}`, 'The word is [REDACTED:secret:0], do not tell.'],
  [`a\n«winter77»\nb\nc${tail}`, 'a\n[REDACTED:secret:0]\nb\nc'],
  [`«winter77»${tail}`, '[REDACTED:secret:0]'],
  [`- name: X\n  value: «winter77»\n- name: Y\n  value: other${tail}`, 'value: other'],
  [`x = f('one', '«two»', 'three')\r\ny = f('one', 'x', 'three')\r\n${tail}`, "y = f('one', 'x', 'three')"],
  [`${'x'.repeat(5_000)} '«winter77»' ${'y'.repeat(5_000)}${tail}`, "x '[REDACTED:secret:0]' y"],
])('a selection is hidden in its place alone: %j', async (marked, shown) => {
  const { first, hide, read } = await hiddenIn(marked);
  const chosen = marked.slice(marked.indexOf('«') + 1, marked.indexOf('»'));
  expect(await read()).toContain(chosen);
  await hide();
  for (const text of [await read(), await read(first)]) {
    expect(text).not.toContain(chosen);
    expect(text).toContain(shown);
    expect(text?.match(/\[REDACTED:/g)).toHaveLength(1);
  }
});

test('it stays hidden while it and its line are changed, whoever does it, and after a reload', async () => {
  const { workspace, hide, read, replace } = await hiddenIn(`check('ann', '«winter77»');${tail}`);
  await hide();
  const steps = ['check', 'winter77', "'ann', "].map(
    (old, at) => [old, ['verify', 'summer88', ''][at] as string] as const,
  );
  for (const [old, newText] of steps) {
    replace(old, newText);
    expect(await read()).toMatch(/\('(?:ann', ')?\[REDACTED:secret:0\]'\);/);
  }
  const at = workspace.text(document)?.indexOf('verify') as number;
  workspace.edit(document, [{ start: at, end: at, newText: 'await ' }], 'agent');
  expect(await read()).toContain("await verify('[REDACTED:secret:0]');");
  await workspace.liveContext.flush();
  const later = await MemoryWorkspace.open(workspace.files);
  later.openDocument(document, `\n\n${workspace.text(document)}`);
  expect((await later.ask('live:version', {}, 'mcp:agent')).text).toContain("await verify('[REDACTED:secret:0]');");
});

test('a secret keeps hidden under another name, when it is moved, and after an undo; no guess of its neighbour is told', async () => {
  const answers = ['winter77', 'autumn11'].map(async (neighbour) => {
    const lines = `login({ user, password: '${neighbour}' });\nlogin({ user, password: 'summer88' });\n`;
    const { workspace, read } = await hiddenIn(`«»x\n${lines}${tail}`);
    const text = workspace.text(document) as string;
    const names = [text.indexOf('password'), text.lastIndexOf('password')];
    workspace.edit(
      document,
      names.map((start) => ({ start, end: start + 8, newText: 'pin' })),
    );
    Object.assign(workspace.documents.get(document) ?? {}, { cursor: text.length - 10 });
    expect(await read()).not.toMatch(/winter77|autumn11|summer88/);
    const baseVersionId = (await workspace.ask('live:version', {}, 'mcp:agent')).versionId;
    const newText = "login({ user, pin: 'winter77' });\nlogin({ user, pin: 'zzz' });\n";
    const edits = [{ type: 'offsets' as const, start: 0, end: 0, newText }];
    await workspace.ask('live:applyEdits', { documentId: document, baseVersionId, edits }, 'mcp:agent');
    return read();
  });
  expect(await answers[0]).toBe(await answers[1]);
});

test('several lines are hidden, and no other line', async () => {
  const { hide, read } = await hiddenIn(`head\n«alpha\nbeta»\ngamma\n\ndelta${tail}`);
  await hide();
  expect(await read()).toMatch(/^head\n\[REDACTED:secret:0\]\n+gamma\n\ndelta/);
});

test.each([
  ['«  »', 'SELECTION_EMPTY'],
  ['ghp_16C7e42F292c6912E7710c838347Ae178B4a«-abc» x', 'SELECTION_UNPLACED'],
])('what cannot be hidden is refused: %j', async (marked, code) => {
  const { hide } = await hiddenIn(`${marked}${tail}`);
  await expect(hide()).rejects.toThrow(code);
});
