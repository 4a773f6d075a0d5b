import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { untrackedReasons } from '../../../src/protocol/errorCodes.ts';
import type { ViewHead } from '../../../src/protocol/viewMessages.ts';
import { icon } from '../../components/parts.ts';
import type { UntrackedDocument } from '../../state.ts';
import { fileTitle } from './header.ts';

export function loadingPlace(): TemplateResult {
  return html`<h1 class="unseen">${t('Live Context')}</h1>
    <p class="place quiet">${icon('loading codicon-modifier-spin')} ${t('Loading…')}</p>`;
}

/** The first thing that a newcomer sees says what this is and what to do. */
export function emptyPlace(): TemplateResult {
  return html`
    <div class="place">
      <h1>${t('Open a file')}</h1>
      <p>${t('Here you see what your coding agent gets to see of it: your unsaved text, what you just changed, rules and related code, to the token.')}</p>
      <p class="quiet">${t('Then copy it into any chat, or let an agent ask for it.')}</p>
    </div>
  `;
}

/** Why the document in front is not followed, and which setting says so. */
export function untrackedPlace(head: ViewHead, { reason }: UntrackedDocument): TemplateResult {
  const { text, settings } = untrackedReasons[reason];
  const [setting] = settings;
  return html`
    <header><div class="title">${fileTitle(head, false)}</div></header>
    <div class="place">
      <p>${t(text)}</p>
      <p class="quiet">${t('No agent sees this file through Live Context.')}</p>
      ${setting === undefined ? nothing : html`<p class="quiet">${t('To change this, see the setting {0}.', setting)}</p>`}
    </div>
  `;
}
