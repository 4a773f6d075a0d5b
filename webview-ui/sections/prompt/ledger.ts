import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { LedgerLine } from '../../../src/protocol/assembly.ts';
import type { Actions } from '../../components/actions.ts';
import { icon, numberText } from '../../components/parts.ts';
import { type ConstraintTexts, pieceName } from '../../components/pieceNames.ts';
import { layerTitles } from './bars.ts';

const states: Readonly<Record<LedgerLine['state'], { readonly icon: string; readonly label: string }>> = {
  kept: { icon: 'check', label: t('Kept') },
  degraded: { icon: 'fold-down', label: t('Degraded') },
  cut: { icon: 'close', label: t('Cut') },
};

/** The reasons that the engine gives; any other is shown as it is. */
const reasons: Readonly<Record<string, string>> = {
  'within the budget': t('within the budget'),
  'over the budget: left out': t('over the budget: left out'),
  'over the budget: fewer lines': t('over the budget: fewer lines'),
  'over the budget: shown as summary': t('over the budget: shown as summary'),
  'over the budget: shown as gist': t('over the budget: shown as gist'),
  'its window is collapsed: shown as summary': t('its window is collapsed: shown as summary'),
  'its window is collapsed: shown as gist': t('its window is collapsed: shown as gist'),
  'its window is closed': t('its window is closed'),
};

export function notKept(ledger: readonly LedgerLine[]): readonly LedgerLine[] {
  return ledger.filter(({ state }) => state !== 'kept');
}

/** What became of every piece, and why; all of them, or only those that were degraded or cut. */
export function ledger(
  all: readonly LedgerLine[],
  notKeptOnly: boolean,
  constraints: ConstraintTexts,
  actions: Actions,
): TemplateResult {
  return html`
    <p>
      <button class="toggle" aria-pressed=${notKeptOnly} @click=${() => actions.setNotKeptOnly(!notKeptOnly)}>
        ${icon('filter')} ${t('Only what was not kept: {0}', notKept(all).length)}
      </button>
    </p>
    ${guard([all, notKeptOnly, constraints], () => table(notKeptOnly ? notKept(all) : all, constraints))}
  `;
}

function table(lines: readonly LedgerLine[], constraints: ConstraintTexts): TemplateResult {
  if (lines.length === 0) return html`<p class="quiet">${t('Nothing to show: every piece was kept.')}</p>`;
  return html`
    <div class="ledger-scroll" tabindex="0" role="group" aria-label=${t('Ledger')}>
      <table class="ledger">
        <thead>
          <tr>
            <th scope="col"><span class="unseen">${t('State')}</span></th>
            <th scope="col">${t('Piece')}</th>
            <th scope="col" class="numbers">${t('Tokens')}</th>
          </tr>
        </thead>
        ${groups(lines).map((group) => layerGroup(group, constraints))}
      </table>
    </div>
  `;
}

function layerGroup(lines: readonly [LedgerLine, ...LedgerLine[]], constraints: ConstraintTexts): TemplateResult {
  return html`
    <tbody>
      <tr class="layer">
        <th colspan="3" scope="rowgroup">
          <span class="swatch ${lines[0].layer}" aria-hidden="true"></span>${layerTitles[lines[0].layer]}
        </th>
      </tr>
      ${lines.map((line) => row(line, constraints))}
    </tbody>
  `;
}

function row(line: LedgerLine, constraints: ConstraintTexts): TemplateResult {
  const { id, state, tokens, fullTokens } = line;
  const look = states[state];
  const { name, from } = pieceName(id, line.source, constraints);
  const why = reasons[line.why] ?? line.why;
  return html`
    <tr class=${state} title=${id}>
      <td class="state">${icon(look.icon, look.label)}</td>
      <td>
        <p class="piece">${name}</p>
        <p class="quiet">${from === '' ? why : `${from} · ${why}`}</p>
      </td>
      <td class="numbers">
        ${numberText(tokens)}${state === 'kept' ? nothing : html` <span class="quiet">${t('of {0}', numberText(fullTokens))}</span>`}
      </td>
    </tr>
  `;
}

/** Neighbours of one layer together, in the order given. */
function groups(lines: readonly LedgerLine[]): readonly [LedgerLine, ...LedgerLine[]][] {
  const all: [LedgerLine, ...LedgerLine[]][] = [];
  for (const line of lines) {
    const last = all.at(-1);
    if (last?.[0].layer === line.layer) last.push(line);
    else all.push([line]);
  }
  return all;
}
