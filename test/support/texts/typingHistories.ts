/**
 * A process that edits documents and stores their histories until it is killed: `node typingHistories.ts <folder> <run> <documents>`.
 * Each line of its output is a version that was handed out (document, id, SHA-256 of the text), `flushed` once all before it is stored, or
 * a complaint: a version known before that reads otherwise now, or a code that the store told; `recovered` when storing works again.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeSync } from 'node:fs';
import { Histories } from '../../../src/documents/histories.ts';
import { HistoryStore } from '../../../src/documents/store/historyStore.ts';
import { ChangeSet } from '../../../src/text/changeSet.ts';
import { systemClock } from '../../../src/vscode/host/clock.ts';
import { nodeFileSystem } from '../../../src/vscode/host/platform/nodeFiles.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const say = (...words: readonly string[]) => writeSync(1, `${words.join(' ')}\n`);

/** A version as an earlier process handed it out; `stored` when it had flushed since. */
export interface HandedOut {
  readonly document: string;
  readonly id: string;
  readonly digest: string;
  readonly stored: boolean;
}

async function run([folder = '', start = '', known = '']: readonly string[]): Promise<never> {
  const store = await HistoryStore.open(nodeFileSystem(folder), systemClock, sha256, start);
  let isFailing = false;
  store.onDidFail((code) => {
    isFailing = true;
    say('code', code);
  });
  store.onDidRecover(() => {
    isFailing = false;
    say('recovered');
  });
  const histories = new Histories(systemClock, store);
  const handedOut = JSON.parse(readFileSync(known, 'utf8')) as HandedOut[];
  const documents = ['file:///p/a.ts', 'file:///p/b.ts', 'file:///p/c.ts'];
  for (const document of documents) await histories.recall(document);
  for (const document of documents)
    histories.open(document, histories.get(document)?.text.toString() ?? 'start of the text\n');
  await histories.ready();
  for (const { document, id, digest, stored } of handedOut) {
    const history = histories.get(document);
    const version = history?.find(id);
    const text = version && history?.textOf(version.number);
    if (text ? sha256(text.toString()) !== digest : stored)
      say('wrong', document, id, text ? 'reads otherwise' : 'is lost');
  }
  say('ready');
  for (let turn = 0; ; turn++) {
    const document = documents[Math.floor(Math.random() * documents.length)] as string;
    const history = histories.get(document);
    if (history === null) throw new Error('It is followed');
    const at = Math.floor(Math.random() * (history.text.length + 1));
    const newText = Math.random() < 0.02 ? 'a longer line\n'.repeat(2_000) : `${turn} `;
    const end = Math.random() < 0.2 ? Math.min(history.text.length, at + 40_000) : at;
    const changes = ChangeSet.of([{ start: at, end, newText }], history.text.length);
    histories.record(document, { changes, origin: 'typing', timestamp: Date.now() });
    const { id } = history.seal();
    say('handed', document, id, sha256(history.text.toString()));
    if (Math.random() < 0.3) histories.mark('agent', new Map([[document, history.newest.number]]));
    if (Math.random() < 0.1) {
      await histories.flush();
      if (!isFailing) say('flushed');
    } else await new Promise((resolve) => setTimeout(resolve, Math.random() * 4));
  }
}

if (import.meta.main) await run(process.argv.slice(2));
