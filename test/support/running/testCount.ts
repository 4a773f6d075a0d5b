import { existsSync, readFileSync } from 'node:fs';

/** How many tests of a step passed and failed. */
export interface TestCount {
  readonly passed: number;
  readonly failed: number;
}

/** What of Vitest's JSON report counts. */
interface VitestReport {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/**
 * Counts a Vitest run. What is no passed test is a failure: a test that was skipped, a file that broke outside its tests,
 * a run without a report or without any test, and an error that Vitest saw beside the tests.
 * @param exitCode Vitest's; null when it was ended
 */
export function countVitest(reportFile: string, exitCode: number | null): TestCount {
  if (!existsSync(reportFile)) return { passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as VitestReport;
  let failed = 0;
  for (const file of report.testResults) {
    const bad = file.assertionResults.filter((test) => test.status !== 'passed').length;
    failed += bad === 0 && file.status === 'failed' ? 1 : bad;
  }
  const passed = report.numPassedTests;
  return { passed, failed: failed === 0 && (exitCode !== 0 || passed === 0) ? 1 : failed };
}
