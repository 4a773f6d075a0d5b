import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** More connections at once close the eldest on which nobody waits for an answer. */
const maxConnections = 512;

interface OpenConnection {
  /** Requests that were let in and are not answered. */
  readonly waiting: Set<IncomingMessage>;
  /** True once a request was accepted. */
  known: boolean;
}

/**
 * The connections of a server. Node refuses new ones if there are too many; here they replace idle
 * ones: first those that never sent an accepted request, then those still sending theirs.
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

  /** Closes a connection without a waiting client. Returns false without one. */
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
