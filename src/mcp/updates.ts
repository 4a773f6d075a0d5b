import type { Disposable } from '../base/disposable.ts';
import type { Door } from '../tools/door.ts';
import { contextUri, listResources } from './resources.ts';

/** Who asks for what all clients may subscribe to: it receives nothing. */
const nobody = 'mcp:updates';

/** Where notifications go. */
export interface Updates {
  /** There are other resources than before. */
  listChanged(): void;
  /** A resource may read differently. */
  updated(uri: string): void;
}

/**
 * Passes changes on: of the resources in `subscribed`, or of all, when somebody else knows who subscribed to what. Which file
 * changed is not told, so that each may have.
 */
export function passChanges(door: Door, to: Updates, subscribed?: ReadonlySet<string>): Disposable {
  return door.onDidChange((change) => {
    if (change === 'context') {
      if (subscribed?.has(contextUri) ?? true) to.updated(contextUri);
      return;
    }
    to.listChanged();
    if (subscribed === undefined) void passAllFiles(door, to);
    else for (const uri of subscribed) if (uri !== contextUri) to.updated(uri);
  });
}

async function passAllFiles(door: Door, to: Updates): Promise<void> {
  for (const { uri } of await listResources(door, nobody)) if (uri !== contextUri) to.updated(uri);
}
