import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Failure } from '../../../src/protocol/result.ts';
import type { Actions } from '../../components/actions.ts';
import { FormElement, failureNote, formButtons } from '../../components/forms.ts';
import { numberText, toolButton } from '../../components/parts.ts';
import type { BudgetReply } from '../../state.ts';
import { type BudgetDraft, budgetChange, draftOfBudget, freshBudget } from './budgetDraft.ts';

/** The model's limit and the output reserve, to read and to edit. */
@customElement('lc-budget-form')
class BudgetForm extends FormElement {
  @property({ attribute: false }) state: BudgetReply | null = null;
  @property({ attribute: false }) actions: Actions | null = null;
  @property({ attribute: false }) draft: BudgetDraft | null = null;
  @state() private failure: Failure | null = null;

  protected override render(): TemplateResult | typeof nothing {
    if (this.draft !== null) return this.#form(this.draft);
    if (this.state === null) return nothing;
    const { modelLimit, outputReserve } = this.state.budget;
    return html`
      <div class="budget-facts">
        <p>
          <span><span class="quiet">${t('Model limit')}</span> ${numberText(modelLimit)}</span>
          <span><span class="quiet">${t('Output reserve')}</span> ${reserveText(outputReserve)}</span>
        </p>
        ${toolButton('edit', t('Edit Budget'), this.#edit)}
      </div>
    `;
  }

  #form(draft: BudgetDraft): TemplateResult {
    const fresh = this.failure === null ? null : freshBudget(this.failure);
    return html`
      <form class="form" @submit=${this.#save} @input=${this.#typed} @keydown=${this.keys(this.#close)}>
        ${numberField('modelLimit', t('Model limit'), draft.modelLimit, { min: 500, max: 10_000_000, required: true }, fresh && numberText(fresh.budget.modelLimit))}
        ${numberField('outputReserve', t('Output reserve'), draft.outputReserve, { min: 0, max: 1_000_000, required: false }, fresh && reserveText(fresh.budget.outputReserve))}
        ${this.failure === null ? nothing : failureNote(this.failure)} ${formButtons(this.#close)}
      </form>
    `;
  }

  #setDraft(budget: BudgetDraft | null): void {
    this.actions?.setUi((ui) => ({ ...ui, budget }));
  }

  readonly #edit = (): void => {
    if (this.state === null) return;
    this.#setDraft(draftOfBudget(this.state));
    this.focusNext('input');
  };

  readonly #close = (): void => {
    this.#setDraft(null);
    this.failure = null;
    this.focusNext('.tool');
  };

  readonly #typed = (event: Event): void => {
    const { name, value } = event.target as HTMLInputElement;
    if (this.draft !== null) this.#setDraft({ ...this.draft, [name]: value });
  };

  readonly #save = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (this.draft === null || this.actions === null) return;
    const change = budgetChange(this.draft);
    const failure =
      change === null ? null : await this.actions.change('context:budget:update', change, t('Budget saved.'));
    if (failure === null) return this.#close();
    this.failure = failure;
    const fresh = freshBudget(failure);
    // What was typed stays; saving it again is then meant for the budget that is shown now.
    if (fresh !== null) this.#setDraft({ ...this.draft, base: fresh });
  };
}

function reserveText(reserve: number | null): string {
  return reserve === null ? t('as the profile says') : numberText(reserve);
}

function numberField(
  name: string,
  label: string,
  value: string,
  { min, max, required }: { readonly min: number; readonly max: number; readonly required: boolean },
  now: string | null,
): TemplateResult {
  return html`
    <label class="field">
      <span>${label}</span>
      <input
        type="number" step="1" name=${name} min=${min} max=${max} ?required=${required}
        placeholder=${required ? nothing : t('as the profile says')} .value=${value}
      />
      ${now === null ? nothing : html`<span class="quiet">${t('Now: {0}', now)}</span>`}
    </label>
  `;
}

declare global {
  interface HTMLElementTagNameMap {
    'lc-budget-form': BudgetForm;
  }
}
