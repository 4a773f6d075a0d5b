import { t } from '@vscode/l10n';
import type { Setting } from '../../../src/protocol/windows.ts';
import type { Actions } from '../../components/actions.ts';
import type { PinList } from '../../state.ts';
import { toggled } from '../../uiState.ts';
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
}

/** Verbs of a row; menu entries of `package.json` are conditional on `liveContext.<verb>`. */
type RowAction = 'expand' | 'shorten' | 'keep' | 'unkeep' | 'remove' | 'putBack' | 'tick';

/** An anchor, for the row's window or its piece alone. */
interface Means {
  readonly anchor: string;
  readonly onPiece: boolean;
}

/**
 * The verbs of a row: on its window if the row is all of it and the window can be removed, else on
 * the piece.
 */
export function meansOf(row: Row): ReadonlyMap<RowAction, Means> {
  const { window } = row;
  if (window === null) return new Map();
  const anchors = Object.entries(window.context.anchors);
  const means = (action: RowAction): [RowAction, Means][] => {
    const verb = action === 'unkeep' ? 'putBack' : action;
    const [anchor, info] = anchors.find(([, one]) => one.action === verb) ?? [];
    if (anchor === undefined || (action === 'tick' && row.label.name.startsWith('✓ '))) return [];
    const named = info?.params.find((param) => param.startsWith('piece:'));
    const isOnly = named !== undefined && !named.endsWith('?');
    const onPiece = part !== undefined && named !== undefined && (isOnly || !isWhole);
    return part === undefined && isOnly ? [] : [[action, { anchor, onPiece }]];
  };
  const part = row.kind === 'piece' ? window.parts.find(({ id }) => id === row.key) : undefined;
  const hasSetting = part !== undefined && (part.level !== null || part.kept);
  const isWhole = window.pieces === 1 && !hasSetting;
  return new Map(verbsOf(part === undefined || isWhole || window.level === 'Gone' ? window : part).flatMap(means));
}

/** The verbs that would change a setting. */
function verbsOf({ level, kept }: Setting): readonly RowAction[] {
  if (level === 'Gone') return ['putBack'];
  return [
    ...(level === 'Full' ? [] : (['expand'] as const)),
    ...(level === 'Gist' ? [] : (['shorten'] as const)),
    kept ? 'unkeep' : 'keep',
    'tick',
    'remove',
  ];
}

function runAction({ anchor, onPiece }: Means, { key }: Row, actions: Actions): void {
  actions.tell({ type: 'act', anchor, params: onPiece ? { piece: key } : {} }, t('Done.'));
}

/** A note goes for everybody, not from this prompt alone. */
function isNote(row: Row): boolean {
  return row.window?.kind === 'note';
}

export function constraintId({ key }: Pick<Row, 'key'>): string | null {
  return key.startsWith('constraint:') ? key.slice('constraint:'.length) : null;
}

/** The pin that a row is or, whole as it is, holds. */
function pinOf({ key, label }: Row, pins: PinList | null): PinList['pins'][number] | null {
  const own = pins?.pins.find(
    ({ documentId, lines }) => key === `chunk:pin:${documentId}:${lines.first}-${lines.last}`,
  );
  return own ?? label.pin ?? null;
}

/** The button that takes a row away, which the Delete key presses; null if nothing does. */
export function removeButton(row: Row, { actions, pins }: Pick<RowTools, 'actions' | 'pins'>): RowButton | null {
  const constraint = row.kind === 'piece' ? constraintId(row) : null;
  const pin = pinOf(row, pins);
  const close = meansOf(row).get('remove');
  if (constraint !== null) {
    const click = (): void => actions.run('liveContext.deleteConstraint', null, { liveContextConstraint: constraint });
    return { icon: 'trash', label: t('Delete Constraint'), click };
  }
  if (pin !== null) {
    const click = (): void => actions.run('liveContext.unpin', null, { liveContextPinned: pin.id });
    return { icon: 'pinned', label: t('Stop Keeping'), click };
  }
  if (close === undefined) return null;
  const click = (): void => {
    actions.setUi((ui) => ({ ...ui, opened: toggled(ui.opened, row.key, false) }));
    runAction(close, row, actions);
  };
  return isNote(row)
    ? { icon: 'trash', label: t('Delete Note'), click }
    : { icon: 'close', label: t('Remove from Prompt'), click };
}

/** At most two buttons of a row; everything else is in its menu. */
export function rowButtons(row: Row, tools: RowTools): readonly RowButton[] {
  const { actions } = tools;
  const constraint = row.kind === 'piece' ? constraintId(row) : null;
  const remove = removeButton(row, tools);
  if (constraint !== null && remove !== null) return [remove];
  if (row.label.pin === undefined && pinOf(row, tools.pins) !== null && remove !== null) return [remove];
  const means = meansOf(row);
  const button = (action: RowAction, icon: string, label: string): readonly RowButton[] => {
    const way = means.get(action);
    return way === undefined ? [] : [{ icon, label, click: () => runAction(way, row, actions) }];
  };
  return [
    ...button('expand', 'unfold', t('Show in Full')),
    ...button('shorten', 'fold', t('Shorten')),
    ...button('tick', 'check', t('Tick')),
    ...(remove === null ? [] : [remove]),
    ...(keepButton(row, tools) === null ? button('putBack', 'add', t('Put Back into Prompt')) : []),
  ].slice(-2);
}

/** Brings a left-out piece into the prompt; null if nothing can. */
export function keepButton(row: Row, { actions }: Pick<RowTools, 'actions'>): Omit<RowButton, 'icon'> | null {
  if (row.state !== 'cut' || row.kind !== 'piece') return null;
  const means = meansOf(row);
  const putBack = means.get('putBack');
  const way = putBack ?? means.get('keep');
  if (way === undefined) return null;
  return { label: putBack === undefined ? t('Keep') : t('Put Back'), click: () => runAction(way, row, actions) };
}

/** The context of the editor's menu over a row: its actions and its place. */
export function menuContext(row: Row, pins: PinList | null): string {
  const pin = pinOf(row, pins);
  const wanted = [...meansOf(row)].filter(([action]) => pin === null || action !== 'keep');
  const means = wanted.map(([action, { anchor, onPiece }]) => [
    `liveContext.${action}`,
    onPiece ? `${anchor} piece` : anchor,
  ]);
  const hasVersions = row.window?.kind === 'document' || row.window?.kind === 'diffs';
  return JSON.stringify({
    webviewSection: 'row',
    preventDefaultContextMenuItems: true,
    liveContextRow: row.kind === 'piece' ? row.key : (row.window?.id ?? row.key),
    ...Object.fromEntries(means),
    ...(hasVersions ? { liveContextCompare: true } : {}),
    liveContextConstraint: constraintId(row) ?? undefined,
    liveContextPinned: pin?.id,
    ...(isNote(row) ? { liveContextNote: true } : {}),
  });
}
