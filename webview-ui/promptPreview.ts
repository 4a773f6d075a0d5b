import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { Format } from '../src/protocol/channels.ts';
import type { Actions } from './actions.ts';
import { beginning, sizeText } from './size.ts';
import type { Context } from './state.ts';
import { t } from './translate.ts';
import { formatNames } from './uiState.ts';

/** Bytes of UTF-8 that the preview shows at most. */
const shownBytes = 256 * 1024;

/** The exact text that a copy would give. */
export function promptPreview({ text, receipt }: Context, format: Format, actions: Actions): TemplateResult {
  return html`
    <div class="preview-facts">
      ${formatSelect(format, actions)}
      <span class="quiet">${sizeText(receipt.bytes)}</span>
      ${receipt.redactions === 0 ? nothing : html`<span class="quiet">${t('{0} hidden', receipt.redactions)}</span>`}
      <span class="quiet mono" title="SHA-256 ${receipt.sha256}">${receipt.sha256.slice(0, 12)}</span>
    </div>
    <p class="quiet">
      ${receipt.format === 'markdown' ? t('Exactly what Copy Context copies.') : t('Exactly what Copy Context As… copies in this format.')}
      ${receipt.bytes > shownBytes ? t('The first {0} of {1}; the copy is whole.', sizeText(shownBytes), sizeText(receipt.bytes)) : nothing}
    </p>
    <pre class="prompt" tabindex="0" role="group" aria-label=${t('The prompt')}>${guard([text], () => beginning(text, shownBytes))}</pre>
  `;
}

function formatSelect(format: Format, actions: Actions): TemplateResult {
  return html`
    <select
      aria-label=${t('Format')} title=${t('Format')} .value=${format}
      @change=${(event: Event) => actions.setFormat((event.target as HTMLSelectElement).value as Format)}
    >
      ${Object.entries(formatNames).map(([value, name]) => html`<option value=${value} ?selected=${value === format}>${name}</option>`)}
    </select>
  `;
}
