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
  rules: t('Rules to follow: constraints and instruction files. They cannot be removed from the prompt.'),
  settings: t('The style of this project: editor settings, project facts, preferences'),
  retrieved: t('Related code: what you keep, definitions, recent edits, search'),
  immediate: t('The current state: the document, changes, problems, agents'),
};

/** Number of pieces of a group that are shown at first. */
const firstPieces = 25;
/** Fewer pieces of a window than this are shown in their layer directly. */
const ownRow = 2;

/** A line of the tree. */
export interface Row {
  /** Stays the same while the row does. */
  readonly key: string;
  readonly level: number;
  readonly kind: 'layer' | 'window' | 'piece' | 'leftOut' | 'more';
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
  /** Keys of rows that are open, or that are shown no more since the rest of their group is. */
  readonly opened: ReadonlySet<string>;
  /** The row that has the keyboard: it is shown however long its group is. */
  readonly active?: string;
}

const levels: Record<LedgerLine['lod'], string> = { full: '', summary: t('summary'), gist: t('gist'), cut: '' };

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
    shortened: ledger.filter(({ state }) => state !== 'kept').length,
    new: ledger.filter(({ id }) => fresh.has(id)).length,
  };
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
  const layers = layersInOrder.map((layer) => inside.filter((row) => row.layer === layer));
  return [
    ...layers.flatMap((own, index) => layerRows(layersInOrder[index] ?? 'rules', own, input)),
    ...leftOutRows(
      pieces.filter(({ state }) => state === 'cut'),
      input,
    ),
  ];
}

export function isNarrowed({ filter, search }: TreeInput): boolean {
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
  };
}

/** A layer without pieces is shown only where a piece can be added to it. */
function layerRows(layer: LayerName, own: readonly Row[], input: TreeInput): readonly Row[] {
  if (own.length === 0 && (isNarrowed(input) || layer !== 'rules')) return [];
  const windowRow = (kind: WindowKind | undefined) => input.windows.find((one) => one.kind === kind) ?? null;
  // Notes stay together above the code, ticked or not.
  const inOrder = [...own.filter(({ key }) => key.startsWith('note:')), ...own];
  const kinds = [...new Set(inOrder.map((row) => windowOf({ id: row.key })))];
  const window = kinds.length === 1 ? windowRow(kinds[0]) : null;
  const head = { key: `layer:${layer}`, kind: 'layer', level: 1, layer, window } as const;
  if (kinds.length <= 1) return group(head, layerTitles[layer], own, input);
  const inWindows = kinds.flatMap((kind) => {
    const rows = own.filter((row) => windowOf({ id: row.key }) === kind);
    if (rows.length < ownRow) return rows;
    const below = { key: `window:${kind}`, kind: 'window', level: 2, layer, window: windowRow(kind) } as const;
    return group(below, t(windowTitles[kind]), rows, input);
  });
  return group(head, layerTitles[layer], own, input, '', inWindows);
}

function leftOutRows(rows: readonly Row[], input: TreeInput): readonly Row[] {
  if (rows.length === 0) return [];
  const [why = '', ...others] = new Set(rows.map((row) => row.why));
  const head = { key: 'left-out', kind: 'leftOut', level: 1, layer: 'retrieved', window: null } as const;
  return group(head, t('Left out'), rows, input, others.length === 0 ? why : '');
}

/** A row that holds pieces, with the rows below it while it is open. */
function group(
  row: Pick<Row, 'key' | 'kind' | 'level' | 'layer' | 'window'>,
  name: string,
  pieces: readonly Row[],
  input: TreeInput,
  note = '',
  below = firstOf(row, pieces, input),
): readonly Row[] {
  const open = isNarrowed(input) || !input.folded.has(row.key);
  const head = { ...sumOf(row, pieces), label: { icon: '', name, note }, open };
  return open ? [head, ...below] : [head];
}

/** The first pieces of a group; the last row says how many more there are, and opens them. */
function firstOf(
  { key, level, layer }: Pick<Row, 'key' | 'level' | 'layer'>,
  pieces: readonly Row[],
  input: TreeInput,
) {
  const rows = pieces.map((piece) => ({ ...piece, level: level + 1 }));
  const more = `more:${key}`;
  const active = rows.findIndex((row) => row.key === input.active);
  const rest = input.opened.has(more) ? [] : rows.slice(Math.max(firstPieces, active + 1));
  if (rest.length === 0) return rows;
  const label = { icon: '', name: t('Show more: {0}', rest.length), note: '' };
  return [
    ...rows.slice(0, -rest.length),
    { ...sumOf({ key: more, kind: 'more', level: level + 1, layer, window: null }, rest), label },
  ];
}

/** A row that tells pieces by their number and sum. */
function sumOf(row: Pick<Row, 'key' | 'kind' | 'level' | 'layer' | 'window'>, pieces: readonly Row[]): Row {
  const tokens = pieces.reduce((sum, one) => sum + (one.state === 'cut' ? one.fullTokens : one.tokens), 0);
  return {
    ...{ ...row, label: { icon: '', name: '', note: '' }, open: null, count: pieces.length },
    ...{ tokens, fullTokens: tokens },
    ...{ state: 'kept', chip: '', why: '', place: null },
  };
}

/**
 * The rows, with open ones that have left the prompt at their former place, so that no selection in
 * them is lost.
 */
export function withOpenRows(rows: readonly Row[], before: readonly Row[], open: ReadonlyMap<string, Row>) {
  const result = [...rows];
  for (const [index, { key }] of before.entries()) {
    const openRow = open.get(key);
    if (openRow === undefined || rows.some((one) => one.key === key)) continue;
    const above = before.slice(0, index).findLast((row) => result.some((one) => one.key === row.key));
    const at = result.findIndex((row) => row.key === above?.key);
    result.splice(at + 1, 0, { ...openRow, state: 'degraded', chip: t('earlier') });
  }
  return result;
}

/**
 * The key of the row after one that is gone, else of the one before it; after the rest of a group
 * was opened, of the first row of the rest.
 */
export function nearestRow(gone: string, before: readonly Row[], now: readonly Row[]): string {
  const index = before.findIndex(({ key }) => key === gone);
  if (before[index]?.kind === 'more') return now[index]?.key ?? '';
  const isHere = (row: Row): boolean => now.some(({ key }) => key === row.key);
  const nearest = before.slice(index + 1).find(isHere) ?? before.slice(0, index).findLast(isHere) ?? now[0];
  return nearest?.key ?? '';
}
