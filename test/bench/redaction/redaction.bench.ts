import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KnownSecrets } from '../../../src/redaction/knownSecrets.ts';
import { KnownTexts } from '../../../src/redaction/knownTexts.ts';
import { OutputRedactor } from '../../../src/redaction/outputRedactor.ts';
import { Redaction } from '../../../src/redaction/redaction.ts';
import { openRedactionFile } from '../../../src/redaction/redactionFile.ts';
import { tokenRules } from '../../../src/redaction/rules/tokens.ts';
import { findSecrets } from '../../../src/redaction/secretFinder.ts';
import { ChangeSet } from '../../../src/text/changeSet.ts';
import { SourceText } from '../../../src/text/sourceText.ts';
import { ManualClock } from '../../support/manualClock.ts';
import { MemoryFileSystem } from '../../support/memoryFileSystem.ts';
import { planted, plantedSecrets } from '../../support/secrets/plantedSecrets.ts';
import { type BenchRow, medianTimes, printRows, quantile, seededRandom, valueRow } from '../benchRow.ts';
import { secretlintFinds } from './secretlint.ts';

const modules = join(import.meta.dirname, '../../../node_modules');
const megabyte = 1_000_000;
const project = 'file:///project';
const eighty = plantedSecrets.filter((_, n) => n % Math.floor(plantedSecrets.length / 80) === 0).slice(0, 80);

/** How fast redaction is: what takes long in processor time, what takes microseconds by the clock. The reference is secretlint with its recommended rules. */
export async function run(): Promise<BenchRow[]> {
  const code = typeScript();
  return [
    await speedRow(code),
    await outputRow(),
    ...(await keystrokeRows(code)),
    await tableRow(),
    hostileRow(),
    prefixesRow(),
  ];
}

async function newRedaction(): Promise<Redaction> {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const clock = new ManualClock();
  const store = openRedactionFile(new MemoryFileSystem(), clock, (error) => {
    throw error;
  });
  return new Redaction(await KnownSecrets.open(store, clock, sha256, () => 'a salt of the bench'));
}

