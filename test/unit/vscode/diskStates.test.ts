import { expect, test, vi } from 'vitest';
import type * as vscode from 'vscode';
import { diskStates } from '../../../src/vscode/tracking/diskStates.ts';

const { heard, stamps, workspace } = vi.hoisted(() => {
  const heard: { rename?: (event: unknown) => void } = {};
  const stamps = new Map<string, number>();
  const nothing = () => ({ dispose: () => {} });
  const watcher = { onDidChange: nothing, onDidCreate: nothing, onDidDelete: nothing };
  const fs = {
    stat: async (uri: object) => ({ mtime: stamps.get(`${uri}`), size: 1 }),
    readFile: async () => new TextEncoder().encode('a'),
  };
  const onWillRenameFiles = (listener: (event: unknown) => void) => {
    heard.rename = listener;
    return nothing();
  };
  const events = { onDidChangeTextDocument: nothing, onDidSaveTextDocument: nothing, onDidCloseTextDocument: nothing };
  const workspace = {
    fs,
    ...events,
    onWillRenameFiles,
    createFileSystemWatcher: () => watcher,
    decode: async () => 'a',
  };
  return { heard, stamps, workspace };
});
vi.mock('vscode', () => ({ workspace, EndOfLine: { CRLF: 2 }, EventEmitter: class {} }));

const documentOf = (name: string) =>
  ({ uri: { toString: () => name }, isDirty: true, encoding: 'utf8', getText: () => 'typed' }) as vscode.TextDocument;

test('unsaved text takes its file along to another name, but a rename that fails changes nothing there', async () => {
  const states = diskStates();
  const [a, b, c] = ['a', 'b', 'c'].map(documentOf) as [vscode.TextDocument, vscode.TextDocument, vscode.TextDocument];
  const looked = async (document: vscode.TextDocument) => {
    states.follow(document);
    await states.looked(`${document.uri}`);
    return states.stateOf(document);
  };
  for (const [index, document] of [a, b].entries()) {
    stamps.set(`${document.uri}`, index);
    await looked(document);
  }
  for (const newUri of [b.uri, c.uri]) heard.rename?.({ files: [{ oldUri: a.uri, newUri }] });
  expect(await looked(b)).toBe('same');
  stamps.set('c', 0);
  expect(await looked(c)).toBe('same');
  stamps.set('c', 7);
  expect(await looked(c)).toBe('changed');
});
