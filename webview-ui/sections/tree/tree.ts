import { t } from '@vscode/l10n';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Account } from '../../../src/protocol/prompt/assembly.ts';
import type { Failure } from '../../../src/protocol/result.ts';
import type { Actions } from '../../components/actions.ts';
import { LightElement } from '../../components/parts.ts';
import type { Constraints, PinList } from '../../state.ts';
import { toggled, type UiState } from '../../uiState.ts';
import { constraintForm, draftOfConstraint, emptyDraft, fieldsOf } from './constraintForm.ts';
import { isNarrowed, nearestRow, promptRows, type Row, type TreeInput, withOpenRows } from './promptTree.ts';
import { constraintId, removeButton } from './rowActions.ts';
import { openMenuAt, treeRow } from './treeRow.ts';

/** A mouse that moves no farther has not been moved, CSS pixels. */
const stillMouse = 4;

/** "In the prompt": every piece once, by layer and window, with what can be done to it. */
export class PromptTree extends LightElement {
  @property({ attribute: false }) input!: TreeInput;
  @property({ attribute: false }) ui!: UiState;
  @property({ attribute: false }) constraints: Constraints | null = null;
  @property({ attribute: false }) pins: PinList | null = null;
  @property({ attribute: false }) actions!: Actions;
  @property({ attribute: false }) isRestricted = false;
  /** The row that has, or gets, the keyboard. */
  @state() private active = '';
  /** The reason why a constraint could not be saved. */
  @state() private failure: Failure | null = null;
  /**
   * Texts of open rows, each with the account of its prompt: another prompt may have another text.
   */
  @state() private texts: ReadonlyMap<string, { readonly from: Account; readonly text: string }> = new Map();
  /** Open rows as they were last: one that leaves the prompt meanwhile stays until it is shut. */
  readonly #openRows = new Map<string, Row>();
  #rows: readonly Row[] = [];
  /** The row whose button was clicked, and where, until the mouse moves. */
  @state() private clicked: { readonly key: string; readonly x: number; readonly y: number } | null = null;

  /** Gives a row the keyboard and brings it into view. */
  select(key: string): void {
    this.active = key;
    this.#focusNext(`[data-key="${CSS.escape(key)}"]`);
  }

  /** Opens the form of a constraint, or of a new one; one that is open keeps what was typed. */
  edit(id: string | null): void {
    const { constraints, actions, ui } = this;
    if (constraints === null) return;
    const { projectId } = constraints;
    const constraint = constraints.constraints.find((one) => one.id === id);
    const draft = constraint === undefined ? emptyDraft : draftOfConstraint(constraint);
    const isOpen = ui.work?.id === id && ui.work.projectId === projectId;
    const work = isOpen ? ui.work : { projectId, id, draft };
    actions.setUi((ui) => ({ ...ui, folded: toggled(ui.folded, 'layer:rules', false), work }));
    this.failure = null;
    this.#focusNext('textarea');
  }

