import type { SessionChange, SessionClient } from '../../agents/sessionClient.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';

/** A change is passed on at once, further ones together after this pause, ms. */
const pauseMs = 500;

/** A client that passes changes on so seldom that typing does not flood an agent. */
export function throttledClient(client: SessionClient): SessionClient & Disposable {
  const changed = new Emitter<SessionChange>();
  const pending = new Set<SessionChange>();
  let timer: NodeJS.Timeout | null = null;
  const release = () => {
    const changes = [...pending];
    pending.clear();
    timer = changes.length === 0 ? null : setTimeout(release, pauseMs);
    for (const change of changes) changed.fire(change);
  };
  const subscription = client.onDidChange((change) => {
    pending.add(change);
    if (timer === null) release();
  });
  return {
    request: (...request) => client.request(...request),
    onDidChange: changed.event,
    dispose() {
      subscription.dispose();
      if (timer !== null) clearTimeout(timer);
    },
  };
}
