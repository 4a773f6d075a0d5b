import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { Actions } from '../components/actions.ts';
import type { ConstraintTexts } from '../components/pieceNames.ts';
import { section } from '../components/section.ts';
import type { Adjustable, Constraints, Files, Part, Ready } from '../state.ts';
import type { SectionId, UiState } from '../uiState.ts';
import { currentDocument } from './document/currentDocument.ts';
import { anchorDiff, recentDiffs } from './document/diffs.ts';
import { editorState } from './document/editorState.ts';
import { planHints } from './document/planHints.ts';
import { problemBanner } from './notices.ts';
import { budget, type Spending } from './prompt/budget.ts';
import { ledger, notKept } from './prompt/ledger.ts';
import { prefixState } from './prompt/prefixState.ts';
import { promptChanges } from './prompt/promptChanges.ts';
import { promptPreview } from './prompt/promptPreview.ts';

/** What all sections share. */
export interface Frame {
  readonly ui: UiState;
  readonly now: number;
  readonly actions: Actions;
}

type Sections = readonly (TemplateResult | typeof nothing)[];

/** The assembly: its budget, what became of its pieces, its prefix, and the constraints. */
export function assemblySections(data: Ready, frame: Frame): Sections {
  const { account, payload } = data.context;
  const { ui, actions } = frame;
  const texts = constraintTexts(data.constraints.value);
  return [
    budgetSection({ account, savings: data.status.savings }, data, frame),
    windowsSection(data, frame),
    section(ui, actions, {
      id: 'ledger',
      title: t('Ledger'),
      count: notKept(account.ledger).length,
      body: () => ledger(account.ledger, ui.notKeptOnly, texts, actions),
    }),
    section(ui, actions, { id: 'prefix', title: t('Stable Prefix'), body: () => prefixState(account.prefix, texts) }),
    ...listSections(data, payload.editor_state.document_id, frame),
  ];
}

/** What can be changed while there is no prompt. */
export function adjustableSections(data: Adjustable, documentId: string, frame: Frame): Sections {
  return [budgetSection(null, data, frame), ...listSections(data, documentId, frame)];
}

function budgetSection(spending: Spending | null, data: Adjustable, { ui, actions }: Frame): TemplateResult {
  return section(ui, actions, { id: 'budget', title: t('Budget'), body: () => budget(spending, data.budget, actions) });
}

/** What goes into the prompts beside the sources: the developer's own to change. */
function listSections(
  { constraints, pins, preferences, redactions }: Adjustable,
  documentId: string,
  frame: Frame,
): Sections {
  const { actions } = frame;
  return [
    listSection(
      'constraints',
      t('Constraints'),
      constraints,
      constraints.value?.constraints.length,
      frame,
      (value) => html`<lc-constraints .constraints=${value} .actions=${actions}></lc-constraints>`,
    ),
    listSection(
      'pins',
      t('Pins'),
      pins,
      pins.value?.pins.length,
      frame,
      (value) => html`<lc-pins .pins=${value} .actions=${actions}></lc-pins>`,
    ),
    listSection(
      'preferences',
      t('Learned Preferences'),
      preferences,
      preferences.value?.preferences.length,
      frame,
      (value) =>
        html`<lc-preferences .preferences=${value} .documentId=${documentId} .actions=${actions}></lc-preferences>`,
    ),
    listSection(
      'redactions',
      t('Redactions'),
      redactions,
      redactions.value?.redactions.filter(({ allowed }) => !allowed).length,
      frame,
      (value) => html`<lc-redactions .redactions=${value} .actions=${actions}></lc-redactions>`,
    ),
  ];
}

function listSection<T>(
  id: SectionId,
  title: string,
  { value, problem }: Part<T>,
  count: number | undefined,
  { ui, actions }: Frame,
  list: (value: T | null) => TemplateResult,
): TemplateResult {
  return section(ui, actions, {
    id,
    title,
    ...(count === undefined ? {} : { count }),
    body: () => html`${problem === null ? nothing : problemBanner(problem, actions.retry)}${list(value)}`,
  });
}

