import { channels } from '../protocol/channels.ts';
import type { WindowKind } from '../protocol/windowKinds.ts';
import { actionNames } from '../protocol/windows.ts';
import { actions } from '../windows/registry.ts';
import type { SessionClient } from './sessionClient.ts';

/** What a call of an anchor would do. */
export interface AnchorCall {
  readonly kind: WindowKind;
  readonly action: string;
  /** Whether the developer is asked first. */
  readonly changesProject: boolean;
}

/** What the anchor of a call stands for now; null when it stands for nothing. */
export async function anchorCall(client: SessionClient, input: unknown, consumer: string): Promise<AnchorCall | null> {
  const parsed = channels['windows:act'].params.safeParse(input);
  const listed = await client.request('windows:list', { contents: false }, consumer);
  if (!parsed.success || !listed.ok) return null;
  const { windows } = channels['windows:list'].result.parse(listed.value);
  for (const { kind, context } of windows) {
    const info = Object.hasOwn(context.anchors, parsed.data.id) ? context.anchors[parsed.data.id] : undefined;
    if (info === undefined) continue;
    const { action = 'goTo' } = info;
    const changesProject = actionNames.some((name) => name === action && actions[name].changesProject);
    return { kind, action, changesProject };
  }
  return null;
}
