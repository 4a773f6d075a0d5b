import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Failure } from '../../../src/protocol/result.ts';
import type { Actions } from '../../components/actions.ts';
import { FormElement, failureNote } from '../../components/forms.ts';
import { icon, lineRange, splitPath, toolButton } from '../../components/parts.ts';
import type { Pins } from '../../state.ts';

type Pin = Pins['pins'][number];

/** The pinned lines of a project, to go to and to unpin. */
@customElement('lc-pins')
class PinList extends FormElement {
  @property({ attribute: false }) pins: Pins | null = null;
  @property({ attribute: false }) actions: Actions | null = null;
  @state() private failure: Failure | null = null;

  protected override render(): TemplateResult | typeof nothing {
    if (this.pins === null) return nothing;
    const { pins } = this.pins;
    return html`
      ${this.failure === null ? nothing : failureNote(this.failure)}
      ${pins.length === 0 ? html`<p class="none quiet">${t('Nothing is pinned: select lines and run Pin Selection.')}</p>` : nothing}
      <ul class="pins scroll" tabindex="-1" aria-label=${t('Pins')}>
        ${repeat(
          pins,
          ({ id }) => id,
          (pin) => this.#item(pin),
        )}
      </ul>
    `;
  }

  #item(pin: Pin): TemplateResult {
    const { documentId, file, lines } = pin;
    const { folder, name } = splitPath(file);
    return html`
      <li class="row">
        ${icon('pinned')}
        <button class="link" title=${file} @click=${() => this.actions?.reveal(lines.first, documentId)}>
          ${name}, ${lineRange(lines.first, lines.last)}
        </button>
        <span class="name quiet">${folder}</span>
        ${toolButton('close', t('Unpin'), () => this.#unpin(pin))}
      </li>
    `;
  }

  async #unpin({ id, projectId }: Pin): Promise<void> {
    if (this.actions === null) return;
    this.failure = await this.actions.change('pins:delete', { projectId, id }, t('Unpinned.'));
    if (this.failure === null) this.focusNext('.pins');
    this.requestUpdate();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'lc-pins': PinList;
  }
}
