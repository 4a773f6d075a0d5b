import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findSecrets } from '../../../src/redaction/secretFinder.ts';
import { publishedSecrets } from '../../support/secrets/publishedForms.ts';
import { type BenchRow, printRows, seededRandom, valueRow } from '../benchRow.ts';
import { gitleaksFinds } from './gitleaks.ts';
import { secretlintFinds } from './secretlint.ts';

const modules = join(import.meta.dirname, '../../../node_modules');
const megabyte = 1_000_000;

/** What redaction finds, and what it takes for a secret, beside secretlint with its recommended rules and gitleaks' rules. */
export async function run(): Promise<BenchRow[]> {
  return [await kindsRow(), await falsePositivesRow()];
}

/** What is found of secrets that are written as their issuers publish them. */
async function kindsRow(): Promise<BenchRow> {
  const secrets = publishedSecrets(seededRandom(7));
  let ours = 0;
  let theirs = 0;
  let missedByGitleaks = 0;
  const gitleaks = gitleaksFinds();
  for (const { text } of secrets) {
    if (findSecrets(text).spans.length === 0) ours++;
    if ((await secretlintFinds(text, 'settings.ts')) === 0) theirs++;
    if (gitleaks?.(text) === false) missedByGitleaks++;
  }
  const share = (missed: number) => (100 * missed) / secrets.length;
  const name = `redaction: missed of ${secrets.length} published forms`;
  const peers = `secretlint ${share(theirs).toFixed(0)} %${gitleaks === null ? '' : `, gitleaks' rules ${share(missedByGitleaks).toFixed(0)} %`}`;
  return valueRow(name, share(ours), '%', 5, 1, peers);
}

async function falsePositivesRow(): Promise<BenchRow> {
  let units = 0;
  let ours = 0;
  let theirs = 0;
  for (const file of sources(modules)) {
    const text = readFileSync(file, 'utf8');
    units += text.length;
    ours += findSecrets(text).spans.length;
    theirs += await secretlintFinds(text, file);
  }
  const megabytes = units / megabyte;
  const peer = `secretlint ${(theirs / megabytes).toPrecision(3)} a MB (${theirs})`;
  const name = `redaction: found in ${megabytes.toFixed(0)} MB of node_modules (${ours})`;
  return valueRow(name, ours / megabytes, 'a MB', 0.3, 0.15, peer);
}

/** The packages' own sources; what is cached or built beside them is no source. */
function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !entry.name.startsWith('.')) yield* sources(path);
    else if (isSource(entry) && statSync(path).size < 2 * megabyte) yield path;
  }
}

function isSource(entry: Dirent): boolean {
  return entry.isFile() && /\.(m?[jt]sx?|c[jt]s|json|md|ya?ml|css|html)$/.test(entry.name);
}

if (import.meta.main) printRows(await run());
