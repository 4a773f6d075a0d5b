import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ChangeSet } from '../../../src/text/changeSet.ts';
import { SourceText } from '../../../src/text/sourceText.ts';
import {
  type ContentChange,
  changeSetOf,
  cleansUp,
  endOf,
  originOf,
  type Range,
} from '../../../src/vscode/tracking/changeOrigin.ts';

/** A range as editors write it: `2:0-3:4`. */
function range(text: string): Range {
  const [start, end = start] = text.split('-').map((place) => {
    const [line = 0, character = 0] = place.split(':').map(Number);
    return { line, character };
  });
  if (start === undefined || end === undefined) throw new RangeError(text);
  return { start, end };
}

const change = (at: string, text: string, rangeOffset = 100, rangeLength = 0): ContentChange => {
  return { range: range(at), rangeOffset, rangeLength, text };
};

describe('who made a change, as far as it is known at once', () => {
  test.each([
    ['a character at the cursor', [change('3:4', 'x')], ['3:4'], 'typing'],
    ['a selection that is replaced', [change('3:4-5:0', 'pasted\ntext')], ['3:4-5:0'], 'typing'],
    ['a line that is deleted', [change('3:0-4:0', '')], ['3:7'], 'typing'],
    ['characters at every cursor', [change('9:1', 'x'), change('3:4', 'x')], ['3:4', '9:1'], 'typing'],
    ['several lines that were not selected', [change('3:0-6:0', '')], ['3:7'], 'unknown'],
    ['a character elsewhere', [change('8:0', 'x')], ['3:4'], 'unknown'],
    ['one at a cursor and one elsewhere', [change('3:4', 'x'), change('8:0', 'x')], ['3:4'], 'unknown'],
  ] as const)('%s', (_what, contentChanges, selections, origin) => {
    const evidence = { contentChanges, reason: null, selections: selections.map(range), latestEnd: undefined };
    expect(originOf(evidence)).toBe(origin);
    // In an editor that is not focused nobody types.
    expect(originOf({ ...evidence, selections: null })).toBe('unknown');
    expect(originOf({ ...evidence, reason: 'undo' })).toBe('undo');
    expect(originOf({ ...evidence, reason: 'redo' })).toBe('redo');
  });

  test('a keystroke that goes on where the last one ended is typed, though the cursor that is told lags behind', () => {
    const evidence = { contentChanges: [change('8:0', 'x', 41)], reason: null, selections: [range('3:4')] } as const;
    expect(originOf({ ...evidence, latestEnd: 41 })).toBe('typing');
    expect(originOf({ ...evidence, latestEnd: 40 })).toBe('unknown');
    expect(originOf({ ...evidence, contentChanges: [change('8:0', 'long', 41)], latestEnd: 41 })).toBe('unknown');
  });
});

test.each([
  ['a last line break', 'one', { start: 3, end: 3, newText: '\n' }, true],
  ['a line break behind another one', 'one\n', { start: 4, end: 4, newText: '\n' }, false],
  ['blanks at the end of a line', 'one  \ntwo', { start: 3, end: 5, newText: '' }, true],
  ['blanks inside a line', 'one  two', { start: 3, end: 4, newText: '' }, false],
  ['line breaks at the end', 'one\n\n\n', { start: 4, end: 6, newText: '' }, true],
  ['a letter', 'one', { start: 3, end: 3, newText: 'x' }, false],
])('saving may clean up: %s', (_, text, one, expected) => {
  expect(cleansUp(ChangeSet.of([one], text.length), SourceText.from(text))).toBe(expected);
});

describe('the changes of an event', () => {
  test('lead from the old text to the new one, two insertions at one place in their order', () => {
    const text = SourceText.from('one two\n');
    // As editors tell them: descending.
    const set = changeSetOf(
      [change('0:4', 'second ', 4), change('0:4', 'first ', 4), change('0:0-0:3', '1', 0, 3)],
      text,
    );
    expect(set?.apply(text).toString()).toBe('1 first second two\n');
    expect(set && endOf(set)).toBe('1 first second '.length);
  });

  test('are refused where they do not fit the text', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), (rangeOffset, rangeLength) => {
        const set = changeSetOf([change('0:0', 'x', rangeOffset, rangeLength)], SourceText.from('ten units.'));
        expect(set === null).toBe(rangeOffset + rangeLength > 10);
      }),
    );
  });
});
