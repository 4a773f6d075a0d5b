import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { refusal } from './sessions.ts';

/**
 * Accepts requests to this very address (against DNS rebinding), from no page of another origin,
 * with the token. VS Code and command-line agents send no Origin.
 */
export class Guard {
  readonly #hosts: ReadonlySet<string>;
  readonly #token: Buffer;

  constructor(port: number, token: string) {
    this.#hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
    this.#token = digest(`Bearer ${token}`);
  }

  /** The answer to a request that is refused, whatever its body; null for one that is let in. */
  refuse({ host, origin, authorization }: IncomingHttpHeaders): Response | null {
    const close = { connection: 'close' };
    if (!this.#hosts.has(host ?? '')) return refusal(403, 'This host is not served here.', close);
    if (origin !== undefined && !this.#isOwn(origin)) return refusal(403, 'This origin is not served here.', close);
    if (!timingSafeEqual(digest(authorization ?? ''), this.#token))
      return refusal(401, 'The token is missing or wrong.', { ...close, 'www-authenticate': 'Bearer' });
    return null;
  }

  #isOwn(origin: string): boolean {
    return [...this.#hosts].some((host) => origin === `http://${host}`);
  }
}

/** Digests have one length, so that comparing them takes the same time for every wrong token. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}
