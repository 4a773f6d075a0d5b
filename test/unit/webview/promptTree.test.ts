import { describe, expect, it, test } from 'vitest';
import { shortfalls } from '../../../src/protocol/prompt/shortfalls.ts';
import { pieceName } from '../../../webview-ui/sections/tree/pieceNames.ts';
import { filterCounts, promptRows, type TreeInput } from '../../../webview-ui/sections/tree/promptTree.ts';
import { now, promptOf, trackedScene } from '../../support/viewHarness/fakeData.ts';
import { FakeWindows } from '../../support/viewHarness/fakeWindows.ts';

const prompt = promptOf(trackedScene);
const input: TreeInput = {
  account: prompt.account,
  payload: prompt.payload,
  places: prompt.places,
  windows: new FakeWindows().list(trackedScene).windows,
  timeline: trackedScene.timeline,
  pins: [],
  constraints: new Map([['c1', 'Never log secrets.']]),
  fresh: new Set(['document']),
  filter: 'all',
  search: '',
  folded: new Set(),
  opened: new Set(),
  now,
};

describe('the name of a piece', () => {
  it.each([
    ['constraint:c1', '', 'law', 'Never log secrets.', ''],
    ['constraint:gone', '', 'law', 'Constraint gone', ''],
    ['instructions:docs/AGENTS.md', '', 'book', 'AGENTS.md', 'docs'],
    ['setting:editor.tabSize', '.editorconfig', 'settings', 'editor.tabSize', '.editorconfig'],
    ['document', 'src/a.ts', 'file-code', 'Document', '120–339'],
    ['editorState', 'src/a.ts', 'error', 'Editor', '1 problem, 2 tabs, cursor 218:14'],
    ['diff:v20260305-103900-119', '', 'edit', 'Typing', '215–221 · now'],
    ['diff:anchor', '', 'bookmark', 'Since “before the coupon rules”', ''],
    ['plan:p1', '', 'error', 'Rename bestDiscount to chooseDiscount', 'refused: conflict · 6m ago'],
    ['note:1', 'Keep it (old) (developer)', 'note', 'Keep it (old)', 'the developer'],
    ['note:2', '✓ Done (claude, ticked by developer)', 'sparkle', '✓ Done', 'claude · ✓ the developer'],
    ['chunk:search:file:///w/src/a.ts:3-9', 'src/a.ts', 'search', 'a.ts', '3–9 · src'],
    ['chunk:pin:vscode-remote://host:22/w/a%20b.ts:3-3', '', 'pinned', 'a b.ts', '3 · kept'],
    ['chunk:cell:vscode-notebook-cell:/a.ipynb%23W0:1-4', 'a.ipynb#W0sZ', 'notebook', 'a.ipynb', '1–4 · notebook cell'],
    ['chunk:context-file:terminal/build.log:1-20', '', 'output', 'build.log', 'context file'],
    ['chunk:newer:file:///w/a.ts:1-2', 'a.ts', 'file', 'a.ts', '1–2'],
    ['chunk:odd', 'a.ts', 'file', 'a.ts', ''],
    ['something else', 'there', 'circle-outline', 'something else', 'there'],
  ])('of %s is for people', (id, source, icon, name, note) => {
    expect(pieceName({ id, source }, input)).toMatchObject({ icon, name, note });
  });

  it('of the whole document names the lines that are pinned in it', () => {
    const { excerpt: _, ...payload } = prompt.payload;
    const { document_id: documentId } = payload.editor_state;
    const pin = { ...trackedScene.pins.pins[0]!, documentId, lines: { first: 4, last: 7 } };
    const name = pieceName({ id: 'document', source: '' }, { ...input, payload, pins: [pin] });
    expect(name).toMatchObject({ note: '4–7 · kept', pin });
  });

  it('is there before any prompt is known', () => {
    const nothing = { payload: null, timeline: null, pins: [], constraints: new Map(), now };
    for (const { id, source } of prompt.account.ledger) expect(pieceName({ id, source }, nothing).name).not.toBe('');
  });
});

test('a piece that is not whole says why in words for people, whatever the reason', () => {
  const [line] = prompt.account.ledger;
  const whyOf = (why: string, state: 'cut' | 'degraded') =>
    promptRows({ ...input, account: { ...input.account, ledger: [{ ...line!, why, state }] } }).at(-1)?.why;
  for (const [reason, text] of Object.entries(shortfalls)) expect(whyOf(`${reason}: gist`, 'degraded')).toBe(text);
  expect(whyOf('over the budget: left out', 'cut')).toBe('no room');
});

describe('the rows of the tree', () => {
  it('hold every piece of the prompt exactly once, those that were left out in the last group', () => {
    const rows = promptRows(input);
    const pieces = rows.filter(({ kind }) => kind === 'piece').map(({ key }) => key);
    expect([...pieces].sort()).toEqual(prompt.account.ledger.map(({ id }) => id).sort());
    const start = rows.findIndex(({ kind }) => kind === 'leftOut');
    expect(rows.slice(start + 1).every(({ state }) => state === 'cut')).toBe(true);
    expect(rows.slice(0, start).every(({ state }) => state !== 'cut')).toBe(true);
  });

  it('tell each group by the sum of its pieces', () => {
    const rows = promptRows(input);
    for (const layer of ['rules', 'settings', 'retrieved', 'immediate'] as const) {
      const head = rows.find(({ key }) => key === `layer:${layer}`);
      const kept = prompt.account.ledger.filter((line) => line.layer === layer && line.state !== 'cut');
      expect(head?.tokens).toBe(kept.reduce((sum, { tokens }) => sum + tokens, 0));
    }
  });

  it.each(['shortened', 'new'] as const)('show as many pieces as the filter %s says', (filter) => {
    const shown = promptRows({ ...input, filter }).filter(({ kind }) => kind === 'piece');
    expect(shown).toHaveLength(filterCounts(input.account, input.fresh)[filter]);
    expect(shown.length).toBeGreaterThan(0);
  });
});
