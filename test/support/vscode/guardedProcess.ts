import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const GUARDIAN = fileURLToPath(new URL('guardian.mjs', import.meta.url));
const LOG_UNITS = 200_000;

/** A long-running command that never outlives this process, however this process ends. */
export class GuardedProcess {
  readonly #process: ChildProcess;
  readonly #onOutput = new Set<() => void>();
  #log = '';
  #ended = false;
  readonly #end: Promise<void>;

  private constructor(child: ChildProcess) {
    this.#process = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#log = (this.#log + text).slice(-LOG_UNITS);
        this.#tell();
      });
    }
    this.#end = new Promise((resolve) => {
      child.on('exit', () => {
        this.#ended = true;
        this.#tell();
        resolve();
      });
    });
  }

  static start(command: string, args: readonly string[], env: NodeJS.ProcessEnv): GuardedProcess {
    const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const;
    return new GuardedProcess(
      spawn(process.execPath, [GUARDIAN, command, ...args], { env, detached: true, stdio: [...stdio] }),
    );
  }

  /** Standard output and error so far, the newest 200,000 UTF-16 units. */
  get log(): string {
    return this.#log;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Resolves when the command has ended by itself or by `stop`. */
  get end(): Promise<void> {
    return this.#end;
  }

  /**
   * The first match in the output, once it is there.
   * @throws {Error} with the end of the log, when the command ends or `timeoutMs` pass before
   */
  async output(pattern: RegExp, timeoutMs: number): Promise<RegExpExecArray> {
    const found = () => pattern.exec(this.#log);
    const deadline = Date.now() + timeoutMs;
    while (found() === null && !this.#ended && Date.now() < deadline) await this.#news(deadline - Date.now());
    const match = found();
    if (match !== null) return match;
    throw new Error(`${pattern} did not show up within ${timeoutMs} ms. The log ends with:\n${logTail(this.#log)}`);
  }

  /** Ends the command and everything it started; resolves when all is gone. */
  async stop(): Promise<void> {
    if (this.#process.connected) this.#process.disconnect();
    await this.#end;
  }

  #tell(): void {
    for (const listener of this.#onOutput) listener();
  }

  #news(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        this.#onOutput.delete(finish);
        resolve();
      };
      const timer = setTimeout(finish, timeoutMs);
      this.#onOutput.add(finish);
    });
  }
}

/** The last lines of a log, without the stack that the missing native logger leaves in it. */
export function logTail(log: string, lines = 40): string {
  const own = log.split('\n').filter((line) => !/spdlog|^\s+at |^\s*[\]}]|tries: \[/.test(line));
  return own.slice(-lines).join('\n').trim();
}
