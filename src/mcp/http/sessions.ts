import { randomUUID } from 'node:crypto';
import { type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';

/** More sessions at once close the one that was used longest ago. */
const maxSessions = 64;
/** A session without an open stream is closed after this time without a request, ms: clients forget to end theirs. */
const idleMs = 30 * 60_000;
const sweepMs = 60_000;

interface OpenSession {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: Server;
  lastUsed: number;
  streams: number;
}

/** The sessions of clients that speak the 2025 protocol. Each has a server of its own, which remembers its subscriptions. */
export class Sessions {
  readonly #create: () => Server;
  readonly #sessions = new Map<string, OpenSession>();
  readonly #sweep: NodeJS.Timeout;

  constructor(create: () => Server) {
    this.#create = create;
    this.#sweep = setInterval(() => this.#closeIdle(), sweepMs);
    this.#sweep.unref();
  }

  get size(): number {
    return this.#sessions.size;
  }

  async handle(request: Request): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null) return this.#begin(request);
    const session = this.#sessions.get(id);
    if (session === undefined) return refusal(404, 'The session has ended; initialise a new one.');
    session.lastUsed = Date.now();
    const response = await session.transport.handleRequest(request);
    if (request.method === 'GET' && response.ok) countStream(session, request.signal);
    return response;
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    await Promise.all([...this.#sessions.keys()].map((id) => this.#end(id)));
  }

  async #begin(request: Request): Promise<Response> {
    const server = this.#create();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        this.#sessions.set(id, { transport, server, lastUsed: Date.now(), streams: 0 });
        this.#closeEldest();
      },
      onsessionclosed: (id) => this.#end(id),
    });
    await server.connect(transport);
    const response = await transport.handleRequest(request);
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  async #end(id: string): Promise<void> {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    await session?.server.close();
  }

  #closeIdle(): void {
    for (const [id, { streams, lastUsed }] of this.#sessions) {
      if (streams === 0 && Date.now() - lastUsed > idleMs) void this.#end(id).catch(() => {});
    }
  }

  #closeEldest(): void {
    if (this.#sessions.size <= maxSessions) return;
    const byUse = [...this.#sessions].sort(([, a], [, b]) => a.lastUsed - b.lastUsed);
    const eldest = byUse[0];
    if (eldest !== undefined) void this.#end(eldest[0]).catch(() => {});
  }
}

/** A session with a stream is in use until the client hangs up. */
function countStream(session: OpenSession, signal: AbortSignal): void {
  if (signal.aborted) return;
  session.streams++;
  const ended = () => {
    session.streams--;
    session.lastUsed = Date.now();
  };
  signal.addEventListener('abort', ended, { once: true });
}

/** A JSON-RPC error that answers no request in particular. */
export function refusal(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }, { status, headers });
}
