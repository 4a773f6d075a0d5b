import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** Passes requests on to an MCP server and adds its token, for clients that cannot send one; everything else stays as it is. */
export class TokenlessProxy {
  readonly url: string;
  readonly #close: () => Promise<void>;

  private constructor(url: string, close: () => Promise<void>) {
    this.url = url;
    this.#close = close;
  }

  static async open({ url, token }: { readonly url: string; readonly token: string }): Promise<TokenlessProxy> {
    const target = new URL(url);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new RangeError(`No port in ${address}`);
    const { port } = address;
    const renamed = (text = '') => text.replace(`:${port}`, `:${target.port}`);
    server.on('request', (from: IncomingMessage, to: ServerResponse) => {
      const { origin, ...rest } = from.headers;
      const headers = {
        ...rest,
        ...(origin === undefined ? {} : { origin: renamed(origin) }),
        host: renamed(from.headers.host),
        authorization: `Bearer ${token}`,
      };
      const { method = 'GET', url: path = '/' } = from;
      const onward = request({ host: '127.0.0.1', port: target.port, method, path, headers }, (reply) => {
        to.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(to);
      });
      onward.on('error', () => to.destroy());
      to.on('close', () => onward.destroy());
      from.pipe(onward);
    });
    return new TokenlessProxy(`http://127.0.0.1:${port}/mcp`, async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    });
  }

  close(): Promise<void> {
    return this.#close();
  }
}
