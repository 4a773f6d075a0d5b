import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type WindowKind, windowKinds } from '../../../src/protocol/windowKinds.ts';
import { actionNames, details } from '../../../src/protocol/windows.ts';
import { AnchorTable } from '../../../src/windows/anchorTable.ts';
import { actions, paramsOfAction, registry } from '../../../src/windows/registry.ts';
import {
  defaultSettings,
  offeredActions,
  overrideOf,
  settingsAfter,
  type WindowSettings,
} from '../../../src/windows/windowDetail.ts';
import { newKey } from '../../support/viewHarness/fakeWindows.ts';

const removedPiece = { id: 'chunk:a', setting: 'removed', isThere: true, chunk: null } as const;

const windowSettings: fc.Arbitrary<WindowSettings> = fc.record({
  detail: fc.constantFrom(...details),
  pinned: fc.boolean(),
  closed: fc.boolean(),
  trace: fc.constant(''),
  pieces: fc.constantFrom([], [removedPiece]),
});

describe('the registry', () => {
  test('a form’s parameters are told as name:type, a button has none', () => {
    expect(
      actionNames.map((name) => [name, paramsOfAction(name).join(', ')]).filter(([, params]) => params !== ''),
    ).toEqual([
      ['close', 'summary:string?'],
      ['compareWithVersion', 'version_id:string'],
      ['addConstraint', 'text:string, type:string?'],
      ['readMore', 'first:int, last:int'],
      ['piece', 'piece:string, do:string'],
      ['write', 'title:string, text:string'],
    ]);
    for (const name of actionNames) expect(actions[name].description).not.toBe('');
  });

  test('nothing that an agent could call closes or shortens the rules', () => {
    for (const kind of windowKinds.filter((one) => registry[one].layer === 'rules'))
      expect(offeredActions(registry[kind], defaultSettings).map(({ name }) => name)).toEqual(registry[kind].own);
  });

  test('every action that is offered leads to another settings, or leaves it: expanding undoes collapsing, opening undoes closing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...windowKinds), windowSettings, (kind: WindowKind, settings) => {
        const offered = offeredActions(registry[kind], settings);
        expect(new Set(offered.map(({ name }) => name)).size).toBe(offered.length);
        for (const action of offered) {
          const after = settingsAfter(settings, action, 's');
          if (after === null) expect(registry[kind].own).toContain(action.name);
          else expect(offeredActions(registry[kind], after)).not.toEqual(offered);
        }
      }),
    );
    const piece = { id: 'chunk:a' };
    expect(overrideOf(defaultSettings, piece)).toBeUndefined();
    expect(overrideOf({ ...defaultSettings, detail: 'summary' }, piece)?.ceiling).toBe('summary');
    const removed = { ...defaultSettings, pieces: [removedPiece] };
    expect(overrideOf(removed, piece)?.removed).toBe(true);
    expect(overrideOf(removed, { id: 'chunk:b' })).toBeUndefined();
  });
});

describe('the anchor table', () => {
  const steps = fc.array(
    fc.tuple(
      fc.constantFrom('w1', 'w2', 'w3'),
      fc.constantFrom('document', 'retrieved', 'plan' as const),
      windowSettings,
    ),
    {
      minLength: 1,
      maxLength: 30,
    },
  );

  test('ids are unique for ever; a key changes exactly when the actions change; only the present ids work', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const table = new AnchorTable(newKey());
        const meanings = new Map<string, string>();
        const before = new Map<string, { readonly offered: string; readonly key: string }>();
        const drawn = new Set<string>();
        for (const [window, kind, settings] of all) {
          const offered = offeredActions(registry[kind as WindowKind], settings);
          table.declare(window, offered);
          const anchors = table.anchors(window);
          const keys = new Set(Object.keys(anchors).map((id) => id.split('@')[1] ?? ''));
          expect(keys.size).toBe(1);
          const [key = ''] = keys;
          const known = before.get(window);
          const same = known?.offered === JSON.stringify(offered);
          expect(same ? key === known?.key : !drawn.has(key)).toBe(true);
          before.set(window, { offered: JSON.stringify(offered), key });
          drawn.add(key);
          for (const [id, { action, target }] of Object.entries(anchors)) {
            const meaning = `${window} ${action} ${target}`;
            expect(meanings.get(id) ?? meaning).toBe(meaning);
            meanings.set(id, meaning);
          }
        }
        const present = new Set([...before.keys()].flatMap((window) => Object.keys(table.anchors(window))));
        for (const id of meanings.keys()) expect(table.resolve(id).ok).toBe(present.has(id));
      }),
    );
  });

  test('references come and go without changing the key; the same place keeps its id', () => {
    const table = new AnchorTable(newKey());
    const offered = offeredActions(registry.retrieved, defaultSettings);
    table.declare('w', offered);
    const place = (line: number) => ({ documentId: 'file:///a.ts', line });
    table.refer('w', [place(1), place(2)]);
    const first = table.anchors('w');
    const [one = '', two = ''] = Object.keys(first).filter((id) => id.startsWith('r'));
    expect(first[one]).toEqual({ type: 'Reference', params: [], target: 'file:///a.ts#L1' });
    table.refer('w', [place(2)]);
    expect(table.resolve(two)).toMatchObject({ ok: true, meaning: { kind: 'reference', place: place(2) } });
    expect(table.resolve(one)).toMatchObject({ ok: false, refusal: 'hidden' });
    table.refer('w', [place(1), place(2)]);
    expect(table.anchors('w')).toEqual(first);
    table.drop('w');
    expect(table.resolve(two)).toMatchObject({ ok: false, refusal: 'unknown' });
  });

  test('what it remembers is bounded', () => {
    const table = new AnchorTable(newKey());
    const places = Array.from({ length: 1_000 }, (_, line) => ({ documentId: 'file:///a.ts', line: line + 1 }));
    for (const place of places) table.refer('w', [place]);
    table.refer('w', places);
    expect(Object.keys(table.anchors('w'))).toHaveLength(200);
    expect(table.resolve('r1@00000001')).toMatchObject({ ok: false });
  });

  test('any other text is no id', () => {
    const table = new AnchorTable(newKey());
    table.declare('w', offeredActions(registry.retrieved, defaultSettings));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[bfr]?\d*@?[0-9a-f]{0,8}$/)), (text) => {
        fc.pre(!Object.hasOwn(table.anchors('w'), text));
        expect(table.resolve(text).ok).toBe(false);
      }),
    );
  });
});
