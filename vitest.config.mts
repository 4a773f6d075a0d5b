import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The oldest VS Code that the end-to-end tests also run in. */
const oldest = '4.104.0';

/**
 * What the oldest release is asked: whether it does what we ask of VS Code itself. That is to start the extension, tell of
 * changes, apply edits, show the view (with what it copies, compares and opens) and files, offer tools and answer as @live. All else is our
 * own work, which does not depend on the release, and Copilot's agent mode, which that release lacks as it is packaged: asked of the newest alone.
 */
const askedOfOldest = ['smoke', 'web', 'history', 'edits', 'view', 'files', 'tools', 'copy', 'randomActs', 'live'];

/**
 * Have a process of their own. The oracle of the first, a regular expression with `(?i:…)`, minded case after all other files (Node 24.21);
 * the second puts failing calls in the place of Node's, which a module that another file has loaded would not see.
 */
const alone = ['test/unit/tokens/pieceScan.test.ts', 'test/unit/vscode/nodeFiles.test.ts'];

/** The files that take longest, in this order; all others take less. */
const long = [
  ...['session/redaction', 'search/grep', 'windowLaw', 'secretLaw', 'liveGet', 'ignoreRules', 'store/killed'],
  ...['outputRecording', 'mcp/agents', 'traces', 'pages', 'gitApply'],
  ...['chat/agentMode', 'chat/live', 'view/harness', 'chat/conversations', 'view', 'projectFiles', 'robustness'],
  ...['history', 'connectAgent', 'edits', 'tools', 'files', 'copy', 'redaction', 'smoke', 'answers', 'viewRestricted'],
];

/** Begins with what takes longest, so that at the end no file runs alone for long. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = long.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return at < 0 ? long.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

const unit = {
  setupFiles: ['test/support/fixedSeed.ts'],
  testTimeout: 240_000,
  hookTimeout: 120_000,
  // One for each core; Vitest leaves one of them idle, which on two is half of the time.
  maxWorkers: '100%',
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    tags: [
      { name: 'contract', description: 'Run by npm test: what only a real VS Code can show.' },
      { name: 'oldest', description: 'Run by npm test in the oldest VS Code too.' },
    ],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          exclude: alone,
          ...unit,
          // The modules keep nothing that another file could see, and need loading once.
          isolate: false,
        },
      },
      { test: { name: 'unit-alone', include: alone, ...unit } },
      {
        test: {
          name: 'agents',
          include: ['test/agents/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'e2e',
          include:
            process.env['LIVE_CONTEXT_VSCODE'] === oldest
              ? askedOfOldest.map((name) => `test/e2e/**/${name}.test.ts`)
              : ['test/e2e/**/*.test.ts'],
          // Limits are for what hangs: a machine may be ten times as slow as an idle one.
          testTimeout: 400_000,
          hookTimeout: 600_000,
          // Each file has a VS Code of its own; the two workers have a browser each, whatever file they are at.
          maxWorkers: 2,
          isolate: false,
          expect: { poll: { timeout: 90_000, interval: 100 } },
        },
      },
    ],
  },
});
