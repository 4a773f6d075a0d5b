import type { DetailOverride } from '../engine/detailOverride.ts';
import type { Piece } from '../engine/piece.ts';
import { type ActionName, type Detail, details } from '../protocol/windows.ts';
import { type SetPiece, settingOf } from './pieceSettings.ts';
import type { WindowDefinition } from './registry.ts';

/** What anchors have set for a window. */
export interface WindowSettings {
  readonly detail: Detail;
  readonly pinned: boolean;
  readonly closed: boolean;
  /** The summary given at closing. */
  readonly trace: string;
  /** The pieces that are set apart. */
  readonly pieces: readonly SetPiece[];
}

export const defaultSettings: WindowSettings = {
  detail: 'auto',
  pinned: false,
  closed: false,
  trace: '',
  pieces: [],
};

/**
 * The actions that a window offers now. An action that leads to a level names it (`collapse` to `summary`), so that it is another one
 * once it has been executed, and an id that was meant for the step before does not take a second one.
 */
export interface OfferedAction {
  readonly name: ActionName;
  readonly to: Detail | null;
}

export function offeredActions(definition: WindowDefinition, settings: WindowSettings): readonly OfferedAction[] {
  const plain = (name: ActionName): OfferedAction => ({ name, to: null });
  if (settings.closed) return [plain('open')];
  const step = (name: ActionName, by: number): OfferedAction[] => {
    const to = details[details.indexOf(settings.detail) + by];
    return to === undefined || !definition.levels ? [] : [{ name, to }];
  };
  return [
    ...step('expand', 1),
    ...step('collapse', -1),
    ...(definition.pinnable ? [plain(settings.pinned ? 'unpin' : 'pin')] : []),
    ...(definition.closable ? [plain('close')] : []),
    ...definition.own.map(plain),
  ];
}

/** The settings after one of the actions that change the whole window; null for any other. */
export function settingsAfter(
  settings: WindowSettings,
  { name, to }: OfferedAction,
  summary: string,
): WindowSettings | null {
  switch (name) {
    case 'expand':
    case 'collapse':
      return to === null ? null : { ...settings, detail: to };
    case 'pin':
    case 'unpin':
      return { ...settings, pinned: name === 'pin' };
    case 'close':
      return { ...settings, closed: true, trace: summary };
    case 'open':
      return { ...settings, closed: false, trace: '' };
    default:
      return null;
  }
}

/** Whether the settings ask for anything at all. */
export function isAdjusted({ detail, pinned, closed, pieces }: WindowSettings): boolean {
  return detail !== 'auto' || pinned || closed || pieces.length > 0;
}

/** What the settings mean for a piece of the window; undefined when they ask for nothing. */
export function overrideOf(settings: WindowSettings, { id }: Pick<Piece, 'id'>): DetailOverride | undefined {
  const { detail, pinned, closed } = settings;
  const own = settingOf(settings.pieces, id);
  if (own === undefined && detail === 'auto' && !pinned && !closed) return undefined;
  const level = own === 'collapsed' ? 'gist' : own === undefined ? detail : 'expanded';
  return {
    ceiling: level === 'gist' || level === 'summary' ? level : 'full',
    last: level === 'expanded',
    pinned: pinned || own === 'pinned',
    closed,
    removed: own === 'removed',
  };
}
