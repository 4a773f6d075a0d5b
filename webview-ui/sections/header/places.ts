import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { UntrackedReason } from '../../../src/protocol/channels.ts';
import type { ViewHead } from '../../../src/protocol/viewMessages.ts';
import { icon } from '../../components/parts.ts';
import type { UntrackedDocument } from '../../state.ts';
import { fileTitle } from './header.ts';

const reasons: Readonly<Record<UntrackedReason, { readonly text: string; readonly setting: string | null }>> = {
  scheme: { text: t('This kind of document is not followed.'), setting: null },
  notText: {
    text: t('Not a text that VS Code shows to extensions: an image, a binary, or a file of more than 50 MB.'),
    setting: null,
  },
  excluded: { text: t('A setting excludes this document.'), setting: 'liveContext.exclude' },
  secretFile: { text: t('Files that may hold secrets are never followed.'), setting: null },
  tooLarge: { text: t('The document is larger than the limit.'), setting: 'liveContext.maxDocumentSize' },
};

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
  const { text, setting } = reasons[reason];
  return html`
    <header><div class="title">${fileTitle(head, false)}</div></header>
    <div class="place">
      <p>${text}</p>
      <p class="quiet">${t('No agent sees this file through Live Context.')}</p>
      ${setting === null ? nothing : html`<p class="quiet">${t('To change this, see the setting {0}.', setting)}</p>`}
    </div>
  `;
}
