import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const GUARDIAN = fileURLToPath(new URL('guardian.mjs', import.meta.url));
const LOG_UNITS = 200_000;

/** A long-running command that never outlives this process, however this process ends. */
export class GuardedProcess {
  readonly #process: ChildProcess;
  readonly #end: Promise<number | null>;
  #log = '';
  #ended = false;

  private constructor(child: ChildProcess, onOutput: (text: string) => void) {
    this.#process = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#log = (this.#log + text).slice(-LOG_UNITS);
        onOutput(text);
      });
    }
    this.#end = this.#watch(child);
  }

  /** @param onOutput is given what the command prints, as it comes */
  static start(
    command: string,
    args: readonly string[],
    env: NodeJS.ProcessEnv,
    onOutput: (text: string) => void = () => {},
  ): GuardedProcess {
    const child = spawn(process.execPath, [GUARDIAN, command, ...args], {
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    return new GuardedProcess(child, onOutput);
  }

  /** Standard output and error so far, the newest 200,000 UTF-16 units. */
  get log(): string {
    return this.#log;
  }

  /** Resolves to the exit code when the command has ended by itself; to null when something ended it, such as `stop`. */
  get end(): Promise<number | null> {
    return this.#end;
  }

  /**
   * The first match in the output, once it is there.
   * @throws {Error} with the end of the log, when the command ends or `timeoutMs` pass before
   */
  async output(pattern: RegExp, timeoutMs: number): Promise<RegExpExecArray> {
    const found = () => pattern.exec(this.#log);
    const deadline = Date.now() + timeoutMs;
    while (found() === null && !this.#ended && Date.now() < deadline) await setTimeout(20);
    const match = found();
    if (match !== null) return match;
    throw new Error(`${pattern} did not show up within ${timeoutMs} ms. The log ends with:\n${logTail(this.#log)}`);
  }

  /** Ends the command and everything it started; resolves when all is gone. */
  async stop(): Promise<void> {
    if (this.#process.connected) this.#process.disconnect();
    await this.#end;
  }

  async #watch(child: ChildProcess): Promise<number | null> {
    let code: number | null = null;
    child.on('message', (message) => {
      if (typeof message === 'number') code = message;
    });
    const outputEnds = [child.stdout, child.stderr].map((stream) => stream && once(stream, 'end'));
    await once(child, 'exit');
    // A process that left the group may still hold the output open.
    await Promise.race([Promise.all(outputEnds), setTimeout(1_000, undefined, { ref: false })]);
    this.#ended = true;
    return code;
  }
}

/** The last lines of a log. */
export function logTail(log: string): string {
  return log.trimEnd().split('\n').slice(-40).join('\n');
}
