import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { windowKinds } from '../../../src/protocol/windowKinds.ts';
import { shownLevels, verbs } from '../../../src/protocol/windows.ts';
import { ContextItems } from '../../../src/windows/contextItems.ts';
import { changesProject, registry, verbDescriptions, verbParams } from '../../../src/windows/registry.ts';
import { type OpenWindow, WindowSet } from '../../../src/windows/windowSet.ts';
import { noSetting, settingAfter } from '../../../src/windows/windowSettings.ts';
import { chunk, setting } from '../../support/prompts/samplePieces.ts';

const around = (name: string) => ({ projectId: 'file:///project', documentId: `file:///project/${name}` });
const pieces = [setting('s', 'x', 0.5), chunk('a.ts', 'text', 0.5)];

/** Draws keys one after another. */
function newKey(): () => string {
  let drawn = 0;
  return () => (++drawn).toString(16).padStart(8, '0');
}

function windowSet(key = newKey()): WindowSet & { readonly items: ContextItems } {
  const items = new ContextItems();
  return Object.assign(new WindowSet(items, key), { items });
}

function windowOf(set: WindowSet, kind: OpenWindow['kind'], name = 'a.ts'): OpenWindow {
  const found = set.around(around(name), [...pieces, { window: 'diffs' }]).find((window) => window.kind === kind);
  if (found === undefined) throw new Error(`no window ${kind}`);
  return found;
}

describe('the registry', () => {
  test('a verb’s parameters are named as name:type, optional ones with a question mark', () => {
    expect(verbParams('diffs', 'remove')).toEqual(['piece:string?', 'summary:string?']);
    expect(verbParams('document', 'read')).toEqual(['first:int', 'last:int']);
    expect(verbParams('document', 'expand')).toEqual([]);
    expect(registry.note.verbs.map((verb) => verbParams('note', verb).join(', '))).toEqual([
      'text:string, place:string?',
      'piece:string',
      'piece:string',
      'summary:string?',
    ]);
    for (const verb of verbs) expect(verbDescriptions[verb].length).toBeLessThan(40);
  });

  test('no verb removes or shortens rules; only adding a constraint changes the project', () => {
    const ofRules = windowKinds.filter((kind) => registry[kind].layer === 'rules');
    expect(ofRules.flatMap((kind) => registry[kind].verbs)).toEqual(['add']);
    expect(verbs.filter((verb) => changesProject('constraints', verb))).toEqual(['add']);
    expect(verbs.some((verb) => changesProject('note', verb))).toBe(false);
  });
});

const anySetting = fc.record({ level: fc.constantFrom(null, ...shownLevels), kept: fc.boolean() });

test('a verb done twice is a verb done once, but that shortening has two steps; putting back undoes all of them', () => {
  fc.assert(
    fc.property(anySetting, fc.constantFrom(...verbs), (before, verb) => {
      const once = settingAfter(before, verb);
      if (once === null) return;
      const twice = settingAfter(once, verb);
      expect(twice).toEqual(verb === 'shorten' ? { ...once, level: 'Gist' } : once);
      expect(settingAfter(once, 'putBack')).toEqual(noSetting);
    }),
  );
});

test('those of the project are the same from every document; each is one item of the conversation', () => {
  const set = windowSet();
  expect(windowOf(set, 'retrieved', 'a.ts')).toBe(windowOf(set, 'retrieved', 'b.ts'));
  expect(windowOf(set, 'diffs', 'a.ts').id).toBe('diffs');
  expect(windowOf(set, 'diffs', 'b.ts').id).toBe('diffs-2');
  const ids = ['constraints', 'settings', 'retrieved', 'note', 'diffs', 'diffs-2'];
  expect(set.items.all().map(({ content }) => content)).toEqual(ids);
});
