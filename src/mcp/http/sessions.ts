import { randomUUID } from 'node:crypto';
import {
  isJSONRPCRequest,
  type RequestId,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import * as z from 'zod';

/** More sessions at once close the idle one that was used longest ago. */
const maxSessions = 128;
/**
 * A session without an open request or stream is closed after this time, ms: clients forget to end
 * theirs.
 */
const idleMs = 30 * 60_000;
const sweepMs = 60_000;

interface OpenSession {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: Server;
  lastUsed: number;
  /** Requests and streams whose client is waiting. */
  open: number;
}

/**
 * The sessions of clients of the 2025 protocol. Each has its own server, which holds its
 * subscriptions.
 */
export class Sessions {
  readonly #create: () => Server;
  readonly #sessions = new Map<string, OpenSession>();
  readonly #sweep: NodeJS.Timeout;

  constructor(create: () => Server) {
    this.#create = create;
    this.#sweep = setInterval(() => this.#closeIdle(), sweepMs);
    this.#sweep.unref();
  }

  async handle(request: Request, gone: AbortSignal): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null) return this.#begin(request, gone);
    const session = this.#sessions.get(id);
    if (session === undefined) return refusal(404, 'The session has ended; initialise a new one.');
    use(session, gone);
    const response = await session.transport.handleRequest(request);
    if (request.method !== 'GET' || response.status !== 409) return response;
    // A client that asks for its stream again has lost the one it had.
    session.transport.closeStandaloneSSEStream();
    return session.transport.handleRequest(request);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    await Promise.all([...this.#sessions.keys()].map((id) => this.#end(id)));
  }

  async #begin(request: Request, gone: AbortSignal): Promise<Response> {
    if (this.#isFull()) return refusal(503, `${maxSessions} sessions are in use; end one.`, { 'retry-after': '5' });
    const server = this.#create();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        const session = { transport, server, lastUsed: Date.now(), open: 0 };
        this.#makeRoom();
        this.#sessions.set(id, session);
        use(session, gone);
      },
      onsessionclosed: (id) => this.#end(id),
    });
    await server.connect(transport);
    answerCancelled(transport);
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
    for (const [id, { open, lastUsed }] of this.#sessions) {
      if (open === 0 && Date.now() - lastUsed > idleMs) void this.#end(id).catch(() => {});
    }
  }

  #isFull(): boolean {
    return this.#sessions.size >= maxSessions && [...this.#sessions.values()].every(({ open }) => open > 0);
  }

  #makeRoom(): void {
    if (this.#sessions.size < maxSessions) return;
    const idle = [...this.#sessions].filter(([, { open }]) => open === 0);
    const [eldest] = idle.sort(([, a], [, b]) => a.lastUsed - b.lastUsed);
    if (eldest !== undefined) void this.#end(eldest[0]).catch(() => {});
  }
}

/** A session is in use until its client has its answer or hangs up. */
function use(session: OpenSession, gone: AbortSignal): void {
  session.lastUsed = Date.now();
  if (gone.aborted) return;
  session.open++;
  const ended = () => {
    session.open--;
    session.lastUsed = Date.now();
  };
  gone.addEventListener('abort', ended, { once: true });
}

/** The Language Server Protocol's code for a cancelled request; MCP has no code of its own. */
const requestCancelled = -32_800;

/**
 * Answers requests that are cancelled or hung up: the SDK does not, and their streams and ids would
 * stay until the session ends.
 */
function answerCancelled(transport: WebStandardStreamableHTTPServerTransport): void {
  const receive = transport.onmessage;
  const answer = (id: RequestId) => {
    const error = { code: requestCancelled, message: 'The request was cancelled.' };
    // One that has its answer already cannot be answered again.
    void transport.send({ jsonrpc: '2.0', id, error }).catch(() => {});
  };
  transport.onmessage = (message, extra) => {
    receive?.(message, extra);
    if (isJSONRPCRequest(message)) {
      const { id } = message;
      const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } } as const;
      const hungUp = () => {
        receive?.(cancelled);
        answer(id);
      };
      extra?.request?.signal.addEventListener('abort', hungUp, { once: true });
    } else if ('method' in message && message.method === 'notifications/cancelled') {
      const id = requestIdSchema.safeParse(message.params?.['requestId']);
      if (id.success) answer(id.data);
    }
  };
}

const requestIdSchema = z.union([z.string(), z.number()]);

/** A JSON-RPC error that answers no request in particular. */
export function refusal(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }, { status, headers });
}
