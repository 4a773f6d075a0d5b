import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { PieceChange, PromptTrace } from '../../../src/protocol/assembly.ts';
import { ago, icon, numberText } from '../../components/parts.ts';
import { type ConstraintTexts, pieceName } from '../../components/pieceNames.ts';

const looks: Readonly<Record<PieceChange['change'], { readonly icon: string; readonly label: string }>> = {
  added: { icon: 'diff-added', label: t('Added') },
  altered: { icon: 'diff-modified', label: t('Altered') },
  removed: { icon: 'diff-removed', label: t('Removed') },
};

/** What is another in this prompt than in the last one that was copied, piece by piece. */
export function promptChanges(
  last: PromptTrace['last'],
  tokenCount: number,
  constraints: ConstraintTexts,
  now: number,
): TemplateResult {
  if (last === null)
    return html`<p class="quiet">${t('Nothing has been copied yet that it could be compared with.')}</p>`;
  const { changes, timestamp } = last;
  const difference = tokenCount - last.tokenCount;
  const sum = difference === 0 ? t('as many tokens') : t('{0} tokens', signed(difference));
  return html`
    <p class="quiet">${t('Against the last copy')}, ${ago(timestamp, now)} · ${sum}</p>
    ${changes.length === 0 ? html`<p>${t('Nothing has changed.')}</p>` : nothing}
    <ul class="rows scroll changes" tabindex=${changes.length === 0 ? nothing : 0} aria-label=${t('What changed')}>
      ${changes.map((change) => row(change, constraints))}
    </ul>
  `;
}

function row({ id, source, change, tokens, tokensBefore }: PieceChange, constraints: ConstraintTexts): TemplateResult {
  const { name, from } = pieceName(id, source, constraints);
  return html`
    <li class="row change-${change}" title=${from}>
      ${icon(looks[change].icon, looks[change].label)}<span class="name">${name}</span
      ><span class="quiet spot">${signed(tokens - tokensBefore)}</span>
    </li>
  `;
}

function signed(difference: number): string {
  if (difference === 0) return '±0';
  return difference > 0 ? `+${numberText(difference)}` : `−${numberText(-difference)}`;
}
