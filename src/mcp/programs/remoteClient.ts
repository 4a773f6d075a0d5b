import { isAbsolute } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { DistantClient } from '../../agents/sessionClient.ts';
import { tools, writes } from '../../agents/tools.ts';
import { codeOf } from '../../base/codeOf.ts';
import { fieldOf } from '../../base/json.ts';
import type { Channel } from '../../protocol/channels.ts';
import { failure, type Result } from '../../protocol/result.ts';
import type { BridgeRequest } from '../http/bridgeRoutes.ts';
import { type WindowEntry, windowsFor } from '../windowRegistry.ts';

/** A window that answered this recently may be reloading and is waited for, ms. */
const reloadMs = 300_000;
/** A call waits no longer than this for it, ms: clients give up on a call after a minute. */
const holdMs = 45_000;
const pollMs = 250;
/** Whoever has not answered by then never will, ms. */
const answerMs = 60_000;

/**
 * The client of the agent's window, as a bridge sees it from its own process: the window of the
 * folder it was started in, else of a document in the request, else of the MCP client's roots.
 */
export class RemoteClient implements DistantClient {
  readonly #home: string;
  readonly #startFolder: string;
  #folder: string;
  /** Returns the folders that the MCP client works in. */
  roots: () => Promise<readonly string[]> = async () => [];
  #lastSeen = 0;
  /** Why the window was guessed; null if it was not. */
  guess: string | null = null;

  constructor(home: string, folder: string) {
    this.#home = home;
    this.#startFolder = folder;
    this.#folder = folder;
  }

  async request(channel: Channel, params: unknown, consumer: string): Promise<Result<unknown>> {
    const patience = Date.now() + holdMs;
    await this.#locate(params);
    for (;;) {
      const answer = await this.#askAny({ channel, params, consumer });
      if (typeof answer === 'object') return answer;
      if (answer === 'lost' && isWriting(channel)) return failure('WINDOW_LOST');
      if (Date.now() - this.#lastSeen > reloadMs) {
        const missing = `No VS Code window that has ${this.#folder} open offers Live Context to agents.`;
        return failure('WINDOW_NONE', missing);
      }
      if (Date.now() > patience) return failure('WINDOW_RELOADING');
      await pause(pollMs);
    }
  }

  async #locate(params: unknown): Promise<void> {
    const isCertain = (path: string) => windowsFor(this.#home, path).next().value?.guess === null;
    if (isCertain(this.#startFolder)) this.#folder = this.#startFolder;
    else this.#folder = [...documentPath(params), ...(await this.roots())].find(isCertain) ?? this.#folder;
  }

  /** The answer of the likeliest window that is there: an entry may be of one that is gone. */
  async #askAny(request: BridgeRequest): Promise<Result<unknown> | 'unreachable' | 'lost'> {
    const windows = [...windowsFor(this.#home, this.#folder)];
    if (windows.length > 1 && windows[0]?.guess !== null)
      return failure('WINDOW_AMBIGUOUS', undefined, { folders: windows.flatMap(({ entry }) => entry.folders) });
    for (const { entry, guess } of windows) {
      const answer = await ask(entry, request);
      if (typeof answer === 'object') {
        this.#lastSeen = Date.now();
        this.guess = guess;
      }
      if (typeof answer === 'object' || (answer === 'lost' && isWriting(request.channel))) return answer;
    }
    return 'unreachable';
  }
}

function documentPath(params: unknown): readonly string[] {
  const documentId = fieldOf(params, 'documentId');
  if (typeof documentId !== 'string') return [];
  if (isAbsolute(documentId)) return [documentId];
  try {
    return [fileURLToPath(documentId)];
  } catch {
    return [];
  }
}

/** The window's answer; `unreachable` when it never got the request, `lost` when it may have. */
async function ask(window: WindowEntry, request: BridgeRequest): Promise<Result<unknown> | 'unreachable' | 'lost'> {
  try {
    const response = await fetch(`http://127.0.0.1:${window.port}/request`, {
      method: 'POST',
      headers: { authorization: `Bearer ${window.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(answerMs),
    });
    if (response.status === 413) return failure('REQUEST_INVALID', 'The request is too large.');
    if (!response.ok) return 'unreachable';
    return (await response.json()) as Result<unknown>;
  } catch (error) {
    return error instanceof Error && codeOf(error.cause) === 'ECONNREFUSED' ? 'unreachable' : 'lost';
  }
}

function isWriting(channel: Channel): boolean {
  return tools.some((tool) => tool.channel === channel && writes(tool));
}
