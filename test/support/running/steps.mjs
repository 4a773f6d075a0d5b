/** The steps that go on now, and when each began, ms. @type {Map<string, number>} */
const running = new Map();
/** In a log there is a line so often, ms; a terminal counts the seconds in place. */
const LOG_EVERY_MS = 20_000;

/** @type {NodeJS.Timeout | undefined} */
let clock;

/**
 * Does something that takes long. Says what it is when it begins, how long it has taken when it is done, and meanwhile that it still
 * goes on; several may go on at once.
 * @template T
 * @param {string} what
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(what, work) {
  running.set(what, Date.now());
  print(process.stdout.isTTY ? null : `· ${what}`);
  clock ??= setInterval(
    () => print(process.stdout.isTTY ? null : `  ${stillRunning()}`),
    process.stdout.isTTY ? 1_000 : LOG_EVERY_MS,
  );
  clock.unref();
  try {
    const result = await work();
    print(`✓ ${what} (${seconds(running.get(what) ?? 0)})`, what);
    return result;
  } catch (error) {
    print(`✗ ${what}`, what);
    throw error;
  }
}

/**
 * A line above that of what still goes on, which only a terminal has.
 * @param {string | null} line
 * @param {string} [ended]
 */
function print(line, ended) {
  if (ended !== undefined) running.delete(ended);
  if (process.stdout.isTTY) {
    // More than a line could not be taken back.
    const below = stillRunning().slice(0, process.stdout.columns - 1);
    process.stdout.write(`\r\x1b[K${line === null ? '' : `${line}\n`}${below}`);
  } else if (line !== null) console.log(line);
  if (running.size > 0) return;
  clearInterval(clock);
  clock = undefined;
}

function stillRunning() {
  return [...running].map(([what, since]) => `… ${what} ${seconds(since)}`).join('  ');
}

/** @param {number} since */
function seconds(since) {
  return `${Math.round((Date.now() - since) / 1_000)} s`;
}
