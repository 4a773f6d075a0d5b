import { channels } from '../protocol/channels.ts';
import type { WindowKind } from '../protocol/windowKinds.ts';
import type { Verb } from '../protocol/windows.ts';
import { kindOfWindow, parseAnchor } from '../windows/registry.ts';

/** The verb and the window of an anchor. */
export interface AnchorCall {
  readonly kind: WindowKind;
  readonly verb: Verb;
}

/** Reads the input of a call; null if its id is not an anchor. */
export function anchorCall(input: unknown): AnchorCall | null {
  const { data } = channels['windows:act'].params.safeParse(input);
  const anchor = data === undefined ? null : parseAnchor(data.id);
  const kind = anchor && kindOfWindow(anchor.windowId);
  return anchor && kind && { kind, verb: anchor.verb };
}
