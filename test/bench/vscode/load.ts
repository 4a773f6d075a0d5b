import { GuardedProcess } from '../../support/running/guardedProcess.ts';

/** Measures on the machine as it is, then beside four processes that never rest; `beside` is what the rows add to their names. */
export async function quietAndLoaded<T>(measure: (beside: string) => Promise<T>): Promise<[quiet: T, loaded: T]> {
  const quiet = await measure('');
  const busy = Array.from({ length: 4 }, () =>
    GuardedProcess.start(process.execPath, ['-e', 'for (;;);'], process.env),
  );
  try {
    return [quiet, await measure(', beside a load of 4')];
  } finally {
    for (const one of busy) await one.stop();
  }
}
