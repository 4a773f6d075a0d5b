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
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly tags?: readonly string[];
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** What a Vitest run says of one file of tests. */
export interface FileCount {
  /** Absolute. */
  readonly path: string;
  readonly passed: number;
  /** A line each. */
  readonly failures: readonly string[];
}

/**
 * Reads the report of a Vitest run. What is no passed test is a failure: a test that was skipped, and a file that broke
 * outside its tests.
 * @param tag counts only the tests with this tag
 * @returns null when there is none
 */
export function readReport(reportFile: string, tag?: string): readonly FileCount[] | null {
  if (!existsSync(reportFile)) return null;
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as VitestReport;
  return report.testResults.map(({ name: path, status, message, assertionResults }) => {
    const chosen = assertionResults.filter(({ tags }) => tag === undefined || tags?.includes(tag));
    const bad = chosen.filter((test) => test.status !== 'passed');
    const failures = bad.map((test) => line(path, test.fullName, test.failureMessages?.[0] ?? `was ${test.status}`));
    if (bad.length === 0 && status === 'failed') failures.push(line(path, 'outside its tests', message));
    return { path, passed: chosen.length - bad.length, failures };
  });
}

/**
 * Counts a Vitest run. A run without a report or without any test, and an error that Vitest saw beside the tests, are a failure.
 * @param exitCode Vitest's; null when it was ended
 */
export function countTests(files: readonly FileCount[] | null, exitCode: number | null): TestCount {
  if (files === null) return { passed: 0, failed: 1, failures: ['Vitest wrote no report'] };
  const passed = files.reduce((sum, file) => sum + file.passed, 0);
  const failures = files.flatMap((file) => file.failures);
  return failures.length === 0 && (exitCode !== 0 || passed === 0)
    ? { passed, failed: 1, failures: [`ended with ${exitCode ?? 'a signal'} after ${passed} tests that passed`] }
    : { passed, failed: failures.length, failures };
}

/** @param file its absolute path */
function line(file: string, test: string, message: string): string {
  return `${basename(file)} > ${test}: ${message.split('\n', 1)[0]}`;
}
