import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { DiffSummary } from '../../../src/protocol/liveContext.ts';
import type { Actions } from '../../components/actions.ts';
import { origins } from '../../components/origin.ts';
import { ago, changeCounts, icon, lineRange } from '../../components/parts.ts';
import { type PatchLineKind, patchLines } from '../../components/patchLines.ts';

/** The recent diffs, new to old; the newest is open. */
export function recentDiffs(diffs: readonly DiffSummary[], now: number, actions: Actions): TemplateResult {
  if (diffs.length === 0) return html`<p class="quiet">${t('No recent changes.')}</p>`;
  return html`${repeat(
    diffs,
    (diff) => diff.version_id,
    (diff, index) => diffDetails(diff, now, actions, index === 0),
  )}`;
}

/** What differs from the checkpoint. */
export function anchorDiff(diff: DiffSummary | null, actions: Actions): TemplateResult {
  if (diff === null)
    return html`<p class="quiet">${t('Nothing differs from the checkpoint, or the recent diffs reach back to it.')}</p>`;
  const base = diff.base_version_id ?? diff.version_id;
  return html`
    <div class="row">
      <span class="name" title=${base}>${t('Against {0}', base)}</span>${counts(diff.patch)}
      <button
        class="tool" title=${t('Compare with Now')} aria-label=${t('Compare with Now')}
        @click=${() => actions.compare({ left: base })}
      >${icon('diff')}</button>
    </div>
    ${patch(diff, actions)}
  `;
}

function diffDetails(diff: DiffSummary, now: number, actions: Actions, open: boolean): TemplateResult {
  const look = origins[diff.origin ?? 'unknown'];
  const label = diff.is_error ? t('Failed edit') : look.label;
  if (diff.patch === '') {
    return html`<p class="event">${icon('info')}<span class="name">${diff.reason ?? label}</span>${ago(diff.timestamp, now)}</p>`;
  }
  return html`
    <details class="diff" ?open=${open}>
      <summary>
        ${icon('chevron-right')}${icon(diff.is_error ? 'error' : look.icon)}<span class="name">${label}${linesOf(diff)}</span
        >${counts(diff.patch)}${ago(diff.timestamp, now)}
      </summary>
      ${diff.reason === undefined ? nothing : html`<p class="reason">${diff.reason}</p>`} ${patch(diff, actions)}
    </details>
  `;
}

function linesOf({ first_line, last_line }: DiffSummary): TemplateResult | typeof nothing {
  if (first_line === null) return nothing;
  return html`<span class="quiet"> · ${lineRange(first_line, last_line ?? first_line)}</span>`;
}

function patch(diff: DiffSummary, actions: Actions): TemplateResult {
  return html`
    ${diff.detail === 'hunks' ? html`<p class="quiet">${t('Shortened to its hunk headers.')}</p>` : nothing}
    ${diff.detail === 'line' ? html`<p class="quiet">${t('Shortened to one line.')}</p>` : nothing}
    <lc-diff-block .patch=${diff.patch} .label=${t('Patch of {0}', diff.version_id)} .reveal=${actions.reveal}></lc-diff-block>
  `;
}

function counts(patch: string): unknown {
  return guard([patch], () => {
    const lines = patchLines(patch);
    const count = (kind: PatchLineKind): number => lines.filter((line) => line.kind === kind).length;
    const [added, removed] = [count('added'), count('removed')];
    return changeCounts(t('{0} lines added, {1} removed', added, removed), added, removed);
  });
}
