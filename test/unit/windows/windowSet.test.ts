import { describe, expect, test } from 'vitest';
import { ContextItems } from '../../../src/windows/contextItems.ts';
import { defaultSettings } from '../../../src/windows/windowDetail.ts';
import { type OpenWindow, WindowSet } from '../../../src/windows/windowSet.ts';
import { chunk, setting } from '../../support/prompts/samplePieces.ts';
import { newKey } from '../../support/viewHarness/fakeWindows.ts';

const around = (name: string) => ({ projectId: 'file:///project', documentId: `file:///project/${name}` });
const pieces = [setting('s', 'x', 0.5), chunk('a.ts', 'text', 0.5)];

function windowSet(): WindowSet & { readonly items: ContextItems } {
  const items = new ContextItems();
  return Object.assign(new WindowSet(items, newKey()), { items });
}

function windowOf(set: WindowSet, kind: OpenWindow['kind'], name = 'a.ts'): OpenWindow {
  const found = set.around(around(name), pieces).find((window) => window.kind === kind);
  if (found === undefined) throw new Error(`no window ${kind}`);
  return found;
}

describe('the windows of a conversation', () => {
  test('those of the project are the same from every document; each is one item of the conversation', () => {
    const set = windowSet();
    expect(windowOf(set, 'retrieved', 'a.ts')).toBe(windowOf(set, 'retrieved', 'b.ts'));
    expect(set.items.all().map(({ content }) => content.split('-')[0])).toEqual([
      'constraints',
      'settings',
      'retrieved',
      'note',
    ]);
  });

  test('closing makes its items obsolete, opening adds a new one; the trace goes with the next opening', () => {
    const set = windowSet();
    const window = windowOf(set, 'retrieved');
    set.change(window, { ...window.settings, closed: true, trace: 'seen' });
    expect(set.items.active().map(({ content }) => content)).not.toContain(window.id);
    expect(set.parts(around('a.ts'), pieces, false)).toEqual([{ window: 'retrieved', closed: 'seen' }]);
    expect(set.around(around('a.ts'), [])).toContain(window);
    set.change(window, defaultSettings);
    expect(set.items.active().at(-1)).toMatchObject({ type: 'Window', content: window.id, seq: 5 });
    expect(set.parts(around('a.ts'), pieces, false)).toEqual([]);
  });

  test('as long as nothing is asked for, a prompt asks nothing of it', () => {
    const set = windowSet();
    const window = windowOf(set, 'retrieved');
    expect(set.overrides(around('a.ts'), pieces)).toBeUndefined();
    for (const settings of [{ pinned: true }, { detail: 'gist' as const }, { detail: 'expanded' as const }]) {
      set.change(window, { ...defaultSettings, ...settings });
      const [, piece] = pieces;
      expect(piece && set.overrides(around('a.ts'), pieces)?.(piece)).toBeDefined();
      set.change(window, defaultSettings);
      expect(set.overrides(around('a.ts'), pieces)).toBeUndefined();
    }
  });

  test('it grows to a bound; what was set for a forgotten window is gone with its ids', () => {
    const set = windowSet();
    const document = { window: 'document' } as const;
    const open = (name: string) => set.around(around(name), [document]).find(({ kind }) => kind === 'document');
    const first = open('0.ts');
    if (first === undefined) throw new Error('no document');
    set.change(first, { ...first.settings, detail: 'gist' });
    const [id = ''] = Object.keys(set.anchors.anchors(first.id));
    for (let index = 1; index < 600; index++) open(`${index}.ts`);
    expect(set.byId(first.id)).toBeNull();
    expect(set.anchors.resolve(id)).toMatchObject({ ok: false, refusal: 'unknown' });
    expect(set.overrides(around('0.ts'), pieces)).toBeUndefined();
    expect(open('0.ts')?.settings).toEqual(defaultSettings);
  });
});
