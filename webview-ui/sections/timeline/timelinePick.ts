import type { Timeline } from '../../state.ts';

/** The picked versions: the focused one and, of a stretch, the one at its other end. */
export interface Pick {
  readonly focus: string;
  readonly other: string | null;
}

/**
 * The pick as far as its versions are still in the timeline; the newest version when they are not.
 * Null for no entries.
 */
export function validPick(timeline: Timeline, pick: Pick | null): Pick | null {
  const focus = timeline.entries.find((entry) => entry.versionId === pick?.focus) ?? timeline.entries[0];
  if (focus === undefined) return null;
  const other = timeline.entries.find((entry) => entry.versionId === pick?.other && focus.versionId === pick?.focus);
  return { focus: focus.versionId, other: other === undefined || other === focus ? null : other.versionId };
}

/**
 * Picks an entry; `extend` keeps the far end of the stretch where it is (or starts one at the
 * former focus).
 */
export function pickVersion(pick: Pick | null, versionId: string, extend: boolean): Pick {
  const far = pick?.other ?? pick?.focus ?? versionId;
  return { focus: versionId, other: extend && far !== versionId ? far : null };
}

/** Moves the focus by a number of entries (positive: to older ones), stopping at both ends. */
export function movePick(timeline: Timeline, pick: Pick | null, by: number, extend: boolean): Pick | null {
  const last = timeline.entries.length - 1;
  const target = timeline.entries[Math.min(last, Math.max(0, indexOf(timeline, pick?.focus) + by))];
  return target === undefined ? null : pickVersion(pick, target.versionId, extend);
}

/** The first and last index of the picked stretch, both included; null when nothing is picked. */
export function pickedStretch(timeline: Timeline, pick: Pick | null) {
  if (pick === null) return null;
  const ends = [indexOf(timeline, pick.focus), indexOf(timeline, pick.other ?? pick.focus)];
  return { first: Math.min(...ends), last: Math.max(...ends) };
}

/**
 * The versions that the pick compares, old to new; without `right` the text now is meant. Null if
 * both sides are the same.
 */
export function comparison(timeline: Timeline, pick: Pick | null) {
  const stretch = pickedStretch(timeline, pick);
  const newer = timeline.entries[stretch?.first ?? -1]?.versionId;
  const older = timeline.entries[stretch?.last ?? -1]?.versionId;
  if (newer === undefined || older === undefined) return null;
  if (newer !== older) return newer === timeline.now ? { left: older } : { left: older, right: newer };
  return newer === timeline.now ? null : { left: newer };
}

function indexOf(timeline: Timeline, versionId: string | undefined): number {
  return Math.max(
    0,
    timeline.entries.findIndex((entry) => entry.versionId === versionId),
  );
}