  protected override willUpdate(): void {
    const { input, ui } = this;
    const before = this.#rows;
    const rows = promptRows({ ...input, active: this.active });
    for (const key of this.#openRows.keys()) if (!ui.opened.includes(key)) this.#openRows.delete(key);
    this.#rows = isNarrowed(input) ? rows : withOpenRows(rows, before, this.#openRows);
    for (const row of this.#rows) if (ui.opened.includes(row.key)) this.#openRows.set(row.key, row);
    if (!this.#rows.some(({ key }) => key === this.active)) this.active = nearestRow(this.active, before, this.#rows);
  }

  protected override render(): TemplateResult | typeof nothing {
    const rows = this.#rows;
    // What a search finds elsewhere is listed below; the filters above lead back.
    if (rows.length === 0 && this.input.search !== '') return nothing;
    if (rows.length === 0) return html`<p class="none quiet">${t('No piece fits.')}</p>`;
    return html`
      <div role="tree" aria-label=${t('In the prompt')} @keydown=${this.#key} @focusin=${this.#focused}
        @click=${this.#guard} @pointermove=${this.#moved}>
        ${repeat(
          rows,
          ({ key }) => key,
          (row) => this.#row(row),
        )}
      </div>
    `;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('input') || changed.has('ui')) void this.#fetchTexts();
  }

  #row(row: Row): TemplateResult {
    const { actions, pins } = this;
    const detail = this.#detail(row);
    const press = (act: () => void) => (): void => {
      this.active = row.key;
      act();
    };
    return treeRow(row, {
      tools: { actions, pins },
      detail,
      expanded: row.open ?? (row.kind === 'piece' ? detail !== nothing : null),
      isActive: row.key === this.active,
      isHeld: this.clicked !== null && this.clicked.key !== row.key,
      toggle: press(() => this.#toggle(row)),
      open: press(() => {
        this.select(row.key);
        this.#open(row);
      }),
      addConstraint: this.isRestricted ? null : () => this.edit(null),
    });
  }

  /** The open part below a row: a form, a patch or a text. */
  #detail(row: Row): TemplateResult | typeof nothing {
    const { ui, actions } = this;
    const { key, label } = row;
    const constraint = constraintId(row);
    const formKey = ui.work?.id === null ? 'layer:rules' : `constraint:${ui.work?.id}`;
    if (ui.work !== null && ui.work.projectId === this.constraints?.projectId && key === formKey)
      return constraintForm(ui.work.draft, this.failure, { save: this.#save, typed: this.#typed, cancel: this.#close });
    if (constraint !== null || row.kind !== 'piece' || !ui.opened.includes(key)) return nothing;
    if (label.patch) {
      const reveal = (line: number): void => actions.reveal(line);
      return html`<lc-diff-block class="detail" .patch=${label.patch} .label=${label.name} .reveal=${reveal}></lc-diff-block>`;
    }
    const text = this.texts.get(key)?.text ?? t('Loading…');
    return html`<div class="detail text-block" tabindex="0" role="group" aria-label=${label.name}>${text}</div>`;
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

  #handle({ key, target, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent, row: Row, index: number): boolean {
    const last = this.#rows.length - 1;
    const isOpen = row.open ?? this.ui.opened.includes(row.key);
    const parent = this.#rows.slice(0, index).findLastIndex(({ level }) => level < row.level);
    const steps: Readonly<Record<string, number>> = {
      ...{ ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: last },
      ...{ PageDown: index + 10, PageUp: index - 10 },
      ...(isOpen ? { ArrowRight: row.open === null ? index : index + 1 } : { ArrowLeft: parent < 0 ? index : parent }),
    };
    const step = steps[key];
    if (step !== undefined) this.select(this.#rows[Math.min(last, Math.max(0, step))]?.key ?? '');
    else if (key === 'ArrowRight' || key === 'ArrowLeft' || key === ' ') this.#toggle(row);
    else if (key === 'Enter') this.#open(row);
    else if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) openMenuAt(target as HTMLElement);
    else if (key === 'Delete') removeButton(row, this)?.click();
    else if (key.length === 1 && !ctrlKey && !altKey && !metaKey) this.actions.find(key);
    else return false;
    return true;
  }

  #toggle(row: Row): void {
    const { open, key } = row;
    const id = constraintId(row);
    if (id !== null) this.edit(id);
    else if (open !== null) this.actions.setUi((ui) => ({ ...ui, folded: toggled(ui.folded, key, open) }));
    else this.actions.setUi((ui) => ({ ...ui, opened: toggled(ui.opened, key, !ui.opened.includes(key)) }));
  }

  /** Opens the source of a piece; all else is expanded in place, a constraint as its form. */
  #open(row: Row): void {
    const { place } = row;
    if (place !== null && row.kind === 'piece' && constraintId(row) === null)
      this.actions.reveal(place.line, place.documentId);
    else this.#toggle(row);
  }

  /**
   * Moves the focus after the rendering, and not within the key press: its character would land in
   * the field.
   */
  #focusNext(selector: string): void {
    this.requestUpdate();
    void this.updateComplete.then(() => setTimeout(() => this.querySelector<HTMLElement>(selector)?.focus()));
  }

  /** Keeps a second click of a still mouse from the row that has slid under it. */
  readonly #guard = {
    capture: true,
    handleEvent: (event: MouseEvent): void => {
      const target = event.target as HTMLElement;
      const key = target.closest<HTMLElement>('[data-key]')?.dataset['key'] ?? '';
      const isButton = event.detail > 0 && target.closest('button') !== null;
      if (this.clicked !== null && this.clicked.key !== key) event.stopPropagation();
      else this.clicked = isButton ? { key, x: event.clientX, y: event.clientY } : null;
    },
  };

  readonly #moved = ({ clientX, clientY }: PointerEvent): void => {
    const { x, y } = this.clicked ?? { x: clientX, y: clientY };
    if (Math.hypot(clientX - x, clientY - y) > stillMouse) this.clicked = null;
  };

  readonly #focused = (event: FocusEvent): void => {
    const item = (event.target as HTMLElement).closest<HTMLElement>('[role=treeitem]');
    if (item?.dataset['key'] !== undefined) this.active = item.dataset['key'];
  };

  async #fetchTexts(): Promise<void> {
    const { account } = this.input;
    const inPrompt = new Set(account.ledger.flatMap(({ id, state }) => (state === 'cut' ? [] : [id])));
    const wanted = this.#rows.filter((row) => {
      const isText = inPrompt.has(row.key) && !row.label.patch && constraintId(row) === null;
      return isText && this.ui.opened.includes(row.key) && this.texts.get(row.key)?.from !== account;
    });
    for (const { key } of wanted) {
      const result = await this.actions.text(key);
      const text = result.ok ? result.value : result.error.message;
      this.texts = new Map(this.texts).set(key, { from: account, text });
    }
  }

  readonly #typed = (field: object): void =>
    this.actions.setUi(({ work, ...ui }) => ({
      ...ui,
      work: work && { ...work, draft: { ...work.draft, ...field } },
    }));

  readonly #close = (): void => {
    const id = this.ui.work?.id ?? null;
    this.actions.setUi((ui) => ({ ...ui, work: null }));
    this.failure = null;
    this.select(id === null ? 'layer:rules' : `constraint:${id}`);
  };

  readonly #save = async (): Promise<void> => {
    const { work } = this.ui;
    if (work === null) return;
    const { draft, projectId, id } = work;
    const { check, ...fields } = { projectId, ...fieldsOf(draft) };
    const { change } = this.actions;
    this.failure =
      id === null
        ? await change('constraints:create', { ...fields, check: check ?? undefined }, t('Added.'))
        : await change('constraints:update', { ...fields, id, check }, t('Saved.'));
    if (this.failure === null) this.#close();
  };
}

customElements.define('lc-tree', PromptTree);
