import type { TestCase } from 'vitest/node';

/** A Vitest reporter that names, at the end, the tests that passed only when they were tried again: they want a look. */
export default class SecondTries {
  readonly #names: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky === true) this.#names.push(`${test.module.relativeModuleId}: ${test.fullName}`);
  }

  onTestRunEnd(): void {
    for (const name of this.#names) console.log(`! passed at the second try: ${name}`);
  }
}
