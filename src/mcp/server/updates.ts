import type { SessionClient } from '../../agents/sessionClient.ts';
import type { Disposable } from '../../base/disposable.ts';
import { contextUri, listResources } from './resources.ts';

/** Who asks for what all clients may subscribe to: it receives nothing. */
const updatesConsumer = 'mcp:updates';

/** The destination of notifications. */
export interface Updates {
  /** There are other resources than before. */
  listChanged(): void;
  /** A resource may read differently. */
  updated(uri: string): void;
}

/**
 * Passes changes on: of the resources in `subscribed`, or of all if the caller filters them. The
 * changed file is unknown, so each may have changed.
 */
export function passChanges(client: SessionClient, to: Updates, subscribed?: ReadonlySet<string>): Disposable {
  return client.onDidChange((change) => {
    if (change === 'context') {
      if (subscribed?.has(contextUri) ?? true) to.updated(contextUri);
      return;
    }
    to.listChanged();
    if (subscribed === undefined) void passAllFiles(client, to);
    else for (const uri of subscribed) if (uri !== contextUri) to.updated(uri);
  });
}

async function passAllFiles(client: SessionClient, to: Updates): Promise<void> {
  for (const { uri } of await listResources(client, updatesConsumer)) if (uri !== contextUri) to.updated(uri);
}
