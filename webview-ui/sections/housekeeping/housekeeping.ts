import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { Account } from '../../../src/protocol/prompt/assembly.ts';
import type { Actions } from '../../components/actions.ts';
import { problemBanner } from '../../components/forms.ts';
import { icon, tokensText } from '../../components/parts.ts';
import type { BudgetReply, Details, Loaded, ViewState } from '../../state.ts';
import { warningOf } from '../header/attention.ts';
import { preferenceList, redactionList } from './lists.ts';

/**
 * Budget and housekeeping: the model's limit, what was
 * learned and hidden, what was saved.
 */
export function housekeeping(state: ViewState, details: Details, actions: Actions): TemplateResult {
  const documentId = state.head.document?.documentId ?? '';
  const account = details.prompt.value?.account ?? null;
  return html`
    ${failedPart(details.budget, actions)}
    ${details.budget.value === null ? nothing : modelLimit(details.budget.value, actions)}
    ${account === null ? nothing : html`${warnings(account)}`}
    ${savedStatus(state, actions)}
    <h3>${t('Learned preferences')}</h3>
    ${failedPart(details.preferences, actions)}
    ${details.preferences.value === null ? nothing : preferenceList(details.preferences.value, documentId, actions)}
    <h3 id="hidden" tabindex="-1">${t('Hidden secrets')}</h3>
    ${failedPart(details.redactions, actions)}
    ${details.redactions.value === null ? nothing : redactionList(details.redactions.value, actions)}
  `;
}

function failedPart({ problem }: Loaded<unknown>, actions: Actions): TemplateResult | typeof nothing {
  return problem === null ? nothing : problemBanner(problem, { retry: actions.retry });
}

/** The model's limit; a click asks for another one. */
function modelLimit({ version, budget }: BudgetReply, actions: Actions): TemplateResult {
  const title = t('Tokens that the model takes; empty: by model');
  const change = async (): Promise<void> => {
    const typed = (await actions.input(title, String(budget.modelLimit ?? '')))?.trim();
    if (typed === undefined) return;
    const limit = typed === '' ? null : Number(typed);
    actions.ask('context:budget:update', { version, budget: { modelLimit: limit } }, t('Budget saved.'));
  };
  return html`
    <p class="budget-facts">
      <span class="quiet">${t('Model limit')}</span>
      <button type="button" class="link" title=${title} @click=${change}
        >${budget.modelLimit === null ? t('by model') : tokensText(budget.modelLimit)}</button
      >
    </p>
  `;
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

/** The savings, with a link to the whole table. */
function savedStatus({ status }: ViewState, actions: Actions): TemplateResult | typeof nothing {
  const savings = status.value?.savings;
  if (savings === undefined) return nothing;
  const { deliveredTokens, ordinaryTokens } = savings;
  if (deliveredTokens >= ordinaryTokens) return nothing;
  const text = t(
    'Delivered {0} tokens; file reads and git diff would have taken {1}.',
    tokensText(deliveredTokens),
    tokensText(ordinaryTokens),
  );
  return html`
    <p class="quiet line">
      ${icon('graph-line')} ${text}
      <button type="button" class="link" @click=${() => actions.run('liveContext.showWhatItSaved', null)}>${t('Show')}</button>
    </p>
  `;
}
