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
    ${details.budget.value === null ? nothing : budgetFacts(details.budget.value, actions)}
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

/** The model's limit and the output reserve; a click asks for another number. */
function budgetFacts({ version, budget }: BudgetReply, actions: Actions): TemplateResult {
  const change = async (key: 'modelLimit' | 'outputReserve', title: string): Promise<void> => {
    const typed = (await actions.input(title, String(budget[key] ?? '')))?.trim();
    if (typed === undefined) return;
    const value = typed === '' ? null : Number(typed);
    actions.ask('context:budget:update', { version, budget: { [key]: value } }, t('Budget saved.'));
  };
  const fact = (
    key: 'modelLimit' | 'outputReserve',
    name: string,
    title: string,
    byDefault: string,
  ): TemplateResult => html`
    <span>
      <span class="quiet">${name}</span>
      <button type="button" class="link" title=${title} @click=${() => change(key, title)}
        >${budget[key] === null ? byDefault : tokensText(budget[key])}</button
      >
    </span>
  `;
  return html`
    <p class="budget-facts">
      ${fact('modelLimit', t('Model limit'), t('Tokens that the model takes; empty: by model'), t('by model'))}
      ${fact('outputReserve', t('Output reserve'), t('Tokens left free for the answer; empty: by profile'), t('by profile'))}
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
