import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import { claudeResultLimit } from '../../agents/replyLimit.ts';
import type { DistantClient, SessionClient } from '../../agents/sessionClient.ts';
import type { Tool } from '../../agents/tool.ts';
import { inputSchemaOf, titleOf, tools, writes } from '../../agents/tools.ts';
import type { Disposable } from '../../base/disposable.ts';
import { LruMap } from '../../base/lruMap.ts';
import { listSchema } from './resources.ts';

/** Clients that ask for the tools once, when they start: what they are not told then they never have. */
const asksOnce = /codex/i;
/** Maximum number of clients that are told when other tools are there than they were listed. */
const maxClients = 64;

/** None while there is no window; those for context files while there are any. Every tool can be called nevertheless. */
type Listing = 'none' | 'always' | 'all';

/** Which tools each client was listed last: what is there later is compared with that. */
export class ListedTools implements Disposable {
  readonly #client: SessionClient | DistantClient;
  readonly #onDidChange: () => void;
  readonly #listings = new LruMap<string, Promise<Listing>>(maxClients);
  readonly #listening: Disposable;

  /** `onDidChange` is told when one of the clients would be listed other tools than it was. */
  constructor(client: SessionClient | DistantClient, onDidChange: () => void) {
    this.#client = client;
    this.#onDidChange = onDidChange;
    this.#listening = client.onDidChange((change) => {
      if (change !== 'context') void this.#compare();
    });
  }

  /** The tools for a client now. */
  async list(consumer: string, clientName = ''): Promise<ListedTool[]> {
    if (asksOnce.test(clientName)) return tools.map(listedTool);
    // Before it is known, so that what changes meanwhile is compared with it.
    const reading = listingNow(this.#client, consumer);
    this.#listings.set(consumer, reading);
    const listing = await reading;
    return tools.filter(({ listed }) => listing === 'all' || listed === listing).map(listedTool);
  }

  dispose(): void {
    this.#listening.dispose();
  }

  async #compare(): Promise<void> {
    const compared = [...this.#listings].map(([consumer, listed]) => {
      const now = listingNow(this.#client, consumer);
      // What cannot be read is said to whoever lists; here it is looked at again with the next change.
      this.#listings.set(
        consumer,
        now.catch(() => 'none'),
      );
      return Promise.all([listed, now]).then(
        ([before, after]) => before !== after,
        () => false,
      );
    });
    if ((await Promise.all(compared)).includes(true)) this.#onDidChange();
  }
}

async function listingNow(client: SessionClient | DistantClient, consumer: string): Promise<Listing> {
  if ('isPresent' in client && !(await client.isPresent())) return 'none';
  return (await hasFiles(client, consumer)) ? 'all' : 'always';
}

/** Whether there is a context file besides the catalogue of tools, which is always there. */
async function hasFiles(client: SessionClient, consumer: string): Promise<boolean> {
  const asked = (['artifact', 'history'] as const).map((kind) =>
    client.request('files:list', { kind, limit: 1 }, consumer),
  );
  return (await Promise.all(asked)).some((result) => result.ok && listSchema.parse(result.value).items.length > 0);
}

function listedTool(tool: Tool): ListedTool {
  return {
    name: tool.name,
    title: titleOf(tool),
    description: tool.description,
    inputSchema: inputSchemaOf(tool),
    annotations: {
      title: titleOf(tool),
      readOnlyHint: !writes(tool),
      // Edits can be undone, and never overwrite what the developer typed.
      destructiveHint: false,
      idempotentHint: false,
      openWorldHint: false,
    },
    // Claude Code shows other tools only to a model that searches for them.
    _meta: { 'anthropic/maxResultSizeChars': claudeResultLimit, 'anthropic/alwaysLoad': true },
  };
}
