import type { Format } from '../src/protocol/channels.ts';
import type { Pick } from './sections/document/timelinePick.ts';

/** The sections of the view, in their order. */
const sectionIds = [
  'budget',
  'windows',
  'ledger',
  'prefix',
  'constraints',
  'pins',
  'preferences',
  'redactions',
  'files',
  'document',
  'diffs',
  'anchor',
  'editor',
  'plan',
  'timeline',
  'changes',
  'preview',
] as const;
export type SectionId = (typeof sectionIds)[number];

/** The formats in the order in which the view offers them. */
export const formatNames: Readonly<Record<Format, string>> = {
  markdown: 'Markdown',
  json: 'JSON',
  messages: 'Messages',
  xml: 'XML',
};

/** What the user has set up in the view; it survives a reload. */
export interface UiState {
  readonly collapsed: readonly SectionId[];
  readonly format: Format;
  /** Whether the ledger shows only what was degraded or cut. */
  readonly notKeptOnly: boolean;
  /** The last picks of the timeline, by document, the newest last; at most 20. */
  readonly picks: readonly (Pick & { readonly documentId: string })[];
}

export const freshUiState: UiState = { collapsed: ['editor'], format: 'markdown', notKeptOnly: false, picks: [] };
const mostPicks = 20;

/** Reads what an earlier (perhaps older) view has kept; whatever does not fit is left at its default. */
export function readUiState(kept: unknown): UiState {
  if (!isRecord(kept)) return freshUiState;
  const { collapsed, format, notKeptOnly, picks } = kept;
  return {
    collapsed: Array.isArray(collapsed) ? sectionIds.filter((id) => collapsed.includes(id)) : freshUiState.collapsed,
    format: isFormat(format) ? format : freshUiState.format,
    notKeptOnly: notKeptOnly === true,
    picks: Array.isArray(picks) ? picks.filter(isPick).slice(-mostPicks) : [],
  };
}

export function withSection(ui: UiState, section: SectionId, open: boolean): UiState {
  const collapsed = ui.collapsed.filter((id) => id !== section);
  return { ...ui, collapsed: open ? collapsed : [...collapsed, section] };
}

export function withPick(ui: UiState, documentId: string, pick: Pick): UiState {
  const others = ui.picks.filter((kept) => kept.documentId !== documentId);
  return { ...ui, picks: [...others, { documentId, focus: pick.focus, other: pick.other }].slice(-mostPicks) };
}

function isFormat(value: unknown): value is Format {
  return typeof value === 'string' && Object.hasOwn(formatNames, value);
}

function isPick(value: unknown): value is UiState['picks'][number] {
  if (!isRecord(value)) return false;
  const { documentId, focus, other } = value;
  return typeof documentId === 'string' && typeof focus === 'string' && (typeof other === 'string' || other === null);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
