import { t } from '@vscode/l10n';
import { html, nothing, svg, type TemplateResult } from 'lit';
import type { Account } from '../../../src/protocol/assembly.ts';
import type { Actions } from '../../components/actions.ts';
import { icon, numberText, percentText } from '../../components/parts.ts';
import type { BudgetState, Part, Status } from '../../state.ts';
import { problemBanner } from '../notices.ts';
import { type LayerBar, layerBars, layerTitles, type Stretch, totalBar } from './bars.ts';

/** An assembly's account, and what the deliveries of changes have saved. */
export interface Spending {
  readonly account: Account;
  readonly savings: Status['savings'];
}

/** The prompt's tokens against the budget, by layer; and the budget itself. While there is no prompt only the budget. */
export function budget(
  spending: Spending | null,
  { value, problem }: Part<BudgetState>,
  actions: Actions,
): TemplateResult {
  return html`
    ${spending === null ? nothing : spent(spending)}
    ${problem === null ? nothing : problemBanner(problem, actions.retry)}
    <lc-budget-form .state=${value} .actions=${actions}></lc-budget-form>
  `;
}

function spent({ account, savings }: Spending): TemplateResult {
  return html`${total(account)}${layers(account)}${saved(savings)}${warnings(account.warnings)}`;
}

function saved({ deliveries, deliveredTokens, ordinaryTokens }: Spending['savings']): TemplateResult | typeof nothing {
  if (deliveries === 0) return nothing;
  const text = t(
    'Told in {0} tokens; file reads and git diff would have taken {1}.',
    numberText(deliveredTokens),
    numberText(ordinaryTokens),
  );
  return html`<p class="quiet">${text}</p>`;
}

function total(account: Account): TemplateResult {
  const { tokenCount, budget, exact } = account;
  return html`
    <p class="total">
      <span class="sum">${t('{0} of {1} tokens', numberText(tokenCount), numberText(budget))}</span>
      <span class="quiet">${percentText(tokenCount / Math.max(1, budget))}</span>
      ${
        exact
          ? html`<span class="quiet" title=${t('Counted with the tokenizer of the model.')}>${t('exact')}</span>`
          : html`<span class="chip" title=${t('The model has another tokenizer: the numbers are estimated.')}>${t('estimate')}</span>`
      }
    </p>
    <svg class="bar total-bar" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      ${totalBar(account).map(stretch)}
    </svg>
  `;
}

function stretch({ kind, start, width }: Stretch): TemplateResult {
  return svg`<rect class="fill ${kind}" x=${start} y="0" width=${width} height="1" />`;
}

function layers(account: Account): TemplateResult {
  return html`<ul class="layers">${layerBars(account).map(layerRow)}</ul>`;
}

/** The line across the bar is the layer's share: a warning line, not a limit. */
function layerRow({ layer, tokens, share, truncated, width, mark }: LayerBar): TemplateResult {
  return html`
    <li title=${t('Share of the budget: {0} tokens', numberText(share))}>
      <p class="layer-facts">
        <span class="swatch ${layer}" aria-hidden="true"></span>
        <span class="name">${layerTitles[layer]}</span>
        ${tokens > share ? html`<span class="severity warning">${icon('warning', t('Over its share'))}</span>` : nothing}
        ${truncated ? html`<span class="severity quiet">${icon('fold-down', t('Pieces were degraded or cut'))}</span>` : nothing}
        <span class="numbers">${numberText(tokens)} <span class="quiet">${t('of {0}', numberText(share))}</span></span>
      </p>
      <svg class="bar" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        <rect class="fill ${layer}" x="0" y="0" width=${width} height="1" />
        <line class="mark" x1=${mark} x2=${mark} y1="0" y2="1" vector-effect="non-scaling-stroke" />
      </svg>
    </li>
  `;
}

/** Each is `CODE: what happened`. */
function warnings(all: readonly string[]): TemplateResult | typeof nothing {
  if (all.length === 0) return nothing;
  return html`
    <ul class="warnings" aria-label=${t('Warnings')}>
      ${all.map((warning) => {
        const { code, text } = splitWarning(warning);
        return html`
          <li>
            <span class="severity warning">${icon('warning')}</span>
            <p>${text} ${code === '' ? nothing : html`<span class="quiet mono">${code}</span>`}</p>
          </li>
        `;
      })}
    </ul>
  `;
}

function splitWarning(warning: string): { readonly code: string; readonly text: string } {
  const parts = /^([A-Z][A-Z0-9_]+): (.*)$/s.exec(warning);
  return parts === null ? { code: '', text: warning } : { code: parts[1] ?? '', text: parts[2] ?? '' };
}
