import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { PlanHint } from '../../../src/protocol/liveContext.ts';
import { ago, icon } from '../../components/parts.ts';

const outcomes: Readonly<Record<PlanHint['outcome'], { readonly icon: string; readonly label: string }>> = {
  applied: { icon: 'pass', label: t('Applied') },
  rebased: { icon: 'git-merge', label: t('Rebased') },
  conflict: { icon: 'warning', label: t('Conflict') },
  failed: { icon: 'error', label: t('Failed') },
};

/** What agents tried to edit lately, and how it went. */
export function planHints(hints: readonly PlanHint[], now: number): TemplateResult {
  return html`<ul class="rows">${hints.map((hint) => hintRow(hint, now))}</ul>`;
}

function hintRow({ outcome, consumer, summary, reason, timestamp }: PlanHint, now: number): TemplateResult {
  const look = outcomes[outcome];
  return html`
    <li class="hint">
      <div class="row">
        <span class="outcome ${outcome}">${icon(look.icon, look.label)}</span><span class="name" title="${summary} (${consumer})">${summary}</span
        ><span class="quiet origin">${consumer}</span>${ago(timestamp, now)}
      </div>
      ${reason === undefined ? nothing : html`<p class="reason quiet">${reason}</p>`}
    </li>
  `;
}
