import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { UntrackedReason } from '../../src/protocol/channels.ts';
import type { Failure } from '../../src/protocol/result.ts';
import { fileTitle } from '../sections/header.ts';
import { problemBanner } from '../sections/notices.ts';
import type { UntrackedDocument } from '../state.ts';
import { icon } from './parts.ts';

const reasons: Readonly<Record<UntrackedReason, { readonly text: string; readonly setting: string | null }>> = {
  scheme: { text: t('This kind of document is not followed.'), setting: null },
  excluded: { text: t('A setting excludes this document.'), setting: 'liveContext.exclude' },
  secretFile: { text: t('Files that may hold secrets are never followed.'), setting: null },
  tooLarge: { text: t('The document is larger than the limit.'), setting: 'liveContext.maxDocumentSize' },
};

export function loadingPlace(): TemplateResult {
  return html`<h1 class="unseen">${t('Live Context')}</h1>
    <p class="place quiet">${icon('loading codicon-modifier-spin')} ${t('Loading…')}</p>`;
}

/** For want of any data the problem takes the whole view. */
export function errorPlace(problem: Failure, retry: () => void): TemplateResult {
  return html`<h1 class="unseen">${t('Live Context')}</h1>
    ${problemBanner(problem, retry)}`;
}

export function emptyPlace(): TemplateResult {
  return html`<div class="place"><h1>${t('No document is open.')}</h1><p class="quiet">${t('Open a file to see what an agent sees of it.')}</p></div>`;
}

/** Why the active document is not followed, and which setting says so. */
export function untrackedPlace({ file, reason }: UntrackedDocument): TemplateResult {
  const { text, setting } = reasons[reason];
  return html`
    <header>${fileTitle(file, icon('eye-closed', t('Not followed')), false)}</header>
    <div class="place">
      <p>${text}</p>
      ${setting === null ? nothing : html`<p class="quiet">${t('To change this, see the setting {0}.', setting)}</p>`}
    </div>
  `;
}
