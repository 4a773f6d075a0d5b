import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { PlanHint } from '../../src/protocol/prompt/liveContext.ts';
import type { Actions } from '../components/actions.ts';
import { ago, icon } from '../components/parts.ts';
import { keepListPlace, moveInList } from '../components/roving.ts';
import { toggled, type UiState } from '../uiState.ts';
import { outcomes } from './tree/pieceNames.ts';

/** The edits of agents that were refused, each with what it meant to do. */
export function refusedEdits(
  refused: readonly PlanHint[],
  titleOf: (consumer: string) => string,
  { ui, now }: { readonly ui: UiState; readonly now: number },
  actions: Actions,
): TemplateResult | typeof nothing {
  if (refused.length === 0) return nothing;
  return html`
    <div class="refused-edits" @keydown=${moveInList} @focusin=${keepListPlace}>
      ${repeat(
        refused,
        ({ id }) => id,
        (hint, index) => refusedEdit(hint, titleOf(hint.consumer), { ui, now, isFirst: index === 0 }, actions),
      )}
    </div>
  `;
}

function refusedEdit(
  { id, outcome, reason, timestamp, diff }: PlanHint,
  name: string,
  { ui, now, isFirst }: { readonly ui: UiState; readonly now: number; readonly isFirst: boolean },
  actions: Actions,
): TemplateResult {
  const key = refusedKey(id);
  const { icon: outcomeIcon, label } = outcomes[outcome];
  const isOpen = ui.opened.includes(key);
  const keep = (event: Event): void => {
    const { open } = event.currentTarget as HTMLDetailsElement;
    if (open !== isOpen) actions.setUi((now) => ({ ...now, opened: toggled(now.opened, key, open) }));
  };
  return html`
    <details data-key=${key} ?open=${isOpen} @toggle=${keep}>
      <summary class="member" tabindex=${isFirst ? 0 : -1} title=${reason ?? label}>
        <span class="severity error">${icon(outcomeIcon)}</span>
        <span class="name">${t('Edit by {0}', name)} <span class="quiet">${label}</span></span>
        ${ago(timestamp, now)}
      </summary>
      ${reason === undefined ? nothing : html`<p class="quiet">${reason}</p>`}
      ${
        diff === undefined || !isOpen
          ? nothing
          : html`<lc-diff-block .patch=${diff.patch} .label=${t('What it meant to change')}></lc-diff-block>`
      }
    </details>
  `;
}

/** The name under which the view remembers that it is open. */
export function refusedKey(id: string): string {
  return `refused:${id}`;
}
