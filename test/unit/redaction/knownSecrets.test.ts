import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { KnownSecrets } from '../../../src/redaction/knownSecrets.ts';
import { openRedactionFile } from '../../../src/redaction/redactionFile.ts';
import { ManualClock } from '../../support/manualClock.ts';
import { MemoryFileSystem } from '../../support/memoryFileSystem.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
/** One that cannot be guessed. */
const strong = sha256;
const project = 'file:///project';
const runs = Number(process.env['LIVE_CONTEXT_RUNS'] ?? 1);
let files: MemoryFileSystem;
let clock: ManualClock;

beforeEach(() => {
  files = new MemoryFileSystem();
  clock = new ManualClock();
  files.modified = clock.now();
});

/** What waits for a lock goes on. */
async function waited<T>(operation: Promise<T>): Promise<T> {
  let done = false;
  const end = operation.finally(() => {
    done = true;
  });
  while (!done) {
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(10);
    files.modified = clock.now();
  }
  return end;
}

async function openWindow(faults: unknown[] = []): Promise<KnownSecrets> {
  const file = openRedactionFile(files, clock, (error) => faults.push(error));
  return waited(KnownSecrets.open(file, clock, sha256, () => `a salt of ${Math.random()}`));
}

const step = fc.record({
  window: fc.nat(2),
  does: fc.constantFrom('see', 'see', 'see', 'allow', 'hide', 'refresh', 'flush', 'reopen', 'kill'),
  secret: fc.nat(7),
  kind: fc.constantFrom('password', 'jwt'),
  isWaited: fc.boolean(),
});

describe('windows that share one store', () => {
  test('law: no placeholder stands for two secrets, and the last decision holds in each that has looked again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
        files = new MemoryFileSystem();
        files.modified = clock.now();
        const faults: unknown[] = [];
        const windows = [await openWindow(faults), await openWindow(faults), await openWindow(faults)];
        const named = new Map<string, string>();
        const decided = new Map<string, boolean>();
        const pending: Promise<unknown>[] = [];
        for (const { window: index, does, secret: number, kind, isWaited } of steps) {
          const window = windows[index] as KnownSecrets;
          const secret = number % 2 === 0 ? `secret ${number}` : strong(`${number}`);
          clock.advance(3);
          let doing: Promise<unknown> = Promise.resolve();
          if (does === 'see' || does === 'allow' || does === 'hide') {
            const placeholder = window.placeholder(project, kind, secret);
            expect(placeholder).not.toMatch(/:0\]$/);
            expect(named.get(placeholder) ?? secret).toBe(secret);
            named.set(placeholder, secret);
            if (does !== 'see') {
              decided.set(secret, does === 'allow');
              // A decision is a click: the next one comes when it is taken.
              expect(await waited(window.allow(project, placeholder, does === 'allow'))).toBe(true);
              expect(window.isAllowed(project, secret)).toBe(does === 'allow');
            }
          } else if (does === 'refresh') doing = window.refresh();
          else if (does === 'flush') doing = window.flush();
          else {
            if (does === 'reopen') await waited(window.close());
            else await waited(window.flush());
            windows[index] = await openWindow(faults);
          }
          pending.push(doing);
          if (isWaited) await waited(doing);
        }
        await waited(Promise.all(pending));
        for (const window of windows) await waited(window.flush());
        clock.advance(1_000);
        for (const window of windows) {
          await waited(window.refresh());
          for (const [secret, allowed] of decided) expect(window.isAllowed(project, secret)).toBe(allowed);
        }
        expect(faults).toEqual([]);
      }),
      { numRuns: 60 * runs, ...(runs === 1 ? { seed: 11 } : {}) },
    );
  }, 600_000);

  test('a secret that comes when no number is left gets number 0, which nobody can allow, and one of its own later', async () => {
    const window = await openWindow();
    for (let n = 1; n <= 10_000; n++) window.placeholder(project, 'jwt', strong(`${n}`));
    expect(window.placeholder(project, 'jwt', strong('late'))).toBe('[REDACTED:jwt:0]');
    await waited(window.flush());
    expect(await waited(window.allow(project, '[REDACTED:jwt:0]', true))).toBe(false);
    expect(window.placeholder(project, 'jwt', strong('late'))).toBe('[REDACTED:jwt:10001]');
  });
});
