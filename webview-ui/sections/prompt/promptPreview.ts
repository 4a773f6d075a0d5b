import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { PromptTrace } from '../../../src/protocol/assembly.ts';
import type { Format } from '../../../src/protocol/channels.ts';
import type { Actions } from '../../components/actions.ts';
import { type ConstraintTexts, pieceName } from '../../components/pieceNames.ts';
import { beginning, sizeText } from '../../components/size.ts';
import type { Context } from '../../state.ts';
import { formatNames } from '../../uiState.ts';

/** Bytes of UTF-8 that the preview shows at most. */
const shownBytes = 256 * 1024;

/** The exact text that a copy would give. */
export function promptPreview(
  { text, receipt, trace, account }: Context,
  format: Format,
  constraints: ConstraintTexts,
  actions: Actions,
): TemplateResult {
  const shown = () => {
    const sources = new Map(account.ledger.map(({ id, source }) => [id, source]));
    const name = (id: string) => pieceName(id, sources.get(id) ?? '', constraints).name;
    return traced(beginning(text, shownBytes), trace?.parts ?? [], name, actions);
  };
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
    <pre class="prompt" tabindex="0" role="group" aria-label=${t('The prompt')}>${guard([text, trace?.parts, constraints], shown)}</pre>
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

/**
 * The text with a way to the source at the beginning of each part. The ways are drawn by the stylesheet and hold no character of their
 * own, so that what is selected and copied is the prompt and nothing else.
 */
function traced(
  text: string,
  parts: PromptTrace['parts'],
  name: (id: string) => string,
  actions: Actions,
): readonly (string | TemplateResult)[] {
  const pieces: (string | TemplateResult)[] = [];
  let at = 0;
  for (const { id, start, end, place } of parts) {
    if (end > text.length) break;
    pieces.push(text.slice(at, start), part(text.slice(start, end), name(id), place, actions));
    at = end;
  }
  return [...pieces, text.slice(at)];
}

function part(
  text: string,
  name: string,
  place: PromptTrace['parts'][number]['place'],
  actions: Actions,
): TemplateResult {
  if (place === null) return html`<span class="part" title=${name}>${text}</span>`;
  const label = t('Open the source: {0}', name);
  const open = (): void => actions.reveal(place.line, place.documentId);
  return html`<span class="part"><button type="button" class="way codicon codicon-go-to-file" title=${label} aria-label=${label} @click=${open}></button>${text}</span>`;
}
