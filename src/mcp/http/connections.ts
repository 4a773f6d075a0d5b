import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** More connections at once close the eldest on which nobody waits for an answer. */
const maxConnections = 512;

interface OpenConnection {
  /** Requests that were let in and are not answered. */
  readonly waiting: Set<IncomingMessage>;
  /** Whether a request was ever let in. */
  known: boolean;
}

/**
 * The connections of a server. Node refuses new ones when there are too many; here they take the place of those that wait for nothing:
 * first of such as never sent a request that was let in, then of idle ones and those that are still sending theirs.
 */
export class Connections {
  readonly #connections = new Map<Socket, OpenConnection>();

  constructor(http: HttpServer) {
    http.on('connection', (socket: Socket) => {
      if (this.#connections.size >= maxConnections && !this.#closeOne()) {
        socket.destroy();
        return;
      }
      this.#connections.set(socket, { waiting: new Set(), known: false });
      socket.once('close', () => this.#connections.delete(socket));
    });
  }

  /** A request was let in: its connection is in use until the answer is through. */
  serve(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#connections.get(request.socket);
    if (connection === undefined) return;
    connection.known = true;
    connection.waiting.add(request);
    response.once('close', () => connection.waiting.delete(request));
  }

  /** Closes a connection on which nobody waits; false when there is none. */
  #closeOne(): boolean {
    let found: Socket | null = null;
    for (const [socket, { waiting, known }] of this.#connections) {
      if ([...waiting].some(({ complete }) => complete)) continue;
      found ??= socket;
      if (known) continue;
      found = socket;
      break;
    }
    if (found === null) return false;
    this.#connections.delete(found);
    found.destroy();
    return true;
  }
}
