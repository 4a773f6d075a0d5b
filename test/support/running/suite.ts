/**
 * `npm test` runs the contract: every check, the unit tests with short runs of their laws, one real agent, and the end-to-end
 * tests tagged `contract` (in the oldest VS Code, `oldest`). `npm run test:all` runs everything, with long runs of the laws.
 * Steps can be named (`npm test -- unit e2e`); other arguments choose tests within them (`npm test -- unit test/unit/text`).
 * The last line is always `N passed, N failed`.
 */
import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { installedAgent, type RealAgent, realAgents } from '../agents/realAgents.ts';
import { ensureBrowser } from '../vscode/browser.ts';
import { installationOf } from '../vscode/installation.ts';
import { packExtension } from '../vscode/packedExtension.ts';
import { newest, oldest, type Release } from '../vscode/release.ts';
import { GuardedProcess } from './guardedProcess.ts';
import { countTests, type FileCount, readReport, type TestCount } from './testCount.ts';
import { root } from './toolchain.mjs';

interface Step {
  readonly name: string;
  /** Fetches what is not on this machine yet, which mostly waits for the network: goes on beside the steps before. */
  prepare?(): Promise<void>;
  run(filters: readonly string[]): Promise<TestCount>;
}

/** Set by `npm run test:all`. */
const runsAll = process.env['LIVE_CONTEXT_ALL'] === '1';
/** Runs of each law in `npm run test:all`, as a multiple of those in `npm test`. */
const allRuns = process.env['LIVE_CONTEXT_RUNS'] ?? '4';

const knipOptions = ['--no-progress', '--no-config-hints'];
/** Of what is shipped alone: what only tests import is dead, too. */
const whatIsShipped = ['--production', '--config', 'knip.production.json'];

