import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findSecrets } from '../../../src/redaction/secretFinder.ts';
import { publishedSecrets } from '../../support/secrets/publishedForms.ts';
import { type BenchRow, printRows, seededRandom, valueRow } from '../benchRow.ts';
import { secretlintFinds } from './secretlint.ts';

const modules = join(import.meta.dirname, '../../../node_modules');
const megabyte = 1_000_000;

/** What redaction finds, and what it takes for a secret, beside secretlint with its recommended rules. */
export async function run(): Promise<BenchRow[]> {
  const rows = [await kindsRow()];
  for (const code of [packages, pythonLibrary()]) if (code !== null) rows.push(await falsePositivesRow(code));
  return rows;
}

/** What is found of secrets that are written as their issuers publish them. */
async function kindsRow(): Promise<BenchRow> {
  const secrets = publishedSecrets(seededRandom(7));
  let ours = 0;
  let theirs = 0;
  for (const { text } of secrets) {
    if (findSecrets(text).spans.length === 0) ours++;
    if ((await secretlintFinds(text, 'settings.ts')) === 0) theirs++;
  }
  const share = (missed: number) => (100 * missed) / secrets.length;
  const name = `redaction: missed of ${secrets.length} published forms`;
  return valueRow(name, share(ours), '%', 5, 1, `secretlint ${share(theirs).toFixed(0)} %`);
}

/** Sources in which passwords and keys are nobody's. */
interface Code {
  readonly name: string;
  readonly folder: string;
  readonly endings: RegExp;
  /** Folders that are left out. */
  readonly without: RegExp;
}

const packages: Code = {
  name: 'node_modules',
  folder: modules,
  endings: /\.(m?[jt]sx?|c[jt]s|json|md|ya?ml|css|html)$/,
  without: /^\./,
};

/** Python's standard library with its tests; null where there is no Python. */
function pythonLibrary(): Code | null {
  const { status, stdout } = spawnSync('python3', ['-c', 'import os; print(os.path.dirname(os.__file__))']);
  if (status !== 0) return null;
  const without = /^(?:\.|site-packages$|dist-packages$|__pycache__$)/;
  return { name: "Python's library", folder: stdout.toString().trim(), endings: /\.py$/, without };
}

/**
 * Literal passwords and keys of the tests and examples in these sources: each was looked at where it stands. What is found besides
 * counts as found wrongly.
 */
const literals: ReadonlySet<string> = new Set(
  [
    'pass python somepass testPass Incorrect test123 blah thing Pass bar doesnotexist pass/word \\xa1\\xa2',
    'yh^%#rest-of-my-password geheim$parole topS3cr3tP4$$w0rd ahotproject honoishot flabada FMRUPiyrN4Xf_8Hoh6YRXQ',
    'my-secret my-idp-secret my-mcp-secret test-client-secret secret123 notasecret abcdefg sample it-is-very-secret secret dbpassword shhhhhh jwt_abc123 password123 peanuts qwer asdf asdfg different badpass blah python',
    'cbdeb34vzyuk5l4gxc4qfczn3lko3avfkfqyb47etahq6axpcqha NUXOmHqWNVTapJkJJHw8BfD155AuqhH_qju_5fNmQ4ZHV7u8',
  ].flatMap((line) => line.split(' ')),
);
const literalTokens = /^(?:gh[psu]_|shp(?:ss|at|ca|pa)_|A3-C4ZJMN-|M8VPfIc8VEfT|eyJhbGciOiJIUzI1NiIs)/;

async function falsePositivesRow({ name, folder, endings, without }: Code): Promise<BenchRow> {
  let units = 0;
  let right = 0;
  let wrong = 0;
  let theirs = 0;
  for (const file of sources(folder, endings, without)) {
    const text = readFileSync(file, 'utf8');
    units += text.length;
    for (const { start, end } of findSecrets(text).spans) {
      const secret = text.slice(start, end);
      if (literals.has(secret) || literalTokens.test(secret)) right++;
      else wrong++;
    }
    theirs += await secretlintFinds(text, file);
  }
  const megabytes = units / megabyte;
  const peer = `with literals ${((right + wrong) / megabytes).toPrecision(3)}, secretlint ${(theirs / megabytes).toPrecision(3)} a MB (${theirs})`;
  const row = `redaction: found wrongly in ${megabytes.toFixed(0)} MB of ${name} (${wrong}, beside ${right} literals of tests and examples)`;
  return valueRow(row, wrong / megabytes, 'a MB', 0.1, 0.05, peer);
}

/** The sources of a folder; what is cached or built beside them is no source. */
function* sources(folder: string, endings: RegExp, without: RegExp): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !without.test(entry.name)) yield* sources(path, endings, without);
    else if (entry.isFile() && endings.test(entry.name) && statSync(path).size < 2 * megabyte) yield path;
  }
}

if (import.meta.main) printRows(await run());
