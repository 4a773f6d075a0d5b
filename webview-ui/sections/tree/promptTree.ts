import { t } from '@vscode/l10n';
import type { Account, LedgerLine } from '../../../src/protocol/prompt/assembly.ts';
import { shortfallOf, shortfalls } from '../../../src/protocol/prompt/shortfalls.ts';
import { type WindowKind, windowTitles } from '../../../src/protocol/windowKinds.ts';
import type { Place, WindowState } from '../../../src/protocol/windows.ts';
import type { Filter } from '../../uiState.ts';
import { type NameSource, type PieceName, pieceName } from './pieceNames.ts';

export const layerTitles = {
  rules: t('Rules'),
  settings: t('Settings'),
  retrieved: t('Retrieved'),
  immediate: t('Immediate'),
} as const satisfies Record<string, string>;
export type LayerName = keyof typeof layerTitles;
export const layersInOrder = Object.keys(layerTitles) as readonly LayerName[];

export const layerMeanings: Readonly<Record<LayerName, string>> = {
  rules: t('Rules to follow: constraints and instruction files'),
  settings: t('The style of this project: editor settings, project facts, preferences'),
  retrieved: t('Related code: pins, definitions, recent edits, search'),
  immediate: t('The current state: the document, changes, problems, agents'),
};

/** Fewer pieces of a window than this stand in their layer themselves. */
const ownRow = 2;

/** A line of the tree. */
export interface Row {
  /** Stays the same while the row does. */
  readonly key: string;
  readonly level: number;
  readonly kind: 'layer' | 'window' | 'piece' | 'leftOut';
  readonly layer: LayerName;
  readonly label: PieceName;
  /** True if its rows are shown; null for a row without any. */
  readonly open: boolean | null;
  /** Number of its pieces. */
  readonly count: number;
  readonly tokens: number;
  readonly fullTokens: number;
  readonly state: LedgerLine['state'];
  /** The level of detail, if it is not all. */
  readonly chip: string;
  readonly why: string;
  readonly window: WindowState | null;
  readonly place: Place | null;
  readonly posinset: number;
  readonly setsize: number;
}

export interface TreeInput extends NameSource {
  readonly account: Account;
  readonly windows: readonly WindowState[];
  readonly places: Readonly<Record<string, Place>>;
  /** Ids of pieces that are new or other than in the last copy. */
  readonly fresh: ReadonlySet<string>;
  readonly filter: Filter;
  readonly search: string;
  readonly folded: ReadonlySet<string>;
}

const levels: Readonly<Record<LedgerLine['lod'], string>> = {
  full: '',
  summary: t('summary'),
  gist: t('one line'),
  cut: '',
};

/** The reason why a piece is not shown whole, in words for people. */
function shortfallText({ why, state, lines }: LedgerLine): string {
  const reason = shortfallOf(why);
  if (reason === null) return '';
  if (state === 'cut' && reason === 'over the budget') return t('no room');
  const text = t(shortfalls[reason]);
  return lines === undefined ? text : `${text} (${t('{0} of {1} lines', `${lines.first}–${lines.last}`, lines.of)})`;
}

/** Number of pieces that each filter shows. */
export function filterCounts(account: Account, fresh: ReadonlySet<string>): Readonly<Record<Filter, number>> {
  const { ledger } = account;
  return {
    all: ledger.length,
    shortened: ledger.filter(isShortenedLine).length,
    new: ledger.filter(({ id }) => fresh.has(id)).length,
  };
}

function isShortenedLine({ state }: LedgerLine): boolean {
  return state !== 'kept';
}

/** The window of each piece, by the form of its id. */
function windowOf({ id }: Pick<LedgerLine, 'id'>): WindowKind {
  const [kind = '', origin = ''] = id.split(':');
  if (kind === 'chunk')
    return origin === 'diagnostic' ? 'diagnostics' : origin === 'context-file' ? 'contextFiles' : 'retrieved';
  const kinds: Readonly<Record<string, WindowKind>> = {
    constraint: 'constraints',
    note: 'note',
    instructions: 'instructions',
    setting: 'settings',
    document: 'document',
    diff: 'diffs',
    editorState: 'editorState',
    plan: 'plan',
  };
  return kinds[kind] ?? 'retrieved';
}

/** The keys of the rows below which a piece is shown. */
export function groupsOf(line: Pick<LedgerLine, 'id' | 'layer' | 'state'>): readonly string[] {
  return line.state === 'cut' ? ['left-out'] : [`layer:${line.layer}`, `window:${windowOf(line)}`];
}

/**
 * The rows that are shown, from above: layers, windows where a layer has several, pieces; at last
 * what was left out.
 */