/** Context files belong to no document: they are there whatever is shown. */
export function filesSection(files: Part<Files>, frame: Frame): TemplateResult {
  const { actions, now } = frame;
  const count = files.value?.groups.reduce((sum, { items }) => sum + items.length, 0);
  const list = (value: Files | null) => html`<lc-files .files=${value} .now=${now} .actions=${actions}></lc-files>`;
  return listSection('files', t('Context Files'), files, count, frame, list);
}

/** The windows of the Immediate layer, and the timeline. */
export function windowSections(data: Ready, frame: Frame): Sections {
  const { payload } = data.context;
  const { ui, now, actions } = frame;
  const part = (parts: Parameters<typeof section>[2]): TemplateResult => section(ui, actions, parts);
  return [
    part({ id: 'document', title: t('Current Document'), body: () => currentDocument(payload, actions) }),
    part({
      id: 'diffs',
      title: t('Recent Diffs'),
      count: payload.recent_diffs.length,
      body: () => recentDiffs(payload.recent_diffs, now, actions),
    }),
    part({ id: 'anchor', title: t('Anchor Diff'), body: () => anchorDiff(payload.anchor_diff, actions) }),
    part({ id: 'editor', title: t('Editor State'), body: () => editorState(payload.editor_state, actions) }),
    payload.plan_hints.length === 0
      ? nothing
      : part({
          id: 'plan',
          title: t('Plan Hints'),
          count: payload.plan_hints.length,
          body: () => planHints(payload.plan_hints, now),
        }),
    timelineSection(data, frame),
  ];
}

/** The prompt itself, and how it stands to the one before. */
export function previewSections({ context, constraints }: Ready, { ui, now, actions }: Frame): Sections {
  const { trace, account } = context;
  const texts = constraintTexts(constraints.value);
  const last = trace?.last ?? null;
  return [
    section(ui, actions, {
      id: 'changes',
      title: t('Since the Last Copy'),
      count: last?.changes.length ?? 0,
      body: () => promptChanges(last, account.tokenCount, texts, now),
    }),
    section(ui, actions, {
      id: 'preview',
      title: t('Prompt Preview'),
      body: () => promptPreview(context, ui.format, texts, actions),
    }),
  ];
}

function windowsSection({ windows, timeline }: Ready, { ui, now, actions }: Frame): TemplateResult {
  const { value, problem } = windows;
  return section(ui, actions, {
    id: 'windows',
    title: t('Windows'),
    ...(value === null ? {} : { count: value.windows.length }),
    body: () => html`
      ${problem === null ? nothing : problemBanner(problem, actions.retry)}
      <lc-windows .windows=${value} .timeline=${timeline.value} .now=${now} .actions=${actions}></lc-windows>
    `,
  });
}

function timelineSection({ status, timeline: { value, problem } }: Ready, { ui, now, actions }: Frame): TemplateResult {
  const pick = ui.picks.find(({ documentId }) => documentId === value?.documentId) ?? null;
  return section(ui, actions, {
    id: 'timeline',
    title: t('Timeline'),
    ...(value === null ? {} : { count: value.entries.length }),
    body: () => html`
      ${problem === null ? nothing : problemBanner(problem, actions.retry)}
      ${status.git ? nothing : html`<p class="quiet">${t('No git here: the HEAD checkpoint is absent.')}</p>`}
      <lc-timeline .timeline=${value} .pick=${pick} .now=${now} .actions=${actions}></lc-timeline>
    `,
  });
}

/** One map for one list, so that what shows it need not render again. */
const textsOf = new WeakMap<Constraints, ConstraintTexts>();
const noTexts: ConstraintTexts = new Map();

function constraintTexts(list: Constraints | null): ConstraintTexts {
  if (list === null) return noTexts;
  const texts = textsOf.get(list) ?? new Map(list.constraints.map(({ id, text }) => [id, text]));
  textsOf.set(list, texts);
  return texts;
}