/** Processor time, ms: a busy machine counts less in it. */
function processorTime(task: () => unknown): number {
  const before = process.cpuUsage();
  task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

async function speedRow(code: string): Promise<BenchRow> {
  const mine = Array.from({ length: 60 }, () => processorTime(() => findSecrets(code)));
  const peer: number[] = [];
  for (let round = 0; round < 3; round++) {
    const start = performance.now();
    await secretlintFinds(code, 'code.ts');
    peer.push(performance.now() - start);
  }
  const [median, best] = [quantile(mine, 0.5), Math.min(...mine)];
  const speed = (ms: number) => (code.length / megabyte / (ms / 1_000)).toFixed(0);
  const name = `redaction: search 1 MB of ordinary code, processor time (${speed(median)} MB/s, at best ${speed(best)})`;
  return valueRow(name, median, 'ms', 1_000 / 150, 5, `secretlint ${quantile(peer, 0.5).toPrecision(3)} ms`);
}

/** The longest time that one part of a terminal's output keeps everything else waiting. */
async function outputRow(): Promise<BenchRow> {
  const redaction = await newRedaction();
  const line = (n: number) => `[${n}] built src/module${n}.ts in ${n % 97} ms, ${n % 13} warnings\n`;
  const log = Array.from({ length: 5_000 }, (_, n) => line(n)).join('') + eighty.map(planted).join('');
  const text = log.repeat(Math.ceil((5 * megabyte) / log.length));
  const part = 65_536;
  const times: number[] = [];
  const known = new KnownTexts();
  const output = new OutputRedactor((part) => redaction.redactText(project, part, known));
  for (let at = 0; at < text.length; at += part) {
    const begun = performance.now();
    output.push(text.slice(at, at + part));
    times.push(performance.now() - begun);
  }
  output.end();
  const all = times.reduce((sum, time) => sum + time);
  const whole = `${(text.length / megabyte).toFixed(1)} MB in ${all.toFixed(0)} ms`;
  return valueRow('redaction: a 64 KB part of an output, p99', quantile(times, 0.99), 'ms', 15, 4, whole);
}

async function keystrokeRows(code: string): Promise<BenchRow[]> {
  return [...(await keystrokes('without secrets', code)), ...(await keystrokes('with 80 secrets', withSecrets(code)))];
}

function withSecrets(code: string): string {
  const lines = code.split('\n');
  const step = Math.floor(lines.length / eighty.length);
  for (const [index, { text }] of eighty.entries()) lines.splice(index * step, 0, text);
  return lines.join('\n');
}

async function keystrokes(name: string, code: string): Promise<BenchRow[]> {
  const redaction = await newRedaction();
  const random = seededRandom(7);
  let text = SourceText.from(code);
  redaction.redact(project, text, 'document');
  const times: number[] = [];
  for (let stroke = 0; stroke < 3_000; stroke++) {
    const at = random(text.length);
    const next = ChangeSet.of([{ start: at, end: at, newText: 'x' }], text.length).apply(text);
    const start = performance.now();
    redaction.redact(project, next, 'document');
    if (stroke >= 500) times.push((performance.now() - start) * 1_000);
    text = next;
  }
  const whole = `from scratch ${((medianTimes([() => findSecrets(text)], 5)[0] ?? 0) * 1_000).toFixed(0)} µs`;
  return [
    valueRow(`redaction: a keystroke in 1 MB ${name}, p50`, quantile(times, 0.5), 'µs', 200, 60, whole),
    valueRow(`redaction: a keystroke in 1 MB ${name}, p99`, quantile(times, 0.99), 'µs', 1_000, 250, whole),
  ];
}

const hostile = [
  ...['token', 'password="', 'password=', '-u a:', 'password,a', '://a@', '"secrets": ["a", ', '://service_key'],
  ...['hmac_key1.:hmac_key2.:', 'sig=', 'eyJ', 'password,a\n', 'password|a\n---\n', 'kind: Secret\n'],
  ...["insert into a(password)values('", 'copy a (password) from stdin\n', 'data:\n  a: AAAA\n'],
  ...['-----END PRIVATE KEY-----', 'ghs_.', 'secret=abc1', 'password a ', 'passwd is '],
  ...['-----END PRIVATE KEY-----\n', '-----BEGIN PRIVATE KEY-----\nAAAAAAAAAAAAAAAAAAAAAAAA\n'],
];

/** The worst of texts that are made to take long. */
function hostileRow(): BenchRow {
  return worstRow('hostile text', hostile);
}

/** The worst of the texts that repeat how a token begins, for every beginning in the table. */
function prefixesRow(): BenchRow {
  return worstRow('a repeated prefix', [...new Set(tokenRules.map(({ keyword }) => keyword))], megabyte / 5);
}

function worstRow(what: string, parts: readonly string[], units = megabyte): BenchRow {
  const times = parts.map((part) => {
    const text = part.repeat(units / part.length);
    return (processorTime(() => findSecrets(text)) * megabyte) / units;
  });
  const worst = Math.max(...times);
  const name = `redaction: 1 MB of ${what}, processor time, the worst of ${parts.length} (${JSON.stringify(parts[times.indexOf(worst)])})`;
  return valueRow(name, worst, 'ms', 1_000, 100);
}

/** A table of 250 KB with a password in each row, typed into in its middle. */
async function tableRow(): Promise<BenchRow> {
  const redaction = await newRedaction();
  const random = seededRandom(7);
  const secret = () =>
    Array.from({ length: 14 }, () => String.fromCharCode(48 + random(75)))
      .join('')
      .replaceAll(',', '.');
  const rows = Array.from({ length: 5_000 }, (_, n) => `${n},user${n},user${n}@example.org,${secret()}`);
  let text = SourceText.from(['id,name,email,password', ...rows].join('\n').slice(0, 250_000));
  redaction.redact(project, text, 'table.csv');
  const at = text.lineAt(2_500).start;
  const times = Array.from({ length: 60 }, () => {
    const next = ChangeSet.of([{ start: at, end: at, newText: '1' }], text.length).apply(text);
    text = next;
    return processorTime(() => redaction.redact(project, next, 'table.csv'));
  });
  const name = 'redaction: a keystroke in a table of 250 KB with passwords, processor time, p50';
  return valueRow(name, quantile(times, 0.5), 'ms', 5, 2);
}

function typeScript(): string {
  return readFileSync(join(modules, 'typescript/lib/typescript.js'), 'utf8').slice(0, megabyte);
}

if (import.meta.main) printRows(await run());