export function promptRows(input: TreeInput): readonly Row[] {
  const pieces = input.account.ledger.map((line) => piece(line, input)).filter((row) => isWanted(row, input));
  const inside = pieces.filter(({ state }) => state !== 'cut');
  const out = pieces.filter(({ state }) => state === 'cut');
  const groups = layersInOrder.flatMap((layer) => {
    const own = inside.filter((row) => row.layer === layer);
    return own.length === 0 && (isNarrowed(input) || layer !== 'rules') ? [] : [{ layer, own }];
  });
  const setsize = groups.length + (out.length === 0 ? 0 : 1);
  return [
    ...groups.flatMap(({ layer, own }, index) => layerRows(layer, own, input, { posinset: index + 1, setsize })),
    ...leftOutRows(out, input, { posinset: setsize, setsize }),
  ];
}

type Spot = Pick<Row, 'posinset' | 'setsize'>;

function isNarrowed({ filter, search }: TreeInput): boolean {
  return filter !== 'all' || search !== '';
}

function isWanted(row: Row, { filter, search, fresh }: TreeInput): boolean {
  if (filter === 'shortened' && row.state === 'kept') return false;
  if (filter === 'new' && !fresh.has(row.key)) return false;
  const words = `${row.label.name} ${row.label.note} ${row.key}`.toLowerCase();
  return search === '' || words.includes(search.toLowerCase());
}

function piece(line: LedgerLine, input: TreeInput): Row {
  const { id, layer, tokens, fullTokens, state, lod } = line;
  const kind = windowOf(line);
  return {
    ...{ key: id, level: 2, kind: 'piece', layer, open: null, count: 1, tokens, fullTokens, state },
    label: pieceName(line, input),
    chip: state === 'degraded' ? levels[lod] : '',
    why: shortfallText(line),
    window: input.windows.find((window) => window.kind === kind) ?? null,
    place: input.places[id] ?? null,
    ...{ posinset: 1, setsize: 1 },
  };
}

function layerRows(layer: LayerName, own: readonly Row[], input: TreeInput, spot: Spot): readonly Row[] {
  const key = `layer:${layer}`;
  const open = isNarrowed(input) || !input.folded.has(key);
  const kinds = [...new Set(own.map((row) => windowOf({ id: row.key })))];
  const only = kinds.length === 1 ? input.windows.find(({ kind }) => kind === kinds[0]) : undefined;
  const label = { icon: '', name: layerTitles[layer], note: '' };
  const head = group({ key, kind: 'layer', level: 1, layer, label, window: only ?? null }, own, open, spot);
  if (!open) return [head];
  const parts = kinds.map((kind) => own.filter((row) => windowOf({ id: row.key }) === kind));
  const nested = parts.flatMap((rows, index) => {
    const kind = kinds[index] ?? 'retrieved';
    return kinds.length === 1 || rows.length < ownRow
      ? rows.map((row) => [row])
      : [windowRows(kind, layer, rows, input)];
  });
  return [head, ...placed(nested)];
}

function windowRows(kind: WindowKind, layer: LayerName, rows: readonly Row[], input: TreeInput): readonly Row[] {
  const key = `window:${kind}`;
  const open = !input.folded.has(key);
  const window = input.windows.find((one) => one.kind === kind) ?? null;
  const label = { icon: '', name: t(windowTitles[kind]), note: '' };
  const head = group({ key, kind: 'window', level: 2, layer, label, window }, rows, open, { posinset: 1, setsize: 1 });
  return open ? [head, ...placed(rows.map((row) => [{ ...row, level: 3 }]))] : [head];
}

function leftOutRows(rows: readonly Row[], input: TreeInput, spot: Spot): readonly Row[] {
  if (rows.length === 0) return [];
  const open = !input.folded.has('left-out');
  const whys = [...new Set(rows.map(({ why }) => why))];
  const label = { icon: '', name: t('Left out'), note: whys.length === 1 ? (whys[0] ?? '') : '' };
  const head = group(
    { key: 'left-out', kind: 'leftOut', level: 1, layer: 'retrieved', label, window: null },
    rows,
    open,
    spot,
  );
  return open ? [head, ...placed(rows.map((row) => [row]))] : [head];
}

function group(
  row: Pick<Row, 'key' | 'kind' | 'level' | 'layer' | 'label' | 'window'>,
  rows: readonly Row[],
  open: boolean,
  spot: Spot,
): Row {
  const tokens = rows.reduce((sum, one) => sum + one.tokens, 0);
  const fullTokens = rows.reduce((sum, one) => sum + one.fullTokens, 0);
  const shown = row.kind === 'leftOut' ? fullTokens : tokens;
  return {
    ...row,
    ...spot,
    open,
    count: rows.length,
    tokens: shown,
    fullTokens: shown,
    state: 'kept',
    chip: '',
    why: '',
    place: null,
  };
}

/** Gives the first row of each its place among its neighbours. */
function placed(parts: readonly (readonly Row[])[]): readonly Row[] {
  return parts.flatMap((rows, index) =>
    rows.map((row, at) => (at === 0 ? { ...row, posinset: index + 1, setsize: parts.length } : row)),
  );
}
