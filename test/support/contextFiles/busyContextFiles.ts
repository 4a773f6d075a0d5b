/**
 * A process that writes, deletes and imports context files until it is killed: `node busyContextFiles.ts <folder> <archive> <seed>`.
 * It writes a dot to its output after each thing that it has done.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { importConversation } from '../../../src/files/archive/archive.ts';
import { nodeFileTree } from '../../../src/vscode/host/platform/nodeFiles.ts';
import { openContextFiles } from './contextFilesStore.ts';

/** A text that tells by itself whether it is whole. */
export function checkedText(body: string): string {
  return `${createHash('sha256').update(body).digest('hex')}\n${body}`;
}

export function isWhole(text: string): boolean {
  return checkedText(text.slice(text.indexOf('\n') + 1)) === text;
}

/** Conversations that are written to, and one that is imported and cleared. */
const conversations = ['workspace', 'Thread-1'];
export const importedConversation = 'imported';

async function run([folder = '', archive = '', seed = '']: readonly string[]): Promise<never> {
  let state = Number(seed);
  const random = (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const files = openContextFiles(nodeFileTree(folder), { now: Date.now, after: () => ({ dispose() {} }) });
  const bytes = readFileSync(archive);
  const write = async (conversationId: string) => {
    const file = await files.create({ conversationId, source: random(2) === 0 ? 'tool' : 'terminal', hint: 'a try' });
    const text = checkedText(`${random(1_000)} é漢😀\n`.repeat(1 + random(8_000)));
    for (let at = 0; at < text.length; at += 30_000) await file.write(text.slice(at, at + 30_000));
    await (random(8) === 0 ? file.abort() : file.close());
  };
  const remove = async (conversationId: string) => {
    const refs = await files.list(conversationId, undefined, 1_000);
    const ref = refs[random(refs.length)];
    if (ref !== undefined && refs.length > 4) await files.delete(conversationId, ref.id);
    if (refs.length > 20) await files.clear(conversationId);
  };
  const visit = async (conversationId: string) => {
    const key = `${conversationId} ${random(3)}`;
    await files.saveOnce({ conversationId, source: 'archive', hint: 'once' }, key, checkedText(key.repeat(500)));
    await files.open(conversationId, files.idOf('archive', key)).catch(() => {});
  };
  const exchange = async () => {
    await importConversation(files, bytes, 'none');
    if (random(2) === 0) await files.clear(importedConversation);
  };
  const deeds = [write, write, write, remove, remove, visit, exchange];
  const worker = async () => {
    for (;;) {
      await deeds[random(deeds.length)]?.(conversations[random(conversations.length)] ?? 'workspace');
      process.stdout.write('.');
    }
  };
  await Promise.all([worker(), worker(), worker()]);
  throw new Error('It has no end');
}

if (import.meta.main) await run(process.argv.slice(2));
