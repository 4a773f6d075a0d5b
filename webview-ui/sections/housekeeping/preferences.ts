import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Params } from '../../../src/protocol/channels.ts';
import type { Preference } from '../../../src/protocol/decisions/preferences.ts';
import type { Failure } from '../../../src/protocol/result.ts';
import type { Actions } from '../../components/actions.ts';
import { FormElement, failureNote, formButtons } from '../../components/forms.ts';
import { LongList } from '../../components/longList.ts';
import { memberButton, percentText } from '../../components/parts.ts';
import { keepListPlace, moveInList } from '../../components/roving.ts';
import type { Preferences } from '../../state.ts';
import type { PreferenceDraft } from '../../uiState.ts';

const decisions: Readonly<Record<Exclude<Preference['state'], 'learned'>, string>> = {
  confirmed: t('Confirmed'),
  edited: t('Edited'),
  rejected: t('Rejected'),
};

type DecideParams = Params<'preferences:decide'>;

/** What has been learned of how the developer writes; each can be confirmed, edited or rejected, and a decision taken back. */
@customElement('lc-preferences')
class PreferenceList extends FormElement {
  @property({ attribute: false }) preferences: Preferences | null = null;
  /** Whose preferences these are. */
  @property({ attribute: false }) documentId = '';
  @property({ attribute: false }) actions: Actions | null = null;
  /** The preference that is being edited. */
  @property({ attribute: false }) draft: PreferenceDraft | null = null;
  @state() private failure: { readonly id: string; readonly failure: Failure } | null = null;
  readonly #list = new LongList(this);

  protected override render(): TemplateResult | typeof nothing {
    if (this.preferences === null) return nothing;
    const { preferences } = this.preferences;
    if (preferences.length === 0) return html`<p class="none quiet">${t('Nothing has been learned yet.')}</p>`;
    return html`
      <ul class="preferences roving" @keydown=${moveInList} @focusin=${keepListPlace}>
        ${repeat(
          this.#list.shown(preferences),
          ({ id }) => id,
          (preference) => this.#item(preference),
        )}
      </ul>
      ${this.#list.rest(preferences)}
    `;
  }

  #item(preference: Preference): TemplateResult {
    const { id, state: entry, text, confidence } = preference;
    const failure = this.failure?.id === id ? failureNote(this.failure.failure) : nothing;
    if (this.draft?.id === id) return html`<li>${this.#form(this.draft.text, failure)}</li>`;
    return html`
      <li class="entry" data-id=${id}>
        <div>
          ${text === null ? nothing : html`<p class="text">${text}</p>`}
          <p class="quiet">${id} · ${entry === 'learned' ? t('Learned, {0} sure', percentText(confidence)) : decisions[entry]}</p>
        </div>
        <div class="toolbar">${this.#tools(preference)}</div>
        ${failure === nothing ? nothing : html`<div class="question">${failure}</div>`}
      </li>
    `;
  }

  #tools({ id, state: entry, text }: Preference): readonly TemplateResult[] {
    const decide = (decision: 'confirm' | 'reject' | 'forget') => () =>
      void this.#decide({ documentId: this.documentId, id, decision });
    const edit = memberButton('edit', t('Edit Preference'), () => this.#edit(id, text ?? ''));
    if (entry === 'learned')
      return [
        memberButton('check', t('Confirm'), decide('confirm')),
        edit,
        memberButton('close', t('Reject'), decide('reject')),
      ];
    return [edit, memberButton('discard', t('Take the Decision Back'), decide('forget'))];
  }

  #form(text: string, failure: TemplateResult | typeof nothing): TemplateResult {
    return html`
      <form class="form" @submit=${this.#save} @input=${this.#typed} @keydown=${this.keys(this.#close)}>
        <label class="field">
          <span>${t('Preference')}</span>
          <input name="text" maxlength="500" required autocomplete="off" .value=${text} />
        </label>
        ${failure} ${formButtons(this.#close)}
      </form>
    `;
  }

  #setDraft(preference: PreferenceDraft | null): void {
    this.actions?.setUi((ui) => ({ ...ui, preference }));
  }

  #edit(id: string, text: string): void {
    this.#setDraft({ id, text });
    this.failure = null;
    this.focusNext('input');
  }

  readonly #typed = (event: Event): void => {
    if (this.draft !== null) this.#setDraft({ ...this.draft, text: (event.target as HTMLInputElement).value });
  };

  readonly #close = (): void => {
    if (this.draft !== null) this.focusNext(`[data-id="${CSS.escape(this.draft.id)}"] .tool`);
    this.#setDraft(null);
    this.failure = null;
  };

  readonly #save = (event: Event): void => {
    event.preventDefault();
    if (this.draft === null) return;
    const { id, text } = this.draft;
    void this.#decide({ documentId: this.documentId, id, decision: 'edit', text });
  };

  async #decide(decision: DecideParams): Promise<void> {
    if (this.actions === null) return;
    const failure = await this.actions.change('preferences:decide', decision, t('Preference saved.'));
    if (failure !== null) {
      this.failure = { id: decision.id, failure };
      return;
    }
    this.#setDraft(null);
    this.failure = null;
    this.focusNext(`[data-id="${CSS.escape(decision.id)}"] .tool`);
    this.requestUpdate();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'lc-preferences': PreferenceList;
  }
}
