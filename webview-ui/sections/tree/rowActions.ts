import { t } from '@vscode/l10n';
import type { ActionName, PieceDeed, WindowState } from '../../../src/protocol/windows.ts';
import type { Actions } from '../../components/actions.ts';
import type { PinList } from '../../state.ts';
import type { Row } from './promptTree.ts';

/** A button that a row shows under the mouse. */
export interface RowButton {
  readonly icon: string;
  readonly label: string;
  readonly click: () => void;
}

export interface RowTools {
  readonly actions: Actions;
  readonly pins: PinList | null;
  readonly editConstraint: (id: string) => void;
}

/** Actions of a row, each with the name that menu entries of `package.json` are conditional on. */
const menuKeys = {
  expand: 'liveContextExpand',
  collapse: 'liveContextCollapse',
  pin: 'liveContextPin',
  unpin: 'liveContextUnpin',
  close: 'liveContextClose',
  open: 'liveContextOpen',
  compareWithVersion: 'liveContextCompare',
} as const satisfies Partial<Record<ActionName, string>>;
type RowAction = keyof typeof menuKeys;

/** An anchor, and what is done through it to a single piece. */
interface Means {
  readonly anchor: string;
  readonly deed?: PieceDeed;
}

/**
 * The actions of a row: of its window if the row is all of it and it can be closed, else of the
 * piece.
 */
function meansOf(row: Row): ReadonlyMap<RowAction, Means> {
  const { window } = row;
  if (window === null) return new Map();
  const anchors = Object.entries(window.context.anchors);
  const anchorOf = (action: ActionName) => anchors.find(([, info]) => info.action === action)?.[0];
  const own = (Object.keys(menuKeys) as RowAction[]).flatMap((action): [RowAction, Means][] => {
    const anchor = anchorOf(action);
    return anchor === undefined ? [] : [[action, { anchor }]];
  });
  const part = row.kind === 'piece' ? window.parts.find(({ id }) => id === row.key) : undefined;
  const anchor = anchorOf('piece');
  const isClosable = window.closed || anchorOf('close') !== undefined;
  const isWhole = window.pieces === 1 && (anchor === undefined || (isClosable && part?.setting === 'auto'));
  if (part === undefined || isWhole) return new Map(own);
  if (anchor === undefined || window.closed) return new Map(own.filter(([action]) => action === 'open'));
  return new Map(deedsOf(part.setting).map(([action, deed]) => [action, { anchor, deed }]));
}

/** The actions of a piece, by its setting. */
function deedsOf(setting: WindowState['parts'][number]['setting']): readonly [RowAction, PieceDeed][] {
  if (setting === 'removed') return [['open', 'restore']];
  return [
    setting === 'expanded' ? ['collapse', 'restore'] : ['expand', 'expand'],
    ...(setting === 'expanded' || setting === 'collapsed' ? [] : [['collapse', 'collapse'] as [RowAction, PieceDeed]]),
    setting === 'pinned' ? ['unpin', 'restore'] : ['pin', 'pin'],
    ['close', 'remove'],
  ];
}

function runAction({ anchor, deed }: Means, { key }: Row, actions: Actions): void {
  const params = deed === undefined ? {} : { piece: key, do: deed };
  actions.tell({ type: 'act', anchor, params }, t('Done.'));
}

export function constraintId({ key }: Pick<Row, 'key'>): string | null {
  return key.startsWith('constraint:') ? key.slice('constraint:'.length) : null;
}

function pinOf({ key }: Row, pins: PinList | null): PinList['pins'][number] | null {
  return (
    pins?.pins.find(({ documentId, lines }) => key === `chunk:pin:${documentId}:${lines.first}-${lines.last}`) ?? null
  );
}

/** The button that takes a row away, which the Delete key presses; null if nothing does. */
export function removeButton(row: Row, { actions, pins }: Pick<RowTools, 'actions' | 'pins'>): RowButton | null {
  const constraint = row.kind === 'piece' ? constraintId(row) : null;
  const pin = pinOf(row, pins);
  const close = meansOf(row).get('close');
  if (constraint !== null) {
    const click = (): void => actions.run('liveContext.deleteConstraint', null, { liveContextConstraint: constraint });
    return { icon: 'trash', label: t('Delete Constraint'), click };
  }
  if (pin !== null) {
    const click = (): void => actions.run('liveContext.unpin', null, { liveContextPinned: pin.id });
    return { icon: 'pinned', label: t('Unpin'), click };
  }
  if (close === undefined) return null;
  return { icon: 'close', label: t('Remove from Prompt'), click: () => runAction(close, row, actions) };
}

/** At most two buttons of a row; everything else is in its menu. */
export function rowButtons(row: Row, tools: RowTools): readonly RowButton[] {
  const { actions } = tools;
  const constraint = constraintId(row);
  if (row.kind === 'piece' && constraint !== null)
    return [
      { icon: 'edit', label: t('Edit Constraint'), click: () => tools.editConstraint(constraint) },
      { icon: 'trash', label: t('Delete Constraint'), click: () => removeButton(row, tools)?.click() },
    ];
  const remove = removeButton(row, tools);
  if (pinOf(row, tools.pins) !== null && remove !== null) return [remove];
  const means = meansOf(row);
  const button = (action: RowAction, icon: string, label: string): readonly RowButton[] => {
    const way = means.get(action);
    return way === undefined ? [] : [{ icon, label, click: () => runAction(way, row, actions) }];
  };
  return [
    ...button('expand', 'unfold', t('Show in Full')),
    ...button('collapse', 'fold', t('Shorten')),
    ...(remove === null ? [] : [remove]),
    ...button('open', 'add', t('Put Back into Prompt')),
  ].slice(-2);
}

/** Puts a left-out piece back; null if nothing can. */
export function keepButton(row: Row, { actions }: Pick<RowTools, 'actions'>): (() => void) | null {
  if (row.state !== 'cut' || row.kind !== 'piece') return null;
  const means = meansOf(row);
  const way = means.get('open') ?? means.get('pin');
  return way === undefined ? null : () => runAction(way, row, actions);
}

/** The context of the editor's menu over a row: its actions and its place. */
export function menuContext(row: Row, pins: PinList | null): string {
  const means = [...meansOf(row)].map(([action, { anchor, deed }]) => [
    menuKeys[action],
    deed === undefined ? anchor : `${anchor} ${deed}`,
  ]);
  const constraint = constraintId(row);
  const pin = pinOf(row, pins);
  const { place } = row;
  return JSON.stringify({
    webviewSection: 'row',
    preventDefaultContextMenuItems: true,
    liveContextRow: row.kind === 'piece' ? row.key : (row.window?.id ?? row.key),
    ...Object.fromEntries(means),
    ...(constraint === null ? {} : { liveContextConstraint: constraint }),
    ...(pin === null ? {} : { liveContextPinned: pin.id }),
    ...(place === null ? {} : { liveContextDocument: place.documentId, liveContextLine: place.line }),
  });
}
