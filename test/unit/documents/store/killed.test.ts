import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleProgram } from '../../../support/running/bundledProgram.ts';
import { runs } from '../../../support/runs.ts';
import type { HandedOut } from '../../../support/texts/typingHistories.ts';

const kills = runs(5);
/** The latest moment of a kill after the process has begun, ms. */
const latest = 120;
/** Number of kills after which a new folder is taken. */
const killsOfFolder = 50;

let folder: string;
let program: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'live-context-histories-'));
  program = join(folder, 'typing.mjs');
  await bundleProgram(new URL('../../../support/texts/typingHistories.ts', import.meta.url), program);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A folder with histories, and what processes have handed out of them. */
class Store {
  readonly root: string;
  handedOut: HandedOut[] = [];
  readonly codes: string[] = [];
  /** What a process found to be wrong with what earlier ones have handed out. */
  readonly complaints: string[] = [];
  readonly #known: string;
  readonly #documents = new Map<string, string>();
  #starts = 0;

  constructor(name: string) {
    this.root = join(folder, name);
    this.#known = `${this.root}.json`;
    mkdirSync(this.root);
  }

  start(command: readonly string[] = []): {
    readonly child: ChildProcess;
    readonly ready: Promise<void>;
    readonly ended: Promise<void>;
  } {
    writeFileSync(this.#known, JSON.stringify(this.handedOut));
    const run = `${'0123456789abcdefghjkmnpqrstvwxyz'[Math.floor(this.#starts / 32) % 32]}${'0123456789abcdefghjkmnpqrstvwxyz'[this.#starts++ % 32]}00`;
    const [name = process.execPath, ...words] = [...command, process.execPath, program, this.root, run, this.#known];
    const child = spawn(name, words, { stdio: ['ignore', 'pipe', 'pipe'] });
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
    let rest = '';
    let complaint = '';
    child.stderr?.on('data', (data) => {
      complaint += data;
    });
    child.stdout?.on('data', (data) => {
      const lines = (rest + data).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line === 'ready') resolve();
        else this.#take(line);
      }
    });
    const ended = once(child, 'close').then(() => {
      // A process that was killed before it was ready has done no harm.
      if (complaint !== '') reject(new Error(complaint));
      else resolve();
    });
    return { child, ready, ended };
  }

  #take(line: string): void {
    const [what, ...words] = line.split(' ');
    const [document = '', id = '', digest = ''] = words;
    if (what === 'handed') {
      const other = this.#documents.get(id);
      if (other !== undefined && other !== document) this.complaints.push(`${id} names two documents`);
      this.#documents.set(id, document);
      this.handedOut.push({ document, id, digest, stored: false });
    } else if (what === 'flushed') {
      // What an earlier process did not come to store is lost.
      const [, run = ''] = /-(\w+)$/.exec(this.handedOut.at(-1)?.id ?? '') ?? [];
      this.handedOut = this.handedOut.map((one) => (one.id.endsWith(`-${run}`) ? { ...one, stored: true } : one));
    } else if (what === 'code' || what === 'recovered') this.codes.push(document || what);
    else this.complaints.push(line);
  }
}

test(`killed ${kills} times while it writes histories: no id names two texts, what was flushed is there, nothing healthy is set aside`, {
  timeout: 120_000 + kills * 5_000,
}, async () => {
  let count = 0;
  for (let done = 0; done < kills; done += killsOfFolder) {
    const store = new Store(`killed ${done}`);
    for (let turn = 0; turn < Math.min(killsOfFolder, kills - done); turn++) {
      const { child, ready, ended } = store.start();
      // Some die while they still read.
      if (turn % 5 !== 4) await ready;
      await setTimeout(Math.random() * latest);
      child.kill('SIGKILL');
      await ended;
    }
    const last = store.start();
    await last.ready;
    // On a machine so busy that all were killed before they came to it, this one does.
    await expect.poll(() => store.handedOut.some(({ stored }) => stored), { timeout: 60_000 }).toBe(true);
    last.child.kill('SIGKILL');
    await last.ended;
    expect([...store.codes, ...store.complaints]).toEqual([]);
    expect(readdirSync(join(store.root, 'history'))).not.toContain('damaged');
    count += store.handedOut.length;
  }
  if (kills > 5) console.info(`${kills} kills, ${count} versions handed out`);
});
