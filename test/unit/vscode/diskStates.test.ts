import { expect, test, vi } from 'vitest';
import type { TextDocument } from 'vscode';
import { diskStates } from '../../../src/vscode/tracking/diskStates.ts';

type Listener = (event: unknown) => void;
const { heard, stamps, workspace } = vi.hoisted(() => {
  const heard: Record<string, Listener> = {};
  const stamps = new Map<string, number>();
  const stat = async (uri: object) => ({ mtime: stamps.get(`${uri}`), size: 1 });
  const known: Record<string, unknown> = {
    fs: { stat, readFile: async () => new Uint8Array() },
    decode: async () => '',
  };
  const listen = (name: string) => known[name] ?? ((listener: Listener) => Object.assign(heard, { [name]: listener }));
  const workspace: object = new Proxy(known, { get: (_, name) => listen(String(name)) });
  known['createFileSystemWatcher'] = () => workspace;
  return { heard, stamps, workspace };
});
vi.mock('vscode', () => ({ workspace, EndOfLine: {}, EventEmitter: class {} }));

test('unsaved text takes its file along to another name, but a rename that fails changes nothing there', async () => {
  const states = diskStates();
  const look = async (name: string) => {
    const uri = { toString: () => name };
    const document = { uri, isDirty: true, encoding: 'utf8', getText: () => 'typed' } as TextDocument;
    states.follow(document);
    await states.looked(name);
    return states.stateOf(document);
  };
  for (const [index, name] of ['a', 'b'].entries()) {
    stamps.set(name, index);
    await look(name);
  }
  for (const newUri of ['b', 'c']) heard['onWillRenameFiles']?.({ files: [{ oldUri: 'a', newUri }] });
  expect(await look('b')).toBe('same');
  stamps.set('c', 0);
  expect(await look('c')).toBe('same');
  stamps.set('c', 7);
  expect(await look('c')).toBe('changed');
});
