import { defineConfig } from 'vitest/config';

/** The oldest VS Code that the end-to-end tests also run in. */
const oldest = '4.104.0';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          setupFiles: ['test/support/fixedSeed.ts'],
          testTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'agents',
          include: ['test/agents/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          // Some need a browser only, so once is enough; in that release, as it is packaged, no model can be picked for the chat.
          exclude: process.env['LIVE_CONTEXT_VSCODE'] === oldest ? ['test/e2e/**/*.{chat,harness}.test.ts'] : [],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
          // A window loses the keyboard now and then on a busy machine; whoever passed at the second try is named at the end.
          retry: 1,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
