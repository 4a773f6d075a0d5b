import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { Disposable } from '../../base/disposable.ts';
import { claudeResultLimit } from '../../tools/replyLimit.ts';
import type { DistantClient, SessionClient } from '../../tools/sessionClient.ts';
import type { Tool } from '../../tools/tool.ts';
import { inputSchemaOf, titleOf, tools, writes } from '../../tools/tools.ts';
import { listSchema } from './resources.ts';

/** Clients that ask for the tools once, when they start: what they are not told then they never have. */
const asksOnce = /codex/i;

/**
 * The tools as a client is told of them now: none while there is no window, those for context files while there are any. Every tool
 * can be called nevertheless.
 */
export async function listedTools(
  client: SessionClient | DistantClient,
  consumer: string,
  clientName: string | undefined,
): Promise<ListedTool[]> {
  if (!(await isPresent(client))) return asksOnce.test(clientName ?? '') ? tools.map(listedTool) : [];
  const withFiles = asksOnce.test(clientName ?? '') || (await hasFiles(client, consumer));
  return tools.filter(({ listed }) => withFiles || listed === 'always').map(listedTool);
}

/** Watches which tools are listed. */
export interface ToolWatch extends Disposable {
  /** To be awaited before tools are listed: from now on they are compared with what is listed then, not with an older state. */
  listing(): Promise<void>;
}

/** Tells when other tools are listed than before to one of those that ask as `consumers` by then. */
export function watchTools(
  client: SessionClient | DistantClient,
  consumers: () => Iterable<string>,
  onDidChange: () => void,
): ToolWatch {
  let last: Promise<string> = stateOf(client, consumers());
  const listening = client.onDidChange((change) => {
    if (change === 'context') return;
    last = last.then(async (before) => {
      const now = await stateOf(client, consumers());
      if (now !== before) onDidChange();
      return now;
    });
  });
  return {
    dispose: () => listening.dispose(),
    listing: async () => {
      last = last.then(() => stateOf(client, consumers()));
      await last;
    },
  };
}

/** Who asks for all of them: it receives nothing. */
const listingConsumer = 'mcp:listing';

async function stateOf(client: SessionClient | DistantClient, consumers: Iterable<string>): Promise<string> {
  if (!(await isPresent(client))) return 'none';
  const asked = [listingConsumer, ...consumers].map(async (one) => ((await hasFiles(client, one)) ? one : ''));
  return `with files: ${(await Promise.all(asked)).join(' ')}`;
}

async function isPresent(client: SessionClient | DistantClient): Promise<boolean> {
  return 'isPresent' in client ? client.isPresent() : true;
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
