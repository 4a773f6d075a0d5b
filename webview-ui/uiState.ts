import type { BudgetDraft } from './sections/housekeeping/budgetDraft.ts';
import type { Pick } from './sections/timelinePick.ts';
import type { ConstraintDraft } from './sections/tree/constraintDraft.ts';

/** The sections of the view that fold, in their order. */
const sectionIds = ['prompt', 'looked', 'timeline', 'housekeeping'] as const;
export type SectionId = (typeof sectionIds)[number];

export const filters = ['all', 'shortened', 'new'] as const;
export type Filter = (typeof filters)[number];

/** A constraint that is being written: a listed one, or a new one (`id` null), in its project. */
export interface ConstraintWork {
  readonly projectId: string;
  readonly id: string | null;
  readonly draft: ConstraintDraft;
}

/** A preference that is being edited. */
export interface PreferenceDraft {
  readonly id: string;
  readonly text: string;
}

/** What the user has set up in the view; it survives that the view is hidden, and a reload. */
export interface UiState {
  readonly collapsed: readonly SectionId[];
  /** Rows of the tree that hold others and are folded. */
  readonly folded: readonly string[];
  /** Rows of the tree whose text is open. */
  readonly opened: readonly string[];
  readonly filter: Filter;
  /** What is searched for in the tree; null while the search is shut. */
  readonly search: string | null;
  /** Whose prompt is shown. */
  readonly consumer: string;
  readonly work: ConstraintWork | null;
  /** The budget, while it is being edited. */
  readonly budget: BudgetDraft | null;
  readonly preference: PreferenceDraft | null;
  /** How far the view is scrolled, CSS pixels. */
  readonly scroll: number;
  /** The last picks of the timeline, by document, the newest last; at most 20. */
  readonly picks: readonly (Pick & { readonly documentId: string })[];
}

export const freshUiState: UiState = {
  collapsed: ['housekeeping'],
  folded: ['layer:settings'],
  opened: [],
  filter: 'all',
  search: null,
  consumer: 'clipboard',
  work: null,
  budget: null,
  preference: null,
  scroll: 0,
  picks: [],
};
const mostPicks = 20;
const mostRows = 200;

/** Reads what an earlier (perhaps older) view has kept; whatever does not fit is left at its default. */
export function readUiState(kept: unknown): UiState {
  if (!isRecord(kept)) return freshUiState;
  const { collapsed, folded, opened, filter, search, consumer, work, budget, preference, scroll, picks } = kept;
  return {
    collapsed: Array.isArray(collapsed) ? sectionIds.filter((id) => collapsed.includes(id)) : freshUiState.collapsed,
    folded: Array.isArray(folded) ? strings(folded) : freshUiState.folded,
    opened: strings(opened),
    filter: filters.find((known) => known === filter) ?? freshUiState.filter,
    search: typeof search === 'string' ? search : null,
    consumer: typeof consumer === 'string' ? consumer : freshUiState.consumer,
    work: isWork(work) ? work : null,
    budget: isBudgetDraft(budget) ? budget : null,
    preference: isPreferenceDraft(preference) ? preference : null,
    scroll: typeof scroll === 'number' && scroll > 0 ? scroll : 0,
    picks: Array.isArray(picks) ? picks.filter(isPick).slice(-mostPicks) : [],
  };
}

export function withSection(ui: UiState, section: SectionId, open: boolean): UiState {
  return { ...ui, collapsed: toggled(ui.collapsed, section, !open) };
}

/** The list with the item in it, as its newest one, or without. */
export function toggled<T>(list: readonly T[], item: T, isIn: boolean): readonly T[] {
  const others = list.filter((one) => one !== item);
  return isIn ? [...others, item].slice(-mostRows) : others;
}

export function withPick(ui: UiState, documentId: string, pick: Pick): UiState {
  const others = ui.picks.filter((kept) => kept.documentId !== documentId);
  return { ...ui, picks: [...others, { documentId, focus: pick.focus, other: pick.other }].slice(-mostPicks) };
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string').slice(-mostRows) : [];
}

function isWork(value: unknown): value is ConstraintWork {
  if (!isRecord(value) || !isRecord(value['draft'])) return false;
  const { projectId, id, draft } = value;
  const fields = ['text', 'type', 'source', 'check', 'pattern', 'files'];
  return (
    typeof projectId === 'string' &&
    (id === null || typeof id === 'string') &&
    fields.every((field) => typeof draft[field] === 'string')
  );
}

function isBudgetDraft(value: unknown): value is BudgetDraft {
  if (!isRecord(value) || !isRecord(value['base']) || !isRecord(value['base']['budget'])) return false;
  const { base, modelLimit, outputReserve } = value;
  return typeof base['version'] === 'number' && typeof modelLimit === 'string' && typeof outputReserve === 'string';
}

function isPreferenceDraft(value: unknown): value is PreferenceDraft {
  return isRecord(value) && typeof value['id'] === 'string' && typeof value['text'] === 'string';
}

function isPick(value: unknown): value is UiState['picks'][number] {
  if (!isRecord(value)) return false;
  const { documentId, focus, other } = value;
  return typeof documentId === 'string' && typeof focus === 'string' && (typeof other === 'string' || other === null);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
