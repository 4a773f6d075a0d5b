import { t } from '@vscode/l10n';
import type { LedgerLine } from '../../../src/protocol/prompt/assembly.ts';
import { withoutCellMark } from '../../../src/protocol/prompt/deliveries.ts';
import type { EditorState, LiveContextPayload, PlanHint } from '../../../src/protocol/prompt/liveContext.ts';
import { checkpointBadges, originBadges } from '../../components/origin.ts';
import { agoText, countTexts, lineSpan, listText, numberText, splitPath } from '../../components/parts.ts';
import { patchCounts } from '../../components/patchLines.ts';
import type { PinList, Timeline } from '../../state.ts';

/** The sources of a piece's name. */
export interface NameSource {
  readonly payload: LiveContextPayload | null;
  readonly timeline: Timeline | null;
  /** The texts of constraints by id, as far as they are known. */
  readonly constraints: ReadonlyMap<string, string>;
  readonly pins: PinList['pins'];
  readonly now: number;
}

/** Name and icon of a piece for people. */
export interface PieceName {
  readonly icon: string;
  readonly name: string;
  /** A quiet note beside the name. */
  readonly note: string;
  /** Lines that came and went. */
  readonly counts?: { readonly added: number; readonly removed: number };
  readonly patch?: string;
  readonly isError?: boolean;
  /** A pin of lines that the piece has anyway. */
  readonly pin?: PinList['pins'][number];
}

const chunkKinds: Readonly<Record<string, { readonly icon: string; readonly note: string }>> = {
  pin: { icon: 'pinned', note: t('kept') },
  search: { icon: 'search', note: t('found by search') },
  diagnostic: { icon: 'warning', note: t('problem') },
  cell: { icon: 'notebook', note: t('notebook cell') },
};

/** Icon and name of each outcome of an agent's edit. */
export const outcomes: Readonly<Record<PlanHint['outcome'], { readonly icon: string; readonly label: string }>> = {
  applied: { icon: 'pass', label: t('applied') },
  rebased: { icon: 'git-merge', label: t('moved to the text now') },
  conflict: { icon: 'error', label: t('refused: conflict') },
  failed: { icon: 'error', label: t('refused') },
};

type Named = Pick<LedgerLine, 'id' | 'source' | 'stretches'>;

/** Names a piece by its id and source; an id of an unknown kind stays as it is. */
export function pieceName({ id, source, stretches }: Named, from: NameSource): PieceName {
  const cut = id.indexOf(':');
  const rest = id.slice(cut + 1);
  switch (cut < 0 ? id : id.slice(0, cut)) {
    case 'document':
      return documentName(from);
    case 'editorState':
      return editorName(from);
    case 'constraint':
      return { icon: 'law', name: from.constraints.get(rest) ?? t('Constraint {0}', rest), note: '' };
    case 'instructions':
      return { icon: 'book', name: splitPath(rest).name, note: splitPath(rest).folder };
    case 'setting':
      return { icon: 'settings', name: rest, note: source };
    case 'note': {
      const [name = '', by = ''] = source.split(/ \((?=[^()]*\)$)|\)$/);
      const note = by.replace(', ticked by ', ' · ✓ ').replaceAll(/\bdeveloper\b/g, t('the developer'));
      return { icon: by.startsWith('developer') ? 'note' : 'sparkle', name, note };
    }
    case 'diff':
      return diffName(rest, from);
    case 'plan':
      return planName(rest, from);
    case 'chunk':
      return chunkName(rest, source, stretches);
    default:
      return { icon: 'circle-outline', name: id, note: source };
  }
}

function documentName({ payload, pins }: NameSource): PieceName {
  const { excerpt, editor_state } = payload ?? {};
  if (excerpt === undefined) {
    const pin = pins.find(({ documentId }) => documentId === editor_state?.document_id);
    const note = pin === undefined ? '' : `${lineSpan(pin.lines.first, pin.lines.last)} · ${t('kept')}`;
    return { icon: 'file-code', name: t('Document'), note, ...(pin === undefined ? {} : { pin }) };
  }
  const { first_line, last_line, line_count, first_column, last_column } = excerpt;
  const isCut = first_column !== undefined && last_column !== undefined;
  const lines = isCut ? `${first_line}:${lineSpan(first_column, last_column)}` : lineSpan(first_line, last_line);
  const note = line_count === undefined ? lines : t('{0} of {1}', lines, numberText(line_count));
  return { icon: 'file-code', name: t('Document'), note };
}

