import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { Account } from '../../../src/protocol/prompt/assembly.ts';
import type { Actions } from '../../components/actions.ts';
import { icon, numberText } from '../../components/parts.ts';
import type { Details, Loaded, ViewState } from '../../state.ts';
import type { UiState } from '../../uiState.ts';
import { problemBanner } from '../header/notices.ts';
import { warningOf } from '../header/warnings.ts';
import { layersInOrder, layerTitles } from '../tree/promptTree.ts';

/** Budget and housekeeping: the model's limit, the layers' shares, the stable prefix, what was learned and hidden, what was saved. */
export function housekeeping(state: ViewState, details: Details, ui: UiState, actions: Actions): TemplateResult {
  const documentId = state.head.document?.documentId ?? '';
  const account = details.prompt.value?.account ?? null;
  return html`
    ${failedPart(details.budget, actions)}
    <lc-budget-form .state=${details.budget.value} .draft=${ui.budget} .actions=${actions}></lc-budget-form>
    ${account === null ? nothing : html`${shares(account)}${prefixLine(account)}${warnings(account)}`}
    ${savedStatus(state, actions)}
    <h3>${t('Learned preferences')}</h3>
    ${failedPart(details.preferences, actions)}
    <lc-preferences .preferences=${details.preferences.value} .documentId=${documentId} .draft=${ui.preference} .actions=${actions}></lc-preferences>
    <h3 id="hidden" tabindex="-1">${t('Hidden secrets')}</h3>
    ${failedPart(details.redactions, actions)}
    <lc-redactions .redactions=${details.redactions.value} .actions=${actions}></lc-redactions>
  `;
}

function failedPart({ problem }: Loaded<unknown>, actions: Actions): TemplateResult | typeof nothing {
  return problem === null ? nothing : problemBanner(problem, actions.retry);
}

function shares({ layers }: Account): TemplateResult {
  return html`
    <ul class="shares" aria-label=${t('Layers and their shares')}>
      ${layersInOrder.map((layer) => {
        const { tokens, share } = layers[layer];
        const over = tokens > share;
        return html`
          <li>
            <span class="swatch ${layer}" aria-hidden="true"></span><span class="name">${layerTitles[layer]}</span>
            ${over ? html`<span class="severity warning">${icon('warning', t('Over its share'))}</span>` : nothing}
            <span class="numbers">${t('{0} of {1}', numberText(tokens), numberText(share))}</span>
          </li>
        `;
      })}
    </ul>
  `;
}

/** Whether a model's cache still knows the beginning of the prompt. */
function prefixLine({ prefix }: Account): TemplateResult {
  const { unchanged, isFirst, tokens, hash } = prefix;
  const text = unchanged
    ? t('Stable prefix: unchanged since the last copy, {0} tokens', numberText(tokens))
    : isFirst
      ? t('Stable prefix: nothing was copied yet, {0} tokens', numberText(tokens))
      : t('Stable prefix: changed since the last copy, {0} tokens', numberText(tokens));
  return html`<p class="quiet line" title="SHA-256 ${hash}">${icon(unchanged ? 'check' : 'info')} ${text}</p>`;
}

function warnings(account: Account): TemplateResult | typeof nothing {
  if (account.warnings.length === 0) return nothing;
  return html`
    <ul class="warnings" aria-label=${t('Warnings')}>
      ${account.warnings.map(warningOf).map(
        ({ text, tooltip }) => html`
          <li title=${tooltip}><span class="severity warning">${icon('warning')}</span><span>${text}</span></li>
        `,
      )}
    </ul>
  `;
}

/** What Live Context has saved; the whole proof is a click away. */
function savedStatus({ status }: ViewState, actions: Actions): TemplateResult | typeof nothing {
  const savings = status.value?.savings;
  if (savings === undefined) return nothing;
  const { deliveredTokens, ordinaryTokens } = savings;
  if (deliveredTokens >= ordinaryTokens) return nothing;
  const text = t(
    'Told in {0} tokens; file reads and git diff would have taken {1}.',
    numberText(deliveredTokens),
    numberText(ordinaryTokens),
  );
  return html`
    <p class="quiet line">
      ${icon('graph-line')} ${text}
      <button type="button" class="link" @click=${() => actions.run('liveContext.showWhatItSaved', null)}>${t('Show')}</button>
    </p>
  `;
}
