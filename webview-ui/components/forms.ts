import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { Failure } from '../../src/protocol/result.ts';
import { LightElement } from './lightElement.ts';
import { icon } from './parts.ts';

/** An element that shows a form for a while and says where the focus goes when the form comes or leaves. */
export class FormElement extends LightElement {
  #focus: string | null = null;

  protected override updated(): void {
    if (this.#focus === null) return;
    const selector = this.#focus;
    this.#focus = null;
    // Not within the key press that opened the form: its character would land in the field.
    setTimeout(() => {
      const target = this.querySelector<HTMLElement>(selector);
      target?.focus();
      if (target instanceof HTMLInputElement) target.select();
    });
  }

  /** After the next rendering the focus goes to the first element that matches. */
  protected focusNext(selector: string): void {
    this.#focus = selector;
  }

  /** Handles the keys of a form: Escape leaves it; Enter in a field of one line saves it, and Ctrl+Enter in any. */
  protected keys(close: () => void): (event: KeyboardEvent) => void {
    return (event) => {
      const save =
        event.key === 'Enter' && (event.ctrlKey || event.metaKey || event.target instanceof HTMLInputElement);
      if (event.key === 'Escape') close();
      if (!save || event.isComposing) return;
      // Of a form with one field the browser would save by itself, too.
      event.preventDefault();
      (event.currentTarget as HTMLFormElement).requestSubmit();
    };
  }
}

/** Why saving failed, in the place where it was tried. */
export function failureNote({ code, message, recovery }: Failure): TemplateResult {
  return html`
    <div class="banner problem" role="alert">
      ${icon('error')}
      <div>
        <p>${message}</p>
        ${recovery === undefined ? nothing : html`<p>${recovery}</p>`}
        <p class="quiet"><code>${code}</code></p>
      </div>
    </div>
  `;
}

export function formButtons(cancel: () => void): TemplateResult {
  return html`
    <div class="buttons">
      <vscode-button type="submit">${t('Save')}</vscode-button>
      <vscode-button secondary @click=${cancel}>${t('Cancel')}</vscode-button>
    </div>
  `;
}