const steps: readonly Step[] = [
  check('lint', ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings']),
  check('types', ...['src', 'src/vscode', 'webview-ui', 'test'].map((project) => ['ts7/bin/tsc', '-p', project])),
  check('layers', ['../test/support/layers.ts']),
  check('language', ['../test/support/language.ts']),
  check('dead-code', ['knip/bin/knip.js', ...knipOptions], ['knip/bin/knip.js', ...knipOptions, ...whatIsShipped]),
  { name: 'package', run: () => counted(() => packExtension()) },
  { name: 'unit', run: (filters) => vitest('unit', runsAll ? { LIVE_CONTEXT_RUNS: allRuns } : {}, filters) },
  { name: 'agents', prepare: fetchAgents, run: withRealAgents },
  inVSCode('e2e-newest', newest, 'contract'),
  inVSCode('e2e-oldest', oldest, 'oldest'),
];

/** The contract runs the first agent that can be installed. */
const agentsToRun: readonly RealAgent[] = runsAll ? realAgents : realAgents.slice(0, 1);

/** Steps that run only when they are named. */
const longSteps: readonly Step[] = [{ name: 'random', run: randomRun }];

/** A step that passes when all its programs, by path below `node_modules`, exit with 0. They run side by side. */
function check(name: string, ...programs: readonly (readonly string[])[]): Step {
  const run = async () => {
    const codes = await Promise.all(
      programs.map(([program = '', ...args]) => runNode([join(root, 'node_modules', program), ...args], {})),
    );
    return codes.every((code) => code === 0) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  };
  return { name, run };
}

/**
 * The end-to-end tests in one release of VS Code. Installs the release first if it is missing.
 * @param contractTag tag of the tests that `npm test` runs, unless tests are chosen by path
 */
function inVSCode(name: string, release: Release, contractTag: string): Step {
  const prepare = async () => {
    await ensureBrowser(console.log);
    await installationOf(release);
  };
  const run = async (filters: readonly string[]) => {
    const packed = await counted(() => packExtension());
    if (packed.failed > 0) return packed;
    const tag = runsAll || filters.length > 0 ? undefined : contractTag;
    return vitestTwice('e2e', { LIVE_CONTEXT_VSCODE: release.codeServer }, filters, tag);
  };
  return { name, prepare, run };
}

async function fetchAgents(): Promise<void> {
  for (const agent of agentsToRun) await installedAgent(agent);
}

/** The tests with those real agents that can be had here; the others are said not to have run, and count as nothing. */
async function withRealAgents(filters: readonly string[]): Promise<TestCount> {
  const had: string[] = [];
  for (const agent of agentsToRun) {
    if ((await installedAgent(agent)) === null)
      console.log(`! not run: the tests with ${agent}, which can't be had here`);
    else had.push(agent);
  }
  return had.length === 0
    ? { passed: 0, failed: 0 }
    : vitestTwice('agents', { LIVE_CONTEXT_AGENTS: had.join(',') }, filters);
}

/** The unit tests with a new seed and more runs a property. The report, named after that seed, keeps what was found. */
function randomRun(filters: readonly string[]): Promise<TestCount> {
  const seed = process.env['LIVE_CONTEXT_SEED'] ?? String(Date.now() % 2 ** 31);
  console.log(`LIVE_CONTEXT_SEED=${seed} repeats this run`);
  const runs = process.env['LIVE_CONTEXT_RUNS'] ?? '10';
  return vitest('unit', { LIVE_CONTEXT_SEED: seed, LIVE_CONTEXT_RUNS: runs }, filters);
}

interface Run {
  /** Null when Vitest wrote no report. */
  readonly files: readonly FileCount[] | null;
  readonly exitCode: number | null;
}

async function vitest(project: string, env: NodeJS.ProcessEnv, filters: readonly string[]): Promise<TestCount> {
  const { files, exitCode } = await runVitest(project, env, filters);
  return countTests(files, exitCode);
}

/**
 * Tests that depend on other programs and their timing: on a busy machine a window loses the keyboard now and then, and an agent
 * asks its model before its servers have started. Of a whole step, the files that failed are tried once more, in a run of
 * their own that keeps nothing of the first one. What failed first is named.
 */
async function vitestTwice(
  project: string,
  env: NodeJS.ProcessEnv,
  filters: readonly string[],
  tag?: string,
): Promise<TestCount> {
  const first = await runVitest(project, env, filters, { tag });
  const failed = first.files?.filter(({ failures }) => failures.length > 0) ?? [];
  if (filters.length > 0 || first.files === null || failed.length === 0) return countTests(first.files, first.exitCode);
  console.log(`\n── the second try of ${failed.map(({ path }) => basename(path)).join(', ')}`);
  const paths = failed.map(({ path }) => path);
  const second = await runVitest(project, env, paths, { tag, suffix: '-second-try' });
  const files = first.files.map((file) => second.files?.find(({ path }) => path === file.path) ?? file);
  const count = countTests(files, second.exitCode);
  const firstFailures = failed.flatMap(({ failures }) => failures.map((failure) => `at the first try: ${failure}`));
  return { ...count, failures: [...(count.failures ?? []), ...firstFailures] };
}

interface RunOptions {
  /** Runs only the tests with this tag. */
  readonly tag?: string | undefined;
  /** Added to the report's file name. */
  readonly suffix?: string;
}

async function runVitest(
  project: string,
  env: NodeJS.ProcessEnv,
  filters: readonly string[],
  { tag, suffix = '' }: RunOptions = {},
): Promise<Run> {
  const kind = env['LIVE_CONTEXT_VSCODE'] ?? env['LIVE_CONTEXT_SEED'] ?? 'node';
  const report = join(root, 'test-results', `${project}-${kind}${suffix}.json`);
  rmSync(report, { force: true });
  const args = [
    'run',
    '--project',
    `${project}*`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...(tag === undefined ? [] : [`--tagsFilter=${tag}`]),
  ];
  const program = join(root, 'node_modules/vitest/vitest.mjs');
  const exitCode = await runNode([program, ...args, ...filters], env);
  return { files: readReport(report, tag), exitCode };
}

/** One test that passes unless the work throws. */
async function counted(work: () => Promise<void>): Promise<TestCount> {
  try {
    await work();
    return { passed: 1, failed: 0 };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  }
}

/** Runs a program on this Node, printing what it prints; its exit code. Limits of time are the tests' own. */
async function runNode(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number | null> {
  const quietly = ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', ...args];
  const program = GuardedProcess.start(process.execPath, quietly, { ...process.env, ...env }, (text) => {
    process.stdout.write(text);
  });
  return program.end;
}

/** @returns the exit code */
async function main(words: readonly string[]): Promise<number> {
  const all = [...steps, ...longSteps];
  const isStep = (word: string) => all.some(({ name }) => chosenBy(word, name));
  const names = words.filter(isStep);
  const filters = words.filter((word) => !isStep(word));
  const chosen = names.length === 0 ? steps : all.filter(({ name }) => names.some((word) => chosenBy(word, name)));
  const preparations = prepareInTurn(chosen);
  const total = { passed: 0, failed: 0 };
  const summary: string[] = [];
  for (const step of chosen) {
    console.log(`\n── ${step.name}`);
    const start = performance.now();
    const prepared = await counted(() => preparations.get(step) ?? Promise.resolve());
    const { passed, failed, failures = [] } = prepared.failed > 0 ? prepared : await step.run(filters);
    total.passed += passed;
    total.failed += failed;
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    summary.push(
      `${failed === 0 ? '✓' : '✗'} ${step.name.padEnd(12)} ${seconds.padStart(6)} s  ${passed} passed, ${failed} failed`,
      ...failures.map((failure) => `    ${failure}`),
    );
  }
  console.log(`\n${summary.join('\n')}\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
}

/** Begins the steps' preparations, one after the other. */
function prepareInTurn(chosen: readonly Step[]): ReadonlyMap<Step, Promise<void>> {
  const preparations = new Map<Step, Promise<void>>();
  let last = Promise.resolve();
  for (const step of chosen) {
    last = last.catch(() => {}).then(() => step.prepare?.());
    // Whoever needs it is told of a failure.
    last.catch(() => {});
    preparations.set(step, last);
  }
  return preparations;
}

/** `e2e` chooses `e2e-newest` and `e2e-oldest`. */
function chosenBy(word: string, name: string): boolean {
  return name === word || name.startsWith(`${word}-`);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
  process.on(signal, () => process.exit(130));
process.exit(await main(process.argv.slice(2)));
