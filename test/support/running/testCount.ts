import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** How many tests of a step passed and failed, and a line about each that failed. */
export interface TestCount {
  readonly passed: number;
  readonly failed: number;
  readonly failures?: readonly string[];
}

/** What of Vitest's JSON report counts. */
interface VitestReport {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/**
 * Counts a Vitest run. What is no passed test is a failure: a test that was skipped, a file that broke outside its tests,
 * a run without a report or without any test, and an error that Vitest saw beside the tests.
 * @param exitCode Vitest's; null when it was ended
 */
export function countVitest(reportFile: string, exitCode: number | null): TestCount {
  if (!existsSync(reportFile)) return { passed: 0, failed: 1, failures: ['Vitest wrote no report'] };
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as VitestReport;
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const bad = assertionResults.filter((test) => test.status !== 'passed');
    if (bad.length > 0)
      return bad.map((test) => line(name, test.fullName, test.failureMessages?.[0] ?? `was ${test.status}`));
    return status === 'failed' ? [line(name, 'outside its tests', message)] : [];
  });
  const passed = report.numPassedTests;
  return failures.length === 0 && (exitCode !== 0 || passed === 0)
    ? { passed, failed: 1, failures: [`ended with ${exitCode ?? 'a signal'} after ${passed} tests that passed`] }
    : { passed, failed: failures.length, failures };
}

/** @param file its absolute path */
function line(file: string, test: string, message: string): string {
  return `${basename(file)} > ${test}: ${message.split('\n', 1)[0]}`;
}
