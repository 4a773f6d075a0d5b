import type { ConstraintDraft } from './sections/tree/constraintForm.ts';

/** The sections of the view that fold, in their order. */
export type SectionId = 'prompt' | 'looked' | 'timeline' | 'housekeeping';

export const filters = ['all', 'shortened', 'new'] as const;
export type Filter = (typeof filters)[number];

/** A constraint that is being written: a listed one, or a new one (`id` null), in its project. */
interface ConstraintWork {
  readonly projectId: string;
  readonly id: string | null;
  readonly draft: ConstraintDraft;
}

/** The user's set-up of the view; it survives hiding and reloads. */
export interface UiState {
  readonly collapsed: readonly SectionId[];
  /** Rows of the tree that hold others and are folded. */
  readonly folded: readonly string[];
  /** Rows of the tree whose text is open. */
  readonly opened: readonly string[];
  readonly filter: Filter;
  /** The text that is searched for in the tree; null while the search is shut. */
  readonly search: string | null;
  /** The consumer whose prompt is shown. */
  readonly consumer: string;
  readonly work: ConstraintWork | null;
  /** CSS pixels. */
  readonly scroll: number;
}

export const freshUiState: UiState = {
  collapsed: ['housekeeping'],
  folded: ['layer:settings'],
  opened: [],
  filter: 'all',
  search: null,
  consumer: 'clipboard',
  work: null,
  scroll: 0,
};
const mostRows = 200;

export function withSection(ui: UiState, section: SectionId, open: boolean): UiState {
  return { ...ui, collapsed: toggled(ui.collapsed, section, !open) };
}

/** The list with the item in it, as its newest one, or without. */
export function toggled<T>(list: readonly T[], item: T, isIn: boolean): readonly T[] {
  const others = list.filter((one) => one !== item);
  return isIn ? [...others, item].slice(-mostRows) : others;
}
