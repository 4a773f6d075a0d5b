import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type * as vscode from 'vscode';

/** The whole of VS Code's extension API. */
export type VSCode = typeof vscode;

/** Runs code inside one extension host, through the probe extension. */
export class Probe {
  readonly #port: number;
  readonly #token: string;

  private constructor(port: number, token: string) {
    this.#port = port;
    this.#token = token;
  }

  /** The probe whose address stands in the file. */
  static async from(file: string): Promise<Probe> {
    const { port, token } = JSON.parse(await readFile(file, 'utf8')) as { port: number; token: string };
    return new Probe(port, token);
  }

  /** The files in which the probes of a server left their addresses, one for each extension host so far. */
  static async files(folder: string): Promise<string[]> {
    return (await readdir(folder)).filter((name) => name.endsWith('.json')).map((name) => join(folder, name));
  }

  /** The probe of the extension host that starts next, which is the one whose file is not among those `before`. */
  static async appear(folder: string, before: readonly string[], timeoutMs: number): Promise<Probe> {
    const deadline = Date.now() + timeoutMs;
    while (Date.now() < deadline) {
      const file = (await Probe.files(folder)).find((one) => !before.includes(one));
      if (file !== undefined) return Probe.from(file);
      await setTimeout(50);
    }
    throw new Error(`No extension host came up within ${timeoutMs} ms`);
  }

  /**
   * Runs `code` in the extension host and returns its result. The function travels as source text: it sees its two
   * parameters and nothing else of the test. Arguments and result travel as JSON; `undefined` comes back as such.
   * @throws {Error} what the code threw, with its message and its stack over there
   */
  async run<Result>(code: (api: VSCode) => Result | PromiseLike<Result>): Promise<Result>;
  async run<Result, Args>(code: (api: VSCode, args: Args) => Result | PromiseLike<Result>, args: Args): Promise<Result>;
  async run(code: (api: VSCode, args: never) => unknown, args?: unknown): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${this.#port}/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#token}` },
      body: JSON.stringify({ source: code.toString(), args }),
    });
    const reply = (await response.json()) as { value?: unknown; error?: { message: string; stack: string } };
    if (reply.error === undefined) return reply.value;
    throw Object.assign(new Error(reply.error.message), { remoteStack: reply.error.stack });
  }

  /** Calls the extension API's `request` of Live Context, activating it first. */
  async request(channel: string, params: unknown): Promise<unknown> {
    return this.run(
      async (api, args) => {
        const extension = api.extensions.getExtension('live-context.live-context');
        if (extension === undefined) throw new Error('live-context.live-context is not installed');
        const product = (await extension.activate()) as { request(channel: string, params: unknown): Promise<unknown> };
        return product.request(args.channel, args.params);
      },
      { channel, params },
    );
  }
}
