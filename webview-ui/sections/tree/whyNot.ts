import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { type WhyNotItem, whyNotTexts } from '../../../src/protocol/prompt/whyNot.ts';
import type { Actions } from '../../components/actions.ts';
import { foreignName, icon, listText, splitPath } from '../../components/parts.ts';

/** Files and symbols that were found, each with why it is or is not in the prompt, and Add. */
export function whyNotList(items: readonly WhyNotItem[], actions: Actions): TemplateResult {
  const row = ({ documentId, file, symbol, lines, reason, about, setting, canAdd }: WhyNotItem): TemplateResult => {
    const why = t(whyNotTexts[reason], listText(about));
    const add = (): void => actions.ask('pins:create', { documentId, lines: lines ?? 'all' }, t('Added.'));
    const change = (): void => actions.run('workbench.action.openSettings', null, { query: setting ?? '' });
    const button = (label: string, click: () => void): TemplateResult =>
      html`<button type="button" class="link" @click=${click}>${label}</button>`;
    return html`
      <li class="look" title=${`${file}\n${why}`}>
        <button type="button" class="open" @click=${() => actions.reveal(lines?.first ?? 1, documentId)}>
          ${icon(symbol === null ? 'file' : 'symbol-class')}
          <span class="name">${foreignName(symbol ?? splitPath(file).name)} <span class="quiet">${why}</span></span>
        </button>
        ${canAdd ? button(t('Add'), add) : nothing}
        ${setting === null ? nothing : button(t('Settings'), change)}
      </li>
    `;
  };
  return html`
    <h3>${t('In the project')}</h3>
    <ul class="looked roving" aria-label=${t('In the project')}>${items.map(row)}</ul>
    ${items.length === 0 ? html`<p class="none quiet">${t('No file or declared name fits.')}</p>` : nothing}
  `;
}
