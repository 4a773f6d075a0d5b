import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { PlanHint } from '../../../src/protocol/prompt/liveContext.ts';
import type { Actions } from '../../components/actions.ts';
import { ago, foreignName, icon } from '../../components/parts.ts';
import { toggled, type UiState } from '../../uiState.ts';
import { outcomes } from '../tree/pieceNames.ts';

/** The edits of agents that were refused, each with what it meant to do. */
export function refusedEdits(
  refused: readonly PlanHint[],
  titleOf: (consumer: string) => string,
  { ui, now }: { readonly ui: UiState; readonly now: number },
  actions: Actions,
): TemplateResult | typeof nothing {
  if (refused.length === 0) return nothing;
  const row = ({ id, consumer, outcome, reason, timestamp, diff }: PlanHint): TemplateResult => {
    const key = refusedKey(id);
    const { icon: outcomeIcon, label } = outcomes[outcome];
    const isOpen = ui.opened.includes(key);
    const keep = (event: Event): void => {
      const { open } = event.currentTarget as HTMLDetailsElement;
      if (open !== isOpen) actions.setUi((now) => ({ ...now, opened: toggled(now.opened, key, open) }));
    };
    const patch = isOpen ? diff?.patch : undefined;
    return html`
      <li><details name="refused" data-key=${key} ?open=${isOpen} @toggle=${keep}>
        <summary title=${reason ?? label}>
          <span class="severity error">${icon(outcomeIcon)}</span>
          <span class="name">${foreignName(t('Edit by {0}', titleOf(consumer)))} <span class="quiet">${label}</span></span>
          ${ago(timestamp, now)}
        </summary>
        ${reason === undefined ? nothing : html`<p class="quiet">${reason}</p>`}
        ${patch === undefined ? nothing : html`<lc-diff-block .patch=${patch} .label=${t('What it meant to change')}></lc-diff-block>`}
      </details></li>
    `;
  };
  return html`
    <lc-long-list class="refused-edits" .entries=${refused} .key=${({ id }: PlanHint) => id} .row=${row} .label=${t('Refused edit')}></lc-long-list>
  `;
}

/** The name under which the view remembers that it is open. */
export function refusedKey(id: string): string {
  return `refused:${id}`;
}
