import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Channel, Params } from '../../../src/protocol/channels.ts';
import { SourceText } from '../../../src/text/sourceText.ts';
import { MemoryWorkspace } from '../../support/memoryWorkspace.ts';

const project = 'file:///project';
const document = `${project}/src/long.ts`;
const line = 'const answer = compute(question, 42);\n';
const secrets = Array.from({ length: 20 }, (_, n) => `const token${n} = 'q9X2mP4vL7${n}wB3kR8tZ5nC6';\n`);
const text = [...secrets, line.repeat(40_000), ...secrets].join('');

/** How many UTF-16 units of texts are read, whole texts and parts. */
function countUnits(): () => number {
  let units = 0;
  const { slice } = SourceText.prototype;
  vi.spyOn(SourceText.prototype, 'slice').mockImplementation(function (this: SourceText, start, end) {
    const part = slice.call(this, start, end);
    units += part.length;
    return part;
  });
  vi.spyOn(SourceText.prototype, 'toString').mockImplementation(function (this: SourceText) {
    units += this.length;
    return slice.call(this);
  });
  return () => units;
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('while somebody types in a long document', () => {
  test('what the view asks for again reads no whole document', async () => {
    const workspace = await MemoryWorkspace.open();
    workspace.openDocument(document, text, 'typescript');
    const ask = async <C extends Channel>(channel: C, params: Params<C>) =>
      await workspace.ask(channel, params, 'clipboard');
    const round = () =>
      Promise.all([
        ask('live:status', {}),
        ask('live:get', { documentId: document, preview: true, trace: true }),
        ask('windows:list', { documentId: document, contents: false }),
        ask('live:timeline', { documentId: document }),
        ask('preferences:list', { documentId: document }),
        ask('redactions:list', { projectId: project }),
      ]);
    workspace.type(document, text.length >> 1, 'one ');
    await round();
    // A history is stored with the whole text once.
    await workspace.histories.flush();
    const whole = vi.spyOn(workspace, 'text');
    workspace.type(document, text.length >> 1, 'two ');
    whole.mockClear();
    const units = countUnits();
    await round();
    expect(whole).not.toHaveBeenCalled();
    expect(units()).toBeLessThan(text.length / 3);
  });
});
