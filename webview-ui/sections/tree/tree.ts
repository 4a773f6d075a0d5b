import { t } from '@vscode/l10n';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { ref } from 'lit/directives/ref.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Account } from '../../../src/protocol/prompt/assembly.ts';
import type { Failure } from '../../../src/protocol/result.ts';
import type { Actions } from '../../components/actions.ts';
import { FormElement, failureNote } from '../../components/forms.ts';
import { TypeAhead } from '../../components/typeAhead.ts';
import { visibleRows } from '../../components/visibleRows.ts';
import type { Constraints, PinList } from '../../state.ts';
import { toggled, type UiState } from '../../uiState.ts';
import { createParams, draftOfConstraint, emptyDraft, updateParams } from './constraintDraft.ts';
import { constraintForm } from './constraintForm.ts';
import { nearestRow, withOpenRows } from './keptRows.ts';
import { promptRows, type Row, type TreeInput } from './promptTree.ts';
import { constraintId, rowButtons } from './rowActions.ts';
import { openMenuAt, treeRow } from './treeRow.ts';

/** Height of a row without what is open below it, CSS pixels; as the stylesheet says. */
const rowHeight = 24;
/** Number of rows from which on only those that are seen are rendered. */
const fewRows = 150;

/** "In the prompt": every piece once, by layer and window, with what can be done to it. */
@customElement('lc-tree')
class PromptTree extends FormElement {
  @property({ attribute: false }) input: TreeInput | null = null;
  @property({ attribute: false }) ui: UiState | null = null;
  @property({ attribute: false }) constraints: Constraints | null = null;
  @property({ attribute: false }) pins: PinList | null = null;
  @property({ attribute: false }) actions: Actions | null = null;
  @property({ attribute: false }) isRestricted = false;
  /** The row that has, or gets, the keyboard. */
  @state() private active = '';
  /** The constraint that is about to be deleted. */
  @state() private deleting: string | null = null;
  @state() private failure: Failure | null = null;
  /** Texts of open rows, each with the account of its prompt: another prompt may have another text. */
  @state() private texts: ReadonlyMap<string, { readonly from: Account; readonly text: string }> = new Map();
  /** What can be seen of the list, CSS pixels below its top. */
  @state() private seen: { readonly from: number; readonly to: number } = { from: 0, to: 1200 };
  /** Rows that are open, as they were last: one that leaves the prompt meanwhile stays until it is shut. */
  readonly #openRows = new Map<string, Row>();
  readonly #heights = new Map<string, number>();
  readonly #typeAhead = new TypeAhead();
  #rows: readonly Row[] = [];

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('scroll', this.#scrolled, { passive: true });
    window.addEventListener('resize', this.#scrolled);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('scroll', this.#scrolled);
    window.removeEventListener('resize', this.#scrolled);
  }

  /** Selects a row and brings it into view. */
  select(key: string): void {
    this.#goTo(key);
  }

  /** Opens the form of a constraint, or of a new one. */
  edit(id: string | null): void {
    const { constraints, actions } = this;
    if (constraints === null || actions === null) return;
    const constraint = constraints.constraints.find((one) => one.id === id);
    const draft = constraint === undefined ? emptyDraft : draftOfConstraint(constraint);
    const { projectId } = constraints;
    actions.setUi((ui) => ({
      ...ui,
      folded: toggled(ui.folded, 'layer:rules', false),
      work: { projectId, id, draft },
    }));
    this.failure = null;
    this.deleting = null;
    this.focusNext('textarea');
  }

  protected override willUpdate(): void {
    const { input, ui } = this;
    if (input === null || ui === null) return;
    const before = this.#rows;
    const rows = promptRows(input);
    const narrowed = input.filter !== 'all' || input.search !== '';
    for (const key of this.#openRows.keys()) if (!ui.opened.includes(key)) this.#openRows.delete(key);
    this.#rows = narrowed ? rows : withOpenRows(rows, before, this.#openRows);
    for (const row of this.#rows) if (ui.opened.includes(row.key)) this.#openRows.set(row.key, row);
    if (!this.#rows.some(({ key }) => key === this.active)) this.active = nearestRow(this.active, before, this.#rows);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { ui, input } = this;
    if (ui === null || input === null) return nothing;
    const rows = this.#rows;
    if (rows.length === 0) {
      const showAll = (): void => this.actions?.setUi((now) => ({ ...now, filter: 'all', search: null }));
      return html`<p class="none quiet">
        ${t('No piece fits.')} <button type="button" class="link" @click=${showAll}>${t('Show all')}</button>
      </p>`;
    }
    const heights = rows.map(({ key }) => this.#heights.get(key) ?? rowHeight);
    const always = rows.findIndex(({ key }) => key === this.active);
    const all = { rows: rows.map((_, index) => ({ index, gap: 0 })), rest: 0 };
    const shown = rows.length <= fewRows ? all : visibleRows(heights, this.seen.from, this.seen.to, always);
    return html`
      <div class="tree" role="tree" aria-label=${t('In the prompt')} @keydown=${this.#key} @focusin=${this.#focused}>
        ${repeat(
          shown.rows.flatMap((row) => {
            const found = rows[row.index];
            return found === undefined ? [] : [{ gap: row.gap, row: found }];
          }),
          ({ row }) => row.key,
          ({ gap, row }) => html`${gap === 0 ? nothing : space(gap)}${this.#row(row, ui)}`,
        )}
        ${shown.rest === 0 ? nothing : space(shown.rest)}
      </div>
    `;
  }

  protected override updated(changed?: PropertyValues): void {
    super.updated();
    for (const item of this.querySelectorAll<HTMLElement>('[role=treeitem]')) {
      const { key = '' } = item.dataset;
      if (item.offsetHeight > 0) this.#heights.set(key, item.offsetHeight);
    }
    if (changed?.has('input') || changed?.has('ui')) void this.#fetchTexts();
    this.#scrolled();
  }

  #row(row: Row, ui: UiState): TemplateResult {
    const { key } = row;
    const detail = this.#detail(row, ui);
    return treeRow(row, {
      tools: this.#tools(),
      detail,
      expanded: row.open ?? (row.kind === 'piece' ? detail !== nothing : null),
      isActive: key === this.active,
      toggle: () => {
        this.active = key;
        this.#toggle(key);
      },
      openSource: () => {
        this.#goTo(key);
        this.#openSource(row);
      },
      addConstraint: this.isRestricted ? null : () => this.edit(null),
    });
  }

  /** What the tree can do by itself. */
  #tools() {
    const { actions, pins } = this;
    if (actions === null) return null;
    return {
      ...{ actions, pins },
      editConstraint: (id: string) => this.edit(id),
      deleteConstraint: (id: string) => {
        this.deleting = id;
        this.failure = null;
        this.focusNext('.question vscode-button');
      },
    };
  }

  #detail(row: Row, ui: UiState): TemplateResult | typeof nothing {
    const constraint = constraintId(row);
    if (constraint !== null) {
      if (this.deleting === constraint) return this.#question(constraint);
      const { work } = ui;
      if (work !== null && work.projectId === this.constraints?.projectId && (work.id ?? '') === constraint)
        return this.#form(ui);
      if (!ui.opened.includes(row.key)) return nothing;
      return html`<p class="detail text">${row.label.name}</p>`;
    }
    const isNew =
      row.key === 'layer:rules' && ui.work?.id === null && ui.work.projectId === this.constraints?.projectId;
    if (isNew) return this.#form(ui);
    if (!ui.opened.includes(row.key) || row.kind !== 'piece') return nothing;
    if (row.label.patch !== undefined && row.label.patch !== '') {
      const reveal = (line: number): void => this.actions?.reveal(line);
      return html`<lc-diff-block class="detail" .patch=${row.label.patch} .label=${row.label.name} .reveal=${reveal}></lc-diff-block>`;
    }
    const text = this.texts.get(row.key)?.text;
    return html`<div class="detail text-block" tabindex="0" role="group" aria-label=${row.label.name}>${text ?? t('Loading…')}</div>`;
  }

  #form(ui: UiState): TemplateResult | typeof nothing {
    if (ui.work === null) return nothing;
    return html`
      <div class="detail" @click=${stop}>
        ${constraintForm(ui.work.draft, {
          failure: this.failure,
          save: this.#save,
          typed: this.#typed,
          key: this.keys(this.#close),
          cancel: this.#close,
        })}
      </div>
    `;
  }

  #question(id: string): TemplateResult {
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') this.#cancelDelete();
    };
    return html`
      <div class="detail question" role="group" aria-label=${t('Delete this constraint?')} @keydown=${leave}>
        ${this.failure === null ? nothing : failureNote(this.failure)}
        <p>${t('Delete this constraint?')}</p>
        <vscode-button @click=${() => this.#delete(id)}>${t('Delete')}</vscode-button>
        <vscode-button secondary @click=${() => this.#cancelDelete()}>${t('Cancel')}</vscode-button>
      </div>
    `;
  }

  readonly #key = (event: KeyboardEvent): void => {
    const item = (event.target as HTMLElement).closest<HTMLElement>('[role=treeitem]');
    // Keys in a form or a text below a row are its own.
    if (item === null || event.target !== item) return;
    const index = this.#rows.findIndex(({ key }) => key === item.dataset['key']);
    const row = this.#rows[index];
    if (row === undefined || !this.#handle(event, row, index)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  #handle({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent, row: Row, index: number): boolean {
    const last = this.#rows.length - 1;
    const steps: Readonly<Record<string, number>> = {
      ...{ ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: last },
      ...{ PageDown: index + 10, PageUp: index - 10 },
    };
    const step = steps[key];
    if (step !== undefined) this.#goTo(this.#rows[Math.min(last, Math.max(0, step))]?.key ?? row.key);
    else if (key === 'ArrowRight') this.#inward(row, index);
    else if (key === 'ArrowLeft') this.#outward(row, index);
    else if (key === ' ') this.#toggle(row.key);
    else if (key === 'Enter') this.#openSource(row);
    else if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) openMenuAt(this.#element(row.key));
    else if (key === 'Delete') this.#remove(row);
    else if (key.length === 1 && !ctrlKey && !altKey && !metaKey) this.#goToName(key, index);
    else return false;
    return true;
  }

  #goToName(character: string, index: number): void {
    const names = this.#rows.map(({ label }) => label.name);
    const place = this.#typeAhead.find(character, names, index, Date.now());
    const row = place === null ? undefined : this.#rows[place];
    if (row !== undefined) this.#goTo(row.key);
  }

  #inward(row: Row, index: number): void {
    if (row.open === false || (row.open === null && !this.#isOpen(row))) this.#toggle(row.key);
    else if (row.open === true) this.#goTo(this.#rows[index + 1]?.key ?? row.key);
  }

  #outward(row: Row, index: number): void {
    if (row.open === true || (row.open === null && this.#isOpen(row))) this.#toggle(row.key);
    else this.#goTo(this.#rows.slice(0, index).findLast(({ level }) => level < row.level)?.key ?? row.key);
  }

  #isOpen({ key }: Row): boolean {
    return this.ui?.opened.includes(key) === true;
  }

  #toggle(key: string): void {
    const row = this.#rows.find((one) => one.key === key);
    if (row === undefined) return;
    const { open } = row;
    if (open === null) this.#setOpened(key, !this.#isOpen(row));
    else this.actions?.setUi((ui) => ({ ...ui, folded: toggled(ui.folded, key, open) }));
  }

  #setOpened(key: string, isOpen: boolean): void {
    const id = constraintId({ key });
    if (id === null) this.actions?.setUi((ui) => ({ ...ui, opened: toggled(ui.opened, key, isOpen) }));
    else if (isOpen) this.edit(id);
  }

  #openSource({ place, kind, key }: Row): void {
    if (kind !== 'piece') this.#toggle(key);
    else if (place !== null) this.actions?.reveal(place.line, place.documentId);
    else this.#setOpened(key, true);
  }

  #remove(row: Row): void {
    const tools = this.#tools();
    const buttons = tools === null ? [] : rowButtons(row, tools);
    buttons.find(({ icon: name }) => ['close', 'trash', 'pinned'].includes(name))?.click();
  }

  #goTo(key: string): void {
    this.active = key;
    this.focusNext(`[data-key="${CSS.escape(key)}"]`);
    this.requestUpdate();
  }

  #element(key: string): HTMLElement | null {
    return this.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  }

  readonly #focused = (event: FocusEvent): void => {
    const item = (event.target as HTMLElement).closest<HTMLElement>('[role=treeitem]');
    if (item?.dataset['key'] !== undefined) this.active = item.dataset['key'];
  };

  /** Takes note of which part of the list is seen. */
  readonly #scrolled = (): void => {
    if (this.#rows.length <= fewRows) return;
    const from = -this.getBoundingClientRect().top;
    const to = from + window.innerHeight;
    if (Math.abs(from - this.seen.from) > 100 || Math.abs(to - this.seen.to) > 100) this.seen = { from, to };
  };

  async #fetchTexts(): Promise<void> {
    const { ui, actions, input } = this;
    if (ui === null || actions === null || input === null) return;
    const wanted = this.#rows.filter(
      (row) =>
        ui.opened.includes(row.key) &&
        row.kind === 'piece' &&
        !row.label.patch &&
        constraintId(row) === null &&
        row.state !== 'cut' &&
        this.texts.get(row.key)?.from !== input.account,
    );
    for (const { key } of wanted) {
      const result = await actions.text(key);
      const text = result.ok ? result.value : result.error.message;
      this.texts = new Map(this.texts).set(key, { from: input.account, text });
    }
  }

  readonly #typed = (event: Event): void => {
    const { name, value } = event.target as HTMLInputElement;
    this.actions?.setUi((ui) =>
      ui.work === null ? ui : { ...ui, work: { ...ui.work, draft: { ...ui.work.draft, [name]: value } } },
    );
  };

  readonly #close = (): void => {
    const id = this.ui?.work?.id ?? null;
    this.actions?.setUi((ui) => ({ ...ui, work: null }));
    this.failure = null;
    this.#goTo(id === null ? 'layer:rules' : `constraint:${id}`);
  };

  readonly #save = async (event: Event): Promise<void> => {
    event.preventDefault();
    const { actions } = this;
    const work = this.ui?.work ?? null;
    if (work === null || actions === null) return;
    const { draft, projectId, id } = work;
    this.failure =
      id === null
        ? await actions.change('constraints:create', createParams(draft, projectId), t('Constraint added.'))
        : await actions.change('constraints:update', updateParams(draft, projectId, id), t('Constraint saved.'));
    if (this.failure === null) this.#close();
  };

  async #delete(id: string): Promise<void> {
    const { actions, constraints } = this;
    if (actions === null || constraints === null) return;
    const { projectId } = constraints;
    this.failure = await actions.change('constraints:delete', { projectId, id }, t('Constraint deleted.'));
    if (this.failure !== null) return;
    this.deleting = null;
    this.#goTo('layer:rules');
  }

  #cancelDelete(): void {
    const id = this.deleting;
    this.deleting = null;
    this.failure = null;
    if (id !== null) this.#goTo(`constraint:${id}`);
  }
}

function space(height: number): TemplateResult {
  return html`<div role="none" ${ref((element) => {
    if (element instanceof HTMLElement) element.style.height = `${height}px`;
  })}></div>`;
}

function stop(event: Event): void {
  event.stopPropagation();
}

declare global {
  interface HTMLElementTagNameMap {
    'lc-tree': PromptTree;
  }
}
