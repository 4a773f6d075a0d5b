import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Constraint } from '../../../src/protocol/constraints.ts';
import type { Failure } from '../../../src/protocol/result.ts';
import type { Actions } from '../../components/actions.ts';
import { FormElement, failureNote } from '../../components/forms.ts';
import { toolButton } from '../../components/parts.ts';
import type { Constraints } from '../../state.ts';
import { type ConstraintDraft, createParams, draftOfConstraint, emptyDraft, updateParams } from './constraintDraft.ts';
import { constraintForm, sourceTitles, typeTitles } from './constraintForm.ts';

/** What is being done: a new constraint (id null) or a listed one is typed, or one is about to be deleted. */
type Work =
  | { readonly kind: 'write'; readonly projectId: string; readonly id: string | null; readonly draft: ConstraintDraft }
  | { readonly kind: 'delete'; readonly projectId: string; readonly id: string };

/** The constraints of a project, to read, add, edit and delete. */
@customElement('lc-constraints')
class ConstraintList extends FormElement {
  @property({ attribute: false }) constraints: Constraints | null = null;
  @property({ attribute: false }) actions: Actions | null = null;
  @state() private work: Work | null = null;
  @state() private failure: Failure | null = null;

  protected override render(): TemplateResult | typeof nothing {
    if (this.constraints === null) return nothing;
    const { constraints, projectId } = this.constraints;
    // What was begun in one project waits there while another one is shown.
    const work = this.work?.projectId === projectId ? this.work : null;
    return html`
      ${constraints.length === 0 && work === null ? html`<p class="none quiet">${t('No constraints yet: those of the source User go into every prompt and are never cut.')}</p>` : nothing}
      <ul class="constraints">
        ${repeat(
          constraints,
          ({ id }) => id,
          (constraint) => this.#item(constraint, work),
        )}
      </ul>
      ${
        work?.kind === 'write' && work.id === null
          ? this.#form(work.draft)
          : html`<div class="buttons add">
              <vscode-button secondary icon="add" @click=${() => this.#write(null, emptyDraft)}>${t('Add Constraint')}</vscode-button>
            </div>`
      }
    `;
  }

  #item(constraint: Constraint, work: Work | null): TemplateResult {
    const { id, type, source, text, check } = constraint;
    if (work?.kind === 'write' && work.id === id) return html`<li>${this.#form(work.draft)}</li>`;
    return html`
      <li class="entry" data-id=${id}>
        <div>
          <p class="text">${text}</p>
          <p class="quiet">${typeTitles[type]} · ${sourceTitles[source]}</p>
          ${check === undefined ? nothing : checkText(check)}
        </div>
        <div class="toolbar">
          ${toolButton('edit', t('Edit Constraint'), () => this.#write(id, draftOfConstraint(constraint)))}
          ${toolButton('trash', t('Delete Constraint'), () => this.#ask(id))}
        </div>
        ${work?.kind === 'delete' && work.id === id ? this.#question(id) : nothing}
      </li>
    `;
  }

  #form(draft: ConstraintDraft): TemplateResult {
    return constraintForm(draft, {
      failure: this.failure,
      save: this.#save,
      typed: this.#typed,
      key: this.keys(this.#close),
      cancel: this.#close,
    });
  }

  #question(id: string): TemplateResult {
    return html`
      <div class="question" role="group" aria-label=${t('Delete this constraint?')} @keydown=${this.#leave}>
        ${this.failure === null ? nothing : failureNote(this.failure)}
        <p>${t('Delete this constraint?')}</p>
        <vscode-button @click=${() => this.#delete(id)}>${t('Delete')}</vscode-button>
        <vscode-button secondary @click=${this.#close}>${t('Cancel')}</vscode-button>
      </div>
    `;
  }

  #write(id: string | null, draft: ConstraintDraft): void {
    if (this.constraints === null) return;
    this.work = { kind: 'write', projectId: this.constraints.projectId, id, draft };
    this.failure = null;
    this.focusNext('textarea');
  }

  #ask(id: string): void {
    if (this.constraints === null) return;
    this.work = { kind: 'delete', projectId: this.constraints.projectId, id };
    this.failure = null;
    this.focusNext('.question vscode-button');
  }

  readonly #typed = (event: Event): void => {
    const { name, value } = event.target as HTMLInputElement;
    if (this.work?.kind === 'write') this.work = { ...this.work, draft: { ...this.work.draft, [name]: value } };
  };

  readonly #leave = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') this.#close();
  };

  readonly #close = (): void => {
    this.focusNext(this.work?.id ? `[data-id="${CSS.escape(this.work.id)}"] .tool` : '.add vscode-button');
    this.work = null;
    this.failure = null;
  };

  readonly #save = async (event: Event): Promise<void> => {
    event.preventDefault();
    const { work, actions } = this;
    if (work?.kind !== 'write' || actions === null) return;
    const { draft, projectId, id } = work;
    this.#settle(
      id === null
        ? await actions.change('constraints:create', createParams(draft, projectId), t('Constraint added.'))
        : await actions.change('constraints:update', updateParams(draft, projectId, id), t('Constraint saved.')),
    );
  };

  async #delete(id: string): Promise<void> {
    const { work, actions } = this;
    if (work === null || actions === null) return;
    this.#settle(
      await actions.change('constraints:delete', { projectId: work.projectId, id }, t('Constraint deleted.')),
    );
    if (this.work === null) this.focusNext('.add vscode-button');
  }

  #settle(failure: Failure | null): void {
    if (failure === null) this.#close();
    else this.failure = failure;
  }
}

function checkText({ kind, pattern, files }: NonNullable<Constraint['check']>): TemplateResult {
  const label = kind === 'forbid' ? t('Must not occur') : t('Must occur');
  return html`
    <p class="quiet check">
      ${label}: <code>${pattern}</code>${files === undefined ? nothing : html` ${t('in {0}', files)}`}
    </p>
  `;
}

declare global {
  interface HTMLElementTagNameMap {
    'lc-constraints': ConstraintList;
  }
}