function editorName({ payload }: NameSource): PieceName {
  if (payload === null) return { icon: 'window', name: t('Editor'), note: '' };
  const { diagnostics, open_tabs, more_tabs = 0, cursor } = payload.editor_state;
  const parts = [
    diagnostics.length === 0 ? '' : countTexts.problem(diagnostics.length),
    open_tabs.length === 0 ? '' : countTexts.tab(open_tabs.length + more_tabs),
    cursor === null ? '' : t('cursor {0}', `${cursor.line}:${cursor.column}`),
  ];
  return { icon: iconOf(diagnostics), name: t('Editor'), note: listText(parts) };
}

function iconOf(diagnostics: EditorState['diagnostics']): string {
  if (diagnostics.some(({ severity }) => severity === 'error')) return 'error';
  return diagnostics.some(({ severity }) => severity === 'warning') ? 'warning' : 'window';
}

function diffName(version: string, { payload, timeline, now }: NameSource): PieceName {
  if (version === 'anchor') return sinceName(payload, timeline, now);
  const diff = payload?.recent_diffs.find(({ version_id }) => version_id === version);
  if (diff === undefined) return { icon: 'diff', name: t('Change'), note: '' };
  const { icon, label } = originBadges[diff.origin ?? 'unknown'];
  const file = diff.file === payload?.editor_state.file ? '' : splitPath(diff.file ?? '').name;
  const note = [file, linesNote(diff), agoText(diff.timestamp, now)].filter((part) => part !== '').join(' · ');
  if (diff.patch === '') return { icon: 'info', name: diff.reason ?? label, note };
  return {
    ...{ icon: diff.is_error ? 'error' : icon, name: diff.is_error ? t('Refused edit') : label, note },
    ...{ counts: patchCounts(diff.patch), patch: diff.patch, isError: diff.is_error === true },
  };
}

function linesNote({ first_line: first, last_line: last }: LiveContextPayload['recent_diffs'][number]): string {
  if (first === null) return '';
  return last === null || last === first ? t('line {0}', first) : lineSpan(first, last);
}

/** The anchor diff, by the name or the time of where it starts. */
function sinceName(payload: LiveContextPayload | null, timeline: Timeline | null, now: number): PieceName {
  const diff = payload?.anchor_diff ?? null;
  const base = timeline?.entries.find(({ versionId }) => versionId === diff?.base_version_id);
  const checkpoint = base?.checkpoints.find(({ name }) => name !== undefined) ?? base?.checkpoints[0];
  const label =
    checkpoint && (checkpoint.name === undefined ? checkpointBadges[checkpoint.kind].label : `“${checkpoint.name}”`);
  return {
    icon: 'bookmark',
    name: base === undefined ? t('Since the snapshot') : t('Since {0}', label ?? agoText(base.timestamp, now)),
    note: '',
    ...(diff === null ? {} : { counts: patchCounts(diff.patch), patch: diff.patch }),
  };
}

function planName(id: string, { payload, now }: NameSource): PieceName {
  const hint = payload?.plan_hints.find((one) => one.id === id);
  if (hint === undefined) return { icon: 'sparkle', name: t('Agent edit'), note: '' };
  const { icon, label } = outcomes[hint.outcome];
  const refused = hint.outcome === 'conflict' || hint.outcome === 'failed';
  return {
    icon,
    name: hint.summary || (hint.file === undefined ? t('Agent edit') : t('Edit of {0}', splitPath(hint.file).name)),
    note: `${label} · ${agoText(hint.timestamp, now)}`,
    isError: refused,
    ...(hint.diff === undefined ? {} : { counts: patchCounts(hint.diff.patch), patch: hint.diff.patch }),
  };
}

/**
 * `<origin>:<uri>:<first>-<last>`; the source is the path, which is empty when only the id is
 * known.
 */
function chunkName(id: string, source: string, stretches: string | undefined): PieceName {
  const parts = /^([\w-]+):(.*):(\d+)-(\d+)$/s.exec(id);
  if (parts === null) return { icon: 'file', name: splitPath(source).name || id, note: '' };
  const [, origin = '', uri = '', first, last] = parts;
  if (origin === 'context-file') return { icon: 'output', name: splitPath(uri).name, note: t('context file') };
  if (origin === 'declarations') return { icon: 'symbol-class', name: t('Declarations of other files'), note: '' };
  const { icon = 'file', note: kind = '' } = chunkKinds[origin] ?? {};
  const span = lineSpan(Number(first), Number(last));
  const lines = stretches === undefined ? span : listText(stretches.replaceAll('-', '–').split(','));
  // Files of one name differ by their folders.
  const folder = splitPath(splitPath(withoutCellMark(source)).folder).name;
  const note = origin === 'search' && folder !== '' ? folder : kind;
  return {
    icon,
    name: decodedName(splitPath(withoutCellMark(source || uri)).name),
    note: note === '' ? lines : `${lines} · ${note}`,
  };
}

function decodedName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
