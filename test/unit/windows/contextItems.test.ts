import { describe, expect, test } from 'vitest';
import type { ContextItem } from '../../../src/protocol/prompt/contextModel.ts';
import { ContextItems } from '../../../src/windows/contextItems.ts';

const tokensOf = ({ content }: ContextItem) => content.length;

function conversation(...items: readonly (readonly [ContextItem['type'], string])[]): ContextItems {
  const manager = new ContextItems();
  for (const [type, content] of items) manager.add({ type, content });
  return manager;
}

describe('the items of a conversation', () => {
  test('a closed window is obsolete wherever it is referred to, and no other', () => {
    const manager = conversation(['Window', 'todo'], ['User', 'todo'], ['Window', 'other'], ['Window', 'todo']);
    manager.markWindowObsolete('todo');
    expect(manager.active().map(({ seq }) => seq)).toEqual([2, 3]);
    expect(manager.stats(tokensOf)).toEqual({
      totalItems: 4,
      activeItems: 2,
      obsoleteItems: 2,
      windowItems: 3,
      estimatedTokens: 17,
    });
  });

  test('it grows to a bound: obsolete windows make room first, system texts never', () => {
    const manager = conversation(['System', 'rules'], ['Window', 'gone'], ['User', 'first']);
    manager.markWindowObsolete('gone');
    for (let index = 0; index < 1_999; index++) manager.add({ type: 'User', content: `${index}` });
    const contents = manager.all().map(({ content }) => content);
    expect(contents).toHaveLength(2_000);
    expect(contents.slice(0, 2)).toEqual(['rules', '0']);
  });
});
